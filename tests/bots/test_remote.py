"""Bots as processes: the example of the documentation plays; what dies, hangs or talks nonsense loses its seat."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quepu import Match, QuepuError
from quepu.bots.remote import RemoteBot
from quepu.bots.seat import BotLost, CoreBot, Seating, bot_names, kind_of, read_bots
from quepu.game import events as ev
from quepu.records.lines import parse_record, replay, write_record
from tests.waiting import LONGEST, wait_until

PAGE = Path(__file__).resolve().parents[2] / "docs" / "remote-bots.md"
BOOK = "guobiao?min_fan=0"
ASK = "import sys, json\nfor line in sys.stdin:\n    m = json.loads(line)\n    if m['type'] == 'ask':\n        "


def blocks():
    """The programs in the documentation."""
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def command(tmp_path):
    """Writes a program; the command that runs it."""
    def write(text, name="bot.py"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return f"'{sys.executable}' '{tmp_path / name}'"
    return write


@pytest.fixture
def table():
    """Seats a program with three random bots; ends whatever was started."""
    made = []

    def seat(command, seed=4, timeout=LONGEST, **options):
        match = Match(BOOK, seed=seed)
        bots = {0: RemoteBot(command, timeout, **options), **{player: CoreBot("random") for player in (1, 2, 3)}}
        made.append(Seating(match, bots))
        return match, made[-1]
    yield seat
    for seating in made:
        seating.close()


def play(match, seating, hands=1):
    """Play hands to their end, everybody a bot."""
    while not match.over and len(match.settlements) < hands:
        match.begin()
        while not match.hand_over:
            seat = match.asked[0]
            match.play(seat, seating.decide(seat))
        seating.tell()


def notes(match):
    """The remarks of a match."""
    return [event for event in match.events if isinstance(event, ev.Noted)]


def is_running(pid):
    """Whether a process is there and not just waiting to be counted off."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def gone(pid):
    """Wait until a process has ended."""
    wait_until(lambda: not is_running(pid), f"process {pid} ends")


def test_the_example_plays_a_match(command, table):
    match, seating = table(command(blocks()[0]))
    play(match, seating, 3)
    assert not notes(match)
    assert not seating.lost
    process = seating.bots[0]._process
    seating.close()
    assert process.returncode == 0      # it ended by itself when its input was closed


def test_the_python_example_runs(command):
    names = {}
    exec(blocks()[1], names)            # our own documentation
    events = names["play"](command(blocks()[0]), 3)
    assert isinstance(events[-1], ev.HandEnded)


def test_it_is_told_what_its_seat_sees_and_nothing_else(command, table, tmp_path):
    log = tmp_path / "heard.jsonl"
    match, seating = table(command(
        f"out = open({str(log)!r}, 'w')\n" + ASK.replace("m = json", "out.write(line); out.flush(); m = json")
        + "print(json.dumps({'id': m['id'], 'action': m['legal'][0]}), flush=True)\n"))
    play(match, seating, 2)
    seating.close()
    heard = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert not notes(match)
    assert heard[0] == {"type": "hello", "protocol": 1, "program": heard[0]["program"], "rulebook": "guobiao",
                        "version": match.book.model.version, "options": heard[0]["options"], "player": 0,
                        "seat": "E", "players": ["A", "B", "C", "D"], "timeout": LONGEST}
    assert heard[0]["options"]["min_fan"] == 0
    assert {message["type"] for message in heard} == {"hello", "events", "ask"}
    told = [event for message in heard if message["type"] == "events" for event in message["events"]]
    hands = [step.events[0].players.index(0) for step in match.steps if step.kind == "begin"]
    expected, seat = [], -1
    for step in match.steps:
        if step.kind == "begin":
            seat = hands.pop(0)
        expected += [seen.as_json() for seen in (event.seen_by(seat) for event in step.events) if seen is not None]
    assert told == expected
    assert all("legal" in message and message["view"]["seats"]["ESWN".index(message["seat"])]["tiles"] is not None
               for message in heard if message["type"] == "ask")


