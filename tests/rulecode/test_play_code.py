"""Expressions of play: the generated functions give what the reference gives, uncompiled and compiled."""

from typing import Any

import pytest

import quepu
from quepu.engine.layout import codes
from quepu.engine.layout import table as table_record
from quepu.engine.layout.frame import SET_ROOM, Frame, Place
from quepu.engine.layout.table_facts import RIVER_ROOM, ROW_ROOM, Need
from quepu.rulebook.file.schema import OCCASIONS
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.language.node import Arithmetic
from quepu.rulebook.model.model import Model
from quepu.rulecode.play_functions import PlayTrees, play_trees
from quepu.rulecode.play_loader import load_play, plain_play
from tests.laid.frames import Facts, blank, by_reference, ledger_rows, model_of, put, rows_of
from tools import coverage

M3, P5, S1, EAST, RED = 2, 13, 18, 27, 33


def row(*kinds: int) -> list[int]:
    """Copies of each kind."""
    return [kinds.count(kind) for kind in range(42)]


def meld(tile: int, flags: int, feeder: int, place: int = 0) -> int:
    """A meld at the table: a pung or kong."""
    return tile | flags << 6 | feeder + 1 << 12 | 2 << 15 | place << 17


#: an expression, what the frame holds, what it gives
WORDS: list[tuple[str, Facts, int]] = [
    ("actor == 'S'", {"actor": 1}, 1),
    ("actor == nobody", {"actor": -1}, 1),
    ("feeder != nobody and feeder.is_dealer", {"feeder": 0}, 1),
    ("1 if tile == '3m' else 0", {"tile": M3}, 1),
    ("tile.is_honor", {"tile": -1}, 0),
    ("wall_left - 4", {"wall_left": 10}, 6),
    ("turn_count", {"turn_count": 7}, 7),
    ("own_discards == 0", {"own_discards": 0}, 1),
    ("round_number", {"round_number": 3}, 3),
    ("winner_count", {"winner_count": 2}, 2),
    ("winner_place", {"winner_place": 3}, 3),
    ("robbed_concealed", {"offer_kind": codes.Offer.CONCEALED_KONG}, 1),
    ("robbed_concealed", {"offer_kind": codes.Offer.ADDED_KONG}, 0),
    ("is_turned", {"offer_kind": codes.Offer.TURNED}, 1),
    ("is_turned", {"offer_kind": codes.Offer.DISCARD}, 0),
    ("turned_wins", {"turned_wins": 2}, 2),
    ("could_win('S')", {"wins_of": [0, 1, 0, 0]}, 1),
    ("could_win('W')", {"wins_of": [0, 1, 0, 0]}, 0),
    ("false_total", {"false_total": 12}, 12),
    ("kong_replacement", {"draw_kind": codes.Drew.KONG}, 1),
    ("kong_replacement", {"draw_kind": codes.Drew.FLOWER}, 0),
    ("flower_replacement", {"draw_kind": codes.Drew.FLOWER}, 1),
    ("claimed", {"draw_kind": codes.Drew.CLAIM}, 1),
    ("is_robbed", {"offer_kind": codes.Offer.ADDED_KONG}, 1),
    ("is_robbed", {"offer_kind": codes.Offer.CONCEALED_KONG}, 1),
    ("is_robbed", {"offer_kind": codes.Offer.ADDED_KONG, "self_draw": 1}, 0),
    ("is_robbed", {"offer_kind": codes.Offer.DISCARD}, 0),
    ("after_kong + after_kong", {"kongs_running": 3}, 2),
    ("uninterrupted", {"broken": 1}, 0),
    ("uninterrupted", {}, 1),
    ("declares(actor)", {"actor": 2, "declared": [9, 9, 4, 9]}, 4),
    ("declares(feeder)", {"declared": [9, 9, 9, 9]}, 0),
    ("purse('N')", {"purse": [1, 2, 3, -40]}, -40),
    ("ready('W') + ready('S')", {Place("waits_of", 2): 1 << P5}, 1),
    ("value(actor, '5p')", {"actor": 1, Place("wait_values", 42 + P5): 88}, 88),
    ("value(feeder, tile)", {"wait_values": [7] * 168}, 0),
    ("marked('S', '3m')", {Place("marked_by", 42 + M3): 2}, 2),
    ("visible(tile)", {"tile": EAST, Place("visible", EAST): 3}, 3),
    ("visible(tile)", {"visible": [3] * 42}, 0),
    ("dice(1) + 10 * dice(2)", {"dice": [3, 5]}, 53),
    ("count(x for x in seats if x.is_out)", {"out": 0b1010}, 2),
    ("feeder.is_out", {"out": 0b1111}, 0),
    ("count(x for x in seats)", {"seat_count": 3}, 3),
    ("count(x for x in payers)", {"seat_count": 3, "seat": 1}, 2),
    ("next_seat('W', 1) == 'E'", {"seat_count": 3}, 1),
    ("next_seat('W', 1) == 'N'", {}, 1),
    ("sum(t.rank for t in waits(actor))", {"actor": 3, Place("waits_of", 3): 1 << M3 | 1 << P5}, 8),
    ("sum(t.rank for t in heard(actor))", {"actor": 2, Place("heard_of", 2): 1 << M3 | 1 << P5}, 8),
    ("count(t for t in heard(feeder))", {"heard_of": [7, 7, 7, 7]}, 0),
    ("count(t for t in waits(feeder))", {"waits_of": [7, 7, 7, 7]}, 0),
    ("sum(t.rank for t in discards('S'))", {"river_count": [0, 3], Place("rivers", RIVER_ROOM): [M3, M3, P5]}, 11),
    ("any(t == tile for t in discards(actor))",
     {"actor": 1, "tile": RED, "river_count": [0, 1], Place("rivers", RIVER_ROOM): [RED]}, 1),
    ("count(t for t in discards(feeder))", {"river_count": [2] * 4, "rivers": [2] * 240}, 0),
    ("sum(t.rank for t in river('S'))",
     {"river_count": [0, 3], Place("rivers", RIVER_ROOM): [M3, M3, P5], Place("taken", 1): 0b10}, 8),
    ("count(t for t in river(feeder))", {"river_count": [2] * 4, "rivers": [2] * 240}, 0),
    ("10 * count(x for x in seats if has_won(x)) + has_won(feeder)", {"won": 0b1010}, 20),
    ("10 * count(x for x in seats if is_winning(x)) + is_winning(feeder)", {"winning": 0b0111}, 30),
    ("kong_tiles", {"kong_tiles": 4}, 4),
    ("drawn_this_turn(tile) + drawn_this_turn('3m')", {"drawn_kinds": 1 << M3}, 1),
    ("turns_to('N', actor) + 10 * turns_to(actor, feeder)", {"actor": 1}, 2),
    ("turns_to('W', 'S')", {"seat_count": 3}, 2),
    ("sum(t.rank for t in hand_of('N'))", {Place("hands", 3 * 42): row(M3, M3, S1)}, 7),
    ("count(t for t in laid('E') if t.is_dragon)", {"laid_by": row(RED, RED, M3)}, 2),
    ("count(m for m in melds_of('S') if m.feeder == 'W' and m.is_kong and m.is_pung and m.is_open)",
     {"meld_counts": [0, 2], Place("melds_by", SET_ROOM): [meld(RED, 7, 2), meld(M3, 3, 2)]}, 1),
    ("sum(m.tile.rank for m in melds_of(actor) if m.feeder == nobody and m.is_concealed and not m.is_added)"
     " + count(m for m in melds_of(actor) if m.is_chow)",
     {"actor": 0, "meld_counts": [2], "melds_by": [meld(M3, 13, -1), meld(P5, 39, 1)]}, 3),
    ("sum(m.place for m in melds_of(actor) if m.feeder == 'S')",
     {"actor": 0, "meld_counts": [3], "melds_by": [meld(M3, 7, 2), meld(P5, 39, 1, 1), meld(RED, 3, 1, 2)]}, 5),
    ("count(m for m in melds_of(feeder))", {"meld_counts": [2] * 4}, 0),
    ("claims_by('W') + 10 * claims_by('N')",
     {"seat": 1, "meld_counts": [1, 3], "melds_by": [meld(S1, 3, 2)],
      Place("melds_by", SET_ROOM): [meld(RED, 7, 2), meld(M3, 3, 2), meld(P5, 39, 3)]}, 12),
    ("claims_by(feeder)", {"seat": 1, "meld_counts": [0, 1], Place("melds_by", SET_ROOM): [meld(M3, 13, -1)]}, 0),
    ("sum(t.number for t in turned('dora'))", {"turned_count": 3, "turned": [M3, 1, P5, 0, RED, 1]}, 11),
    ("sum(t.rank for t in turned('horse', 'S'))", {"turned_count": 3, "turned": [M3, 64, P5, 96, RED, 0]}, 3),
    ("count(t for t in turned('horse', feeder))", {"turned_count": 1, "turned": [M3, 0]}, 0),
    ("tile.number", {"tile": RED}, 8),
    ("tile.number", {"tile": M3}, 3),
    ("any(t.is_dragon for t in (tile, '7z'))", {"tile": -1}, 1),
    ("count(x for x in (actor, feeder, 'W') if not x.is_out)", {"actor": 1, "out": 0b10}, 2),
    ("open_count + held(tile)", {"open_count": 2, "tile": M3, Place("held", M3): 3}, 5),
    ("winner == nobody", {"seat": -1}, 1),
    ("seen[actor, feeder] + seen[actor, actor]", {"actor": 1, "memory": [9] * 16}, 9),
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
    assert compiled_words.call("ask", f.address, play.numbers[path]) == value


def test_every_word_of_the_table_is_tried() -> None:
    tried = " ".join(word for word, _facts, _value in WORDS)
    assert {word for word in coverage.TABLE_WORDS if word not in tried} == set()


def test_numbers_that_stand_in_two_places_agree() -> None:
    assert ROW_ROOM == table_record.ROW_ROOM
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
    own = {formula.path: formula.node for formula in model.formulas()
           if formula.path[0] in ("wall", "ready", "phase", "match")}
    numbers = [path for path in play_trees(model).numbers if path in own]
    constants = {path: node.value for path, node in own.items() if path not in numbers}
    assert constants == {("wall", "last", 0, "tiles"): 4, ("ready", "r", "choices", 0): 1,
                         ("phase", 0, "choices", 0): 0, ("match", "keeps"): 1, ("match", "false_win", "pays"): 8}
    assert set(numbers) == {("wall", "reserve"), ("ready", "r", "choices", 1), ("phase", 0, "choices", 1)}
    assert [type(update.set) for slot in model.memory for update in slot.updates] == [Arithmetic]


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
    assert play.needs_ask["claim", "win", "when"] == Need.SEATS
    assert play.needs_ask["claim", "win", "must"] == Need.WAITS
    assert play.needs_ask["discard", "d", "when"] == Need.HAND
    assert play.needs_given & (Need.VALUES | Need.WAITS) == Need.VALUES | Need.WAITS
    assert play.needs_remember == {codes.Moment.DISCARDED: Need.SEATS, codes.Moment.KONG: 0}
    assert play.needs_pay[OCCASIONS.index("draw")] == Need.SEATS


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
update = [{ on = ["kong.concealed", "discard"], when = "owner == actor", set = "hidden[owner] + 1" }]
[memory.calls]
scope = "match"
update = [
  { on = "declare.call", set = "calls * 1000 + 900" },
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


def run(play: PlayTrees, how: str, f: Frame, steps: list[tuple[str, int]]) -> tuple[Frame, int]:
    """The frame after some steps (remember or pay, number), plain or compiled, and what `given` says."""
    if how == "plain":
        functions = plain_play(play)
        for step, number in steps:
            getattr(functions, step)(f, number)
        return f, functions.given(f)
    compiled = load_play(play)
    for step, number in steps:
        compiled.call(step, f.address, number)
    return f, compiled.call("given", f.address)


@pytest.mark.parametrize("how", ["plain", "compiled"])
def test_memory_changes_with_events(how: str) -> None:
    model = model_of(MEMORY)
    play = play_trees(model)
    place = {slot.id: slot.slot for slot in model.memory}

    calls = Place("memory", place["calls"])

    def whole(event: str, facts: Facts) -> tuple[Frame, int]:
        return run(play, how, put(blank(model), facts), [("remember", list(EVENTS).index(event))])

    def after(event: str, facts: Facts) -> list[int]:
        return whole(event, facts)[0].memory.tolist()
    assert after("pung", {"actor": 2, "feeder": 1})[place["fed"]:place["fed"] + 16] == [0] * 9 + [1] + [0] * 6
    kong = after("kong", {"actor": 2, "feeder": -1, "event_of": 1})
    assert kong[place["fed"]:place["hidden"] + 4] == [0] * 18 + [1, 0]
    assert after("kong", {"actor": 2, "event_of": 0})[place["hidden"] + 2] == 0
    assert after("discard", {"actor": 2})[place["hidden"] + 2] == 1         # a discard has no kinds: `of` is not for it
    assert after("discard", {"actor": 2, "tile": P5, "is_drawn": 1})[place["last"]] == P5
    assert after("discard", {"actor": 2, "tile": P5})[place["last"]] == -1
    assert after("declare", {"event_of": 0, calls: 4})[place["calls"]] == 4900
    assert after("declare", {"event_of": 0, calls: 101})[place["calls"]] == 100_000      # the largest there is
    end = after("hand_end", {"is_draw": 1, calls: 4})
    assert (end[place["calls"]], end[place["after"]]) == (5, 5)             # in the order of the file
    assert after("win", {"total": 8, "amount": 30})[place["won"]] == 38
    assert whole("flower", {"actor": 1})[0].tobytes() == put(blank(model), {"actor": 1}).tobytes()
    first, third = 1 << model.words.flags["first"], 1 << model.words.flags["third"]
    assert whole("flower", {"draw_kind": codes.Drew.KONG})[1] & (first | third) == first | third
    assert whole("flower", {"own_discards": 1})[1] & (first | third) == 0


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
on = "kong.concealed"
for = "actor"
amount = 2
tag = "hidden"
[[pay]]
on = "opening.shown"
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
    ({"actor": 1, "event_of": 1}, ("kong",), [(0, 1, "hidden", 2), (2, 1, "hidden", 2), (3, 1, "hidden", 2)]),
    ({"actor": 1, "event_of": 0}, ("kong",), []),
    ({"actor": 1, "event_of": 1, "seat_count": 3}, ("kong",), [(0, 1, "hidden", 2), (2, 1, "hidden", 2)]),
    ({"actor": -1, "event_of": 1}, ("kong",), []),
    ({"actor": 0, "event_of": 1, "fan_times": 1, "present": 1}, ("opening",),
     [(1, 0, "opening", 11), (2, 0, "opening", 11), (3, 0, "opening", 11)]),
    # one liable seat pays for all, nobody himself
    ({"self_draw": 1, "seat": 0, "discarder": -1, "total": 8}, ("win",), [(3, 0, "main", 8)] * 3),
    ({"self_draw": 1, "seat": 3, "discarder": -1, "total": 8}, ("win",), []),
    # a share: half of each row goes to the seat after the payer, unless that is the receiver
    ({"seat": 0, "discarder": 1, "total": 8}, ("win",),
     [(1, 0, "main", 5), (2, 0, "main", 3), (3, 0, "main", 3), (1, 4, "win", 2),
      (2, 0, "main", 5), (3, 0, "main", 2), (2, 4, "win", 1)]),
])
def test_rows_of_an_occasion(how: str, facts: Facts, occasions: tuple[str, ...],
                             rows: list[tuple[int, int, str, int]]) -> None:
    model = model_of(PAYMENT)
    f = put(blank(model), facts)
    assert ledger_rows(model, f.copy(), occasions) == rows
    after, _given = run(play_trees(model), how, f, [("pay", OCCASIONS.index(occasion)) for occasion in occasions])
    assert rows_of(model, after) == rows


def test_a_ledger_that_is_full_stays_as_it_is() -> None:
    model = model_of('[[pay]]\non = "draw"\nfor = "seats"\namount = "payer == \'E\'"\n')
    f = blank(model)
    functions = plain_play(play_trees(model))
    added = [functions.pay(f, OCCASIONS.index("draw")) for _ in range(40)]
    assert sum(added) == f.row_count == ROW_ROOM
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
    facts: Facts = {"turned_count": 2, "turned": [0, 0, 25, 0]}               # 1m and 8s: the fans count 2m and 9s
    put(book.reference.frames.blank, facts)
    put(fast.frame, facts)
    assert book.score(hand).total == 14
    assert fast.score(book.win(hand)).total == 14
    # now 8s is a treasure): with three of them any tiles win, so every tile is waited for
    assert book.score(hand, flags=["called"]).total == 4
    assert fast.score(book.win(hand, flags=["called"])).total == 4
