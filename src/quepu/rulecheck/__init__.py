"""What a search finds out about a rulebook: fans never earned, rules that never fire, names never used."""
