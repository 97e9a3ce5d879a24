"""The reference runner of expressions: a checked tree becomes plain Python functions over a frame."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from quepu import tiles
from quepu.core import frame as at
from quepu.core import situation as table
from quepu.rulebook import catalogue as cat
from quepu.rulebook.catalogue import Catalogue
from quepu.rulebook.expression import Node
from quepu.rulebook.vocabulary import PAIR, ROW, SEAT, SET, TILE


class Env:
    """What an expression sees: the frame, the catalogue, loop variables, ledger rows, and who counts waits."""

    __slots__ = ("catalogue", "count_waits", "earlier", "flower_owner", "frame", "rows", "variables")

    def __init__(self, frame: list[int], catalogue: Catalogue, flower_owner: Sequence[int] = (0, 1, 2, 3) * 2) -> None:
        self.frame = frame
        self.catalogue = catalogue
        self.flower_owner = flower_owner
        self.variables: dict[str, Any] = {}
        self.rows: list[Any] = []           # of this occasion
        self.earlier: list[Any] = []        # of the occasions before it
        self.count_waits: Callable[[list[int]], None] | None = None     # fills WAITS and LIVE_WAITS of a frame


Function = Callable[[Env], Any]


def function(node: Node) -> Function:
    """The tree as a function of an environment."""
    made: Function = globals()["_" + _METHODS.get(node.op, node.op)](node)
    return made


_METHODS = {"+": "arithmetic", "-": "arithmetic", "*": "arithmetic", "//": "arithmetic", "%": "arithmetic",
            "==": "compare", "!=": "compare", "<": "compare", "<=": "compare", ">": "compare", ">=": "compare",
            "and": "both", "or": "either", "not": "no", "in": "inside", "if": "choose", "at": "lookup",
            "has": "has", "times": "slot"}


def _const(node: Node) -> Function:
    value = node.value
    return lambda env: value


def _slot(node: Node) -> Function:
    slot = node.number
    return lambda env: env.frame[slot]


def _has(node: Node) -> Function:
    slot = node.number
    return lambda env: int(env.frame[slot] > 0)


def _any_fan(node: Node) -> Function:
    slots = node.numbers
    return lambda env: int(any(env.frame[slot] > 0 for slot in slots))


def _waits(node: Node) -> Function:
    slot = node.number

    def waits(env: Env) -> int:
        if env.frame[slot] < 0 and env.count_waits is not None:
            env.count_waits(env.frame)
        return env.frame[slot]
    return waits


def _flag(node: Node) -> Function:
    bit = node.number
    return lambda env: env.frame[at.FLAGS] >> bit & 1


def _told(node: Node) -> Function:
    bit = node.number
    return lambda env: env.frame[at.TOLD] >> bit & 1


def _var(node: Node) -> Function:
    name = node.word
    return lambda env: env.variables[name]


def _define(node: Node) -> Function:
    return function(node.args[0])


def _lookup(node: Node) -> Function:
    base = node.number
    first = function(node.args[0])
    if len(node.args) == 1:
        def one(env: Env) -> int:
            index = first(env)
            return env.frame[base + index] if index >= 0 else 0
        return one
    second = function(node.args[1])

    def two(env: Env) -> int:
        row, column = first(env), second(env)
        return env.frame[base + 4 * row + column] if row >= 0 and column >= 0 else 0
    return two


def _grid(node: Node) -> Function:
    base = node.number
    seat, tile = function(node.args[0]), function(node.args[1])

    def cell(env: Env) -> int:
        row, column = seat(env), tile(env)
        return env.frame[base + tiles.KIND_COUNT * row + column] if row >= 0 and column >= 0 else 0
    return cell


def _table(node: Node) -> Function:
    of = function(node.args[0])
    numbers = node.numbers

    def entry(env: Env) -> int:
        index = of(env)
        return numbers[index] if index >= 0 else -1
    return entry


def _both(node: Node) -> Function:
    parts = [function(arg) for arg in node.args]
    return lambda env: int(all(part(env) for part in parts))


def _either(node: Node) -> Function:
    parts = [function(arg) for arg in node.args]
    return lambda env: int(any(part(env) for part in parts))


def _no(node: Node) -> Function:
    inner = function(node.args[0])
    return lambda env: int(not inner(env))


def _neg(node: Node) -> Function:
    inner = function(node.args[0])
    return lambda env: -inner(env)


def _arithmetic(node: Node) -> Function:
    left, right = function(node.args[0]), function(node.args[1])
    return {"+": lambda env: left(env) + right(env), "-": lambda env: left(env) - right(env),
            "*": lambda env: left(env) * right(env), "//": lambda env: left(env) // right(env),
            "%": lambda env: left(env) % right(env)}[node.op]


def _compare(node: Node) -> Function:
    left, right = function(node.args[0]), function(node.args[1])
    return {"==": lambda env: int(left(env) == right(env)), "!=": lambda env: int(left(env) != right(env)),
            "<": lambda env: int(left(env) < right(env)), "<=": lambda env: int(left(env) <= right(env)),
            ">": lambda env: int(left(env) > right(env)), ">=": lambda env: int(left(env) >= right(env))}[node.op]


def _inside(node: Node) -> Function:
    tile, mask = function(node.args[0]), function(node.args[1])

    def inside(env: Env) -> int:
        kind = tile(env)
        return int(kind >= 0 and mask(env) >> kind & 1)
    return inside


def _choose(node: Node) -> Function:
    test, yes, no = (function(arg) for arg in node.args)
    return lambda env: yes(env) if test(env) else no(env)


def _call(node: Node) -> Function:
    args = [function(arg) for arg in node.args]
    made: dict[str, Function] = {
        "abs": lambda env: abs(args[0](env)),
        "max": lambda env: max(arg(env) for arg in args),
        "min": lambda env: min(arg(env) for arg in args),
        "distinct": lambda env: int(len({arg(env) for arg in args}) == len(args)),
        "doubled": lambda env: args[0](env) << min(20, max(0, args[1](env))),
        "ceil_to": lambda env: -(-args[0](env) // args[1](env)) * args[1](env),
        "half_up": lambda env: (args[0](env) + 1) // 2,
        "next_seat": lambda env: (args[0](env) + args[1](env)) % seat_count(env),
    }
    return made[node.word]


def seat_count(env: Env) -> int:
    """How many seats play: four unless the table says fewer."""
    return (env.frame[table.SEAT_COUNT] or 4) if len(env.frame) > table.SEAT_COUNT else 4


def _paid(node: Node) -> Function:
    payer, receiver = function(node.args[0]), function(node.args[1])
    tag = node.word

    def paid(env: Env) -> int:
        a, b = payer(env), receiver(env)
        rows = [row for row in (*env.earlier, *env.rows) if row.tag == tag]
        there = sum(int(row.amount) for row in rows if (row.payer, row.receiver) == (a, b))
        back = sum(int(row.amount) for row in rows if (row.payer, row.receiver) == (b, a))
        return there - back
    return paid


# -- properties --
_TILE: dict[str, Callable[[int], int]] = {
    "rank": tiles.rank, "suit": tiles.suit,
    "is_suited": lambda t: int(0 <= t < 27), "is_honor": lambda t: int(27 <= t < 34),
    "is_wind": lambda t: int(27 <= t < 31), "is_dragon": lambda t: int(31 <= t < 34),
    "is_terminal": lambda t: int(0 <= t < 27 and t % 9 in (0, 8)), "is_flower": lambda t: int(t >= 34),
}
_SET_FLAG = {"is_kong": at.IS_KONG, "is_meld": at.IS_MELD, "is_open": at.IS_OPEN, "is_concealed": at.IS_CONCEALED,
             "is_added": at.IS_ADDED, "wins": at.IS_WIN}


def _prop(node: Node) -> Function:
    of = function(node.args[0])
    kind = node.args[0].type
    make: Callable[[str, Function, bool], Function] = {
        TILE: _tile_property, SET: _block_property, PAIR: _block_property, SEAT: _seat_property,
        ROW: _row_property}[kind]
    return make(node.word, of, kind == SET)


def _tile_property(name: str, of: Function, _set: bool) -> Function:
    if name == "is_wild":
        return lambda env: int(of(env) >= 0 and env.frame[at.WILD_MASK] >> of(env) & 1)
    if name == "owner":
        return lambda env: env.flower_owner[of(env) - 34] if of(env) >= 34 else -1
    plain = _TILE[name]

    def value(env: Env) -> int:
        tile = of(env)
        return plain(tile) if tile >= 0 else 0
    return value


def _block_property(name: str, of: Function, is_set: bool) -> Function:
    base, width = (at.SET_AT, at.SET_WIDTH) if is_set else (at.PAIR_AT, at.PAIR_WIDTH)
    if name in _SET_FLAG:
        bit = _SET_FLAG[name]
        return lambda env: int(env.frame[base + width * of(env) + 1] & bit != 0)
    if name == "wilds":
        return lambda env: env.frame[base + width * of(env) + 2]

    def kind(env: Env) -> int:
        place: int = of(env)
        return env.frame[base + width * place]

    def blocks(env: Env) -> Sequence[tuple[int, ...]]:
        return env.catalogue.sets if is_set else env.catalogue.pairs
    made: dict[str, Function] = {
        "tile": lambda env: blocks(env)[kind(env)][0],
        "tiles": lambda env: sum(1 << t for t in set(blocks(env)[kind(env)])),
        "suit": lambda env: tiles.suit(blocks(env)[kind(env)][0]),
        "rank": lambda env: tiles.rank(blocks(env)[kind(env)][0]),
        "low": lambda env: tiles.rank(blocks(env)[kind(env)][0]),
        "is_chow": lambda env: int(env.catalogue.set_form[kind(env)] == cat.CHOW),
        "is_pung": lambda env: int(env.catalogue.set_form[kind(env)] == cat.PUNG),
        "is_equal": lambda env: int(blocks(env)[kind(env)][0] == blocks(env)[kind(env)][1]),
    }
    return made[name]


def _seat_property(name: str, of: Function, _set: bool) -> Function:
    def is_out(env: Env) -> int:
        seat = of(env)
        return env.frame[table.OUT] >> seat & 1 if seat >= 0 else 0
    made: dict[str, Function] = {"is_dealer": lambda env: int(of(env) == 0), "wind": lambda env: tiles.EAST + of(env),
                                 "is_out": is_out}
    return made[name]


def _row_property(name: str, of: Function, _set: bool) -> Function:
    return lambda env: getattr(of(env), name)


# -- loops --
def bits(mask: int) -> Iterator[int]:
    """The places of the ones in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def elements(env: Env, source: str) -> Iterator[Any]:
    """What a loop runs over."""
    f = env.frame
    if source == "tiles":
        for kind in range(42):
            for _copy in range(f[at.COUNTS + kind]):
                yield kind
    elif source == "kinds":
        yield from (kind for kind in range(42) if f[at.COUNTS + kind])
    elif source == "flowers":
        yield from bits(f[at.FLOWER_MASK])
    elif source == "melds":
        yield from range(f[at.MELDS])
    elif source in ("sets", "chows", "pungs", "kongs"):
        form = {"chows": cat.CHOW, "pungs": cat.PUNG}.get(source)
        for place in range(f[at.SETS]):
            start = at.SET_AT + at.SET_WIDTH * place
            if (form is None or env.catalogue.set_form[f[start]] == form) and \
                    (source != "kongs" or f[start + 1] & at.IS_KONG):
                yield place
    elif source == "pairs":
        yield from range(f[at.PAIRS])
    elif source == "suits":
        yield from range(3)
    elif source == "seats":
        yield from range(seat_count(env))
    elif source == "payers":
        yield from (seat for seat in range(seat_count(env)) if seat != f[at.SEAT])
    elif source == "rows":
        yield from env.rows


