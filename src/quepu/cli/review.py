"""`quepu review`: every decision of a player judged, the costliest first, and how much of the result was luck."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.cli.common import DONE, Progress, add_lang, add_rule, lang_of, load_book, named, print_json
from quepu.locale import words

if TYPE_CHECKING:
    from quepu.game.match import Match

EXAMPLES = """\
examples:
  quepu review monday.jsonl                       who is no bot, or player 0
  quepu review monday.jsonl --player 2 --hand 3   one hand of another
  quepu review monday.jsonl --html monday.html    a page with tiles drawn
  quepu review log.json --player 1 --level thorough       mjai, tenhou, Botzone
  quepu review monday.jsonl --samples 60 --seed 7 --json

a decision is judged by what its player could see, by playing answers on in the
same deals: the better one is chosen in half of them, its cost taken from the
other half. levels are 40 (quick), 120 (usual) and 400 (thorough) deals each.
the same level and seed give the same bytes on any machine.
exit codes: 0 done, 2 the record cannot be read, or has no such player or hand.
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("review", help="what a player's decisions in a record were worth",
                                 epilog=named(EXAMPLES),
                                 description="Judge every decision of a player in a recorded match.",
                                 allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", help="the record: of quepu, mjai, tenhou.net/6 or Botzone")
    parser.add_argument("--player", metavar="N|NAME", help="whose decisions, as the record counts or names the players")
    parser.add_argument("--hand", type=int, metavar="N", help="this hand only")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--level", metavar="L", default="usual", help="quick, usual or thorough (usual)")
    how.add_argument("--samples", type=int, metavar="N", help="deals for a decision, in place of a level")
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="where chance begins (1)")
    parser.add_argument("--html", metavar="FILE", help="also write a page with tiles drawn")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_rule(parser)
    add_lang(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play the record again, judge, and tell what came of it."""
    from quepu.review.questions import player_meant
    lang = lang_of(arguments)
    match, hand = _match(arguments, lang)
    player = player_meant(match, arguments.player)
    progress = Progress("")
    try:
        found = match.review(player, hand=hand, samples=arguments.samples, level=arguments.level, seed=arguments.seed,
                             progress=lambda done, count: progress.tell(
                                 words("review.progress", lang, done=done, count=count)))
    finally:
        progress.done()
    if arguments.html:
        from quepu.cli.saving import write_whole
        write_whole(Path(arguments.html), found.as_html(lang))
    if arguments.json:
        print_json(found.as_json(lang))
    else:
        print(found.explain(lang))
    return DONE


def _match(arguments: argparse.Namespace, lang: str) -> "tuple[Match, int | None]":
    """The match of the file, and the hand of it that is meant; a log with a hand a line is read for that one."""
    from quepu.cli.any_record import foreign_match, is_ours
    from quepu.cli.given_file import text_of_file
    from quepu.cli.saving import patiently
    from quepu.records.lines import parse_record, replay
    name, book = arguments.file, load_book(arguments) if arguments.rule else None
    text = text_of_file(name)
    with patiently(lang):
        if is_ours(text):
            return replay(parse_record(text, name), book), arguments.hand
        match = foreign_match(text, name, book, arguments.hand)
    has_many = sum(step.kind == "begin" for step in match.steps) > 1
    return match, arguments.hand if has_many else None
