"""Frames of tables for the tests of play: rulebooks of a few lines, random tables, ledgers to compare."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from quepu.engine.layout.frame import WORD_BITS, Frame, Place
from quepu.engine.layout.record import fill, line
from quepu.engine.layout.table_facts import ROW_ROOM
from quepu.packing.score_row import score_rules
from quepu.rulebook.file import load
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.schema import OCCASIONS
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.node import Expr
from quepu.rulebook.model.build import Builder
from quepu.rulebook.model.model import Model
from quepu.rulebook.model.play import Family, Formula
from quepu.rulecode.play_functions import PlayTrees
from quepu.rulecode.play_loader import plain_play
from quepu.scoring.payment import Ledger
from quepu.scoring.win_frame import Frames


def model_of(text: str, base: str = "base/thirteen") -> Model:
    """The model of a few lines on top of a base."""
    problems: list[Problem] = []
    tables = load.merge(load.read_chain(base)[0], tomllib.loads(text))
    tables, values = load.apply_options(tables, {}, problems)
    model = Builder(tables, values, problems).build()
    problems = [problem for problem in problems         # words stand anywhere here, as often as a test likes
                if "hidden tiles" not in problem.text and "of them; at most" not in problem.text]
    assert not problems, problems
    return model


def blank(model: Model) -> Frame:
    """A frame of a table at which nothing has happened yet."""
    return Frames(model, score_rules(model)).blank.copy()


Facts = Mapping[str | Place, int | list[int]]


def put(f: Frame, facts: Facts) -> Frame:
    """The frame with facts written in: a field, or a list from its first number on."""
    for place, value in facts.items():
        first = (Place(place) if isinstance(place, str) else place).word
        for number, one in enumerate(value if isinstance(value, list) else [value]):
            f.numbers[first + number] = one
    return f


def trees_of_play(model: Model) -> dict[tuple[Any, ...], Expr]:
    """Every expression that the table asks, and the conditions of flags, by where it stands."""
    return {**{formula.path: formula.node for formula in model.formulas()},
            **{("flag", flag.id, "given"): flag.given for flag in model.flags if flag.given is not None}}


def asking(model: Model, trees: Mapping[tuple[Any, ...], Expr]) -> Model:
    """The model with these expressions, which kongs ask, in place of its own."""
    usual = model_of("[kong.k]\nname = 'k'").kongs["k"]
    kongs = [replace(usual, id=f"k{number}", when=Formula(path, "", node), written={"when": ""})
             for number, (path, node) in enumerate(trees.items())]
    sections = {name: Family(tuple(kongs)) if name == "kong" else Family(()) if isinstance(content, Family) else
                replace(content, written={}) for name, content in model.sections.items()}
    return replace(model, sections=sections, wild=replace(model.wild, written={}))


def by_reference(model: Model, path: tuple[Any, ...], f: Frame) -> int:
    """What the reference says to an expression of play."""
    return int(function(trees_of_play(model)[path])(Env(f, model.catalogue, model.flower_owner)))


def ledger_rows(model: Model, f: Frame, occasions: tuple[str, ...]) -> list[tuple[int, int, str, int]]:
    return [(row.payer, row.receiver, row.tag, row.amount) for row in Ledger(model).settle(f, occasions)]


def rows_of(model: Model, f: Frame) -> list[tuple[int, int, str, int]]:
    found = []
    for index in range(f.row_count):
        row = f.ledger[index]
        found.append((row.payer, row.receiver, model.payments[row.rule].tag, row.amount))
    return found


def deal_table(model: Model, f: Frame, rng: Random) -> None:
    """Put a random table into a frame."""
    f.actor, f.feeder, f.tile = rng.randint(0, 3), rng.randint(-1, 3), rng.randint(-1, 41)
    f.event_of, f.out = rng.randint(-1, 3), rng.choice((0, 0, 2, 5))
    f.won, f.winning, f.drawn_kinds = rng.choice((0, 3, 6)), rng.choice((1, 5)), rng.getrandbits(42)
    for name in ("is_replacement", "is_drawn", "is_concealed_kong", "is_added_kong", "is_draw", "broken"):
        setattr(f, name, rng.randrange(2))
    for name in ("amount", "wall_left", "turn_count", "round_number", "draw_kind", "offer_kind", "own_discards",
                 "kongs_running"):
        setattr(f, name, rng.randint(0, 5))
    for numbers in (f.dice, f.purse, f.declared):
        fill(numbers, [rng.randint(0, 5) for _ in range(4)])
    for seat in range(4):
        f.waits_of[seat] = rng.choice((0, 1 << rng.randrange(34), 1 << rng.randrange(34) | 1 << rng.randrange(34)))
        f.river_count[seat] = rng.randint(0, 12)
        for place in range(f.river_count[seat]):
            f.rivers[seat, place] = rng.randrange(34)
    for numbers in (f.visible, *(line(grid, seat) for grid in (f.hands, f.laid_by, f.marked_by, f.wait_values)
                                 for seat in range(4))):
        for kind in rng.sample(range(42), 8):
            numbers[kind] = rng.randint(0, 3)
    for seat in range(4):
        f.meld_counts[seat] = rng.randint(0, 4)
        for place in range(f.meld_counts[seat]):
            f.melds_by[seat, place] = rng.randrange(42) | rng.choice((3, 7, 13, 39)) << 6 | rng.randint(0, 4) << 12
    f.turned_count = rng.randint(0, 6)
    for place in range(f.turned_count):
        f.turned[place].kind = rng.randrange(34)
        f.turned[place].lot = rng.randint(0, 1) + rng.choice((0, 0, 32, 64, 96))
    types = model.words.memory
    for memory in model.memory:
        low, high = types[memory.id].low, types[memory.id].high
        for place in range(memory.size):
            f.memory[memory.slot + place] = rng.randint(max(low, -3), min(high, 4))


def agree_on_payment(model: Model, play: PlayTrees, f: Frame, occasions: tuple[str, ...]) -> int:
    """How many rows the ledger has, after the generated functions have written the same ones."""
    rows = ledger_rows(model, f.copy(), occasions)
    functions = plain_play(play)
    for occasion in occasions:
        functions.pay(f, OCCASIONS.index(occasion))
    assert rows_of(model, f) == rows[:ROW_ROOM]
    return len(rows)


def random_frames(model: Model, rng: Random, count: int) -> Iterator[Frame]:
    """Frames of random tables; of the hand itself only what needs no tiles."""
    for _ in range(count):
        f = blank(model)
        deal_table(model, f, rng)
        f.seat, f.self_draw, f.total = rng.randint(-1, 3), rng.randrange(2), rng.randint(0, 30)
        f.discarder = -1 if f.self_draw else rng.randint(-1, 3)
        f.flags = rng.getrandbits(8)
        for fan in model.fans:
            f.fan_times[fan.index] = earned = int(rng.random() < 0.2)
            f.present[fan.index // WORD_BITS] |= earned << fan.index % WORD_BITS
        yield f
