"""Trying things out: many hands played by bots, and what they show."""
