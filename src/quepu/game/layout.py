"""What lies on a table, read from its record as values: hands, melds, rivers, and a win with all known of it."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from quepu.core import table as tb
from quepu.core.frame import MEMORY
from quepu.core.situation import LOTS
from quepu.game.actions import tile_of
from quepu.hand import Hand, Meld, Win
from quepu.notation import Tile, write_tiles
from quepu.rulebook.model import Model
from quepu.tiles import FLOWERS, LETTERS, kinds_in, mask

Table = Any                 # a record of core.table.TABLE
_FORMS = {tb.FORM_ADDED_KONG: "added", tb.FORM_CONCEALED_KONG: "concealed"}
_KONGS = (tb.FORM_MELDED_KONG, tb.FORM_ADDED_KONG, tb.FORM_CONCEALED_KONG)


class Fields:
    """A table's fields by name, only to be read: many times faster than those of NumPy's own records."""

    __slots__ = ("_array",)

    def __init__(self, array: Any) -> None:
        self._array = array             # of one record

    def __getattr__(self, name: str) -> Any:
        return self._array[name][0]


@dataclass(frozen=True, slots=True)
class RiverTile:
    """A discard: whether it was just drawn, who declares with it, whether somebody claimed it, and if it is wild."""

    tile: str
    drawn: bool = False
    declares: bool = False
    claimed: bool = False
    wild: bool = False


def held(t: Table, seat: int) -> tuple[Tile, ...]:
    """The concealed tiles of a seat in order, marked copies first."""
    marked = t.marked[seat].tolist()
    return tuple(Tile(kind, copy < marked[kind]) for kind, count in enumerate(t.held[seat].tolist())
                 for copy in range(count))


def phase_at(t: Table, model: Model) -> str:
    """The phase before the turns that asks now; empty if none does."""
    return model.entries("phase")[int(t.phase)] if int(t.stage) == tb.ST_PHASE else ""


def suit_letter(model: Model, phase: str, value: int) -> str | None:
    """The letter of the suit that a number chosen in a phase means; None if it means a number."""
    kind = next((row.get("kind") for row in model.data.get("phase", []) if row.get("id") == phase), None)
    return LETTERS[value] if kind == "void_suit" else None


def aside(t: Table, seat: int) -> tuple[int, ...]:
    """The kinds a seat has laid aside."""
    return tuple(kind for kind, count in enumerate(t.aside[seat].tolist()) for _copy in range(count))


def meld(t: Table, model: Model, seat: int, place: int) -> Meld:
    """One meld of a seat."""
    form = int(t.meld_form[seat, place])
    kinds: tuple[int, ...] = model.catalogue.sets[int(t.meld_set[seat, place])]
    if form in _KONGS:
        kinds = (*kinds, kinds[0])
    feeder = int(t.meld_from[seat, place])
    relative = (seat - feeder) % 4 if feeder >= 0 else None
    return Meld(kinds, _FORMS.get(form, "open"), relative, marks_among(model, kinds, int(t.meld_marks[seat, place])))


def marks_among(model: Model, kinds: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The kinds of so many marked tiles among these."""
    text = model.data.get("tiles", {}).get("marks", "")
    bits = mask(text) if text else 0
    return tuple(kind for kind in kinds if bits >> kind & 1)[:count]


def melds(t: Table, model: Model, seat: int) -> tuple[Meld, ...]:
    """The melds of a seat in the order in which they were laid down."""
    return tuple(meld(t, model, seat, place) for place in range(int(t.meld_count[seat])))


def river(t: Table, seat: int) -> tuple[RiverTile, ...]:
    """The discards of a seat in order."""
    count, wild = int(t.river_count), int(t.wild)
    return tuple(_river_tile(tile, bits & ~tb.RIVER_SEAT, bool(wild >> (tile & tb.KIND) & 1))
                 for tile, bits in zip(t.river[:count].tolist(), t.river_seat[:count].tolist(), strict=True)
                 if bits & tb.RIVER_SEAT == seat)


@cache
def _river_tile(tile: int, bits: int, wild: bool) -> RiverTile:
    """A discard, made once: there are few different ones."""
    return RiverTile(write_tiles((tile_of(tile),)), bool(bits & tb.RIVER_DRAWN), bool(bits & tb.RIVER_DECLARES),
                     bool(bits & tb.RIVER_CLAIMED), wild)


def hidden_kongs(model: Model) -> frozenset[str]:
    """The kongs of the rulebook whose tiles nobody sees before the end."""
    return frozenset(name for name, table in model.data.get("kong", {}).items() if table.get("seen", "all") == "nobody")


def hides_concealed(model: Model) -> bool:
    """Whether a concealed kong lies face down until the end."""
    kongs = model.data.get("kong", {})
    return any(kongs[name].get("of", "hand") == "hand" for name in hidden_kongs(model))


def memory_of(t: Table, model: Model) -> dict[str, Any]:
    """What the table remembers, as a win tells it."""
    found: dict[str, Any] = {}
    for slot in model.memory:
        values = [int(t.memory[slot.slot - MEMORY + index]) for index in range(slot.size)]
        if slot.size == 16:             # of each pair of seats
            found[slot.id] = {str(seat): {str(other): values[4 * seat + other] for other in range(4)}
                              for seat in range(4)}
        else:
            found[slot.id] = values[0] if slot.size == 1 else {str(place): value for place, value in enumerate(values)}
    return found


def turned_of(t: Table, model: Model) -> dict[str, Any]:
    """The tiles turned up, as a win tells them: under each name a list, or one for each seat."""
    found: dict[str, Any] = {}
    names = model.entries("turned")
    for index in range(int(t.turned_count)):
        lot = int(t.turned_lot[index])
        name, owner = f"turned.{names[lot % LOTS]}", lot // LOTS - 1
        kind = int(t.turned[index]) & tb.KIND
        if owner < 0:
            found.setdefault(name, []).append(kind)
        else:
            found.setdefault(name, {}).setdefault(owner, []).append(kind)
    return found


def win_of(t: Table, model: Model, seat: int, tile: int, feeder: int, told: int) -> Win:
    """The win a seat's tiles make with a tile: -1 for none; feeder -1: it has been drawn and lies in the hand.

    `told` are the flags the table gives, as bits.  A flower is one just laid aside: no part of the tiles.
    """
    tiles = list(held(t, seat))
    winning = tile_of(tile) if tile >= 0 and not model.bonus >> (tile & tb.KIND) & 1 else None
    if winning is not None and feeder < 0:
        tiles.remove(winning if winning in tiles else Tile(winning.kind))
    flowers = [kind for kind in aside(t, seat) if kind in FLOWERS]
    hand = Hand([one.kind for one in tiles], melds(t, model, seat), flowers, [one.kind for one in tiles if one.mark])
    return Win(hand, None if winning is None else winning.kind, feeder < 0, seat, int(t.rounds) % 4,
               None if feeder < 0 else feeder, frozenset(flag.id for flag in model.flags if told >> flag.bit & 1),
               kinds_in(int(t.wild)), memory_of(t, model), tile_mark=winning is not None and winning.mark)
