"""南京麻将 at the table: flowers and their kongs, claims, 地胡, who is liable, doubled hands, who deals next."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, drift, memory, paid, pass_all, remember, run, texts

CLOSED = "456m78922p23467s"             # waits for 5s and 8s; wins with any flowers
E, S, W, N = range(4)


def fans(match: Match) -> set[str]:
    """What the win of the hand counts, flowers aside."""
    (win,) = match.settlements[-1].wins
    assert win.agrees
    return {fan.id for fan in win.score.fans}


# -- kongs and flowers --

def test_nj18_a_concealed_kong_is_paid_at_once() -> None:
    for doubled, net in ((0, [15, -5, -5, -5]), (1, [30, -10, -10, -10])):
        match = begun("nanjing", "1111m")
        remember(match, "double_hand", doubled)
        run(match, "E kong concealed 1m")
        assert paid(match) == net
        assert match.view("S").seats[E].melds == ("(1111m)",)


def test_nj19_a_kong_of_flowers_is_paid_and_doubles_the_next_hand() -> None:
    match = begun("nanjing", "2m", "", "123f", "", draws="5p4f", replacements="258s5m")
    run(match, "E 2m", "S 5p")
    assert paid(match, "flower_kong") == [-10, -10, 30, -10]
    assert memory(match, "big_event") == [1]


def test_four_equal_dragons_are_a_kong_of_flowers() -> None:
    match = begun("nanjing", "777z2m", draws="5p5p5p7z", replacements="258s5m")
    run(match, "E 2m", "S 5p", "W 5p", "N 5p")
    assert paid(match) == [30, -10, -10, -10]


def test_a_kong_of_flowers_in_the_deal_counts_too() -> None:
    match = begun("nanjing", "5678f2m", replacements="258s5m")
    assert paid(match) == [30, -10, -10, -10]
    assert memory(match, "big_event") == [1]


def test_melded_and_added_kongs_are_paid_by_their_feeders() -> None:
    match = begun("nanjing", "1m2m", "111m", "22m", "", draws="9p9s3p", replacements="3s")
    run(match, "E 1m", "S kong melded 1m")
    assert paid(match) == [-10, 10, 0, 0]
    match = begun("nanjing", "2m", "5s", "22m9s", "", draws="9p3p4p2m")
    run(match, "E 2m", "W pung", "W 9s", "N 9p", "E 3p", "S 4p", "W kong added 2m")
    assert paid(match) == [-10, 0, 10, 0]


def test_there_is_no_chow_and_no_kong_right_after_a_pung() -> None:
    match = begun("nanjing", "2m", "13m1111p2m2m")
    run(match, "E 2m")
    assert [text for text in texts(match, "S") if text.startswith("chow")] == []
    run(match, "S pung")
    assert [text for text in texts(match, "S") if text.startswith("kong")] == []


# -- winning --

@pytest.mark.parametrize(("flowers", "replacements", "may"), [("12f56z", "789p9s", True), ("12f5z9s", "789p", False)])
def test_four_flowers_let_a_small_hand_win(flowers: str, replacements: str, may: bool) -> None:
    """South's 333m is punged, so that the hand is small."""
    match = begun("nanjing", "3m8s", "33m456m22p67s" + flowers, draws="8s", replacements=replacements)
    run(match, "E 3m", "S pung", "S 9s", "W 8s")
    assert ("win" in texts(match, "S")) == may
    if may:
        run(match, "S win")
        assert fans(match) == {"win"}
        assert paid(match) == [0, 18, -18, 0]


def test_a_win_let_go_forbids_other_discards_until_the_next_discard() -> None:
    match = begun("nanjing", "8s1m", "", "", CLOSED, draws="8s5s9m5s")
    run(match, "N pass", "E 8s", "N pass", "S 8s")
    assert "win" not in texts(match, "N")
    run(match, "W 5s")
    assert "win" not in texts(match, "N")
    run(match, "N 9m", "E 5s")
    assert "win" in texts(match, "N")


def test_a_win_let_go_leaves_the_self_draw() -> None:
    match = begun("nanjing", "8s1m", "", "", CLOSED, draws="9m9m5s")
    run(match, "N pass", "E 8s", "N pass", "S 9m", "W 9m", "N win")
    assert fans(match) == {"win", "concealed_hand", "no_flower"}
    match = begun("nanjing", "8s1m", "", "", CLOSED, draws="9m9m5s8s")
    run(match, "N pass", "E 8s", "N pass", "S 9m", "W 9m", "N 5s", "E 8s")
    assert "win" in texts(match, "N")           # any discard ends it, that of a tile waited for too


def test_the_discard_after_a_pung_ends_it_too() -> None:
    match = begun("nanjing", "5p1z", "", "", "111m333p777s55p22s", draws="2s")
    run(match, "N pass", "E 5p")
    assert "win" in texts(match, "N")
    run(match, "N pung", "N 1m", "E 2s", "N win")
    assert fans(match) == {"win", "all_pungs", "no_flower"}


