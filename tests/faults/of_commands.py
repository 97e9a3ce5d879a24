"""Calls that provoke the faults of the command line."""

from typing import Any

from quepu.cli.main import _run
from quepu.cli.score import _answer, _of_line
from quepu.errors import HandError
from quepu.faults import Fault
from tests.faults.provoking import Table, book

_READY = "123m23455p345s77z"


def _line(text: str) -> tuple[Fault, ...]:
    result: Any = _answer(book(), 3, text, {}, "")[1]
    faults: tuple[Fault, ...] = result.faults
    return faults


def _ran(*argv: str) -> object:
    return _run(argv)


PROVOKED: Table = {
    "cli.no_hand": lambda: _ran("score"),
    "cli.not_flowers": lambda: _ran("score", _READY + " 5p", "--flowers", "1m"),
    "cli.no_memory": lambda: _ran("score", _READY + " 5p", "--state", "qqqqqq=1", "--rule", "riichi"),
    "advice.memory_nothing": lambda: _ran("score", _READY + " 5p", "--state", "qqqqqq=1"),
    "cli.state_kind": lambda: _ran("score", _READY + " 5p", "--state", "honba=x", "--rule", "riichi"),
    "cli.state_seat": lambda: _ran("score", _READY + " 5p", "--state", "norths=1", "--rule", "riichi"),
    "cli.line": lambda: _of_line(3, HandError(["a", "b"])),
    "cli.not_example": lambda: _line('{"concealed": "1m", "melds": 7}'),
    "cli.not_json": lambda: _line('{"concealed": '),
    "cli.no_concealed": lambda: _line("{}"),
}
