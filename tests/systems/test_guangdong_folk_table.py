"""广东民间麻将 at the table: 买马, 截胡, 过胡, 报九张, kongs, flowers, and who deals next.  Walls are laid by hand.

The first four tiles from the back are the horses of East, South, West and North.
"""

import pytest

from tests import laid
from tests.laid import memory, run, texts

RULE = "guangdong_folk"
NO_HORSES = RULE + "?horses_per_player=0"
DULL = ("2468m2468p2468s5s", "3579m3579p3579s5s", "2468m2468p2468s4s")     # East's first discard comes on top
CHICKEN = "67m12399p111567s"        # waits for 5m and 8m


def begun(*hands, rule=NO_HORSES, **wall):
    return laid.begun(rule, *hands, kind="compiled", **wall)


def ended(match, *moves):
    """The wins that end the hand after these moves."""
    run(match, *moves)
    while not match.hand_over:
        match.play(match.asked[0], "pass")
    wins = match.settlements[0].wins
    assert all(win.agrees for win in wins)
    return wins


def fans(win):
    return {fan.id for fan in win.score.fans}


def dealer_after(match):
    """How many places on the next dealer sits."""
    before = list(match.hand.players)
    match.begin()
    return before.index(match.hand.players[0])


# -- 买马 --
def bet(horses, rule=RULE, win=("E 1z", "S 2z", "W 8m", "S win"), draws="2z8m"):
    """South wins a plain hand on West's discard, or as told, with these horses."""
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], rule=rule, draws=draws, replacements=horses)
    ended(match, *win)
    return match.scores


@pytest.mark.parametrize(("horses", "scores"), [
    ("4z4z4z1m", (0, 3, -3, 0)),        # on seats that neither win nor lose
    ("2m4z4z4z", (3, 3, -6, 0)),        # East follows the winner: the discarder pays him too
    ("6m4z4z4z", (3, 3, -6, 0)),
    ("3m4z4z4z", (-3, 6, -3, 0)),       # East follows the discarder and pays the winner
    ("7m4z4z4z", (-3, 6, -3, 0)),
    ("4z2m4z4z", (0, 6, -6, 0)),        # the winner on himself
    ("4z4z3m4z", (0, 6, -6, 0)),        # the discarder on himself
    ("4z4z2m4z", (0, 3, -3, 0)),        # the discarder on the winner: his own payment comes to nothing
    ("4z3m4z4z", (0, 3, -3, 0)),        # the winner on the discarder: likewise
    ("5m9m1p5p", (0, 3, -3, 0)),        # all on the dealer, who neither wins nor loses
])
def test_a_horse_wins_and_loses_what_its_seat_does(horses, scores):
    assert bet(horses) == scores


@pytest.mark.parametrize(("tile", "seat"), [
    ("1z", 0), ("7z", 0), ("2z", 1), ("6z", 1), ("3z", 2), ("5z", 2), ("4z", 3),
    ("1f", 0), ("5f", 0), ("2f", 1), ("6f", 1), ("3f", 2), ("7f", 2), ("4f", 3), ("8f", 3)])
def test_honours_and_flowers_have_numbers_too(tile, seat):
    """North's horse; North itself neither wins nor loses."""
    follows = {1: (0, 3, -6, 3), 2: (0, 6, -3, -3)}
    assert bet("4z4z4z" + tile) == follows.get(seat, (0, 3, -3, 0))


def test_two_horses_each_by_option():
    assert bet("2m6m4z4z4z4z1m1p", rule=RULE + "?horses_per_player=2") == (6, 3, -9, 0)


def test_horses_do_not_follow_horses():
    assert bet("2m4z4z1m") == (3, 3, -6, 0)             # North follows East, whose horse wins


def test_horses_follow_kong_money():
    match = begun("1s" + DULL[0], CHICKEN, *DULL[1:], rule=RULE, draws="8m", replacements="4z4z4z2m1z")
    ended(match, "E 1s", "S kong melded 1s", "S 1z", "W 8m", "S win")
    assert match.scores == (-12, 9, -6, 9)              # North gets 6 from East and 3 from West as South does


