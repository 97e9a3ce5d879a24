"""The treasure 宝 that ready players see and win on as their best wait, and claims that go with a declaration."""

from random import Random

import numpy as np
import pytest

import quepu
from quepu.engine.course import audit
from quepu.game import events as ev
from quepu.game.match import Match
from quepu.hand import Win
from quepu.testing import random_win
from tests.laid import KINDS, begun, discard, engine_of, go, house, pass_all, texts

BOOK = house("treasure")
#: East waits for 5s once 9p is gone; nobody else has anything to claim
EAST = "123m456m789m22p46s9p"
OTHERS = ("147m147p369s1188s", "147m147p369s2277s", "258m147p369s4455s")
#: West waits for 2p or 9s once it has a chow of 456s
WEST = "123m456m789p46s2p9s"


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def declared(kind: str, draws: str = "", tail: str = "8p", **options: bool) -> Match:
    match = begun(BOOK, EAST, *OTHERS, draws=draws, tail=tail, fill=8, kind=kind, options=options)
    go(match, "E declare ready 9p")
    pass_all(match)
    return match


def test_the_first_declaration_lays_a_tile_aside_that_only_ready_players_see(kind: str) -> None:
    match = declared(kind)
    assert match.view("E").turned == ("treasure 8p",)
    assert [match.view(seat).turned for seat in ("S", "W", "N", None)] == [(), (), (), ()]
    (turned,) = [event for event in match.events if isinstance(event, ev.TurnedUp)]
    assert [turned.seen_by(seat).as_json().get("tile") for seat in range(4)] == [None] * 4
    (looked,) = [event for event in match.events if isinstance(event, ev.LookedAt)]
    assert (looked.seat, looked.tile) == (0, "8p")
    assert match.view("E").wall_left == 8 - 1           # nobody draws it; South has drawn


def test_who_is_ready_and_draws_its_kind_wins_as_with_the_best_wait(kind: str) -> None:
    match = declared(kind, "3p3p6p8p")
    discard(match, "S 3p", "W 3p", "N 6p")
    assert "win" in texts(match, "E")
    go(match, "E win")
    (win,) = match.settlements[-1].wins
    assert {fan.id for fan in win.score.fans} == {"middle", "drawn_treasure"}
    assert win.score.total == win.total == 3


def test_any_other_tile_is_discarded(kind: str) -> None:
    match = declared(kind, "3p3p6p7p")
    discard(match, "S 3p", "W 3p", "N 6p")
    assert match.asked == (1,)          # East had no choice


def test_it_is_turned_anew_once_three_others_are_visible(kind: str) -> None:
    match = declared(kind, "8p8p8p5p", tail="5p8p")
    discard(match, "S 8p", "W 8p")
    assert match.view("E").turned == ("treasure 8p",)
    discard(match, "N 8p")
    assert match.view("E").turned == ("treasure 5p",)
    assert [event.tile for event in match.events if isinstance(event, ev.LookedAt)] == ["8p", "5p"]
    assert "win" in texts(match, "E")
    go(match, "E win")
    assert [tile.tile for tile in match.settlements[-1].turned] == ["5p"]


@pytest.mark.parametrize(("tail", "at_once", "wins"), [("5s", True, True), ("5s", False, False), ("8p", True, False)])
def test_a_treasure_that_is_waited_for_may_win_with_the_declaration(
        kind: str, tail: str, at_once: bool, wins: bool) -> None:
    match = declared(kind, tail=tail, at_once=at_once)
    assert match.hand_over == wins
    if wins:
        (win,) = match.settlements[-1].wins
        assert (win.seat, {fan.id for fan in win.score.fans}) == (0, {"middle", "awaited_treasure"})


def test_a_hand_that_could_not_win_is_not_declared(kind: str) -> None:
    """Without the nine there is neither a terminal nor an honour."""
    match = begun(BOOK, "234m456m567p22p46s9p", kind=kind)
    assert not any(text.startswith("declare") for text in texts(match, "E"))


def test_a_claim_with_a_declaration_is_for_anyone_and_binds_the_discard(kind: str) -> None:
    match = begun(BOOK, "5s", "147m258p39s1199s", WEST, kind=kind)
    go(match, "E discard 5s")
    assert texts(match, "W") == ["chow 456s ready", "pass"]
    assert next(action.label("en") for action in match.legal("W")) == "Chow, ready 456s"
    go(match, "W chow 456s")            # the only chow there is
    assert texts(match, "W") == ["declare ready 2p", "declare ready 9s"]
    go(match, "W declare ready 9s")
    pass_all(match)
    assert match.table.declared[2] == 1
    assert match.view("W").turned


def test_it_is_not_offered_to_who_would_not_be_ready(kind: str) -> None:
    match = begun(BOOK, "5s", "147m258p39s1199s", "123m456m159p46s2p9s", kind=kind)
    go(match, "E discard 5s")
    assert match.view("W").offered is None


def test_it_goes_before_a_chow_and_after_a_pung(kind: str) -> None:
    match = begun(BOOK, "5s", "147m258p46s1199s", WEST, "147m258p55s1188s", kind=kind)
    go(match, "E discard 5s", "S chow 456s", "W chow 456s ready", "N pass")
    assert match.asked == (2,)
    match = begun(BOOK, "5s", "147m258p46s1199s", WEST, "147m258p55s1188s", kind=kind)
    go(match, "E discard 5s", "S chow 456s", "W chow 456s ready", "N pung")
    assert match.asked == (3,)


def test_the_neighbour_may_claim_either_way(kind: str) -> None:
    match = begun(BOOK, "5s", WEST, kind=kind)
    go(match, "E discard 5s")
    assert sorted(texts(match, "S")) == ["chow 456s", "chow 456s ready", "pass"]
    go(match, "S chow 456s")
    assert "discard 1m" in texts(match, "S")


@pytest.mark.parametrize("bot", [0, 1, 2])
def test_tiles_and_points_add_up_at_every_step(bot: int) -> None:
    own = engine_of(BOOK, "compiled", at_once=True)
    log = np.zeros(2 * audit.MOST_STEPS + 4, dtype=np.int64)
    assert own.kernels.play_audited(own.new_table(), own.session, np.array([bot] * 4), 5, 150, 2, log) == 0


def test_reference_and_compiled_form_agree_on_drawn_treasures() -> None:
    book = quepu.rulebook(BOOK)
    rng, wins = Random(3), []
    while len(wins) < 300:
        win = random_win(book, rng)
        treasure = rng.choice([win.tile, rng.randrange(27)])
        tile = treasure if rng.random() < 0.7 else win.tile
        held = [*win.hand.concealed, *(kind for meld in win.hand.melds for kind in meld.tiles)]
        if win.tile is not None and all(
                [*held, tile, treasure].count(kind) <= 4 for kind in (tile, treasure)):       # one lies turned up
            wins.append(Win(win.hand, tile, True, seat=win.seat, flags=frozenset(["declared"]),
                            state={"turned.treasure": treasure}))
    fast = book.compiled()
    answers = fast.score_batch(fast.batch(wins))
    drawn = 0
    for index, win in enumerate(wins):
        score = book.score(win)
        drawn += any(fan.id == "drawn_treasure" for fan in score.fans)
        legality = int(score.legal) if score.complete else -1
        assert (answers.total[index], answers.legality[index]) == (score.total, legality), str(win)
    assert drawn > 50
