"""A rulebook's expressions as functions for the compiler."""
