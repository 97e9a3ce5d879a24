"""Many matches played by bots inside the core, and the results added up: the same for the same seed, however many work.

The unit of work is a match; its seed is a function of the simulation's seed and its number alone.  Results are sums of
whole numbers, so it does not matter who played which match; N hands are the first N in the order of matches.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from quepu.book import Rulebook, build, rulebook
from quepu.bots.made import MadeBots
from quepu.bots.seat import BOTS, OWN, THINKER, Seating
from quepu.engine.bots.playout import count_hand, count_seen
from quepu.engine.layout.bot_room import Policy
from quepu.engine.layout.record import fill
from quepu.engine.layout.results import Results, Tally
from quepu.engine.layout.session import Session
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.actions import action_of
from quepu.game.goals import give_aims
from quepu.game.match import LARGEST_SEED, Match, engine_of
from quepu.game.minds import give_minds
from quepu.lab.pieces import MOST_WORKERS, SECONDS, in_time, is_stopping, pieces_of
from quepu.lab.stats import Mean, Rate
from quepu.rulebook.language.parse import suggestion

MOST_HANDS = 1 << 40


@dataclass(frozen=True, slots=True)
class Piece:
    """Results of some matches, added up."""

    hands: int
    numbers: Any                # all words of `engine.layout.results.Results`

    def __add__(self, other: "Piece") -> "Piece":
        return Piece(self.hands + other.hands, self.numbers + other.numbers)

    @property
    def results(self) -> Results:
        """The numbers by their names."""
        return Results.over(self.numbers)


@dataclass(frozen=True, slots=True)
class Player:
    """How a player (or whoever sat in a seat) did."""

    wins: Rate
    self_draws: Rate
    deal_ins: Rate
    total: Mean                 # of his wins
    points: Mean                # of all hands

    def as_json(self) -> dict[str, Any]:
        """The results as a value for JSON."""
        return {"wins": self.wins.as_json(), "self_draws": self.self_draws.as_json(),
                "deal_ins": self.deal_ins.as_json(), "total": self.total.as_json(), "points": self.points.as_json()}


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of many hands."""

    book: Rulebook
    policies: tuple[str, ...]
    seed: int
    piece: Piece
    seconds: float
    workers: int
    interrupted: bool = False
    records: tuple[str, ...] = field(default=())

    @property
    def hands(self) -> int:
        """Hands played."""
        return self.piece.hands

    @property
    def hands_per_second(self) -> float:
        """Hands played in a second."""
        return self.hands / self.seconds if self.seconds else 0.0

    @property
    def draws(self) -> Rate:
        """Hands that nobody won."""
        return Rate(self.piece.results.draws, self.hands)

    @property
    def wins(self) -> int:
        """Wins of all players."""
        return self.piece.results.wins

    @property
    def self_draws(self) -> Rate:
        """Wins that were self-drawn."""
        return Rate(self.piece.results.self_draws, self.wins)

    @property
    def total(self) -> Mean:
        """The mean total of a win."""
        results = self.piece.results
        return Mean(results.wins, results.total, results.total_squares)

    @property
    def matches(self) -> int:
        """Matches begun."""
        return self.piece.results.matches

    @property
    def discards(self) -> float:
        """Discards in a hand."""
        return self.piece.results.turns / self.hands if self.hands else 0.0

    @property
    def players(self) -> tuple[Player, ...]:
        """Results by player."""
        players = self.piece.results.players
        return tuple(_player(players[number]) for number in range(len(self.policies)))

    @property
    def seats(self) -> tuple[Player, ...]:
        """Results by seat, the dealer's first."""
        seats = self.piece.results.seats
        return tuple(_player(seats[number]) for number in range(len(self.policies)))

    @property
    def fans(self) -> dict[str, Rate]:
        """In how many wins each fan counted, in the order of the rulebook."""
        results = self.piece.results
        return {fan.id: Rate(results.fans[fan.index], results.wins) for fan in self.book.model.fans}

    @property
    def never(self) -> dict[str, tuple[str, ...]]:
        """Fans, kongs, declarations and payments, by id, that none of these hands has had."""
        model, results = self.book.model, self.piece.results
        return {
            "fans": tuple(fan.id for fan in model.fans if not results.fans[fan.index]),
            "kongs": _unseen(model.entries("kong"), results.kongs),
            "declarations": _unseen(model.entries("ready"), results.readies),
            "payments": tuple(rule.id for place, rule in enumerate(model.payments)
                              if rule.kind == "pay" and not results.payments[place]),
        }

    def as_json(self) -> dict[str, Any]:
        """Everything as a value for JSON."""
        return {
            "rule": self.book.id, "version": self.book.model.version,
            "options": {option.id: option.value for option in self.book.model.options},
            "policies": list(self.policies), "seed": self.seed, "hands": self.hands, "matches": self.matches,
            "workers": self.workers, "seconds": round(self.seconds, 3),
            "hands_per_second": round(self.hands_per_second, 1), "interrupted": self.interrupted,
            "wins": self.wins, "draws": self.draws.as_json(), "self_draws": self.self_draws.as_json(),
            "total": self.total.as_json(), "discards": self.discards,
            "players": [{"player": "ABCD"[index], "policy": self.policies[index], **player.as_json()}
                        for index, player in enumerate(self.players)],
            "seats": [{"seat": "ESWN"[index], **player.as_json()} for index, player in enumerate(self.seats)],
            "fans": {name: rate.as_json() for name, rate in self.fans.items()},
            "never": {what: list(names) for what, names in self.never.items()},
        }


