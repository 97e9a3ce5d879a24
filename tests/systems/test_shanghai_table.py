"""上海麻将 at the table: limits, drawn hands kept, the dice, eight flowers, bound players, 敲, who deals next."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, drift, engine_of, memory, paid, remember, run, texts

HALF = "2345677789m111z"                # waits for 1, 4 and 7m: 混一色, 门清
OTHER = "23m555m666m22z333z"            # waits for 1 and 4m: 混一色, 门清
E, S, W, N = range(4)


def fans(match: Match) -> set[str]:
    """What the win of the hand counts, flowers aside."""
    (win,) = match.settlements[-1].wins
    assert win.agrees
    return {fan.id for fan in win.score.fans}


def half_flush(book: str = "shanghai", **laid: str) -> Match:
    """East is to discard 1m, on which South wins for (3+1) x 4 x 2."""
    match = begun(book, "1m9p", HALF, **laid)
    match.table.dice[0], match.table.dice[1] = 2, 3
    return match


# -- winning --

def test_only_patterns_win() -> None:
    for book, may in (("shanghai", False), ("shanghai?garbage_win=true", True)):
        match = begun(book, "1s9p", "456p78923s55m123m")
        run(match, "E 1s")
        assert ("win" in texts(match, "S")) == may


def test_a_half_flush_is_paid_by_the_discarder() -> None:
    match = run(half_flush(), "E 1m", "S win")
    assert fans(match) == {"half_flush", "concealed_hand"}
    assert paid(match) == [-32, 32, 0, 0]


def test_honours_in_any_arrangement_are_waited_for() -> None:
    match = begun("shanghai", "7z9p", "1122334455667z")
    run(match, "E 7z", "S win")
    assert fans(match) == {"all_honors", "concealed_hand"}
    assert paid(match) == [-80, 80, 0, 0]


def test_sh26_only_the_kind_let_go_is_barred() -> None:
    """South lets West's 1m go: North's 1m is barred, East's 4m is not."""
    match = begun("shanghai", "9p4m", HALF, "1m", "1m", draws="9s9s9s8p")
    run(match, "E 9p", "S 9s", "W 1m", "S pass", "N 1m")
    assert "win" not in texts(match, "S")
    run(match, "E 4m", "S win")
    assert match.hand_over


def test_the_bar_ends_with_the_next_draw() -> None:
    match = begun("shanghai", "1m9p", HALF, "1m", draws="9s8p")
    run(match, "E 1m", "S pass", "S 9s", "W 1m", "S win")
    assert match.hand_over


def test_the_bar_ends_with_a_claim() -> None:
    match = begun("shanghai", "9p", "55m777m888m111z22z", "55m", draws="9s8p2z8p")
    run(match, "E 9p", "S 9s", "W 5m", "S pass", "N 2z", "S pung", "S 7m", "W 5m", "S win")
    assert match.hand_over


def test_a_self_drawn_win_let_go_bars_nothing() -> None:
    """The source text speaks of a tile that another player discards."""
    match = begun("shanghai", "9p", HALF, "1m", draws="1m8p")
    run(match, "E 9p", "S 1m", "W 1m", "S win")
    assert match.hand_over


def test_a_flower_that_cannot_be_replaced_is_no_honour() -> None:
    """The last tile of the wall; West waits for any honour."""
    for last, may in (("6f", False), ("7z", True)):
        match = begun("shanghai", "9p", "19m19s19p147m258s3p", "1122334455667z", draws=last, fill=0)
        run(match, "E 9p", f"S {last}")
        assert ("win" in texts(match, "W")) == may
        assert match.hand_over != may


def test_eight_flowers_win_at_once_or_wait() -> None:
    match = begun("shanghai", "9p", "1234567f123m19s1p", draws="8f", replacements="2468p246s")
    match.table.dice[0], match.table.dice[1] = 2, 3
    run(match, "E 9p")
    assert texts(match, "S") == ["win", "pass"]
    rest = match.copy()
    run(match, "S win")
    assert fans(match) == {"eight_flowers"}
    assert paid(match) == [-80, 240, -80, -80]
    run(rest, "S pass")
    assert not rest.hand_over


def test_a_win_on_the_replacement_of_a_flower_is_a_bloom() -> None:
    match = half_flush(draws="3f", replacements="1m")
    run(match, "E 9p", "S win")
    assert fans(match) == {"half_flush", "concealed_hand", "bloom"}
    assert paid(match) == [-80, 240, -80, -80]


def test_flowers_of_the_deal_are_no_bloom_but_one_that_replaces_a_kong_of_the_first_turn_is() -> None:
    match = begun("shanghai", HALF + "3f", replacements="1m")
    run(match, "E win")
    assert "bloom" not in fans(match)
    match = begun("shanghai", "1111z2345677789m", replacements="3f1m")
    run(match, "E kong concealed 1z", "E win")
    assert "bloom" in fans(match)


