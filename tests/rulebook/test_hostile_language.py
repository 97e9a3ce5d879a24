"""Expressions written to do harm: none runs code, none means something else than it says, each is told."""

from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quepu.book import rulebook_of_text
from quepu.compiler.quote import NotANumberError, number
from quepu.engine.layout.frame import Place
from quepu.errors import QuepuError
from quepu.game.match import Match
from quepu.game.pad.score_pad import Pad
from quepu.rulebook.file.schema import OCCASIONS
from quepu.rulebook.language.node import Flag, Loop, Number, Slot, Text, Waits
from quepu.rulebook.language.parse import ExpressionError, Names, parse
from quepu.rulebook.language.vocabulary import PAY
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.prose.conditions import fan_text
from quepu.rulecode.code_parts import NOTHING
from quepu.rulecode.codegen import Code
from quepu.rulecode.folding import free_variables
from quepu.rulecode.play_functions import play_trees
from quepu.rulecode.play_loader import load_play, plain_play
from quepu.rulecode.score_functions import scoring_trees
from tests.laid.frames import blank, by_reference, ledger_rows, model_of, put, rows_of

HEAD = 'extends = "base/thirteen"\nname = { zh = "我", en = "Mine" }\n'
HAND = "123m23455p345s77z 5p"


def pay(amount: str = "1", when: str = "True", rest: str = "") -> str:
    return f"{HEAD}{rest}[[pay]]\non = \"win\"\namount = '''{amount}'''\nwhen = '''{when}'''\n"


def harm(trace: Path) -> list[str]:
    """Python that leaves a trace where it runs, and what reads memory where it is compiled."""
    return [f"open('{trace}','w').close()", f"__import__('pathlib').Path('{trace}').touch()", "f[-99999999]",
        "W[1<<40]",
            "().__class__.__base__.__subclasses__()", "1)) or (1", "x\ny", "1\n    import os"]


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    return tmp_path / "trace"


# -- 1: text never becomes source text --
@pytest.mark.parametrize("form", ["sum(1 for x in ({0},)) > 0", "count(x for x in ({0}, {0})) > 0",
    "any(x for x in ({0},))",
                                  "any(x == 1 for x in ({0},))", "max(1 for x in [{0}]) > 0", "distinct({0}, {0})",
                                  "distinct(1, {0})", "all(distinct(x, {0}) for x in ({0},))", "{0} == {0}",
                                  "{0} in ({0},)",
                                  "({0} if self_draw else {0}) == {0}", "g(1)", "h == {0}",
                                  "any(E.is_dealer for E in ({0},))"])
@pytest.mark.parametrize("which", range(8))
def test_text_in_an_expression_is_refused(form: str, which: int, trace: Path) -> None:
    text = repr(harm(trace)[which])
    defines = f"[define.g]\nargs = {{ n = 'int' }}\nis = '''sum(1 for x in ({text},))'''\n" \
        f"[define.h]\nis = '''{text}'''\n"
    book = pay(when=form.format(text), rest=defines)
    with pytest.raises(QuepuError) as error:
        rulebook_of_text(book).compiled()
    assert "rules.toml:" in str(error.value)
    assert not trace.exists()


@pytest.mark.parametrize("which", range(8))
@pytest.mark.parametrize("form", ["distinct(options.mode, {0})", "options.mode == {0}", "options.mode in ('calm', {0})",
                                  "any(x == options.mode for x in ({0}, options.mode))",
                                  "count(x for x in (options.mode, {0}) if x == {0}) > 0", "g({0})",
                                  "(options.mode if self_draw else {0}) == 'calm'"])
def test_a_choice_is_its_number_whatever_it_is_called(form: str, which: int, trace: Path) -> None:
    """A choice may be called anything; what is made of it is a number, and both runners agree."""
    choice = harm(trace)[which]
    rest = f"[option.mode]\ntype = 'choice'\ndefault = 'calm'\nchoices = ['calm', {toml(choice)}]\n" \
        "[define.g]\nargs = { m = 'choice:mode' }\nis = 'm != options.mode'\n"
    book = rulebook_of_text(pay("7", form.format(repr(choice)), rest))
    play = play_trees(book.model)
    assert choice not in str(play.trees)
    assert choice not in str(scoring_trees(book.model))
    plain = plain_play(play)
    for draw in (0, 1):
        f = put(blank(book.model), {"self_draw": draw, "discarder": -1 if draw else 2})
        right = ledger_rows(book.model, f.copy(), ("win",))
        plain.pay(f, OCCASIONS.index("win"))
        assert rows_of(book.model, f) == right
    pad = Pad(book, ("Ann", "Bo", "Cy", "Di"))
    pad.enter({"wins": [{"seat": "Ann", "from": "Cy", "hand": HAND}]})
    assert not trace.exists()


