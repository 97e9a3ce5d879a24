"""Broken, hostile and doubtful rulebooks: each fault is told with its line, its column and the way out."""

# ruff: noqa: E501 - one case a line reads best
import os
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quepu.book import rulebook
from quepu.errors import QuepuError, RulebookError
from quepu.rulebook.file.load import known_ids, own_and_below
from quepu.rulebook.file.options import option_text
from quepu.rulebook.language.parse import ExpressionError, Names, parse
from quepu.rulebook.language.vocabulary import LEVELS
from quepu.rulecheck.check import check_file
from quepu.rulecheck.inherited import stale
from tests.share import sampled
from tests.waiting import few_calls

HEAD = 'extends = "guobiao"\n'
BOOKS = Path(__file__).parents[2] / "src" / "quepu" / "rulebook" / "books"


def choices(name: str) -> list[str]:
    """References to a rulebook with each choice of its options that is not the default."""
    return [f"{name}?{option.id}={value}" for option in rulebook(name).model.options
            for value in (("true", "false") if option.type == "bool" else option.choices if option.type == "choice" else ())
            if value != option_text(option.value)]


def fan(when: str, more: str = "") -> str:
    """A house rulebook with one fan; its condition begins in line 4, column 9."""
    return f"{HEAD}[fan.zz]\nvalue = 1\nwhen = '{when}'\n{more}"


