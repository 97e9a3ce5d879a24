"""Games over HTTP and WebSocket: make one, join one, play, watch, take its record.

A connection gets `hello`, then an `update` after everything that happens; every message it sends is answered with its
own `id`: `done`, or `error` with the faults.  What is `done` is safe in the database.
"""

import asyncio
import contextlib
import json
from typing import Any

from fastapi import APIRouter, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from quepu.bots.hints import hint_lines
from quepu.errors import IllegalAction, QuepuError
from quepu.records.lines import write_record
from quepu.server.books import Rule
from quepu.server.limit import Bucket
from quepu.server.names import Name
from quepu.server.problem import CONFLICT, NOT_ALLOWED, ProblemError, written
from quepu.server.room import BOT_KINDS, OPEN, PERSON, Player, Room
from quepu.server.rooms import Live, Rooms
from quepu.server.settings import Limits
from quepu.server.told import LANGS, hello, told_players, update

router = APIRouter(prefix="/api/games", tags=["games"])

_CLOSED = 4403              # close code of a connection that has no place in the game
_FULL = 4409
_TOO_MANY = 4429
_COME_BACK = 1012           # the game has to be read again as it is kept


class NewGame(BaseModel):
    """A game to be made: the first player is whoever makes it."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [
        {"rule": {"id": "ID"}, "name": "Ann", "others": ["greedy", "aware", "greedy"]}]})

    rule: Rule
    name: Name = "1"
    others: list[str] = Field(default=["greedy"] * 3, max_length=3, description="random, greedy, aware or open")
    seed: int | None = Field(None, ge=0, lt=1 << 62)


class Join(BaseModel):
    """Taking an open place."""

    model_config = ConfigDict(extra="forbid")

    key: str = Field(max_length=64)
    name: Name


@router.post("", status_code=201, summary="Make a game")
async def make(request: Request, asked: NewGame) -> dict[str, Any]:
    """Make a game; the answer holds the secrets: of the own place, for friends, for those who watch."""
    rooms: Rooms = request.app.state.rooms
    players = [Player(PERSON, asked.name)]
    for number, kind in enumerate(asked.others):
        if kind not in (*BOT_KINDS, OPEN):
            raise ProblemError(CONFLICT, f"'{kind}' is no player", [f"known: {', '.join((*BOT_KINDS, OPEN))}"])
        players.append(Player(kind, f"{kind} {number + 1}"))
    if asked.seed is not None and OPEN in asked.others:
        raise ProblemError(CONFLICT, "a game with friends has no seed: who knows it knows every tile")
    live, keys = await rooms.make(asked.rule, players, asked.seed)
    return {"id": live.room.id, **keys, "players": told_players(live.room)}


@router.post("/{name}/join", summary="Take an open place")
async def join(request: Request, name: str, asked: Join) -> dict[str, Any]:
    """Join with the room's secret; the answer is the own secret."""
    rooms: Rooms = request.app.state.rooms
    live = await rooms.find(name)
    async with live.lock:
        number, key = live.room.join(asked.key, asked.name)
        if not live.room.waits_for_people:
            live.room.start()
            live.room.next_hand()
        await rooms.save(live, made_of=True)
    return {"id": name, "player": number, "key": key, "players": told_players(live.room)}


@router.get("/{name}", summary="What a game is")
async def show(request: Request, name: str, key: str) -> dict[str, Any]:
    """The game as the owner of this key may know it."""
    live = await request.app.state.rooms.find(name)
    player = live.room.player_of_key(key)
    async with live.lock:               # what is not safe yet is not told
        return {"hello": hello(live.room, player), "update": update(live.room, player, 0, "zh", False)}


@router.get("/{name}/record", summary="The record of a game", response_class=PlainTextResponse)
async def record(request: Request, name: str, key: str) -> PlainTextResponse:
    """The whole record as JSON lines; it tells every tile, so only once no hand is in play."""
    live = await request.app.state.rooms.find(name)
    live.room.player_of_key(key)
    if not live.room.match.hand_over:
        raise ProblemError(NOT_ALLOWED, "the record can be had when the hand is over")
    return PlainTextResponse(write_record(live.room.match), media_type="application/jsonl")


def _number(told: Any) -> int | str | None:
    """What a message is called, so that its answer can be told from others."""
    if told is None or (isinstance(told, int) and abs(told) < 1 << 53) or (isinstance(told, str) and len(told) <= 40):
        return told
    raise QuepuError("the id of a message is a number or a short text")


