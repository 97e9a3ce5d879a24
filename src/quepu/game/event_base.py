"""An event: a frozen value with a JSON form and a sentence; and those of kongs of different tiles."""

from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from quepu.locale import language, words
from quepu.scoring.accounts import account_code, account_name

if TYPE_CHECKING:
    from quepu.rulebook.model.model import Model

fields_of: Any = cache(fields)        # asked for once a class: events are told again and again
SEAT_FIELDS = frozenset(("seat", "feeder", "to", "payer", "receiver"))         # that hold a seat
_ENTRY_FIELDS = {"lot": "turned", "phase": "phase", "fan": "fan", "ready": "ready", "kong": "kong", "reason": "abort",
                 "rule": "pay"}         # that hold the id of an entry of the rulebook, with its section


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; `type` names it in JSON."""

    type: ClassVar[str] = ""

    def seen_by(self, seat: int) -> "Event | None":
        """What that seat may know of it; None if nothing."""
        return self

    def as_json(self) -> dict[str, Any]:
        """The event as plain values; what is empty is left out."""
        values: dict[str, Any] = {"type": self.type}
        for place in fields_of(type(self)):
            value = getattr(self, place.name)
            if value is None or not place.compare or (place.default is not MISSING and value == place.default):
                continue
            if place.name in SEAT_FIELDS:
                value = account_code(value)
            values[place.name] = list(value) if isinstance(value, tuple) else value
        return values

    def line(self, lang: str = "zh", model: "Model | None" = None) -> str:
        """The event as a sentence; with the rulebook's model its entries are called by their names."""
        values: dict[str, Any] = {}
        for place in fields_of(type(self)):
            value = getattr(self, place.name)
            if place.name in SEAT_FIELDS:
                values[place.name] = "" if value is None else account_name(value, language(lang))
            elif model is not None and value is not None and place.name in _ENTRY_FIELDS:
                values[place.name] = model.entry_name(_ENTRY_FIELDS[place.name], value, lang)
            elif isinstance(value, tuple):
                values[place.name] = " ".join(map(str, value))
            else:
                values[place.name] = words("event.hidden", lang) if value is None else value
        more = self.more(lang)          # what it says of an entry stands in for the rulebook's name
        return words(self.key(), lang, **({**values, **more} if model is None else {**more, **values}))

    def key(self) -> str:
        """The key of its sentence among the words."""
        return f"event.{self.type}"

    def more(self, lang: str) -> dict[str, Any]:
        """Further values of its sentence."""
        return {}


@dataclass(frozen=True, slots=True)
class MixedKongMade(Event):
    """A kong of different tiles is laid down, of that name of the rulebook."""

    type: ClassVar[str] = "mixed_kong"
    seat: int
    kong: str
    tiles: str


@dataclass(frozen=True, slots=True)
class TileAdded(Event):
    """A tile is added to a kong of different tiles."""

    type: ClassVar[str] = "tile_added"
    seat: int
    kong: str
    tile: str


@dataclass(frozen=True, slots=True)
class TileExchanged(Event):
    """The true tile goes into a kong of different tiles, and what stood for it back into the hand."""

    type: ClassVar[str] = "tile_exchanged"
    seat: int
    kong: str
    tile: str
    back: str
