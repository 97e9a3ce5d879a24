"""The table at the terminal: a match played by lines of input, saved, resumed, replayed, verified and converted."""

import io
import json
import os
import random
import re
import signal
import subprocess
import sys
from itertools import pairwise

import pytest

from quepu import Match
from quepu.cli.main import main
from quepu.cli.typed_answers import COMMANDS, spelled
from quepu.columns import width
from quepu.game.actions import Win
from quepu.locale import words
from quepu.records.lines import read_record, replay, write_record
from tests.players import play_hand, sensible
from tests.waiting import LONGEST, wait_until

EASY = "guobiao?min_fan=0"
LANGS = ("en", "zh", "zh-Hant")


@pytest.fixture
def quepu(capsys, monkeypatch, tmp_path):
    """Runs the command in this process with lines of input: (exit code, standard output, standard error)."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("QUEPU_GAMES", str(tmp_path / "games"))

    def run(*argv, lines=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        try:
            code = main([str(part) for part in argv])
        except SystemExit as leave:     # argparse leaves by itself
            code = leave.code
        told = capsys.readouterr()
        assert "Traceback" not in told.out + told.err
        assert "failed unexpectedly" not in told.err
        prepared = words("play.preparing", "en") + "\n"       # told on a slow machine only
        return code, told.out, told.err.replace(prepared, "")
    return run


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Records: three whole hands with wins, and one that waits for the first seat's answer to a win."""
    folder = tmp_path_factory.mktemp("games")
    match = Match(EASY, seed=3)
    rng = random.Random(3)
    for _hand in range(3):
        play_hand(match, rng)
    write_record(match, folder / "three.jsonl")
    match = Match(EASY, seed=11)
    match.begin()
    while Win() not in match.legal(match.hand.players.index(0)) or len(match.asked) > 1:
        if match.hand_over:
            match.begin()
        seat = min(match.asked, key=lambda seat: match.player_of(seat) == 0)    # the first player last
        match.play(seat, sensible(match, seat, rng))
    write_record(match, folder / "win.jsonl")
    return folder


def hand_over(out):
    """How many hands were settled."""
    return out.count("This hand")


# -- playing --
def test_a_hand_is_played_and_saved(quepu, tmp_path):
    file = tmp_path / "a.jsonl"
    code, out, err = quepu("play", "--seed", 5, "--bots", "random", "--save", file, lines=["1"] * 3 + ["quit"])
    assert (code, err) == (0, "")
    assert out.count("> 1") == 3
    assert f"quepu play --resume {file}" in out
    match = replay(read_record(file))
    assert match.players == ("you", "random 1", "random 2", "random 3")
    assert next(step.action.text for step in match.steps if step.seat == 0 and step.action) == "discard 3m"


def test_a_whole_match(quepu, tmp_path):
    file = tmp_path / "a.jsonl"
    code, out, _err = quepu("play", "--seed", 2, "--bots", "random", "--save", file, "--option", "min_fan=0",
                            "--seat", "w", lines=["auto", ""] * 16)
    assert code == 0
    assert hand_over(out) == 16
    assert "The match is over. Final standings" in out
    assert quepu("record", "verify", file)[1].startswith("ok: 16 hands, ")
    assert replay(read_record(file)).players[2] == "you"
    code, out, _err = quepu("play", "--resume", file)
    assert code == 0
    assert "The match is over" in out


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_wider_than_the_terminal(quepu, tmp_path, monkeypatch, lang):
    lines = ["help", "hint", "why win", "score", "zz", "打", "", "table", *"123456789", "auto", "", "hint", "undo"]
    monkeypatch.chdir(tmp_path)         # so that the file's name is short
    _code, out, _err = quepu("play", "--seed", 8, "--bots", "random", "--lang", lang, "--save", "a", lines=lines)
    wide = [line for line in out.splitlines() if width(line) > 80]
    assert not wide
    assert not re.search(r"[{}]", out)
    other = {"en": "[\u4e00-\u9fff]", "zh": "[a-z]{3,} the ", "zh-Hant": "[张盘过为这]"}[lang]
    out = re.sub(r"和牌時有.*(\n    .*)*", "", out)         # fans are called as the rulebook calls them
    shown = re.sub(r"「.*?」|'打'|> .*|\([\u4e00-\u9fff]+\)", "", out)       # what was typed, and terms in brackets
    assert not re.search(other, shown), re.findall(".*" + other + ".*", shown)


