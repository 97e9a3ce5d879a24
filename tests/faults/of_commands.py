"""Calls that provoke the faults of the command line."""

import contextlib
import functools
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any
from unittest import mock

from quepu.cli import main, play, record, replay, saving, serve
from quepu.cli.common import pairs_of
from quepu.cli.given_file import text_of_file
from quepu.cli.main import _run
from quepu.cli.rules import new_file
from quepu.cli.score import EVERY, _answer, _example, _of_line
from quepu.cli.typed_answers import _numbered
from quepu.errors import HandError
from quepu.faults import Fault
from tests.faults.provoking import Table, book

_HOUSE = Path(__file__).parents[1] / "house" / "five_lines.toml"

_READY = "123m23455p345s77z"


def _line(text: str) -> tuple[Fault, ...]:
    result: Any = _answer(book(), 3, text, {}, "")[1]
    faults: tuple[Fault, ...] = result.faults
    return faults


def _ran(*argv: str) -> object:
    return _run(argv)


@contextlib.contextmanager
def _file(text: bytes) -> Iterator[str]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "a.jsonl"
        file.write_bytes(text)
        yield str(file)


def _played(**given: Any) -> Any:
    """What is wrong with the arguments of a game."""
    usual = {"resume": None, "seed": None, "option": [], "rule": None, "timeout": None, "save": None}
    return play._check(SimpleNamespace(**{**usual, **given}))       # type: ignore[arg-type]


def _seated(**given: Any) -> Any:
    match: Any = SimpleNamespace(seats=2, book=book(), players=("remote bot", "a"))
    arguments: Any = SimpleNamespace(**{"seat": None, "bots": None, "resume": "x", **given})
    with mock.patch("quepu.bots.seat.kind_of", lambda name: "remote" if "remote" in name else None):
        return play._players(match, arguments, "en")


def _converted(text: bytes, hand: int | None = None) -> Any:
    with _file(text) as file:
        return record._to_lines(SimpleNamespace(file=file, hand=hand, rule=None, lang="en"))       # type: ignore[arg-type]


def _shown(hand: int) -> Any:
    header: Any = SimpleNamespace(lines=[{"type": "header"}])
    with mock.patch("quepu.records.lines.read_record", return_value=header):
        return replay.run(SimpleNamespace(file="x", hand=hand, lang="en"))              # type: ignore[arg-type]


def _nothing_finished() -> Any:
    with mock.patch.object(record, "_replayed", return_value=SimpleNamespace(settlements=[])):
        return record._to_botzone(SimpleNamespace(file="x", hand=None))                 # type: ignore[arg-type]


def _no_game() -> Any:
    with TemporaryDirectory() as folder, mock.patch.object(saving, "games_folder", return_value=Path(folder)):
        return saving.last_game()


def _served(**given: Any) -> Any:
    usual = {"keep_days": 0, "workers": None, "memory": None, "stand_in_seconds": 0, "trusted_proxy": [],
             "allowed_host": []}
    return serve._settings(SimpleNamespace(**{**usual, **given}))                       # type: ignore[arg-type]


def _listened(host: str, port: int) -> None:
    with serve._listening(host, port):
        pass


def _not_installed() -> Any:
    with mock.patch.dict("sys.modules", {"quepu.server.app": None}):
        return serve.run(SimpleNamespace())                                             # type: ignore[arg-type]


def _simulated() -> Any:
    with mock.patch("quepu.lab.simulate.simulate", side_effect=OSError("x")):
        return _ran("sim", "--hands", "1", "--records", "x")


def _not_held() -> Any:
    view: Any = SimpleNamespace(legal=(), own=SimpleNamespace(tiles="1m"), drawn=None)
    return _numbered(99, view)


def _misused(*argv: str) -> object:
    """A command line that argparse refuses; how the command is used is not printed here."""
    with mock.patch("quepu.cli.arguments.Parser.print_usage"):
        return _ran(*argv)


