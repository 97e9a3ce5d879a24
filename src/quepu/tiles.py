"""Tile kinds as small ints, with their codes, names, suits and ranks.

A kind is a number: 0-8 are 1m-9m 万, 9-17 1p-9p 饼, 18-26 1s-9s 条, 27-33 1z-7z (East South West North White
Green Red 东南西北白发中), 34-41 1f-8f (春夏秋冬梅兰竹菊). A red five is a mark on a copy, not a kind.
"""

from quepu.errors import QuepuError
from quepu.faults import Fault

KIND_COUNT = 42
SUITS = "mps"
LETTERS = "mpszf"  # the letters of suits 0-4: three suits, honours, flowers
HONORS = range(27, 34)
FLOWERS = range(34, 42)

EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = HONORS
# How many kinds share a suit letter: 9m 9p 9s 7z 8f.
SUIT_SIZES = (9, 9, 9, 7, 8)

SEATS = "ESWN"

_CODES = tuple(f"{n}{LETTERS[i]}" for i, size in enumerate(SUIT_SIZES) for n in range(1, size + 1))
_KINDS = {code: kind for kind, code in enumerate(_CODES)}

_ZH_SUITS = "万饼条"
_ZH = (
    *(n + suit for suit in _ZH_SUITS for n in "一二三四五六七八九"),
    *"东南西北白发中",
    *"春夏秋冬梅兰竹菊",
)
_EN_SUITS = ("characters", "dots", "bamboos")
_EN = (
    *(f"{n} of {suit}" for suit in _EN_SUITS for n in range(1, 10)),
    *("East", "South", "West", "North", "White", "Green", "Red"),
    *("Spring", "Summer", "Autumn", "Winter", "Plum", "Orchid", "Bamboo", "Chrysanthemum"),
)
_HANT = str.maketrans("万饼条东发兰", "萬餅條東發蘭")
_NAMES: dict[str, tuple[str, ...]] = {
    "en": _EN,
    "zh": _ZH,
    "zh-Hans": _ZH,
    "zh-Hant": tuple(name.translate(_HANT) for name in _ZH),
}

# Unicode puts the winds first, then Red Green White, characters, bamboos, circles, plants, seasons.
_GLYPH_ORDER = (
    *(EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE),
    *range(9),
    *range(18, 27),
    *range(9, 18),
    *range(38, 42),
    *range(34, 38),
)
GLYPH_KINDS = {chr(0x1F000 + place): kind for place, kind in enumerate(_GLYPH_ORDER)}
_GLYPHS = {kind: glyph for glyph, kind in GLYPH_KINDS.items()}

_SEAT_NAMES = {
    "en": ("East", "South", "West", "North"),
    "zh": tuple("东南西北"),
    "zh-Hans": tuple("东南西北"),
    "zh-Hant": tuple("東南西北"),
}


def suit(kind: int) -> int:
    """The suit of a kind: 0 万, 1 饼, 2 条, 3 honours 字, 4 flowers 花."""
    return kind // 9 if kind < 27 else 3 if kind < 34 else 4


def rank(kind: int) -> int:
    """The number on a suit tile, 1-9; 0 for honours and flowers, which have none."""
    return kind % 9 + 1 if kind < 27 else 0


def code(kind: int) -> str:
    """The code of a kind in our notation.

    >>> code(2), code(33), code(34)
    ('3m', '7z', '1f')
    """
    return _CODES[kind]


def kind_of(code: str) -> int:
    """The kind that a code such as "3m" or "7z" names; KeyError when it names none."""
    return _KINDS[code]


def name(kind: int, lang: str = "en") -> str:
    """The usual name of a kind: "三万" and "中" in "zh", "3 of characters" and "Red" in "en"."""
    return _NAMES[lang][kind]


def suit_name(suit: int, lang: str = "en") -> str:
    """The usual name of a suit 0-2: "万" in "zh", "characters" in "en"."""
    return _EN_SUITS[suit] if lang == "en" else _NAMES[lang][9 * suit][-1]


def glyph(kind: int) -> str:
    """The Unicode character of a kind, 🀇 for 1m."""
    return _GLYPHS[kind]


def seat_of(letter: str) -> int:
    """The seat 0-3 of a letter E S W N; QuepuError for another letter."""
    if len(letter) != 1 or letter not in SEATS:
        raise QuepuError(Fault("tiles.not_seat", letter=letter))
    return SEATS.index(letter)


def seat_letter(seat: int) -> str:
    """The letter E S W N of a seat 0-3."""
    return SEATS[seat]


def seat_name(seat: int, lang: str = "en") -> str:
    """The name of a seat or round wind: "东" in "zh", "East" in "en"."""
    return _SEAT_NAMES[lang][seat]


def mask(text: str) -> int:
    """A bit for each kind named in `text`, the literal form of a set of kinds.

    >>> mask("1m") | mask("2m") == mask("12m") == 0b11
    True
    """
    bits = 0
    digits: list[str] = []
    for char in text:
        if char.isspace():
            continue
        if char in LETTERS and digits:
            for digit in digits:
                if digit + char not in _KINDS:
                    raise QuepuError(Fault("tiles.not_tile", tile=digit + char, text=text))
                bits |= 1 << _KINDS[digit + char]
            digits = []
        elif char in "123456789":
            digits.append(char)
        else:
            raise QuepuError(Fault("tiles.not_number", char=char, text=text))
    if digits:
        raise QuepuError(Fault("tiles.no_suit", digits=''.join(digits), text=text))
    return bits


def kinds_in(bits: int) -> tuple[int, ...]:
    """The kinds whose bits are set in a mask, in order."""
    return tuple(kind for kind in range(KIND_COUNT) if bits >> kind & 1)
