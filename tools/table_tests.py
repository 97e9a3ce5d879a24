"""Do the tests on laid tables notice a wrong rule of play?  Runs those of a rulebook with a mutant in its place."""

import contextlib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from quepu.book import Rulebook, of_shipped, rulebook
from quepu.game import match
from quepu.game import plain_engine as plain
from quepu.rulebook.file import load

TESTS = Path(__file__).parent.parent / "tests"
#: a test file that lays tables; one that only wants an engine plays whole hands, which the golden hands do better
LAYS = re.compile(r"^from tests\.laid(\.\w+)? import (?!plain_engine$)", re.MULTILINE)


def table_tests(name: str) -> list[Path]:
    """The test files that lay tables of a rulebook."""
    named = re.compile(rf"[\"'(]{re.escape(name)}[\"'?]")
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(TESTS.glob("*/test_*.py"))}
    return [path for path, text in texts.items() if path.name.startswith(f"test_{name}_")
            or (LAYS.search(text) and named.search(text))]


@dataclass
class Told:
    """What a run of tests came to."""

    failed: str = ""                                                    # the first that failed
    #: those that sat at a table of the rulebook, with the options they played it with
    tests: dict[str, list[dict[str, Any]]] = field(default_factory=dict)


class TableTests:
    """The tests on laid tables of one rulebook; `engine` makes the engine of one that may be a mutant of it."""

    def __init__(self, name: str, tables: load.Table, engine: Callable[[Any], Any]) -> None:
        self.name, self.tables, self.engine = name, tables, engine

    @cached_property
    def concerned(self) -> dict[str, list[dict[str, Any]]]:
        """The tests in which the rulebook is played, and with which options; found by running all without a mutant."""
        told = self._run_apart(self.tables, None)
        if told.failed:
            raise RuntimeError(f"{told.failed} fails without any mutant")
        for settings in (one for found in told.tests.values() for one in found):
            self.engine(rulebook(self.name, **settings))        # what is loaded here need not be for every mutant
        return told.tests

    def failing(self, tables: load.Table, differs: Callable[[dict[str, Any]], bool]) -> str:
        """The first test that fails where the rulebook has these tables, empty if none does.

        Only those are run in which the rulebook `differs` with the options they play it with.
        """
        wanted = {test for test, found in self.concerned.items() if not found or any(map(differs, found))}
        return self._run_apart(tables, wanted).failed if wanted else ""

    def _run_apart(self, tables: load.Table, wanted: set[str] | None) -> Told:
        """Run them in a process of its own, in which everything that is compiled is there already."""
        context = get_context("fork")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=self._run, args=(tables, wanted, theirs))
        process.start()
        theirs.close()
        try:
            told: Told = ours.recv()
        except EOFError:
            told = Told("the tests came to no end")
        process.join()
        return told

    def _run(self, tables: load.Table, wanted: set[str] | None, out: Connection) -> None:
        import pytest
        files = [path for path in table_tests(self.name)
                 if wanted is None or any(test.split("::")[0].endswith(path.name) for test in wanted)]
        watch = _Watch(self.name, wanted)
        self._put(tables, watch)
        # a mutant's engine has no bots
        words = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler", "-k", "not bots"]
        with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
            if files:
                pytest.main([*words, *map(str, files)], plugins=[watch])
        if not watch.told.failed and any(getattr(engine, "errors", None) for engine in watch.engines.values()):
            watch.told.failed = "an error in a rule"
        out.send(watch.told)

    def _put(self, tables: load.Table, watch: "_Watch") -> None:
        """Let the rulebook have these tables from now on, and the court's engine, which is compiled."""
        read, plain_engine, engine_of = load.read_chain, plain.PlainEngine, match.engine_of
        load.read_chain = lambda reference, text=None: (  # type: ignore[assignment]
            (tables, read(self.name)[1]) if reference == self.name and text is None else read(reference, text))
        of_shipped.cache_clear()        # what was read before is not the mutant

        def made(otherwise: Callable[[Rulebook], Any]) -> Callable[[Rulebook], Any]:
            def engine(book: Rulebook) -> Any:
                if book.reference_text != self.name or book.text is not None:
                    return otherwise(book)
                key = repr([option.value for option in book.model.options])
                if key not in watch.engines:
                    watch.engines[key] = self.engine(book)
                return watch.engines[key]
            return engine

        plain.PlainEngine = made(plain_engine)  # type: ignore[misc, assignment]
        match.engine_of = made(engine_of)
        begin = match.Match.__init__

        def noted(self: match.Match, book: Rulebook | str, *args: Any, **words: Any) -> None:
            begin(self, book, *args, **words)
            watch.sits(self.book)
        match.Match.__init__ = noted  # type: ignore[method-assign]


class _Watch:
    """Notes the first test that fails, and which tests sit at a table of the rulebook."""

    def __init__(self, name: str, wanted: set[str] | None) -> None:
        self.name, self.wanted = name, wanted
        self.told, self.test, self.engines = Told(), "", dict[str, Any]()

    def sits(self, book: Rulebook) -> None:
        """A match by a rulebook begins."""
        if book.reference_text == self.name and book.text is None:
            found = self.told.tests.setdefault(self.test, [])
            if book.settings not in found:
                found.append(book.settings)

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out what is not wanted."""
        if self.wanted is not None:
            items[:] = [item for item in items if item.nodeid in self.wanted]

    def pytest_runtest_setup(self, item: Any) -> None:
        """A test begins; those of the rulebook's own files concern it in any case."""
        self.test = item.nodeid
        if item.path.name.startswith(f"test_{self.name}_"):
            self.told.tests.setdefault(self.test, [])

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A part of a test is over."""
        if report.failed and not self.told.failed:
            self.told.failed = str(report.nodeid)
