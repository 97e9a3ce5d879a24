"""The table engine of one rulebook, compiled or, with the compiler off, the same source as plain Python."""

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from quepu.core import (
    advance,
    audit,
    claims,
    nearness,
    playout,
    procedure,
    settle,
    situation,
    table,
    tableframe,
    turn,
    wall,
)
from quepu.core import procedure as p
from quepu.game.rules import play_row
from quepu.scoring import arrays
from quepu.scoring.book import Rulebook
from quepu.scoring.module_cache import load_kernels, load_module
from quepu.scoring.near_tables import near_row
from quepu.scoring.part_text import engine_text, part_addresses
from quepu.scoring.play_cache import load_play
from quepu.scoring.play_text import play_module

EVENT_ROOM = 4096           # events of one step, a whole hand played by bots included
LEGAL_ROOM = 256

#: the modules of the engine of play, lowest first
MODULES = (nearness, wall, tableframe, claims, settle, turn, advance, playout, audit)
CONSTANTS = (procedure, situation, table, settle, wall, nearness, playout, audit)
_SCORE = '''
@cfunc(types.int64(*[types.int64] * 4), cache=True, error_model="numpy", _nrt=False)
def c_score(f, R, T, W):
    frame = numbers_at(f)
    rules = numbers_at(R)
    room = numbers_at(W)
    call_frame(rules[FN_FLAGS], frame, room)
    score_frame(frame, rules, table_at(T), room)
    return 0
'''


@cache
def load_engine() -> ModuleType:
    """The compiled engine of play, the same for all rulebooks."""
    return load_module(engine_text(MODULES, CONSTANTS, load_kernels().__name__, _SCORE), "table")


class Engine:
    """What plays one rulebook: its rules as numbers, its functions, and the kernels that obey them."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        model = book.model
        compiled = book.compiled()
        self.kernels: Any = load_engine()
        text = play_module(model)
        functions = load_play(text)
        self.frame = arrays.frame_of(model)
        self.room = arrays.room()
        self.near = near_row(model)
        self.events = np.zeros(EVENT_ROOM * table.EVENT_WIDTH, dtype=np.int64)
        self.scratch = np.zeros(LEGAL_ROOM, dtype=np.int64)
        self.legal = np.zeros(LEGAL_ROOM, dtype=np.int64)
        row = play_row(model, text)
        for place, array in ((p.P_FRAME, self.frame), (p.P_RULES, compiled.rules), (p.P_TABLES, compiled.tables),
                             (p.P_ROOM, self.room), (p.P_NEAR, self.near), (p.P_EVENTS, self.events),
                             (p.SCRATCH, self.scratch)):
            row[place] = array.ctypes.data
        addresses = part_addresses(self.kernels)
        row[p.AT_PARTS:p.AT_PARTS + len(addresses)] = addresses
        row[p.FN_SCORE] = self.kernels.c_score.address
        for place, name in ((p.FN_ASK, "c_ask"), (p.FN_GIVEN, "c_given"), (p.FN_REMEMBER, "c_remember"),
                            (p.FN_PAY, "c_pay")):
            row[place] = getattr(functions, name).address
        self._kept = (compiled, functions)          # machine code and arrays that P points to
        self.rules = np.array(row, dtype=np.int64)

    def new_table(self) -> Any:
        """An empty table."""
        return np.zeros(1, dtype=table.TABLE).view(np.recarray)[0]
