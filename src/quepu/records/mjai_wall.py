"""The wall of a logged hand, laid so that our engine deals and draws what the log says."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quepu.core import procedure as p
from quepu.notation import Tile, write_tiles
from quepu.records.mjai_format import SEATS, mjai_format
from quepu.scoring.book import Rulebook

if TYPE_CHECKING:
    from quepu.records.mjai import Told

_KONGS = ("daiminkan", "ankan", "kakan")
_REPLACEMENTS = 4           # tiles at the very back, before the indicators


@dataclass(slots=True, eq=False)
class Slot:
    """A place in the wall; None until it is known what lies there."""

    tile: Tile | None = None


class Hands:
    """The four hands as the log moves them: what a player is seen to have had tells what was dealt and drawn."""

    def __init__(self, start: "Told") -> None:
        self.dealt: list[list[Slot]] = []
        for player, names in enumerate(start.event["tehais"]):
            if not isinstance(names, list) or len(names) != 13:
                raise start.fault(f"player {player} is not dealt 13 tiles")
            self.dealt.append([Slot(start.tile(str(name))) for name in names])
        self.held = [list(hand) for hand in self.dealt]
        self.drawn: list[Slot | None] = [None] * SEATS
        self.front: list[Slot] = []
        self.back: list[Slot] = []

    def draw(self, told: "Told", replaces: bool) -> None:
        """A tile comes from the front, or for a kong from the back."""
        slot = Slot(told.tile())
        (self.back if replaces else self.front).append(slot)
        self.held[told.actor].append(slot)
        self.drawn[told.actor] = slot

    def lose(self, told: "Told", tile: Tile, drawn: bool = False) -> None:
        """A tile goes; one that was hidden is known now."""
        held, last = self.held[told.actor], self.drawn[told.actor]
        if drawn and last is not None and last.tile in (None, tile):
            found: Slot | None = last
        else:
            found = next((slot for slot in held if slot.tile == tile), None)
            if found is None:           # not the tile just drawn, if there is another
                hidden = [slot for slot in held if slot.tile is None]
                found = next((slot for slot in hidden if slot is not last), next(iter(hidden), None))
        if found is None:
            raise told.fault(f"player {told.actor} does not hold {write_tiles((tile,))}")
        found.tile = tile
        held.remove(found)

    def show(self, told: "Told", tiles: Iterable[Tile]) -> None:
        """A winner shows the hand: hidden tiles in it are known now."""
        rest = list(tiles)
        for slot in self.held[told.actor]:
            if slot.tile in rest:
                rest.remove(slot.tile)
        for slot in self.held[told.actor]:
            if slot.tile is None and rest:
                slot.tile = rest.pop(0)


def lay(start: "Told", events: Sequence["Told"], book: Rulebook, rules: Any) -> str:
    """The wall of a hand from front to back, in our notation."""
    hands = Hands(start)
    kong = -1                           # who draws for a kong
    dora, ura = [start.shown(str(start.event.get("dora_marker")))], list[Tile]()
    for told in events:
        kind = told.type
        if kind == "tsumo":
            hands.draw(told, kong == told.actor)
            kong = -1
        elif kind == "dahai":
            hands.lose(told, told.shown(), bool(told.event.get("tsumogiri")))
        elif kind in ("chi", "pon", "daiminkan", "ankan"):
            for tile in told.tiles("consumed"):
                if tile is not None:
                    hands.lose(told, tile)
        elif kind == "kakan":
            hands.lose(told, told.shown())
        elif kind == "dora":
            dora.append(told.shown(str(told.event.get("dora_marker"))))
        elif kind == "hora":
            _win(told, hands)
            hidden = told.event.get("ura_markers") or told.event.get("uradora_markers") or ()
            ura = ura or [told.shown(str(name)) for name in hidden]
        if kind in _KONGS:
            kong = told.actor
    kongs = sum(told.type in _KONGS for told in events)
    return _laid(start, hands, _turned(start, book, kongs, dora, ura), _tiles(rules))


def _win(told: "Told", hands: Hands) -> None:
    """What a winner shows, without the tile won on another's discard."""
    if not told.event.get("hora_tehais"):
        return
    tiles = [tile for tile in told.tiles("hora_tehais") if tile is not None]
    won = told.tile() if "pai" in told.event else None
    if told.event["target"] != told.actor and won in tiles and len(tiles) % 3 == 2:
        tiles.remove(won)
    hands.show(told, tiles)


def _turned(start: "Told", book: Rulebook, kongs: int, dora: list[Tile], ura: list[Tile]) -> list[Slot]:
    """The indicators in the order in which the rulebook turns them."""
    lots = {mjai_format().dora: dora, mjai_format().ura: ura}
    used: Counter[str] = Counter()
    found = []
    for event in ("hand_start", *["kong"] * kongs):
        for name, table in book.model.data.get("turned", {}).items():
            if event in table["on"]:
                tiles = lots.get(name, [])
                found.append(Slot(tiles[used[name]] if used[name] < len(tiles) else None))
                used[name] += 1
    if used[mjai_format().dora] < len(dora):
        raise start.fault(f"{len(dora)} indicators are turned in this hand; {book.id} turns {used[mjai_format().dora]}")
    return found


def _tiles(rules: Any) -> Counter[Tile]:
    """All tiles of the rulebook."""
    found: Counter[Tile] = Counter()
    for kind in range(42):
        marks = int(rules[int(rules[p.AT_MARKS]) + kind])
        copies = int(rules[p.AT_COPIES + kind])
        found[Tile(kind, True)] += min(marks, copies)
        found[Tile(kind)] += copies - min(marks, copies)
    return +found


def _laid(start: "Told", hands: Hands, turned: list[Slot], tiles: Counter[Tile]) -> str:
    order = [(int(start.event["oya"]) + step) % SEATS for step in range(SEATS)]
    front = [slot for first in (0, 4, 8, 12) for player in order for slot in hands.dealt[player][first:first + 4]]
    front += hands.front
    middle = [Slot() for _place in range(tiles.total() - len(front) - len(turned) - _REPLACEMENTS)]
    back = [*hands.back, *(Slot() for _place in range(_REPLACEMENTS - len(hands.back)))]
    wall = [*front, *middle, *reversed(turned), *reversed(back)]
    left = tiles.copy()
    left.subtract(slot.tile for slot in wall if slot.tile is not None)
    faults = [f"{write_tiles((tile,))} {tiles[tile] - count} times"
              for tile, count in sorted(left.items()) if count < 0]
    if faults or len(wall) != tiles.total():
        raise start.fault(f"there are more tiles in this hand than in the wall: {', '.join(faults) or len(wall)}")
    rest = iter(sorted(left.elements()))
    return write_tiles(slot.tile if slot.tile is not None else next(rest) for slot in wall)
