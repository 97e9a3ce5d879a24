"""A concealed kong robbed by one hand alone, who goes first of several winners, wins that passing forbids, and the last
discard: on a house rulebook (tests/house/flowers.toml) and laid walls."""

import itertools
from functools import partial

import numpy as np
import pytest

from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.errors import IllegalAction
from quepu.game import events as ev
from quepu.game.match import Match
from tests import laid
from tests.laid import texts

ORPHANS = "19m19p19s1234556z"          # waits for the last dragon, 7z
WAITS_7Z = "123456789m11p77z"


begun = partial(laid.begun, laid.house("flowers"))


def copies(match):
    """How many of each kind lie on the table outside the wall, the tiles of melds aside."""
    t = match.table
    found = np.asarray(t.held, dtype=int).sum(axis=0) + np.asarray(t.aside, dtype=int).sum(axis=0)
    for seat in range(4):
        if int(t.robbed[seat]):
            found[int(t.robbed[seat]) - 1 & tb.KIND] += 1
    return found


# -- a concealed kong --
@pytest.mark.parametrize("kind", laid.KINDS)
def test_only_the_named_hand_robs_a_concealed_kong(kind):
    match = begun("7777z2468m2468p2s3s", ORPHANS, "2468m2468p2468s2z", kind=kind)
    before = copies(match)
    match.play("E", "kong concealed 7z")
    assert match.asked == (1,)
    assert texts(match, 1) == ["win", "pass"]
    match.play("S", "win")
    (won,) = match.settlements[0].wins
    assert won.agrees
    assert {"robbing", "robbing_concealed"} <= won.win.flags
    assert won.win.discarder == 0
    assert int(match.table.held[0, 33]) == 3
    assert (copies(match) == before).all()
    assert not any(isinstance(event, ev.KongMade) for event in match.events)


def test_a_concealed_kong_nobody_robs_stands():
    match = begun("7777z2468m2468p2s3s", ORPHANS, "2468m2468p2468s2z")
    match.play("E", "kong concealed 7z")
    match.play("S", "pass")
    assert match.asked == (0,)
    assert int(match.table.meld_count[0]) == 1
    assert int(match.table.held[0, 33]) == 0
    assert int(match.table.draw_kind) == codes.Drew.KONG


def test_another_hand_may_not_rob_a_concealed_kong():
    match = begun("7777z2468m2468p2s3s", "19m19p19s1234s123z", "123456789m11p23s")
    match.play("E", "kong concealed 7z")
    assert match.asked == (0,)                  # nobody was asked
    assert int(match.table.meld_count[0]) == 1
    match = begun("1111s2468m2468p2p3z", "123456789m11p23s", "2468m246p2468s22z")
    match.play("E", "kong concealed 1s")        # South waits for 1s and 4s, but has no orphans
    assert match.asked == (0,)


# -- who goes first of several --
def test_a_named_fan_goes_before_a_nearer_winner():
    match = begun("7z2468m2468p2468s1z", WAITS_7Z, ORPHANS.replace("556z", "566z"), "2468m2468p2468s3z")
    match.play("E", "discard 7z")
    assert match.asked == (1, 2)
    match.play("S", "win")
    match.play("W", "win")
    assert [win.win.seat for win in match.settlements[0].wins] == [2]


def test_without_a_named_fan_the_nearest_wins_and_two_named_go_by_turn():
    match = begun("7z2468m2468p2468s1z", WAITS_7Z, "123456789p123m7z", "2468m2468p2468s3z")
    match.play("E", "discard 7z")
    match.play("S", "win")
    match.play("W", "win")
    assert [win.win.seat for win in match.settlements[0].wins] == [1]
    match = begun("7z2468m2468p2468s1z", "123456789m11p34s", ORPHANS, "19m19p19s1234566z")
    match.play("E", "discard 7z")
    match.play("W", "win")
    match.play("N", "win")
    assert [win.win.seat for win in match.settlements[0].wins] == [2]


def test_where_all_win_nobody_goes_first():
    match = begun("7z2468m2468p2468s1z", WAITS_7Z, ORPHANS, "2468m2468p2468s3z", options={"several": "all"})
    match.play("E", "discard 7z")
    match.play("S", "win")
    match.play("W", "win")
    assert [win.win.seat for win in match.settlements[0].wins] == [1, 2]


# -- a win that passing forbids --
def barred(**options):
    """West lets a win on East's 4s go; South discards another, which North could pung."""
    match = begun("4s1p2468m2468p26s13z", "4s2468m2468p26s22z", "123456789m23s11p", "44s2468m24p268s13z",
                  draws="3z", options=options)
    match.play("E", "discard 4s")
    match.play("N", "pass")
    match.play("W", "pass")
    match.play("S", "discard 4s")
    assert match.asked == (2, 3)
    assert "win" not in texts(match, 2)         # West may chow it, not win on it
    return match


def test_a_win_that_passing_forbids_is_refused():
    match = barred()
    with pytest.raises(IllegalAction):
        match.play("W", "false_win")
    assert match.scores == (0, 0, 0, 0)
    match.play("E", "false_win")                # a hand that is none: as ever
    assert match.scores[0] == -15


def test_a_win_that_passing_forbids_is_a_false_win_where_the_rulebook_says_so():
    match = barred(penalty=True)
    match.play("W", "false_win")
    assert match.scores == (5, 5, -15, 5)


# -- the last discard --
def test_the_discard_after_the_last_tile_can_only_be_won_on():
    hands = ("2468m2468p268s1z19p", "2468m2468p6s2222z", "123456789m23s11p", "44s2468m24p268s13z")
    match = begun(*hands, draws="4s", fill=0)
    match.play("E", "discard 9p")
    assert not any("kong" in text for text in texts(match, 1))
    match.play("S", "discard 4s")
    assert match.asked == (2,)                  # North, who could pung, is not asked
    assert texts(match, 2) == ["win", "pass"]
    match.play("W", "pass")
    assert match.settlements[0].ended == "draw"


# -- a match of rounds --
def test_a_dealer_that_stays_does_not_shorten_the_rounds():
    engine = laid.engine_of(laid.house("flowers"), "compiled")
    match = Match(engine.book, seed=4, engine=engine)
    deals = []
    while not match.over:
        match.begin()
        deals.append(match.hand.players[0])
        while not match.hand_over:
            seat = match.asked[0]
            match.play(seat, match.legal(seat)[0])
    assert deals == sorted(deals)
    assert set(deals) == {0, 1, 2, 3}
    for hand, (dealer, following) in enumerate(itertools.pairwise(deals)):
        ended = match.settlements[hand]
        stays = not ended.wins or any(win.win.seat == 0 for win in ended.wins)
        assert (dealer == following) == stays
