"""璸市麻雀 at the table: the blessing of man in the first go-around, what riichi bars and what it does not."""

from quepu.book import rulebook
from quepu.game.match import Match
from tests.laid import begun, discard, pass_all, run, texts

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


# -- the rest of the source's sentences --

def test_there_are_a_hundred_fans() -> None:
    assert len(rulebook("binshi").model.fans) == 100


def test_after_a_kong_there_is_no_heaven_and_no_earth() -> None:
    match = begun("binshi", "1111z345p456678s5m", replacements="5m")
    run(match, "E kong concealed 1z", "E win")
    assert "blessing_of_heaven" not in fans(match)
    match = begun("binshi", "1111z5m", WAITS, replacements="9p")
    run(match, "E kong concealed 1z", "E 5m", "S win")
    assert "blessing_of_earth" not in fans(match)


def test_eight_flowers_alone_win_nothing() -> None:
    match = begun("binshi", "12345678f147m25p")
    while any(text.startswith("flower") for text in texts(match, "E")):
        match.play("E", next(text for text in texts(match, "E") if text.startswith("flower")))
        assert "win" not in texts(match, "E")
    assert len(match.view(0).seats[0].flowers) == len("12345678f")


def test_after_a_claim_riichi_is_not_double() -> None:
    match = begun("binshi", "9p", "99p1m", WAITS, draws="9s")
    run(match, "E 9p", "S pung", "S 1m")
    while match.view(2).drawn is None:
        match.play(match.asked[0], "pass")
    declared = {text.split()[1] for text in texts(match, "W") if text.startswith("declare")}
    assert declared == {"riichi"}


def test_in_riichi_nothing_is_claimed_and_the_drawn_tile_goes() -> None:
    match = in_riichi("9p", "9s", "3m", "9m")
    discard(match, "W", "N")
    match.play("E", "discard 3m")                   # 234m would be a chow
    pass_all(match)
    assert match.asked == (2,)
    assert [tile.tile for tile in match.view(0).seats[1].river] == ["2m", "9m"]
    assert match.view(0).seats[1].melds == ()


def test_in_riichi_a_kong_may_not_change_the_waits() -> None:
    hand = "2333m111z456789s"               # 2m with 333m: also 1m and 4m
    for tile, allowed in (("3m", False), ("1z", True)):
        match = begun("binshi", "9p", hand, draws=f"9s5p6p7p{tile}")
        discard(match, "E 9p")
        match.play("S", "declare double_riichi 9s")
        discard(match, "W", "N", "E")
        assert ("kong concealed " + tile in texts(match, "S")) == allowed


def test_in_riichi_a_win_let_go_bars_the_same_tile() -> None:
    match = begun("binshi", "1z", WAITS, draws="9p5m6z6z9s5m")
    discard(match, "E 1z")
    match.play("S", "declare double_riichi 9p")
    match.play("W", "discard 5m")
    assert "win" in texts(match, "S")
    pass_all(match)
    discard(match, "N", "E")                        # South's 9s goes by itself
    match.play("W", "discard 5m")
    assert "win" not in texts(match, "S")


def test_riichi_needs_no_tiles_in_the_wall_by_option() -> None:
    for options, offered in (({}, False), ({"riichi_min_wall": 0}, True)):
        match = begun("binshi", "1z", WAITS, draws="9p", fill=2, options=options)
        discard(match, "E 1z")
        assert match.view(1).wall_left == 2
        assert any(text.startswith("declare") for text in texts(match, "S")) == offered
