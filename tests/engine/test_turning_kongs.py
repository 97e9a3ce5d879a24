"""A kong that turns tiles: its maker wins on one, or they are discards (tests/house/turning.toml)."""

from pathlib import Path

import quepu
from quepu.engine.layout import codes
from quepu.game import events as ev
from quepu.game.match import Match
from quepu.records.lines import read_record, replay, write_record
from tests import laid
from tests.laid import texts

BOOK = laid.house("turning")
EAST = "1111m234m567p88p34s"           # a kong of 1m, then it waits for 2s and 5s
SOUTH = "678m234p678p789s9p"           # waits for 6p and 9p
WEST = "345m123p345p111s9m"            # waits for 9m
NORTH = "258m147p2666s25p9s"           # far from everything


def begun(east: str = EAST, south: str = SOUTH, west: str = WEST, north: str = NORTH, *, draws: str = "",
          tail: str = "", fill: int | None = None) -> Match:
    return laid.begun(BOOK, east, south, west, north, draws=draws, tail=tail, fill=fill)


def fans(match: Match) -> list[list[str]]:
    return [[fan.id for fan in win.score.fans] for win in match.settlements[-1].wins]


def test_both_kinds_of_kong_are_offered_to_a_ready_hand() -> None:
    assert [text for text in texts(begun(), 0) if text.startswith("kong")] == ["kong concealed 1m", "kong turning 1m"]
    unready = begun("1111m234m567p8p9p34s")
    assert [text for text in texts(unready, 0) if text.startswith("kong")] == ["kong concealed 1m"]


def test_the_maker_wins_on_a_turned_tile() -> None:
    match = begun(tail="4m5s")          # turned from the back: 5s, then 4m
    match.play(0, "kong turning 1m")
    assert match.asked == (0,)
    assert texts(match, 0) == ["win 5s", "pass"]
    assert match.view(0).offered == "5s4m"
    left = match.view(0).wall_left
    match.play(0, "win")
    assert fans(match) == [["bloom"]]
    assert [river.tile for river in match.view(1).seats[0].river] == ["4m"]
    assert match.view(0).wall_left == left - 3
    birds = [event.tile for event in match.events if isinstance(event, ev.TurnedUp)]
    assert len(birds) == 3
    hits = [sum((int(tile[0]) - 1) % 4 == seat for tile in birds if tile) for seat in (1, 2, 3)]
    assert [-score for score in match.scores[1:]] == [2 + 10 * hit for hit in hits]
    assert tuple(match.settlements[-1].wins[0].score.payments.values()) == match.scores    # told with its birds


def test_two_tiles_that_complete_the_hand_are_told_apart_and_counted() -> None:
    match = begun(tail="5s2s")
    match.play(0, "kong turning 1m")
    assert texts(match, 0) == ["win 2s", "win 5s", "pass"]
    match.play(0, "win 5s")
    win = match.settlements[-1].wins[0]
    assert (win.total, [str(fan.points) for fan in win.score.fans]) == (2, ["2"])
    twice = begun(tail="5s5s")
    twice.play(0, "kong turning 1m")
    assert texts(twice, 0) == ["win 5s", "pass"]
    twice.play(0, "win")
    assert twice.settlements[-1].wins[0].total == 2


def test_what_is_not_won_on_is_discarded_and_others_win_each_on_their_own_tile() -> None:
    match = begun(tail="9m9p")
    match.play(0, "kong turning 1m")
    assert match.asked == (1, 2)
    assert texts(match, 1) == ["win 9p", "pass"]
    assert texts(match, 2) == ["win 9m", "pass"]
    assert match.view(1).offered == "9p9m"
    match.play(1, "win")
    match.play(2, "win")
    assert fans(match) == [["cannon"], ["cannon"]]
    assert [(win.win.seat, win.win.tile) for win in match.settlements[-1].wins] == [(1, 17), (2, 8)]


def test_birds_are_turned_once_for_all_who_win_on_a_tile() -> None:
    match = begun(tail="9m9p")
    match.play(0, "kong turning 1m")
    match.play(1, "win")
    match.play(2, "win")
    assert sum(isinstance(event, ev.TurnedUp) for event in match.events) == 3
    few = begun(tail="9m9p", fill=2)      # two are left for three birds: they are no last tile
    few.play(0, "kong turning 1m")
    few.play(1, "win")
    few.play(2, "win")
    assert sum(isinstance(event, ev.TurnedUp) for event in few.events) == 2
    assert [win.total for win in few.settlements[-1].wins] == [3, 3]


