"""What a rulebook's scoring sees of a reading: those that agree in it score alike.

Wild tiles make tens of thousands of readings, and to most rulebooks nearly all are the same.  What an expression
looks at is known from its tree: single numbers of the frame, and whole loops, of which only what they come to matters.
"""

from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import assert_never

from quepu.engine.layout.field import WORD
from quepu.engine.layout.frame import Frame, FrameBlock, Place
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import Env, Function, function
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.operations import SET_FLAGS
from quepu.rulebook.language.vocabulary import ITERABLES, PAIR, SET, TILE, Seen
from quepu.rulebook.language.walk import clauses, parts_of
from quepu.rulebook.model.model import Fan, Model, Shape
from quepu.rulecode.folding import KIND_PROPERTIES, fold, free_variables, source_kinds
from quepu.scoring.element_loops import ElementLoop, element_loop


def _words_of(field: str) -> range:
    """The places of a field's numbers among all of the frame."""
    one = Frame.FIELDS[field]
    return range(one.offset // WORD, (one.offset + one.size) // WORD)


_NAMES = tuple(Frame.FIELDS)
#: what differs between the readings of a win; its waits do not, and the total and what failed are what comes out
_VARYING = {*_NAMES[_NAMES.index("fours"):_NAMES.index("counts")], "counts", "sets", "pairs"} - {
    "wait_count", "live_wait_count", "total", "failed"}
_EVERY = frozenset(word for field in _VARYING for word in _words_of(field))
_MASKS = {"tiles": "tile_mask", "kinds": "tile_mask", "sets": "set_mask", "chows": "set_mask", "pungs": "set_mask",
          "pairs": "pair_mask"}
_TYPES = {"tile_mask": TILE, "set_mask": SET, "pair_mask": PAIR}
_KIND, _FLAGS, _WILDS = (FrameBlock.FIELDS[column].offset // WORD for column in ("kind", "flags", "wilds"))
_WIDTH = FrameBlock.SIZE // WORD


def _column(field: str, column: int) -> range:
    """One number of each set or pair."""
    words = _words_of(field)
    return range(words.start + column, words.stop, _WIDTH)


#: what depends on the block that holds the winning tile
_OF_WIN = frozenset({*_words_of("win_place"), *_words_of("win_as"), *_words_of("concealed_pung_count"),
                     *_column("sets", _FLAGS), *_column("pairs", _FLAGS)})


class Sight:
    """What is seen of readings as one shape."""

    def __init__(self, model: Model, shape: Shape) -> None:
        self._model = model
        self._words: set[int] = set()
        self._loops: dict[int, Function | ElementLoop] = {}     # by the loop's id: trees are shared
        self._in_loops: set[int] = set()
        self._known: set[int] = set()
        picked = 0
        for tree in (*_trees(model), shape.when):
            if tree is not None:
                self._look(tree)
        for fan in model.fans:
            if fan.pick is not None:
                picked |= self._pick(fan)
        self.sees_win = bool(_OF_WIN & (self._words | self._in_loops))      # or the winning tile may be anywhere
        words = tuple(sorted(self._words))
        self._numbers: Callable[[memoryview], object] = itemgetter(*words) if words else lambda _numbers: ()
        self._features = [*self._loops.values(), *([_kinds_among(picked)] if picked else [])]

    def begun(self) -> Callable[[Env], tuple[object, ...]]:
        """What is seen of the readings of one win, each in an environment's frame."""
        numbers = self._numbers
        features = [one.begun() if isinstance(one, ElementLoop) else one for one in self._features]
        return lambda env: (numbers(env.numbers), *[feature(env) for feature in features])

    def _look(self, node: Expr, picked: frozenset[str] = frozenset()) -> None:
        """Note what a tree sees; the kinds of sets that are `picked` are noted apart."""
        if not picked and id(node) in self._known:
            return
        self._known.add(id(node))
        if isinstance(node, n.Loop) and not free_variables(node) and not any(map(_is_late, parts_of(node))):
            seen = {word for part in parts_of(node) for word in _seen_by(part)} & _EVERY
            self._in_loops |= seen
            if seen:
                self._loops[id(node)] = _by_mask(self._model, node) or element_loop(
                    self._model, node, _sees) or function(node)
            return
        if not (isinstance(node, n.Property) and node.name in KIND_PROPERTIES and isinstance(node.of, n.Variable)
                and node.of.name in picked):
            self._words.update(word for word in _seen_by(node) if word in _EVERY)
        for part in node.parts:
            self._look(part, picked)

    def _pick(self, fan: Fan) -> int:
        """Note what a pick sees; the kinds of sets that may be picked, as bits."""
        assert fan.pick is not None
        self._words.update((*_words_of("set_count"), *_words_of("pair_count")))
        conditions = list(clauses(fan.when)) if fan.when is not None else []
        names = frozenset(name for name, source in fan.pick.parts if source != "pairs")
        kinds = 0
        for name, source in fan.pick.parts:
            if source == "pairs":
                self._words.update(_column("pairs", _KIND))
                continue
            if source == "kongs":
                self._words.update(_column("sets", _FLAGS))
            elif source not in ("sets", "chows", "pungs"):
                self._words.update(_EVERY)
            own = source_kinds(self._model.catalogue, source)
            for condition in conditions:
                if set(free_variables(condition)) == {name}:
                    folded = fold(self._model, condition, name, SET)
                    own &= own if folded is None else folded
            kinds |= own
        for condition in conditions:
            self._look(condition, names if free_variables(condition) else frozenset())
        return kinds


def _trees(model: Model) -> Iterator[Expr | None]:
    """Every expression that scoring a reading evaluates, picks and the conditions of shapes aside."""
    score = model.score
    yield from (score.total, score.cap, score.minimum, score.counts, *score.compare)
    yield from (rule.when for rule in model.requirements)
    yield from (tally.becomes for tally in model.tallies)
    for fan in model.fans:
        yield from (fan.value, fan.count, None if fan.pick is not None else fan.when)


def _is_late(node: Expr) -> bool:
    """What a loop may not hold to be one number: it comes out of scoring, or is counted only where it is asked for."""
    return isinstance(node, n.Has | n.Times | n.AnyFan | n.Waits | n.Paid)


def _seen_by(node: Expr) -> Iterable[int]:
    """The places of the numbers that a node reads itself."""
    match node:
        case n.Slot(place=place):
            return (place.word,) if place.field in _VARYING else ()
        case n.At(place=place) | n.Grid(place=place):
            return _words_of(place.field) if place.field in _VARYING else ()
        case n.Loop(source=source):
            return _run_over(source)
        case n.Property(name=name, of=of):
            return () if of.type not in (SET, PAIR) else _column(
                "sets" if of.type == SET else "pairs",
                _FLAGS if name in SET_FLAGS else _WILDS if name == "wilds" else _KIND)
        case n.Paid():
            return _EVERY
        case n.Number() | n.Text() | n.Flag() | n.Told() | n.Has() | n.Times() | n.AnyFan() | n.Waits() \
                | n.Variable() | n.Defined() | n.And() | n.Or() | n.Not() | n.If() | n.Call() | n.Table() \
                | n.Arithmetic() | n.Negative() | n.Compare() | n.Among():
            return ()                   # nothing itself, or only what is the same in every reading or comes out
        case _:
            assert_never(node)


def _sees(node: Expr) -> bool:
    """Whether a node itself reads anything that differs between readings."""
    return not _EVERY.isdisjoint(_seen_by(node))


def _run_over(source: str) -> Iterator[int]:
    """What a loop reads to find its elements."""
    if source in ("tiles", "kinds"):
        yield from _words_of("counts")
    elif source in ("sets", "chows", "pungs", "kongs"):
        yield from _words_of("set_count")
        if source != "sets":
            yield from _column("sets", _FLAGS if source == "kongs" else _KIND)
    elif source == "pairs":
        yield from _words_of("pair_count")
    elif source not in ("mask", "list") and ITERABLES[source].seen is not Seen.SAME:
        yield from _EVERY


def _by_mask(model: Model, node: n.Loop) -> Function | None:
    """Whether all or any of the kinds present fulfil a condition, asked of the frame's masks; None: it is no such loop.
    """
    name, source = node.quantifier, node.source
    field = _MASKS.get(source, "")
    if name not in ("all", "any") or not field or node.given:
        return None
    holds, among = (fold(model, part, node.variable, _TYPES[field]) for part in node.parts)
    if holds is None or among is None:
        return None
    if field == "set_mask":
        among &= source_kinds(model.catalogue, source)
    word, mask = Place(field).word, among & ~holds if name == "all" else among & holds
    return lambda env: env.numbers[word] & mask == 0


def _kinds_among(kinds: int) -> Function:
    """Which of these kinds each set is; -1 for all others."""
    places = tuple(_column("sets", _KIND))

    def seen(env: Env) -> tuple[int, ...]:
        numbers = env.numbers
        return tuple([numbers[place] if kinds >> numbers[place] & 1 else -1 for place in places])
    return seen
