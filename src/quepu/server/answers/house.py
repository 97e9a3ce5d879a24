"""A house rule as a form and as a text: two views of one text, which changes by hand are written into."""

from collections.abc import Mapping
from typing import Any

from quepu.errors import QuepuError, RulebookError
from quepu.faults import Fault
from quepu.plain_text import harmless
from quepu.rulebook.file.load import known_ids, own_and_below, read_chain
from quepu.rulebook.file.toml_edit import value_at, with_value, without
from quepu.rulebook.file.toml_text import parse
from quepu.server.answers.asked_book import LABEL, Books, Rule
from quepu.server.answers.hand_answers import placed
from quepu.server.answers.house_rows import NEW, PIECE, House, Row, is_number_choice

LONGEST_NAME = 60


def house(books: Books, rule: Rule, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The text with the changes that could be made, what can be changed of it, and why others could not."""
    lang, text = str(asked.get("lang", "en")), rule.text or ""
    refused: list[dict[str, str]] = []
    for change in asked.get("changes", ()):
        try:
            text = changed(books, text, str(change["key"]), change["value"])
        except QuepuError as error:
            told = " ".join(harmless(fault.told(lang)) for fault in error.faults)
            refused.append({"key": str(change["key"]), "text": told})
    answer: dict[str, Any] = {"kind": "house", "text": text, "refused": refused, "base": "", "base_name": {},
                              "sample": "", "rows": [], "fans": [], "faults": []}
    try:
        found = _read(books, text)
    except QuepuError as error:
        return {**answer, "faults": [placed(fault, lang) for fault in error.faults]}
    model = found.book.model
    return {**answer, "base": found.book.id, "base_name": dict(model.names), "sample": model.sample,
            "rows": [row.as_json() for row in found.rows()], "fans": found.fans()}


def changed(books: Books, text: str, key: str, value: Any) -> str:
    """The text with one change; an error if it cannot be written, or would not be obeyed."""
    found = _read(books, text)
    if key.startswith(NEW):
        made = found.new_fan(key.removeprefix(NEW))
        if made is None:
            raise RulebookError(Fault("house.no_row", key=key))
        return with_value(text, *made)
    row = next((row for row in found.rows() if row.key == key), None)
    if row is None:
        raise RulebookError(Fault("house.no_row", key=key))
    _check(row, value)
    if key.startswith(PIECE):
        return _with_piece(found, text, key.removeprefix(PIECE), str(value or ""))
    if row.kind == "text":
        return _with_name(found, text, str(value or ""))
    if value is None or row.kind == "own" or (value == row.base and row.is_changed):
        return without(text, row.path)
    wrote = with_value(text, row.path, _as_written(found, row, value))
    said = next((one.value for one in _read(books, wrote).rows() if one.key == key), None)
    if said != value:
        raise RulebookError(Fault("house.overruled", key=key))
    return wrote


def _read(books: Books, text: str) -> House:
    """The house rule of a text; an error if it cannot be read or starts from nothing that ships."""
    _merged, sources = read_chain(LABEL, text)
    own, below = own_and_below(sources)
    base = value_at(own, ("rulebook", "extends"))
    if base not in known_ids():
        raise RulebookError(Fault("house.from_nothing"))
    return House(books.find(Rule(id=base)), own, below)


def _check(row: Row, value: Any) -> None:
    """Refuse what a row does not offer."""
    if value is None:
        return
    known = [choice for choice, _name in row.choices]
    fits = {"switch": isinstance(value, bool), "text": isinstance(value, str) and len(value) <= LONGEST_NAME,
            "number": type(value) is int and row.low <= value <= row.high,
            "choice": isinstance(value, str) and value in known,
            "several": isinstance(value, list) and all(one in known for one in value)}
    if not fits.get(row.kind, False):
        raise RulebookError(Fault("house.value", key=row.key))


def _as_written(found: House, row: Row, value: Any) -> Any:
    """The value as the file has it: of an option whose choices are numbers a number."""
    if row.kind == "choice" and row.path[0] == "option" and is_number_choice(found.tables["option"][row.path[1]]):
        return int(value)
    return value


def _with_piece(found: House, text: str, piece: str, name: str) -> str:
    """The text with another way of a piece; the lines of the one before go, however they were changed."""
    for row in found.piece_lines(piece):
        if value_at(found.own, row) is not None:
            text = without(text, row)
    choice = found.choice(piece, name)
    for path, value in choice.lines() if choice is not None else ():
        text = with_value(text, path, value)
    return text


def _with_name(found: House, text: str, name: str) -> str:
    """The text under another name, wherever it says its name."""
    path = ("name",) if value_at(parse(LABEL, text), ("rulebook", "name")) is None else ("rulebook", "name")
    if not name:
        return without(text, path)
    try:
        return with_value(text, path, name)
    except RulebookError:               # said language by language
        return with_value(without(text, path), path, name)
