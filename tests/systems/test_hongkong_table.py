"""香港麻雀 at the table: wins by flowers, liability (包牌), passing, several winners, robbing, the last discard.

Walls are laid by hand.  In the cases of liability South takes tile after tile: East discards the first, West draws and
discards the next ones, so that it is always West whose discard makes the condition.
"""

import pytest

from quepu import Match
from quepu.bots.seat import CoreBot
from quepu.errors import IllegalAction
from tests import laid
from tests.laid import run, texts


def begun(*hands, rule="hongkong", **wall):
    return laid.begun(rule, *hands, kind="compiled", **wall)


def won(match, *moves):
    """The win that ends the hand after these moves."""
    run(match, *moves)
    while not match.hand_over:
        match.play(match.asked[0], "pass")
    (win,) = match.settlements[0].wins
    assert win.agrees
    return win


def fans(win):
    return {fan.id for fan in win.score.fans}


# -- 花糊 --
DULL = ("2468m2468p2468s1z", "2468m2468p2468s2z", "3579m3579p3579s3z")


def with_six(rule="hongkong", replacements="1z2z3z4z1z2z5z6z7z", draws="7f"):
    """South has six flowers after the deal and draws the seventh."""
    match = begun("1357m1357p13579s9s", "123456f2468m246p", *DULL[1:], rule=rule, draws=draws,
                  replacements=replacements)
    return run(match, "E 9s")


def test_hk016_seven_flowers_are_declared_and_paid_as_a_self_draw_of_three():
    match = with_six()
    assert texts(match, 1) == ["win", "pass"]
    win = won(match, "S win")
    assert fans(win) == {"seven_flowers"}
    assert win.total == 3
    assert match.scores == (-4, 12, -4, -4)


def test_seven_flowers_declined_cannot_be_declared_later_but_eight_can():
    match = with_six(replacements="1z2z3z4z1z2z8f6z7z")
    match.play("S", "pass")
    assert texts(match, 1) == ["win", "pass"]           # the replacement is the eighth
    win = won(match, "S win")
    assert fans(win) == {"eight_flowers"}
    assert match.scores == (-32, 96, -32, -32)
    match = with_six()
    match.play("S", "pass")
    assert "win" not in texts(match, 1)


def test_without_hold_seven_a_declined_flower_win_is_gone():
    match = with_six("hongkong?hold_seven=false", replacements="1z2z3z4z1z2z8f6z7z")
    match.play("S", "pass")
    assert "win" not in texts(match, 1)


def test_hk017_eight_flowers_of_the_deal_win_at_once():
    match = begun("1357m1357p13579s9s", "12345678f24m246p", *DULL[1:], replacements="1z2z3z4z1z2z5z6z7z")
    win = won(match, "S win")
    assert fans(win) == {"eight_flowers"}
    assert match.scores == (-32, 96, -32, -32)


def test_the_dealers_flowers_at_the_start_are_a_heavenly_hand_by_option():
    for option, fan, each in (("", "seven_flowers", 4), ("?dealer_flower_tianhu=true", "heavenly_hand", 192)):
        match = begun("1234567f1357m135p", *DULL, rule="hongkong" + option, replacements="1z2z3z4z1z2z5z")
        win = won(match, "E win")
        assert fan in fans(win)
        assert match.scores == (3 * each, -each, -each, -each)


def test_another_players_flowers_of_the_deal_wait_for_the_first_draw_by_option():
    match = begun("1357m1357p13579s9s", "1234567f246m246p", *DULL[1:], rule="hongkong?nondealer_flower_wait=true",
                  draws="9p", replacements="1z2z3z4z1z2z5z")
    assert match.asked == (0,)
    run(match, "E 9s")
    assert texts(match, 1)[0] == "win"
    win = won(match, "S win")
    assert fans(win) == {"seven_flowers"}
    assert match.scores == (-4, 12, -4, -4)


# -- 包牌 --
OTHERS = ("2468m2468p2468s5s", "3579m3579p3579s5s", "2468m2468p2468s4s")     # East's first discard comes on top


def fed(claimed, rest, junk, last, *, rule="hongkong", end=("W 6p", "N 6s", "E 8s"), draws="6p6s8s", replacements=""):
    """South pungs these tiles one after the other, the first from East and all others from West, and draws `last`.

    It holds `rest` besides, and throws `junk` away.
    """
    kinds = [claimed[place:place + 2] for place in range(0, len(claimed), 2)]
    throw = [junk[place:place + 2] for place in range(0, len(junk), 2)]
    match = begun(kinds[0] + OTHERS[0], "".join(2 * kind for kind in kinds) + rest + junk, *OTHERS[1:], rule=rule,
                  draws="".join(kinds[1:]) + draws + last, replacements=replacements)
    run(match, f"E {kinds[0]}", "S pung", f"S {throw[0]}")
    for kind, thrown in zip(kinds[1:], throw[1:], strict=False):
        run(match, f"W {kind}", "S pung", f"S {thrown}")
    return run(match, *end)


