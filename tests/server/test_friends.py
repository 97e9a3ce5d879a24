"""Games with friends: who is there, whom the table waits for, and the bot that plays for somebody who is away."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sql
from fastapi import FastAPI
from starlette.testclient import TestClient

from quepu.bots.seat import CoreBot
from quepu.game.match import Match
from quepu.game.stand_in import StandInNote, read_note
from quepu.records.lines import parse_record, replay
from quepu.server.app import make_app
from quepu.server.games.kept_game import Game, Standing
from quepu.server.games.presence import Patience, Presence
from quepu.server.settings import Settings
from quepu.server.tables.game_table import STAND_IN
from quepu.server.tables.players import MadeOf
from quepu.server.tables.players import Player as Seated
from tests.server.test_games import Player, make, sit
from tests.server.test_security import BOOK, two_friends, walls

OWN_RULE = {"text": 'extends = "guobiao"\nname = { zh = "家规", en = "House" }\nmatch.hands = { hands = 2 }\n'}


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Server:
    """A server whose clock the test turns."""

    def __init__(self, settings: Settings, **more: Any) -> None:
        self.clock = Clock()
        self.app: FastAPI = make_app(
            replace(settings, limits=replace(settings.limits, messages=1e6), **more), self.clock)
        self.client = TestClient(self.app)

    def later(self, seconds: float) -> None:
        """So much later the server looks who is away."""
        self.clock.now += seconds
        assert self.client.portal is not None
        self.client.portal.call(self.app.state.absences.look)


@contextmanager
def serving(settings: Settings, **more: Any) -> Iterator[Server]:
    server = Server(settings, **more)
    with server.client:
        yield server


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    with serving(settings) as made:
        yield made


def told(player: Player, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until a player has been told something; who is there."""
    while not player.update or not is_so(player.update):
        player.receive()
    found: dict[str, Any] = player.update["presence"]
    return found


def connected(update: dict[str, Any]) -> list[bool | None]:
    return [one["connected"] for one in update["presence"]["players"]]


def stands_in(update: dict[str, Any], player: int = 1) -> bool:
    return bool(update["presence"]["players"][player]["stand_in"])


def lines(player: Player) -> list[str]:
    return [event["line"] for event in player.events if event["type"] == "note"]


def until_waits_for(ann: Player, bob: Player, player: int) -> None:
    """Play until it is openly the player's turn to answer."""
    for _turn in range(2000):
        for one in (ann, bob):
            one.see(one.say(type="ping")["step"])
        if ann.update["hand_over"]:
            ann.see(ann.say(type="next")["step"])
        elif ann.update["presence"]["waiting"] == [player]:
            return
        else:
            assert ann.answer() or bob.answer()
    raise AssertionError("it never came to this")


# -- who is there --
def test_everybody_is_told_who_is_there_and_whom_the_table_waits_for(server: Server) -> None:
    client = server.client
    game, bob = two_friends(client)
    with sit(client, game) as first:
        ann = Player(first)
        assert connected(ann.hello) == [True, False, None, None]
        with sit(client, bob) as second:
            two = Player(second)
            told(ann, lambda update: connected(update)[1] is True)
            until_waits_for(ann, two, 1)
            assert (bool(two.legal), ann.legal) == (True, [])
            until_waits_for(ann, two, 0)
            assert (bool(ann.legal), two.legal) == (True, [])
        told(ann, lambda update: connected(update) == [True, False, None, None])
        shown = client.get(f"/api/games/{game['id']}", params={"key": game["watch_key"]}).json()
        assert connected(shown["update"]) == connected(shown["hello"]) == [True, False, None, None]


def test_nobody_learns_who_could_claim_by_whom_the_table_waits_for(server: Server) -> None:
    client = server.client
    game, bob = two_friends(client)
    with sit(client, game) as first, sit(client, bob) as second, sit(client, game, "watch_key") as third:
        ann, two, eve = Player(first), Player(second), Player(third)
        secrets = 0
        for _turn in range(400):
            for one in (ann, two, eve):
                one.see(one.say(type="ping")["step"])
            if ann.update["hand_over"]:
                ann.see(ann.say(type="next")["step"])
                continue
            claiming = "pass" in ann.legal or "pass" in two.legal
            for one in (ann, two, eve):
                waiting = one.update["presence"]["waiting"]
                assert (waiting is None) == claiming, (waiting, ann.legal, two.legal)
            secrets += claiming
            assert ann.answer() or two.answer()
        assert secrets > 5


