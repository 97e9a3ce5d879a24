"""`quepu rules new` writes a file that checks clean and overwrites nothing; `rules diff` names what differs."""

import json
import tomllib
from pathlib import Path

import pytest

from quepu.cli.main import main
from quepu.rulecheck.check import check_file

HOUSE = str(Path(__file__).parents[1] / "house" / "five_lines.toml")


@pytest.mark.parametrize("extends", [None, "sichuan"])
def test_a_new_file_checks_clean_and_so_it_does_without_its_signs(extends, tmp_path, capsys) -> None:
    file = tmp_path / "mine" / "house.toml"
    assert main(["rules", "new", str(file), *(["--extends", extends] if extends else [])]) == 0
    text = file.read_text(encoding="utf-8")
    assert str(file) in capsys.readouterr().out
    assert tomllib.loads(text)["extends"] == (extends or "guobiao")
    report = check_file(file, 0.02)
    assert (report.errors, report.warnings) == ([], [])
    shown = "\n".join(line.removeprefix("# ") if " = " in line else line for line in text.splitlines()
                      if ".enabled" not in line)
    assert check_file("shown.toml", 0.02, text=shown).errors == []


def test_a_new_file_overwrites_nothing(tmp_path, capsys) -> None:
    file = tmp_path / "house.toml"
    file.write_text("mine")
    assert main(["rules", "new", str(file), "--lang", "en"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert file.read_text() == "mine"


def test_two_settings_of_a_rulebook(capsys) -> None:
    assert main(["rules", "diff", "guobiao", "guobiao?min_fan=6", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["options"] == [{"option": "min_fan", "a": "8", "b": "6"}]
    assert told["changed"] == told["only_a"] == told["only_b"] == []


def test_a_house_rule_and_what_it_extends(capsys) -> None:
    assert main(["rules", "diff", "guobiao", HOUSE, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["only_b"] == ["fan.lucky_eights"]
    assert told["changed"] == [{"entry": "fan.all_pungs", "key": "value", "a": 6, "b": 8}]
    assert main(["rules", "diff", "guobiao", HOUSE, "--lang", "zh"]) == 0
    page = capsys.readouterr().out
    assert "碰碰和 fan.all_pungs · 番数：6 → 8" in page
    assert "八将 fan.lucky_eights" in page
    assert main(["rules", "diff", "guobiao", "guobiao", "--lang", "en"]) == 0
    assert "They do not differ in any rule." in capsys.readouterr().out
