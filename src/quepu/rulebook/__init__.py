"""A rulebook as data: the language, its words, loading, merging, options and checking."""
