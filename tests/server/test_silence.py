"""Silence: who is not asked learns neither by content, nor by order, nor by time that another could have claimed.

Paired streams: a share of 500 pairs in ten rulebooks; with QUEPU_FULL=1 all of them, and `python -m
tests.server.test_silence` prints what they were about.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
import sqlalchemy as sql
from starlette.testclient import TestClient

from quepu.bots.seat import CoreBot
from quepu.game.concealment import is_asking_secret
from quepu.game.match import Match
from quepu.game.pauses import pauses
from quepu.records.lines import RecordError, parse_record, replay
from quepu.server.settings import Settings
from quepu.server.tables.window import LAG, LONGER, USUAL, Window
from tests.server.paired import (
    WATCHES,
    Clock,
    Pair,
    Played,
    Streams,
    asked_apart,
    exchanged,
    first_played,
    found_pairs,
    wall_of,
)
from tests.server.test_friends import Server, serving
from tests.server.test_games import Player, make, sit
from tests.share import FULL

#: rulebooks with every kind of claim
BOOKS = ("guobiao", "riichi", "changsha", "sichuan", "taiwan", "guizhou", "nanjing", "hongkong", "wuhan", "beijing")
#: hands and two tiles of their walls, with which somebody else is asked what is rarely asked
RARE = {"added_kong": [("riichi", 781, 6, 119), ("guobiao", 296, 57, 135), ("hongkong", 479, 47, 17)],
        "turned": [("changsha", 421, 17, 91)],
        "opening": [("taiwan", 39, 8, 74), ("changsha", 336, 13, 55), ("guizhou", 24, 57, 45)]}
PAIRS, SHARE = 50, 2        # of each rulebook, and in an ordinary run
TURNS, LONG = 16, 90        # answers that everybody knows of, in most hands and in the rare ones


def pairs_of(book: str, count: int) -> Iterator[Pair]:
    """So many pairs of a rulebook."""
    for seed in range(1000):
        for pair in found_pairs(book, seed, TURNS, min(3, count), 40):
            count -= 1
            yield pair
        if count <= 0:
            return


def rare_pairs(kind: str, count: int | None = None) -> Iterator[tuple[str, Pair]]:
    """The pairs in which others are asked a rare question, each with its rulebook."""
    for book, seed, one, other in RARE[kind][:count]:
        pair = exchanged(book, first_played(book, wall_of(book, seed), LONG, seed, lets_go=True), one, other)
        assert pair is not None
        assert kind in asked_apart(pair)
        yield book, pair


def streams(book: str, hand: Played, alike: list[int]) -> dict[int, list[tuple[float, dict[str, Any]]]]:
    """What everybody is sent; those who do not see it alike answer at other times."""
    def chance(seat: int) -> Random:
        return Random(str(seat) if seat in alike else f"{seat} {hand.wall}")
    return asyncio.run(Streams(book, hand, chance).run())


def differing(book: str, first: Played, second: Played, alike: list[int]) -> list[Any]:
    """The first messages of somebody that are not the same, or not sent at the same time."""
    one, other = streams(book, first, alike), streams(book, second, alike)
    for viewer in alike:
        for before, after in zip(one[viewer], other[viewer], strict=False):
            if before != after:
                return [viewer, before, after]
        if len(one[viewer]) != len(other[viewer]):
            return [viewer, len(one[viewer]), len(other[viewer])]
    assert len(one[WATCHES]) > 5
    return []


@pytest.mark.parametrize("book", BOOKS)
def test_paired_games_are_told_alike(book: str) -> None:
    """Hidden tiles are exchanged, so that others are asked: nobody else is told anything else, or at another time."""
    for first, second, alike in pairs_of(book, PAIRS if FULL else SHARE):
        assert differing(book, first, second, alike) == []


@pytest.mark.parametrize("kind", RARE)
def test_rare_questions_tell_others_nothing(kind: str) -> None:
    """A kong that may be robbed, tiles that a kong turns up, an opening."""
    for book, pair in rare_pairs(kind, None if FULL else 1):
        assert differing(book, *pair) == []


def test_without_a_window_they_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pairs show what they are to show: with nothing held back the streams differ."""
    monkeypatch.setattr("quepu.server.tables.game_table.Table._is_held", False)
    first, second, alike = next(pairs_of("changsha", 1))
    with pytest.raises(AssertionError):
        assert differing("changsha", first, second, alike) == []


