"""What is switched off is still declared: conditions, drops, payments and examples may speak of it."""

# ruff: noqa: E501 - one case a line reads best
from pathlib import Path

import pytest

from quepu.book import rulebook_of_text
from quepu.cli.main import main
from quepu.rulecheck.check import check_file
from tests.laid import begun, discard, go, memory, paid, pass_all

HEAD = 'extends = "guobiao"\n'
PUNGS = "[222m]555p888s33z77z 7z"
FAN = "[fan.z]\nvalue = 1\nwhen = '{}'\n"


@pytest.mark.parametrize(("text", "counts"), [
    ("fan.all_pungs.enabled = false\n" + FAN.format("has(all_pungs)"), False),
    ("fan.all_pungs.enabled = false\n" + FAN.format("not has(all_pungs)"), True),
    ("fan.all_pungs.enabled = false\n" + FAN.format("times(all_pungs) == 0"), True),
    ('[fan.y]\nenabled = false\ntags = ["odd"]\nvalue = 1\nwhen = "True"\n' + FAN.format('any_fan("odd")'), False),
    ('shape.knitted.enabled = false\nshape.knitted.sets = 1\n' + FAN.format('shape == "knitted"'), False),
    ('shape.knitted.enabled = false\nshape.knitted.sets = 1\n' + FAN.format('shape != "knitted"'), True),
    ('[turned.t]\non = "hand_start"\nenabled = false\n' + FAN.format('count(t for t in turned("t")) > 0'), False),
    ("[tally.t]\nenabled = false\n" + "[grade.z]\nname = 'z'\nwhen = 't > 0'\n" + FAN.format("True"), True),
    ("fan.all_pungs.enabled = false\n" + FAN.format("True") + 'drops = ["all_pungs"]', True),
])
def test_conditions_may_speak_of_it(text: str, counts: bool) -> None:
    book = rulebook_of_text(HEAD + text)
    win = book.score(PUNGS)
    assert ("z" in {fan.id for fan in win.fans}) is counts
    batch = book.score_batch(book.batch([PUNGS]))
    assert int(batch.total[0]) == win.total


def test_a_name_that_is_not_declared_is_still_a_fault() -> None:
    with pytest.raises(Exception, match="there is no fan 'all_pungz'"):
        rulebook_of_text(HEAD + "fan.all_pungs.enabled = false\n" + FAN.format("has(all_pungz)"))


def house(tmp_path: Path, text: str) -> str:
    path = tmp_path / "house.toml"
    path.write_text(HEAD + text)
    return str(path)


def test_payments_and_memory_of_a_kong_that_is_off_never_come(tmp_path: Path) -> None:
    rules = 'kong.melded.enabled = false\n[[pay]]\nid = "x"\non = "kong.melded"\namount = 1\n' \
        '[memory.seen]\nscope = "hand"\nupdate = { on = "kong.melded", set = "seen + 1" }\n' \
        '[turned.t]\non = "kong.melded"\nfrom = "back"\n[[pay]]\nid = "y"\non = ["kong.melded", "kong.concealed"]\namount = 2\n'
    match = begun(house(tmp_path, rules), "5555z")
    go(match, "E kong concealed 5z")
    assert (paid(match), memory(match, "seen"), int(match.table.turned_count)) == ([6, -2, -2, -2], [0], 0)


def test_tiles_are_turned_up_for_a_declaration(tmp_path: Path) -> None:
    rules = '[ready.off]\nenabled = false\n[ready.call]\n[ready.other]\n' \
        '[turned.t]\non = ["declare.call", "kong.added"]\nfrom = "back"\n[turned.never]\non = "declare.off"\nfrom = "back"\n'
    for called, count in (("call", 1), ("other", 0)):
        match = begun(house(tmp_path, rules), "123456789m123p5s")
        go(match, f"E declare {called} 5s")
        pass_all(match)
        assert int(match.table.turned_count) == count
    match = begun(house(tmp_path, rules), "5555z")
    discard(match, "E 5z")
    assert int(match.table.turned_count) == 0


OPTION = '[option.lucky]\ntype = "bool"\ndefault = false\nchoice.true.fan.luck.enabled = true\n' \
    '[fan.luck]\nenabled = false\nname = "Luck"\nvalue = 1\nwhen = "{}"\nexample = {{ hand = "123m23455p345s88s 5p", options = {{ {} }} }}\n'


def test_its_example_runs_under_its_own_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = house(tmp_path, OPTION.format("True", "lucky = true"))
    assert main(["rules", "test", good]) == 0
    passed = int(capsys.readouterr().out.rpartition("\n")[0].rpartition("\n")[2].split()[0])
    bad = house(tmp_path, OPTION.format("False", "lucky = true"))
    assert main(["rules", "test", bad]) == 1
    out = capsys.readouterr().out
    assert "fan luck" in out
    assert f"{passed - 1} passed, 1 failed" in out
    assert any("the example does not earn the fan" in error for error in check_file(bad, 0.02).errors)
    off = house(tmp_path, OPTION.format("True", "min_fan = 6"))
    assert main(["rules", "test", off]) == 2
    assert "fan luck is switched off" in capsys.readouterr().err
