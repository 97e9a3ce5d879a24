"""The language of conditions: words, types, checks, and the reference runner."""