def test_horses_are_no_part_of_the_wall_and_a_draw_settles_nothing():
    match = begun("1z" + DULL[0], *DULL[1:], rule=RULE, draws="2z", replacements="4z4z4z1m", fill=0)
    assert match.view("E").wall_left == 1
    run(match, "E 1z", "S 2z")
    assert match.hand_over
    assert match.scores == (0, 0, 0, 0)


# -- 截胡 --
def both(south, west="1112345667799m", rule=NO_HORSES):
    match = begun("8m2468p2468s1234z5s", south, west, rule=rule)
    return run(match, "E 8m")


def test_of_several_only_the_bigger_hand_wins():
    match = both("67m12399p111567s")
    (win,) = ended(match, "S win", "W win")
    assert win.win.seat == 2
    assert match.scores == (-15, 0, 15, 0)


def test_of_equal_hands_the_nearest_wins():
    match = both("67m12399p111567s", "67m123p789s44999s")
    wins = ended(match, "S win", "W win")
    assert [win.win.seat for win in wins] == [1]
    assert match.scores == (-3, 3, 0, 0)


# -- claims --
def test_there_is_no_chow_unless_by_option():
    for rule, may in ((NO_HORSES, False), (NO_HORSES + "&chow=true", True)):
        match = begun("7m2468p2468s1234z5s", "68m147p258s12345z", *DULL[1:], rule=rule)
        run(match, "E 7m")
        assert any(text.startswith("chow") for text in texts(match, 1)) == may


def test_a_pung_goes_before_a_chow_by_option():
    match = begun("7m2468p2468s1234z5s", "68m147p258s12345z", "77m1357p1357s567z", rule=NO_HORSES + "&chow=true")
    run(match, "E 7m")
    match.play("S", "chow 678m")
    match.play("W", "pung")
    assert match.asked == (2,)


def let_go(thrown, rule=NO_HORSES, more="", hand=CHICKEN):
    """South lets North's 8m go, and East discards this tile."""
    match = begun("1z" + DULL[0], hand, *DULL[1:], rule=rule, draws="1z2z8m" + thrown + more)
    run(match, "E 1z", "S 1z", "W 2z", "N 8m")
    assert "win" in texts(match, 1)
    return run(match, "S pass", f"E {thrown}")


@pytest.mark.parametrize("thrown", ["8m", "5m"])
def test_a_win_let_go_locks_every_discard(thrown):
    assert "win" not in texts(let_go(thrown), 1)


def test_a_win_let_go_locks_a_bigger_one_too():
    """South waits for 3m with a plain hand and for 2m with one of pungs."""
    match = begun("1z" + DULL[0], "1112m111s666777z", *DULL[1:], draws="1z2z3m2m")
    run(match, "E 1z", "S 1z", "W 2z", "N 3m")
    assert "win" in texts(match, 1)
    run(match, "S pass", "E 2m")
    assert "win" not in texts(match, 1)


def test_an_own_draw_or_claim_ends_the_lock():
    match = run(let_go("3z", more="3z4z8m"), "S 3z", "W 4z", "N 8m")
    assert "win" in texts(match, 1)
    match = run(let_go("7z", hand="67m12399p567s777z", more="4z8m"), "S pung", "S 7z", "W 4z", "N 8m")
    assert "win" in texts(match, 1)
    assert texts(let_go("3z", more="8m"), 1)[0] == "win"


def test_a_plain_hand_by_self_draw_only():
    rule = NO_HORSES + "&jihu_self_draw_only=true"
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], rule=rule, draws="1z2z8m3z8m")
    run(match, "E 1z", "S 1z", "W 2z", "N 8m")
    assert "win" not in texts(match, 1)
    run(match, "E 3z")
    assert texts(match, 1)[0] == "win"


