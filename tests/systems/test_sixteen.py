"""Hands of sixteen tiles at the table: what may be claimed, discarded, declared and won, and who deals next."""

from quepu.game.match import Match
from quepu.notation import write_tiles
from tests.laid import texts
from tests.laid.sixteen import CHOWS, RESERVE, SEATS, begun, discard_any, go, let_go, remembered

# -- a win let go (過水) --

def passed(draws: str, name: str = "taiwan") -> Match:
    """South has let 5s of East go."""
    match = begun("5s1z", CHOWS, "8s", draws=draws, name=name)
    let_go(match)
    match.play("E", "discard 5s")
    assert "win" in texts(match, "S")
    let_go(match)
    return match


def test_a_win_let_go_forbids_every_win_until_a_safe_discard() -> None:
    match = passed("5s2z")
    assert "win" not in texts(match, "S")              # drawn 5s: not even that
    go(match, "S discard 5s", "W discard 8s")          # 5s is a winning tile, so nothing changes
    assert "win" not in texts(match, "S")


def test_a_discard_that_is_no_winning_tile_lifts_it() -> None:
    match = passed("1z2z")
    go(match, "S discard 1z", "W discard 8s")
    assert "win" in texts(match, "S")


def test_self_draws_may_stay_free() -> None:
    assert "win" in texts(passed("5s2z", "taiwan?guoshui=discard_only"), "S")


def test_a_self_draw_let_go_counts_too() -> None:
    match = begun("1z", CHOWS, "8s", draws="5s2z")
    go(match, "E discard 1z")
    let_go(match)
    assert "win" in texts(match, "S")
    go(match, "S discard 5s", "W discard 8s")
    assert "win" not in texts(match, "S")


def test_adding_a_winning_tile_does_not_lift_it() -> None:
    """South has 111m laid and waits with 23m for 1m and 4m: 1m is added to the pung, not discarded."""
    match = begun("1m5z", "1123m456m789p22s678s1z", "4m", draws="5z6z7z1m", tail="4m")
    go(match, "E discard 1m", "S pung", "S discard 1z", "W discard 4m")
    assert "win" in texts(match, "S")
    let_go(match)
    discard_any(match, "N", "E")
    match.play("S", "kong added 1m")
    assert "win" not in texts(match, "S")


# -- claims --

def test_after_a_chow_neither_the_tile_nor_the_linked_one_is_discarded() -> None:
    match = begun("3m", "345668m11224477p9s")
    go(match, "E discard 3m", "S chow 345m")
    found = texts(match, "S")
    assert not {"discard 3m", "discard 6m"} & set(found)
    assert "discard 8m" in found


def test_the_linked_tile_of_the_own_last_discard_is_not_chowed() -> None:
    match = begun("3m9s", "1245668m122447p99s", draws="1z1z1z2z")
    go(match, "E discard 9s")
    let_go(match)
    go(match, "S discard 6m")
    discard_any(match, "W", "N")
    match.play("E", "discard 3m")
    found = texts(match, "S")
    assert "chow 123m" in found
    assert "chow 345m" not in found


def test_the_tile_just_discarded_is_not_chowed() -> None:
    match = begun("3m9s", "12345668m12447p99s", draws="1z1z1z2z")
    go(match, "E discard 9s")
    let_go(match)
    go(match, "S discard 3m")
    discard_any(match, "W", "N")
    match.play("E", "discard 3m")
    assert not [text for text in texts(match, "S") if text.startswith("chow")]


def test_a_pung_let_go_is_not_taken_in_the_same_go_round() -> None:
    match = begun("3m", "1z", "55p3m", "33m5p", draws="5p2z")
    go(match, "E discard 3m")
    assert "pung" in texts(match, "N")
    let_go(match)
    go(match, "S discard 1z")
    let_go(match)
    go(match, "W discard 3m")
    assert "pung" not in texts(match, "N")


