"""Whether a rulebook can be played: one that asks for what no engine obeys yet would be played wrongly."""

from quepu.book import Rulebook
from quepu.errors import RulebookError
from quepu.rulebook.file.problem import Problem, tell_all

_WAY = "take it out, or switch it off with enabled = false; hands can be scored with it all the same"


def check_playable(book: Rulebook) -> None:
    """Refuse a rulebook with planned keys or words, each by name and line."""
    planned = [Problem(path, f"'{what}' is not obeyed at the table yet, so {book.id} cannot be played", _WAY)
               for what, path in book.model.planned.items()]
    if planned:
        raise RulebookError(tell_all(planned, book.sources))
