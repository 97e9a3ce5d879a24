"""A game with its players: people by their keys, bots for the rest, everybody told only what he may see."""

import hashlib
import hmac
import secrets
from dataclasses import asdict, dataclass, field
from typing import Any

from quepu.bots.seat import CoreBot, Seating
from quepu.errors import IllegalAction
from quepu.game.events import HandBegan, Noted
from quepu.game.match import Match, Step
from quepu.server.pace import paced
from quepu.server.problem import CONFLICT, NOT_ALLOWED, ProblemError
from quepu.server.sight import Sight
from quepu.server.store import StoredStep

PERSON, OPEN = "person", "open"         # an open place waits for a person
BOT_KINDS = ("random", "greedy", "aware")


def new_key() -> str:
    """A secret nobody guesses."""
    return secrets.token_urlsafe(18)


def digest(key: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(key.encode()).hexdigest()


@dataclass(slots=True)
class Player:
    """Who plays: a person, a bot, or nobody yet."""

    kind: str
    name: str
    key: str = ""                       # digest of the person's secret


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

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)

    @staticmethod
    def of_json(value: dict[str, Any]) -> "MadeOf":
        """From plain values."""
        return MadeOf(**{**value, "players": [Player(**player) for player in value["players"]]})


def _stored_text(step: Step) -> str:
    """What a step needs to be done again: the answer, a note's text, the hand's own seed."""
    if step.action is not None:
        return str(step.action.text)
    first = step.events[0]
    if isinstance(first, HandBegan):
        return "" if first.seed is None else str(first.seed)
    return first.text if isinstance(first, Noted) else ""


@dataclass(slots=True)
class Room:
    """One game in memory."""

    id: str
    made_of: MadeOf
    match: Match
    saved: int = 0                      # steps that are safe in the database ...
    cut: bool = False                   # ... which has others behind them that were taken back
    seating: Seating = field(init=False)
    sights: dict[int | None, Sight] = field(default_factory=dict)

    def __post_init__(self) -> None:
        bots = {number: CoreBot(player.kind) for number, player in enumerate(self.made_of.players)
                if player.kind in BOT_KINDS}
        self.seating = Seating(self.match, bots)

    # -- who is who --
    def player_of_key(self, key: str) -> int | None:
        """The player with this secret; None for one who watches.  Anybody else is refused."""
        told = digest(key)
        for number, player in enumerate(self.made_of.players):
            if player.key and hmac.compare_digest(player.key, told):
                return number
        if hmac.compare_digest(self.made_of.watch_key, told):
            return None
        raise ProblemError(NOT_ALLOWED, "this key opens no place in this game")

    def join(self, key: str, name: str) -> tuple[int, str]:
        """Take the next open place with the room's secret; the player's number and own key."""
        if not hmac.compare_digest(self.made_of.join_key, digest(key)):
            raise ProblemError(NOT_ALLOWED, "this key opens no place in this game")
        for number, player in enumerate(self.made_of.players):
            if player.kind == OPEN:
                own = new_key()
                self.made_of.players[number] = Player(PERSON, name or player.name, digest(own))
                self._name_players()
                return number, own
        raise ProblemError(CONFLICT, "every place in this game is taken")

    def start(self) -> None:
        """Let the game begin; open places go to bots."""
        for number, player in enumerate(self.made_of.players):
            if player.kind == OPEN:
                self.made_of.players[number] = Player("greedy", player.name)
                self.seating.bots[number] = CoreBot("greedy")
        self._name_players()
        self.made_of.started = True

    def _name_players(self) -> None:
        self.match.players = tuple(player.name for player in self.made_of.players)

    @property
    def waits_for_people(self) -> bool:
        """Whether places are still open."""
        return any(player.kind == OPEN for player in self.made_of.players)

    @property
    def people(self) -> int:
        """How many people play."""
        return sum(player.kind == PERSON for player in self.made_of.players)

    def seat_of(self, player: int | None) -> int | None:
        """The seat of a player in the hand at hand."""
        if player is None:
            return None
        return next(seat for seat in range(self.match.seats) if self.match.player_of(seat) == player)

    def sight(self, player: int | None) -> Sight:
        """What a player knows of the match by now."""
        if player not in self.sights:
            self.sights[player] = Sight(player)
        return self.sights[player].look(self.match)

    # -- what is done --
    def act(self, player: int, action: str, step: int | None) -> None:
        """Take a player's answer, then the bots go on; nothing changes if it is not legal."""
        self._must_be_started()
        if step is not None and step != len(self.sight(player)):
            raise IllegalAction("the table has changed since: look again")
        seat = self.seat_of(player)
        assert seat is not None
        self.match.play(seat, action)
        self.go_on()

    def next_hand(self) -> None:
        """Deal the next hand, unless somebody has done so already."""
        self._must_be_started()
        if self.match.hand_over and not self.match.over:
            self.match.begin(secrets.randbits(62) if self.made_of.own_seeds else None)
            self.go_on()

    def undo(self, player: int) -> None:
        """Take back the player's last answer; only against bots."""
        seat = self.seat_of(player)
        assert seat is not None
        if self.people != 1:
            raise IllegalAction("answers are taken back only in a game against bots")
        if not self.seating.undo(seat):
            raise IllegalAction("there is nothing in this hand to take back")
        for sight in self.sights.values():
            sight.look(self.match)      # before other steps take the place of those taken back
        if len(self.match.steps) < self.saved:
            self.saved, self.cut = len(self.match.steps), True

    def go_on(self) -> None:
        """Let the bots answer as long as only they are asked ... or any of them is."""
        bots = self.seating.bots
        while True:
            asked = [seat for seat in self.match.asked if self.match.player_of(seat) in bots]
            if not asked:
                return
            self.match.play(asked[0], self.seating.decide(asked[0]))

    def _must_be_started(self) -> None:
        if not self.made_of.started:
            raise IllegalAction("the game has not started: places are still open")

    # -- kept --
    def unsaved(self) -> tuple[int, list[StoredStep]]:
        """The steps the database does not have yet, and the number of the first."""
        found = []
        for step in self.match.steps[self.saved:]:
            found.append(StoredStep(step.kind, step.seat, _stored_text(step)))
        return self.saved, found

    async def replay(self, steps: list[StoredStep]) -> None:
        """Play stored steps again."""
        async for step in paced(steps):
            if step.kind == "begin":
                self.match.begin(int(step.text) if step.text else None)
            elif step.kind == "note":
                self.match.note(step.text, step.seat)
            else:
                assert step.seat is not None
                self.match.play(step.seat, step.text)
        self.saved = len(self.match.steps)
