"""What a rulebook says of scoring and payment, as it is shown: names, sentences and the text of expressions.

What is worked out from it stands in `model.py`, with checked trees; only who writes of a rulebook reads here.
"""

from collections.abc import Mapping
from typing import Any

from quepu.rulebook.language.sealed import ByName, sealed_by_name
from quepu.rulebook.model.play import Entry, Family, Named, Texts

Text = str | int                        # an expression as it is written; empty if there is none


@sealed_by_name
class Head(Named):
    """`[rulebook]`."""

    extends: str
    region: str
    sample: str


@sealed_by_name
class ShapeSaid(Named):
    """`[shape.*]`."""

    fixed: str
    when: Text


@sealed_by_name
class FlagSaid(Named):
    """`[flag.*]`."""

    given: Text
    declared: bool


@sealed_by_name
class DefineSaid(Entry):
    """`[define.*]`."""

    is_: str
    args: Mapping[str, str]
    text: Texts


@sealed_by_name
class UpdateSaid(Entry):
    """`[memory.*] update`: one way in which a memory changes."""

    on: tuple[str, ...]


@sealed_by_name
class MemorySaid(Named):
    """`[memory.*]`."""

    scope: str
    type: str
    shown: bool
    update: tuple[UpdateSaid, ...]


@sealed_by_name
class FanSaid(Named):
    """`[fan.*]`."""

    value: Text
    when: Text
    count: Text
    pick: str
    on: str
    example: Any


@sealed_by_name
class ScoreSaid(Entry):
    """`[score]`."""

    total: Text
    minimum: Text
    cap: Text


@sealed_by_name
class WinSaid(Entry):
    """`[win.*]`: a condition of winning."""

    when: Text
    text: Texts
    refusal: Texts


@sealed_by_name
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


@sealed_by_name
class OptionSaid(Named):
    """`[option.*]`."""

    type: str
    default: Any
    choices: Any
    called: Mapping[str, Texts]
    needs: Mapping[str, Any]


@sealed_by_name
class HowSaid(Entry):
    """`[how.*]`: a part of how a hand goes."""

    name: Texts
    text: Texts
    example: Any


@sealed_by_name
class Said(ByName):
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
