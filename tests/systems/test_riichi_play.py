"""日本麻将 in play: riichi and its sticks, several winners, liability, drawn hands, swap calls, three players."""

from collections import Counter

import pytest

from quepu.notation import write_tiles
from tests.laid import TILES, begun, drift, laid_wall, memory, paid, remember, run, texts, tiles_of

READY = "234567m345p2267s"             # 断幺平和, waits for 5s and 8s
NO_YAKU = "123456m789p67s77z"          # waits for them too
#: the dead wall from its end: four replacements, then dora and ura dora in turn
DEAD = "2p8p8p8p" "7z7z"
QUIET = ("W 3p", "N 3p", "E 3p")       # three draws that help nobody


def fans(match):
    """What each win of the hand counts, and how often."""
    assert all(win.agrees for win in match.settlements[-1].wins)
    return [{fan.id: fan.count for fan in win.score.fans} for win in match.settlements[-1].wins]


# -- 立直 and 一发 --
def declared(*moves, draws="", hands=("7z", READY), book="riichi", first="E 7z", **table):
    """South declares with its first discard, and these moves follow."""
    match = begun(book, *hands, draws="9m" + draws, replacements=DEAD, **table)
    return run(match, first, "S declare double_riichi 9m", *moves)


def test_a_win_within_a_go_round_is_ippatsu():
    match = declared(*QUIET, "S win", draws="3p3p3p8s")
    assert fans(match) == [{"double_riichi": 1, "ippatsu": 1, "menzen_tsumo": 1, "pinfu": 1, "tanyao": 1}]
    match = declared("W 8s", "S win", draws="8s")
    assert fans(match) == [{"double_riichi": 1, "ippatsu": 1, "pinfu": 1, "tanyao": 1}]


def test_ippatsu_ends_with_the_next_own_discard():
    match = declared(*QUIET, "W 8s", "S win", draws="3p3p3p9p8s")       # the drawn 9p goes by itself
    assert fans(match) == [{"double_riichi": 1, "pinfu": 1, "tanyao": 1}]


@pytest.mark.parametrize(("hands", "moves", "draws"), [
    (("7z", READY, "", "33p"), ("W 3p", "N pung", "N 6z", "E 9p", "S win"), "3p9p8s"),
    (("7z", READY, "", "999s"), ("W 9s", "N kong melded 9s", "N 2p", "E 9p", "S win"), "9s9p8s"),
    (("7z", READY, "9999s"), ("W kong concealed 9s", "W 2p", "N 9p", "E 9p", "S win"), "9m9p9p8s"),
    (("7z", READY, "", "24p"), ("W 3p", "N chow 234p", "N 6z", "E 9p", "S win"), "3p9p8s")])
def test_ippatsu_ends_with_any_claim_or_kong(hands, moves, draws):
    match = declared(*moves, draws=draws, hands=hands)
    assert fans(match) == [{"double_riichi": 1, "menzen_tsumo": 1, "pinfu": 1, "tanyao": 1}]


def test_a_claim_of_the_declared_tile_ends_ippatsu_too():
    match = begun("riichi", "7z", READY, "99m", draws="9m9p9p8s", replacements=DEAD)
    run(match, "E 7z", "S declare double_riichi 9m", "W pung", "W 6z", "N 9p", "E 9p", "S win")
    assert fans(match) == [{"double_riichi": 1, "menzen_tsumo": 1, "pinfu": 1, "tanyao": 1}]


def test_a_robbed_kong_is_none_and_ends_no_ippatsu():
    match = begun("riichi", "8s", NO_YAKU, "88s", draws="3z3z9m" "8s", replacements=DEAD)
    run(match, "E 8s", "W pung", "W 1z", "N 3z", "E 3z", "S declare riichi 9m", "W kong added 8s", "S win")
    assert fans(match) == [{"riichi": 1, "ippatsu": 1, "chankan": 1}]


def test_riichi_is_double_only_with_the_first_discard_before_any_claim():
    match = begun("riichi", "9s", READY, "99s", draws="9p9p9m", replacements=DEAD)
    run(match, "E 9s", "W pung", "W 6z", "N 9p", "E 9p")
    answers = texts(match, "S")
    assert "declare riichi 9m" in answers
    assert "declare double_riichi 9m" not in answers


