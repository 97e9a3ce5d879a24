"""The bot that thinks: where several answers are close by what was learned, they are tried in worlds that may be.

Hidden tiles are drawn so that they fit what the seat has seen (`advice.blinding`); the answers that may still be best
are played to the end of the hand in the same worlds, and the strong bot's own is changed only for one that brought
surely more.  All of it is a function of what the seat knows: how much is tried is fixed, and chance comes from there.
"""

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from quepu.advice.blinding import Blind, blinded
from quepu.bots.seat import BOTS, THINKER, CoreBot
from quepu.engine.layout.bot_room import BotRoom
from quepu.engine.layout.codes import Act, Stage
from quepu.engine.layout.hidden import Hidden, Tried
from quepu.engine.layout.mind import MOST_ANSWERS, ONE, Question
from quepu.engine.layout.record import Columns
from quepu.engine.layout.rule_codes import PhaseKind
from quepu.engine.layout.table import Table
from quepu.engine.play.packed_action import act_of
from quepu.game.actions import Action, action_of
from quepu.game.engine import Engine
from quepu.game.goals import give_aims
from quepu.game.match import LARGEST_SEED, Match
from quepu.game.minds import give_minds

STRONG = "strong"           # whose answer stands if no other is surely better, and who plays on


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thought, the same whatever the clock says."""

    close: int = ONE * ONE // 4         # of the unit: answers so far behind are not thought about
    most: int = 4                       # answers that are
    worlds: tuple[int, ...] = (24, 72, 144)     # after so many it is seen which answers may still be best
    hands: int = 480                    # played at most, but for the first worlds
    out: float = 1.6                    # standard errors behind the best with which an answer is dropped ...
    sure: float = 2.0                   # ... and above the strong bot's with which one takes its place


EFFORT = Effort()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A question to think about: what the seat knows, and answers that may be best, the strong bot's own first."""

    seat: int
    answers: tuple[int, ...]
    blind: Blind

    @property
    def chance(self) -> int:
        """Where chance begins: a digest of what the seat knows."""
        digest = hashlib.sha256(bytes(self.blind.table.raw) + bytes(self.blind.hidden.raw))
        return int.from_bytes(digest.digest()[:8], "big") & LARGEST_SEED

    def as_json(self) -> dict[str, Any]:
        """As a value for JSON, for another process."""
        return {"seat": self.seat, "answers": list(self.answers),
                **{name: b64encode(getattr(self.blind, name).raw).decode() for name in ("table", "hidden")}}

    @staticmethod
    def of_json(value: Mapping[str, Any]) -> "Puzzle":
        """From such a value."""
        table, hidden = (bytearray(b64decode(value[name])) for name in ("table", "hidden"))
        return Puzzle(value["seat"], tuple(value["answers"]), Blind(Table.over(table), Hidden.over(hidden)))


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the strong bot thought of its answers."""

    given: int
    question: int
    scored: tuple[tuple[int, int], ...]     # score and answer

    def close(self, effort: Effort) -> tuple[int, ...]:
        """The answers close to the one that was given, which stands first."""
        if self.question == Question.NONE:
            return (self.given,)
        best = max((score for score, answer in self.scored if answer == self.given), default=0)
        others = sorted((-score, place, answer) for place, (score, answer) in enumerate(self.scored)
                        if answer != self.given and best - score <= effort.close)
        return (self.given, *(answer for _score, _place, answer in others[:effort.most - 1]))


def _any(match: Match, seat: int, given: int) -> tuple[int, ...]:
    """All answers, the one that was given first, where there is a choice that bots think about."""
    t, rules, legal = match.table, match.engine.rules, match._choices(seat).values()
    is_open = t.stage in (Stage.OWN, Stage.CLAIMS) or (
        t.stage == Stage.PHASE and rules.phases[t.phase].kind != PhaseKind.OPENING)
    if not is_open or any(act_of(code) in (Act.WIN, Act.FLOWER) for code in legal):
        return (given,)
    return (given, *(code for code in legal if code != given))[:MOST_ANSWERS]


def solved(engine: Engine, puzzle: Puzzle, effort: Effort | None = None) -> int:
    """The answer that is best, as far as the worlds show: the strong bot's own unless another is surely better."""
    return _Solving(engine, puzzle, effort or EFFORT).answer()


