"""Worked examples: a line of JSON read as a hand and compared with what a rulebook says."""
