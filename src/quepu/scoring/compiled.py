"""The compiled form of a rulebook: single wins and batches, the same scores as the reference."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import comb
from operator import itemgetter
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from quepu.compiler.entries import belongs
from quepu.compiler.kernels import load_kernels
from quepu.engine.layout.divisions import FOREST_PAIR_WIDTH, FOREST_WIDTH, ScoreTables, Scoring
from quepu.engine.layout.frame import WORD_BITS
from quepu.engine.layout.kinds import ANSWERS
from quepu.engine.layout.table_facts import TURNED_ROOM
from quepu.engine.score import batch as pack
from quepu.engine.score.reading_facts import add_up, count_copies, count_tiles_of, counts_word
from quepu.errors import RulebookError
from quepu.facts import NO_FACTS
from quepu.faults import Fault
from quepu.hand import MELDS, Win
from quepu.packing import score_tables as arrays
from quepu.packing.score_row import forest_fans, kind_only
from quepu.packing.shared_tables import shared_bytes
from quepu.rulecode.machine_store import Machine, load_machine
from quepu.rulecode.score_functions import ENTRIES, regime_flags, scoring_trees
from quepu.scoring.compiled_search import CompiledSearch
from quepu.scoring.kept_tables import kept_table
from quepu.scoring.last_used import MOST_KEPT, LastUsed
from quepu.scoring.later_score import LaterScore
from quepu.scoring.result import Score
from quepu.tiles import FLOWERS

if TYPE_CHECKING:
    from quepu.book import Rulebook

TABLE_SETS = 4              # the table of combinations is for four sets; more are searched
MOST_PAIRS = 400_000        # combinations of four sets and a pair that make a fan together

#: the arrays of a batch
PACKED = ("tiles", "laid", "sums", "melds", "situations", "flags", "masks", "wild", "memory", "turned")
_MELDS_OF: Callable[[Any], int] = itemgetter(MELDS)
MOST_LAID = 200_000         # melds of whole hands that are remembered as possible
SORTED_TOGETHER = 16384     # hands of a batch that may change places, so that results are written near each other


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Batch:
    """Many wins packed side by side, sorted so that alike hands follow each other."""

    wins: Sequence[Any]                 # what they were made from, for explaining one of them
    tiles: Any
    laid: Any
    sums: Any                           # `hand_keys`, `hand_sizes`, `odd` of the workbench, the kinds, `counts_word`
    melds: Any
    situations: Any
    flags: Any
    masks: Any
    wild: Any
    memory: Any
    turned: Any                         # tiles turned up: how many, then (kind, lot) of each
    order: Any                          # which win each row of the arrays is
    by_reference: tuple[int, ...]       # wins the packed form cannot hold

    def __len__(self) -> int:
        return len(self.flags)

    @property
    def bytes_per_hand(self) -> float:
        """Memory of the packed arrays for one hand."""
        return float(sum(array.nbytes for array in self.arrays) / max(1, len(self)))

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The packed arrays, and at last the order of their rows."""
        return (*self.packed, self.order)

    @property
    def packed(self) -> tuple[Any, ...]:
        """The arrays in the order the engine takes them."""
        return (self.tiles, self.laid, self.sums, self.melds, self.situations, self.flags, self.masks, self.wild,
                self.memory, self.turned)


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

    __slots__ = ("_book", "_score", "_win", "_words", "legality", "total")

    def __init__(self, book: "Rulebook", win: Win, answer: tuple[int, int, int, int, int]) -> None:
        self._book, self._win = book, win
        self._score: Score | None = None
        self.total, self.legality, *self._words = answer

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
                found.append(names[word * WORD_BITS + low.bit_length() - 1].id)
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
        functions = load_machine(scoring_trees(model), ENTRIES, "book")
        self.frame, self.bench = arrays.frame_of(model), arrays.workbench()
        self.flag_bits = book.reference.frames.flag_bits
        self.memory_size = max((slot.slot + slot.size for slot in model.memory), default=0)
        self.rules = book.reference.rules
        self.tables = self._score_tables(functions)
        self.scoring = self._scoring(functions, self.tables)
        belongs(self.scoring, book.id)
        self._flag_masks: dict[frozenset[str], int] = {}
        self._laid = {0}                # melds of packed wins that can lie on a table, as `Win.code` has them
        self._fan_ids = tuple(fan.id for fan in model.fans)
        #: fans that may count more often than a byte of a batch can tell
        self._far = [place for place, fan in enumerate(model.fans)
                     if fan.count is not None and fan.count.high > pack.MOST_TIMES_TOLD]
        self._bound = self.engine.score_one.bound(self.frame, self.scoring, self.bench)
        self._score_one = self._bound.call
        # the batch scored last, while it lives, and what scores it
        self._last: tuple[Callable[[], Batch | None], Callable[..., None]] = (lambda: None, lambda *_into: None)

    def _scoring(self, functions: Machine, tables: ScoreTables) -> Scoring:
        return Scoring.build(rules=self.rules, tables=tables,
                             **{entry: functions.addresses[entry] for entry in ENTRIES})

    def _score_tables(self, functions: Machine) -> ScoreTables:
        """The large tables of scoring; those of combinations are the rulebook's own."""
        model, catalogue = self.book.model, self.book.model.catalogue
        most_sets = max((shape.sets for shape in model.shapes), default=4)

        def made(combined: bool) -> ScoreTables:
            plain = arrays.plain_tables(catalogue, most_sets)
            tables = ScoreTables.build(**plain, **arrays.NO_FOREST)
            if not combined:
                return tables
            own = {fan.index for fan in forest if any(drop.own for drop in fan.drops)}
            found = self._combinations(self._scoring(functions, tables), flags or [], functions)
            return ScoreTables.build(**plain, **arrays.forest_tables(
                *found, own, TABLE_SETS, comb(len(catalogue.sets) + 3, 4)))

        flags, forest = regime_flags(model), forest_fans(model)
        if forest and flags is not None and all(kind_only(fan) for fan in forest) and \
                any(shape.sets == TABLE_SETS for shape in model.shapes):
            return ScoreTables.over(kept_table(self.book, "scoring", lambda: made(combined=True)))
        made_from = (catalogue.sets, catalogue.made_sets, catalogue.pairs, most_sets)
        return ScoreTables.over(shared_bytes("scoring", made_from, lambda: made(combined=False)))

    def _combinations(self, scoring: Scoring, flags: list[int], functions: Machine) -> tuple[Any, Any]:
        """The best selection of combination fans for every four sets, for each of the flags their values depend on."""
        kinds = len(self.book.model.catalogue.sets)
        size = comb(kinds + 3, 4)
        found, extras = [], []
        answers = np.zeros(ANSWERS, dtype=np.int64)
        by_values: dict[bytes, tuple[Any, Any]] = {}        # flags that give the same values share a selection
        for regime in range(2 ** len(flags)):
            f = arrays.frame_of(self.book.model)
            f.flags = sum(1 << bit for place, bit in enumerate(flags) if regime >> place & 1)
            functions.call("prepare", f.address, answers.ctypes.data)
            values = f.fan_values[:len(self.book.model.fans)].tobytes()
            if values not in by_values:
                by_values[values] = self._selections(f, scoring, kinds, size)
            table, lines = by_values[values]
            found.append(table)
            extras.append(lines + np.array([regime * size, *[0] * (FOREST_PAIR_WIDTH - 1)], dtype=np.int32))
        return np.concatenate(found), np.concatenate(extras)

    def _selections(self, f: Any, scoring: Scoring, kinds: int, size: int) -> tuple[Any, Any]:
        """The best selection for every four sets, and those that a pair makes better, with the values of a frame."""
        table = np.zeros(size * FOREST_WIDTH, dtype=np.int32)
        extra = np.zeros(MOST_PAIRS * FOREST_PAIR_WIDTH, dtype=np.int32)        # only what is used takes room
        rows = self.engine.build_forest(f, scoring, self.bench, kinds, table, extra)
        if rows == MOST_PAIRS:
            raise RulebookError(Fault("score.pairs"))
        return table.reshape(-1, FOREST_WIDTH), extra.reshape(-1, FOREST_PAIR_WIDTH)[:rows]

    def batch(self, hands: Iterable[Any]) -> Batch:
        """Wins packed for `score_batch`: Win values, texts or worked-example dicts."""
        wins = [hand if isinstance(hand, Win) else self._win(hand) for hand in hands]
        if self.book.always_wild:
            wins = [self.book.with_wild(win) for win in wins]
        size, codes = len(wins), [win.code for win in wins]
        # such a one is never four numbers, so most batches need not look at each
        by_reference = tuple(index for index, win in enumerate(wins) if _is_unpackable(win)) if None in codes else ()
        tiles, laid = (np.zeros((size, 42), dtype=np.uint8) for _ in range(2))
        sums = np.zeros((size, 5), dtype=np.int64)
        melds = np.zeros((size, 2 * pack.MELD_ROOM), dtype=np.uint8)
        situations = np.zeros((size, pack.SITUATION_WIDTH), dtype=np.int16)
        flags, masks, wild = (np.zeros(size, dtype=np.int64) for _ in range(3))
        memory = np.zeros((size, self.memory_size), dtype=np.int32)
        turned = np.zeros((size, self._turned_width(wins)), dtype=np.int16)
        batch = Batch(wins, tiles, laid, sums, melds, situations, flags, masks, wild, memory, turned,
                      np.arange(size, dtype=np.int32), by_reference)
        if self.memory_size or None in codes:
            self._pack_frames(batch)
        elif wins:
            if not self._laid.issuperset(map(_MELDS_OF, codes)):
                self._check_melds(wins)
            known = self._flag_masks
            try:
                flags[:] = [known[win.flags] for win in wins]
            except KeyError:            # some have not been seen yet
                flags[:] = [self._flag_mask(win) for win in wins]
            numbers = chain.from_iterable(code for code in codes if code is not None)
            packed = np.fromiter(numbers, dtype=np.int64, count=4 * size).reshape(size, 4)
            places = self.book.model.hand_size + 1
            wrong = self.engine.unpack_many(packed, places, self.frame, self.rules, self.bench, tiles, laid, sums,
                                            melds, situations, masks)
            if wrong >= 0:
                self._pack_frames(batch)            # checks every win and tells what is wrong
        return _sorted(batch)

    def _pack_frames(self, batch: Batch) -> None:
        """Pack wins that are more than four numbers: with memory, wild tiles or unusual sets."""
        frames, bench = self.book.reference.frames, self.book.reference.bench
        for index, win in enumerate(batch.wins):
            self.book.check(win)
            f = frames.base(win)
            batch.tiles[index], batch.laid[index] = f.held, f.laid
            add_up(f, self.rules, bench)
            count_copies(f)
            count_tiles_of(f)
            batch.sums[index] = bench.hand_keys, bench.hand_sizes, bench.odd, f.tile_mask, counts_word(f)
            for place in range(f.meld_count):
                batch.melds[index, 2 * place:2 * place + 2] = f.sets[place].kind, f.sets[place].flags
            batch.situations[index] = (
                f.win_tile, f.self_draw, f.seat, f.round, f.discarder, f.flower_mask >> 34,
                f.red_count, f.meld_count, f.open_count, f.open_chow_count, f.kong_count, f.concealed_kong_count)
            batch.flags[index], batch.masks[index] = f.told, f.held_mask
            batch.wild[index] = f.wild_mask
            batch.memory[index] = f.memory[:self.memory_size]
            if batch.turned.shape[1]:
                told = [f.turned_count, *(number for one in f.turned for number in (one.kind, one.lot))]
                batch.turned[index] = told[:batch.turned.shape[1]]

    def _turned_width(self, wins: Sequence[Win]) -> int:
        """Columns for the tiles turned up; none where no rule speaks of them."""
        if not self.book.model.words.turned:
            return 0
        told = any(key.startswith("turned.") for win in wins for key in win.state)
        return 1 + pack.TURNED_WIDTH * (TURNED_ROOM if told else 0)

    def _flag_mask(self, win: Win) -> int:
        """The flags of a win as bits; unknown ones are told."""
        mask = self._flag_masks.get(win.flags)
        if mask is None:
            self.book.check(win)
            mask = sum(1 << self.flag_bits[name] for name in win.flags if name in self.flag_bits)
            self._flag_masks[win.flags] = mask
        return mask

    def _check_melds(self, wins: Sequence[Win]) -> None:
        """Look at melds nobody has looked at before: whether they can lie on a table the packed form does not ask."""
        new = {win.code[MELDS]: win for win in wins if win.code is not None}
        if len(self._laid) > MOST_LAID:
            self._laid = {0}
        for melds in new.keys() - self._laid:
            self.book.check(new[melds])
            self._laid.add(melds)

    def _win(self, hand: Any) -> Win:
        if isinstance(hand, dict):
            from quepu.examples.worked import read_example
            return self.book.win(read_example(self.book, hand)[1])
        return self.book.win(hand)

    def score_batch(self, batch: Batch) -> BatchResult:
        """Totals, legality and fan counts of a batch."""
        model = self.book.model
        total = np.zeros(len(batch), dtype=np.int32)
        legality = np.zeros(len(batch), dtype=np.int8)
        counts = np.zeros((len(batch), len(model.fans)), dtype=np.uint8)
        last, score_into = self._last           # at once: another thread may put its own there
        if last() is not batch:
            score_into = self.engine.score_many.begun(*batch.packed, self.frame, self.scoring, self.bench, batch.order)
            self._last = ref(batch), score_into
        score_into(total, legality, counts)
        if self._far:
            counts = self._counted_far(batch, counts)
        for index in batch.by_reference:
            score = self._by_reference(batch.wins[index])
            total[index] = score.total
            legality[index] = -1 if not score.complete else int(score.legal)
            counts[index] = 0
            for fan, times in score.times.items():
                counts[index, model.words.fans[fan]] = times
        return BatchResult(total, legality, counts, self._fan_ids)

    def _by_reference(self, win: Win) -> LaterScore:
        """The score of a win that the packed form cannot hold: nobody asks for its payments."""
        win = self.book.win(win)
        if not win.options:
            return LaterScore(self.book, win, CompiledSearch(self.book))
        told = self.book.with_options(**dict(win.options))
        return LaterScore(told, told.win(replace(win, options=NO_FACTS)))

    def _counted_far(self, batch: Batch, counts: Any) -> Any:
        """How often fans count, more often than a byte can tell too: such hands are scored once more, one at a time."""
        wide = counts.astype(np.int32)
        if not any((counts[:, fan] == pack.MOST_TIMES_TOLD).any() for fan in self._far):
            return wide
        far = (counts[:, self._far] == pack.MOST_TIMES_TOLD).any(axis=1)
        bench, first = arrays.workbench(), np.zeros(1, dtype=np.int32)      # its own: other threads use ours
        total, legality, once = first.copy(), np.zeros(1, dtype=np.int8), np.zeros_like(counts[:1])
        for row in np.flatnonzero(far[batch.order]).tolist():
            packed = [array[row:row + 1] for array in batch.packed]
            self.engine.score_many.begun(*packed, self.frame, self.scoring, bench, first)(total, legality, once)
            for fan in np.flatnonzero(counts[batch.order[row]] == pack.MOST_TIMES_TOLD).tolist():
                wide[batch.order[row], fan] = bench.best_times[fan]
        return wide

    def score(self, win: Win) -> FastScore:
        """The score of one win."""
        win = self.book.with_wild(win)
        if win.code is None or self.memory_size:
            result = self.score_batch(self.batch([win]))
            words = self.bench.best_present.tolist() if result.legality[0] >= 0 else (0, 0, 0)
            if _is_unpackable(win):     # the reference counted it
                counted = np.flatnonzero(result.fan_counts[0]).tolist()
                words = [sum(1 << index % WORD_BITS for index in counted if index // WORD_BITS == word)
                         for word in range(3)]
            return FastScore(self.book, win, (int(result.total[0]), int(result.legality[0]), *words))
        if win.code[MELDS] not in self._laid:
            self._check_melds([win])
        answer = self._score_one(*win.code, self._flag_mask(win))
        if answer[1] < 0:
            self.engine.score_one.check(answer[0], self.scoring)
            self.book.check(win)         # not complete: perhaps it cannot even be a hand
        return FastScore(self.book, win, answer)


def _is_unpackable(win: Win) -> bool:
    """Whether the packed form cannot hold a win: options of its own, or honours laid aside as flowers are."""
    return bool(win.options) or any(kind < FLOWERS.start for kind in win.hand.flowers)


def _ones(words: Any) -> Any:
    """How many bits are set in each word: in pairs, fours and eights side by side, then the eights added up."""
    bits = words.astype(np.uint64)
    bits = bits - (bits >> 1 & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    return (bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56


def _sorted(batch: Batch) -> Batch:
    """The batch with alike hands side by side, so that the machine guesses branches better."""
    facts = batch.situations.astype(np.uint16)
    kinds = _ones(batch.masks).astype(np.uint16)
    keys = (facts[:, pack.AT_MELDS] << 13 | kinds << 9 | facts[:, pack.AT_CHOWS] << 6 | facts[:, pack.AT_KONGS] << 3
            | facts[:, pack.AT_SELF_DRAW])
    order = np.concatenate([np.zeros(0, dtype=np.int32), *(
        first + np.argsort(keys[first:first + SORTED_TOGETHER], kind="stable").astype(np.int32)
        for first in range(0, len(keys), SORTED_TOGETHER))])
    return replace(batch, order=order, **{name: getattr(batch, name).take(order, axis=0) for name in PACKED})


_kept: LastUsed[Compiled] = LastUsed(MOST_KEPT)


def compiled(book: "Rulebook") -> Compiled:
    """The compiled form of a rulebook, made once; the first time on a machine takes some seconds."""
    def make() -> Compiled:
        if sys.stderr.isatty():
            print(f"compiling {book.id} ...", file=sys.stderr, flush=True)
        return Compiled(book)
    return _kept.of(book.model, make)
