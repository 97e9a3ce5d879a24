"""What the commands share: arguments of a rulebook and a situation, the language, progress."""

import argparse
import os
import re
import sys
import time
from typing import TYPE_CHECKING, Any

from quepu.columns import pad, width
from quepu.errors import NotationError, QuepuError, RulebookError
from quepu.locale import LANGUAGES, language_of
from quepu.rulebook.default import default_rule

if TYPE_CHECKING:
    from quepu.scoring.book import Rulebook

DONE, NOT_LEGAL, BAD_INPUT = 0, 1, 2
_FLAG = re.compile(r"[a-z][a-z0-9_]*")


def add_rule(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose a rulebook and its options."""
    parser.add_argument("--rule", metavar="ID|FILE",
                        help="the rulebook: an id, ID?option=value, or a TOML file")
    parser.add_argument("--option", metavar="K=V", nargs="+", action="extend", default=[],
                        help="set an option of the rulebook")


def add_situation(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that tell the situation of a hand."""
    parser.add_argument("--seat", type=str.upper, choices="ESWN",
                        help="the player's seat wind (E is the dealer)")
    parser.add_argument("--round", type=str.upper, choices="ESWN", help="the round wind")
    parser.add_argument("--flowers", metavar="TILES", default="", help="flowers laid aside, such as 15f")
    parser.add_argument("--wild", metavar="TILES", default="", help="kinds that are wild in this hand")
    parser.add_argument("--flag", metavar="FLAG", nargs="+", action="extend", default=[],
                        help="what happened: last_tile, robbing ...; `quepu rules show ID` lists them")
    parser.add_argument("--state", metavar="K=V", nargs="+", action="extend", default=[],
                        help="what the table remembers: MEMORY=3, MEMORY.S=1 for a seat, or "
                             "tiles turned up: turned.LOT=4p1z")


def add_lang(parser: argparse.ArgumentParser) -> None:
    """Add the argument that chooses the language."""
    parser.add_argument("--lang", choices=("zh", *LANGUAGES), default=None,
                        help="language; the shell's if left out")


def lang_of(arguments: argparse.Namespace) -> str:
    """The language to answer in."""
    return str(arguments.lang or language_of(os.environ))


def hand_text(arguments: argparse.Namespace) -> str:
    """The hand as one text: a part that an option before it took by mistake is given back."""
    parts: list[str] = list(arguments.hand)
    for name in ("option", "state", "flag"):
        taken: list[str] = getattr(arguments, name, [])
        keep = next((index for index, text in enumerate(taken) if not _fits(name, text)), len(taken))
        if not parts and keep:
            parts = taken[keep:]
            setattr(arguments, name, taken[:keep])
    text = " ".join(parts)
    if not text.strip():
        raise NotationError("there is no hand\n    write it in quotes, such as \"123m23455p345s77z 5p\", "
                            "or - to read lines")
    return text


def _fits(name: str, text: str) -> bool:
    """Whether a text can be what an option asks for, and so is not a hand."""
    return all(map(_FLAG.fullmatch, text.split(","))) if name == "flag" else "=" in text


def named(examples: str) -> str:
    """Examples of a help text with the default rulebook's id, so that they can be typed as they stand."""
    return re.sub(r"\bID\b(?: \S+)* *",         # what stands behind the gap keeps its column
                  lambda found: found[0].rstrip().replace("ID", default_rule()).ljust(len(found[0])), examples)


def load_book(arguments: argparse.Namespace) -> "Rulebook":
    """The rulebook the arguments name, its options set."""
    from quepu.scoring.book import rulebook
    return rulebook(arguments.rule or default_rule(), **pairs_of("option", arguments.option))


def pairs_of(what: str, texts: list[str]) -> dict[str, str]:
    """Texts of the form name=value as a mapping."""
    found = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise RulebookError(f"--{what} {text}: write --{what} NAME=VALUE")
        found[name] = value
    return found


def situation_of(arguments: argparse.Namespace, book: "Rulebook | None" = None) -> dict[str, Any]:
    """The situation the arguments tell, as keywords of `score` and `waits`; memory if a book says what it is."""
    found: dict[str, Any] = {key: getattr(arguments, key) for key in ("seat", "round")
                             if getattr(arguments, key)}
    flags = frozenset(part for text in arguments.flag for part in text.split(",") if part)
    if flags:
        found["flags"] = flags
    if arguments.wild:
        from quepu.notation import read_kinds
        found["wild"] = tuple(sorted(set(read_kinds(arguments.wild))))
    if arguments.state and book is not None:
        found["state"] = _state(book, pairs_of("state", arguments.state))
    return found


def with_flowers(text: str, flowers: str) -> str:
    """The hand with the flowers behind it, once it is sure that they are flowers."""
    if not flowers:
        return text
    from quepu.notation import read_kinds
    from quepu.tiles import FLOWERS, code
    wrong = [code(kind) for kind in read_kinds(flowers) if kind not in FLOWERS]
    if wrong:
        raise NotationError(f"--flowers {flowers}: {', '.join(wrong)} is no flower; flowers are 1f to 8f")
    return f"{text} {flowers}"


def _state(book: "Rulebook", told: dict[str, str]) -> dict[str, Any]:
    """Told memory as {memory: number} or {memory: {seat: number}}; tiles turned up as {lot: kinds}."""
    from quepu.notation import read_kinds
    from quepu.rulebook.expression import suggestion
    memory, turned = book.model.words.memory, book.model.words.turned
    found: dict[str, Any] = {}
    faults = []
    for key, text in told.items():
        name, _dot, seat = key.partition(".")
        slot = memory.get(name)
        if key.removeprefix("turned.") in turned:
            found[f"turned.{seat or name}"] = tuple(read_kinds(text))
            continue
        if slot is None:
            faults.append(f"--state {key}: {book.id} remembers no '{name}'. "
                          + (suggestion(key, (*memory, *turned)) or "it remembers: "
                             + (", ".join((*memory, *turned)) or "nothing")))
            continue
        number = _number(text, slot.type)
        if number is None:
            faults.append(f"--state {key}={text}: '{text}' is no {slot.type}")
        elif slot.size == 1:
            found[name] = number
        elif seat.upper() not in tuple("ESWN"):
            faults.append(f"--state {key}: '{name}' belongs to a seat: write {name}.E, .S, .W or .N")
        else:
            found.setdefault(name, {})[str("ESWN".index(seat.upper()))] = number
    if faults:
        raise QuepuError(faults)
    return found


def told_of(texts: list[str]) -> dict[str, Any]:
    """Told memory as it stands, for rulebooks that may know it or not: {name: value} or {name: {seat: value}}."""
    found: dict[str, Any] = {}
    for key, text in pairs_of("state", texts).items():
        name, _dot, seat = key.partition(".")
        number = _number(text, "int")
        value: Any = text if number is None else number
        if seat:
            found.setdefault(name, {})[seat.upper()] = value
        else:
            found[name] = value
    return found


def _number(text: str, kind: str) -> int | None:
    """A value of the state as a number."""
    from quepu import tiles
    if text.lstrip("-").isdigit() and len(text) < 10:
        return int(text)
    if text.lower() in ("true", "yes", "false", "no"):
        return int(text.lower() in ("true", "yes"))
    try:
        if kind == "seat":
            return tiles.seat_of(text.upper())
        return tiles.kind_of(text) if kind == "tile" else None
    except (ValueError, KeyError):
        return None


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
            sys.stderr.write("\r" + pad(f"{text} ...", self.shown))
            sys.stderr.flush()
            self.shown = max(self.shown, width(text) + 4)

    def done(self) -> None:
        """Wipe the line away."""
        if self.shown:
            sys.stderr.write("\r" + " " * self.shown + "\r")
            sys.stderr.flush()
