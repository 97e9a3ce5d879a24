"""A wild tile that is turned anew (换金): what follows from the tile that is put away is wild no more."""

import numpy as np
import pytest

import quepu
from quepu.bots.seat import BOTS
from quepu.engine.course import audit
from quepu.game import events as ev
from quepu.game.actions import action_of
from quepu.game.match import Match
from quepu.game.ready import readiness
from quepu.records.lines import parse_record, replay, write_record
from quepu.tiles import kind_of
from tests.laid import KINDS, begun, discard, drift, engine_of, go, house, pass_all, run, texts

BOOK = house("gold")


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def laid(kind: str, east: str = "", south: str = "", west: str = "", draws: str = "", tail: str = "4p9m",
         **options: bool) -> Match:
    """The dealer is to discard, 9m is the gold, and 4p is the next."""
    match = begun(BOOK, east, south, west, tail=tail, draws=draws, fill=20, kind=kind,
                  options={"moves": True, **options})
    while match.asked != (0,):
        match.play(match.asked[0], "pass")      # whoever could rob it
    assert match.view(None).wild == "9m"
    return match


def moved(kind: str, west: str, draws: str, **options: bool) -> Match:
    """East and South discard a 9m each, and a third lies turned up: West's draw brings another gold."""
    match = laid(kind, east="9m", west=west, draws=draws, **options)
    discard(match, "E 9m", "S 9m")
    return match


def test_the_wild_kind_moves_with_the_tile(kind: str) -> None:
    match = moved(kind, "", "9m1m")
    assert match.view(None).turned == ("gold 4p",)
    assert match.view(None).wild == "4p"
    assert [event.tiles for event in match.events if isinstance(event, ev.WildChosen)] == ["9m", "4p"]
    again = replay(parse_record(write_record(match)), quepu.rulebook(BOOK, moves=True))
    assert (again.events, again.view(None).wild) == (match.events, "4p")


def test_the_hand_is_read_with_what_is_wild_now(kind: str) -> None:
    match = moved(kind, "123678m123p558s4p", "9m7s")
    assert "win" in texts(match, "W")
    go(match, "W win")
    (win,) = match.settlements[-1].wins
    assert [(fan.id, fan.points) for fan in win.score.fans] == [("golds", 1)]
    assert win.win.wild == (kind_of("4p"),)
    assert win.win.state["turned.gold"] == (kind_of("4p"),)


@pytest.mark.parametrize("moves", [False, True])
def test_what_was_wild_before_is_a_plain_tile(kind: str, moves: bool) -> None:
    match = moved(kind, "123678m123p558s9m", "9m7s", moves=moves)
    assert ("win" in texts(match, "W")) != moves


def test_what_a_seat_waits_for_is_told_anew(kind: str) -> None:
    """West waits for many tiles with a gold, and draws a useless one once it has moved."""
    match = laid(kind, east="9m", west="123678m123p558s9m", draws="9m1s")
    discard(match, "E 9m")
    assert readiness(match, 2).now
    discard(match, "S 9m")
    assert "discard 1s" not in readiness(match, 2).after


def test_a_set_may_have_been_laid_before_its_tile_was_wild(kind: str) -> None:
    """West has claimed a 4p, which may be neither claimed nor laid down once it is wild, and wins with another."""
    match = laid(kind, east="9m", west="123678m35p558s4p9m", draws="4p7s")
    run(match, "E 9m", "S 4p", "W chow 345p", "W 9m")
    pass_all(match)
    assert match.view(None).wild == "4p"
    run(match, "N 7s", "W win")
    (win,) = match.settlements[-1].wins
    assert [(fan.id, fan.points) for fan in win.score.fans] == [("golds", 1)]
    assert str(win.win.hand.melds[0]) == "[345p,1]"


def test_who_wins_and_leaves_is_told_with_what_was_wild_then(kind: str) -> None:
    """The discard that is won on is the third 9m to be seen: with the draw after it the gold moves."""
    match = laid(kind, east="9m", south="123456m56p34588s", draws="1s9m", goes_on=True)
    run(match, "E 9m", "S 1s", "W 9m", "S win")
    assert not match.hand_over
    assert match.view(None).wild == "4p"
    win = drift(match).settlements[-1].wins[0]
    assert win.win.wild == (kind_of("9m"),)
    assert win.win.state["turned.gold"] == (kind_of("9m"),)
    assert (win.total, win.score.total) == (1, 1)


def test_compiled_and_interpreted_hands_are_the_same() -> None:
    def played(kind: str, seed: int) -> list[ev.Event]:
        own = engine_of(BOOK, kind, restless=True, goes_on=True)
        match = Match(own.book, seed=seed, engine=own)
        match.begin()
        while not match.hand_over:
            code = int(own.kernels.choose(match.table, match.session, match.asked[0], BOTS["greedy"]))
            match.play(match.asked[0], action_of(own.book.model, code))
        return list(match.events)
    chosen = 0
    for seed in range(4):
        events = played("plain", seed)
        assert events == played("compiled", seed)
        chosen += sum(isinstance(event, ev.WildChosen) for event in events)
    assert chosen > 8


@pytest.mark.parametrize("bot", [0, 1, 2])
@pytest.mark.parametrize("goes_on", [False, True])
def test_tiles_and_points_add_up_at_every_step(bot: int, goes_on: bool) -> None:
    own = engine_of(BOOK, "compiled", restless=True, goes_on=goes_on)
    log = np.zeros(2 * audit.MOST_STEPS + 4, dtype=np.int64)
    assert own.kernels.play_audited(own.new_table(), own.session, np.array([bot] * 4), 5, 150, 2, log) == 0
