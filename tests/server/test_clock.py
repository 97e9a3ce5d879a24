"""The clock of a table: seconds for each move and a reserve for a hand; it tells nothing that is a secret."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from quepu.server.settings import Settings
from quepu.server.tables.move_clock import MoveClock
from tests.server.test_friends import Clock, lines, serving, until_waits_for
from tests.server.test_games import Player, make, sit
from tests.server.test_silence import later, now, through, two_people

CLOCK = {"move": 5, "reserve": 20}


# -- the clock alone --
def test_a_reserve_goes_only_beyond_a_move_and_is_full_again_with_the_next_hand() -> None:
    time = Clock()
    clock = MoveClock(time, (5, 20), 4)
    clock.follow([1], False, 1, {0, 1})
    time.now += 4
    assert _told(clock, 1) == {"runs": True, "left": 1, "reserve": 20}
    time.now += 4
    assert _told(clock, 1) == {"runs": True, "left": 0, "reserve": 17}
    clock.answered(1)
    clock.follow([0], False, 2, {0, 1})
    assert (_told(clock, 0)["runs"], _told(clock, 1)) == (True, {"runs": False, "left": 5, "reserve": 17})
    clock.follow([1], False, 3, {0, 1})
    time.now += 21.9
    assert not clock.is_due()
    time.now += 0.1
    assert clock.due() == [1]
    clock.refill()
    clock.follow([1], False, 4, {0, 1})
    assert _told(clock, 1)["reserve"] == 20


def test_it_does_not_begin_anew_because_another_has_answered() -> None:
    time = Clock()
    clock = MoveClock(time, (5, 0), 4)
    clock.follow([0, 1], False, 1, {0, 1})
    time.now += 3
    clock.answered(0)
    clock.follow([1], False, 2, {0, 1})
    time.now += 2
    assert clock.due() == [1]


def test_where_it_is_a_secret_who_is_asked_it_runs_for_nobody_by_name() -> None:
    time = Clock()
    clock = MoveClock(time, (5, 20), 4)
    clock.follow(None, True, 1, {0, 1})         # a window is open: that is the clock
    assert clock.next_moment() is None
    clock.follow(None, False, 1, {0, 1})
    time.now += 3
    clock.follow(None, False, 1, {0, 1})        # one of them has passed, which nobody may know
    told = clock.as_json()
    assert told is not None
    assert told["secret"] == 2
    assert not any(player["runs"] for player in told["players"])
    time.now += 2
    assert (clock.due(), clock.is_secretly_due(), clock.is_due()) == ([], True, True)


def _told(clock: MoveClock, player: int) -> dict[str, Any]:
    told = clock.as_json()
    assert told is not None
    found: dict[str, Any] = told["players"][player]
    return found


# -- at a table --
def test_whoever_has_used_up_his_time_discards_what_he_drew_and_everybody_is_told(settings: Settings) -> None:
    with serving(settings) as server:
        client = server.client
        game, bob = two_people(client, rule={"id": "guobiao"}, window=0, clock=CLOCK)
        with sit(client, game) as first, sit(client, bob) as second:
            ann, two = Player(first), Player(second)
            assert ann.hello["clock"] == CLOCK
            _until_own_turn(ann, two)
            view = two.update["view"]
            later(server, 24.9)
            now(ann, two)
            assert (lines(two), two.update["clock"]["players"][1]["runs"]) == ([], True)
            later(server, 0.1)
            now(ann, two)
            assert lines(ann) == lines(two) == ["Bob has run out of time: the table answered"]
            river = next(seat for seat in two.update["view"]["seats"] if seat["seat"] == view["seat"])["river"]
            assert river[-1]["tile"] == view["drawn"]
            assert river[-1]["drawn"]
            assert two.update["clock"]["players"][1]["reserve"] == 0
            record = client.get(f"/api/games/{game['id']}", params={"key": game["watch_key"]}).json()
            assert record["update"]["clock"]["players"][1]["reserve"] == 0


def test_the_window_is_the_clock_of_whoever_may_claim(settings: Settings) -> None:
    with serving(settings) as server:
        game, bob = two_people(server.client, clock={"move": 1, "reserve": 0})
        with sit(server.client, game) as first, sit(server.client, bob) as second:
            ann, two = Player(first), Player(second)
            through(server, [ann, two], lambda: bool(ann.update["window"]) and "pass" in ann.legal)
            for one in (ann, two):
                assert one.update["clock"]["secret"] is None
                assert not any(player["runs"] for player in one.update["clock"]["players"])
            assert ann.say(type="wait")["type"] == "done"
            later(server, 5)                    # five moves long: the window goes on
            now(ann)
            assert "pass" in ann.legal


def test_without_a_window_whoever_is_asked_in_secret_passes(settings: Settings) -> None:
    with serving(settings) as server:
        game = make(server.client, clock=CLOCK, seed=3)
        with sit(server.client, game) as socket:
            ann = Player(socket)
            through(server, [ann], lambda: "pass" in ann.legal)
            assert ann.update["clock"]["secret"] == 5
            step = ann.update["step"]
            later(server, 5)
            now(ann)
            assert ann.update["step"] > step or "pass" not in ann.legal
            assert lines(ann) == []


def test_a_table_waits_for_people_who_have_all_gone(settings: Settings) -> None:
    with serving(settings) as server:
        game = make(server.client, clock={"move": 5, "reserve": 0}, seed=3)
        with sit(server.client, game) as socket:
            ann = Player(socket)
            now(ann)
            step = ann.update["step"]
        later(server, 3600)
        with sit(server.client, game) as socket:
            ann = Player(socket)
            now(ann)
            assert (ann.update["step"], ann.update["clock"]["players"][0]["left"]) == (step, 5)
            server.clock.now += 5
            later(server, 0)
            now(ann)
            assert ann.update["step"] > step


@pytest.mark.parametrize("clock", [{"move": 0}, {"move": 5, "reserve": -1}, {"move": 5.5}, {"move": True}, [5, 20],
                                   {"move": 5, "reserve": 3601}, {"reserve": 5}, {"move": 5, "seconds": 5}])
def test_a_clock_that_cannot_be_is_refused(client: TestClient, clock: Any) -> None:
    asked = {"rule": {"id": "guobiao"}, "clock": clock}
    assert client.post("/api/games", json=asked).status_code == 422


def _until_own_turn(ann: Player, two: Player) -> None:
    """Play until Bob has drawn a tile and may do nothing but discard."""
    while True:
        until_waits_for(ann, two, 1)
        if two.update["view"]["drawn"] and f"discard {two.update['view']['drawn']}" in two.legal:
            return
        assert two.answer()
