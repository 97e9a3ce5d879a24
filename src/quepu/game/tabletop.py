"""What lies on a table, read from its record as values: hands, melds, rivers, and a win with all known of it."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.engine.layout.record import line
from quepu.engine.layout.table import Table
from quepu.engine.layout.table_facts import LOTS
from quepu.game.actions import tile_of
from quepu.hand import Hand, Meld, Win
from quepu.notation import Tile, write_tiles
from quepu.packing.substitutes import laid_in_set
from quepu.rulebook.model.model import Model
from quepu.tiles import FLOWERS, kinds_in

_FORMS: dict[int, str] = {codes.MeldForm.ADDED_KONG: "added", codes.MeldForm.CONCEALED_KONG: "concealed"}
_KONGS = (codes.MeldForm.MELDED_KONG, codes.MeldForm.ADDED_KONG, codes.MeldForm.CONCEALED_KONG)


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
    marked = line(t.marked, seat)
    return tuple(Tile(kind, copy < marked[kind]) for kind, count in enumerate(line(t.held, seat))
                 for copy in range(count))


def standing(t: Table, seat: int) -> tuple[Tile, ...]:
    """Of a seat's concealed tiles those that stay stood up."""
    return tuple(Tile(kind) for kind, (stood, count) in enumerate(zip(line(t.stood, seat), line(t.held, seat),
                                                                      strict=True))
                 for _copy in range(min(stood, count)))


def phase_at(t: Table, model: Model) -> str:
    """The phase before the turns that asks now; empty if none does."""
    return model.entries("phase")[t.phase] if t.stage == codes.Stage.PHASE else ""


def aside(t: Table, seat: int) -> tuple[int, ...]:
    """The kinds a seat has laid aside."""
    return tuple(kind for kind, count in enumerate(line(t.aside, seat)) for _copy in range(count))


def flowers_of(t: Table, model: Model, seat: int) -> list[int]:
    """The flowers a seat has laid aside, honours that are flowers here among them."""
    return [kind for kind in aside(t, seat) if kind in FLOWERS or model.bonus >> kind & 1]


def meld(t: Table, model: Model, seat: int, place: int) -> Meld:
    """One meld of a seat."""
    form = t.meld_form[seat, place]
    if form == codes.MeldForm.MIXED_KONG:
        return _mixed(model, t.meld_set[seat, place], t.meld_counts[seat, place])
    kinds: tuple[int, ...] = laid_in_set(model, kinds_in(t.wild), model.catalogue.sets[t.meld_set[seat, place]])
    if form in _KONGS:
        kinds = (*kinds, kinds[0])
    feeder = t.meld_from[seat, place]
    relative = (seat - feeder) % 4 if feeder >= 0 else None
    return _meld(kinds, _FORMS.get(form, "open"), relative, marks_among(model, kinds, t.meld_marks[seat, place]))


def _mixed(model: Model, block: int, counts: int) -> Meld:
    """A kong of different tiles."""
    mixed = model.catalogue.mixed_of(block)
    assert mixed is not None
    each = (1 << tb.COUNT_BITS) - 1
    tiles = [kind for place, kind in enumerate(mixed.kinds) for _copy in range(counts >> tb.COUNT_BITS * place & each)]
    tiles += [mixed.stand_in] * (counts >> tb.STAND_SHIFT)
    return _meld(tuple(sorted(tiles)), "open" if mixed.opens else "concealed", None, ())


@lru_cache(1 << 12)
def _meld(kinds: tuple[int, ...], form: str, feeder: int | None, marks: tuple[int, ...]) -> Meld:
    """A meld, looked at for faults once: tables are told again and again."""
    return Meld(kinds, form, feeder, marks)


