"""The rules of play of a rulebook as the table of a score pad runs them: tiles never decide anything there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary, finalize

from quepu.book import Rulebook
from quepu.engine import machine as calls
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.play_rules import PlayRules
from quepu.packing.play_rules import play_rules
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.model.model import MemorySlot, Model
from quepu.rulecode.play_functions import play_trees
from quepu.rulecode.play_loader import plain_play
from quepu.scoring.asked_facts import MEMORY, facts_read, memory_scored

_EXHAUSTED = list(EVENTS).index("exhausted")
_keys = count(-1, -1)       # of functions in `engine.machine`; an engine without compiler counts the other way


@dataclass(frozen=True)
class Rules:
    """The rules of play of a rulebook, ready to be copied for a table."""

    play: PlayRules
    ask: int
    pay: int
    remember: Any


_RULES: WeakKeyDictionary[Rulebook, Rules] = WeakKeyDictionary()


def rules_of(book: Rulebook) -> Rules:
    """The rules of a rulebook, made once; nothing of a table that follows from tiles is ever looked up."""
    if book in _RULES:
        return _RULES[book]
    trees = play_trees(book.model)
    play = plain_play(trees)
    rules = play_rules(book.model, replace(trees, needs_ask=dict.fromkeys(trees.needs_ask, 0), needs_given=0,
                                           needs_remember={}, needs_pay={}))
    rules = rules.changed(
        turning_moments=0, abort_moments=0,     # tiles turned up and reasons to call off are told
        random_dealer=0, drawn_seats=-1)        # the table throws its own dice: who is named first deals first
    _RULES[book] = Rules(rules, known(book, play.ask), known(book, play.pay), play.remember)
    return _RULES[book]


def known(owner: Any, function: Any) -> int:
    """The key under which kernels call a function, as long as its owner lives."""
    key = next(_keys)
    calls.FUNCTIONS[key] = function
    finalize(owner, calls.FUNCTIONS.pop, key, None)
    return key


def unseen_memory(model: Model, momentary: list[MemorySlot]) -> frozenset[str]:
    """The memory of draws and discards that only flags ask for: of these nobody tells the pad."""
    flagged = {fact.name for fact in facts_read(model, (flag.given for flag in model.flags)) if fact.kind == MEMORY}
    names = {slot.id for slot in momentary if slot.scope not in ("match", "player", "players")}
    return frozenset(names & flagged - memory_scored(model)) if names & flagged else frozenset()


def remembering(function: Any, kept: Mapping[int, int]) -> Any:
    """The updates of a memory; what was told about the end of the hand stays as it was told when the wall is out."""
    def happened(f: Frame, event: int) -> int:
        function(f, event)
        if event == _EXHAUSTED:
            for place, value in kept.items():
                f.memory[place] = value
        return 0
    return happened
