"""香港麻雀: what only the table can tell of a win or of who pays, each where it holds and where it does not."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, memory, paid, run, texts

FREE = "hongkong?min_fan=0"
WAITS = "123m456m789p11z46s"            # waits for 5s
E, S, W, N = range(4)


def fans(match: Match) -> set[str]:
    """The fans of the only win."""
    (win,) = match.settlements[0].wins
    return {fan.id for fan in win.score.fans}


def test_a_robbed_kong_is_told() -> None:
    match = begun(FREE, "5s", "55s2468m2468p229s", WAITS, draws="9m9p1m5s")
    run(match, "E 5s", "S pung", "S 9s", "W 9m", "N 9p", "E 1m", "S kong added 5s", "W win")
    assert "robbing_the_kong" in fans(match)


def test_an_ordinary_discard_is_no_robbed_kong() -> None:
    match = begun(FREE, "5s", "", WAITS)
    run(match, "E 5s", "W win")
    assert "robbing_the_kong" not in fans(match)


@pytest.mark.parametrize(("draws", "moves", "holds"), [
    ("9m", ("E 9s", "S 5s", "W win"), True),                    # before West's own first discard
    ("9m9p1m8s", ("E 9s", "S 9m", "W 9p", "N 1m", "E 8s", "S 5s", "W win"), False)])
def test_human_hand_comes_before_the_own_first_discard(draws: str, moves: tuple[str, ...], holds: bool) -> None:
    match = begun(FREE + "&custom=human_hand", "9s", "5s", WAITS, draws=draws + "7z")
    run(match, *moves)
    assert ("human_hand" in fans(match)) == holds


def test_the_dealers_own_first_draw_is_no_earthly_hand() -> None:
    match = begun(FREE + "&dihu_first_draw=true", WAITS + "5s")
    run(match, "E win")
    assert "heavenly_hand" in fans(match)
    assert "earthly_hand" not in fans(match)


def test_another_players_own_first_draw_may_be_one() -> None:
    match = begun(FREE + "&dihu_first_draw=true", "9s", WAITS, draws="5s")
    run(match, "E 9s", "S win")
    assert "earthly_hand" in fans(match)


@pytest.mark.parametrize(("claimed", "hand", "alone"), [
    (("2m", "4m", "6m"), "22m44m66m111p9s1z2z3z", True), (("2m", "4m"), "22m44m111p333p9s1z2z", False)])
def test_in_half_gun_nine_tiles_down_make_the_discarder_pay_alone(claimed: tuple[str, ...], hand: str,
                                                                  alone: bool) -> None:
    match = begun(FREE + "&gun=half&stake=4", claimed[0], hand, draws="".join(claimed[1:]) + "7p8m9s")
    run(match, f"E {claimed[0]}", "S pung", "S 1z")
    for tile, thrown in zip(claimed[1:], ("2z", "3z"), strict=False):
        run(match, f"W {tile}", "S pung", f"S {thrown}")
    run(match, "W 7p", "N 8m", "E 9s", "S win")
    net = paid(match)
    assert net[E] < 0
    assert (net[W] == net[N] == 0) == alone


def test_the_third_dragon_may_be_fed_to_a_kong() -> None:
    match = begun(FREE, "5z", "55z66z777z123p4s8s9m", draws="6z7z")
    run(match, "E 5z", "S pung", "S 9m", "W 6z", "S pung", "S 8s", "W 7z", "S kong melded 7z")
    assert memory(match, "liable") == [-1, W, -1, -1]


@pytest.mark.parametrize(("option", "wins"), [("", True), ("&nondealer_flower_wait=true", False)])
def test_seven_flowers_of_the_deal_win_at_once_unless_they_have_to_wait(option: str, wins: bool) -> None:
    match = begun(FREE + option, "1357m1357p13579s9s", "1234567f246m246p", replacements="1z2z3z4z1z2z5z", draws="9p")
    assert ("win" in (texts(match, S) if S in match.asked else ())) == wins


def test_flowers_that_wait_are_lost_with_a_claim() -> None:
    match = begun(FREE + "&nondealer_flower_wait=true", "1357m1357p13579s9s", "1234567f24m46p99s",
                  replacements="1z2z3z4z1z2z5z", draws="9p")
    assert memory(match, "flowers_wait") == [0, 1, 0, 0]
    run(match, "E 9s", "S pung")
    assert memory(match, "flowers_wait") == [0, 0, 0, 0]


def test_an_added_kong_is_robbed_where_a_concealed_one_is_not() -> None:
    match = begun(FREE + "&shisanyao_robs_concealed=false", "5s", "55s2468m2468p229s", WAITS, draws="9m9p1m5s")
    run(match, "E 5s", "S pung", "S 9s", "W 9m", "N 9p", "E 1m", "S kong added 5s", "W win")
    assert "robbing_the_kong" in fans(match)


@pytest.mark.parametrize(("option", "seen"), [
    ("", "(9999s)"), ("&menqing_concealed_kong=true", "(????)"), ("&kankan_concealed_kong=true", "(????)")])
def test_a_concealed_kong_that_keeps_the_hand_concealed_is_not_shown(option: str, seen: str) -> None:
    match = begun(FREE + option, "9999s")
    run(match, "E kong concealed 9s")
    assert match.view(S).seats[E].melds == (seen,)


@pytest.mark.parametrize(("moves", "draws"), [
    (("E 3m", "S chow 123m"), "9p"), (("E 9s", "S kong melded 9s"), "9p"), (("E 1p", "S 9p"), "9p")])
def test_flowers_that_wait_are_lost_with_any_claim_or_the_own_discard(moves: tuple[str, ...], draws: str) -> None:
    match = begun(FREE + "&nondealer_flower_wait=true", "3m1p9s", "1234567f12m999s8p", draws=draws,
                  replacements="1z2z3z4z1z2z5z")
    assert memory(match, "flowers_wait") == [0, 1, 0, 0]
    run(match, *moves)
    assert memory(match, "flowers_wait") == [0, 0, 0, 0]


def test_seven_flowers_of_the_dealer_wait_for_nothing() -> None:
    match = begun(FREE + "&nondealer_flower_wait=true", "1234567f246m246p", replacements="1z2z3z4z1z2z5z")
    assert texts(match, E) == ["win", "pass"]
    run(match, "E pass")
    assert memory(match, "flowers_wait") == [0, 0, 0, 0]
    assert "win" not in texts(match, E)


def test_seven_flowers_let_go_at_the_deal_are_gone() -> None:
    match = begun(FREE, "1357m1357p13579s9s", "1234567f246m246p", replacements="1z2z3z4z1z2z5z", draws="9p")
    run(match, "S pass", "E 9s")
    assert match.view(S).drawn == "9p"
    assert "win" not in texts(match, S)


def test_after_a_kong_of_the_dealer_there_is_no_earthly_hand() -> None:
    match = begun(FREE, "5s9999s", WAITS, replacements="1p")
    run(match, "E kong concealed 9s", "E 5s", "S win")
    assert "earthly_hand" not in fans(match)
    match = begun(FREE, "5s1f", WAITS, replacements="1p")       # a flower replaced changes nothing
    run(match, "E 5s", "S win")
    assert "earthly_hand" in fans(match)


def test_after_a_claim_there_is_no_earthly_hand_by_option() -> None:
    match = begun(FREE + "&dihu_first_draw=true", "9p", "", WAITS, "99p1z", draws="7s8p5s")
    run(match, "E 9p", "N pung", "N 1z", "E 7s", "S 8p", "W win")
    assert "earthly_hand" not in fans(match)
