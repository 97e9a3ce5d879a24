"""广东鸡平胡 at the table: 包自摸, 漏和, 一炮多响, robbing, kongs, the last tile, who deals next.  Laid walls."""

import pytest

from tests import laid
from tests.laid import memory, run, texts

RULE = "guangdong_jipinghu"
SAME = "guangzhou"                  # 广州麻将 is the same game, with kong money unless it is left out
PLAYED = {"rule": RULE}
DULL = ("2468m2468p2468s5s", "3579m3579p3579s5s", "2468m2468p2468s4s")     # East's first discard comes on top
CHICKEN = "67m12399p111567s"        # waits for 5m and 8m


@pytest.fixture(autouse=True, params=[RULE, SAME])
def _both(request, monkeypatch):
    monkeypatch.setitem(PLAYED, "rule", request.param)


def begun(*hands, rule=RULE, **wall):
    if PLAYED["rule"] == SAME:
        options = rule.partition("?")[2]
        rule = f"{SAME}?{options.replace('3-1-2', 'true') if 'kong_pay' in options else f'kong_pay=false&{options}'}"
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


def fed(claimed, rest, junk, last, *, rule=RULE, end=("W 6p", "N 6s", "E 8s"), draws="6p6s8s", bound=-1):
    """South pungs these tiles one after the other, the first from East and all others from West, and draws `last`.

    West answers for the seat `bound` already.
    """
    kinds = [claimed[place:place + 2] for place in range(0, len(claimed), 2)]
    throw = [junk[place:place + 2] for place in range(0, len(junk), 2)]
    match = begun(kinds[0] + DULL[0], "".join(2 * kind for kind in kinds) + rest + junk, *DULL[1:], rule=rule,
                  draws="".join(kinds[1:]) + draws + last)
    laid.remember(match, "answers_for", bound, seat=2)
    run(match, f"E {kinds[0]}", "S pung", f"S {throw[0]}")
    for kind, thrown in zip(kinds[1:], throw[1:], strict=False):
        run(match, f"W {kind}", "S pung", f"S {thrown}")
    return run(match, *end)


# -- 包自摸 --
def test_who_feeds_the_twelfth_tile_pays_for_a_self_draw():
    match = fed("1m5p7s9m", "1s", "1p3p7p3s", "1s")
    (win,) = ended(match, "S win")
    assert fans(win) == {"all_pungs", "self_drawn"}
    assert match.scores == (0, 24, -24, 0)


def test_twelve_tiles_down_leave_a_discarder_to_pay_as_usual():
    match = fed("1m5p7s9m", "1s", "1p3p7p3s", "2z1s", draws="6p6s8s", end=("W 6p", "N 6s", "E 8s", "S 2z", "W 1s"))
    ended(match, "S win")
    assert match.scores == (0, 4, -4, 0)


def test_three_sets_down_bind_nobody():
    match = fed("1m5p7s", "999m1s", "1p3p7p", "1s")
    ended(match, "S win")
    assert match.scores == (-8, 24, -8, -8)


def test_a_concealed_kong_is_none_of_the_twelve_tiles():
    match = begun("1m" + DULL[0], "11m11p77z333z1s3p7p2z", *DULL[1:], draws="1p7z6p6s8s3z6p6s8s1s", replacements="5z")
    run(match, "E 1m", "S pung", "S 3p", "W 1p", "S pung", "S 7p", "W 7z", "S pung", "S 2z", "W 6p", "N 6s", "E 8s",
        "S kong concealed 3z", "S 5z", "W 6p", "N 6s", "E 8s")
    (win,) = ended(match, "S win")
    assert fans(win) == {"mixed_terminals"}
    assert match.scores == (-32, 96, -32, -32)


def test_who_feeds_the_third_dragon_pays_for_a_self_draw():
    match = fed("5z6z7z", "2234m", "1p3p7p", "5m")
    (win,) = ended(match, "S win")
    assert fans(win) == {"big_three_dragons"}
    assert match.scores == (0, 192, -192, 0)


