"""Do examples and golden hands notice a wrong rule?  `python -m tools.mutate [--part play] [--each N] [BOOK ...]`

Flips one rule at a time (tools/mutants.py) and judges the mutant by the worked examples, by the fans' own examples
and, where another program scores the same game, by its totals of a few hundred random hands.  A mutant that passes all
of them is a survivor, if some random hand shows that it is different at all; the hand is printed, so that a worked
example can be made of it.  Where no hand is found the mutant is listed apart and not counted: most such mean the same
as the rulebook (a drop of a fan that cannot occur beside it), but not finding a hand proves nothing: read the list.

Rules of play (tools/play_mutants.py) are judged by the golden hands (tools/play_court.py); there nothing goes
uncounted but what is listed by hand with a reason, here or in tests/mutants, where reasons of scoring stand too.
"""

import argparse
import re
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache, cached_property
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from quepu.book import Rulebook
from quepu.errors import QuepuError
from quepu.examples.worked import check_example, read_lines, score_own_example
from quepu.hand import Win
from quepu.rulebook.file import load
from quepu.rulebook.file.options import option_text, with_needed
from quepu.rulebook.file.problem import raise_for
from quepu.rulebook.language.memo import Memo
from quepu.rulebook.model.build import Builder
from quepu.scoring.result import Score
from quepu.testing import near_win, random_win
from tools.known_mutants import reason
from tools.mutants import Mutant, candidates, chosen
from tools.play_court import PlayCourt
from tools.play_mutants import is_play, play_candidates
from tools.walk import SEEDS

EXAMPLES = Path(__file__).parent.parent / "tests" / "books"
BOOKS = sorted(path.stem for path in EXAMPLES.glob("*.jsonl"))
EDITIONS = "edition"                    # the option whose choices examples may have an `expected_...` for
ORACLE_HANDS = 300
SEED = "1"
WITNESSES = 150                         # random hands that may tell a survivor apart from the rulebook
PLAYED = sorted(SEEDS)                  # rulebooks whose play has a golden hand