def pays_all(match, seat):
    """Whether one seat pays South's whole win."""
    total = match.scores[1]
    return total > 0 and match.scores == tuple(total if one == 1 else -total if one == seat else 0 for one in range(4))


LIABLE = {
    "1_flush": ("1m3m5m7m", "9m", "1p3p5p7p", "full_flush"),
    "2_all_terminals": ("1m9m1p9p", "1s", "3p5p7p3s", "all_terminals"),
    "3_all_honors": ("1z2z5z6z", "7z", "3p5p7p3s", "all_honors"),
    "4_big_three_dragons": ("5z6z7z", "2234m", "1p3p7p", "big_three_dragons"),
    "5_big_four_winds": ("1z2z3z4z", "9m", "3p5p7p3s", "big_four_winds"),
    "7_twelve_down": ("1m5p7s9m", "1s", "1p3p7p3s", "all_pungs"),
}


@pytest.mark.parametrize("case", LIABLE)
def test_liability_of_whoever_fed_the_last_set(case):
    claimed, rest, junk, fan = LIABLE[case]
    match = fed(claimed, rest, junk, "5m" if len(rest) > 2 else rest)
    win = won(match, "S win")
    assert fan in fans(win)
    assert pays_all(match, 2)


def test_liability_4_of_three_dragons_goes_over_to_whoever_feeds_twelve_tiles():
    match = fed("5z6z7z", "22m9s1p", "3p5p7p", "9s", draws="6p6s8s4p4s6m",
                end=("W 6p", "N 6s", "E 2m", "S pung", "S 1p", "W 4p", "N 4s", "E 6m"))
    win = won(match, "S win")
    assert "big_three_dragons" in fans(win)
    assert pays_all(match, 0)


def test_liability_6_of_the_fourth_kong():
    match = begun("1m" + OTHERS[0], "111m111p111s111z9m", *OTHERS[1:], draws="1p1s1z6p6s8s9m", replacements="5z6z7z5z")
    run(match, "E 1m", "S kong melded 1m", "S 5z", "W 1p", "S kong melded 1p", "S 6z",
        "W 1s", "S kong melded 1s", "S 7z", "W 1z", "S kong melded 1z", "S 5z", "W 6p", "N 6s", "E 8s")
    win = won(match, "S win")
    assert "four_kongs" in fans(win)
    assert pays_all(match, 2)


def test_liability_7_when_a_kong_in_the_same_turn_lays_the_last_set_down():
    match = fed("1m1p", "111s777z9m", "3p5p", "9m", draws="1s6p6s8s", replacements="7z5z",
                end=("W 1s", "S kong melded 1s", "S kong concealed 7z", "S 5z", "W 6p", "N 6s", "E 8s"))
    won(match, "S win")
    assert pays_all(match, 2)


def test_liability_8_of_whoever_fed_the_first_of_two_kongs():
    match = begun("1s" + OTHERS[0], "111s777z234567m9p", *OTHERS[1:], replacements="7z9p")
    win = won(match, "E 1s", "S kong melded 1s", "S kong concealed 7z", "S win")
    assert "kong_kong_draw" in fans(win)
    assert pays_all(match, 0)
    match = begun("1s" + OTHERS[0], "111s777z234567m9p", *OTHERS[1:], replacements="7z9p",
                  rule="hongkong?kongkong_feeder_pays=false")
    won(match, "E 1s", "S kong melded 1s", "S kong concealed 7z", "S win")
    assert match.scores[0] == match.scores[2] == match.scores[3] < 0


def test_liability_does_not_touch_a_discarder():
    claimed, rest, junk, fan = LIABLE["1_flush"]
    match = fed(claimed, rest, junk, "1z", draws="6p6s8s")
    win = won(match, "S 1z", "W 9m", "S win")
    assert fan in fans(win)
    assert win.win.discarder == 2
    flush = win.total
    match = fed(claimed, rest, junk, "1z9s9m", draws="6p6s8s")
    win = won(match, "S 1z", "W 9s", "N 9m", "S win")          # West made the condition, North discards
    assert win.total == flush
    assert pays_all(match, 3)


