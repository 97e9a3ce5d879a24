"""What is kept: privately, once, only so much of it, and not for ever; older databases still load."""

import asyncio
import json
import os
import sqlite3
import stat
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy.exc
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from quepu.cli.main import main
from quepu.errors import QuepuError
from quepu.server.app import make_app
from quepu.server.games.database import Store, check_database
from quepu.server.games.expiry import Expiry
from quepu.server.http_problem import ProblemError
from quepu.server.safety.private import make_private, sqlite_file
from quepu.server.safety.quota import Kept, KeptText, Quota
from quepu.server.settings import DAY, Limits, Settings, address_of
from quepu.server.tables.stored_steps import StoredStep
from tests.server.test_games import Player, make, sit

OWN = 'extends = "guobiao"\nname = { zh = "我", en = "Mine" }\n'
RULE = {"id": "guobiao", "text": None, "options": {}}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def database_of(settings: Settings) -> Path:
    return Path(settings.database.removeprefix("sqlite:///"))


# -- privately --
def test_the_database_is_private_from_the_start(tmp_path: Path) -> None:
    file = tmp_path / "new" / "folder" / "games.sqlite"
    before = os.umask(0)
    try:
        with TestClient(make_app(Settings(f"sqlite:///{file}", tmp_path / "page"))) as client:
            make(client)
            beside = sorted(file.parent.iterdir())
            assert [path.name for path in beside] == ["games.sqlite", "games.sqlite-shm", "games.sqlite-wal"]
            assert [mode(path) for path in beside] == [0o600] * 3
            assert [mode(path) for path in (file.parent, file.parent.parent)] == [0o700] * 2
    finally:
        os.umask(before)


def test_what_others_could_read_is_mended_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "quepu"
    folder.mkdir()
    folder.chmod(0o755)
    files = [folder / f"games.sqlite{ending}" for ending in ("", "-wal", "-shm")]
    for file in files:
        file.touch()
        file.chmod(0o644)
    told = make_private(files[0])
    assert [mode(path) for path in (folder, *files)] == [0o700, 0o600, 0o600, 0o600]
    assert len(told) == 4
    assert make_private(files[0]) == []


def test_a_folder_that_others_may_write_in_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with pytest.raises(QuepuError, match="others may put files"):
        make_private(tmp_path / "games.sqlite")
    tmp_path.chmod(0o1777)              # as /tmp is: nobody can take another's file away
    make_private(tmp_path / "games.sqlite")
    assert mode(tmp_path / "games.sqlite") == 0o600
    tmp_path.chmod(0o700)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite").mkdir()
    with pytest.raises(QuepuError, match="not a file"):
        make_private(tmp_path / "a.sqlite")
    (tmp_path / "b").touch()
    with pytest.raises(QuepuError, match="folder"):
        make_private(tmp_path / "b" / "games.sqlite")


@pytest.mark.parametrize(("address", "file"), [
    ("sqlite:////x/y.sqlite", "/x/y.sqlite"), ("sqlite:///y.sqlite", "y.sqlite"), ("sqlite://", None),
    ("sqlite:///:memory:", None), ("sqlite:///file:/x/y.sqlite?uri=true", "/x/y.sqlite"),
    ("sqlite:///file:memdb?mode=memory&uri=true", None), ("postgresql+psycopg://a:b@c/d", None)])
def test_the_file_of_an_address(address: str, file: str | None) -> None:
    found = sqlite_file(address)
    assert found == (None if file is None else Path(file))


@pytest.mark.parametrize("address", [
    "sqlite:////proc/nowhere/games.sqlite", "sqlite:////dev/null", "nonsense", "nowhere://x/y", "sqlite:///{folder}",
    "postgresql+psycopg://user:hunter2@127.0.0.1:1/quepu", "postgres//user:hunter2@x/y",
    "sqlite:///{folder}/text.sqlite", ""])
