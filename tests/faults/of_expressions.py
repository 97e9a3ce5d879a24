"""Calls that provoke the faults of expressions, by one of them."""

import ast
from unittest import mock

import quepu
from quepu.rulebook.language.checker import unreadable
from quepu.rulebook.language.node import Number
from quepu.rulebook.language.parse import LONGEST
from quepu.rulebook.language.typed import spoken
from tests.faults.provoking import Table

_OPTIONS = """
[option.some]
type = "fans"
default = []
[option.way]
type = "choice"
choices = ["one", "two"]
default = "one"
[memory.kept]
scope = "seat"
[memory.once]
scope = "hand"
[define.twice]
args = { n = "int" }
is = "n + n"
[define.round_about]
is = "round_about + 1"
"""


def _when(text: str, more: str = "", key: str = "when") -> object:
    """A fan with this condition."""
    return quepu.rulebook_of_text(
        f'extends = "base/thirteen"\n[fan.x]\nname = "x"\nvalue = 1\n{key} = \'\'\'{text}\'\'\'\n{_OPTIONS}{more}')


def _deep(count: int) -> str:
    return "(" * count + "1" + ")" * count


def _levels(level: str) -> object:
    """An expression that asks for what is not known yet, or too late."""
    asked = {"hand": ("[flag.x]\nname = \"x\"\nholds = \"%s\"\n", "set_count == 1"),
             "reading": ("[fan.y]\nname = \"x\"\nvalue = 1\nwhen = \"%s\"\n", "total == 1"),
             "score": ("[win.y]\ntext = \"x\"\nwhen = \"%s\"\n", "actor == winner"),
             "table": ("[discard.y]\ntext = \"x\"\nwhen = \"%s\"\n", "set_count == 1")}
    text, expression = asked[level]
    return quepu.rulebook_of_text('extends = "base/thirteen"\n' + text % expression)


def _spoken(text: str) -> object:
    return [spoken(ast.parse(text).body[0].value)]      # type: ignore[attr-defined]


def _pay(text: str) -> object:
    """A payment on this condition."""
    return quepu.rulebook_of_text(f'extends = "guobiao"\n[[pay]]\non = "win"\namount = 1\nwhen = \'\'\'{text}\'\'\'\n')


def _unnamed() -> object:
    """A set that is no name: no expression gives one, so the define is taken for something else."""
    with mock.patch("quepu.rulebook.language.checker.bare", return_value=Number()):
        return _when("any(a.is_open for a in sets)")


def _loops(count: int) -> str:
    text = "1 == 1"
    for number in range(count):
        text = f"any({text} for x{number} in tiles)"
    return text


def _growing() -> str:
    """Defines that use each other twice: written out they are far too large."""
    text = '[define.a]\nargs = { n = "int" }\nis = "n + n"\n'
    for before, name in zip("abcdefghijklmno", "bcdefghijklmnop", strict=True):
        text += f'[define.{name}]\nargs = {{ n = "int" }}\nis = "{before}(n) + {before}(n)"\n'
    return text


