"""The first tiles that stay stood up (`[deal] marked`): what may leave the hand, what claims use up, who sees them."""

import pytest

from quepu.game.match import Match
from tests.laid import KINDS, begun, house, run, texts

BOOK = house("standing")
EAST = "6z6z7z7z"                       # what stands in East's hand


def discards(match: Match, seat: str) -> set[str]:
    """The kinds a seat may discard without declaring."""
    return {text.split()[1] for text in texts(match, seat) if text.startswith("discard ")}


def standing(match: Match, seat: str) -> str:
    """What stands in a seat's hand, as it sees it itself."""
    return match.view(seat).own.standing


def table(*hands: str, kind: str = "plain", **laid: str) -> Match:
    """A laid table of the house book; the first four tiles of each hand stand."""
    return begun(BOOK, *hands, kind=kind, **laid)


@pytest.mark.parametrize("kind", KINDS)
def test_the_first_tiles_stand_and_may_not_be_discarded(kind: str) -> None:
    match = table("1m4m7m1p" "2s5s8s1z2z3z4z5z6z7z", kind=kind)
    assert standing(match, "E") == "147m1p"
    assert discards(match, "E") == {"2s", "5s", "8s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"}


def test_only_the_owner_sees_them() -> None:
    match = table("1m4m7m1p")
    assert match.view("S").seats[0].standing == ""
    assert "standing" not in match.view("S").as_json()["seats"][0]
    assert match.view("E").as_json()["seats"][0]["standing"] == "147m1p"
    assert any("立牌 147m1p" in line for line in match.view("E").lines("zh"))


@pytest.mark.parametrize("kind", KINDS)
def test_another_copy_of_a_standing_kind_may_go(kind: str) -> None:
    match = table("1m4m7m1p" "1m", kind=kind)
    assert "1m" in discards(match, "E")
    run(match, "E 1m")
    assert standing(match, "E") == "147m1p"


def test_the_declaring_discard_takes_a_standing_tile() -> None:
    match = table("8p1z1z1z" "88p456m456p78s")
    assert [text for text in texts(match, "E") if text.startswith("declare")] == [
        "declare declared 8p", "declare declared 1z"]
    run(match, "E declare declared 8p")
    assert standing(match, "E") == "111z"       # of the two 8p that are left none stands


@pytest.mark.parametrize("kind", KINDS)
def test_a_claim_spares_standing_tiles_unless_it_is_told(kind: str) -> None:
    hands = (EAST + "5m", "5m1z2z3z" "5m5m" "147p147s5z")
    match = table(*hands, kind=kind)
    run(match, "E 5m")
    assert texts(match, "S")[:3] == ["kong melded 5m", "pung", "pung standing 5m"]
    run(match, "S pung")
    assert standing(match, "S") == "5m123z"
    assert "5m" not in discards(match, "S")
    match = table(*hands, kind=kind)
    run(match, "E 5m", "S pung standing 5m")
    assert standing(match, "S") == "123z"
    assert "5m" in discards(match, "S")


def test_there_is_no_choice_where_the_copies_decide() -> None:
    match = table(EAST + "5m", "5m1z2z3z" "5m" "147p147s56z")
    run(match, "E 5m")
    assert texts(match, "S") == ["pung", "pass"]
    run(match, "S pung")
    assert standing(match, "S") == "123z"
    match = table(EAST + "5m", "5m5m5m3z" "147p147s567z")
    run(match, "E 5m")
    assert texts(match, "S") == ["kong melded 5m", "pung", "pass"]
    run(match, "S pung")
    assert standing(match, "S") == "5m3z"


def test_two_of_three_standing_may_go_or_one() -> None:
    hands = (EAST + "5m", "5m5m2z3z" "5m" "147p147s56z")
    for answer, left in (("S pung", "5m23z"), ("S pung standing 5m", "23z")):
        assert standing(run(table(*hands), "E 5m", answer), "S") == left


def test_a_chow_chooses_for_each_tile() -> None:
    match = table(EAST + "3m", "4m5m2z3z" "4m5m" "147p147s5z")
    run(match, "E 3m")
    assert [text for text in texts(match, "S") if text.startswith("chow 345m")] == [
        "chow 345m", "chow 345m standing 4m", "chow 345m standing 5m", "chow 345m standing 45m"]
    assert "Chow 345m with standing 4m" in [action.label("en") for action in match.legal("S")]
    run(match, "S chow 345m standing 5m")
    assert standing(match, "S") == "4m23z"


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_used_up_does_not_stand_when_it_comes_again(kind: str) -> None:
    match = table(EAST + "5m", "5m1z2z3z" "5m" "147p147s56z", draws="2p2p2p5m", kind=kind)
    run(match, "E 5m", "S pung", "S 1p", "W 2p", "N 2p", "E 2p")
    assert match.view("S").drawn == "5m"
    assert standing(match, "S") == "123z"
    assert "5m" in discards(match, "S")


def test_a_kong_uses_up_all() -> None:
    match = table("1m1m1m1m", replacements="2p")
    run(match, "E kong concealed 1m")
    assert standing(match, "E") == ""


def test_who_has_only_standing_tiles_declares_with_one() -> None:
    match = table(EAST + "1p", "1m1m2m2m" "11p22s33s567z", draws="2s3s1m")
    run(match, "E 1p", "S pung", "S 5z", "W 2s", "S pung", "S 6z", "W 3s", "S pung", "W 1m", "S pung")
    assert match.view("S").own.declared == "declared"       # the one thing left to do
    assert standing(match, "S") == "2m"
