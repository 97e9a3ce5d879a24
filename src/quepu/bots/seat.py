"""A bot as an object that decides for a seat, and the seating of a match: who answers for which player."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from quepu.engine.layout.bot_room import BotRoom, Policy
from quepu.engine.layout.table import Table
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.actions import Action, action_of
from quepu.game.events import Noted
from quepu.game.goals import give_aims
from quepu.game.match import LARGEST_SEED, Match
from quepu.game.minds import give_minds, has_learned

if TYPE_CHECKING:
    from quepu.book import Rulebook

#: the bots inside the engine, by the names that players understand ...
LEVELS = {"beginner": int(Policy.RANDOM), "easy": int(Policy.GREEDY), "normal": int(Policy.AWARE),
          "strong": int(Policy.LEARNED)}
#: ... and by those of old too, which stay valid
BOTS = {**LEVELS, "random": int(Policy.RANDOM), "greedy": int(Policy.GREEDY), "aware": int(Policy.AWARE)}
THINKER = "master"                      # the strong bot, which thinks (`bots.thinking`); no bot inside the engine
#: all bots of ours, the levels from the weakest on
OWN = (*LEVELS, THINKER, *(name for name in BOTS if name not in LEVELS))
REMOTE, MJAI = "remote", "mjai"
#: bots that are programs, by the protocol they speak
PROGRAMS = (REMOTE, MJAI)
_ALL = (*OWN, *(f"{program}:COMMAND" for program in PROGRAMS))
# a command may hold commas: only one before another bot separates
_COMMA = re.compile(rf",(?=\s*(?:(?:{'|'.join(OWN)})\s*(?:,|$)|(?:{'|'.join(PROGRAMS)}):))")
_NUMBERED = re.compile(rf"({'|'.join((*OWN, *PROGRAMS))})(?: \d+)?")
_STEP, _SEAT = 1_000_003, 7_919         # keep the chances of steps and seats apart


class BotLost(QuepuError):  # noqa: N818 - the name says what happened
    """A bot that cannot go on; the text says why."""


class Bot(ABC):
    """Somebody who decides for a seat; most need not be told anything nor be closed."""

    name = ""
    lang = "en"                         # in which it is noted that it was lost

    @abstractmethod
    def decide(self, match: Match, seat: int) -> Action:
        """What it answers for a seat that is asked; BotLost if it cannot."""

    def check(self, match: Match) -> None:  # noqa: B027 - most play everything
        """Raise QuepuError if it cannot play in such a match."""

    def tell(self, match: Match, player: int) -> None:  # noqa: B027 - most need not be told
        """Let it know what happened, though it is not asked."""

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """End it; nothing is asked of it any more."""


class CoreBot(Bot):
    """A bot inside the engine: the same table, seed and place in the match give the same answer.

    Its chance comes from the match's seed and the steps so far; with a `secret` it comes from that instead and from
    what everybody sees of the table, so that nobody can work it out, nor learn from it how many have passed.
    """

    def __init__(self, name: str, secret: int | None = None) -> None:
        if name not in BOTS:
            raise QuepuError(Fault("bots.none", name=name, known=_ALL))
        self.name, self._secret = name, secret
        self.number = BOTS[name]

    def decide(self, match: Match, seat: int) -> Action:
        """Its answer; chance depends on where the match stands, so that a game resumed or taken back goes the same."""
        kernels, session = match.engine.kernels, match.session
        if self.number >= Policy.AWARE:
            give_aims(match.engine, session)
        if self.number >= Policy.LEARNED:
            give_minds(match.engine, session)
        seed, place = match.seed, len(match.steps)
        if self._secret is not None:
            seed, place = self._secret, _public_place(match.table)
        chance = seed * _STEP + place * _SEAT + seat
        with match.unharmed(), match.at_work() as desk:
            kernels.seed_bots(session, chance & LARGEST_SEED)
            code = int(kernels.choose(match.table, session, seat, self.number))
            self._look(code, desk.bot_room)
        return action_of(match.book.model, code)

    def _look(self, code: int, room: BotRoom) -> None:
        """See what was thought of the answers, for who thinks on."""


def _public_place(t: Table) -> int:
    """A number for where a hand stands, made of what everybody sees."""
    place = 0
    for part in (t.hand_number, t.turn_count, t.wall_front, t.wall_back, t.phase):
        place = place * 1009 + int(part)
    return place


class Seating:
    """The bots of a match by player; one that is lost gives its seat to the random bot, and a note says so."""

    def __init__(self, match: Match, bots: Mapping[int, Bot]) -> None:
        self.match = match
        self.bots = dict(bots)
        self.lost: dict[int, Noted] = {}
        self.why: dict[int, Fault] = {}         # for which each was lost

    def decide(self, seat: int) -> Action:
        """What the bot of a seat that is asked answers, or the one that takes its place."""
        player = self.match.player_of(seat)
        try:
            return self.bots[player].decide(self.match, seat)
        except BotLost as lost:
            self.why[player] = lost.faults[0]
            self._replace(player, Noted(lost.told(self.bots[player].lang), seat))
        return self.bots[player].decide(self.match, seat)

    def _replace(self, player: int, note: Noted) -> None:
        self.bots[player].close()
        self.bots[player] = CoreBot("random")
        self.lost[player] = note
        self.match.note(note.text, note.seat)

    def undo(self, seat: int) -> bool:
        """Take back the last answer of a seat; a note about a lost bot is not taken back with it."""
        if not self.match.undo(seat):
            return False
        kept = self.match.events
        for note in self.lost.values():
            if note not in kept:
                self.match.note(note.text, note.seat)
        return True

    def tell(self) -> None:
        """Let all bots know what happened."""
        for player, bot in self.bots.items():
            bot.tell(self.match, player)

    def close(self) -> None:
        """End all bots."""
        for bot in self.bots.values():
            bot.close()


def read_bots(text: str, count: int) -> list[str]:
    """The bots a text names, one for all or one for each of so many: `aware,greedy,remote:python bot.py`.

    >>> read_bots("greedy", 3)
    ['greedy', 'greedy', 'greedy']
    """
    names = [part.strip() for part in _COMMA.split(text)]
    faults = [fault for name in names for fault in bot_faults(name)]
    if faults:
        raise QuepuError(faults)
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise QuepuError(Fault("bots.count", count=len(names), text=text, seats=count))
    return names


def is_strong_normal(book: "Rulebook", names: Iterable[str]) -> bool:
    """Whether one of these bots is the strong one or thinks, and nothing was learned of the rulebook.

    Then strong plays as normal, and master thinks over what normal would do.
    """
    return has_strong(names) and not has_learned(book)


def has_strong(names: Iterable[str]) -> bool:
    """Whether one of these bots is the strong one, or thinks over what that one would do."""
    return any(name == THINKER or BOTS.get(name) == Policy.LEARNED for name in names)


def bot_faults(name: str) -> list[Fault]:
    """That there is no bot of a name, if there is none."""
    program, _, command = name.partition(":")
    is_one = name in OWN or (program in PROGRAMS and command.strip())
    return [] if is_one else [Fault("bots.none", name=name, known=_ALL)]


def bot_names(bots: Sequence[str]) -> list[str]:
    """What the bots are called at the table: by their kind, numbered where there are several of one.

    >>> bot_names(["aware", "random", "aware"])
    ['aware 1', 'random', 'aware 2']
    """
    kinds = [bot.partition(":")[0] for bot in bots]
    return [kind if kinds.count(kind) == 1 else f"{kind} {kinds[:index + 1].count(kind)}"
            for index, kind in enumerate(kinds)]


def kind_of(name: str) -> str | None:
    """The kind of bot that a name at the table tells; None for a human."""
    numbered = _NUMBERED.fullmatch(name)
    return numbered[1] if numbered else None
