"""`quepu rules how`: how a hand goes, told to a beginner, with the example scored."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from quepu.cli.common import BAD_INPUT, DONE, lang_of, load_book
from quepu.columns import PAGE, wrap
from quepu.faults import told
from quepu.locale import formed, pick, words

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.examples.how import HowPart


def how(arguments: argparse.Namespace) -> int:
    """Print how a hand goes; a rulebook that does not tell it says so."""
    book = load_book(arguments)
    lang = lang_of(arguments)
    lines = list(how_page(book, lang))
    print(formed(pick(book.model.names, lang, book.id), lang))
    for line in lines or wrap(words("how.none", lang, id=book.id), PAGE):
        print(formed(line, lang))
    return DONE if lines else BAD_INPUT


def how_page(book: "Rulebook", lang: str) -> Iterator[str]:
    """Every part: its title, its text, and its example as `quepu score` explains it."""
    from quepu.examples.how import how_it_goes
    for part in how_it_goes(book):
        yield from ("", pick(part.names, lang, part.id))
        for paragraph in pick(part.text, lang).strip().split("\n"):
            yield from wrap(paragraph.strip(), PAGE, "  ", "  ")
        yield from _example(part, lang)


def _example(part: "HowPart", lang: str) -> Iterator[str]:
    if part.score is not None:
        yield from ("", *part.score.explain(lang).split("\n")[1:])         # whose hand it is stands above
    for fault in part.faults:
        yield from wrap(told(fault, lang), PAGE, "  ", "  ")
