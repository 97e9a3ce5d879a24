"""Answers about rulebooks: the list, their fans, and each as its page shows it."""

from typing import Any, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from quepu.server.told.hands import CLOSED, OPEN, Names, ScoreValues

Table = dict[str, Any]          # a table of the rulebook's own file


class KeysTold(TypedDict):
    """The tiles a hand is entered by."""

    kinds: NotRequired[str]
    bonus: NotRequired[str]
    marks: NotRequired[str]


@with_config(CLOSED)
class BookInShort(TypedDict):
    """A rulebook as a list of them shows it."""

    id: str
    name: Names
    region: str
    text: Names
    fans: int
    options: int
    hand_size: int
    sample: str
    is_default: bool
    claims: dict[str, Names]
    keys: KeysTold
    has_wild: bool


@with_config(CLOSED)
class FanInIndex(TypedDict):
    """A fan and the rulebooks that have it."""

    id: str
    name: Names
    rules: list[str]


class OptionTold(TypedDict):
    """An option as it is set."""

    id: str
    name: Names
    text: Names
    type: str
    value: Any
    shown: str
    choices: list[Any]
    called: dict[str, Names]
    needs: dict[str, list[str]]


ExampleTold = TypedDict("ExampleTold", {
    "hand": str, "self_draw": NotRequired[bool], "seat": NotRequired[str], "round": NotRequired[str],
    "from": NotRequired[str], "flags": NotRequired[list[str]], "wild": NotRequired[str], "flowers": NotRequired[str],
    "laid": NotRequired[str], "state": NotRequired[dict[str, Any]], "options": NotRequired[dict[str, Any]]})


class FanTold(TypedDict):
    """A fan as its rulebook writes it and as a reader is told it."""

    id: str
    no: int
    name: Names
    condition: Names
    tally: str
    value: NotRequired[int | str]
    when: NotRequired[str]
    count: NotRequired[str]
    pick: NotRequired[str]
    drops: NotRequired[list[str]]
    tags: NotRequired[list[str]]
    group: NotRequired[str]
    fallback: NotRequired[Any]
    example: NotRequired[ExampleTold]
    text: NotRequired[Names]
    source: NotRequired[str]
    on: NotRequired[str]
    worth: NotRequired[Names]


@with_config(OPEN)
class NamedTable(TypedDict):
    """A table of the rulebook's own file that has names; what else it holds is the file's."""

    name: NotRequired[Names]
    show: NotRequired[Names | str]


class HowTold(TypedDict):
    """A part of how a hand goes, for a beginner."""

    id: str
    name: Names
    text: Names
    example: ExampleTold | None
    score: ScoreValues | None
    faults: list[Names]


class EntryTold(TypedDict):
    """An entry of the procedure."""

    id: str
    name: str
    text: str
    lines: list[str]
    formulas: list[str]


class PartTold(TypedDict):
    """A part of the procedure."""

    id: str
    title: str
    entries: list[EntryTold]


class AskedTold(TypedDict):
    """A fact that can change a score or a payment, and how it is told."""

    kind: str
    name: str
    names: Names
    type: str
    seats: str
    known_to: str
    usual: int | str | None
    told: dict[str, str]


class BookTold(BookInShort):
    """All that a reader's page shows of a rulebook."""

    kind: NotRequired[str]
    melds: dict[str, list[str]]
    version: int
    source: str
    how: list[HowTold]
    tiles: Table
    unit: Names
    score: Table
    score_said: dict[str, Names]
    tallies: dict[str, NamedTable]
    option_list: list[OptionTold]
    fan_list: list[FanTold]
    shapes: dict[str, Table]
    win: dict[str, Table]
    flags: dict[str, NamedTable]
    memory: dict[str, Table]
    asks: list[AskedTold]
    wild: Table
    always_wild: list[str]
    defines: dict[str, Table]
    play: Table
    procedure: dict[str, list[PartTold]]
    has_strong: bool                    # the strong bot has learned it; else it plays as normal
    pay: list[Table]
    adjust: list[Table]
    liability: list[Table]
    text_of_file: str
