"""Odd command lines end in words and an exit code, never in a traceback."""

# ruff: noqa: E501 - one case a line reads best
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from quepu.cli.main import main
from tests.waiting import LONGEST

ROOT = Path(__file__).parents[2]


def told(capsys, *argv: str) -> tuple[int, str]:
    """The exit code and what is said: on standard error, or of a rulebook that is checked."""
    try:
        code = main(argv)
    except SystemExit as end:
        code = int(end.code or 0)
    said = capsys.readouterr()
    return code, said.err or said.out


@pytest.mark.parametrize("argv", [
    ("replay", "a\0b"), ("record", "verify", "\ud800"), ("rules", "test", "guobiao", "--file", "a\0b"),
    ("rules", "show", "\ud800"), ("play", "--save", "x" * 5000), ("replay", "x" * 5000), ("record", "verify", "."),
    ("record", "convert", "/dev/null", "--to", "lines"), ("sim", "--hands", "0"), ("sim", "--hands", "-1"),
    ("sim", "--hands", "1" + "0" * 30), ("sim", "--hands", "9" * 5000), ("sim", "--seed", "x"), ("sim", "--seed", "-1"),
    ("sim", "--workers", "0"), ("sim", "--workers", "1000000"), ("sim", "--lang", "fr"), ("sim", "--policy", ""),
    ("sim", "--hands", "1", "--records", "/dev/null/x"), ("serve", "--port", "70000"), ("serve", "--port", "-1"), ("serve", "--port", "x"),
    ("serve", "--host", "nope.invalid"), ("serve", "--host", "256.256.256.256"), ("rules", "check", "/nope.toml"), ("rules", "check", "."),
])
def test_odd_arguments_end_with_two(argv, capsys):
    code, text = told(capsys, *argv)
    assert code == 2
    assert text.strip()
    assert "failed unexpectedly" not in text
    assert "Traceback" not in text


@pytest.mark.parametrize("address", ["sqlite:////dev/null/x/y.sqlite", "xyz://", "x", "", "sqlite:///", "postgresql+psycopg://me:secret@127.0.0.1:1/x",
                                     "postgresql+nope://me:secret@h/x", "me:secret@x"])
def test_a_database_that_cannot_be_used_is_told(address, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("uvicorn.Server.run", lambda *_args, **_more: None if address in ("", "sqlite:///") else pytest.fail("it serves"))
    monkeypatch.setenv("QUEPU_DATABASE", f"sqlite:///{tmp_path}/games.sqlite")
    code, text = told(capsys, "serve", "--port", "0", "--database", address)
    assert code == (0 if address in ("", "sqlite:///") else 2)
    assert "Traceback" not in text
    assert "secret" not in text


def test_a_file_that_is_no_database_is_told(capsys, tmp_path):
    (tmp_path / "x.sqlite").write_bytes(b"no database at all" * 100)
    code, text = told(capsys, "serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/x.sqlite")
    assert (code, "cannot be used" in text) == (2, True)


def test_a_port_in_use_is_told(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        code, text = told(capsys, "serve", "--port", str(taken.getsockname()[1]))
    assert (code, "cannot listen at" in text) == (2, True)


def run(shell: str) -> "subprocess.CompletedProcess[bytes]":
    """A line of shell in which `quepu` is this program."""
    line = shell.replace("quepu", f'"{sys.executable}" -m quepu.cli.main')
    return subprocess.run(["bash", "-c", line], capture_output=True, timeout=LONGEST, check=False,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": ""})


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(("shell", "code"), [
    ("quepu rules | head -1 >/dev/null; exit ${PIPESTATUS[0]}", 0),
    ("quepu rules show guobiao | head -c 10 >/dev/null; exit ${PIPESTATUS[0]}", 0),
    ("quepu rules >/dev/full", 2),
    ("quepu rules <&-", 0),
    ("quepu score - <&-", 0),
    ("quepu rules >&-", 0),
    ("printf '\\xff\\xfe\\n' | quepu score -", 2),
    ("printf '\\xff\\xfe\\n' | quepu rules test guobiao --file -", 1),
    ("quepu score $'\\xff\\xfe'", 2),
    ("quepu rules check $'/nope/\\xff.toml'", 2),
    ("LANG=C LC_ALL=C PYTHONUTF8=0 quepu rules --lang zh", 0),
])
def test_pipes_bytes_and_closed_streams(shell, code):
    done = run(shell)
    text = done.stderr.decode("utf-8", "replace")
    assert "Traceback" not in text
    assert "failed unexpectedly" not in text
    assert "Exception ignored" not in text
    assert done.returncode == code, text