class MutantBook(Rulebook):
    """A rulebook from tables in memory; its options act on the same tables."""

    def __init__(self, name: str, tables: load.Table, settings: Mapping[str, Any], memo: Memo) -> None:
        problems: list[Any] = []
        merged, values = load.apply_options(tables, settings, problems)
        model = Builder(merged, values, problems, memo).build()
        raise_for(problems, [])
        super().__init__(model, [], name, settings)
        self.tables, self.memo, self._made = tables, memo, dict[str, "MutantBook"]()

    def with_options(self, **settings: Any) -> "MutantBook":
        """The same mutant with other options."""
        key = repr(sorted(settings.items()))
        if key not in self._made:
            self._made[key] = MutantBook(self.reference_text, self.tables, {**self.settings, **settings},
                                         self.memo)
        return self._made[key]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant: caught (and by what), survived (and a hand that shows it), the same, or not built."""

    mutant: Mutant
    fate: str
    why: str = ""


class Court:
    """Judges the mutants of one rulebook."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.tables = load.read_chain(name)[0]
        self.memo = Memo()              # a mutant differs in one expression from the next
        self.book = MutantBook(name, self.tables, {}, self.memo)
        self.examples = [*_examples(EXAMPLES / f"{name}.jsonl"), *_examples(EXAMPLES / "own" / f"{name}.jsonl")]
        self.editions = [text for text in self.tables.get("option", {}).get(EDITIONS, {}).get("choices", [])
                         if any(f"expected_{text}" in example for example in self.examples)]

    def mutants(self) -> list[Mutant]:
        """Every mutant of the rulebook."""
        together = set()
        for example in self.examples:
            fans = [fan.id for name in example.get("fans", {}) if (fan := self.book.model.fan(name))]
            together |= {(fans[0], fan) for fan in fans[1:]}
        return candidates(self.name, self.tables, together)

    @cached_property
    def play(self) -> PlayCourt:
        """Who judges rules of play."""
        return PlayCourt(self.name, self.book, lambda tables: MutantBook(self.name, tables, {}, self.memo))

    def judge(self, mutant: Mutant, witnesses: int = WITNESSES) -> Verdict:
        """What becomes of a mutant; `witnesses` random hands may tell a survivor apart."""
        if is_play(mutant):
            return Verdict(mutant, *self.play.judge(mutant, witnesses))
        try:
            book = MutantBook(self.name, mutant.applied(self.tables), {}, self.memo)
        except QuepuError as error:
            return Verdict(mutant, "not built", str(error).splitlines()[0])
        for why in self.faults(book, mutant.subject):
            return Verdict(mutant, "caught", why)
        listed = reason(mutant)
        if listed:
            return Verdict(mutant, "same", listed)
        witness = self._witness(book, mutant, witnesses)
        if witness:
            return Verdict(mutant, "survived", witness)
        # what only a table reads: pigs, who is ready, kongs made too late
        played = self.play.shown(mutant, book) if self.name in PLAYED else ""
        return Verdict(mutant, "caught", played) if played else Verdict(mutant, "same")

    def faults(self, book: MutantBook, subject: str) -> Iterator[str]:
        """What examples and the other program say against a book, the most likely first."""
        fan = self.book.model.fan(subject) if subject else None
        names = set(fan.names.values()) if fan else set()
        try:
            if subject:
                yield from self.own_examples(book, subject)
            # options cost a rulebook of their own
            for example in sorted(self.examples, key=lambda e: (names.isdisjoint(e.get("fans", ())), "options" in e)):
                for difference in check_example(book, example).differences:
                    yield f"example {example.get('id')}: {difference}"
            if not subject:
                yield from self.own_examples(book, subject)
            for edition in self.editions:
                other = book.with_options(**{EDITIONS: edition})
                for example in self.examples:
                    if f"expected_{edition}" in example:
                        for difference in check_example(other, example, edition).differences:
                            yield f"example {example.get('id')} {edition}: {difference}"
            for win, total in _oracle(self.name):
                if book.score(win).total != total:
                    yield f"oracle: {win}"
        except QuepuError as error:
            yield f"error: {str(error).splitlines()[0]}"

    def own_examples(self, book: MutantBook, subject: str) -> Iterator[str]:
        """Fans that their own example does not earn."""
        for fan_id in [subject] if subject else [said.id for said in book.model.said.fans.all]:
            options = self._bringing(fan_id)
            if options is None:
                continue
            chosen_book = book.with_options(**options) if options else book
            fan = chosen_book.model.fan(fan_id)
            if fan is None:
                yield f"fan {fan_id} is gone"
            elif fan.example is not None and fan.on in ("win", "opening") and \
                    fan_id not in [earned.id for earned in score_own_example(chosen_book, fan).earned]:
                yield f"its own example does not earn {fan_id}"

    def _bringing(self, fan_id: str) -> dict[str, Any] | None:
        """Options under which a fan is in force; None if there are none."""
        found = self._choice_of(fan_id)
        return None if found is None else with_needed(self.tables, found)

    def _choice_of(self, fan_id: str) -> dict[str, Any] | None:
        if self.tables["fan"].get(fan_id, {}).get("enabled", True):
            taken = [(option, table) for option, table in self.tables.get("option", {}).items()
                     if _enabled(table.get("choice", {}).get(option_text(table.get("default"))), fan_id) is False]
            if taken:       # the choice that is the default takes it away: another leaves it
                option, table = taken[0]
                return {option: next(choice for choice in table.get("choices", (True, False))
                                     if _enabled(table["choice"].get(option_text(choice)), fan_id) is not False)}
            return {option: True for option, table in self.tables.get("option", {}).items()
                    if fan_id in table.get("fans", ()) and not table["default"]}
        for option, table in self.tables.get("option", {}).items():
            if table.get("type") == "fans" and fan_id in table.get("choices", ()):
                return {option: fan_id}
            for choice, patch in table.get("choice", {}).items() if table.get("enabled", True) else ():
                if _enabled(patch, fan_id):
                    return {option: choice}
        return None

    def _switches(self, mutant: Mutant) -> list[dict[str, Any]]:
        """Options under which a mutant may differ: those that bring its fan into force and those it reads."""
        fans = [mutant.subject] if mutant.subject else self.tables["fan"]
        found: list[dict[str, Any]] = [options for fan_id in fans if (options := self._bringing(fan_id))]
        for name in re.findall(r"options\.(\w+)", str(mutant.old)):
            for choice in self.tables["option"][name].get("choices", (True, False)):
                found.append(with_needed(self.tables, {name: choice}))
        return [options for index, options in enumerate(found) if options not in found[:index]]

    def _witness(self, book: MutantBook, mutant: Mutant, witnesses: int) -> str:
        """A hand that rulebook and mutant score differently; empty if none was found."""
        subject = mutant.subject
        rng = Random(f"{self.name} {subject}")
        for settings in [{}, *self._switches(mutant)]:
            ours, theirs = (one.with_options(**settings) if settings else one for one in (self.book, book))
            for number in range(witnesses):
                aim = subject and ours.model.fan(subject) and number % 2 == 0
                win = near_win(ours, subject, rng) if aim else random_win(ours, rng, wild=number % 3 == 0)
                if _shown(ours.score(win)) != _shown(theirs.score(win)):
                    return repr(win) + (f" with {settings}" if settings else "")
        return ""


def _enabled(patch: dict[str, Any] | None, fan_id: str) -> bool | None:
    """Whether a choice brings a fan, takes it away, or says nothing of it."""
    found: bool | None = (patch or {}).get("fan", {}).get(fan_id, {}).get("enabled")
    return found


