"""The sayings of the coach book: read from its files, checked, and looked up at a position.

A saying about moves has a condition of a position (`when`) and of an answer that follows it (`follow`).  One about
opponents has a sign and a claim about what is hidden, for all it is bound to, among those in a like place.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import product
from typing import TYPE_CHECKING, Any

from quepu.advice.coach.language import Expression, Kind, read_expression
from quepu.advice.coach.position import Position
from quepu.advice.coach.words import SOURCES, WORDS
from quepu.errors import RulebookError
from quepu.faults import Fault
from quepu.game.actions import Action

if TYPE_CHECKING:
    from quepu.book import Rulebook

Texts = Mapping[str, str]
_OF = {"who": (Kind.SEAT, "others"), "suit": (Kind.SUIT, "suits"), "tile": (Kind.TILE, "tiles")}
_ALWAYS = {"name", "text", "source"}
_MAY = {"rules", "less", "beware"}
_NEEDS = ({"when", "follow"}, {"bind", "among", "sign", "claim"}, {"unmeasured"})
_KEYS = _ALWAYS.union(_MAY, *_NEEDS)


@dataclass(frozen=True, slots=True)
class Move:
    """A saying about answers: where it speaks, and which answers follow it."""

    when: Expression
    follow: Expression

    def followers(self, position: Position) -> list[Action]:
        """The answers that follow it; none where it does not speak, or leaves no choice."""
        if not self.when.of(position):
            return []
        found = []
        for action in position.legal:
            position.action = action
            if self.follow.of(position):
                found.append(action)
        return found if len(found) < len(position.legal) else []


@dataclass(frozen=True, slots=True)
class Read:
    """A saying about opponents: whom it looks at, among which, by which sign, and what it claims of them."""

    bind: tuple[str, ...]
    among: Expression
    sign: Expression
    claim: Expression
    is_less: bool                       # it claims that something is less likely
    beware: tuple[int, ...]             # ranks of the suit that it warns of, for who has to discard

    def bindings(self, position: Position) -> Iterator[dict[str, int]]:
        """All that are in a like place."""
        for values in product(*(SOURCES[_OF[name][1]].list(position) for name in self.bind)):
            found = dict(zip(self.bind, values, strict=True))
            if self.among.of(position, **found):
                yield found

    def followers(self, position: Position) -> list[Action]:
        """The answers that heed it where it warns of a tile that may be thrown; else none."""
        if not self.beware:
            return []
        warned = {9 * values["suit"] + rank - 1 for values in self.bindings(position)
                  if self.sign.of(position, **values) for rank in self.beware}
        found = []
        for action in position.legal:
            position.action = action
            if position.tile not in warned:
                found.append(action)
        return found if len(found) < len(position.legal) else []


@dataclass(frozen=True, slots=True)
class Saying:
    """One saying: how it is told, where it comes from, and what it says, or why that cannot be measured."""

    id: str
    names: Texts = field(hash=False)
    texts: Texts = field(hash=False)
    source: str
    rules: tuple[str, ...]              # rulebooks and all that extend them; none: every one
    says: Move | Read | None
    unmeasured: str = ""                # which reason of the book

    def speaks_of(self, book: "Rulebook") -> bool:
        """Whether it is said of a rulebook, or of one that this one extends."""
        return not self.rules or bool(kin_of(book) & set(self.rules))


@dataclass(frozen=True, slots=True)
class Family:
    """Rulebooks that are measured together."""

    id: str
    names: Texts = field(hash=False)
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CoachBook:
    """All sayings, why some cannot be measured, and the families of rules."""

    sayings: tuple[Saying, ...]
    reasons: Mapping[str, Texts]
    families: tuple[Family, ...]


def kin_of(book: "Rulebook") -> set[str]:
    """The ids of a rulebook and of those it extends."""
    return {book.id, *(source.label.removesuffix(".toml") for source in book.sources)}


@cache
def coach_book() -> CoachBook:
    """The coach book as it ships, checked."""
    folder = resources.files("quepu.advice.coach") / "book"
    parts = sorted((part for part in folder.iterdir() if part.name.endswith(".toml")), key=lambda part: part.name)
    return read_book([tomllib.loads(part.read_text(encoding="utf-8")) for part in parts])


def read_book(tables: Sequence[Mapping[str, Any]]) -> CoachBook:
    """The book that some tables make; RulebookError where one is not as it should be."""
    joined: dict[str, dict[str, Any]] = {"saying": {}, "reason": {}, "family": {}}
    for table in tables:
        for name, entries in table.items():
            if name not in joined:
                raise RulebookError([Fault("coach.key", saying=name, key=name)])
            joined[name] |= entries
    reasons = {name: entry["text"] for name, entry in joined["reason"].items()}
    return CoachBook(tuple(_saying(name, entry, reasons) for name, entry in sorted(joined["saying"].items())), reasons,
                     tuple(Family(name, entry["name"], tuple(entry["rules"]))
                           for name, entry in joined["family"].items()))


def _saying(name: str, entry: Mapping[str, Any], reasons: Mapping[str, Texts]) -> Saying:
    for key in entry:
        if key not in _KEYS:
            raise RulebookError([Fault("coach.key", saying=name, key=key)])
    said = set(entry) - _ALWAYS - _MAY
    if said not in _NEEDS or not set(entry) >= _ALWAYS \
            or (said == {"unmeasured"} and entry["unmeasured"] not in reasons):
        raise RulebookError([Fault("coach.key", saying=name, key=", ".join(sorted(said)))])
    return Saying(name, entry["name"], entry["text"], entry["source"], tuple(entry.get("rules", ())),
                  _says(entry), entry.get("unmeasured", ""))


def _says(entry: Mapping[str, Any]) -> Move | Read | None:
    if "when" in entry:
        return Move(*(read_expression(entry[part], WORDS, SOURCES, {}) for part in ("when", "follow")))
    if "sign" in entry:
        bind = tuple(entry["bind"])
        kinds = {name: _OF[name][0] for name in bind}
        return Read(bind, read_expression(entry["among"], WORDS, SOURCES, kinds),
                    read_expression(entry["sign"], WORDS, SOURCES, kinds),
                    read_expression(entry["claim"], WORDS, SOURCES, kinds, hidden=True), bool(entry.get("less", False)),
                    tuple(entry.get("beware", ())))
    return None
