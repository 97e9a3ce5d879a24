"""长沙 at the table: kongs that are robbed, and who deals after a drawn hand."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, discard, memory, paid, pass_all, run, texts

SOUTH = "55s234m567p88m34p9m"           # pungs 5s, then waits for 2p and 5p
WEST = "123m456p789s88p46s"             # waits for 5s


def shown(match: Match) -> Match:
    """The table after everybody has kept what could be shown at the deal."""
    while "show" in texts(match, match.asked[0]):
        match.play(match.asked[0], "pass")
    return match


def pung_and_fourth() -> Match:
    """S has punged 5s and draws the fourth, which W waits for."""
    match = shown(begun("changsha", "5s", SOUTH, WEST, draws="1s9p1m5s"))
    run(match, "E 5s", "S pung", "S 9m")
    pass_all(match)
    discard(match, "W", "N", "E")
    return match


@pytest.mark.parametrize("kong", ["added", "open_added"])
def test_a_kong_added_either_way_can_be_robbed(kong: str) -> None:
    match = pung_and_fourth()
    assert f"kong {kong} 5s" in texts(match, "S")
    match.play("S", f"kong {kong} 5s")
    assert texts(match, "W") == ["win", "pass"]
    match.play("W", "win")
    win = match.settlements[0].wins[0]
    assert [fan.id for fan in win.score.fans] == ["robbed_kong"]
    assert (paid(match)[0], paid(match)[3]) == (0, 0)       # only the robbed player pays
    assert memory(match, "successor") == [2]


@pytest.mark.parametrize("kong", ["concealed", "open_concealed"])
def test_a_concealed_kong_cannot_be_robbed(kong: str) -> None:
    match = shown(begun("changsha", "5555s234m567p88m34p", "", WEST))
    match.play("E", f"kong {kong} 5s")
    assert 2 not in match.asked or "win" not in texts(match, "W")


def test_whoever_was_offered_the_last_tile_last_deals_next() -> None:
    match = shown(begun("changsha", "1s", "7777m234m567p88m4p", draws="3p", replacements="9s", fill=0))
    discard(match, "E 1s", "S 3p")
    assert match.hand_over              # it went round and nobody was ready for it
    assert memory(match, "successor") == [1]


def test_the_first_to_sit_down_deals_first() -> None:
    assert begun("changsha", "1s").player_of(0) == 0


def test_who_gave_a_win_to_several_deals_next() -> None:
    match = shown(begun("changsha", "5s", "123m456p777s88p46s", WEST))
    match.play("E", "discard 5s")
    while not match.hand_over:
        match.play(match.asked[0], "win")
    assert len(match.settlements[0].wins) == 2
    assert memory(match, "successor") == [0]


def test_who_lets_a_win_go_waits_for_the_own_draw() -> None:
    match = shown(begun("changsha", "5s", "", WEST, draws="5s1m9s5s"))
    match.play("E", "discard 5s")
    assert "win" in texts(match, "W")
    pass_all(match)
    match.play("S", "discard 5s")
    assert 2 not in match.asked or "win" not in texts(match, "W")
    pass_all(match)
    discard(match, "W", "N")
    match.play("E", "discard 5s")
    assert "win" in texts(match, "W")


def test_a_replacement_and_play_goes_on() -> None:
    match = shown(begun("changsha", "5555s234m567p88m34p", replacements="9s"))
    match.play("E", "kong concealed 5s")
    pass_all(match)
    assert match.view(0).drawn == "9s"
    assert {"discard 2m", "discard 9s"} < set(texts(match, "E"))
