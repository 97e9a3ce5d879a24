"""Expressions of play: the generated functions give what the reference gives, uncompiled and compiled."""

import tomllib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import numpy as np
import pytest
from tools import coverage

import quepu
from quepu.core import frame as at
from quepu.core import procedure
from quepu.core import situation as s
from quepu.core import table as table_record
from quepu.rulebook import load
from quepu.rulebook.build import Builder
from quepu.rulebook.evaluate import Env, function
from quepu.rulebook.events import EVENTS
from quepu.rulebook.load import known_ids
from quepu.rulebook.model import Model
from quepu.rulebook.problem import Problem
from quepu.rulebook.schema import OCCASIONS
from quepu.scoring.hands import Frames
from quepu.scoring.payment import Ledger
from quepu.scoring.play_cache import load_play, plain_play
from quepu.scoring.play_text import PlayText, play_module
from quepu.testing import random_win

SYSTEMS = list(coverage.checked())
M3, P5, S1, EAST, RED = 2, 13, 18, 27, 33


def model_of(text: str, base: str = "base/thirteen") -> Model:
    """The model of a few lines on top of a base."""
    problems: list[Problem] = []
    tables = load.merge(load.read_chain(base)[0], tomllib.loads(text))
    tables, values = load.apply_options(tables, {}, problems)
    model = Builder(tables, values, problems).build()
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
    return int(function(model.play[path])(Env(f, model.catalogue, model.flower_owner)))


def row(*kinds: int) -> list[int]:
    """Copies of each kind."""
    return [kinds.count(kind) for kind in range(42)]


