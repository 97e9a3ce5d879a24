"""Hands played at the engine's table and what they come to: the fingerprint of a rulebook's play."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from quepu.core import procedure as p
from quepu.core import table as tb
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
        self.engine, self.kernels, self.rules = engine, engine.kernels, engine.rules
        self.array = np.zeros(1, dtype=tb.TABLE)
        self.record: Any = self.array.view(np.recarray)[0]
        self.stage, self._asked = self.array["stage"], self.array["asked"]
        self.copies = [int(count) for count in self.rules[p.AT_COPIES:p.AT_COPIES + 42]]

    def laid(self, seed: str, wall: Wall = laid_wall) -> list[int]:
        """A laid wall that fits the size of the rulebook's hands."""
        size, reserve = int(self.rules[p.HAND_SIZE]), -1 - int(self.rules[p.RESERVE])
        return wall(self.copies, seed, size, max(0, reserve) if size > HAND else 0)

    @property
    def state(self) -> bytes:
        """The whole table as bytes, the gaps between fields too."""
        return bytes(self.array.tobytes())

    @property
    def contents(self) -> bytes:
        """The fields that hold something, by name: a new field that a rulebook does not use changes nothing."""
        return b"".join(name.encode() + self.array[name].tobytes() for name in sorted(tb.TABLE.names or ())
                        if self.array[name].any())

    def restore(self, state: bytes) -> None:
        """Take the table back to a state."""
        self.array.view(np.uint8)[:] = np.frombuffer(state, dtype=np.uint8)

    def start(self, seed: int) -> None:
        """A match before its first hand."""
        self.array.view(np.uint8)[:] = 0
        self.kernels.start_match(self.record, self.rules, seed)

    def begin(self, wall: list[int] | None = None) -> None:
        """Deal a hand, from a laid wall if there is one."""
        if wall is not None:
            self.record.wall[:] = 0
            self.record.wall[:len(wall)] = wall
            self.record.wall_front, self.record.wall_back = 0, len(wall)
        self.kernels.begin_hand(self.record, self.rules, int(wall is None))

    @property
    def seat(self) -> int:
        """The asked seat with the lowest number."""
        asked = int(self._asked[0])
        return (asked & -asked).bit_length() - 1

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return bool(self.stage[0] == tb.ST_OVER)

    def legal(self, seat: int) -> list[int]:
        """The legal answers of a seat."""
        count = self.kernels.legal_into(self.record, self.rules, seat, self.engine.legal)
        return [int(action) for action in self.engine.legal[:count]]

    def play(self, seat: int, action: int) -> bool:
        """Whether the answer was taken."""
        return bool(self.kernels.play(self.record, self.rules, seat, action))

    def finish(self) -> bool:
        """Prepare the next hand; whether there is one."""
        self.kernels.finish_hand(self.record, self.rules)
        return not int(self.record.match_over)


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
        action = player(legal, table.record.held[seat].tolist(), rng)
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