def test_a_declared_hand_discards_what_it_draws_and_claims_nothing():
    match = declared("W 2s", draws="2s3p3p9s")
    assert texts(match, "S") == []                       # 22s would make a pung
    run(match, "N 3p", "E 3p")
    assert match.view("S").seats[1].river[-1].tile == "9s"


def test_the_stick_is_paid_once_nobody_wins_on_the_discard():
    match = declared("W 3p", draws="3p")
    assert match.scores == (25000, 24000, 25000, 25000)
    assert int(match.table.pot) == 1000
    match = begun("riichi", "7z", READY, "123456789p99m11s", draws="9m", replacements=DEAD)
    run(match, "E 7z", "S declare double_riichi 9m", "W win")
    assert fans(match) == [{"pure_straight": 1}]
    assert match.scores == (25000, 25000 - 2600, 25000 + 2600, 25000)
    assert int(match.table.pot) == 0
    assert memory(match, "deposits") == [0]


FIRST, LATER = ("E 7z",), ("E 7z", "S 9m", *QUIET, "S pass")       # East's 3p could be a chow


@pytest.mark.parametrize(("moves", "answer"), [(FIRST, "declare double_riichi 9m"), (LATER, "declare riichi 9p")])
@pytest.mark.parametrize(("points", "option", "possible"), [
    (1000, "", True), (900, "", False), (900, "?riichi_limits=false", True)])
def test_riichi_needs_a_thousand_points(points, option, possible, moves, answer):
    match = begun("riichi" + option, "7z", READY, draws="9m3p3p3p9p", replacements=DEAD)
    match.table.score[1] = points
    run(match, *moves)
    assert (answer in texts(match, "S")) == possible


@pytest.mark.parametrize(("moves", "answer"), [(FIRST, "declare double_riichi 9m"), (LATER, "declare riichi 9p")])
@pytest.mark.parametrize(("left", "option", "possible"), [(4, "", True), (3, "", False),
                                                          (3, "?riichi_limits=false", True)])
def test_riichi_needs_four_tiles_in_the_wall(left, option, possible, moves, answer):
    match = begun("riichi" + option, "7z", READY, draws="9m3p3p3p9p", replacements=DEAD)
    run(match, *moves)
    match.table.wall_front += match.view("S").wall_left - left
    match._answers = {}
    assert match.view("S").wall_left == left
    assert (answer in texts(match, "S")) == possible


def test_sticks_stay_after_a_draw_and_go_to_the_next_winner():
    second = laid_wall(("8s", READY), replacements=DEAD)
    match = begun("riichi", "7z", READY, draws="9m", replacements=DEAD, walls=[second])
    drift(run(match, "E 7z", "S declare double_riichi 9m"))
    assert match.settlements[0].ended == "draw"
    assert memory(match, "honba") == [1]
    assert memory(match, "deposits") == [1]
    assert match.scores == (24000, 27000, 24000, 24000)
    match.begin()                       # East was not ready: South deals, so the READY hand is West's
    assert match.player_of(0) == 1
    run(match, "E 8s", "S win")
    assert paid(match, "honba") == [-300, 300, 0, 0]
    assert paid(match, "deposits") == [0, 1000, 0, 0]
    assert (memory(match, "honba"), memory(match, "deposits")) == ([0], [0])


# -- several winners --
def three(option, *answers):
    """South, West and North wait for East's 8s."""
    match = begun("riichi" + option, "8s", "234567m345p2267s", "345678m345p3367s", "456p678p345m4467s",
                  replacements=DEAD)
    remember(match, "honba", 1)
    remember(match, "deposits", 1)
    match.table.pot = 1000
    return run(match, "E 8s", *answers)


def test_all_three_are_paid_and_the_nearest_takes_honba_and_sticks():
    match = three("", "S win", "W win", "N win")
    assert paid(match, "win") == [-6000, 2000, 2000, 2000]
    assert paid(match, "honba") == [-300, 300, 0, 0]
    assert paid(match, "deposits") == [0, 1000, 0, 0]
    match = three("", "S pass", "W win", "N win")
    assert paid(match, "honba") == [-300, 0, 300, 0]
    assert paid(match, "deposits") == [0, 0, 1000, 0]


def test_three_at_once_abort_by_option():
    match = three("?multi_ron=double", "S win", "W win", "N win")
    assert match.hand_over
    assert paid(match) == [0, 0, 0, 0]
    assert (memory(match, "honba"), memory(match, "deposits")) == ([2], [1])
    assert int(match.table.pot) == 1000
    match.begin()
    assert match.player_of(0) == 0
    match = three("?multi_ron=double", "S win", "W win", "N pass")
    assert paid(match, "win") == [-4000, 2000, 2000, 0]