@pytest.mark.parametrize(("draws", "each"), [("1m", 20), ("1m9s", 4)])
def test_the_last_tile_is_a_limit_with_the_modern_count(draws: str, each: int) -> None:
    """One and one flower are lifted to the limit of ten, and doubled for the concealed hand."""
    match = begun("shanghai?flat_qhp=true", "9p", HALF, draws=draws, fill=0)
    match.table.dice[0], match.table.dice[1] = 2, 3
    run(match, "E 9p", "S win")
    assert ("last_draw" in fans(match)) == (draws == "1m")
    assert paid(match) == [-each, 3 * each, -each, -each]


def test_the_discard_after_the_last_draw_is_no_last_tile() -> None:
    """One and one flower, doubled for the concealed hand."""
    match = begun("shanghai?flat_qhp=true", "9p", HALF, "1m", draws="9p8p", fill=0)
    match.table.dice[0], match.table.dice[1] = 2, 3
    run(match, "E 9p", "S 9p", "W 1m", "S win")
    assert fans(match) == {"half_flush", "concealed_hand"}
    assert paid(match) == [0, 4, -4, 0]


# -- what doubles whole hands --

@pytest.mark.parametrize(("option", "dice", "times"), [
    ("1-4", (1, 1), 2), ("1-4", (4, 4), 2), ("1-4", (3, 3), 1), ("1-4", (1, 4), 1), ("any_double", (3, 3), 2),
    ("any_double", (3, 2), 1), ("off", (1, 1), 1)])
def test_the_dice_open_the_treasure(option: str, dice: tuple[int, int], times: int) -> None:
    match = half_flush(f"shanghai?kaibao={option}")
    match.table.dice[0], match.table.dice[1] = dice
    run(match, "E 1m", "S win")
    assert paid(match) == [-32 * times, 32 * times, 0, 0]


@pytest.mark.parametrize(("before", "after", "times"), [(0, 0, 1), (1, 0, 2), (3, 2, 2)])
def test_sh25_a_win_takes_one_drawn_hand_away_and_is_doubled(before: int, after: int, times: int) -> None:
    match = half_flush()
    remember(match, "drawn_hands", before)
    run(match, "E 1m", "S win")
    assert paid(match) == [-32 * times, 32 * times, 0, 0]
    assert memory(match, "drawn_hands") == [after]


@pytest.mark.parametrize("before", [0, 2])
def test_sh25_a_drawn_hand_is_kept(before: int) -> None:
    match = begun("shanghai", draws="9m", fill=0)
    remember(match, "drawn_hands", before)
    drift(match)
    assert memory(match, "drawn_hands") == [before + 1]
    assert int(match.table.dealer) == E


def test_without_huangfan_nothing_is_doubled() -> None:
    match = half_flush("shanghai?huangfan=false")
    remember(match, "drawn_hands", 2)
    run(match, "E 1m", "S win")
    assert paid(match) == [-32, 32, 0, 0]


@pytest.mark.parametrize(("book", "kept", "over"), [
    ("shanghai", 2, True), ("shanghai?clear_huangfan=true", 2, False), ("shanghai?clear_huangfan=true", 1, True)])
def test_the_match_may_go_on_until_no_drawn_hand_is_kept(book: str, kept: int, over: bool) -> None:
    match = half_flush(book)
    match.table.hand_number = 16
    remember(match, "drawn_hands", kept)
    run(match, "E 1m", "S win")
    assert match.over == over


def test_the_fly_adds_its_number_to_the_flowers() -> None:
    match = half_flush("shanghai?feicangying=true", replacements="3p")
    run(match, "E 1m", "S win")
    assert paid(match) == [-56, 56, 0, 0]       # (3+1+3) x 4 x 2


# -- who deals --

def test_the_winner_deals_next() -> None:
    match = run(half_flush(), "E 1m", "S win")
    assert int(match.table.dealer) == S


def test_of_several_winners_the_nearest_after_the_discarder_deals() -> None:
    match = begun("shanghai", "9p", "1m", OTHER, HALF, draws="9p")
    match.table.dice[0], match.table.dice[1] = 2, 3
    run(match, "E 9p", "S 1m", "W win", "N win")
    assert paid(match) == [0, -64, 32, 32]
    assert int(match.table.dealer) == W


# -- bound players --

def bound(draws: str, west: str = "", book: str = "shanghai") -> Match:
    """South has punged 1m, 2m and 3m of East and waits for 5m and 8m (清一色, one limit of 40); West is to draw."""
    match = begun(book, "1m2m3m9s8m", "11m22m33m5567m789s", west, "", draws="4z3z2z4z3z2z" + draws)
    match.table.dice[0], match.table.dice[1] = 2, 3
    return run(match, "E 1m", "S pung", "S 7s", "W 4z", "N 3z", "E 2m", "S pung", "S 8s", "W 4z", "N 3z", "E 3m",
               "S pung", "S 9s")


