"""What the commands share: arguments of a rulebook, the language, progress."""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from quepu.cli.harmless_stream import back_to_start
from quepu.columns import pad, width
from quepu.errors import RulebookError
from quepu.faults import Fault
from quepu.locale import TAGS, language_of, tag_meant, words
from quepu.rulebook.file.default import default_rule

if TYPE_CHECKING:
    from quepu.book import Rulebook

DONE, NOT_LEGAL, BAD_INPUT = 0, 1, 2


def add_rule(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose a rulebook and its options."""
    parser.add_argument("--rule", metavar="ID|FILE",
                        help="the rulebook: an id, ID?option=value, or a TOML file")
    parser.add_argument("--option", metavar="K=V", nargs="+", action="extend", default=[],
                        help="set an option of the rulebook")


def add_lang(parser: argparse.ArgumentParser) -> None:
    """Add the argument that chooses the language."""
    parser.add_argument("--lang", type=lang_named, choices=TAGS, default=None,
                        help="language; the shell's if left out")


def lang_named(text: str) -> str:
    """The language that a tag such as zh-CN means; any other text as it is, to be refused beside the choices."""
    return tag_meant(text) or text


def lang_of(arguments: argparse.Namespace) -> str:
    """The language to answer in."""
    return str(arguments.lang or language_of(os.environ))


def print_json(value: Any) -> None:
    """Print a value for programs, on one line."""
    print(json.dumps(value, ensure_ascii=False))


def named(examples: str) -> str:
    """Examples of a help text with the default rulebook's id, so that they can be typed as they stand."""
    return re.sub(r"\bID\b(?: \S+)* *",         # what stands behind the gap keeps its column
                  lambda match: match[0].rstrip().replace("ID", default_rule()).ljust(len(match[0])), examples)


def load_book(arguments: argparse.Namespace) -> "Rulebook":
    """The rulebook the arguments name, its options set."""
    from quepu.book import rulebook
    return rulebook(arguments.rule or default_rule(), **pairs_of("option", arguments.option))


def pairs_of(what: str, texts: list[str]) -> dict[str, str]:
    """Texts of the form name=value as a mapping."""
    pairs: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise RulebookError(Fault("cli.pair", what=what, text=text))
        if pairs.get(name, value) != value:
            raise RulebookError(Fault("cli.twice", what=what, name=name))
        pairs[name] = value
    return pairs


def look_into(book: "Rulebook", bots: Iterable[str], lang: str) -> None:
    """Let the strong bot learn in seconds what it can of rules that nobody has trained, if it sits at the table."""
    from quepu.bots.seat import has_strong
    if not has_strong(bots):
        return
    from quepu.lab.kin import learn_of_kin
    progress = Progress("")

    def told(stage: str, part: float) -> None:
        progress.tell(f"{words('bots.learns', lang)} {100 * part:3.0f} %  {words(f'train.stage.{stage}', lang)}")
    try:
        learn_of_kin(book, told)
    finally:
        progress.done()


def tell_strong(book: "Rulebook", bots: Iterable[str], lang: str) -> None:
    """Say on standard error that the strong bot plays as the normal one here, if it sits there and does."""
    from quepu.bots.seat import is_strong_normal
    if is_strong_normal(book, bots):
        print(words("bots.strong_is_normal", lang), file=sys.stderr)


class Progress:
    """A line on standard error, shown only on a terminal and only for work of more than two seconds."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.count = 0
        self.shown = 0
        self.start = self.last = time.monotonic()
        self.is_on = sys.stderr.isatty()

    def step(self) -> None:
        """Count one."""
        self.count += 1
        self.tell(f"{self.count} {self.what}")

    def tell(self, text: str) -> None:
        """Show how far the work is, five times a second at most."""
        now = time.monotonic()
        if self.is_on and now - self.start > 2 and now - self.last > 0.2:
            self.last = now
            back_to_start()
            sys.stderr.write(pad(f"{text} ...", self.shown))
            sys.stderr.flush()
            self.shown = max(self.shown, width(text) + 4)

    def done(self) -> None:
        """Wipe the line away."""
        if self.shown:
            back_to_start()
            sys.stderr.write(" " * self.shown)
            back_to_start()
            sys.stderr.flush()