PROVOKED: Table = {
    "expr.syntax": lambda: _when("1; 2"),
    "expr.syntax_equal": lambda: _when("turn_count = 2"),
    "expr.write_equal": lambda: _when("turn_count = 2"),
    "expr.bare_tiles": lambda: _when("win_tile == 5m"),
    "expr.quote_tiles": lambda: _when("win_tile == 5m"),
    "expr.cannot_be_read": lambda: _when("1 +"),
    "expr.too_deep": lambda: [unreadable("x", RecursionError()).text],
    "expr.see": lambda: _when("1 +"),
    "expr.nested": lambda: _when("not " * 150 + "1"),
    "expr.define": lambda: _when("not " * 150 + "1"),
    "expr.too_large": lambda: _when("p(1) > 0", _growing()),
    "expr.split": lambda: _when("p(1) > 0", _growing()),
    "expr.not_language": lambda: _when("lambda: 1"),
    "expr.large_number": lambda: _when("99999999999 > 1"),
    "expr.most_number": lambda: _when("99999999999 > 1"),
    "expr.whole": lambda: _when("1.5 > 1"),
    "expr.whole_ways": lambda: _when("1 / 2 > 1"),
    "expr.doubled": lambda: _when("2 ** 3 > 1"),
    "expr.not_value": lambda: _when("b'x' == 1"),
    "expr.arguments": lambda: _when("twice == 1"),
    "expr.looped": lambda: _when("sets"),
    "expr.loop_like": lambda: _when("sets"),
    "expr.no_word": lambda: _when("dance"),
    "expr.of_seat": lambda: _when("kept == 1"),
    "expr.write_seat": lambda: _when("kept == 1"),
    "expr.write_arguments": lambda: _when("twice == 1"),
    "expr.circle": lambda: _when("round_about == 1"),
    "expr.define_long": lambda: _when("long == 1", f'[define.long]\nis = "{"1 + " * LONGEST}1"\n'),
    "expr.under": lambda: _when("long == 1", f'[define.long]\nis = "{"1 + " * LONGEST}1"\n'),
    "expr.no_option": lambda: _when("options.dance"),
    "expr.declare_option": lambda: _when("options.qqqqqqqqqqq"),
    "expr.fans_option": lambda: _when("options.some"),
    "expr.let_option": lambda: _when("options.some"),
    "expr.no_property": lambda: _when("any(t.dance for t in tiles)"),
    "expr.has": lambda: _when("any(t.rnak for t in tiles)"),
    "expr.has_none": lambda: _when("set_count.low == 1"),
    "expr.by_name": _unnamed,
    "expr.name_it": _unnamed,
    "expr.if_kind": lambda: _when("any((a if a.is_open else a).is_open for a in sets)"),
    "expr.properties": lambda: _when("any((a if a.is_open else a).is_open for a in sets)"),
    "keys.where_used": lambda: _when("late == 1", '[define.late]\nis = "total + 1"\n'),
    "expr.index": lambda: _when("dance[winner] == 1"),
    "expr.seats": lambda: _when("kept[winner, winner] == 1"),
    "expr.divisor": lambda: _when("1 // set_count > 1"),
    "expr.use_max": lambda: _when("1 // set_count > 1"),
    "expr.use_equal": lambda: _when("1 is 1"),
    "expr.no_order": lambda: _when("winner < winner"),
    "expr.empty": lambda: _when("1 in []"),
    "expr.only_functions": lambda: _when("tiles.x()"),
    "expr.see_functions": lambda: _when("tiles.x()"),
    "expr.no_names": lambda: _when("max(a=1)"),
    "expr.no_function": lambda: _when("dance()"),
    "expr.runs": lambda: _when("any(1)"),
    "expr.write_for": lambda: _when("any(1)"),
    "expr.argument_count": lambda: _when("twice(1, 2) == 1"),
    "expr.plain_count": lambda: _when("half_up(1, 2) == 1"),
    "expr.two_values": lambda: _when("max(1) == 1"),
    "expr.write_two": lambda: _when("max(1) == 1"),
    "expr.distinct": lambda: _when("distinct(1)"),
    "expr.most_distinct": lambda: _when(f"distinct({', '.join(map(str, range(99)))})"),
    "expr.step": lambda: _when("ceil_to(5, 0) == 1"),
    "expr.one_fan": lambda: _when("has(1)"),
    "expr.no_fan": lambda: _when('has("dance")'),
    "expr.no_tag": lambda: _when('any_fan("dance")'),
    "expr.one_for": lambda: _when("any(1 == 1 for x in tiles for y in tiles)"),
    "expr.inner_for": lambda: _when("any(1 == 1 for x in tiles for y in tiles)"),
    "expr.one_name": lambda: _when("any(1 == 1 for x, y in tiles)"),
    "expr.loops": lambda: _when(_loops(9)),
    "expr.use_pick": lambda: _when(_loops(9)),
    "expr.options": lambda: _when("any(1 == 1 for options in tiles)"),
    "expr.other_name": lambda: _when("any(1 == 1 for options in tiles)"),
    "expr.count": lambda: _when("count(1 == 1 for x in tiles) == 1"),
    "expr.after_if": lambda: _when("count(1 == 1 for x in tiles) == 1"),
    "expr.elements": lambda: _when("any(x == 1 for x in [])"),
    "expr.not_tiles": lambda: _when('any(1 == 1 for p in permuted("dance"))'),
    "expr.permuted": lambda: _when('any(1 == 1 for p in permuted("dance"))'),
    "expr.range": lambda: _when("any(x == 1 for x in range(set_count))"),
    "expr.range_size": lambda: _when("any(x == 1 for x in range(99999))"),
    "expr.no_loop": lambda: _when("any(x == 1 for x in 5)"),
    "expr.iterables": lambda: _when("any(x == 1 for x in 5)"),
    "expr.long": lambda: _when("1 + " * LONGEST + "1"),
    "expr.keep_under": lambda: _when("1 + " * LONGEST + "1"),
    "expr.grows": lambda: _when("doubled(doubled(doubled(doubled(1, 20), 20), 20), 20) > 1"),
    "expr.bound": lambda: _when("doubled(doubled(doubled(doubled(1, 20), 20), 20), 20) > 1"),
    "expr.wrong_type": lambda: _when("winner"),
    "expr.not_kind": lambda: _when('winner == "X"'),
    "expr.written_seat": lambda: _when('winner == "X"'),
    "expr.written_tile": lambda: _when('win_tile == "X"'),
    "expr.written_tiles": lambda: _when('win_tile in "X"'),
    "expr.written_suit": lambda: _when('any(t.suit == "X" for t in tiles)'),
    "expr.shapes": lambda: _when('shape == "qqqqqqqqq"'),
    "expr.choices": lambda: _when('options.way == "three"'),
    "expr.texts": lambda: _when('"a" == "b"'),
    "expr.one_word": lambda: _when('"a" == "b"'),
    "expr.compared": lambda: _when("winner == win_tile"),
    "expr.texts_alone": lambda: _when('any(x == "1m" for x in ["1m", "2m"])'),
    "expr.texts_word": lambda: _when('any(x == "1m" for x in ["1m", "2m"])'),
    "expr.not_yet": lambda: _levels("hand"),
    "expr.belongs": lambda: _levels("hand"),
    "level.hand": lambda: _levels("hand"),
    "level.reading": lambda: _levels("hand"),
    "level.score": lambda: _levels("reading"),
    "level.pay": lambda: _when("any(r.amount == 1 for r in rows)"),
    "level.table": lambda: _levels("table"),
    "expr.no_lot": lambda: _pay('any(1 == 1 for t in turned("dance"))'),
    "expr.declare_lot": lambda: _pay('any(1 == 1 for t in turned("qqqqqqqqqqq"))'),
    "expr.dice": lambda: _pay("dice(99) == 1"),
    "expr.rows": lambda: _pay("any(distinct(r, r) for r in rows)"),
    "expr.rows_say": lambda: _pay("any(distinct(r, r) for r in rows)"),
    "expr.rows_amount": lambda: _pay("any(r == r for r in rows)"),
    "python.Lambda": lambda: _spoken("lambda: 1"),
    "python.ListComp": lambda: _spoken("[x for x in y]"),
    "python.SetComp": lambda: _spoken("{x for x in y}"),
    "python.DictComp": lambda: _spoken("{x: x for x in y}"),
    "python.GeneratorExp": lambda: _spoken("(x for x in y)"),
    "python.JoinedStr": lambda: _spoken("f'{x}'"),
    "python.Dict": lambda: _spoken("{}"),
    "python.Set": lambda: _spoken("{1}"),
    "python.Tuple": lambda: _spoken("1, 2"),
    "python.sign": lambda: _when("1 / 2 > 1"),
}