def test_what_is_typed():
    assert spelled("胡", ()) == "win"
    assert spelled("吃三四五万", ()) == "chow 345m"
    assert spelled("杠 东", ()) == "kong 1z"
    assert spelled("Discard 5m", ()) == "Discard 5m"
    assert spelled("hop", ()) == "hop"
    texts = [text for texts in COMMANDS.values() for text in texts]
    assert len(set(texts)) == len(texts)
    assert not any(spelled(text, ()) != text for text in texts)     # no command is an action or a tile


def test_bad_input_is_told_and_asked_again(quepu, tmp_path):
    lines = ["99", "0", "hop", "9m", "pung", "", "chow 123m", "discard", "false_win", "why", "why 9m", "why hop",
             "kong 1m", "chow", "discard 55", "\x00\x1b[2J", "a", "²", "win"]
    _code, out, _err = quepu("play", "--seed", 5, "--bots", "random", "--save", tmp_path / "a", lines=[*lines, "quit"])
    assert "'hop' is neither an action nor a command" in out
    assert "you do not hold 9m" in out
    assert "no tile is offered" in out
    assert "the tiles do not make a complete hand" in out
    assert "can mean several things" in out
    assert "say which tiles" in out
    assert "legal:" not in out          # the library's own words are for programs
    assert out.count("You may: Discard 367m357p1478s124z") == 17
    assert "\x1b" not in out
    assert not any(step.action for step in replay(read_record(tmp_path / "a")).steps if step.seat == 0)


def test_any_input_at_all(quepu, tmp_path):
    rng = random.Random(6)
    texts = [text for texts in COMMANDS.values() for text in texts if texts[0] not in ("quit", "save")]
    texts += [*"1234567890", "pass", "pung", "chow", "kong", "win", "a", "b", "5m", "东", "why pung", "discard 1z",
              "吃", "打 九万", "\t"]
    lines = [rng.choice(texts) if rng.random() < 0.8 else "".join(chr(rng.randrange(1, 0x3000)) for _char in range(5))
             for _line in range(400)]
    lines = [line.replace("\r", " ").replace("\n", " ") for line in lines]
    code, _out, err = quepu("play", "--seed", 6, "--bots", "random", "--save", tmp_path / "a", lines=lines)
    assert (code, err) == (0, "")
    assert quepu("record", "verify", tmp_path / "a")[0] == 0


def test_a_win_is_explained(quepu, games, tmp_path):
    for lang, told in (("en", ("this is possible", "Fans", "Payments", "This hand", "+")),
                       ("zh", ("番种", "付款", "本局"))):
        code, out, _err = quepu("play", "--resume", games / "win.jsonl", "--save", tmp_path / lang, "--lang", lang,
                                "--bots", "random", lines=["why win", "win" if lang == "en" else "和", "quit"])
        assert code == 0
        assert all(word in out for word in told), out
        assert quepu("record", "verify", tmp_path / lang)[0] == 0


def test_the_last_hand_is_told_again_when_resumed(quepu, games, tmp_path):
    _code, out, _err = quepu("play", "--resume", games / "three.jsonl", "--save", tmp_path / "a", "--bots", "random",
                             "--seat", "N", lines=["hop", "hint", "save", "score"])
    assert "Self-Drawn" in out
    assert "The hand is over" in out
    assert "no hand is in play" in out
    assert "23" in out


