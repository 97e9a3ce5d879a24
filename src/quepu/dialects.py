"""Text read piece by piece into tiles and melds, in every way people write them.

Five dialects, told apart piece by piece, so that they may be mixed:

- ours: numbers and a suit letter, `123m406p77z15f`; `0m` is a red five. Upper-case suits (`123M`) will do.
- Chinese: `一二三万`, `五筒`, `123条`, `东南西北白发中`, `红中`, `赤五万`, `春夏秋冬`; traditional too.
- Unicode tiles: 🀇🀈🀉.
- calculators' letters: E S W N winds, C 中, F 发, P 白.
- Botzone codes: W1-9 万, B1-9 饼, T1-9 条, F1-4 winds, J1 中 J2 发 J3 白, H1-8 flowers.

`W` and `F` belong to the last two. A letter with one digit behind it is a Botzone code if that digit ends
the run of digits and no suit follows it: `W1` is 1m, but `W1p` and `W12p` are West and then dots. A text with
both, such as `EF1`, could mean two things and is refused. So is `EE12P`, where P may be the suit or White.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from quepu.errors import NotationError
from quepu.faults import Fault
from quepu.tiles import GLYPH_KINDS, code, kind_of, suit


class Tile(NamedTuple):
    """One tile as written: its kind, and whether it is marked as a red five 赤五."""

    kind: int
    mark: bool = False


# Kinds, form, feeder and marked kinds: the fields of a Meld.
Meaning = tuple[tuple[int, ...], str, int | None, tuple[int, ...]]


@dataclass(slots=True)
class WrittenMeld:
    """A bracketed group as written; what its number means depends on the tiles and the dialect."""

    tiles: list[Tile]
    start: int
    end: int
    bracket: str  # "[" or "("
    number: int | None = None  # after a comma
    is_added: bool = False  # a "+" at the end
    feeder: int | None = None  # after a "<"

    def meaning(self, has_letters: bool) -> Meaning:
        """Tiles, form, feeder and marks of the meld, as `quepu.hand` describes them.

        A number that means nothing is a NotationError.
        """
        kinds = tuple(sorted(tile.kind for tile in self.tiles))
        marks = tuple(sorted(tile.kind for tile in self.tiles if tile.mark))
        form, feeder, number = "open", self.feeder, self.number
        is_kong = len(kinds) == 4
        if self.bracket == "(":
            form = "concealed"
            if number is not None or self.is_added:
                raise NotationError(Fault("notation.concealed_number"))
        elif self.is_added:
            form, feeder = "added", feeder if number is None else number
            if number is not None and number not in (1, 2, 3):
                raise NotationError(Fault("notation.feeder", number=number))
        elif number is not None and is_kong and number in (5, 6, 7):
            form, feeder = "added", number - 4
        elif number is not None:
            if number not in (1, 2, 3):
                raise NotationError(Fault("notation.feeder", number=number))
            feeder = 1 if _is_chow(kinds) else number
        elif is_kong and has_letters and feeder is None:
            form = "concealed"
        return kinds, form, feeder, marks


@dataclass(slots=True)
class Written:
    """What a text says: loose tiles in the order written, melds, and every fault."""

    text: str
    tiles: list[Tile] = field(default_factory=list)
    melds: list[WrittenMeld] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    has_letters: bool = False  # the calculators' dialect


_ZH_SUITS = {"万": "m", "萬": "m", "饼": "p", "餅": "p", "筒": "p", "条": "s", "條": "s", "索": "s"}
_ZH_WORDS = {
    **dict(zip("东南西北白发中", range(27, 34), strict=True)),
    **dict(zip("春夏秋冬梅兰竹菊", range(34, 42), strict=True)),
    "東": 27,
    "發": 32,
    "蘭": 39,
}
_LETTER_KINDS = dict(zip("ESWNPFC", range(27, 34), strict=True))
_BOTZONE = {
    **{f"{letter}{n}": 9 * i + n - 1 for i, letter in enumerate("WBT") for n in range(1, 10)},
    **{f"F{n}": 26 + n for n in range(1, 5)},
    "J1": 33,
    "J2": 32,
    "J3": 31,
    **{f"H{n}": 33 + n for n in range(1, 9)},
}
_NUMERALS = "一二三四五六七八九"
# Every number with every suit sign that may follow it: "1m", "1M", "1万", "0m" (a red five).
_RUN_TILES = {
    f"{n % 10}{sign}": Tile(kind_of(f"{n or 5}{letter}"), n == 0)
    for sign, letter in {**_ZH_SUITS, **{s: s.lower() for s in "mpszfMPSZF"}}.items()
    for n in range(letter in "zf", {"z": 8, "f": 9}.get(letter, 10))
}
# Full-width forms become plain ones, one character each, so that positions stay true.
_PLAIN = {full: full - 0xFEE0 for full in range(0xFF01, 0xFF5F)} | {
    ord(a): b for a, b in zip("、；【】〔〕　\n\t", ",,[][]   ", strict=True)
}

_PIECE = re.compile(
    r"""
      (?P<space> [\s,]+ )
    | (?P<run> [0-9]+ ) (?P<suit> [mpszfMPSZF] | [万萬饼餅筒条條索] )
    | (?P<botzone> [WBTFJH][0-9] ) (?! [0-9mpszfMPSZ万萬饼餅筒条條索] | F(?![0-9]) )
    | (?P<letter> [ESWNCFP] )
    | (?P<glyph> [\U0001F000-\U0001F029] ) [\uFE0E\uFE0F]?
    | [赤红紅] (?P<red> 五 [万萬饼餅筒条條索] )
    | (?P<numerals> [一二三四五六七八九]+ ) (?P<zh_suit> [万萬饼餅筒条條索] )
    | (?P<wind> [东東南西北] ) [风風]?
    | [红紅]? (?P<center> 中 )
    | (?P<white> 白 ) 板?
    | (?P<green> [发發] ) [财財]?
    | (?P<flower> [春夏秋冬梅兰蘭竹菊] )
    """,
    re.VERBOSE,
)
_OPENING = re.compile(r"[\[(]")
_TAIL = re.compile(r"(?: (?P<fed>\+)?\s*,\s*(?P<number>[0-9]) | (?P<added>\+) | <\s*(?P<feeder>[0-9]) )\s*$",
                   re.VERBOSE)
_UNREAD = re.compile(r"(?P<run>[0-9]+)(?P<suit>[A-Za-z]?)|[一二三四五六七八九]+|[A-Za-z]+|.", re.DOTALL)
# What people write for a suit elsewhere; "b" is bing 饼 to some and bamboo to others.
_OTHER_SUITS = {"w": "m", "c": "m", "d": "p", "o": "p", "b": "ps", "t": "s", "i": "s", "h": "z", "j": "z"}


def _width(text: str) -> int:
    """How many columns `text` takes on a screen: Chinese characters and tiles take two."""
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width  # only errors need it

    return sum(2 if east_asian_width(char) in "WF" else 0 if char == "\uFE0F" else 1 for char in text)


def fault_at(text: str, start: int, end: int, what: Fault, way_out: Fault | None = None) -> Fault:
    """One fault at its place: what and where, the text with the place underlined, and the way out."""
    shown = text.replace("\n", " ").replace("\t", " ")
    marks = " " * _width(shown[:start]) + "^" * max(1, _width(shown[start:end]))
    return Fault("notation.at", place=start + 1, what=what, text=shown, marks=marks, way_out=way_out)


class _Reader:
    """Reads one text from left to right into a `Written`; never stops at a fault."""

    def __init__(self, text: str) -> None:
        self.written = Written(text)
        self.plain = text.translate(_PLAIN) if not text.isascii() or "\n" in text else text
        self.doubtful: list[tuple[int, int, Fault, Fault]] = []  # pieces that letters elsewhere make ambiguous

    def fault(self, start: int, end: int, what: Fault, way_out: Fault | None = None) -> None:
        self.written.faults.append(fault_at(self.written.text, start, end, what, way_out))

    def read(self) -> Written:
        plain, at, end = self.plain, 0, len(self.plain)
        while at < end:
            bracket = _OPENING.search(plain, at)
            opening = bracket.start() if bracket else end
            self.read_tiles(at, opening, self.written.tiles)
            at = self.read_meld(opening) if opening < end else end
        if self.written.has_letters:
            for start, stop, what, way_out in self.doubtful:
                self.fault(start, stop, what, way_out)
        return self.written

    def read_meld(self, start: int) -> int:
        """Where reading goes on behind the meld that opens at `start`."""
        bracket = self.plain[start]
        closing = "]" if bracket == "[" else ")"
        stop = self.plain.find(closing, start)
        if stop < 0 or _OPENING.search(self.plain, start + 1, stop):
            way_out = Fault("notation.close", closing=closing)
            self.fault(start, start + 1, Fault("notation.not_closed", bracket=bracket), way_out)
            return start + 1
        meld = WrittenMeld([], start, stop + 1, bracket)
        tail = _TAIL.search(self.plain, start + 1, stop)
        if tail:
            meld.number = int(tail["number"]) if tail["number"] else None
            meld.is_added = bool(tail["added"] or tail["fed"])
            meld.feeder = int(tail["feeder"]) if tail["feeder"] else None
        faults = len(self.written.faults)
        self.read_tiles(start + 1, tail.start() if tail else stop, meld.tiles)
        if len(self.written.faults) == faults:  # the size of a half-read meld says nothing
            self.written.melds.append(meld)
        return stop + 1

    def read_tiles(self, at: int, end: int, tiles: list[Tile]) -> None:
        while at < end:
            piece = _PIECE.match(self.plain, at, end)
            if piece is None:
                at = self.refuse(at, end)
                continue
            if piece["run"]:
                self.read_run(piece, tiles)
            elif piece.lastgroup != "space":
                self.read_other(piece, tiles)
            at = piece.end()

    def read_run(self, piece: re.Match[str], tiles: list[Tile]) -> None:
        """Adds the tiles of `123m`; tells which of its numbers no tile has."""
        run, sign = piece["run"], piece["suit"]
        if sign in "PSF":
            way_out = Fault("notation.write_suit", run=run, suit=sign.lower())
            what = Fault("notation.suit_or_honour", sign=sign)
            self.doubtful.append((piece.start(), piece.end(), what, way_out))
        for at, digit in enumerate(run, piece.start()):
            tile = _RUN_TILES.get(digit + sign)
            if tile is not None:
                tiles.append(tile)
            else:  # every number has a tile in the three suits
                letter = sign.lower()
                last = "7z" if letter == "z" else "8f"
                self.fault(at, at + 1, Fault("notation.no_tile",
                                             tile=digit + letter), Fault("notation.range", letter=letter,
                                                                              last=last))

    def read_other(self, piece: re.Match[str], tiles: list[Tile]) -> None:
        """Adds the tiles of a piece other than a run of digits."""
        group, text = piece.lastgroup, piece[piece.lastgroup or 0]
        if group == "letter":
            self.written.has_letters = True
            tiles.append(Tile(_LETTER_KINDS[text]))
        elif group == "glyph":
            tiles.append(Tile(GLYPH_KINDS[text]))
        elif group == "red":
            tiles.append(Tile(kind_of("5" + _ZH_SUITS[text[1]]), True))
        elif group == "zh_suit":
            letter = _ZH_SUITS[text]
            tiles.extend(Tile(kind_of(f"{_NUMERALS.index(n) + 1}{letter}")) for n in piece["numerals"])
        elif group == "botzone":
            self.read_botzone(piece, tiles)
        else:
            tiles.append(Tile(_ZH_WORDS[text]))

    def read_botzone(self, piece: re.Match[str], tiles: list[Tile]) -> None:
        text = piece["botzone"]
        if text not in _BOTZONE:
            last = {"F": 4, "J": 3, "H": 8}.get(text[0], 9)
            what = Fault("notation.no_tile", tile=text)
            self.fault(piece.start(), piece.end(), what, Fault("notation.codes", letter=text[0], last=last))
            return
        kind = _BOTZONE[text]
        tiles.append(Tile(kind))
        if text[0] in "WF":
            way_out = Fault("notation.write_code", tile=code(kind))
            what = Fault("notation.code_or_letter", text=text)
            self.doubtful.append((piece.start(), piece.end(), what, way_out))

    def refuse(self, at: int, end: int) -> int:
        """Where reading goes on behind the unreadable piece at `at`, which is noted as a fault."""
        piece = _UNREAD.match(self.plain, at, end)
        assert piece is not None
        text, stop = piece[0], piece.end()
        if piece["run"]:
            run, letter = piece["run"], piece["suit"]
            guesses = _OTHER_SUITS.get(letter.lower(), "")
            if letter and not guesses:
                stop -= 1  # the letter may be a tile of its own
            what = Fault("notation.no_such_suit", letter=letter) if guesses else Fault("notation.no_suit", run=run)
            meant = tuple(run + guess for guess in guesses)
            way_out = Fault("notation.suits_meant", guesses=meant) if meant else Fault("notation.suits")
            self.fault(at, stop, what, way_out)
            return stop
        if text[0] in _NUMERALS:
            self.fault(at, stop, Fault("notation.no_suit", run=text), Fault("notation.chinese_suits"))
        elif text in "])":
            opening = "[" if text == "]" else "("
            self.fault(at, stop, Fault("notation.not_opened", text=text), Fault("notation.open", opening=opening))
        elif text in "🀪🀫":
            self.fault(at, stop, Fault("notation.not_kind", text=text), Fault("notation.write_wild"))
        elif text.isascii() and text.isalpha() and all(char.upper() in _LETTER_KINDS for char in text):
            self.fault(at, stop, Fault("notation.not_tile", text=text), Fault("notation.meant", meant=text.upper()))
        else:
            way_out = Fault("notation.ways")
            self.fault(at, stop, Fault("notation.not_tile", text=text), way_out)
        return stop


def parse(text: str) -> Written:
    """What `text` says, with every fault noted in it and none raised."""
    return _Reader(text).read()


def meld_meaning(text: str) -> Meaning:
    """The fields of the one meld that `text` writes, such as "[222p,1]"."""
    written = parse(text)
    faults = list(written.faults)
    if not faults and (len(written.melds) != 1 or written.tiles):
        faults.append(Fault("notation.one_meld", text=text))
    if faults:
        raise NotationError(faults)
    return written.melds[0].meaning(written.has_letters)


def _is_chow(kinds: tuple[int, ...]) -> bool:
    low = kinds[0] if kinds else 0
    return kinds == (low, low + 1, low + 2) and suit(low) == suit(low + 2) < 3


def written_text(tiles: Iterable[Tile]) -> str:
    """Our notation of tiles in the order given, neighbours of one suit grouped: `123m77z`."""
    parts: list[str] = []
    last = ""
    for kind, mark in tiles:
        text = code(kind)
        letter = text[1]
        if letter != last and last:
            parts.append(last)
        last = letter
        parts.append("0" if mark else text[0])
    return "".join(parts) + last


def tiles_text(kinds: Iterable[int], marks: Iterable[int] = ()) -> str:
    """Our notation of kinds in the order given; the first copies of kinds in `marks` are red fives, `0`."""
    left = list(marks)
    tiles = []
    for kind in kinds:
        mark = kind in left
        if mark:
            left.remove(kind)
        tiles.append(Tile(kind, mark))
    return written_text(tiles)