def test_a_kind_that_somebody_has_ponged() -> None:
    """North has 压绝: only 5s completes it, and West has punged 5s."""
    match = begun("nanjing", "5s1m", "", "55s9m", "456m78922p23446s", draws="1p5s")
    run(match, "N pass", "E 5s", "W pung", "W 9m", "N 1p", "E 5s", "N win")
    assert fans(match) == {"win", "concealed_hand", "no_flower", "last_copy"}
    assert paid(match) == [-60, 0, 0, 60]


def test_a_heavenly_win() -> None:
    match = begun("nanjing", CLOSED + "8s")
    run(match, "E win")
    assert fans(match) == {"win", "concealed_hand", "no_flower", "heavenly_win"}
    assert memory(match, "double_hand") == [1]


def test_the_replacement_of_a_flower_blooms_from_the_first_draw_on_and_not_in_the_deal() -> None:
    match = begun("nanjing", "1m", CLOSED, draws="3f", replacements="8s")
    run(match, "S pass", "E 1m", "S win")
    assert fans(match) == {"win", "concealed_hand", "flower_bloom"}
    match = begun("nanjing", CLOSED + "3f", replacements="8s")
    run(match, "E win")
    assert fans(match) == {"win", "concealed_hand", "heavenly_win"}


def test_a_flower_that_replaces_a_kong_of_the_dealers_first_turn_blooms_too() -> None:
    match = begun("nanjing", "1111m45678922p23s", replacements="3f4s")
    run(match, "E kong concealed 1m", "E win")
    assert fans(match) == {"win", "concealed_hand", "flower_bloom"}


def test_one_of_the_last_four_tiles() -> None:
    for fill, wins in ((2, True), (3, False)):
        match = begun("nanjing", "1m", "", "", CLOSED, draws="9m9m8s", fill=fill + 1)
        run(match, "N pass", "E 1m", "S 9m", "W 9m", "N win")
        assert ("last_draw" in fans(match)) == wins


# -- 地胡 --

def test_an_early_declaration_binds_and_wins_a_hundred() -> None:
    match = begun("nanjing", "2p1m", "", "", CLOSED, draws="9m9m1p8s")
    assert texts(match, "N") == ["declare earth", "pass"]
    run(match, "N declare earth", "E 2p")
    assert texts(match, "N") == []              # no pung of 2p
    assert match.view("E").seats[N].tiles is None           # it is neither laid open nor lets others' hands be seen
    assert match.view("N").seats[E].tiles is None
    run(match, "S 9m", "W 9m", "E 8s")
    assert [one.tile for one in match.view("E").seats[N].river] == ["1p"]  # what was drawn is discarded
    run(match, "N win")
    assert fans(match) == {"win", "concealed_hand", "no_flower", "earthly_win"}


def test_who_has_declared_may_let_a_win_go() -> None:
    match = begun("nanjing", "8s1m", "", "", CLOSED, draws="9m9p5s")
    run(match, "N declare earth", "E 8s", "N pass", "S 9m", "W 9p")
    assert {"win", "discard 5s"} <= set(texts(match, "N"))


def test_the_dealer_declares_nothing() -> None:
    match = begun("nanjing", CLOSED + "1z")
    assert match.asked == (E,)
    assert not any(text.startswith("declare") for text in texts(match, "E"))


@pytest.mark.parametrize(("hand", "may"), [
    ("333m78922p23467s", True),                 # the pung stands alone
    ("3334m789p234567s", False),                # with it 3334 waits for more
])
def test_kongs_after_a_declaration_leave_the_waits(hand: str, may: bool) -> None:
    match = begun("nanjing", "3m1s", "", "", hand, replacements="9s")
    run(match, "N declare earth", "E 3m")
    assert ("kong melded 3m" in texts(match, "N")) == may
    match = begun("nanjing", "1s", "", "", hand, draws="9m9m3m", replacements="9s")
    run(match, "N declare earth", "E 1s", "S 9m", "W 9m")
    pass_all(match)
    assert ("kong concealed 3m" in texts(match, "N")) == may


# -- liability --

def test_a_robbed_kong_costs_three_shares_and_the_dealer_stays() -> None:
    match = begun("nanjing", "88s1m9p", "", "8s", CLOSED, draws="9m9s8m1p2m8s")
    run(match, "N pass", "E 1m", "S 9m", "W 8s", "N pass", "E pung", "E 9p", "S 8m", "W 1p", "N 2m", "E kong added 8s",
        "N win")
    assert paid(match) == [-100, 0, 0, 100]     # 压绝 cannot be: 5s would do too. Three shares of 40, while 100 last
    assert int(match.table.dealer) == E
    assert memory(match, "double_hand") == [1]


def test_the_feeder_of_the_kong_pays_for_the_bloom() -> None:
    match = begun("nanjing", "3m1m", "", "", "333m22789p23467s", replacements="8s")
    run(match, "N pass", "E 3m", "N kong melded 3m", "N win")
    assert fans(match) == {"win", "concealed_hand", "no_flower", "kong_bloom"}
    assert paid(match, "melded_kong") == [-10, 0, 0, 10]
    assert paid(match, "bao") == [-90, 0, 0, 90]
    assert paid(match, "win") == [0, 0, 0, 0]


