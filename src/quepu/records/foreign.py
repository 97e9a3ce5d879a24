"""Which of the other platforms' formats a text is in, whether it has a hand a line, and why it is not played."""

import json
from typing import TYPE_CHECKING, Any

from quepu.errors import IllegalAction
from quepu.faults import SPOKEN, Fault
from quepu.records.json_text import LONGEST_LINE

if TYPE_CHECKING:
    from quepu.game.actions import Action
    from quepu.game.match import Match


def kind_of(text: str) -> str:
    """`mjai`, `tenhou`, or `botzone` for everything else.

    >>> kind_of('{"type":"start_game"}'), kind_of('{"title":[],"log":[[[0,0,0]]]}'), kind_of('{"log":[{}]}')
    ('mjai', 'tenhou', 'botzone')
    """
    lines = lines_of(text)
    first = _value(lines[0][1] if lines else text)
    event = first[0] if isinstance(first, list) and first else first
    kind = event.get("type") if isinstance(event, dict) else None
    if lines and isinstance(kind, str) and kind in ("start_game", "start_kyoku", "hello"):
        return "mjai"
    return "tenhou" if hands_of(first) else "botzone"


def not_possible(match: "Match", seat: int, action: "Action", error: IllegalAction) -> Fault:
    """What the game says to an action of a log that it refuses, and why it does."""
    why = [match.why_not(seat, action, lang) for lang in SPOKEN]
    return Fault("record.why_not", faults=error.faults, why=why)


def lines_of(text: str) -> list[tuple[int, str]]:
    """The lines that are not empty, each with its number, if the first of them is a whole list or object.

    Then every line is a value of its own; else the text is one value over several lines, and there are none.
    """
    lines = [(number, line) for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1) if line.strip()]
    is_whole = lines and (len(lines) == 1 or len(lines[0][1]) <= LONGEST_LINE) and \
        isinstance(_value(lines[0][1]), dict | list)
    return lines if is_whole else []


def hands_of(value: Any) -> list[Any]:
    """The hands of a log of the viewer tenhou.net/6, of a bare list of them or of one alone; empty if it is none."""
    if isinstance(value, dict):
        log = value.get("log")
        return log if isinstance(log, list) and log and isinstance(log[0], list) else []
    if not (isinstance(value, list) and value and isinstance(value[0], list) and value[0]):
        return []
    if isinstance(value[0][0], list):
        return value
    return [value] if type(value[0][0]) is int else []     # a hand begins with its round, repeats and stakes


def _value(text: str) -> Any:
    """The value of a text, None if it has none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
