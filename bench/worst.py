"""The worst hands: a search for hands that take longest, for each rulebook and question, and what they take.

Hands climb: of the hand that took longest so far some tiles are exchanged, and the new one is kept if it takes longer.
The search asks as a worker of the server does; the hands found are then asked as the shell does.
"""

import signal
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from random import Random

from tools.unpruned import made_wild

from bench.row import Row, progress
from quepu.book import Rulebook, build, rulebook
from quepu.cli.waits import search_soon
from quepu.errors import QuepuError
from quepu.hand import Hand, Meld
from quepu.notation import write_tiles
from quepu.rulebook.file.load import known_ids, split_reference
from quepu.rulebook.file.options import needs_of, option_text
from quepu.rulebook.model.model import Model
from quepu.scoring.wild_kinds import has_wild_kinds, kinds_by_indicator
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.answers.hand_answers import ANSWERS
from quepu.testing import random_win
from quepu.tiles import FLOWERS, code, kinds_in

IN_WORKER, AT_SHELL = 0.3, 2.0      # seconds of processor time
QUESTIONS = ("score", "waits", "discards")
SECONDS = 4.0                       # of search for one rulebook and question
LONGEST = 20.0                      # seconds after which the shell's answer is given up
SEED = 25
WINS, MOST_WILD = 24, 8             # complete hands to begin with, and the wild tiles they have if there are so many


@dataclass(frozen=True, slots=True)
class Asked:
    """A hand as somebody may ask for it: concealed tiles, the one won on last; melds, wild kinds, self-draw, flags."""

    tiles: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    wild: tuple[int, ...] = ()
    self_draw: bool = False
    flags: tuple[str, ...] = ()

    def __str__(self) -> str:
        wild = f"  wild {write_tiles(self.wild)}" if self.wild else ""
        told = (*(["self-drawn"] if self.self_draw else []), *self.flags)
        return f"{self.text}{wild}  {' '.join(told)}".rstrip()

    @property
    def text(self) -> str:
        """The hand in notation."""
        return f"{Hand(self.tiles[:-1], self.melds)} {code(self.tiles[-1])}"

    def values(self) -> dict[str, object]:
        """The question as the server is asked it."""
        return {"hand": self.text, "wild": write_tiles(self.wild), "self_draw": self.self_draw, "flags": self.flags}


