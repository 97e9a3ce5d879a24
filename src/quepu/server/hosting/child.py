"""The process in which games by one stranger's rulebook are played: it reads a question a line and answers with a line.

It has given up everything it does not need (`server.safety.sandbox`) before it reads the rulebook.
"""

import json
import os
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.server.safety.sandbox import Bounds, enter, seal

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.game.engine import Engine
    from quepu.server.tables.game_table import Table

OUT_OF_MEMORY = 3           # exit code, as `server.hosting.host` reads it
MOST_TABLES = 64            # set up at a time; the server sets others up again when they are needed
TRIED_HANDS, TRIED_SECONDS = 2, 6.0     # a rulebook has to play so many hands in so much processor time
TRIED_BY = "greedy"


class Child:
    """A rulebook and the tables at which it is played."""

    def __init__(self) -> None:
        self._book: Rulebook | None = None
        self._engine: Engine | None = None
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self.does: Mapping[str, Callable[..., Any]] = {
            "load": self.load, "ready": self.ready, "open": self.open}

    def load(self, rule: dict[str, Any]) -> dict[str, Any]:
        """Read and check the rulebook."""
        from quepu.server.answers.asked_book import Books, Rule
        self._book = Books().find(Rule(**rule))
        return {"id": self._book.id, "version": self._book.model.version}

    def ready(self, trial: bool) -> None:
        """Compile it; for the first time let it play some hands, with the options that the games have."""
        from quepu.game.match import engine_of
        assert self._book is not None
        self._engine = engine_of(self._book)
        if trial:
            try_out(self._book, self._engine)

    def open(self, game: str, made: dict[str, Any], steps: list[list[Any]]) -> dict[str, Any]:
        """Set a table up as it was after these steps."""
        from quepu.server.tables.game_table import Table
        book, engine = self._ready()
        table = Table(book, engine, made)
        for _step in table.replay(steps):
            pass
        self._tables.pop(game, None)
        self._tables[game] = table
        if len(self._tables) > MOST_TABLES:
            self._tables.popitem(last=False)
        return {"version": book.model.version, **table.standing()}

    def table(self, game: str) -> "Table | None":
        """A table that is set up; the last used stand last."""
        if game in self._tables:
            self._tables.move_to_end(game)
        return self._tables.get(game)

    def _ready(self) -> "tuple[Rulebook, Engine]":
        assert self._book is not None
        assert self._engine is not None
        return self._book, self._engine


def try_out(book: "Rulebook", engine: "Engine", seconds: float = TRIED_SECONDS) -> None:
    """Let a rulebook play some hands; one that takes too long is refused."""
    from quepu.bots.seat import CoreBot
    from quepu.faults import Fault
    from quepu.game.match import Match
    from quepu.server.problem import TOO_SLOW, ProblemError
    match, bot = Match(book, 1, engine=engine), CoreBot(TRIED_BY)
    end = time.process_time() + seconds
    while len(match.settlements) < TRIED_HANDS and not match.over:
        if time.process_time() > end:
            raise ProblemError(TOO_SLOW, Fault("host.not_ready"),
                               [Fault("host.slow_hands", hands=TRIED_HANDS, seconds=f"{seconds:g}")])
        if match.hand_over:
            match.begin()
        else:
            match.play(match.asked[0], bot.decide(match, match.asked[0]))


def answered(child: Child, what: str, values: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question: what it gives, or what is wrong with it."""
    from quepu.errors import IllegalAction, QuepuError
    from quepu.faults import Fault
    from quepu.server.problem import ProblemError, sent_faults
    from quepu.server.tables.game_table import OPERATIONS
    try:
        if what in child.does:
            return {"given": child.does[what](**values)}
        table = child.table(values.pop("game"))
        if table is None:
            return {"absent": True}
        if what not in OPERATIONS:
            return sent_faults([Fault("server.no_such_question", what=what)])
        given = OPERATIONS[what](table, **values)
        return {"given": list(given) if isinstance(given, Iterator) else given}
    except IllegalAction as error:
        return {"illegal": True, **sent_faults(error.faults)}
    except QuepuError as error:
        return sent_faults(error.faults)
    except ProblemError as error:
        return {"status": error.status, **sent_faults([error.title, *error.faults])}
    except RecursionError:
        return sent_faults([Fault("server.too_large_to_work_out")])


def serve(child: Child, memory: int, folder: Path, lent: Path) -> None:
    """Answer until nobody asks any more; machine code is written to one folder, and the engine's read from another."""
    bounds = Bounds(memory=memory, writes=(folder,), reads=(lent,))
    enter(bounds)
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)                 # whoever prints says nothing
    signal.signal(signal.SIGPROF, signal.SIG_DFL)       # the kernel ends it: machine code hears nothing of Python
    try:
        seal(bounds)
        answers.write(b"ready\n")
        answers.flush()
        for line in sys.stdin.buffer:
            asked = json.loads(line)
            signal.setitimer(signal.ITIMER_PROF, asked["seconds"])
            answer = json.dumps({"id": asked["id"], **answered(child, asked["what"], asked["values"])})
            signal.setitimer(signal.ITIMER_PROF, 0)
            answers.write(answer.encode() + b"\n")
            answers.flush()
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


if __name__ == "__main__":
    serve(Child(), int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
