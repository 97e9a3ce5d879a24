"""The `quepu` command: runs one command, and turns every error into words and an exit code."""

import argparse
import contextlib
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from quepu.cli.arguments import Parser
from quepu.cli.common import BAD_INPUT, named
from quepu.cli.harmless_stream import harmless_output
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import language_of, tag_meant

EXAMPLES = """\
examples:
  quepu score "123m23455p345s77z 5p" --from N    the winning tile stands last
  quepu score "123m23455p345s77z 5p" --self-draw --seat S --flowers 15f
  quepu waits "123m23455p345s77z"                what it waits for
  quepu analyse "123m23456p34s77z 25p"           what to discard
  quepu rules                                    which rulebooks there are
  quepu rules show ID full_flush                 what a fan is and what it drops
  quepu play --bots normal                       a match against bots
  quepu replay FILE                              a match again, step by step
  quepu advise FILE --step 30                    what each answer would bring
  quepu review FILE                              what your decisions were worth
  quepu sim --hands 10000 --policy normal        many hands by bots, counted
  quepu duel strong normal                       which of two bots is better
  quepu train house.toml                         a strong bot for your rules

tiles: 1-9 with m 万, p 饼, s 条; 1234z 东南西北, 567z 白发中; 1-8f flowers;
melds in brackets: [345m] [222p] [2222p], a concealed kong (2222p).
exit codes: 0 done, 1 not a legal win or a failed test, 2 bad input.
"""
_SELDOM = 20_000    # a rulebook is thousands of small values that stay: looking for garbage among them took a tenth
#: the module of each command
COMMANDS = {"score": "quepu.cli.score", "waits": "quepu.cli.waits", "analyse": "quepu.cli.analyse",
            "rules": "quepu.cli.rules.command", "play": "quepu.cli.play", "replay": "quepu.cli.replay",
            "record": "quepu.cli.record", "advise": "quepu.cli.advise", "review": "quepu.cli.review",
            "sim": "quepu.cli.sim", "duel": "quepu.cli.duel", "train": "quepu.cli.train", "bot": "quepu.cli.bot",
            "serve": "quepu.cli.serve"}


def parser(wanted: str = "") -> argparse.ArgumentParser:
    """The parser of the whole command line; of one command only, if that is what is wanted."""
    made = Parser(
        prog="quepu", description="雀谱: mahjong rule systems as data. Score a hand and see why.",
        epilog=named(EXAMPLES),
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    made.add_argument("--version", action="store_true", help="print the version")
    commands = made.add_subparsers(dest="command", prog=made.prog, metavar="COMMAND", title="commands")
    for name in (wanted,) if wanted in COMMANDS else COMMANDS:
        import_module(COMMANDS[name]).add(commands)
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code."""
    _speak_utf8()
    gc.set_threshold(_SELDOM, 20, 20)
    if argv is None:                    # the process is ours, and what it has imported stays
        gc.freeze()
    with harmless_output():
        return _code_of(sys.argv[1:] if argv is None else argv)


def _code_of(argv: Sequence[str]) -> int:
    try:
        code = _run(argv)
        sys.stdout.flush()
        return code
    except QuepuError as error:
        print(error.told(_lang(argv)), file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(Fault("cli.stopped").told(_lang(argv)), file=sys.stderr)
        return 130
    except BrokenPipeError:
        _say_no_more()                  # whoever read us has gone
        return 0
    except OSError as error:
        _say_no_more()
        print(_unwritable(error).told(_lang(argv)), file=sys.stderr)
        return BAD_INPUT
    except Exception as error:
        if os.environ.get("QUEPU_DEBUG"):
            raise
        print(_unexpected(error).told(_lang(argv)), file=sys.stderr)
        return BAD_INPUT


def _run(argv: Sequence[str]) -> int:
    _check_texts(argv)
    made = parser(argv[0] if argv else "")
    arguments = made.parse_args(argv)
    if arguments.version:
        from quepu import __version__
        print(f"quepu {__version__}")
        return 0
    if arguments.command is None:
        made.print_help()
        return BAD_INPUT
    code: int = arguments.run(arguments)
    return code


def _unwritable(error: OSError) -> Fault:
    return Fault("cli.unwritable", place=str(error.filename)[:200] if error.filename else None,
                 why=error.strerror or str(error))


def _unexpected(error: Exception) -> Fault:
    return Fault("cli.unexpected", kind=type(error).__name__, why=str(error))


def _lang(argv: Sequence[str]) -> str:
    """The language a command line names, also one that cannot be read, or else the shell's."""
    named = next((argv[place + 1] for place, text in enumerate(argv[:-1]) if text == "--lang"), "")
    named = next((text.removeprefix("--lang=") for text in argv if text.startswith("--lang=")), named)
    return tag_meant(named) or language_of(os.environ)


def _say_no_more() -> None:
    """Let nothing more be written to standard output, not even at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check_texts(argv: Sequence[str]) -> None:
    """Refuse arguments that no file name, tile or number can be."""
    for place, text in enumerate(argv, 1):
        try:
            os.fsencode(text)
        except UnicodeEncodeError:
            raise QuepuError(Fault("cli.surrogate", place=place)) from None
        if "\0" in text:
            raise QuepuError(Fault("cli.zero", place=place, text=text.replace(chr(0), '?')[:60]))


def _speak_utf8() -> None:
    """Write UTF-8 wherever possible, and never fail on a character the terminal does not know, or on bytes read."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:          # the shell closed it
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the program
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace" if stream.isatty() else "replace",
                        encoding=None if stream.isatty() else "utf-8")


if __name__ == "__main__":
    sys.exit(main())