def test_with_three_drawable_tiles_only_a_win_is_claimed() -> None:
    match = begun("5p", "46p", "55p", "123456789m46p11s999p", left=3)
    go(match, "E discard 5p")
    assert match.asked == (3,)
    assert texts(match, "N") == ["win", "pass"]
    match = begun("5p", "46p", "55p", "123456789m46p11s999p", left=4)
    go(match, "E discard 5p")
    assert match.asked == (1, 2, 3)


def test_the_nearest_of_two_wins() -> None:
    match = begun("1z", "8s", CHOWS, "123456m789p33p23467s", draws="2z")
    go(match, "E discard 1z")
    let_go(match)
    go(match, "S discard 8s", "N win", "W win")
    let_go(match)
    assert [win.seat for win in match.settlements[0].wins] == [2]


# -- kongs --

def test_the_replacement_of_a_direct_kong_is_no_self_draw_and_brings_no_concealed_kong() -> None:
    match = begun("1p", "", "111p456m2222s34567s9s", tail="9s")
    go(match, "E discard 1p", "W kong melded 1p")
    found = texts(match, "W")
    assert "win" not in found
    assert not [text for text in found if text.startswith("kong")]
    assert "direct kong" in match.why_not(2, "win", "en")
    discard_any(match, "W", "N", "E", "S")
    assert "kong concealed 2s" in texts(match, "W")    # his next turn begins with a draw


def test_a_concealed_kong_while_waiting_for_a_tile_of_the_go_round() -> None:
    """South draws 2z, keeps it and konges 4z; it waits for 2z then, which East has just discarded, or not."""
    for discarded, wins in (("2z", False), ("9m", True)):
        match = begun(discarded, "123456m789p234s4444z", draws="2z", tail="2z")
        go(match, f"E discard {discarded}")
        let_go(match)
        match.play("S", "kong concealed 4z")
        assert ("win" in texts(match, "S")) == wins


def test_the_fifth_kong_ends_the_hand_which_is_dealt_again() -> None:
    match = begun("1111m2222m3333m4444m5m", "", tail="9s555m")
    let_go(match)
    for kind in "1234":
        match.play("E", f"kong concealed {kind}m")
    assert not match.hand_over
    match.play("E", "kong concealed 5m")
    assert match.hand_over
    assert match.scores == (0, 0, 0, 0)
    assert remembered(match, "streak") == 0
    match.begin()
    assert int(match.table.player[0]) == 0


# -- the deal and the end --

def test_whoever_is_ready_as_dealt_may_say_so_until_his_hand_changes() -> None:
    match = begun("1z5s", CHOWS, "5s", draws="5z")
    assert texts(match, "S") == ["declare tian_ting", "pass"]
    match.play("S", "declare tian_ting")
    go(match, "E discard 1z")
    let_go(match)
    discard_any(match, "S")
    go(match, "W discard 5s", "S win")
    let_go(match)
    (win,) = match.settlements[0].wins
    assert "heavenly_ready" in [fan.id for fan in win.score.fans]
    match = begun("1z", CHOWS, "9s", "5s", draws="5z")
    match.play("S", "declare tian_ting")
    go(match, "E discard 1z")
    let_go(match)
    go(match, "S discard 2s")
    assert remembered(match, "lapsed")["1"] == 1


def test_ready_with_the_first_discard() -> None:
    match = begun(CHOWS + "1z", "", "5s")
    let_go(match)
    assert "declare di_ting 1z" in texts(match, "E")
    assert not [text for text in texts(match, "E") if text.startswith(("declare declared", "declare shown"))]
    match.play("E", "declare di_ting 1z")
    discard_any(match, "S")
    go(match, "W discard 5s", "E win")
    let_go(match)
    (win,) = match.settlements[0].wins
    assert "earthly_ready" in [fan.id for fan in win.score.fans]
    assert remembered(match, "streak") == 1


