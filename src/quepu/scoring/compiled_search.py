"""The search for the best reading by the compiled form; the reference explains the one that it finds."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from quepu.engine.layout.frame import Frame
from quepu.engine.score.ranking import (
    AT_BLOCKS,
    AT_COUNT,
    AT_FIXED,
    AT_MOVED,
    AT_PLACE,
    AT_SHAPE,
    AT_TOTAL,
    AT_WIN_AS,
    BLOCK_BITS,
    HALF,
    RANK_WIDTH,
    WILD_SHIFT,
)
from quepu.engine.score.reading_facts import place_win
from quepu.hand import Win
from quepu.rulebook.language.evaluate import Env
from quepu.rulebook.language.node import Number
from quepu.scoring.compiled_blocks import CompiledBlockSearch
from quepu.scoring.reference import Division, Outcome
from quepu.scoring.search import MOST_OTHERS, Divided, Found, Search
from quepu.tiles import kinds_in

if TYPE_CHECKING:
    from quepu.book import Rulebook

#: divisions that are asked for, and asked for again where many of them are the same in words
_ROOMS = (64, 1024, 1 << 18)
_BLOCK, _WILD = (1 << WILD_SHIFT) - 1, (1 << BLOCK_BITS - WILD_SHIFT) - 1


class CompiledSearch(Search):
    """Finds the best readings of the wins of one rulebook, hands with wild tiles by its compiled form.

    Waits and distances of every hand are found by it.
    """

    def __init__(self, book: "Rulebook") -> None:
        super().__init__(book.reference)
        self.blocks = CompiledBlockSearch()
        self._book = book
        self._values = [(fan.index, fan.value.value) for fan in book.model.fans if isinstance(fan.value, Number)]

    def found(self, win: Win) -> Found:
        """The best reading of a win, and the others that are told."""
        base, env = self.reference.begun(win, self.waits)
        if not self._is_of_many(base):
            plain, divided = self._divided_best(base, env)
            return Found(plain, self.others(win, plain, divided))
        best: Outcome | None = None
        others: tuple[tuple[str, int], ...] = ()
        for room in _ROOMS:
            first, ranked = self._ranked(base, room)
            if first is None:
                break
            best = best or self._explained(base, env, first)
            others = self.others(win, best, self._divided(ranked))
            if len(others) == MOST_OTHERS or len(ranked) < room:
                break
        return Found(best, others)

    def best(self, win: Win) -> Outcome | None:
        """The best reading of a win."""
        base, env = self.reference.begun(win, self.waits)
        if not self._is_of_many(base):
            return self._divided_best(base, env)[0]
        first, _ranked = self._ranked(base, 0)
        return None if first is None else self._explained(base, env, first)

    def waits(self, f: Frame) -> list[int]:
        """The kinds that complete the tiles held before the win in a frame, in any shape."""
        form = self._book.compiled()
        return list(kinds_in(form.engine.waits_by_form(f, form.scoring, form.bench)))

    def _is_of_many(self, base: Frame) -> bool:
        """Whether a hand may have more readings than the reference goes through at once."""
        return bool(base.wild_count or self.reference.rules.imagined)

    def _ranked(self, base: Frame, room: int) -> tuple[list[int] | None, list[list[int]]]:
        """The best reading, if there is any, and so many of the divisions that are worth most."""
        form, f = self._book.compiled(), base.copy()
        for index, value in self._values:       # the compiled form takes them for written
            f.fan_values[index] = value
        best, ranked = np.zeros(RANK_WIDTH, dtype=np.int64), np.zeros((room, RANK_WIDTH), dtype=np.int64)
        count = form.engine.rank_readings(f, form.scoring, form.bench, best, ranked)
        return (None, []) if count < 0 else (best.tolist(), ranked[:count].tolist())

    def _explained(self, base: Frame, env: Env, row: list[int]) -> Outcome:
        """A reading scored by the reference."""
        f, shape, division = base.copy(), self.reference.model.shapes[row[AT_SHAPE]], _division(row)
        self.reference.lay(f, shape, row[AT_FIXED], division, row[AT_MOVED])
        place_win(f, self.reference.rules, row[AT_PLACE], row[AT_WIN_AS])
        env.see(f)
        return self.reference.outcome(env, shape, division)

    def _divided(self, ranked: list[list[int]]) -> Iterator[Divided]:
        for row in ranked:
            yield Divided(row[AT_FIXED], _division(row), row[AT_TOTAL])


def _division(row: list[int]) -> Division:
    """The blocks of a row."""
    def block(level: int) -> tuple[int, int]:
        code = row[AT_BLOCKS + level // HALF] >> BLOCK_BITS * (level % HALF)
        return code & _BLOCK, code >> WILD_SHIFT & _WILD
    return tuple(block(level) for level in range(row[AT_COUNT]))
