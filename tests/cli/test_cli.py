"""The command line: answers, exit codes, JSON, lines from standard input, and every kind of bad input."""

import io
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from quepu import __version__
from quepu.book import rulebook
from quepu.cli.main import main
from quepu.columns import width
from quepu.locale import formed, pick, words
from quepu.rulebook.file.load import known_ids
from tests.waiting import LONGEST

HERE = Path(__file__).parents[1]
HAND = "123m23455p345s77z 5p"
HOUSE = str(HERE / "house" / "five_lines.toml")


@pytest.fixture
def quepu(capsys, monkeypatch):
    """Runs the command in this process: (exit code, standard output, standard error)."""
    monkeypatch.setenv("LC_ALL", "C")

    def run(*argv, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            code = main(argv)
        except SystemExit as leave:     # argparse leaves by itself
            code = leave.code
        told = capsys.readouterr()
        assert "Traceback" not in told.out + told.err
        assert "failed unexpectedly" not in told.err
        return code, told.out, told.err
    return run


# -- score --
def test_score(quepu):
    code, out, _err = quepu("score", HAND, "--from", "N")
    assert code == 0
    assert "Mixed Shifted Chows" in out
    assert all(width(line) <= 80 for line in out.splitlines())
    assert quepu("score", "[345m][222p] 45678m88s 9m")[0] == 1
    assert "三色三步高" in quepu("score", HAND, "--lang", "zh")[1]
    assert "總計" not in quepu("score", HAND, "--lang", "zh-Hant")[2]


def test_language_of_the_shell(quepu, monkeypatch):
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "番种" in quepu("score", HAND)[1]
    assert "Fans" in quepu("score", HAND, "--lang", "en")[1]


def test_score_situation(quepu):
    code, out, _err = quepu("score", HAND, "--self-draw", "--seat", "s", "--round", "W", "--flowers", "15f",
                            "--flag", "last_tile", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["fans"]["花牌"] == 2
    assert told["fans"]["妙手回春"] == 8
    assert told["payments"]["S"] == -3 * told["payments"]["E"]
    assert {"legal", "total", "fans", "payments", "reading", "dropped", "ledger", "reasons"} <= told.keys()


def test_arguments_in_any_order(quepu):
    for argv in (("--flag", "last_tile", HAND), (HAND, "--flag", "last_tile"),
                 ("--flag", "last_tile", "--from", "N", HAND),
                 ("123m23455p345s77z", "5p", "--flag", "last_tile"),
                 ("--option", "min_fan=2", HAND, "--flag", "last_tile")):
        code, out, err = quepu("score", *argv)
        assert code == 0, err
        assert "Last Tile Claim" in out
    assert quepu("score", HAND, "--flag", "last_tile", "last_of_kind", "--json")[0] == 0


def test_options_and_files(quepu):
    illegal = "[345m][222p] 45678m88s 9m"
    assert quepu("score", illegal, "--option", "min_fan=2")[0] == 0
    assert quepu("score", illegal, "--rule", "guobiao?min_fan=2")[0] == 0
    code, out, _err = quepu("score", "[222m]555p888s33z77z 7z", "--rule", HOUSE, "--json")
    assert code == 0
    assert json.loads(out)["fans"]["碰碰和"] == 8


def test_payments_are_not_guessed(quepu):
    assert json.loads(quepu("score", HAND, "--json")[1])["payments"] is None
    assert json.loads(quepu("score", HAND, "--json", "--from", "N")[1])["payments"] == {"E": 32, "S": -8,
                                                                                        "W": -8, "N": -16}


def test_wild_and_state(quepu):
    code, out, _err = quepu("score", "3m123456p789s111z 9m", "--rule", "tianjin", "--self-draw", "--seat",
                            "S", "--wild", "34m")
    assert code == 0
    assert "3m as 9m" in out
    code, out, _err = quepu("score", "14559m267p348s11z 6m", "--rule", "luoshu", "--seat", "S", "--from", "E",
                            "--state", "stakes.S=5", "stakes.E=5", "--json")
    assert json.loads(out)["total"] == 5, out


def test_lines(quepu):
    example = {"id": "a", "concealed": "44z99s", "melds": ["pung 111z", "pung 222z", "pung 333z"],
               "win_tile": "4z", "from": "N"}
    lines = [HAND, "nonsense", json.dumps(example), '{"id": "b", "concealed": 5, "melds": 3}', '{"id": "c"}',
             "{broken", "",
             "[1, 2]", '{"id": "d", "concealed": "123m23455p345s77z", "win_tile": "5p", "seat": "X"}',
             '{"id": "e", "concealed": "123m23455p345s77z", "win_tile": "5p", "flags": 5}',
             "[345m][222p] 45678m88s 9m",
             '{"id": "f", "concealed": "123m23455p345s77z", "win_tile": "5p", "options": {"nope": 1}}',
             "[" * 5000, "{" * 5000]
    code, out, _err = quepu("score", "-", "--json", stdin="\n".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [answer["id"] for answer in answers] == [1, 2, "a", "b", "c", 6, 8, "d", "e", 11, "f", 13, 14]
    assert [answer["id"] for answer in answers if "error" not in answer] == [1, "a", 11]
    for answer in answers:
        assert answer.keys() in ({"id", "error", "causes"},
                                 {"id", "legal", "total", "fans", "fan_ids", "payments", "hand_payments"})
    assert answers[2]["fans"] == {"大四喜": 88, "混幺九": 32, "混一色": 6}
    assert answers[2]["payments"] == example.get("payments", {"E": 150, "S": -8, "W": -8, "N": -134})
    assert answers[9]["legal"] is False


def test_lines_exit_code(quepu):
    assert quepu("score", "-", "--json", stdin=HAND + "\n")[0] == 0
    assert quepu("score", "-", stdin=HAND + "\n[345m][222p] 45678m88s 9m\n")[0] == 1
    code, out, err = quepu("score", "-", stdin="bad\n" + HAND)
    assert code == 2
    assert "line 1" in err
    assert "Mixed Shifted Chows" in out


# -- analyse --
def test_analyse(quepu):
    code, out, _err = quepu("analyse", "123m23456p34s77z 25p", "--wall", "40", "--lang", "en")
    assert code == 0
    assert "2 draws from a legal win" in out
    assert "Mixed Shifted Chows" in out
    told = json.loads(quepu("analyse", "123m23456p34s77z 25p", "--wall", "40", "--seen", "4p", "--json")[1])
    assert told["draws"] == 10
    assert {choice["discard"]: choice["useful"].get("4p") for choice in told["choices"]}["2p"] == 2
    code, _out, err = quepu("analyse", "123m", "--lang", "en")
    assert code == 2
    assert "is analysed with 13" in err


# -- waits --
def test_waits(quepu):
    code, out, _err = quepu("waits", "123m23455p345s77z")
    assert code == 0
    assert "7z Red" in out
    told = json.loads(quepu("waits", "123m23455p345s77z", "--json")[1])
    assert told["distance"] == 0
    assert [(wait["tile"], wait["left"], wait["discard"]["total"])
            for wait in told["waits"]] == [("5p", 2, 8), ("7z", 2, 10)]
    assert json.loads(quepu("waits", "123m", "--json")[1])["missing"] == 10
    assert quepu("waits", "123m", "--flag", "nope")[0] == 2


# -- rules --
def test_rules_list(quepu):
    code, out, _err = quepu("rules")
    assert code == 0
    assert "guobiao" in out
    assert "(default)" in out
    assert "国标麻将" in quepu("rules", "--lang", "zh")[1]


@pytest.mark.parametrize("lang", ["zh", "zh-Hant", "en"])
@pytest.mark.parametrize("book", known_ids())
def test_the_page_of_every_rulebook(quepu, book, lang):
    code, out, _err = quepu("rules", "show", book, "--lang", lang)
    lines = out.splitlines()
    assert code == 0
    assert [line for line in lines if width(line) > 80] == []
    model = rulebook(book).model
    for fan in model.fans:              # with its value and what earns it, in the order of the file
        name = formed(pick(fan.names, lang), lang)
        assert any(line.strip().startswith(name) for line in lines), name
    for section in ("phase", "claim", "kong", "match"):
        heading = formed(words(f"rules.section.{section}", lang), lang)
        assert (heading in lines) == bool(model.as_written().get(section)), section
    claims = lines[lines.index(formed(words("rules.section.claim", lang), lang)) + 1:]
    for one in model.entries("claim"):
        name = formed(model.entry_name("claim", one, lang), lang)
        assert any(line.strip().startswith(name) for line in claims), name


def test_rules_show(quepu):
    for lang in ("zh", "en"):
        code, out, _err = quepu("rules", "show", "guobiao", "--lang", lang)
        assert code == 0
        assert all(width(line) <= 80 for line in out.splitlines())
    assert "min_fan" not in out
    assert "min_fan" in quepu("rules", "show", "guobiao", "--formula", "--lang", "en")[1]
    assert "Big Four Winds" in out
    page = quepu("rules", "show", "guobiao", "all_pungs")[1]
    for name in ("碰碰和", "All Pungs", "all pungs"):
        assert quepu("rules", "show", "guobiao", name)[1] == page
    assert quepu("rules", "show", "guobiao", "All", "Pungs")[1] == page
    assert "Lucky Eights" in quepu("rules", "show", HOUSE)[1]


def test_a_sentence_is_told_first_and_the_formula_when_asked_for(quepu):
    page = quepu("rules", "show", "guobiao", "big_four_winds", "--lang", "en")[1]
    assert "Pungs or kongs of all four winds." in page
    assert "a.tile.is_wind" not in page
    page = quepu("rules", "show", "guobiao", "big_four_winds", "--formula", "--lang", "en")[1]
    assert page.index("Pungs or kongs of all four winds.") < page.index("a, b, c, d are of winds")
    assert "a.tile.is_wind" in page
    whole, formula = (quepu("rules", "show", "guobiao", "--lang", "en", *more)[1] for more in ((), ("--formula",)))
    assert "the discarder pays that" in " ".join(whole.split())
    assert "not self-drawn and" not in whole
    assert "a, b, c, d are of winds" not in " ".join(whole.split())
    assert "a, b, c, d are of winds" in " ".join(formula.split())


def test_a_score_says_what_its_fans_are(quepu):
    hand = ("score", "[111z][222z][333z]44z99s 4z", "--rule", "guobiao", "--lang", "en")
    assert "all four winds" not in quepu(*hand)[1]
    assert "all four winds" in quepu(*hand, "--sentences")[1]
    assert "are of winds" not in quepu(*hand, "--sentences")[1]
    assert "= 4 pungs a, b, c, d; a, b, c, d are of winds" in quepu(*hand, "--formula")[1]


def test_how_a_hand_goes_is_told(quepu):
    code, out, _err = quepu("rules", "how", "guobiao", "--option", "min_fan=5", "--lang", "zh")
    assert code == 0
    assert "至少要 5 番" in out
    assert out.index("目标") < out.index("发牌") < out.index("一手例牌") < out.index("三色三步高")
    assert out[out.index("目标"):].rstrip() in quepu("rules", "show", "guobiao?min_fan=5", "--lang", "zh")[1]
    assert quepu("rules", "how", str(HERE / "house" / "turning.toml"))[0] == 2


def test_rules_test(quepu):
    code, out, _err = quepu("rules", "test", "guobiao")
    assert code == 0
    assert out.splitlines()[-1].endswith(" passed, 0 failed")
    code, out, _err = quepu("rules", "test", "guobiao", "--file", str(HERE / "books" / "guobiao.jsonl"))
    assert code == 0
    assert "wmc2006 24" in out


def test_rules_test_tells_differences(quepu, tmp_path):
    good = {"id": "good", "concealed": "44z99s", "melds": ["pung 111z", "pung 222z", "pung 333z"],
            "win_tile": "4z",
            "from": "N", "total": 126}
    cases = [good, {**good, "id": "total", "total": 99},
             {**good, "id": "fans", "fans": {"大四喜": 88, "天胡": 1}},
             {**good, "id": "edition", "expected_1998": {"total": 1}},
             {"id": "prose", "situation": "East declares."},
             {"id": "odd", "concealed": 7, "melds": 4}]
    path = tmp_path / "cases.jsonl"
    path.write_text("\n".join([*map(json.dumps, cases), "{broken"]), encoding="utf-8")
    code, out, _err = quepu("rules", "test", "guobiao", "--file", str(path))
    assert code == 1
    assert out.splitlines()[-2:] == ["1 not machine-readable", "1 passed, 5 failed"]
    assert "total: expected 99, got 126" in out
    assert "1998: total: expected 1, got 126" in out
    assert "天胡" in out
    assert quepu("rules", "test", "guobiao", "--file", str(tmp_path / "none.jsonl"))[0] == 2


def test_rules_check(quepu, tmp_path):
    pytest.importorskip("quepu.rulecheck.check")
    path = tmp_path / "bad.toml"
    path.write_text('extends = "guobiao"\n[fan.x]\nvalue = 1\nwhen = "pung_cnt == 4"\n', encoding="utf-8")
    code, out, _err = quepu("rules", "check", str(path))
    assert code == 2
    assert "bad.toml:4:" in out
    assert "pung_count" in out
    assert quepu("rules", "check", str(tmp_path / "none.toml"))[0] == 2


# -- bad input --
@pytest.mark.parametrize(("argv", "text"), [
    (["score", "12345678m1234567p 7p"], "16 tiles"),
    (["score", "1234567m1234567p 7p"], "15 tiles"),
    (["score", "11111m222333p44s 4s"], "5 copies of 1m"),
    (["score", "123m23455p345s77z"], "the winning tile is missing"),
    (["score", "[124m]23455p345s77z 5p"], "not a set"),
    (["score", "[12m]23455p345s77z 5p"], "not a meld"),
    (["score", HAND, "--rule", "guobio"], "Did you mean 'guobiao'"),
    (["score", HAND, "--rule", "nowhere.toml"], "cannot be read"),
    (["score", HAND, "--option", "edtion=1998"], "Did you mean 'edition'"),
    (["score", HAND, "--option", "edition=1999"], "is not one of"),
    (["score", HAND, "--option", "min_fan=999"], "not a number from"),
    (["score", HAND, "--option", "min_fan"], "NAME=VALUE"),
    (["score", HAND, "--flag", "last_tle"], "Did you mean 'last_tile'"),
    (["score", HAND, "--flowers", "5m"], "not a flower"),
    (["score", HAND, "--wild", "xx"], "not a tile"),
    (["score", HAND, "--state", "nope=1"], "has no memory 'nope'"),
    (["score", HAND, "--self-draw", "--from", "N"], "no discarder"),
    (["score", HAND, "--seat", "Q"], "invalid choice"),
    (["score", HAND, "--lang", "tlh"], "invalid choice"),
    (["score", HAND, "--nonsense"], "unrecognized arguments"),
    (["score", "what is this"], "not a tile"),
    (["score", "\x00\ud800"], ""),
    (["score"], "no hand was given"),
    (["waits"], "no hand was given"),
    (["waits", "1234567m12345678p"], "15 tiles"),
    (["rules", "show", "nope"], "no rulebook 'nope'"),
    (["rules", "show", "guobiao", "all_pangs"], "Did you mean 'all_pungs'"),
    (["rules", "test", "nope"], "no rulebook 'nope'"),
    (["nonsense"], "invalid choice"),
])
def test_bad_input(quepu, argv, text):
    code, _out, err = quepu(*argv)
    assert code == 2
    assert text in err
    assert err.strip()


@pytest.mark.parametrize("body", [
    "a = " + "[" * 500 + "]" * 500,
    "x = { " * 60,
    "[rulebook\nid = 3",
    "\x00\x01",
    'extends = "guobiao"\n[fan.x]\nvalue = 99999999999999999999\nwhen = "true"',
    'extends = "guobiao"\n[fan.x]\nvalue = 1\nwhen = "().__class__.__bases__"',
    'extends = "guobiao"\n[fan.x]\nvalue = 1\nwhen = "__import__(\'os\').system(\'true\')"',
    'extends = "guobiao"\n[fan.x]\nvalue = 1\nwhen = "open(\'/etc/passwd\')"',
    'extends = "guobiao"\n[fan.x]\nvalue = "9 ** 9 ** 9"\nwhen = "chow_count == 4"',
    'extends = "guobiao"\n[fan.x]\nvalue = "' + "*".join(["1000000"] * 9) + '"\nwhen = "chow_count == 4"',
    'extends = "guobiao"\n[fan.x]\nvalue = 1\nwhen = "any(any(any(any(any(a == b for a in tiles) '
    'for b in tiles) for c in tiles) for d in tiles) for e in tiles)"',
    'extends = "guobiao"\n[fan.x]\nvalue = 1\nwhen = "' + "(" * 300 + "1" + ")" * 300 + '"',
    'extends = "guobiao"\n[fan.x]\nvalue = 1\nwhen = "[x for x in tiles]"',
    'extends = "guobiao"\n[fan.x]\nvalue = 1\nwhen = "(lambda: 1)()"',
    'extends = "hostile.toml"',
    'extends = "../../../../etc/passwd"',
    "extends = 7",
    "rulebook = 7",
    'extends = "guobiao"\nfan = 7',
    'extends = "guobiao"\n[option.x]\ntype = "int"\ndefault = 1\nchoices = "ab"',
])
def test_hostile_rulebooks(quepu, tmp_path, body):
    path = tmp_path / "hostile.toml"
    path.write_text(body, encoding="utf-8")
    for argv in (("score", HAND, "--rule", str(path)), ("rules", "show", str(path)),
                 ("rules", "test", str(path))):
        code, _out, err = quepu(*argv)
        assert code == 2, argv
        assert err.strip()


def test_not_utf8(quepu, tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "\xff\xfe"')
    code, _out, err = quepu("score", HAND, "--rule", str(path))
    assert code == 2
    assert "UTF-8" in err


def test_a_file_that_is_too_large_is_told_where_it_passes_the_limit(quepu, tmp_path):
    large, near = tmp_path / "large.toml", tmp_path / "near.toml"
    large.write_text("# house\n" * 50_000)
    near.write_text('extends = "large.toml"\n')
    for command in (["rules", "check"], ["rules", "show"], ["score", HAND, "--rule"]):
        for path in (large, near):
            code, out, err = quepu(*command, str(path))
            assert code
            assert f"{large}:49153:1: the text is larger than 384 KiB" in out + err


# -- as a process --
def run(*argv, stdin=b"", **environment):
    return subprocess.run([sys.executable, "-m", "quepu", *argv], input=stdin, capture_output=True,
                          check=False,
                          env={**os.environ, **environment}, timeout=LONGEST)


def test_nothing_heavy_is_imported():
    program = ("import sys; from quepu.cli.main import main; main(['score', '123m23455p345s77z 5p']); "
               "print([name for name in ('llvmlite', 'numpy', 'tree_sitter') if name in sys.modules])")
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, timeout=LONGEST)
    assert told.stdout.splitlines()[-1] == b"[]"


def test_utf8_whatever_the_shell_says():
    told = run("score", HAND, "--lang", "zh", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert told.returncode == 0
    assert "三色三步高" in told.stdout.decode()


def test_bytes_that_are_no_text():
    told = run("score", "-", "--json", stdin=b"\xff\xfe\n" + HAND.encode() + b"\n")
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert "error" in answers[0]
    assert answers[1]["total"] == 8
    assert told.stderr == b""


def test_help_and_version():
    for argv in ((), ("--help",), ("score", "--help"), ("waits", "--help"), ("rules", "--help")):
        assert b"examples:" in run(*argv).stdout
    assert run("--version").stdout.split() == [b"quepu", __version__.encode()]


def test_the_version_is_written_in_one_place():
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    source = (HERE.parent / project["tool"]["hatch"]["version"]["path"]).read_text(encoding="utf-8")
    assert source.count(f'\n__version__ = "{__version__}"') == 1


def test_a_reader_that_leaves():
    many = (HAND + "\n").encode() * 400
    with subprocess.Popen([sys.executable, "-m", "quepu", "score", "-", "--json"],
                          stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        try:
            process.stdin.write(many)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(LONGEST) == 0
        assert process.stderr.read() == b""
