"""`quepu rules` and its pages."""
