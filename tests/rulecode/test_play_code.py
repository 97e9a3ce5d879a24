"""Expressions of play: the generated functions give what the reference gives, uncompiled and compiled."""

from typing import Any

import numpy as np
import pytest

import quepu
from quepu.engine.layout import codes
from quepu.engine.layout import frame as at
from quepu.engine.layout import table as table_record
from quepu.engine.layout import table_facts as s
from quepu.rulebook.file.schema import OCCASIONS
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.model.model import Model
from quepu.rulecode.play_functions import PlayTrees, play_trees
from quepu.rulecode.play_loader import load_play, plain_play
from tests.laid.frames import blank, by_reference, ledger_rows, model_of, put, rows_of
from tools import coverage

M3, P5, S1, EAST, RED = 2, 13, 18, 27, 33


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
    ("winner_place", {s.WINNER_PLACE: 3}, 3),
    ("robbed_concealed", {s.OFFER_KIND: codes.Offer.CONCEALED_KONG}, 1),
    ("robbed_concealed", {s.OFFER_KIND: codes.Offer.ADDED_KONG}, 0),
    ("is_turned", {s.OFFER_KIND: codes.Offer.TURNED}, 1),
    ("is_turned", {s.OFFER_KIND: codes.Offer.DISCARD}, 0),
    ("turned_wins", {s.TURNED_WINS: 2}, 2),
    ("could_win('S')", {s.WINS_OF: [0, 1, 0, 0]}, 1),
    ("could_win('W')", {s.WINS_OF: [0, 1, 0, 0]}, 0),
    ("false_total", {s.FALSE_TOTAL: 12}, 12),
    ("kong_replacement", {s.DRAW_KIND: codes.Drew.KONG}, 1),
    ("kong_replacement", {s.DRAW_KIND: codes.Drew.FLOWER}, 0),
    ("flower_replacement", {s.DRAW_KIND: codes.Drew.FLOWER}, 1),
    ("claimed", {s.DRAW_KIND: codes.Drew.CLAIM}, 1),
    ("is_robbed", {s.OFFER_KIND: codes.Offer.ADDED_KONG}, 1),
    ("is_robbed", {s.OFFER_KIND: codes.Offer.CONCEALED_KONG}, 1),
    ("is_robbed", {s.OFFER_KIND: codes.Offer.ADDED_KONG, at.SELF_DRAW: 1}, 0),
    ("is_robbed", {s.OFFER_KIND: codes.Offer.DISCARD}, 0),
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
    ("sum(t.rank for t in heard(actor))", {s.ACTOR: 2, s.HEARD_OF + 2: 1 << M3 | 1 << P5}, 8),
    ("count(t for t in heard(feeder))", {s.HEARD_OF: [7, 7, 7, 7]}, 0),
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
def words() -> tuple[Model, PlayTrees]:
    text = "".join(f"[kong.k{number}]\nreplacements = {expression!r}\n"
                   for number, (expression, _facts, _value) in enumerate(WORDS))
    model = model_of(HEAD + text)
    return model, play_trees(model)


@pytest.fixture(scope="module")
def compiled_words(words: tuple[Model, PlayTrees]) -> Any:
    return load_play(words[1])


@pytest.mark.parametrize("number", range(len(WORDS)), ids=[word for word, _facts, _value in WORDS])
def test_a_word_of_the_table(words: tuple[Model, PlayTrees], compiled_words: Any, number: int) -> None:
    model, play = words
    _word, facts, value = WORDS[number]
    path = ("kong", f"k{number}", "replacements")
    f = put(blank(model), facts)
    assert by_reference(model, path, f) == value
    assert plain_play(play).ask(f, play.numbers[path]) == value
    numbers = np.array(f, dtype=np.int64)
    assert compiled_words.call("ask", numbers.ctypes.data, play.numbers[path]) == value


def test_every_word_of_the_table_is_tried() -> None:
    tried = " ".join(word for word, _facts, _value in WORDS)
    assert {word for word in coverage.TABLE_WORDS if word not in tried} == set()


def test_numbers_that_stand_in_two_places_agree() -> None:
    assert s.ROW_ROOM == table_record.ROW_ROOM
    assert list(EVENTS).index("hand_end") == codes.Moment.HAND_END
    assert list(EVENTS).index("discard") == codes.Moment.DISCARDED


def test_the_paths_of_play() -> None:
    model = model_of("""
[wall]
reserve = "14 + turn_count"
last = { tiles = 4, rule = "no_claims" }
[ready.r]
choices = [1, "options.most"]
sets = "staked"
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
[memory.staked]
scope = "seat"
[option.most]
type = "int"
default = 3
choices = [0, 9]
""")
    own = {path: node for path, node in model.play.items() if path[0] in ("wall", "ready", "phase", "match")}
    numbers = [path for path in play_trees(model).numbers if path in own]
    constants = {path: node.value for path, node in own.items() if path not in numbers}
    assert constants == {("wall", "last", 0, "tiles"): 4, ("ready", "r", "choices", 0): 1,
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
    play = play_trees(model)
    assert play.needs_ask["claim", "win", "when"] == s.NEED_SEATS
    assert play.needs_ask["claim", "win", "must"] == s.NEED_WAITS
    assert play.needs_ask["discard", "d", "when"] == s.NEED_HAND
    assert play.needs_given & (s.NEED_VALUES | s.NEED_WAITS) == s.NEED_VALUES | s.NEED_WAITS
    assert play.needs_remember == {codes.Moment.DISCARDED: s.NEED_SEATS, codes.Moment.KONG: 0}
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


def run(play: PlayTrees, how: str, f: list[int], steps: list[tuple[str, int]]) -> list[int]:
    """The frame after some steps (remember or pay, number), plain or compiled; behind it what `given` says."""
    if how == "plain":
        functions = plain_play(play)
        for step, number in steps:
            getattr(functions, step)(f, number)
        return [*f, functions.given(f)]
    compiled = load_play(play)
    numbers = np.array(f, dtype=np.int64)
    for step, number in steps:
        compiled.call(step, numbers.ctypes.data, number)
    return [*numbers.tolist(), compiled.call("given", numbers.ctypes.data)]


@pytest.mark.parametrize("how", ["plain", "compiled"])
def test_memory_changes_with_events(how: str) -> None:
    model = model_of(MEMORY)
    play = play_trees(model)
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
    assert after("flower", {s.DRAW_KIND: codes.Drew.KONG})[-1] & (first | third) == first | third
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
    after = run(play_trees(model), how, f, [("pay", OCCASIONS.index(occasion)) for occasion in occasions])
    assert rows_of(model, after) == rows


def test_a_ledger_that_is_full_stays_as_it_is() -> None:
    model = model_of('[[pay]]\non = "draw"\nfor = "seats"\namount = "payer == \'E\'"\n')
    f = blank(model)
    functions = plain_play(play_trees(model))
    added = [functions.pay(f, OCCASIONS.index("draw")) for _ in range(40)]
    assert sum(added) == f[s.ROW_COUNT] == s.ROW_ROOM
    assert added[:32] == [3] * 32
    assert added[32:] == [0] * 8


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