def test_a_database_that_cannot_be_used_is_told_at_start(tmp_path: Path, address: str,
                                                         capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.sqlite").write_text("this is no database" * 100)
    address = address.replace("{folder}", str(tmp_path))
    if address:
        assert main(["serve", "--port", "0", "--database", address]) == 2
        told = capsys.readouterr().err
        assert "--database" in told
        assert "Traceback" not in told
        assert "hunter2" not in told
    else:
        with pytest.raises(QuepuError):
            check_database(address)


@pytest.mark.parametrize(("text", "address"), [
    ("games.sqlite", "sqlite:///games.sqlite"), ("games.db", "sqlite:///games.db"), ("./x", "sqlite:///./x"),
    ("/x/games", "sqlite:////x/games"), ("sqlite:///x.sqlite", "sqlite:///x.sqlite"), ("sqlite://", "sqlite://"),
    ("sqlite:x.sqlite", "sqlite:x.sqlite"), ("postgresql+psycopg://a:b@c/d", "postgresql+psycopg://a:b@c/d"),
    ("postgres//user:hunter2@x/y", "postgres//user:hunter2@x/y"), ("nonsense", "nonsense")])
def test_a_path_is_an_address(text: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert address_of(text) == address
    monkeypatch.setenv("QUEPU_DATABASE", text)
    assert Settings().database == address


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
def test_a_database_is_a_plain_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "games.sqlite")
    assert main(["serve", "--port", "0", "--database", str(tmp_path / "games.sqlite")]) == 2
    assert "this is not a file" in capsys.readouterr().err
    with pytest.raises(QuepuError, match="this is not a file"):
        check_database("sqlite:////dev/null")


@pytest.mark.parametrize("more", [["--port", "99999"], ["--host", "no.such.host.invalid"], ["--keep-days", "-1"],
                                  ["--trusted-proxy", "x"], ["--allowed-host", "a b"], ["--workers", "0"],
                                  ["--host", "\ud800"], ["--stand-in-seconds", "-1"]])
def test_what_cannot_be_served_is_told_at_start(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", *more]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_database_that_fails_is_told_while_running(settings: Settings) -> None:
    app = make_app(settings)
    with TestClient(app) as client:
        game = make(client)
        app.state.games.leave(game["id"])

        def broken(_game: str) -> Any:
            raise sqlalchemy.exc.OperationalError("select", {"secret": "x"}, RuntimeError("gone"))

        read, app.state.games.store._read = app.state.games.store._read, broken
        answer = client.get(f"/api/games/{game['id']}", params={"key": game["key"]})
        assert (answer.status_code, answer.headers["content-type"]) == (503, "application/problem+json")
        with sit(client, game) as socket, pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == 1012
        app.state.games.store._read = read
        assert client.get(f"/api/games/{game['id']}", params={"key": game["key"]}).status_code == 200


# -- once --
def test_a_text_is_kept_once(tmp_path: Path) -> None:
    """Sixty games by one large rulebook took twenty-two megabytes."""
    large, file = OWN + "# x\n" * 90_000, tmp_path / "games.sqlite"

    async def run() -> None:
        async with Store(f"sqlite:///{file}") as store:
            for number in range(60):
                await store.save(f"game{number}", 0, [StoredStep("begin", None, "7")],
                                 made_of={"rule": {**RULE, "text": large}, "seed": number})
            assert store.quota._bytes.total() < 1.1 * len(large)
        async with Store(f"sqlite:///{file}") as store:
            assert store.quota._bytes.total() < 1.1 * len(large)
            found = await store.load("game59")
            assert found == ({"rule": {**RULE, "text": large}, "seed": 59}, [StoredStep("begin", None, "7")])

    asyncio.run(run())
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 2 * len(large)
    with sqlite3.connect(file) as database:
        assert database.execute("select count(*), sum(length(text)) from texts").fetchone() == (1, len(large))


def as_before(file: Path) -> None:
    """Make a database as the server before this one left it: two tables, a rulebook's text inside its game."""
    with sqlite3.connect(file) as database:
        texts = dict(database.execute("select digest, text from texts"))
        for name, told in database.execute("select id, made_of from games").fetchall():
            made_of = json.loads(told)
            made_of["rule"]["text"] = texts.get(made_of["rule"].pop("text_of", None))
            database.execute("update games set made_of = ?, created = 1000 where id = ?", (json.dumps(made_of), name))
        for table in ("kept", "texts", "notes"):
            database.execute(f"drop table {table}")


def test_an_older_database_still_loads(settings: Settings) -> None:
    with TestClient(make_app(settings)) as client:
        game = make(client)
        with sit(client, game) as socket:
            ann = Player(socket)
            ann.see(1)
            ann.answer()
            told = ann.update
    as_before(database_of(settings))
    app = make_app(settings)
    with TestClient(app) as client:     # it was not used for fifty years, but nobody wrote down when it was
        with sit(client, game) as socket:
            ann = Player(socket)
            ann.see(told["step"])
            assert ann.update["view"] == told["view"]
            assert ann.answer()
        assert app.state.games.store.quota.kept[game["id"]].bytes > 500


def test_an_older_rulebook_of_ones_own_still_loads(tmp_path: Path) -> None:
    address, made_of = f"sqlite:///{tmp_path / 'games.sqlite'}", {"rule": {**RULE, "text": OWN}, "seed": 7}

    async def save() -> None:
        async with Store(address) as store:
            await store.save("game", 0, [StoredStep("begin", None, "")], made_of=made_of)

    async def load() -> None:
        async with Store(address) as store:
            assert await store.load("game") == (made_of, [StoredStep("begin", None, "")])
            await store.save("game", 1, [StoredStep("action", 0, "pass")], made_of=made_of)     # moves the text out
            both = [StoredStep("begin", None, ""), StoredStep("action", 0, "pass")]
            assert await store.load("game") == (made_of, both)
            store.quota.clock = lambda: time.time() + 5 * DAY
            assert await store.delete_unused(0) == ([], [])     # the game is played by it, so it stays
            assert await store.load("game") == (made_of, both)

    asyncio.run(save())
    as_before(tmp_path / "games.sqlite")
    asyncio.run(load())


# -- only so much --
def quota(**more: Any) -> Quota:
    return Quota(Limits(**more), clock=lambda: now[0])


now = [1_000_000.0]


def refused(one: Quota, by: str, size: int = 10) -> str:
    try:
        with one.making(by, size):
            return ""
    except ProblemError as error:
        told = error
    assert (told.status, told.wait > 0, len(told.faults)) == (429, True, 1)
    return told.title


def test_games_and_bytes_are_counted_by_address_and_in_all() -> None:
    one = quota(made_games=2, all_games=4, made_bytes=1000, all_bytes=1500)
    for name in ("a", "b"):
        one.add(Kept(name, "x", int(now[0]), int(now[0]), 100))
    assert "2 games a day" in refused(one, "x")
    assert refused(one, "y") == ""
    now[0] += DAY + 1
    assert refused(one, "x") == ""      # a day later
    one.add_text(KeptText("t", "x", 700))
    one.add_text(KeptText("t", "y", 700))               # the same text costs once
    assert "MiB" in refused(one, "x", 200)
    assert refused(one, "x", 50) == ""
    assert "as it can" in refused(one, "y", 700)
    one.grow("a", 5000)
    assert "as it can" in refused(one, "z", 1)
    one.grow("a", -5000)
    with one.making("y", 1), one.making("z", 1):        # those that are being made count
        assert "as it can" in refused(one, "w", 1)
    one.forget(["a", "b"], ["t"])
    assert refused(one, "x", 1000) == ""
    assert not one.kept


def test_a_game_too_many_is_refused_with_words(settings: Settings) -> None:
    tight = Settings(settings.database, settings.page, Limits(made_games=2))
    for _start in range(2):             # a new server counts the games of the one before
        with TestClient(make_app(tight)) as client:
            answers = [client.post("/api/games", json={"rule": {"id": "guobiao"}}) for _game in range(3)]
    assert [answer.status_code for answer in answers] == [429] * 3
    assert answers[0].json()["title"] == "one address makes at most 2 games a day"
    assert int(answers[0].headers["retry-after"]) > 0
    with sqlite3.connect(database_of(settings)) as database:
        assert database.execute("select count(*) from games").fetchone() == (2,)
        assert "testclient" not in str(database.execute("select * from kept").fetchall())


def test_many_large_rulebooks_are_refused(settings: Settings) -> None:
    tight = Settings(settings.database, settings.page, Limits(made_bytes=30_000))
    with TestClient(make_app(tight)) as client:
        answers = [client.post("/api/games", json={"rule": rule}) for rule in (
            {"id": "guobiao"}, {"text": OWN + "# x\n" * 9_000}, {"id": "guobiao"})]
    assert [answer.status_code for answer in answers] == [201, 429, 201]
    assert "MiB" in answers[1].json()["title"]


def test_a_game_without_end_is_not_kept_for_ever(settings: Settings) -> None:
    tight = Settings(settings.database, settings.page, Limits(game_bytes=1_500))
    with TestClient(make_app(tight)) as client:
        game = make(client)
        with sit(client, game) as socket:
            ann = Player(socket)
            ann.see(1)
            for _turn in range(60):
                told = ann.say(type="act", action=(ann.legal or ["pass"])[-1])
                if told["type"] == "error":
                    break
                ann.see(told["step"])
            assert "too long to store" in told["faults"][0]
            assert ann.say(type="ping")["type"] == "done"


def test_what_is_taken_back_is_not_counted(settings: Settings) -> None:
    app = make_app(settings)
    with TestClient(app) as client:
        game = make(client)
        kept = app.state.games.store.quota.kept[game["id"]]
        with sit(client, game) as socket:
            ann = Player(socket)
            ann.see(1)
            while not any(action.startswith("discard") for action in ann.legal):
                ann.answer()
            before, sizes = kept.bytes, set()
            for _time in range(5):
                ann.answer()
                sizes.add(kept.bytes > before)
                step = ann.say(type="undo")["step"]
                while ann.update["step"] != step:
                    ann.receive()
                sizes.add(kept.bytes)
        assert sizes == {True, before}


# -- not for ever --
class Games:
    """Games in memory, some of which somebody looks at."""

    def __init__(self, **used: bool) -> None:
        self.used = used

    def in_use(self) -> Any:
        return iter(self.used.items())

    def leave(self, name: str) -> bool:
        return self.used.pop(name) is False


def test_idle_rooms_leave_the_memory() -> None:
    async def run() -> None:
        games, time = Games(idle=False, busy=True), [0.0]
        async with Store("sqlite://") as store:
            expiry = Expiry(Settings("sqlite://", idle_minutes=30), store, games, clock=lambda: time[0])
            await expiry.look()
            time[0] = 29 * 60
            await expiry.look()
            assert set(games.used) == {"idle", "busy"}
            time[0] = 31 * 60
            await expiry.look()
            assert set(games.used) == {"busy"}
            games.used["busy"] = False
            await expiry.look()
            time[0] = 60 * 60
            await expiry.look()
            assert set(games.used) == {"busy"}          # idle for 29 minutes only
    asyncio.run(run())


def test_a_room_that_left_comes_back(settings: Settings) -> None:
    app = make_app(settings)
    with TestClient(app) as client:
        game = make(client)
        games = app.state.games
        with sit(client, game) as socket:
            ann = Player(socket)
            ann.see(1)
            assert not games.leave(game["id"])          # somebody is there
            ann.answer()
            told = ann.update
        while not games.leave(game["id"]):
            threading.Event().wait(0.02)
        assert list(games.in_use()) == []
        with sit(client, game) as socket:
            ann = Player(socket)
            ann.see(told["step"])
            assert ann.update["view"] == told["view"]


@pytest.mark.parametrize(("days", "left"), [(30, {"new", "seen"}), (0, {"old", "new", "seen"})])
def test_abandoned_games_leave_the_database(tmp_path: Path, days: int, left: set[str]) -> None:
    address, time = f"sqlite:///{tmp_path / 'games.sqlite'}", [1_000_000_000.0]

    async def run() -> None:
        async with Store(address, Quota(Limits(), clock=lambda: time[0])) as store:
            games = Games(seen=True)
            expiry = Expiry(Settings(address, keep_days=days), store, games, clock=lambda: time[0])
            for name, text in (("old", OWN), ("seen", OWN + "#"), ("new", OWN + "##")):
                time[0] += 12 * DAY
                await store.save(name, 0, [StoredStep("begin", None, "7")], made_of={"rule": {**RULE, "text": text}})
                await expiry.look()
            assert await store.load("old") is not None
            time[0] += 12 * DAY         # the first was last used 36 days ago; the second is, by somebody who looks on
            await expiry.look()
            assert {name for name in ("old", "seen", "new") if await store.load(name) is not None} == left
            assert set(store.quota.kept) == left
        with sqlite3.connect(tmp_path / "games.sqlite") as database:
            assert {row[0] for row in database.execute("select distinct game from steps")} == left
            assert database.execute("select count(*) from texts").fetchone()[0] == len(left)
    asyncio.run(run())


def test_what_clearing_up_cannot_do_ends_nothing() -> None:
    async def run() -> None:
        looks = []

        class Broken(Games):
            def in_use(self) -> Any:
                looks.append(1)
                raise RuntimeError

        async def sleep(_seconds: float) -> None:
            if len(looks) == 3:
                raise asyncio.CancelledError

        async with Store("sqlite://") as store:
            with pytest.raises(asyncio.CancelledError):
                await Expiry(Settings("sqlite://"), store, Broken()).run(sleep)
        assert len(looks) == 3
    asyncio.run(run())
