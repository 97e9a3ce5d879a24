"""Text <-> tiles, melds, hands and wins.

Our notation is `[222m](1111p)345s11z 1z 15f`: melds in brackets, then the concealed tiles, the winning tile,
and the flowers laid aside. White space and commas between tiles are free. `quepu.dialects` tells which other
ways of writing tiles are read, `quepu.hand` how melds are written. Every unreadable piece is reported, with
its place.
"""

import re
from collections.abc import Iterable
from enum import Enum
from typing import Any, Final

from quepu.dialects import Tile, fault_at, parse, written_text
from quepu.errors import HandError, NotationError, QuepuError
from quepu.faults import Fault
from quepu.hand import BONUS, Hand, Meld, Parts, Win
from quepu.tiles import seat_of

__all__ = [
    "LAST",
    "Tile",
    "read_hand",
    "read_kinds",
    "read_meld_words",
    "read_tile",
    "read_tiles",
    "read_win",
    "write_hand",
    "write_tiles",
    "write_win",
]


class _Last(Enum):
    LAST = "the last tile written"


LAST: Final = _Last.LAST


def read_tiles(text: str) -> list[Tile]:
    """The tiles a text names, in the order written; melds are a fault here.

    >>> read_tiles("30m 东")
    [Tile(kind=2, mark=False), Tile(kind=4, mark=True), Tile(kind=27, mark=False)]
    """
    written = parse(text)
    faults = list(written.faults)
    for meld in written.melds:
        what = Fault("notation.meld_here")
        faults.append(fault_at(text, meld.start, meld.end, what, Fault("notation.no_brackets")))
    if faults:
        raise NotationError(faults)
    return written.tiles


def read_kinds(text: str) -> tuple[int, ...]:
    """The kinds of the tiles a text names, in the order written."""
    return tuple(tile.kind for tile in read_tiles(text))


def read_tile(text: str) -> Tile:
    """The one tile a text names."""
    tiles = read_tiles(text)
    if len(tiles) != 1:
        raise NotationError(Fault("notation.one_tile", text=text, count=len(tiles)))
    return tiles[0]


def read_hand(text: str, bonus: frozenset[int] = BONUS) -> Hand:
    """The hand a text says; tiles of `bonus` kinds are laid aside, all other loose tiles are concealed.

    >>> read_hand("[222p,1]30m 1f")
    Hand("[222p,1]30m 1f")
    """
    return Hand.read(text, bonus)


def read_win(
    text: str,
    bonus: frozenset[int] = BONUS,
    *,
    tile: int | str | _Last | None = LAST,
    size: int = 14,
    short: bool = False,
    **situation: Any,
) -> Win:
    """The win a text says: its last loose tile that is no bonus tile is the winning tile.

    `tile=None` says that the hand was dealt complete, so that no tile is the winning one; a `tile` given is
    the winning tile and the text is the hand without it. `situation` holds the other fields of a `Win`; seats
    may be letters E S W N, and `wild` may be text. A text without loose tiles is a win by its flowers alone (花糊);
    so is one with flowers and all tiles but the winning one if `tile=None`.  `size` is that of a whole hand, sets of
    three more or less. With `short` a hand that lacks
    the winning tile is a win by what was discarded (十风).

    >>> read_win("[222m]555p888s33z77z 7z", seat="S").tile
    33
    """
    parts = Parts.read(text, bonus)
    mark = bool(situation.pop("tile_mark", False))
    places = len(parts.concealed) + 3 * len(parts.melds) + (isinstance(tile, int | str))
    if tile is LAST and ((parts.flowers and not parts.concealed) or (short and (places + 1 - size) % 3 == 0)):
        tile = None
    elif not parts.faults and (places - size) % 3 and not (tile is None and (parts.flowers or short)):
        parts.faults.append(_size_fault(places, size))
    kind: int | None
    if tile is LAST:
        kind, mark = parts.concealed.pop() if parts.concealed else Tile(0)
    elif isinstance(tile, str):
        kind, mark = read_tile(tile)
    else:
        kind = tile
    parts.faults += read_situation(situation)
    hand = parts.hand()
    try:
        return Win(hand, kind, tile_mark=mark, **situation)
    except HandError as error:
        raise parts.error(error.faults) from None


def win_with(hand: Hand, tile: int | str | None = None, **situation: Any) -> Win:
    """The win of a hand without its winning tile; the situation is written as for `read_win`."""
    mark = bool(situation.pop("tile_mark", False))
    if isinstance(tile, str):
        tile, mark = read_tile(tile)
    faults = read_situation(situation)
    if faults:
        raise HandError(faults)
    return Win(hand, tile, tile_mark=mark, **situation)


def read_situation(situation: dict[str, Any]) -> list[Fault]:
    """Put numbers in place of seats' letters and of wild tiles written as text; what cannot be read, as faults."""
    faults = []
    for key in ("seat", "round", "discarder"):
        if isinstance(situation.get(key), str):
            try:
                situation[key] = seat_of(situation[key])
            except QuepuError as error:
                faults.append(Fault("situation.value", key=key, fault=error.faults[0]))
                del situation[key]
    if isinstance(situation.get("wild"), str):
        situation["wild"] = read_kinds(situation["wild"])
    return faults


def _size_fault(places: int, size: int) -> Fault:
    if (places + 1 - size) % 3 == 0:
        return Fault("notation.winning_missing", places=places)
    return Fault("notation.hand_size", places=places, size=size)


_WORDS = re.compile(r"\s*(?P<word>[^\W\d]\w*)\s+(?P<tiles>[^()]+?)\s*(?:\((?P<how>[^()]*)\))?\s*")
_SIZES = {"chow": 3, "pung": 3, "kong": 4}


def read_meld_words(text: str) -> Meld:
    """The meld of a worked example: "chow 345m", "pung 222p", "kong 1111z (melded|added|concealed)".

    Another first word is a set of that rulebook, such as "sum15 249s" or "windkong 1234z"; a meld as hands write it
    ("[345m,1]") tells who fed it.
    """
    if text[:1] in ("[", "("):
        return Meld(text)
    words = _WORDS.fullmatch(text)
    if words is None:
        raise NotationError(Fault("notation.meld_words", text=text))
    tiles = read_tiles(words["tiles"])
    size = _SIZES.get(words["word"], len(tiles))
    if len(tiles) != size:
        raise NotationError(Fault("notation.meld_words_size", text=text, word=words['word'], size=size,
                                  count=len(tiles)))
    how = re.findall(r"\w+", words["how"] or "")
    form = next((form for form in ("concealed", "added") if form in how), "open")
    return Meld([tile.kind for tile in tiles], form, None, [tile.kind for tile in tiles if tile.mark])


def write_tiles(tiles: Iterable[int | Tile]) -> str:
    """Our notation of kinds or tiles in the order given, neighbours of one suit grouped: `123m406p77z`."""
    return written_text(tile if isinstance(tile, Tile) else Tile(tile) for tile in tiles)


def write_hand(hand: Hand) -> str:
    """Our notation of a hand, which reads back as the same hand."""
    return str(hand)


def write_win(win: Win) -> str:
    """Our notation of a win's tiles, the winning tile after a space, then the flowers.

    A hand dealt complete has no winning tile: its text reads back with `tile=None`.
    """
    return str(win)