def _shown(score: Score) -> tuple[Any, ...]:
    """What a player can see of a score."""
    return score.legal, score.total, sorted((fan.id, fan.points) for fan in score.earned), score.payments


def _examples(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    with open(path, encoding="utf-8") as lines:
        return [example for _number, example in read_lines(lines) if isinstance(example, dict)]


@cache
def _oracle(name: str) -> list[tuple[Win, int]]:
    """Random hands with the totals another program gives, where one judges this rulebook."""
    from tests.oracle.judged import judged
    return judged(name, ORACLE_HANDS)


@cache
def court(name: str) -> Court:
    """The court of a rulebook, made once."""
    return Court(name)


def verdict(mutant: Mutant, witnesses: int = WITNESSES) -> Verdict:
    """What becomes of a mutant."""
    return court(mutant.book).judge(mutant, witnesses)


def pick(name: str, each: int = 0, seed: str = SEED, part: str = "all") -> list[Mutant]:
    """The mutants of a rulebook's scoring, its play or all: every one, or `each` of every kind."""
    mutants = court(name).mutants() if part != "play" else []
    if part != "scoring" and name in PLAYED:
        mutants = mutants + play_candidates(name, court(name).tables)
    return chosen(mutants, each, f"{seed}:{name}") if each else mutants


def counted(mutants: list[Mutant], most: int, witnesses: int = WITNESSES) -> Iterator[Verdict]:
    """Verdicts in the order given, until `most` were caught or survived; the rest say nothing of the tests."""
    found = 0
    for mutant in mutants:
        if found == most:
            return
        one = verdict(mutant, witnesses)
        found += one.fate in ("caught", "survived")
        yield one


def _judged(args: argparse.Namespace) -> Iterator[Verdict]:
    """The verdicts that the words of the command ask for."""
    if args.most:
        for name in args.books:
            mutants = pick(name, 0, args.seed, args.part)
            yield from counted(chosen(mutants, len(mutants), f"{args.seed}:{name}"), args.most, args.witnesses)
        return
    mutants = [mutant for name in args.books for mutant in pick(name, args.each, args.seed, args.part)]
    # an executor, not a pool: its processes may have children, as table tests do
    with ProcessPoolExecutor(args.jobs, get_context("fork")) as pool:
        for future in as_completed([pool.submit(verdict, mutant, args.witnesses) for mutant in mutants]):
            yield future.result()


def main() -> int:
    """0 if every mutant that differs was caught."""
    parser = argparse.ArgumentParser(prog="tools.mutate", description="Flip one rule at a time; who notices?")
    parser.add_argument("books", nargs="*", default=BOOKS, metavar="BOOK", help=", ".join(BOOKS))
    parser.add_argument("--each", type=int, default=0, help="so many of each kind and rulebook; all if left out")
    parser.add_argument("--most", type=int, default=0,
                        help="go on, kind after kind, until so many of each rulebook are counted; one process")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--witnesses", type=int, default=WITNESSES,
                        help="random hands that may show what a survivor changes; 0: none of play are looked for")
    parser.add_argument("--trail", action="store_true", help="tell every verdict as it comes")
    parser.add_argument("--part", choices=("all", "scoring", "play"), default="all", help="which rules are flipped")
    args = parser.parse_args()
    started = time.monotonic()
    verdicts: list[Verdict] = []
    for one in _judged(args):
        verdicts.append(one)
        if args.trail:
            seconds = time.monotonic() - started
            print(f"{seconds:.0f} s: {one.fate}: {one.mutant}: {one.why}", file=sys.stderr, flush=True)
    by_fate = {fate: sorted((v for v in verdicts if v.fate == fate), key=lambda v: str(v.mutant))
               for fate in ("caught", "survived", "same", "not built")}
    for fate, text in (("same", "not told apart"), ("survived", "SURVIVED")):
        for one in by_fate[fate]:
            shown = "shown by " if fate == "survived" else "because "
            print(f"{text}: {one.mutant}" + (f"\n    {shown}{one.why}" if one.why else ""))
    for name in args.books:
        mine = [v for v in by_fate["caught"] + by_fate["survived"] if v.mutant.book == name]
        kinds = len({v.mutant.kind for v in mine})
        print(f"{name}: {sum(v.fate == 'caught' for v in mine)} of {len(mine)} caught, {kinds} kinds of rule")
    caught, survived = len(by_fate["caught"]), len(by_fate["survived"])
    print(f"{len(by_fate['same'])} not told apart and not counted, "
          f"{len(by_fate['not built'])} were refused by the checker, "
          f"{time.monotonic() - started:.0f} s")
    print(f"score: {caught} of {caught + survived} mutants caught")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
