"""A game as it is played: the table, who sits at it, and what each of them is told; it may stand in any process."""