def toml(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def test_names_of_a_rulebook_are_no_part_of_generated_text() -> None:
    """Variables, tags, ids, memories, tallies: none is written down."""
    book = rulebook_of_text(HEAD + """
[memory.strangeword]
scope = "seat"
update = { on = "discard", when = "any(strangeloop.is_honor for strangeloop in (tile, '1z'))", set = 1 }
[define.strangedefine]
args = { strangearg = "seat" }
is = "sum(strangeword[strangearg] for strangeloop in seats)"
[fan.strangefan]
value = 1
tags = ["strangetag"]
pick = "strangeset in chows"
when = "strangeset.suit == 'm' and any(strangeset.low == t.rank for t in tiles)"
[[pay]]
on = "win"
tag = "strangerow"
amount = "sum(strangedefine(x) for x in seats) + paid('strangerow', payer, winner) + has(strangefan)"
[[adjust]]
on = "win"
tags = ["strangerow"]
amount = "amount + any_fan('strangetag')"
""")
    text = str(scoring_trees(book.model)) + str(play_trees(book.model).trees)
    assert "strange" not in text


@pytest.mark.parametrize("value", ["1", "f[0]", 1.0, None, (1,), 2**63, -2**63 - 1, b"1", np.int64(1), [1], {1}])
def test_only_numbers_become_part_of_a_function(value: Any) -> None:
    with pytest.raises(NotANumberError):
        number(value)
    with pytest.raises(NotANumberError):
        Code(model_of("")).constant([1, value])


def test_the_generator_refuses_a_text() -> None:
    """Were the checker to let one through, nothing would come of it."""
    model = model_of("")
    text: Any = "0] + f[1"
    for node in (Text(text), Number(text), Slot(text), Slot(Place("memory", text)), Flag(text), Waits(text),
                 Waits(Place(text))):
        with pytest.raises((TypeError, AttributeError, KeyError)):
            Code(model).whole(node, NOTHING)


# -- 2: a define means what it says --
HYGIENE = """
[memory.m]
scope = "seat"
[define.g]
args = { s = "seat" }
is = "sum(m[s] for x in (1000000000, 1000000000))"
[define.same]
args = { x = "seat" }
is = "sum(m[x] + count(y for y in seats if y == x) for y in seats)"
[define.inner]
args = { y = "int" }
is = "sum(y * x for x in (1, 10))"
[define.outer]
args = { x = "int" }
is = "sum(inner(x + y) for y in (100, 1000))"
[define.twice]
args = { t = "tile", n = "int" }
is = "count(n for n in (1, 2, 3)) * 100 + n + sum(t.rank for t in '123m')"
[define.shadow]
args = { x = "int" }
is = "sum(sum(x for x in (x, x + 1)) for x in (x, 5))"
[define.given]
is = "1 if payer == winner else 2"
"""
#: an expression and what it gives where memory m holds 1, 2, 3, 4
MEANINGS = [
    ("sum(g(x) for x in seats)", 20),
    ("sum(g(s) for s in seats)", 20),
    ("g('W')", 6),
    ("sum(same(y) for y in seats)", 4 * (10 + 4)),
    ("sum(same(x) for x in seats)", 4 * (10 + 4)),
    ("sum(m[y] for y in (next_seat(winner, 1), 'N'))", 6),
    ("outer(7)", 11 * (107 + 1007)),
    ("sum(outer(x) for x in (1, 2))", 11 * (101 + 1001 + 102 + 1002)),
    ("sum(outer(y) for y in (1, 2))", 11 * (101 + 1001 + 102 + 1002)),
    ("sum(inner(inner(x)) for x in (1, 2))", 121 * 3),
    ("twice(win_tile, 4) + sum(twice(t, t.rank) for t in '9m')", 310 + 315),
    ("shadow(1)", 3 + 11),
    ("sum(shadow(x) for x in (1, 2))", 14 + 16),
    ("sum(sum(x for x in (x, 2 * x)) for x in (1, 2))", 9),
    ("given", 2),
]


def meanings() -> tuple[Any, Any]:
    text = HYGIENE + "".join(f"[kong.k{number}]\nwhen = {f'({expression}) == {value}'!r}\n"
                             for number, (expression, value) in enumerate(MEANINGS) if expression != "given")
    model = model_of(text)
    return model, play_trees(model)


@pytest.mark.parametrize("number", range(len(MEANINGS) - 1), ids=[word for word, _value in MEANINGS[:-1]])
def test_arguments_and_loops_never_capture_each_other(number: int) -> None:
    model, play = meanings()
    f = put(blank(model), {"win_tile": 5, "seat": 0, Place("memory", model.memory[0].slot): [1, 2, 3, 4]})
    path = ("kong", f"k{number}", "when")
    assert by_reference(model, path, f)
    assert plain_play(play).ask(f, play.numbers[path])
    assert load_play(play).call("ask", f.address, play.numbers[path])


def test_a_loop_of_the_caller_is_not_known_in_a_define() -> None:
    rest = '[define.h]\nargs = { n = "int" }\nis = "1 if y == \'E\' else n"\n'
    with pytest.raises(QuepuError, match="'y' is not a word of the language"):
        rulebook_of_text(pay("sum(h(1) for y in seats)", rest=rest))


def test_what_a_place_gives_is_known_in_a_define() -> None:
    model = model_of(HYGIENE + '[[pay]]\non = "win"\namount = "given"\n')
    assert {row[3] for row in ledger_rows(model, blank(model), ("win",))} == {2}


def test_no_two_loops_share_a_variable() -> None:
    names = model_of(HYGIENE).words
    for expression, _value in MEANINGS:
        node = parse(expression, names, PAY, {"payer": "seat"})
        for loop in (part for part in parts_of(node) if isinstance(part, Loop)):
            inside = [part for arg in loop.parts for part in parts_of(arg) if isinstance(part, Loop)]
            assert all(part.variable != loop.variable for part in inside)
        assert set(free_variables(node)) <= {"payer"}


def test_explanations_speak_the_author_s_words() -> None:
    book = rulebook_of_text(HEAD + """
[define.lone]
args = { seen = "tile" }
is = "copies(seen) == 1"
[fan.z]
value = 1
when = "any(lone(mine) and mine.is_honor for mine in kinds)"
""")
    fan = next(fan for fan in book.model.fans if fan.id == "z")
    told = fan_text(book.model, fan, "en") + book.score(HAND).explain("en")
    assert told
    assert ".1" not in told


# -- malformed types are told --
@pytest.mark.parametrize(("text", "why"), [
    ('[define.g]\nargs = { s = "choice:nonexist" }\nis = "1"\n', "there is no type 'choice:nonexist'"),
    ('[define.g]\nargs = { s = "choice:" }\nis = "1"\n', "there is no type 'choice:'"),
    ('[define.g]\nargs = { s = "tille" }\nis = "1"\n', "Did you mean 'tile'?"),
    ('[define.g]\nargs = { s = 5 }\nis = "1"\n', "there is no type '5'"),
    ('[define.g]\nargs = { s = ["seat"] }\nis = "1"\n', "there is no type"),
    ('[define.g]\nargs = { s = { a = "seat" } }\nis = "1"\n', "there is no type"),
    ('[define.g]\nargs = { "s; import os" = "int" }\nis = "1"\n', "is not a name"),
    ('[define.g]\nargs = { "lambda" = "int" }\nis = "1"\n', "is not a name"),
    ('[define.g]\nargs = { "" = "int" }\nis = "1"\n', "is not a name"),
    ('[define.g]\nargs = { seats = "tiles" }\nis = "1"\n', "already a word"),
    ('[define.g]\nargs = ["seat"]\nis = "1"\n', "needs a table"),
    ('[memory.m]\nscope = "seat"\ntype = "sheat"\n', "Did you mean 'seat'?"),
    ('[memory.m]\nscope = "seat"\ntype = "choice:x"\n', "is not of type 'choice:x'"),
    ('[memory.m]\nscope = "seat"\ntype = "seat"\nstart = 4\n', "4 is outside -1 to 3"),
    ('[memory.m]\nscope = "seat"\ntype = "seat"\nstart = -2\n', "-2 is outside -1 to 3"),
    ('[memory.m]\nscope = "hand"\ntype = "tile"\nstart = 42\n', "42 is outside -1 to 41"),
    ('[memory.m]\nscope = "hand"\nstart = 1000000\n', "1000000 is outside"),
    ('[memory.m]\nscope = "hand"\ntype = "seat"\nupdate = { on = "draw", set = 4 }\n', "4 is outside -1 to 3"),
    ('[memory.m]\nscope = "hand"\ntype = "tile"\nupdate = { on = "draw", set = "flower_count" }\n', "a tile is needed"),
    ('[fan.z]\nvalue = 1\npick = "a, b in chows"\nwhen = "(a if self_draw else b).suit == \'m\'"\n',
    "'if' cannot choose"),
    ('[fan.z]\nvalue = 2\npick = "a, b in chows"\nuses_sets = true\nwhen = "wait_count > 1"\n', "cannot ask for waits"),
    ('[define.w]\nis = "live_wait_count"\n[fan.z]\nvalue = "w"\npick = "a, b in chows"\nuses_sets = true\n',
     "cannot ask for waits"),
    ('[[adjust]]\non = "win"\namount = "count(r for r in rows if r == row)"\n',
     "rows of the ledger cannot be compared"),
    ('[[adjust]]\non = "win"\namount = "1 if distinct(row, row) else 0"\n', "rows of the ledger cannot be compared"),
    ('[[pay]]\non = "win"\namount = "count(x for x in range(-wild_count, 3))"\n', "plain numbers"),
    ('[[pay]]\non = "win"\namount = "any(options.limit for options in seats)"\n', "choose another name"),
])
def test_malformed_types_are_told(text: str, why: str) -> None:
    with pytest.raises(QuepuError) as error:
        rulebook_of_text(HEAD + text)
    assert why in str(error.value)
    assert "rules.toml:" in str(error.value)


def test_a_book_of_captures_is_played() -> None:
    """The book that ended the server: memory is read where it lies, and hands are played to their end."""
    book = rulebook_of_text(HEAD + """
[memory.m]
scope = "seat"
update = { on = "hand_end", set = "m[owner] + 1" }
[memory.hands]
scope = "match"
update = { on = "hand_end", set = "hands + 1" }
[define.g]
args = { s = "seat" }
is = "sum(m[s] for x in (1000000000, 1000000000)) if hands >= 0 else 0"
[fan.z]
value = 8
when = "sum(g(x) for x in seats) >= 0"
[[pay]]
on = "win"
amount = "1 + sum(g(x) for x in seats)"
[[pay]]
on = "draw"
for = "seats"
amount = "sum(g(x) for x in seats)"
""")
    assert book.score(HAND).total == book.compiled().score(book.win(HAND)).total == 8
    match, hands = Match(book, seed=3), 0
    while hands < 5 and not match.over:
        match.begin()
        while not match.hand_over:
            seat = match.asked[0]
            match.play(seat, match.legal(seat)[0])
        hands += 1
    assert sum(match.scores) == 0


def test_every_part_of_the_language_is_parsed_or_refused() -> None:
    """Odd bits of Python are faults, never exceptions of another kind."""
    odd = ["lambda: 1", "[1, 2]", "{1}", "{}", "{**x}", "f''", "f'{1}'", "b''", "...", "None", "1j", "x := 1",
        "(x := 1)",
           "await x", "(yield)", "*x", "x if y", "x[1:2]", "x[::]", "m[*x]", "print()", "a.b.c", "a().b", "a[0][1]",
           "~1", "+1",
           "1 @ 2", "1 is 1", "not", "", "   ", "'a' 'b'", "sum(*x)", "sum(x=1)", "sum(1 for x, y in z)",
           "sum(1 for x.y in z)",
           "sum(1 for x in y for z in w)", "sum()", "any()", "max()", "max(1)", "count(1)", "has()", "has(1)",
           "has(x, y)", "times('')",
           "paid()", "paid(1, 2, 3)", "permuted()", "any(p for p in permuted())", "any(1 for p in permuted(1))",
           "turned()",
           "any(t for t in turned(1))", "any(t for t in turned('x'))", "range(3)", "options", "options.x", "options()",
           "dice(0)",
           "dice('E')", "any_fan(1)", "any_fan()", "distinct()", "distinct(1)", "doubled(1)", "next_seat(1, 1)",
           "next_seat('E')",
           "'E'.wind", "winner.is_out.x", "m[winner, winner]", "copies(1)", "copies()", "1 < 2 < 'a'", "tile in ()",
           "'1m' in '1m'",
           "all(1 for x in ())", "sum(x for x in None)", "sum(1 for x in 5)", "nobody()", "none.next.next",
           "\N{ROMAN NUMERAL ONE}",
           "ﬁne", "x" * 1300, "1_000", "0x10", "0b1", "1e3", "1.5", "True + True", "a\n+ b", "a; b", "# nothing",
           "1 # two"]
    for text in chain(odd, (f"sum({bit} for x in seats)" for bit in odd)):
        with suppress(ExpressionError):
            parse(text, Names(), PAY)
