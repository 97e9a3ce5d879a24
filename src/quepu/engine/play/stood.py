"""Tiles that stay stood up (立四): the first each player takes leave the hand last, and by choice.

Copies of a kind are alike, so only their number is kept.  `Table.stood` may be stale while a hand shrinks: what counts
is never more than what is held, and a draw puts the record right before a new copy comes.
"""

from quepu.engine.kernel import inlined, part
from quepu.engine.layout.table import Table


@inlined
def stood_of(t: Table, seat: int, kind: int) -> int:
    """How many tiles of a kind stand in the seat's hand."""
    return min(t.stood[seat, kind], t.held[seat, kind])


@part
def settle_stood(t: Table, seat: int) -> None:
    """What has left the hand stands no more, whatever is drawn now."""
    for kind in range(42):
        t.stood[seat, kind] = stood_of(t, seat, kind)


@inlined
def take_stood(t: Table, seat: int, kind: int) -> None:
    """One that stands goes where another copy could have gone."""
    t.stood[seat, kind] = max(0, stood_of(t, seat, kind) - 1)


@inlined
def can_spare(t: Table, seat: int, kind: int, laid: int) -> bool:
    """Whether copies that do not stand can stay behind while one more that stands is laid down."""
    held = t.held[seat, kind]
    stood = stood_of(t, seat, kind)
    return held > stood and min(stood, held - laid) > 0