def test_nine_orphans_may_be_called_off_by_anybody_before_the_first_discard() -> None:
    match = begun("2m", "1m9m1p9p1s9s123z456m456p4s")
    assert match.asked == (1,)
    assert texts(match, "S") == ["abort nine_orphans", "pass"]
    match.play("S", "abort nine_orphans")
    assert match.hand_over
    assert remembered(match, "streak") == 0


def test_four_equal_winds_in_a_row_are_dealt_again() -> None:
    match = begun("3z", "3z", "3z", "3z")
    let_go(match)
    go(match, "E discard 3z", "S discard 3z", "W discard 3z", "N discard 3z")
    assert match.hand_over
    assert remembered(match, "streak") == 0


def test_an_empty_wall_keeps_the_dealer_and_the_reserve_stays() -> None:
    match = begun("1z", "", left=2)
    go(match, "E discard 1z")
    discard_any(match, "S", "W")
    assert match.hand_over
    assert int(match.table.wall_back) - int(match.table.wall_front) == RESERVE
    assert remembered(match, "streak") == 1
    match.begin()
    assert int(match.table.player[0]) == 0


def test_raises_go_with_the_player_and_each_other_player_accepts_or_refuses() -> None:
    match = begun("1z", CHOWS, draws="5s", name="taiwan?chahua=true")
    for seat, value in zip(SEATS, "0200", strict=True):
        match.play(seat, f"choose {value}")
    go(match, "E choose 0", "N choose 0")               # South's raise is asked about, one after the other; nobody else
    assert texts(match, "W") == ["choose 0", "choose 1"]
    go(match, "W choose 1", "E discard 1z", "S win")
    assert match.scores == (-24, 80, -33, -23)         # 地胡 16, 平胡 2; the dealer 1 more, West two bases more
    match.begin()
    assert [int(player) for player in match.table.player] == [1, 2, 3, 0]
    assert remembered(match, "raised") == {"0": 2, "1": 0, "2": 0, "3": 0}
    accepted = [(one, other, value) for one, row in remembered(match, "accepts").items()
                for other, value in row.items() if value]
    assert accepted == [("1", "0", 1)]


# -- wins by flowers --

def test_eight_flowers_win_at_once() -> None:
    match = begun("1z", CHOWS, draws="1f", tail="5z8f7f6f5f4f3f2f")
    go(match, "E discard 1z")
    assert texts(match, "S") == ["win", "pass"]
    match.play("S", "win")
    assert match.scores == (-14, 40, -13, -13)


def test_flowers_that_are_declined_are_only_flowers() -> None:
    match = begun("1z", CHOWS, draws="1f", tail="5s8f7f6f5f4f3f2f")
    go(match, "E discard 1z")
    match.play("S", "pass")
    assert "win" in texts(match, "S")                  # drawn 5s: the hand itself
    match.play("S", "win")
    (win,) = match.settlements[0].wins
    assert {fan.id: fan.count for fan in win.score.fans} == {
        "earthly_hand": 1, "all_chows": 1, "kong_bloom": 1, "seat_flower": 2, "flower_set": 2}


def test_seven_flowers_win_on_the_eighth_of_another() -> None:
    match = begun("1z", "", draws="2f1f", tail="6z5z8f7f6f5f4f3f")
    go(match, "E discard 1z")
    match.play("S", f"discard {write_tiles([int(match.table.drawn)])}")
    assert texts(match, "S") == ["win", "pass"]        # West has laid the eighth
    match.play("S", "win")
    assert match.scores == (0, 13, -13, 0)


def test_seven_flowers_win_though_another_has_the_eighth_already() -> None:
    match = begun("1z", "", draws="5z1f2f", tail="7z8f7f6f5f4f3f6z")
    go(match, "E discard 1z")
    match.play("S", "discard 5z")
    match.play("W", "discard 6z")
    assert texts(match, "N") == ["win", "pass"]
    match.play("N", "win")
    assert match.scores == (0, 0, -13, 13)
