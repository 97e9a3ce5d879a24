"""Referees: short second readings of the rules' specifications, held against what our engine played and recorded.

A referee knows nothing of our rulebooks, their language or the engine: it reads the lines of a record, keeps a table of
its own (`table.py`), divides hands by itself (`shapes.py`), and says who might win, for what, and who pays whom.
"""
