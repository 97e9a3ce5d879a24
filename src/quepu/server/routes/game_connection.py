"""One browser at one game, over a WebSocket.

A connection gets `hello`, then an `update` after everything that happens; every message it sends is answered with its
own `id`: `done`, or `error` with the faults.  What is `done` is safe in the database.
"""

import asyncio
import contextlib
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.server.answers.asked_book import Rule
from quepu.server.games.greeting import hello, presented
from quepu.server.games.kept_game import Game
from quepu.server.games.lobby import Games, Live, closed_text
from quepu.server.hosting.turns import MOST_DEATHS
from quepu.server.http_problem import ProblemError, close_reason, lang_of, sent_faults, written
from quepu.server.routes.asking import told_by
from quepu.server.safety.limit import Bucket
from quepu.server.safety.messages import Asked, read_id, read_message, read_object
from quepu.server.settings import Limits
from quepu.server.tables.move_clock import news_of
from quepu.server.tables.window import told_of

_TOO_MANY = 4429            # close codes
COME_BACK = 1012            # the game has to be read again as it is kept
LATER = 1013                # there is no process for its rulebook now
_PAUSE = 2.0                # seconds until somebody hears that
_OF_OWNER = ("start", "level")          # what only who made the game may do
_OF_PLAYERS = (*_OF_OWNER, "ready", "stand_in", "come_back")        # what changes who plays
_CHANGES = ("act", "next", "undo", *_OF_PLAYERS)