def test_only_the_nearest_wins_by_option():
    match = three("?multi_ron=head", "S win", "W win", "N win")
    assert paid(match, "win") == [-2000, 2000, 0, 0]
    match = three("?multi_ron=head", "S pass", "W win", "N win")
    assert paid(match, "win") == [-2000, 0, 2000, 0]


def test_the_dealer_stays_if_he_is_one_of_the_winners():
    match = begun("riichi", READY + "7z", "345678m345p3367s", draws="9m9p8s", replacements=DEAD)
    run(match, "E 7z", "S 9m", "W 9p", "N 8s", "E win", "S win")
    assert memory(match, "honba") == [1]
    match.begin()
    assert match.player_of(0) == 0


# -- 食替 --
def test_a_punged_tile_is_not_discarded_at_once():
    match = run(begun("riichi", "3m", "333m", replacements=DEAD), "E 3m", "S pung")
    assert "discard 3m" not in texts(match, "S")
    match = run(begun("riichi?kuikae=allowed", "3m", "333m", replacements=DEAD), "E 3m", "S pung")
    assert "discard 3m" in texts(match, "S")


@pytest.mark.parametrize(("chow", "forbidden"), [("234m", {"1m", "4m"}), ("345m", {"4m"}), ("456m", {"4m", "7m"})])
def test_only_the_other_end_of_a_chow_is_forbidden(chow, forbidden):
    match = run(begun("riichi", "4m", "1234567m", replacements=DEAD), "E 4m", f"S chow {chow}")
    answers = {text.removeprefix("discard ") for text in texts(match, "S")}
    assert {f"{rank}m" for rank in range(1, 8) if str(rank) not in chow or rank == 4} - answers == forbidden


@pytest.mark.parametrize(("option", "moves"), [("", []), ("?kuikae=allowed", ["chow 345m", "pass"])])
def test_a_claim_after_which_nothing_could_be_discarded_is_not_made(option, moves):
    match = begun("riichi" + option, "1s", "3456m1122s11p567z", draws="2s1p9m9m3m", replacements=DEAD)
    run(match, "E 1s", "S pung", "S 5z", "W 2s", "S pung", "S 6z", "W 1p", "S pung", "S 7z", "W 9m", "N 9m", "E 3m")
    assert [text for text in texts(match, "S") if not text.startswith("discard")] == moves


# -- 包 --
def fed(claimed, rest, junk, end, draws, option="", north=0):
    """South takes these tiles one after the other, the first from East, the last from North, all others from West."""
    kinds = [claimed[place:place + 2] for place in range(0, len(claimed), 2)]
    thrown = [junk[place:place + 2] for place in range(0, len(junk), 2)]
    hand = "".join(kind * 2 for kind in kinds) + rest + "".join(thrown)
    match = begun("riichi" + option, kinds[0], hand, draws="".join(kinds[1:-1]) + "9s" + kinds[-1] + draws,
                  replacements="2p8p2s8s" "8m8m")
    run(match, f"E {kinds[0]}", "S pung", f"S {thrown[0]}")
    for kind, throw in zip(kinds[1:-1], thrown[1:-1], strict=True):
        run(match, f"W {kind}", "S pung", f"S {throw}")
    return run(match, "W 9s", f"N {kinds[-1]}", "S pung", f"S {thrown[-1]}", *end)


def test_who_feeds_the_fourth_wind_is_liable():
    match = fed("1z2z3z4z", "5m", "5z6z7z9p", ("W 9s", "N 9s", "E 9p", "S win"), "9s9s9p5m")
    assert memory(match, "wind_feeder") == [-1, 3, -1, -1]
    assert paid(match) == [0, 64000, 0, -64000]         # 大四喜 counts double
    match = fed("1z2z3z4z", "5m", "5z6z7z9p", ("W 5m", "S win"), "5m", "?double_yakuman=false")
    assert paid(match) == [0, 32000, -16000, -16000]
    match = fed("1z2z3z4z", "5m", "5z6z7z9p", ("W 9s", "N 5m", "S win"), "9s5m", "?double_yakuman=false")
    assert paid(match) == [0, 32000, 0, -32000]


