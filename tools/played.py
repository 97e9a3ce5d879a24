"""Hands played at the engine's table and what they come to: the fingerprint of a rulebook's play."""

import hashlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.engine.layout.field import Field
from quepu.engine.layout.record import fill, line
from tools.deals import (
    FALSE_WIN,
    HAND,
    Player,
    Wall,
    alike_wall,
    claiming_player,
    eager_player,
    fed_wall,
    honours_first_player,
    laid_wall,
    random_player,
)

#: fields that had another's place when golden files were written; the two never hold something at the same time
_WRITTEN_AS = {"declaring": "kong_pending"}
MOST_STEPS = 1500                       # no hand takes as many answers


@dataclass(frozen=True, slots=True)
class Lot:
    """So many hands of one kind, match after match."""

    name: str
    player: Player
    wall: Wall | None                   # the laid walls it is played from; None is a shuffled one
    hands: int


#: what a fingerprint is made of: the hands in which most happens first, so that a flipped rule is seen soon
EAGER = Lot("eager", eager_player, laid_wall, 300)
FED = Lot("fed", claiming_player, fed_wall, 300)   # hands that are opened, several that wait for one tile, robbed kongs
ALIKE = Lot("alike", honours_first_player, alike_wall, 60)     # all discard the same tile in the first round
WHOLE = Lot("whole", eager_player, None, 100)      # from the whole wall, where more hands are won
RANDOM = Lot("random", random_player, None, 300)
LOTS = (EAGER, WHOLE, RANDOM, FED, ALIKE)


class Table:
    """A table record and the engine that changes it."""

    def __init__(self, engine: Any) -> None:
        self.engine, self.kernels, self.session = engine, engine.kernels, engine.session
        self.record = tb.Table.zeros()
        self.copies = engine.rules.copies.tolist()

    def laid(self, seed: str, wall: Wall = laid_wall) -> list[int]:
        """A laid wall that fits the size of the rulebook's hands."""
        size, reserve = self.engine.rules.hand_size, -1 - self.engine.rules.reserve
        return wall(self.copies, seed, size, max(0, reserve) if size > HAND else 0)

    @property
    def state(self) -> bytes:
        """The whole table as bytes, the gaps between fields too."""
        return self.record.tobytes()

    @property
    def contents(self) -> bytes:
        """The fields that hold something, by name: a new field that a rulebook does not use changes nothing."""
        fields = sorted(tb.Table.FIELDS.values(), key=lambda field: _WRITTEN_AS.get(field.name, field.name))
        parts = [(_WRITTEN_AS.get(field.name, field.name), self._written(field)) for field in fields]
        return b"".join(name.encode() + content for name, content in parts if any(content))

    def _written(self, field: Field) -> bytes:
        """A field as golden files know it: points had four bytes when they were written, and these need no more."""
        content = self.record.raw[field.offset:field.offset + field.size]
        if field.name in ("score", "pot"):
            return array("i", content.cast("q")).tobytes()
        return content.tobytes()

    def restore(self, state: bytes) -> None:
        """Take the table back to a state."""
        self.record.restore(state)

    def start(self, seed: int) -> None:
        """A match before its first hand."""
        self.record.restore(bytes(tb.Table.SIZE))
        self.kernels.start_match(self.record, self.session, seed)

    def begin(self, wall: list[int] | None = None) -> None:
        """Deal a hand, from a laid wall if there is one."""
        if wall is not None:
            fill(self.record.wall, wall + [0] * (tb.WALL_ROOM - len(wall)))
            self.record.wall_front, self.record.wall_back = 0, len(wall)
        self.kernels.begin_hand(self.record, self.session, int(wall is None))

    @property
    def seat(self) -> int:
        """The asked seat with the lowest number."""
        asked = self.record.asked
        return (asked & -asked).bit_length() - 1

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.record.stage == codes.Stage.OVER

    def legal(self, seat: int) -> list[int]:
        """The legal answers of a seat."""
        count = self.kernels.legal_into(self.record, self.session, seat, self.engine.desk.legal)
        return [int(action) for action in self.engine.desk.legal[:count]]

    def play(self, seat: int, action: int) -> bool:
        """Whether the answer was taken."""
        return bool(self.kernels.play(self.record, self.session, seat, action))

    def finish(self) -> bool:
        """Prepare the next hand; whether there is one."""
        self.kernels.finish_hand(self.record, self.session)
        return not self.record.match_over


def play_out(table: Table, player: Player, rng: Random) -> Any:
    """Play the hand at a table to its end; a hash over all that was legal and all that was done."""
    seen = hashlib.sha256()
    for _step in range(MOST_STEPS):
        if table.over:
            return seen
        seat = table.seat
        legal = table.legal(seat)
        seen.update(repr((seat, legal)).encode())
        if not legal:
            return seen                 # only an engine or a rulebook that is wrong asks where there is nothing to say
        action = player(legal, line(table.record.held, seat).tolist(), rng)
        if action == FALSE_WIN:
            seen.update(b"false win" if table.play(seat, action) else b"refused")
        else:
            table.play(seat, action)
    return seen


def digests(engine: Any, lot: Lot, name: str) -> Iterator[str]:
    """What each hand of a lot came to: its answers, its table at the end, and who deals next."""
    table = Table(engine)
    table.start(1)
    for number in range(lot.hands):
        seed = f"{name} {lot.name} {number}"
        table.begin(table.laid(seed, lot.wall) if lot.wall else None)
        seen = play_out(table, lot.player, Random(seed))
        seen.update(table.contents)
        goes_on = table.finish()
        seen.update(table.contents)
        if not goes_on:
            table.start(number + 2)
        yield seen.hexdigest()


def fingerprint(engine: Any, lot: Lot, name: str) -> str:
    """One hash of all hands of a lot."""
    return hashlib.sha256("\n".join(digests(engine, lot, name)).encode()).hexdigest()


def sequences(table: Table, depth: int) -> int:
    """How many sequences of answers there are, each from the asked seat with the lowest number."""
    legal = [] if table.over else table.legal(table.seat)
    if depth == 1 or not legal:
        return len(legal)
    seat, before, found = table.seat, table.state, 0
    for action in legal:
        table.play(seat, action)
        found += sequences(table, depth - 1)
        table.restore(before)
    return found
