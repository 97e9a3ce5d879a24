"""What a person tells about a hand, and the facts that follow from it."""
