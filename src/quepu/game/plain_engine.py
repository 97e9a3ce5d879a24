"""The table engine with the compiler off: the same kernels and generated functions as plain Python, easy to watch.

Tests compare it with the compiled engine; arrays are lists here, and an address is a key of `engine.machine.FUNCTIONS`.
"""

from itertools import count
from types import SimpleNamespace
from typing import Any

from quepu.book import Rulebook
from quepu.compiler.kernels import plain_kernels
from quepu.engine import machine as calls
from quepu.engine.layout.divisions import Scoring
from quepu.engine.layout.session import Links
from quepu.game.desk import Desk, Desks, new_desk
from quepu.packing import score_tables as arrays
from quepu.packing.play_rules import play_rules
from quepu.rulecode.machine_store import plain_machine
from quepu.rulecode.play_functions import play_trees
from quepu.rulecode.play_loader import plain_play
from quepu.rulecode.score_functions import ENTRIES, scoring_trees
from quepu.scoring.distances import near

_keys = count(1)


def _known(function: Any) -> int:
    """The key under which kernels call a function."""
    key = next(_keys)
    calls.FUNCTIONS[key] = function
    return key


class PlainEngine(Desks):
    """What `game.engine.Engine` is, without the compiler."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        model = book.model
        compiled = book.compiled()
        functions, play = plain_machine(scoring_trees(model), ENTRIES), plain_play(play_trees(model))
        scoring = Scoring.build(rules=compiled.rules, tables=compiled.tables,
                                **{entry: _known(functions[entry]) for entry in ENTRIES})
        self.kernels = SimpleNamespace(**plain_kernels())
        self.distances = near(book).rules
        links = Links.build(
            ask=_known(play.ask), remember=_known(play.remember), pay=_known(play.pay),
            given=_known(lambda f, _answers: play.given(f)), scoring=scoring)
        super().__init__(play_rules(model, play_trees(model)), links, self._desk)

    def _desk(self) -> Desk:
        return new_desk(arrays.frame_of(self.book.model), arrays.workbench(), self.distances, lambda size: [0] * size)
