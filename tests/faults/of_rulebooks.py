"""Calls that provoke the faults of rulebooks, by the text of one."""

import functools
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import quepu
from quepu.faults import Fault, sentences
from quepu.rulebook.file import load
from quepu.rulebook.file.keys import _spoken, check_keys
from quepu.rulebook.file.limits import LONGEST_ID, LONGEST_TEXT
from quepu.rulebook.file.problem import MOST_TOLD, Problem, Source, short, tell, tell_all
from quepu.rulebook.file.schema import SECTIONS
from tests.faults.provoking import Table

_FAN = '[fan.x]\nname = "x"\nvalue = 1\nwhen = "set_count == 4"\n'


def _read(text: str, base: str = "base/thirteen", **options: Any) -> object:
    """A rulebook that extends another by this."""
    return quepu.rulebook_of_text(f'extends = "{base}"\n{text}\n', **options)


def _file(content: bytes, name: str = "a.toml", extends: str = "") -> object:
    """A rulebook in a file."""
    with TemporaryDirectory() as folder:
        (Path(folder) / name).write_bytes(content)
        return quepu.rulebook(str(Path(folder) / (extends or name)))


def _chain(count: int) -> object:
    """Files that extend each other."""
    with TemporaryDirectory() as folder:
        for number in range(count):
            (Path(folder) / f"a{number}.toml").write_text(f'extends = "a{(number + 1) % count}.toml"\n')
        return quepu.rulebook(str(Path(folder) / "a0.toml"))


def _option(kind: str, wanted: Any, **more: Any) -> list[str]:
    return [load.read_option({"type": kind, **more}, wanted)[1]]


def _folder() -> object:
    """A folder in place of a file."""
    with TemporaryDirectory(suffix=".toml") as folder:
        return quepu.rulebook(folder)


def _spent() -> object:
    """An expression of a rulebook that has written too much already."""
    with mock.patch("quepu.rulebook.language.checker.MOST_NODES_IN_ALL", 0):
        return _read(_FAN)


def _limited(name: str, text: str) -> object:
    """A rulebook where a bound is narrower than it is."""
    with mock.patch(f"quepu.rulebook.{name}", 1):
        return _read(text)


def _keys(**tables: Any) -> list[str]:
    """What is wrong with the keys of tables, one after the other."""
    return [part for problem in check_keys(tables) for part in (problem.text, problem.advice)]


def _told(text: str, more: str = "") -> object:
    """A fan with this sentence."""
    return _read(_FAN + f"text = '''{text}'''\n" + more)


def _long_text() -> object:
    with mock.patch("quepu.rulebook.file.texts.limits.LONGEST_TEXT", 20):
        return _told("{fan.x.value} is what it is, and more than fits")


_NO_SEAT = '[memory.m]\nscope = "hand"\ntype = "seat"\nupdate = [{ on = ["draw"], set = 99 }]\n'
_COUNTED = _FAN.replace('when = "set_count == 4"', 'count = "count(t for t in tiles if t.rank == 1)"')
_NEEDS = '[option.p]\ntype = "bool"\ndefault = false\nneeds = { o = "two" }\n'
_CHOICES = '[option.o]\ntype = "%s"\nchoices = ["one", "two"]\ndefault = %s\n'

def _without(code: str) -> list[Fault]:
    """An entry in which a key is missing."""
    _needed, section, *inner, _key = code.split(".")
    entry: Any = {inner[0]: {}} if inner else {}
    form = SECTIONS[section].form
    tables = {section: {"x": entry} if form == "family" else [entry] if form == "list" else entry}
    return [problem.text for problem in check_keys(tables)]