def test_liability_for_all_yakuman_by_option():
    for option, payments in (("", [-16000, 96000, -8000, -72000]), ("?pao_all=true", [0, 96000, 0, -96000])):
        match = fed("1z2z3z4z", "5z", "5m6z7z9p", ("W 9s", "N 9s", "E 9p", "S win"), "9s9s9p5z", option)
        assert {fan.id for fan in match.settlements[0].wins[0].score.fans} == {"big_four_winds", "all_honors"}
        assert paid(match) == payments


def test_an_added_kong_makes_nobody_liable():
    """South's third dragons are a concealed kong; then the fourth 5z joins the pung that East fed."""
    match = begun("riichi", "5z", "55667777z1289p", draws="9m6z" "3s3s", replacements="5z8p3s9s" "8m8m")
    run(match, "E 5z", "S pung", "S 1p", "W 9m", "N 6z", "S pung", "S 2p", "W 3s", "N 3s")
    run(match, "E 1m", "S kong concealed 7z", "S kong added 5z")
    assert memory(match, "dragon_feeder") == [-1] * 4


def test_a_direct_kong_makes_liable_as_a_pung_does():
    match = begun("riichi", "5z", "5566777z1289p44m", draws="9m6z7z", replacements="9s8p3s9s" "8m8m")
    run(match, "E 5z", "S pung", "S 1p", "W 9m", "N 6z", "S pung", "S 2p", "W 7z", "S kong melded 7z")
    assert memory(match, "dragon_feeder") == [-1, 2, -1, -1]
    match = begun("riichi", "1z", "112233444z567p5m", draws="2z3z4z", replacements="9s8p3s9s" "8m8m")
    run(match, "E 1z", "S pung", "S 5p", "W 2z", "S pung", "S 6p", "W 3z", "S pung", "S 7p", "W 4z", "S kong melded 4z")
    assert memory(match, "wind_feeder") == [-1, 2, -1, -1]


@pytest.mark.parametrize(("kong", "early", "late"), [
    ("concealed", ["N 2s"], ["N 8p"]), ("added", ["N 2p", "E pung"], ["N 8p"]), ("melded", ["N 2s"], ["N 2p"])])
def test_a_fifth_kong_is_impossible(kong, early, late):
    """East has three 2p and could make a kong before South has made its four, all by itself, but not after."""
    draws = {"concealed": "2s2p", "added": "2p", "melded": "2s4s"}[kong]
    match = begun("riichi", "222p7z", "111m333p777s999s6z", replacements="5m5p5s8s" "8m8m",
                  draws="1m2s" + draws + "3p3s3s3s" "7s9s8p" + late[0][2:] + "8p")
    run(match, "E 7z", "S kong concealed 1m", "S 5m", "W 2s", *early)
    if kong == "concealed":
        assert "kong concealed 2p" in texts(match, "E")
    run(match, "E 1z", "S kong concealed 3p", "S 5p", "W 3s", "N 3s")
    if kong == "added":
        assert "kong added 2p" in texts(match, "E")
    run(match, "E 3s", "S kong concealed 7s", "S 5s", "W 9s", "S kong melded 9s", "S 8s", "W 8p", *late)
    assert match.asked == (0,)
    assert ("pung" in texts(match, "E")) == (kong == "melded")
    assert not any(text.startswith("kong") for text in texts(match, "E"))


@pytest.mark.parametrize(("way", "option", "payments"), [
    ("melded", "", [-16000, 32000, -8000, -8000]), ("melded", "?pao_kongs=true", [0, 32000, -32000, 0]),
    ("added", "?pao_kongs=true", [-16000, 32000, -8000, -8000])])
def test_who_feeds_the_fourth_kong_is_liable_by_option(way, option, payments):
    """South has three concealed kongs; the fourth is West's discard, or is added to a pung of West's discard."""
    hand, moves, draws = ("999s4z", ["S kong melded 9s"], "") if way == "melded" else \
        ("99s45z", ["S pung", "S 5z", "W 8s", "N 8s", "E 8s", "S kong added 9s"], "8s8s8s9s")
    match = begun("riichi" + option, "7z", "111m333p777s" + hand, draws="1m2s2s2s" "3p3s3s3s" "7s9s" + draws,
                  replacements="5m5p5s4z" "8m8m")
    run(match, "E 7z", "S kong concealed 1m", "S 5m", "W 2s", "N 2s", "E 2s", "S kong concealed 3p", "S 5p")
    run(match, "W 3s", "N 3s", "E 3s", "S kong concealed 7s", "S 5s", "W 9s", *moves, "S win")
    assert [fan.id for fan in match.settlements[0].wins[0].score.fans] == ["four_kongs"]
    assert paid(match) == payments


