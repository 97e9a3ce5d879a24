"""Does play notice a wrong rule?  Judges the mutants of a rulebook's play by its golden hands and its tests.

A mutant is played as the golden files were made: laid hands and the walk as its seats see it; then come the tests on
laid tables, random hands, and last the same hands under every option that play knows.  The first hand or test that
comes out differently catches it.
"""

import ctypes
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from quepu.book import Rulebook
from quepu.compiler.kernels import load_kernels
from quepu.errors import QuepuError
from quepu.game.desk import Desks
from quepu.game.engine import Engine
from quepu.packing import score_tables as arrays
from quepu.packing.play_rules import play_rules
from quepu.rulebook.file import load
from quepu.rulebook.file.options import with_needed
from quepu.rulecode.play_functions import play_trees
from quepu.rulecode.play_loader import PLAY_ENTRIES, plain_play
from quepu.rulecode.score_functions import scoring_trees
from tools.deals import laid_wall
from tools.mutants import Mutant
from tools.play_mutants import PLAY, other_choices, reason_same
from tools.played import EAGER, LOTS, RANDOM, Lot, digests
from tools.table_tests import TableTests
from tools.walk import has_walk, walk_lines

MOST_LIKELY = 3             # settings of the options that a mutant speaks of, tried before all others
_ENTRY = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


class MutantEngine(Desks):
    """The compiled engine with rules of play that nobody compiled: it calls them back as plain Python.

    Scoring is that of an engine whose rulebook differs in nothing but play.
    """

    def __init__(self, book: Rulebook, like: Engine) -> None:
        self.book, self._like = book, like
        self.frame = arrays.frame_of(book.model)
        trees = play_trees(book.model)
        self.errors: list[Exception] = []
        self._kept: list[Any] = []
        play, own = plain_play(trees), trees.trees.key != play_trees(like.book.model).trees.key
        links = like.links
        if own:
            self._kept = [_ENTRY(self._called(getattr(play, name), name == "given")) for name in PLAY_ENTRIES]
            links = links.changed(**{name: ctypes.cast(entry, ctypes.c_void_p).value
                                     for name, entry in zip(PLAY_ENTRIES, self._kept, strict=True)})
        desk = replace(like.desk, frame=self.frame)     # its functions know this frame and no other
        super().__init__(play_rules(book.model, trees), links, lambda: desk)
        self.kernels: Any = load_kernels()

    def _called(self, function: Callable[..., int], alone: bool) -> Callable[[int, int], int]:
        """A function of frame and number as the engine calls it."""
        frame, address = self.frame, self.frame.address

        def call(f: int, number: int) -> int:
            try:
                if f != address:
                    raise ValueError("another frame")
                return int(function(frame) if alone else function(frame, number))
            except Exception as error:          # ctypes would swallow it
                self.errors.append(error)
                return 0
        return call


def _means(book: Any) -> tuple[Any, ...]:
    """What a rulebook says with its options as they are set."""
    rest = {section: table for section, table in book.model.as_written().items() if section != "option"}
    return rest, [option.value for option in book.model.options]


