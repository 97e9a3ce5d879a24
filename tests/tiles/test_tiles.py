import unicodedata

import pytest

from quepu import tiles
from quepu.tiles import (
    code,
    glyph,
    kind_of,
    kinds_in,
    mask,
    name,
    rank,
    seat_letter,
    seat_name,
    seat_of,
    suit,
)


def test_codes_name_every_kind_once():
    codes = [code(kind) for kind in range(tiles.KIND_COUNT)]
    assert len(set(codes)) == 42
    assert [kind_of(text) for text in codes] == list(range(42))
    assert (codes[0], codes[9], codes[18], codes[27], codes[33], codes[34], codes[41]) == (
        "1m",
        "1p",
        "1s",
        "1z",
        "7z",
        "1f",
        "8f",
    )


def test_suit_and_rank():
    kinds = [kind_of(text) for text in ("9m", "1p", "5s", "1z", "7z", "1f", "8f")]
    assert [suit(kind) for kind in kinds] == [0, 1, 2, 3, 3, 4, 4]
    assert [rank(kind) for kind in kinds] == [9, 1, 5, 0, 0, 0, 0]


def test_names():
    assert [name(kind_of(text), "zh") for text in ("3m", "5p", "9s", "1z", "5z", "6z", "7z", "5f")] == [
        *("三万", "五饼", "九条", "东", "白", "发", "中", "梅")
    ]
    assert name(kind_of("3m"), "en") == "3 of characters"
    assert name(kind_of("6z"), "zh-Hant") == "發"
    assert name(tiles.RED) == "Red"


UNICODE_WORDS = {"m": "CHARACTERS", "p": "CIRCLES", "s": "BAMBOOS"}
DIGITS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
OTHERS = (
    *("EAST WIND", "SOUTH WIND", "WEST WIND", "NORTH WIND", "WHITE DRAGON", "GREEN DRAGON", "RED DRAGON"),
    *("SPRING", "SUMMER", "AUTUMN", "WINTER", "PLUM", "ORCHID", "BAMBOO", "CHRYSANTHEMUM"),
)


@pytest.mark.parametrize("kind", range(42))
def test_glyphs_are_the_characters_unicode_names_so(kind):
    if kind < 27:
        expected = f"MAHJONG TILE {DIGITS[rank(kind) - 1]} OF {UNICODE_WORDS[code(kind)[1]]}"
    else:
        expected = f"MAHJONG TILE {OTHERS[kind - 27]}"
    assert unicodedata.name(glyph(kind)) == expected


def test_seats():
    assert [seat_of(letter) for letter in "ESWN"] == [0, 1, 2, 3]
    assert [seat_letter(seat) for seat in range(4)] == list("ESWN")
    assert (seat_name(0, "zh"), seat_name(3, "en"), seat_name(0, "zh-Hant")) == ("东", "North", "東")
    for wrong in ("", "X", "ES"):
        with pytest.raises(ValueError, match="not a seat"):
            seat_of(wrong)


def test_masks():
    assert mask("") == 0
    assert kinds_in(mask("23468s6z")) == tuple(kind_of(text) for text in ("2s", "3s", "4s", "6s", "8s", "6z"))
    for wrong in ("12", "m", "0m", "8z", "12x"):
        with pytest.raises(ValueError, match="'"):
            mask(wrong)