#: an expression, what the frame holds, what it gives
WORDS: list[tuple[str, dict[int, int | list[int]], int]] = [
    ("actor == 'S'", {s.ACTOR: 1}, 1),
    ("actor == nobody", {s.ACTOR: -1}, 1),
    ("feeder != nobody and feeder.is_dealer", {s.FEEDER: 0}, 1),
    ("1 if tile == '3m' else 0", {s.TILE: M3}, 1),
    ("tile.is_honor", {s.TILE: -1}, 0),
    ("wall_left - 4", {s.WALL_LEFT: 10}, 6),
    ("turn_count", {s.TURN_COUNT: 7}, 7),
    ("own_discards == 0", {s.OWN_DISCARDS: 0}, 1),
    ("round_number", {s.ROUND_NUMBER: 3}, 3),
    ("winner_count", {s.WINNER_COUNT: 2}, 2),
    ("kong_replacement", {s.DRAW_KIND: s.DREW_KONG}, 1),
    ("kong_replacement", {s.DRAW_KIND: s.DREW_FLOWER}, 0),
    ("flower_replacement", {s.DRAW_KIND: s.DREW_FLOWER}, 1),
    ("claimed", {s.DRAW_KIND: s.DREW_CLAIM}, 1),
    ("is_robbed", {s.OFFER_KIND: s.OFFER_ADDED_KONG}, 1),
    ("is_robbed", {s.OFFER_KIND: s.OFFER_CONCEALED_KONG}, 1),
    ("is_robbed", {s.OFFER_KIND: s.OFFER_ADDED_KONG, at.SELF_DRAW: 1}, 0),
    ("is_robbed", {s.OFFER_KIND: s.OFFER_DISCARD}, 0),
    ("after_kong + after_kong", {s.KONGS_RUNNING: 3}, 2),
    ("uninterrupted", {s.BROKEN: 1}, 0),
    ("uninterrupted", {}, 1),
    ("declares(actor)", {s.ACTOR: 2, s.DECLARED: [9, 9, 4, 9]}, 4),
    ("declares(feeder)", {s.DECLARED: [9, 9, 9, 9]}, 0),
    ("purse('N')", {s.PURSE: [1, 2, 3, -40]}, -40),
    ("ready('W') + ready('S')", {s.WAITS_OF + 2: 1 << P5}, 1),
    ("value(actor, '5p')", {s.ACTOR: 1, s.VALUES + 42 + P5: 88}, 88),
    ("value(feeder, tile)", {s.VALUES: [7] * 168}, 0),
    ("marked('S', '3m')", {s.MARKED_BY + 42 + M3: 2}, 2),
    ("visible(tile)", {s.TILE: EAST, s.VISIBLE + EAST: 3}, 3),
    ("visible(tile)", {s.VISIBLE: [3] * 42}, 0),
    ("dice(1) + 10 * dice(2)", {s.DICE: [3, 5]}, 53),
    ("count(x for x in seats if x.is_out)", {s.OUT: 0b1010}, 2),
    ("feeder.is_out", {s.OUT: 0b1111}, 0),
    ("count(x for x in seats)", {s.SEAT_COUNT: 3}, 3),
    ("count(x for x in payers)", {s.SEAT_COUNT: 3, at.SEAT: 1}, 2),
    ("next_seat('W', 1) == 'E'", {s.SEAT_COUNT: 3}, 1),
    ("next_seat('W', 1) == 'N'", {}, 1),
    ("sum(t.rank for t in waits(actor))", {s.ACTOR: 3, s.WAITS_OF + 3: 1 << M3 | 1 << P5}, 8),
    ("count(t for t in waits(feeder))", {s.WAITS_OF: [7, 7, 7, 7]}, 0),
    ("sum(t.rank for t in discards('S'))", {s.RIVERS + s.RIVER_WIDTH: [3, M3, M3, P5]}, 11),
    ("any(t == tile for t in discards(actor))", {s.ACTOR: 1, s.TILE: RED, s.RIVERS + s.RIVER_WIDTH: [1, RED]}, 1),
    ("count(t for t in discards(feeder))", {s.RIVERS: [2] * 244}, 0),
    ("sum(t.rank for t in hand_of('N'))", {s.HANDS + 3 * 42: row(M3, M3, S1)}, 7),
    ("count(t for t in laid('E') if t.is_dragon)", {s.LAID_BY: row(RED, RED, M3)}, 2),
    ("sum(t.number for t in turned('dora'))", {s.TURNED: [3, M3, 1, P5, 0, RED, 1]}, 11),
    ("sum(t.rank for t in turned('horse', 'S'))", {s.TURNED: [3, M3, 64, P5, 96, RED, 0]}, 3),
    ("count(t for t in turned('horse', feeder))", {s.TURNED: [1, M3, 0]}, 0),
    ("tile.number", {s.TILE: RED}, 8),
    ("tile.number", {s.TILE: M3}, 3),
    ("any(t.is_dragon for t in (tile, '7z'))", {s.TILE: -1}, 1),
    ("count(x for x in (actor, feeder, 'W') if not x.is_out)", {s.ACTOR: 1, s.OUT: 0b10}, 2),
    ("open_count + held(tile)", {at.OPEN_MELDS: 2, s.TILE: M3, at.HELD + M3: 3}, 5),
    ("winner == nobody", {at.SEAT: -1}, 1),
    ("seen[actor, feeder] + seen[actor, actor]", {s.ACTOR: 1, at.MEMORY: [9] * 16}, 9),
    ("options.limit", {}, 5),
]
HEAD = """
[tiles.numbers]
7z = 8
[turned.horse]
on = "win"
[turned.dora]
on = "win"
[memory.seen]
scope = "pair"
[option.limit]
type = "int"
default = 5
choices = [0, 9]
"""


@pytest.fixture(scope="module")
def words() -> tuple[Model, PlayText]:
    text = "".join(f"[kong.k{number}]\nreplacements = {expression!r}\n"
                   for number, (expression, _facts, _value) in enumerate(WORDS))
    model = model_of(HEAD + text)
    return model, play_module(model)


@pytest.fixture(scope="module")
def compiled_words(words: tuple[Model, PlayText]) -> Any:
    return load_play(words[1])


@pytest.mark.parametrize("number", range(len(WORDS)), ids=[word for word, _facts, _value in WORDS])
def test_a_word_of_the_table(words: tuple[Model, PlayText], compiled_words: Any, number: int) -> None:
    model, play = words
    _word, facts, value = WORDS[number]
    path = ("kong", f"k{number}", "replacements")
    f = put(blank(model), facts)
    assert by_reference(model, path, f) == value
    assert plain_play(play).ask(f, play.numbers[path]) == value
    numbers = np.array(f, dtype=np.int64)
    assert compiled_words.c_ask.ctypes(numbers.ctypes.data, play.numbers[path]) == value


