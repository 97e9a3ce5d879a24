"""The shapes in which other platforms' records come: bare, one hand a line, over several lines; and by the command."""

import json
import random
from functools import cache

import pytest

from quepu.cli.main import main
from quepu.game.match import Match
from quepu.records.botzone import read_botzone
from quepu.records.botzone_write import write_botzone
from quepu.records.foreign import kind_of
from quepu.records.json_text import RecordError
from quepu.records.lines import read_record, replay
from quepu.records.mjai_write import mjai_events
from quepu.records.tenhou import read_tenhou
from tests.oracle.mjai import played
from tests.players import play_hand
from tests.tenhou_logs import log_of


@cache
def hands() -> tuple[dict, ...]:
    """Two hands of Botzone's."""
    match = Match("guobiao?flowers=none", seed=1)
    rng = random.Random(1)
    for _hand in range(2):
        play_hand(match, rng)
    return write_botzone(match, 1), write_botzone(match, 2)


@cache
def viewer() -> str:
    return json.dumps(log_of(mjai_events(played(2))), ensure_ascii=False)


def rows(values) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def by_line() -> list[dict]:
    """A log of the viewer with a line a hand."""
    log = json.loads(viewer())
    return [{**log, "log": [hand]} for hand in log["log"]]


def told(match: Match) -> list[dict]:
    return mjai_events(match)[1:]


# -- Botzone --
@pytest.mark.parametrize("indent", [None, 1])
def test_a_bare_array_of_the_judge(indent):
    for data in hands():
        text = json.dumps(data["log"], indent=indent)
        assert kind_of(text) == "botzone"
        assert read_botzone(text).scores == read_botzone(data).scores
        assert write_botzone(read_botzone(text))["log"] == data["log"]
        outputs = [entry.get("output", entry) for entry in data["log"]]
        assert read_botzone(outputs).scores == read_botzone(data).scores


@pytest.mark.parametrize("text", ["[]", "[1]", "[null]", "[[]]", "[[[]]]", "[{}]", '["log"]', "[[0,0,0]]",
                                  "[[[0,0,0]]]", '"log"', "1", "null", "[[{}]]", "[{}]\n[{}]", "{}\n{}"])
def test_what_is_no_record_is_refused(text, tmp_path, capsys):
    for read in (read_botzone, read_tenhou):
        with pytest.raises(RecordError):
            read(text)
    path = tmp_path / "odd"
    path.write_text(text, encoding="utf-8")
    assert main(["record", "convert", str(path), "--to", "lines"]) == 2
    assert str(path) in capsys.readouterr().err


@pytest.mark.parametrize("bare", [True, False])
def test_the_command_reads_a_hand_of_several_lines(bare, tmp_path, capsys):
    data = [one["log"] if bare else one for one in hands()]
    both, one, back = tmp_path / "both", tmp_path / "one", tmp_path / "back.jsonl"
    both.write_text("\n" + rows(data), encoding="utf-8")
    assert main(["record", "convert", str(both), "--to", "lines"]) == 2
    assert "there are 2 hands: --hand N chooses one" in capsys.readouterr().err
    convert = ["--to", "lines", "--out", str(back)]
    assert main(["record", "convert", str(both), "--hand", "2", *convert]) == 0
    assert replay(read_record(back)).scores == read_botzone(hands()[1]).scores
    entry = ",\n".join(json.dumps(entry) for entry in hands()[0]["log"])
    for text in (rows(data[:1]), "\ufeff" + rows(data[:1]), json.dumps(data[0], indent=2), f"[{entry}]"):
        one.write_text(text, encoding="utf-8")
        assert main(["record", "convert", str(one), *convert]) == 0
        assert replay(read_record(back)).scores == read_botzone(hands()[0]).scores


# -- tenhou.net/6 --
def shapes() -> dict[str, str]:
    log, lines = json.loads(viewer()), by_line()
    return {
        "a line a hand": rows(lines),
        "with empty lines": "\r\n\r\n".join(rows(lines).split("\n")),
        "two in the first": rows([{**log, "log": log["log"][:2]}, *lines[2:]]),
        "rule and names only in the first": rows([lines[0], *({"log": line["log"]} for line in lines[1:])]),
        "over several lines": json.dumps(log, indent=1),
        "one value with a line a hand": viewer().replace("[[[", "[\n[[").replace("]], [[", "]],\n[["),
    }


@pytest.mark.parametrize("shape", ["a line a hand", "with empty lines", "two in the first", "over several lines",
                                   "rule and names only in the first", "one value with a line a hand"])
def test_logs_of_the_viewer_in_every_shape(shape):
    text = shapes()[shape]
    assert kind_of(text) == "tenhou"
    whole = read_tenhou(viewer())
    assert whole.over
    assert told(read_tenhou(text)) == told(whole)
    assert read_tenhou(text.encode()).players == whole.players


@pytest.mark.parametrize("text", [
    rows, lambda log: rows([log]), lambda log: json.dumps(log, indent=1)])
def test_hands_of_the_viewer_without_what_is_around_them(text):
    log = json.loads(viewer())["log"]
    whole = read_tenhou({"log": log})
    assert kind_of(text(log)) == "tenhou"
    assert told(read_tenhou(text(log))) == told(whole)
    assert told(read_tenhou(json.dumps(log[0]))) == told(read_tenhou({"log": log[:1]}))


@pytest.mark.parametrize(("change", "why"), [
    (lambda lines: lines.__setitem__(2, "{"), r"log:3: not JSON"),
    (lambda lines: lines.__setitem__(2, "{}"), r"log:3: there is no 'log'"),
    (lambda lines: lines.__setitem__(2, "7"), r"log:3: there is no 'log'"),
    (lambda lines: lines.__setitem__(2, '{"log":[[1]]}'), r"log:3: hand 3: cannot be read"),
    (lambda lines: lines.__setitem__(2, lines[2].replace('"A"', '"Z"')), r"log:3: 'name' differs from line 1"),
    (lambda lines: lines.__setitem__(2, lines[2].replace("般南", "般東")), r"log:3: 'rule' differs from line 1"),
    (lambda lines: lines.pop(1), r"log:2: hand 2, event 1: this is not what the game gives"),
    (lambda lines: lines.extend(lines[:1] * 300), r"log: \d+ lines; a match has at most 200 hands"),
])
def test_a_line_that_does_not_fit_is_named(change, why):
    lines = rows(by_line()).splitlines()
    change(lines)
    with pytest.raises(RecordError, match=why):
        read_tenhou("\n".join(lines), "log")


def test_the_command_reads_a_line_a_hand(tmp_path):
    path, back = tmp_path / "log.json", tmp_path / "back.jsonl"
    path.write_text("\ufeff" + rows(by_line()), encoding="utf-8")
    assert main(["record", "convert", str(path), "--to", "lines", "--out", str(back)]) == 0
    assert replay(read_record(back)).scores == read_tenhou(viewer()).scores
