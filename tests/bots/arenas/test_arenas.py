"""Our player as a program: the same moves as at our own table, in every protocol; and lines that cannot be."""

import json
import subprocess
import sys

import pytest

from quepu.bots.arenas.botzone_player import KEEP_RUNNING, BotzonePlayer
from quepu.bots.arenas.lines_player import LinesPlayer
from quepu.bots.arenas.mjai_player import MjaiPlayer
from quepu.bots.mjai import MjaiBot
from quepu.bots.process import ProcessBot
from quepu.bots.remote import RemoteBot
from quepu.bots.seat import CoreBot, Seating
from quepu.cli.main import main
from quepu.engine.layout import codes
from quepu.game.match import Match
from quepu.records.botzone import botzone_format
from quepu.records.mjai_format import mjai_format
from tests.bots.arenas.botzone_table import Judge, meant
from tests.waiting import LONGEST

PLAYERS = {"lines": RemoteBot, "mjai": MjaiBot}


def program(protocol, level="normal"):
    """The command of our player."""
    return f"'{sys.executable}' -m quepu bot --protocol {protocol} --level {level} --lang en"


class Inside:
    """Stands in for a process: the same player without one, so that many hands take little time."""

    def __init__(self, protocol, level, monkeypatch):
        self.wrong, self.said, self.lines = [], [], 0
        make = {"lines": lambda: LinesPlayer(CoreBot(level), None, self.wrong.append),
                "mjai": lambda: MjaiPlayer(CoreBot(level), None, self.wrong.append)}
        player = make[protocol]()

        def send(_bot, message):
            self.lines += 1
            self.said += player.hear(self.lines, json.dumps(message))
        monkeypatch.setattr(ProcessBot, "start", lambda _bot: None)
        monkeypatch.setattr(ProcessBot, "close", lambda _bot: None)
        monkeypatch.setattr(ProcessBot, "send", send)
        monkeypatch.setattr(ProcessBot, "said", lambda _bot, _seconds: bool(self.said))
        monkeypatch.setattr(ProcessBot, "receive", lambda _bot, _until: json.loads(self.said.pop(0)))

        def forget(_bot):
            count = len(self.said)
            self.said.clear()
            return count
        monkeypatch.setattr(ProcessBot, "forget", forget)
        self.bot = PLAYERS[protocol]("inside", LONGEST)


def compared(match, bot, level, hands):
    """Play hands with a program in one seat; how many moves were those of the bot at our own table, and the others."""
    own, same, others = CoreBot(level), 0, []
    seating = Seating(match, {0: bot, **{player: CoreBot("normal") for player in range(1, match.seats)}})
    try:
        for _hand in range(hands):
            if match.over:
                break
            match.begin()
            while not match.hand_over:
                seat = match.asked[0]
                answer = seating.decide(seat)
                if match.player_of(seat) == 0:
                    wanted = own.decide(match, seat)
                    same += answer == wanted
                    if answer != wanted:
                        others.append((len(match.steps), wanted.text, answer.text))
                match.play(seat, answer)
            seating.tell()
        assert not seating.lost
    finally:
        seating.close()
    return same, others


@pytest.mark.parametrize(("protocol", "rule", "level"), [
    ("lines", "guobiao", "strong"), ("mjai", mjai_format().rulebook, "normal")])
def test_the_program_plays_as_the_bot_does_at_our_own_table(protocol, rule, level):
    match = Match(rule, 5)
    same, others = compared(match, PLAYERS[protocol](program(protocol, level), LONGEST), level, 1)
    assert same > 10
    assert not others


@pytest.mark.parametrize(("protocol", "rule", "seed", "level"), [
    ("lines", "hangzhou", 1, "normal"), ("lines", "guizhou", 1, "easy"), ("lines", "guobiao", 3, "normal"),
    ("mjai", mjai_format().rulebook, 3, "strong"), ("mjai", mjai_format().rulebook, 8, "easy")])
def test_hand_after_hand(protocol, rule, seed, level, monkeypatch):
    inside = Inside(protocol, level, monkeypatch)
    same, others = compared(Match(rule, seed), inside.bot, level, 2)
    assert [str(error) for error in inside.wrong] == []
    assert same > 10
    assert not others


