"""A seat that is ready after the deal wins at once with the tile that was turned up (抢金)."""

import numpy as np
import pytest

import quepu
from quepu.bots.seat import BOTS
from quepu.engine.course import audit
from quepu.game import events as ev
from quepu.game.actions import action_of
from quepu.game.match import Match
from quepu.records.lines import parse_record, replay, write_record
from tests.laid import KINDS, begun, engine_of, go, house, paid, pass_all, texts

BOOK = house("gold")
#: waits for 4p and 7p, and for the gold, which stands for either
READY = "123456m56p34588s"
FLUSH = "1234567778889s"


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def laid(kind: str, east: str = "", south: str = "", west: str = "", tail: str = "9m", draws: str = "",
         **options: bool) -> Match:
    return begun(BOOK, east, south, west, tail=tail, draws=draws, fill=8, kind=kind, options=options)


def fans_of(match: Match) -> dict[str, int]:
    (win,) = match.settlements[-1].wins
    return {fan.id: fan.points for fan in win.score.fans}


def test_who_is_ready_after_the_deal_wins_with_the_gold_itself(kind: str) -> None:
    match = laid(kind, south=READY)
    assert match.view(None).turned == ("gold 9m",)
    assert match.asked == (1,)
    assert texts(match, "S") == ["declare rob", "pass"]
    go(match, "S declare rob")
    assert match.hand_over
    (win,) = match.settlements[-1].wins
    assert (win.seat, win.win.self_draw, win.win.tile) == (1, True, 8)
    assert fans_of(match) == {"robbed": 5, "golds": 1}
    assert paid(match) == [-7, 21, -7, -7]
    assert win.win.flags == {"robbed"}


def test_nobody_else_is_asked_and_the_dealer_begins(kind: str) -> None:
    match = laid(kind)
    assert match.asked == (0,)
    assert texts(match, "E")[0].startswith("discard")


def test_whoever_lets_it_go_has_declared_nothing(kind: str) -> None:
    match = laid(kind, east="9s", south=FLUSH, tail="9p")
    go(match, "S pass", "E discard 9s", "S win")
    assert fans_of(match) == {"one_suit": 10}
    assert match.table.declared[1] == 0


def test_the_first_from_the_dealer_on_goes_first(kind: str) -> None:
    match = laid(kind, south=READY, west="123789p56m678s11p")
    assert match.asked == (1,)
    go(match, "S pass")
    assert match.asked == (2,)
    go(match, "W declare rob")
    assert match.settlements[-1].wins[0].seat == 2


def test_the_dealer_declares_with_the_first_discard(kind: str) -> None:
    match = laid(kind, east=READY + "1s")
    assert match.asked == (0,)
    go(match, "E declare rob_first 1s")
    pass_all(match)
    assert match.hand_over
    assert fans_of(match) == {"robbed": 5, "golds": 1}


def test_three_golds_wait_for_the_fourth(kind: str) -> None:
    match = laid(kind, south="123456999m55p45s")
    go(match, "S declare rob")
    assert fans_of(match)["golds"] == 4


def test_a_gold_that_would_not_win_is_not_declared_and_leaves_no_flag(kind: str) -> None:
    """With the gold the hand is complete and may not win: the declaration would only leave its flag behind."""
    assert laid(kind, south=READY, flush=True).asked == (0,)
    match = laid(kind, south=FLUSH, tail="9p", flush=True)
    go(match, "S declare rob")
    assert fans_of(match) == {"robbed": 5, "golds": 1, "one_suit": 10}


def test_a_tile_that_lies_face_down_is_won_on_or_the_declaration_stands(kind: str) -> None:
    match = laid(kind, south=READY, tail="7p9m", hidden=True)
    go(match, "S declare rob")
    assert (match.hand_over, fans_of(match)) == (True, {"robbed": 5})
    match = laid(kind, south=READY, tail="1p9m", hidden=True)
    go(match, "S declare rob")
    assert (match.hand_over, match.table.declared[1], match.asked) == (False, 1, (0,))
    assert match.view("S").turned == ("gold 9m", "dark 1p")
    assert match.view("E").turned == ("gold 9m",)


def test_what_only_a_declared_hand_may_win_on_counts_before_it_declares(kind: str) -> None:
    """`could_win` in `when` speaks of the hand after the declaration, at the deal as with a discard."""
    match = laid(kind, south=READY, declares=True)
    go(match, "S declare rob")
    assert fans_of(match) == {"robbed": 5, "golds": 1}


def test_where_the_winner_leaves_the_others_are_asked_and_the_dealer_begins(kind: str) -> None:
    match = laid(kind, east="1m", south=READY, west="123789p56m678s11p", tail="9m", draws="2m", goes_on=True)
    go(match, "S declare rob")
    assert not match.hand_over
    assert match.asked == (0,)          # the gold is gone: West, who was ready too, is not asked
    assert sum(match.table.held[0, tile] for tile in range(42)) == 14
    go(match, "E discard 1m")
    pass_all(match)
    assert match.asked == (2,)
    assert match.view("W").drawn == "2m"


def test_the_dealer_who_leaves_with_his_first_discard_is_followed_by_the_next(kind: str) -> None:
    match = laid(kind, east=READY + "1s", draws="2m", goes_on=True)
    go(match, "E declare rob_first 1s")
    pass_all(match)
    assert not match.hand_over
    assert match.asked == (1,)
    assert match.view("S").drawn == "2m"


def test_it_is_recorded_and_replayed(kind: str) -> None:
    match = laid(kind, south=READY)
    go(match, "S declare rob")
    drawn = [event for event in match.events if isinstance(event, ev.Drawn)]
    assert [(event.seat, event.tile) for event in drawn] == [(1, "9m")]
    again = replay(parse_record(write_record(match)), quepu.rulebook(BOOK))
    assert again.events == match.events


@pytest.mark.parametrize("bot", [0, 1, 2])
@pytest.mark.parametrize("goes_on", [False, True])
def test_tiles_and_points_add_up_at_every_step(bot: int, goes_on: bool) -> None:
    own = engine_of(BOOK, "compiled", goes_on=goes_on)
    log = np.zeros(2 * audit.MOST_STEPS + 4, dtype=np.int64)
    assert own.kernels.play_audited(own.new_table(), own.session, np.array([bot] * 4), 5, 150, 2, log) == 0


@pytest.mark.parametrize("bot", ["greedy", "aware"])
def test_bots_rob_it_rather_than_show_what_else_they_have(kind: str, bot: str) -> None:
    match = laid(kind, south=READY, shows=True)
    assert texts(match, "S") == ["show", "declare rob", "pass"]
    code = int(match.engine.kernels.choose(match.table, match.session, 1, BOTS[bot]))
    assert action_of(match.book.model, code).text == "declare rob"
