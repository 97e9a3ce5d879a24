"""One hand under many rulebooks: what each says, what does not apply, and the page of it."""

import json

import pytest

import quepu
from quepu.cli.main import main
from quepu.columns import width
from quepu.rulebook.file.load import known_ids
from quepu.scoring.compare import KINDS, compare_text

HAND = "123m45699p678s55z 9p"
FOUR = ["guobiao", "luoshu", "tianjin", "wuhan"]


def test_each_rulebook_says_what_it_says_alone() -> None:
    found = quepu.compare(HAND, FOUR, self_draw=True)
    assert [(one.book.id, one.kind) for one in found] == [
        ("tianjin", "win"), ("guobiao", "minimum"), ("wuhan", "forbidden"), ("luoshu", "tiles")]
    for one in found[:3]:
        alone = quepu.rulebook(one.book.id).score(HAND, self_draw=True)
        assert one.score is not None
        assert (one.total, one.score.fans, one.reasons) == (alone.total, alone.fans, alone.reasons)
    assert found[3].reasons[0]["zh"] == "不用 5z"


def test_every_shipped_rulebook_is_asked_once() -> None:
    steps = []
    found = quepu.compare(HAND, self_draw=True, progress=lambda: steps.append(1))
    assert sorted(one.book.id for one in found) == known_ids()
    assert len(steps) == len(found)
    assert [KINDS.index(one.kind) for one in found] == sorted(KINDS.index(one.kind) for one in found)


def test_what_a_rulebook_does_not_know_does_not_apply() -> None:
    told = {"flags": ["ippatsu", "last_tile"], "wild": (0,), "state": {"sits": 1}, "options": {"min_fan": 3}}
    found = {one.book.id: one for one in quepu.compare(HAND + " 12f", FOUR, self_draw=True, **told)}
    assert found["guobiao"].ignored == ("ippatsu", "sits", "wild")
    assert found["luoshu"].reasons[0]["en"] == "16 tiles, 14 needed"     # its flowers are ordinary tiles
    assert found["guobiao"].kind == "win"           # by the option, which only it has
    assert found["tianjin"].ignored[-1] == "12f"
    assert "wild" not in found["tianjin"].ignored
    assert "sits" not in found["tianjin"].ignored


def test_a_win_is_compared_as_it_is() -> None:
    win = quepu.rulebook("guobiao").win(HAND, self_draw=True, flags=["last_tile"])
    [one] = quepu.compare(win, ["guobiao"])
    assert one.total == 13
    assert one.score is not None
    assert one.score.win.flags == {"last_tile"}


def test_a_hand_of_another_size_is_no_hand() -> None:
    [one] = quepu.compare("123m456m789m123p11s 22s 2s", ["guobiao"])
    assert (one.kind, one.total, one.reasons[0]["en"]) == ("tiles", None, "17 tiles, 14 needed")
    [one] = quepu.compare("[249s]35m44z267p222z7m", ["guobiao"])
    assert one.reasons[0]["en"] == "[249s] is no set"


def test_what_cannot_be_read_is_an_error() -> None:
    with pytest.raises(quepu.NotationError):
        quepu.compare("123x", FOUR)
    with pytest.raises(quepu.HandError, match="5 copies of 1m"):
        quepu.compare("11111m45699p678s55z", FOUR)


@pytest.mark.parametrize("lang", ["zh", "zh-Hant", "en"])
def test_the_page(lang: str) -> None:
    text = compare_text(quepu.compare(HAND, FOUR, self_draw=True, flags=["ippatsu"]), lang)
    assert max(map(width, text.splitlines())) <= 80
    for name in FOUR:
        names = quepu.rulebook(name).model.names
        assert names["en" if lang == "en" else "zh"] in text
    assert {"zh": "不适用：ippatsu", "zh-Hant": "不適用：ippatsu", "en": "does not apply: ippatsu"}[lang] in text


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, "--self-draw", "--rule", "all", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "A win\n" in out
    assert "Tianjin" in out
    assert main(["score", HAND, "--self-draw", "--rule", "all", "--json", "--option", "min_fan=1"]) == 0
    rows = {row["rule"]: row for row in json.loads(capsys.readouterr().out)}
    assert sorted(rows) == known_ids()
    assert rows["guobiao"]["legal"]
    assert rows["guobiao"]["total"] == 5
    assert rows["luoshu"]["total"] is None
    assert main(["score", "147m258p369s11223z", "--rule", "all"]) == 1
    assert main(["score", "-", "--rule", "all"]) == 2
