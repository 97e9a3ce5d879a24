"""What a score pad says: every hand with its payments, how everybody stands, and what may be entered next."""

from typing import Any, Literal, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from quepu.server.told.hands import CLOSED, Names


class Thing(TypedDict):
    """Something that can be chosen, by its names."""

    id: str
    name: Names


class PadKong(Thing):
    """A kong that may be entered; `counts`: how many tiles may be laid down at once."""

    of: str
    counts: NotRequired[list[int]]


class PadMemory(Thing):
    """Something the table remembers that may be entered."""

    type: str
    each: bool


class PadFan(Thing):
    """A fan to be picked."""

    on: str
    value: int | None
    apart: bool


class PadMay(TypedDict):
    """What a hand of this rulebook may be made of."""

    kongs: list[PadKong]
    declares: list[Thing]
    faults: list[Thing]
    false_total: bool
    memory: list[PadMemory]
    flags: list[Thing]
    tallies: list[Thing]
    total: bool
    fans: list[PadFan]
    wild: bool
    flowers: bool
    ready: bool
    goes_on: bool
    seats: list[str]


class PadFanEarned(TypedDict):
    """A fan of an entered win."""

    id: str
    name: Names
    count: int
    shown: str


PadWin = TypedDict("PadWin", {"seat": str, "name": str, "from": str | None, "total": int, "fans": list[PadFanEarned]})
PadRow = TypedDict("PadRow", {"from": str, "to": str, "amount": int, "rule": str, "names": Names})


class PadEntry(TypedDict):
    """An entered hand."""

    number: int
    round: int
    wind: str
    ended: str
    dealer: str
    players: list[str]
    what: str
    over: bool
    notes: list[Names]
    wins: list[PadWin]
    ledger: list[PadRow]
    net: list[int]
    scores: list[int]


class PadRemembered(Thing):
    """What lasts from hand to hand."""

    values: list[Any]
    type: str


class PadHand(TypedDict):
    """The hand that is entered next."""

    number: int
    round: int
    wind: str
    players: list[str]
    memory: list[PadRemembered]


class PadStanding(TypedDict):
    """A player's place."""

    place: int
    player: int
    name: str
    score: int
    result: str


PadTransfer = TypedDict("PadTransfer", {"from": str, "to": str, "amount": str})


class PadMoney(TypedDict):
    """What everybody has won in money, and who gives whom how much."""

    amounts: list[str]
    transfers: list[PadTransfer]


class PadChange(TypedDict):
    """A later entry that a mend changes; with faults it stays unsettled."""

    was: PadEntry
    now: PadEntry
    faults: list[str]


@with_config(CLOSED)
class PadTold(TypedDict):
    """The whole pad."""

    kind: Literal["pad"]
    names: list[str]
    scores: list[int]
    over: bool
    pot: int
    standings: list[PadStanding]
    hand: PadHand
    entries: list[PadEntry]
    may: PadMay
    csv: str
    out: str | None
    money: NotRequired[PadMoney]
    changes: NotRequired[list[PadChange]]
    kept: NotRequired[list[dict[str, Any]]]
