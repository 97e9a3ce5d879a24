"""Do the tests on laid tables notice a wrong rule of play?  Runs those of a rulebook with a mutant in its place."""

import re
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from quepu.game import match
from quepu.rulebook import load

TESTS = Path(__file__).parent.parent / "tests"


def table_tests(name: str) -> list[Path]:
    """The test files that lay tables of a rulebook."""
    named = re.compile(rf"[\"'(]{re.escape(name)}[\"'?]")
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(TESTS.glob("test_*.py"))}
    return [path for path, text in texts.items() if path.name.startswith(f"test_{name}_")
            or ("from tests.laid import" in text and named.search(text))]


def failing_test(name: str, tables: load.Table, engine: Callable[[Any], Any]) -> str:
    """The first test that fails where the rulebook has these tables, empty if none does; run in a process of its own.

    `engine` makes the engine of a rulebook.  Bots are left out: a mutant's engine has none.
    """
    files = table_tests(name)
    if not files:
        return ""
    context = get_context("fork")       # what is compiled is there already
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(name, tables, engine, files, theirs))
    process.start()
    theirs.close()
    try:
        failed: str = ours.recv()
    except EOFError:
        failed = "the tests came to no end"
    process.join()
    return failed


def _run(name: str, tables: load.Table, engine: Callable[[Any], Any], files: list[Path], told: Connection) -> None:
    import contextlib
    import os

    import pytest
    read = load.read_chain
    load.read_chain = lambda reference, text=None: (  # type: ignore[assignment]
        (tables, read(name)[1]) if reference == name and text is None else read(reference, text))
    match.engine_of = engine
    watch = _Watch()
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "not bots", *map(str, files)],
                    plugins=[watch])
    told.send(watch.failed)


class _Watch:
    """Notes the first test that fails."""

    failed = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A part of a test is over."""
        if report.failed and not self.failed:
            self.failed = str(report.nodeid)
