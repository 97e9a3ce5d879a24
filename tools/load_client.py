"""A scripted player of one game over WebSocket: counts and times every message, and misses nothing it was told."""

import asyncio
import json
import random
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

_AGAIN = 0.1                # seconds between two tries to connect
LONGEST = 600.0             # seconds for what must come, on a slow machine too


def make_game(address: str, body: dict[str, Any]) -> dict[str, Any]:
    """A new game; waits where the server says that there are too many requests."""
    request = urllib.request.Request(f"{address}/api/games", json.dumps(body).encode(),
                                     {"content-type": "application/json"})
    while True:
        try:
            with urllib.request.urlopen(request, timeout=LONGEST) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(0.5)


@dataclass
class Counted:
    """What all clients of a run saw."""

    seconds: list[float] = field(default_factory=list)      # from each message to its answer
    sent: int = 0
    answered: int = 0
    errors: list[str] = field(default_factory=list)
    late: int = 0                       # answers refused because the table had gone on without them
    cut: int = 0                        # messages in flight when the server was killed

    @property
    def lost(self) -> int:
        """Messages that were never answered, though the connection stood."""
        return self.sent - self.answered - self.cut


class Client:
    """One person with bots at a table, who answers after some thought."""

    def __init__(self, address: str, game: dict[str, Any], counted: Counted, think: float, seed: int) -> None:
        self.game, self.counted, self.think, self.rng = game, counted, think, random.Random(seed)
        self._base = f"ws{address.removeprefix('http')}/api/games/{game['id']}/socket?key={game['key']}&lang=en"
        self.step = 0
        self.update: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.stopped = False            # no further messages
        self.sittings = 0               # how often it was told the table by a new connection
        self._number = 0

    async def play(self) -> None:
        """Play until told to stop; comes back after every loss of the connection."""
        while not self.stopped:
            try:
                async with connect(f"{self._base}&since={self.step}", max_size=None, open_timeout=LONGEST,
                                   ping_interval=None) as socket:
                    await self._sit(socket)
            except (ConnectionClosed, OSError, InvalidHandshake, TimeoutError):
                await asyncio.sleep(_AGAIN)

    async def _sit(self, socket: ClientConnection) -> None:
        await self._first_update(socket)
        while not self.stopped:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.think)
            if self.stopped:
                return
            done = await self._say(socket, self._message())
            while self.update["step"] < done.get("step", 0):
                self._heard(await socket.recv())

    async def _first_update(self, socket: ClientConnection) -> None:
        self.update = {}
        while not self.update:
            self._heard(await socket.recv())
        self.sittings += 1

    def _message(self) -> dict[str, Any]:
        legal = [one["action"] for one in (self.update["view"] or {}).get("legal", ())]
        if self.update["hand_over"] or not legal:
            return {"type": "next" if not self.update["over"] else "ping"}
        if self.rng.random() < 0.05:
            return {"type": self.rng.choice(("hint", "why", "ping")), "action": "win"}
        wanted = "win" if "win" in legal else "pass" if "pass" in legal else legal[-1]
        return {"type": "act", "action": wanted, "step": self.update["step"]}

    async def _say(self, socket: ClientConnection, message: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        number, start = self._number, time.perf_counter()
        self.counted.sent += 1
        try:
            await socket.send(json.dumps({"id": number, **message}))
            while True:
                told = self._heard(await socket.recv())
                if told.get("id") == number:
                    break
        except ConnectionClosed:
            self.counted.cut += 1
            raise
        self.counted.seconds.append(time.perf_counter() - start)
        self.counted.answered += 1
        if told["type"] != "done":
            self._refused(message, told)
        return told

    def _refused(self, message: dict[str, Any], told: dict[str, Any]) -> None:
        self.counted.errors.append(f"{message}: {told['faults']}")

    def _heard(self, text: str | bytes) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(text)
        if told["type"] == "update":
            self.events = [event for event in self.events if event["step"] < told["since"]] + told["events"]
            self.update, self.step = told, told["step"]
        return told

    async def seen_again(self) -> tuple[int, list[dict[str, Any]]]:
        """The whole game as the server tells it to a new connection: how many steps, and every event."""
        async with connect(f"{self._base}&since=0", max_size=None, open_timeout=LONGEST,
                                   ping_interval=None) as socket:
            while True:
                told = json.loads(await socket.recv())
                if told["type"] == "update":
                    return told["step"], told["events"]
