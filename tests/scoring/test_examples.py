"""The reader of worked examples: every kind of line, every way a state is told, and nothing overlooked."""

from pathlib import Path
from typing import Any

import pytest

import quepu
from quepu.book import Rulebook
from quepu.errors import HandError
from quepu.examples.worked import Check, check_example
from quepu.examples.worked_state import find

BOOK = """
id = "kinds"
extends = "base/thirteen"
name = { zh = "各类", en = "Kinds" }

[tiles]
kinds = "123456789m123456789p123456789s1234567z"

[fan.plain]
name = { zh = "平胡", en = "plain" }
value = 1
when = "True"
[fan.flush]
name = { zh = "清一色", en = "flush" }
value = 4
when = "suit_count == 1 and honor_count == 0"
[fan.ready_fan]
name = { zh = "报听", en = "declared" }
value = 2
when = "declared"
[flag.declared]
name = { zh = "报听", en = "declared" }
[score]
total = "points"
minimum = 1
[win.void]
when = 'not any(t.suit == void[winner] for t in tiles)'
text = { zh = "未缺", en = "the void suit is held" }

[memory.void]
scope = "seat"
type = "suit"
start = -1
[memory.horses]
scope = "seat"
[memory.fed]
scope = "pair"
[memory.income]
scope = "pair"
[memory.liable]
scope = "hand"
type = "seat"
start = -1
[memory.first_points]
scope = "seat"

[option.base]
type = "int"
default = 1
choices = [1, 9]
[option.bets]
type = "bool"
default = false

[[pay]]
id = "win"
on = "win"
amount = "options.base * total if payer == discarder or self_draw else 0"
[[pay]]
id = "crowd"
on = "win"
from = "discarder"
amount = "10 * (winner_count - 1)"
[[pay]]
id = "dora"
on = "win"
from = "discarder"
amount = 'count(t for t in turned("dora"))'
[[pay]]
id = "horse"
on = "end"
for = "seats"
amount = "horses[owner]"
[[pay]]
id = "back"
on = "draw"
for = "seats"
amount = "income[payer, receiver]"
[[pay]]
id = "not_ready"
on = "draw"
for = "seats"
when = "ready(receiver) and not ready(payer) and not payer.is_out and not receiver.is_out"
amount = "max(value(receiver, t) for t in waits(receiver))"
[[pay]]
id = "drawn"
on = "draw"
for = "dealer"
when = "not any(s.is_out for s in seats)"
amount = 1
[[pay]]
id = "kong"
on = "kong"
for = "actor"
when = "not payer.is_out"
amount = 1
[[pay]]
id = "kong_discard"
on = "kong.melded"
for = "actor"
when = "payer == feeder"
amount = 5

[turned.dora]
on = "hand_start"
tiles = 2
[kong.melded]
of = "discard"
[kong.added]
of = "pung"
[kong.concealed]
of = "hand"
[match]
false_win = { pays = "10 + options.base" }
next_dealer = 'next_seat("E", 1)'
keeps = "is_draw and wall_left == 14"
redraws = "is_draw and wall_left == 12"

[examples]
ignore = ["horses[].seat", "bookkeeping"]
[examples.state]
que = "void"
"out[]" = "is_out"
"tickets.*" = "ready"
"worth.*" = "value"
"kong_income.*.*" = "income"
"horses[]{owner}" = "horses"
"horses[].tile" = "turned.dora"
"kongs[kind=exposed]{by,from}" = "income"
"special.*[wind* ???z]" = "horses"
"special.*[dragonkong *]" = "horses"
"jing.*.1" = "horses"
"stones.*.*" = "first_points"
"ting[hard]" = "declared"
"exposed.*[6z]" = "first_points"
[examples.options]
"value of all" = "base"
"state.piao" = "bets"
[examples.events]
kong_added = "kong.added"
kong_melded = "kong.melded"
[examples.compare]
laat = "100 * total"
[examples.lists]
doors = { "self" = "self_draw", "half" = "total == 1", "none" = "total == 0" }
"""