def test_the_partner_pays_two_shares_for_his_discard() -> None:
    match = run(bound("4z3z1z"), "W 4z", "N 3z", "E 8m", "S win")
    assert fans(match) == {"full_flush"}
    assert paid(match) == [-80, 80, 0, 0]


def test_the_partner_pays_five_shares_for_a_self_draw() -> None:
    match = run(bound("4z3z1z8m"), "W 4z", "N 3z", "E 1z", "S win")
    assert paid(match) == [-200, 200, 0, 0]


def test_a_third_player_who_is_not_ready_pays_two_shares() -> None:
    match = run(bound("8m"), "W 8m", "S win")
    assert paid(match) == [0, 80, -80, 0]


def test_a_ready_third_player_and_the_partner_pay_one_share_each() -> None:
    match = run(bound("8m", "1234567891199p"), "W 8m", "S win")
    assert paid(match) == [-40, 80, -40, 0]


def test_ready_is_who_waits_for_a_pattern() -> None:
    """West waits, but for no hand that may win."""
    match = run(bound("8m", "456p678p44s66678s"), "W 8m", "S win")
    assert paid(match) == [0, 80, -80, 0]


def test_two_claims_bind_nobody() -> None:
    match = begun("shanghai", "1m2m9s8m", "11m22m333m5567m78s", draws="4z3z2z4z3z1z")
    match.table.dice[0], match.table.dice[1] = 2, 3
    run(match, "E 1m", "S pung", "S 7s", "W 4z", "N 3z", "E 2m", "S pung", "S 8s", "W 4z", "N 3z", "E 8m", "S win")
    assert paid(match) == [-40, 40, 0, 0]


# -- 敲麻 --

KNOCK = "123m456p78923s55m"             # waits for 1 and 4s


def test_nobody_wins_before_he_has_knocked() -> None:
    match = begun("shanghai?mode=qiaoma", "1s9p", KNOCK, draws="9p1s")
    run(match, "E 1s")
    assert "win" not in texts(match, "S")
    run(match, "S declare qiao 9p", "W 1s", "S win")
    assert fans(match) == {"concealed_hand"}
    assert paid(match) == [0, 22, -22, 0]       # no flower counts as ten


def test_who_has_knocked_claims_nothing_and_discards_what_he_draws() -> None:
    match = begun("shanghai?mode=qiaoma", "9p5m", KNOCK, "7s", draws="9p8m8m8m9s")
    run(match, "E 9p", "S declare qiao 9p", "W 7s")
    assert texts(match, "S") == []
    run(match, "N 8m", "E 5m")
    assert texts(match, "S") == []              # no pung of 5m


def test_a_hand_that_has_knocked_stays_hidden_and_sees_no_other() -> None:
    match = begun("shanghai?mode=qiaoma", "9p", KNOCK, draws="9p")
    run(match, "E 9p", "S declare qiao 9p")
    for place, seat in enumerate("ESWN"):
        assert [one.tiles is not None for one in match.view(seat).seats] == [other == place for other in range(4)]


def test_dragons_are_flowers_in_qiaoma() -> None:
    match = begun("shanghai?mode=qiaoma", "9p", KNOCK, draws="7z1s", replacements="9p")
    run(match, "E 9p")
    assert match.view("S").seats[S].flowers == "7z"


@pytest.mark.parametrize(("hand", "may"), [("333m456p23s55m789p", True),
                                           ("3334m456p234s789p", False)])
def test_after_knocking_only_a_kong_that_leaves_the_waits(hand: str, may: bool) -> None:
    match = begun("shanghai?mode=qiaoma", "9s", hand, draws="9s1z1z1z3m")
    run(match, "E 9s", "S declare qiao 9s", "W 1z", "N 1z", "E 1z")
    assert ("kong concealed 3m" in texts(match, "S")) == may


def test_a_robbed_kong_costs_three_shares() -> None:
    """East punges South's 1m and adds the fourth, which North was waiting for."""
    match = begun("shanghai", "11m9p8p", "1m", "", OTHER, draws="9s9s8s8s1m")
    match.table.dice[0], match.table.dice[1] = 2, 3
    run(match, "E 9p", "S 1m", "N pass", "E pung", "E 8p", "S 9s", "W 8s", "N 8s", "E kong added 1m", "N win")
    assert paid(match) == [-96, 0, 0, 96]


def test_only_an_added_kong_is_robbed() -> None:
    """South waits for 1m: East lays four of them down, then North claims the fourth of its three."""
    match = run(begun("shanghai", "1111m9p", HALF), "E kong concealed 1m")
    assert match.asked == (E,)
    match = begun("shanghai", "1m9p", HALF, "", "111m")
    run(match, "E 1m", "S pass", "N kong melded 1m")
    assert match.asked == (N,)


def test_the_first_dealer_is_drawn_by_lot() -> None:
    first = set()
    for seed in range(12):
        match = Match("shanghai", seed, engine=engine_of("shanghai"))
        match.begin()
        first.add(int(match.table.player[0]))
    assert len(first) > 1
