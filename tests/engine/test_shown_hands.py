"""Which hands are laid open: at the end those the rulebook names, after a declaration what it shows."""

import pytest

import quepu
from quepu.game import events as ev
from quepu.game.match import Match
from quepu.game.plain_engine import PlainEngine
from tests.laid import begun, dealt, discard, drift, go, pass_all, texts

READY = "123m456m789m11p45s"


def shown(match: Match, seat: int = 2) -> list[int]:
    """The seats that laid their hands open, as another seat has heard."""
    return [event.seat for event in match.seen_by(seat) if isinstance(event, ev.Shown)]


def open_seats(match: Match, seat: int = 2) -> list[int]:
    return [other.seat for other in match.view(seat).seats if other.tiles is not None]


def test_a_wall_that_ran_out_shows_those_who_are_ready() -> None:
    match = drift(begun("riichi", "", READY, "", ""))
    assert match.settlements[-1].ended == "draw"
    assert shown(match) == [1]
    assert open_seats(match) == [1, 2]              # and its own
    assert open_seats(match, 3) == [1, 3]
    assert [other.tiles is not None for other in match.view(None, open_hands=True).seats] == [True] * 4


def test_a_win_shows_the_winner_alone() -> None:
    match = begun("riichi", "4z", "234567m345p2267s", "8s", "")
    discard(match, "E 4z", "S")
    go(match, "W discard 8s", "S win")
    assert shown(match) == [1]
    assert open_seats(match, 3) == [1, 3]


def test_a_win_does_not_show_another_who_is_ready() -> None:
    match = begun("riichi", "4z", "234567m345p2267s", "8s", READY)
    discard(match, "E 4z", "S")
    go(match, "W discard 8s", "S win")
    assert shown(match) == [1]


@pytest.mark.parametrize(("answer", "seats"), [("declare double_riichi 3z", [1]), ("discard 3z", [])])
def test_a_hand_called_off_shows_those_who_have_declared(answer, seats) -> None:
    match = begun("riichi", "3z", READY, "3z", "3z", draws="3z9s1s")
    discard(match, "E 3z")
    match.play("S", answer)
    pass_all(match)
    discard(match, "W 3z", "N 3z")
    assert match.hand_over
    assert shown(match) == seats


@pytest.mark.parametrize("book", ["riichi", "binshi"])
@pytest.mark.parametrize("first", [True, False])
def test_riichi_lays_nothing_open_and_lets_nobody_look(book, first) -> None:
    match = begun(book, READY + "9s", draws="1z2z3z9p" "1z2z3z9p")
    if not first:
        discard(match, "E 9s", "S", "W", "N")
    match.play("E", "declare double_riichi 9s" if first else "declare riichi 9p")
    pass_all(match)
    assert open_seats(match, 2) == [2]
    assert open_seats(match, 0) == [0]
    for seat in "SWN":
        discard(match, seat)
    drawn = [event for event in match.seen_by(2) if isinstance(event, ev.Drawn) and event.seat == 0]
    assert drawn[-1].tile is None


def test_elsewhere_all_hands_are_shown() -> None:
    match = drift(begun("guobiao", "", "", "", ""))
    assert shown(match) == [0, 1, 2, 3]
    assert open_seats(match) == [0, 1, 2, 3]


def house(tmp_path, shows: str) -> PlainEngine:
    path = tmp_path / "house.toml"
    path.write_text(f'extends = "riichi"\nready.double_riichi.shows = "{shows}"\nready.riichi.shows = "{shows}"\n',
                    encoding="utf-8")
    return PlainEngine(quepu.rulebook(str(path)))


@pytest.mark.parametrize(("shows", "hand", "draws"), [
    ("nothing", None, None), ("draws", None, "9p"), ("hand", "123456789m11p45s", "9p")])
def test_a_declaration_shows_what_it_says(tmp_path, shows, hand, draws) -> None:
    engine = house(tmp_path, shows)
    match = dealt(engine.book, (READY + "9s", "", "", ""), "1z2z3z9p", fill=None, engine=engine)
    match.play("E", "declare double_riichi 9s")
    pass_all(match)
    assert match.view("W").seats[0].tiles == hand
    assert shown(match) == ([0] if hand else [])
    for seat in "SWN":
        match.play(seat, f"discard {match.view(seat).drawn}")
        pass_all(match)
    told = [event.tile for event in match.seen_by(2) if isinstance(event, ev.Drawn) and event.seat == 0]
    assert told == [draws]
    assert match.view("W").seats[0].tiles == hand   # the tile drawn was discarded


@pytest.mark.parametrize(("declared", "seat", "moves"), [
    ("declare tian_ting", 1, ()), ("declare di_ting 1z", 0, ()), ("declare declared 9m", 0, ("E 1z", "S", "W", "N"))])
def test_no_other_ready_of_sixteen_tiles_is(declared, seat, moves) -> None:
    hand = "123456m78922p23467s"
    match = begun("taiwan", *(("", hand) if seat else (hand + "1z",)), draws="1z2z3z9m")
    while declared not in texts(match, seat) and "pass" in texts(match, match.asked[0]):
        match.play(match.asked[0], "pass")
    discard(match, *moves)
    match.play(seat, declared)
    assert (open_seats(match, 2), open_seats(match, seat)) == ([2], [seat])


def test_the_open_ready_of_sixteen_tiles_is_seen() -> None:
    match = begun("taiwan", "123456m78922p23467s1z", draws="1z2z3z9m")
    while "pass" in texts(match, match.asked[0]):
        match.play(match.asked[0], "pass")
    discard(match, "E 1z", "S", "W", "N")
    match.play("E", "declare shown 9m")
    pass_all(match)
    assert open_seats(match, 2) == [0, 2]
    assert match.view(2).seats[0].tiles == "123456m22789p23467s"
