"""广东推倒胡 at the table: horses of players and guests, kongs, liability, a win let pass, and who deals next."""

from random import Random
from typing import Any

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from quepu.records.lines import parse_record, replay, write_record
from tests.laid import begun, discard, drift, go, memory, paid, pass_all, run, texts
from tests.players import play_match

READY = "67m12399p333567s"              # waits for 5m and 8m
SOUTH = "55m23499s567p129p"             # pungs 5m
NO_HORSES = {"horses_table": 0}


def laid(*hands: str, options: dict[str, Any] | None = None, **more: Any) -> Match:
    return begun("guangdong_tuidaohu", *hands, options={**NO_HORSES, **(options or {})}, **more)


# -- horses --

def test_the_dealer_buys_at_least_one_horse_and_may_buy_one_more_than_the_others() -> None:
    match = laid(READY + "8m", options={"horses_table": 2})
    assert texts(match, "E") == ["choose 1", "choose 2", "choose 3"]
    match.play("E", "choose 3")
    assert texts(match, "S") == ["choose 0", "choose 1", "choose 2"]
    go(match, "S choose 0", "W choose 1", "N choose 2")
    assert memory(match, "horses") == [3, 0, 1, 2]


def test_without_horses_nobody_is_asked() -> None:
    match = laid(READY + "8m")
    assert "win" in texts(match, "E")


def test_horses_are_taken_from_the_end_dealer_first_guests_last_and_lie_face_down() -> None:
    match = laid("1s", READY, draws="8m", replacements="1m2m3m4m6m7m", options={"horses_table": 1, "outside": 2})
    go(match, "E choose 1", "S choose 1", "W choose 1", "N choose 1")
    turned = [(one.lot, one.seat, one.tile) for one in match.events if isinstance(one, ev.TurnedUp)]
    assert turned == [("horse", 0, "1m"), ("horse", 1, "2m"), ("horse", 2, "3m"), ("horse", 3, "4m"),
                      ("outside_1", None, "6m"), ("outside_2", None, "7m")]
    assert all(one.seen_by(0).tile is None for one in match.events if isinstance(one, ev.TurnedUp))


@pytest.mark.parametrize("kind", ["plain", "compiled"])
def test_who_has_a_horse_shares_the_fate_of_its_seat_and_guests_do_too(kind: str) -> None:
    """East's 6 and the first guest's 2 hit South, who wins by his own draw; the second guest's 3 hits West."""
    match = laid("1s", READY, draws="8m", replacements="6p2s3s", options={"horses_table": 1, "outside": 2}, kind=kind)
    go(match, "E choose 1", "S choose 0", "W choose 0", "N choose 0")
    discard(match, "E 1s")
    match.play("S", "win")
    assert paid(match, "win") == [-2, 6, -2, -2]
    assert paid(match, "horses") == [4, 0, -2, -2]             # what South takes from West and North, East takes too
    rows = [(row.payer, row.receiver, row.amount) for row in match.settlements[0].ledger if "outside" in row.tag]
    assert rows == [(0, 5, 2), (2, 5, 2), (3, 5, 2), (6, 1, 2)]
    assert match.settlements[0].net == (-2 + 4 - 2, 6 + 2, -2 - 2 - 2, -2 - 2 - 2)
    assert match.scores == match.settlements[0].net


def test_a_record_with_guests_reads_back() -> None:
    match = Match("guangdong_tuidaohu?outside=4", seed=3)
    play_match(match, Random(3))
    assert any(row.receiver > 4 or row.payer > 4 for one in match.settlements for row in one.ledger)
    assert replay(parse_record(write_record(match))).scores == match.scores
    told = [event for event in match.events if isinstance(event, ev.Paid) and event.receiver == 5]
    assert told[0].as_json()["receiver"] == "O1"
    assert "Guest 1" in told[0].line("en")
    assert sum(match.scores) + match.table.pot == 0


def test_nothing_is_settled_when_the_wall_runs_out_and_the_dealer_stays() -> None:
    match = laid("1111m1p", fill=12, options={"horses_table": 1, "outside": 4})
    go(match, "E choose 1", "S choose 1", "W choose 1", "N choose 1")
    match.play("E", "kong concealed 1m")
    drift(match)
    assert match.settlements[0].ledger == ()
    assert match.settlements[0].ended == "draw"
    match.begin()
    assert match.table.player[0] == match.settlements[0].players[0]