class PlayCourt:
    """Judges the mutants of one rulebook's play."""

    def __init__(self, name: str, book: Any, make: Callable[[load.Table], Any]) -> None:
        self.name, self.book, self.make = name, book, make      # make: a rulebook from tables
        self._engines: dict[str, Engine] = {}
        self._golden: dict[tuple[str, str, str], list[str]] = {}
        self._playing: dict[tuple[str, str, str], Iterator[str]] = {}

    @cached_property
    def settings(self) -> list[dict[str, Any]]:
        """No option, then each that play knows, one by one."""
        tables = self.book.tables
        texts = "".join(str(tables.get(section, "")) for section in (*PLAY, "flag"))
        told = [flag for flag, table in tables.get("flag", {}).items() if "given" in table]
        found: list[dict[str, Any]] = [{}]
        for name, table in tables.get("option", {}).items():
            patches = [*table.get("choice", {}).values(),
                       {"fan": {fan: {"enabled": True} for fan in table.get("fans", ())}}]
            changes = any(section in (*PLAY, "tiles") for patch in patches[:-1] for section in patch)
            # a fan that stands on what only a table tells
            brings = any(flag in str(tables["fan"][fan].get("when", "")) for patch in patches
                         for fan, change in patch.get("fan", {}).items() if change.get("enabled") for flag in told)
            if table.get("enabled", True) and (changes or brings or f"options.{name}" in texts):
                found += [with_needed(tables, {name: choice}) for choice in other_choices(table)]
        return found

    def engine(self, book: Any) -> Any:
        """An engine for a mutant."""
        values = {option.id: option.value for option in book.model.options}
        key = repr(sorted(values.items()))
        if key not in self._engines:
            self._engines[key] = Engine(self.book.with_options(**values))
        like = self._engines[key]
        same = scoring_trees(book.model).key == scoring_trees(like.book.model).key
        return MutantEngine(book, like) if same else Engine(book)

    def golden(self, settings: Mapping[str, Any], lot: Lot, seed: str, number: int) -> str:
        """What a hand comes to with the rulebook as it is; played when it is first asked for."""
        key = (repr(settings), lot.name, seed)
        if key not in self._golden:
            book = self.book.with_options(**settings) if settings else self.book
            self._golden[key], self._playing[key] = [], digests(self.engine(book), lot, seed)
        while len(self._golden[key]) <= number:
            self._golden[key].append(next(self._playing[key]))
        return self._golden[key][number]

    @cached_property
    def tests(self) -> TableTests:
        """The tests on laid tables."""
        return TableTests(self.name, self.book.tables, self.engine)

    def faults(self, mutant: Mutant, book: Any) -> Iterator[str]:
        """What golden hands and tests say against a book, the cheapest first."""
        by_option = mutant.path[0] == "option" or "options." in f"{mutant.old} {mutant.new}"
        yield from self.differences(book, {}, EAGER, self.name)
        likely = self._likely(mutant)
        if by_option:                   # hands without options hardly show it
            yield from self._failing(book)
            for settings in likely[:MOST_LIKELY]:
                yield from self.differences(book, settings, EAGER, self.name)
        if has_walk(self.name) and self._walk(book) != self._walk(self.book):
            yield "the walk"
        for lot in LOTS:
            if lot not in (EAGER, RANDOM):
                yield from self.differences(book, {}, lot, self.name)
        if not by_option:
            yield from self._failing(book)
        yield from self.differences(book, {}, RANDOM, self.name)
        for settings in likely[MOST_LIKELY if by_option else 0:]:
            yield from self.differences(book, settings, EAGER, self.name)

    def _failing(self, book: Any) -> Iterator[str]:
        """The first test on laid tables that fails, if one does."""
        failed = self.tests.failing(book.tables, lambda settings: self.differs(book, settings))
        if failed:
            yield failed

    def _likely(self, mutant: Mutant) -> list[Mapping[str, Any]]:
        """The settings of options, those that a mutant speaks of first."""
        words = set(re.findall(r"\w+", f"{mutant.path} {mutant.old} {mutant.new}"))
        return sorted(self.settings[1:], key=lambda settings: -sum(
            (name in words) + (str(choice) in words) / 2 for name, choice in settings.items()))

    def differences(self, book: Any, settings: Mapping[str, Any], lot: Lot, seed: str) -> Iterator[str]:
        """Hands that come out differently."""
        if not self.differs(book, settings):
            return                      # it lives under other options
        engine = self.engine(book.with_options(**settings) if settings else book)
        played = digests(engine, lot, seed)
        for number in range(lot.hands):
            found = next(played)
            if found != self.golden(settings, lot, seed, number) or getattr(engine, "errors", None):
                yield f"{lot.name} hand {number}" + (f" with {dict(settings)}" if settings else "")

    def differs(self, book: Any, settings: Mapping[str, Any]) -> bool:
        """Whether a mutant says anything else than the rulebook with these options."""
        try:
            ours, other = (one.with_options(**settings) if settings else one for one in (self.book, book))
        except QuepuError:              # a mutant may refuse what the rulebook allows
            return True
        return _means(ours) != _means(other)

    def shown(self, mutant: Mutant, book: Any) -> str:
        """The hand or test that shows a mutant of what only the table reads; empty if there is none."""
        if scoring_trees(book.model).key != scoring_trees(self.book.model).key:
            return ""
        return next(self.faults(mutant, book), "")

    def _walk(self, book: Any) -> list[str]:
        return walk_lines(self.name, book, self.engine(book))

    def judge(self, mutant: Mutant, witnesses: int) -> tuple[str, str]:
        """caught, survived, same or not built, and why; only what is listed as equivalent may go uncaught.

        Without witnesses what is listed is believed if laid hands do not show it: the list knows no rulebooks, and what
        means the same in one may not in another.
        """
        reason = reason_same(mutant)
        try:
            book = self.make(mutant.applied(self.book.tables))
            if reason and not witnesses:
                shown = next(self.differences(book, {}, EAGER, self.name), "")
                return ("caught", shown) if shown else ("same", reason)
            for why in self.faults(mutant, book):
                return "caught", why
            if reason:
                return "same", reason
            for settings in self.settings if witnesses else ():
                lot = Lot("witness", EAGER.player, laid_wall, witnesses)
                for why in self.differences(book, settings, lot, f"{self.name} witness"):
                    return "survived", why
        except QuepuError as error:
            return "not built", str(error).splitlines()[0]
        return "survived", "no hand that was tried"
