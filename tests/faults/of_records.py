"""Calls that provoke the faults of records."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from quepu.errors import HandError, IllegalAction
from quepu.records import lines
from quepu.records.botzone import Log
from quepu.records.json_text import json_value, text_of, understood
from quepu.records.lines import FORMAT, Record, book_of, parse_record, read_record, walk
from quepu.records.mjai_log import LogEvent
from tests.faults.provoking import Table, book

_HEADER = {"type": "header", "format": FORMAT, "program": "x", "rulebook": book().id, "version": book().model.version,
           "options": {}, "seed": 1, "players": ["a", "b", "c", "d"]}


def _text(*parts: Any, end: bool = True, **header: Any) -> str:
    """A record of these lines."""
    whole = [{**_HEADER, **header}, *parts, *([{"type": "end"}] if end else [])]
    return "".join(json.dumps(one) + "\n" for one in whole)


def _parsed(*parts: Any, **header: Any) -> Record:
    return parse_record(_text(*parts, **header))


def _walked(error: Exception) -> Any:
    """A record whose match refuses what it does."""
    def refuse(*_given: Any) -> None:
        raise error
    match: Any = SimpleNamespace(play=refuse)
    return list(walk(_parsed({"type": "action", "seat": "E", "action": "pass"}), match))


def _done(line: dict[str, Any]) -> Any:
    match: Any = SimpleNamespace()
    return lines._do(_parsed(line), 1, match)


def _changed() -> Any:
    with mock.patch.object(lines, "_end", return_value={"lines": 1, "sha256": "x"}), \
            mock.patch.object(lines, "_table_told", return_value={}):
        match: Any = SimpleNamespace()
        return list(walk(_parsed(), match))


def _misunderstood() -> None:
    with understood("x"):
        raise LookupError("x")


def _large() -> Any:
    with mock.patch("quepu.records.json_text.LARGEST_FILE", 1):
        return text_of("xx", "x")


def _many(name: str, most: int = 1) -> Any:
    with mock.patch.object(lines, name, most):
        return _parsed()


PROVOKED: Table = {
    "record.at": lambda: _parsed(end=False),
    "record.in_log": lambda: Log({"log": [{}]}, "x"),
    "record.where": lambda: LogEvent("x", {"type": "dahai"}).shown("?"),
    "record.too_large": _large,
    "record.not_utf8": lambda: parse_record(b"\xff"),
    "record.not_format": _misunderstood,
    "record.not_read": lambda: read_record(Path("./nothing_here.jsonl")),
    "record.empty": lambda: parse_record(" "),
    "record.too_many": lambda: _many("MOST_LINES"),
    "record.middle": lambda: _parsed(_HEADER),
    "record.no_end": lambda: _parsed(end=False),
    "record.cut": lambda: parse_record(_text().removesuffix("\n")),
    "record.cut_here": lambda: parse_record(_text().removesuffix("}\n")),
    "record.long_line": lambda: _many("LONGEST_LINE"),
    "record.no_kind": lambda: parse_record('{"type": "dance"}\n'),
    "record.no_header": lambda: parse_record('{"type": "end"}\n'),
    "record.watched": lambda: _parsed(watched=True),
    "record.format": lambda: _parsed(format=99),
    "record.no_key": lambda: _parsed(seed="x"),
    "record.names": lambda: _parsed(players=[1]),
    "record.first_round": lambda: _parsed(first_round=-1),
    "record.start": lambda: _parsed(start=7),
    "record.foreign_rule": lambda: book_of(_parsed(rulebook="./x.toml")),
    "record.no_book": lambda: book_of(_parsed(options={"dance": 1})),
    "record.other_book": lambda: book_of(_parsed(version=999)),
    "record.not_allowed": lambda: _walked(IllegalAction("x")),
    "record.several": lambda: _walked(HandError(["x", "y"])),
    "record.changed": _changed,
    "record.action": lambda: _done({"type": "action"}),
    "record.seed": lambda: _done({"type": "hand", "seed": "x"}),
    "record.place": lambda: _done({"type": "settlement"}),
    "record.before": lambda: lines._compare(_parsed(), 3, [{"type": "x"}]),
    "record.differs": lambda: lines._compare(_parsed(), 1, [{"type": "x"}]),
    "record.too_deep": lambda: json_value("[" * 99999, "x"),
    "json.too_large": lambda: json_value("9" * 30, "x"),
    "json.not_number": lambda: json_value("NaN", "x"),
    "json.twice": lambda: json_value('{"a": 1, "a": 2}', "x"),
    "json.not_json": lambda: json_value("{", "x"),
    "json.surrogate": lambda: json_value('"\\ud800"', "x"),
    "json.nested": lambda: json_value("[" * 50 + "]" * 50, "x"),
}
