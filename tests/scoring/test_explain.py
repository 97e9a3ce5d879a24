"""The explanation of a score: golden texts, 80 columns, every principle in words, escaped HTML."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

import quepu
from quepu import locale
from quepu.columns import pad, width, wrap
from quepu.errors import QuepuError
from quepu.examples.worked import read_example, read_lines
from quepu.scoring.explain import tally_texts
from quepu.scoring.explain_html import _row

HERE = Path(__file__).parents[1]
LANGUAGES = ("zh", "zh-Hant", "en")
HAND = "11122233344m55s 5s 15f"


@pytest.fixture(scope="module")
def guobiao():
    return quepu.rulebook("guobiao")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_golden(guobiao, lang):
    told = guobiao.score(HAND, self_draw=True, seat="S", round="W", flags={"last_tile"}).explain(lang)
    assert told + "\n" == (HERE / "golden" / f"explain.{lang}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("rule", ["guobiao", "binshi", "tianjin", "wuhan", "luoshu"])
def test_every_example_fits_eighty_columns(rule):
    book = quepu.rulebook(rule)
    lines = (HERE / "books" / f"{rule}.jsonl").read_text(encoding="utf-8").splitlines()
    examples = [example for _number, example in read_lines(lines) if "concealed" in example][::4]
    assert examples
    for example in examples:
        chosen, win = read_example(book, example)
        score = chosen.score(win)
        for lang in LANGUAGES:
            for line in score.explain(lang).split("\n"):
                assert width(line) <= 80, (example["id"], line)
                assert line == line.rstrip()


def test_principles_are_told(guobiao):
    implied = guobiao.score("[111z][222z][333z]44z99s 4z", discarder="N").explain("zh")
    assert "不重复" in implied
    assert "不拆移" in implied
    assert "就高不就低" in guobiao.score("11122233344m55s 5s", self_draw=True).explain("en")
    # three chows of which each pair makes a fan: two may be combined, the third pair is inside
    once = guobiao.score("123m123p123p789m55s 5s".replace("55s 5s", "5s 5s"), self_draw=True)
    assert {one.principle for one in once.dropped} & {"same", "once", "split"}


def test_every_principle_has_words():
    for lang in LANGUAGES:
        for principle in ("implied", "split", "same", "once", "group"):
            assert "XX" in locale.words(f"drop.{principle}", lang, by="XX") or principle in ("same", "once")


def test_not_legal_says_why(guobiao):
    score = guobiao.score("[345m][222p] 45678m88s 9m", discarder="N")
    assert "2 fan, 8 needed" in score.explain("en")
    assert "2 番，起和要 8 番" in score.explain("zh")
    incomplete = guobiao.score("1358m2479p36s127z 5z")
    assert not incomplete.complete
    assert "from ready" in incomplete.explain("en")


def test_payments_need_the_discarder(guobiao):
    known = guobiao.score("123m23455p345s77z 5p", discarder="N").explain("en")
    assert "North → East" in known
    assert "not told" in guobiao.score("123m23455p345s77z 5p").explain("en")


def test_wild_tiles_say_what_they_are():
    score = quepu.rulebook("tianjin").score("3m123456p789s111z 9m", self_draw=True, seat="S", wild="34m")
    assert "3m 当作 9m（99m）" in score.explain("zh")
    assert "3m as 9m (99m)" in score.explain("en")


def test_html_stands_by_itself_and_is_escaped(guobiao, tmp_path):
    tags = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attrs):
            tags.add(tag)

    page = guobiao.score(HAND, self_draw=True)._repr_html_()
    Reader().feed(page)
    assert tags <= {"table", "tbody", "tr", "td", "th"}
    assert "四暗刻" in page
    house = tmp_path / "house.toml"
    house.write_text('extends = "guobiao"\n[fan.all_pungs]\nname = { zh = "<script>x</script>" }\n',
                     encoding="utf-8")
    page = quepu.rulebook(house).score("[222m]555p888s33z77z 7z", discarder="S")._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert r"\u202e" in _row("a\u202e")          # no rulebook says so


def test_locales_have_the_same_words():
    tables = {}
    for lang in locale.LANGUAGES:
        path = Path(locale.__file__).parent / "locales" / f"{lang}.json"
        tables[lang] = json.loads(path.read_text(encoding="utf-8"))
    first = tables["en"]
    for lang, table in tables.items():
        assert table.keys() == first.keys(), lang
        for key, text in table.items():
            assert text.strip() or key in ("open", "close"), (lang, key)
            plural = {"s"}              # an ending that only English has
            assert _fields(text) - plural == _fields(first[key]) - plural, (lang, key)


def _fields(text: str) -> set[str]:
    import string
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name}


def test_languages():
    assert [locale.language(tag) for tag in ("zh", "zh-CN", "zh_TW.UTF-8", "zh-hant", "en_US.UTF-8")] == \
        ["zh-Hans", "zh-Hans", "zh-Hant", "zh-Hant", "en"]
    assert locale.language_of({"LANG": "zh_CN.UTF-8"}) == "zh-Hans"
    assert locale.language_of({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}) == "en"
    assert locale.language_of({}) == "en"
    with pytest.raises(QuepuError, match="no language 'tlh'"):
        locale.language("tlh")


def test_columns():
    assert width("番a") == 3
    assert pad("番", 4) == "番  "
    assert pad("番", 4, right=True) == "  番"
    lines = wrap("一二三四五六七八九十，一二三 four five six", 12, "  ")
    assert all(width(line) <= 14 for line in lines)       # punctuation may hang over
    assert not any(line.strip().startswith("，") for line in lines)
    assert "".join(lines).replace(" ", "") == "一二三四五六七八九十，一二三fourfivesix"


def test_several_factors_are_not_added_up() -> None:
    """1 and 2 multiply to 2: that they add up to 3 would say nothing."""
    score = quepu.rulebook("nanchang").score("23m12399p456s789s 4m", self_draw=True, seat="E", wild="78p")
    assert [one.id for one in score.earned] == ["plain_win", "wild_unused"]
    assert tally_texts(score, "en") == []
