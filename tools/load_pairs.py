"""Games of two people and two bots: scripted players of whom each answers when he is asked, and waits otherwise.

A table may hold back what follows a discard, and then whoever has not answered in time has passed.  So a player may
hear nothing for a while, and an answer may come too late: it is refused as such, and he goes on with what he is told.
"""

import asyncio
import json
import urllib.request
from typing import Any

from websockets.asyncio.client import ClientConnection

from tools.load_client import LONGEST, Client, Counted, make_game

_LOOK = 0.5                 # seconds after which who hears nothing looks whether he is to stop
_LATE = ("game.changed", "game.held")       # causes of a refusal: the table has gone on, or is about to


class Partner(Client):
    """One of two people at a table; the one who made the game lets the next hand begin."""

    def __init__(self, address: str, game: dict[str, Any], counted: Counted, think: float, seed: int) -> None:
        super().__init__(address, game, counted, think, seed)
        self.is_first = "join_key" in game
        self.answers = 0
        self._answered: Any = None      # the question that was answered last

    async def _sit(self, socket: ClientConnection) -> None:
        self._answered = None
        await self._first_update(socket)
        while not self.stopped:
            asked = self._asked()
            if asked is None or asked == self._answered:
                await self._listen(socket, _LOOK)
                continue
            await self._listen(socket, self.rng.uniform(0.5, 1.5) * self.think)
            if asked != self._asked():
                continue                # the table has gone on while he thought
            if self.stopped:
                return
            self._answered = asked
            await self._say(socket, self._message())
            self.answers += 1

    def _asked(self) -> tuple[Any, ...] | None:
        """What the table waits for from this player; None: nothing."""
        update = self.update
        if update["over"]:
            return None
        if update["hand_over"]:
            return (update["step"], "next") if self.is_first else None
        legal = tuple(one["action"] for one in (update["view"] or {}).get("legal", ()))
        return (update["step"], legal) if legal else None

    def _message(self) -> dict[str, Any]:
        assert self._answered is not None
        step, legal = self._answered
        if legal == "next":
            return {"type": "next"}
        wanted = "win" if "win" in legal else "pass" if "pass" in legal else legal[-1]
        return {"type": "act", "action": wanted, "step": step}

    def _refused(self, message: dict[str, Any], told: dict[str, Any]) -> None:
        if message["type"] == "act" and any(cause.get("code") in _LATE for cause in told["causes"]):
            self.counted.late += 1
        else:
            super()._refused(message, told)

    async def _listen(self, socket: ClientConnection, seconds: float) -> None:
        """Hear what is told in so many seconds; nothing new for a while is no fault."""
        loop = asyncio.get_running_loop()
        end, asked = loop.time() + seconds, self._asked()
        while (left := end - loop.time()) > 0 and asked == self._asked():
            try:
                self._heard(await asyncio.wait_for(socket.recv(), left))
            except TimeoutError:
                return


def make_pair(address: str, body: dict[str, Any], counted: Counted, think: float, number: int) -> list[Partner]:
    """A new game with two people, who both have their places."""
    game = make_game(address, body)
    request = urllib.request.Request(f"{address}/api/games/{game['id']}/join", json.dumps(
        {"key": game["join_key"], "name": "friend"}).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=LONGEST) as answer:
        joined = json.load(answer)
    return [Partner(address, one, counted, think, 2 * number + index) for index, one in enumerate((game, joined))]
