"""The compiled form of a rulebook: single wins and batches, the same scores as the reference."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from quepu.core import frame as at
from quepu.core import pack
from quepu.core import rules as r
from quepu.hand import Win
from quepu.scoring import arrays
from quepu.scoring.hands import check_win
from quepu.scoring.module_cache import ENTRIES, load_book, load_kernels
from quepu.scoring.module_text import module_text, regime_flags
from quepu.scoring.result import Score
from quepu.scoring.tables import forest_fans, kind_only

if TYPE_CHECKING:
    from quepu.scoring.book import Rulebook

TABLE_SETS = 4              # the table of combinations is for four sets; more are searched


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Many wins packed side by side."""

    wins: Sequence[Any]                 # what they were made from, for explaining one of them
    tiles: Any
    melds: Any
    situations: Any
    flags: Any
    wild: Any
    memory: Any
    by_reference: tuple[int, ...]       # wins the packed form cannot hold

    def __len__(self) -> int:
        return len(self.flags)

    @property
    def bytes_per_hand(self) -> float:
        """Memory of the packed arrays for one hand."""
        return sum(a.nbytes for a in (self.tiles, self.melds, self.situations, self.flags, self.wild, self.memory)) / max(1, len(self))


@dataclass(frozen=True, slots=True, eq=False)
class BatchResult:
    """Scores of a batch as arrays; `legality` is 1 legal, 0 complete but not allowed, -1 not complete."""

    total: Any
    legality: Any
    fan_counts: Any
    fan_ids: tuple[str, ...]

    @property
    def legal(self) -> Any:
        """Which wins are legal."""
        return self.legality == 1


class FastScore:
    """The score of one win: total, legality and fans at once, everything else when it is asked for."""

    __slots__ = ("_book", "_counts", "_score", "_win", "_words", "legality", "total")

    def __init__(self, book: "Rulebook", win: Win, answer: tuple[int, int, int, int, int], counts: dict[int, int]) -> None:
        self._book, self._win, self._words, self._counts = book, win, answer[2:], counts
        self._score: Score | None = None
        self.total, self.legality = answer[0], answer[1]

    @property
    def legal(self) -> bool:
        """Whether the win is allowed."""
        return self.legality == 1

    @property
    def fan_ids(self) -> tuple[str, ...]:
        """The fans that count, in the order of the rulebook."""
        names = self._book.model.fans
        found = []
        for word, bits in enumerate(self._words):
            while bits:
                low = bits & -bits
                found.append(names[word * at.WORD_BITS + low.bit_length() - 1].id)
                bits ^= low
        return tuple(found)

    @property
    def score(self) -> Score:
        """The full score, with reading, dropped fans, ledger and explanation."""
        if self._score is None:
            self._score = self._book.score(self._win)
        return self._score

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.score, name)