def test_every_word_of_the_table_is_tried() -> None:
    tried = " ".join(word for word, _facts, _value in WORDS)
    assert {word for word in coverage.TABLE_WORDS if word not in tried} == set()


def test_numbers_that_stand_in_two_places_agree() -> None:
    """The vocabulary reads them without the table's record, which needs NumPy."""
    for name in ("DREW_DEAL", "DREW_WALL", "DREW_KONG", "DREW_FLOWER", "DREW_CLAIM", "OFFER_DISCARD",
                 "OFFER_ADDED_KONG", "OFFER_CONCEALED_KONG", "OFFER_FLOWER", "OFFER_TURNED"):
        assert getattr(s, name) == getattr(table_record, name)
    assert s.ROW_ROOM == table_record.ROW_ROOM
    assert list(EVENTS).index("hand_end") == procedure.ON_HAND_END
    assert list(EVENTS).index("discard") == procedure.ON_DISCARDED


def test_the_paths_of_play() -> None:
    model = model_of("""
[wall]
reserve = "14 + turn_count"
last = { tiles = 4, rule = "no_claims" }
[ready.r]
stake = 10
choices = [1, "options.most"]
[[phase]]
id = "a"
kind = "bet"
choices = ["0", "options.most"]
[match]
keeps = "1 + 1 == 2"
false_win = { pays = "10 - 2" }
[memory.m]
scope = "match"
update = { on = "hand_end", set = "m + 1" }
[option.most]
type = "int"
default = 3
choices = [0, 9]
""")
    own = {path: node for path, node in model.play.items() if path[0] in ("wall", "ready", "phase", "match")}
    numbers = [path for path in play_module(model).numbers if path in own]
    constants = {path: node.value for path, node in own.items() if path not in numbers}
    assert constants == {("wall", "last", 0, "tiles"): 4, ("ready", "r", "stake"): 10, ("ready", "r", "choices", 0): 1,
                         ("phase", 0, "choices", 0): 0, ("match", "keeps"): 1, ("match", "false_win", "pays"): 8}
    assert set(numbers) == {("wall", "reserve"), ("ready", "r", "choices", 1), ("phase", 0, "choices", 1)}
    assert ("memory", "m", "update", 0, "set") in model.play


def test_what_a_rule_needs_is_told() -> None:
    model = model_of("""
[claim.win]
when = "any(t == tile for t in discards(actor))"
must = "ready(actor)"
[discard.d]
when = "open_count == 0"
text = "no"
[flag.f]
given = "value(actor, tile) > 8"
[memory.m]
scope = "hand"
update = [{ on = "discard", set = "visible(tile)" }, { on = "kong", set = 1 }]
[[pay]]
on = "draw"
for = "seats"
amount = "count(t for t in hand_of(payer))"
""")
    play = play_module(model)
    assert play.needs_ask["claim", "win", "when"] == s.NEED_SEATS
    assert play.needs_ask["claim", "win", "must"] == s.NEED_WAITS
    assert play.needs_ask["discard", "d", "when"] == s.NEED_HAND
    assert play.needs_given & (s.NEED_VALUES | s.NEED_WAITS) == s.NEED_VALUES | s.NEED_WAITS
    assert play.needs_remember == {procedure.ON_DISCARDED: s.NEED_SEATS, procedure.ON_KONG: 0}
    assert play.needs_pay[OCCASIONS.index("draw")] == s.NEED_SEATS


# -- memory and flags --
MEMORY = """
[flag.first]
given = "uninterrupted and own_discards == 0"
[flag.second]
[flag.third]
given = "kong_replacement"
[kong.melded]
of = "discard"
[kong.concealed]
of = "hand"
[ready.call]
on = "discard"
[memory.fed]
scope = "pair"
update = [{ on = ["chow", "pung", "kong"], when = "owner == actor and other == feeder", set = "fed[owner, other] + 1" }]
[memory.hidden]
scope = "seat"
update = [{ on = ["kong", "discard"], of = "concealed", when = "owner == actor", set = "hidden[owner] + 1" }]
[memory.calls]
scope = "match"
update = [
  { on = "declare", of = "call", set = "calls * 1000 + 900" },
  { on = "hand_end", when = "is_draw", set = "calls + 1" },
]
[memory.last]
scope = "hand"
type = "tile"
update = { on = "discard", when = "is_drawn", set = "tile" }
[memory.after]
scope = "hand"
update = { on = "hand_end", set = "calls" }
[memory.won]
scope = "hand"
update = { on = "win", set = "total + amount" }
"""


