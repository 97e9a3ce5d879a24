"""A simple player for tests of the game: wins when it can, claims now and then, keeps tiles that have neighbours."""

from quepu.bots.seat import CoreBot
from quepu.engine.layout.record import line
from quepu.game.actions import Chow, Declare, Discard, Flower, Kong, Pung, Win
from quepu.game.match import Match


def sensible(match, seat, rng):
    """What this player answers."""
    legal = match.legal(seat)
    for kinds, likely in (((Win,), 1), ((Declare,), 1), ((Flower,), 1), ((Kong,), 0.7), ((Pung, Chow), 0.35)):
        found = [action for action in legal if isinstance(action, kinds)]
        if found and rng.random() < likely:
            return rng.choice(found)
    discards = [action for action in legal if isinstance(action, Discard)]
    held = line(match.table.held, seat).tolist()

    def worth(action):
        kind = action.tile.kind
        near = [(kind + step, weight) for step, weight in ((-2, 1), (-1, 2), (1, 2), (2, 1)) if kind < 27]
        return 3 * held[kind] + rng.random() + sum(
            weight for other, weight in near if 0 <= other < 27 and other // 9 == kind // 9 and held[other])
    return min(discards, key=worth) if discards else legal[-1]


def played(rule, seed, hands, names=("A", "B", "C", "D")):
    """A match of greedy bots after so many hands, or all if there are fewer."""
    match, bot = Match(rule, seed, names), CoreBot("greedy")
    while not match.over and len(match.settlements) < hands:
        if match.hand_over:
            match.begin()
        else:
            match.play(match.asked[0], bot.decide(match, match.asked[0]))
    return match


def play_hand(match, rng, player=sensible):
    """Deal a hand and play it to its end."""
    match.begin()
    while not match.hand_over:
        seat = rng.choice(match.asked)
        match.play(seat, player(match, seat, rng))


def play_match(match, rng, player=sensible, hands=0):
    """Play a match to its end, or so many hands."""
    while not match.over and (not hands or len(match.settlements) < hands):
        play_hand(match, rng, player)
    return match
