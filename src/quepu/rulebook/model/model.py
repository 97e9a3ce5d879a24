"""A rulebook ready for use: frozen values with checked expressions."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Any

from quepu.engine.layout.frame import BY_TILES
from quepu.locale import pick, words
from quepu.rulebook.file.schema import SECTIONS
from quepu.rulebook.file.table_sections import TABLE_SECTIONS
from quepu.rulebook.language.parse import Names, Node
from quepu.rulebook.language.sealed import Value, sealed, sealed_by_name
from quepu.rulebook.language.walk import asks_for_tiles, loops_over
from quepu.rulebook.model.catalogue import Catalogue
from quepu.rulebook.model.play import Entry, Family, Formula, Path, Play, Texts, formulas
from quepu.rulebook.model.said import Said

__all__ = ["Path", "Texts"]
TABLE_PAYMENTS = (("pay", "stake"), ("pay", "pot"))     # of the table itself: into the pot, what is left in it


@sealed
class Pick(Value):
    """Sets a fan is made of: one (name, iterable) for each, in the order of the text."""

    parts: tuple[tuple[str, str], ...]


@sealed
class Drop(Value):
    """A fan that is not counted beside another: wholly, only for the same sets (`own`), or `less` fewer."""

    fan: int
    own: bool = False
    less: int = 0
    silenced: bool = False              # because of its tally, not named by the fan


@sealed
class Fan(Value):
    """Something a hand is paid for."""

    id: str
    index: int
    names: Texts
    value: Node
    tally: str
    when: Node | None = None
    count: Node | None = None
    pick: Pick | None = None
    uses_sets: bool = False
    most: int = 0                       # 0: as often as earned
    drops: tuple[Drop, ...] = ()
    tags: tuple[str, ...] = ()
    group: str = ""
    fallback: tuple[str, ...] | None = None
    on: str = "win"
    example: Any = None
    text: Texts = field(default_factory=dict)
    source: str = ""
    no: int = 0
    asked_when: Formula | None = None   # of an opening: what is asked at the table
    asked_count: Formula | None = None


@sealed
class Shape(Value):
    """A way in which a hand is complete."""

    id: str
    index: int
    names: Texts
    sets: int = 0
    pairs: int = 0
    fixed: tuple[int, ...] = ()         # masks of the fixed part, one for each exchange of suits
    tiles: int = 0                      # of a shape without sets
    melds: int = 9
    when: Node | None = None
    on: int = BY_TILES                  # when it may be declared, as bits (`engine.layout.frame.By`)

    @property
    def places(self) -> int:
        """Tile places of a complete hand, a kong counting three."""
        fixed = self.fixed[0].bit_count() if self.fixed else 0
        return self.tiles or 3 * self.sets + 2 * self.pairs + fixed

    @property
    def is_of_tiles(self) -> bool:
        """Whether a hand can come nearer to it with tiles: one for flowers alone cannot be waited for."""
        return bool(self.on & BY_TILES) and (not self.tiles or self.when is None or asks_for_tiles(self.when))


@sealed
class Flag(Value):
    """A circumstance of the win."""

    id: str
    bit: int
    names: Texts
    holds: Node | None = None
    given: Node | None = None           # when the table gives it
    declared: bool = False              # asked only once the win is declared


@sealed
class Update(Value):
    """How a memory changes: at which events, for which entries of their section, in which slots, and to what."""

    of: Mapping[int, tuple[int, ...] | None]    # number of an event -> the entries it must be about; None: any
    when: Node | None
    set: Node
    events: tuple[str, ...] = ()


@sealed
class MemorySlot(Value):
    """What the table remembers."""

    id: str
    scope: str
    slot: int
    size: int
    start: int
    hand: Node | None
    names: Texts
    updates: tuple[Update, ...] = ()
    type: str = "int"
    shown: bool = False                 # told at the table


@sealed
class Tally(Value):
    """Something that fans add up to."""

    id: str
    slot: int
    names: Texts
    show: Texts
    start: int
    becomes: Node | None = None         # what the sum is turned into
    apart: bool = False                 # its fans are the working of a number, told apart from the others


@sealed
class Grade(Value):
    """A name for what a hand is worth."""

    id: str
    when: Node
    names: Texts


@sealed
class Requirement(Value):
    """A condition of winning and what to say where it fails."""

    id: str
    bit: int
    when: Node
    texts: Texts


@sealed
class Pay(Value):
    """A payment, adjustment or liability; `kind` says which."""

    kind: str
    id: str
    on: str
    receiver: str
    payer: str
    when: Node | None
    amount: Node | None
    by: Node | None                     # who pays instead, of a liability
    tag: str
    tags: tuple[str, ...]
    names: Texts
    of: tuple[int, ...] | None = None   # the kongs, declarations, fans or phases it is for; None: any
    share: Node | None = None           # what a liable seat takes over of a row; all of it if None


@sealed
class Option(Value):
    """A choice the players have."""

    id: str
    slot: int
    type: str
    default: int | bool | str | tuple[str, ...]
    value: int | bool | str | tuple[str, ...]   # the one in force; of a list of fans their ids
    choices: tuple[str, ...]
    low: int
    high: int
    names: Texts
    text: Texts

    @property
    def is_number(self) -> bool:
        """Whether expressions read its value as a number: records and links write it as text, like any choice."""
        return self.type == "choice" and all(re.fullmatch(r"-?[0-9]+", choice) for choice in self.choices)

    @property
    def number(self) -> int:
        """The value in force as expressions see it."""
        if isinstance(self.value, tuple):
            return 0                    # a list acts through its `each` and `choice`; no expression reads it
        return self.choices.index(str(self.value)) if self.type == "choice" and not self.is_number else int(self.value)


@sealed
class Score(Value):
    """From tallies to the total."""

    total: Node
    minimum: Node | None
    counts: Node | None
    cap: Node | None
    compare: tuple[Node, ...]           # what decides between legal readings, the total among it
    unit: Texts


@sealed_by_name
class Model(Play):
    """All of a rulebook: how it is played, and what scoring and payment need."""

    id: str
    names: Texts
    version: int
    text: Texts
    words: Names
    kinds: int                          # mask of the kinds in play
    bonus: int                          # mask of the flowers laid aside
    flower_owner: tuple[int, ...]
    hand_size: int
    catalogue: Catalogue
    shapes: tuple[Shape, ...]
    flags: tuple[Flag, ...]
    memory: tuple[MemorySlot, ...]
    tallies: tuple[Tally, ...]
    fans: tuple[Fan, ...]
    score: Score
    grades: tuple[Grade, ...]
    requirements: tuple[Requirement, ...]
    payments: tuple[Pay, ...]
    options: tuple[Option, ...]
    wild_as_self: bool
    wild_stands_for: int
    sample: str
    said: Said                          # the other sections as they are written
    sections: Mapping[str, Entry | Family[Entry]]       # all of them, by the names of the language
    counts_turned: bool = False         # a win is counted once more with the tiles that are turned up for it
    #: slots of memory that tell of hidden tiles, by whose: a key of `language.sight`
    secrets: Mapping[int, frozenset[str]] = field(default_factory=dict)

    @property
    def seat_count(self) -> int:
        """How many play, whether or not there is a table."""
        return self.deal.seats

    def formulas(self) -> Iterator[Formula]:
        """Every expression that the table asks, in the order of the language's sections."""
        for section in TABLE_SECTIONS:
            content = self.sections[section]
            for entry in content.on if isinstance(content, Family) else (content,):
                yield from formulas(entry)
        for fan in self.fans:
            yield from filter(None, (fan.asked_when, fan.asked_count))
        yield from formulas(self.wild)

    @property
    def has_guests(self) -> bool:
        """Whether somebody is paid who does not sit at the table."""
        return any(pay.receiver.startswith("guest_") for pay in self.payments)

    def entries(self, section: str) -> tuple[str, ...]:
        """The names of a section's entries in force, in order: the place of one is what EVENT_OF says of it."""
        if section == "fan":
            return tuple(fan.id for fan in self.fans)
        content = self.sections[section]
        return tuple(content) if isinstance(content, Family) else ()

    def as_written(self) -> dict[str, Any]:
        """The sections that the rulebook has as its file and those it extends write them, for whoever shows them."""
        made: dict[str, Any] = {}
        for name, content in self.sections.items():
            if isinstance(content, Entry):
                made |= {name: content.written} if content.is_written else {}
            elif content.all:
                made[name] = {one.id: one.written for one in content.all} if SECTIONS[name].form == "family" else \
                    [one.written for one in content.all]
        return made

    def entry_name(self, section: str, name: str, lang: str) -> str:
        """What an entry of a section is called in a language: its name, else its text, else its id in words."""
        entry = self.declared(section, name)
        spoken = words(f"settle.{name}", lang) if (section, name) in TABLE_PAYMENTS else name.replace("_", " ")
        return pick(entry.title, lang, spoken) if entry is not None and entry.title else spoken

    def declared(self, section: str, name: str) -> Entry | None:
        """An entry of a section by its name, also one that is switched off."""
        content = self.sections.get(section)
        return content.declared(name) if isinstance(content, Family) else None

    def fan(self, name: str) -> Fan | None:
        """The fan with this id, name in any language, or alias of the worked examples."""
        alias = self.examples.alias.get(name, name)
        for fan in self.fans:
            if alias == fan.id or alias in fan.names.values():
                return fan
        return None


def entry_names(tables: Mapping[str, Any], section: str, off: bool = False) -> tuple[str, ...]:
    """The names of the entries of a section that are switched on, in order; with `off` of all that are declared."""
    content = tables.get(section, {})
    named = content.items() if isinstance(content, dict) else \
        [(str(row.get("id")), row) for row in content if isinstance(row, dict)]
    return tuple(name for name, table in named if isinstance(table, dict) and (off or table.get("enabled", True)))


def keeps_empty(rules: Iterable[Pay]) -> bool:
    """Whether rows of nothing count on an occasion: something looks at rows before they are dropped."""
    return any(rule.kind != "pay" or any(map(reads_rows, (rule.when, rule.amount))) for rule in rules)


def reads_rows(node: Node | None) -> bool:
    """Whether a tree runs over the rows of the ledger."""
    return node is not None and any(loops_over(node, "rows"))