def test_two_open_dragons_and_one_drawn_bind_nobody():
    match = fed("5z6z", "777z2234m", "1p3p", "5m")
    (win,) = ended(match, "S win")
    assert fans(win) == {"big_three_dragons"}
    assert match.scores == (-64, 192, -64, -64)


def test_who_feeds_the_fourth_wind_pays_for_a_self_draw():
    match = fed("1z2z3z4z", "9m", "3p5p7p3s", "9m")
    (win,) = ended(match, "S win")
    assert fans(win) == {"big_four_winds"}
    assert match.scores == (0, 192, -192, 0)


def test_of_two_who_fed_the_earlier_pays_alone():
    """West feeds the third dragon, then East the twelfth tile."""
    match = fed("5z6z7z", "22m9s1p", "3p5p7p", "9s", draws="6p6s8s4p4s6m",
                end=("W 6p", "N 6s", "E 2m", "S pung", "S 1p", "W 4p", "N 4s", "E 6m"))
    assert memory(match, "answers_for") == [-1, -1, -1, -1]        # East is bound to nobody by it
    ended(match, "S win")
    assert match.scores == (0, 192, -192, 0)


def test_feeding_twelve_tiles_down_binds_to_the_first_such_player_only():
    match = fed("1m5p7s9m", "1s", "1p3p7p3s", "1s")
    assert memory(match, "liable") == [-1, 2, -1, -1]
    assert memory(match, "answers_for") == [-1, -1, 1, -1]
    match = fed("1m5p7s9m", "1s", "1p3p7p3s", "1s", bound=3)
    assert memory(match, "answers_for") == [-1, -1, 3, -1]
    ended(match, "S win")
    assert match.scores == (-8, 24, -8, -8)


def test_a_kong_fed_as_the_fourth_set_binds_like_a_pung():
    match = fed("1m5p7s", "111z1s", "1p3p7p", "1s", draws="1z", end=("W 1z", "S kong melded 1z"))
    assert memory(match, "liable") == [-1, 2, -1, -1]
    assert memory(match, "answers_for") == [-1, -1, 1, -1]


def test_a_kong_fed_as_the_last_dragon_binds_with_three_sets_down():
    match = fed("5z6z", "777z2234m", "1p3p", "", draws="7z", end=("W 7z", "S kong melded 7z"))
    assert memory(match, "liable") == [-1, 2, -1, -1]


def test_by_option_one_answers_for_every_player_fed():
    match = fed("1m5p7s9m", "1s", "1p3p7p3s", "1s", bound=3, rule=RULE + "?liability=all")
    ended(match, "S win")
    assert match.scores == (0, 24, -24, 0)


def test_the_last_dragon_or_wind_binds_whomever_one_answers_for():
    for claimed, rest, junk, last in (("5z6z7z", "2234m", "1p3p7p", "5m"), ("1z2z3z4z", "9m", "3p5p7p3s", "9m")):
        match = fed(claimed, rest, junk, last, bound=3)
        ended(match, "S win")
        assert match.scores == (0, 192, -192, 0)


# -- 杠上开花 --
def test_who_feeds_a_kong_pays_for_the_win_on_its_replacement():
    match = begun("1s" + DULL[0], CHICKEN, *DULL[1:], replacements="8m")
    (win,) = ended(match, "E 1s", "S kong melded 1s", "S win")
    assert win.total == 3
    assert match.scores == (-24, 24, 0, 0)


def test_of_several_kongs_the_one_whose_replacement_wins_decides():
    match = begun("1s" + DULL[0], "67m99p111567s777z", *DULL[1:], replacements="7z8m")
    ended(match, "E 1s", "S kong melded 1s", "S kong concealed 7z", "S win")
    assert match.scores == (-8, 24, -8, -8)


