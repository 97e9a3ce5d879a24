"""JSON: from strangers read within bounds, any fault named with its place; of our own written as one line.

A text that is too long, too deep, has a number no match has, says a key twice or holds half a character is refused
here, so that whoever reads on meets dictionaries, lists, texts and numbers of a sane size.
"""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault

LARGEST_FILE = 64 << 20
LONGEST_LINE = 1 << 20      # characters of a line of a record
MOST_LINES = 200_000        # of a record, or events of a log
DEEPEST = 24                # lists and objects inside each other
LARGEST_NUMBER = 1 << 63    # a seed is the largest there is
_SHOWN = 60                 # characters of a value that an error shows


class RecordError(QuepuError):
    """A record that cannot be read or does not play out as it says."""


def json_line(value: Any) -> str:
    """A value as one line of JSON, always the same text for the same value: records, logs, messages."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def json_value(text: str, where: str) -> Any:
    """The value of a text; RecordError with its place and what is wrong with it."""
    def number(digits: str) -> int:
        if len(digits) > 20 or abs(int(digits)) > LARGEST_NUMBER:
            raise RecordError(Fault("json.too_large", where=where, number=short(digits)))
        return int(digits)

    def fraction(digits: str) -> float:
        if len(digits) > 400 or not math.isfinite(float(digits)):
            raise RecordError(Fault("json.too_large", where=where, number=short(digits)))
        return float(digits)

    def constant(word: str) -> Any:
        raise RecordError(Fault("json.not_number", where=where, word=word))

    def table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) != len(pairs):
            names = [name for name, _value in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise RecordError(Fault("json.twice", where=where, name=short(twice)))
        return members

    try:
        value = json.loads(text, parse_int=number, parse_float=fraction, parse_constant=constant,
                           object_pairs_hook=table)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        why = Fault("record.too_deep") if isinstance(error, RecursionError) else str(error)
        raise RecordError(Fault("json.not_json", where=where, why=why)) from None
    _check_inside(value, where)
    return value


def _check_inside(value: Any, where: str) -> None:
    """Refuse what is nested too deeply, and texts that are no characters."""
    level = [value]
    for _depth in range(DEEPEST):
        following: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                following += [*one, *one.values()]
            elif isinstance(one, list):
                following += one
            elif isinstance(one, str) and not is_text(one):
                raise RecordError(Fault("json.surrogate", where=where))
        level = following
    if level:
        raise RecordError(Fault("json.nested", where=where, most=DEEPEST))


def is_text(text: str) -> bool:
    """Whether a text can be written: it has no half of a character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def short(value: Any) -> str:
    """A value as an error shows it."""
    text = value if isinstance(value, str) else repr(value)
    text = "".join(char if char.isprintable() else "?" for char in text[:_SHOWN + 1])
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def text_of(data: str | bytes, name: str) -> str:
    """The text of a file; RecordError if it is none, or larger than any match."""
    if len(data) > LARGEST_FILE:
        raise RecordError(Fault("record.too_large", name=name, size=LARGEST_FILE >> 20))
    try:
        text = data.decode() if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise RecordError(Fault("record.not_utf8", name=name, line=line)) from None
    if isinstance(data, str):
        try:
            text.encode()
        except UnicodeEncodeError as wrong:
            line = text.count("\n", 0, wrong.start) + 1
            raise RecordError(Fault("record.not_utf8", name=name, line=line)) from None
    return text.removeprefix("\ufeff")


@contextmanager
def understood(name: str) -> Iterator[None]:
    """Turn what a stranger's values bring about, where nobody thought of it, into a fault of the record."""
    try:
        yield
    except QuepuError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        raise RecordError(Fault("record.not_format", name=name, kind=type(error).__name__,
                                why=short(str(error)))) from None