HAND = {"concealed": "123m456p789s55p34s", "win_tile": "5s", "seat": "S", "from": "W"}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    path = tmp_path_factory.mktemp("book") / "kinds.toml"
    path.write_text(BOOK, encoding="utf-8")
    return quepu.rulebook(path)


def run(book: Rulebook, **example: Any) -> Check:
    check = check_example(book, {"id": "x", **example})
    assert check.skipped == ""
    return check


def pays(east: int, south: int, west: int, north: int) -> dict[str, int]:
    return {"E": east, "S": south, "W": west, "N": north}


def test_what_is_told_of_nobody_is_told_of_the_winner(book: Rulebook) -> None:
    assert run(book, **HAND, total=1, state={"que": "m"}).differences == (
        "legal: expected True, got False (the void suit is held)",)
    assert run(book, **HAND, total=1, state={"que": {"E": "m", "S": "m"}}).differences == (
        "legal: expected True, got False (the void suit is held)",)
    other = run(book, **HAND, total=1, state={"que": {"E": "m"}})
    assert (other.differences, other.notes) == ((), ())


def test_unknown_keys_are_told_one_by_one(book: Rulebook) -> None:
    check = run(book, **HAND, total=1, luck=3, flags=["sunny"], state={
        "weather": "fine", "bookkeeping": [1, 2], "special": {"E": ["windkong 123z", "onekong 1111s"]},
        "ting": "soft", "horses": [{"owner": "E", "tile": "2m", "seat": "S", "colour": 1}]})
    assert check.differences == ()
    assert [note.split(" is not")[0].split(": not")[0] for note in check.notes] == [
        "flag sunny", "key luck: 3", "state weather: 'fine'", "state special.E.1: 'onekong 1111s'",
        "state ting: 'soft'", "state horses.0.colour: 1"]


def test_a_value_of_the_wrong_type_is_told(book: Rulebook) -> None:
    assert run(book, **HAND, state={"que": "x"}).notes == ("state que: 'x' is not a suit: m, p or s",)
    assert run(book, **HAND, state={"liable": "Q"}).notes == ("state liable: 'Q' is not a seat: E, S, W or N",)


def test_entries_of_lists(book: Rulebook) -> None:
    horses = [{"owner": "E", "tile": "2m", "seat": "S"}, {"owner": "E", "tile": "4m", "seat": "N"},
              {"owner": None, "tile": "5m", "seat": "N"}]
    check = run(book, **HAND, total=1, state={"horses": horses}, payments=pays(6, 2, -6, -2))
    assert (check.differences, check.notes) == ((), ())         # two horses of E, and three tiles turned up
    check = run(book, type="event", state={"special": {"S": ["windkong 123z", "dragonkong 567z"]}, "jing": {
        "N": [7, 1]}}, payments=pays(-3, 5, -3, 1))
    assert (check.differences, len(check.notes)) == ((), 1)     # 7 is told of nothing


def test_a_word_gives_a_flag(book: Rulebook) -> None:
    check = run(book, **HAND, state={"ting": "hard"}, fans={"平胡": 1, "declared": 2}, total=3)
    assert (check.differences, check.notes) == ((), ())


def test_tiles_as_keys_and_in_texts(book: Rulebook) -> None:
    from quepu.examples.worked import read_example
    told = read_example(book, {**HAND, "state": {"stones": {"N": {"1s": 2, "8p": 1}}, "exposed": {"W": "6z5z6z"}}})
    assert told[1].state["first_points"] == {"3": 3, "2": 2}


def test_options_by_other_names(book: Rulebook) -> None:
    from quepu.examples.worked import read_example
    chosen, _win = read_example(book, {**HAND, "options": {"value of all": 3}, "state": {"piao": {"S": 1}}})
    assert {option.id: option.value for option in chosen.model.options} == {"base": 3, "bets": True}
    assert run(book, **HAND, state={"piao": {"S": 1}}).notes == ()


def test_what_else_is_compared(book: Rulebook) -> None:
    assert run(book, **HAND, total=1, laat=100).differences == ()
    assert run(book, **HAND, total=1, laat=99).differences == ("laat: expected 99, got 100",)


