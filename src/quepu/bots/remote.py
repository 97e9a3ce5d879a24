"""A bot that is a process speaking JSON lines: it is told what its seat sees, and asked with a view and what is legal.

One message is one line.  To the bot: `hello`, `events`, `ask`, `reset` (an answer was taken back), `end`.  From the bot
one line for each `ask`: {"action": "discard 5m"}.  docs/remote-bots.md tells every field.
"""

import json
import os
import time
from typing import Any

from quepu import __version__
from quepu.bots.arenas.between import told_between
from quepu.bots.process import TIMEOUT, ProcessBot, begun, short
from quepu.bots.seat import REMOTE
from quepu.errors import IllegalAction
from quepu.game.actions import Action, read_action
from quepu.game.events import HandBegan
from quepu.game.match import Match
from quepu.tiles import seat_letter

PROTOCOL = 1


class RemoteBot(ProcessBot):
    """A process that is told what its seat sees, and asked with everything that is legal."""

    def __init__(self, command: str, timeout: float = TIMEOUT, lang: str = "en",
                 log: str | os.PathLike[str] | None = None) -> None:
        self._asked = self._sent = 0
        self._last: Any = None          # the last step it was told
        self._greeted = self._done = False
        super().__init__(REMOTE, command, timeout, lang, log)

    # -- what it is told --
    def tell(self, match: Match, player: int) -> None:
        """Send what has happened since it was told last, as its seat sees it."""
        if not self._greeted:
            self._greeted = True
            self.send(_hello(match, player, self.timeout))
            self._sent = begun(match)  # of a match that is resumed, the hand at hand
        elif self._sent and (len(match.steps) < self._sent or match.steps[self._sent - 1] != self._last):
            self._sent = begun(match)
            self.send({"type": "reset"})
        seat = -1
        message: dict[str, Any] = {"events": []}
        for step in match.steps[:self._sent]:
            seat = _seat_in(step.events, player, seat)
        for index, step in enumerate(match.steps[self._sent:], self._sent):
            if step.kind == "begin":
                self._send_events(seat, message)
                message = {"before": told_between(match, index), "events": []}
            seat = _seat_in(step.events, player, seat)
            seen = (event.seen_by(seat) if seat >= 0 else event for event in step.events)
            message["events"] += [event.as_json() for event in seen if event is not None]
        self._send_events(seat, message)
        self._sent = len(match.steps)
        self._last = match.steps[-1] if match.steps else None
        if match.over and not self._done:
            self._done = True
            self.send({"type": "end", "scores": list(match.scores),
                        "places": [place.player for place in match.standings]})

    def _send_events(self, seat: int, message: dict[str, Any]) -> None:
        if message["events"]:
            self.send({"type": "events", "seat": seat_letter(max(seat, 0)), **message})

    # -- what it answers --
    def decide(self, match: Match, seat: int) -> Action:
        """Its answer; BotLost if the process ended, took too long, or answered what cannot be read or done."""
        self.tell(match, match.player_of(seat))
        legal = match.legal(seat)
        self._asked += 1
        self.forget()
        self.send({"type": "ask", "id": self._asked, "seat": seat_letter(seat), "view": match.view(seat).as_json(),
                   "legal": [action.text for action in legal],
                   "labels": [action.label(self.lang) for action in legal]})
        text = self._answer(time.monotonic() + self.timeout)
        try:
            return read_action(text, legal)
        except IllegalAction:
            raise self.lost("illegal", answer=short(text)) from None

    def _answer(self, until: float) -> str:
        """The text of the answer to the last question."""
        while True:
            answer = self.receive(until)
            if not isinstance(answer.get("action"), str):
                raise self.lost("nonsense", answer=short(json.dumps(answer, ensure_ascii=False)))
            if answer.get("id", self._asked) == self._asked:
                return str(answer["action"])


def _hello(match: Match, player: int, timeout: float) -> dict[str, Any]:
    book = match.book
    seat = match.hand.players.index(player) if match.hand is not None else player
    return {"type": "hello", "protocol": PROTOCOL, "program": __version__, "rulebook": book.id,
            "version": book.model.version, "options": {option.id: option.value for option in book.model.options},
            "player": player, "seat": seat_letter(seat), "players": list(match.players), "timeout": timeout}


def _seat_in(events: Any, player: int, seat: int) -> int:
    """The player's seat after these events: a new hand may give another."""
    return next((event.players.index(player) for event in events if isinstance(event, HandBegan)), seat)
