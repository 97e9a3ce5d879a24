"""`quepu bot`: our player at another's table, over standard input and output."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from quepu.cli.common import BAD_INPUT, DONE, add_lang, add_rule, lang_of, load_book, pairs_of
from quepu.errors import QuepuError
from quepu.faults import Fault

if TYPE_CHECKING:
    from quepu.bots.arenas.player import ArenaPlayer

EXAMPLES = """\
examples:
  quepu bot --protocol mjai --level strong      a table that speaks mjai
  quepu bot --protocol botzone                  the mahjong table of Botzone
  quepu bot --protocol lines                    a table that speaks as remote: does
  quepu duel "remote:quepu bot --protocol lines --level strong" easy

levels: beginner, easy, normal, strong, master (normal).  mjai and botzone each
have their rulebook, so --rule is refused with botzone and --option sets its
options; with lines the table names the rulebook, unless --rule does.
A line that cannot be, or does not fit what was told before, is named on
standard error; it is answered with a pass or the tile just drawn.
exit codes: 0 all lines were understood, 2 some were not, or bad input.
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("bot", help="our player for tables of others: mjai, Botzone, our own lines",
                                 epilog=EXAMPLES,
                                 description="Play a seat at another's table, by lines on standard input and output.",
                                 allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--protocol", required=True, choices=("mjai", "botzone", "lines"),
                        help="what the table speaks")
    parser.add_argument("--level", choices=("beginner", "easy", "normal", "strong", "master"), default="normal",
                        help="how well it plays (normal)")
    add_rule(parser)
    add_lang(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer line by line until there are no more."""
    lang, wrong = lang_of(arguments), 0

    def complain(error: QuepuError) -> None:
        nonlocal wrong
        wrong += 1
        print(error.told(lang), file=sys.stderr, flush=True)
    player = _player(arguments, complain)
    for number, line in enumerate(sys.stdin, 1):
        for said in player.hear(number, line):
            print(said)
        sys.stdout.flush()
    return BAD_INPUT if wrong else DONE


def _player(arguments: argparse.Namespace, complain: Any) -> "ArenaPlayer":
    from quepu.bots.arenas.botzone_player import BotzonePlayer
    from quepu.bots.arenas.lines_player import LinesPlayer
    from quepu.bots.arenas.mjai_player import MjaiPlayer
    from quepu.bots.thinking import own_bot
    from quepu.records.mjai_format import mjai_format
    bot, options = own_bot(arguments.level), pairs_of("option", arguments.option)
    if arguments.protocol == "botzone":
        if arguments.rule:
            raise QuepuError(Fault("arena.own_rulebook"))
        return BotzonePlayer(bot, options, complain)
    if arguments.protocol == "lines":
        if options and not arguments.rule:
            raise QuepuError(Fault("arena.option"))
        return LinesPlayer(bot, load_book(arguments) if arguments.rule else None, complain)
    if not arguments.rule and options:
        arguments.rule = mjai_format().rulebook
    return MjaiPlayer(bot, load_book(arguments) if arguments.rule else None, complain)
