"""Whether a rulebook can be played: one that asks for what no engine obeys yet would be played wrongly."""

from quepu.book import Rulebook
from quepu.errors import RulebookError
from quepu.faults import Fault
from quepu.rulebook.file.problem import Problem, tell_all


def check_playable(book: Rulebook) -> None:
    """Refuse a rulebook with planned keys or words, each by name and line."""
    planned = [Problem(path, Fault("play.not_obeyed", what=what, rule=book.id), Fault("play.way_out"))
               for what, path in book.model.planned.items()]
    if planned:
        raise RulebookError(tell_all(planned, book.sources))
