"""`quepu rules check`: every fault of a rulebook file with its place, and what a search makes doubtful."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from quepu.book import Kin, Rulebook, build
from quepu.errors import QuepuError, RulebookError
from quepu.examples.how import how_it_goes
from quepu.examples.worked import own_examples, score_own_example
from quepu.faults import SPOKEN, Fault, sentences
from quepu.rulebook.file import load
from quepu.rulebook.file.options import option_text, with_needed
from quepu.rulebook.file.problem import Problem, tell_all
from quepu.rulebook.file.toml_text import Table
from quepu.rulebook.language.memo import Memo
from quepu.rulecheck.directed_search import search
from quepu.rulecheck.idle import idle
from quepu.rulecheck.inherited import stale, writes
from quepu.rulecheck.unnamed import unnamed
from quepu.rulecheck.unused import unused
from quepu.scoring.explain import drop_text, reason_texts

#: told (what is done, done, of how many)
Progress = Callable[[str, int, int], None]
#: what stops a rulebook at the table: it plays, so it stands above this package and is handed in
Trial = Callable[[Rulebook, float], list[Problem]]


@dataclass(slots=True)
class Report:
    """What is wrong with a rulebook, and what is doubtful."""

    errors: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    tries: int = 0                      # hands the search made


def check_file(reference: str | os.PathLike[str], seconds: float = 4.0,
               progress: Progress | None = None, text: str | None = None, trial: Trial | None = None) -> Report:
    """Everything wrong with a rulebook given by path, id or text, and everything doubtful.

    `trial` plays hands of a rulebook that has no other fault (`lab.trial`), for which it is compiled; without it
    nothing is played.

    The search makes a number of hands that follows from `seconds`, not from the clock, so that the same file
    gives the same report on any machine.
    """
    report = Report()
    name, chosen = load.split_reference(os.fspath(reference))
    problems: list[Problem] = []
    try:
        kin = Kin(*load.read_chain(name, text), Memo())
        book = build(name, chosen, problems, text, kin)
    except RulebookError as error:
        report.errors.extend(error.faults)
        return report
    if not problems:
        problems.extend(_option_problems(book, kin))
    earned: set[str] = set()
    own, below = load.own_and_below(kin.sources)
    if not problems:
        problems.extend(_of_inherited(problem, own) for problem in _example_problems(book, earned))
    if not any(not problem.warning for problem in problems):
        problems.extend(stale(below, own))
        problems.extend(unused(kin.tables, own))
        problems.extend(idle(book.model, own))
        problems.extend(unnamed(book.model, own))
        searched = search(book, seconds, earned, progress)
        problems.extend(searched.problems)
        report.tries = searched.tries
        if trial is not None:
            problems.extend(trial(book, seconds))
    report.errors = tell_all([problem for problem in problems if not problem.warning], kin.sources)
    report.warnings = tell_all([problem for problem in problems if problem.warning], kin.sources)
    return report


def _option_problems(book: Rulebook, kin: Kin) -> list[Problem]:
    """What goes wrong only when an option is set to another value."""
    problems: list[Problem] = []
    built = [] if _sets_ask(kin) else [load.apply_options(kin.tables, book.settings, [])[0]]
    for option in book.model.options:
        ends = (str(option.low), str(option.high))
        values = {"bool": ("true", "false"), "choice": option.choices,
                  "fans": (*option.choices, ",".join(option.choices))}.get(option.type, ends)
        for value in values:
            if value == option_text(option.value):
                continue
            settings = with_needed(kin.tables, {**book.settings, option.id: value})
            changed = load.apply_options(kin.tables, settings, [])[0]
            if changed in built:
                continue                # its value is only a number that expressions read
            if built:
                built.append(changed)
            faults: list[Problem] = []
            build(book.reference_text, settings, faults, book.text, kin)
            for problem in faults:
                problems.append(_in_choice(problem, kin.tables, option.id, value))
    return problems


def _sets_ask(kin: Kin) -> bool:
    """Whether which sets and pairs there are depends on an option: then every value makes another rulebook."""
    families = (kin.tables.get(section, {}) for section in ("sets", "pairs"))
    return any(isinstance(table, dict) and kin.memo.reads_options(str(table.get("when")))
               for family in families if isinstance(family, dict) for table in family.values())


def _in_choice(problem: Problem, tables: Table, option: str, value: str) -> Problem:
    """The problem where it stands: in the changes that a choice brings, if they hold it."""
    above = ("option", option, "choice", value)
    table: Any = tables
    for step in (*above, *problem.path):
        if isinstance(table, dict) and step in table:
            table = table[step]
        else:
            path = problem.path
            break
    else:
        path = (*above, *problem.path)
    return replace(problem, path=path, text=Fault("check.with_option", option=option, value=value, fault=problem.text))


def _example_problems(book: Rulebook, earned: set[str]) -> list[Problem]:
    """A problem for each example that is unreadable or earns no fan; `earned` collects the others."""
    problems: list[Problem] = []
    try:
        listed = list(own_examples(book))
    except QuepuError as error:
        return [Problem(("fan",), fault) for fault in error.faults]
    for chosen, fan in listed:
        if fan.example is None or fan.on not in ("win", "opening"):
            continue
        path = ("fan", fan.id, "example")
        try:
            score = score_own_example(chosen, fan)
        except QuepuError as error:
            problems.extend(Problem(path, Fault("check.unreadable", fault=fault), Fault("check.example_like"))
                            for fault in error.faults)
            continue
        if any(one.id == fan.id for one in score.earned):
            earned.add(fan.id)
            continue
        dropped = next((one for one in score.dropped if one.id == fan.id), None)
        if not score.complete:
            why = Fault("check.not_complete")
        elif dropped is not None:
            why = Fault("check.dropped", why=[drop_text(score, dropped, lang) for lang in SPOKEN])
        elif score.earned:
            why = Fault("check.earns", fans=[one.id for one in score.earned])
        else:
            why = Fault("check.earns_nothing")
        problems.append(Problem(path, Fault("check.not_earned", why=why), Fault("check.change")))
    return problems + _how_problems(book)


def _of_inherited(problem: Problem, own: Table) -> Problem:
    """The problem of an example as a warning, where it is inherited: whoever wrote it knew nothing of the own file."""
    if problem.path[-1] != "example" or writes(own, problem.path):
        return problem
    advice = Fault("check.own_example", place=".".join(map(str, problem.path)))
    return replace(problem, advice=advice, warning=True)


def _how_problems(book: Rulebook) -> list[Problem]:
    """A problem for each example of how a hand goes that cannot be scored or is no win."""
    problems: list[Problem] = []
    for part in how_it_goes(book):
        path = ("how", part.id, "example")
        problems.extend(Problem(path, Fault("check.unreadable", fault=fault)) for fault in part.faults)
        if part.score is not None and not part.score.legal:
            why = [sentences(lang)["join.all"].join(reason_texts(part.score, lang)) for lang in SPOKEN]
            problems.append(Problem(path, Fault("check.no_win", why=why), Fault("check.show_win")))
    return problems
