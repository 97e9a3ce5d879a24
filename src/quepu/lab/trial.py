"""Trial hands of a rulebook: each of our bots plays it for a while, and what stops one is told."""

from quepu.book import Rulebook
from quepu.bots.seat import LEVELS, CoreBot
from quepu.engine.layout.bot_room import Policy
from quepu.errors import EngineFault, QuepuError
from quepu.faults import Fault
from quepu.game.match import Match
from quepu.rulebook.file.problem import Problem

MOST_STEPS = 3000           # answers of one hand: hands that go on for longer have no end
MOST_TRIALS = 8             # hands of each bot
_WHERE = ("rulebook",)
_SEED = 1
#: the strong bot is left out: where nothing has been learned it plays as the normal one
TRIED = tuple(name for name, number in LEVELS.items() if number < Policy.LEARNED)


def trial_problems(book: Rulebook, seconds: float) -> list[Problem]:
    """What stops our bots in some hands of a rulebook, with its options as they are set.

    How many hands there are follows from `seconds`, not from the clock: each takes some hundredths of one.
    """
    hands = max(1, min(MOST_TRIALS, int(seconds)))
    try:
        match = Match(book, _SEED)
    except QuepuError as error:
        return [Problem(_WHERE, Fault("check.no_table", fault=fault), warning=True) for fault in error.faults]
    problems: list[Problem] = []
    for bot in TRIED:
        match = Match(book, _SEED)
        problems += _stopped(match, bot, hands)
    return problems


def _stopped(match: Match, bot: str, hands: int) -> list[Problem]:
    """What keeps four such bots from playing so many hands, if anything does."""
    player, steps = CoreBot(bot), 0
    try:
        while not match.over and len(match.settlements) < hands:
            if match.hand_over:
                match.begin()
                steps = 0
                continue
            steps += 1
            if steps > MOST_STEPS:
                return [Problem(_WHERE, Fault("check.endless", bot=bot, hand=len(match.settlements) + 1,
                                              steps=MOST_STEPS))]
            seat = match.asked[0]
            match.play(seat, player.decide(match, seat))
    except QuepuError as error:
        return [Problem(_WHERE, Fault("check.trial", bot=bot, hand=len(match.settlements) + 1, fault=fault),
                        warning=not isinstance(error, EngineFault)) for fault in error.faults]
    return []
