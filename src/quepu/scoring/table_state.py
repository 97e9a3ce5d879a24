"""What a player tells about the table, in the words of the language, as numbers in a frame.

A score or an occasion without a table in play knows of it only what it is told: memory by its name, and the words of
the table that a rulebook reads (`is_out`, `ready`, `purse`, `turned.NAME`, ...).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from quepu import tiles
from quepu.engine.layout import table_facts
from quepu.engine.layout.frame import Frame
from quepu.engine.machine import lowest
from quepu.errors import HandError
from quepu.faults import Fault
from quepu.notation import read_kinds
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.parse import suggestion
from quepu.rulebook.language.walk import reads_field
from quepu.rulebook.model.model import MemorySlot, Model
from quepu.scoring.others import ASIDE, MELDS, OPENINGS, PAID, WORDS, melds_in, tell_melds

#: words told for each seat: a yes, a number, or tiles
YES_OF_SEATS = ("is_out", "has_won", "is_winning", "ready")
NUMBERS_OF_SEATS = {"declares": "declared", "purse": "purse", "purse_before": "purse"}   # and the fields of the frame
#: the points of each when the hand began: what was paid at once has moved them since
PURSE_BEFORE = "purse_before"
TILES_OF_SEATS = {"hand_of": "hands", "laid": "laid_by", "marked": "marked_by", "discards": "rivers",
                  "heard": "heard_of", "river": "rivers"}
RIVER = "river"             # those of the discards that nobody has claimed
#: told for each seat: it is ready, and so much would its best tile bring
READY, VALUE = "ready", "value"
TURNED = "turned."
#: told once: who declared with the very discard that is won on, so that the declaration does not stand
DECLARING = "declaring"
#: words told once
SCALARS = {name: word for name, word in v.FACTS.items()
           if word.level == v.TABLE and not word.tests}


def type_of(model: Model, name: str) -> str:
    """What is told under a name: int, bool, seat, tile, suit or tiles; empty if nothing is called so."""
    if name in model.words.memory:
        return model.words.memory[name].type
    if name in SCALARS:
        return SCALARS[name].type
    if name == DECLARING:
        return v.SEAT if model.readies.on else ""
    if name in YES_OF_SEATS:
        return v.BOOL
    if name == MELDS:
        return v.MELD
    if name in (PAID, OPENINGS):
        return v.TEXT
    if name in NUMBERS_OF_SEATS or name == VALUE:
        return v.INT
    turned = name.startswith(TURNED) and name[len(TURNED):] in model.entries("turned")
    return v.TILES if turned or name in TILES_OF_SEATS or name == ASIDE else ""


def own_name(model: Model, name: str) -> str:
    """The name under which this rulebook knows what is told, where other rulebooks or its earlier versions say another.

    `[examples.state]` says so where its key is a plain name: `dealer_streak = "streak"`.
    """
    meant = str(model.examples.state.get(name, name))
    return meant if not type_of(model, name) and type_of(model, meant) else name


def by_own_names(model: Model, state: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is told, by the rulebook's own names; where both are told, its own counts."""
    if all(own_name(model, name) == name for name in state):
        return state
    return {**{own_name(model, name): value for name, value in state.items()},
            **{name: value for name, value in state.items() if own_name(model, name) == name}}


def value_name(kind: str, value: int, lang: str) -> str:
    """What a value of this type is called: a tile, seat or suit by its name in `tiles`, a number as it is."""
    names = {v.TILE: tiles.name, v.SEAT: tiles.seat_name, v.SUIT: tiles.suit_name}
    return names[kind](value, lang) if kind in names and value >= 0 else "–" if kind in names else str(value)


def seats_of(model: Model, name: str) -> int:
    """For how many seats a name is told: 0 once, 1 for each seat, 2 for each pair of seats."""
    for slot in model.memory:
        if slot.id == name:
            return {4: 1, 16: 2}.get(slot.size, 0)
    return 0 if name in (*SCALARS, DECLARING) or name.startswith(TURNED) else 1


def unknown(model: Model, state: Mapping[str, Any]) -> list[Fault]:
    """A fault for everything given that the rulebook has no word for."""
    known = [*model.words.memory, *YES_OF_SEATS, *NUMBERS_OF_SEATS, *TILES_OF_SEATS, *WORDS, PAID, OPENINGS, VALUE,
             *SCALARS, *(TURNED + name for name in model.entries("turned"))]
    memory = Fault("advice.memory", known=model.words.memory) if model.words.memory else Fault("advice.no_memory")
    return [Fault("state.unknown", rule=model.id, name=name, advice=suggestion(name, known) or memory)
            for name in state if not type_of(model, name)]


