"""Training of the strong bot: tables from exact labels, weights from answers played on, kept where a duel says so.

It takes any rulebook.  Everything is counted in hands, not in seconds, and all chance comes from one seed: the same
seed gives the same bytes.  Duels that choose, duels that decide and the duel that proves have deals of their own.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.engine.layout.bot_room import Policy
from quepu.engine.layout.mind import CELLS, FEATURES, ONE, Own, Question
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.match import LARGEST_SEED
from quepu.game.minds import Learned, file_text
from quepu.lab.ridge import Fit, fit
from quepu.lab.self_play import Rows, School, Score
from quepu.lab.train_tables import dangers_of, stakes_of

HANDS_A_MINUTE = 40_000     # about what one core plays, a branch counted as a hand
MOST_MINUTES = 600
SURE = 2.326                # standard errors above zero: 99 % on one side
ROUNDS = 2
#: shares of all hands: each table, duels that choose where to begin and among corrections, branches of a round, what
#: decides on a round, the proof
TABLE, BEGIN, CHOICE, BRANCHES, GATE, PROOF = 0.03, 0.03, 0.02, 0.37, 0.08, 0.1
FEW_DEALS, MOST_DEALS = 20, 4_000
NORMAL, STRONG, OTHER = int(Policy.AWARE), int(Policy.LEARNED), int(Policy.LEARNED) + 1
_USUAL = (ONE, *[0] * (FEATURES - 1))
#: what was set by hand, once for all rulebooks; in the fixed point of weights
_OWN = {Own.USUAL: 512, Own.AIMS: -307, Own.GAP: -307, Own.FEW_FAR: -205, Own.FEW_TWO: -205, Own.FEW_READY: -205,
        Own.DANGER: -1024, Own.AIM_DRAWS: -205, Own.TWO_STEPS: -410}
PRIOR = tuple(int(_OWN.get(place, 0)) for place in map(Own, range(FEATURES)))
PRIOR_CLAIM = (ONE // 2, *[0] * (FEATURES - 1))
#: the same with much more weight on two steps by the scorer, where a win must be worth something
FAR_SIGHTED = tuple({Own.AIM_DRAWS: -ONE, Own.TWO_STEPS: -2 * ONE}.get(Own(place), weight)
                    for place, weight in enumerate(PRIOR))
_DEFENCE = (Own.DANGER, Own.LATER, Own.DANGER_EARLY, Own.DANGER_STAKE)


@dataclass(frozen=True, slots=True)
class Round:
    """What a round of branches and its duel have shown."""

    rows: Mapping[str, int]             # branches, by question
    gains: Mapping[str, float]          # of a branch on hands left out, in points
    name: str                           # which of the corrections was the best
    score: Score | None                 # against the weights before; None: no correction could be made
    is_kept: bool

    def as_json(self) -> dict[str, Any]:
        """The figures as a value for JSON."""
        return {"rows": dict(self.rows), "gains": {name: round(gain, 4) for name, gain in self.gains.items()},
                "tried": self.name, "duel": None if self.score is None else self.score.as_json(), "kept": self.is_kept}


@dataclass(frozen=True, slots=True)
class Training:
    """What came of a training."""

    book: Rulebook
    seed: int
    minutes: float
    learned: Learned | None             # None: nothing was found that beats the normal bot
    begun: str                          # with which of the weights set by hand
    labels: int
    hits: int
    rounds: tuple[Round, ...]
    proof: Score                        # against the normal bot, on deals that nothing else has seen
    hands: int

    def as_json(self) -> dict[str, Any]:
        """The report as a value for JSON."""
        return {"seed": self.seed, "minutes": self.minutes, "begun": self.begun, "labels": self.labels,
                "hits": self.hits, "rounds": [one.as_json() for one in self.rounds], "proof": self.proof.as_json(),
                "hands": self.hands, "above": self.learned is not None}

    @property
    def text(self) -> str:
        """The file that keeps what was learned, and the report with it."""
        return file_text(self.book, self.learned, self.as_json())


def train(book: Rulebook | str, *, seed: int = 1, minutes: float = 3.0,
          progress: Callable[[str, float], None] | None = None) -> Training:
    """Train the strong bot of a rulebook; about so many minutes of one core are worked."""
    made = rulebook(book) if isinstance(book, str) else book
    faults = []
    if not 0 < minutes <= MOST_MINUTES:
        faults.append(Fault("train.minutes", minutes=f"{minutes:g}", most=MOST_MINUTES))
    if not 0 <= seed <= LARGEST_SEED:
        faults.append(Fault("match.seed", seed=seed, most=LARGEST_SEED))
    if faults:
        raise QuepuError(faults)
    return Course(made, seed, minutes, progress).whole()


class Course:
    """A training while it goes on."""

    def __init__(self, book: Rulebook, seed: int, minutes: float,
                 progress: Callable[[str, float], None] | None) -> None:
        self.book, self.seed, self.minutes, self.progress = book, seed, minutes, progress
        self.budget = int(HANDS_A_MINUTE * minutes)
        self.school = School(book, self._tell)
        self.labels = self.hits = 0
        self.stage = ""
        self.rows: Rows | None = None   # of all rounds: what answers bring changes little from one to the next

    def whole(self) -> Training:
        """All of it, from tables to the proof."""
        begun, learned = self._begin(self.tables())
        rounds = []
        for number in range(ROUNDS):
            one, learned = self._round(number, learned)
            rounds.append(one)
        self.stage = "proof"
        proof = self.school.duel((learned,), STRONG, NORMAL, self.proof_seed(learned), self.deals(PROOF))
        return Training(self.book, self.seed, self.minutes, learned if proof.is_above(SURE) else None, begun,
                        self.labels, self.hits, tuple(rounds), proof, self.school.hands)

    # -- how much, with which chance --
    def _tell(self) -> None:
        if self.progress is not None:
            self.progress(self.stage, min(1.0, self.school.hands / self.budget))

    def _hands(self, part: float) -> int:
        return max(60, int(self.budget * part))

    def deals(self, part: float) -> int:
        """Deals of a duel, each of which is played with all its seatings."""
        return max(FEW_DEALS, min(MOST_DEALS, self._hands(part) // self.school.seatings))

    def _seed(self, name: str) -> int:
        """A seed of its own for each part of the work."""
        digest = hashlib.sha256(f"train {self.seed} {self.book.id} {name}".encode()).digest()
        return int.from_bytes(digest[:7], "big")

    def proof_seed(self, learned: Learned) -> int:
        """The seed of the proof follows from what is proved: nothing can have been chosen by it."""
        text = file_text(self.book, learned, {"seed": self.seed})
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "big")

    # -- tables, and the weights set by hand --
    def tables(self) -> Learned:
        """What is known, with the weights set by hand."""
        self.stage = "danger"
        lessons = self.school.tables((), NORMAL, self._seed("danger"), self._hands(TABLE), every=4)
        dangers = dangers_of(lessons)
        self.labels, self.hits = dangers.labels, dangers.hits
        plain = Learned(dangers.unit, dangers.price, dangers.danger, dangers.threat, dangers.classes,
                        (ONE,) * CELLS, _USUAL, _USUAL, _USUAL)
        self.stage = "stake"
        lessons = self.school.tables((plain,), STRONG, self._seed("stake"), self._hands(TABLE), every=0)
        return replace(plain, stake=stakes_of(lessons, dangers.unit), own=PRIOR, claim=PRIOR_CLAIM)

    def _begin(self, prior: Learned) -> tuple[str, Learned]:
        """Which of the weights set by hand does best against the normal bot."""
        self.stage = "prior"
        return self.best(self.begins(prior), None, "prior", BEGIN)

    def begins(self, prior: Learned) -> dict[str, Learned]:
        """All of the weights set by hand."""
        choices = {"prior": prior, "no defence": replace(prior, own=without_defence(PRIOR))}
        if self.school.is_aimed:
            choices["far sight"] = replace(prior, own=FAR_SIGHTED)
        return choices

    def best(self, choices: Mapping[str, Learned], against: Learned | None, name: str,
              part: float) -> tuple[str, Learned]:
        """The choice that does best against others' weights, or against the normal bot, on the same deals."""
        scores = {}
        for which, choice in choices.items():
            minds = (choice,) if against is None else (choice, against)
            scores[which] = self.school.duel(minds, STRONG, NORMAL if against is None else OTHER, self._seed(name),
                                             self.deals(part)).mean
        best = max(choices, key=lambda which: scores[which])
        return best, choices[best]

    # -- a round --
    def _round(self, number: int, learned: Learned) -> tuple[Round, Learned]:
        """Weights corrected by branches, if a duel on fresh deals says that they are better."""
        self.stage = f"round {number + 1}"
        wanted = self._hands(BRANCHES)
        fresh = self.school.branches(learned, self._seed(f"branches {number}"), wanted)
        self.rows = rows = fresh if self.rows is None else self.rows + fresh
        fits = dict(self._fits(rows, learned))
        counts = {question: len(rows.of(question)[1]) for question in ("own", "claim", "early")}
        gains = {question: found.gain * learned.unit / (16 * ONE) for question, found in fits.items()}
        choices = dict(_corrections(learned, fits))
        if not choices:
            return Round(counts, gains, "", None, False), learned
        name, better = self.best(choices, learned, f"choice {number}", CHOICE)
        score = self.school.duel((better, learned), STRONG, OTHER, self._seed(f"gate {number}"), self.deals(GATE))
        is_kept = score.is_above(SURE)
        return Round(counts, gains, name, score, is_kept), better if is_kept else learned

    def _fits(self, rows: Rows, learned: Learned) -> Iterator[tuple[str, Fit]]:
        for question in Question:
            if question != Question.NONE:
                name = question.name.lower()
                spread, points, numbers = rows.of(name)
                found = fit(spread, points * (16 * ONE) // learned.unit, numbers, getattr(learned, name))
                if found is not None:
                    yield name, found


def without_defence(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Weights with which nothing is feared."""
    return tuple(0 if place in _DEFENCE else weight for place, weight in enumerate(weights))


def _corrections(learned: Learned, fits: Mapping[str, Fit]) -> Iterator[tuple[str, Learned]]:
    """What may be made of the fits: each alone, and all of them."""
    weights: dict[str, Any] = {name: found.weights for name, found in fits.items()}
    for name, found in weights.items():
        yield name, replace(learned, **{name: found})
    if len(weights) > 1:
        yield "all", replace(learned, **weights)
