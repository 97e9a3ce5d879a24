"""What a reader would not see is written as an escape, and no player is called so."""

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quepu.plain_text import LONGEST_NAME, as_name, first_harmful, harmless, is_name

EVERY = [chr(code) for code in range(sys.maxunicode + 1)]
#: Default_Ignorable_Code_Point of Unicode, as far as it is no category of its own
IGNORED = [chr(code) for low, high in (
    (0x34f, 0x34f), (0x115f, 0x1160), (0x17b4, 0x17b5), (0x180b, 0x180f), (0x2065, 0x2065), (0x3164, 0x3164),
    (0xfe00, 0xfe0f), (0xffa0, 0xffa0), (0xfff0, 0xfff8), (0xe0000, 0xe0fff)) for code in range(low, high + 1)]
ANY = st.text(st.characters(exclude_categories=()))


def test_whatever_is_not_seen_is_harmful() -> None:
    unseen = [sign for sign in EVERY if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    assert [sign for sign in (*unseen, *IGNORED) if harmless(sign) == sign] == ["\t", "\n"]


def test_letters_digits_marks_and_signs_are_left_as_they_are() -> None:
    ignored = set(IGNORED)
    left = [sign for sign in EVERY if unicodedata.category(sign)[0] in "LNPSMZ" and sign not in ignored
            and unicodedata.category(sign) not in ("Zl", "Zp")]
    assert [sign for sign in left if harmless(sign) != sign] == ["\u2800", "\ufffc"]     # a blank, and no object


@pytest.mark.parametrize("text", ["🀄︎", "🀇️", "👩‍🦰", "👩🏽‍🚀", "❤️‍🔥", "三色三步高", "a\tb\n", "é e\u0301", "１　２"])
def test_what_is_seen_stays(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize("text", ["a\ufe0f", "a\u200db", "🀄\u200d", "\u200d🀄", "中\U000e0100", "e\u200c"])
def test_what_joins_or_varies_nothing_is_harmful(text: str) -> None:
    assert first_harmful(text)


@given(ANY)
def test_json_means_the_same_afterwards(text: str) -> None:
    written = harmless(json.dumps([text], ensure_ascii=False))
    assert not first_harmful(written)
    assert json.loads(written) == json.loads(json.dumps([text]))


@given(ANY)
def test_a_name_from_elsewhere_becomes_one(text: str) -> None:
    name = as_name(text)
    assert not name or (is_name(name) and len(name) <= LONGEST_NAME)
    assert not is_name(text) or name == text[:LONGEST_NAME].strip()


@pytest.mark.parametrize("name", [
    "", " ", "\u3000", "\u3164", "\u00ad", "A\u00ad", "A\u3164", "A\U000e0041", "A\u202eB", "A\nB", "A\tB", "A\x1b[2J",
    "<b>", "A\u200dB", "A\ufe0f", chr(0xd800), "\u2800", "A\ufffd"])
def test_nobody_is_called_what_cannot_be_seen(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize("name", ["A", "李 四", "Ömer", "🀄︎", "=1+1", "O'Neil", "👩‍🦰"])
def test_anybody_may_be_called_what_can(name: str) -> None:
    assert is_name(name)
