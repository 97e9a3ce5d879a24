"""Hands that are called off (途中流局): each reason has its moment, and a win on the discard goes first."""

from pathlib import Path

import pytest

import quepu
from quepu.errors import RulebookError
from quepu.game import events as ev
from quepu.game.match import Match
from quepu.game.plain_engine import PlainEngine
from quepu.records.lines import parse_record, replay, write_record
from quepu.records.mjai_write import mjai_events
from tests.laid import KINDS, begun, dead_wall, dealt, discard, drift, go, memory, pass_all, plain_engine, run, texts

TAIL = dead_wall("9m9p9s1z", "5m5m6m6m7m7m8p8p")


@pytest.fixture(scope="module")
def engine() -> PlainEngine:
    return plain_engine("riichi")


def reasons(match: Match) -> list[str]:
    return [event.reason for event in match.events if isinstance(event, ev.Aborted)]


def ended(match: Match) -> str:
    return match.settlements[-1].ended if match.hand_over else ""


def test_four_equal_winds_once_nobody_wins_on_the_fourth(engine) -> None:
    match = dealt(engine.book, ("3z", "3z", "3z", "3z"), "9p9s1s", TAIL, None, engine=engine)
    discard(match, "E 3z", "S 3z", "W 3z")
    assert not match.hand_over
    discard(match, "N 3z")
    assert reasons(match) == ["four_winds"]
    assert ended(match) == "redeal"
    match.begin()
    assert memory(match, "honba") == [1]
    assert int(match.table.dealer) == 0


def test_other_winds_do_not(engine) -> None:
    match = dealt(engine.book, ("3z", "3z", "3z", "4z"), "9p9s1s", TAIL, None, engine=engine)
    discard(match, "E 3z", "S 3z", "W 3z", "N 4z")
    assert reasons(match) == []
    assert not match.hand_over


def kong_hands() -> tuple[str, ...]:
    return ("1111m2222m3p6p9p3s6s9s", "5555p7777p1p9p3m6m1s", "", "")


def test_four_kongs_of_two_players_end_the_hand_after_the_discard(engine) -> None:
    match = dealt(engine.book, kong_hands(), "1z", dead_wall("2z3z4z5z", "5s5s6s6s7s7s8s8s"), None, engine=engine)
    go(match, "E kong 1m", "E kong 2m")
    discard(match, "E 2z")
    go(match, "S kong 5p", "S kong 7p")
    assert not match.hand_over
    assert reasons(match) == []
    match.play("S", "discard 4z")
    pass_all(match)
    assert reasons(match) == ["four_kongs"]
    assert ended(match) == "redeal"


def test_four_kongs_of_one_player_do_not(engine) -> None:
    match = dealt(engine.book, ("1111m2222m3333m4p7p", "", "", ""), "", dead_wall("2z3z4z5z", "5s5s6s6s7s7s8s8s"),
                  None, engine=engine)
    go(match, "E kong 1m", "E kong 2m", "E kong 3m")
    discard(match, "E 2z")
    assert reasons(match) == []
    assert not match.hand_over


def riichi_hands() -> tuple[str, ...]:
    """Each is ready for two kinds nobody discards once its last tile is gone."""
    return ("123456789m11p56s9s", "123456789p11s23m", "123456789s22m67p", "222333444z77z45m")


def test_four_riichi_end_the_hand_once_the_last_discard_passes(engine) -> None:
    match = dealt(engine.book, riichi_hands(), "5z6z5z", TAIL, None, engine=engine)
    go(match, "E declare double_riichi 9s", "S declare double_riichi 5z", "W declare double_riichi 6z")
    assert not match.hand_over
    match.play("N", "declare double_riichi 5z")
    assert reasons(match) == ["four_riichi"]
    assert ended(match) == "redeal"
    assert int(match.table.pot) == 4000
    assert match.scores == (24000,) * 4
    match.begin()
    assert memory(match, "honba") == [1]
    assert memory(match, "deposits") == [4]
    assert int(match.table.dealer) == 0


