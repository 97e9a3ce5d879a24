"""Command lines: every command and flag, files and standard input; run in a process that is forked for it."""

import argparse
import io
import json
import os
import re
import sys
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from quepu.rulebook.file.load import known_ids
from tools.fuzz import jsons, pools
from tools.fuzz.books import book_input
from tools.fuzz.records import record_input, samples
from tools.fuzz.verdict import DONE, REFUSED, FoundError, Verdict

HANDS = ("123m23455p345s77z 5p", "123m23455p345s77z", "[222m]555p888s33z77z 7z", "(2222z)234m45678p66s 9p",
         "19m19p19s1234567z 1z",
         "1122m3344p5566s7z 7z", "123m", "", "1f", "[123m][456m][789m][111p] 2p 2p", "0m0p0s", "5m" * 15, "-")
WORDS = ("--help", "-h", "--", "-", "--x", "--json", "--version", "")
TYPED = ("pass", "win", "1", "hint", "table", "score", "why win", "help", "undo", "auto", "5m", "discard 5m", "pung",
         "kong", "save",
         "quit", "chow 345m", "x", "", "\0", "why", "discard 99m", "save /nowhere/x", "kong 5m", "auto", "auto",
         "打 5m", "9" * 400)
NUMBERS = ("0", "1", "2", "3", "-1", "7", "50", "x", "1.5", "nan", "9" * 30, "", "1e3", "٣")
MOST_HANDS = ("0", "-1", "1", "5", "x", "1.5", "")      # of a simulation: what is allowed is also done
FLAGS = {"score": 0.88, "waits": 0.88}                  # how often a flag is left out, where there are many
UNSEEN = ("\x1b", "\x07", "\u202e", "\u200b")          # what a terminal must not be told, whoever wrote it
SLOW = ("sim", "play")                                  # commands that compile, given less often
BOUNDED = {"train": "--minutes", "duel": "--hands"}     # flags always given: else these take minutes, or never decide
REFUSED_MINUTES = ("0", "-1", "x", "nan", "9" * 30, "1e9", "")      # a minute of training is a minute


@cache
def commands() -> dict[str, list[tuple[list[str], str, list[str] | None]]]:
    """Every command with its options and arguments: (flags, name, choices)."""
    from quepu.cli.main import parser
    found: dict[str, list[tuple[list[str], str, list[str] | None]]] = {}

    def walk(of: argparse.ArgumentParser, path: str) -> None:
        row = []
        for action in of._actions:
            if isinstance(action, argparse._SubParsersAction):
                for name, inner in action.choices.items():
                    walk(inner, f"{path} {name}".strip())
            elif action.dest != "help":
                row.append((list(action.option_strings), str(action.dest) if action.nargs != 0 else "",
                            [str(choice) for choice in action.choices] if action.choices else None))
        found[path] = row

    walk(parser(), "")
    return found


def cli_input(seed: str, number: int) -> dict[str, Any]:
    """The command line of that number."""
    rng = Random(f"{seed}:cli:{number}")
    of = commands()
    command = rng.choice(list(of))
    if command in SLOW and rng.random() < 0.5:
        command = rng.choice(list(of))
    files = {"book.toml": book_input(seed, number)["text"], "record.jsonl": record_input(seed, number)["text"],
             "good.jsonl": rng.choice(samples()["lines"]), "hands.jsonl": _hands(rng), "folder/x": "x"}
    argv = command.split()
    for flags, name, choices in of[command]:
        if flags and BOUNDED.get(command) not in flags and rng.random() < FLAGS.get(command, 0.75):
            continue
        if flags:
            argv.append(rng.choice(flags))
        if name:
            argv += _values(command, flags, name, choices, rng)
    for _ in range(rng.choice((0, 0, 0, 0, 0, 0, 1, 2))):
        argv.insert(rng.randrange(len(argv) + 1), rng.choice((*WORDS, pools.text(rng))))
    if rng.random() < 0.05 and argv:
        del argv[rng.randrange(len(argv))]
    argv = [word.replace("\0", "") for word in argv]                    # no command line can hold it
    stdin = _hands(rng) if command == "score" else "\n".join(rng.choices(TYPED, k=rng.choice((0, 3, 30))))
    return {"part": "cli", "kind": command.split(" ")[0] or "quepu", "number": number, "argv": argv,
            "files": {name: text for name, text in files.items() if any(name in word for word in argv)},
            "stdin": stdin.encode("utf-8", "replace").decode(),
            "lang": rng.choice(("C", "zh_CN.UTF-8", "zh_TW", "en_US", "x" * 40, ""))}


def _hands(rng: Random) -> str:
    """Hands a line, some as worked examples."""
    lines = []
    for _ in range(rng.choice((0, 1, 3))):
        example = {"id": "x", "concealed": "123m23455p345s77z", "melds": [], "win_tile": "5p", "self_draw": True,
                   "total": 8,
                   "fans": {"x": 1}, "state": {}, "options": {}}
        lines.append(str(rng.choice(HANDS)) if rng.random() < 0.4 else
                     json.dumps(jsons.mutated(example, rng, 2)))
    return "\n".join(lines)


