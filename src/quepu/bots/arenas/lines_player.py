"""Our own protocol of lines, from the other side: what `remote:` says to a program, and what the program answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.bots.arenas.lines_seat import LinesSeat, plain_answer, seat_told
from quepu.bots.arenas.player import ArenaPlayer, Complain
from quepu.bots.seat import CoreBot
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.events import event_of
from quepu.records.json_text import json_line, json_value, short

_PASSED_OVER = ("end",)


class LinesPlayer(ArenaPlayer):
    """A seat that is told events and asked with what is legal; `book` goes before the rulebook that `hello` names."""

    def __init__(self, bot: CoreBot, book: Rulebook | None, complain: Complain) -> None:
        super().__init__(complain)
        self.bot, self.book = bot, book
        self.seat: LinesSeat | None = None

    def answers(self, where: str, line: str) -> list[str]:
        """What it says to a message."""
        message = json_value(line, where)
        kind = message.get("type") if isinstance(message, dict) else None
        if kind == "hello":
            self.seat = LinesSeat(self._book(message), self.bot)
        elif kind == "events":
            self._events(where, message)
        elif kind == "ask":
            return [self._answer(where, message)]
        elif kind == "reset" and self.seat is not None:
            self.seat = LinesSeat(self.seat.book, self.bot)
        elif kind not in _PASSED_OVER:
            raise QuepuError(Fault("arena.message", where=where, kind=short(kind)))
        return []

    def _book(self, message: Mapping[str, Any]) -> Rulebook:
        if self.book is not None:
            return self.book
        options = message.get("options", {})
        return rulebook(str(message.get("rulebook")), **(options if isinstance(options, dict) else {}))

    def _events(self, where: str, message: Mapping[str, Any]) -> None:
        seat = self._seat(where)
        events = [event_of(one) for one in message["events"]]
        seat.hear(where, seat_told(message), events, message.get("before"))

    def _seat(self, where: str) -> LinesSeat:
        if self.seat is None:
            if self.book is None:
                raise QuepuError(Fault("arena.no_rulebook", where=where))
            self.seat = LinesSeat(self.book, self.bot)
        return self.seat

    def _answer(self, where: str, message: Mapping[str, Any]) -> str:
        legal = message.get("legal")
        if not isinstance(legal, list) or not legal or not all(isinstance(text, str) for text in legal):
            raise QuepuError(Fault("arena.no_legal", where=where))
        answer = _plain(message, legal)

        def decide() -> None:
            nonlocal answer
            answer = self._seat(where).decide(where, legal).text
        self.tried(where, decide)
        return _said(message, answer)

    def plain(self, line: str) -> list[str]:
        """Nothing: what cannot be read may be no question."""
        return []


def _plain(message: Mapping[str, Any], legal: Sequence[str]) -> str:
    view = message.get("view")
    drawn = view.get("drawn") if isinstance(view, dict) else None
    return plain_answer(legal, drawn if isinstance(drawn, str) else None)


def _said(message: Mapping[str, Any], action: str) -> str:
    return json_line({**({"id": message["id"]} if "id" in message else {}), "action": action})