def test_the_fourth_riichi_discard_can_be_won_on(engine) -> None:
    match = dealt(engine.book, riichi_hands(), "5z6z4s", TAIL, None, engine=engine)
    go(match, "E declare double_riichi 9s", "S declare double_riichi 5z", "W declare double_riichi 6z")
    match.play("N", "declare double_riichi 4s")
    assert reasons(match) == []
    assert "win" in texts(match, "E")
    match.play("E", "win")
    assert ended(match) == "win"
    assert match.scores[3] < 25000 - 1000


def test_nine_terminals_are_called_by_the_player(engine) -> None:
    match = dealt(engine.book, ("", "19m19p19s1245z567m", "", ""), "3p", TAIL, None, engine=engine)
    discard(match, "E 4m")
    assert "abort nine_terminals" in texts(match, "S")
    match.play("S", "abort nine_terminals")
    assert reasons(match) == ["nine_terminals"]
    assert ended(match) == "redeal"


FLOWER_ENDS = """
extends = "base/thirteen"
id = "house"
name = {{ en = "House" }}
deal.flowers = "{way}"
[abort.fourth]
on = ["{event}"]
when = "{when}"
then = "redeal"
"""


@pytest.mark.parametrize(("way", "event", "when", "hand", "draws", "answers", "last"), [
    ("at_once", "flower", "tile == '4f'", "34f", "", (), "4f"),
    ("in_rounds", "flower", "tile == '4f'", "345f", "", (), "4f"),
    ("kept", "flower", "tile == '4f'", "4f", "", ("E flower 4f",), "4f"),
    ("own_turn", "flower", "tile == '4f'", "9s", "4f", ("E discard 9s",), "4f"),
    ("at_once", "flower", "tile == '4f'", "9s", "4f", ("E discard 9s",), "4f"),
    ("at_once", "draw", "is_replacement", "9s", "4f", ("E discard 9s",), "7p"),
])
def test_a_flower_ends_the_hand_before_it_is_replaced(tmp_path, way, event, when, hand, draws, answers, last) -> None:
    path = tmp_path / "house.toml"
    path.write_text(FLOWER_ENDS.format(way=way, event=event, when=when), encoding="utf-8")
    match = begun(str(path), hand, draws=draws, replacements="7p8p1p2p")
    go(match, *answers)
    assert reasons(match) == ["fourth"]
    assert ended(match) == "redeal"
    told = [event for event in match.events if isinstance(event, ev.FlowerLaid | ev.Drawn)]
    assert str(told[-1].tile) == last
    assert not any(isinstance(one, ev.FlowerLaid) and one.tile == "5f" for one in told)
    again = replay(parse_record(write_record(match)), match.book)       # the deal itself may end a hand
    assert (again.settlements, again.hand_over) == (match.settlements, True)


WORDS_OF_EVENTS = """
extends = "base/thirteen"
id = "house"
name = {{ en = "House" }}
{}
when = "{}"
"""
ADDED = ("E 7p", "S 9s", "W 3p", "S pung", "S 9p", "W 6z", "N 6z", "E 6z", "S kong added 3p")


