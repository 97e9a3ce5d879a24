"""Calls that provoke the faults of our player at others' tables."""

import contextlib
import json
from typing import Any

from quepu.bots.arenas.between import put_between
from quepu.bots.arenas.botzone_player import BotzonePlayer
from quepu.bots.arenas.deal import laid_wall
from quepu.bots.arenas.lines_player import LinesPlayer
from quepu.bots.arenas.lines_seat import LinesSeat
from quepu.bots.seat import CoreBot
from quepu.cli.main import _run
from quepu.errors import QuepuError
from quepu.game import events as ev
from quepu.game.match import Match, engine_of
from quepu.notation import read_tiles
from tests.faults.provoking import book

_OWN = "123456789m1234p"
_BEGAN: list[ev.Event] = [ev.HandBegan(1, 0, (0, 1, 2, 3)), ev.Dealt(1, 13, _OWN)]


def _raised(error: QuepuError) -> None:
    raise error


def _seat(*events: ev.Event) -> LinesSeat:
    seat = LinesSeat(book(), CoreBot("easy"))
    seat.hear("x", 1, [*_BEGAN, *events])
    return seat


def _lost() -> Any:
    seat = _seat()
    with contextlib.suppress(QuepuError):
        seat.decide("x", ["pass"])
    return seat.decide("x", ["pass"])


def _strangers() -> Any:
    seat = LinesSeat(book(), CoreBot("easy"))
    seat.hear("x", 1, [ev.HandBegan(1, 0, (3, 1, 2, 0)), ev.Dealt(1, 13, _OWN)])
    return seat.decide("x", ["pass"])


def _not_legal() -> Any:
    seat = LinesSeat(book(), CoreBot("easy"))
    seat.hear("x", 0, [ev.HandBegan(1, 0, (0, 1, 2, 3)), ev.Dealt(0, 14, "123456789m12345p")])
    return seat.decide("x", ["pass"])


def _line(message: Any) -> Any:
    return LinesPlayer(CoreBot("easy"), None, _raised).hear(1, json.dumps(message))


def _request(line: str) -> Any:
    return BotzonePlayer(CoreBot("easy"), {}, _raised).hear(1, line)


PROVOKED = {
    "arena.gap": lambda: _seat(ev.Discarded(2, "5m")).decide("x", ["pass"]),
    "arena.no_hand": lambda: LinesSeat(book(), CoreBot("easy")).decide("x", ["pass"]),
    "arena.lost": _lost,
    "arena.not_asked": lambda: _seat().decide("x", ["pass"]),
    "arena.not_legal": _not_legal,
    "arena.players": _strangers,
    "arena.deal": lambda: laid_wall(engine_of(book()), 0, 0, read_tiles("11111m")),
    "arena.between": lambda: put_between(Match(book(), 1), []),
    "arena.message": lambda: _line({"type": "hum"}),
    "arena.no_rulebook": lambda: _line({"type": "events", "seat": "E", "events": []}),
    "arena.no_legal": lambda: _line({"type": "ask"}),
    "arena.count": lambda: _request("0"),
    "arena.requests": lambda: _request('{"requests": []}'),
    "arena.request": lambda: _request("9 1"),
    "arena.own_rulebook": lambda: _run(["bot", "--protocol", "botzone", "--rule", "x"]),
    "arena.option": lambda: _run(["bot", "--protocol", "lines", "--option", "a=b"]),
}
