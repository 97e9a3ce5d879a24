"""The turns of a hand: draws, discards, claims, kongs, flowers, and who may do what."""