class Connection:
    """One browser at one game: what it says goes to the game, what happens there goes to it."""

    def __init__(self, socket: WebSocket, games: Games, live: Live, player: int | None, limits: Limits,
                 lang: str, frames: bool) -> None:
        self.socket, self.games, self.live, self.player = socket, games, live, player
        self.lang, self.frames = lang, frames
        self.tongue = lang_of(socket)   # of faults: as it asked for, and English if it asked for nothing
        self.limits, self._bucket = limits, Bucket(limits.messages, 4 * limits.messages)
        self._sent = 0                  # steps it has been told ...
        self._table: dict[str, Any] = {}        # ... and the table after them
        self._news = asyncio.Event()
        self._sending = asyncio.Lock()
        self._advising: asyncio.Task[None] | None = None        # a hint that is being worked out

    async def run(self, since: int) -> None:
        """Talk until one side leaves."""
        self._sent = max(0, since)
        self.live.listeners.add(self._heard)
        if self.player is None:
            self.live.watchers += 1
            await asyncio.shield(self.games.see_watchers(self.live))
        teller = asyncio.create_task(self.games.own_time.timed(self._tell()))
        self._come()
        self._news.set()                # with what _come has told of: the table is looked at once, and told after hello
        try:
            await self._send(hello(self.live, self.player))
            await self._take_seat_back()
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
            self._go()
            tasks = [task for task in (teller, self._advising) if task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # -- being there --
    def _come(self) -> None:
        if self.player is not None:
            self.live.presence.arrive(self.player)
            self.games.tell(self.live)

    def _go(self) -> None:
        if self.player is not None:
            self.live.presence.leave(self.player)
            self.games.tell(self.live)
        else:
            self.live.watchers -= 1
            self.games.held.watch(self.live)    # soon: whoever has gone waits for nothing

    async def _take_seat_back(self) -> None:
        """Whoever comes back plays himself; if that cannot be kept, the teller says why and closes."""
        player = self.player
        if player is None or player not in self.live.game.made_of.stand_ins:
            return
        with contextlib.suppress(ProblemError, QuepuError):
            async with self.games.using(self.live) as game:
                if player in game.made_of.stand_ins and game.made_of.deaths < MOST_DEATHS:
                    await self.games.save(self.live, await game.come_back(player), made_of=True)

    def _heard(self, _room: Game) -> None:
        self._news.set()

    async def _tell(self) -> None:
        """Send what is new, all of it together if it comes faster than it can be sent."""
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                async with self.games.using(self.live, looks=True) as game:
                    message = await game.update(self.player, self._sent, self.lang, self.frames)
                    message = presented(self.live, message)
                    self._sent = message["step"]
            except (ProblemError, QuepuError) as error:
                await self._leave(error)
                return
            table = {key: value for key, value in message.items() if key not in ("since", "frames")}
            table["window"] = told_of(message["window"])        # the time that is left is no news
            table["clock"] = news_of(message["clock"])
            if not message["events"] and table == self._table:
                continue                # what happened is not his business, nor that something did
            self._table = {**table, "events": []}
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await self._send(message)

    async def _leave(self, error: ProblemError | QuepuError) -> None:
        """Say why the table cannot be shown, and let the browser come back for it."""
        faults = [error.title, *error.faults] if isinstance(error, ProblemError) else list(error.faults)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            if self.live.fell and self.live.lost is not None:
                await self._send({"type": "error", "id": None, **sent_faults([self.live.lost], self.tongue)})
            elif not self.live.lost:
                await asyncio.sleep(_PAUSE)             # it would be back at once, and again, and again
            async with self._sending:
                await self.socket.close(COME_BACK if self.live.lost else LATER, close_reason(faults[0], self.tongue))

    async def _answer(self, text: bytes) -> None:
        """Do what a message asks for, and say so; a hint takes its time, and whoever asks for one may play on."""
        number: int | str | None = None
        try:
            asked = read_object(text)
            number = read_id(asked)
            message = read_message(asked)
        except QuepuError as error:
            await self._send({"type": "error", "id": number, **sent_faults(error.faults, self.tongue)})
            return
        if message.type != "hint":
            await self._say_done(number, message)
            return
        if self._advising is not None:
            await asyncio.wait([self._advising])
        self._advising = asyncio.create_task(self.games.own_time.timed(self._say_done(number, message)))

    async def _say_done(self, number: int | str | None, message: Asked) -> None:
        lang = message.lang or self.tongue
        try:
            done = await self._do(message)
            await self._send({"type": "done", "id": number, **done})
        except QuepuError as error:
            await self._send({"type": "error", "id": number, **sent_faults(error.faults, lang)})
        except ProblemError as error:
            await self._send({"type": "error", "id": number, **sent_faults([error.title, *error.faults], lang)})

    async def _do(self, asked: Asked) -> dict[str, Any]:
        what, lang, player = asked.type, asked.lang or self.lang, self.player
        if player is None and what != "ping":
            raise IllegalAction(Fault("game.watcher"))
        async with self.games.using(self.live, looks=what not in _CHANGES) as game:
            answer: dict[str, Any] = {}
            if what in _CHANGES:
                assert player is not None
                if game.made_of.deaths >= MOST_DEATHS:
                    raise IllegalAction(closed_text(game.made_of))
                await self._change(game, player, what, asked)
            elif what == "wait":
                self.live.window.lengthen()
                self.games.held.note(self.live)
            elif what == "hint":
                assert player is not None
                if not game.made_of.hints:
                    raise IllegalAction(Fault("game.no_hints"))
                answer = {"asked": await game.question(player)}
            elif what == "why":
                assert player is not None
                answer = {"text": await game.why(player, asked.action, lang)}
            elif what != "ping":
                raise IllegalAction(Fault("server.no_such_question", what=what))
            answer = {"step": await game.length(player), **answer}
        if "asked" in answer:           # the table is free: others play on while this is worked out
            question = {**answer["asked"], "lang": lang, "samples": asked.samples}
            answer = {"step": answer["step"], "advice": await self._advised(question)}
        return answer

    async def _advised(self, question: dict[str, Any]) -> dict[str, Any]:
        """What each answer brings, as a worker tells it."""
        state, rule = self.socket.app.state, Rule(**self.live.game.made_of.rule)
        if rule.is_own:
            await state.engines.base()  # lent to the process that compiles the rest
        return (await told_by(state, "hint", rule, question, self.limits.record_seconds)).values()

    async def _change(self, game: Game, player: int, what: str, asked: Asked) -> None:
        """Do something at the table, and keep it."""
        if what in _OF_OWNER and player != game.made_of.owner:
            raise IllegalAction(Fault("game.host_only", name=game.made_of.players[game.made_of.owner].name))
        if what in ("act", "next", "stand_in") and self.games.store.quota.is_full(game.id):
            raise IllegalAction(Fault("game.too_long"))
        if what == "act":
            change = await game.act(player, asked.action, asked.step)
            self.live.clock.answered(player)
        elif what == "next":
            change = await game.next_hand()
        elif what == "undo":
            change = await game.undo(player)
            self.live.clock.put_off()
            self._sent = min(self._sent, await game.length(player))
        elif what == "stand_in":
            change = await game.stand_in(self.live.presence.check(player, asked.player), player)
        elif what == "come_back":
            change = await game.come_back(player)
        elif what == "ready":
            change = game.say_ready(player, asked.ready)
        elif what == "level":
            self.games.refuse_master(self.live, asked.level)
            change = game.choose_level(asked.player, asked.level)
        else:
            assert what == "start"
            change = await game.start()
        await self.games.save(self.live, change, made_of=what in _OF_PLAYERS)

    async def _send(self, message: dict[str, Any]) -> None:
        async with self._sending:
            await self.socket.send_text(written(message))
