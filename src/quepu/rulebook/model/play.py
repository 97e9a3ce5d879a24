"""What a rulebook says, section by section, as frozen values: nobody outside the builder reads a table.

A field is called after its key (`from_` where that is a word of Python); types, ranges and what holds when a key is
left out stand in the schema (`rulebook.file.schema`), and `rulebook.model.sections` makes the values from there.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from quepu.rulebook.file import choices as c
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.sealed import ByName, Value, sealed, sealed_by_name

Texts = Mapping[str, str]
Path = tuple[str | int, ...]            # of a key in the merged tables
ABSENT: Mapping[str, Any] = {}          # what is written of a section that the rulebook does not have


@sealed
class Formula(Value):
    """An expression of play: where it stands, as it is written, and its checked tree."""

    path: Path
    text: str | int
    node: Expr


@sealed_by_name
class Entry(ByName):
    """A table of a rulebook.  `written` is for whoever shows it as it stands; rules are read from the fields."""

    id: str                             # its name in a family, else its own `id`
    path: Path
    enabled: bool
    written: Mapping[str, Any]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'.'.join(map(str, self.path))})"

    def __hash__(self) -> int:
        return hash((type(self), self.path))

    @property
    def is_written(self) -> bool:
        """Whether the rulebook has it at all, be it empty."""
        return self.written is not ABSENT

    @property
    def title(self) -> Texts:
        """What it is called: its name or label, else its sentence; empty if it has none of them."""
        for key in ("name", "label", "text"):
            texts: Texts = getattr(self, key, {})
            if texts:
                return texts
        return {}

    def says(self, key: str) -> bool:
        """Whether the rulebook says something under a key, be it what holds anyway."""
        return key in self.written


@sealed_by_name
class Named(Entry):
    """An entry with a name and a sentence."""

    name: Texts
    text: Texts
    source: str


@sealed_by_name
class Tiles(Entry):
    """`[tiles]`: the tiles in play."""

    kinds: int                          # as bits
    bonus: int
    flower_owner: str
    marks: tuple[int, ...]              # a kind for each copy that carries a mark
    indicator_order: tuple[str, ...]
    numbers: Mapping[str, Any]


@sealed_by_name
class LastTiles(Entry):
    """`[wall] last`: a rule for the last tiles."""

    tiles: Formula
    rule: c.LastRule
    when: Formula
    names: Mapping[str, Texts]


@sealed_by_name
class Wall(Entry):
    """`[wall]`."""

    reserve: Formula | None             # None: the dead wall
    reserve_for: c.ReserveFor
    replacement: c.End
    burns: int
    dead: int
    replacements: int
    last: tuple[LastTiles, ...]
    text: Texts
    source: str

    @property
    def offered(self) -> tuple[LastTiles, ...]:
        """The rules by which a last tile is offered round."""
        return tuple(rule for rule in self.last if rule.rule is c.LastRule.OFFERED)


@sealed_by_name
class Deal(Entry):
    """`[deal]`."""

    hand: int
    dealer_extra: int
    flowers: c.Flowers
    seats: int
    dice: int
    marked: int
    source: str


@sealed_by_name
class Turned(Named):
    """`[turned.*]`: tiles that are turned up."""

    on: tuple[str, ...]                 # events, some with an entry behind a dot
    when: Formula
    tiles: Formula
    from_: c.Side
    once: bool
    each: c.Each
    seen: c.Seen
    stays: c.Stays
    place: Formula
    again: Formula
    until: Formula


@sealed_by_name
class Phase(Entry):
    """`[[phase]]`: a part of a hand."""

    kind: c.PhaseKind | None            # None only where it is at fault
    at: c.PhaseAt
    when: Formula
    who: c.PhaseWho
    choices: tuple[Formula, ...]        # a list, or the lowest and the highest
    names: Mapping[str, Texts]
    told: Mapping[str, Texts]
    sets: str
    about: int
    tiles: int
    fits: c.Fits
    direction: c.Direction
    secret: bool
    dealt: bool
    kept: bool
    winner: c.AfterWin
    until: Formula
    text: Texts
    source: str


@sealed_by_name
class Discard(Entry):
    """`[discard.*]`: a condition of discarding."""

    when: Formula | None                # None only where it is at fault
    text: Texts
    source: str


@sealed_by_name
class Claim(Named):
    """`[claim.*]`: a claim on another player's tile; one without `sets` is a win."""

    sets: tuple[str, ...]
    on: tuple[c.Offer, ...]
    who: c.Who
    priority: int
    when: Formula
    with_: Formula
    must: Formula
    several: c.Several
    first: tuple[str, ...]
    three: c.Three
    forbids: tuple[c.AfterClaim, ...]
    not_after: tuple[c.NotAfter, ...]
    declares: str
    drawn: Texts

    @property
    def takes(self) -> tuple[c.Offer, ...]:
        """The tiles it may take: those it names, else discards, and for a win the tile added to a kong."""
        if self.says("on"):
            return self.on
        return (c.Offer.DISCARD,) if self.sets else (c.Offer.DISCARD, c.Offer.ADDED_KONG)


@sealed_by_name
class Kong(Named):
    """`[kong.*]`: a kind of kong."""

    of: c.KongOf
    on: tuple[c.KongOn, ...]
    tiles: int                          # kinds as bits; 0: any
    different: bool
    least: int
    stand_in: int
    grows: bool
    when: Formula
    robbed_by: tuple[str, ...]
    replacements: Formula
    turns: int
    locks: bool
    reveals: c.Reveals
    opens: bool
    counts_as: c.CountsAs
    seen: c.KongSeen

    @property
    def is_aside(self) -> bool:
        """Whether it is laid aside like a flower."""
        return self.counts_as is c.CountsAs.NONE


