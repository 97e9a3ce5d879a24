"""The reference runner of expressions: a checked tree becomes plain Python functions over a frame."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any

from quepu.engine.layout.field import WORD
from quepu.engine.layout.frame import Frame, FrameBlock, Place
from quepu.engine.machine import lowest
from quepu.rulebook.language.node import Node
from quepu.rulebook.language.operations import SET_FLAGS, operation_of, rank, suit
from quepu.rulebook.language.ranges import SEATS, index_of, is_wide
from quepu.rulebook.language.sources import source_of_loop
from quepu.rulebook.language.vocabulary import BOOL, PAIR, ROW, SET
from quepu.rulebook.model import catalogue as cat
from quepu.rulebook.model.catalogue import Catalogue
from quepu.tiles import KIND_COUNT


class Env:
    """What an expression sees: the frame, the catalogue, loop variables, ledger rows, and who counts waits."""

    __slots__ = ("catalogue", "count_waits", "earlier", "flower_owner", "frame", "numbers", "rows", "variables")

    def __init__(self, frame: Frame, catalogue: Catalogue, flower_owner: Sequence[int] = (0, 1, 2, 3) * 2) -> None:
        self.see(frame)
        self.catalogue = catalogue
        self.flower_owner = flower_owner
        self.variables: dict[str, Any] = {}
        self.rows: list[Any] = []           # of this occasion
        self.earlier: list[Any] = []        # of the occasions before it
        self.count_waits: Callable[[Frame], None] | None = None     # fills `wait_count` and `live_wait_count`

    def see(self, frame: Frame) -> None:
        """Look at a frame from now on."""
        self.frame = frame
        self.numbers = frame.numbers        # by its place a number is found sooner than by its name


Function = Callable[[Env], Any]


def function(node: Node) -> Function:
    """The tree as a function of an environment."""
    made: Function = globals()["_" + _METHODS.get(node.op, node.op)](node)
    return made


_METHODS = {**dict.fromkeys(("+", "-", "*", "//", "%", "neg", "==", "!=", "<", "<=", ">", ">=", "in", "call", "table"),
                            "operation"),
            "and": "both", "or": "either", "not": "no", "if": "choose", "at": "lookup", "grid": "lookup"}


# -- operations --
def _operation(node: Node) -> Function:
    """An operation on what its arguments give."""
    operation = operation_of(node)
    if operation.reads == ("grid",):
        return _grid(node, operation.meaning)
    fixed = [_FIXED[name](node) for name in operation.reads if name in _FIXED]
    meaning = partial(operation.meaning, *fixed) if fixed else operation.meaning
    given = [*(_READ[name] for name in operation.reads if name in _READ), *map(function, node.args)]
    if operation.gives == BOOL:
        return _yes_or_no(meaning, given)
    if len(given) == 1:
        (one,) = given
        return lambda env: meaning(one(env))
    if len(given) == 2:
        left, right = given
        return lambda env: meaning(left(env), right(env))
    return lambda env: meaning(*[one(env) for one in given])


def _grid(node: Node, meaning: Callable[..., int]) -> Function:
    """A number of a list by a seat and a tile."""
    field, row, column = attrgetter(node.place.field), function(node.args[0]), function(node.args[1])
    return lambda env: meaning(field(env.frame), row(env), column(env))


def _yes_or_no(meaning: Callable[..., int], given: list[Function]) -> Function:
    """1 or 0, which can be counted."""
    if len(given) == 2:
        left, right = given
        return lambda env: int(meaning(left(env), right(env)))
    return lambda env: int(meaning(*[one(env) for one in given]))


def seat_count(env: Env) -> int:
    """How many seats play: four unless the table says fewer."""
    return env.frame.seat_count or SEATS


#: what operations read beside their arguments: what the tree says, and what the hand and the table say
_FIXED: dict[str, Callable[[Node], Any]] = {
    "base": lambda node: node.place.word, "first": lambda node: index_of(node.args[0].type)[0],
    "last": lambda node: index_of(node.args[0].type)[1], "width": lambda node: SEATS,
    "numbers": lambda node: node.numbers, "nothing": lambda node: operation_of(node).nothing}
_READ: dict[str, Function] = {
    "list": lambda env: env.numbers, "seat_count": seat_count, "out": lambda env: env.frame.out,
    "won": lambda env: env.frame.won, "winning": lambda env: env.frame.winning,
    "drawn_kinds": lambda env: env.frame.drawn_kinds,
    "wild_mask": lambda env: env.frame.wild_mask, "flower_owner": lambda env: env.flower_owner}


def _lookup(node: Node) -> Function:
    return _as_promised(node, _operation(node))


# -- reads --
def _const(node: Node) -> Function:
    value = node.value
    return lambda env: value


def _slot(node: Node) -> Function:
    return _as_promised(node, _number_at(node.place))


def _number_at(place: Place) -> Function:
    word = place.word
    return lambda env: env.numbers[word]


def _as_promised(node: Node, read: Function) -> Function:
    """A read of the frame that gives a yes or no as 1 or 0, and no number outside the node's bounds."""
    low, high = node.low, node.high
    if node.type == BOOL:
        return lambda env: int(read(env) != 0)
    return (lambda env: min(high, max(low, read(env)))) if is_wide(node) else read


