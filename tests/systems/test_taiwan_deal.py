"""台灣麻將: how a hand and a match begin and go on, claims against each other, what lies face down."""

from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import plain_engine
from tests.laid.sixteen import CHOWS, begun, go, let_go


def test_the_wall_the_deal_and_the_dealer() -> None:
    match = begun("1z")
    let_go(match)
    view = match.view(0)
    assert [seat.tile_count for seat in view.seats] == [17, 16, 16, 16]
    engine = plain_engine("taiwan")
    assert sum(int(engine.rules.copies[kind]) for kind in range(42)) == 144
    assert match.asked == (0,)


def test_flowers_of_the_deal_are_replaced_from_the_dealer_on() -> None:
    match = begun("1f1z", "2f", tail="3f5p6p")             # the dealer gets 6p, South 5p
    let_go(match)
    laid = [event for event in match.events if isinstance(event, ev.FlowerLaid)]
    assert [(event.seat, event.tile) for event in laid] == [(0, "1f"), (1, "2f")]


def test_a_flower_drawn_is_replaced_at_once() -> None:
    match = begun("1z", draws="3f", tail="5p")
    go(match, "E discard 1z")
    let_go(match)
    view = match.view(1)
    assert (view.own.flowers, view.drawn) == ("3f", "5p")


def test_a_pung_goes_before_a_chow() -> None:
    match = begun("5s", "46s", "55s")
    go(match, "E discard 5s")
    assert "pung" in [action.text for action in match.legal("W")]
    while not any(seat.melds for seat in match.view(0).seats):
        seat = match.asked[0]
        match.play(seat, "chow 456s" if seat == 1 else "pung")
    assert [len(seat.melds) for seat in match.view(0).seats] == [0, 0, 1, 0]


def test_a_concealed_kong_lies_face_down() -> None:
    match = begun("9999m")
    go(match, "E kong concealed 9m")
    assert match.view(0).own.melds == ("(9999m)",)
    assert match.view(1).seats[0].melds == ("(????)",)


def test_the_deal_passes_after_another_wins() -> None:
    for tile, winner, stays in (("8s", "S", False), ("", "E", True)):
        match = begun("8s" if tile else CHOWS + "5s", CHOWS if tile else "")
        go(match, *(("E discard 8s", "S win") if tile else ("E win",)))
        assert match.settlements[0].wins[0].seat == "ESWN".index(winner)
        dealt_by = match.player_of(0)
        match.begin()
        assert match.player_of(0) == (dealt_by if stays else (dealt_by + 1) % 4)


def test_four_rounds_make_a_match() -> None:
    engine = plain_engine("taiwan")
    match = Match(engine.book, 3, engine=engine)
    match.begin()
    match.table.rounds, match.table.dealer = 3, 3
    match.table.winners = 2                                 # South has won the last hand
    match.engine.kernels.finish_hand(match.table, match.engine.session)
    assert match.over
