"""北京麻将 at the table: following and burning the dealer, robbed kongs, players bound to each other, two winners."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, drift, memory, paid, remember, run, texts

HAND = "123m456p789s55p34s"             # waits for 2 and 5s, concealed
STRAIGHT = "12346789s111m55p"           # waits for 5s in the middle of a straight
TAIL = "1m4m7m1p4p7p1s4s7s2z3z4z5z6z"   # the seven stacks that are never drawn
FREE = "1m4m7m1p4p7p1s4s7s2s5s8s9m"     # loose tiles without honours
LOOSE = "2m5m8m2p5p8p3s6s9s3m6m9m"      # the same, with room for one more
E, S, W, N = range(4)


def fans(match: Match) -> set[str]:
    """What the win of the hand counts."""
    (win,) = match.settlements[-1].wins
    assert win.agrees
    return {fan.id for fan in win.score.earned}


# -- the dealer's first discard --

def test_who_has_the_dealers_honour_must_follow_while_all_before_did() -> None:
    match = run(begun("beijing", "1z", "1z", "1z", "1z"), "E 1z")
    assert match.view("S").own.river[-1].tile == "1z"       # nothing else may be discarded: nobody was asked
    assert match.view("N").own.river[-1].tile == "1z"
    assert memory(match, "burnt") == [1]


def test_nobody_is_bound_once_one_has_not_followed() -> None:
    match = run(begun("beijing", "1z", FREE, LOOSE + "1z", draws="9p9p"), "E 1z", "S 9p")
    assert "discard 9p" in texts(match, "W")
    assert "discard 1z" in texts(match, "W")


def test_a_suited_discard_binds_nobody() -> None:
    match = run(begun("beijing", "1m", "1m", draws="9p"), "E 1m")
    assert "discard 9p" in texts(match, "S")


def test_a_drawn_honour_must_follow_too_and_a_later_round_is_free() -> None:
    match = run(begun("beijing", "1z2z", LOOSE + "2z", FREE, draws="1z9p9p9p9s"), "E 1z")
    assert match.view("S").own.river[-1].tile == "1z"
    run(match, "W 9p", "N 9p", "E 2z")
    assert "discard 9s" in texts(match, "S")


def test_who_has_claimed_the_honour_is_not_bound() -> None:
    match = run(begun("beijing", "1z", "111z", draws="9m"), "E 1z", "S pung")
    assert len([text for text in texts(match, "S") if text.startswith("discard")]) > 1


@pytest.mark.parametrize(("second", "burnt"), [("2m", 2), ("7z", 1)])
def test_a_burnt_dealer_pays_once_somebody_has_won(second: str, burnt: int) -> None:
    match = begun("beijing", "1m2m5s", "123p456p789s55p34s", draws="1m1m1m" "9p" + 3 * second + "9p")
    run(match, "E 1m", "S 1m", "W 1m", "N 1m", "E 2m", *(f"{seat} {second}" for seat in "SWN"))
    assert memory(match, "burnt") == [burnt]
    assert paid(match) == [0, 0, 0, 0]
    run(match, "E 5s", "S win")
    each = 1000 * (2 ** burnt - 1)
    assert paid(match, "burnt") == [-3 * each, each, each, each]


def test_a_burnt_dealer_pays_nothing_on_a_draw() -> None:
    match = begun("beijing", "1m", draws="1m1m1m9p9p", tail=TAIL.replace("1m", "2m"), fill=0)
    run(match, "E 1m", "S 1m", "W 1m", "N 1m")
    assert memory(match, "burnt") == [1]
    drift(match)
    assert match.settlements[-1].ended == "draw"
    assert paid(match) == [0, 0, 0, 0]


def test_a_round_that_is_not_followed_ends_the_burning() -> None:
    match = begun("beijing", "1m9s2m", draws="7z7z7z" "9p2m2m2m")
    run(match, "E 1m", "S 7z", "W 7z", "N 7z", "E 2m", "S 2m", "W 2m", "N 2m")
    assert memory(match, "burnt") == [0]


# -- robbed kongs --

def test_a_straight_robs_a_concealed_kong_and_its_maker_pays_for_all() -> None:
    match = begun("beijing", "9m", STRAIGHT, "555s", draws="9p5s")
    run(match, "E 9m", "S 9p", "W kong concealed 5s", "S win")
    assert fans(match) == {"plain_win", "self_drawn", "concealed_hand", "robbed_kong", "pure_straight", "middle_wait"}
    assert paid(match) == [0, 28000, -28000, 0]


def test_others_do_not_rob_a_concealed_kong() -> None:
    match = begun("beijing", "9m", HAND, "555s", draws="9p5s", replacements="7z")
    run(match, "E 9m", "S 9p", "W kong concealed 5s")
    assert match.asked == (W,)
    match = begun("beijing?rob_concealed=none", "9m", STRAIGHT, "555s", draws="9p5s", replacements="7z")
    run(match, "E 9m", "S 9p", "W kong concealed 5s")
    assert match.asked == (W,)


def test_thirteen_orphans_rob_where_it_is_so_agreed() -> None:
    match = begun("beijing?rob_concealed=thirteen", "9m", "1m9m1p9p1s9s1234566z", "777z",
                  draws="9p7z")
    run(match, "E 9m", "S 9p", "W kong concealed 7z", "S win")
    assert "thirteen_orphans" in fans(match)


@pytest.mark.parametrize("who", ["dragon", "none"])
def test_anybody_who_waits_robs_an_added_kong(who: str) -> None:
    match = begun(f"beijing?rob_concealed={who}", "5s", HAND, "55s7z", draws="9m9m" "9p5s")
    run(match, "E 5s", "S pass", "W pung", "W 7z", "N 9m", "E 9m", "S 9p", "W kong added 5s", "S win")
    assert fans(match) == {"plain_win", "self_drawn", "concealed_hand", "robbed_kong"}
    assert paid(match) == [0, 16000, -16000, 0]


# -- bound to each other --

def test_three_claims_bind_two_players() -> None:
    match = begun("beijing", "1p2s6m", "11p22s66m789s5z6z7z3m", draws="9m9m9m" "7p7p7p")
    run(match, "E 1p", "S pung", "S 5z", "W 9m", "N 9m", "E 2s", "S pung", "S 6z")
    assert memory(match, "partner") == [-1, -1, -1, -1]
    assert memory(match, "claims")[4 * S + E] == 2
    run(match, "W 7p", "N 7p", "E 6m", "S pung")
    assert memory(match, "partner") == [S, E, -1, -1]


@pytest.mark.parametrize(("south", "claim"), [("23p7z", "chow 123p"), ("11p7z", "pung"), ("111p7z", "kong melded 1p")])
def test_any_third_claim_binds_both(south: str, claim: str) -> None:
    match = begun("beijing", "1p", south)
    remember(match, "claims", 2, 4 * S + E)
    run(match, "E 1p", f"S {claim}")
    assert memory(match, "claims")[4 * S + E] == 3
    assert memory(match, "partner") == [S, E, -1, -1]


def test_the_first_pair_counts() -> None:
    match = begun("beijing", "1p", "11p7z")
    remember(match, "claims", 2, 4 * S + E)
    remember(match, "partner", N, E)
    run(match, "E 1p", "S pung")
    assert memory(match, "partner") == [N, E, -1, -1]       # East's win is North's to pay, South's win East's


@pytest.mark.parametrize("draws", ["9p5s", "9p9m9m9m5s"])
def test_who_is_bound_pays_everything(draws: str) -> None:
    match = begun("beijing", "9m", HAND, draws=draws)
    remember(match, "partner", N, S)
    run(match, "E 9m", "S 9p", *(("W 5s", "S win") if draws == "9p5s" else ("W 9m", "N 9m", "E 9m", "S win")))
    share = 2000 if draws == "9p5s" else 4 * 3000
    assert paid(match) == [0, share, 0, -share]


@pytest.mark.parametrize(("bound", "net"), [(False, [0, 2000, -5000, 3000]), (True, [0, -1000, 0, 1000])])
def test_two_win_on_one_discard(bound: bool, net: list[int]) -> None:
    match = begun("beijing", "9m", HAND, "", "123p456m789s55m46s", draws="9p5s")
    if bound:
        remember(match, "partner", N, S)
        remember(match, "partner", S, N)
    run(match, "E 9m", "S 9p", "W 5s", "N win", "S win")
    assert {win.seat for win in match.settlements[-1].wins} == {S, N}
    assert paid(match) == net


# -- claims, the wall, the match --

def test_a_win_let_go_bars_discards_until_the_next_draw() -> None:
    match = run(begun("beijing", "9m", HAND, draws="9p" "5s2s" "9m9m" "2s"), "E 9m", "S 9p", "W 5s", "S pass", "N 2s")
    assert "win" not in texts(match, "S")
    run(match, "E 9m", "S 9m", "W 2s", "S win")
    assert paid(match) == [0, 2000, -2000, 0]


def test_a_pung_goes_before_a_chow() -> None:
    match = run(begun("beijing", "3m", "12m", "33m"), "E 3m")
    match.play("S", "chow 123m")
    match.play("W", "pung")
    assert match.asked == (W,)


def test_the_second_kong_leaves_a_stack_more() -> None:
    match = begun("beijing", "1111z2222z3333z", replacements="9m9p9s")
    for kongs, reserve in ((0, 14), (1, 14), (2, 16), (3, 18)):
        if kongs:
            run(match, f"E kong concealed {kongs}z")
        assert match.view(E).wall_left == 136 - 53 - kongs - reserve


def test_the_last_tile_and_the_first() -> None:
    match = run(begun("beijing", "9m", "", HAND, draws="9p5s", tail=TAIL, fill=0), "E 9m", "S 9p", "W win")
    assert {"last_tile", "earthly_win"} <= fans(match)
    match = run(begun("beijing", HAND + "5s"), "E win")
    assert "heavenly_win" in fans(match)
    assert paid(match) == [78000, -26000, -26000, -26000]
    assert int(match.table.dealer) == E


def test_the_first_to_draw_may_win_with_it() -> None:
    match = run(begun("beijing", "9m", HAND, draws="5s"), "E 9m", "S win")
    assert "earthly_win" in fans(match)


def test_wild_tiles_follow_the_turned_one() -> None:
    match = begun("beijing?hun=true", "9m", "123m456p789s5p34s1z", draws="5s", tail="4z")
    assert match.view(E).wild == "1z"
    run(match, "E 9m", "S win")
    assert "no_wild" not in fans(match)


def test_the_match_is_two_rounds_of_dealers() -> None:
    match = begun("beijing")
    assert match.view(E).own.score == 25000
    assert int(match.engine.rules.match_rounds) == 2
    match = run(begun("beijing", "5s", HAND), "E 5s", "S win")
    assert int(match.table.dealer) == S


def test_a_false_win_costs_eight_thousand_to_each() -> None:
    match = begun("beijing", "9m")
    match.play("E", "false_win")
    assert paid(match) == [-24000, 8000, 8000, 8000]
    assert not match.hand_over


def test_a_set_tells_which_of_its_tiles_was_claimed_and_who_gave_it() -> None:
    match = run(begun("beijing", "3m", "", "33m"), "E 3m", "W pung")
    for seat in "ESWN":                                  # the page lays it across, on the giver's side
        (west,) = [one for one in match.view(seat).seats if one.melds]
        assert west.fed == (("3m", 0),)