def test_a_tile_that_may_not_be_won_on_locks_nothing():
    """3m makes a plain hand, which must be self-drawn, 2m one of pungs."""
    match = begun("1z" + DULL[0], "1112m111s666777z", *DULL[1:], rule=NO_HORSES + "&jihu_self_draw_only=true",
                  draws="1z2z3m2m")
    run(match, "E 1z", "S 1z", "W 2z", "N 3m")
    assert "win" not in texts(match, 1)
    run(match, "E 2m")
    assert "win" in texts(match, 1)


# -- kongs --
def test_who_is_robbed_of_an_added_kong_pays_three_shares():
    match = begun("8m2468p2468s1z3z4m6m1p", CHICKEN, "88m3579p3579s1z3z2z", "2468p248s34m124z7z", draws="2z3z4z8m")
    run(match, "E 8m", "W pung", "W 1z", "N 2z", "E 3z", "S 4z", "W kong added 8m")
    ended(match, "S win")
    assert match.scores == (0, 9, -9, 0)


def test_only_thirteen_orphans_rob_a_concealed_kong():
    match = begun("1z2468p2468s1z3z4m6m1p", CHICKEN, "888m3579p3579s1z2z", draws="2z8m")
    run(match, "E 1z", "S 2z", "W kong concealed 8m")
    assert match.asked == (2,)
    match = begun("7777z2468m2468p23s", "19m19p19s1234556z", *DULL[1:])
    (win,) = ended(match, "E kong concealed 7z", "S win")
    assert fans(win) == {"thirteen_orphans"}
    assert match.scores == (-90, 90, 0, 0)


def test_kongs_are_paid_with_a_win_and_not_with_a_draw():
    match = begun("1s" + DULL[0], CHICKEN, *DULL[1:], replacements="1z", draws="8m")
    run(match, "E 1s", "S kong melded 1s")
    assert match.scores == (0, 0, 0, 0)
    ended(match, "S 1z", "W 8m", "S win")
    assert match.scores == (-6, 9, -3, 0)
    match = begun("1s" + DULL[0], CHICKEN, *DULL[1:], replacements="1z", fill=0)
    run(match, "E 1s", "S kong melded 1s", "S 1z")
    assert match.hand_over
    assert match.scores == (0, 0, 0, 0)


def test_added_and_concealed_kongs_cost_each_the_stake_and_a_win_on_one_is_a_self_draw():
    match = begun("1s" + DULL[0], "67m12399p11567s1z", *DULL[1:], draws="6p6s8s1s", replacements="8m")
    ended(match, "E 1s", "S pung", "S 1z", "W 6p", "N 6s", "E 8s", "S kong added 1s", "S win")
    assert match.scores == (-5, 15, -5, -5)
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], draws="1s", replacements="8m")
    ended(match, "E 1z", "S kong concealed 1s", "S win")
    assert match.scores == (-5, 15, -5, -5)


# -- 报九张 --
def fed(claimed, rest, junk, last, **wall):
    """South pungs these tiles one after the other, the first from East and all others from West, and draws `last`."""
    kinds = [claimed[place:place + 2] for place in range(0, len(claimed), 2)]
    throw = [junk[place:place + 2] for place in range(0, len(junk), 2)]
    match = begun(kinds[0] + DULL[0], "".join(2 * kind for kind in kinds) + rest + junk, *DULL[1:],
                  draws="".join(kinds[1:]) + "6p6s8s" + last, **wall)
    run(match, f"E {kinds[0]}", "S pung", f"S {throw[0]}")
    for kind, thrown in zip(kinds[1:], throw[1:], strict=False):
        run(match, f"W {kind}", "S pung", f"S {thrown}")
    return run(match, "W 6p", "N 6s", "E 8s")


@pytest.mark.parametrize(("claimed", "rest", "fan", "scores"), [
    ("1m3m5m7m", "9m", "full_flush_pungs", (0, 72, -72, 0)), ("1z2z5z6z", "7z", "all_honors", (0, 90, -90, 0)),
    ("1m9m1p9p", "1s", "all_terminals", (0, 90, -90, 0)), ("1m5p7s9m", "1s", "all_pungs", (-9, 27, -9, -9)),
    ("1m3m5m1z", "9m", "half_flush_pungs", (-15, 45, -15, -15))])
