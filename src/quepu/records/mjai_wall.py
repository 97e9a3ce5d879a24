"""The wall of a logged hand, laid so that our engine deals and draws what the log says."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quepu.book import Rulebook
from quepu.faults import Fault
from quepu.notation import Tile, write_tiles
from quepu.records.mjai_format import SEATS, mjai_format
from quepu.rulebook.language.events import named_events

if TYPE_CHECKING:
    from quepu.records.mjai_log import LogEvent

_KONGS = ("daiminkan", "ankan", "kakan")
_REPLACEMENTS = 4           # tiles at the very back, before the indicators


@dataclass(slots=True, eq=False)
class Slot:
    """A place in the wall; None until it is known what lies there."""

    tile: Tile | None = None


class Hands:
    """The four hands as the log moves them: what a player is seen to have had tells what was dealt and drawn."""

    def __init__(self, start: "LogEvent") -> None:
        self.dealt: list[list[Slot]] = []
        for player, names in enumerate(start.event["tehais"]):
            if not isinstance(names, list) or len(names) != 13:
                raise start.fault(Fault("mjai.thirteen", player=player))
            self.dealt.append([Slot(start.tile(str(name))) for name in names])
        self.held = [list(hand) for hand in self.dealt]
        self.drawn: list[Slot | None] = [None] * SEATS
        self.front: list[Slot] = []
        self.back: list[Slot] = []

    def draw(self, logged: "LogEvent", replaces: bool) -> None:
        """A tile comes from the front, or for a kong from the back."""
        slot = Slot(logged.tile())
        (self.back if replaces else self.front).append(slot)
        self.held[logged.actor].append(slot)
        self.drawn[logged.actor] = slot

    def lose(self, logged: "LogEvent", tile: Tile, drawn: bool = False) -> None:
        """A tile goes; one that was hidden is known now."""
        held, last = self.held[logged.actor], self.drawn[logged.actor]
        if drawn and last is not None and last.tile in (None, tile):
            taken: Slot | None = last
        else:
            taken = next((slot for slot in held if slot.tile == tile), None)
            if taken is None:           # not the tile just drawn, if there is another
                hidden = [slot for slot in held if slot.tile is None]
                taken = next((slot for slot in hidden if slot is not last), next(iter(hidden), None))
        if taken is None:
            raise logged.fault(Fault("mjai.not_held", player=logged.actor, tile=write_tiles((tile,))))
        taken.tile = tile
        held.remove(taken)

    def show(self, logged: "LogEvent", tiles: Iterable[Tile]) -> None:
        """A winner shows the hand: hidden tiles in it are known now."""
        rest = list(tiles)
        for slot in self.held[logged.actor]:
            if slot.tile in rest:
                rest.remove(slot.tile)
        for slot in self.held[logged.actor]:
            if slot.tile is None and rest:
                slot.tile = rest.pop(0)


def lay(start: "LogEvent", events: Sequence["LogEvent"], book: Rulebook, rules: Any) -> str:
    """The wall of a hand from front to back, in our notation."""
    hands = Hands(start)
    kong = -1                           # who draws for a kong
    dora, ura = [start.shown(str(start.event.get("dora_marker")))], list[Tile]()
    for logged in events:
        kind = logged.type
        if kind == "tsumo":
            hands.draw(logged, kong == logged.actor)
            kong = -1
        elif kind == "dahai":
            hands.lose(logged, logged.shown(), bool(logged.event.get("tsumogiri")))
        elif kind in ("chi", "pon", "daiminkan", "ankan"):
            for tile in logged.tiles("consumed"):
                if tile is not None:
                    hands.lose(logged, tile)
        elif kind == "kakan":
            hands.lose(logged, logged.shown())
        elif kind == "dora":
            dora.append(logged.shown(str(logged.event.get("dora_marker"))))
        elif kind == "hora":
            _win(logged, hands)
            hidden = logged.event.get("ura_markers") or logged.event.get("uradora_markers") or ()
            ura = ura or [logged.shown(str(name)) for name in hidden]
        if kind in _KONGS:
            kong = logged.actor
    kongs = sum(logged.type in _KONGS for logged in events)
    return _laid(start, hands, _turned(start, book, kongs, dora, ura), _tiles(rules))


def _win(logged: "LogEvent", hands: Hands) -> None:
    """What a winner shows, without the tile won on another's discard."""
    if not logged.event.get("hora_tehais"):
        return
    tiles = [tile for tile in logged.tiles("hora_tehais") if tile is not None]
    won = logged.tile() if "pai" in logged.event else None
    if logged.event["target"] != logged.actor and won in tiles and len(tiles) % 3 == 2:
        tiles.remove(won)
    hands.show(logged, tiles)


def _turned(start: "LogEvent", book: Rulebook, kongs: int, dora: list[Tile], ura: list[Tile]) -> list[Slot]:
    """The indicators in the order in which the rulebook turns them."""
    lots = {mjai_format().dora: dora, mjai_format().ura: ura}
    used: Counter[str] = Counter()
    turned = []
    for event in ("hand_start", *["kong"] * kongs):
        for name, lot in book.model.turned.items():
            if event in named_events(lot.on):
                tiles = lots.get(name, [])
                turned.append(Slot(tiles[used[name]] if used[name] < len(tiles) else None))
                used[name] += 1
    if used[mjai_format().dora] < len(dora):
        raise start.fault(Fault("mjai.indicators", count=len(dora), rule=book.id, most=used[mjai_format().dora]))
    return turned


def _tiles(rules: Any) -> Counter[Tile]:
    """All tiles of the rulebook."""
    counts: Counter[Tile] = Counter()
    for kind in range(42):
        marks, copies = rules.marks[kind], rules.copies[kind]
        counts[Tile(kind, True)] += min(marks, copies)
        counts[Tile(kind)] += copies - min(marks, copies)
    return +counts


def _laid(start: "LogEvent", hands: Hands, turned: list[Slot], tiles: Counter[Tile]) -> str:
    order = [(int(start.event["oya"]) + step) % SEATS for step in range(SEATS)]
    front = [slot for first in (0, 4, 8, 12) for player in order for slot in hands.dealt[player][first:first + 4]]
    front += hands.front
    middle = [Slot() for _place in range(tiles.total() - len(front) - len(turned) - _REPLACEMENTS)]
    back = [*hands.back, *(Slot() for _place in range(_REPLACEMENTS - len(hands.back)))]
    wall = [*front, *middle, *reversed(turned), *reversed(back)]
    left = tiles.copy()
    left.subtract(slot.tile for slot in wall if slot.tile is not None)
    faults = [Fault("mjai.copies", tile=write_tiles((tile,)), count=tiles[tile] - count)
              for tile, count in sorted(left.items()) if count < 0]
    if faults or len(wall) != tiles.total():
        raise start.fault(Fault("mjai.wall", tiles=faults or [str(len(wall))]))
    rest = iter(sorted(left.elements()))
    return write_tiles(slot.tile if slot.tile is not None else next(rest) for slot in wall)
