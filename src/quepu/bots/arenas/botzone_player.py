"""A player that speaks with the judge of Botzone's mahjong table: a request a turn comes in, a response goes out.

Three forms are understood: `{"requests": [...], "responses": [...]}` with the whole hand in a line; the simple form, a
number and so many requests with the responses between them; and, once a response has been followed by the line that
asks for it, one request a line.
"""

from collections.abc import Sequence

from quepu.bots.arenas.botzone_hand import BotzoneHand
from quepu.bots.arenas.player import ArenaPlayer, Complain
from quepu.bots.seat import CoreBot
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.records.botzone import MOST_ENTRIES
from quepu.records.json_text import json_line, json_value

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
PASS = "PASS"


class BotzonePlayer(ArenaPlayer):
    """A seat that is sent the judge's requests."""

    def __init__(self, bot: CoreBot, options: dict[str, str], complain: Complain) -> None:
        super().__init__(complain)
        self.bot, self.options = bot, options
        self.hand: BotzoneHand | None = None
        self._waited = 0                # lines that are still to come of a whole history in the simple form
        self._is_response = False

    def answers(self, where: str, line: str) -> list[str]:
        """The response to the last request."""
        if line.lstrip().startswith("{"):
            return [self._whole(where, line)]
        words = line.split()
        if len(words) == 1 and words[0].isdigit() and not self._waited:
            count = int(words[0])
            if not 1 <= count <= MOST_ENTRIES:
                raise QuepuError(Fault("arena.count", where=where, count=count, most=MOST_ENTRIES))
            self._waited, self._is_response = 2 * count - 1, False
            return []
        if self._waited > 1:
            self._waited -= 1
            if self._is_response:
                self._responded(line.strip())
            else:
                self._request(where, line)
            self._is_response = not self._is_response
            return []
        self._waited = 0
        return [self._response(where, line), KEEP_RUNNING]

    def _whole(self, where: str, line: str) -> str:
        """The response to a history in one line."""
        value = json_value(line, where)
        requests, responses = value.get("requests"), value.get("responses", [])
        if not _are_texts(requests) or not _are_texts(responses) or not requests:
            raise QuepuError(Fault("arena.requests", where=where))
        for place, request in enumerate(requests[:-1]):
            self._request(f"{where}: requests[{place}]", request)
            if place < len(responses):
                self._responded(responses[place])
        return json_line({"response": self._response(f"{where}: requests[{len(requests) - 1}]", requests[-1])})

    def _responded(self, text: str) -> None:
        if self.hand is not None:
            self.hand.said(text)

    def _request(self, where: str, line: str) -> bool:
        """Take in a request; whether it could be understood."""
        words = line.split()
        if words[:1] == ["0"]:
            self.hand = None

        def take() -> None:
            if self.hand is None:
                self.hand = BotzoneHand(self.bot, self.options)
            self.hand.hear(where, words)
        return self.tried(where, take)

    def _response(self, where: str, line: str) -> str:
        """What it does after a request; if that is not clear, what keeps the game going."""
        response = _plain(line.split())
        heard = self._request(where, line)

        def decide() -> None:
            nonlocal response
            assert self.hand is not None
            response = self.hand.answer(where, line.split()) or response
        if heard:
            self.tried(where, decide)
        if self.hand is not None:
            self.hand.said(response)
        return response

    def plain(self, line: str) -> list[str]:
        """To pass, in the form in which it was asked."""
        if line.lstrip().startswith("{"):
            return [json_line({"response": PASS})]
        return [PASS, KEEP_RUNNING]


def _plain(words: Sequence[str]) -> str:
    """To throw away the tile just drawn, else to pass."""
    return f"PLAY {words[1]}" if len(words) == 2 and words[0] == "2" else PASS


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_ENTRIES and all(isinstance(one, str) for one in value)
