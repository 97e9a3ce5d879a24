"""`quepu score`: what a hand is worth and why; or one hand a line from standard input."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from quepu.cli.common import (
    BAD_INPUT,
    DONE,
    NOT_LEGAL,
    Progress,
    add_lang,
    add_rule,
    lang_of,
    load_book,
    named,
    pairs_of,
    print_json,
)
from quepu.cli.situation import add_situation, hand_text, loose_state, situation_of, with_flowers
from quepu.errors import NotationError, QuepuError
from quepu.faults import Fault

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.scoring.result import Score

EVERY = "all"
EXAMPLES = """\
examples:
  quepu score "123m23455p345s77z 5p" --from N
  quepu score "123m23455p345s77z 5p" --self-draw --seat S --flowers 15f
  quepu score "[222m]555p888s33z77z 7z" --rule ID --option edition=1998
  quepu score "(2222z)234m45678p66s 9p" --self-draw --flag kong_draw --json
  quepu score "123m45699p678s55z 9p" --rule all     every rulebook side by side
  quepu score 123m23455p345s77z --flowers 12345678f --by-flowers --rule all
  quepu score - --json < hands.txt      one hand a line, notation or JSON
exit codes: 0 a legal win, 1 not a legal win, 2 bad input.
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("score", help="score a hand and explain it", epilog=named(EXAMPLES),
                                 allow_abbrev=False,
                                 description="Score a hand; its last tile is the winning tile.",
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hand", nargs="*", metavar="HAND", help="the hand, or - to read one a line")
    add_rule(parser)
    parser.add_argument("--self-draw", action="store_true", help="the winner drew the tile himself")
    parser.add_argument("--by-flowers", action="store_true",
                        help="a win by flowers alone: every tile of HAND is held, none is the winning tile")
    parser.add_argument("--from", dest="discarder", type=str.upper, choices="ESWN",
                        help="who discarded the winning tile")
    add_situation(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.add_argument("--sentences", action="store_true", help="say what each fan is")
    parser.add_argument("--formula", action="store_true",
                        help="say what each fan is, and what the rulebook asks for, clause by clause")
    add_lang(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Score the hand, or every line of standard input."""
    text = hand_text(arguments)
    if arguments.rule == EVERY:
        return _every(text, arguments)
    book = load_book(arguments)
    situation = situation_of(arguments, book)
    if arguments.self_draw:
        situation["self_draw"] = True
    if arguments.discarder:
        situation["discarder"] = arguments.discarder
    if arguments.by_flowers:
        situation["tile"] = None
    if text == "-":
        return _lines(book, sys.stdin, situation, arguments)
    score = book.score(with_flowers(text, arguments.flowers, book), **situation)
    if arguments.json:
        from quepu.scoring.plain_values import whole
        print_json(whole(score))
    else:
        print(score.explain(lang_of(arguments), arguments.sentences, arguments.formula))
    return DONE if score.legal else NOT_LEGAL


# -- many rulebooks --
def _every(text: str, arguments: argparse.Namespace) -> int:
    """The hand under every rulebook that ships, side by side; a win under any of them is done."""
    from quepu.scoring.compare import compare, compare_data, compare_text
    if text == "-":
        raise NotationError(Fault("cli.every_lines", rule=EVERY))
    situation = situation_of(arguments)
    if arguments.state:
        situation["state"] = loose_state(arguments.state)
    if arguments.option:
        situation["options"] = pairs_of("option", arguments.option)
    if arguments.self_draw:
        situation["self_draw"] = True
    if arguments.discarder:
        situation["discarder"] = arguments.discarder
    if arguments.by_flowers:
        situation["tile"] = None
    progress = Progress("rulebooks")
    compared = compare(with_flowers(text, arguments.flowers), progress=progress.step, **situation)
    progress.done()
    if arguments.json:
        print_json([compare_data(one) for one in compared])
    else:
        print(compare_text(compared, lang_of(arguments)))
    return DONE if any(one.kind == "win" for one in compared) else NOT_LEGAL


# -- many hands --
def _lines(book: "Rulebook", lines: Iterable[str], situation: dict[str, Any],
           arguments: argparse.Namespace) -> int:
    """Answer each line; a bad one is told and the next one read."""
    lang = lang_of(arguments)
    worst = DONE
    progress = Progress("hands")
    for number, line in _readable(lines):
        name, result = _answer(book, number, line, situation, arguments.flowers)
        progress.step()
        if isinstance(result, QuepuError):
            worst = BAD_INPUT
            if arguments.json:
                print_json({"id": name, "error": result.told(lang),
                            "causes": [fault.as_json() for fault in result.faults]})
            else:
                print(_of_line(number, result).told(lang), file=sys.stderr)
            continue
        worst = worst or (DONE if result.legal else NOT_LEGAL)
        if arguments.json:
            from quepu.scoring.plain_values import short
            print_json({"id": name, **short(result)})
        else:
            print(f"{result.explain(lang)}\n")
    progress.done()
    return worst


def _readable(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """(number, line) for each line that says something; bytes that are no UTF-8 stay visible as such."""
    reconfigure = getattr(lines, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace")
    for number, line in enumerate(lines, 1):
        text = line.lstrip("\ufeff").strip()
        if text:
            yield number, text


def _answer(book: "Rulebook", number: int, line: str, situation: dict[str, Any], flowers: str) \
        -> tuple[Any, "Score | QuepuError"]:
    """(id, score or error) of one line."""
    name: Any = number
    try:
        if not line.startswith("{"):
            return name, book.score(with_flowers(line, flowers, book), **situation)
        from quepu.examples.worked import read_example
        example = _example(line)
        name = example.get("id", number)
        if "concealed" not in example:
            raise NotationError(Fault("cli.no_concealed"))
        chosen, win = read_example(book, example)
        return name, chosen.score(win)
    except QuepuError as error:
        return name, error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        return name, NotationError(Fault("cli.not_example", why=str(error)))


def _of_line(number: int, error: QuepuError) -> Fault:
    return Fault("cli.line", line=number, faults=error.faults)


def _example(line: str) -> dict[str, Any]:
    try:
        example = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError(Fault("cli.not_json", why=str(error))) from None
    if not isinstance(example, dict):
        raise NotationError(Fault("cli.not_object"))
    return example