#: name -> (text, line, column, what is said, what is advised)
BROKEN = {
    "unknown word": (fan("self_drawn"), 4, 9, "'self_drawn' is not a word", "Did you mean 'self_draw'?"),
    "wrong type of key": (HEAD + 'fan.all_pungs.value = true', 2, 23, "needs a number or an expression", ""),
    "text for a number": (HEAD + 'fan.all_pungs.no = "x"', 2, 21, "needs a whole number, this is text", ""),
    "unknown section": (HEAD + "[fans.zz]\nvalue = 1", 2, 2, "there is no section 'fans'", "Did you mean 'fan'?"),
    "unknown key": (fan("self_draw", 'drop = ["no_honors"]'), 5, 1, "no key 'drop'", "Did you mean 'drops'?"),
    "unknown function": (fan("alll(True for t in tiles)"), 4, 9, "no function 'alll'", "Did you mean 'all'?"),
    "unknown property": (fan("any(c.lo == 1 for c in chows)"), 4, 15, "'lo' is not a property of a set",
                         "Did you mean 'low'?"),
    "unknown flag": (fan("self_draw and last_tyle"), 4, 23, "'last_tyle'", "Did you mean 'last_tile'?"),
    "unknown option": (fan("options.min_fam > 3"), 4, 9, "no option 'min_fam'", "Did you mean 'min_fan'?"),
    "unknown fan": (fan("has(all_pung)"), 4, 13, "no fan 'all_pung'", "Did you mean 'all_pungs'?"),
    "unknown tag": (fan('any_fan("flowr")'), 4, 9, "no fan has the tag 'flowr'", "Did you mean 'flower'?"),
    "unknown shape": (fan('shape == "seven_pair"'), 4, 18, "'seven_pair' is not a shape", "'seven_pairs'"),
    "unknown tally": (fan("self_draw", 'tally = "point"'), 5, 10, "no tally 'point'", "Did you mean 'points'?"),
    "cycle of has": (HEAD + "[fan.a]\nvalue = 1\nwhen = 'has(b)'\n[fan.b]\nvalue = 1\nwhen = 'has(a)'", 2, 2,
                     "asks about itself", "one of the two must do without"),
    "define by itself": (HEAD + "[define.x]\nis = 'y'\n[define.y]\nis = 'x'", 3, 7, "defined by itself", ""),
    "drop of unknown fan": (fan("self_draw", 'drops = ["all_pung"]'), 5, 11, "does not exist: 'all_pung'",
                            "Did you mean 'all_pungs'?"),
    "bad drop": (fan("self_draw", 'drops = ["all_pungs@mine"]'), 5, 11, "cannot be read", "id@own"),
    "drop how many": (fan("self_draw", 'drops = ["all_pungs*x"]'), 5, 11, "cannot be read", "id*1"),
    "default out of choices": (HEAD + 'option.edition.default = "1997"', 2, 27, "'1997' is not one of", "1998"),
    "default out of range": (HEAD + "option.min_fan.default = 100", 2, 26, "not a number from 0 to 88", ""),
    "choice of unknown value": (HEAD + "[option.edition.choice.1999]\nfan.all_pungs.value = 3", 2, 2,
                                "'1999' is not one of the choices", "1998"),
    "choice without changes": (HEAD + "option.edition.choice.1998 = 3", 2, 30, "a choice brings a table", "write"),
    "fault in a choice": (HEAD + "[option.edition.choice.1998]\nfan.all_pungs.when = 'pungs_count == 4'", 3, 23,
                          "with edition = 1998: 'pungs_count' is not a word", "'pung_count'"),
    "negative value": (HEAD + "fan.all_pungs.value = -1", 2, 23, "never negative", "[[adjust]]"),
    "division by zero": (fan("8 // kong_count == 2"), 4, 14, "must be larger than 0", "max(1, ...)"),
    "division by the largest of none": (fan("8 // -max(-1 for a in pungs) == 2"), 4, 14, "must be larger than 0", "max(1, ...)"),
    "division": (fan("kong_count / 2 == 1"), 4, 9, "'/' is not part of the language", "use //"),
    "float": (fan("kong_count == 1.5"), 4, 23, "only whole numbers", "half_up"),
    "number too large": (fan("kong_count == 99999999999"), 4, 23, "too large", "1,000,000,000"),
    "value too large": (HEAD + "fan.all_pungs.value = 99999999999", 2, 23, "a number from -1,000,000 to 1,000,000", ""),
    "can grow too large": (HEAD + "score.total = 'points * points * points'", 2, 16, "grow too large", "min("),
    "no tile": (fan('win_tile == "10m"'), 4, 21, "'10m' is not a tile", 'written "5m"'),
    "no tiles": (fan('win_tile in "12x"'), 4, 21, "'12x' is not a list of tiles", "23468s6z"),
    "malformed pick": (HEAD + "[fan.zz]\nvalue = 1\npick = 'a, b of chows'", 4, 9, "cannot be read", "a, b in chows"),
    "name twice in a pick": (HEAD + "[fan.zz]\nvalue = 1\npick = 'a, a in chows'", 4, 9, "not a new name", "write"),
    "large pick": (HEAD + "[fan.zz]\nvalue = 1\npick = 'a,b,c,d,e,f in sets'", 4, 9, "at most 5 sets and 1 pair", "`when`"),
    "pick of two pairs": (HEAD + "[fan.zz]\nvalue = 1\npick = 'a in sets; p, q in pairs'", 4, 9, "at most 5 sets and 1 pair", "`when`"),
    "own drop without a pick": (fan("self_draw", 'drops = ["dragon_pung@own"]'), 5, 11, "it has no pick", 'write "dragon_pung" to drop'),
    "own drop of a whole hand": (HEAD + "[fan.zz]\nvalue = 1\npick = 'a in chows'\ndrops = ['no_honors', 'all_pungs@own']", 5, 24,
                                 "all_pungs does not pick exactly one set", "`uses_sets`"),
    "own drop of two sets": (HEAD + "[fan.zz]\nvalue = 1\npick = 'a, b in chows'\ndrops = ['short_straight@own']", 5, 11,
                             "short_straight does not pick exactly one set", "give both fans `pick` and `uses_sets`"),
    "combination asks about a fan": (HEAD + "[fan.zz]\nvalue = 1\nuses_sets = true\npick = 'a, b in chows'\nwhen = 'a.low == 1 and has(all_pungs)'",
                                     6, 24, "cannot ask about other fans", "let the other fan drop this one"),
    "combination's value asks": (HEAD + "[fan.zz]\nvalue = '1 + times(flower_tiles)'\nuses_sets = true\npick = 'a, b in chows'",
                                 3, 14, "cannot ask about other fans", "words of the hand"),
    "combination asks by a define": (HEAD + "[define.rich]\nis = 'any_fan(\"flower\")'\n[fan.zz]\nvalue = 1\nuses_sets = true\npick = 'a, b in chows'\nwhen = 'rich'",
                                     8, 9, "cannot ask about other fans", ""),
    "memory scope": (HEAD + "[memory.x]\nscope = 'table'", 3, 10, "scope", "match"),
    "name already taken": (HEAD + "[flag.total]", 2, 2, "already a word of the language", "another name"),
    "keyword as name": (HEAD + "[flag.and]", 2, 2, "'and' is not a name", ""),
    "unknown occasion": (HEAD + "[[pay]]\non = 'wins'\namount = 1", 3, 7, "'wins'", "win"),
    "unknown payer": (HEAD + "[[pay]]\non = 'win'\nfrom = 'everyone'\namount = 1", 4, 9, "'everyone'", "payers"),
    "missing key": (HEAD + "[[pay]]\non = 'win'", 2, 3, "'amount' is missing", ""),
    "missing value": (HEAD + "[fan.zz]\nwhen = 'self_draw'", 2, 2, "'value' is missing", ""),
    "nothing to earn": (HEAD + "[fan.zz]\nvalue = 1", 2, 2, "nothing says when", "`when`, `count` or `pick`"),
    "TOML": (HEAD + "[fan.zz\nvalue = 1", 2, 8, "not readable as TOML", "texts need quotes"),
    "level": (fan("total > 8"), 4, 9, "'total' is not known yet", "it belongs to the score"),
    "seat and tile": (fan("winner == win_tile"), 4, 19, "a seat cannot be compared with a tile", ""),
    "two texts": (fan('"a" == "b"'), 4, 16, "two texts are never compared", "word of the language"),
    "arguments": (fan("copies() == 1"), 4, 9, "1 argument(s) expected, 0 given", ""),
    "attribute": (fan("self_draw.__class__"), 4, 19, "'__class__' is not a property", "has no properties"),
    "dunder": (fan('__import__("os")'), 4, 9, "no function '__import__'", ""),
    "lambda": (fan("(lambda: 1)()"), 4, 9, "only functions of the language", "docs/rulebook.md"),
    "comprehension": (fan("[t for t in tiles]"), 4, 9, "a list comprehension is not part", ""),
    "loops": (fan("any(any(any(any(a == b for a in tiles) for b in tiles) for c in tiles) for d in tiles)"), 4, 21,
              "more than 3 loops", "define"),
    "one equal sign": (fan("self_draw and pung_count = 4"), 4, 34, "a single '=' does not compare", "write '=='"),
    "one equal sign in a loop": (fan("any(t.rank = 8 for t in tiles)"), 4, 20, "a single '=' does not compare", "write '=='"),
    "tiles without quotes": (fan("win_tile == 5m"), 4, 21, "5m is not in quotes", "write '5m' inside"),
    "wild kinds without quotes": (HEAD + '[wild]\nchosen = "fixed"\nkinds = ["1f"]', 4, 11, "1f is not in quotes", "\"'1f'\""),
    "syntax": (fan("self_draw and"), 4, 22, "cannot be read", ""),
    "shape too large": (HEAD + "[shape.zz]\nsets = 9\npairs = 1", 3, 8, "'sets' is 9; a number from 0 to 6 is needed", ""),
    "hand too large": (HEAD + "deal.hand = 99", 2, 13, "a number from 1 to 17 is needed", ""),
    "kong of three": (HEAD + "kong.concealed.least = 3", 2, 24, "a kong of 3 tiles", "four tiles make a kong"),
    "bet about nobody": (HEAD + "memory.bets = { scope = 'pair' }\n[[phase]]\nid = 'bet'\nkind = 'bet'\nsets = 'bets'",
                         6, 9, "for each pair", "`about` goes with"),
    "stake kept nowhere": (HEAD + "ready.call = { on = ['discard'], choices = [1, 3] }", 2, 44, "memory of seats", ""),
    "earned too often": (HEAD + "[fan.zz]\nvalue = 1\ncount = '1000000'", 4, 10, "far too often", "min("),
    "example unreadable": (fan("self_draw", 'example = "12xm"'), 5, 12, "cannot be read", "self_draw = true"),
    "example of 13 tiles": (fan("self_draw", 'example = "123m456m789m123s1z"'), 5, 12, "cannot be read", "write"),
    "example earns another": (fan("kong_count == 4", 'example = "[222m][333p][444s]55m11z 5m"'), 5, 12,
                              "does not earn the fan; it earns: mixed_shifted_pungs", "change the example"),
    "example of no hand": (fan("self_draw", "example = 3"), 5, 11, "the example has no hand", "write"),
}


