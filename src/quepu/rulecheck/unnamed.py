"""What a rulebook asks of players without saying what it is called: words of ours stand in, and a warning says so."""

from collections.abc import Iterator, Mapping
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.model.answer_names import OTHERS, questions, unnamed_answers
from quepu.rulebook.model.model import Model, Path
from quepu.rulebook.model.obeyed import entries_of
from quepu.rulecheck.idle import is_own

#: entries that a player picks by name
_PICKED = ("kong", "ready", "abort")
_USUAL = {"give", "show", "pass", "take"}       # words of ours that say it as well


def unnamed(model: Model, own: Mapping[str, Any]) -> list[Problem]:
    """A warning for each choice of the own file that has no name; what is inherited has been warned of there."""
    return [problem for problem in _problems(model) if is_own(problem.path, model.data, own)]


def _problems(model: Model) -> Iterator[Problem]:
    tables = model.data
    for path, table, answers in questions(tables):
        missing = [answer for answer in unnamed_answers(model, path, table, answers) if answer not in _USUAL]
        if missing:
            what = Fault("unnamed.choice") if missing == [OTHERS] else Fault("unnamed.answers", answers=missing[:10])
            yield _warning(path, what, Fault("unnamed.names_like", answer=missing[0]))
    for section in _PICKED:
        for path, table in entries_of(tables, section):
            if not table.get("name"):
                yield _warning(path, Fault("unnamed.entry", name=path[1]), Fault("unnamed.name_like"))


def _warning(path: Path, text: Fault, advice: Fault) -> Problem:
    return Problem(path, text, advice, key=True, warning=True)
