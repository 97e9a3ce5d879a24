"""From tiles to the best reading of a hand: dividing, facts, fans that count."""