def marks_among(model: Model, kinds: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The kinds of so many marked tiles among these."""
    return tuple(kind for kind in kinds if kind in model.tiles.marks)[:count]


def melds(t: Table, model: Model, seat: int) -> tuple[Meld, ...]:
    """The melds of a seat in the order in which they were laid down."""
    return tuple(meld(t, model, seat, place) for place in range(t.meld_count[seat]))


def fed_by(t: Table, seat: int, place: int) -> tuple[str, int] | None:
    """The tile that was claimed for a meld and who gave it; None for one that came from the hand alone."""
    feeder = t.meld_from[seat, place]
    return None if feeder < 0 else (write_tiles((t.meld_tile[seat, place] & tb.KIND,)), int(feeder))


def river(t: Table, seat: int) -> tuple[RiverTile, ...]:
    """The discards of a seat in order."""
    return rivers(t, seat + 1)[seat]


def rivers(t: Table, seats: int) -> list[tuple[RiverTile, ...]]:
    """The discards of the first so many seats, each seat's in order."""
    count, wild = t.river_count, t.wild
    found: list[list[RiverTile]] = [[] for _seat in range(seats)]
    for tile, bits in zip(t.river[:count].tolist(), t.river_seat[:count].tolist(), strict=True):
        seat = bits & tb.RIVER_SEAT
        if seat < seats:
            found[seat].append(_river_tile(tile, bits & ~tb.RIVER_SEAT, bool(wild >> (tile & tb.KIND) & 1)))
    return [tuple(tiles) for tiles in found]


@cache
def _river_tile(tile: int, bits: int, wild: bool) -> RiverTile:
    """A discard, made once: there are few different ones."""
    return RiverTile(write_tiles((tile_of(tile),)), bool(bits & codes.River.DRAWN), bool(bits & codes.River.DECLARES),
                     bool(bits & codes.River.CLAIMED), wild)


def memory_of(t: Table, model: Model) -> dict[str, Any]:
    """What the table remembers, as a win tells it."""
    memory: dict[str, Any] = {}
    for slot in model.memory:
        values = [t.memory[slot.slot + index] for index in range(slot.size)]
        if slot.size == 16:             # of each pair of seats
            memory[slot.id] = {str(seat): {str(other): values[4 * seat + other] for other in range(4)}
                               for seat in range(4)}
        else:
            memory[slot.id] = values[0] if slot.size == 1 else {str(place): value for place, value in enumerate(values)}
    return memory


def turned_of(t: Table, model: Model) -> dict[str, Any]:
    """The tiles turned up, as a win tells them: under each name a list, or one for each seat."""
    turned: dict[str, Any] = {}
    names = model.entries("turned")
    for index in range(t.turned_count):
        if t.turned_place[index] == tb.PUT_AWAY:
            continue
        lot = t.turned_lot[index]
        name, owner = f"turned.{names[lot % LOTS]}", lot // LOTS - 1
        kind = t.turned[index] & tb.KIND
        if owner < 0:
            turned.setdefault(name, []).append(kind)
        else:
            turned.setdefault(name, {}).setdefault(owner, []).append(kind)
    return turned


def win_of(t: Table, model: Model, seat: int, tile: int, feeder: int, flags: int) -> Win:
    """The win a seat's tiles make with a tile: -1 for none; feeder -1: it has been drawn and lies in the hand.

    `told` are the flags the table gives, as bits.  A flower is one just laid aside: no part of the tiles.
    """
    tiles = list(held(t, seat))
    winning = tile_of(tile) if tile >= 0 and not model.bonus >> (tile & tb.KIND) & 1 else None
    if winning is not None and feeder < 0:
        tiles.remove(winning if winning in tiles else Tile(winning.kind))
    flowers = flowers_of(t, model, seat)
    hand = Hand([one.kind for one in tiles], melds(t, model, seat), flowers, [one.kind for one in tiles if one.mark])
    return Win(hand, None if winning is None else winning.kind, feeder < 0, seat, t.rounds % 4,
               None if feeder < 0 else feeder, frozenset(flag.id for flag in model.flags if flags >> flag.bit & 1),
               kinds_in(t.wild), memory_of(t, model), tile_mark=winning is not None and winning.mark)
