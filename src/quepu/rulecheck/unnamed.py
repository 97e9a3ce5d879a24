"""What a rulebook asks of players without saying what it is called: words of ours stand in, and a warning says so."""

from collections.abc import Iterator, Mapping
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.model.answer_names import OTHERS, questions, unnamed_answers
from quepu.rulebook.model.model import Model, Path
from quepu.rulecheck.idle import is_own

_USUAL = {"give", "show", "pass", "take"}       # words of ours that say it as well


def unnamed(model: Model, own: Mapping[str, Any]) -> list[Problem]:
    """A warning for each choice of the own file that has no name; what is inherited has been warned of there."""
    return [problem for problem in _problems(model) if is_own(problem.path, model, own)]


def _problems(model: Model) -> Iterator[Problem]:
    for asks, answers in questions(model):
        path, missing = asks.path, [one for one in unnamed_answers(asks, answers) if one not in _USUAL]
        if missing:
            what = Fault("unnamed.choice") if missing == [OTHERS] else Fault("unnamed.answers", answers=missing[:10])
            yield _warning(path, what, Fault("unnamed.names_like", answer=missing[0]))
    for entry in (*model.kongs.on, *model.readies.on, *model.aborts.on):        # what a player picks by name
        if not entry.name:
            yield _warning(entry.path, Fault("unnamed.entry", name=entry.id), Fault("unnamed.name_like"))


def _warning(path: Path, text: Fault, advice: Fault) -> Problem:
    return Problem(path, text, advice, key=True, warning=True)