def test_a_list_of_names_is_compared(book: Rulebook) -> None:
    assert run(book, **HAND, doors=["half"]).differences == ()
    assert run(book, **{**HAND, "self_draw": True, "from": None}, doors=["half", "self"]).differences == ()
    assert run(book, **HAND, doors=[]).differences == ("doors: expected [], got ['half']",)
    assert run(book, **HAND, doors=["half", "half"]).differences == ("doors: expected ['half', 'half'], got ['half']",)
    assert run(book, **HAND, doors="half").differences == ("doors: expected half, got ['half']",)


@pytest.mark.parametrize("members", ["'total == 1'", "{ half = 1 }", "{ half = 'totl == 1' }"])
def test_a_list_that_says_nothing_is_refused(members: str) -> None:
    with pytest.raises(quepu.RulebookError, match=r"a list says of each name|totl"):
        quepu.rulebook_of_text(f'extends = "base/thirteen"\nname = "x"\n[examples.lists]\ndoors = {members}')


def test_a_draw(book: Rulebook) -> None:
    state = {"out": ["N"], "worth": {"S": 8}, "kong_income": {"E": {"S": 2, "W": 3}}}
    assert run(book, type="draw", state=state, payments=pays(-13, 18, -5, 0)).differences == ()
    assert run(book, type="draw", payments=pays(3, -1, -1, -1)).differences == ()
    assert run(book, type="draw", payments=pays(0, 0, 0, 0)).differences == (
        f"payments: expected {pays(0, 0, 0, 0)}, got {pays(3, -1, -1, -1)}",)


def test_pairs_of_seats_from_entries(book: Rulebook) -> None:
    kongs = [{"by": "S", "kind": "exposed", "from": "N"}, {"by": "S", "kind": "exposed", "from": "N"}]
    check = run(book, type="draw", state={"out": ["E"], "kongs": kongs}, payments=pays(0, -2, 0, 2))
    assert (check.differences, check.notes) == ((), ())


def test_the_next_dealer(book: Rulebook) -> None:
    def dealer(left: int, seat: str) -> tuple[str, ...]:
        return run(book, type="draw", state={"wall_left": left, "next_dealer": seat},
                   payments=pays(3, -1, -1, -1)).differences
    assert dealer(14, "E") == dealer(13, "S") == dealer(12, "drawn") == ()
    assert dealer(14, "S") == ("next dealer: expected S, got E",)


def test_events(book: Rulebook) -> None:
    kong = {"type": "event", "seat": "W", "from": "S"}
    assert run(book, **kong, state={"event": "kong_added", "out": ["N"]}, payments=pays(-1, -1, 2, 0)).differences == ()
    assert run(book, **kong, state={"event": "kong_melded"}, payments=pays(-1, -6, 8, -1)).differences == ()
    assert run(book, **kong, state={"event": "party"}, payments=pays(0, 0, 0, 0)).notes == (
        "state event: 'party' is not understood; map it in [examples.state], or name it in [examples] ignore",)


def test_several_winners(book: Rulebook) -> None:
    hands = {"N": {"concealed": "111222333666m4m", "fans": {"平胡": 1, "清一色": 4}, "que": "p"},
             "S": {"concealed": "456s789s234s4m", "melds": ["pung 111z"], "fans": {"平胡": 1}, "que": "p"}}
    win = {"type": "multi_win", "win_tile": "4m", "self_draw": False, "seat": ["N", "S"], "from": "E"}
    check = run(book, **win, state={"hands": hands}, total={"S": 1, "N": 5}, payments=pays(-26, 11, 0, 15))
    assert (check.differences, check.notes) == ((), ())
    hands["N"]["que"] = "m"
    check = run(book, **win, state={"hands": hands}, total={"S": 2, "N": 5}, payments=pays(-26, 11, 0, 15))
    assert check.differences == (
        "S: total: expected 2, got 1", "N: legal: expected True, got False (the void suit is held)",
        f"payments: expected {pays(-26, 11, 0, 15)}, got {pays(-11, 11, 0, 0)}")