def first(report_texts: list[str]) -> tuple[int, int, str]:
    """(line, column, text) of the first fault."""
    found = re.match(r".*?:(\d+):(\d+): ", report_texts[0])
    assert found is not None, report_texts[0]
    return int(found[1]), int(found[2]), report_texts[0]


@pytest.mark.parametrize("name", BROKEN)
def test_broken_rulebook(name: str, tmp_path: Path) -> None:
    text, line, column, said, advised = BROKEN[name]
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    report = check_file(file, seconds=0.1)
    assert report.errors, report.warnings
    at_line, at_column, told = first(report.errors)
    assert (at_line, at_column) == (line, column), told
    assert said in told
    assert advised in told
    assert str(file) in told
    assert text.splitlines()[line - 1].strip() in told


def test_every_fault_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(fan("self_drawn and total > 3", 'drops = ["all_pung"]\nno = "x"\n[flags.x]'))
    errors = check_file(file).errors
    assert len(errors) == 5
    assert "\n".join(errors).count("Did you mean") == 3
    assert "\n    when = 'self_drawn and total > 3'\n            ^^^^^^^^^^\n" in "\n".join(errors)


def test_a_fault_is_told_in_the_file_that_has_it(tmp_path: Path) -> None:
    (tmp_path / "parent.toml").write_text(fan("self_drawn"))
    (tmp_path / "child.toml").write_text('extends = "parent.toml"\nfan.all_pungs.value = true\n')
    errors = check_file(tmp_path / "child.toml").errors
    assert [re.sub(r"^.*/", "", error.split(": ")[0]) for error in errors] == ["child.toml:2:23", "parent.toml:4:9"]


