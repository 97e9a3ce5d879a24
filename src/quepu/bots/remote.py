"""A bot that is a process speaking JSON lines: it is told what its seat sees, and asked with a view and what is legal.

One message is one line.  To the bot: `hello`, `events`, `ask`, `reset` (an answer was taken back), `end`.  From the bot
one line for each `ask`: {"action": "discard 5m"}.  docs/remote-bots.md tells every field.

Two threads of its own do the reading and writing, so that a process that neither reads nor answers never holds up the
game for longer than its time.
"""

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from pathlib import Path
from typing import IO, Any

from quepu import __version__
from quepu.bots.seat import REMOTE, Bot, BotLost
from quepu.errors import IllegalAction, QuepuError
from quepu.game.actions import Action, read_action
from quepu.game.events import HandBegan
from quepu.game.match import Match
from quepu.locale import words
from quepu.tiles import seat_letter

PROTOCOL = 1
TIMEOUT = 10.0              # seconds for an answer
LONGEST = 1 << 16           # bytes of an answer
MOST = 256                  # lines nobody asked for
_GRACE = 0.5                # seconds a process is given to end by itself


class RemoteBot(Bot):
    """A process that decides; it is started at once and ended by `close`, or with the program."""

    def __init__(self, command: str, timeout: float = TIMEOUT, lang: str = "en",
                 log: str | os.PathLike[str] | None = None) -> None:
        self.name = REMOTE
        self.command, self.timeout, self.lang = command, timeout, lang
        self._asked = self._told = 0
        self._last: Any = None          # the last step it was told
        self._greeted = self._done = False
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._in: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._process = process = _started(command, log)
        self._end = weakref.finalize(self, _ended, process, self._out)
        for target, stream, lines in ((_write, process.stdin, self._out), (_read, process.stdout, self._in)):
            threading.Thread(target=target, args=(stream, lines), daemon=True).start()

    # -- what it is told --
    def tell(self, match: Match, player: int) -> None:
        """Send what has happened since it was told last, as its seat sees it."""
        if not self._greeted:
            self._greeted = True
            self._send(_hello(match, player, self.timeout))
            self._told = _begun(match)  # of a match that is resumed, the hand at hand
        elif self._told and (len(match.steps) < self._told or match.steps[self._told - 1] is not self._last):
            self._told = _begun(match)
            self._send({"type": "reset"})
        seat = -1
        events: list[dict[str, Any]] = []
        for step in match.steps[:self._told]:
            seat = _seat_in(step.events, player, seat)
        for step in match.steps[self._told:]:
            if step.kind == "begin" and events:
                self._send({"type": "events", "seat": seat_letter(seat), "events": events})
                events = []
            seat = _seat_in(step.events, player, seat)
            seen = (event.seen_by(seat) if seat >= 0 else event for event in step.events)
            events += [event.as_json() for event in seen if event is not None]
        if events:
            self._send({"type": "events", "seat": seat_letter(max(seat, 0)), "events": events})
        self._told = len(match.steps)
        self._last = match.steps[-1] if match.steps else None
        if match.over and not self._done:
            self._done = True
            self._send({"type": "end", "scores": list(match.scores),
                        "places": [place.player for place in match.standings]})

    def _send(self, message: dict[str, Any]) -> None:
        self._out.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    # -- what it answers --
    def decide(self, match: Match, seat: int) -> Action:
        """Its answer; BotLost if the process ended, took too long, or answered what cannot be read or done."""
        self.tell(match, match.player_of(seat))
        legal = match.legal(seat)
        self._asked += 1
        with contextlib.suppress(queue.Empty):
            while self._in.get_nowait() is not None:
                pass                    # said before it was asked
            self._in.put(None)          # it has ended: seen again below
        self._send({"type": "ask", "id": self._asked, "seat": seat_letter(seat), "view": match.view(seat).as_json(),
                    "legal": [action.text for action in legal]})
        text = self._answer(time.monotonic() + self.timeout)
        try:
            return read_action(text, legal)
        except IllegalAction:
            raise self._lost("illegal", answer=_short(text)) from None

    def _answer(self, until: float) -> str:
        """The text of the answer to the last question."""
        while True:
            try:
                line = self._in.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise self._lost("slow", seconds=f"{self.timeout:g}") from None
            if line is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(_GRACE)
                raise self._lost("ended", code=self._process.returncode)
            try:
                answer = json.loads(line) if len(line) <= LONGEST else None
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict) or not isinstance(answer.get("action"), str):
                raise self._lost("nonsense", answer=_short(line.decode("utf-8", "replace")))
            if answer.get("id", self._asked) == self._asked:
                return str(answer["action"])

    def _lost(self, why: str, **values: Any) -> BotLost:
        return BotLost(words(f"bots.{why}", self.lang, name=self.name, **values))

    def close(self) -> None:
        """End the process: its input is closed, and soon after it is made to end."""
        self._end()


