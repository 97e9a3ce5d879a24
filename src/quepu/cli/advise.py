"""`quepu advise`: what each answer would bring at a step of a recorded match."""

import argparse
from typing import Any

from quepu.cli.common import DONE, Progress, add_lang, add_rule, lang_of, load_book, named, print_json
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import words
from quepu.tiles import seat_of

EXAMPLES = """\
examples:
  quepu advise monday.jsonl --step 30               after its first 30 steps
  quepu advise monday.jsonl --step 30 --samples 1000       surer, slower
  quepu advise monday.jsonl --step 30 --seat S --seed 7 --json

a step is a deal or an answer; `quepu replay FILE` shows them one by one.
what the seat cannot see is dealt anew each time, so that it fits what it has
seen, and the strong bot plays every answer on to the end of the hand.
the same samples and seed give the same figures on any machine.
exit codes: 0 done, 2 the record cannot be read, or nobody has to answer there.
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("advise", help="what each answer would bring at a step of a record",
                                 epilog=named(EXAMPLES),
                                 description="Tell what each answer would bring at a step of a recorded match.",
                                 allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", help="the record")
    parser.add_argument("--step", type=int, metavar="N", required=True, help="after so many steps of the record")
    parser.add_argument("--seat", type=str.upper, choices="ESWN",
                        help="whose answer, where several have to (default who answered next)")
    parser.add_argument("--samples", type=int, metavar="N", help="deals in which each answer is tried")
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="where chance begins (1)")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_rule(parser)
    add_lang(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the record up to the step, and tell the advice."""
    from quepu.advice.of_record import asked_at
    from quepu.cli.saving import patiently
    from quepu.records.lines import read_record, replay
    lang = lang_of(arguments)
    record = read_record(arguments.file)
    with patiently(lang):
        match = replay(record, load_book(arguments) if arguments.rule else None)
    seat = None if arguments.seat is None else seat_of(arguments.seat)
    if seat is not None and seat >= match.seats:
        raise QuepuError(Fault("cli.seat", seat=arguments.seat, rule=match.book.id, seats=match.seats))
    there, seat = asked_at(match, arguments.step, seat)
    progress = Progress("")
    try:
        found = there.advise(seat, samples=arguments.samples, seed=arguments.seed,
                             progress=lambda done, count: progress.tell(
                                 words("advise.progress", lang, done=done, count=count)))
    finally:
        progress.done()
    if arguments.json:
        print_json({"step": arguments.step, **found.as_json()})
    else:
        print(found.explain(lang))
    return DONE