# -- the bot on request --
def test_a_bot_plays_for_a_friend_who_is_away_and_gives_the_seat_back(server: Server) -> None:
    client = server.client
    game, bob = two_friends(client)
    with sit(client, game) as first:
        ann = Player(first)
        with sit(client, bob) as second:
            two = Player(second)
            until_waits_for(ann, two, 1)
            here = ann.say(type="stand_in", player=1)
            assert here["faults"] == ["Bob is here: only Bob can let a bot play in this seat"]
        told(ann, lambda update: connected(update)[1] is False)
        early = ann.say(type="stand_in", player=1)
        assert early["faults"] == ["Bob has only just left: a bot can play in 10 seconds"]
        assert not ann.update["presence"]["players"][1]["may_stand_in"]
        server.later(10)
        told(ann, lambda update: update["presence"]["players"][1]["may_stand_in"])
        assert ann.say(type="stand_in", player=1)["type"] == "done"
        presence = told(ann, stands_in)
        assert presence["waiting"] != [1]       # it has answered
        assert lines(ann) == ["Ann lets a bot play for Bob, who is away"]
        again = ann.say(type="stand_in", player=1)
        assert again["faults"] == ["a bot plays for Bob already"]
        for _turn in range(6):                  # the table never waits for him any more
            if not ann.answer():
                assert ann.update["hand_over"]
                ann.see(ann.say(type="next")["step"])
        with sit(client, bob) as second:
            two = Player(second)
            told(two, lambda update: not stands_in(update))
            told(ann, lambda update: not stands_in(update) and connected(update)[1] is True)
            assert lines(ann)[-1] == lines(two)[-1] == "Bob is back and plays again"
            until_waits_for(ann, two, 1)        # and now it does
            assert two.answer()


def test_only_a_player_asks_and_only_for_a_person(server: Server) -> None:
    client = server.client
    game, _bob = two_friends(client)
    alone = make(client)
    with sit(client, game) as first, sit(client, game, "watch_key") as second, sit(client, alone) as third:
        ann, eve, one = Player(first), Player(second), Player(third)
        ann.see(1)
        server.later(30)
        told(ann, lambda update: update["presence"]["players"][1]["may_stand_in"])
        assert eve.say(type="stand_in", player=1)["faults"] == ["watchers cannot play"]
        for player in (2, 3, None):             # bots, and nobody
            asked = ann.say(type="stand_in", player=player)
            assert asked["faults"][0].startswith("a bot plays only for a person"), player
        for odd in (4, -1, "1", True, 1.0):
            assert ann.say(type="stand_in", player=odd)["faults"] == [
                "player: the player must be a whole number, 0 to 3"]
        assert one.say(type="stand_in", player=0)["faults"][0].startswith("a bot plays only for a person")
        assert ann.say(type="come_back")["faults"] == ["no bot plays for you"]
        assert not lines(ann)
        assert not stands_in(ann.update)


def test_who_is_there_may_let_a_bot_play_for_himself(server: Server) -> None:
    client = server.client
    game, bob = two_friends(client)
    with sit(client, game) as first, sit(client, bob) as second:
        ann, two = Player(first), Player(second)
        until_waits_for(ann, two, 1)
        assert two.say(type="stand_in", player=1)["type"] == "done"
        told(two, stands_in)
        told(ann, stands_in)
        assert lines(ann) == lines(two) == ["Bob lets a bot play"]
        assert not two.legal
        assert two.say(type="act", action="pass")["type"] == "error"
        assert two.say(type="come_back")["type"] == "done"
        told(two, lambda update: not stands_in(update))
        until_waits_for(ann, two, 1)


# -- the bot that comes by itself --
def test_a_bot_comes_by_itself_after_a_while(server: Server) -> None:
    client = server.client
    game, bob = two_friends(client)
    with sit(client, game) as first:
        ann = Player(first)
        with sit(client, bob) as second:
            until_waits_for(ann, Player(second), 1)
            server.later(1000)                  # never for somebody who is there
            assert not stands_in(ann.update)
        told(ann, lambda update: connected(update)[1] is False)
        server.later(59)
        assert not stands_in(told_now(ann))
        server.later(1)
        told(ann, stands_in)
        assert lines(ann) == ["Bob is away: a bot plays in the meantime"]


def told_now(player: Player) -> dict[str, Any]:
    """What a player has been told for certain: an answer comes after everything sent before it."""
    player.say(type="ping")
    return player.update


def test_the_table_waits_for_as_long_as_it_asks(server: Server) -> None:
    """Ann has all the time in the world though Bob is away."""
    client = server.client
    game, bob = two_friends(client)
    with sit(client, game) as first:
        ann = Player(first)
        with sit(client, bob) as second:
            until_waits_for(ann, Player(second), 0)
        told(ann, lambda update: connected(update)[1] is False)
        server.later(500)
        assert not stands_in(told_now(ann))


class Nowhere:
    """No table at all: it only says how it stands."""

    async def open(self, *_of: Any) -> dict[str, Any]:
        return {}

    async def do(self, *_of: Any, **_values: Any) -> Any:
        return None