def test_extends_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('extends = "b.toml"')
    (tmp_path / "b.toml").write_text('extends = "a.toml"')
    (error,) = check_file(tmp_path / "a.toml").errors
    assert "extends in a circle" in error
    assert "take out one" in error


# -- what a search makes doubtful --
def warnings(tmp_path: Path, text: str, seconds: float = 0.5) -> list[str]:
    file = tmp_path / "house.toml"
    file.write_text(text)
    report = check_file(file, seconds)
    assert not report.errors
    return report.warnings


def test_a_fan_never_earned(tmp_path: Path) -> None:
    (told,) = warnings(tmp_path, fan("kong_count == 5 and pung_count == 2"), 2)
    assert first([told])[:2] == (2, 2)
    assert "fan zz: was never earned" in told
    assert "is its condition possible?" in told


def test_a_fan_always_dropped(tmp_path: Path) -> None:
    other = "[fan.yy]\nvalue = 9\nwhen = 'self_draw'\ndrops = [\"zz\"]"
    told = warnings(tmp_path, fan("self_draw and kong_count == 2", other), 1)
    assert any("fan zz: is earned but never counts: dropped by yy" in text for text in told)


def test_fans_always_together(tmp_path: Path) -> None:
    told = warnings(tmp_path, fan("kong_count == 3", "[fan.yy]\nvalue = 1\nwhen = 'kong_count == 3'"), 3)
    assert any("fan yy: always together with three_kongs, zz" in text and "should one drop the other?" in text
               for text in told)


