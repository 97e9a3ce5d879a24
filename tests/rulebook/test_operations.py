"""Every operation x values, none, nobody and numbers from outside: meaning, reference, plain and compiled agree."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from quepu.engine.layout.frame import Frame, Place, SetFlag
from quepu.engine.layout.record import fill, line
from quepu.engine.layout.table_facts import LOTS
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.node import Expr, Quantifier
from quepu.rulebook.language.operations import OPERATIONS, Operation
from quepu.rulebook.language.ranges import SEATS, index_of, proven
from quepu.rulebook.language.sources import SOURCES
from quepu.rulebook.language.vocabulary import BOOL, FUNCTIONS, INT, ITERABLES, PROPERTIES, SEAT, SUIT, TILE, TILES
from quepu.rulebook.language.vocabulary import MELD as MELD_TYPE
from quepu.rulebook.model import catalogue as cat
from quepu.rulecode.meanings import meaning_of, template_of
from quepu.rulecode.play_functions import PlayTrees, play_trees
from quepu.rulecode.play_loader import load_play, plain_play
from quepu.tiles import KIND_COUNT
from tests.laid.frames import asking, blank, model_of

#: values of each type, then what is none or nobody, then what no table can hold
VALUES = {INT: (0, 1, 7, -3, 25), SEAT: (0, 1, 3), TILE: (0, 8, 9, 26, 27, 30, 31, 33, 34, 41), SUIT: (0, 3),
          TILES: (0, 1, 1 << 41 | 1 << 30 | 5),
          MELD_TYPE: tuple(31 | flags << 6 | 4 << 12 | form << 15 for flags in (3, 7, 13, 39) for form in (1, 2))}
NOTHING = {SEAT: (-1,), TILE: (-1,), SUIT: (-1,), INT: (), TILES: (), MELD_TYPE: ()}
OUTSIDE = {INT: (10**5, -10**5), SEAT: (4, 7, -2, 100_000), TILE: (42, 63, 64, 1000, -2, -100_000), SUIT: (9,),
           TILES: ((1 << 42) - 1,), MELD_TYPE: ((1 << 17) - 1,)}
PLACES = tuple(Place("memory", number) for number in range(3))       # memory: nothing is known of what it holds
#: a list is also read by a tile and, of dice, by a number
EVERY = (*OPERATIONS.values(), *(replace(OPERATIONS["at"], takes=(kind,)) for kind in (TILE, INT)))
WIDE = (-2**40, 2**40)
NUMBERS = tuple(3 * kind % 11 - 1 for kind in range(KIND_COUNT))


def frame_of(values: tuple[int, ...]) -> Frame:
    f = blank(model())
    f.wild_mask, f.out, f.seat_count = 1 << 5 | 1 << 33, 0b1010, 3
    f.won, f.winning, f.drawn_kinds = 0b0110, 0b0101, 1 << 8 | 1 << 41
    fill(f.waits_of, [5, 6, 7, 8])
    fill(f.visible, range(100, 100 + KIND_COUNT))
    for seat in range(SEATS):
        fill(line(f.marked_by, seat), range(1000 + KIND_COUNT * seat, 1000 + KIND_COUNT * (seat + 1)))
    fill(f.dice, [3, 4, 5, 6])
    fill(f.memory[10:26], range(50, 66))
    for place, value in zip(PLACES, values, strict=False):
        f.memory[place.at] = value
    return f


@cache
def model() -> Any:
    return model_of("")


def node_of(operation: Operation, args: tuple[Expr, ...]) -> Expr:
    """The tree of an operation."""
    name, wide = operation.name, (-10**9, 10**9)
    match name:
        case "at":
            lists = {TILE: Place("visible"), SEAT: Place("waits_of"), INT: Place("dice", -1)}
            return n.At(lists[args[0].type], args, bounds=wide)
        case "at pair":
            return n.At(Place("memory", 10), args, bounds=wide)
        case "grid":
            return n.Grid(Place("marked_by"), *args, bounds=wide)
        case "table":
            return n.Table(NUMBERS, *args, bounds=wide)
        case "neg":
            return n.Negative(*args, bounds=wide)
        case "in":
            return n.Among(*args, bounds=wide)
        case "+" | "-" | "*" | "//" | "%":
            return n.Arithmetic(name, *args, bounds=wide)
        case "==" | "!=" | "<" | "<=" | ">" | ">=":
            return n.Compare(name, *args, bounds=wide)
    if "." in name:
        return n.Property(name.split(".")[1], *args, type=operation.gives, bounds=wide)
    return n.Call(name, args, type=operation.gives, bounds=wide)


def meant(operation: Operation, node: Expr, values: tuple[int, ...], f: Frame) -> int:
    """What the meaning itself says."""
    read = {"seat_count": f.seat_count, "out": f.out, "won": f.won, "winning": f.winning, "drawn_kinds": f.drawn_kinds,
            "wild_mask": f.wild_mask, "flower_owner": model().flower_owner, "numbers": NUMBERS, "nothing": -1,
            "width": SEATS}
    if isinstance(node, n.At | n.Grid):
        read["list"] = read["grid"] = getattr(f, node.place.field)
        read["base"] = node.place.at
    if operation.name == "at":
        read["first"], read["last"] = index_of(operation.takes[0])
    return int(operation.meaning(*[read[word] for word in operation.reads], *values))


def arguments(kinds: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """All combinations of values; one argument at a time is none, nobody or from outside."""
    yield from product(*[VALUES[kind] for kind in kinds])
    for place, kind in enumerate(kinds):
        for strange in (*NOTHING[kind], *OUTSIDE[kind]):
            yield from product(*[(strange,) if other == place else VALUES[one][:2] for other, one in enumerate(kinds)])


def variants(operation: Operation) -> Iterator[tuple[Expr, str]]:
    """The operation on places of memory, on constants, on variables of which more is known, and on calculations."""
    takes = operation.takes
    slots = [n.Slot(place, type=kind, bounds=WIDE) for kind, place in zip(takes, PLACES, strict=False)]
    yield node_of(operation, tuple(slots)), "unknown"
    worked_out = [n.If(n.Slot(Place("actor"), type=BOOL), slot, slot, type=kind, bounds=slot.bounds)
                  for kind, slot in zip(takes, slots, strict=True)]
    yield node_of(operation, tuple(worked_out)), "worked out"


def constants(operation: Operation) -> Iterator[tuple[Expr, tuple[int, ...]]]:
    """The operation with the last argument, or all of them, written in the rulebook."""
    takes = operation.takes
    for values in arguments(takes):
        if any(value in OUTSIDE[kind] and kind != INT for kind, value in zip(takes, values, strict=True)):
            continue                    # nobody can write it
        args = [n.exactly(value, kind) for kind, value in zip(takes, values, strict=True)]
        yield node_of(operation, tuple(args)), values
        first = n.Slot(PLACES[0], type=takes[0], bounds=WIDE)
        yield node_of(operation, (first, *args[1:])), values


def asked(nodes: list[Expr]) -> tuple[PlayTrees, list[Any]]:
    paths = [("kong", f"k{number}", "when") for number in range(len(nodes))]
    # a seat or tile is answered as it is: what is none of this table would be told as nobody
    play = play_trees(asking(model(), {path: plain(node) for path, node in zip(paths, nodes, strict=True)}))
    return play, paths


def plain(node: Expr) -> Expr:
    """The node as a number, so that it is answered whatever it is."""
    return n.Arithmetic("+", node, n.Number(), bounds=node.bounds)


def reference(node: Expr, f: Frame) -> int:
    return int(function(node)(Env(f, model().catalogue, model().flower_owner)))


@cache
def unknown() -> tuple[list[tuple[Operation, Expr]], PlayTrees, Any, Any]:
    """Every operation on places of memory, generated once for all tests."""
    cases = [(operation, node) for operation in EVERY for node, _how in variants(operation)]
    play, _paths = asked([node for _operation, node in cases])
    return cases, play, plain_play(play), load_play(play)


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_means_the_same_everywhere(name: str) -> None:
    cases, play, plainly, compiled = unknown()
    tried = 0
    for number, (operation, node) in enumerate(cases):
        if operation.name != name:
            continue
        place = play.numbers["kong", f"k{number}", "when"]
        for values in arguments(operation.takes):
            f = frame_of(values)
            right = meant(operation, node, values, f)
            found = (reference(node, f), plainly.ask(f, place), compiled.call("ask", f.address, place))
            assert found == (right, right, right), (values, number)
            tried += 1
    assert tried >= 10


@pytest.mark.parametrize("name", [name for name, operation in OPERATIONS.items() if operation.nothing is not None])
def test_none_and_nobody_give_what_is_said(name: str) -> None:
    operation = OPERATIONS[name]
    node = node_of(operation, tuple(n.Slot(place, type=kind) for kind, place
                                    in zip(operation.takes, PLACES, strict=False)))
    for place, kind in enumerate(operation.takes):
        for strange in (*NOTHING[kind], *(OUTSIDE[kind] if kind in (SEAT, TILE) else ())):
            values = tuple(strange if other == place else VALUES[one][1] for other, one in enumerate(operation.takes))
            assert meant(operation, node, values, frame_of(values)) == operation.nothing


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_is_written_in_the_rulebook_means_the_same(name: str) -> None:
    """Constants are what folds, and what tests are left out for."""
    operation = OPERATIONS[name]
    cases = list(constants(operation))
    play, paths = asked([node for node, _values in cases])
    plainly = plain_play(play)
    for (node, values), path in zip(cases, paths, strict=True):
        f = frame_of(values)
        right = meant(operation, node, values, f)
        assert reference(node, f) == right
        assert path not in play.numbers or plainly.ask(f, play.numbers[path]) == right, values


# -- forms: what decides, chooses, and reads the hand --
A, B = (n.Slot(place, bounds=WIDE) for place in PLACES[:2])
YES, NO = n.Slot(PLACES[0], type=BOOL), n.Slot(PLACES[1], type=BOOL)
FORMS: list[tuple[str, Expr, Any]] = [
    ("and", n.And((YES, NO)), lambda a, b: a != 0 and b != 0),
    ("or", n.Or((YES, NO)), lambda a, b: a != 0 or b != 0),
    ("not", n.Not(YES), lambda a, b: a == 0),
    ("if", n.If(YES, B, A, bounds=WIDE), lambda a, b: b if a else a),
    ("const", n.Number(7), lambda a, b: 7),
    ("define", n.Defined("d", A, bounds=WIDE), lambda a, b: a),
    ("slot", A, lambda a, b: a),
    ("bool slot", YES, lambda a, b: a != 0),
    ("flag", n.Flag(3), lambda a, b: 1),
    ("flag not set", n.Flag(2), lambda a, b: 0),
    ("told", n.Told(1), lambda a, b: 1),
    ("has", n.Has(1), lambda a, b: 1),
    ("has not", n.Has(0), lambda a, b: 0),
    ("times", n.Times(1), lambda a, b: 1),
    ("any_fan", n.AnyFan((0, 1)), lambda a, b: 1),
    ("any_fan not", n.AnyFan((0, 2)), lambda a, b: 0),
    ("waits", n.Waits(Place("wait_count")), lambda a, b: 4),
    ("paid", n.Paid("never", n.Slot(PLACES[0], type=SEAT), n.Slot(PLACES[1], type=SEAT)),
     lambda a, b: 0),
]


@pytest.mark.parametrize("number", range(len(FORMS)), ids=[name for name, _node, _meant in FORMS])
def test_a_form_means_the_same_everywhere(number: int) -> None:
    _name, node, says = FORMS[number]
    play, [path] = asked([node])
    plainly, compiled = plain_play(play), load_play(play)
    for a, b in product((0, 1, 7, -3), (0, 1, -1, 42)):
        f = frame_of((a, b))
        f.flags, f.told, f.fan_times[1], f.present[0], f.wait_count = 8, 2, 1, 2, 4
        right = int(says(a, b))
        place = play.numbers[path]
        assert (reference(node, f), plainly.ask(f, place), compiled.call("ask", f.address, place)) == (right,) * 3


# -- loops --
def loop(name: Quantifier, source: str, args: tuple[Expr, ...]) -> Expr:
    """count, sum, max, min of the elements themselves, any and all of those below 5."""
    each = n.Variable("x", type=SOURCES[source].gives, bounds=(-1, KIND_COUNT - 1))
    body = n.Compare("<", each, n.Number(5)) if name in ("all", "any") else each
    return n.Loop(name, "x", source.split()[0], body, n.Number(1, type=BOOL), args,
                  type=BOOL if name in ("all", "any") else INT, bounds=WIDE)


LOOPS: tuple[Quantifier, ...] = ("all", "any", "count", "sum", "max", "min")


def loop_arguments(source: str) -> tuple[Expr, ...]:
    slot = n.Slot(PLACES[0], type=SEAT, bounds=WIDE)
    return {"mask": (n.Slot(Place("fixed"), type=TILES),), "turned": (n.Number(1),),
            "turned by seat": (n.Number(1), slot)}.get(
        source, (slot,) if source in ("waits", "heard", "discards", "river", "hand_of", "laid", "melds_of") else ())


def laid_table(seat: int) -> Frame:
    f = frame_of((seat,))
    f.counts[3], f.counts[30], f.tile_mask = 2, 1, 1 << 3 | 1 << 30
    f.flower_mask, f.fixed = 1 << 35 | 1 << 41, 1 << 2 | 1 << 40
    f.set_count, f.meld_count, f.pair_count, f.seat = 4, 2, 3, 1
    chow, pung = (form_at(form) for form in (cat.CHOW, cat.PUNG))
    f.set_mask = 1 << chow | 1 << pung
    for place, (kind, flags) in enumerate(((chow, 0), (pung, 0), (pung, SetFlag.KONG), (chow, 0))):
        f.sets[place].kind = kind
        f.sets[place].flags = flags
    for one in range(SEATS):
        f.waits_of[one], f.heard_of[one] = 1 << one | 1 << 20, 1 << one + 7
        f.river_count[one] = 3
        f.taken[one] = 0b010
        fill(line(f.rivers, one), [one, one + 9, 33])
        f.hands[one, 4 + one], f.laid_by[one, 31] = 2, 3
        f.meld_counts[one], f.melds_by[one, 0], f.melds_by[one, 1] = 2, 70 + one, 3
    f.turned_count = 3
    for place, (kind, lot) in enumerate(((11, 1), (12, 1 + LOTS * 2), (13, 1))):
        f.turned[place].kind, f.turned[place].lot = kind, lot
    return f


def form_at(form: int) -> int:
    return int(model().catalogue.set_form.index(form))


def expected(source: str, seat: int) -> list[int]:
    """What each source yields of the table above, worked out by hand."""
    there = 0 <= seat < SEATS
    found: dict[str, list[int]] = {
        "tiles": [3, 3, 30], "kinds": [3, 30], "flowers": [35, 41], "sets": [0, 1, 2, 3], "chows": [0, 3],
        "pungs": [1, 2], "kongs": [2], "melds": [0, 1], "pairs": [0, 1, 2], "suits": [0, 1, 2], "seats": [0, 1, 2],
        "payers": [0, 2], "mask": [2, 40], "waits": [seat, 20] if there else [], "heard": [seat + 7] if there else [],
        "discards": [seat, seat + 9, 33] if there else [], "river": [seat, 33] if there else [],
        "hand_of": [4 + seat] * 2 if there else [],
        "laid": [31] * 3 if there else [],
        "melds_of": [70 + seat, 3] if there else [], "turned": [11, 13], "turned by seat": [12] if seat == 1 else []}
    return found[source]


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_yields_the_same_everywhere(source: str) -> None:
    nodes = [loop(name, source, loop_arguments(source)) for name in LOOPS]
    play, paths = asked(nodes)
    plainly, compiled = plain_play(play), load_play(play)
    for seat in (0, 1, 3, -1, 4, 9, -100):
        f = laid_table(seat)
        every = expected(source, seat)
        right = [int(all(x < 5 for x in every)), int(any(x < 5 for x in every)), len(every), sum(every),
                 max(every, default=0), min(every, default=0)]
        places = [play.numbers[path] for path in paths]
        assert [reference(node, f) for node in nodes] == right
        assert [plainly.ask(f, place) for place in places] == right
        assert [compiled.call("ask", f.address, place) for place in places] == right


def test_every_word_to_run_over_is_a_source() -> None:
    assert {name.split()[0] for name in SOURCES} == {*ITERABLES, "mask"} - {"rows"}
    assert all(source.gives == ITERABLES[name].type for name, source in SOURCES.items() if name in ITERABLES)


def test_every_function_and_property_is_an_operation_or_a_form() -> None:
    """A new word must be defined, or named here as one that is made of others."""
    forms = {"all", "any", "count", "sum", "permuted", "has", "times", "any_fan", "seat_wind", "round_wind", "paid",
             *(name for name, word in FUNCTIONS.items() if word.args), "copies", "held", "shown"}
    assert {name for name in FUNCTIONS if name not in forms} == {name for name in OPERATIONS if name in FUNCTIONS}
    by_rulebook = {"tile.number", "tile.next", "tile.prev"}          # tables that a rulebook fills
    said = {f"{kind}.{name}" for kind in (TILE, SEAT, MELD_TYPE) for name in PROPERTIES[kind]}
    assert said - by_rulebook == {name for name in OPERATIONS if "." in name}


def test_tests_are_left_out_only_where_they_are_proven() -> None:
    wind, divide = OPERATIONS["seat.wind"].meaning, OPERATIONS["//"].meaning
    for ranges, uses in (({}, 2), ({"seat": (0, 3)}, 1), ({"seat": (-1, 3)}, 2), ({"seat": (0, 4)}, 2)):
        assert template_of(wind, ranges).uses["seat"] == uses
    assert template_of(divide, {"right": (2, 2)}).uses["right"] == 1
    assert template_of(divide, {"right": (0, 5)}).uses["right"] == 2
    assert template_of(divide, {"right": (0, 0)}).uses["right"] == 0
    assert proven(n.Number(3, type=SEAT), 0, 3)
    with pytest.raises(TypeError, match="one `return`"):
        meaning_of(meant)