def test_a_false_win_costs_what_the_engine_takes(book: Rulebook) -> None:
    assert run(book, type="false_win", seat="S", options={"base": 2}, payments=pays(12, -36, 12, 12)).differences == ()
    assert run(book, type="false_win", seat="S", state={"out": ["E"]}, payments=pays(0, -22, 11, 11)).differences == ()


def test_openings() -> None:
    opening = quepu.rulebook("tests/house/openings.toml")
    dealt = {"type": "opening", "concealed": "4444p123m678m25s9s", "seat": "S"}
    assert run(opening, **dealt, fans={"四喜": 1}, payments=pays(-3, 7, -2, -2)).differences == ()
    assert run(opening, **dealt, fans={"缺一色": 1}, payments=pays(0, 0, 0, 0)).differences == (
        "fan 缺一色 1: not counted", "fan 四喜 1: counted, not expected",
        f"payments: expected {pays(0, 0, 0, 0)}, got {pays(-3, 7, -2, -2)}")


def test_a_declaration_of_being_ready(tmp_path: Path) -> None:
    path = tmp_path / "standing.toml"
    path.write_text(BOOK.replace('[match]\n', """[ready.standing]
on = "discard"
discard = "marked(actor, tile) > 0"
[match]
""").replace("[examples.state]\n", '[examples.state]\nlisi = "marked"\n'), encoding="utf-8")
    standing = quepu.rulebook(path)

    def ready(kind: str, marked: str, hand: str = "123m456p789s55p34s") -> tuple[str, ...]:
        check = run(standing, type=kind, concealed=hand, state={"lisi": marked, "hand14": hand + "8m", "discard": "8m"})
        assert check.notes == ()
        return check.differences
    assert ready("legal_ready", "1m4p5p8m") == ready("illegal_ready", "1m4p5p9s") == ()
    assert ready("illegal_ready", "1m4p5p8m", "123m456p789s15p34s") == ()      # not ready at all
    assert ready("illegal_ready", "1m4p5p8m") == ("ready: it may be declared, the example says otherwise",)


def test_a_win_by_flowers_alone(tmp_path: Path) -> None:
    path = tmp_path / "flowers.toml"
    path.write_text(BOOK.replace("[fan.plain]", """bonus = "12345678f"
[shape.seven_flowers]
name = { zh = "花胡", en = "flower win" }
tiles = 13
when = "flower_count >= 7"
on = ["flower"]
[fan.flower_win]
name = { zh = "花胡", en = "flower win" }
value = 3
when = 'shape == "seven_flowers"'
[fan.plain]"""), encoding="utf-8")
    book = quepu.rulebook(path)
    win = {"type": "flower_win", "self_draw": True, "seat": "S", "fans": {"花胡": 3, "平胡": 1}, "total": 4}
    assert run(book, **win, flowers="1f2f3f4f5f6f8f", payments=pays(-4, 12, -4, -4)).differences == ()
    assert run(book, **win, flowers="1f2f3f4f5f6f").differences == ("not a complete hand",)


def test_prose_and_what_cannot_be_set_up_are_skipped(book: Rulebook) -> None:
    assert check_example(book, {"id": "x", "type": "event", "situation": "the wall is empty"}).skipped == "prose"
    assert check_example(book, {"id": "x", "type": "riddle"}).skipped == "no program can set up 'riddle'"


def test_patterns_tell_where_they_read() -> None:
    state = {"a": {"S": ["x", "y"], "Q": ["x"]}, "b": [{"k": "1", "by": "E"}, {"k": "2", "by": "N"}]}
    [found] = find(state, "a.*[x]")
    assert (found.seats, found.value, found.read) == ((1,), 1, (("a", "S", 0),))
    [found] = find(state, "b[k=2]{by}")
    assert (found.seats, found.read) == ((3,), (("b", 1, "k"), ("b", 1, "by")))


