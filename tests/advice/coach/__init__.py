"""Tests of the coach book."""