def _unseen(names: Sequence[str], counts: Sequence[int]) -> tuple[str, ...]:
    return tuple(name for place, name in enumerate(names) if not counts[place])


def _player(n: Tally) -> Player:
    return Player(Rate(n.wins, n.hands), Rate(n.self_draws, n.hands), Rate(n.deal_ins, n.hands),
                  Mean(n.wins, n.total, n.total_squares), Mean(n.hands, n.points, n.points_squares))


class Worker:
    """Plays pieces of one simulation."""

    def __init__(self, book: Rulebook, policies: Sequence[str], seed: int) -> None:
        self.book, self.seed = book, seed
        self.engine = engine_of(book)
        self.session = self.engine.new_session()        # one for all its matches: each sets the bots' chance anew
        self.bots = np.array(seated(self.engine, self.session, (*policies, *policies)[:4]), dtype=np.int64)
        self.table = self.engine.new_table()

    def play(self, first: int, matches: int, limit: int = MOST_HANDS) -> Piece:
        """The results of some matches, `limit` hands at most."""
        results = Results.zeros()
        with self.engine.lent(self.session):
            hands = self.engine.kernels.play_matches(self.table, self.session, self.bots, self.seed, first, matches,
                                                     limit, results)
        fill(results.before, [0] * 4)           # the last hand's is nothing to add up
        return Piece(int(hands), np.frombuffer(results.raw, np.int64))

    def record(self, number: int, limit: int, folder: Path, names: Sequence[str]) -> tuple[int, str]:
        """Play a match once more as a `Match` and write its record; how many hands it had, and the file."""
        seed = int(self.engine.kernels.match_seed(self.seed, number))
        match = played_again(self.engine, self.session, self.bots.tolist(), seed, limit, names)
        return len(match.settlements), _kept(match, self.book, self.seed, number, folder)


class TableWorker:
    """Plays pieces of a simulation step by step, where somebody thinks who is no bot inside the engine."""

    def __init__(self, book: Rulebook, policies: Sequence[str], seed: int) -> None:
        self.book, self.policies, self.seed = book, policies, seed
        self.engine, self.made = engine_of(book), MadeBots()

    def play(self, first: int, matches: int, limit: int = MOST_HANDS) -> Piece:
        """The results of some matches, `limit` hands at most."""
        results, hands = Results.zeros(), 0
        for number in range(first, first + matches):
            if hands >= limit:
                break
            results.matches += 1
            hands += self._match(number, limit - hands, self.policies, results)[0]
        fill(results.before, [0] * 4)
        return Piece(hands, np.frombuffer(results.raw, np.int64))

    def record(self, number: int, limit: int, folder: Path, names: Sequence[str]) -> tuple[int, str]:
        """Play a match once more and write its record; how many hands it had, and the file."""
        hands, match = self._match(number, limit, names, Results.zeros())
        return hands, _kept(match, self.book, self.seed, number, folder)

    def _match(self, number: int, limit: int, names: Sequence[str], results: Results) -> tuple[int, Match]:
        """Play a match, so many hands at most, and add them up."""
        match = Match(self.book, int(self.engine.kernels.match_seed(self.seed, number)), names, engine=self.engine)
        session = match.session
        with self.made.seating(match, self.policies) as bots:
            while not match.over and len(match.settlements) < limit:
                fill(results.before, [*match.scores, 0, 0][:4])
                session.saw_kongs = session.saw_readies = session.saw_openings = 0
                play_seated(match, bots)
                count_hand(match.table, session, results)
                count_seen(match.table, session, results)
        return len(match.settlements), match


def play_seated(match: Match, bots: Seating) -> None:
    """Play the next hand of a match to its end, step by step; raise where nobody waits for it any more."""
    match.begin()
    while not match.hand_over:
        if is_stopping():
            raise Stopping
        seat = match.asked[0]
        match.play(seat, bots.decide(seat))


class Stopping(Exception):  # noqa: N818 - no error: nobody waits any more
    """Nobody waits any more for what is played here."""


