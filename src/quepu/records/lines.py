"""A match as JSON lines: a header, then what was done and what happened in time order, a settlement a hand, an end.

A game is its rulebook, its seed and its answers, so a record can be played again; `replay` does that and compares every
line.  A record that was cut off, damaged or changed is refused with the number of the line.
"""

import hashlib
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any

from quepu import __version__
from quepu.book import Rulebook, rulebook
from quepu.engine.layout.table import Table
from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.game.events import EVENTS
from quepu.game.match import Match
from quepu.game.start import Start
from quepu.game.steps import Step
from quepu.records.json_text import (
    LARGEST_FILE,
    LONGEST_LINE,
    MOST_LINES,
    RecordError,
    json_line,
    json_value,
    short,
    text_of,
    understood,
)
from quepu.rulebook.file.load import known_ids
from quepu.text_file import write_text
from quepu.tiles import SEATS, seat_letter

__all__ = [
    "Record", "RecordError", "book_of", "ended", "header_of", "opened", "parse_record", "read_record",
    "record_lines", "replay", "step_lines", "walk", "write_record",
]

FORMAT = 1
EDITION = 4                             # of what the table's fingerprint is made of: its fields, and memory
MOST_ROUNDS = 255                       # a table counts so many
_HEADER_KEYS = {"format": int, "program": str, "rulebook": str, "version": int, "options": dict, "seed": int,
                "players": list}
_TYPES = {"header", "action", "settlement", "end", *EVENTS}


@dataclass(frozen=True, slots=True)
class Record:
    """A record that has been read: its lines as text and as values."""

    name: str
    texts: tuple[str, ...]
    lines: tuple[dict[str, Any], ...]

    @property
    def header(self) -> dict[str, Any]:
        """The first line: rulebook, version, options, seed, players."""
        return self.lines[0]

    @property
    def is_over(self) -> bool:
        """Whether the match was played to its end."""
        return self.lines[-1].get("over") is True

    def fault(self, line: int, what: str) -> RecordError:
        """An error about a line, counted from 1."""
        return RecordError(Fault("record.at", file=self.name, line=line, what=what))


def header_of(match: Match) -> dict[str, Any]:
    """What a match is made of."""
    book = match.book
    header: dict[str, Any] = {
        "type": "header", "format": FORMAT, "program": __version__, "rulebook": book.id, "version": book.model.version,
        "options": {option.id: option.value for option in book.model.options}, "seed": match.seed,
        "players": list(match.players)}
    if match.first_round:
        header["first_round"] = match.first_round
    if match.start != Start():
        header["start"] = match.start.as_json()
    return header


def step_lines(step: Step) -> list[dict[str, Any]]:
    """A step as lines: the answer, what came of it, and the settlement if it ended the hand."""
    lines: list[dict[str, Any]] = []
    if step.kind == "action" and step.seat is not None and step.action is not None:
        lines.append({"type": "action", "seat": seat_letter(step.seat), "action": step.action.text})
    lines += [event.as_json() for event in step.events]
    if step.settlement is not None:
        lines.append(step.settlement.as_json())
    return lines


def record_lines(match: Match) -> Iterator[str]:
    """The lines of a match as it stands, each made when it is asked for."""
    lines = (line for step in match.steps for line in step_lines(step))
    return ended(chain([header_of(match)], lines), match, _table_told(match))


def ended(lines: Iterable[dict[str, Any]], match: Match, more: dict[str, Any]) -> Iterator[str]:
    """Lines as texts, and the last one: how far the match is, `more`, and all lines before by their fingerprint."""
    digest, count = hashlib.sha256(), 0
    for count, line in enumerate(lines, 1):
        text = json_line(line)
        digest.update(f"\n{text}".encode() if count > 1 else text.encode())
        yield text
    yield json_line(_end(match, more, count, digest.hexdigest()))


def _end(match: Match, more: dict[str, Any], count: int, digest: str) -> dict[str, Any]:
    return {"type": "end", "over": match.over, "scores": list(match.scores), **more, "lines": count, "sha256": digest}


def _table_told(match: Match) -> dict[str, Any]:
    """The final table by its fingerprint."""
    return {"table": hashlib.sha256(_table_bytes(match.state)).hexdigest(), "edition": EDITION}


