"""The language's own tables as a JSON Schema, for editors that complete and check TOML while it is typed.

It says of one file what `keys.py` says of a whole rulebook: sections, keys, types, words and ranges, each with its
meaning.  What needs the other files or the language of expressions (names of entries, conditions) stays with
`quepu rules check`.  What no engine obeys yet is refused, but for entries that are switched off.
"""

from collections.abc import Callable, Mapping
from typing import Any

from quepu.rulebook.file import limits
from quepu.rulebook.file.schema import SECTIONS, TOP_KEYS
from quepu.rulebook.file.section import CHANGES, TYPES, Key, Section
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.language.parse import LONGEST

Schema = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"       # the newest that editors of TOML read
_EXPRESSIONS = ("expr", "exprs", "value")
_TEXT: Schema = {"type": "string", "maxLength": limits.LONGEST_TEXT}
_EXPRESSION: Schema = {"type": "string", "maxLength": LONGEST}
_ID: Schema = {"maxLength": limits.LONGEST_ID, "pattern": r"^[^0-9\s.\-][^\s.\-]*$"}    # letters of any script
_EXTENDS: Schema = {"anyOf": [{"required": ["extends"]},
                              {"required": ["rulebook"], "properties": {"rulebook": {"required": ["extends"]}}}]}
_OFF: Schema = {"required": ["enabled"], "properties": {"enabled": {"const": False}}}
_NAMES: Schema = {"anyOf": [_TEXT, {"type": "object", "properties": dict.fromkeys(("zh", "zh-Hant", "en"), _TEXT),
                                    "additionalProperties": _TEXT}]}


def json_schema() -> Schema:
    """The schema of one rulebook file."""
    head = SECTIONS["rulebook"]
    return {
        "$schema": DRAFT,
        "title": "quepu rulebook",
        "description": "A mahjong rule system: https://toml.io text that quepu scores, explains and plays by.",
        "type": "object",
        "properties": {**{name: _key(head.keys[name], head) for name in TOP_KEYS}, **_sections("section")},
        "additionalProperties": False,
        # a file that extends another may change one key of an entry; one that stands alone has to give all it needs
        "if": _EXTENDS, "else": {"properties": _needs()},
        "definitions": {
            **{f"section_{name}": _section(section, _values(section)) for name, section in SECTIONS.items()},
            **{f"each_{name}": _section(section, _open(section)) for name, section in SECTIONS.items()},
            CHANGES: {"type": "object", "properties": _sections("section"), "additionalProperties": False},
            # where `{value}` can stand for anything, only the names of keys are known
            "each": {"type": "object", "properties": _sections("each"), "additionalProperties": False},
        },
    }


def _sections(family: str) -> Schema:
    """Every section by its name, as a reference to its definition."""
    return {name: {"$ref": f"#/definitions/{family}_{name}"} for name, _section in SECTIONS.items()}


def _section(section: Section, entry: Schema) -> Schema:
    """A section of the form it has: one table, named tables, or a list of tables."""
    meant = {"description": section.text}
    if section.form == "family":
        return {**meant, "type": "object", "propertyNames": _ID, "maxProperties": section.most,
                "additionalProperties": entry}
    if section.form == "list":
        return {**meant, "type": "array", "maxItems": section.most, "items": entry}
    return {**meant, **entry}


def _values(section: Section) -> Schema:
    """A table of the section with all its keys may hold."""
    return {"description": section.text, **_table(section.keys, lambda key: _key(key, section))}


def _open(section: Section) -> Schema:
    """A table of the section of which only the keys are known."""
    return _table(section.keys, lambda key: {"description": key.text})


def _table(keys: Mapping[str, Key], held: Callable[[Key], Schema]) -> Schema:
    return {"type": "object", "additionalProperties": False,
            "properties": {name: held(key) for name, key in keys.items()}}


