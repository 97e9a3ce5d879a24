"""Generators for tests of your own: random complete wins of any rulebook, and wins aimed at one fan."""

from quepu.rulecheck.random_wins import near_win, random_win

__all__ = ["near_win", "random_win"]
