"""璸市麻雀 at the table: the blessing of man in the first go-around, what riichi bars and what it does not."""

from quepu.game.match import Match
from tests.laid import begun, discard, run, texts

WAITS = "234m345p456678s5m"        # waits for 2m and 5m
DULL = "147m258p369s123z"          # tiles that have nothing to do with each other


def fans(match: Match) -> set[str]:
    """The fans of the win of the hand just played."""
    return {fan.id for fan in match.settlements[0].wins[0].score.fans}


def test_a_discard_in_the_first_go_around_of_another_than_the_dealer_is_man() -> None:
    match = begun("binshi", "1z", "22m", WAITS, draws="9p")
    discard(match, "E 1z")
    run(match, "S 2m", "W win")
    assert "blessing_of_man" in fans(match)
    assert "concealed_hand" not in fans(match)


def test_a_discard_before_the_second_draw_is_man() -> None:
    match = begun("binshi", "1z", WAITS, "2m", draws="9p1p")
    discard(match, "E 1z", "S 9p")
    run(match, "W 2m", "S win")
    assert "blessing_of_man" in fans(match)


def test_the_first_draw_is_man() -> None:
    match = begun("binshi", "1z", WAITS, draws="2m")
    discard(match, "E 1z")
    run(match, "S win")
    assert {"blessing_of_man", "self_drawn"} < fans(match)


def test_the_dealer_s_first_discard_is_earth_and_not_man() -> None:
    match = begun("binshi", "2m", WAITS)
    run(match, "E 2m", "S win")
    assert "blessing_of_earth" in fans(match)
    assert "blessing_of_man" not in fans(match)


def test_after_a_claim_nothing_is_man() -> None:
    match = begun("binshi", "1z", "1p", WAITS, "11z5m")
    run(match, "E 1z", "N pung", "N 5m", "W win")
    assert not {"blessing_of_man", "blessing_of_earth"} & fans(match)


def in_riichi(*draws: str) -> Match:
    """South lets 2m go, lies in riichi with it and waits for 2m and 5m."""
    match = begun("binshi", "1z", WAITS, draws="2m" + "".join(draws))
    discard(match, "E 1z")
    match.play("S", "declare double_riichi 2m")
    return match


def test_in_riichi_a_tile_discarded_before_is_not_won_on_a_discard() -> None:
    match = in_riichi("2m", "9p")
    match.play("W", "discard 2m")
    assert "win" not in texts(match, "S")


def test_in_riichi_the_other_tile_waited_for_is_won_on_a_discard() -> None:
    match = in_riichi("5m")
    run(match, "W 5m", "S win")
    assert "double_riichi" in fans(match)


def test_in_riichi_a_tile_discarded_before_is_won_when_drawn() -> None:
    match = in_riichi("9p", "9s", "9m", "2m")
    discard(match, "W", "N", "E")
    run(match, "S win")
    assert {"double_riichi", "self_drawn"} < fans(match)