def tell_table(model: Model, f: Frame, state: Mapping[str, Any]) -> None:
    """Write the words of the table that `state` tells into a frame; its memory is written elsewhere."""
    for name, value in sorted(state.items(), key=lambda told: told[0] == RIVER):     # after the discards
        if name in model.words.memory or name in (DECLARING, READY, VALUE):
            continue
        if name in SCALARS:
            setattr(f, SCALARS[name].field, number(value, SCALARS[name].type))
        elif name.startswith(TURNED):
            _turn_up(f, model.entries("turned").index(name[len(TURNED):]), value)
        else:
            for seat, part in by_seat(value).items():
                if name == MELDS:
                    tell_melds(model, f, seat, part)
                else:
                    _tell_seat(f, name, seat, part)
    if "laid" not in state:                 # it follows from what each has laid down
        for seat, kind in laid_down(model, state):
            f.laid_by[seat, kind] += 1
    for name in (READY, VALUE):             # once all tiles lie there
        for seat, part in told_of(model, state, name).items():
            _tell_seat(f, name, seat, part)


def laid_down(model: Model, state: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Each tile that is told as laid down in a meld or aside, and whose it is."""
    for seat, told in told_of(model, state, MELDS).items():
        yield from ((seat, kind) for meld in melds_in(told) for kind in meld.tiles)
    for seat, told in told_of(model, state, ASIDE).items():
        yield from ((seat, kind) for kind in kinds_of(told))


def aside_of(model: Model, state: Mapping[str, Any], seat: int) -> list[int]:
    """The kinds that are told as laid aside by a seat, besides the flowers of a winner's hand."""
    return kinds_of(told_of(model, state, ASIDE).get(seat, ()))


def last_discards(model: Model) -> tuple[MemorySlot, ...]:
    """The memory of the tile that was discarded last, whoever discarded it."""
    return tuple(slot for slot in model.memory if slot.type == v.TILE and any(
        "discard" in update.events and update.when is None and reads_field(update.set, "tile")
        for update in slot.updates))


def told_of(model: Model, state: Mapping[str, Any], name: str) -> dict[int, Any]:
    """What is told of each seat under a word; nothing where the rulebook's own memory is called so."""
    return by_seat(state[name]) if name in state and name not in model.words.memory else {}


def is_told_of(state: Mapping[str, Any], name: str, seat: int) -> bool:
    """Whether something told for each seat is told of this one."""
    return name in state and seat in by_seat(state[name])


def given_memory(model: Model, state: Mapping[str, Any]) -> dict[int, int]:
    """The memory that `state` tells: a number for each place of it that is told."""
    values: dict[int, int] = {}
    memory = {slot.id: slot for slot in model.memory}
    for name, value in state.items():
        slot = memory.get(name)
        if slot is None:
            continue
        kind = model.words.memory[name].type
        if slot.size == 1:
            values[slot.slot] = number(value, kind)
            continue
        if slot.size == 4 and kind == v.INT and isinstance(value, list | tuple) and _are_values(value):
            value = dict(enumerate(value))          # one number a seat, from the dealer on
        for seat, part in by_seat(value).items():
            if slot.size == 4:
                values[slot.slot + seat] = number(part, kind)
            else:
                values.update({slot.slot + 4 * seat + other: number(one, kind) for other, one in by_seat(part).items()})
    return values


def _are_values(value: Sequence[Any]) -> bool:
    """Whether a list tells a number for each seat, and names none; of fewer or more nobody knows whose."""
    if not value or not all(isinstance(one, int) for one in value):
        return False
    if len(value) != len(tiles.SEATS):
        raise HandError([Fault("state.by_seat", value=value)])
    return True


def by_seat(value: Any) -> dict[int, Any]:
    """What is told for each seat; seats are letters or numbers, a plain list names the seats for which it holds."""
    if isinstance(value, Mapping):
        return {seat_number(seat): part for seat, part in value.items()}
    if isinstance(value, list | tuple):
        return {seat_number(seat): 1 for seat in value}
    raise HandError([Fault("state.by_seat", value=value)])


def seat_number(seat: Any) -> int:
    """A seat as a number, from its letter or itself."""
    if str(seat) in tiles.SEATS:
        return tiles.seat_of(str(seat))
    if str(seat) in ("0", "1", "2", "3"):
        return int(seat)
    raise HandError([Fault("tiles.not_seat", letter=seat)])


def number(value: Any, kind: str) -> int:
    """A told value of a type as a number: yes and no, seats, tiles and suits included."""
    if isinstance(value, bool | int):
        if not -2**63 <= value < 2**63:
            raise HandError([Fault("state.too_large", value=str(value))])
        return int(value)
    if isinstance(value, str):
        if kind == v.SEAT and value in tiles.SEATS:
            return tiles.seat_of(value)
        if kind == v.TILE and value in _CODES:
            return tiles.kind_of(value)
        if kind == v.SUIT and value in _SUITS:
            return _SUITS.index(value)
    raise HandError([Fault("state.kind", value=value, kind=f'need.{kind if kind in _NEEDED else "number"}')])


_CODES = frozenset(tiles.code(kind) for kind in range(tiles.KIND_COUNT))
_SUITS = ("m", "p", "s")
_NEEDED = (v.SEAT, v.TILE, v.SUIT, v.BOOL)


def kinds_of(value: Any) -> list[int]:
    """Given tiles as kinds: a text, a list of texts or kinds, or a table that says how many of each."""
    if isinstance(value, Mapping):
        copies = {tile: number(count, v.INT) for tile, count in value.items()}
        if any(tile not in _CODES or not 0 <= count <= 4 for tile, count in copies.items()):
            raise HandError([Fault("state.copies", value=repr(dict(value)))])
        return [tiles.kind_of(tile) for tile, count in copies.items() for _copy in range(count)]
    if isinstance(value, str):
        return list(read_kinds(value))
    parts: Iterable[Any] = value if isinstance(value, list | tuple) else (value,)
    return [kind for part in parts for kind in (read_kinds(part) if isinstance(part, str) else (_kind(part),))]


def _kind(value: Any) -> int:
    kind = number(value, v.TILE)
    if not 0 <= kind < tiles.KIND_COUNT:
        raise HandError([Fault("state.kind", value=value, kind="need.tile")])
    return kind


def _tell_seat(f: Frame, name: str, seat: int, value: Any) -> None:
    if name == "is_out":
        f.out = f.out & ~(1 << seat) | bool(value) << seat
    elif name == "is_winning":
        f.winning = f.winning & ~(1 << seat) | bool(value) << seat
    elif name == "has_won":
        f.won = f.won & ~(1 << seat) | bool(value) << seat
    elif name == READY:
        f.waits_of[seat] = (f.waits_of[seat] or _some_wait(f, seat)) if value else 0
    elif name == VALUE:
        f.waits_of[seat] = f.waits_of[seat] or _some_wait(f, seat)
        f.wait_values[seat, lowest(f.waits_of[seat])] = number(value, v.INT)
    elif name == ASIDE:
        return                          # `laid_down` says where they lie
    elif name in (PAID, OPENINGS):
        return                          # nothing lies there for it
    elif name in NUMBERS_OF_SEATS:
        getattr(f, NUMBERS_OF_SEATS[name])[seat] = number(value, v.INT)
    elif name == "discards":
        kinds = kinds_of(value)[:table_facts.RIVER_ROOM]
        f.river_count[seat] = len(kinds)
        for place, kind in enumerate(kinds):
            f.rivers[seat, place] = kind
    elif name == RIVER:
        _leave_lying(f, seat, kinds_of(value)[:table_facts.RIVER_ROOM])
    elif name == "heard":
        for kind in kinds_of(value):
            f.heard_of[seat] |= 1 << kind
    else:
        for kind in kinds_of(value):
            getattr(f, TILES_OF_SEATS[name])[seat, kind] += 1


def _some_wait(f: Frame, seat: int) -> int:
    """A kind, as bits, for what a seat waits for where nobody told it: one of which he has shown no tile."""
    seen = [f.hands[seat, kind] + f.laid_by[seat, kind] for kind in range(tiles.KIND_COUNT)]
    for place in range(f.river_count[seat]):
        seen[f.rivers[seat, place]] += 1
    return 1 << min(range(tiles.FLOWERS.start), key=seen.__getitem__)


def _leave_lying(f: Frame, seat: int, lying: list[int]) -> None:
    """Of a seat's discards only these still lie there; they are all, where no others were told."""
    if not f.river_count[seat]:
        _tell_seat(f, "discards", seat, lying)
    f.taken[seat] = 0
    for place in range(f.river_count[seat]):
        if f.rivers[seat, place] in lying:
            lying.remove(f.rivers[seat, place])
        else:
            f.taken[seat] |= 1 << place
    if lying:
        raise HandError([Fault("state.river", tile=tiles.code(lying[0]), seat=tiles.SEATS[seat])])


def _turn_up(f: Frame, lot: int, value: Any) -> None:
    """Tiles turned up for the table, or for seats."""
    lots = [(lot + table_facts.LOTS * (1 + seat), part) for seat, part in by_seat(value).items()] \
        if isinstance(value, Mapping) else [(lot, value)]
    told = [(kind, number_of) for number_of, part in lots for kind in kinds_of(part)]
    if f.turned_count + len(told) > table_facts.TURNED_ROOM:
        raise HandError([Fault("state.turned", count=f.turned_count + len(told), most=table_facts.TURNED_ROOM)])
    for kind, number_of in told:
        turned = f.turned[f.turned_count]
        turned.kind, turned.lot = kind, number_of
        f.turned_count += 1
