"""Games over HTTP and WebSocket: make one, join one, play, watch, take its record."""

import asyncio
from contextlib import AbstractContextManager
from typing import Any

from fastapi import APIRouter, Depends, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import tag_meant
from quepu.server.answers.asked_book import Rule
from quepu.server.games.database import Store
from quepu.server.games.greeting import hello, invitation, presented
from quepu.server.games.lobby import Agreed, Games
from quepu.server.hosting.turns import address_of
from quepu.server.http_problem import BUSY, CONFLICT, NOT_ALLOWED, TOO_MANY, ProblemError, close_reason, lang_of
from quepu.server.routes.game_connection import COME_BACK, LATER, Connection
from quepu.server.safety.address import ASKING
from quepu.server.safety.ceiling import refuse_when_full
from quepu.server.safety.messages import read_key, read_object
from quepu.server.safety.player_names import Name
from quepu.server.settings import Limits
from quepu.server.tables.move_clock import LONGEST_MOVE, LONGEST_RESERVE
from quepu.server.tables.players import BOT_KINDS, LEVELS, OPEN, PERSON, Player, seated
from quepu.server.tables.telling import players_json
from quepu.server.tables.window import LONGEST, USUAL
from quepu.server.told.games import GameTold, InvitationTold, JoinedTold, MadeTold

router = APIRouter(prefix="/api/games", tags=["games"])

_CLOSED = 4403              # close code of a connection that has no place in the game
_FULL = 4409
_GAME_BYTES = 1_000         # of a new game besides its rulebook's text


class ClockAsked(BaseModel):
    """A clock: seconds for each answer that is openly waited for, then a reserve that is full again with every hand."""

    model_config = ConfigDict(extra="forbid")

    move: int = Field(ge=1, le=LONGEST_MOVE, strict=True)
    reserve: int = Field(0, ge=0, le=LONGEST_RESERVE, strict=True)


class NewGame(BaseModel):
    """A game to be made: the first player is whoever makes it."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [
        {"rule": {"id": "ID"}, "name": "Ann", "others": ["easy", "strong", "normal"]}]})

    rule: Rule
    name: Name = "1"
    others: list[str] = Field(default=["easy"] * 3, max_length=3, description=(
        "beginner, easy, normal, strong, master or open"))
    seed: int | None = Field(None, ge=0, lt=1 << 62, strict=True)
    window: float | None = Field(None, ge=0, le=LONGEST, strict=True, description=(
        "seconds for which answers are held back after a discard, a flower or a kong that somebody might claim, the "
        f"same whether or not anybody can; {USUAL} if nothing is said, where others play or watch. 0 is off: then the "
        "others can tell from the pause, or from its absence, that somebody could have claimed"))
    hints: bool = Field(True, strict=True, description="whether players may ask the adviser")
    clock: ClockAsked | None = Field(None, description=(
        "seconds for each move and of a reserve; whoever has used both up passes, or discards what he drew. None: "
        "nobody is hurried"))
    gathers: bool = Field(False, strict=True, description=(
        "friends gather under a short code, which is `join_key`: every place but the first is open until the first "
        "player lets the game begin, and a kind among `others` is the bot that plays there if nobody comes"))

    def players(self) -> list[Player]:
        """Who plays, and where somebody may still come."""
        known = (*(LEVELS if self.gathers else BOT_KINDS), OPEN)
        for kind in self.others:
            if kind not in known:
                raise ProblemError(CONFLICT, Fault("game.no_player", kind=kind), [Fault("book.known", known=known)])
        others = [Player(OPEN, f"{OPEN} {number}", level="" if kind == OPEN else kind) if self.gathers
                  else Player(kind, f"{kind} {number}") for number, kind in enumerate(self.others, 1)]
        if self.seed is not None and any(player.kind == OPEN for player in others):
            raise ProblemError(CONFLICT, Fault("game.seed"))
        return [Player(PERSON, self.name), *others]


class Join(BaseModel):
    """Taking an open place."""

    model_config = ConfigDict(extra="forbid")

    key: str = Field(max_length=64)
    name: Name


def making(request: Request, rule: Rule) -> AbstractContextManager[None]:
    """Make a game in here, if whoever asks may still keep one."""
    store: Store = request.app.state.games.store
    return store.quota.making(store.called(ASKING.get()), len((rule.text or "").encode(errors="replace")) + _GAME_BYTES)


def given_key(asked: HTTPConnection, key: str | None) -> str | None:
    """The key of a request: in its header, which no log shows, or in its address; None if there is none."""
    kind, _space, bearer_key = asked.headers.get("authorization", "").partition(" ")
    return bearer_key.strip() if kind.lower() == "bearer" else key


@router.post("", status_code=201, summary="Make a game", dependencies=[Depends(refuse_when_full)],
             responses={201: {"model": MadeTold}})
async def make(request: Request, asked: NewGame) -> dict[str, Any]:
    """Make a game; the answer holds the secrets: of the own place, for friends, for those who watch."""
    games: Games = request.app.state.games
    players = asked.players()
    clock = None if asked.clock is None else (asked.clock.move, asked.clock.reserve)
    agreed = Agreed(asked.window, asked.hints, asked.gathers, clock)
    with making(request, asked.rule):
        live, keys = await games.make(asked.rule, players, asked.seed, address_of(request), agreed)
    return {"id": live.game.id, **keys, "players": players_json(seated(live.game.made_of.players))}


@router.post("/{name}/join", summary="Take an open place", responses={200: {"model": JoinedTold}})
async def join(request: Request, name: str, asked: Join) -> dict[str, Any]:
    """Join with the game's secret; the answer is the own secret."""
    games: Games = request.app.state.games
    live = await games.find(name, address_of(request))
    async with games.using(live) as game:
        number, key, change = await game.join(asked.key, asked.name)
        live.presence.leave(number)     # from now on he is expected
        await games.save(live, change, made_of=True)
    return {"id": name, "player": number, "key": key, "players": players_json(seated(game.made_of.players))}


