"""What a rulebook says of scoring and payment, as it is shown: names, sentences and the text of expressions.

What is worked out from it stands in `model.py`, with checked trees; only who writes of a rulebook reads here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quepu.rulebook.model.play import Entry, Family, Named, Texts, section

Text = str | int                        # an expression as it is written; empty if there is none


@section
class Head(Named):
    """`[rulebook]`."""

    extends: str
    region: str
    sample: str


@section
class ShapeSaid(Named):
    """`[shape.*]`."""

    fixed: str
    when: Text


@section
class FlagSaid(Named):
    """`[flag.*]`."""

    given: Text
    declared: bool


@section
class DefineSaid(Entry):
    """`[define.*]`."""

    is_: str
    args: Mapping[str, str]
    text: Texts


@section
class UpdateSaid(Entry):
    """`[memory.*] update`: one way in which a memory changes."""

    on: tuple[str, ...]


@section
class MemorySaid(Named):
    """`[memory.*]`."""

    scope: str
    type: str
    shown: bool
    update: tuple[UpdateSaid, ...]


@section
class FanSaid(Named):
    """`[fan.*]`."""

    value: Text
    when: Text
    count: Text
    pick: str
    on: str
    example: Any


@section
class ScoreSaid(Entry):
    """`[score]`."""

    total: Text
    minimum: Text
    cap: Text


@section
class WinSaid(Entry):
    """`[win.*]`: a condition of winning."""

    when: Text
    text: Texts
    refusal: Texts


@section
class PaySaid(Entry):
    """`[[pay]]`, `[[adjust]]` and `[[liability]]`."""

    on: tuple[str, ...]
    when: Text
    amount: Text
    from_: str
    payer: Text                         # of a liability
    tag: str
    label: Texts
    text: Texts


@section
class OptionSaid(Named):
    """`[option.*]`."""

    type: str
    default: Any
    choices: Any
    called: Mapping[str, Texts]
    needs: Mapping[str, Any]


@section
class HowSaid(Entry):
    """`[how.*]`: a part of how a hand goes."""

    name: Texts
    text: Texts
    example: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a rulebook says besides how it is played, section by section."""

    head: Head
    shapes: Family[ShapeSaid]
    flags: Family[FlagSaid]
    defines: Family[DefineSaid]
    memory: Family[MemorySaid]
    fans: Family[FanSaid]
    score: ScoreSaid
    wins: Family[WinSaid]
    options: Family[OptionSaid]
    how: Family[HowSaid]
    pay: Family[PaySaid]
    adjust: Family[PaySaid]
    liability: Family[PaySaid]

    def rows(self) -> tuple[tuple[str, Family[PaySaid]], ...]:
        """The rows of payment by their section."""
        return ("pay", self.pay), ("adjust", self.adjust), ("liability", self.liability)