def made(tmp_path: Path, kind: str, entry: str, when: str) -> Match:
    path = tmp_path / "house.toml"
    path.write_text(WORDS_OF_EVENTS.format(entry, when), encoding="utf-8")
    return begun(str(path), "1111m2222m147p258s", "33p9s", draws="9p3p6z6z6z3p", replacements="6s6s7z7z", kind=kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("event", "when", "moves"), [
    ("discard", "is_drawn", ADDED[:3]),
    ("pung", "feeder != nobody", ADDED[:4]),
    ("kong", "is_added and feeder != nobody and kong_tiles == 1", ADDED),
    ("kong", "is_concealed and tile == '2m' and kong_tiles == 4", ("E kong concealed 1m", "E kong concealed 2m")),
    ("draw", "is_replacement", ("E kong concealed 1m",)),
])
def test_a_reason_knows_what_its_event_tells(tmp_path, kind, event, when, moves) -> None:
    match = made(tmp_path, kind, f'[abort.x]\non = ["{event}"]', when)
    for move in moves:
        assert not match.hand_over
        run(match, move)
    assert reasons(match) == ["x"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("entry", "when", "shown"), [
    ('on = ["kong"]', "is_added", [0, 0, 1]),
    ('on = ["kong"]', "is_concealed", [0, 1, 0]),
    ('on = ["hand_end"]', "is_aborted", [1, 1, 1]),
    ('on = ["hand_end"]', "not is_aborted", [0, 0, 0]),
])
@pytest.mark.parametrize("reveals", ["at_once", "draw"])
def test_tiles_turned_up_know_what_their_event_tells(tmp_path, kind, reveals, entry, when, shown) -> None:
    for moves, count in zip(((), ("E kong concealed 1m",), ADDED), shown, strict=True):
        kongs = "".join(f'[kong.{name}]\nreveals = "{reveals}"\n' for name in ("concealed", "added"))
        ends = '[abort.first]\non = ["discard"]\nwhen = "is_drawn and wall_left < 50"\n'
        match = made(tmp_path, kind, f'{kongs}{ends}[turned.x]\nname = {{ en = "X" }}\ntiles = 1\n{entry}', when)
        drift(run(match, *moves))
        assert sum(isinstance(event, ev.TurnedUp) for event in match.events) == count


@pytest.mark.parametrize(("entry", "when", "word"), [
    ('[turned.x]\non = ["kong"]', "tile.is_honor", "tile"),
    ('[turned.x]\non = ["win", "kong"]', "feeder == nobody", "feeder"),
    ('[turned.x]\non = ["kong"]\nplace = "5 if is_added else 7"', "True", "is_added"),
    ('[turned.x]\non = ["win"]', "amount > 2", "amount"),
    ('[turned.x]\non = ["declare"]\nagain = "tile.is_honor"', "True", "tile"),
    ('[kong.added]\nreveals = "draw"\n[turned.x]\non = ["kong"]', "kong_tiles == 1", "kong_tiles"),
])
def test_what_tiles_turned_up_do_not_know_is_refused(tmp_path, entry, when, word) -> None:
    with pytest.raises(RulebookError, match=f"'{word}' is not told where tiles are turned up"):
        made(tmp_path, "plain", entry, when)


def test_a_reason_at_a_moment_nobody_looks_is_refused(tmp_path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "riichi"\nabort.four_winds.on = ["turn_up"]\n', encoding="utf-8")
    with pytest.raises(RulebookError, match="no hand is called off by itself at 'turn_up'"):
        quepu.rulebook(str(path))


def test_two_wins_on_a_discard_contradict_each_other(tmp_path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "riichi"\nclaim.ron = { several = "nearest" }\n', encoding="utf-8")
    with pytest.raises(RulebookError, match=r"a second claim without `sets` is a second win, beside \[claim.win\]"):
        quepu.rulebook(str(path))


def test_three_wins_on_one_tile_are_none_where_the_rulebook_says_so() -> None:
    engine = plain_engine("riichi?multi_ron=double")
    hands = ("8s", "234567m345p22p67s", "345678m234p99p67s", "456m567p678p33m67s")
    tail = dead_wall("1s1s1s1s", "1z1z2z2z3z3z4z4z")
    match = dealt(engine.book, hands, "", tail, None, engine=engine)
    go(match, "E discard 8s", "S win", "W win", "N win")
    assert ended(match) == "abort"
    assert [event["reason"] for event in mjai_events(match) if event["type"] == "ryukyoku"] == ["sanchaho"]
    assert match.scores == (25000,) * 4
    match.begin()
    assert memory(match, "honba") == [1]
    assert int(match.table.dealer) == 0
    match = dealt(engine.book, hands, "", tail, None, engine=engine)
    go(match, "E discard 8s", "S win", "W win", "N pass")
    assert ended(match) == "win"