def test_a_minute_counts_from_the_question_and_from_the_absence_whichever_is_later() -> None:
    clock = Clock()
    players = [Seated("person", "Ann"), Seated("person", "Bob"), Seated("greedy", "greedy 2")]
    game = Game("g", MadeOf({}, 1, 1, players, "", "", started=True), Nowhere())
    presence = Presence(game, Patience(10, 60), clock)

    def at(seconds: float, standing: Standing | None = None) -> list[int]:
        clock.now += seconds
        game.standing = standing or game.standing
        presence.stepped()
        return presence.due()

    presence.arrive(0)
    presence.arrive(1)
    assert at(500, Standing(5, False, (1,))) == []      # he is there
    presence.leave(1)
    assert [at(59), at(1)] == [[], [1]]                 # a minute after he has left
    assert at(0, Standing(6, False, (0,))) == []        # Ann is asked
    assert at(500) == []
    assert at(0, Standing(7, False, (1,))) == []        # he is asked anew
    assert [at(59), at(1)] == [[], [1]]
    assert at(0, Standing(8, False, None)) == []
    assert at(59) == at(0, Standing(8, False, None)) == []      # a pass that nobody may know of: no new minute
    assert at(1) == [1]
    assert at(0, Standing(8, True, ())) == []           # the match is over
    game.standing = Standing(9, False, (1,))
    presence.stepped()
    presence.arrive(1)
    presence.arrive(1)                                  # a second window
    presence.leave(1)
    assert at(500) == []
    presence.leave(1)
    assert at(60) == [1]
    presence.put_off()
    assert [at(59), at(1)] == [[], [1]]
    presence.leave(0)
    assert at(0) == []                                  # nobody waits


def test_a_secret_question_treats_all_who_are_away_alike(server: Server) -> None:
    """While somebody may claim a tile, whoever is away gets a bot, asked or not: its coming tells nothing."""
    client = server.client
    game = make(client, others=["open", "open", "greedy"])
    friends = [client.post(f"/api/games/{game['id']}/join", json={"key": game["join_key"], "name": name}).json()
               for name in ("Bob", "Cid")]
    with sit(client, game) as first:
        ann = Player(first)
        with sit(client, friends[0]) as second, sit(client, friends[1]) as third:
            others = [Player(second), Player(third)]
            for _turn in range(3000):
                for one in (ann, *others):
                    one.see(one.say(type="ping")["step"])
                if ann.update["hand_over"]:
                    ann.see(ann.say(type="next")["step"])
                elif "pass" in ann.legal and not any(one.legal for one in others):
                    break
                else:
                    assert any(one.answer() for one in (*others, ann))
            assert ann.update["presence"]["waiting"] is None
        told(ann, lambda update: connected(update)[:3] == [True, False, False])
        before = ann.legal
        server.later(60)
        told(ann, lambda update: stands_in(update, 1) and stands_in(update, 2))
        assert ann.legal == before              # it was Ann who is asked, and still is


def test_nobody_who_waits_no_bot(server: Server) -> None:
    """A table at which nobody sits is left alone, and so is one whose server was told to wait for ever."""
    client = server.client
    game, bob = two_friends(client)
    with sit(client, game) as first, sit(client, bob) as second:
        ann, two = Player(first), Player(second)
        until_waits_for(ann, two, 1)
    with sit(client, game, "watch_key") as third:
        eve = Player(third)
        told(eve, lambda update: connected(update)[:2] == [False, False])
        server.later(1000)
        assert not stands_in(told_now(eve))


def test_a_server_may_wait_until_somebody_asks(settings: Settings) -> None:
    with serving(settings, stand_in_seconds=0.0, stand_in_grace=5.0) as server:
        game, bob = two_friends(server.client)
        with sit(server.client, game) as first:
            ann = Player(first)
            with sit(server.client, bob) as second:
                until_waits_for(ann, Player(second), 1)
            told(ann, lambda update: connected(update)[1] is False)
            server.later(10_000)
            assert not stands_in(told_now(ann))
            assert ann.say(type="stand_in", player=1)["type"] == "done"