def test_a_fan_that_all_come_with_is_one_warning(tmp_path: Path) -> None:
    told = warnings(tmp_path, fan("set_count >= 0", "[shape.seven_pairs]\nenabled = false"), 2)
    assert len([text for text in told if "together" in text]) == 1, told


WILD = '[wild]\nchosen = "fixed"\nkinds = ["\'5z\'"]'


def test_an_inherited_example_that_no_longer_holds_is_doubtful(tmp_path: Path) -> None:
    told = warnings(tmp_path, HEAD + WILD, 0.02)
    fan = "greater_honors_and_knitted"
    assert any("guobiao.toml" in text and f"fan {fan}" in text and f"fan.{fan}.example" in text for text in told)


def test_an_own_example_that_no_longer_holds_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(HEAD + WILD + '\n[fan.greater_honors_and_knitted]\nexample = "14m369p28s123456z 7z"')
    (error,) = check_file(file, 0.02).errors
    assert "house.toml:6:12: fan greater_honors_and_knitted: the example does not earn the fan" in error


@pytest.mark.parametrize(("text", "line", "said"), [
    ("score.minimum = 4", 2, "is 4 now, but the inherited sentence rulebook.text still says"),
    ("option.min_fan.default = 4", 2, "is 4 now, but the inherited sentence rulebook.text still says"),
])
def test_an_inherited_sentence_beside_a_changed_number(text: str, line: int, said: str, tmp_path: Path) -> None:
    told = [one for one in warnings(tmp_path, HEAD + text, 0.02) if "inherited" in one]
    assert len(told) == 1
    assert first(told)[0] == line
    assert said in told[0]
    own = HEAD + text + '\nrulebook.text = { zh = "四番起和", en = "four fan to win" }'
    assert not [one for one in warnings(tmp_path, own, 0.02) if "inherited" in one]


def test_what_ships_says_the_numbers_it_has() -> None:
    for book in sorted(path.stem for path in BOOKS.glob("*.toml")):
        own, below = own_and_below(rulebook(book).sources)
        assert stale(below, own) == [], book


@pytest.mark.parametrize(("text", "said"), [
    ("[flag.strange]", "flag strange: no fan, payment or condition asks for it"),
    ("[define.strange]\nis = 'self_draw'", "define strange: nothing uses it"),
    ("[memory.strange]\nscope = 'seat'", "memory strange: nothing reads it"),
    ("[option.strange]\ntype = 'bool'\ndefault = true", "option strange: it changes nothing"),
])
def test_unused(text: str, said: str, tmp_path: Path) -> None:
    (told,) = warnings(tmp_path, HEAD + text, 0.02)
    assert first([told])[:2] == (2, 2)
    assert said in told


def test_payments_that_nobody_fills(tmp_path: Path) -> None:
    told = warnings(tmp_path, HEAD + "[[pay]]\nid = 'gift'\non = 'win'\nfrom = 'pot'\namount = 5\ntag = 'gift'")
    assert any("the pot pays 5 more than it received" in text for text in told)


@pytest.mark.parametrize("book", sorted(path.stem for path in BOOKS.glob("*.toml")))
def test_shipped_rulebooks_have_no_errors(book: str) -> None:
    assert check_file(book, 0.2).errors == []


def test_same_report_twice() -> None:
    assert check_file("guobiao", 0.3) == check_file("guobiao", 0.3)


# -- hostile files --
def _doubling(count: int) -> str:
    lines = ["[define.d0]\nis = 'self_draw'\n"]
    lines += [f"[define.d{n + 1}]\nis = 'd{n} and d{n}'\n" for n in range(count)]
    return HEAD + "".join(lines) + f"[fan.zz]\nvalue = 1\nwhen = 'd{count}'\n"


