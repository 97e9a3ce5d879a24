"""`quepu rules test`: worked examples of a file, or each fan's own example, run against a rulebook."""

import argparse
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from quepu.cli.common import Progress, lang_of, load_book
from quepu.cli.given_file import text_of_file
from quepu.errors import QuepuError
from quepu.faults import Fault, told
from quepu.locale import words

if TYPE_CHECKING:
    from quepu.book import Rulebook

FAILED = 1
_PART = "expected_"
Result = tuple[str, list[Fault], str, tuple[Fault, ...]]     # name, differences, why it cannot be run, notes


def test(arguments: argparse.Namespace) -> int:
    """Run the examples, print each difference in full, and close with the counts."""
    book = load_book(arguments)
    lang = lang_of(arguments)
    parts: dict[str, int] = {}
    results = _file(book, arguments.file, parts) if arguments.file else _own(book)
    passed = failed = unreadable = 0
    progress = Progress("examples")
    for name, differences, skipped, notes in results:
        progress.step()
        if differences or notes:
            print(told(name, lang))
        for fault in (*differences, *(Fault("example.note", note=note) for note in notes)):
            print("    " + fault.told(lang).replace("\n", "\n    "))
        if differences:
            failed += 1
        elif skipped:
            unreadable += 1
        else:
            passed += 1
    progress.done()
    if parts:
        print(words("rules.editions", lang,
                    list=", ".join(f"{part} {count}" for part, count in parts.items())))
    print(f"{unreadable} not machine-readable")
    print(f"{passed} passed, {failed} failed")
    return FAILED if failed else 0


def _file(book: "Rulebook", path: str, parts: dict[str, int]) -> Iterator[Result]:
    """What comes of each line; `parts` counts what was also run under another edition."""
    from quepu.examples.worked import read_lines
    editions: dict[str, Rulebook] = {}
    for number, example in read_lines(_text(path)):
        if isinstance(example, QuepuError):
            yield Fault("example.name_line", line=number), list(example.faults), "", ()
            continue
        name = str(example["id"]) if "id" in example else Fault("example.name_line", line=number)
        differences, skipped, notes = _check(book, example)
        for part in _editions(book, example):
            if part not in editions:
                editions[part] = book.with_options(edition=part)
            parts[part] = parts.get(part, 0) + 1
            differences += [Fault("example.of", whose=part, what=fault)
                            for fault in _check(editions[part], example, part)[0]]
        yield name, differences, skipped, notes


def _text(path: str) -> list[str]:
    if path == "-":
        return sys.stdin.read().splitlines()
    return text_of_file(path).splitlines()


def _editions(book: "Rulebook", example: Mapping[str, Any]) -> list[str]:
    """Other editions the example tells results for, as far as the rulebook has them as a choice."""
    option = next((option for option in book.model.options if option.id == "edition"), None)
    known = () if option is None else option.choices
    return [key[len(_PART):] for key, value in example.items()
            if key.startswith(_PART) and key[len(_PART):] in known and isinstance(value, dict)]


def _check(book: "Rulebook", example: dict[str, Any], part: str = "") \
        -> tuple[list[Fault], str, tuple[Fault, ...]]:
    from quepu.examples.worked import check_example
    try:
        check = check_example(book, example, part)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        return [Fault("example.not_run", kind=type(error).__name__, why=str(error))], "", ()
    return list(check.differences), check.skipped, check.notes


def _own(book: "Rulebook") -> Iterator[Result]:
    """The same for each fan's own example, which must earn the fan."""
    from quepu.examples.worked import own_examples, score_own_example
    for chosen, fan in own_examples(book):
        name = f"fan {fan.id} {fan.names.get('zh', '')}".rstrip()
        if fan.example is None or fan.on not in ("win", "opening"):
            yield name, [], "none", ()
            continue
        try:
            score = score_own_example(chosen, fan)
        except QuepuError as error:
            yield name, list(error.faults), "", ()
            continue
        earned = [one.id for one in score.earned]
        if fan.id in earned:
            yield name, [], "", ()
        else:
            why = Fault("check.earns", fans=earned) if earned else Fault("check.earns_nothing")
            yield name, [Fault("example.not_earned", example=str(fan.example), why=why)], "", ()
