"""Measuring the sayings of the coach book among our bots."""