class Connection:
    """One browser at one game: what it says goes to the room, what happens there goes to it."""

    def __init__(self, socket: WebSocket, rooms: Rooms, live: Live, player: int | None, limits: Limits,
                 lang: str, frames: bool) -> None:
        self.socket, self.rooms, self.live, self.player = socket, rooms, live, player
        self.lang, self.frames = lang, frames
        self.limits, self._bucket = limits, Bucket(limits.messages, 4 * limits.messages)
        self._told = 0                  # steps it has been told ...
        self._table: dict[str, Any] = {}        # ... and the table after them
        self._news = asyncio.Event()
        self._sending = asyncio.Lock()

    async def run(self, since: int) -> None:
        """Talk until one side leaves."""
        self._told = max(0, since)
        self.live.listeners.add(self._heard)
        teller = asyncio.create_task(self._tell())
        try:
            await self._send(hello(self.live.room, self.player))
            self._news.set()
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                data = message.get("bytes") or (message.get("text") or "").encode(errors="replace")
                if len(data) > self.limits.message or not self._bucket.take():
                    await self.socket.close(_TOO_MANY)
                    return
                await self._answer(data)
        except WebSocketDisconnect:
            pass
        finally:
            self.live.listeners.discard(self._heard)
            teller.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await teller

    def _heard(self, _room: Room) -> None:
        self._news.set()

    async def _tell(self) -> None:
        """Send what is new, all of it together if it comes faster than it can be sent."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self.live.lost:
                with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                    await self.socket.close(_COME_BACK, "the database could not be reached; come back")
                return
            async with self.live.lock:
                told = update(self.live.room, self.player, self._told, self.lang, self.frames)
                self._told = told["step"]
            table = {key: value for key, value in told.items() if key not in ("since", "frames")}
            if not told["events"] and table == self._table:
                continue                # what happened is not his business, nor that something did
            self._table = {**table, "events": []}
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self._send(told)

    async def _answer(self, text: bytes) -> None:
        """Do what a message asks for, and say so."""
        number: Any = None
        try:
            asked = json.loads(text)
            if not isinstance(asked, dict):
                raise QuepuError("a message is a JSON object")
            number = _number(asked.get("id"))
            done = await self._do(asked)
            await self._send({"type": "done", "id": number, "step": len(self.live.room.sight(self.player)), **done})
        except QuepuError as error:
            await self._send({"type": "error", "id": number, "faults": list(error.faults)})
        except ProblemError as error:
            await self._send({"type": "error", "id": number, "faults": [error.title, *error.faults]})
        except (ValueError, RecursionError):
            await self._send({"type": "error", "id": number, "faults": ["a message is a JSON object"]})

    async def _do(self, asked: dict[str, Any]) -> dict[str, Any]:
        what, lang = asked.get("type"), self.lang
        if what == "ping":
            return {}
        if self.player is None:
            raise IllegalAction("who watches does not play")
        room = self.live.room
        async with self.live.lock:
            if self.live.lost:
                raise IllegalAction("the database could not be reached: come back and try again")
            if what == "hint":
                return {"lines": hint_lines(room.match, self._asked_seat(), lang)}
            if what == "why":
                seat = room.seat_of(self.player)
                assert seat is not None
                return {"text": room.match.why_not(seat, str(asked.get("action", ""))[:80], lang)}
            if what == "act":
                step = asked.get("step")
                room.act(self.player, str(asked.get("action", ""))[:80], step if isinstance(step, int) else None)
            elif what == "next":
                room.next_hand()
            elif what == "undo":
                room.undo(self.player)
                self._told = min(self._told, len(room.sight(self.player)))
            elif what == "start" and self.player == room.made_of.owner:
                room.start()
                room.next_hand()
            else:
                raise IllegalAction(f"'{str(what)[:40]}' cannot be asked for")
            await self.rooms.save(self.live, made_of=what == "start")
        return {}

    def _asked_seat(self) -> int:
        seat = self.live.room.seat_of(self.player)
        if seat is None or seat not in self.live.room.match.asked:
            raise IllegalAction("there is nothing to decide now")
        return seat

    async def _send(self, message: dict[str, Any]) -> None:
        async with self._sending:
            await self.socket.send_text(written(message))


@router.websocket("/{name}/socket")
async def socket(socket: WebSocket, name: str, key: str = "", since: int = 0, lang: str = "zh",
                 frames: bool = False) -> None:
    """Play or watch a game; `since` is the number of steps already known (after a lost connection).

    With `frames` an update shows the table after each step, so that it can be watched step by step.
    """
    await socket.accept()
    rooms: Rooms = socket.app.state.rooms
    limits: Limits = socket.app.state.settings.limits
    try:
        live = await rooms.find(name)
        player = live.room.player_of_key(key)
    except ProblemError as error:
        await socket.close(_CLOSED, error.title[:120])
        return
    if player is None and len(live.listeners) >= limits.watchers:
        await socket.close(_FULL, "too many watch this game")
        return
    await Connection(socket, rooms, live, player, limits, lang if lang in LANGS else "zh", frames).run(since)
