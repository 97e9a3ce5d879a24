"""Notes about a seat that a bot or the clock answers for: kept as text among a match's steps, told in any language."""

import json
from dataclasses import dataclass
from typing import Any

AWAY, ASKED, OWN, BACK, LATE = "away", "asked", "own", "back", "late"
_WORD = "stand_in"
_NAMES = {AWAY: ("name",), ASKED: ("name", "by"), OWN: ("name",), BACK: ("name",), LATE: ("name",)}


@dataclass(frozen=True, slots=True)
class StandInNote:
    """Why a bot plays for somebody, that he is back, or that his time was up; `by` is who asked for the bot."""

    why: str
    name: str
    by: str = ""

    @property
    def text(self) -> str:
        """As it is kept among the steps of a match."""
        return f"{_WORD} {self.why} {json.dumps(list(self.values().values()), ensure_ascii=False)}"

    def values(self) -> dict[str, str]:
        """What its sentence speaks of."""
        return {name: getattr(self, name) for name in _NAMES[self.why]}


def read_note(text: str) -> StandInNote | None:
    """The note that a kept text is; None if it is about something else.

    >>> read_note('stand_in away ["Ann"]')
    StandInNote(why='away', name='Ann', by='')
    """
    word, why, names = (*text.split(" ", 2), "", "")[:3]
    if word != _WORD or why not in _NAMES:
        return None
    try:
        given: Any = json.loads(names)
    except (ValueError, RecursionError):
        return None
    if not isinstance(given, list) or len(given) != len(_NAMES[why]) or not all(isinstance(one, str) for one in given):
        return None
    return StandInNote(why, *given)


def note_key(text: str) -> str:
    """The key of a note's sentence among the words."""
    note = read_note(text)
    return "event.note" if note is None else f"event.{_WORD}_{note.why}"


def note_values(text: str) -> dict[str, str]:
    """What the sentence of a note speaks of, besides its text."""
    note = read_note(text)
    return {} if note is None else note.values()