def worker_of(book: Rulebook, policies: Sequence[str], seed: int) -> Worker | TableWorker:
    """Whoever plays pieces of a simulation."""
    return (TableWorker if THINKER in policies else Worker)(book, policies, seed)


def _kept(match: Match, book: Rulebook, seed: int, number: int, folder: Path) -> str:
    """The file into which the record of a match was written."""
    from quepu.records.lines import write_record
    path = folder / f"{book.id}-{seed}-{number + 1:06d}.jsonl"
    write_record(match, path)
    return str(path)


def seated(engine: Any, session: Session, policies: Sequence[str]) -> list[int]:
    """The numbers of bots inside the engine, which this session is now ready for."""
    bots = [BOTS[name] for name in policies]
    if max(bots) >= Policy.AWARE:
        give_aims(engine, session)
    if max(bots) >= Policy.LEARNED:
        give_minds(engine, session)
    return bots


def played_again(engine: Any, session: Session, bots: Sequence[int], seed: int, limit: int,
                 names: Sequence[str]) -> Match:
    """A match that bots have played inside the engine, once more as a `Match`; so many hands at most."""
    match = Match(engine.book, seed, names, engine=engine)
    match.session.aims, match.session.minds = session.aims, session.minds
    engine.kernels.seed_bots(match.session, seed)
    while not match.over and len(match.settlements) < limit:
        match.begin()
        while not match.hand_over:
            seat = match.asked[0]
            with match.at_work():
                code = engine.kernels.choose(match.table, match.session, seat, int(bots[match.player_of(seat)]))
            match.play(seat, action_of(engine.book.model, int(code)))
    return match


def _worker(name: str, options: Mapping[str, Any], text: str | None, policies: Sequence[str],
            seed: int) -> Worker | TableWorker:
    """A worker in a process that was not born with one."""
    return worker_of(build(name, options, text=text), policies, seed)


def policies_of(text: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """The policy of each player: one name for all, or one for each."""
    names = [name.strip() for name in text.split(",")] if isinstance(text, str) else list(text)
    wrong = [name for name in names if name not in OWN]
    if wrong:
        raise QuepuError([Fault("sim.policy", name=name, advice=suggestion(name, OWN), known=OWN) for name in wrong])
    if len(names) not in (1, seats):
        raise QuepuError(Fault("sim.policies", count=len(names), seats=seats))
    return tuple(names * seats if len(names) == 1 else names)


def simulate(book: Rulebook | str, hands: int, policy: str | Sequence[str] = "greedy", *, seed: int = 1,
             workers: int = 1, options: Mapping[str, Any] | None = None, records: str | Path | None = None,
             progress: Callable[[int], None] | None = None) -> Simulation:
    """Play so many hands by bots; what came of them.

    A stop (Ctrl-C) keeps the matches that are done: `interrupted` says so.
    """
    made = (rulebook(book) if isinstance(book, str) else book).with_options(**(options or {}))
    faults = []
    if not 1 <= hands <= MOST_HANDS:
        faults.append(Fault("sim.hands", hands=hands, most=MOST_HANDS))
    if not 1 <= workers <= MOST_WORKERS:
        faults.append(Fault("sim.workers", workers=workers, most=MOST_WORKERS))
    if not 0 <= seed <= LARGEST_SEED:
        faults.append(Fault("match.seed", seed=seed, most=LARGEST_SEED))
    if faults:
        raise QuepuError(faults)
    policies = policies_of(policy, made.model.seat_count)
    worker = worker_of(made, policies, seed)
    worker.play(0, 1, 1)                        # everything is loaded before the clock runs
    start = time.perf_counter()
    done: Piece = worker.play(0, 1, hands)
    wanted = (hands - done.hands) // max(1, done.hands) + 1         # matches, if all are as long as the first
    size = min(in_time(SECONDS, time.perf_counter() - start), wanted // (16 * workers) + 1)
    make = partial(_worker, made.reference_text, made.settings, made.text, policies, seed)
    pieces = pieces_of(worker, make, workers, size, wanted)
    interrupted = False
    try:
        while done.hands < hands:
            first, matches, piece = next(pieces)
            if done.hands + piece.hands > hands:
                piece = worker.play(first, matches, hands - done.hands)
            done += piece
            if progress is not None:
                progress(done.hands)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        pieces.close()
    seconds = time.perf_counter() - start
    written = _written(worker, done.hands, Path(records), policies) if records is not None else ()
    return Simulation(made, policies, seed, done, seconds, workers, interrupted, written)


def _written(worker: Worker | TableWorker, hands: int, folder: Path, policies: Sequence[str]) -> tuple[str, ...]:
    """Write the records of the first matches, so many hands together."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"{'ABCD'[index]} {policy}" for index, policy in enumerate(policies)]
    texts: list[str] = []
    while hands > 0:
        played, path = worker.record(len(texts), hands, folder, names)
        texts.append(path)
        hands -= played
    return tuple(texts)
