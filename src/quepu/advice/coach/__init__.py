"""The coach book: sayings of players as data, with conditions that are looked at and what measuring found of them."""
