"""海南麻将 at the table: licences, kong money at the end, liable players, following the dealer, stakes, who deals."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, drift, memory, paid, remember, run, texts

CHOWS = "123s45678m789p99s"             # waits for 3, 6 and 9m: four chows
PLAIN = "33345m789p99s"                 # with a pung of 1p it has no licence; waits for 3m and 6m
E, S, W, N = range(4)


def fans(match: Match) -> set[str]:
    """What the win of the hand counts, licences too."""
    (win,) = match.settlements[-1].wins
    assert win.agrees
    return {fan.id for fan in win.score.earned}


def plain_hand(book: str = "hainan", **laid: str) -> Match:
    """South has punged East's 1p and waits without a licence; West is to draw next."""
    match = begun(book, "1p2z3z", "11p7s" + PLAIN, **laid)
    return run(match, "E 1p", "S pung", "S 7s")


# -- licences --

def test_without_a_licence_only_a_self_draw_wins() -> None:
    match = plain_hand(draws="6m1z1z6m")
    run(match, "W 6m")
    assert "win" not in texts(match, "S")
    run(match, "N 1z", "E 1z", "S win")
    assert fans(match) == {"plain_win", "self_drawn"}
    assert paid(match) == [-4, 8, -2, -2]


def test_a_game_without_licences() -> None:
    match = plain_hand("hainan?fan_gate=false", draws="6m")
    run(match, "W 6m", "S win")
    assert paid(match) == [-2, 5, -2, -1]


def test_a_licensed_hand_wins_on_a_discard_and_everybody_pays() -> None:
    match = begun("hainan", "1z", CHOWS, draws="1z3m")
    run(match, "E 1z", "S 1z", "W 3m", "S win")
    assert fans(match) == {"plain_win", "all_chows", "concealed_hand"}
    assert paid(match) == [-2, 5, -2, -1]


def test_a_flower_of_the_own_seat_is_a_licence() -> None:
    match = begun("hainan", "1p", "11p7s" + PLAIN, draws="2f6m", replacements="1z")
    run(match, "E 1p", "S pung", "S 7s", "W 1z")
    assert "win" not in texts(match, "S")       # West has drawn 2f, South's flower
    match = begun("hainan", "1p", "11p" + PLAIN + "2f", draws="6m", replacements="7s")
    run(match, "E 1p", "S pung", "S 7s", "W 6m", "S win")
    assert fans(match) == {"plain_win", "seat_flower"}


def test_any_kong_may_be_a_licence() -> None:
    for book, may in (("hainan", False), ("hainan?kong_is_fan=true", True)):
        match = begun(book, "1p", "111p" + PLAIN, draws="6m", replacements="7s")
        run(match, "E 1p", "S kong melded 1p", "S 7s", "W 6m")
        assert ("win" in texts(match, "S")) == may


def test_only_the_first_in_turn_wins() -> None:
    match = begun("hainan", "1z", "", CHOWS, "123p45678m789s99p", draws="3m")
    run(match, "E 1z", "S 3m", "N win")
    assert not match.hand_over                  # West is asked first
    run(match, "W win")
    assert [win.seat for win in match.settlements[-1].wins] == [W]


def test_the_first_in_turn_wins_though_another_hand_is_worth_more() -> None:
    match = begun("hainan", "1z", "", CHOWS, "1199m2288p4466s3m", draws="3m")
    run(match, "E 1z", "S 3m", "N win", "W win")
    assert [win.seat for win in match.settlements[-1].wins] == [W]


def test_a_win_let_go_may_be_taken_on_the_next_discard() -> None:
    match = begun("hainan", "1z", CHOWS, draws="1z3m3m")
    run(match, "E 1z", "S 1z", "W 3m", "S pass", "N 3m", "S win")
    assert match.hand_over


def test_who_may_win_by_his_own_draw_may_discard_instead() -> None:
    match = run(begun("hainan", CHOWS + "3m"), "E 3m")
    assert not match.hand_over


