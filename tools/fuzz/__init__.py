"""Hostile inputs made from what we ship: rulebooks, records, requests, command lines, hands; `python -m tools.fuzz -h`.

The same seed gives the same inputs.  Each is judged in a process of its own lot (`pool`), so that a crash, a hang or a
loss of memory is caught and told with the input that caused it.
"""