def table_elements(f: list[int], source: str, args: list[int]) -> Iterator[int]:
    """What a loop over a list of the table runs over; the seat is the last argument."""
    seat = args[-1]
    if source == "turned":
        lot = args[0] if len(args) == 1 else args[0] + table.LOTS * (1 + seat) if seat >= 0 else -1
        for index in range(f[table.TURNED]):
            place = table.TURNED + 1 + table.TURNED_WIDTH * index
            if f[place + 1] == lot:
                yield f[place]
    elif seat < 0:
        return
    elif source == "waits":
        yield from bits(f[table.WAITS_OF + seat])
    elif source == "heard":
        yield from bits(f[table.HEARD_OF + seat])
    elif source == "discards":
        start = table.RIVERS + table.RIVER_WIDTH * seat
        yield from f[start + 1:start + 1 + f[start]]
    else:
        start = (table.HANDS if source == "hand_of" else table.LAID_BY) + tiles.KIND_COUNT * seat
        for kind in range(tiles.KIND_COUNT):
            for _copy in range(f[start + kind]):
                yield kind


def _loop(node: Node) -> Function:
    name, variable, source = node.loop
    body, condition = function(node.args[0]), function(node.args[1])
    sources = [function(arg) for arg in node.args[2:]]

    def values(env: Env) -> Iterator[Any]:
        before = env.variables.get(variable)
        if source == "list":
            every: Iterator[Any] = (one(env) for one in sources)
        elif source == "mask":
            every = bits(sources[0](env))
        elif sources:
            every = table_elements(env.frame, source, [one(env) for one in sources])
        else:
            every = elements(env, source)
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