def _calling(count: int) -> str:
    lines = ["[define.d0]\nis = 'x + 1'\nargs = { x = 'int' }\n"]
    lines += [f"[define.d{n + 1}]\nis = 'd{n}(d{n}(x))'\nargs = {{ x = 'int' }}\n" for n in range(count)]
    return HEAD + "".join(lines) + f"[fan.zz]\nvalue = 1\nwhen = 'd{count}(1) > 0'\n"


HOSTILE: dict[str, str | bytes] = {
    "deep lists": "a = " + "[" * 5000 + "]" * 5000,
    "deep keys": ".".join("a" * 5000) + " = 1",
    "deep header": "[" + ".".join("a" * 3000) + "]\nx = 1",
    "huge number": HEAD + "fan.all_pungs.value = " + "9" * 5000,
    "huge number in an expression": fan("kong_count == " + "9" * 1000),
    "infinity": HEAD + "fan.all_pungs.value = inf",
    "date": HEAD + "name = 1979-05-27",
    "10 MB": b"a" * 10_000_000,
    "binary": b"\x00\xff\xfe" * 100,
    "nothing": "",
    "passwd": 'extends = "../../etc/passwd"',
    "passwd as TOML": 'extends = "../../../../../../etc/passwd.toml"',
    "absolute": 'extends = "/etc/passwd.toml"',
    "directory": 'extends = "."',
    "zero byte": 'extends = "a\\u0000b.toml"',
    "long name": 'extends = "' + "a" * 5000 + '"',
    "itself": 'extends = "hostile.toml"',
    "doubling defines": _doubling(30),
    "doubling calls": _calling(20),
    "wide defines": HEAD + "[define.a]\nis = '" + " and ".join(["self_draw"] * 60) + "'\n[define.b]\nis = '"
                    + " and ".join("a" * 60) + "'\n[define.c]\nis = '" + " and ".join("b" * 60) + "'",
    "power": fan("9 ** 9 ** 9 > 1"),
    "shift": fan("(1 << 99999) > 1"),
    "range": fan("any(n == 1 for n in range(1000000000))"),
    "brackets": fan("(" * 300 + "1" + ")" * 300),
    "not not": fan("not " * 250 + "self_draw"),
    "minus": fan("-" * 1000 + "1 > 0"),
    "slow loops": fan("any(any(any(a + b + c == 99 for a in range(64)) for b in range(64)) for c in range(64))"),
    "slow sets": HEAD + "[sets.x]\nwhen = 'any(any(any(n == k for n in range(64)) for k in range(64)) for m in tiles)'",
    "slow pick": HEAD + "[fan.zz]\nvalue = 1\npick = 'a,b,c,d,e,f in pairs'\nwhen = '"
                 + " and ".join(["a.tile.rank + b.tile.rank == c.tile.rank"] * 20) + "'",
    "every triple": HEAD + "[sets.x]\nwhen = 'True'",
    "count": HEAD + "[fan.zz]\nvalue = 1\ncount = 'sum(1000000000 for t in tiles)'",
    "many fans": HEAD + "".join(f"[fan.f{n}]\nvalue = 1\nwhen = 'self_drawx'\n" for n in range(3000)),
    "many flags": HEAD + "".join(f"[flag.f{n}]\n" for n in range(3000)),
    "many shapes": HEAD + "".join(f"[shape.f{n}]\nsets = 4\npairs = 1\n" for n in range(3000)),
    "many payments": HEAD + "[[pay]]\non = 'win'\namount = 1\n" * 3000,
    "shape of many tiles": HEAD + "[shape.x]\ntiles = 100000\nwhen = 'True'",
    **{f"{section} is a number": f"{HEAD}{section} = 3" for section in
       ("fan", "option", "score", "tiles", "deal", "wild", "examples", "pay", "shape", "flag", "define", "memory",
        "match", "phase", "tally", "sets", "pairs", "win", "adjust", "liability")},
    "rulebook is a number": "rulebook = 3",
    "rulebook is a list": "[[rulebook]]\nid = 'x'",
    "id is a list": HEAD + "[[pay]]\nid = [1]\non = 'win'\namount = 1",
    "choices are texts": HEAD + "option.min_fan.choices = ['a', 'b']",
    "odd digit": HEAD + 'option.min_fan.default = "²"',
    "odd digit in a drop": HEAD + 'fan.all_pungs.drops = ["no_honors*²"]',
    "choice breaks options": HEAD + "option.edition.choice.2014 = { option = 3 }",
    "choice breaks fans": HEAD + "option.edition.choice.2014 = { fan = 3 }",
    "no tiles": HEAD + 'tiles.kinds = ""',
    "a key of many tables": HEAD + "a" + ".b" * 30000 + " = 1",
    "a path as id": HEAD + 'rulebook.id = "../../x"',
    "too many seats": HEAD + "deal.seats = 999",
    "an endless id": HEAD + f'fan.{"x" * 5000} = {{ name = {{ zh = "a", en = "b" }}, value = 1, when = "True" }}',
}