def test_undo_leads_back_to_the_last_answer(quepu, tmp_path):
    lines = ["undo", "1", "undo", "1", "2", "undo", "undo", "undo", "quit"]
    _code, out, _err = quepu("play", "--seed", 5, "--bots", "random", "--save", tmp_path / "a", lines=lines)
    assert out.count("Taken back.") == 3
    assert out.count("nothing to take back") == 2
    assert not any(step.action for step in replay(read_record(tmp_path / "a")).steps if step.seat == 0)


def test_a_hint_says_how_far_the_hand_is(quepu, tmp_path):
    _code, out, _err = quepu("play", "--seed", 5, "--bots", "random", "--save", tmp_path / "a", lines=["hint"])
    assert re.search(r"Discard \d[mpsz] +[+-][\d.]+±[\d.]+ +best +\d+%", out)
    assert re.search(r"After Discard \d[mpsz]:\nThen the hand is \d from ready.\n +Useful: \d+ ki", out)


def test_a_resumed_game_goes_on_as_if_never_left(quepu, tmp_path):
    lines = ["1", "2", "pass", "3", "4", "1", "2", "3", "1", "1", "auto", "", "1", "2", "1", "1", "1", "auto"]
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    arguments = ("play", "--seed", 21, "--bots", "random,greedy,aware", "--option", "min_fan=0", "--save")
    quepu(*arguments, whole, lines=lines)
    quepu(*arguments, parts, lines=lines[:3])
    for first, end in pairwise((3, 4, 9, 13, len(lines))):
        code, out, _err = quepu("play", "--resume", parts, lines=lines[first:end])
        assert code == 0
    assert parts.read_bytes() == whole.read_bytes()
    assert hand_over(out)


def test_the_last_game_is_resumed(quepu, tmp_path):
    assert "no game to resume" in quepu("play", "--resume")[2]
    quepu("play", "--seed", 5, "--bots", "random", lines=["1"])
    (file,) = (tmp_path / "games").iterdir()
    assert re.fullmatch(r"guobiao-\d{8}-\d{6}\.jsonl", file.name)
    code, out, _err = quepu("play", "--resume", lines=["undo"])
    assert code == 0
    assert "Taken back" in out
    assert list((tmp_path / "games").iterdir()) == [file]


@pytest.mark.parametrize(("argv", "why"), [
    (["--bots", "clever"], "there is no bot 'clever'"),
    (["--bots", "aware,greedy"], "2 bots are named"),
    (["--bots", "remote:no-such-program-here"], "cannot be started"),
    (["--seat", "Q"], "invalid choice"),
    (["--seed", "-1"], "not a number from 0"),
    (["--seed", "x"], "invalid int"),
    (["--timeout", "0"], "seconds above 0"),
    (["--timeout", "nan"], "seconds above 0"),
    (["--rule", "guobio"], "Did you mean 'guobiao'"),
    (["--option", "min_fan=999"], "not a number from"),
    (["--resume", "none.jsonl"], "cannot be read"),
    (["--resume", "none.jsonl", "--seed", "3"], "has its seed"),
    (["--resume", "none.jsonl", "--option", "min_fan=1"], "has its options"),
    (["--save", __file__], "exists already"),
    (["--resume", __file__], "not JSON"),
])
def test_bad_arguments(quepu, argv, why):
    code, _out, err = quepu("play", *argv)
    assert code == 2
    assert why in err


def test_a_file_that_cannot_be_written_is_told_and_the_game_goes_on(quepu, tmp_path):
    (tmp_path / "file").write_text("")
    code, out, _err = quepu("play", "--seed", 5, "--bots", "random", "--save", tmp_path / "file" / "a.jsonl",
                            lines=["1", f"save {tmp_path / 'b.jsonl'}", "quit"])
    assert code == 0
    assert f"--resume {tmp_path / 'b.jsonl'}" in out
    out = quepu("play", "--seed", 5, "--bots", "random", "--save", tmp_path / "file" / "a.jsonl", lines=["1"])[1]
    assert out.count("NOT saved") == 1
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["b.jsonl", "file"]


