"""From checked tables to a model: sets, shapes, fans, procedure."""
