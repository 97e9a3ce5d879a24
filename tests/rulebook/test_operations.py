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
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.node import Node
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
from tests.laid.frames import blank, model_of

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


def node_of(operation: Operation, args: tuple[Node, ...]) -> Node:
    """The tree of an operation."""
    name = operation.name
    if "." in name:
        return Node("prop", operation.gives, args, name.split(".")[1], -10**9, 10**9)
    if name in FUNCTIONS:
        return Node("call", operation.gives, args, name, -10**9, 10**9)
    lists = {TILE: Place("visible"), SEAT: Place("waits_of"), INT: Place("dice", -1)}
    base = {"at": lists.get(args[0].type, 0), "at pair": Place("memory", 10), "grid": Place("marked_by")}
    value: Any = NUMBERS if name == "table" else base.get(name, 0)
    return Node(name.split()[0], operation.gives, args, value, -10**9, 10**9)


def meant(operation: Operation, node: Node, values: tuple[int, ...], f: Frame) -> int:
    """What the meaning itself says."""
    read = {"seat_count": f.seat_count, "out": f.out, "won": f.won, "winning": f.winning, "drawn_kinds": f.drawn_kinds,
            "wild_mask": f.wild_mask, "flower_owner": model().flower_owner, "numbers": node.value, "nothing": -1,
            "width": SEATS}
    if isinstance(node.value, Place):
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


def variants(operation: Operation) -> Iterator[tuple[Node, str]]:
    """The operation on places of memory, on constants, on variables of which more is known, and on calculations."""
    takes = operation.takes
    slots = [Node("slot", kind, (), place, -2**40, 2**40) for kind, place in zip(takes, PLACES, strict=False)]
    yield node_of(operation, tuple(slots)), "unknown"
    worked_out = [Node("if", kind, (Node("slot", BOOL, (), Place("actor")), slot, slot), 0, slot.low, slot.high)
                  for kind, slot in zip(takes, slots, strict=True)]
    yield node_of(operation, tuple(worked_out)), "worked out"


def constants(operation: Operation) -> Iterator[tuple[Node, tuple[int, ...]]]:
    """The operation with the last argument, or all of them, written in the rulebook."""
    takes = operation.takes
    for values in arguments(takes):
        if any(value in OUTSIDE[kind] and kind != INT for kind, value in zip(takes, values, strict=True)):
            continue                    # nobody can write it
        args = [Node("const", kind, (), value, value, value) for kind, value in zip(takes, values, strict=True)]
        yield node_of(operation, tuple(args)), values
        first = Node("slot", takes[0], (), PLACES[0], -2**40, 2**40)
        yield node_of(operation, (first, *args[1:])), values


def asked(nodes: list[Node]) -> tuple[PlayTrees, list[Any]]:
    paths = [("kong", f"k{number}", "when") for number in range(len(nodes))]
    # a seat or tile is answered as it is: what is none of this table would be told as nobody
    play = play_trees(replace(model(), play={path: plain(node) for path, node in zip(paths, nodes, strict=True)}))
    return play, paths


def plain(node: Node) -> Node:
    """The node as a number, so that it is answered whatever it is."""
    zero = Node("const", INT)
    return Node("+", INT, (node, zero), 0, node.low, node.high)


def reference(node: Node, f: Frame) -> int:
    return int(function(node)(Env(f, model().catalogue, model().flower_owner)))


@cache
def unknown() -> tuple[list[tuple[Operation, Node]], PlayTrees, Any, Any]:
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
    node = node_of(operation, tuple(Node("slot", kind, (), place) for kind, place
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
A, B = (Node("slot", INT, (), place, -2**40, 2**40) for place in PLACES[:2])
YES, NO = Node("slot", BOOL, (), PLACES[0]), Node("slot", BOOL, (), PLACES[1])
FORMS: list[tuple[str, Node, Any]] = [
    ("and", Node("and", BOOL, (YES, NO)), lambda a, b: a != 0 and b != 0),
    ("or", Node("or", BOOL, (YES, NO)), lambda a, b: a != 0 or b != 0),
    ("not", Node("not", BOOL, (YES,)), lambda a, b: a == 0),
    ("if", Node("if", INT, (YES, B, A), 0, -2**40, 2**40), lambda a, b: b if a else a),
    ("const", Node("const", INT, (), 7), lambda a, b: 7),
    ("define", Node("define", INT, (A,), "d", -2**40, 2**40), lambda a, b: a),
    ("slot", A, lambda a, b: a),
    ("bool slot", YES, lambda a, b: a != 0),
    ("flag", Node("flag", BOOL, (), 3), lambda a, b: 1),
    ("flag not set", Node("flag", BOOL, (), 2), lambda a, b: 0),
    ("told", Node("told", BOOL, (), 1), lambda a, b: 1),
    ("has", Node("has", BOOL, (), 1), lambda a, b: 1),
    ("has not", Node("has", BOOL, (), 0), lambda a, b: 0),
    ("times", Node("times", INT, (), 1), lambda a, b: 1),
    ("any_fan", Node("any_fan", BOOL, (), (0, 1)), lambda a, b: 1),
    ("any_fan not", Node("any_fan", BOOL, (), (0, 2)), lambda a, b: 0),
    ("waits", Node("waits", INT, (), Place("wait_count")), lambda a, b: 4),
    ("paid", Node("paid", INT, (Node("slot", SEAT, (), PLACES[0]), Node("slot", SEAT, (), PLACES[1])), "never"),
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
def loop(name: str, source: str, args: tuple[Node, ...]) -> Node:
    """count, sum, max, min of the elements themselves, any and all of those below 5."""
    kind = SOURCES[source].gives
    each = Node("var", kind, (), "x", -1, KIND_COUNT - 1)
    below = Node("<", BOOL, (each, Node("const", INT, (), 5)))
    body = below if name in ("all", "any") else each
    return Node("loop", BOOL if name in ("all", "any") else INT, (body, Node("const", BOOL, (), 1), *args),
                (name, "x", source.split()[0]), -2**40, 2**40)


LOOPS = ("all", "any", "count", "sum", "max", "min")


def loop_arguments(source: str) -> tuple[Node, ...]:
    slot = Node("slot", SEAT, (), PLACES[0], -2**40, 2**40)
    return {"mask": (Node("slot", TILES, (), Place("fixed")),), "turned": (Node("const", INT, (), 1),),
            "turned by seat": (Node("const", INT, (), 1), slot)}.get(
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
    assert proven(Node("const", SEAT, (), 3), 0, 3)
    with pytest.raises(TypeError, match="one `return`"):
        meaning_of(meant)
