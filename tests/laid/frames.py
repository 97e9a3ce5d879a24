"""Frames of tables for the tests of play: rulebooks of a few lines, random tables, ledgers to compare."""

import tomllib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from quepu.engine.layout import frame as at
from quepu.engine.layout import table_facts as s
from quepu.rulebook.file import load
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.schema import OCCASIONS
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.model.build import Builder
from quepu.rulebook.model.model import Model
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


def blank(model: Model) -> list[int]:
    """A frame of a table at which nothing has happened yet."""
    return Frames(model).blank.copy()


def put(f: list[int], facts: Mapping[int, int | list[int]]) -> list[int]:
    """The frame with facts written in, a list from its slot on."""
    for slot, value in facts.items():
        values = value if isinstance(value, list) else [value]
        f[slot:slot + len(values)] = values
    return f


def by_reference(model: Model, path: tuple[Any, ...], f: list[int]) -> int:
    """What the reference says to an expression of play."""
    return int(function(model.play[path])(Env(f, model.catalogue, model.flower_owner)))


def ledger_rows(model: Model, f: list[int], occasions: tuple[str, ...]) -> list[tuple[int, int, str, int]]:
    return [(line.payer, line.receiver, line.tag, line.amount) for line in Ledger(model).settle(f, occasions)]


def rows_of(model: Model, f: list[int]) -> list[tuple[int, int, str, int]]:
    found = []
    for index in range(f[s.ROW_COUNT]):
        payer, receiver, rule, amount = f[s.ROW_AT + s.ROW_WIDTH * index:][:s.ROW_WIDTH]
        found.append((payer, receiver, model.payments[rule].tag, amount))
    return found


def deal_table(model: Model, f: list[int], rng: Random) -> None:
    """Put a random table into a frame."""
    f[s.ACTOR], f[s.FEEDER], f[s.TILE] = rng.randint(0, 3), rng.randint(-1, 3), rng.randint(-1, 41)
    f[s.EVENT_OF], f[s.OUT] = rng.randint(-1, 3), rng.choice((0, 0, 2, 5))
    for slot in (s.IS_REPLACEMENT, s.IS_DRAWN, s.IS_CONCEALED_KONG, s.IS_ADDED_KONG, s.IS_DRAW, s.BROKEN):
        f[slot] = rng.randrange(2)
    for slot in (s.AMOUNT, s.WALL_LEFT, s.TURN_COUNT, s.ROUND_NUMBER, s.DRAW_KIND, s.OFFER_KIND, s.OWN_DISCARDS,
                 s.KONGS_RUNNING, *range(s.DICE, s.DICE + 4), *range(s.PURSE, s.PURSE + 8)):
        f[slot] = rng.randint(0, 5)
    for seat in range(4):
        f[s.WAITS_OF + seat] = rng.choice((0, 1 << rng.randrange(34), 1 << rng.randrange(34) | 1 << rng.randrange(34)))
        river = s.RIVERS + s.RIVER_WIDTH * seat
        f[river] = rng.randint(0, 12)
        f[river + 1:river + 1 + f[river]] = [rng.randrange(34) for _ in range(f[river])]
    for start in (s.VISIBLE, *range(s.HANDS, s.RIVERS, 42)):
        for kind in rng.sample(range(42), 8):
            f[start + kind] = rng.randint(0, 3)
    f[s.TURNED] = rng.randint(0, 6)
    for place in range(f[s.TURNED]):
        f[s.TURNED + 1 + 2 * place] = rng.randrange(34)
        f[s.TURNED + 2 + 2 * place] = rng.randint(0, 1) + rng.choice((0, 0, 32, 64, 96))
    types = model.words.memory
    for memory in model.memory:
        low, high = types[memory.id].low, types[memory.id].high
        for place in range(memory.size):
            f[memory.slot + place] = rng.randint(max(low, -3), min(high, 4))


def agree_on_payment(model: Model, play: PlayTrees, f: list[int], occasions: tuple[str, ...]) -> int:
    """How many rows the ledger has, after the generated functions have written the same ones."""
    rows = ledger_rows(model, f.copy(), occasions)
    functions = plain_play(play)
    for occasion in occasions:
        functions.pay(f, OCCASIONS.index(occasion))
    assert rows_of(model, f) == rows[:s.ROW_ROOM]
    return len(rows)


def random_frames(model: Model, rng: Random, count: int) -> Iterator[list[int]]:
    """Frames of random tables; of the hand itself only what needs no tiles."""
    for _ in range(count):
        f = blank(model)
        deal_table(model, f, rng)
        f[at.SEAT], f[at.SELF_DRAW], f[at.TOTAL] = rng.randint(-1, 3), rng.randrange(2), rng.randint(0, 30)
        f[at.DISCARDER] = -1 if f[at.SELF_DRAW] else rng.randint(-1, 3)
        f[at.FLAGS] = rng.getrandbits(8)
        for fan in model.fans:
            f[at.FAN + fan.index] = earned = int(rng.random() < 0.2)
            f[at.PRESENT + fan.index // at.WORD_BITS] |= earned << fan.index % at.WORD_BITS
        yield f