# -- the wall runs out --
QUIET_HANDS = ("2468m2468p2468s1z2z", "357m357p3579s199m", "2468m2468p2468s1z", "357m357p3579s199m")


def outer(tile):
    return tile.kind >= 27 or tile.kind % 9 in (0, 8)


def run_out(seats, option="", hands=QUIET_HANDS, answers=(), next_drawer=1):
    """These seats discard terminals and honours only, to the end of the wall; the first discard may be answered."""
    left = Counter(dict.fromkeys(tiles_of(TILES), 4))
    left.subtract(tile for hand in hands for tile in tiles_of(hand))
    rest = list(left.elements())
    outers, inners = [tile for tile in rest if outer(tile)], [tile for tile in rest if not outer(tile)]
    draws = [outers.pop(0) if (place + next_drawer) % 4 in seats or not inners else inners.pop(0)
             for place in range(69)]
    match = begun("riichi" + option, *hands, draws=write_tiles(draws))
    remember(match, "honba", 2)
    remember(match, "deposits", 1)
    match.table.pot = 1000
    run(match, "E 1z" if 0 in seats else "E 2m", *answers)
    return drift(match)


def test_several_nagashi_mangan_are_paid_each_without_honba_and_sticks():
    match = run_out((1, 2))
    assert paid(match) == [-8000, 8000 - 2000, 8000 - 2000, -4000]
    assert (memory(match, "honba"), memory(match, "deposits"), int(match.table.pot)) == ([3], [1], 1000)
    match.begin()
    assert match.player_of(0) == 1      # the hand was a draw and East not ready


def test_the_dealers_nagashi_mangan_costs_each_four_thousand():
    assert paid(run_out((0,))) == [12000, -4000, -4000, -4000]
    assert paid(run_out((0,), "?nagashi=false")) == [0, 0, 0, 0]


def test_a_claimed_discard_spoils_nagashi_mangan():
    hands = (QUIET_HANDS[0], QUIET_HANDS[1], "2468m2468p2468s1z", "11z57m357p357s99m")
    match = run_out((0,), "", hands, ("N pung", "N 9m"), next_drawer=0)
    assert all(outer(tile) for one in match.view(0).seats[0].river for tile in tiles_of(one.tile))
    assert paid(match) == [0, 0, 0, 0]


@pytest.mark.parametrize(("option", "payments"), [("", [0, 0, 0, 0]),
                                                  ("?dead_wait=true", [-1000, 3000, -1000, -1000])])
def test_a_wait_for_tiles_one_holds_oneself_is_noten(option, payments):
    match = begun("riichi" + option, "1m", "111m234567p789s7z", draws="9m", replacements=DEAD)
    drift(run(match, "E 1m", "S pung", "S 7z"))
    assert paid(match) == payments


def test_the_dealer_stays_if_he_is_ready_and_honba_grows():
    match = begun("riichi", READY + "7z", replacements=DEAD)
    drift(run(match, "E 7z"))
    assert memory(match, "honba") == [1]
    assert (match.begin(), match.player_of(0))[1] == 0


# -- the last tile, robbed kongs --
def last_draw(south, west):
    """South draws the last tile, 8s; nobody has seen one or a 5s before."""
    fixed = ("2468m2468p246s111z", south, west, "88s3579m357p39s23z")
    left = Counter(dict.fromkeys(tiles_of(TILES), 4))
    left.subtract(tile for hand in (*fixed, "5555s" "8s") for tile in tiles_of(hand))
    draws = [tile for tile in left.elements() if write_tiles([tile]) != "8s"][:68]
    match = begun("riichi", *fixed, draws=write_tiles(draws) + "8s", replacements="5555s")
    run(match, "E 1z")
    while match.view(0).wall_left or match.asked != (1,):
        seat = match.asked[0]
        match.play(seat, "pass" if "pass" in texts(match, seat) else f"discard {match.view(seat).drawn}")
    return match


def test_the_last_draw_is_a_yaku():
    match = run(last_draw(NO_YAKU, "159m159p19s23456z"), "S win")
    assert fans(match) == [{"menzen_tsumo": 1, "haitei": 1}]


