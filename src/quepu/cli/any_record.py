"""A match from a file: a record of ours, or another platform's log."""

from typing import TYPE_CHECKING

from quepu.errors import QuepuError
from quepu.faults import Fault

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.game.match import Match


def is_ours(text: str) -> bool:
    """Whether a text is a record of quepu, or what is left of one.

    >>> is_ours('{"type":"header","format":1}'), is_ours('{"type":"start_game"}'), is_ours('{"log":[]}')
    (True, False, False)
    """
    from quepu.records.foreign import kind_of
    return text.removeprefix("\ufeff").lstrip().startswith('{"type":') and kind_of(text) == "botzone"


def foreign_match(text: str, name: str, book: "Rulebook | None", hand: int | None) -> "Match":
    """The match of another platform's log; `hand` is the line where each has a hand of its own."""
    from quepu.records.botzone import read_botzone
    from quepu.records.foreign import kind_of, lines_of
    from quepu.records.mjai import read_mjai
    from quepu.records.tenhou import read_tenhou
    kind = kind_of(text)
    if kind != "botzone":
        return (read_mjai if kind == "mjai" else read_tenhou)(text, name, book)
    lines = [line for _number, line in lines_of(text)]
    if lines:                           # one hand a line, as we write them
        place = hand or 1
        if len(lines) > 1 and hand is None:
            raise QuepuError(Fault("cli.which_hand", name=name, count=len(lines)))
        if not 1 <= place <= len(lines):
            raise QuepuError(Fault("cli.no_such_hand", hand=place, count=len(lines)))
        text = lines[place - 1]
    return read_botzone(text, name)
