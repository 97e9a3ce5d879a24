"""What a rulebook's expressions in force read of a hand, by the names under which it is told.

Flags, memory and the words of the table: everything besides the tiles that can change a score or a payment.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model.model import Model
from quepu.scoring.table_state import TURNED

FLAG, MEMORY, WORD = "flag", "memory", "word"
#: words that are told, by the field of the frame in which they stand
_FIELDS = {word.field: word.name for word in (*v.FACTS.values(), *v.ITERABLES.values(), *v.FUNCTIONS.values())
           if word.field and word.level == v.TABLE and not word.tests}
_FIELDS["wait_values"] = "value"
_FIELDS["waits_of"] = _FIELDS["wins_of"] = "ready"
_FIELDS["rivers"] = "discards"
#: sources of loops and functions that read a field of their own
_NAMED = {"waits": "ready", "has_won": "has_won", "is_winning": "is_winning", "is_out": "is_out",
          "drawn_this_turn": "drawn_this_turn"}


class Fact(NamedTuple):
    """One thing that is told: a flag, a memory or a word of the table, and its name."""

    kind: str
    name: str


def facts_read(model: Model, nodes: Iterable[Expr | None]) -> set[Fact]:
    """What these trees read, by the names under which it is told."""
    memory = {slot.slot + place: slot.id for slot in model.memory for place in range(slot.size)}
    flags = {flag.bit: flag.id for flag in model.flags}
    found: set[Fact] = set()
    for node in nodes:
        for part in parts_of(node) if node is not None else ():
            found.update(_read(model, part, memory, flags))
    return found


def _read(model: Model, part: Expr, memory: dict[int, str], flags: dict[int, str]) -> Iterator[Fact]:
    """What one node reads itself."""
    match part:
        case n.Flag(bit=bit) | n.Told(bit=bit):
            yield Fact(FLAG, flags[bit])
        case n.Slot(place=place) | n.At(place=place) | n.Grid(place=place):
            if place.field == "memory":
                yield Fact(MEMORY, memory[place.at])
            elif place.field in _TESTED:
                yield Fact(WORD, _TESTED[place.field])
            elif place.field in _FIELDS:
                yield Fact(WORD, _FIELDS[place.field])
        case n.Loop(source="turned", given=given):
            yield from (Fact(WORD, TURNED + name) for lot, name in enumerate(model.entries("turned"))
                        if isinstance(given[0], n.Number) and given[0].value == lot)
        case n.Loop(source=source):
            if source in v.ITERABLES and v.ITERABLES[source].level == v.TABLE:
                yield Fact(WORD, _NAMED.get(source, source))
        case n.Call(name=name) | n.Property(name=name):
            if name in _NAMED:
                yield Fact(WORD, _NAMED[name])
        case _:
            pass


_TESTED = {word.field: word.field for word in v.FACTS.values() if word.tests}