def test_a_record_does_not_start_programs(quepu, tmp_path):
    program = tmp_path / "bot.py"
    program.write_text("raise SystemExit(1)")
    command = f"remote:'{sys.executable}' '{program}'"
    code, out, _err = quepu("play", "--seed", 5, "--bots", f"random,{command},random", "--save", tmp_path / "a",
                            lines=["1"])
    assert code == 0
    assert "remote has ended (exit code 1); the random bot plays on for it" in " ".join(out.split())
    text = (tmp_path / "a").read_text(encoding="utf-8")
    assert str(program) not in text
    assert '"type":"note"' in text
    code, _out, err = quepu("play", "--resume", tmp_path / "a")
    assert code == 2
    assert "name it again" in err
    assert quepu("play", "--resume", tmp_path / "a", "--bots", "random", lines=["undo"])[0] == 0


# -- stopped from outside --
def start(tmp_path, *argv):
    """The command as a process of its own, at its first question."""
    process = subprocess.Popen(
        [sys.executable, "-m", "quepu.cli.main", "play", "--seed", "5", "--save", str(tmp_path / "a"), *argv],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"})
    process.stdin.write(b"1\n")
    process.stdin.flush()
    seen = b""
    while seen.count(b"\n> ") < 2:
        read = process.stdout.read1()
        assert read, process.stderr.read()
        seen += read
    return process


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_stopped_from_outside_nothing_is_lost(tmp_path):
    process = start(tmp_path, "--bots", "random")
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=LONGEST)
    assert process.returncode == 130
    assert b"Traceback" not in out + err
    assert [step.action.text for step in replay(read_record(tmp_path / "a")).steps if step.seat == 0] == ["discard 3m"]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_bot_that_thinks_long_does_not_hold_up_leaving(tmp_path):
    program = tmp_path / "slow.py"
    program.write_text("import pathlib, sys, time\nsys.stdin.readline()\n"
                       f"pathlib.Path({str(tmp_path / 'thinks')!r}).touch()\ntime.sleep(3600)\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "quepu.cli.main", "play", "--seed", "5", "--save", str(tmp_path / "a"), "--seat", "S",
         "--timeout", "3600", "--bots", f"remote:{sys.executable} {program}"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    process.stdin.write(b"pass\n")       # South is asked for its flowers first
    process.stdin.flush()
    wait_until((tmp_path / "thinks").exists, "the bot thinks")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=LONGEST)
    assert process.returncode == 130
    assert b"Traceback" not in out + err
    assert read_record(tmp_path / "a").header["players"][1] == "you"


def test_nobody_reads_any_more(tmp_path):
    process = start(tmp_path, "--bots", "random")
    process.stdout.close()
    process.stdin.write(b"2\n")
    process.stdin.close()
    assert process.wait(timeout=LONGEST) == 0
    assert all(line.startswith(b"Preparing") for line in process.stderr.read().splitlines())     # on a slow machine
    process.stderr.close()
    assert len([step for step in replay(read_record(tmp_path / "a")).steps if step.seat == 0]) == 1


# -- replay --
def test_replay_prints_everything(quepu, games):
    code, out, _err = quepu("replay", games / "three.jsonl")
    assert code == 0
    match = replay(read_record(games / "three.jsonl"))
    lines = {line.strip() for line in out.splitlines()}
    for event in match.events:
        assert event.line("en").strip() in lines
    assert out.count("This hand") == 3
    one = quepu("replay", games / "three.jsonl", "--hand", 2, "--lang", "zh")[1]
    assert "第2局" in one
    assert "第1局" not in one
    assert "第3局" not in one


