"""The procedure of a rulebook on the page of `quepu rules show`: deal, phases, claims, kongs and match in words."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quepu.columns import PAGE, wrap
from quepu.locale import words

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.rulebook.prose.procedure_text import Entry


def procedure(book: "Rulebook", lang: str, formula: bool = False) -> Iterator[str]:
    """A line or more for every entry of every section of play that is in force; what only a formula says on request."""
    from quepu.rulebook.prose.procedure_text import procedure_text
    for part in procedure_text(book.model, lang):
        yield from ("", part.title)
        for entry in part.entries:
            yield from _entry(entry, lang, formula)


def _entry(entry: "Entry", lang: str, formula: bool) -> list[str]:
    """What one entry says: its name and sentence, then what it asks for."""
    told = (*entry.lines, *(entry.formulas if formula else ()))
    if not entry.id:                    # a section without entries: a line each
        return [line for text in (entry.text, *told) if text for line in wrap(text, PAGE, "      ", "  ")]
    title = words("colon", lang).join(dict.fromkeys(text for text in (entry.name, entry.text) if text))
    lines = wrap(f"{entry.id}  {title}".rstrip() if formula else title or entry.id, PAGE, "      ", "  ")
    return lines + (wrap(words("condition.semicolon", lang).join(told), PAGE, "      ", "      ") if told else [])