MOST_CALLS = 10_000_000


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_rulebook(name: str, tmp_path: Path) -> None:
    text = HOSTILE[name]
    file = tmp_path / "hostile.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(RulebookError) as caught, few_calls(MOST_CALLS):
        rulebook(file)
    assert caught.value.faults[0]
    assert check_file(file, 0.01).errors


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(RulebookError, match="not a file"):
        rulebook(tmp_path / "pipe.toml")


# -- nothing but our own errors, whatever the text --
GUOBIAO = (BOOKS / "guobiao.toml").read_text(encoding="utf-8").split("\n")
SOUP = st.sampled_from([
    "tiles", "sets", "chows", "t", "a", "self_draw", "win_tile", "copies(", "has(all_pungs)", "any(", "all(", "count(",
    " for t in ", "for a in sets", ")", "(", "==", "<", " in ", " and ", " or ", " not ", " if ", " else ", "+", "-", "*",
    "//", "%", "1", "0", "99", "1.5", '"1m"', '"E"', '"zz"', "[", "]", ",", ".", ".rank", ".tile", ".wins", "options",
    "nobody", "none", "winner", "actor", "waits(", "turned(", "value(", ".number", "permuted(", "range(", "max(", "doubled(", "lambda", "__class__", " ", "\n", "é", "\\", "'",
])


@settings(max_examples=150, deadline=None)
@given(st.lists(SOUP, max_size=14), st.sampled_from(LEVELS), st.sampled_from([None, "bool", "int", "seat", "tile"]))
def test_random_expressions_raise_only_their_own_error(parts: list[str], level: str, expect: str | None) -> None:
    names = Names(fans={"all_pungs": 0}, shapes={"standard": 0})
    with suppress(ExpressionError):
        parse("".join(parts), names, level, {"x": "set"}, expect)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_mutated_rulebook_raises_only_our_errors(data: st.DataObject, tmp_path: Path) -> None:
    lines = GUOBIAO.copy()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        cut = data.draw(st.integers(0, len(line)))
        end = data.draw(st.integers(cut, len(line)))
        lines[at] = line[:cut] + data.draw(st.one_of(st.text(max_size=6), SOUP, st.sampled_from(GUOBIAO))) + line[end:]
    file = tmp_path / "mutant.toml"
    file.write_text("\n".join(lines), encoding="utf-8", errors="replace")
    with suppress(QuepuError):
        book = rulebook(file)
        book.score("[345m][222p]45678m88s 9m", seat="E", round="S")


@pytest.mark.parametrize("reference", sampled([one for name in known_ids() for one in choices(name)], 12, "choices"))
def test_shipped_rulebooks_have_no_faults_with_other_options(reference: str) -> None:
    assert check_file(reference, 0.0).errors == []