# -- 糊一不糊二, 截糊, 搶槓, the last discard --
ORPHANS = "19m19p19s1234556z"


def passed(rule):
    """West lets a win on East's 4s go; South discards another, which West may chow and North pung."""
    match = begun("4s1p2468m2468p26s13z", "4s2468m2468p26s22z", "123456789m23s11p", "44s2468m24p268s13z", rule=rule,
                  draws="3z1s")
    run(match, "E 4s")
    assert "win" in texts(match, 2)
    run(match, "W pass", "S 4s")
    assert "win" not in texts(match, 2)
    return match


def test_one_passed_win_bars_discards_until_the_own_draw():
    match = passed("hongkong?min_fan=0")
    with pytest.raises(IllegalAction):
        match.play("W", "false_win")
    while match.asked != (2,) or "pass" in texts(match, 2):
        match.play(match.asked[0], "pass")
    assert texts(match, 2)[0] == "win"          # it draws 1s: a self-draw is always allowed


def test_breaking_the_bar_is_a_false_win_by_option():
    match = passed("hongkong?min_fan=0&pass_win_penalty=true")
    match.play("W", "false_win")
    assert match.scores == (192, 192, -576, 192)


@pytest.mark.parametrize(("option", "winners"), [("", [1]), ("&multi_win=true", [1, 2])])
def test_hk088_of_several_winners_the_nearest_or_all(option, winners):
    match = begun("7z2468m2468p2468s1z", "123456789m11p77z", "123456789p123m7z", OTHERS[2],
                  rule="hongkong?min_fan=0" + option)
    run(match, "E 7z", "S win", "W win")
    assert [win.win.seat for win in match.settlements[0].wins] == winners


@pytest.mark.parametrize(("option", "winner"), [("", 1), ("&shisanyao_no_jiehu=true", 2)])
def test_thirteen_orphans_goes_first_by_option(option, winner):
    match = begun("7z2468m2468p2468s1z", "123456789m11p77z", ORPHANS, OTHERS[2], rule="hongkong?min_fan=0" + option)
    run(match, "E 7z", "S win", "W win")
    assert [win.win.seat for win in match.settlements[0].wins] == [winner]


def test_hk073_thirteen_orphans_robs_a_concealed_kong():
    hands = ("7777z2468m2468p23s", ORPHANS, *OTHERS[1:])
    match = begun(*hands)
    win = won(match, "E kong concealed 7z", "S win")
    assert "thirteen_orphans" in fans(win)
    assert match.scores == (-384, 384, 0, 0)
    match = begun(*hands, rule="hongkong?shisanyao_robs_concealed=false")
    match.play("E", "kong concealed 7z")
    assert match.asked == (0,)
    match = begun("1111s2468m2468p23z", "123456789m11p23s", *OTHERS[1:], rule="hongkong?min_fan=0")
    match.play("E", "kong concealed 1s")        # South waits for it, but with another hand
    assert match.asked == (0,)


def test_on_the_last_discard_only_a_win_is_claimed():
    match = begun("2468m2468p268s1z19p", "2468m2468p6s2222z", "123456789m23s11p", "44s2468m24p268s13z",
                  rule="hongkong?min_fan=0", draws="4s", fill=0)
    run(match, "E 9p")
    assert not any("kong" in text for text in texts(match, 1))
    run(match, "S 4s")
    assert match.asked == (2,)
    assert texts(match, 2) == ["win", "pass"]
    match.play("W", "pass")
    assert match.settlements[0].ended == "draw"
    assert match.scores == (0, 0, 0, 0)
    match.begin()
    assert match.hand.players[0] == 0           # the dealer stays


# -- whole matches --
@pytest.mark.parametrize("bots", [("random",) * 4, ("greedy",) * 4, ("aware", "greedy", "aware", "random")])
def test_bots_play_a_match_of_one_round(bots):
    match = Match("hongkong?rounds=1&min_fan=1", seed=8)
    players = [CoreBot(bot) for bot in bots]
    dealers = []
    while not match.over:
        match.begin()
        dealers.append(match.hand.players[0])
        while not match.hand_over:
            seat = match.asked[0]
            match.play(seat, players[match.player_of(seat)].decide(match, seat))
    assert sorted(dealers) == dealers
    assert set(dealers) == {0, 1, 2, 3}
    assert sum(match.scores) == 0
    for settlement, dealer, following in zip(match.settlements, dealers, dealers[1:], strict=False):
        assert all(win.agrees for win in settlement.wins)
        stays = not settlement.wins or any(win.win.seat == 0 for win in settlement.wins)
        assert (dealer == following) == stays