def run(play: PlayText, how: str, f: list[int], steps: list[tuple[str, int]]) -> list[int]:
    """The frame after some steps (remember or pay, number), plain or compiled; behind it what `given` says."""
    if how == "plain":
        functions = plain_play(play)
        for step, number in steps:
            getattr(functions, step)(f, number)
        return [*f, functions.given(f)]
    compiled = load_play(play)
    numbers = np.array(f, dtype=np.int64)
    for step, number in steps:
        getattr(compiled, "c_" + step).ctypes(numbers.ctypes.data, number)
    return [*numbers.tolist(), compiled.c_given.ctypes(numbers.ctypes.data, 0)]


@pytest.mark.parametrize("how", ["plain", "compiled"])
def test_memory_changes_with_events(how: str) -> None:
    model = model_of(MEMORY)
    play = play_module(model)
    place = {slot.id: slot.slot for slot in model.memory}

    def after(event: str, facts: dict[int, int | list[int]]) -> list[int]:
        return run(play, how, put(blank(model), facts), [("remember", list(EVENTS).index(event))])
    assert after("pung", {s.ACTOR: 2, s.FEEDER: 1})[place["fed"]:place["fed"] + 16] == [0] * 9 + [1] + [0] * 6
    kong = after("kong", {s.ACTOR: 2, s.FEEDER: -1, s.EVENT_OF: 1})
    assert kong[place["fed"]:place["hidden"] + 4] == [0] * 18 + [1, 0]
    assert after("kong", {s.ACTOR: 2, s.EVENT_OF: 0})[place["hidden"] + 2] == 0
    assert after("discard", {s.ACTOR: 2})[place["hidden"] + 2] == 1         # a discard has no kinds: `of` is not for it
    assert after("discard", {s.ACTOR: 2, s.TILE: P5, s.IS_DRAWN: 1})[place["last"]] == P5
    assert after("discard", {s.ACTOR: 2, s.TILE: P5})[place["last"]] == -1
    assert after("declare", {s.EVENT_OF: 0, place["calls"]: 4})[place["calls"]] == 4900
    assert after("declare", {s.EVENT_OF: 0, place["calls"]: 101})[place["calls"]] == 100_000      # the largest there is
    end = after("hand_end", {s.IS_DRAW: 1, place["calls"]: 4})
    assert (end[place["calls"]], end[place["after"]]) == (5, 5)             # in the order of the file
    assert after("win", {at.TOTAL: 8, s.AMOUNT: 30})[place["won"]] == 38
    assert after("flower", {s.ACTOR: 1})[:-1] == put(blank(model), {s.ACTOR: 1})
    first, third = 1 << model.words.flags["first"], 1 << model.words.flags["third"]
    assert after("flower", {s.DRAW_KIND: s.DREW_KONG})[-1] & (first | third) == first | third
    assert after("flower", {s.OWN_DISCARDS: 1})[-1] & (first | third) == 0


# -- payment --
PAYMENT = """
[kong.melded]
of = "discard"
[kong.concealed]
of = "hand"
[fan.a]
value = 1
when = "False"
[fan.shown]
value = 1
on = "opening"
when = "True"
[[pay]]
on = "kong"
of = "concealed"
for = "actor"
amount = 2
tag = "hidden"
[[pay]]
on = "opening"
of = "shown"
for = "actor"
amount = "10 * times(a) + has(a)"
[[pay]]
on = "win"
amount = "total if self_draw or payer == discarder else 0"
tag = "main"
[[pay]]
on = "win"
for = "pot"
from = "discarder"
amount = "count(r for r in rows) - paid('hidden', payer, winner)"
[[adjust]]
on = "win"
tags = ["main"]
amount = "max(amount, 3) + count(r for r in rows if r.amount == 0)"
[[liability]]
on = "win"
tags = ["main"]
when = "payer != discarder and self_draw"
payer = "'N'"
[[liability]]
on = "win"
payer = "next_seat(payer, 1)"
share = "amount // 2"
"""


