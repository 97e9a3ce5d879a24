"""Expressions that have been read before: builds of one rulebook that differ in an option read most of them alike.

A tree stands as long as every name that was asked for while it was read means the same.  What is at fault is never
kept: its advice speaks of all names there are.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, cast

from quepu.rulebook.language.checker import MOST_NODES_IN_ALL
from quepu.rulebook.language.names import Names
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.parse import parse
from quepu.rulebook.language.sight import Book, Label, Place

MOST_READINGS = 4       # of one text: what its names mean may change with an option
_ABSENT = object()
_SECTIONS = ("options", "flags", "memory", "defines", "fans", "tags", "shapes", "tallies")
#: by the identity of a tree, which is kept with it, and the place where it stands
Labels = dict[tuple[int, Place], tuple[Expr, Label]]
_Key = tuple[str, str, tuple[tuple[str, str], ...], str | None]


class _Asked(Mapping[str, Any]):
    """Names that note which of them were asked for, and what they meant."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names: Mapping[Any, Any] = names       # one may ask whether anything at all is a name
        self.notes: dict[Any, Any] = {}
        self.all = False                # whoever goes through all of them depends on all

    def __getitem__(self, name: str) -> Any:
        self.notes[name] = self.names.get(name, _ABSENT)
        return self.names[name]

    def __contains__(self, name: object) -> bool:
        self.notes[name] = self.names.get(name, _ABSENT)
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        self.all = True
        return iter(self.names)

    def __len__(self) -> int:
        self.all = True
        return len(self.names)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A tree, what it depends on, and how many parts it counted for the whole rulebook."""

    node: Expr
    asked: tuple[tuple[str, dict[Any, Any]], ...]
    off: tuple[tuple[str, dict[Any, Any]], ...]
    fixed: tuple[Any, ...]
    spent: int

    def holds(self, names: Names) -> bool:
        """Whether every name still means what it meant."""
        return self.fixed == _fixed(names) \
            and all(getattr(names, section).get(name, _ABSENT) == meant
                    for section, notes in self.asked for name, meant in notes.items()) \
            and all((name in names.off.get(section, ())) == (meant is not _ABSENT)
                    for section, notes in self.off for name, meant in notes.items())


class Memo:
    """The expressions of several builds of one rulebook."""

    def __init__(self) -> None:
        self._kept: dict[_Key, list[_Reading]] = {}
        self.clean: dict[int, object] = {}              # tables whose texts can all be shown
        self.labels: list[tuple[Book, Labels]] = []     # of books that keep different things face down

    def parse(self, text: str, names: Names, level: str, variables: Mapping[str, str] | None = None,
              expect: str | None = None) -> Expr:
        """The checked tree of an expression, as `parse` gives it."""
        kept = self._kept.setdefault((text, level, tuple((variables or {}).items()), expect), [])
        for reading in kept:
            if names.budget.spent + reading.spent <= MOST_NODES_IN_ALL and reading.holds(names):
                names.budget.spent += reading.spent
                return reading.node
        asked = {section: _Asked(getattr(names, section)) for section in _SECTIONS}
        off: dict[str, Any] = {section: _Asked(dict.fromkeys(members, True)) for section, members in names.off.items()}
        before = names.budget.spent
        node = parse(text, replace(names, off=off, **cast(dict[str, Any], asked)), level, variables, expect)
        if len(kept) < MOST_READINGS and not any(one.all for one in (*asked.values(), *off.values())):
            kept.append(_Reading(node, _notes(asked), _notes(off), _fixed(names), names.budget.spent - before))
        return node


    def reads_options(self, text: str) -> bool:
        """Whether an expression that was read asks for an option, by itself or through defines."""
        return any(section == "options" for (kept, *_rest), readings in self._kept.items() if kept == text
                   for reading in readings for section, _notes in reading.asked)

    def labels_of(self, book: Book) -> Labels:
        """The labels that expressions of such a book were given; whoever reads more adds them."""
        for other, labels in self.labels:
            if other == book:
                return labels
        self.labels.append((deepcopy(book), {}))
        return self.labels[-1][1]


def _fixed(names: Names) -> tuple[Any, ...]:
    return names.next_tiles, names.prev_tiles, names.turned, names.numbers


def _notes(asked: Mapping[str, _Asked]) -> tuple[tuple[str, dict[Any, Any]], ...]:
    return tuple((section, one.notes) for section, one in asked.items() if one.notes)