def test_who_fed_the_pung_pays_for_the_bloom_of_its_kong() -> None:
    match = begun("nanjing", "2m", "", "22m333p777s55p88s9s", "", draws="9p4p1p2m", replacements="8s")
    match.table.score[E] = 400
    run(match, "E 2m", "W pung", "W 9s", "N 9p", "E 4p", "S 1p", "W kong added 2m", "W win")
    assert fans(match) == {"win", "all_pungs", "no_flower", "kong_bloom"}
    assert paid(match, "added_kong") == [-10, 0, 10, 0]
    assert paid(match, "bao") == [-216, 0, 216, 0]      # three times 10+20+20+20 and a soft flower


def test_a_concealed_kong_makes_nobody_liable() -> None:
    match = begun("nanjing", "1m", "", "", "333m22789p23467s", draws="9m9m3m", replacements="8s")
    run(match, "N pass", "E 1m", "S 9m", "W 9m", "N kong concealed 3m", "N win")
    assert paid(match, "win") == [-64, -64, -64, 192]


def three_mouths(third: str = "E 3m", draws: str = "") -> Match:
    """South takes 1m and 2m from East, then 3m, and waits for 4p and 5p with pungs alone; West is to draw."""
    match = begun("nanjing", "1m2m9s" + third[2:] * (third[0] == "E"), "11m22m33m44p55p789s", "",
                  third[2:] * (third[0] == "N"), draws="1p1s4s1p1s4s" + draws)
    run(match, "E 1m", "S pung", "S 7s", "W 1p", "N 1s", "E 2m", "S pung", "S 8s", "W 1p")
    return run(match, *(("N 1s",) if third[0] == "E" else ()), third, "S pung", "S 9s")


def test_who_fed_the_first_three_sets_of_all_pungs_pays() -> None:
    match = run(three_mouths(draws="5p"), "W 5p", "S win")
    assert fans(match) == {"win", "all_pungs", "no_flower"}
    assert paid(match) == [-52, 52, 0, 0]       # East in place of West; two suits are a soft flower


def test_sets_from_two_players_bind_nobody() -> None:
    match = run(three_mouths("N 3m", draws="5p"), "W 4s", "N 5p", "S win")
    assert paid(match) == [0, 52, 0, -52]


def test_who_fed_the_fourth_set_of_a_flush_pays_a_self_draw() -> None:
    """South takes 1m and 2m from East, 3m from North, 4m from West, and draws the pair."""
    match = begun("nanjing", "1m2m9s", "11m22m33m44m5m789s9p", "4m", "3m", draws="1p1s4s1p1s4s6p6s7p5m")
    run(match, "E 1m", "S pung", "S 7s", "W 1p", "N 1s", "E 2m", "S pung", "S 8s", "W 1p", "N 3m", "S pung", "S 9s",
        "W 4m", "S pung", "S 9p")
    match.table.score[W] = 400
    run(match, "W 6p", "N 6s", "E 7p", "S win")
    assert fans(match) == {"win", "lone_pair", "full_flush", "no_flower"}
    assert paid(match) == [0, 300, -300, 0]


# -- several winners, dealers, doubled hands --

def test_several_win_on_one_tile_and_the_dealer_stays() -> None:
    match = begun("nanjing", "8s1m", CLOSED, "", CLOSED)
    match.table.score[0] = 70
    run(match, "S pass", "N pass", "E 8s", "S win", "N win")
    assert [win.seat for win in match.settlements[-1].wins] == [S, N]
    assert paid(match) == [-70, 40, 0, 30]      # South comes first and is paid in full
    assert int(match.table.dealer) == E


def test_a_plain_win_of_another_passes_the_deal_and_doubles_nothing() -> None:
    match = begun("nanjing", "8s1m", "", "", CLOSED)
    run(match, "N pass", "E 8s", "N win")
    assert int(match.table.dealer) == S
    assert memory(match, "double_hand") == [0]


def test_a_doubled_hand_ends_with_the_next() -> None:
    match = begun("nanjing", "8s1m", "", "", CLOSED)
    remember(match, "double_hand", 1)
    run(match, "N pass", "E 8s", "N win")
    assert paid(match) == [-80, 0, 0, 80]
    assert memory(match, "double_hand") == [0]


@pytest.mark.parametrize(("option", "after"), [("next", 1), ("off", 0), ("always", 1)])
def test_a_drawn_hand_doubles_the_next_if_so_agreed(option: str, after: int) -> None:
    match = begun(f"nanjing?bixiahu={option}", draws="9m", fill=0)
    assert memory(match, "double_hand") == [int(option == "always")]
    drift(match)
    assert memory(match, "double_hand") == [after]
    assert int(match.table.dealer) == E


def test_the_dealers_win_keeps_the_deal_and_doubles() -> None:
    match = begun("nanjing", CLOSED + "1z", draws="9m9m8s")
    run(match, "E 1z", "S 9m", "W 9m", "N 8s", "E win")
    assert int(match.table.dealer) == E
    assert memory(match, "double_hand") == [1]