def ledger_rows(model: Model, f: list[int], occasions: tuple[str, ...]) -> list[tuple[int, int, str, int]]:
    return [(line.payer, line.receiver, line.tag, line.amount) for line in Ledger(model).settle(f, occasions)]


def rows_of(model: Model, f: list[int]) -> list[tuple[int, int, str, int]]:
    found = []
    for index in range(f[s.ROW_COUNT]):
        payer, receiver, rule, amount = f[s.ROW_AT + s.ROW_WIDTH * index:][:s.ROW_WIDTH]
        found.append((payer, receiver, model.payments[rule].tag, amount))
    return found


@pytest.mark.parametrize("how", ["plain", "compiled"])
@pytest.mark.parametrize(("facts", "occasions", "rows"), [
    ({s.ACTOR: 1, s.EVENT_OF: 1}, ("kong",), [(0, 1, "hidden", 2), (2, 1, "hidden", 2), (3, 1, "hidden", 2)]),
    ({s.ACTOR: 1, s.EVENT_OF: 0}, ("kong",), []),
    ({s.ACTOR: 1, s.EVENT_OF: 1, s.SEAT_COUNT: 3}, ("kong",), [(0, 1, "hidden", 2), (2, 1, "hidden", 2)]),
    ({s.ACTOR: -1, s.EVENT_OF: 1}, ("kong",), []),
    ({s.ACTOR: 0, s.EVENT_OF: 1, at.FAN: 1, at.PRESENT: 1}, ("opening",),
     [(1, 0, "opening", 11), (2, 0, "opening", 11), (3, 0, "opening", 11)]),
    # one liable seat pays for all, nobody himself
    ({at.SELF_DRAW: 1, at.SEAT: 0, at.DISCARDER: -1, at.TOTAL: 8}, ("win",), [(3, 0, "main", 8)] * 3),
    ({at.SELF_DRAW: 1, at.SEAT: 3, at.DISCARDER: -1, at.TOTAL: 8}, ("win",), []),
    # a share: half of each row goes to the seat after the payer, unless that is the receiver
    ({at.SEAT: 0, at.DISCARDER: 1, at.TOTAL: 8}, ("win",),
     [(1, 0, "main", 5), (2, 0, "main", 3), (3, 0, "main", 3), (1, 4, "win", 2),
      (2, 0, "main", 5), (3, 0, "main", 2), (2, 4, "win", 1)]),
])
def test_rows_of_an_occasion(how: str, facts: dict[int, int | list[int]], occasions: tuple[str, ...],
                             rows: list[tuple[int, int, str, int]]) -> None:
    model = model_of(PAYMENT)
    f = put(blank(model), facts)
    assert ledger_rows(model, f.copy(), occasions) == rows
    after = run(play_module(model), how, f, [("pay", OCCASIONS.index(occasion)) for occasion in occasions])
    assert rows_of(model, after) == rows


def test_a_ledger_that_is_full_stays_as_it_is() -> None:
    model = model_of('[[pay]]\non = "draw"\nfor = "seats"\namount = "payer == \'E\'"\n')
    f = blank(model)
    functions = plain_play(play_module(model))
    added = [functions.pay(f, OCCASIONS.index("draw")) for _ in range(40)]
    assert sum(added) == f[s.ROW_COUNT] == s.ROW_ROOM
    assert added[:32] == [3] * 32
    assert added[32:] == [0] * 8


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


def agree_on_payment(model: Model, play: PlayText, f: list[int], occasions: tuple[str, ...]) -> int:
    """How many rows the ledger has, after the generated functions have written the same ones."""
    rows = ledger_rows(model, f.copy(), occasions)
    functions = plain_play(play)
    for occasion in occasions:
        functions.pay(f, OCCASIONS.index(occasion))
    assert rows_of(model, f) == rows[:s.ROW_ROOM]
    return len(rows)