PROVOKED: Table = {
    "file.too_large": lambda: text_of_file("/dev/zero"),
    "cli.no_hand": lambda: _ran("score"),
    "cli.not_flowers": lambda: _ran("score", _READY + " 5p", "--flowers", "1m"),
    "cli.no_memory": lambda: _ran("score", _READY + " 5p", "--state", "qqqqqq=1", "--rule", "riichi"),
    "advice.memory_nothing": lambda: _ran("score", _READY + " 5p", "--state", "qqqqqq=1"),
    "cli.state_kind": lambda: _ran("score", _READY + " 5p", "--state", "honba=x", "--rule", "riichi"),
    "cli.state_once": lambda: _ran("score", _READY + " 5p", "--state", "honba.S=1", "--rule", "riichi"),
    "cli.state_pair": lambda: _ran("score", _READY + " 5p", "--state", "fed_kongs.S=1", "--rule", "shenzhen"),
    "cli.state_turned": lambda: _ran("score", _READY + " 5p", "--state", "turned.dora.S.E=1m", "--rule", "riichi"),
    "cli.twice": lambda: _ran("score", _READY + " 5p", "--state", "honba=1", "honba=2", "--rule", "riichi"),
    "cli.state_seat": lambda: _ran("score", _READY + " 5p", "--state", "norths=1", "--rule", "riichi"),
    "cli.no_fan": lambda: _ran("rules", "show", book().id, "dance"),
    "cli.every_lines": lambda: _ran("score", "-", "--rule", EVERY),
    "cli.not_object": lambda: _example("7"),
    "cli.no_held": _not_held,
    **{code: functools.partial(_misused, *argv) for code, argv in {
        "argument.error": ("dance",),
        "argument.of": ("score", "--seat", "Q"),
        "argument.unrecognized": ("score", _READY, "--dance"),
        "argument.required": ("record", "convert", "x"),
        "argument.choice": ("score", "--seat", "Q"),
        "argument.value": ("sim", "--hands", "many"),
        "word.int": ("sim", "--hands", "many"),
        "word.float": ("play", "--timeout", "long"),
        "argument.not_with": ("replay", "x", "--step", "--all"),
        "argument.no_value": ("score", "--json=x"),
        "argument.one": ("score", "--seat"),
        "argument.some": ("score", "--flag"),
    }.items()},
    "cli.pair": lambda: pairs_of("option", ["x"]),
    "cli.surrogate": lambda: _ran("score", "\ud800"),
    "cli.zero": lambda: _ran("score", "\0"),
    "cli.unwritable": lambda: [main._unwritable(OSError(2, "x", "y"))],
    "cli.unexpected": lambda: [main._unexpected(LookupError("x"))],
    "cli.stopped": lambda: [Fault("cli.stopped")],
    "cli.resume_seed": lambda: _played(resume="x", seed=1),
    "cli.resume_option": lambda: _played(resume="x", option=["a=b"]),
    "cli.timeout": lambda: _played(timeout=-1.0),
    "cli.exists": lambda: _played(save=__file__),
    "cli.seat": lambda: _seated(seat="N"),
    "cli.program": _seated,
    "cli.mjai_hand": lambda: record._to_mjai(SimpleNamespace(hand=1)),      # type: ignore[arg-type]
    "cli.no_finished": _nothing_finished,
    "cli.already": lambda: _converted(b'{"type":"header"}\n{}\n'),
    "cli.which_hand": lambda: _converted(b'{"log":[]}\n{"log":[]}\n'),
    "cli.no_such_hand": lambda: _converted(b'{"log":[]}\n{"log":[]}\n', 9),
    "cli.hand_of": lambda: _shown(9),
    "cli.no_game": _no_game,
    "cli.not_written": lambda: saving.write_whole(Path("/dev/null/x/y"), "x"),
    "cli.there_already": lambda: new_file.new(Namespace(file=str(_HOUSE), lang="en")),
    "cli.not_toml": lambda: new_file.new(Namespace(file=__file__, lang="en")),
    "cli.no_server": _not_installed,
    "serve.days": lambda: _served(keep_days=-1),
    "serve.workers": lambda: _served(workers=1),
    "serve.memory": lambda: _served(memory=1),
    "serve.stand_in": lambda: _served(stand_in_seconds=-1),
    "serve.host": lambda: _served(allowed_host=["a b"]),
    "serve.port": lambda: _listened("127.0.0.1", -1),
    "serve.listen": lambda: _listened("x" * 70 + ".y", 1),
    "sim.records": _simulated,
    "cli.line": lambda: _of_line(3, HandError(["a", "b"])),
    "cli.not_example": lambda: _line('{"concealed": "1m", "melds": 7}'),
    "cli.not_json": lambda: _line('{"concealed": '),
    "cli.no_concealed": lambda: _line("{}"),
}
