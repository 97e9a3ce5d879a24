"""A house rulebook of five lines works everywhere: loading, scoring, waits, checking and testing."""

from pathlib import Path

import pytest

from quepu import rulebook
from quepu.cli.main import main

HOUSE = Path(__file__).parents[1] / "house" / "five_lines.toml"


def test_it_is_five_lines():
    assert len(HOUSE.read_text(encoding="utf-8").splitlines()) == 5


def test_a_value_is_changed_and_nothing_else():
    hand = "[222m]555p888s33z77z 7z"
    house, parent = rulebook(HOUSE), rulebook("guobiao")
    assert (house.id, house.name("zh")) == ("five_lines", "我家麻将")
    ours = {fan.id: fan.points for fan in house.score(hand, from_="S").fans}
    theirs = {fan.id: fan.points for fan in parent.score(hand, from_="S").fans}
    assert ours == {**theirs, "all_pungs": 8}


def test_a_fan_is_added_and_an_option_takes_it_out():
    hand = "123m23455p345s88s 5p"
    house = rulebook(HOUSE)
    score = house.score(hand)
    assert (score.total, "lucky_eights" in {fan.id for fan in score.fans}) == (11, True)
    assert house.with_options(lucky=False).score(hand).total == 9
    assert rulebook(f"{HOUSE}?lucky=false").score(hand).total == 9


def test_it_waits():
    waits = rulebook(HOUSE).waits("123m23455p345s88s")
    assert {wait.tile: wait.discard.total for wait in waits.waits} == {"5p": 11, "8s": 9}


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "123m23455p345s88s 5p", "--rule", str(HOUSE), "--lang", "en"],
        ["score", "123m23455p345s88s 5p", "--rule", str(HOUSE), "--option", "lucky=false", "--json"],
        ["waits", "123m23455p345s88s", "--rule", str(HOUSE)],
        ["rules", "show", str(HOUSE)],
        ["rules", "show", str(HOUSE), "lucky_eights"],
        ["rules", "test", str(HOUSE)],
        ["rules", "check", str(HOUSE)],
    ],
)
def test_it_works_in_every_command(arguments, capsys):
    assert main(arguments) == 0
    assert "failed unexpectedly" not in capsys.readouterr().err


def test_a_later_occasion_reads_what_an_earlier_one_moved(tmp_path):
    """A horse on the winner's seat: its owner, South, is paid as much again by the others."""
    house = tmp_path / "horses.toml"
    house.write_text(
        'extends = "guobiao"\n[[pay]]\nid = "horse"\non = "end"\nfor = "seats"\ntag = "horse"\n'
        'when = \'owner == "S"\'\namount = \'paid("win", payer, "E")\'\n',
        encoding="utf-8",
    )
    hand = "123m23455p345s77z 5p"
    assert rulebook("guobiao").score(hand, from_="N").payments == {"E": 32, "S": -8, "W": -8, "N": -16}
    assert rulebook(house).score(hand, from_="N").payments == {"E": 32, "S": 16, "W": -16, "N": -32}
