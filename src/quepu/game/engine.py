"""The table engine of one rulebook, compiled or, with the compiler off, the same source as plain Python."""

from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from quepu.core import (
    advance,
    aiming,
    audit,
    aware,
    claims,
    completing,
    falsewin,
    flowers,
    fresh,
    greedy,
    kernel,
    kong_rules,
    kongs,
    last_tiles,
    nearness,
    openings,
    passing,
    phases,
    playout,
    probe,
    procedure,
    settle,
    situation,
    table,
    tableframe,
    turn,
    turning,
    useful,
    wall,
)
from quepu.core import procedure as p
from quepu.game.rules import play_row
from quepu.scoring import arrays, part_text
from quepu.scoring.book import Rulebook
from quepu.scoring.module_cache import _constants, load_kernels, load_made
from quepu.scoring.near_tables import near_row
from quepu.scoring.part_text import engine_text, part_addresses
from quepu.scoring.play_cache import PLAY_ENTRIES, load_play
from quepu.scoring.play_text import play_module

EVENT_ROOM = 4096           # events of one step, a whole hand played by bots included
LEGAL_ROOM = 256


@dataclass(frozen=True)
class Layer:
    """Modules that are compiled together when one of their kernels is first asked for."""

    name: str
    modules: tuple[ModuleType, ...]             # lowest first
    constants: tuple[ModuleType, ...]
    first: int                                  # place of its first part among the addresses in P


#: play, bots that play it, and what looks over their shoulder; each stands on those before it
LAYERS = (
    Layer("table", (nearness, wall, completing, tableframe, kong_rules, claims, passing, settle, phases, openings,
                    kongs, turn, flowers, falsewin, turning, last_tiles, fresh, advance),
          (procedure, situation, table, settle, wall, nearness, phases), 0),
    Layer("bots", (useful, greedy, aiming, aware, playout, probe),
          (useful, greedy, aiming, aware, playout, probe), 136),
    Layer("audit", (audit,), (audit,), 176),
)
MODULES = tuple(module for layer in LAYERS for module in layer.modules)
_LAYER_OF = {function.__name__: number for number, layer in enumerate(LAYERS)
             for function in kernel.KERNELS if function.__module__ in {module.__name__ for module in layer.modules}}


@cache
def load_layer(number: int) -> ModuleType:
    """A compiled layer, the same for all rulebooks."""
    layer = LAYERS[number]
    below = [load_kernels().__name__, *(load_layer(lower).__name__ for lower in range(number))]
    sources: list[ModuleType | str] = [*layer.modules, *layer.constants, part_text, kernel]
    sources += [*below, str(layer.first), _constants(layer.constants)]
    return load_made(layer.name, sources, lambda: engine_text(layer.modules, layer.constants, below, layer.first))


class Kernels:
    """The compiled kernels by their names; a layer is loaded, and its addresses are put into P, when it is needed."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        self._ready = 0                         # layers whose parts P knows
        self.load(0)

    def load(self, number: int) -> ModuleType:
        """A layer, after those it stands on."""
        while self._ready <= number:
            layer = LAYERS[self._ready]
            addresses = part_addresses(load_layer(self._ready), layer.modules)
            start = p.AT_PARTS + layer.first
            self._rules[start:start + len(addresses)] = addresses
            self._ready += 1
        return load_layer(number)

    def __getattr__(self, name: str) -> Any:
        if name not in _LAYER_OF:
            raise AttributeError(f"no kernel is called {name}")
        found = getattr(self.load(_LAYER_OF[name]), name)
        setattr(self, name, found)
        return found


class Engine:
    """What plays one rulebook: its rules as numbers, its functions, and the kernels that obey them."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        model = book.model
        compiled = book.compiled()
        text = play_module(model)
        functions = load_play(text)
        self.frame = arrays.frame_of(model)
        self.room = arrays.room()
        self.near = near_row(model)
        self.events = np.zeros(EVENT_ROOM * table.EVENT_WIDTH, dtype=np.int64)
        self.scratch = np.zeros(LEGAL_ROOM, dtype=np.int64)
        self.legal = np.zeros(LEGAL_ROOM, dtype=np.int64)
        self.bot_room = np.zeros(greedy.BOT_ROOM_SIZE, dtype=np.int64)
        row = play_row(model, text)
        for place, array in ((p.P_FRAME, self.frame), (p.P_RULES, compiled.rules), (p.P_TABLES, compiled.tables),
                             (p.P_ROOM, self.room), (p.P_NEAR, self.near), (p.P_EVENTS, self.events),
                             (p.SCRATCH, self.scratch), (p.BOT_ROOM, self.bot_room)):
            row[place] = array.ctypes.data
        row[p.FN_SCORE] = load_kernels().c_score.address
        for name, place in PLAY_ENTRIES.items():
            row[place] = functions.addresses[name]
        self._compiled = compiled                   # arrays that P points to
        self.rules = np.array(row, dtype=np.int64)
        self.kernels: Any = Kernels(self.rules)

    def new_table(self) -> Any:
        """An empty table."""
        return np.zeros(1, dtype=table.TABLE).view(np.recarray)[0]