def test_the_maker_may_let_a_win_go() -> None:
    match = begun(tail="9p5s")
    match.play(0, "kong turning 1m")
    match.play(0, "pass")
    assert match.asked == (1,)
    match.play(1, "pass")
    assert [event.tile for event in match.events if isinstance(event, ev.Discarded)] == ["5s", "9p"]
    assert [int(count) for count in match.table.memory[:4]] == [1, 1, 0, 0]     # both have let a win go


def test_a_tile_let_go_may_be_barred() -> None:
    match = begun(tail="9m9p")
    match.play(0, "kong turning 1m")
    match.play(1, "pass")
    match.play(2, "pass")
    assert int(match.table.barred[2]) == 1 << 17 | 1 << 8      # both tiles lay open
    assert int(match.table.barred[1]) == 0                      # S has drawn since


def test_the_hand_is_locked_afterwards() -> None:
    match = begun(south="8p369m258s17p35p9s2m", draws="9s8p3s1s", tail="7m4m")
    match.play(0, "kong turning 1m")
    assert match.asked == (1,)
    match.play(1, "discard 8p")         # two are held by E, who may claim nothing
    assert 0 not in match.asked
    match.play(2, "discard 8p")
    assert 0 not in match.asked
    match.play(3, "discard 3s")
    discards = [event for event in match.events if isinstance(event, ev.Discarded) and event.seat == 0]
    assert [(event.tile, event.drawn) for event in discards][2:] == [("1s", True)]      # drawn and discarded at once
    assert int(match.table.binds[0]) == codes.Bind.DISCARD_DRAWN | codes.Bind.NO_CLAIM | codes.Bind.NO_KONG


def test_no_chow_pung_or_kong_is_made_of_turned_tiles() -> None:
    match = begun(south="99p258m258s1477p3s", tail="9p4m")
    match.play(0, "kong turning 1m")
    assert match.asked == (1,)
    assert int(match.table.stage) == codes.Stage.OWN


def test_a_discard_makes_either_kong() -> None:
    match = begun("3p258m258s69p47s1s9s9m", "333p456p2s456789s", "345m678m111s789p9m")
    match.play(0, "discard 3p")
    assert [text for text in texts(match, 1) if text.startswith("kong")] == ["kong melded 3p", "kong turning_melded 3p"]
    match.play(1, "kong turning_melded 3p")
    assert any(isinstance(event, ev.KongTurned) for event in match.events)


def test_an_added_kong_that_turns_can_be_robbed_before_it_does() -> None:
    match = begun("9m258m258s69p47s1s9s8p", "99m456p22s45678s4m", "78m123p345p111s22p", draws="1m3m1m9m")
    match.play(0, "discard 9m")
    match.play(2, "pass")
    match.play(1, "pung")
    for seat, tile in ((1, "4m"), (2, "1m"), (3, "3m"), (0, "1m")):
        match.play(seat, f"discard {tile}")
    assert [text for text in texts(match, 1) if text.startswith("kong")] == ["kong added 9m", "kong turning_added 9m"]
    match.play(1, "kong turning_added 9m")
    assert texts(match, 2) == ["win", "pass"]
    match.play(2, "win")
    assert [(win.win.seat, win.win.discarder) for win in match.settlements[-1].wins] == [(2, 1)]
    assert not any(isinstance(event, ev.KongTurned) for event in match.events)
    assert int(match.table.binds[1]) == 0          # the kong does not stand


def test_a_kong_needs_as_many_tiles_as_it_turns() -> None:
    assert "kong turning 1m" in texts(begun(fill=2), 0)
    short = texts(begun(fill=1), 0)
    assert "kong turning 1m" not in short
    assert "kong concealed 1m" in short


def test_the_record_reads_back(tmp_path: Path) -> None:
    match = begun(tail="9m9p")
    match.play(0, "kong turning 1m")
    match.play(1, "win")
    match.play(2, "win")
    write_record(match, tmp_path / "turning.jsonl")
    assert replay(read_record(tmp_path / "turning.jsonl"), quepu.rulebook(BOOK)).scores == match.scores