PROVOKED: Table = {
    "rulebook.at": lambda: _read("fan.x.value = 1"),
    "rulebook.yours": lambda: _read('[memory.liable]\nscope = "match"', "hongkong"),
    "rulebook.short": lambda: [short(tell(Problem((), Fault("hand.nothing")), []))],
    "rulebook.nowhere": lambda: [tell(Problem((), Fault("hand.nothing")), [])],
    "rulebook.whole": lambda: [tell(Problem(("fan", "x"), Fault("hand.nothing")), [Source("a.toml", "")])],
    "rulebook.more": lambda: tell_all([Problem((), Fault("hand.nothing"))] * (MOST_TOLD + 1), []),
    # -- files --
    "book.unknown": lambda: quepu.rulebook("guobia"),
    "book.not_found": lambda: quepu.rulebook("guobia"),
    "book.paths": lambda: quepu.rulebook("guobia"),
    "book.all": lambda: quepu.rulebook("qqqqqqqqqqq"),
    "book.not_name": lambda: quepu.rulebook("x" * 9999),
    "book.circle": lambda: _chain(2),
    "book.circle_out": lambda: _chain(2),
    "book.chain": lambda: _chain(99),
    "book.outside": lambda: _file(b'extends = "../x.toml"\n'),
    "book.beside": lambda: _file(b'extends = "../x.toml"\n'),
    "book.no_file": _folder,
    "book.not_utf8": lambda: _file(b"\xff"),
    "book.not_read": lambda: quepu.rulebook("./nothing_here.toml"),
    "book.extends": lambda: quepu.rulebook_of_text("extends = 7\n"),
    "book.is_list": lambda: _read("pay = 7"),
    "book.head_list": lambda: _read("pay = 7"),
    "book.is_table": lambda: _read("fan = 7"),
    "book.head_table": lambda: _read("fan = 7"),
    "book.no_section": lambda: _read("[dance]\nx = 1"),
    "book.sections": lambda: _read("[qqqqqqqqqqqq]\nx = 1"),
    "toml.brackets": lambda: quepu.rulebook_of_text("x = " + "[" * 999),
    "toml.tables": lambda: quepu.rulebook_of_text(".".join("a" * 999) + " = 1"),
    "toml.nested": lambda: quepu.rulebook_of_text(".".join("a" * 30) + " = 1"),
    "toml.size": lambda: _file(b"#" * 10_000_000),
    "toml.smaller": lambda: quepu.rulebook_of_text("#" * 10_000_000),
    "toml.unreadable": lambda: quepu.rulebook_of_text("x = "),
    "toml.quotes": lambda: quepu.rulebook_of_text("x = "),
    # -- options --
    "option.unknown": lambda: quepu.rulebook("guobiao", dance=1),
    "option.all": lambda: quepu.rulebook("riichi", qqqqqqqqqq=1),
    "option.none": lambda: _read(_FAN, x=1),
    "option.of": lambda: _read(_FAN + _CHOICES % ("choice", '"one"'), o="three"),
    "option.needs": lambda: _read(_FAN + _CHOICES % ("choice", '"one"') + _NEEDS, p="true"),
    "option.choice": lambda: _option("choice", "three", choices=["one"]),
    "option.bool": lambda: _option("bool", "x"),
    "option.number": lambda: _option("int", "x"),
    "option.type": lambda: _option("dance", "x"),
    "option.fans": lambda: [load.read_fans({}, "dance", {"fan": {"a": {}}})[1]],
    "option.list": lambda: [load.read_fans({}, 7, {"fan": {"a": {}}})[1]],
    # -- keys --
    "keys.too_many": lambda: _read("".join(f'[flag.f{number}]\nname = "x"\n' for number in range(999))),
    "keys.take_out": lambda: _read("".join(f'[flag.f{number}]\nname = "x"\n' for number in range(999))),
    "keys.not_name": lambda: _read('[fan."a b"]\nname = "x"\nvalue = 1\nwhen = "set_count == 4"'),
    "keys.letters": lambda: _read('[fan."a b"]\nname = "x"\nvalue = 1\nwhen = "set_count == 4"'),
    "keys.table": lambda: _read("fan.x = 7"),
    "keys.write_table": lambda: _read("fan.x = 7"),
    "keys.unknown": lambda: _read(_FAN + "dance = 1"),
    "keys.laid_out": lambda: _read('[wild]\nkong = "no"'),
    "keys.behind_dot": lambda: _read('[turned.x]\non = "kong"\nof = "melded"'),
    "keys.keys": lambda: _read(_FAN + "qqqqqqqqqqq = 1"),
    **{code: functools.partial(_without, code) for code in sentences("en") if code.startswith("needed.")},
    "keys.missing": lambda: _read("[memory.x]\nstart = 1"),
    "keys.needs": lambda: _read(_FAN.replace('"x"', "7")),
    "keys.not_known": lambda: _read(_FAN + 'on = "dance"'),
    "keys.known": lambda: _read(_FAN + 'on = "qqqqqqqqqqqq"'),
    "keys.declare": lambda: _read('[deal]\nmarks = 0\n[[phase]]\nid = "x"\nkind = "opening"\nsets = "dance"\n'),
    "keys.too_long": lambda: _read(_FAN + f"tags = {['x'] * 999}"),
    "keys.not_tiles": lambda: _read('[tiles]\nkinds = "dance"'),
    "keys.tiles": lambda: _read('[tiles]\nkinds = "dance"'),
    "keys.id": lambda: _read(_FAN.replace("fan.x", "fan." + "x" * (LONGEST_ID + 1))),
    "keys.text": lambda: _read(_FAN + f'source = "{"x" * (LONGEST_TEXT + 1)}"'),
    "keys.unseen": lambda: _read(_FAN + 'source = "\\u0007"'),
    "keys.no_unseen": lambda: _read(_FAN + 'source = "\\u0007"'),
    "keys.key_unseen": lambda: _read('[fan."\\u0007"]\nvalue = 1'),
    "keys.without": lambda: _read('[fan."\\u0007"]\nvalue = 1'),
    "keys.family": lambda: _keys(fan=7),
    "keys.write_family": lambda: _keys(fan=7),
    "keys.list": lambda: _keys(pay=7),
    "keys.write_list": lambda: _keys(pay=7),
    "keys.bound": lambda: _read('[ready.r]\nname = "x"\non = "draw"\nstake = "purse(actor)"\n', "guobiao"),
    "keys.outside": lambda: _read(_NO_SEAT),
    "keys.number": lambda: _read(_NO_SEAT),
    "keys.range": lambda: _read("[deal]\ndice = -7"),
    "keys.can_be": lambda: _read('[ready.r]\nname = "x"\non = "draw"\nstake = "purse(actor)"\n', "guobiao"),
    **{f"keys.type.{kind}": lambda kind=kind: [Fault(f"keys.type.{kind}")] for kind in (
        "text", "int", "bool", "table", "named", "tiles", "texts", "numbers", "words", "tables", "expr", "exprs",
        "value", "names", "answers", "any")},
    **{f"keys.is.{type(value).__name__}": lambda value=value: [_spoken(value)]
       for value in ("x", 1, 1.5, True, {}, [])},
    "limits.worth": lambda: _limited("file.limits.MOST_WORTH", _FAN.replace("value = 1", "value = 9")),
    "limits.bound": lambda: _limited("file.limits.MOST_WORTH", _FAN.replace("value = 1", "value = 9")),
    "limits.steps": lambda: _limited("file.limits.MOST_STEPS", _FAN),
    "limits.pick": lambda: _limited("file.limits.MOST_STEPS", _FAN),
    "limits.loops": lambda: _limited("file.limits.MOST_STEPS", _COUNTED),
    "limits.times": lambda: _limited("file.limits.MOST_TIMES", _COUNTED),
    "limits.bound_times": lambda: _limited("file.limits.MOST_TIMES", _COUNTED),
    "expr.all_too_large": _spent,
    "expr.repeats": _spent,
    "expr.defines_deep": lambda: _limited("language.parse.MOST_LEVELS", _FAN),
    "expr.fewer_defines": lambda: _limited("language.parse.MOST_LEVELS", _FAN),
    "text.too_long": _long_text,
    "text.name": lambda: _told("{options.o}", _CHOICES % ("choice", '"one"') + f'called.one = "{"x" * 200}"\n'),
    "text.brace": lambda: _told("a { b"),
    "text.advice": lambda: _told("a { b"),
    "text.place": lambda: _told("{fan.y.value}"),
    "text.no_step": lambda: _told("{fan.y.value}"),
    "text.not_number": lambda: _told("{fan.x.name}"),
    "text.no_option": lambda: _told("{options.dance}"),
    "text.not_choice": lambda: _told("{options.o}", '[option.o]\ntype = "bool"\ndefault = true\n'),
}