def test_a_win_goes_before_a_pung_and_a_pung_before_a_chow() -> None:
    match = begun("hainan", "3m1z", "12m", "33m", "123s45678m789p99s")
    run(match, "E 3m")
    assert "chow 123m" in texts(match, "S")
    assert "pung" in texts(match, "W")
    match.play("S", "chow 123m")
    match.play("W", "pung")
    match.play("N", "pass")
    assert match.asked == (W,)


# -- the first turns, replacements --

def test_heaven() -> None:
    match = run(begun("hainan", CHOWS + "3m"), "E win")
    assert fans(match) == {"plain_win", "heavenly_win", "all_chows", "concealed_hand"}
    assert paid(match) == [18, -6, -6, -6]


def test_earth_on_the_dealers_first_discard() -> None:
    match = run(begun("hainan", "3m", CHOWS), "E 3m", "S win")
    assert "earthly_win" in fans(match)
    assert paid(match) == [-7, 13, -3, -3]


def test_earth_on_the_own_first_draw_before_any_claim() -> None:
    match = run(begun("hainan", "1z", "", CHOWS, draws="1z3m"), "E 1z", "S 1z", "W win")
    assert "earthly_win" in fans(match)
    assert paid(match) == [-6, -3, 12, -3]
    match = begun("hainan", "1p", "11p7s", CHOWS, draws="3m")
    run(match, "E 1p", "S pung", "S 7s", "W win")
    assert "self_drawn" in fans(match)
    match = run(begun("hainan", "1z", CHOWS, draws="1z3m"), "E 1z", "S 1z", "W 3m", "S win")
    assert "earthly_win" not in fans(match)     # not the dealer's discard


@pytest.mark.parametrize(("hand", "claim"), [("12p7s", "chow 123p"), ("33p7s", "pung"), ("333p", "kong melded 3p")])
def test_any_claim_spoils_earth(hand: str, claim: str) -> None:
    match = begun("hainan", "3p", hand, CHOWS, draws="3m", replacements="7s")
    run(match, "E 3p", f"S {claim}", "S 7s", "W win")
    assert "earthly_win" not in fans(match)


def test_a_concealed_kong_of_the_dealer_does_not_spoil_earth() -> None:
    match = begun("hainan", "1111z3m", CHOWS, replacements="2z")
    run(match, "E kong concealed 1z", "E 3m", "S win")
    assert "earthly_win" in fans(match)
    assert paid(match, "kongs") == [12, -4, -4, -4]


def test_a_replacement_tile_brings_three_in_place_of_two() -> None:
    match = begun("hainan", "1z", CHOWS, draws="2z4z4z4z3f", replacements="3m")
    run(match, "E 1z", "S 2z", "W 4z", "N 4z", "E 4z", "S win")
    assert {"flower_bloom", "self_drawn"} & fans(match) == {"flower_bloom"}
    assert paid(match) == [-6, 12, -3, -3]
    match = begun("hainan", "1p", "111p" + PLAIN, replacements="6m")
    run(match, "E 1p", "S kong melded 1p", "S win")
    assert {"kong_bloom", "self_drawn"} & fans(match) == {"kong_bloom"}
    assert paid(match, "win") == [-6, 12, -3, -3]
    assert paid(match, "kongs") == [-2, 4, -1, -1]


# -- kongs --

def test_kongs_are_paid_once_somebody_has_won() -> None:
    match = begun("hainan", "1111z1p", "", "111p", CHOWS, draws="2z3m", replacements="2z3z")
    run(match, "E kong concealed 1z", "E 1p", "W kong melded 1p", "W 3z", "N 2z")
    assert paid(match) == [0, 0, 0, 0]
    run(match, "E 3m", "N win")
    assert paid(match, "kongs") == [12 - 2, -4 - 1, -4 + 4, -4 - 1]


def test_an_added_kong_is_paid_like_a_melded_one() -> None:
    match = begun("hainan", "1p", "11p6z", "", CHOWS, draws="2z2z3z1p3m", replacements="2z")
    run(match, "E 1p", "S pung", "S 6z", "W 2z", "N 2z", "E 3z", "S kong added 1p", "S 2z", "W 3m", "N win")
    assert paid(match, "kongs") == [-2, 4, -1, -1]


