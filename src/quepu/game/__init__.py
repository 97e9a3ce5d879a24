"""The game: tables, hands and matches in play."""
