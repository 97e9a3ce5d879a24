"""济南麻将 at the table: open drawing and open hands, wins let go, the last tile, flowers, who pays, who deals."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, drift, paid, run, texts

HAND = "123m456p789s88p34s"             # waits for 2 and 5s
TAIL = "1m4m7m1p4p7p1s4s7s2z3z4z"       # the six stacks that are never drawn
E, S, W, N = range(4)


def fans(match: Match) -> set[str]:
    """What the win of the hand counts."""
    (win,) = match.settlements[-1].wins
    assert win.agrees
    return {fan.id for fan in win.score.earned}


def declared(ready: str, draws: str = "", book: str = "jinan") -> Match:
    """South has drawn 7z and declared with it; West is to draw next, from `draws`."""
    match = begun(book, "1z", HAND, draws="7z" + draws)
    return run(match, "E 1z", f"S declare {ready} 7z")


# -- declarations --

def test_both_declarations_are_open_to_a_ready_player() -> None:
    match = run(begun("jinan", "1z", HAND, draws="7z"), "E 1z")
    assert {text for text in texts(match, "S") if text.startswith("declare") and text.endswith("7z")} == {
        "declare ming_mo 7z", "declare ming_da 7z"}
    assert not [text for text in texts(begun("jinan", "1199m28p36s1122z5m7p"), "E") if text.startswith("declare")]


@pytest.mark.parametrize(("ready", "sees"), [("ming_mo", False), ("ming_da", True)])
def test_only_an_open_hand_is_laid_open(ready: str, sees: bool) -> None:
    match = declared(ready)
    assert (match.view("W").seats[S].tiles is not None) == sees


@pytest.mark.parametrize("ready", ["ming_mo", "ming_da"])
def test_an_open_player_discards_what_does_not_win(ready: str) -> None:
    match = declared(ready, "1z1z2z6z")
    run(match, "W 1z", "N 1z", "E 2z")
    assert match.view("S").own.river[-1].tile == "6z"
    assert match.asked == (W,)


@pytest.mark.parametrize(("ready", "fan", "net"), [
    ("ming_mo", "open_draw", [-8, 16, -4, -4]), ("ming_da", "open_hand", [-16, 32, -8, -8])])
def test_who_has_declared_wins_by_self_draw_only(ready: str, fan: str, net: list[int]) -> None:
    match = declared(ready, "5s1z2z2s")
    run(match, "W 5s")
    assert "win" not in texts(match, "S")
    run(match, "N 1z", "E 2z", "S win")
    assert fans(match) == {fan}
    assert paid(match) == net


@pytest.mark.parametrize("ready", ["ming_mo", "ming_da"])
def test_who_has_declared_claims_and_kongs_nothing(ready: str) -> None:
    match = begun("jinan", "1z", "111m456p789s88p34s", draws="7z" "8p1z2z" "1m")
    run(match, "E 1z", f"S declare {ready} 7z", "W 8p")
    assert "pung" not in texts(match, "S")
    run(match, "N 1z", "E 2z")
    assert match.view("S").own.river[-1].tile == "1m"       # the fourth, drawn and discarded
    assert match.asked == (W,)


@pytest.mark.parametrize("ready", ["ming_mo", "ming_da"])
def test_a_discard_makes_no_kong_of_who_has_declared(ready: str) -> None:
    match = begun("jinan", "1z", "111m456p789s88p34s", draws="7z" "1m")
    run(match, "E 1z", f"S declare {ready} 7z", "W 1m")
    assert texts(match, "S") == []


@pytest.mark.parametrize("ready", ["ming_mo", "ming_da"])
def test_who_has_declared_may_let_a_self_draw_go(ready: str) -> None:
    match = run(declared(ready, "1z1z2z5s"), "W 1z", "N 1z", "E 2z")
    assert set(texts(match, "S")) == {"win", "discard 5s"}


# -- claims --

def test_a_win_let_go_bars_discards_until_the_next_draw() -> None:
    match = run(begun("jinan", "1z", HAND, draws="7z" "5s2s" "1z1z" "2s"), "E 1z", "S 7z", "W 5s", "S pass", "N 2s")
    assert "win" not in texts(match, "S")
    run(match, "E 1z", "S 1z", "W 2s", "S win")
    assert paid(match) == [-1, 3, -1, -1]


def test_the_next_draw_lifts_it_whatever_is_discarded_then() -> None:
    match = begun("jinan", "1z", HAND, draws="7z" "5s1z2z" "2s5s")
    run(match, "E 1z", "S 7z", "W 5s", "S pass", "N 1z", "E 2z")
    assert "win" in texts(match, "S")
    run(match, "S 2s", "W 5s", "S win")         # 2s would have won too
    assert paid(match) == [-1, 3, -1, -1]


def test_a_pung_does_not_lift_what_a_win_let_go_forbids() -> None:
    match = begun("jinan", "1z", "123m456m88p55p345s", draws="7z" "5p8p6s")
    run(match, "E 1z", "S 7z", "W 5p")
    assert "win" in texts(match, "S")
    run(match, "S pass", "N 8p", "S pung", "S 3s", "W 6s")
    assert "win" not in texts(match, "S")       # the hand is ready, but nothing was drawn since


@pytest.mark.parametrize("north", ["123p456m789s88m34s", "111m333p777m55s88m"])
def test_the_nearest_wins_whatever_it_is_worth(north: str) -> None:
    match = begun("jinan", "1z", "", HAND, north, draws="5s")
    run(match, "E 1z", "S 5s", "N win", "W win")
    assert [win.seat for win in match.settlements[-1].wins] == [W]


def test_a_robbed_player_pays_for_all() -> None:
    match = begun("jinan", "5s", HAND, "55s7z", draws="1z1z" "1z5s" "6z")
    run(match, "E 5s", "S pass", "W pung", "W 7z", "N 1z", "E 1z", "S 1z", "W kong added 5s", "S win")
    assert fans(match) == {"discard_win"}
    assert paid(match) == [0, 3, -3, 0]


def test_a_win_goes_before_a_pung_and_a_pung_before_a_chow() -> None:
    match = run(begun("jinan", "3m", "12m", "33m"), "E 3m")
    match.play("S", "chow 123m")
    match.play("W", "pung")
    assert match.asked == (W,)
    match = run(begun("jinan", "5s", HAND, "55s"), "E 5s")
    match.play("W", "pung")
    match.play("S", "win")
    assert match.hand_over


# -- flowers, kongs, the last tile --

def test_a_replacement_for_a_flower_wins_for_no_more() -> None:
    match = begun("jinan", "1z", HAND, draws="1f", replacements="5s")
    run(match, "E 1z", "S win")
    assert fans(match) == {"self_drawn", "flowers"}
    assert match.settlements[-1].wins[0].score.grade["zh"] == "花砸"
    assert paid(match) == [-3, 9, -3, -3]


def test_any_other_draw_is_no_bloom_of_a_flower() -> None:
    match = begun("jinan", "1z", HAND, "", "", draws="1f5s", replacements="9p")
    run(match, "E 1z", "S 9p", "W 5s", "S win")
    assert match.settlements[-1].wins[0].score.grade == {}
    match = run(begun("jinan", "1z", HAND, draws="5s"), "E 1z", "S win")
    assert match.settlements[-1].wins[0].score.grade == {}


def test_a_replacement_for_a_kong_doubles() -> None:
    match = begun("jinan", "1z", "456p789s88p34s111z", replacements="5s")
    run(match, "E 1z", "S kong melded 1z", "S win")
    assert fans(match) == {"self_drawn", "kongs", "kong_bloom"}
    assert paid(match) == [-6, 18, -6, -6]


def test_everybody_sees_a_concealed_kong() -> None:
    match = run(begun("jinan", "1111m"), "E kong concealed 1m")
    assert match.view("S").seats[E].melds == ("(1111m)",)


def test_the_last_tile_doubles_and_its_discard_is_nobodys() -> None:
    match = begun("jinan?flowers=false", "1z", HAND, draws="5s", tail=TAIL, fill=0)
    run(match, "E 1z", "S win")
    assert fans(match) == {"self_drawn", "last_tile"}
    match = begun("jinan?flowers=false", "1z", "", HAND, "55s", draws="5s", tail=TAIL, fill=0)
    run(match, "E 1z", "S 5s")
    assert match.hand_over
    assert match.settlements[-1].ended == "draw"


def test_twelve_tiles_are_never_drawn() -> None:
    assert begun("jinan?flowers=false").view(E).wall_left == 136 - 53 - 12


# -- the dealer --

def test_the_dealer_stays_after_winning_or_a_draw() -> None:
    match = begun("jinan?flowers=false", "1z", draws="9m", tail=TAIL, fill=0)
    drift(match)
    assert int(match.table.dealer) == E
    match = run(begun("jinan", "7z" + HAND, draws="1z1z5s"), "E 7z", "S 1z", "W 1z", "N 5s", "E win")
    assert paid(match) == [3, -1, -1, -1]
    assert int(match.table.dealer) == E
    match = run(begun("jinan", "5s", HAND), "E 5s", "S win")
    assert int(match.table.dealer) == S


def test_side_stakes_are_everybodys() -> None:
    match = run(begun("jinan?pao=2", "5s", HAND), "E 5s", "S win")
    assert paid(match) == [-5, 15, -5, -5]


def test_a_false_win_costs_four_to_each_and_the_hand_is_dead() -> None:
    match = run(begun("jinan", "1z", HAND, draws="7z5s"), "E 1z")
    match.play("S", "false_win")
    assert paid(match) == [4, -12, 4, 4]
    run(match, "S 7z", "W 5s")
    assert "win" not in texts(match, "S")
