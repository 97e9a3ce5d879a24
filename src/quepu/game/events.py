"""What happened, as frozen values in time order; and the one place that says which seat may see what of it.

An event has a JSON form that reads back and a text in each language.  `seen_by(seat)` leaves out what a seat may not
know.  Seats are 0-3 from the dealer, "E" "S" "W" "N" in JSON; players keep a number.
"""

from dataclasses import MISSING, dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from quepu.engine.layout.table_facts import POT
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.event_base import SEAT_FIELDS, fields_of
from quepu.game.event_base import Event as Event
from quepu.game.event_base import MixedKongMade as MixedKongMade
from quepu.game.event_base import TileAdded as TileAdded
from quepu.game.event_base import TileExchanged as TileExchanged
from quepu.game.stand_in import note_key, note_values
from quepu.locale import language, pick, words
from quepu.scoring.accounts import account_of
from quepu.tiles import seat_name

if TYPE_CHECKING:
    from quepu.rulebook.model.model import Model, Texts


@dataclass(frozen=True, slots=True)
class HandBegan(Event):
    """A hand begins: which of the match, which round, who sits in which seat, and a fingerprint of the wall."""

    type: ClassVar[str] = "hand"
    hand: int
    round: int
    players: tuple[int, ...]            # the player in each seat, the dealer first
    wall_hash: str | None = None        # SHA-256 of the wall's tiles, known to the record only
    wall: str | None = None             # the wall, where it was laid by hand
    seed: int | None = None             # of this hand, where it has one of its own

    def seen_by(self, seat: int) -> Event:
        """Nobody sees the wall, nor what it comes from or could be tried out against it."""
        return replace(self, wall_hash=None, wall=None, seed=None)

    def more(self, lang: str) -> dict[str, Any]:
        """The round's wind."""
        return {"wind": seat_name(self.round % 4, language(lang))}


@dataclass(frozen=True, slots=True)
class _Hidden(Event):
    """An event whose tile only its own seat sees."""

    seat: int
    tile: str | None = None

    def seen_by(self, seat: int) -> Event:
        """Others see that it happened."""
        return self if seat == self.seat else replace(self, tile=None)


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A seat's tiles of the deal."""

    type: ClassVar[str] = "dealt"
    seat: int
    count: int
    tiles: str | None = None

    def seen_by(self, seat: int) -> Event:
        """Others see how many."""
        return self if seat == self.seat else replace(self, tiles=None)

    def key(self) -> str:
        """Tiles that are not seen are not spoken of."""
        return "event.dealt_hidden" if self.tiles is None else "event.dealt"


@dataclass(frozen=True, slots=True)
class DiceThrown(Event):
    """Dice for the deal."""

    type: ClassVar[str] = "dice"
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A tile turned up under that name of the rulebook."""

    type: ClassVar[str] = "turned"
    lot: str
    tile: str | None = None
    seat: int | None = None             # whose own it is
    hidden: bool = False                # nobody may look before the end

    def seen_by(self, seat: int) -> Event:
        """What lies face down is seen by nobody."""
        return replace(self, tile=None) if self.hidden else self


@dataclass(frozen=True, slots=True)
class LookedAt(Event):
    """A ready player looks at a turned tile that only ready players may see."""

    type: ClassVar[str] = "looked"
    seat: int
    lot: str
    tile: str

    def seen_by(self, seat: int) -> Event | None:
        """It is his secret."""
        return self if seat == self.seat else None


@dataclass(frozen=True, slots=True)
class WildChosen(Event):
    """The wild tiles of this hand."""

    type: ClassVar[str] = "wild"
    tiles: str


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """A part of the hand begins."""

    type: ClassVar[str] = "phase"
    phase: str


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """A seat's choice is known."""

    type: ClassVar[str] = "chosen"
    seat: int
    value: int | None = None            # None: not for whoever reads it
    suit: str | None = None             # the letter of the suit the number means
    #: how the rulebook tells it; like all that is not compared, no part of the JSON form
    told: "Texts" = field(default_factory=dict, compare=False, repr=False)
    kept: bool = field(default=False, compare=False, repr=False)       # nobody else is told

    def seen_by(self, seat: int) -> Event:
        """All see it, unless it is kept from them."""
        return replace(self, value=None, suit=None, told={}) if self.kept and seat != self.seat else self

    def key(self) -> str:
        """That something was chosen, if not what."""
        return "event.chosen_kept" if self.value is None else "event.chosen"

    def line(self, lang: str = "zh", model: "Model | None" = None) -> str:
        """As the rulebook tells it."""
        return pick(self.told, lang) or Event.line(self, lang, model)