def test_what_is_told_to_a_score_must_exist(book: Rulebook) -> None:
    with pytest.raises(HandError, match=r"kinds knows no state 'hors'\. Did you mean 'horses'"):
        book.score("123m456p789s55p34s 5s", state={"hors": {"E": 1}})
    assert book.score("123m456p789s55p34s 5s", seat="S", from_="W",
                      state={"turned.dora": "5m6m"}).payments == {"E": 0, "S": 3, "W": -3, "N": 0}


def test_a_pattern_that_tells_of_more_seats_than_a_word_has_is_noted(book: Rulebook) -> None:
    check = run(book, **HAND, state={"stones": {"S": {"E": 1}}})
    assert check.notes == ('[examples.state] stones.*.* = "first_points": the pattern tells it of S, E, but '
                           'first_points belongs to one seat',)


HENS = """
extends = "base/thirteen"
[fan.plain]
name = { zh = "平胡", en = "plain" }
value = 1
when = "True"
[[pay]]
id = "hens"
on = "win"
for = "seats"
amount = "10 * count(t for t in river(owner) if t == '1s') + count(t for t in river(owner) if t == '8p')"
[examples.state]
"hens.*" = "river"
"""


def test_tiles_are_told_as_a_table_of_how_many(tmp_path: Path) -> None:
    path = tmp_path / "hens.toml"
    path.write_text(HENS, encoding="utf-8")
    hens = quepu.rulebook(path)
    hand = {"concealed": "123m456p789s67s55p", "win_tile": "8s", "self_draw": True, "seat": "E"}
    told = check_example(hens, {**hand, "state": {"hens": {"S": {"1s": 2, "8p": 1}}},
                                "payments": pays(-21, 63, -21, -21)})
    assert (told.differences, told.notes) == ((), ())
    for wrong in ({"1s": 5}, {"1s": -1}, {"1x": 1}, {"1s": 10**9}):
        told = check_example(hens, {**hand, "state": {"hens": {"S": wrong}}})
        assert "not a list of tiles" in told.notes[0]


PURSES = """
id = "purses"
extends = "base/thirteen"
[fan.plain]
name = { zh = "平胡", en = "plain" }
value = 30
when = "True"
[claim.win]
several = "all"
[[pay]]
id = "win"
on = "win"
amount = "min(total, purse(payer)) if payer == discarder else 0"
[[pay]]
id = "fed"
on = "win"
amount = "sum(m.place for m in melds_of(winner) if m.feeder == payer)"
[examples.state]
"chips.*" = "purse"
"fed_by" = "melds.feeder"
"""


@pytest.fixture(scope="module")
def purses(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    path = tmp_path_factory.mktemp("purses") / "purses.toml"
    path.write_text(PURSES, encoding="utf-8")
    return quepu.rulebook(str(path))


def test_who_has_paid_one_winner_has_less_for_the_next(purses: Rulebook) -> None:
    """South has 50: West, the next in turn, is paid in full and North what is left."""
    hand = {"concealed": "123456789m1234p"}
    example = {"id": "x", "type": "multi_win", "seat": ["N", "W"], "from": "S", "win_tile": "1p", "self_draw": False,
               "state": {"hands": {"N": hand, "W": hand}, "chips": {"E": 100, "S": 50, "W": 100, "N": 100}},
               "payments": {"E": 0, "S": -50, "W": 30, "N": 20}}
    assert check_example(purses, example) == Check("x")


def test_an_example_tells_who_fed_each_meld(purses: Rulebook) -> None:
    """East fed the second meld of three; a concealed kong has no feeder, whatever is told."""
    example: dict[str, Any] = {
        "id": "x", "concealed": "1234p", "melds": ["pung 222m", "pung 333m", "kong 4444m (concealed)"],
        "win_tile": "1p", "self_draw": False, "from": "W", "seat": "S",
        "state": {"fed_by": [None, "E", "N"], "chips": {"E": 9, "S": 9, "W": 9, "N": 9}},
        "payments": {"E": -2, "S": 11, "W": -9, "N": 0}}
    assert check_example(purses, example) == Check("x")
    wrong = check_example(purses, {**example, "state": {"fed_by": ["nobody"]}})
    assert wrong.notes == ("state fed_by: ['nobody'] is not a list of seats",)