def _table_bytes(state: bytes) -> bytes:
    """The final table as the format has it: points have four bytes there, as they had in the table, if they fit."""
    score, pot = Table.FIELDS["score"], Table.FIELDS["pot"]
    points = memoryview(state)[score.offset:pot.offset + pot.size].cast("q").tolist()
    if max(map(abs, points)) >> 31:
        return state
    last = list(Table.FIELDS.values())[-1]
    found = state[:score.offset] + array("i", points).tobytes() + state[pot.offset + pot.size:last.offset + last.size]
    return found + bytes(-len(found) % Table.ALIGN)


def write_record(match: Match, path: str | PathLike[str] | None = None) -> str:
    """The record of a match, finished or not; written to a file if one is named."""
    text = "\n".join(record_lines(match)) + "\n"
    if path is not None:
        write_text(Path(path), text)
    return text


def read_record(path: str | PathLike[str]) -> Record:
    """The record in a file; RecordError with the line that cannot be read."""
    file = Path(path)
    try:
        with file.open("rb") as source:         # a device or a pipe does not say how much it has
            data = source.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise RecordError(Fault("record.too_large", name=str(file), size=LARGEST_FILE >> 20))
    except OSError as error:
        raise RecordError(Fault("record.not_read", name=str(file), why=error.strerror or str(error))) from None
    return parse_record(data, str(file))


def parse_record(data: str | bytes, name: str = "record") -> Record:
    """The record a text holds; RecordError with the line that cannot be read."""
    text = text_of(data, name)
    if not text.strip():
        raise RecordError(Fault("record.empty", name=name))
    cut = not text.endswith("\n")
    texts = text.removesuffix("\n").split("\n")
    if len(texts) > MOST_LINES:
        raise RecordError(Fault("record.too_many", name=name, line=MOST_LINES + 1, most=MOST_LINES))
    lines = []
    for number, one in enumerate(texts, 1):
        lines.append(_line(name, number, one, cut and number == len(texts)))
    record = Record(name, tuple(texts), tuple(lines))
    _check_header(record)
    for number, one_line in enumerate(lines[1:-1], 2):
        if one_line["type"] in ("header", "end"):
            raise record.fault(number, Fault("record.middle", type=one_line['type']))
    if lines[-1]["type"] != "end" or len(lines) < 2:
        raise record.fault(len(lines), Fault("record.no_end"))
    if cut:
        raise record.fault(len(lines), Fault("record.cut"))
    return record


def _line(name: str, number: int, text: str, cut: bool) -> dict[str, Any]:
    where = f"{name}:{number}"
    if len(text) > LONGEST_LINE:
        raise RecordError(Fault("record.long_line", where=where, count=len(text), most=LONGEST_LINE))
    try:
        value = json_value(text, where)
    except RecordError:
        if cut:
            raise RecordError(Fault("record.cut_here", where=where)) from None
        raise
    kind = value.get("type") if isinstance(value, dict) else value
    if not isinstance(value, dict) or not isinstance(kind, str) or kind not in _TYPES:
        raise RecordError(Fault("record.no_kind", where=where, kind=short(kind)))
    return value


def _check_header(record: Record) -> None:
    header = record.header
    if header["type"] != "header":
        raise record.fault(1, Fault("record.no_header"))
    if header.get("watched") is True:
        raise record.fault(1, Fault("record.watched"))
    if header.get("format") != FORMAT or isinstance(header.get("format"), bool):
        format_shown, program = short(header.get("format")), short(header.get("program"))
        raise record.fault(1, Fault("record.format", format=format_shown, version=__version__, reads=FORMAT,
                                    program=program))
    for key, kind in _HEADER_KEYS.items():
        if not isinstance(header.get(key), kind) or isinstance(header.get(key), bool):
            raise record.fault(1, Fault("record.no_key", key=key))
    if not all(isinstance(name, str) for name in header["players"]):
        raise record.fault(1, Fault("record.names"))
    first = header.get("first_round", 0)
    if type(first) is not int or not 0 <= first <= MOST_ROUNDS:
        raise record.fault(1, Fault("record.first_round", most=MOST_ROUNDS))
    if not isinstance(header.get("start", {}), dict):
        raise record.fault(1, Fault("record.start"))