def _needs() -> Schema:
    """What tables of a file that stands alone must have, unless they are switched off."""
    found: Schema = {}
    for name, section in SECTIONS.items():
        needed = [key for key, meaning in section.keys.items() if meaning.needed]
        if needed:
            entry = {"if": _OFF, "else": {"required": needed}}
            found[name] = entry if section.form == "table" else \
                {"additionalProperties" if section.form == "family" else "items": entry}
    return found


def _key(key: Key, section: Section) -> Schema:
    """What a key may hold, and its meaning for whoever points at it."""
    if key.changes:
        changes = {"$ref": f"#/definitions/{CHANGES}"}
        held: Schema = {"$ref": "#/definitions/each"} if key.changes == CHANGES else \
            {"type": "object", "additionalProperties": changes}
    else:
        held = _HELD[key.type](key, section)
    left_out = {} if key.left_out is None else {"default": key.left_out}
    return {"description": _meaning(key, section), **({"allOf": [held]} if "$ref" in held else held), **left_out}


def _meaning(key: Key, section: Section) -> str:
    """What a key means and holds, and what its expressions know."""
    text = key.text[:1].upper() + key.text[1:]
    kind = TYPES[key.type]
    if key.refers:
        kind += ", of the events" if key.refers == "event" else f", of [{key.refers}.*]"
    if key.dotted:
        kind += ", each alone or with an entry behind a dot (`kong.melded`)"
    if key.type in _EXPRESSIONS:
        kind += f" ({key.expect}, level {key.level})"
        if section.variables:
            kind += "; it also knows " + ", ".join(f"`{name}` ({of})" for name, of in section.variables.items())
    return f"{text}\n\n{kind[:1].upper()}{kind[1:]}{'; needed' if key.needed else ''}."


# -- what a key can hold, by its type --
def _word(key: Key, _section: Section) -> Schema:
    """A text, or one of the words that are known for it."""
    known = list(key.words or (EVENTS if key.refers == "event" else ()))
    if not known:
        return _TEXT
    plain: Schema = {"type": "string", "enum": known}
    if not key.dotted:
        return plain
    first = [word for word in known if key.refers != "event" or EVENTS[word].of]
    return {"anyOf": [plain, {"type": "string", "pattern": rf"^({'|'.join(first)})\.[^\s.]+$",
                              "maxLength": limits.LONGEST_TEXT}]}


def _whole(key: Key, _section: Section) -> Schema:
    return {"type": "integer", "minimum": key.low, "maximum": key.high}


def _inside(key: Key, section: Section, needed: bool = False) -> Schema:
    """A table inside; of a list no other file changes a row, so that each has what it needs."""
    if not key.keys:
        return {"type": "object"}
    table = _table(key.keys, lambda inner: _key(inner, section))
    must = [name for name, meaning in key.keys.items() if needed and meaning.needed]
    return {**table, "required": must} if must else table


def _list(key: Key, items: Schema) -> Schema:
    return {"type": "array", "maxItems": key.most, "items": items}


_HELD: dict[str, Callable[[Key, Section], Schema]] = {
    "text": _word,
    "int": _whole,
    "bool": lambda _key, _section: {"type": "boolean"},
    "table": _inside,
    "named": lambda _key, _section: {"type": "object", "additionalProperties": _TEXT},
    "tiles": lambda _key, _section: _TEXT,
    "texts": lambda key, section: _list(key, _word(key, section)),
    "numbers": lambda key, section: _list(key, _whole(key, section)),
    "words": lambda key, section: {"anyOf": [_word(key, section), _list(key, _word(key, section))]},
    "tables": lambda key, section: {"anyOf": [_inside(key, section), _list(key, _inside(key, section, True))]},
    "expr": lambda _key, _section: _EXPRESSION,
    "exprs": lambda key, _section: _list(key, _EXPRESSION),
    "value": lambda key, section: {"anyOf": [_whole(key, section), _EXPRESSION]},
    "names": lambda _key, _section: _NAMES,
    "answers": lambda _key, _section: {"type": "object", "additionalProperties": _NAMES},
    "choices": lambda _key, _section: {},
    "any": lambda _key, _section: {},
}
