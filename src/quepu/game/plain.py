"""The table engine with the compiler off: the same kernels and generated functions as plain Python, easy to watch.

Tests compare it with the compiled engine; arrays are lists here, and an address is a key of `core.calls.FUNCTIONS`.
"""

from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np

from quepu.core import (
    calls,
    frame,
    greedy,
    judge,
    kernel,
    rules,
    score,
    table,
    waiting,
)
from quepu.core import procedure as p
from quepu.core import rules as r
from quepu.game.engine import MODULES
from quepu.game.rules import play_row
from quepu.scoring import arrays
from quepu.scoring.book import Rulebook
from quepu.scoring.module_text import ENTRIES, module_text
from quepu.scoring.near_tables import near_row
from quepu.scoring.play_cache import plain_play
from quepu.scoring.play_text import play_module

_keys = count(1)


def _known(function: Any) -> int:
    """The key under which kernels call a function."""
    key = next(_keys)
    calls.FUNCTIONS[key] = function
    return key


class PlainTable:
    """A large table whose numbers come out as plain Python integers."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __getitem__(self, place: int) -> int:
        return int(self.array[place])

    def __setitem__(self, place: int, value: int) -> None:
        self.array[place] = value


def plain_functions(text: str) -> dict[str, Any]:
    """The generated functions of a rulebook's scoring as plain Python."""
    names: dict[str, Any] = {}
    for module in (frame, rules, calls, judge):
        names.update({name: value for name, value in vars(module).items() if not name.startswith("_")})
    names["np"] = SimpleNamespace(array=lambda values, dtype: tuple(map(int, values)), int64=int)
    exec(compile(text, "<rulebook>", "exec"), names)
    return names


def _score(f: Any, row: Any, tables: Any, room: Any) -> int:
    calls.call_frame(row[r.FN_FLAGS], f, room)
    score.score_frame(f, row, tables, room)
    return 0


class PlainEngine:
    """What `game.engine.Engine` is, without the compiler."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        model = book.model
        compiled = book.compiled()
        functions, play = plain_functions(module_text(model)), plain_play(play_module(model))
        scoring = compiled.rules.tolist()
        for entry, place in ENTRIES.items():
            scoring[place] = _known(functions[entry])
        for place, function in ((r.FN_JUDGE, judge_part), (r.FN_WAITS, waiting.fill_waits),
                                (r.FN_READ_ANY, score.read_any), (r.FN_SCORED, _score)):
            scoring[place] = _known(function)
        names = {module.__name__ for module in MODULES}
        self.kernels = SimpleNamespace(**{function.__name__: function for function in kernel.KERNELS
                                          if function.__module__ in names})
        self.events = [0] * (4096 * table.EVENT_WIDTH)
        self.legal = [0] * 256
        row: list[Any] = play_row(model, play_module(model))
        row[p.P_FRAME], row[p.P_RULES] = arrays.frame_of(model).tolist(), scoring
        row[p.P_TABLES], row[p.P_NEAR] = PlainTable(compiled.tables), PlainTable(near_row(model))
        row[p.P_ROOM], row[p.P_EVENTS], row[p.SCRATCH] = arrays.room().tolist(), self.events, [0] * 256
        row[p.BOT_ROOM] = [0] * greedy.BOT_ROOM_SIZE
        row[p.FN_SCORE] = _known(_score)
        row[p.FN_ASK], row[p.FN_REMEMBER], row[p.FN_PAY] = map(_known, (play.ask, play.remember, play.pay))
        row[p.FN_GIVEN] = _known(lambda f, _room: play.given(f))
        self.rules = row

    def new_table(self) -> Any:
        """An empty table."""
        return np.zeros(1, dtype=table.TABLE).view(np.recarray)[0]


def judge_part(f: Any, row: Any, tables: Any, room: Any) -> int:
    """The judging part of scoring."""
    score.judge(f, row, tables, room)
    return 0