def book_of(record: Record, book: Rulebook | None = None) -> Rulebook:
    """The rulebook a record was played by; `book` for one that does not ship with quepu."""
    header = record.header
    if book is None and header["rulebook"] not in known_ids():      # played by a file, which the record does not hold
        raise record.fault(1, Fault("record.foreign_rule", rule=short(header['rulebook'])))
    try:
        if book is None:
            book = rulebook(header["rulebook"], **header["options"])
        elif book.id == header["rulebook"]:
            book = book.with_options(**header["options"])
    except (QuepuError, TypeError) as error:
        raise record.fault(1, Fault("record.no_book", why=_why(error))) from None
    if (book.id, book.model.version) != (header["rulebook"], header["version"]):
        raise record.fault(1, Fault("record.other_book", rule=short(header['rulebook']), version=header['version'],
                                    id=book.id, now=book.model.version))
    return book


def opened(record: Record, book: Rulebook | None = None) -> Match:
    """The match of a record before its first step."""
    header = record.header
    walls = [str(line["wall"]) for line in record.lines if line["type"] == "hand" and line.get("wall") is not None]
    book = book_of(record, book)
    try:
        match = Match(book, header["seed"], header["players"], walls=walls, first_round=header.get("first_round", 0),
                      start=Start.of(header.get("start", {})))
    except (QuepuError, AttributeError, TypeError, ValueError, OverflowError) as error:
        raise record.fault(1, _why(error)) from None
    _compare(record, 1, [header_of(match)], "program")
    return match


def _why(error: Exception) -> str:
    """What was wrong, as a part of another fault."""
    if not isinstance(error, QuepuError):
        return short(str(error))
    return error.faults[0] if len(error.faults) == 1 else Fault("record.several", faults=error.faults)


def walk(record: Record, match: Match) -> Iterator[tuple[int, Step]]:
    """Play a record again in a match that `opened` gave: each step's first line, and the step once it is made.

    RecordError at the first line that is not what the game gives.
    """
    at = 1
    while at < len(record.lines) - 1:
        try:
            with understood(f"{record.name}:{at + 1}"):
                _do(record, at, match)
        except RecordError:
            raise
        except IllegalAction as error:
            raise record.fault(at + 1, Fault("record.not_allowed", why=_why(error))) from None
        except QuepuError as error:
            raise record.fault(at + 1, _why(error)) from None
        made = step_lines(match.steps[-1])
        _compare(record, at + 1, made)
        yield at + 1, match.steps[-1]
        at += len(made)
    texts, last = list(record.texts[:-1]), record.lines[-1]
    end = _end(match, _table_told(match), len(texts), hashlib.sha256("\n".join(texts).encode()).hexdigest())
    if (last.get("lines"), last.get("sha256")) != (end["lines"], end["sha256"]):
        raise record.fault(1, Fault("record.changed"))
    edition = last.get("edition", 1)
    if type(edition) is not int or not 1 <= edition < EDITION:
        _compare(record, len(record.lines), [end])
    else:               # older: its table had other fields; what happened has been compared line by line
        end["edition"] = edition
        if "edition" not in last:
            del end["edition"]
        _compare(record, len(record.lines), [end], "table")


def _do(record: Record, at: int, match: Match) -> None:
    """Do what a line says was done."""
    line = record.lines[at]
    seat = line.get("seat")
    place = SEATS.index(seat) if isinstance(seat, str) and len(seat) == 1 and seat in SEATS else None
    if line["type"] == "action":
        if place is None or not isinstance(line.get("action"), str):
            raise record.fault(at + 1, Fault("record.action"))
        match.play(place, line["action"])
    elif line["type"] == "hand":
        seed = line.get("seed")
        if seed is not None and type(seed) is not int:
            raise record.fault(at + 1, Fault("record.seed"))
        match.begin(seed)
    elif line["type"] == "note":
        match.note(str(line.get("text")), place)
    else:
        raise record.fault(at + 1, Fault("record.place", type=line['type']))


def _compare(record: Record, first: int, made: list[dict[str, Any]], free: str = "") -> None:
    """Raise at the first line that differs from what the game gives; the value of `free` may."""
    for number, line in enumerate(made, first):
        if number > len(record.lines):
            raise record.fault(len(record.lines), Fault("record.before", line=json_line(line)))
        if free and free in record.lines[number - 1]:
            line = {key: record.lines[number - 1][free] if key == free else value for key, value in line.items()}
        if record.texts[number - 1] != json_line(line):
            raise record.fault(number, Fault("record.differs", record=record.texts[number - 1], game=json_line(line)))


def replay(record: Record, book: Rulebook | None = None) -> Match:
    """The match of a record, played again and compared line by line; it can be played on."""
    match = opened(record, book)
    for _number, _step in walk(record, match):
        pass
    return match
