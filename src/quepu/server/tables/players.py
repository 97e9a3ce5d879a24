"""Who plays a game, and what it is made of, as it is stored."""

import hashlib
import secrets
from dataclasses import asdict, dataclass, field
from typing import Any

from quepu.bots.seat import THINKER
from quepu.server.tables.window import LAG, THINKING, USUAL

PERSON, OPEN = "person", "open"         # an open place waits for a person
MASTER = THINKER
LEVELS = ("beginner", "easy", "normal", "strong", MASTER)
BOT_KINDS = (*LEVELS, "random", "greedy", "aware")      # the last three: of old
USUAL_LEVEL = "easy"                    # of who plays where nobody came, if nobody says otherwise
#: letters and digits that nobody mistakes for each other, and how many make a code that is read out to friends: 40 bits
_CODE_LETTERS, _CODE_LENGTH = "23456789ABCDEFGHJKMNPQRSTUVWXYZ", 8


def new_key() -> str:
    """A secret nobody guesses."""
    return secrets.token_urlsafe(18)


def new_code() -> str:
    """A secret that can be read out and typed; it opens a place only until the game begins."""
    return "".join(secrets.choice(_CODE_LETTERS) for _letter in range(_CODE_LENGTH))


def new_seed() -> int:
    """Chance nobody guesses."""
    return secrets.randbits(62)


def digest(key: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(key.encode()).hexdigest()


@dataclass(slots=True)
class Player:
    """Who plays: a person, a bot, or nobody yet."""

    kind: str
    name: str
    key: str = ""                       # digest of the person's secret
    level: str = ""                     # of an open place: the bot that plays if nobody comes

    def or_bot(self, number: int) -> "Player":
        """Who plays when the game begins: where nobody came, a bot."""
        level = self.level or USUAL_LEVEL
        return Player(level, f"{level} {number}") if self.kind == OPEN else self


@dataclass(slots=True)
class MadeOf:
    """What a game is made of, as it is stored."""

    rule: dict[str, Any]
    version: int                        # of the rulebook
    seed: int
    players: list[Player]
    join_key: str                       # digests
    watch_key: str
    started: bool = False
    owner: int = 0                      # the player who made it
    own_seeds: bool = False             # every hand is shuffled by a secret of its own
    walls: list[str] = field(default_factory=list)      # of the first hands, where they were laid by hand
    first_round: int = 0
    start: dict[str, Any] = field(default_factory=dict)     # where it begins, if not with the first deal
    deaths: int = 0                     # how often the process of its rulebook ended over it
    stand_ins: list[int] = field(default_factory=list)      # people for whom a bot plays now
    window: float | None = None         # seconds for which answers are held back, as the host chose; 0: they are not
    bot_seed: int | None = None         # of the bots' chance, told to nobody; None in older games: the match's
    gathers: bool = False               # it begins when its owner says so, not when every place is taken
    ready: list[int] = field(default_factory=list)      # people who said so, before it begins
    hints: bool = True                  # whether the adviser may be asked
    clock: list[int] | None = None      # seconds for each move, and of the reserve for a hand
    watched: bool = False               # whether somebody watches now; not stored

    def as_json(self) -> dict[str, Any]:
        """As plain values, to be stored."""
        return {name: value for name, value in asdict(self).items() if name != "watched"}

    @staticmethod
    def of_json(value: dict[str, Any]) -> "MadeOf":
        """From plain values."""
        return MadeOf(**{**value, "players": [Player(**player) for player in value["players"]]})

    def is_person(self, player: int) -> bool:
        """Whether a person, not a bot, has this place."""
        return 0 <= player < len(self.players) and self.players[player].kind == PERSON

    @property
    def clocked(self) -> list[int]:
        """The people who answer themselves: the others' answers take no time."""
        people = filter(self.is_person, range(len(self.players)))
        return [player for player in people if player not in self.stand_ins]

    @property
    def is_with_friends(self) -> bool:
        """Whether several people play."""
        return sum(player.kind == PERSON for player in self.players) > 1

    @property
    def window_seconds(self) -> float:
        """How long answers are held back where others may see them."""
        seconds = USUAL if self.window is None else self.window
        return max(seconds, THINKING + LAG) if self.masters and seconds else seconds

    @property
    def masters(self) -> int:
        """How many seats masters have, or are to have if nobody comes."""
        return sum(MASTER in (player.kind, player.level) for player in self.players)

    @property
    def lag_seconds(self) -> float:
        """How long the table goes on unseen once a window is over: no bot takes time that shows."""
        return LAG + (THINKING if self.masters else 0.0)

    def for_table(self) -> dict[str, Any]:
        """What a table has to know of it: neither keys nor the rulebook, which it has."""
        return {"seed": self.seed, "players": seated(self.players), "started": self.started, "walls": self.walls,
                "first_round": self.first_round, "start": self.start, "version": self.version,
                "stand_ins": self.stand_ins, "holds": self.window_seconds > 0, "watched": self.watched,
                "bot_seed": self.bot_seed, "own_seeds": self.own_seeds}


def seated(players: list[Player]) -> list[list[str]]:
    """The players by kind and name."""
    return [[player.kind, player.name] for player in players]
