"""`quepu record`: whether a record plays out as it says, and records in other platforms' formats."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.cli.common import DONE, NOT_LEGAL, add_lang, add_rule, lang_of, load_book, named
from quepu.cli.given_file import text_of_file
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import words

if TYPE_CHECKING:
    from quepu.game.match import Match

EXAMPLES = """\
examples:
  quepu record verify monday.jsonl                         plays it again
  quepu record convert monday.jsonl --to botzone --hand 2  one hand as JSON
  quepu record convert monday.jsonl --to mjai --out m.json  mjai events
  quepu record convert log.json --to lines --out hand.jsonl
exit codes: 0 done, 1 the game gives something else than the record says,
2 the record cannot be read: damaged, cut off, of another version.
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("record", help="verify or convert the record of a match", epilog=named(EXAMPLES),
                                 description="Verify or convert records.", allow_abbrev=False,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", metavar="PART", required=True)
    shared = {"allow_abbrev": False, "formatter_class": argparse.RawDescriptionHelpFormatter, "epilog": named(EXAMPLES)}
    verify = parts.add_parser("verify", help="play a record again and compare every event", **shared)
    verify.add_argument("file", metavar="FILE", help="the record")
    verify.set_defaults(run=run_verify)
    convert = parts.add_parser("convert", help="write a record in another format", **shared)
    convert.add_argument("file", metavar="FILE",
                         help="the record: lines of quepu, or another format's: Botzone, mjai, tenhou.net/6")
    convert.add_argument("--to", choices=("botzone", "mjai", "lines"), required=True,
                         help="botzone: the platform's judge's log, one hand a line; mjai: events, one a line; "
                              "lines: a record of quepu")
    convert.add_argument("--hand", type=int, metavar="N", help="only this hand (default all that are finished)")
    convert.add_argument("--out", metavar="FILE", help="write to a file")
    convert.set_defaults(run=run_convert)
    for part in (verify, convert):
        add_rule(part)
        add_lang(part)


def run_verify(arguments: argparse.Namespace) -> int:
    """Play the record again; 1 where the game disagrees."""
    from quepu.cli.saving import patiently
    from quepu.records.lines import RecordError, opened, read_record, walk
    lang = lang_of(arguments)
    record = read_record(arguments.file)
    with patiently(lang):
        match = opened(record, load_book(arguments) if arguments.rule else None)
    hands = events = 0
    try:
        for _line, step in walk(record, match):
            hands += step.kind == "begin"
            events += len(step.events)
    except RecordError as error:
        print(error, file=sys.stderr)
        print(words("record.disagrees", lang, events=f"{events:,}"), file=sys.stderr)
        return NOT_LEGAL
    print(words("record.ok", lang, hands=f"{hands:,}", events=f"{events:,}"))
    return DONE


def run_convert(arguments: argparse.Namespace) -> int:
    """Write the record in the other format."""
    text = {"lines": _to_lines, "mjai": _to_mjai, "botzone": _to_botzone}[arguments.to](arguments)
    if arguments.out:
        from quepu.cli.saving import write_whole
        write_whole(Path(arguments.out), text)
    else:
        sys.stdout.write(text)
    return DONE


def _replayed(arguments: argparse.Namespace) -> "Match":
    """The match of a record of ours."""
    from quepu.cli.saving import patiently
    from quepu.records.lines import read_record, replay
    record = read_record(arguments.file)
    with patiently(lang_of(arguments)):
        return replay(record, load_book(arguments) if arguments.rule else None)


def _to_mjai(arguments: argparse.Namespace) -> str:
    from quepu.records.mjai_write import write_mjai
    if arguments.hand is not None:
        raise QuepuError(Fault("cli.mjai_hand"))
    return write_mjai(_replayed(arguments))


def _to_botzone(arguments: argparse.Namespace) -> str:
    from quepu.records.botzone_write import write_botzone
    match = _replayed(arguments)
    if not match.settlements:
        raise QuepuError(Fault("cli.no_finished", file=str(arguments.file)))
    hands = [arguments.hand] if arguments.hand is not None else range(1, len(match.settlements) + 1)
    return "".join(json.dumps(write_botzone(match, hand), ensure_ascii=False) + "\n" for hand in hands)


def _to_lines(arguments: argparse.Namespace) -> str:
    from quepu.cli.any_record import foreign_match, is_ours
    from quepu.cli.saving import patiently
    from quepu.records.lines import write_record
    name = arguments.file
    text = text_of_file(name)
    if is_ours(text):
        raise QuepuError(Fault("cli.already", name=name))
    book = load_book(arguments) if arguments.rule else None
    with patiently(lang_of(arguments)):
        return write_record(foreign_match(text, name, book, arguments.hand))
