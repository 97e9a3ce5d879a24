"""`quepu replay`: a record shown event by event, the table drawn at each decision."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from quepu.cli.common import DONE, add_lang, add_rule, lang_of, load_book, named
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import language, pick, words
from quepu.tiles import seat_name

if TYPE_CHECKING:
    from quepu.game.match import Match
    from quepu.game.steps import Step
    from quepu.game.view import View
    from quepu.rulebook.model.model import Model

EXAMPLES = """\
examples:
  quepu replay monday.jsonl                step by step
  quepu replay monday.jsonl --hand 3       from the third hand on
  quepu replay monday.jsonl --seat S       only what South could see
  quepu replay monday.jsonl --all | less   every event as a line
keys when stepping: Enter next, b back, n next hand, q quit.
exit codes: 0 done, 2 the record cannot be read or does not play out.
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("replay", help="step through the record of a match", epilog=named(EXAMPLES),
                                 description="Show a recorded match.", allow_abbrev=False,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", help="the record")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--step", action="store_true", help="stop at each decision (default at a terminal)")
    how.add_argument("--all", action="store_true", help="print everything (default elsewhere)")
    parser.add_argument("--seat", type=str.upper, choices="ESWN", help="show only what this seat could see")
    parser.add_argument("--hand", type=int, metavar="N", help="begin with this hand; with --all, show only it")
    add_rule(parser)
    add_lang(parser)
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class Page:
    """A step of a match as it is shown: its events as lines, and the table after it."""

    hand: int
    lines: tuple[str, ...]
    view: "View"
    model: "Model"


def run(arguments: argparse.Namespace) -> int:
    """Show the record."""
    from quepu.cli.saving import patiently
    from quepu.records.lines import opened, read_record
    lang = lang_of(arguments)
    record = read_record(arguments.file)
    hands = sum(line["type"] == "hand" for line in record.lines)
    if arguments.hand is not None and not 1 <= arguments.hand <= hands:
        raise QuepuError(Fault("cli.hand_of", hand=arguments.hand, count=hands))
    with patiently(lang):
        match = opened(record, load_book(arguments) if arguments.rule else None)
    seat = None if arguments.seat is None else "ESWN".index(arguments.seat)
    if seat is not None and seat >= match.seats:
        raise QuepuError(Fault("cli.seat", seat=arguments.seat, rule=match.book.id, seats=match.seats))
    is_stepped = arguments.step or (not arguments.all and sys.stdin.isatty() and sys.stdout.isatty())
    title = f"{pick(match.book.model.names, lang, match.book.id)}: {', '.join(match.players[:match.seats])}"
    print(title)
    pages = _pages(record, match, seat, lang, is_stepped)
    if is_stepped:
        _step_through(pages, arguments.hand or 1, lang)
    else:
        for page in pages:
            if arguments.hand in (None, page.hand):
                print(*page.lines, sep="\n", end="\n" if page.lines else "")
    return DONE


def _pages(record: Any, match: "Match", seat: int | None, lang: str, with_view: bool) -> Iterator[Page]:
    """The steps of a record as they are played again."""
    from quepu.records.lines import walk
    view = match.view(0)
    for _line, step in walk(record, match):
        if with_view:
            view = _view(match, seat)
        yield Page(match.hand.hand if match.hand else 0, tuple(_lines(step, match, seat, lang)), view,
                   match.book.model)


def _view(match: "Match", seat: int | None) -> "View":
    """The table as a seat sees it, or with all hands open."""
    if seat is not None:
        return match.view(seat)
    asked = match.asked[0] if match.asked else 0
    own = tuple(match.view(other).own for other in range(match.seats))
    return replace(match.view(asked), seats=own)


def _lines(step: "Step", match: "Match", seat: int | None, lang: str) -> Iterator[str]:
    """The events of a step, and how the hand was settled if it ends it."""
    from quepu.cli.table_view import score_lines
    for event in step.events:
        seen = event if seat is None else event.seen_by(seat)
        if seen is not None:
            head = "\n" if seen.type == "hand" else "  "
            yield head + seen.line(lang, match.book.model)
    if step.seat is not None and step.action is not None and not step.events and seat in (None, step.seat):
        yield f"  {seat_name(step.seat, language(lang))}: {step.action.label(lang)}"
    if step.settlement is not None:
        for win in step.settlement.wins:
            yield ""
            yield from ("    " + line if line else "" for line in win.score.explain(lang).splitlines())
        yield ""
        yield from ("  " + line for line in score_lines(step.settlement, match.players, lang))


# -- stepping --
def _step_through(pages: Iterator[Page], hand: int, lang: str) -> None:
    """Show pages one by one as the reader asks; what was seen is kept for going back."""
    seen: list[Page] = []
    place = -1

    def has(index: int) -> bool:
        while len(seen) <= index:
            page = next((page for page in pages if page.lines), None)   # what a seat cannot see is no step for it
            if page is None:
                return False
            seen.append(page)
        return True

    def find(start: int, wanted: int) -> int | None:
        index = start
        while has(index):
            if seen[index].hand >= wanted:
                return index
            index += 1
        return None

    place = find(0, hand) or 0
    while has(place):
        _show(seen[place], lang)
        key = _key(lang)
        if key == "q":
            return
        if key == "b":
            place = max(0, place - 1)
        elif key == "n":
            following = find(place, seen[place].hand + 1)
            if following is None:
                break
            place = following
        else:
            place += 1
    print(words("replay.end", lang))


def _show(page: Page, lang: str) -> None:
    from quepu.cli.table_view import hand_lines, table_lines
    print("\n".join(page.lines))
    if not page.view.over:
        view = page.view
        print(*table_lines(view, page.model, lang), *hand_lines(view, lang, numbered=False), sep="\n")


def _key(lang: str) -> str:
    """What the reader wants next: the first letter typed; the end of the input is leaving."""
    while True:
        try:
            text = input(words("replay.keys", lang)).strip().lower()
        except EOFError:
            print()
            return "q"
        if text in ("", "b", "n", "q"):
            return text
