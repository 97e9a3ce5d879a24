"""Texts of strangers made harmless where they leave the program: at the terminal, in a log, in HTML, in CSV.

Harmful is what a reader does not see, or what changes how the text around it is shown: control characters (ESC above
all), marks that turn the direction of writing, characters without a shape of their own, tags, halves of pairs.
"""

import re

LONGEST_NAME = 24           # letters of a player's name

_EMOJI = "©®‼⁉™\u2190-\u27bf\u2900-\u2bff〰〽㊗㊙\U0001f000-\U0001faff"
_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"                          # control; tab and line feed are harmless
    "\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff"
    "\ud800-\udfff"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    # what chooses and joins pictures is wanted in 🀄︎ and 👩‍🦰, and hides anywhere else
    f"|(?<![{_EMOJI}])[\ufe0e\ufe0f]|(?<![{_EMOJI}\ufe0f])\u200d|\u200d(?![{_EMOJI}])")
_NOT_IN_NAMES = re.compile("[\t\n<>\ufffd]")


def harmless(text: str) -> str:
    r"""The text with every harmful character written as an escape.

    The escapes are those of JSON, so that a line of JSON still means the same.

    >>> print(harmless("a\x1b[2Jb\u202ec"))
    a\u001b[2Jb\u202ec
    """
    return _HARMFUL.sub(_escape, text)


def first_harmful(text: str) -> str:
    """The first character that cannot be shown as it is, as `U+202E`; empty if there is none."""
    if text.isascii() and text.isprintable():           # most are: asked sooner than searched
        return ""
    found = _HARMFUL.search(text)
    return "" if found is None else f"U+{ord(found[0]):04X}"


def is_name(text: str) -> bool:
    """Whether players may be called so: on one line, everything can be seen, and nothing looks like HTML."""
    return bool(text.strip()) and not first_harmful(text) and _NOT_IN_NAMES.search(text) is None


def as_name(text: str) -> str:
    """A name from elsewhere without what no name may have; empty if nothing is left."""
    return _HARMFUL.sub("", _NOT_IN_NAMES.sub("", text)[:LONGEST_NAME]).strip()


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code > 0xffff:               # JSON writes it as a pair
        code -= 0x10000
        return f"\\u{0xd800 + (code >> 10):04x}\\u{0xdc00 + (code & 0x3ff):04x}"
    return f"\\u{code:04x}"
