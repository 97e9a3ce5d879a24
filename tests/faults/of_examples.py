"""Calls that provoke what is said of worked examples."""

import functools
from types import SimpleNamespace
from typing import Any
from unittest import mock

import quepu
from quepu.cli.rules import worked_examples
from quepu.examples.worked import check_example, own_examples, read_lines
from quepu.faults import Fault
from tests.faults.provoking import Provoke, Table

_BOOK = """
extends = "base/thirteen"
id = "x"
[fan.plain]
name = "plain"
value = 1
when = "True"
[fan.flush]
name = "flush"
value = 4
when = "suit_count == 1"
[score]
total = "points"
minimum = 1
[flag.lucky]
[win.lucky]
when = "lucky"
text = { zh = "不走运", en = "not lucky" }
[memory.horses]
scope = "seat"
[memory.fed]
scope = "hand"
[memory.liable]
scope = "hand"
type = "seat"
start = -1
[option.one]
type = "int"
default = 1
choices = [1, 9]
[option.two]
type = "int"
default = 1
choices = [1, 9]
[[pay]]
id = "win"
on = "win"
amount = "total"
[turned.dora]
on = "hand_start"
[match]
next_dealer = 'next_seat("E", 1)'
keeps = "False"
[ready.x]
on = "discard"
[claim.win]
when = "all(t != tile for t in discards(actor))"
[pass.win]
on = ["win"]
forbids = ["discard_win"]
until = ["own_draw"]
[kong.added]
robbed_by = []
[examples.options]
"both.0" = "one"
"both.1" = "two"
[examples.state]
nothing = "no_such"
"table.*.*" = "fed"
"pair.*.*" = "horses"
lots = "turned.dora"
fed_by = "melds.feeder"
parts = "fed"
who = "liable"
"""
_HAND = {"concealed": "123m456p789s55p34s", "win_tile": "5s", "seat": "S", "from": "W"}
_WIN = {**_HAND, "flags": ["lucky"]}


@functools.cache
def _book() -> quepu.Rulebook:
    return quepu.rulebook_of_text(_BOOK)


def _run(**example: Any) -> Provoke:
    """What is different in an example, and what it tells that has no word."""
    def run() -> list[Any]:
        check = check_example(_book(), {"id": "x", **example})
        return [*check.differences, *check.notes, *([check.skipped] if check.skipped else [])]
    return run


def _own(options: str) -> Provoke:
    """A fan that is switched off, with options in its example."""
    return lambda: list(own_examples(quepu.rulebook_of_text(
        f'{_BOOK}\n[fan.off]\nenabled = false\nvalue = 1\nwhen = "True"\n'
        f'example = {{ hand = "123m23455p345s77z 5p", options = {{ {options} }} }}\n')))


def _line(line: str) -> Any:
    ((_number, error),) = read_lines([line])
    return error.faults if isinstance(error, Exception) else ()        # type: ignore[attr-defined]


def _not_run() -> list[Fault]:
    with mock.patch("quepu.examples.worked.check_example", side_effect=KeyError("x")):
        return worked_examples._check(_book(), {})[0]


def _not_earned() -> list[Fault]:
    made = quepu.rulebook_of_text(
        _BOOK + '[fan.x]\nvalue = 1\nwhen = "False"\nexample = { hand = "123m23455p345s77z 5p", flags = ["lucky"] }\n')
    return [fault for _name, faults, _skipped, _notes in worked_examples._own(made) for fault in faults]


def _printed() -> list[Fault]:
    """What the command prints of a file: the name of a line, and a note."""
    printed: list[Fault] = []
    arguments: Any = SimpleNamespace(file="x", lang="en")
    with mock.patch.object(worked_examples, "load_book", return_value=_book()), \
            mock.patch.object(worked_examples, "_text", return_value=['{"concealed": "1m", "mood": 1}']), \
            mock.patch.object(worked_examples, "Fault", side_effect=lambda *given, **values: printed.append(
                Fault(*given, **values)) or printed[-1]), mock.patch("builtins.print"):
        worked_examples.test(arguments)
    return printed


_READY = {"concealed": "123m456p789s55p34s", "state": {"hand14": "123m456p789s55p34s9p", "discard": "9p"}}
_SEVERAL = {"type": "multi_win", "seat": ["S"], "from": "W", "win_tile": "5s",
            "state": {"hands": {"S": {"concealed": "123m456p789s55p34s", "total": 9, "flags": ["lucky"]}}}}
_RIVAL = {**_HAND, "seat": "E", "flags": ["lucky"],
          "state": {"hands": {"N": {"concealed": "123m456p789s55p34s", "flags": ["lucky"]}}}}

PROVOKED: Table = {
    "example.not_object": lambda: _line("7"),
    "example.unknown_flag": _run(**_HAND, flags=["dance"]),
    "example.unknown_key": _run(**_HAND, mood="calm"),
    "example.list": _run(**_HAND, options={"both": 7}),
    "example.off": _own("one = 2"),
    "example.no_option": _own(""),
    "example.state": _run(**_HAND, state={"mood": "calm"}),
    "example.no_target": _run(**_HAND, state={"nothing": 1}),
    "example.of_table": _run(**_HAND, state={"table": {"E": {"S": 1}}}),
    "example.of_seat": _run(**_HAND, state={"pair": {"E": {"S": 1}}}),
    "example.not_tiles": _run(**_HAND, state={"lots": "x"}),
    "example.not_seats": _run(**_HAND, state={"fed_by": "x"}),
    "example.parts": _run(**_HAND, state={"parts": [1, 2]}),
    "example.of_state": _run(**_HAND, state={"who": "Q"}),
    "example.of": _run(**_SEVERAL),
    "example.must_refuse": _run(**_WIN, type="not_win"),
    "example.rival": _run(**_RIVAL),
    "example.passed": _run(**_WIN, state={"passed": True}),
    "example.barred": _run(**_WIN, state={"discards": {"S": "5s"}}),
    "example.not_robbed": _run(**{**_WIN, "flags": ["lucky", "robbing"]}),
    "example.payments": _run(**_WIN, payments={"E": 7}),
    "example.not_complete": _run(**{**_HAND, "win_tile": "9m"}),
    "example.differs": _run(**_WIN, total=99),
    "example.legal": _run(**_WIN, legal=False),
    "example.legal_why": _run(**_HAND),
    "example.unknown_fan": _run(**_WIN, fans={"dance": 1}),
    "example.not_counted": _run(**_WIN, fans={"flush": 4}),
    "example.fan": _run(**_WIN, fans={"plain": 2}),
    "example.extra": _run(**_WIN, fans={}),
    "example.times": _run(**_WIN, fans={"plain": 1}, counts={"plain": 2}),
    "example.dealer": _run(type="draw", next_dealer="E"),
    "example.may_declare": _run(**_READY, type="illegal_ready"),
    "example.not_declare": _run(concealed="159m456p789s55p34s", type="legal_ready"),
    "example.no_program": _run(type="riddle"),
    "example.not_run": _not_run,
    "example.not_earned": _not_earned,
    "example.note": _printed,
    "example.name_line": _printed,
}