@pytest.mark.parametrize(("book", "money"), [("hainan", [0, 0, 0, 0]), ("hainan?score_on_draw=true", [12, -4, -4, -4])])
def test_a_drawn_hand_pays_kongs_only_if_so_agreed(book: str, money: list[int]) -> None:
    match = begun(book, "1111z", tail="1m4m7m1p4p7p1s4s7s2z3z4z5z6z7z", replacements="", fill=0, draws="9m9p9s")
    run(match, "E kong concealed 1z")
    drift(match)
    assert match.settlements[-1].ended == "draw"
    assert paid(match) == money
    assert int(match.table.dealer) == E
    assert memory(match, "repeats") == [1]


def test_a_concealed_kong_lies_face_down() -> None:
    match = run(begun("hainan", "1111z"), "E kong concealed 1z")
    assert "1z" not in str(match.view("S").seats[E].melds)
    assert "1z" in str(match.view("E").seats[E].melds)


def test_fifteen_tiles_are_never_drawn() -> None:
    match = begun("hainan")
    assert match.view(E).wall_left == 144 - 53 - 15 - sum(len(seat.flowers) for seat in match.view(E).seats)


# -- robbing, liability --

@pytest.mark.parametrize(("pair", "net"), [("99s", [0, -5, 0, 5]), ("55s", [-2, -2, -1, 5])])
def test_who_is_robbed_without_another_licence_pays_for_all(pair: str, net: list[int]) -> None:
    match = begun("hainan", "1p6m", "66m6z", "", f"11p7s33345m789p{pair}", draws="2z" "3z4z3z" "6m")
    run(match, "E 1p", "N pung", "N 7s", "E 6m", "S pung", "S 6z", "W 3z", "N 4z", "E 3z", "S kong added 6m", "N win")
    assert paid(match) == net                   # the kong has not been made and is not paid
    assert "robbed_kong" in fans(match)


def test_three_sets_from_one_make_him_pay_for_all_and_the_other_way_round() -> None:
    for owner, other in ((S, W), (W, S)):
        match = begun("hainan", "1z", CHOWS, draws="1z3m")
        run(match, "E 1z", "S 1z")
        remember(match, "fed", 3, 4 * owner + other)
        run(match, "W 3m", "S win")
        assert paid(match) == [0, 5, -5, 0]


def test_chows_pungs_and_kongs_of_a_discard_are_counted() -> None:
    match = begun("hainan", "1p2s3z", "11p13s55m7z", "", "5m", draws="4z5m", replacements="6z")
    run(match, "E 1p", "S pung", "S 7z")
    assert memory(match, "fed")[4 * S + E] == 1
    run(match, "W 4z", "N 5m", "S pung")
    assert memory(match, "fed")[4 * S:4 * S + 4] == [1, 0, 0, 1]


@pytest.mark.parametrize(("hand", "claim"), [("12p7s", "chow 123p"), ("333p", "kong melded 3p")])
def test_a_chow_and_a_kong_are_sets_fed_too(hand: str, claim: str) -> None:
    match = run(begun("hainan", "3p", hand, replacements="7s"), "E 3p", f"S {claim}")
    assert memory(match, "fed") == [0] * 4 * S + [1] + [0] * 11


def test_four_sets_from_one_make_him_pay_a_self_draw() -> None:
    match = begun("hainan", "1z", CHOWS, draws="1z2z2z2z3m")
    run(match, "E 1z", "S 1z")
    remember(match, "fed", 4, 4 * S + N)
    run(match, "W 2z", "N 2z", "E 2z", "S win")
    assert paid(match) == [0, 8, 0, -8]