class Hunt:
    """Looks for the slowest hand of one rulebook and question."""

    def __init__(self, books: Books, name: str, question: str, at_shell: bool = False) -> None:
        rule, options = split_reference(name)
        self.books, self.rule, self.question = books, Rule(id=str(rule), options=options), question
        self.book: Rulebook = books.find(self.rule)
        self.plain = build(*split_reference(name)) if at_shell else None    # the reference finds its readings
        self.rng = Random(f"{SEED} {name} {question}")
        self.kinds = list(kinds_in(self.book.model.kinds))
        self.size = self.book.model.hand_size + (question != "waits")
        self.wilds = wilds_of(self.book)
        self.flags = [flag.id for flag in self.book.model.flags]

    def cost(self, asked: Asked) -> float:
        """Processor time of the answer; 0 if it is refused."""
        started = time.process_time()
        try:
            if self.plain is not None:
                self.plain.score(asked.text, wild=asked.wild, self_draw=asked.self_draw, flags=frozenset(asked.flags))
            else:
                ANSWERS[self.question](self.books, self.rule, asked.values())
        except QuepuError:
            return 0.0
        return time.process_time() - started

    def worst(self, seconds: float) -> tuple[Asked, float]:
        """The slowest hand found in so many seconds of processor time, and what it took the second time."""
        began = time.process_time()
        starts = [*(self._start(form) for form in range(6)), *(self._won() for _win in range(WINS))]
        self.cost(starts[0])            # the first use of a rulebook loads its compiled form
        cost, asked = max(((self.cost(asked), asked) for asked in starts), key=itemgetter(0))
        while time.process_time() - began < seconds:
            tried = self._changed(asked)
            took = self.cost(tried) if tried is not None else 0.0
            if took > cost:
                cost, asked = took, tried       # type: ignore[assignment]
        return asked, min(self.cost(asked) for _again in range(3))

    def _start(self, form: int) -> Asked:
        """A hand to begin with: as many wild tiles as there are, then pairs, runs of one suit, or whatever comes."""
        rng, tiles = self.rng, Counter[int]()
        wild = self._wild()
        for kind in wild:
            tiles[kind] = 4 - form % 2
        suit = [kind for kind in self.kinds if kind // 9 == 2] or self.kinds
        while tiles.total() < self.size:
            kind = rng.choice(suit if form < 4 else self.kinds)
            tiles[kind] = min(4, tiles[kind] + (2 if form in (2, 5) else 1))
        kept = list(tiles.elements())[:self.size]
        return Asked(tuple(self._last(kept)), (), wild)

    def _won(self) -> Asked:
        """A complete hand to begin with, as many of its tiles wild as can be."""
        win = random_win(self.book, self.rng, wild=False)
        if self.wilds:
            win = made_wild(self.book, win, MOST_WILD, self.rng)
        tiles = [*win.hand.concealed, *(() if win.tile is None or self.question == "waits" else (win.tile,))]
        return Asked(tuple(tiles), win.hand.melds, win.wild, win.self_draw, tuple(sorted(win.flags)))

    def _wild(self) -> tuple[int, ...]:
        """Kinds that are wild together, if the rulebook has any."""
        if not self.wilds or (self.book.always_wild and self.rng.random() < 0.7):
            return ()
        return self.rng.choice(self.wilds)

    def _last(self, tiles: list[int]) -> list[int]:
        """The tiles with any of them last: the one that wins."""
        self.rng.shuffle(tiles)
        return tiles

    def _changed(self, asked: Asked) -> Asked | None:
        """The hand with something else in it; None if no such hand exists."""
        rng, tiles, melds, wild, drawn = self.rng, list(asked.tiles), list(asked.melds), asked.wild, asked.self_draw
        flags, what = asked.flags, rng.random()
        if what < 0.05:
            drawn = not drawn
        elif what < 0.12 and self.flags:
            flags = tuple(rng.sample(self.flags, rng.randint(0, min(2, len(self.flags)))))
        elif what < 0.2:
            wild = self._wild()
        elif what < 0.27 and len(tiles) > 4:
            kind = rng.choice([kind for kind in self.kinds if kind < FLOWERS.start])    # of a flower there is one
            melds.append(Meld((kind,) * 3))
            tiles = tiles[3:]
        elif what < 0.34 and melds:
            tiles += melds.pop().tiles
        else:
            for _tile in range(rng.choice((1, 1, 2, 3))):
                tiles[rng.randrange(len(tiles))] = rng.choice(self.kinds if rng.random() < 0.5 else tiles)
        copies = Counter([*tiles, *(kind for meld in melds for kind in meld.tiles)])
        if max(copies.values()) > 4:
            return None
        return Asked(tuple(self._last(tiles)), tuple(melds), wild, drawn, flags)


def wilds_of(book: Rulebook) -> list[tuple[int, ...]]:
    """The kinds that some tile makes wild where it is turned up, most first."""
    if not has_wild_kinds(book.model):
        return []
    found = {tuple(sorted({*made} - {-1})) for made in kinds_by_indicator(book.model).values()}
    most = max(map(len, found))
    return sorted(kinds for kinds in found if len(kinds) == most)


def variants(name: str) -> Iterator[str]:
    """A rulebook, and the rulebook with each value of an option that brings wild tiles, or other ones."""
    book = rulebook(name)
    seen = [made_by_turning(book.model)]
    yield name
    for option in book.model.options:
        needed = {other: wanted[0] for other, wanted in needs_of(book.model.said.options[option.id].written).items()}
        values: tuple[object, ...] = (True, False) if option.type == "bool" else tuple(option.choices)
        for value in values:
            settings = {**needed, option.id: value}
            try:
                model = book.with_options(**settings).model
            except QuepuError:
                continue                # it does not go with the others
            made = made_by_turning(model)
            if has_wild_kinds(model) and made not in seen:
                seen.append(made)
                yield f"{name}?{'&'.join(f'{key}={option_text(one)}' for key, one in settings.items())}"


def made_by_turning(model: Model) -> dict[int, list[int]]:
    """Which kinds each tile that is turned up makes wild; none where no kind is."""
    return kinds_by_indicator(model) if has_wild_kinds(model) else {}


class TooLongError(Exception):
    """The shell's answer took more than anybody would wait for."""


def _stop(_signal: int, _frame: object) -> None:
    raise TooLongError


def at_shell(name: str, asked: Asked) -> float:
    """Processor time of the same waits at the shell, its start and what is made at first use aside."""
    book = build(*split_reference(name))
    with suppress(QuepuError):          # an option may not allow the sample
        book.score(book.model.sample)
    search_soon(book, asked.text, asked.wild)
    book.compiled()
    signal.signal(signal.SIGPROF, _stop)
    started = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        book.waits(asked.text, wild=asked.wild, flags=frozenset(asked.flags)).explain("en")
    except TooLongError:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return time.process_time() - started


def worst_hands(names: Sequence[str] = (), seconds: float = SECONDS) -> Iterator[Row]:
    """A row for each rulebook and question: the slowest hand found, in a worker and at the shell."""
    books = Books(is_compiled=lambda _book: True)
    for name in chain.from_iterable(map(variants, names or known_ids())):
        for question in QUESTIONS:
            progress(f"worst hand, {name}, {question}")
            asked, took = Hunt(books, name, question).worst(seconds)
            figure = f"{took:.3f} s"
            met = took <= IN_WORKER
            if question == "waits":             # answered as in a worker; the shell has no question of discards
                alone = at_shell(name, asked)
                figure += f", shell {alone:.2f} s"
                met = met and alone <= AT_SHELL
            yield Row(f"{name} {question}  {asked}", figure, f"<= {IN_WORKER}, {AT_SHELL:.0f} s", met)
        asked, took = Hunt(books, name, "score", at_shell=True).worst(seconds)
        yield Row(f"{name} quepu score  {asked}", f"shell {took:.2f} s", f"<= {AT_SHELL:.0f} s", took <= AT_SHELL)


def main(given: Sequence[str]) -> int:
    """Print the rows that are asked for on the command line, each as it is found; 0, since machines differ."""
    parser = ArgumentParser("python -m bench worst", description="The slowest hands, by a search over hands.")
    parser.add_argument("--rule", metavar="ID", nargs="+", default=[], choices=known_ids(), help="only these rulebooks")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of search for each question ({SECONDS:.0f})")
    told = parser.parse_args(given)
    missed = 0
    for row in worst_hands(told.rule, told.seconds):
        print(row, flush=True)
        missed += row.met is False
    print(f"{missed} over the limits (processor time; rulebook and compiled code loaded)")
    return 0
