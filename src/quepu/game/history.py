"""The tables a match has passed through: the first of some as it is, and of the others what differs."""

import re
import zlib
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from operator import or_

#: so many tables are kept as they are; then they are packed together, and packs again: among many a table costs less
LOTS = (8, 48, 192)
_FAST, _SMALL = 1, 6        # how hard to press
_MARKS = bytes([0] + [1] * 255)
_MARK = re.compile(b"\x01")


@dataclass(frozen=True, slots=True)
class _Pack:
    """Tables: the first, then a mark for every byte that changes, then each of these bytes through all the others."""

    count: int                          # of those that still stand
    size: int                           # of a table
    others: int                         # packed behind the first
    packed: bytes

    def table(self, number: int) -> bytes:
        """One of them."""
        text, size = zlib.decompress(self.packed), self.size
        table = bytearray(text[:size])
        if number:
            for place, value in zip(_marked(text, size), text[2 * size + number - 1::self.others], strict=True):
                table[place] = value
        return bytes(table)

    def joined(self) -> bytes:
        """All of them, one after the other."""
        text, size, others = zlib.decompress(self.packed), self.size, self.others
        tables = bytearray(text[:size] * (others + 1))
        for number, place in enumerate(_marked(text, size)):
            column = 2 * size + number * others
            tables[size + place::size] = text[column:column + others]
        return bytes(tables[:self.count * size])


def _marked(text: bytes, size: int) -> list[int]:
    return [mark.start() - size for mark in _MARK.finditer(text, size, 2 * size)]


def _packed(tables: bytes, size: int, level: int) -> _Pack:
    """Tables that stand one after the other."""
    first, rest = tables[:size], tables[size:]
    number = int.from_bytes(first, "little")
    changed = reduce(or_, (number ^ int.from_bytes(rest[at:at + size], "little") for at in range(0, len(rest), size)))
    marks = changed.to_bytes(size, "little").translate(_MARKS)
    columns = b"".join([rest[mark.start()::size] for mark in _MARK.finditer(marks)])
    return _Pack(len(tables) // size, size, len(rest) // size, zlib.compress(first + marks + columns, level))


class History:
    """Tables in the order of time, all of the same size; a copy shares what is packed."""

    __slots__ = ("_packs", "_whole")

    def __init__(self) -> None:
        self._packs: list[_Pack] = []
        self._whole: list[bytes] = []   # the last

    def __len__(self) -> int:
        return sum(pack.count for pack in self._packs) + len(self._whole)

    def __getitem__(self, place: int) -> bytes:
        if not 0 <= place < len(self):
            raise IndexError(place)
        for pack in self._packs:
            if place < pack.count:
                return pack.table(place)
            place -= pack.count
        return self._whole[place]

    def append(self, table: bytes) -> None:
        """Keep one more."""
        self._whole.append(table)
        if len(self._whole) >= LOTS[0]:
            self._packs.append(_packed(b"".join(self._whole), len(table), _FAST))
            self._whole = []
            for few, many in pairwise(LOTS):
                self._join(few, many)

    def _join(self, few: int, many: int) -> None:
        """Pack so many tables together, if the last packs are of few each."""
        last = self._packs[-(many // few):]
        if [pack.count for pack in last] == [few] * (many // few):
            self._packs[-len(last):] = [_packed(b"".join([pack.joined() for pack in last]), last[0].size, _SMALL)]

    def cut(self, count: int) -> None:
        """Keep the first so many only."""
        for place, pack in enumerate(self._packs):
            if count <= pack.count:
                self._packs[place:], self._whole = [replace(pack, count=count)] if count else [], []
                return
            count -= pack.count
        del self._whole[count:]

    def copy(self) -> "History":
        """The same tables, to go its own way."""
        other = History()
        other._packs, other._whole = self._packs.copy(), self._whole.copy()
        return other

    @property
    def size(self) -> int:
        """About how many bytes it holds."""
        return sum(len(pack.packed) for pack in self._packs) + sum(map(len, self._whole))