def test_a_win_after_an_added_or_concealed_kong_is_paid_by_all():
    match = begun("1s" + DULL[0], "67m12399p11567s1z", *DULL[1:], draws="6p6s8s1s", replacements="8m")
    ended(match, "E 1s", "S pung", "S 1z", "W 6p", "N 6s", "E 8s", "S kong added 1s", "S win")
    assert match.scores == (-8, 24, -8, -8)
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], draws="1s", replacements="8m")
    ended(match, "E 1z", "S kong concealed 1s", "S win")
    assert match.scores == (-8, 24, -8, -8)


def test_a_later_draw_is_no_win_on_the_kong():
    match = begun("1s" + DULL[0], CHICKEN, *DULL[1:], replacements="1z", draws="2z3z4z8m")
    ended(match, "E 1s", "S kong melded 1s", "S 1z", "W 2z", "N 3z", "E 4z", "S win")
    assert match.scores == (-2, 6, -2, -2)


def test_kong_money_comes_with_a_win_and_not_with_a_draw():
    rule = RULE + "?kong_pay=3-1-2"
    match = begun("1s" + DULL[0], CHICKEN, *DULL[1:], rule=rule, replacements="1z", draws="8m")
    run(match, "E 1s", "S kong melded 1s")
    assert match.scores == (0, 0, 0, 0)
    ended(match, "S 1z", "W 8m", "S win")
    assert match.scores == (-3, 4, -1, 0)
    match = begun("1s" + DULL[0], CHICKEN, *DULL[1:], rule=rule, replacements="1z", fill=0)
    run(match, "E 1s", "S kong melded 1s", "S 1z")
    assert match.hand_over
    assert match.scores == (0, 0, 0, 0)


@pytest.mark.parametrize(("option", "scores"), [("", (-8, 24, -8, -8)), ("?kong_pay=3-1-2", (-9, 27, -9, -9))])
def test_an_added_kong_costs_each_one_by_option(option, scores):
    match = begun("1s" + DULL[0], "67m12399p11567s1z", *DULL[1:], draws="6p6s8s1s", replacements="8m",
                  rule=RULE + option)
    ended(match, "E 1s", "S pung", "S 1z", "W 6p", "N 6s", "E 8s", "S kong added 1s", "S win")
    assert match.scores == scores


def test_a_concealed_kong_costs_each_two_by_option():
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], draws="1s", replacements="8m", rule=RULE + "?kong_pay=3-1-2")
    ended(match, "E 1z", "S kong concealed 1s", "S win")
    assert match.scores == (-10, 30, -10, -10)


# -- 抢杠 --
def test_who_is_robbed_of_an_added_kong_pays_three_shares():
    match = begun("8m2468p2468s1z3z4m6m1p", CHICKEN, "88m3579p3579s1z3z2z", "2468p248s34m124z7z", draws="2z3z4z8m")
    run(match, "E 8m", "W pung", "W 1z", "N 2z", "E 3z", "S 4z", "W kong added 8m")
    (win,) = ended(match, "S win")
    assert win.total == 3
    assert fans(win) == {"chicken_hand", "self_drawn"}
    assert match.scores == (0, 24, -24, 0)


def test_a_concealed_kong_is_not_robbed():
    match = begun("1z2468p2468s1z3z4m6m1p", CHICKEN, "888m3579p3579s1z2z", draws="2z8m")
    run(match, "E 1z", "S 2z", "W kong concealed 8m")
    assert match.asked == (2,)


def test_the_discard_of_a_melded_kong_is_won_as_an_ordinary_one():
    match = begun("1z2468p2468s1z3z4m6m1p", CHICKEN, "888m3579p3579s1z2z", draws="2z3z8m")
    run(match, "E 1z", "S 2z", "W 3z", "N 8m")
    assert "kong melded 8m" in texts(match, 2)
    match.play("W", "kong melded 8m")
    (win,) = ended(match, "S win")
    assert win.total == 0
    assert match.scores == (0, 1, 0, -1)