@dataclass(frozen=True, slots=True)
class Given(Event):
    """A tile goes from one seat to another."""

    type: ClassVar[str] = "given"
    seat: int
    to: int
    tile: str | None = None

    def seen_by(self, seat: int) -> Event:
        """Only the two see which."""
        return self if seat in (self.seat, self.to) else replace(self, tile=None)


@dataclass(frozen=True, slots=True)
class OpeningShown(Event):
    """A seat shows what its dealt tiles earn by themselves: the fan of that name, so many times."""

    type: ClassVar[str] = "opening"
    seat: int
    fan: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class FlowerLaid(Event):
    """A flower is laid aside."""

    type: ClassVar[str] = "flower"
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class Drawn(_Hidden):
    """A seat draws: from the wall, or for a kong or flower."""

    type: ClassVar[str] = "drawn"
    way: str = "wall"
    open: bool = False                  # it lay face up in the wall, or the seat's declaration shows it

    def seen_by(self, seat: int) -> Event:
        """Others see that it happened, and the tile if it is laid open."""
        return self if self.open or seat == self.seat else replace(self, tile=None)

    def key(self) -> str:
        """A replacement is told as such."""
        return "event.drawn" if self.way in ("wall", "last") else "event.drawn_for"

    def more(self, lang: str) -> dict[str, Any]:
        """Where the tile comes from."""
        return {"what": words(f"event.way_{self.way}", lang)}


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """A tile goes into the river."""

    type: ClassVar[str] = "discarded"
    seat: int
    tile: str
    drawn: bool = False                 # it was the tile just drawn

    def key(self) -> str:
        """A tile just drawn is told as such."""
        return "event.discarded_drawn" if self.drawn else "event.discarded"


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A seat declares ready by that name; its discard follows."""

    type: ClassVar[str] = "declared"
    seat: int
    ready: str
    stake: int = 0

    def key(self) -> str:
        """A stake is told with it."""
        return "event.declared_stake" if self.stake else "event.declared"


@dataclass(frozen=True, slots=True)
class SetMade(Event):
    """A discard is claimed for a set that is no pung."""

    type: ClassVar[str] = "chow"
    seat: int
    tile: str
    tiles: str
    feeder: int


@dataclass(frozen=True, slots=True)
class PungMade(Event):
    """A discard is claimed for a pung."""

    type: ClassVar[str] = "pung"
    seat: int
    tile: str
    feeder: int
    marks: int = 0                      # tiles of it that carry a mark


@dataclass(frozen=True, slots=True)
class KongAnnounced(Event):
    """A kong that can be robbed is announced; it stands once nobody has."""

    type: ClassVar[str] = "kong_announced"
    seat: int
    kong: str
    tile: str | None
    hidden: bool = False

    def seen_by(self, seat: int) -> Event:
        """A concealed kong stays face down."""
        return replace(self, tile=None) if self.hidden and seat != self.seat else self


@dataclass(frozen=True, slots=True)
class KongMade(Event):
    """A kong stands: of that name of the rulebook, `form` melded, added or concealed."""

    type: ClassVar[str] = "kong"
    seat: int
    kong: str
    form: str
    tile: str | None
    feeder: int | None = None
    hidden: bool = False                # it lies face down until the end

    def seen_by(self, seat: int) -> Event:
        """What lies face down only its owner knows."""
        return replace(self, tile=None) if self.hidden and seat != self.seat else self

    def key(self) -> str:
        """Tiles that are not seen are not spoken of."""
        return "event.kong_hidden" if self.tile is None else "event.kong"

    def more(self, lang: str) -> dict[str, Any]:
        """How it lies."""
        return {"kong": words(f"event.kong_{self.form}", lang)}


@dataclass(frozen=True, slots=True)
class KongTurned(Event):
    """A tile is turned up for a kong: its maker wins on it, or it is a discard."""

    type: ClassVar[str] = "kong_turned"
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class LastOffered(Event):
    """One of the last tiles is offered to a seat; the next one has it only if this one does not."""

    type: ClassVar[str] = "last_offered"
    seat: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat lets something go; nobody else knows."""

    type: ClassVar[str] = "passed"
    seat: int

    def seen_by(self, seat: int) -> Event | None:
        """Others see nothing."""
        return self if seat == self.seat else None


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A seat wins; without a feeder it drew the tile itself, without a tile it was dealt a complete hand."""

    type: ClassVar[str] = "won"
    seat: int
    total: int
    tile: str | None = None
    feeder: int | None = None
    flower: bool = False                # it wins by its flowers alone, the tile is the last of them
    thrown: bool = False                # it wins by what it has discarded

    def key(self) -> str:
        """By what the win came."""
        if self.flower:
            return "event.won_flower" if self.feeder is None else "event.won_other_flower"
        return ("event.won_thrown" if self.thrown else "event.won_dealt") if self.tile is None else \
            "event.won_drawn" if self.feeder is None else "event.won"


@dataclass(frozen=True, slots=True)
class FalseWinDeclared(Event):
    """A seat declares a win that is none; its hand is dead."""

    type: ClassVar[str] = "false_win"
    seat: int


@dataclass(frozen=True, slots=True)
class NoWinner(Event):
    """The hand ends without a winner."""

    type: ClassVar[str] = "no_winner"


@dataclass(frozen=True, slots=True)
class Aborted(Event):
    """The hand is called off for a reason of that name."""

    type: ClassVar[str] = "aborted"
    reason: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """A hand is laid open, at the end or with a declaration, with melds that lay face down."""

    type: ClassVar[str] = "shown"
    seat: int
    tiles: str
    melds: str = ""


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Points move, by a payment of that name; the pot is a seat of its own."""

    type: ClassVar[str] = "paid"
    payer: int
    receiver: int
    amount: int
    rule: str


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    """The hand is over: by a win, a draw or called off; the scores of the players."""

    type: ClassVar[str] = "hand_end"
    ended: str
    winners: str
    scores: tuple[int, ...]
    why: "Texts" = field(default_factory=dict, compare=False, repr=False)      # it was called off; not in the JSON form

    def more(self, lang: str) -> dict[str, Any]:
        """How it ended, and why so."""
        how, why = words(f"event.ended_{self.ended}", lang), pick(self.why, lang)
        return {"how": words("event.ended_why", lang, how=how, why=why) if why else how}


