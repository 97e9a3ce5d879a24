"""A real server whose disk is full, or that is killed at any moment: what it has acknowledged is there afterwards."""

import asyncio
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("resource")
from tools.load_client import Client, Counted, make_game
from tools.served import Served

from tests.full_disk import WAYS, Disk, full_disk
from tests.share import FULL, SEED
from tests.waiting import LONGEST

KILLS = 40 if FULL else 4


@pytest.fixture(params=WAYS)
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    with full_disk(tmp_path, request.param) as found:
        yield found


def alone(work: Any) -> None:
    """Run in a thread of its own: a test of the page may have left its own loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


async def until(is_so: Any) -> None:
    async with asyncio.timeout(LONGEST):
        while not is_so():
            await asyncio.sleep(0.02)


class Playing:
    """Somebody who plays against bots until he is told to stop."""

    def __init__(self, server: Served, seed: int, pause: float = 0.01) -> None:
        self.counted = Counted()
        game = make_game(server.address, {"rule": {"id": "guobiao"}, "name": "script", "others": ["greedy"] * 3})
        self.client = Client(server.address, game, self.counted, pause, seed)
        self.task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Playing":
        self.task = asyncio.create_task(self.client.play())
        return self

    async def __aexit__(self, *_error: object) -> None:
        self.client.stopped = True
        assert self.task is not None
        await self.task

    def acknowledged(self) -> tuple[int, list[dict[str, Any]]]:
        """The steps he has been told, and every event of them."""
        return self.client.step, [event for event in self.client.events if event["step"] < self.client.step]

    async def goes_on(self, more: int = 3) -> None:
        """Wait for some more answers."""
        wanted = self.counted.answered + more
        await until(lambda: self.counted.answered >= wanted)

    async def lost(self, told: tuple[int, list[dict[str, Any]]]) -> bool:
        """Whether a new connection is told otherwise than he was."""
        step, events = await self.client.seen_again()
        return step < told[0] or [event for event in events if event["step"] < told[0]] != told[1]


def test_a_full_disk_is_told_and_the_game_goes_on_once_there_is_room(disk: Disk) -> None:
    async def play(server: Served) -> None:
        assert server.process is not None
        process = server.process.pid
        async with Playing(server, 1) as playing:
            await playing.goes_on()
            disk.fill(process)
            before = playing.client.sittings
            await until(lambda: playing.client.sittings > before and playing.counted.errors)
            told = playing.acknowledged()
            disk.free(process)
            errors = len(playing.counted.errors)
            await playing.goes_on(10)
            assert len(playing.counted.errors) <= errors + 1            # one that was on its way
            assert not await playing.lost(told)
        assert all("database" in error or "saved" in error for error in playing.counted.errors)
        assert server.process.poll() is None

    with Served(f"sqlite:///{disk.folder / 'games.sqlite'}") as server:
        alone(play(server))


def test_nothing_acknowledged_is_lost_wherever_the_server_is_killed(tmp_path: Path) -> None:
    rng = random.Random(f"kill {SEED}")

    async def play(server: Served) -> None:
        async with Playing(server, 1) as playing:
            for _kill in range(KILLS):
                await playing.goes_on(rng.randint(1, 4))
                await asyncio.sleep(rng.uniform(0, 0.03))               # anywhere in what it does then
                server.kill()
                sittings = playing.client.sittings
                await asyncio.sleep(0.1)        # what had been sent before is heard
                told = playing.acknowledged()
                await asyncio.to_thread(server.start)
                await until(lambda before=sittings: playing.client.sittings > before)
                assert not await playing.lost(told)
            await playing.goes_on()
        assert playing.counted.errors == []
        assert playing.counted.cut <= KILLS

    with Served(f"sqlite:///{tmp_path / 'games.sqlite'}") as server:
        alone(play(server))