@pytest.mark.parametrize("book", BOOKS)
def test_wherever_somebody_is_asked_in_secret_there_is_a_pause(book: str) -> None:
    """And what has happened by then is the beginning of what happens."""
    match, bot = Match(book, 5), CoreBot("greedy")
    asked = 0
    for _hand in range(2):
        match.begin()
        last = None
        while True:
            step = match.steps[-1]
            for last in pauses(match, len(match.steps) - 1):
                assert last.match.steps[-1].events == step.events[:last.events]
                assert last.match.asked == ()
            if is_asking_secret(match.table, match.book.model):
                asked += 1
                assert last is not None
                assert set(match.asked) <= last.seats
            if match.hand_over:
                break
            match.play(match.asked[0], bot.decide(match, match.asked[0]))
    assert asked


# -- the window itself --
def test_a_window_is_as_long_for_everybody() -> None:
    clock = Clock()
    window = Window(clock)
    window.lengthen()                           # there is none to lengthen
    assert window.as_json() is None
    window.follow(True, 2.0)
    clock.now += 1.5
    window.follow(True, 2.0)                    # it is the same one
    assert window.as_json() == {"number": 1, "seconds": 2.0, "left": 0.5, "thinking": False}
    window.lengthen()
    assert window.as_json()["thinking"] is False        # type: ignore[index]
    assert not window.is_due()
    clock.now += 0.5
    assert window.is_due()
    assert [window.tells_thinking(), window.tells_thinking()] == [True, False]
    assert window.as_json() == {"number": 1, "seconds": LONGER, "left": LONGER, "thinking": True}
    window.lengthen()                           # once
    clock.now += LONGER
    assert window.is_due()
    window.is_settled = True
    assert not window.is_due()
    clock.now += LAG
    assert window.is_due()
    window.close()
    window.follow(True, 2.0)
    assert window.as_json() == {"number": 2, "seconds": 2.0, "left": 2.0, "thinking": False}
    window.follow(False, 2.0)
    assert not window.is_open


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    with serving(settings) as made:
        yield made


def later(server: Server, seconds: float) -> None:
    """So much later the server looks which windows are over."""
    server.clock.now += seconds
    assert server.client.portal is not None
    server.client.portal.call(server.app.state.windows.look)


