"""What several source texts say alike: the set of tiles, the deal, who deals first, who may chow, the round wind."""

import pytest

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import TILES, begun, drift, laid_wall, plain_engine, texts

#: tiles of the set and of a hand, and the families that are not among them: suits, honours z, flowers f
SETS = {
    "guangdong_folk": (144, 13, ""), "guangdong_jipinghu": (136, 13, "f"), "guangdong_tuidaohu": (108, 13, "zf"),
    "guangzhou": (136, 13, "f"), "qingyuan": (100, 13, "mf"), "shenzhen": (136, 13, "f"), "hainan": (144, 13, ""),
    "guangxi": (136, 13, "f"), "shanghai": (144, 13, ""), "nanjing": (144, 13, ""), "hangzhou": (136, 13, "f"),
    "wenzhou": (136, 16, "f")}
FAMILIES = {"m": range(9), "p": range(9, 18), "s": range(18, 27), "z": range(27, 34), "f": range(34, 42)}
READY = "67m12399p333567s"              # waits for 5m and 8m


def first_hand(name: str, seed: int) -> Match:
    """A match whose first hand is dealt, bets before it answered as they come."""
    match = Match(plain_engine(name).book, seed=seed, engine=plain_engine(name))
    match.begin()
    while not any(isinstance(event, ev.Dealt) for event in match.events):
        match.play(match.asked[0], match.legal(match.asked[0])[0].text)
    return match


@pytest.mark.parametrize("name", SETS)
def test_the_set_has_these_tiles(name: str) -> None:
    count, _hand, without = SETS[name]
    copies = plain_engine(name).rules.copies
    assert sum(int(copies[kind]) for kinds in FAMILIES.values() for kind in kinds) == count
    assert "".join(family for family, kinds in FAMILIES.items() if not any(copies[kind] for kind in kinds)) == without


@pytest.mark.parametrize("name", SETS)
def test_the_dealer_has_one_tile_more_and_discards_first(name: str) -> None:
    match = first_hand(name, 5)
    hand = SETS[name][1]
    dealt = {event.seat: event.count for event in match.events if isinstance(event, ev.Dealt)}
    assert dealt == {0: hand + 1, 1: hand, 2: hand, 3: hand}
    assert match.asked[0] == 0


@pytest.mark.parametrize("name", ["guangdong_folk", "guangdong_jipinghu", "nanning", "shanghai", "hangzhou"])
def test_the_first_dealer_is_found_by_lot(name: str) -> None:
    assert {first_hand(name, seed).hand.players[0] for seed in range(24)} == {0, 1, 2, 3}


def test_in_jipinghu_all_seats_are_drawn() -> None:
    orders = {first_hand("guangdong_jipinghu", seed).hand.players for seed in range(24)}
    assert len(orders) > 8              # another dealer alone would be one of four


def test_in_jipinghu_the_round_wind_changes_after_each_has_dealt() -> None:
    wall = laid_wall(["8m", READY], kinds=TILES)
    match = begun("guangdong_jipinghu", "8m", READY, walls=[wall] * 4)
    rounds = []
    for _hand in range(5):
        rounds.append(match.hand.round)
        match.play("E", "discard 8m")
        match.play("S", "win")
        match.begin()
    assert rounds == [0, 0, 0, 0, 1]


@pytest.mark.parametrize(("name", "seen"), [("guangdong_tuidaohu", True), ("shanghai", False), ("hainan", False)])
def test_a_concealed_kong_is_seen_or_lies_face_down(name: str, seen: bool) -> None:
    match = begun(name, "1111p5p9p", options={"horses_table": 0} if name == "guangdong_tuidaohu" else {})
    match.play("E", "kong concealed 1p")
    assert ("1p" in str(match.view("S").seats[0].melds)) is seen


@pytest.mark.parametrize("name", ["guangdong_folk", "hangzhou", "shanghai", "guangxi"])
def test_nobody_having_won_the_same_player_deals_again(name: str) -> None:
    match = first_hand(name, 3)
    dealer = match.hand.players[0]
    drift(match)
    match.begin()
    assert match.hand.players[0] == dealer


@pytest.mark.parametrize("name", ["guangdong_jipinghu", "guangdong_folk?chow=true", "guangzhou", "hainan", "shanghai",
                                  "hangzhou", "wenzhou"])
def test_the_next_player_alone_may_chow_and_a_pung_goes_first(name: str) -> None:
    name, _sign, option = name.partition("?")
    match = begun(name, "3m", "12m", "1233m", "12m", options={"chow": True} if option else {})
    match.play("E", "discard 3m")
    assert "chow 123m" in texts(match, "S")
    assert [text.partition(" ")[0] for text in texts(match, "W")] == ["pung", "pass"]
    match.play("S", "chow 123m")
    match.play("W", texts(match, "W")[0])
    assert match.asked == (2,)
