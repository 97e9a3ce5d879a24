"""天津 at the table: what may be claimed. Bets are in test_sitting_and_pulling.py, wild tiles in tests/engine."""

from tests.laid import dealt, discard, memory, paid, run, texts

HANDS = ("46m123p456p789s55z9p", "99p258m147s1346z2p", "258m147p369s1256z", "369m147p258s1267z")


def test_a_pair_pungs_a_discard_and_the_fourth_tile_drawn_is_added() -> None:
    match = dealt("tianjin", HANDS, "1m2m3m9p", "8s1s", fill=20)
    match.play("E", "discard 9p")
    assert texts(match, "S") == ["pung", "pass"]         # no chow, and nothing is declared ready
    run(match, "S pung", "S 2p")
    assert match.view("W").drawn == "1m"                 # after a pung one discards, then the next in turn draws
    discard(match, "W 1m", "N 2m", "E 3m")
    assert "kong added 9p" in texts(match, "S")
    match.play("S", "kong added 9p")
    assert match.view("S").drawn == "8s"                 # from the tail, beside the turned tile
    assert memory(match, "melded_kongs") == [0, 1, 0, 0]
    assert paid(match) == [0, 0, 0, 0]                   # settled when the hand is over