def test_who_feeds_the_fourth_set_pays_for_a_great_self_draw(claimed, rest, fan, scores):
    match = fed(claimed, rest, "3p7p3s4z", rest)
    (win,) = ended(match, "S win")
    assert fans(win) == {fan}
    assert match.scores == scores


def test_three_sets_bind_nobody():
    match = fed("1z2z5z", "6667z", "3p7p3s", "7z")
    assert memory(match, "liable") == [-1, -1, -1, -1]
    ended(match, "S win")
    assert match.scores == (-30, 90, -30, -30)


def test_a_kong_fed_as_the_fourth_set_binds_like_a_pung():
    match = fed("1z2z5z", "6667z", "3p7p3s", "4z6z", replacements="7z")
    run(match, "S 4z", "W 6z", "S kong melded 6z")
    assert memory(match, "liable") == [-1, 2, -1, -1]
    (win,) = ended(match, "S win")
    assert fans(win) == {"all_honors"}
    assert match.scores == (0, 96, -96, 0)              # with the kong, which West has fed too


# -- flowers --
def test_flowers_are_replaced_from_the_back_and_counted_with_a_bigger_hand():
    hand = "111z777z12456m1f8f"
    match = begun("1p" + DULL[0], hand, *DULL[1:], draws="1p2z3m3f", replacements="77m9m")
    run(match, "E 1p", "S 1p", "W 2z", "N 3m")
    ended(match, "S win")
    assert match.scores == (0, 8, 0, -8)                # 2 x 3 and two flowers


# -- the match --
def test_the_winner_deals_next_or_the_deal_goes_round_by_option():
    for option, place in (("", 1), ("&dealer=rotate", 1)):
        match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], rule=NO_HORSES + option, draws="8m")
        ended(match, "E 1z", "S win")
        assert dealer_after(match) == place
    for option, place in (("", 2), ("&dealer=rotate", 1)):
        match = begun("1z" + DULL[0], DULL[1], CHICKEN, DULL[2], rule=NO_HORSES + option, draws="2z8m")
        ended(match, "E 1z", "S 2z", "W win")
        assert dealer_after(match) == place


@pytest.mark.parametrize("option", ["", "&dealer=rotate"])
def test_the_dealer_stays_on_a_win_a_draw_and_a_false_win(option):
    match = begun(CHICKEN + "8m", *DULL[1:], rule=NO_HORSES + option)
    ended(match, "E win")
    assert match.scores == (9, -3, -3, -3)
    assert dealer_after(match) == 0
    match = begun("1z" + DULL[0], *DULL[1:], draws="2z", fill=0, rule=NO_HORSES + option)
    run(match, "E 1z", "S 2z")
    assert dealer_after(match) == 0
    match = begun("1z" + DULL[0], *DULL[1:], draws="2z", rule=NO_HORSES + option)
    run(match, "E 1z")
    match.play("S", "false_win")
    assert match.scores == (30, -90, 30, 30)
    assert dealer_after(match) == 0


def test_who_bets_beside_the_table_wins_and_loses_with_a_seat_too():
    """The players' horses hit nobody who pays or is paid; 2 of a guest hits South, 3 West."""
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], rule=RULE + "?outside=4", draws="2z8m",
                  replacements="4z4z4z1m2m3m2p3p")
    ended(match, "E 1z", "S 2z", "W 8m", "S win")
    rows = [(row.payer, row.receiver, row.amount) for row in match.settlements[0].ledger if "guest" in row.tag]
    assert rows == [(2, 5, 3), (6, 1, 3), (2, 7, 3), (8, 1, 3)]
    assert match.scores == (0, 3 + 6, -3 - 6, 0)


def test_only_as_many_bet_beside_the_table_as_were_agreed():
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], rule=RULE + "?outside=2", draws="2z8m",
                  replacements="4z4z4z1m2m3m2p3p")
    ended(match, "E 1z", "S 2z", "W 8m", "S win")
    assert match.scores == (0, 3 + 3, -3 - 3, 0)