@dataclass(frozen=True, slots=True)
class MatchEnded(Event):
    """The match is over."""

    type: ClassVar[str] = "match_end"
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """Something that is no move: a program that stopped answering, a player who left."""

    type: ClassVar[str] = "note"
    text: str
    seat: int | None = None

    def key(self) -> str:
        """A bot that plays for somebody is told in the reader's language."""
        return note_key(self.text)

    def more(self, lang: str) -> dict[str, Any]:
        """Whom such a note is about."""
        return note_values(self.text)


EVENTS: dict[str, type[Event]] = {event.type: event for event in (
    HandBegan, Dealt, DiceThrown, TurnedUp, LookedAt, WildChosen, PhaseBegan, Chosen, Given, OpeningShown, FlowerLaid,
    Drawn, Discarded, Declared, SetMade, PungMade, KongAnnounced, KongMade, MixedKongMade, TileAdded,
    TileExchanged, KongTurned, LastOffered, Passed, Won, FalseWinDeclared, NoWinner, Aborted, Shown, Paid, HandEnded,
    MatchEnded, Noted)}


def event_of(data: dict[str, Any]) -> Event:
    """The event of a JSON form; QuepuError says what is wrong with it."""
    kind = EVENTS.get(str(data.get("type")))
    if kind is None:
        raise QuepuError(Fault("event.unknown", type=str(data.get("type")), known=EVENTS))
    known = {place.name: place for place in fields_of(kind) if place.compare}
    values: dict[str, Any] = {}
    for name, value in ((name, data[name]) for name in data if name != "type"):
        if name not in known:
            raise QuepuError(Fault("event.no_field", type=kind.type, name=name, known=known))
        if name in SEAT_FIELDS:
            if (account := account_of(value)) < 0 or (account > POT and kind is not Paid):
                raise QuepuError(Fault("event.not_seat", type=kind.type, name=name, value=value))
            value = account
        values[name] = tuple(value) if isinstance(value, list) else value
    for name, place in known.items():
        if name not in values:
            if place.default is MISSING and "None" not in str(place.type):
                raise QuepuError(Fault("event.needs", type=kind.type, name=name))
            values[name] = None if place.default is MISSING else place.default
    return kind(**values)