def _times(node: Node) -> Function:
    return _number_at(Place("fan_times", node.number))


def _has(node: Node) -> Function:
    word = Place("fan_times", node.number).word
    return lambda env: int(env.numbers[word] > 0)


def _any_fan(node: Node) -> Function:
    words = [Place("fan_times", fan).word for fan in node.numbers]
    return lambda env: int(any(env.numbers[word] > 0 for word in words))


def _waits(node: Node) -> Function:
    word = node.place.word

    def waits(env: Env) -> int:
        if env.numbers[word] < 0 and env.count_waits is not None:
            env.count_waits(env.frame)
        return env.numbers[word]
    return waits


def _flag(node: Node) -> Function:
    bit, word = node.number, Place("flags").word
    return lambda env: env.numbers[word] >> bit & 1


def _told(node: Node) -> Function:
    bit, word = node.number, Place("told").word
    return lambda env: env.numbers[word] >> bit & 1


def _var(node: Node) -> Function:
    name = node.word
    return lambda env: env.variables[name]


def _define(node: Node) -> Function:
    return function(node.args[0])


def _both(node: Node) -> Function:
    parts = [function(arg) for arg in node.args]
    return lambda env: int(all(part(env) for part in parts))


def _either(node: Node) -> Function:
    parts = [function(arg) for arg in node.args]
    return lambda env: int(any(part(env) for part in parts))


def _no(node: Node) -> Function:
    inner = function(node.args[0])
    return lambda env: int(not inner(env))


def _choose(node: Node) -> Function:
    test, yes, no = (function(arg) for arg in node.args)
    return lambda env: yes(env) if test(env) else no(env)


def _paid(node: Node) -> Function:
    payer, receiver = function(node.args[0]), function(node.args[1])
    tag, low, high = node.word, node.low, node.high

    def paid(env: Env) -> int:
        a, b = payer(env), receiver(env)
        rows = [row for row in (*env.earlier, *env.rows) if row.tag == tag]
        there = sum(int(row.amount) for row in rows if (row.payer, row.receiver) == (a, b))
        back = sum(int(row.amount) for row in rows if (row.payer, row.receiver) == (b, a))
        return min(high, max(low, there - back))
    return paid


# -- properties --
def _prop(node: Node) -> Function:
    of, kind = node.args[0], node.args[0].type
    if kind in (SET, PAIR):
        return _block_property(node.word, function(of), kind == SET)
    return _row_property(node.word, function(of)) if kind == ROW else _operation(node)