@pytest.mark.parametrize("name", known_ids())
def test_generated_payments_are_those_of_the_ledger(name: str) -> None:
    book, rng = quepu.rulebook(name), Random(f"pay {name}")
    play = play_module(book.model)
    paid = 0
    for _ in range(200):
        outcome = max(book.reference.outcomes(random_win(book, rng)), key=lambda one: one.order, default=None)
        if outcome is None or not outcome.legal:
            continue
        f = outcome.frame
        deal_table(book.model, f, rng)
        for index in range(at.FAN_ROOM):                # the compiled form keeps fans as bits, and which come often
            for bits in (at.PRESENT, at.MANY):
                f[bits + index // at.WORD_BITS] |= (f[at.FAN + index] > 0) << index % at.WORD_BITS
        paid += agree_on_payment(book.model, play, f, rng.choice((("win", "end"), ("kong", "win"), ("win",))))
    assert paid > 20


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


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_the_fragments_of_every_system_run(system: coverage.System) -> None:
    rng = Random(system.id)
    assert system.models
    for model in (*system.models[:1], system.models[-1]):
        play = play_module(model)
        functions = plain_play(play)
        empty = put([0] * s.TABLE_FRAME_SIZE, {s.SEAT_COUNT: 4})
        for f in (empty, *random_frames(model, rng, 12)):
            for path, number in play.numbers.items():
                assert functions.ask(f, number) == by_reference(model, path, f), path
            wanted = sum(by_reference(model, ("flag", flag.id, "given"), f) << flag.bit
                         for flag in model.flags if ("flag", flag.id, "given") in model.play)
            assert functions.given(f) == wanted
            for number in range(len(EVENTS)):
                assert functions.remember(f, number) == 0
            agree_on_payment(model, play, f, OCCASIONS)


@pytest.mark.parametrize("name", ["sichuan", "guizhou", "changchun"])
def test_compiled_fragments_do_what_they_do_uncompiled(name: str) -> None:
    model = next(system for system in SYSTEMS if system.id == name).models[-1]
    play = play_module(model)
    compiled, functions = load_play(play), plain_play(play)
    for f in random_frames(model, Random(name), 20):
        numbers = np.array(f, dtype=np.int64)
        here = numbers.ctypes.data
        assert [compiled.c_ask.ctypes(here, n) for n in play.numbers.values()] == \
            [functions.ask(f, n) for n in play.numbers.values()]
        assert compiled.c_given.ctypes(here, 0) == functions.given(f)
        for number in range(len(EVENTS)):
            compiled.c_remember.ctypes(here, number)
            functions.remember(f, number)
        for number in range(len(OCCASIONS)):
            compiled.c_pay.ctypes(here, number)
            functions.pay(f, number)
        assert numbers.tolist() == f


# -- turned tiles in fans --
TURNED = """
[turned.dora]
on = "hand_start"
[flag.called]
[fan.dora]
value = 1
count = 'sum(copies(t.next) for t in turned("dora"))'
[fan.base]
value = 1
when = "True"
[fan.sole]
value = 10
when = "wait_count == 1"
[shape.treasure]
tiles = 14
melds = 0
when = 'called and any(copies(t) == 3 for t in turned("dora"))'
"""


def test_fans_and_shapes_see_the_turned_tiles(tmp_path: Any) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "base/thirteen"\n' + TURNED, encoding="utf-8")
    book = quepu.rulebook(path)
    hand, fast = "222m567p888s222p5z 5z", book.compiled()
    assert book.score(hand).total == fast.score(book.win(hand)).total == 11        # nothing is turned up
    facts: dict[int, int | list[int]] = {s.TURNED: [2, 0, 0, 25, 0]}               # 1m and 8s: the fans count 2m and 9s
    put(book.reference.frames.blank, facts)
    for place, value in enumerate(facts[s.TURNED]):     # type: ignore[arg-type]
        fast.frame[s.TURNED + place] = value
    assert book.score(hand).total == 14
    assert fast.score(book.win(hand)).total == 14
    # now 8s is a treasure: with three of them any tiles win, so every tile is waited for
    assert book.score(hand, flags=["called"]).total == 4
    assert fast.score(book.win(hand, flags=["called"])).total == 4
