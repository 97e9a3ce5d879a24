"""`quepu rules asks`: what a rulebook asks about a hand, and how each thing is told."""

import argparse
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from quepu.cli.common import DONE, lang_of, load_book, print_json
from quepu.columns import PAGE, wrap
from quepu.locale import language, pick, words
from quepu.tiles import SEATS, seat_name

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.scoring.asked_facts import Asked

_PLAIN = ("no", "yes", "none", "nobody")


def asks(arguments: argparse.Namespace) -> int:
    """Print every fact that can change a score or a payment, as a page or as JSON."""
    from quepu.scoring.asked_facts import asked
    book = load_book(arguments)
    facts = asked(book.model)
    if arguments.json:
        print_json([fact.as_json() for fact in facts])
        return DONE
    for line in asks_page(book, facts, lang_of(arguments)):
        print(line)
    return DONE


def asks_page(book: "Rulebook", facts: tuple["Asked", ...], lang: str) -> Iterator[str]:
    """The facts, one kind after the other: name, what is usual, how it is told."""
    yield from wrap(words("asks.head", lang, name=pick(book.model.names, lang, book.id)), PAGE)
    for kind, some in groupby(facts, key=lambda fact: fact.kind):
        yield from ("", words(f"asks.kind.{kind}", lang))
        for fact in some:
            notes = [words("asks.no_usual", lang) if fact.usual is None else
                     words("asks.usual", lang, usual=_value(fact.usual, lang))]
            if fact.owner:
                notes.append(words("asks.owner", lang))
            head = f"{pick(fact.names, lang, fact.name)}{words('open', lang)}{words('list', lang).join(notes)}" \
                   f"{words('close', lang)}"
            yield from wrap(head, PAGE, "  ", "  ")
            if fact.told.get("cli"):
                yield f"      {fact.told['cli']}"
            if fact.told.get("pad"):
                yield from wrap(words("asks.pad", lang, how=fact.told["pad"]), PAGE, "      ", "      ")


def _value(usual: Any, lang: str) -> str:
    if usual in _PLAIN:
        return words(f"asks.value.{usual}", lang)
    return seat_name(SEATS.index(usual), language(lang)) if usual in tuple(SEATS) else str(usual)