def _block_property(name: str, of: Function, is_set: bool) -> Function:
    """What is said of a set or pair: how it lies stands in the frame, what it is made of in the catalogue."""
    width = FrameBlock.SIZE // WORD
    first, flags, wilds = (Place("sets" if is_set else "pairs", FrameBlock.FIELDS[field].offset // WORD).word
                           for field in ("kind", "flags", "wilds"))
    if name in SET_FLAGS:
        bit = SET_FLAGS[name]
        return lambda env: int(env.numbers[flags + width * of(env)] & bit != 0)
    if name == "wilds":
        return lambda env: env.numbers[wilds + width * of(env)]

    def kind(env: Env) -> int:
        place: int = of(env)
        return env.numbers[first + width * place]

    def blocks(env: Env) -> Sequence[tuple[int, ...]]:
        return env.catalogue.sets if is_set else env.catalogue.pairs
    made: dict[str, Function] = {
        "tile": lambda env: blocks(env)[kind(env)][0],
        "tiles": lambda env: (env.catalogue.set_mask if is_set else env.catalogue.pair_mask)[kind(env)],
        "suit": lambda env: suit(blocks(env)[kind(env)][0]),
        "rank": lambda env: rank(blocks(env)[kind(env)][0]),
        "low": lambda env: rank(blocks(env)[kind(env)][0]),
        "is_chow": lambda env: int(env.catalogue.set_form[kind(env)] == cat.CHOW),
        "is_pung": lambda env: int(env.catalogue.set_form[kind(env)] == cat.PUNG),
        "is_equal": lambda env: int(blocks(env)[kind(env)][0] == blocks(env)[kind(env)][1]),
    }
    return made[name]


def _row_property(name: str, of: Function) -> Function:
    return lambda env: getattr(of(env), name)


# -- loops --
def bits(mask: int) -> Iterator[int]:
    """The places of the ones in a mask, lowest first."""
    while mask:
        yield lowest(mask)
        mask &= mask - 1


def elements(env: Env, name: str, args: Sequence[int] = ()) -> Iterable[Any]:
    """What a loop runs over."""
    if name == "rows":
        return env.rows
    source = source_of_loop(name, len(args))
    return source.elements(env.frame, *[_RUN_OVER[word](env) for word in source.reads], *args)


def _present(env: Env) -> int:
    """The kinds present; counted, since frames are also looked at before their masks are worked out."""
    counts = env.frame.counts
    return sum(1 << kind for kind in range(KIND_COUNT) if counts[kind])


#: what sources read beside the frame and their arguments
_RUN_OVER: dict[str, Function] = {
    "seat_count": seat_count, "tile_mask": _present,
    "chows": lambda env: sets_of(env.catalogue, cat.CHOW), "pungs": lambda env: sets_of(env.catalogue, cat.PUNG)}


def sets_of(catalogue: Catalogue, form: int) -> int:
    """The kinds of sets of one form, as bits."""
    return _forms(catalogue.set_form, form)


@lru_cache(maxsize=200)
def _forms(of_kinds: tuple[int, ...], form: int) -> int:
    return sum(1 << kind for kind, of in enumerate(of_kinds) if of == form)


def _loop(node: Node) -> Function:
    name, variable, source = node.loop
    body, condition = function(node.args[0]), function(node.args[1])
    sources = [function(arg) for arg in node.args[2:]]

    def values(env: Env) -> Iterator[Any]:
        before = env.variables.get(variable)
        given = [one(env) for one in sources]
        every = given if source == "list" else elements(env, source, given)
        try:
            for element in every:
                env.variables[variable] = element
                if condition(env):
                    yield body(env)
        finally:
            env.variables[variable] = before

    made: dict[str, Function] = {
        "all": lambda env: int(all(values(env))),
        "any": lambda env: int(any(values(env))),
        "count": lambda env: sum(1 for _ in values(env)),
        "sum": lambda env: sum(values(env)),
        "max": lambda env: max(values(env), default=0),
        "min": lambda env: min(values(env), default=0),
    }
    return made[name]


def clauses(node: Node) -> Iterator[Node]:
    """The parts of a condition that must all hold, defines written out."""
    if node.op in ("and", "define"):
        for arg in node.args:
            yield from clauses(arg)
    else:
        yield node