def _values(command: str, flags: list[str], name: str, choices: list[str] | None, rng: Random) -> list[str]:
    """What stands behind a flag, or in the place of an argument."""
    if choices and rng.random() < 0.85:
        return [rng.choice(choices)]
    if name in ("out", "save", "records", "bot_log"):       # what is written stays in the folder of this input
        return [rng.choice(("out.x", "folder/out", "folder", "nowhere/deep/out", "record.jsonl", ""))]
    if name == "bots":
        return [rng.choice(("greedy", "aware", "random", "random,greedy,random", "x", "", "remote:true", "mjai:false",
                            "remote:"))]
    if name == "hands":
        return [rng.choice(MOST_HANDS)]
    if name == "minutes":
        return [rng.choice(REFUSED_MINUTES)]
    if name == "workers":
        return [rng.choice(("1", "1", "0", "-1", "2", "x", "65"))]
    if name == "hand" and command in ("score", "waits"):
        return rng.choice(([rng.choice(HANDS)], [rng.choice(HANDS[:6])], rng.choice(HANDS).split(), [pools.tiles(rng)],
                           [pools.text(rng)]))
    if name == "rule" and rng.random() < 0.5:
        return [rng.choice((*known_ids(), "book.toml", "book.toml"))]
    if name in ("file", "resume") and rng.random() < 0.5:
        return [rng.choice(("good.jsonl", "record.jsonl")) if "rules" not in command else "book.toml"]
    if name in ("rule", "file", "resume") or (name == "fan" and rng.random() < 0.1):
        return [rng.choice((*known_ids(), "book.toml", "book.toml", "record.jsonl", "record.jsonl", "good.jsonl",
                            "good.jsonl",
                            "hands.jsonl", "folder", "/dev/null", "/dev/zero", "nowhere", "all", "-",
                            f"{rng.choice(known_ids())}?{rng.choice(('edition', 'x'))}={rng.choice(NUMBERS)}",
                            pools.text(rng)))]
    if name in ("option", "state"):
        return [rng.choice(("min_fan", "edition", "x", "streak", "turned.dora", "")) + rng.choice(("=", "=", "=", ""))
                + rng.choice((*NUMBERS, "true", "1m")) for _ in range(rng.choice((1, 1, 2)))]
    if name in ("hand", "seed", "timeout", "port"):
        return [rng.choice(NUMBERS)]
    if name == "database":
        return [rng.choice(("sqlite://", "sqlite:///folder/x", "sqlite:///nowhere/x", "x", "",
                            "postgresql+psycopg://x", "mysql://"))]
    return [rng.choice((pools.text(rng), pools.tiles(rng), "x"))]


# -- judged --
def judge_cli(given: dict[str, Any], _level: str) -> Verdict:
    """The command run in a folder of its own; its exit code and what it says on standard error."""
    with tempfile.TemporaryDirectory(prefix="quepu-fuzz-") as name:
        folder = Path(name)
        (folder / "folder").mkdir()
        for file, text in given["files"].items():
            (folder / file).write_text(text, encoding="utf-8")
        before = os.getcwd()
        os.chdir(folder)
        try:
            code, errors, said = _run(given, folder)
        finally:
            os.chdir(before)
        if (folder / pools.CANARY).exists():
            raise FoundError("code run", "a text of the input was run as a program", "code run")
    if code not in (0, 1, 2):
        raise FoundError("exit", f"exit code {code}: {errors[:200]}", f"code {code} of {given['kind']}")
    if "Traceback" in errors or "failed unexpectedly" in errors:
        raise FoundError("traceback", errors[:400], errors[:60])
    if shows := [mark for mark in UNSEEN if mark in errors + said]:
        raise FoundError("unseen", f"written: {shows}", "unseen")
    if code == 2 and not errors.strip() and not said:
        raise FoundError("silent", f"exit code 2 without a word: {given['argv']}", f"silent: {given['kind']}")
    return Verdict(REFUSED if code == 2 else DONE)


def _run(given: dict[str, Any], folder: Path) -> tuple[Any, str, str]:
    """Exit code, standard error and standard output."""
    import uvicorn

    from quepu.cli.main import main
    kept = dict(os.environ), sys.stdin, sys.stdout, sys.stderr, uvicorn.Server.run
    os.environ.update(QUEPU_DEBUG="1", QUEPU_GAMES=str(folder / "games"), LANG=given["lang"],
                      QUEPU_DATABASE=f"sqlite:///{folder / 'games.sqlite'}")
    os.environ.pop("LC_ALL", None)
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    sys.stdin = io.TextIOWrapper(io.BytesIO(given["stdin"].encode("utf-8", "replace")), encoding="utf-8")
    sys.stdout, sys.stderr = out, err
    uvicorn.Server.run = lambda *_args, **_more: None   # type: ignore[method-assign]  # nothing is served here
    try:
        try:
            code: Any = main(given["argv"])
        except SystemExit as end:       # what argparse refuses
            code = end.code
        err.flush()
        out.flush()
        told = err.buffer.getvalue().decode("utf-8", "replace")
    finally:
        os.environ.clear()
        os.environ.update(kept[0])
        sys.stdin, sys.stdout, sys.stderr = kept[1:4]
        uvicorn.Server.run = kept[4]        # type: ignore[method-assign]
    told = re.sub(r"/\S*quepu-fuzz-\w+", "FOLDER", told)
    return 0 if code is None else code, told, out.buffer.getvalue().decode("utf-8", "replace").strip()
