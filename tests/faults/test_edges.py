"""Faults in the user's language at every edge: the command line, HTTP, and what another process sends."""

import argparse
import json

import pytest
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient

from quepu.cli.arguments import Parser
from quepu.cli.main import main
from quepu.errors import HandError, QuepuError
from quepu.faults import Fault
from quepu.server.answers import hand_answers
from quepu.server.answers.asked_book import LABEL, Books, Rule
from quepu.server.http_problem import add_handlers, close_reason, received_faults, sent_faults, wished

_FAULT = Fault("hand.too_many", copies=5, tile="5p")


@pytest.mark.parametrize(("arguments", "shell", "said"), [
    (["--lang", "zh"], "C", "5p 有 5 张，这种牌只有 4 张"), (["--lang=zh-Hant"], "C", "5p 有 5 張，這種牌只有 4 張"),
    ([], "zh_CN.UTF-8", "5p 有 5 张，这种牌只有 4 张"), ([], "C", "5 copies of 5p, there are only 4"),
    (["--lang", "en"], "zh_CN.UTF-8", "5 copies of 5p, there are only 4"),
])
def test_the_command_line_tells_faults_in_its_language(arguments, shell, said, monkeypatch, capsys):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, shell)
    assert main(["score", "55555p123m456m77z 7z", *arguments]) == 2
    assert capsys.readouterr().err == said + "\n"


@pytest.mark.parametrize(("arguments", "said"), [
    (["score", "--lang", "zh", "--seat", "Q"],
     "quepu score 用法不对：参数 --seat：不能写“Q”，只能写 'E', 'S', 'W', 'N'"),
    (["record", "convert", "x", "--lang=zh-Hant"], "quepu record convert 用法不對：還要寫上：--to"),
    (["score", "--lang", "zh", "--dance"], "quepu 用法不对：没有这样的参数：--dance"),
    (["sim", "--hands", "many", "--lang", "en"], "quepu sim: error: argument --hands: invalid int value: 'many'"),
    (["dance", "--lang", "tlh"], "quepu: error: argument COMMAND: invalid choice: 'dance' (choose from 'score', "
     "'waits', 'analyse', 'rules', 'play', 'replay', 'record', 'advise', 'review', 'sim', 'duel', 'train', 'bot', "
     "'serve')"),
])
def test_arguments_that_cannot_be_read_are_faults_as_well(arguments, said, monkeypatch, capsys):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "C")
    before = vars(argparse)["_"]
    assert main(arguments) == 2
    assert vars(argparse)["_"] is before        # others who use argparse are not meddled with
    usage, _line, told = capsys.readouterr().err.rstrip("\n").rpartition("\n")
    assert usage.startswith("usage: quepu")
    assert told == said


def test_what_a_later_argparse_says_stays_as_it_is(capsys):
    with pytest.raises(QuepuError) as raised:
        Parser(prog="x").error("something new")
    assert raised.value.told("zh") == "x 用法不对：something new"
    assert capsys.readouterr().err.startswith("usage: x")


def _asked(path: str, **headers: str) -> dict:
    app = FastAPI()
    add_handlers(app)

    @app.get("/")
    async def fail(request: Request, own: str = "") -> None:
        if own:
            request.state.lang = own
        raise HandError(_FAULT)
    return TestClient(app).get(path, headers=headers).json()


@pytest.mark.parametrize(("path", "accepted", "title", "said"), [
    ("/", "zh-CN", "内容有误", "5p 有 5 张，这种牌只有 4 张"),
    ("/", "zh-TW", "內容有誤", "5p 有 5 張，這種牌只有 4 張"),
    ("/", "fr", "not valid", _FAULT), ("/?lang=zh", "en", "内容有误", "5p 有 5 张，这种牌只有 4 张"),
    ("/?own=en", "zh", "not valid", _FAULT), ("/?lang=tlh", "zh", "内容有误", "5p 有 5 张，这种牌只有 4 张"),
])
def test_the_server_tells_faults_in_the_language_asked_for(path, accepted, title, said):
    body = _asked(path, **{"accept-language": accepted})
    assert (body["title"], body["code"], body["faults"], body["detail"]) == (title, "server.not_valid", [said], said)
    assert body["causes"] == [{"code": "hand.too_many", "values": {"copies": 5, "tile": "5p"}}]


def test_the_best_language_that_is_accepted():
    accepted = ("zh;q=0.1, en;q=0.2", "zh-HK", "de, zh;q=0.5", "en;q=x, zh;q=2", "", "x" * 9999)
    assert [wished(text) for text in accepted] == ["en", "zh-Hant", "zh-Hans", "en", "en", "en"]


def test_a_fault_goes_through_another_process_whole():
    inside = Fault("pad.of_entry", number=3, fault=_FAULT)
    sent = json.loads(json.dumps(sent_faults([inside, "plain"], "zh")))
    assert sent["causes"][0]["values"]["fault"]["text"] == _FAULT.told("zh")
    again = received_faults(sent)
    assert again == [inside, "plain"]
    assert again[0].values["fault"].code == "hand.too_many"


@pytest.mark.parametrize("causes", [None, [], [{"code": "no.such", "values": {}}], 7])
def test_of_a_cause_that_is_not_believed_the_text_stays(causes):
    (fault,) = received_faults({"faults": ["x" * 9999], "causes": causes})
    assert (fault, fault.code) == ("x" * 2000, "")
    assert received_faults({"faults": 7}) == []


def test_the_reason_of_a_close_fits_into_a_frame():
    assert len(close_reason("字" * 99, "zh").encode()) <= 123
    assert close_reason(Fault("game.no_key"), "zh") == "没有给密钥"


def test_a_checked_rulebook_tells_place_and_text_of_each_fault_in_a_language():
    rule = Rule(text='extends = "base/thirteen"\n[fan.x]\nvalue = 1\nwhen = "dance"\n')
    told = hand_answers.check(Books(), rule, {"seconds": 0.0, "lang": "zh"})
    (fault,) = told["errors"]
    assert (fault["line"], fault["column"], fault["text"]) == (4, 9, "fan x：语言里没有“dance”这个词")
    assert fault["cause"]["values"]["file"] == LABEL
    assert fault["cause"]["values"]["what"]["code"] == "expr.no_word"
