"""The procedure of a rulebook as a page: deal, phases, claims, kongs, declarations and match, as the file says it."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from quepu.columns import PAGE, wrap
from quepu.locale import pick, words

if TYPE_CHECKING:
    from quepu.scoring.book import Rulebook

#: the sections of play in the order in which a hand goes through them
SECTIONS = ("tiles", "deal", "wall", "wild", "turned", "phase", "discard", "claim", "kong", "ready", "pass", "abort",
            "fault", "memory", "match")
_INNER = {"memory": ("hand", "update")}        # how the table keeps its memory is for the file, not for the page
_SAID = ("id", "name", "text", "label", "source", "enabled")


def procedure(book: "Rulebook", lang: str) -> Iterator[str]:
    """A line or more for every entry of every section of play that is in force."""
    for section in SECTIONS:
        lines = [line for name, table in _entries(book.model.data.get(section))
                 for line in _entry(name, table, lang, _INNER.get(section, ()))]
        if lines:
            yield from ("", words(f"rules.section.{section}", lang), *lines)


def _entries(content: Any) -> list[tuple[str, Mapping[str, Any]]]:
    """(name, table) of a section: of a single table, of named ones, of a list of them."""
    if isinstance(content, list):
        named = [(str(table.get("id", "")), table) for table in content if isinstance(table, Mapping)]
    elif isinstance(content, Mapping) and content and all(isinstance(table, Mapping) for table in content.values()) \
            and not set(content) & {"last", "hands", "ranking", "false_win", "numbers"}:
        named = list(content.items())
    else:
        named = [("", content)] if isinstance(content, Mapping) else []
    return [(name, table) for name, table in named if table.get("enabled", True)]


def _entry(name: str, table: Mapping[str, Any], lang: str, inner: tuple[str, ...]) -> list[str]:
    """What one entry says: its name and sentence, then its keys as they stand in the file."""
    said = [_text(table.get(key), lang) for key in ("name", "text")]
    title = words("colon", lang).join(dict.fromkeys(text for text in said if text and text != name))
    keys = [f"{key} = {_value(value)}" for key, value in table.items()
            if key not in (*_SAID, *inner)]
    if not name:                        # a section without entries: a key a line
        return [line for key in keys for line in wrap(key, PAGE, "      ", "  ")]
    lines = wrap(f"{name}  {title}" if title else name, PAGE, "      ", "  ")
    return lines + (wrap("; ".join(keys), PAGE, "      ", "      ") if keys else [])


def _text(value: Any, lang: str) -> str:
    return pick(value, lang) if isinstance(value, Mapping) else str(value or "")


def _value(value: Any) -> str:
    """A value of the file in short: lists and tables in brackets, yes and no as TOML writes them."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(part)}" for key, part in value.items() if key not in _SAID) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)