# -- 漏和 --
def let_go(thrown, option="", hand=CHICKEN, more=""):
    """South lets North's 8m go, and East discards this tile."""
    match = begun("1z" + DULL[0], hand, *DULL[1:], rule=RULE + option, draws="1z2z8m" + thrown + more)
    run(match, "E 1z", "S 1z", "W 2z", "N 8m")
    assert "win" in texts(match, 1)
    return run(match, "S pass", f"E {thrown}")


@pytest.mark.parametrize(("option", "thrown", "may"), [
    ("", "8m", False), ("", "5m", True), ("?pass_lock=any_tile", "8m", False), ("?pass_lock=any_tile", "5m", False)])
def test_a_win_let_go_locks_the_same_tile_or_any(option, thrown, may):
    assert ("win" in texts(let_go(thrown, option), 1)) == may


@pytest.mark.parametrize("option", ["", "?pass_lock=any_tile"])
def test_an_own_draw_ends_the_lock(option):
    match = run(let_go("3z", option, more="3z4z8m"), "S 3z", "W 4z", "N 8m")
    assert "win" in texts(match, 1)


@pytest.mark.parametrize("option", ["", "?pass_lock=any_tile"])
def test_an_own_claim_ends_the_lock(option):
    match = let_go("7z", option, hand="67m12399p567s777z", more="4z8m")
    match = run(match, "S pung", "S 7z", "W 4z", "N 8m")
    assert "win" in texts(match, 1)


def test_who_throws_the_tile_he_drew_himself_may_win_on_the_next():
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], draws="8m2z8m")
    run(match, "E 1z", "S 8m", "W 2z", "N 8m")
    assert "win" in texts(match, 1)


def test_a_self_draw_is_free_after_a_win_let_go():
    assert texts(let_go("3z", more="8m"), 1)[0] == "win"


def test_a_tile_that_is_too_small_to_win_on_locks_nothing():
    match = begun("1z" + DULL[0], "678m12399p567s55z", *DULL[1:], rule=RULE + "?min_fan=1&pass_lock=any_tile",
                  draws="1z2z9p5z")
    run(match, "E 1z", "S 1z", "W 2z", "N 9p")
    assert texts(match, 1) == ["pung", "pass"]
    run(match, "S pass", "E 5z")
    assert "win" in texts(match, 1)


# -- 一炮多响 --
def three(rule=RULE):
    """After a go-around West discards 8m, for which South, North and East wait."""
    match = begun("67m123p22z999s789s1z", "67m12399p111567s", "3579m3579p3468s5z", "67m456789p33z999m", rule=rule,
                  draws="4z5z6z6z4z8m")
    return run(match, "E 1z", "S 4z", "W 5z", "N 6z", "E 6z", "S 4z", "W 8m")


def test_three_winners_on_one_tile_count_the_cap_each():
    match = three()
    wins = ended(match, "S win", "N win", "E win")
    assert [win.total for win in wins] == [3, 3, 3]
    assert match.scores == (8, 8, -24, 8)


def test_two_winners_are_paid_what_their_hands_are_worth():
    match = three()
    wins = ended(match, "S win", "N pass", "E win")
    assert {win.win.seat: win.total for win in wins} == {0: 0, 1: 0}
    assert match.scores == (1, 1, -2, 0)


def test_by_option_only_the_nearest_wins():
    match = three(RULE + "?multi_win=false")
    wins = ended(match, "S win", "N win", "E win")
    assert [win.win.seat for win in wins] == [3]
    assert match.scores == (0, 0, -1, 1)