def botzone_hand(seed, player, level, flowers, histories=0):
    """A hand with our player as the platform's judge speaks to it; compared with the bot at our own table.

    Every so many requests the whole history is asked in one line, too: it has to be answered alike.
    """
    match = Match(botzone_format().book(flowers), seed)
    match.begin()
    wrong, others, same = [], [], 0
    ours, own, judge = BotzonePlayer(CoreBot(level), {}, wrong.append), CoreBot(level), Judge(match, player)
    requests, responses = [], []
    then = None                         # the discard that goes with our claim
    while not match.hand_over:
        for request in judge.requests():
            requests.append(request)
            response, mark = ours.hear(len(requests), request)
            assert mark == KEEP_RUNNING
            if histories and len(requests) % histories == 0:
                history = json.dumps({"requests": requests, "responses": responses})
                said = BotzonePlayer(CoreBot(level), {}, wrong.append).hear(1, history)
                assert json.loads(said[0]) == {"response": response}
            responses.append(response)
        seat = match.asked[0]
        answer = wanted = own.decide(match, seat)
        if seat == player and then is not None and int(match.table.stage) == codes.Stage.OWN:
            answer, then = then, None
        elif seat == player:
            answer, then = meant(match, seat, responses[-1])
        if seat == player:
            same += answer == wanted
            others += [(len(match.steps), wanted.text, answer.text)] if answer != wanted else []
        match.play(seat, answer)
        if then is not None and int(match.table.turn) != player and int(match.table.stage) != codes.Stage.CLAIMS:
            then = None                 # another had the tile
    return same, others, [str(error) for error in wrong]


@pytest.mark.parametrize(("seed", "player", "flowers", "histories"), [(1, 0, False, 25), (2, 1, True, 40)])
def test_botzones_judge_gets_the_moves_of_our_own_table(seed, player, flowers, histories):
    same, others, wrong = botzone_hand(seed, player, "normal", flowers, histories)
    assert wrong == []
    assert same > 5
    assert not others


# -- lines that cannot be --
def ran(protocol, *lines, words=()):
    """What the program says to these lines, on standard output and error, and its exit code."""
    done = subprocess.run([sys.executable, "-m", "quepu", "bot", "--protocol", protocol, "--lang", "en", *words],
                          input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, timeout=LONGEST,
                          check=False)
    assert "Traceback" not in done.stderr
    return done.stdout.splitlines(), done.stderr, done.returncode


START = {"type": "start_kyoku", "bakaze": "E", "dora_marker": "1p", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0,
         "scores": [25000] * 4, "tehais": [["1m", "2m", "4m", "5m", "8m", "1p", "4p", "7p", "9s", "E", "E", "S", "S"],
                                           *[["?"] * 13] * 3]}


def test_closed_input_ends_quietly():
    assert ran("botzone") == ([], "", 0)


def test_an_impossible_mjai_event_is_named_and_play_goes_on():
    lines = [{"type": "start_game", "id": 0}, START, {"type": "tsumo", "actor": 0, "pai": "W"},
             {"type": "dahai", "actor": 0, "pai": "9p", "tsumogiri": False}, {"type": "tsumo", "actor": 1, "pai": "?"},
             {"type": "tsumo", "actor": 0, "pai": "N"}, {"type": "hum"}, {"type": "end_game"}]
    said, wrong, code = ran("mjai", *(json.dumps(line) for line in lines))
    assert code == 2
    assert json.loads(said[2])["type"] == "dahai"
    assert json.loads(said[5]) == {"type": "dahai", "actor": 0, "pai": "N", "tsumogiri": True}
    assert [json.loads(said[place])["type"] for place in (0, 1, 3, 4, 6, 7)] == ["none"] * 6
    assert "stdin:4: player 0 does not hold 9p" in wrong
    assert "stdin:7: 'hum' is not an mjai event" in wrong


def test_botzone_requests_that_cannot_be_are_answered_with_the_drawn_tile():
    said, wrong, code = ran("botzone", "1", "0 0 0", "1 0 0 0 0 W1 W2 W3", "2 W5", "3 7 PLAY W1", "{", "2 Q9")
    assert code == 2
    answers = [line for line in said if line != KEEP_RUNNING]
    assert answers[:4] == ["PASS", "PASS", "PLAY W5", "PASS"]
    assert "stdin:3: '1 0 0 0 0 W1 W2 W3' is no request" in wrong
    assert "stdin:5" in wrong
    assert "stdin:6" in wrong


def test_lines_without_a_hand_are_answered_with_a_pass():
    ask = {"type": "ask", "id": 3, "seat": "E", "view": {"drawn": "5m"}, "legal": ["discard 1m", "discard 5m"]}
    said, wrong, code = ran("lines", json.dumps(ask), "nonsense", json.dumps({"type": "hum"}),
                            json.dumps({**ask, "legal": ["win", "pass"]}), json.dumps({**ask, "legal": []}))
    assert code == 2
    assert [json.loads(line) for line in said] == [{"id": 3, "action": "discard 5m"}, {"id": 3, "action": "pass"}]
    assert all(f"stdin:{number}" in wrong for number in range(1, 6))


@pytest.mark.parametrize("words", [("mjai", "--rule", "guobiao"), ("botzone", "--rule", "guobiao"),
                                   ("lines", "--option", "min_fan=1")])
def test_the_rulebook_of_a_protocol_is_not_another(words, capsys):
    assert main(["bot", "--lang", "en", "--protocol", *words]) == 2
    assert capsys.readouterr().err
