"""Hands of 杭州麻将 that usual players do not play: whites thrown on purpose, honours thrown first."""

from collections import Counter

import pytest

from quepu.bots.seat import CoreBot
from quepu.engine.layout.record import line
from quepu.game.actions import Action, Chow, Discard, Kong, Pass, Win
from quepu.game.match import Match
from tests.referees import played
from tests.referees.hangzhou import Hangzhou, are_sets
from tests.referees.panel import told
from tests.referees.played import hands_of
from tests.referees.tiles import KINDS

WHITE = 31                              # the engine's number of the white dragon


class Thrower:
    """Lets a win go, though not every time, if any tile will win after it; a white goes first; makes kongs."""

    def __init__(self, seed: int) -> None:
        self.calm, self.turn = CoreBot("greedy"), seed

    def decide(self, match: Match, seat: int) -> Action:
        """Its answer."""
        legal = match.legal(seat)
        self.turn += 1
        wins = [action for action in legal if isinstance(action, Win)]
        bursts = [action for action in legal if isinstance(action, Discard) and self.bursts(match, seat, action)]
        if wins and bursts and self.turn % 4:
            return max(bursts, key=lambda action: action.tile.kind == WHITE)
        kongs = [action for action in legal if isinstance(action, Kong)]
        return (wins or kongs or [self.calm.decide(match, seat)])[0]

    def bursts(self, match: Match, seat: int, action: Discard) -> bool:
        """Whether any tile wins after that discard."""
        held = line(match.table.held, seat).tolist()
        held[action.tile.kind] -= 1
        held[WHITE] -= 1
        plain = tuple(tile for kind, tile in enumerate(KINDS) for _ in range(held[kind]) if kind != WHITE)
        return held[WHITE] >= 0 and are_sets(plain, held[WHITE])


class Windy:
    """Throws honours first and claims nothing."""

    def __init__(self, seed: int) -> None:
        self.calm = CoreBot("greedy")

    def decide(self, match: Match, seat: int) -> Action:
        """Its answer."""
        legal = match.legal(seat)
        for wanted in (Win, Pass):
            found = [action for action in legal if isinstance(action, wanted)]
            if found:
                return found[0]
        honours = [action for action in legal if isinstance(action, Discard) and action.tile.kind >= 27]
        return (honours or [self.calm.decide(match, seat)])[0]


class Eater:
    """Chows whenever it can."""

    def __init__(self, seed: int) -> None:
        self.calm = CoreBot("greedy")

    def decide(self, match: Match, seat: int) -> Action:
        """Its answer."""
        legal = match.legal(seat)
        found = [action for action in legal if isinstance(action, Win)] or [
            action for action in legal if isinstance(action, Chow)]
        return (found or [self.calm.decide(match, seat)])[0]


PLAYERS = {"thrower": Thrower, "windy": Windy, "eater": Eater}

#: options, players, first seed, matches, fans that are seen
TABLES = (
    ({}, ("thrower",) * 4, 0, 5, {"爆头"}),
    ({"special_shapes": True}, ("windy",) * 4, 2, 1, {"十风"}),
    ({"win_on_discard": True}, ("eater", "thrower", "eater", "thrower"), 1, 3, {"爆头"}),
)


@pytest.mark.parametrize(("options", "table", "first", "matches", "fans"), TABLES)
def test_the_referee_agrees_where_whites_and_honours_are_thrown(monkeypatch, options, table, first, matches, fans):
    monkeypatch.setattr(played, "OWN", {**played.OWN, **PLAYERS})
    seen: Counter[str] = Counter()
    for seed in range(first, first + matches):
        for hand in hands_of("hangzhou", seed, options, 8, table):
            referee = Hangzhou(hand)
            faults = referee.judge()
            assert not faults, told(hand, faults)
            seen.update(name for win in referee.wins for name in win.fans[0])
    assert fans <= set(seen), seen
