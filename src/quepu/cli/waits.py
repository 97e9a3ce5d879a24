"""`quepu waits`: what a hand waits for and what each tile is worth, or how far away it is."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from quepu.calculators import split_tail
from quepu.cli.common import DONE, add_lang, add_rule, lang_of, load_book, print_json
from quepu.cli.situation import add_situation, hand_text, situation_of, with_flowers
from quepu.notation import read_hand

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.scoring.waits import Waits

MANY_WILDS = 3
EXAMPLES = """\
examples:
  quepu waits "123m23455p345s77z"
  quepu waits "[345m][222p] 45678m88s" --seat S --round E
  quepu waits "123m" --json               half a hand: how far away it is
"""


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("waits", help="what a hand waits for, or how far away it is",
                                 epilog=EXAMPLES,
                                 description="Tell the waits of a hand without a winning tile.",
                                 allow_abbrev=False,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hand", nargs="*", metavar="HAND", help="the hand, without a winning tile")
    add_rule(parser)
    add_situation(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    add_lang(parser)
    parser.set_defaults(run=run)


def search_soon(book: "Rulebook", hand: str, situation: Mapping[str, Any]) -> None:
    """Let the compiled form look for the readings of a hand with many wild tiles, which waits for nearly every tile.

    The reference would take minutes for it; all other hands are told without a compiler.
    """
    kinds = situation.get("wild") or book.wild_told(situation.get("state", {}))
    if kinds:
        held = read_hand(split_tail(hand)[0], bonus=book.bonus).concealed
        if sum(kind in kinds for kind in held) >= MANY_WILDS:
            book.search_compiled()


def run(arguments: argparse.Namespace) -> int:
    """Tell the waits."""
    text = hand_text(arguments)
    book = load_book(arguments)
    hand, situation = with_flowers(text, arguments.flowers, book), situation_of(arguments, book)
    search_soon(book, hand, situation)
    waits: Waits = book.waits(hand, **situation)
    if arguments.json:
        from quepu.scoring.plain_values import whole_waits
        print_json(whole_waits(waits))
    else:
        print(waits.explain(lang_of(arguments)))
    return DONE
