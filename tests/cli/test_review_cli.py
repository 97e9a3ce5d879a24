"""`quepu review`: text, JSON and a page, the same each time; other platforms' logs; what cannot be reviewed."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from quepu.bots.seat import CoreBot
from quepu.cli.main import main
from quepu.columns import width
from quepu.game.match import Match
from quepu.records.botzone_write import write_botzone
from quepu.records.lines import write_record
from quepu.records.mjai_write import write_mjai
from tests.tenhou_logs import log_of

QUICK = ["--samples", "8"]
LANGS = ("en", "zh-Hans", "zh-Hant")


def played(rule: str, names: tuple[str, ...] = ("a", "b", "c", "d"), bot: str = "easy") -> Match:
    match, bot = Match(rule, 5, names), CoreBot(bot)
    match.begin()
    while not match.hand_over:
        match.play(match.asked[0], bot.decide(match, match.asked[0]))
    return match


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "game.jsonl"
    write_record(played("sichuan", ("easy 1", "Ann & Bo", "easy 2", "easy 3"), "beginner"), path)
    return path


class Page(HTMLParser):
    """What a page holds: its texts, tags, and the places that it names and uses."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.used: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            assert name not in ("src", "onclick", "style")
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.used.append((value or "").removeprefix("#"))


def told(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert main(["review", *argv]) == 0
    return capsys.readouterr().out


def test_text_json_and_page(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [str(record), "--samples", "24"]
    values = json.loads(told(capsys, *given, "--json", "--lang", "en"))
    assert (values["name"], values["player"], values["rule"]) == ("Ann & Bo", 1, "sichuan")     # who is no bot
    assert values["mistakes"], "who plays at random errs"
    costs = {one["step"]: one["cost"]["mean"] for one in values["decisions"] if one["verdict"] == "mistake"}
    assert values["mistakes"] == sorted(costs, key=lambda step: (-costs[step], step))
    for lang in LANGS:
        file = tmp_path / f"{lang}.html"
        text = told(capsys, *given, "--lang", lang, "--html", str(file))
        assert all(width(line) <= 80 for line in text.splitlines())
        page = Page(file.read_text(encoding="utf-8"))
        assert not {"script", "link", "img", "iframe"} & set(page.tags)
        steps = [name.removeprefix("step-") for name in page.ids if name.startswith("step-")]
        assert steps == list(map(str, values["mistakes"]))
        assert set(page.used) <= set(page.ids)
        assert "Ann &amp; Bo" in file.read_text(encoding="utf-8")
        assert not re.search(r"https?:|url\(", file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("given", "words"), [
    (["--player", "4"], "no player 4"), (["--player", "Cai"], "no player Cai"), (["--player", "-1"], "no player -1"),
    (["--hand", "2"], "no hand 2"), (["--hand", "0"], "no hand 0"), (["--level", "high"], "no level high"),
    (["--samples", "1"], "8 to 10000"), (["--samples", "99999999"], "8 to 10000"), (["--seed", "-1"], "seed -1"),
    (["--html", "/dev/null/x.html", "--samples", "8"], "/dev/null/x.html")])
def test_what_cannot_be_reviewed_is_refused(given: list[str], words: str, record: Path,
                                            capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), *given, "--lang", "en"]) == 2
    assert words in capsys.readouterr().err


def test_records_with_a_gap_or_an_impossible_step_are_refused(record: Path, tmp_path: Path,
                                                              capsys: pytest.CaptureFixture[str]) -> None:
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if '"discard ' in line)
    odd = re.sub(r"discard \d[mps]", "discard 7z", lines[place])
    for broken in ([*lines[:12], *lines[16:]], [*lines[:place], odd, *lines[place + 1:]], lines[:-1], ["x\n"]):
        file = tmp_path / "broken.jsonl"
        file.write_text("".join(broken), encoding="utf-8")
        assert main(["review", str(file), *QUICK, "--lang", "en"]) == 2
        said = capsys.readouterr().err
        assert "broken.jsonl" in said
        assert "Traceback" not in said


def test_logs_of_other_platforms_are_reviewed_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    riichi, guobiao = played("riichi"), played("guobiao?flowers=none")
    mjai = write_mjai(riichi)
    logs = {"mjai": mjai, "tenhou": json.dumps(log_of([json.loads(line) for line in mjai.splitlines()])),
            "botzone": json.dumps(write_botzone(guobiao, 1))}
    found = {}
    for name, text in logs.items():
        file = tmp_path / f"{name}.json"
        file.write_text(text, encoding="utf-8")
        found[name] = json.loads(told(capsys, str(file), "--player", "2", "--hand", "1", *QUICK, "--json"))
    first, second = ([(one["step"], one["played"], one["answers"]) for one in found[name]["decisions"]]
                     for name in ("mjai", "tenhou"))
    assert first == second, "the rules of the two differ in options only"
    assert [found[name]["rule"] for name in logs] == ["riichi", "riichi", "guobiao"]


def test_examples_of_the_help_fit_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["review", "--help"])
    out = capsys.readouterr().out
    assert "examples:" in out
    assert all(width(line) <= 80 for line in out.splitlines())
