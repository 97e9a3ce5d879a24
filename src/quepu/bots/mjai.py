"""A bot that is a process speaking mjai: it reads events, one a line, and answers with the event it wants to happen.

The last line sent before its turn is the question.  Bots of the original protocol answer every line, with "none" where
there is nothing to do; others speak only when they have a choice.  Both are understood: what a bot does in its first
own turn tells which it is.
"""

import os
import time
from typing import Any

from quepu.bots.process import TIMEOUT, ProcessBot, begun, short
from quepu.bots.seat import MJAI
from quepu.engine.layout import codes
from quepu.errors import QuepuError
from quepu.game.actions import Action
from quepu.game.match import Match
from quepu.records.json_text import json_line
from quepu.records.lines import RecordError
from quepu.records.mjai_log import LogEvent, called_off, declared
from quepu.records.mjai_write import MjaiWriter

_TURNS = ("tsumo", "chi", "pon")    # events after which their player discards or does something else
_MORE = 0.5                 # seconds in which a bot that answers every line says its next


class MjaiBot(ProcessBot):
    """A process that is told mjai events as its seat sees them."""

    def __init__(self, command: str, timeout: float = TIMEOUT, lang: str = "en",
                 log: str | os.PathLike[str] | None = None) -> None:
        self._writer: MjaiWriter | None = None
        self._sent = 0
        self._last: Any = None          # the last step it was told
        self._pending = 0               # lines it has not answered, if it answers every line
        self._quiet: bool | None = None     # it speaks only when it has a choice; None: not known yet
        self._reached = False           # it has been told of its own declaration already
        super().__init__(MJAI, command, timeout, lang, log)

    def check(self, match: Match) -> None:
        """Raise QuepuError if the format is not for such a match."""
        try:
            MjaiWriter(match)
        except RecordError as error:
            raise QuepuError(error.faults) from None

    # -- what it is told --
    def tell(self, match: Match, player: int) -> None:
        """Only the end: before that it is told when it is asked, for its answer is to the last line."""
        if match.over:
            self._flush(match, player)

    def _flush(self, match: Match, player: int, until: float = 0.0) -> None:
        """Send what has happened since it was told last, as its player sees it.

        A turn in which our engine does not ask, because there is no choice, is one for the bot: its answer is read and
        dropped.
        """
        if self._sent and (len(match.steps) < self._sent or match.steps[self._sent - 1] != self._last):
            self.close()                # an answer was taken back, which the format has no words for: start anew
            self.start()
            self._writer, self._reached = None, False
        if self._writer is None:
            self._writer = MjaiWriter(match, player)
            self._sent, self._pending = begun(match), 0     # of a match that is resumed, the hand at hand
            self._say(self._writer.start())
        messages = [message for index in range(self._sent, len(match.steps)) for message in self._writer.step(index)]
        for place, message in enumerate(messages, 1):
            own = message.get("actor") == player
            if self._reached and own and message["type"] == "reach":
                self._reached = False
                continue
            self._say(message)
            if own and message["type"] in _TURNS and place < len(messages) and until:
                self._answer(True, until)
        self._sent = len(match.steps)
        self._last = match.steps[-1] if match.steps else None

    def _say(self, message: dict[str, Any]) -> None:
        self._pending += 1
        self.send(message)

    # -- what it answers --
    def decide(self, match: Match, seat: int) -> Action:
        """Its answer; BotLost if the process ended, took too long, or answered what cannot be read or done."""
        player = match.player_of(seat)
        self._pending = max(0, self._pending - self.forget())
        until = time.monotonic() + self.timeout
        self._flush(match, player, until)
        own = int(match.table.stage) == codes.Stage.OWN
        answer = self._answer(own, until)
        legal = match.legal(seat)
        try:
            if answer.get("type") == "reach":
                self._reached = True
                self._say({"type": "reach", "actor": player})
                following = self._answer(True, until)
                tile = LogEvent("", following).tile() if following.get("type") == "dahai" else None
                action = None if tile is None else declared(legal, tile)
            elif answer.get("type") == "ryukyoku":
                action = called_off(legal)
            else:
                action = LogEvent("", answer).action()
        except (RecordError, LookupError, TypeError, AttributeError, ValueError):
            raise self.lost("nonsense", answer=short(json_line(answer))) from None
        if action is None or action not in legal:
            raise self.lost("illegal", answer=short(json_line(answer)))
        return action

    def _answer(self, own: bool, until: float) -> dict[str, Any]:
        """What it answers to the last line; in its own turn "none" is an answer to an earlier one."""
        answer: dict[str, Any] = {}
        lines = max(1, self._pending)
        for count in range(1, lines + 1):
            answer = self.receive(until)
            if not isinstance(answer.get("type"), str):
                raise self.lost("nonsense", answer=short(json_line(answer)))
            if self._quiet is False:
                continue                # the last line is the answer
            if answer["type"] != "none":
                if self._quiet is None and lines > 1:
                    self._quiet = count < lines
                break
            if not own and (self._quiet or (count < lines and not self.said(_MORE))):
                break
        self._pending = 0
        return answer
