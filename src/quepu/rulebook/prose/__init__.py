"""Conditions and procedures of a rulebook in words."""
