"""A rulebook as rows of numbers and tables, as the engine reads it."""