# -- what is kept --
def test_a_restart_keeps_the_bot_in_the_seat_and_replays_its_steps(settings: Settings) -> None:
    with serving(settings) as server:
        game, bob = two_friends(server.client)
        with sit(server.client, game) as first:
            ann = Player(first)
            with sit(server.client, bob) as second:
                until_waits_for(ann, Player(second), 1)
            told(ann, lambda update: connected(update)[1] is False)
            server.later(60)
            told(ann, stands_in)
            before = {key: value for key, value in told_now(ann).items() if key not in ("since", "events")}
            events = ann.events
    with serving(settings) as server:
        with sit(server.client, game) as first:
            ann = Player(first)
            assert stands_in(ann.hello)
            after = told(ann, stands_in) and ann.update
            assert {key: value for key, value in after.items() if key not in ("since", "events")} == before
            assert ann.events == events
            while not ann.update["hand_over"]:
                assert ann.answer()
            with sit(server.client, bob) as second:
                told(Player(second), lambda update: not stands_in(update))
            assert lines(ann)[0] == "Bob is away: a bot plays in the meantime"
        text = server.client.get(f"/api/games/{game['id']}/record", params={"key": game["key"]}).text
        match = replay(parse_record(text))
        assert len(match.settlements) == 1
        notes = [read_note(event.text) for event in match.events if event.type == "note"]
        assert notes[0] == StandInNote("away", "Bob")
        shown = server.client.post("/api/records?hand=1&lang=zh", content=text.encode()).json()
        assert any("Bob不在，暂由机器人代打" in line for frame in shown["frames"] for line in frame["lines"])


def test_a_game_of_the_version_before_still_opens(settings: Settings) -> None:
    """It knows nothing of bots in people's seats."""
    with serving(settings) as server:
        game, _bob = two_friends(server.client)
    engine = sql.create_engine(settings.database)
    with engine.begin() as connection:
        made = json.loads(connection.execute(sql.text("select made_of from games")).scalar_one())
        del made["stand_ins"]
        connection.execute(sql.text("update games set made_of = :made"), {"made": json.dumps(made)})
    engine.dispose()
    with serving(settings) as server, sit(server.client, game) as first:
        ann = Player(first)
        ann.see(1)
        assert connected(ann.update) == [True, False, None, None]


def test_the_bot_in_a_strangers_game(settings: Settings) -> None:
    """The table stands in a process of its own: the bot plays there, and is there again after a restart."""
    with serving(settings) as server:
        game = make(server.client, rule=OWN_RULE, others=["open", "greedy", "greedy"])
        bob = server.client.post(f"/api/games/{game['id']}/join", json={"key": game["join_key"], "name": "Bob"}).json()
        with sit(server.client, game) as first:
            ann = Player(first)
            with sit(server.client, bob) as second:
                until_waits_for(ann, Player(second), 1)
            told(ann, lambda update: connected(update)[1] is False)
            server.later(60)
            told(ann, stands_in)
            step = ann.update["step"]
    with serving(settings) as server, sit(server.client, game) as first:
        ann = Player(first)
        ann.see(step)
        assert stands_in(ann.update)
        while not ann.update["hand_over"]:
            assert ann.answer()
        with sit(server.client, bob) as second:
            told(Player(second), lambda update: not stands_in(update))
        told(ann, lambda update: not stands_in(update))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_bot_sees_no_more_than_the_seat(seed: int) -> None:
    answers = []
    for wall in walls(seed):                    # they differ in everything that the dealer does not see
        match = Match(BOOK, 7, walls=[wall])
        match.begin()
        answers.append(CoreBot(STAND_IN).decide(match, 0))
    assert answers[0] == answers[1]


# -- the invitation --
def test_an_invitation_tells_the_rules_and_who_is_there(server: Server) -> None:
    client = server.client
    rule = {"id": "hongkong", "options": {"min_fan": 1}}
    game = make(client, rule=rule, others=["open", "open", "greedy"])
    address = f"/api/games/{game['id']}/invitation"
    with sit(client, game) as first:
        ann = Player(first)
        found = client.get(address, headers={"authorization": f"Bearer {game['join_key']}"}).json()
        assert (found["rule"]["id"], found["rule"]["options"]) == ("hongkong", {"min_fan": 1})
        assert [(one["kind"], one["name"]) for one in found["players"][:2]] == [("person", "Ann"), ("open", "open 1")]
        assert connected(found) == [True, None, None, None]
        assert not found["started"]
        client.post(f"/api/games/{game['id']}/join", json={"key": game["join_key"], "name": "Bob"})
        told(ann, lambda update: update["players"][1]["name"] == "Bob")
        assert connected(ann.update) == [True, False, None, None]
    for key in ("key", "watch_key"):            # each opens what it is for
        assert client.get(address, params={"key": game[key]}).status_code == 403
    assert client.get(address).status_code == 403
    assert client.get("/api/games/nosuchgame/invitation", params={"key": "x"}).status_code == 404


@pytest.mark.parametrize("text", ["stand_in", "stand_in away", "stand_in away []", 'stand_in away ["a", "b"]',
                                  'stand_in away [1]', 'stand_in gone ["a"]', "stand_in away [" + "[" * 9999, "left"])
def test_other_notes_stay_as_they_are(text: str) -> None:
    assert read_note(text) is None


@pytest.mark.parametrize("note", [StandInNote("away", 'A "b" {c}'), StandInNote("asked", "东, 西", "\\")])
def test_a_note_reads_back(note: StandInNote) -> None:
    assert read_note(note.text) == note
