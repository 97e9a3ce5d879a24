"""Matches played by bots, and each of their hands as the steps and tables that a record keeps."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.bots.seat import CoreBot
from quepu.errors import QuepuError
from quepu.game.match import Match
from quepu.game.settlement import Settlement
from quepu.game.steps import Step

NAMES = ("Ann", "Bo", "Cy", "Di")
MOST_HANDS = 12             # of a match; what a longer one remembers is no other kind of thing
POLICIES = (("greedy",) * 4, ("greedy", "random", "greedy", "greedy"), ("aware", "greedy", "random", "aware"),
            ("random",) * 4, ("greedy", "greedy", "aware", "random"))
WITH_OPTIONS = 5            # one match in so many has options at random
_STEPS = 4000               # no hand takes as many


@dataclass(frozen=True)
class PlayedHand:
    """A hand that is over: its steps, each with the table before it, and the match as it stands behind it."""

    match: Match
    number: int                         # in the match, from 1
    first: int                          # the place of its first step
    steps: tuple[Step, ...]
    players: tuple[int, ...]            # the player in each seat
    scores_before: tuple[int, ...]

    @property
    def settlement(self) -> Settlement:
        """How it was settled."""
        return self.match.settlements[-1]

    def table_before(self, place: int) -> Any:
        """The table before one of its steps, as a record of its own."""
        return self.match.at(self.first + place).table


def book_for(rule: str, rng: Random) -> Rulebook:
    """The rulebook of a match; in a fifth of them with options at random."""
    book = rulebook(rule)
    if rng.randrange(WITH_OPTIONS) or not book.model.options:
        return book
    settings: dict[str, Any] = {}
    for option in rng.sample(book.model.options, min(len(book.model.options), rng.randint(1, 3))):
        if option.type == "bool":
            settings[option.id] = bool(rng.randrange(2))
        elif option.type == "choice":
            settings[option.id] = rng.choice(option.choices)
        elif option.type == "int":
            settings[option.id] = rng.randint(option.low, min(option.high, option.low + 20))
    try:
        return rulebook(rule, **settings)
    except QuepuError:                  # options that do not go together
        return book


def match_of(rule: str, seed: int, number: int) -> tuple[Match, tuple[CoreBot, ...]]:
    """The match of that number and who plays it: the same every time."""
    rng = Random(f"{rule} {seed} {number}")
    book = book_for(rule, rng)
    match = Match(book, rng.getrandbits(40), NAMES)
    return match, tuple(CoreBot(name) for name in POLICIES[number % len(POLICIES)])


def hands_of(match: Match, bots: tuple[CoreBot, ...], most: int) -> Iterator[PlayedHand]:
    """Play a match, hand by hand; the next begins when it is asked for."""
    while not match.over and len(match.settlements) < most:
        first, scores = len(match.steps), match.scores
        match.begin()
        for _step in range(_STEPS):
            if match.hand_over:
                break
            seat = match.asked[0]
            match.play(seat, bots[match.player_of(seat)].decide(match, seat))
        assert match.hand is not None
        yield PlayedHand(match, len(match.settlements), first, tuple(match.steps[first:]), match.hand.players, scores)