@pytest.mark.parametrize(("left", "net"), [(3, [0, 5, -5, 0]), (4, [-2, 5, -2, -1])])
def test_who_draws_one_of_the_last_four_and_feeds_a_win_may_be_liable(left: int, net: list[int]) -> None:
    tail = "1m4m7m1p4p7p1s4s7s2z3z4z5z6z7z"
    match = begun("hainan?haidi_bao=true", "1z", CHOWS, draws="1z3m" + "2z3z4z5z"[:2 * left], tail=tail, fill=0)
    run(match, "E 1z", "S 1z", "W 3m")
    assert match.view(E).wall_left == left
    run(match, "S win")
    assert paid(match) == net


# -- following the dealer --

@pytest.mark.parametrize(("book", "draws", "net"), [
    ("hainan", "1z1z1z", [-6, 2, 2, 2]), ("hainan?genpai=false", "1z1z1z", [0, 0, 0, 0]),
    ("hainan", "1z1z2z", [0, 0, 0, 0])])
def test_the_dealer_pays_if_all_follow_his_first_discard(book: str, draws: str, net: list[int]) -> None:
    match = begun(book, "1z", draws=draws)
    run(match, "E 1z", "S 1z", "W 1z", f"N {draws[-2:]}")
    assert paid(match) == net


# -- discards after a chow --

@pytest.mark.parametrize(("book", "may"), [("hainan", False), ("hainan?chow_swap=true", True)])
def test_what_was_chowed_may_not_go_at_once(book: str, may: bool) -> None:
    match = begun(book, "3m", "345m6m")
    run(match, "E 3m", "S chow 345m")
    assert {tile for tile in ("3m", "6m") if f"discard {tile}" in texts(match, "S")} == ({"3m", "6m"} if may else set())


# -- stakes --

def test_stakes_are_told_together_and_added() -> None:
    match = begun("hainan?shangga=true", "1z", CHOWS, draws="1z3m")
    assert texts(match, "S") == [f"choose {n}" for n in (0, 1, 2, 3, 5)]
    for seat, stake in zip("ESWN", (0, 2, 1, 0), strict=True):
        assert memory(match, "ga") == [0] * 4
        match.play(seat, f"choose {stake}")
    assert memory(match, "ga") == [0, 2, 1, 0]
    run(match, "E 1z", "S 1z", "W 3m", "S win")
    assert paid(match) == [-4, 12, -5, -3]


# -- who deals, and for how long --

@pytest.mark.parametrize(("book", "rounds"), [("hainan", 4), ("hainan?rounds=1", 1)])
def test_a_match_has_four_rounds_or_one(book: str, rounds: int) -> None:
    assert int(begun(book).engine.rules.match_rounds) == rounds


def test_the_dealer_stays_if_he_wins_and_the_others_pay_more() -> None:
    match = run(begun("hainan", CHOWS + "3m"), "E win")
    assert int(match.table.dealer) == E
    assert memory(match, "repeats") == [1]
    match = begun("hainan", "1z", CHOWS, draws="1z3m")
    remember(match, "repeats", 2)
    run(match, "E 1z", "S 1z", "W 3m", "S win")
    assert paid(match) == [-4, 7, -2, -1]
    assert int(match.table.dealer) == S
    assert memory(match, "repeats") == [0]


# -- flowers, false wins --

def test_seven_flowers_may_win_where_it_is_so_agreed() -> None:
    hand = "1f2f3f4f5f6f7f"
    match = begun("hainan?huahu=true", "1z", hand, replacements="1m4m7m1p4p7p2z")
    assert texts(match, "S") == ["win", "pass"]
    match.play("S", "win")
    assert fans(match) == {"seven_flowers"}
    assert paid(match) == [-2, 4, -1, -1]
    assert match.hand_over
    assert begun("hainan", "1z", hand, replacements="1m4m7m1p4p7p2z").asked == (E,)


def test_a_false_win_costs_eight_shares_and_the_hand_is_dead() -> None:
    match = begun("hainan", "1z", CHOWS, draws="1z3m")
    match.play("E", "discard 1z")
    match.play("S", "false_win")
    assert paid(match) == [16, -32, 8, 8]
    run(match, "S 1z", "W 3m")
    assert "win" not in texts(match, "S")