class Compiled:
    """A rulebook's compiled form."""

    def __init__(self, book: "Rulebook") -> None:
        self.book = book
        model = book.model
        self.engine = load_kernels()
        functions = load_book(module_text(model))
        self.frame, self.room = arrays.frame_of(model), arrays.room()
        self.flag_bits = book.reference.frames.flag_bits
        self.memory_size = max((slot.slot + slot.size for slot in model.memory), default=at.MEMORY) - at.MEMORY
        self.rules, parts = arrays.rules_and_tables(model)
        for entry, place in ENTRIES.items():
            self.rules[place] = getattr(functions, entry).address
        self._functions = functions     # keeps the machine code alive
        flags, forest = regime_flags(model), forest_fans(model)
        if forest and flags is not None and all(kind_only(fan) for fan in forest) and \
                any(shape.sets == TABLE_SETS for shape in model.shapes):
            parts.append(self._forest_table(flags))
            self.rules[r.FOREST_SETS] = TABLE_SETS
            self.rules[r.FOREST_SIZE] = comb(len(model.catalogue.sets) + 3, 4)
            self.rules[r.AT_FOREST] = sum(len(part) for part in parts[:-1])
        self.tables = np.concatenate(parts)

    def _forest_table(self, flags: list[int]) -> Any:
        """The best selection of combination fans for every four sets, once for each way their values can be."""
        kinds = len(self.book.model.catalogue.sets)
        found = []
        for regime in range(2 ** len(flags)):
            f = arrays.frame_of(self.book.model)
            f[at.FLAGS] = sum(1 << bit for place, bit in enumerate(flags) if regime >> place & 1)
            table = np.full(comb(kinds + 3, 4) * r.FOREST_WIDTH, -1, dtype=np.int32)
            self.engine.build_forest(f, self.rules, self.room, kinds, table)
            found.append(table)
        return np.concatenate(found)

    def batch(self, hands: Iterable[Any]) -> Batch:
        """Wins packed for `score_batch`: Win values, texts or worked-example dicts."""
        wins = [self._win(hand) for hand in hands]
        size = len(wins)
        tiles = np.zeros((size, 42), dtype=np.uint8)
        melds = np.zeros((size, 2 * pack.MELD_ROOM), dtype=np.uint8)
        situations = np.zeros((size, pack.SITUATION_WIDTH), dtype=np.int16)
        flags = np.zeros(size, dtype=np.int64)
        wild = np.zeros(size, dtype=np.int64)
        memory = np.zeros((size, self.memory_size), dtype=np.int32)
        by_reference = []
        frames = self.book.reference.frames
        for index, win in enumerate(wins):
            row = tiles[index]
            for kind in win.hand.concealed:
                row[kind] += 1
            for place, meld in enumerate(win.hand.melds):
                melds[index, 2 * place] = self.book.model.catalogue.find(meld.tiles)
                melds[index, 2 * place + 1] = at.IS_MELD | (at.IS_CONCEALED if meld.is_concealed else at.IS_OPEN) | (
                    at.IS_KONG if len(meld.tiles) == 4 else 0) | (at.IS_ADDED if meld.form == "added" else 0)
            situations[index] = (
                -1 if win.tile is None else win.tile, win.self_draw, win.seat, win.round,
                -1 if win.discarder is None else win.discarder, sum(1 << (kind - 34) for kind in win.hand.flowers),
                len(win.hand.marks) + sum(len(meld.marks) for meld in win.hand.melds) + win.tile_mark, len(win.hand.melds))
            flags[index] = sum(1 << self.flag_bits[name] for name in win.flags if name in self.flag_bits)
            wild[index] = sum(1 << kind for kind in win.wild)
            if self.memory_size:
                memory[index] = frames.base(win)[at.MEMORY:at.MEMORY + self.memory_size]
            if win.options or any(len(meld.tiles) == 4 and not meld.is_kong for meld in win.hand.melds):
                by_reference.append(index)
        return Batch(wins, tiles, melds, situations, flags, wild, memory, tuple(by_reference))

    def _win(self, hand: Any) -> Win:
        if isinstance(hand, dict):
            from quepu.scoring.examples import read_example
            hand = read_example(self.book, hand)[1]
        if isinstance(hand, Win):
            check_win(self.book.model, hand)
            return hand
        return self.book.win(hand)

    def score_batch(self, batch: Batch) -> BatchResult:
        """Totals, legality and fan counts of a batch."""
        model = self.book.model
        total = np.zeros(len(batch), dtype=np.int32)
        legality = np.zeros(len(batch), dtype=np.int8)
        counts = np.zeros((len(batch), len(model.fans)), dtype=np.uint8)
        self.engine.score_many(batch.tiles, batch.melds, batch.situations, batch.flags, batch.wild, batch.memory, self.frame,
                               self.rules, self.tables, self.room, total, legality, counts)
        for index in batch.by_reference:
            score = self.book.score(batch.wins[index])
            total[index] = score.total
            legality[index] = -1 if not score.complete else int(score.legal)
            counts[index] = 0
            for fan in score.fans:
                counts[index, model.words.fans[fan.id]] = fan.count
        return BatchResult(total, legality, counts, tuple(fan.id for fan in model.fans))

    def score(self, win: Win) -> FastScore:
        """The score of one win."""
        batch = self.batch([win])
        result = self.score_batch(batch)
        words = [int(word) for word in self.room[r.BEST_PRESENT:r.BEST_PRESENT + 3]]
        return FastScore(self.book, win, (int(result.total[0]), int(result.legality[0]), words[0], words[1], words[2]), {})


_kept: dict[int, Compiled] = {}


def compiled(book: "Rulebook") -> Compiled:
    """The compiled form of a rulebook, made once; the first time on a machine takes some seconds."""
    key = id(book.model)
    if key not in _kept:
        if sys.stderr.isatty():
            print(f"compiling {book.id} ...", end="\r", file=sys.stderr, flush=True)
        _kept[key] = Compiled(book)
    return _kept[key]