@sealed_by_name
class Ready(Named):
    """`[ready.*]`: a declaration of being ready."""

    on: tuple[c.ReadyOn, ...]
    when: Formula
    discard: Formula
    follows: tuple[str, ...]
    flag: str
    wins_on: str
    binds: tuple[c.Bind, ...]
    shows: c.Shows
    sees: c.Sees
    stake: Formula
    choices: tuple[Formula, ...]
    names: Mapping[str, Texts]
    sets: str


@sealed_by_name
class Pass(Named):
    """`[pass.*]`: what passing forbids."""

    on: tuple[str, ...]
    forbids: tuple[c.Forbid, ...]
    until: tuple[c.Until, ...]
    when: Formula
    penalty: bool
    drawn: bool
    unable: tuple[c.Unable, ...]


@sealed_by_name
class Abort(Named):
    """`[abort.*]`: a hand that ends without a winner before the wall does."""

    on: tuple[str, ...]
    when: Formula
    chosen: bool
    then: c.AfterAbort


@sealed_by_name
class FaultRule(Named):
    """`[fault.*]`: a fault at a table of real tiles."""

    pays: Formula
    to: c.FaultTo
    sets: str


@sealed_by_name
class MatchLength(Entry):
    """`[match] hands`: how long a match is."""

    rounds: int
    hands: int
    deals: int


@sealed_by_name
class Ranking(Entry):
    """`[match] ranking`: how places are decided and what they bring."""

    bonus: tuple[int, ...]
    return_: int
    unit: int
    ties: c.Ties
    pot: c.PotTo


@sealed_by_name
class FalseWin(Entry):
    """`[match] false_win`: what a wrong declaration costs."""

    pays: Formula
    then: c.Penalty


_USUAL_ROUNDS = 4


@sealed_by_name
class Match(Entry):
    """`[match]`: from hand to hand."""

    hands: MatchLength
    first_dealer: c.FirstDealer
    next_dealer: Formula
    keeps: Formula
    seat_change: tuple[str, ...]
    draws_seats: int
    redraws: Formula
    start: int
    shows: Formula
    ends: Formula
    goes_on: Formula
    ranking: Ranking
    false_win: FalseWin
    text: Texts
    source: str

    @property
    def rounds(self) -> int:
        """How many rounds it has, 0 if it ends otherwise; four where nothing is said of its length."""
        return self.hands.rounds if self.hands.written else _USUAL_ROUNDS


@sealed_by_name
class Wild(Entry):
    """`[wild]`: wild tiles."""

    chosen: c.WildWay
    from_: str
    kinds: tuple[Formula, ...]
    drawn: tuple[str, ...]
    imagined: int
    imagined_as: str
    as_self: bool
    stands_for: int                     # kinds as bits
    discard: c.WildDiscard
    claim: bool
    meld: bool
    substitute: int                     # kinds as bits; 0: none
    substitute_for: int
    substitute_copies: int
    text: Texts
    source: str

    @property
    def are_chosen(self) -> bool:
        """Whether some kind is wild."""
        return self.chosen is not c.WildWay.NONE


@sealed_by_name
class Examples(Entry):
    """`[examples]`: how a worked example's own words map to the rulebook."""

    alias: Mapping[str, str]
    state: Mapping[str, str]
    flags: Mapping[str, str]
    options: Mapping[str, str]
    kongs: Mapping[str, str]
    events: Mapping[str, str]
    compare: Mapping[str, Formula]
    lists: Mapping[str, Mapping[str, Formula]]
    ignore: tuple[str, ...]


T = TypeVar("T", bound=Entry, covariant=True)


class Family(Mapping[str, T], Generic[T]):
    """The entries of a section: by name those in force, in order; `all` has those that are switched off too."""

    __slots__ = ("_declared", "_in_force", "all", "on")

    def __init__(self, entries: tuple[T, ...]) -> None:
        self.all = entries
        self.on = tuple(entry for entry in entries if entry.enabled)
        # of one name the first is meant
        self._in_force = {entry.id: entry for entry in reversed(self.on)}
        self._declared = {entry.id: entry for entry in reversed(entries)}

    def __getitem__(self, name: str) -> T:
        return self._in_force[name]

    def __iter__(self) -> Iterator[str]:
        return (entry.id for entry in self.on)

    def __len__(self) -> int:
        return len(self.on)

    def declared(self, name: str) -> T | None:
        """The entry of this name, also one that is switched off."""
        return self._declared.get(name)


@sealed_by_name
class Play(ByName):
    """How a rulebook is played, section by section."""

    tiles: Tiles
    wall: Wall
    deal: Deal
    turned: Family[Turned]
    phases: Family[Phase]
    discards: Family[Discard]
    claims: Family[Claim]
    kongs: Family[Kong]
    readies: Family[Ready]
    passes: Family[Pass]
    aborts: Family[Abort]
    faults: Family[FaultRule]
    match: Match
    wild: Wild
    examples: Examples


def formulas(entry: Entry) -> Iterator[Formula]:
    """The expressions of play that an entry writes, in its order."""
    for word in entry.written:
        value = getattr(entry, field_of(word), None)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Formula):
                yield one
            elif isinstance(one, Entry):
                yield from formulas(one)


_RESERVED = {word: f"{word}_" for word in ("from", "for", "with", "is", "return")}


def field_of(word: str) -> str:
    """The field that a key is read into: its own name, unless Python has another use for it."""
    return _RESERVED.get(word, word)