def test_replay_shows_a_seat_only_what_it_could_see(quepu, games):
    _code, out, _err = quepu("replay", games / "three.jsonl", "--all", "--seat", "S")
    drawn = re.findall(r"(\w+) draws (a hidden tile|\d\w)", out)
    assert {seat for seat, tile in drawn if tile != "a hidden tile"} == {"South"}
    assert {seat for seat, tile in drawn if tile == "a hidden tile"} == {"East", "West", "North"}
    stepped = quepu("replay", games / "three.jsonl", "--step", "--seat", "S", lines=[""] * 40)[1]
    before = stepped.split("This hand")[0]
    assert "13 tiles" in before
    assert not re.search(r"(East|West|North) draws \d", before)
    assert "East: pass" not in before


def test_replay_steps_forth_and_back(quepu, games):
    forth = quepu("replay", games / "three.jsonl", "--step", lines=["", "", "q"])[1].split(" > ")
    back = quepu("replay", games / "three.jsonl", "--step", lines=["", "", "b", "hop", "b", "b", "q"])[1].split(" > ")
    assert back[:3] == forth[:3]
    assert back[3] == forth[1]
    assert back[5] == forth[0].split("\n", 1)[1]
    hands = quepu("replay", games / "three.jsonl", "--step", "--hand", "2", lines=["n", "n"])[1]
    assert re.findall(r"^Hand \d", hands, re.MULTILINE) == ["Hand 2", "Hand 3"]
    assert "The record ends here." in hands
    assert "Self-Drawn" in quepu("replay", games / "three.jsonl", "--step", "--hand", "3", lines=[""] * 300)[1]


@pytest.mark.parametrize(("argv", "why"), [
    (["--hand", "4"], "the record has 3 hands"), (["--hand", "0"], "3 hands"), (["--seat", "Q"], "invalid choice"),
    (["--step", "--all"], "not allowed with"), (["--rule", "nope"], "no rulebook 'nope'")])
def test_replay_refuses(quepu, games, argv, why):
    code, _out, err = quepu("replay", games / "three.jsonl", *argv)
    assert code == 2
    assert why in err


# -- verify --
def test_verify(quepu, games):
    code, out, _err = quepu("record", "verify", games / "three.jsonl")
    events = len(replay(read_record(games / "three.jsonl")).events)
    assert (code, out) == (0, f"ok: 3 hands, {events:,} events\n")
    assert "3 局" in quepu("record", "verify", games / "three.jsonl", "--lang", "zh")[1]


def changed(texts, word, how):
    """Lines with one changed: the first that holds the word; and its number."""
    place = next(index for index, text in enumerate(texts) if word in text)
    return [*texts[:place], how(texts[place]), *texts[place + 1:]], place + 1


def test_verify_says_where_a_record_is_wrong(quepu, games, tmp_path):
    texts = (games / "three.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [
        (1, *changed(texts, '"discarded"', lambda text: text.replace('"tile":"', '"tile":"9')), "not what"),
        (1, *changed(texts, '"type":"settlement"', lambda text: text.replace('"amount":', '"amount":1')), "not what"),
        (1, *changed(texts, '"action":"discard', lambda text: re.sub(r"rd \d.", "rd 8f", text)), "not allow"),
        (1, *changed(texts, '"type":"hand"', lambda text: text.replace('"wall_hash":"', '"wall_hash":"0')), "not what"),
        (1, *changed(texts, '"type":"end"', lambda text: text.replace('"over":false', '"over":true')), "not what"),
        (2, *changed(texts, '"type":"dealt"', lambda text: text[:-5]), "JSON"),
        (2, *changed(texts, '"type":"dealt"', lambda text: text.replace("dealt", "hopped")), "not a kind of line"),
        (2, *changed(texts, '"type":"header"', lambda text: text.replace('"format":1', '"format":2')), "format 2"),
        (2, *changed(texts, '"type":"header"', lambda text: re.sub(r'"version":\d+', '"version":9', text)), "sion 9"),
        (2, texts[:40], 40, "cut off"),
        (2, texts[1:], 1, "header"),
    ]
    for number, (expected, lines, line, why) in enumerate(cases):
        file = tmp_path / f"{number}.jsonl"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        code, out, err = quepu("record", "verify", file)
        assert code == expected, err
        assert f"{file}:{line}:" in err
        assert why in err
        assert not out


