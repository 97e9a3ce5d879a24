"""What can be changed by hand, as data: named values, switches, ready-made pieces of rules and ready-made fans."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from quepu.book import Rulebook
from quepu.errors import QuepuError
from quepu.notation import read_tiles
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.toml_edit import ROW, value_at

Keys = tuple[str, ...]
Names = Mapping[str, str]
_WAYS = ("pick", "count", "when")


@dataclass(frozen=True, slots=True)
class Named:
    """A value of the rulebook that is offered by a name of its own."""

    path: Keys
    group: str
    name: Names
    least: int | None = None
    usual: int | str | None = None      # what holds where the rulebook says nothing
    optional: bool = False              # it need not be said at all
    called: Mapping[str, Names] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """One way in which a piece can be: the lines it writes."""

    id: str
    name: Names
    tiles: str
    rules: Mapping[str, Any]

    def lines(self) -> Iterator[tuple[Keys, Any]]:
        """Each value it writes, at its path of keys; what it declares anew is one table on a line."""
        for section, content in self.rules.items():
            form = SECTIONS[section].form
            for key, value in ((ROW + row["id"], {name: one for name, one in row.items() if name != "id"})
                               for row in content) if form == "list" else content.items():
                yield (section, key), value


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the rules that is picked as a whole, in one of several ways."""

    id: str
    group: str
    name: Names
    absent: tuple[str, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ReadyFan:
    """A fan with a ready-made condition and hands that earn it."""

    id: str
    name: Names
    text: Names
    ways: Mapping[str, str]
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
    """All of it, in the order of the file."""

    named: tuple[Named, ...]
    switches: tuple[str, ...]
    pieces: tuple[Piece, ...]
    fans: tuple[ReadyFan, ...]


@cache
def all_pieces() -> Pieces:
    """What the file says can be changed by hand."""
    data = tomllib.loads((resources.files("quepu.rulebook") / "pieces.toml").read_text(encoding="utf-8"))
    named = tuple(Named(tuple(row["key"].split(".")), row["group"], row["name"], row.get("least"), row.get("usual"),
                        row.get("optional", False), row.get("called", {})) for row in data["row"].values())
    pieces = tuple(Piece(name, one["group"], one["name"], tuple(one.get("absent", ())), tuple(
        Choice(choice, way["name"], way.get("tiles", ""), way["rules"]) for choice, way in one["choice"].items()))
        for name, one in data["piece"].items())
    fans = tuple(ReadyFan(name, one["name"], one["text"], {way: one[way] for way in _WAYS if way in one},
                          tuple(one["examples"])) for name, one in data["fan"].items())
    return Pieces(named, tuple(data["switches"]), pieces, fans)


def offered_choices(piece: Piece, tables: Mapping[str, Any], kinds: int) -> tuple[Choice, ...]:
    """The ways of a piece that fit a rulebook: neither it nor an option says such a thing, and the tiles are there."""
    if any(value_at(part, tuple(place.split("."))) not in (None, "none", 0, [])
           for place in piece.absent for part in (tables, *changes_of(tables))):
        return ()
    return tuple(choice for choice in piece.choices
                 if all(kinds >> tile.kind & 1 for tile in read_tiles(choice.tiles)))


def changes_of(tables: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """What the options of a rulebook may change."""
    options = tables.get("option", {})
    for option in options.values() if isinstance(options, dict) else ():
        if isinstance(option, dict):
            choices = option.get("choice")
            yield from (one for one in (option.get("each"), *(choices.values() if isinstance(choices, dict) else ()))
                        if isinstance(one, dict))


@lru_cache(maxsize=64)
def ready_fans(book: Rulebook) -> tuple[tuple[ReadyFan, str], ...]:
    """The ready-made fans that can be earned under a rulebook, each with a hand that wins there by its own draw."""
    found = ((fan, next((hand for hand in fan.examples if _is_complete(book, hand)), None))
             for fan in all_pieces().fans)
    return tuple((fan, hand) for fan, hand in found if hand is not None)


def _is_complete(book: Rulebook, example: str) -> bool:
    try:
        return book.score(example, self_draw=True).complete
    except QuepuError:                  # tiles that are not in play, or too many of them
        return False