def _hello(match: Match, player: int, timeout: float) -> dict[str, Any]:
    book = match.book
    seat = match.hand.players.index(player) if match.hand is not None else player
    return {"type": "hello", "protocol": PROTOCOL, "program": __version__, "rulebook": book.id,
            "version": book.model.version, "options": {option.id: option.value for option in book.model.options},
            "player": player, "seat": seat_letter(seat), "players": list(match.players), "timeout": timeout}


def _begun(match: Match) -> int:
    """The place of the step with which the hand at hand began."""
    return max((index for index, step in enumerate(match.steps) if step.kind == "begin"), default=0)


def _seat_in(events: Any, player: int, seat: int) -> int:
    """The player's seat after these events: a new hand may give another."""
    return next((event.players.index(player) for event in events if isinstance(event, HandBegan)), seat)


def _short(text: str) -> str:
    """The beginning of an answer, as something that can be shown."""
    shown = "".join(char if char.isprintable() else " " for char in text[:80]).strip()
    return shown[:40] + ("..." if len(shown) > 40 else "")


# -- the process --
def _started(command: str, log: str | os.PathLike[str] | None) -> "subprocess.Popen[bytes]":
    """The process of a command; what it says on standard error goes to a file or nowhere."""
    try:
        parts = shlex.split(command, posix=os.name == "posix")
        with contextlib.ExitStack() as stack:
            errors = stack.enter_context(Path(log).open("ab")) if log is not None else subprocess.DEVNULL
            # a session of its own: Ctrl-C is meant for the player, and its children can be ended with it
            return subprocess.Popen(parts, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
                                    start_new_session=os.name == "posix")
    except (OSError, ValueError, IndexError) as error:
        raise QuepuError(f"the bot cannot be started: {command}\n    {error}") from None


def _ended(process: "subprocess.Popen[bytes]", out: "queue.SimpleQueue[bytes | None]") -> None:
    """End a process and its children, kindly first."""
    out.put(None)                       # closes its input
    for kindness in (None, signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        if kindness is not None:
            _signal(process, kindness)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GRACE)
            break
    else:
        process.kill()
        process.wait()
    _signal(process, getattr(signal, "SIGKILL", signal.SIGTERM))    # children that outlived it


def _signal(process: "subprocess.Popen[bytes]", number: int) -> None:
    """Signal a process with all of its session."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)


def _write(stream: IO[bytes], lines: "queue.SimpleQueue[bytes | None]") -> None:
    """Write lines until None comes or nobody reads."""
    with contextlib.suppress(OSError, ValueError), stream:
        while (line := lines.get()) is not None:
            stream.write(line)
            if lines.empty():
                stream.flush()


def _read(stream: IO[bytes], lines: "queue.SimpleQueue[bytes | None]") -> None:
    """Read lines until there are no more, or too many that nobody asked for."""
    with contextlib.suppress(OSError, ValueError), stream:
        while lines.qsize() < MOST and (line := stream.readline(LONGEST + 1)):
            lines.put(line)
    lines.put(None)
