"""`quepu analyse`: what each discard leaves, how soon it is ready and wins, and what it wins."""

import argparse
from typing import Any

from quepu.cli.common import DONE, add_lang, add_rule, lang_of, load_book, print_json
from quepu.cli.situation import add_situation, hand_text, situation_of, with_flowers

EXAMPLES = """\
examples:
  quepu analyse "123m23456p34s77z 25p"            which tile to discard
  quepu analyse "123m23456p34s77z 2p" --wall 40   40 tiles are left for all
  quepu analyse "123m23456p34s77z 25p" --seen 25s77z --json

a player without opponents: own draws only, nothing claimed; every tile that
brings the hand nearer to a legal win is kept, every other thrown away.
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("analyse", help="what to discard: chances and value of each discard",
                                 epilog=EXAMPLES,
                                 description="Tell how soon the hand is ready and wins after each discard.",
                                 allow_abbrev=False,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hand", nargs="*", metavar="HAND", help="the hand: 13 or 14 tiles (16 or 17)")
    add_rule(parser)
    parser.add_argument("--wall", metavar="N", type=int, help="tiles left to draw, for all players together")
    parser.add_argument("--seen", metavar="TILES", default="", help="tiles seen on the table, such as 25s77z")
    add_situation(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_lang(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Tell the analysis."""
    text = hand_text(arguments)
    book = load_book(arguments)
    hand, situation = with_flowers(text, arguments.flowers, book), situation_of(arguments, book)
    found = book.analyse(hand, wall=arguments.wall, seen=arguments.seen, **situation)
    if arguments.json:
        print_json(found.as_json())
    else:
        print(found.explain(lang_of(arguments)))
    return DONE