def two_people(client: TestClient, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    game = make(client, **{"rule": {"id": "changsha"}, "others": ["open", "greedy", "greedy"], "window": None, **more})
    return game, client.post(f"/api/games/{game['id']}/join", json={"key": game["join_key"], "name": "Bob"}).json()


def now(*players: Player) -> None:
    """Let them hear all that has been sent: an answer comes after everything sent before it."""
    for player in players:
        player.say(type="ping")


def through(server: Server, players: list[Player], is_so: Callable[[], bool]) -> None:
    """Play on, all that is asked passed or discarded, until something is so."""
    for _turn in range(600):
        now(*players)
        if is_so():
            return
        if players[0].update["window"]:
            later(server, USUAL)
            later(server, LAG)
        elif players[0].update["hand_over"]:
            players[0].say(type="next")
        else:
            one = next(player for player in players if player.legal)
            assert one.say(type="act", action=one.legal[-1])["type"] == "done"
    raise AssertionError("it never came to this")


def test_a_watcher_sees_the_same_pause_whether_or_not_somebody_is_asked(server: Server) -> None:
    """Two people, two bots: a bare discard, then after the window all that follows in one update, asked or not."""
    game, bob = two_people(server.client)
    client = server.client
    with sit(client, game) as first, sit(client, bob) as second, sit(client, game, "watch_key") as third:
        ann, two, eve = Player(first), Player(second), Player(third)
        people, seen = [ann, two, eve], Counter[bool]()
        while min(seen[True], seen[False]) < 4:
            through(server, people[:2], lambda: bool(ann.update["window"]))
            now(eve)
            if not eve.update["events"] or eve.update["events"][-1]["type"] != "discarded":
                later(server, USUAL + LAG)
                continue
            asked = bool(ann.legal or two.legal)
            seen[asked] += 1
            before = eve.update
            assert before["window"]["left"] == USUAL
            assert before["presence"]["waiting"] is None
            later(server, USUAL - 0.01)
            if ann.legal:                       # his answer tells nobody anything
                ann.say(type="act", action="pass")
            now(eve)
            assert eve.update is before
            later(server, 0.01)
            now(eve)
            assert eve.update is before
            later(server, LAG)
            now(eve)
            assert eve.update["since"] == before["step"] < eve.update["step"]


def test_an_answer_in_a_window_is_kept_at_once_and_told_at_its_end(settings: Settings) -> None:
    with serving(settings) as server:
        client = server.client
        game, bob = two_people(client)
        with sit(client, game) as first, sit(client, bob) as second:
            ann, two = Player(first), Player(second)
            through(server, [ann, two], lambda: bool(ann.update["window"]) and not two.legal and any(
                action.startswith(("chow", "pung")) for action in ann.legal))
            step = ann.update["step"]
            claim = next(action for action in ann.legal if action.startswith(("chow", "pung")))
            assert ann.say(type="act", action=claim, step=step) == {"type": "done", "id": ann.number, "step": step}
            now(ann)
            assert ann.legal == []              # he has answered, and cannot do so twice
            again = ann.say(type="act", action="pass")
            assert again["faults"] == ["an answer to what was last played may still come: wait a moment"]
            assert two.say(type="act", action="false_win")["faults"] == again["faults"]
            assert two.say(type="hint")["type"] == "error"
            for key in ("key", "watch_key"):
                told = client.get(f"/api/games/{game['id']}", params={"key": game[key]}).json()["update"]
                assert told["step"] <= step
            later(server, USUAL)
    with serving(settings) as server:           # it is there after a restart; a new window begins
        client = server.client
        with sit(client, game) as first, sit(client, bob) as second:
            ann, two = Player(first), Player(second)
            now(ann, two)
            assert two.update["window"]["left"] == USUAL
            assert not any(event["seat"] == ann.update["view"]["seat"] for event in two.events[-1:])
            later(server, USUAL)
            later(server, LAG)
            now(ann, two)
            taken = [event for event in two.events if event["type"] in ("chow", "pung", "kong", "win")]
            assert taken or two.update["hand_over"]


def test_everybody_may_ask_for_time_and_nobody_learns_of_it_before_the_end(server: Server) -> None:
    game, bob = two_people(server.client)
    with sit(server.client, game) as first, sit(server.client, bob) as second, \
            sit(server.client, game, "watch_key") as third:
        ann, two, eve = Player(first), Player(second), Player(third)
        through(server, [ann, two], lambda: bool(ann.update["window"]))
        now(eve)
        before = eve.update
        assert two.say(type="wait")["type"] == "done"
        assert eve.say(type="wait")["faults"] == ["watchers cannot play"]
        later(server, USUAL - 0.1)
        now(eve)
        assert eve.update is before
        later(server, 0.1)
        now(eve)
        assert eve.update["window"] == {**before["window"], "seconds": LONGER, "left": LONGER, "thinking": True}
        assert eve.update["events"] == []
        later(server, LONGER - 0.1)
        now(eve)
        assert eve.update["step"] == before["step"]
        later(server, 0.1)
        later(server, LAG)
        now(eve)
        assert (eve.update["window"] or {}).get("number") != before["window"]["number"]


def test_nothing_is_held_back_where_nobody_could_learn_from_it(server: Server) -> None:
    """One person and bots: no window, until somebody watches."""
    game = make(server.client, window=None)
    with sit(server.client, game) as first:
        ann = Player(first)
        for _turn in range(30):
            now(ann)
            assert ann.update["window"] is None
            assert ann.answer() or ann.update["hand_over"]
        with sit(server.client, game, "watch_key") as second:
            eve = Player(second)
            through(server, [ann], lambda: bool(ann.update["window"]))
            now(eve)
            assert eve.update["window"]
        through(server, [ann], lambda: not ann.update["window"])
        for _turn in range(30):
            now(ann)
            assert ann.update["window"] is None
            if not ann.answer():
                ann.say(type="next")
        server.client.get(f"/api/games/{game['id']}", params={"key": game["watch_key"]})
        through(server, [ann], lambda: bool(ann.update["window"]))     # who looks once may look again


def test_the_host_may_switch_it_off_or_choose_another(server: Server) -> None:
    for chosen in (0, 3.5):
        game, bob = two_people(server.client, window=chosen)
        with sit(server.client, game) as first, sit(server.client, bob) as second:
            ann, two = Player(first), Player(second)
            assert ann.hello["window"] == chosen
            now(ann, two)
            assert (ann.update["window"] or {"seconds": 0})["seconds"] == chosen
    for odd in (-1, 11, "1", True):
        asked = {"rule": {"id": "changsha"}, "window": odd}
        assert server.client.post("/api/games", json=asked).status_code == 422, odd


# -- what seeds and records tell --
def test_a_watchers_record_is_what_a_watcher_saw(server: Server) -> None:
    """No seed, no walls, no hand that the rulebook keeps face down; it says that it cannot be played again."""
    client = server.client
    game = make(client, rule={"id": "riichi"}, seed=None)
    with sit(client, game) as first, sit(client, game, "watch_key") as second:
        ann, eve = Player(first), Player(second)
        now(ann)
        while not ann.update["hand_over"]:
            assert ann.answer()
            now(ann)
        now(eve)
        text = client.get(f"/api/games/{game['id']}/record", params={"key": game["watch_key"]}).text
        lines = [json.loads(line) for line in text.splitlines()]
        assert "seed" not in lines[0]
        assert not {"seed", "wall", "wall_hash"} & set().union(*lines)
        told = [{name: value for name, value in event.items() if name not in ("step", "line")} for event in eve.events]
        assert [line for line in lines[1:-1] if line["type"] != "settlement"] == told
        with pytest.raises(RecordError, match="somebody who watched"):
            parse_record(text)
        full = client.get(f"/api/games/{game['id']}/record", params={"key": game["key"]}).text
        assert len(replay(parse_record(full)).settlements) == 1


@pytest.mark.parametrize("book", ["riichi", "sichuan"])
def test_the_seed_is_nobodys_before_the_end(settings: Settings, book: str) -> None:
    """Not even a player's, and the bots' chance is another, which is told to nobody at all."""
    with serving(settings) as server:
        game = make(server.client, rule={"id": book}, seed=None)
        with sit(server.client, game) as first:
            ann = Player(first)
            now(ann)
            while not ann.update["hand_over"]:
                assert ann.answer()
        record = server.client.get(f"/api/games/{game['id']}/record", params={"key": game["key"]}).text
        made = stored(settings)
        assert made["seed"] > 1 << 32
        assert json.loads(record.splitlines()[0])["seed"] < 64
        for secret in (made["seed"], made["bot_seed"]):
            assert str(secret) not in record
            assert str(secret) not in json.dumps([ann.hello, ann.events, ann.update])
        assert len(replay(parse_record(record)).settlements) == 1


def stored(settings: Settings, **changed: Any) -> dict[str, Any]:
    """What the only game of a database is made of; with another part, or without it (None)."""
    engine = sql.create_engine(settings.database)
    with engine.begin() as connection:
        made: dict[str, Any] = json.loads(connection.execute(sql.text("select made_of from games")).scalar_one())
        if changed:
            made = {name: value for name, value in {**made, **changed}.items() if value is not None}
            connection.execute(sql.text("update games set made_of = :made"), {"made": json.dumps(made)})
    engine.dispose()
    return made


def test_a_game_of_an_older_server_goes_on(settings: Settings) -> None:
    """It has neither a window nor a secret of its own."""
    with serving(settings) as server:
        game, bob = two_people(server.client)
    stored(settings, window=None, bot_seed=None)
    with serving(settings) as server, sit(server.client, game) as first, sit(server.client, bob) as second:
        ann, two = Player(first), Player(second)
        through(server, [ann, two], lambda: bool(ann.update["window"]) and len(ann.events) > 30)


def test_the_secret_alone_makes_a_bots_chance() -> None:
    match = Match("guobiao?flowers=none", 3)
    match.begin()
    other = Match("guobiao?flowers=none", 4, walls=[match.steps[0].wall])
    other.begin()
    bots = [CoreBot("random", secret) for secret in range(30)]
    chosen = [bot.decide(match, 0) for bot in bots]
    assert chosen == [bot.decide(other, 0) for bot in bots]
    assert len(set(chosen)) > 3


def main() -> None:
    """Play all pairs and say what they were about."""
    kinds, asked, count = Counter[str](), Counter[str](), Counter[str]()
    common = ((book, pair) for book in BOOKS for pair in pairs_of(book, PAIRS))
    for book, pair in (*(one for kind in RARE for one in rare_pairs(kind)), *common):
        assert differing(book, *pair) == [], (book, pair[0].wall, pair[1].wall)
        count[book] += 1
        kinds.update(pair[0].kinds)
        asked.update(asked_apart(pair))
    print(count.total(), "pairs:", dict(count))
    print("windows:", dict(kinds))
    print("asked in one of a pair only:", dict(asked))


if __name__ == "__main__":
    main()
