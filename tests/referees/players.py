"""Players that make things happen: one that claims all it can, one that collects hands nobody gets by chance."""

import random
from collections.abc import Callable, Mapping
from typing import Protocol

from quepu.bots.seat import CoreBot
from quepu.engine.layout.record import line
from quepu.game.actions import Action, Choose, Chow, Declare, Discard, Kong, MixedKong, Pass, Pung, Win
from quepu.game.match import Match

AIMS = ("suit", "suit", "pungs", "pairs", "ends", "orphans", "apart")
FLOWERS = range(34, 42)
FALSELY = 0.001                         # how often a win is declared that is none


class Player(Protocol):
    """Somebody who answers for a seat."""

    def decide(self, match: Match, seat: int) -> Action | str:
        """The answer."""


class Restless:
    """Kongs and pungs when it can, sometimes lets a win go, rarely claims one that is none."""

    def __init__(self, seed: int) -> None:
        self.chance, self.calm = random.Random(seed), CoreBot("greedy")

    def decide(self, match: Match, seat: int) -> Action | str:
        """Its answer."""
        legal = match.legal(seat)
        for form, likely in ((Win, 0.75), (Kong, 0.8), (Pung, 0.5)):
            found = [action for action in legal if isinstance(action, form)]
            if found and self.chance.random() < likely:
                return self.chance.choice(found)
        if not any(isinstance(action, Win) for action in legal) and self.chance.random() < FALSELY:
            return "false_win"
        chosen = self.calm.decide(match, seat)
        if isinstance(chosen, Win):
            others = [action for action in legal if not isinstance(action, Win)]
            passes = [action for action in others if isinstance(action, Pass)]
            return (passes or others or [chosen])[0]
        return chosen


class Bold(Restless):
    """Declares as soon as it can, stakes anything it may, and parts with flowers last."""

    def decide(self, match: Match, seat: int) -> Action | str:
        """Its answer."""
        legal = match.legal(seat)
        chosen = super().decide(match, seat)
        if isinstance(chosen, Win | Kong | str):
            return chosen
        for form in (Choose, MixedKong, Declare):
            if found := [action for action in legal if isinstance(action, form)]:
                return self.chance.choice(found)
        if isinstance(chosen, Discard) and chosen.tile.kind in FLOWERS:
            others = [action for action in legal if isinstance(action, Discard) and action.tile.kind not in FLOWERS]
            return self.chance.choice(others or [chosen])
        return chosen


class Collector:
    """Goes for one kind of hand in each: a suit, pungs, pairs, ends, orphans or unrelated tiles; wins when it can."""

    def __init__(self, seed: int) -> None:
        self.chance, self.calm, self.hand, self.aim = random.Random(seed), CoreBot("greedy"), 0, ""

    def decide(self, match: Match, seat: int) -> Action | str:
        """Its answer."""
        if self.hand != len(match.settlements) + 1:
            self.hand, self.aim = len(match.settlements) + 1, self.chance.choice(AIMS)
        legal = match.legal(seat)
        held = line(match.table.held, seat).tolist()
        suit = max(range(3), key=lambda one: sum(held[9 * one:9 * one + 9]))
        if all(isinstance(action, Choose) for action in legal):
            return self.chance.choice(legal)
        wins = [action for action in legal if isinstance(action, Win)]
        claims = [action for action in legal if isinstance(action, Kong | Pung) or (
            self.aim == "suit" and isinstance(action, Chow))]
        discards = [action for action in legal if isinstance(action, Discard)]
        if wins:
            return wins[0]
        if claims and (self.aim == "pungs" or (self.aim in ("suit", "ends") and self.chance.random() < 0.6)):
            return self.chance.choice(claims)
        if discards:
            return min(discards, key=lambda action: self.worth(action.tile.kind, held, suit))
        passes = [action for action in legal if isinstance(action, Pass)]
        return passes[0] if passes else self.calm.decide(match, seat)

    def worth(self, kind: int, held: list[int], suit: int) -> float:
        """How much a tile of that kind is worth to what it collects."""
        is_end = kind >= 27 or kind % 9 in (0, 8)
        near = sum(held[other] for other in range(max(kind - 2, kind // 9 * 9), min(kind + 3, kind // 9 * 9 + 9))
                   if other != kind) if kind < 27 else 0
        worths = {
            "suit": 10 * (kind // 9 == suit) + 3 * held[kind] + near + (kind >= 27),
            "pungs": 4 * held[kind], "pairs": 4 * min(held[kind], 2) + (held[kind] == 4),
            "ends": 6 * is_end + 3 * held[kind] + near * (kind % 9 in (1, 2, 6, 7)),
            "orphans": (10 if held[kind] == 1 else 4) * is_end,
            "apart": 20 - 6 * (held[kind] - 1) - near + 3 * (kind >= 27)}
        return worths[self.aim] + self.chance.random()


OWN: Mapping[str, Callable[[int], Player]] = {"restless": Restless, "bold": Bold, "collector": Collector}
