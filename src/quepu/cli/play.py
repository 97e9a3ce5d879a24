"""`quepu play`: a match at the terminal against bots, saved after every hand."""

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quepu.cli.common import add_lang, add_rule, lang_of, load_book, look_into, named, tell_strong
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import words

if TYPE_CHECKING:
    from quepu.bots.seat import Bot
    from quepu.game.match import Match

EXAMPLES = """\
examples:
  quepu play                                     against three normal bots
  quepu play --bots easy --seat S --seed 7     the same game every time
  quepu play --bots strong,normal,easy --rule ID --option min_fan=1
  quepu play --bots "remote:python3 bot.py"      against your own program
  quepu play --rule ID --bots "mjai:./bot 0"     ... that speaks mjai
  quepu play --save monday.jsonl
  quepu play --resume monday.jsonl               or --resume: the last game
at the prompt: discard 5m or 5m or its number, pung, chow 345m, kong, win, pass;
  hint, why win, score, table, auto, undo, save [FILE], help;
  q saves and leaves, and so do Ctrl-D and Ctrl-C.
The game is saved after every hand and whenever you leave.
"""
NEWEST = "-"                # --resume without a file


def add(commands: Any) -> None:
    """Add this command to the command line."""
    parser = commands.add_parser("play", help="play a match at the terminal against bots", epilog=named(EXAMPLES),
                                 description="Play a match against bots.", allow_abbrev=False,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    add_rule(parser)
    parser.add_argument("--bots", metavar="BOTS",
                        help="beginner, easy, normal, strong, master, remote:COMMAND or mjai:COMMAND; one for all or "
                             "one for each (default normal)")
    parser.add_argument("--timeout", type=float, metavar="S",
                        help="seconds a remote bot has for an answer (default 10)")
    parser.add_argument("--bot-log", metavar="FILE", help="where remote bots' standard error goes (default nowhere)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same number deals the same tiles")
    parser.add_argument("--seat", type=str.upper, choices="ESWN", help="your seat in the first hand (default E)")
    parser.add_argument("--tiles", choices=("text", "unicode"), default="text",
                        help="rivers and melds as 5m or as 🀋 (default text)")
    parser.add_argument("--save", metavar="FILE", help="where to save the game; a new file")
    parser.add_argument("--resume", metavar="FILE", nargs="?", const=NEWEST,
                        help="go on with a saved game; the last one if no file is named")
    add_lang(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play."""
    from quepu.bots.seat import Seating, kind_of
    from quepu.cli.saving import patiently
    from quepu.cli.session import Session
    lang = lang_of(arguments)
    _check(arguments)
    with patiently(lang):
        match, path = _resumed(arguments) if arguments.resume else _new(arguments, lang)
    look_into(match.book, [kind_of(name) or "" for name in match.players], lang)
    player, bots = _players(match, arguments, lang)
    _readable()
    print(words("play.welcome", lang, book=match.book.name(lang), seed=match.seed, hand=len(match.settlements) + 1))
    tell_strong(match.book, [kind_of(name) or "" for name in match.players], lang)
    try:
        return Session(match, player, Seating(match, bots), path, lang, arguments.tiles == "unicode").run()
    finally:
        for bot in bots.values():
            bot.close()


def _check(arguments: argparse.Namespace) -> None:
    """Raise for arguments that do not go together."""
    if arguments.resume and arguments.seed is not None:
        raise QuepuError(Fault("cli.resume_seed"))
    if arguments.resume and arguments.option and not arguments.rule:
        raise QuepuError(Fault("cli.resume_option"))
    if arguments.timeout is not None and not 0 < arguments.timeout <= 3600:
        raise QuepuError(Fault("cli.timeout", seconds=f"{arguments.timeout:g}"))
    if arguments.save and Path(arguments.save).exists() and arguments.save != arguments.resume:
        raise QuepuError(Fault("cli.exists", file=str(arguments.save)))


def _new(arguments: argparse.Namespace, lang: str) -> tuple["Match", Path]:
    """A match that has not begun, and its file."""
    from quepu.bots.seat import bot_names, read_bots
    from quepu.cli.saving import new_file
    from quepu.game.match import Match, engine_of
    book = load_book(arguments)
    seats = engine_of(book).rules.seat_count
    place = "ESWN".index(arguments.seat or "E")
    if place >= seats:
        raise QuepuError(Fault("cli.seat", seat=arguments.seat, rule=book.id, seats=seats))
    names = bot_names(read_bots(arguments.bots or "normal", seats - 1))
    names.insert(place, words("play.you", lang))
    path = Path(arguments.save) if arguments.save else new_file(book.id, time.strftime("%Y%m%d-%H%M%S"))
    return Match(book, arguments.seed, names), path


def _resumed(arguments: argparse.Namespace) -> tuple["Match", Path]:
    """The match of a file, where it was left."""
    from quepu.cli.saving import last_game
    from quepu.records.lines import read_record, replay
    file = last_game() if arguments.resume == NEWEST else Path(arguments.resume)
    book = load_book(arguments) if arguments.rule else None
    return replay(read_record(file), book), Path(arguments.save) if arguments.save else file


def _players(match: "Match", arguments: argparse.Namespace, lang: str) -> tuple[int, dict[int, "Bot"]]:
    """(the human player, the bots by player); of a resumed match as their names tell."""
    from quepu.bots.made import MadeBots
    from quepu.bots.process import TIMEOUT
    from quepu.bots.seat import PROGRAMS, kind_of, read_bots
    count = match.seats
    kinds = [kind_of(name) for name in match.players[:count]]
    player = kinds.index(None) if None in kinds else 0
    if arguments.seat:
        player = "ESWN".index(arguments.seat)
        if player >= count:
            raise QuepuError(Fault("cli.seat", seat=arguments.seat, rule=match.book.id, seats=count))
    others = [other for other in range(count) if other != player]
    if arguments.bots or not arguments.resume:
        specs = read_bots(arguments.bots or "normal", count - 1)
    else:
        specs = [kinds[other] or "normal" for other in others]
        program = next((spec for spec in specs if spec in PROGRAMS), None)
        if program is not None:         # a file must not say which program to start
            raise QuepuError(Fault("cli.program", program=program))
    made = MadeBots(arguments.timeout or TIMEOUT, lang, arguments.bot_log)
    return player, made.bots(match, dict(zip(others, specs, strict=True)))


def _readable() -> None:
    """Take whatever is typed, with the usual editing keys at a terminal; bytes that are no text do no harm."""
    import contextlib
    import importlib
    import sys
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):      # not every system has it
            importlib.import_module("readline")     # `input` uses it once it is there
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace", **({} if sys.stdin.isatty() else {"encoding": "utf-8"}))