def test_the_nearest_wins_even_if_another_hand_is_worth_more():
    match = begun("67m12345622p789s1z", "67m12399p111567s", "3579m3579p3468s5z", "67m456789p33z999m",
                  rule=RULE + "?multi_win=false", draws="4z5z6z6z4z8m")
    run(match, "E 1z", "S 4z", "W 5z", "N 6z", "E 6z", "S 4z", "W 8m")
    wins = ended(match, "S win", "N win", "E win")      # 鸡和 of North, 平和 of East
    assert [(win.win.seat, win.total) for win in wins] == [(3, 0)]


# -- claims, the last tile, 天地人和 --
def test_a_win_goes_before_a_pung_and_a_pung_before_a_chow():
    match = begun("8m2468p2468s1z3z4m6m1p", "79m111p2468s1357z", "88m3579p3579s5s1z", DULL[2])
    run(match, "E 8m")
    assert any(text.startswith("chow") for text in texts(match, 1))
    match.play("S", "chow 789m")
    match.play("W", "pung")
    assert match.asked == (2,)


def test_the_last_tile_of_the_wall_counts_the_cap():
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], draws="8m", fill=0)
    (win,) = ended(match, "E 1z", "S win")
    assert win.total == 6                              # 地和; what follows is no first draw
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], draws="1z2z4z3z8m", fill=0)
    (win,) = ended(match, "E 1z", "S 1z", "W 2z", "N 4z", "E 3z", "S win")
    assert win.total == 3
    assert match.scores == (-8, 24, -8, -8)


def test_the_dealt_hand_the_first_draw_and_a_first_discard():
    match = begun(CHICKEN + "8m", *DULL[1:])
    (win,) = ended(match, "E win")
    assert fans(win) == {"heavenly_hand"}
    match = begun("1z" + DULL[0], CHICKEN, *DULL[1:], draws="8m")
    (win,) = ended(match, "E 1z", "S win")
    assert fans(win) == {"earthly_hand"}
    match = begun("1z" + DULL[0], DULL[1], "2468m2468p246s12z", CHICKEN, draws="1z8m")
    (win,) = ended(match, "E 1z", "S 1z", "W 8m", "N win")
    assert fans(win) == {"human_hand"}


def test_a_kong_or_a_claim_spoils_the_first_wins():
    match = begun("67m12399p1111567s", *DULL[1:], replacements="8m")
    (win,) = ended(match, "E kong concealed 1s", "E win")
    assert fans(win) == {"chicken_hand", "self_drawn"}
    match = begun("1z" + DULL[0], "2468m2468p246s11z", CHICKEN, DULL[2], draws="8m")
    (win,) = ended(match, "E 1z", "S pung", "S 2m", "W win")
    assert fans(win) == {"chicken_hand", "self_drawn"}


# -- the match --
def dealer_after(match):
    """How many places on the next dealer sits."""
    before = list(match.hand.players)
    match.begin()
    return before.index(match.hand.players[0])


def test_the_dealer_stays_on_a_win_alone_or_among_several_and_on_a_draw():
    match = three()
    ended(match, "S win", "N pass", "E win")
    assert dealer_after(match) == 0
    match = three()
    ended(match, "S pass", "N pass", "E win")
    assert dealer_after(match) == 0
    match = begun("1z" + DULL[0], *DULL[1:], draws="2z", fill=0)
    run(match, "E 1z", "S 2z")
    assert match.hand_over
    assert match.scores == (0, 0, 0, 0)
    assert dealer_after(match) == 0


def test_otherwise_the_next_player_deals():
    match = three()
    ended(match, "S win", "N win", "E pass")
    assert dealer_after(match) == 1


def test_a_false_win_costs_eight_to_each_and_the_hand_is_dealt_again():
    match = begun("1z" + DULL[0], *DULL[1:])
    match.play("E", "false_win")
    assert match.scores == (-24, 8, 8, 8)
    assert dealer_after(match) == 0
    match = begun("1z" + DULL[0], *DULL[1:], draws="2z")
    run(match, "E 1z")
    match.play("S", "false_win")
    assert match.scores == (8, -24, 8, 8)
    assert dealer_after(match) == 0