@router.get("/{name}/invitation", summary="What a friend is invited to", responses={200: {"model": InvitationTold}})
async def invited(request: Request, name: str, key: str | None = None) -> dict[str, Any]:
    """The rules and the players of a game, for whoever has the secret to join it (`Authorization: Bearer KEY`)."""
    games: Games = request.app.state.games
    live = await games.find(name, address_of(request))
    live.game.check_invited(given_key(request, key) or "")
    async with games.using(live, looks=True):       # what is not safe yet is not told
        return invitation(live)


@router.get("/with-code", summary="Where friends gather under a code", responses={200: {"model": InvitationTold}})
async def gathering(request: Request, key: str | None = None) -> dict[str, Any]:
    """The game that has not begun yet and whose `join_key` is this code (`Authorization: Bearer CODE`)."""
    games: Games = request.app.state.games
    live = games.of_code(given_key(request, key) or "")
    async with games.using(live, looks=True):
        return invitation(live)


@router.get("/{name}", summary="What a game is", responses={200: {"model": GameTold}})
async def show(request: Request, name: str, key: str | None = None) -> dict[str, Any]:
    """The game as the owner of this key may know it; the key is better told as `Authorization: Bearer KEY`."""
    games: Games = request.app.state.games
    live = await games.find(name, address_of(request))
    player = live.game.player_of_key(given_key(request, key) or "")
    if player is None and not live.polled:
        live.polled = True
        await games.see_watchers(live)
    async with games.using(live, looks=True) as game:       # what is not safe yet is not told
        told = await game.update(player, 0, "zh", False)
        return {"hello": hello(live, player), "update": presented(live, told)}


@router.get("/{name}/record", summary="The record of a game", response_class=PlainTextResponse)
async def record(request: Request, name: str, key: str | None = None) -> PlainTextResponse:
    """The record as JSON lines, once no hand is in play.

    A player gets all of it, every tile included, and can play it again; the match's seed stands in it only at the end
    of the match, or if he chose it himself.  With `watch_key` it holds what a watcher has seen, and can be read only.
    """
    games: Games = request.app.state.games
    live = await games.find(name, address_of(request))
    player = live.game.player_of_key(given_key(request, key) or "")
    async with games.using(live, looks=True) as game:
        return PlainTextResponse(await game.record(player), media_type="application/jsonl")


@router.websocket("/{name}/socket")
async def socket(socket: WebSocket, name: str, key: str | None = None, since: int = 0, lang: str = "zh",
                 frames: bool = False) -> None:
    """Play or watch a game; `since` is the number of steps already known (after a lost connection).

    The key is told by the header `Authorization: Bearer KEY`, by `?key=KEY`, or, if neither is there, by the first
    message: `{"type": "key", "key": KEY}`.  With `frames` an update shows the table after each step, so that it can be
    watched step by step.
    """
    await socket.accept()
    games: Games = socket.app.state.games
    limits: Limits = socket.app.state.settings.limits
    try:
        own_key = given_key(socket, key)
        if own_key is None:
            own_key = await _first_key(socket, limits)
        live = await games.find(name, address_of(socket))
        player = live.game.player_of_key(own_key)
    except ProblemError as error:
        await socket.close(LATER if error.status in (TOO_MANY, BUSY) else _CLOSED,
                           close_reason(error.title, lang_of(socket)))
        return
    except QuepuError as error:         # what was stored can no longer be read
        await socket.close(_CLOSED, close_reason(error.faults[0], lang_of(socket)))
        return
    except SQLAlchemyError:
        await socket.close(COME_BACK, close_reason(Fault("game.database_back"), lang_of(socket)))
        return
    except WebSocketDisconnect:
        return
    if player is None and len(live.listeners) >= limits.watchers:
        await socket.close(_FULL, close_reason(Fault("game.watchers"), lang_of(socket)))
        return
    games.store.quota.use(name)
    await Connection(socket, games, live, player, limits, tag_meant(lang) or "zh", frames).run(since)


async def _first_key(socket: WebSocket, limits: Limits) -> str:
    """The key in the first message, which has to come soon."""
    try:
        async with asyncio.timeout(limits.header_seconds):
            message = await socket.receive()
    except TimeoutError:
        raise ProblemError(NOT_ALLOWED, Fault("game.no_key")) from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    data = message.get("bytes") or (message.get("text") or "").encode(errors="replace")
    if len(data) > limits.message:
        raise ProblemError(NOT_ALLOWED, Fault("game.no_key"))
    try:
        return read_key(read_object(data))
    except QuepuError as error:
        raise ProblemError(NOT_ALLOWED, error.faults[0]) from None
