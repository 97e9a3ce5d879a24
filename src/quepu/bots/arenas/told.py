"""What a seat is told of a hand, compared with what our own table shows it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from quepu.game import events as ev
from quepu.notation import Tile, read_kinds, read_tiles
from quepu.rulebook.file.choices import KongOf

PLAY, TURNED = "play", "turned"         # the two lists in which order matters: others' tables turn tiles at other times
KONG = "kong"
_TURNED = (ev.TurnedUp, ev.WildChosen)
#: of an event of the play, what is compared: the rest depends on tiles that the seat does not see
COMPARED: Mapping[type[ev.Event], tuple[str, ...]] = {
    ev.Drawn: ("seat", "tile", "way"), ev.Discarded: ("seat", "tile", "drawn"), ev.Declared: ("seat", "ready"),
    ev.SetMade: ("seat", "tile", "tiles", "feeder"), ev.PungMade: ("seat", "tile", "feeder", "marks"),
    ev.KongAnnounced: ("seat", "kong", "tile"), ev.KongMade: ("seat", "kong", "tile"),
    ev.MixedKongMade: ("seat", "kong", "tiles"), ev.TileAdded: ("seat", "kong", "tile"),
    ev.TileExchanged: ("seat", "kong", "tile", "back"), ev.KongTurned: ("seat", "tile"), ev.LastOffered: ("seat",),
    ev.FlowerLaid: ("seat", "tile"), ev.Won: ("seat", "tile", "feeder"), ev.FalseWinDeclared: ("seat",),
    ev.Chosen: ("seat", "value"), ev.Given: ("seat", "to", "tile"), ev.OpeningShown: ("seat", "fan")}


@dataclass(frozen=True, slots=True)
class Told:
    """Something a seat was told: what is compared of it, and where it stands."""

    where: str
    kind: str                           # as the event's `type`; a kong that is announced and one that stands are one
    values: Mapping[str, Any]
    of: KongOf | None = None            # of which tiles a kong is made
    needs: tuple[Tile, ...] = field(default=())     # what its seat must have held, as far as it is known

    @property
    def seat(self) -> int:
        """Whose it is; -1 nobody's."""
        return int(self.values.get("seat", -1))

    @property
    def tile(self) -> str | None:
        """The tile it names, if it names one."""
        tile = self.values.get("tile")
        return None if tile is None else str(tile)

    @property
    def channel(self) -> str:
        """The list it belongs to."""
        return TURNED if self.kind in (one.type for one in _TURNED) else PLAY

    def agrees(self, event: ev.Event) -> bool:
        """Whether it may have been this event."""
        return kind_of(event) == self.kind and all(
            _is_same(name, getattr(event, name), value, self.kind) for name, value in self.values.items())


def _is_same(name: str, ours: Any, theirs: Any, kind: str) -> bool:
    """Whether two values of a field are the same; tiles in any order, and of a kong any of its copies."""
    if ours is None or theirs is None or name not in ("tile", "tiles"):
        return bool(ours == theirs)
    if kind == KONG:
        return read_kinds(ours) == read_kinds(theirs)
    return sorted(read_tiles(ours)) == sorted(read_tiles(theirs))


def kind_of(event: ev.Event) -> str:
    """The kind of an event; both events of a kong are of one."""
    return KONG if isinstance(event, ev.KongAnnounced | ev.KongMade) else event.type


@dataclass(slots=True)
class Listener:
    """Sorts events into the lists, and hears of each kong once."""

    lots: frozenset[str] | None = None      # of tiles turned up those that are told; None: all
    announced: bool = False

    def channel(self, event: ev.Event) -> str | None:
        """The list an event belongs to; None if it is not compared."""
        if isinstance(event, _TURNED):
            is_told = self.lots is None or (isinstance(event, ev.TurnedUp) and event.lot in self.lots)
            return TURNED if is_told else None
        if type(event) not in COMPARED:
            return None
        again = self.announced and isinstance(event, ev.KongMade)
        self.announced = isinstance(event, ev.KongAnnounced)
        return None if again else PLAY

    def heard(self, events: Iterable[ev.Event]) -> Iterator[tuple[str, ev.Event]]:
        """The events that are compared, each with its list."""
        for event in events:
            channel = self.channel(event)
            if channel is not None:
                yield channel, event
