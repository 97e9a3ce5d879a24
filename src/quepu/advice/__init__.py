"""Advice: what a hand can still become, and what to discard for it."""