@pytest.mark.parametrize(("program", "told"), [
    ("raise SystemExit(3)", "exit code 3"),
    ("import os; os.kill(os.getpid(), 9)", "exit code -9"),
    ("import time; time.sleep(3600)", "no answer within 0.5 s"),
    (ASK + "print('hop', flush=True)", "cannot be read (hop)"),
    (ASK + "print('[1, 2]', flush=True)", "cannot be read"),
    (ASK + "print(json.dumps({'action': 5}), flush=True)", "cannot be read"),
    (ASK + "print('[' * 9999, flush=True)", "cannot be read"),
    (ASK + "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "cannot be read"),
    (ASK + "print('x' * 200000, flush=True)", "cannot be read"),
    (ASK + "print(json.dumps({'action': 'discard 9f'}), flush=True)", "not possible (discard 9f)"),
    (ASK + "print(json.dumps({'action': ''}), flush=True)", "not possible"),
    (ASK + "print(json.dumps({'id': -1, 'action': 'pass'}), flush=True)", "no answer within 0.5 s"),
    ("while True: print('{}')", ""),
], ids=range(13))
def test_a_bot_that_fails_loses_its_seat(command, table, program, told):
    """The game goes on, a note says why, the process is gone, and the record plays out."""
    slow = "within" in told
    match, seating = table(command(program), timeout=0.5 if slow else LONGEST)
    pid = seating.bots[0]._process.pid
    play(match, seating)
    (note,) = notes(match)
    assert told in note.text
    assert "the random bot plays on" in note.text
    assert note.seat == 0
    assert seating.bots[0].name == "random"
    gone(pid)
    assert replay(parse_record(write_record(match))).events == match.events


def test_it_is_told_in_chinese(command, table):
    match, seating = table(command("raise SystemExit(3)"), lang="zh")
    play(match, seating)
    assert "由随机电脑代打" in notes(match)[0].text


def test_what_it_started_is_ended_with_it(command, table, tmp_path):
    """A bot that does not end when its input is closed, nor its child, which listens to no friendly signal."""
    child = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(3600)"
    _match, seating = table(command(
        f"import signal, subprocess, sys, time, pathlib\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"child = subprocess.Popen([sys.executable, '-c', {child!r}])\n"
        f"pathlib.Path({str(tmp_path / 'pid')!r}).write_text(str(child.pid))\ntime.sleep(3600)\n"))
    wait_until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text(), "the child has been started")
    pids = [seating.bots[0]._process.pid, int((tmp_path / "pid").read_text())]
    assert all(map(is_running, pids))
    seating.close()
    for pid in pids:
        gone(pid)


def test_a_program_that_forgets_to_close_leaves_nothing_behind(tmp_path):
    text = ("from quepu.bots.remote import RemoteBot\nimport sys\n"
            "bot = RemoteBot(f\"'{sys.executable}' -c 'import time; time.sleep(3600)'\")\nprint(bot._process.pid)\n")
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, timeout=LONGEST)
    gone(int(done.stdout))


def test_standard_error_is_kept_out_of_the_way(command, table, tmp_path, capfd):
    program = "import sys; print('debug words', file=sys.stderr, flush=True)\n" + blocks()[0]
    match, seating = table(command(program), log=tmp_path / "errors.txt")
    play(match, seating)
    seating.close()
    assert "debug words" in (tmp_path / "errors.txt").read_text(encoding="utf-8")
    told = capfd.readouterr()
    assert "debug words" not in told.out + told.err


def test_a_step_taken_back_is_told(command, table, tmp_path):
    log = tmp_path / "heard.jsonl"
    match, seating = table(command(
        f"out = open({str(log)!r}, 'w')\n" + ASK.replace("m = json", "out.write(line); out.flush(); m = json")
        + "print(json.dumps({'action': m['legal'][-1]}), flush=True)\n"))
    match.begin()
    while len(match.steps) < 20:
        match.play(match.asked[0], seating.decide(match.asked[0]))
    seating.tell()
    assert seating.undo(0)
    assert match.asked[0] == 0
    match.play(0, seating.decide(0))
    seating.close()
    heard = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    types = [message["type"] for message in heard]
    assert types.count("reset") == 1
    after = heard[types.index("reset") + 1]
    assert after["events"][0]["type"] == "hand"


def test_a_note_about_a_lost_bot_is_not_taken_back(command, table):
    match, seating = table(command("raise SystemExit(0)"))
    match.begin()
    while not notes(match):
        match.play(match.asked[0], seating.decide(match.asked[0]))
    assert seating.undo(0)
    assert len(notes(match)) == 1


def test_a_command_that_cannot_be_started():
    for command in ("no-such-program-here", "'unclosed", "", os.devnull):
        with pytest.raises(QuepuError, match="cannot be started"):
            RemoteBot(command)


def test_bots_by_name():
    assert read_bots("aware", 3) == ["aware"] * 3
    assert read_bots("aware, greedy,random", 3) == ["aware", "greedy", "random"]
    assert read_bots("remote:sh -c 'a, b',random,remote:x", 3) == ["remote:sh -c 'a, b'", "random", "remote:x"]
    assert [kind_of(name) for name in (*bot_names(["aware", "greedy", "aware", "remote:x,y"]), "you", "aware x")] == [
        "aware", "greedy", "aware", "remote", None, None]
    for text, why in (("clever", "no bot 'clever'"), ("aware,greedy", "2 bots"), ("remote:", "no bot"), ("", "no bot"),
                      ("aware,,random", "no bot")):
        with pytest.raises(QuepuError, match=why):
            read_bots(text, 3)
    with pytest.raises(QuepuError, match="no bot"):
        CoreBot("clever")


def test_a_core_bot_answers_the_same_at_the_same_place():
    match, other = Match(BOOK, seed=4), Match(BOOK, seed=4)
    bots = Seating(match, dict.fromkeys(range(4), CoreBot("random")))
    play(match, bots)
    other.begin()
    for step in match.steps[1:]:
        CoreBot("random").decide(match, 0) if not match.hand_over else None     # others' chance does not matter
        assert CoreBot("random").decide(other, step.seat) == step.action
        other.play(step.seat, step.action)
    assert issubclass(BotLost, QuepuError)