def test_with_the_option_kongs_stand_in_a_drawn_hand() -> None:
    match = laid("1111m1p", fill=9, options={"kong_on_draw": True})
    match.play("E", "kong concealed 1m")
    drift(match)
    assert paid(match) == [6, -2, -2, -2]


# -- wins --

def test_the_discarder_pays_alone_and_several_may_win() -> None:
    match = laid("8m", READY, "", "79m222444p55s777s")
    match.play("E", "discard 8m")
    go(match, "S win", "N win")
    assert paid(match) == [-2, 1, 0, 1]
    assert memory(match, "successor") == [0]                    # who fed several deals


def test_a_self_draw_costs_each_double() -> None:
    match = laid("1s", READY, draws="8m", options={"base": 3})
    discard(match, "E 1s")
    match.play("S", "win")
    assert paid(match) == [-6, 18, -6, -6]
    assert memory(match, "successor") == [1]


@pytest.mark.parametrize("discard_win", [True, False])
def test_the_robbed_player_pays_for_all_and_not_for_his_kong(discard_win: bool) -> None:
    match = laid("5m", SOUTH, READY, draws="1s9p1m5m", options={"discard_win": discard_win})
    run(match, "E 5m", "S pung", "S 9p")
    pass_all(match)
    discard(match, "W", "N", "E")
    match.play("S", "kong added 5m")
    match.play("W", "win")
    assert paid(match) == [0, -6, 6, 0]


def test_who_fed_a_kong_pays_for_all_if_its_replacement_wins() -> None:
    match = laid("4p", "444p67m12399p56s7s", replacements="8m")
    run(match, "E 4p", "S kong melded 4p", "S win")
    assert paid(match) == [-6 - 3, 9, 0, 0]


def test_who_fed_a_kong_pays_no_more_than_others_for_a_later_draw() -> None:
    match = laid("4p", "444p67m12399p56s7s", draws="1m2m3m8m", replacements="9s")
    run(match, "E 4p", "S kong melded 4p", "S 9s")
    pass_all(match)
    discard(match, "W", "N", "E")
    match.play("S", "win")
    assert paid(match) == [-2 - 3, 9, -2, -2]


def test_a_kong_from_the_hand_after_it_frees_the_feeder() -> None:
    match = laid("4p", "444p2222s67m9999p", replacements="1s8m")
    run(match, "E 4p", "S kong melded 4p")
    assert memory(match, "kong_feeder") == [-1, 0, -1, -1]
    run(match, "S kong concealed 2s")
    assert memory(match, "kong_feeder") == [-1, -1, -1, -1]


# -- claims --

def test_three_alike_may_kong_the_fourth_but_not_pung_it() -> None:
    match = laid("5p", "555p", "")
    match.play("E", "discard 5p")
    assert texts(match, "S") == ["kong melded 5p", "pass"]


def test_a_concealed_kong_cannot_be_robbed() -> None:
    match = laid("5555m23499s567p12p", "", READY)
    match.play("E", "kong concealed 5m")
    assert match.asked == (0,)


@pytest.mark.parametrize(("lock", "may"), [("all_waits", False), ("same_tile", True)])
def test_a_win_let_pass_blocks_every_discard_until_one_draws(lock: str, may: bool) -> None:
    match = laid("5m", "", READY, "", draws="8m", options={"pass_lock": lock})
    match.play("E", "discard 5m")
    match.play("W", "pass")
    match.play("S", "discard 8m")
    assert ("win" in texts(match, "W")) is may


def test_after_an_own_draw_the_win_is_free_again() -> None:
    match = laid("5m", "", READY, "", draws="1p2p8m")
    match.play("E", "discard 5m")
    match.play("W", "pass")
    discard(match, "S", "W")
    match.play("N", "discard 8m")
    assert "win" in texts(match, "W")


def test_with_the_option_only_self_draws_win() -> None:
    match = laid("8m", READY, options={"discard_win": False})
    match.play("E", "discard 8m")
    assert "pass" not in texts(match, "S")


def test_by_default_two_horses_may_be_bought_and_the_dealer_buys_one_to_three() -> None:
    match = begun("guangdong_tuidaohu", READY + "8m")
    assert texts(match, "E") == ["choose 1", "choose 2", "choose 3"]
    match.play("E", "choose 1")
    assert texts(match, "S") == ["choose 0", "choose 1", "choose 2"]


def test_the_winner_deals_next() -> None:
    match = laid("8m", "", READY)
    winner = match.hand.players[2]
    match.play("E", "discard 8m")
    match.play("W", "win")
    match.begin()
    assert match.hand.players[0] == winner
