"""How far a hand is from each shape, and which tiles bring it nearer."""
