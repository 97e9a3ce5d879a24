"""Mahjong rule systems as data."""
