"""Answers about house rules that are changed by hand."""

from typing import Any, Literal

from pydantic import with_config
from typing_extensions import TypedDict

from quepu.server.told.hands import CLOSED, Names, PlacedFault


class RowChoice(TypedDict):
    """What can be chosen, by its value; a name may be missing where the value says it."""

    value: str
    name: Names


class RowTold(TypedDict):
    """One thing that can be changed by hand; rows that are `about` one thing stand in one line."""

    key: str
    group: str
    kind: Literal["number", "switch", "choice", "several", "text", "own"]
    about: str
    name: Names
    text: Names
    value: Any
    base: Any
    is_changed: bool
    low: int
    high: int
    choices: list[RowChoice]


class ReadyFanTold(TypedDict):
    """A fan with a ready-made condition."""

    id: str
    name: Names
    text: Names


class RefusedTold(TypedDict):
    """A change that was not made, and why."""

    key: str
    text: str


@with_config(CLOSED)
class HouseTold(TypedDict):
    """A house rule as its text and as what can be changed of it; no rows while the text cannot be read."""

    kind: Literal["house"]
    text: str
    refused: list[RefusedTold]
    base: str
    base_name: Names
    sample: str
    rows: list[RowTold]
    fans: list[ReadyFanTold]
    faults: list[PlacedFault]