def test_no_kong_is_made_with_the_last_tile_and_each_one_made_takes_a_draw_away():
    match = last_draw("1599m159p19s6666z", "159m159p19s23457z")
    assert match.view(1).wall_left == 0
    assert not any(text.startswith("kong") for text in texts(match, "S"))
    match = begun("riichi", "7z", "1111z", replacements=DEAD)
    run(match, "E 7z")
    assert match.view(1).wall_left == 136 - 53 - 14 - 1
    run(match, "S kong concealed 1z")
    assert match.view(1).wall_left == 136 - 53 - 14 - 2


def test_the_last_discard_is_a_yaku_and_only_won_on():
    match = run(last_draw("159m159p19s23456z", NO_YAKU), "S 8s")
    assert match.asked == (2,)          # North has a pair of 8s and is not asked
    assert texts(match, "W") == ["win", "pass"]
    assert fans(run(match, "W win")) == [{"houtei": 1}]


def test_an_added_kong_is_robbed_as_a_yaku():
    hands = ("9p", "99p", "123456m66s78p222p")          # West waits for 6p and 9p without a yaku
    match = begun("riichi", *hands, draws="3s3s3s" "9p", replacements="8p8p8p5z" "7z7z")
    run(match, "E 9p", "S pung", "S 6z", "W 3s", "N 3s", "E 3s", "S kong added 9p")
    assert texts(match, "W") == ["win", "pass"]
    assert fans(run(match, "W win")) == [{"chankan": 1}]
    assert match.settlements[0].wins[0].score.win.discarder == 1


@pytest.mark.parametrize(("option", "west", "asked"), [
    ("", "19m19p19s1234556z", True), ("?rob_concealed=false", "19m19p19s1234556z", False),
    ("", "123456m77s78p123s", False)])
def test_only_kokushi_robs_a_concealed_kong(option, west, asked):
    tile = "7z" if "z" in west else "9p"
    match = begun("riichi" + option, tile * 4, "", west, replacements="2p8p8p8p" "1s1s")
    match.play("E", f"kong concealed {tile}")
    assert (match.asked == (2,)) == asked
    if asked:
        assert fans(run(match, "W win")) == [{"thirteen_orphans": 1}]


# -- what only a table tells --
def test_the_first_draw_and_the_first_go_round():
    complete, dead = "123m456p789s2255z", "2p8p8p8p" "9s9s"
    match = begun("riichi", complete + "5z", replacements=dead)
    assert fans(run(match, "E win")) == [{"heaven": 1}]
    match = begun("riichi", "7z", complete, draws="5z", replacements=dead)
    assert fans(run(match, "E 7z", "S win")) == [{"earth": 1}]
    for option, fan in (("", "white_dragon"), ("?renhou=mangan", "human_mangan"), ("?renhou=yakuman", "human_yakuman")):
        match = begun("riichi" + option, "5z", complete, replacements=dead)
        assert fans(run(match, "E 5z", "S win")) == [{fan: 1}]


def test_a_claim_ends_the_first_go_round():
    complete = "123m456p789s2255z"
    match = begun("riichi?renhou=yakuman", "9p", "", "99p", complete, draws="5z", replacements="2p8p8p8p" "9s9s")
    assert fans(run(match, "E 9p", "W pung", "W 6z", "N win")) == [{"menzen_tsumo": 1, "white_dragon": 1}]


def test_a_declared_tile_and_one_after_a_kong_are_old_yaku():
    match = begun("riichi?koyaku=swallow", "7z", READY, "123456789p99m11s", draws="9m", replacements=DEAD)
    run(match, "E 7z", "S declare double_riichi 9m", "W win")
    assert fans(match) == [{"pure_straight": 1, "swallow": 1}]
    match = begun("riichi?koyaku=kong_discard", "9999s9m", "", "123456789p99m11s", replacements=DEAD)
    assert fans(run(match, "E kong concealed 9s", "E 9m", "W win")) == [{"pure_straight": 1, "kong_discard": 1}]


def test_riichi_is_possible_with_a_wait_one_has_discarded():
    match = begun("riichi", "7z", READY, draws="8s9s9s9s" "9m" "3p3p3p" "5s", replacements=DEAD)
    run(match, "E 7z", "S 8s", "W 9s", "N 9s", "E 9s", "S declare riichi 9m", *QUIET)
    assert "win" in texts(match, "S")
