"""The reference runner of expressions: a checked tree becomes plain Python functions over a frame."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, assert_never

from quepu.engine.layout.field import WORD
from quepu.engine.layout.frame import Frame, FrameBlock, Place
from quepu.engine.machine import lowest
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.operations import SET_FLAGS, Operated, operation_of, rank, suit
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


def function(node: Expr) -> Function:
    """The tree as a function of an environment."""
    match node:
        case n.Number() | n.Text():
            return _constant(node)
        case n.Slot():
            return _as_promised(node, _number_at(node.place))
        case n.Variable():
            return _variable(node.name)
        case n.Property():
            return _property(node)
        case n.Compare() | n.Call() | n.Arithmetic() | n.Among() | n.Negative() | n.Table():
            return _operation(node)
        case n.And():
            return _both(node)
        case n.Or():
            return _either(node)
        case n.Not():
            return _no(node)
        case n.If():
            return _choose(node)
        case n.Loop():
            return _loop(node)
        case n.Defined():
            return function(node.body)
        case n.At() | n.Grid():
            return _as_promised(node, _operation(node))
        case n.Flag():
            return _bit("flags", node.bit)
        case n.Told():
            return _bit("told", node.bit)
        case n.Has():
            return _has(node.fan)
        case n.AnyFan():
            return _any_fan(node.fans)
        case n.Times():
            return _number_at(Place("fan_times", node.fan))
        case n.Waits():
            return _waits(node)
        case n.Paid():
            return _paid(node)
        case _:
            assert_never(node)


# -- operations --
def _operation(node: Operated) -> Function:
    """An operation on what its arguments give."""
    if isinstance(node, n.Grid):
        return _grid(node)
    operation = operation_of(node)
    fixed = _fixed(node, operation.nothing)
    meaning = partial(operation.meaning, *fixed) if fixed else operation.meaning
    given = [*(_READ[name] for name in operation.reads if name in _READ), *map(function, node.parts)]
    if operation.gives == BOOL:
        return _yes_or_no(meaning, given)
    if len(given) == 1:
        (one,) = given
        return lambda env: meaning(one(env))
    if len(given) == 2:
        left, right = given
        return lambda env: meaning(left(env), right(env))
    return lambda env: meaning(*[one(env) for one in given])


def _fixed(node: Operated, nothing: int | None) -> tuple[Any, ...]:
    """What an operation reads first, beside its arguments: what the tree says and never changes."""
    if isinstance(node, n.At):
        return (node.place.word, SEATS) if len(node.indexes) == 2 else (
            node.place.word, *index_of(node.indexes[0].type))
    return (nothing, node.numbers) if isinstance(node, n.Table) else ()


def _grid(node: n.Grid) -> Function:
    """A number of a list by a seat and a tile."""
    meaning = operation_of(node).meaning
    field, row, column = attrgetter(node.place.field), function(node.row), function(node.column)
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


#: what operations read beside their arguments: what the hand and the table say
_READ: dict[str, Function] = {
    "list": lambda env: env.numbers, "seat_count": seat_count, "out": lambda env: env.frame.out,
    "won": lambda env: env.frame.won, "winning": lambda env: env.frame.winning,
    "drawn_kinds": lambda env: env.frame.drawn_kinds,
    "wild_mask": lambda env: env.frame.wild_mask, "flower_owner": lambda env: env.flower_owner}


# -- reads --
def _constant(node: n.Number | n.Text) -> Function:
    value = node.value
    return lambda env: value


def _variable(name: str) -> Function:
    return lambda env: env.variables[name]


def _number_at(place: Place) -> Function:
    word = place.word
    return lambda env: env.numbers[word]


def _as_promised(node: n.Slot | n.At | n.Grid, read: Function) -> Function:
    """A read of the frame that gives a yes or no as 1 or 0, and no number outside the node's bounds."""
    low, high = node.bounds
    if node.type == BOOL:
        return lambda env: int(read(env) != 0)
    return (lambda env: min(high, max(low, read(env)))) if is_wide(node) else read


def _bit(field: str, bit: int) -> Function:
    word = Place(field).word
    return lambda env: env.numbers[word] >> bit & 1


def _has(fan: int) -> Function:
    word = Place("fan_times", fan).word
    return lambda env: int(env.numbers[word] > 0)


def _any_fan(fans: tuple[int, ...]) -> Function:
    words = [Place("fan_times", fan).word for fan in fans]
    return lambda env: int(any(env.numbers[word] > 0 for word in words))


def _waits(node: n.Waits) -> Function:
    word = node.place.word

    def waits(env: Env) -> int:
        if env.numbers[word] < 0 and env.count_waits is not None:
            env.count_waits(env.frame)
        return env.numbers[word]
    return waits


def _paid(node: n.Paid) -> Function:
    payer, receiver = function(node.payer), function(node.receiver)
    tag, (low, high) = node.tag, node.bounds

    def paid(env: Env) -> int:
        a, b = payer(env), receiver(env)
        rows = [row for row in (*env.earlier, *env.rows) if row.tag == tag]
        there = sum(int(row.amount) for row in rows if (row.payer, row.receiver) == (a, b))
        back = sum(int(row.amount) for row in rows if (row.payer, row.receiver) == (b, a))
        return min(high, max(low, there - back))
    return paid


# -- forms --
def _both(node: n.And) -> Function:
    parts = [function(part) for part in node.parts]
    return lambda env: int(all(part(env) for part in parts))


def _either(node: n.Or) -> Function:
    parts = [function(part) for part in node.parts]
    return lambda env: int(any(part(env) for part in parts))


def _no(node: n.Not) -> Function:
    inner = function(node.of)
    return lambda env: int(not inner(env))


def _choose(node: n.If) -> Function:
    test, yes, no = function(node.test), function(node.yes), function(node.no)
    return lambda env: yes(env) if test(env) else no(env)


# -- properties --
def _property(node: n.Property) -> Function:
    kind = node.of.type
    if kind in (SET, PAIR):
        return _block_property(node.name, function(node.of), kind == SET)
    return _row_property(node.name, function(node.of)) if kind == ROW else _operation(node)


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


def _loop(node: n.Loop) -> Function:
    variable, source = node.variable, node.source
    body, condition = function(node.body), function(node.condition)
    sources = [function(part) for part in node.given]

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

    match node.quantifier:
        case "all":
            return lambda env: int(all(values(env)))
        case "any":
            return lambda env: int(any(values(env)))
        case "count":
            return lambda env: sum(1 for _ in values(env))
        case "sum":
            return lambda env: sum(values(env))
        case "max":
            return lambda env: max(values(env), default=0)
        case "min":
            return lambda env: min(values(env), default=0)
        case _:
            assert_never(node.quantifier)