def test_verify_any_damage(quepu, games, tmp_path):
    """A byte changed anywhere is found, and told with a line."""
    data = (games / "three.jsonl").read_bytes()
    rng = random.Random(4)
    for _case in range(40):
        place = rng.randrange(len(data))
        file = tmp_path / "damaged.jsonl"
        file.write_bytes(data[:place] + bytes([data[place] ^ (1 << rng.randrange(8))]) + data[place + 1:])
        code, out, err = quepu("record", "verify", file)
        assert code in (1, 2)
        assert not out
        assert re.search(rf"{re.escape(str(file))}:\d+:", err), err


# -- convert --
def test_convert_there_and_back(quepu, tmp_path):
    match = Match("guobiao?min_fan=0&flowers=auto", seed=3)
    rng = random.Random(3)
    for _hand in range(2):
        play_hand(match, rng)
    write_record(match, tmp_path / "ours.jsonl")
    code, out, _err = quepu("record", "convert", tmp_path / "ours.jsonl", "--to", "botzone")
    assert code == 0
    assert [sorted(json.loads(line)) for line in out.splitlines()] == [["initdata", "log"]] * 2
    one = tmp_path / "one.json"
    ours = ("record", "convert", tmp_path / "ours.jsonl")
    assert quepu(*ours, "--to", "botzone", "--hand", 1, "--out", one)[:2] == (0, "")
    assert one.read_text(encoding="utf-8") == out.splitlines(keepends=True)[0]
    (tmp_path / "two.json").write_text(out, encoding="utf-8")
    assert "--hand N" in quepu("record", "convert", tmp_path / "two.json", "--to", "lines")[2]
    assert "already" in quepu("record", "convert", tmp_path / "ours.jsonl", "--to", "lines")[2]
    for argv, why in (((tmp_path / "none", "--to", "lines"), "cannot be read"),
                      ((one, "--to", "botzone"), "not a kind of line"),
                      ((tmp_path / "ours.jsonl", "--to", "botzone", "--hand", "9"), "not finished"),
                      ((tmp_path / "ours.jsonl", "--to", "paper"), "invalid choice")):
        code, out, err = quepu("record", "convert", *argv)
        assert (code, out) == (2, "")
        assert why in err


def test_a_platforms_record_becomes_ours(quepu, tmp_path):
    """A hand that ends by a win of eight fan or more comes back with the same scores and verifies."""
    rng = random.Random(1)
    match = Match("guobiao?flowers=none", seed=1)
    play_hand(match, rng)
    write_record(match, tmp_path / "ours.jsonl")
    theirs, file = tmp_path / "theirs.json", tmp_path / "back.jsonl"
    assert quepu("record", "convert", tmp_path / "ours.jsonl", "--to", "botzone", "--out", theirs)[0] == 0
    code, _out, err = quepu("record", "convert", theirs, "--to", "lines", "--out", file)
    assert (code, err) == (0, "")
    assert quepu("record", "verify", file)[0] == 0
    assert replay(read_record(file)).scores == match.scores


@pytest.mark.parametrize(("lang", "typed"), [("en", "pull once"), ("zh", "拉一次"), ("en", "b"), ("en", "1")])
def test_a_choice_is_typed_as_it_is_called_and_q_leaves(quepu, tmp_path, lang, typed):
    code, out, _err = quepu("play", "--rule", "tianjin", "--seed", 3, "--bots", "random", "--lang", lang,
                            "--save", tmp_path / "a", lines=[typed, "q"])
    assert code == 0
    assert ("b) Pull once" if lang == "en" else "b) 拉一次") in out
    assert ("South pulls once" if lang == "en" else "南拉一次") in out
    assert not re.search(r"\bchoose\b|选", out)
    assert (tmp_path / "a").exists()