class _Solving:
    """Plays answers on in worlds, and drops those that are behind."""

    def __init__(self, engine: Engine, puzzle: Puzzle, effort: Effort) -> None:
        self.engine, self.puzzle, self.effort = engine, puzzle, effort
        self.session = engine.new_session()
        give_aims(engine, self.session)
        give_minds(engine, self.session)
        self.tables = engine.new_table(), engine.new_table()
        self.bots = np.full(4, BOTS[STRONG], dtype=np.int64)
        fields = {name: getattr(puzzle.blind.hidden, name) for name in Hidden.FIELDS}
        self.fields = {**fields, "seed": puzzle.chance}
        self.points: dict[int, list[int]] = {answer: [] for answer in puzzle.answers}

    def answer(self) -> int:
        """The answer in the end."""
        own, effort, played = self.puzzle.answers[0], self.effort, 0
        left, begun = list(self.puzzle.answers), 0
        for worlds in effort.worlds:
            if played:
                worlds = min(worlds, begun + (effort.hands - played) // len(left))
            if worlds <= begun:
                break
            self._play(left, begun, worlds)
            played, begun = played + (worlds - begun) * len(left), worlds
            best = max(left, key=lambda one: (sum(self.points[one]), -left.index(one)))
            left = [one for one in left if one == best or self._sureness(best, one) <= effort.out]
            if own not in left or len(left) == 1:
                break
        best = max(left, key=lambda one: (sum(self.points[one]), -left.index(one)))
        return best if best != own and self._sureness(best, own) > effort.sure else own

    def _play(self, answers: list[int], first: int, worlds: int) -> None:
        """Play these answers in the worlds from a number on."""
        count = worlds * len(answers)
        hidden = Hidden.build(**{**self.fields, "answers": answers,
                                 "tried": Columns(Tried, bytes(Tried.SIZE * count), count)})
        with self.engine.lent(self.session):
            self.engine.kernels.try_answers(self.puzzle.blind.table, *self.tables, self.session, self.bots,
                                            self.puzzle.seat, hidden, first, worlds - first)
        rows = np.frombuffer(hidden.raw[-count * Tried.SIZE:], Tried.dtype())["points"].reshape(worlds, len(answers))
        for place, answer in enumerate(answers):
            self.points[answer] += rows[first:, place].tolist()

    def _sureness(self, one: int, other: int) -> float:
        """How many standard errors one answer is above another in the same worlds."""
        gains = [a - b for a, b in zip(self.points[one], self.points[other], strict=False)]
        count, total = len(gains), sum(gains)
        spread = count * sum(gain * gain for gain in gains) - total * total
        return 0.0 if total == 0 else total * sqrt(count - 1) / sqrt(spread) if spread else float("inf")


class ThinkingBot(CoreBot):
    """The master: the strong bot, which thinks where its own figures leave a choice open."""

    def __init__(self, secret: int | None = None, effort: Effort | None = None) -> None:
        super().__init__(STRONG, secret)
        self.name, self.effort = THINKER, effort or EFFORT
        self._seen = _Seen(-1, Question.NONE, ())

    def decide(self, match: Match, seat: int) -> Action:
        """Its answer: what the strong bot would do, or what surely brings more."""
        own, puzzle = self.begin(match, seat)
        return own if puzzle is None else action_of(match.book.model, solved(match.engine, puzzle, self.effort))

    def begin(self, match: Match, seat: int) -> tuple[Action, Puzzle | None]:
        """What the strong bot would do, and what there is to think about; None where that stands."""
        own, seen = super().decide(match, seat), self._seen
        answers = _any(match, seat, seen.given) if match.session.minds is None else seen.close(self.effort)
        if len(answers) < 2:
            return own, None
        return own, Puzzle(seat, answers, blinded(match, seat, list(answers), 0, 0))

    def _look(self, code: int, room: BotRoom) -> None:
        self._seen = _Seen(code, int(room.question), tuple(
            (int(room.scores[place]), int(room.answers[place])) for place in range(int(room.answer_count))))


def own_bot(name: str, secret: int | None = None) -> CoreBot:
    """The bot of ours by its name; QuepuError if there is none."""
    return ThinkingBot(secret) if name == THINKER else CoreBot(name, secret)
