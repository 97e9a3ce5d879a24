"""Meld, Hand and Win: frozen values, checked when made, that print as text which reads back.

They say what lies on the table, not whether it is worth anything: the size of a hand, which melds are sets
and what is a win is the rulebook's business. What no table can show (five of a kind, a meld of two tiles) is
refused.

How melds are written:

- `[123m]` `[222p]` claimed; `[222p,1]` says from whom: 1 left neighbour 上家, 2 opposite 对家, 3 right 下家.
  On a chow the calculators' number tells which of its tiles was claimed, so any of 1-3 means the left
  neighbour; `[123m<3]` says outright that it came from the right, where a rulebook allows that.
- `[2222p,1]` melded kong; `[2222p,5]` kong added to a pung from 1 (6 from 2, 7 from 3); `[2222p+]` added,
  feeder not known.
- `(2222p)` concealed kong. `[2222p]` is a melded kong; but in a text that uses the calculators' honour
  letters (`[EEEE]288s349pSCFF1m`) it is a concealed kong, as the calculators have it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from quepu.dialects import Tile, fault_at, meld_meaning, parse, tiles_text
from quepu.errors import HandError, NotationError, QuepuError
from quepu.facts import NO_FACTS, Facts
from quepu.faults import Fault
from quepu.tiles import FLOWERS, HONORS, KIND_COUNT, SEATS, code, rank, suit

FORMS = ("open", "added", "concealed")
BONUS = frozenset(FLOWERS)
MAX_PLACES = 18  # five sets, a pair and a tile drawn
MOST_MIXED = 17  # tiles of a kong of different tiles: four kinds, all copies, and one that stood in


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Meld:
    """A set laid down: claimed ("open"), a kong "added" to an open pung, or a "concealed" kong.

    Some rule systems have sets other than chow, pung and kong (sums of 15, three winds, four flowers), so any
    three tiles may be a meld, and more of them if they are honours, flowers or of several suits: a kong of different
    tiles to which others were added. `Meld("[222p,1]")` reads text.
    """

    tiles: tuple[int, ...]
    form: str
    feeder: int | None
    marks: tuple[int, ...]

    def __init__(
        self,
        tiles: Iterable[int] | str,
        form: str = "open",
        feeder: int | None = None,
        marks: Iterable[int] = (),
    ) -> None:
        if isinstance(tiles, str):
            tiles, form, feeder, marks = meld_meaning(tiles)
        _set(self, "tiles", tuple(sorted(tiles)))
        _set(self, "form", form)
        _set(self, "feeder", feeder)
        _set(self, "marks", tuple(sorted(marks)))
        faults = self._faults()
        if faults:
            raise HandError(faults)

    def _faults(self) -> list[Fault]:
        tiles = self.tiles
        faults = _kind_faults(tiles)
        if faults:
            return faults
        text = tiles_text(tiles)
        if not 3 <= len(tiles) <= (MOST_MIXED if self.is_mixed else 4):
            return [Fault("hand.meld_size", text=text or Fault("hand.nothing"), count=len(tiles))]
        if len(tiles) == 4 and not self.is_pung and not self.is_mixed:
            faults.append(Fault("hand.not_kong", text=text))
        faults += [Fault("hand.of_meld", text=text, fault=fault) for fault in _copy_faults(tiles)]
        if self.form not in FORMS:
            faults.append(Fault("hand.form", text=text, form=self.form, forms=FORMS))
        if self.form == "added" and len(tiles) == 3:
            faults.append(Fault("hand.added_three", text=text))
        if self.form == "concealed" and (self.is_chow or self.is_pung) and not self.is_kong:
            faults.append(Fault("hand.concealed_set", text=text))
        if self.form == "concealed" and self.feeder is not None:
            faults.append(Fault("hand.concealed_fed", text=text))
        if self.feeder not in (None, 1, 2, 3):
            faults.append(Fault("hand.feeder", text=text, feeder=self.feeder))
        return faults + _mark_faults(self.marks, tiles, text)

    @property
    def is_chow(self) -> bool:
        """Whether it is three of a suit in a row 顺子."""
        low = self.tiles[0]
        return self.tiles == (low, low + 1, low + 2) and 1 <= rank(low) <= 7

    @property
    def is_pung(self) -> bool:
        """Whether its tiles are all equal 刻子; a kong is a pung too."""
        return self.tiles[0] == self.tiles[-1]

    @property
    def is_kong(self) -> bool:
        """Whether it is four equal tiles 杠."""
        return len(self.tiles) == 4 and self.is_pung

    @property
    def is_mixed(self) -> bool:
        """Whether its tiles are neither all of one suit nor all equal: only a kong of different tiles has so many."""
        return not self.is_pung and (self.tiles[-1] >= HONORS[0] or suit(self.tiles[0]) != suit(self.tiles[-1]))

    @property
    def is_concealed(self) -> bool:
        """Whether it was laid down concealed 暗杠."""
        return self.form == "concealed"

    def __str__(self) -> str:
        text = tiles_text(self.tiles, self.marks)
        if self.form == "concealed":
            return f"({text})"
        if self.form == "added":
            return f"[{text},{self.feeder + 4}]" if self.feeder else f"[{text}+]"
        sign = "<" if self.is_chow and self.feeder != 1 else ","
        return f"[{text}{sign}{self.feeder}]" if self.feeder else f"[{text}]"

    def __repr__(self) -> str:
        return f'Meld("{self}")'


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hand:
    """What one player holds, without the winning tile: concealed tiles, melds, and bonus tiles laid aside.

    `marks` names the kinds of which concealed copies are red fives. `Hand("123m456p 77z")` reads text; its
    flowers are laid aside (`Hand.read` can be told that they are ordinary tiles). Half a hand will do.
    """

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    flowers: tuple[int, ...]
    marks: tuple[int, ...]

    def __init__(
        self,
        concealed: Iterable[int] | str = (),
        melds: Iterable[Meld] = (),
        flowers: Iterable[int] = (),
        marks: Iterable[int] = (),
    ) -> None:
        if isinstance(concealed, str):
            more = Parts.read(concealed, BONUS).hand()
            concealed, melds = more.concealed, (*more.melds, *melds)
            flowers, marks = (*more.flowers, *flowers), (*more.marks, *marks)
        _set(self, "concealed", tuple(sorted(concealed)))
        _set(self, "melds", tuple(melds))
        _set(self, "flowers", tuple(sorted(flowers)))
        _set(self, "marks", tuple(sorted(marks)))
        faults = self._faults()
        if faults:
            raise HandError(faults)

    @classmethod
    def read(cls, text: str, bonus: frozenset[int] = BONUS) -> "Hand":
        """The hand a text says; tiles of `bonus` kinds outside melds are laid aside as flowers."""
        return Parts.read(text, bonus).hand()

    def _faults(self) -> list[Fault]:
        faults = _kind_faults((*self.concealed, *self.flowers))
        if faults:
            return faults
        faults = _copy_faults(self.tiles)
        if self.place_count > MAX_PLACES:
            count = self.place_count
            faults.append(Fault("hand.too_long", count=count, most=MAX_PLACES))
        return faults + _mark_faults(self.marks, self.concealed)

    @property
    def tiles(self) -> tuple[int, ...]:
        """Every tile: concealed, in melds, and laid aside."""
        return (*self.concealed, *(kind for meld in self.melds for kind in meld.tiles), *self.flowers)

    @property
    def place_count(self) -> int:
        """How many places the tiles fill, a meld counting as three: 13 or 16 before the winning tile."""
        return len(self.concealed) + 3 * len(self.melds)

    def counts(self) -> list[int]:
        """How many concealed tiles there are of each of the 42 kinds."""
        counts = [0] * KIND_COUNT
        for kind in self.concealed:
            counts[kind] += 1
        return counts

    def __str__(self) -> str:
        body = "".join(map(str, self.melds)) + tiles_text(self.concealed, self.marks)
        return " ".join(part for part in (body, tiles_text(self.flowers)) if part)

    def __repr__(self) -> str:
        if BONUS.isdisjoint(self.concealed) and BONUS.issuperset(self.flowers):
            return f'Hand("{self}")'
        # Flowers in play would be read as laid aside: only the fields can say this.
        return f"Hand({self.concealed}, {self.melds}, {self.flowers}, {self.marks})"


@dataclass(frozen=True, slots=True, repr=False)
class Win:
    """A hand as it is shown for a win 和, with what the table knows about it.

    `tile` is None when the hand was dealt complete 天和; `discarder` is the seat that fed the win (or whose
    kong was robbed), None on self-draw or when not known. `state` is what else the table knows, `options`
    what differs from the rulebook's defaults; both become `Facts`, so a win can be hashed.
    """

    hand: Hand
    tile: int | None
    self_draw: bool = False
    seat: int = 0
    round: int = 0
    discarder: int | None = None
    flags: frozenset[str] = frozenset()
    wild: tuple[int, ...] = ()
    state: Mapping[str, Any] = NO_FACTS
    options: Mapping[str, Any] = NO_FACTS
    tile_mark: bool = False
    #: the win as four numbers, None if they cannot hold it: made here, so that scoring one win need not
    code: tuple[int, int, int, int] | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _set(self, "flags", frozenset(self.flags))
        _set(self, "wild", tuple(sorted(self.wild)))
        _set(self, "state", Facts(self.state) if self.state else NO_FACTS)
        _set(self, "options", Facts(self.options) if self.options else NO_FACTS)
        faults = self._faults()
        if faults:
            raise HandError(faults)
        if not (self.wild or self.state or self.options):
            _set(self, "code", _code(self))

    def _faults(self) -> list[Fault]:
        faults = _kind_faults(self.wild if self.tile is None else (*self.wild, self.tile))
        if faults:
            return faults
        if self.tile is not None:
            held = self.hand.tiles.count(self.tile)
            if held >= _copies(self.tile):
                faults.append(Fault("hand.with_winning", fault=_too_many(self.tile, held + 1)))
        if self.tile_mark and (self.tile is None or rank(self.tile) != 5):
            faults.append(Fault("hand.red_winning"))
        for what, seat in (("seat", self.seat), ("round", self.round), ("discarder", self.discarder)):
            if seat not in range(4) and not (seat is None and what == "discarder"):
                faults.append(Fault("hand.not_seat", what=what, seat=seat, seats=tuple(SEATS)))
        if self.discarder == self.seat:
            faults.append(Fault("hand.own_discard"))
        if self.self_draw and self.discarder is not None:
            faults.append(Fault("hand.drawn_discarder"))
        return faults

    def __str__(self) -> str:
        hand = self.hand
        body = "".join(map(str, hand.melds)) + tiles_text(hand.concealed, hand.marks)
        tile = "" if self.tile is None else tiles_text((self.tile,), (self.tile,) if self.tile_mark else ())
        return " ".join(part for part in (body, tile, tiles_text(hand.flowers)) if part)

    def __repr__(self) -> str:
        parts = [repr(self.hand), repr(self.tile)]
        for place in fields(self)[2:]:
            if place.repr and getattr(self, place.name) != place.default:
                parts.append(f"{place.name}={getattr(self, place.name)!r}")
        return f"Win({', '.join(parts)})"


_UNITS = tuple(1 << 3 * kind for kind in range(KIND_COUNT))
MELDS = 2                               # which of the four numbers tells the melds
_HALF = 63                              # bits of the first 21 kinds


def _code(win: Win) -> tuple[int, int, int, int] | None:
    """A win as numbers (see `engine.score.batch.score_one`), or None if it has melds that only words tell."""
    hand = win.hand
    tiles = sum(map(_UNITS.__getitem__, hand.concealed))
    melds = 0
    for place, meld in enumerate(hand.melds):
        first, last = meld.tiles[0], meld.tiles[-1]
        if first == last:
            code = first | 64 | (128 if len(meld.tiles) == 4 else 0)
        elif meld.is_chow and meld.feeder in (None, 1):
            code = first
        else:
            return None
        if meld.form != "concealed":
            code |= 768 if meld.form == "added" else 256
        melds |= code << 10 * place
    flowers = 0
    for kind in hand.flowers:
        if kind < FLOWERS[0]:
            return None
        flowers |= 1 << kind - FLOWERS[0]
    reds = 0
    if hand.marks or win.tile_mark or any(meld.marks for meld in hand.melds):
        reds = len(hand.marks) + sum(len(meld.marks) for meld in hand.melds) + win.tile_mark
    situation = (0 if win.tile is None else win.tile + 1) | win.self_draw << 6 | win.seat << 7 | win.round << 9 | (
        0 if win.discarder is None else win.discarder + 1) << 11 | flowers << 14 | reds << 22 | len(hand.melds) << 26
    return tiles & (1 << _HALF) - 1, tiles >> _HALF, melds, situation


@dataclass(slots=True)
class Parts:
    """What a text says about a hand before it is checked: loose tiles as written, melds, bonus tiles."""

    text: str
    concealed: list[Tile]
    melds: list[Meld]
    flowers: list[int]
    faults: list[Fault]
    is_readable: bool

    @classmethod
    def read(cls, text: str, bonus: frozenset[int]) -> "Parts":
        """The parts of `text`; faults are kept, not raised, so that all can be told at once."""
        written = parse(text)
        faults, melds, is_readable = list(written.faults), [], not written.faults
        for meld in written.melds:
            try:
                melds.append(Meld(*meld.meaning(written.has_letters)))
            except QuepuError as error:
                is_readable &= not isinstance(error, NotationError)
                faults += [fault_at(text, meld.start, meld.end, fault) for fault in error.faults]
        concealed = [tile for tile in written.tiles if tile.kind not in bonus]
        flowers = [tile.kind for tile in written.tiles if tile.kind in bonus]
        return cls(text, concealed, melds, flowers, faults, is_readable)

    def hand(self) -> Hand:
        """The hand these parts make; an error with every fault of text, melds and hand otherwise."""
        kinds = [tile.kind for tile in self.concealed]
        marks = [tile.kind for tile in self.concealed if tile.mark]
        try:
            hand = Hand(kinds, self.melds, self.flowers, marks)
        except HandError as error:
            raise self.error(error.faults) from None
        if self.faults:
            raise self.error()
        return hand

    def error(self, more: Iterable[Fault] = ()) -> QuepuError:
        """The error that names every fault of the text, and `more`."""
        return (HandError if self.is_readable else NotationError)([*self.faults, *more])


def _set(value: object, name: str, to: object) -> None:
    object.__setattr__(value, name, to)  # a frozen value may only set its own fields, and only when made


def _copies(kind: int) -> int:
    return 4 if kind < FLOWERS.start else 1


def _too_many(kind: int, copies: int) -> Fault:
    if kind in FLOWERS:
        return Fault("hand.flower_twice", tile=code(kind), copies=copies)
    return Fault("hand.too_many", copies=copies, tile=code(kind))


def _copy_faults(tiles: tuple[int, ...]) -> list[Fault]:
    count = tiles.count
    return [_too_many(kind, count(kind)) for kind in sorted(set(tiles)) if count(kind) > _copies(kind)]


def _kind_faults(kinds: tuple[int, ...]) -> list[Fault]:
    known = range(KIND_COUNT)
    return [Fault("hand.not_kind", kind=kind, last=KIND_COUNT - 1) for kind in kinds if kind not in known]


def _mark_faults(marks: tuple[int, ...], tiles: tuple[int, ...], where: str = "") -> list[Fault]:
    if not marks:
        return []
    faults = _kind_faults(marks)
    for kind in sorted(set(marks)) if not faults else ():
        if rank(kind) != 5:
            faults.append(Fault("hand.not_red", tile=code(kind)))
        elif marks.count(kind) > tiles.count(kind):
            red, held = marks.count(kind), tiles.count(kind)
            faults.append(Fault("hand.too_many_red", red=red, tile=code(kind), where=where or Fault("hand.itself"),
                                held=held))
    return faults
