"""The way of one command through the code: which files and functions it runs, and how often it changes the package.

`python -m tools.way score "123m23455p345s77z 5p" --from N` prints them in the order in which they are first called, and
the sums; `--sums` before the command prints only those.  `--click` in place of a command is the way of an answer at a
table of the server, from its message to the next update.  Code that runs while modules are imported does not count.
"""

import contextlib
import io
import json
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import quepu
from quepu.cli.main import main as run_command

HOME = Path(quepu.__file__).resolve().parent
_NOT_CALLED = ("<module>", "<lambda>", "<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>")


def place(code: CodeType) -> tuple[str, str] | None:
    """(file, function) of code of quepu, the file from the package's folder on; None for any other code."""
    path = Path(code.co_filename)
    if not path.is_relative_to(HOME):
        return None
    return path.relative_to(HOME).as_posix(), code.co_qualname.replace(".<locals>", "")


def _is_importing(frame: FrameType | None) -> bool:
    """Whether a module of quepu is just being imported."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and Path(frame.f_code.co_filename).is_relative_to(HOME):
            return True
        frame = frame.f_back
    return False


def package(file: str) -> str:
    """The package of a file: the first folder, or the file itself where it lies beside the folders."""
    return file.split("/")[0].removesuffix(".py")


@dataclass
class Way:
    """What was called, in order of the first call."""

    functions: dict[tuple[str, str], int] = field(default_factory=dict)     # how often each was called
    doors: set[tuple[str, str]] = field(default_factory=set)                # those called from another package
    paused: bool = False
    _known: dict[CodeType, tuple[str, str] | None] = field(default_factory=dict)

    @property
    def files(self) -> list[str]:
        """The files in which something was called."""
        return list(dict.fromkeys(file for file, _function in self.functions))

    def _place(self, code: CodeType) -> tuple[str, str] | None:
        if code not in self._known:
            self._known[code] = None if code.co_name in _NOT_CALLED else place(code)
        return self._known[code]

    def watch(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Count a call; for `sys.setprofile`."""
        callee = self._place(frame.f_code) if event == "call" and not self.paused else None
        if callee is None or _is_importing(frame):
            return
        self.functions[callee] = self.functions.get(callee, 0) + 1
        before = frame.f_back
        while before is not None and self._place(before.f_code) is None:
            before = before.f_back
        caller = None if before is None else self._place(before.f_code)
        if caller is not None and package(caller[0]) != package(callee[0]):
            self.doors.add(callee)

    def sums(self) -> str:
        """How many files and functions, and how many of these are called from another package."""
        return (f"{len(self.files)} files, {len(self.functions)} functions, "
                f"{len(self.doors)} of them called from another package")

    def __str__(self) -> str:
        lines = []
        for file in self.files:
            names = [f"{name} x{count}" if count > 1 else name
                     for (other, name), count in self.functions.items() if other == file]
            lines.append(f"{file}: {', '.join(names)}")
        return "\n".join((*lines, "", self.sums()))


def way_of(argv: Sequence[str]) -> Way:
    """The way of a command of the shell; what it prints is dropped."""
    way = Way()
    with contextlib.redirect_stdout(io.StringIO()):
        sys.setprofile(way.watch)
        try:
            run_command(argv)
        finally:
            sys.setprofile(None)
    return way


def way_of_click() -> Way:
    """The way of an answer: at a table of one person and three bots, by the rulebook that is the usual one."""
    from starlette.testclient import TestClient

    from quepu.rulebook.file.default import default_rule
    from quepu.server.app import make_app
    from quepu.server.settings import Settings
    way = Way(paused=True)
    threading.setprofile(way.watch)     # the server runs in a thread of its own
    try:
        with tempfile.TemporaryDirectory(prefix="quepu-way-") as folder, \
                TestClient(make_app(Settings(f"sqlite:///{folder}/games.sqlite"))) as client:
            game = client.post("/api/games", json={"rule": {"id": default_rule()}, "name": "A", "seed": 7}).json()
            with client.websocket_connect(f"/api/games/{game['id']}/socket?key={game['key']}") as socket:
                told: dict[str, Any] = {}
                for click in range(2):          # the second one finds everything loaded
                    while not (told.get("view") or {}).get("legal"):
                        told = json.loads(socket.receive_text())
                    answer = {"id": click, "type": "act", "action": told["view"]["legal"][-1]["action"],
                              "step": told["step"]}
                    way.paused = click == 0
                    socket.send_text(json.dumps(answer))
                    told = {}
                    while told.get("type") != "update":
                        told = json.loads(socket.receive_text())
                way.paused = True
    finally:
        threading.setprofile(None)
    return way


def main(argv: Sequence[str]) -> int:
    """Print the way of the command."""
    only_sums = list(argv[:1]) == ["--sums"]
    asked = argv[1:] if only_sums else argv
    way = way_of_click() if list(asked) == ["--click"] else way_of(asked)
    print(way.sums() if only_sums else way)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
