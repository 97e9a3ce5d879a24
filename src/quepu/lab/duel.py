"""Duels: which of two players is the better one, at tables where only they differ.

The unit is a deal (or with `matches` a match) that is played with every seating of the two: four seats have six ways
to seat two against two, three seats three of one against two and three of two against one.  What the tiles gave falls
out; what is left of a unit is one number, how many points a player of A made more than one of B.  Units have seeds of
their own, so they are independent and alike; `lab.sequence` says what follows for how sure their mean is.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from quepu.book import Rulebook, build, rulebook
from quepu.bots.process import TIMEOUT
from quepu.bots.seat import bot_faults
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.match import LARGEST_SEED
from quepu.lab.duel_count import Count
from quepu.lab.duel_tables import (
    SIDES,
    A,
    B,
    CoreTables,
    ProgramTables,
    Tables,
    Terms,
    player_names,
    seating_name,
    tables_of,
)
from quepu.lab.pieces import MOST_WORKERS, SECONDS, in_time, pieces_of
from quepu.lab.sequence import Figure
from quepu.lab.simulate import MOST_HANDS
from quepu.text_file import write_text

LONGEST_TIMEOUT = 3600


class Verdict(StrEnum):
    """What a duel has shown."""

    A = "a"                             # A is better
    B = "b"                             # B is
    LEVEL = "level"                     # there is no difference worth having
    ALIKE = "alike"                     # not one unit came out other than even
    OPEN = "open"                       # nothing yet


@dataclass(frozen=True, slots=True)
class Side:
    """How one of the two did, a player and hand (or match) on average."""

    name: str
    points: Figure
    wins: Figure
    self_draws: Figure
    deal_ins: Figure
    mean_win: Figure                    # points of hands that the player won ...
    mean_loss: Figure                   # ... and of those in which he dealt in
    result: Figure | None = None        # of a match
    place: Figure | None = None
    places: tuple[Figure, ...] = ()     # how often first, second, ...
    lost: int = 0                       # tables at which a program was lost and the random bot played on
    lost_why: Fault | None = None       # for the first time

    def as_json(self) -> dict[str, Any]:
        """The figures as a value for JSON."""
        found: dict[str, Any] = {"bot": self.name}
        for name in ("points", "wins", "self_draws", "deal_ins", "mean_win", "mean_loss", "result", "place"):
            figure = getattr(self, name)
            if figure is not None:
                found[name] = figure.as_json()
        if self.places:
            found["places"] = [figure.as_json() for figure in self.places]
        return {**found, "lost": self.lost, "lost_why": None if self.lost_why is None else str(self.lost_why)}


@dataclass(frozen=True, slots=True)
class Duel:
    """What came of a duel.  Time and workers aside it is a function of rulebook, bots and seed."""

    book: Rulebook
    a: Side
    b: Side
    verdict: Verdict
    points: Figure                      # of a hand: a player of A above one of B
    result: Figure | None               # of a match, likewise
    margin: float                       # what the deciding figure must be below for the two to be level
    seed: int
    units: int                          # deals or matches, each with all its seatings
    seatings: int
    hands: int
    is_fixed: bool                      # the size was said before; else it stopped when it had decided
    interrupted: bool
    workers: int
    seconds: float
    records: tuple[str, ...] = ()

    @property
    def is_matches(self) -> bool:
        """Whether whole matches were played."""
        return self.result is not None

    @property
    def deciding(self) -> Figure:
        """The figure that decides: the result of a match, or the points of a hand."""
        return self.points if self.result is None else self.result

    @property
    def hands_per_second(self) -> float:
        """Hands played in a second."""
        return self.hands / self.seconds if self.seconds else 0.0

    def as_json(self) -> dict[str, Any]:
        """Everything that is the same each time, as a value for JSON."""
        found: dict[str, Any] = {
            "rule": self.book.id, "version": self.book.model.version,
            "options": {option.id: option.value for option in self.book.model.options},
            "seed": self.seed, "unit": "match" if self.is_matches else "deal", "units": self.units,
            "seatings": self.seatings, "hands": self.hands,
            "interval": "fixed" if self.is_fixed else "any_time", "interrupted": self.interrupted,
            "verdict": self.verdict.value, "margin": self.margin, "points": self.points.as_json()}
        if self.result is not None:
            found["result"] = self.result.as_json()
        return {**found, "a": self.a.as_json(), "b": self.b.as_json()}


@dataclass(frozen=True, slots=True)
class State:
    """How far a duel is."""

    units: int
    hands: int
    figure: Figure                      # the deciding one
    written: int = 0                    # units of which the records are written


def duel(book: Rulebook | str, a: str, b: str, *, hands: int | None = None, matches: bool = False, seed: int = 1,
         workers: int = 1, options: Mapping[str, Any] | None = None, records: str | PathLike[str] | None = None,
         timeout: float = TIMEOUT, lang: str = "en", bot_log: str | PathLike[str] | None = None,
         progress: Callable[[State], None] | None = None) -> Duel:
    """Which of two bots is the better one: `random`, `greedy`, `aware`, `remote:COMMAND` or `mjai:COMMAND`.

    Without `hands` it goes on until it has decided; with it, until so many hands are played, rounded up to whole units.
    A stop (Ctrl-C) keeps the units that are done: `interrupted` says so.
    """
    made = (rulebook(book) if isinstance(book, str) else book).with_options(**(options or {}))
    _check((a, b), hands, seed, workers, timeout)
    core = Terms((a, b), seed, MOST_HANDS if matches else 1).is_core
    programs = {} if core else {"timeout": timeout, "lang": lang, "log": bot_log}
    terms = Terms((a, b), seed, MOST_HANDS if matches else 1, programs, records is not None)
    run = _Run(made, terms, matches, hands, workers, None if records is None else Path(records), progress)
    return run.whole()


def _check(names: tuple[str, str], hands: int | None, seed: int, workers: int, timeout: float) -> None:
    """Raise for what cannot be played, all of it together."""
    faults = [fault for name in dict.fromkeys(names) for fault in bot_faults(name)]
    if hands is not None and not 1 <= hands <= MOST_HANDS:
        faults.append(Fault("sim.hands", hands=hands, most=MOST_HANDS))
    if not 1 <= workers <= MOST_WORKERS:
        faults.append(Fault("sim.workers", workers=workers, most=MOST_WORKERS))
    if not 0 <= seed <= LARGEST_SEED:
        faults.append(Fault("match.seed", seed=seed, most=LARGEST_SEED))
    if not 0 < timeout <= LONGEST_TIMEOUT:
        faults.append(Fault("cli.timeout", seconds=f"{timeout:g}"))
    if faults:
        raise QuepuError(faults)


def _tables(name: str, options: Mapping[str, Any], text: str | None, terms: Terms) -> CoreTables | ProgramTables:
    """Whoever plays tables in a process that was not born with one."""
    return tables_of(build(name, options, text=text), terms)


class _Run:
    """A duel while it is played."""

    def __init__(self, book: Rulebook, terms: Terms, matches: bool, hands: int | None, workers: int,
                 folder: Path | None, progress: Callable[[State], None] | None) -> None:
        self.book, self.terms, self.hands, self.workers = book, terms, hands, workers
        self.folder, self.progress = folder, progress
        self.tables = tables_of(book, terms)
        self.seatings = self.tables.seatings
        self.count = Count(self.seatings, book.model.match if matches else None)
        self.lost = [0, 0]
        self.why: list[Fault | None] = [None, None]
        self.records: list[str] = []
        self.is_stopped = False

    def whole(self) -> Duel:
        """Play it."""
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
        start = time.perf_counter()
        try:
            self._begin()
            start, size = self._pace()
            self._go_on(size)
        except KeyboardInterrupt:
            self.is_stopped = True
        seconds = time.perf_counter() - start
        try:
            self._record_core()
        except KeyboardInterrupt:
            self.is_stopped = True
        return self._told(seconds)

    # -- playing --
    def _begin(self) -> None:
        """Play the first unit; a program that cannot play at all is refused."""
        first = self.tables.play(0, 1)
        self._take(0, first)
        for side in (A, B):
            why = self.why[side]
            if why is not None and self.lost[side] == len(self.seatings):
                raise QuepuError(Fault("duel.lost", side=SIDES[side], name=self.terms.names[side], why=why))

    def _pace(self) -> tuple[float, int]:
        """When playing began, now that everything is loaded, and how many units are a piece of it."""
        start = time.perf_counter()
        if not self.terms.is_core:
            return start, 1
        self.tables.play(0, 1)
        one = time.perf_counter() - start
        return start, min(in_time(SECONDS, one), self._wanted // (16 * self.workers) + 1)

    @property
    def _wanted(self) -> int:
        """How many units more there will be, as far as is known."""
        if self.hands is None:
            return MOST_HANDS
        return max(0, self.hands - self.count.hands) // max(1, self.count.hands) + 1

    def _go_on(self, size: int) -> None:
        make = partial(_tables, self.book.reference_text, self.book.settings, self.book.text, self.terms)
        pieces = pieces_of(self.tables, make, self.workers, size, self._wanted)
        try:
            while not self._is_over:
                first, _count, tables = next(pieces)
                self._take(first, tables)
                if self.progress is not None:
                    self.progress(self._state)
        finally:
            pieces.close()

    @property
    def _is_over(self) -> bool:
        """Whether no more units are needed: all hands are played, or it is decided."""
        return self.count.is_decided if self.hands is None else self.count.hands >= self.hands

    def _take(self, first: int, tables: Tables) -> None:
        """Count units in their order, as many as are needed."""
        for unit, numbers in enumerate(self.count.numbers(tables.rows)):
            if self.count.units and self._is_over:
                break
            self.count.add(numbers)
            for lost, side, why in tables.lost:
                if lost == unit:
                    self.lost[side] += 1
                    self.why[side] = self.why[side] or why
            if tables.records:
                self._write(first + unit, tables.records[unit])

    # -- records --
    def _record_core(self) -> None:
        """Write the records of a duel inside the engine: its tables are played once more, step by step."""
        if self.folder is None or not isinstance(self.tables, CoreTables):
            return
        names = [player_names(seating, self.terms.names) for seating in self.seatings]
        for unit in range(self.count.units):
            self._write(unit, self.tables.records(unit, names))
            if self.progress is not None:
                self.progress(self._state)

    def _write(self, unit: int, texts: tuple[str, ...]) -> None:
        assert self.folder is not None
        for seating, text in zip(self.seatings, texts, strict=True):
            path = self.folder / f"{self.book.id}-{self.terms.seed}-{unit + 1:06d}-{seating_name(seating)}.jsonl"
            write_text(path, text)
            self.records.append(str(path))

    # -- telling --
    @property
    def _state(self) -> State:
        figure = self.count.deciding.figure(self.hands is not None)
        return State(self.count.units, self.count.hands, figure, len(self.records) // len(self.seatings))

    def _verdict(self, figure: Figure) -> Verdict:
        if self.count.units and not self.count.deciding.xx:
            return Verdict.ALIKE
        if figure.low is None or figure.high is None or (self.hands is None and not self.count.is_decided):
            return Verdict.OPEN
        if figure.low > 0:
            return Verdict.A
        if figure.high < 0:
            return Verdict.B
        return Verdict.OPEN if self.hands is not None else Verdict.LEVEL

    def _told(self, seconds: float) -> Duel:
        count, at_once = self.count, self.hands is not None
        sides = [Side(self.terms.names[side], **count.of_side(side, at_once), places=count.places_of(side, at_once),
                      lost=self.lost[side], lost_why=self.why[side]) for side in (A, B)]
        result = None if count.match is None else count.result.figure(at_once)
        return Duel(self.book, sides[A], sides[B], self._verdict(count.deciding.figure(at_once)),
                    count.points.figure(at_once), result, count.margin, self.terms.seed, count.units,
                    len(self.seatings), count.hands, at_once, self.is_stopped, self.workers, seconds,
                    tuple(self.records))
