"""What one match shows of the sayings: answers that follow them against the bot's own, claims about hidden hands."""

from collections import defaultdict
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from quepu.advice.blinding import blinded
from quepu.advice.coach.position import Position
from quepu.advice.coach.sayings import CoachBook, Move, Read, Saying
from quepu.advice.leavings import leavings
from quepu.bots.seat import BOTS, CoreBot
from quepu.engine.layout.codes import Stage
from quepu.engine.layout.hidden import Tried
from quepu.game.actions import Action
from quepu.game.goals import give_aims
from quepu.game.match import Match
from quepu.game.minds import give_minds

HANDS = 4                   # of a match
MOST_FOLLOWERS = 4          # answers that follow one saying and are tried
TRIED_A_HAND = 4            # positions at which answers are tried, in a hand
READ_EVERY = 0.2            # of the discards after which opponents are looked at
STRATUM = 8                 # discards that are as far as a stratum reaches
BOT = "strong"


@dataclass
class Seen:
    """What a match has shown; all of it plain numbers."""

    hands: int = 0
    agreed: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    apart: dict[str, int] = field(default_factory=lambda: defaultdict(int))     # positions where strong does otherwise
    gains: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    spread: list[float] = field(default_factory=list)       # (number, sum, squares) of the points of hands
    #: of each read: rows (hand, stratum, has the sign, times, times the claim held)
    reads: dict[str, list[list[int]]] = field(default_factory=lambda: defaultdict(list))

    def as_json(self) -> dict[str, Any]:
        """As a line keeps it."""
        return {"hands": self.hands, "agreed": dict(self.agreed), "apart": dict(self.apart),
                "gains": dict(self.gains), "spread": self.spread, "reads": dict(self.reads)}


class Observer:
    """Lets strong bots play and looks at what they do."""

    def __init__(self, rule: str, seed: int, samples: int, book: CoachBook, reads_only: bool = False) -> None:
        self.reads_only = reads_only
        self.match = Match(rule, seed)
        self.samples, self.seen = samples, Seen()
        self.chance = Random(f"folk wisdom {rule} {seed}")
        spoken = [one for one in book.sayings if one.speaks_of(self.match.book)]
        self.moves: list[tuple[Saying, Move]] = [(one, one.says) for one in spoken if isinstance(one.says, Move)]
        self.reads: list[tuple[Saying, Read]] = [(one, one.says) for one in spoken if isinstance(one.says, Read)]
        self.counts: dict[tuple[str, int, int, int], list[int]] = {}
        self.sums = [0.0, 0.0, 0.0]

    def run(self) -> Seen:
        """Play some hands."""
        match, bot = self.match, CoreBot(BOT)
        tried = 0
        while not match.over and len(match.settlements) < HANDS:
            if match.hand_over:
                match.begin()
                tried = 0
                continue
            seat = match.asked[0]
            choice = bot.decide(match, seat)
            if match.table.dealt and match.table.stage in (Stage.OWN, Stage.CLAIMS) and len(match.legal(seat)) > 1:
                if tried < TRIED_A_HAND and not self.reads_only:
                    tried += self._moves(seat, choice)
                if match.table.stage == Stage.OWN and self.chance.random() < READ_EVERY:
                    self._reads(seat)
            match.play(seat, choice)
        self.seen.hands = len(match.settlements)
        self.seen.spread = self.sums
        for (name, hand, stratum, sign), (times, held) in sorted(self.counts.items()):
            self.seen.reads[name].append([hand, stratum, sign, times, held])
        return self.seen

    # -- moves --
    def _moves(self, seat: int, choice: Action) -> bool:
        """Compare following with the bot's choice at one position; whether answers were tried."""
        match, legal = self.match, self.match.legal(seat)
        blind = blinded(match, seat, [0], 1, 1)
        lefts = dict(zip((one.text for one in legal), leavings(match, blind, seat, legal), strict=True))
        position = Position(match, seat, lefts)
        following: dict[str, list[Action]] = {}
        for saying, move in self.moves:
            followers = move.followers(position)
            if choice in followers:
                self.seen.agreed[saying.id] += 1
            elif followers:
                self.seen.apart[saying.id] += 1
                following[saying.id] = self._nearest(followers, lefts)
        rare = [name for name in following if self.seen.apart[name] <= 2]
        if not rare and self.chance.random() > 0.15:
            return False
        if not following:
            return False
        self._try(seat, choice, following)
        return True

    def _nearest(self, followers: list[Action], lefts: dict[str, Any]) -> list[Action]:
        """Those that leave the hand nearest, some of them if they are many."""
        def far(action: Action) -> tuple[int, int, str]:
            left = lefts[action.text]
            return (99 if left.away is None else left.away, -(left.live or 0), action.text)
        return sorted(followers, key=far)[:MOST_FOLLOWERS]

    def _try(self, seat: int, choice: Action, following: dict[str, list[Action]]) -> None:
        """Play the choice and what follows sayings in the same worlds: half of them choose, half measure."""
        match = self.match
        answers = [choice, *sorted({one for some in following.values() for one in some}, key=lambda one: one.text)]
        codes = match._choices(seat)
        blind = blinded(match, seat, [codes[one] for one in answers], self.samples, self.chance.getrandbits(40))
        engine, session = match.engine, match.engine.new_session()
        give_aims(engine, session)
        give_minds(engine, session)
        with engine.lent(session):
            engine.kernels.try_answers(blind.table, engine.new_table(), engine.new_table(), session,
                                       np.full(4, BOTS[BOT], dtype=np.int64), seat, blind.hidden, 0, self.samples)
        size = self.samples * len(answers)
        points = np.frombuffer(blind.hidden.raw[-size * Tried.SIZE:], Tried.dtype())["points"]
        points = points.reshape(self.samples, len(answers)).astype(np.float64)
        half = self.samples // 2
        first, second = points[:half], points[half:]
        self.sums = [self.sums[0] + self.samples, self.sums[1] + float(points[:, 0].sum()),
                     self.sums[2] + float((points[:, 0] ** 2).sum())]
        for name, some in following.items():
            places = [answers.index(one) for one in some]
            best = max(places, key=lambda place: (float(first[:, place].sum()), -place))
            self.seen.gains[name].append(round(float((second[:, best] - second[:, 0]).mean()), 4))

    # -- reads --
    def _reads(self, seat: int) -> None:
        position = Position(self.match, seat)
        hand, stratum = len(self.match.settlements), len(position.river) // STRATUM
        for saying, read in self.reads:
            for values in read.bindings(position):
                sign = read.sign.of(position, **values)
                row = self.counts.setdefault((saying.id, hand, stratum, sign), [0, 0])
                row[0] += 1
                row[1] += bool(read.claim.of(position, **values)) != read.is_less
