"""Who of a game's people is there: connections are counted, absences timed; for whom a bot may play follows from it.

Nothing told here depends on anybody's tiles: while it is a secret who is asked, the table waits for everybody who is
away alike.
"""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quepu.errors import IllegalAction
from quepu.faults import Fault
from quepu.server.games.kept_game import Game


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a table waits for somebody who is away."""

    grace: float = 10.0                 # seconds until the others may let a bot play for him
    longest: float = 60.0               # seconds the table waits until a bot does; 0: only when somebody asks for it


PATIENCE = Patience()


class Presence:
    """The people of one game as their connections come and go; kept in memory only, like the connections."""

    def __init__(self, game: Game, patience: Patience, clock: Callable[[], float]) -> None:
        self._game, self._patience, self._clock = game, patience, clock
        self._here: Counter[int] = Counter()
        self._made = clock()            # who never came is away since then
        self._left: dict[int, float] = {}
        self._place = self._public_place()
        self._waits_since = self._made
        self.told: dict[str, Any] = {}  # what everybody was told last

    # -- who comes and goes --
    def arrive(self, player: int) -> None:
        """A connection of a player is there; he may have several."""
        self._here[player] += 1

    def leave(self, player: int) -> None:
        """A connection of a player has ended, or he has a seat and none yet."""
        self._here[player] = max(0, self._here[player] - 1)
        self._left[player] = self._clock()

    def is_here(self, player: int) -> bool:
        """Whether a player is connected."""
        return self._here[player] > 0

    def stepped(self) -> None:
        """The table may have gone on: from now on it waits for something else."""
        place = self._public_place()
        if place != self._place:
            self._place, self._waits_since = place, self._clock()

    def _public_place(self) -> tuple[int, bool]:
        standing = self._game.standing
        return standing.seen, standing.waiting is None

    # -- for whom a bot may play --
    @property
    def _is_played(self) -> bool:
        made = self._game.made_of
        return made.started and made.is_with_friends and not self._game.standing.over

    def _away_since(self, player: int) -> float | None:
        """Since when a person is away for whom no bot plays; None for everybody else."""
        made = self._game.made_of
        if not made.is_person(player) or self.is_here(player) or player in made.stand_ins:
            return None
        return self._left.get(player, self._made)

    def may_stand_in(self, player: int) -> bool:
        """Whether another may let a bot play for this player."""
        since = self._away_since(player)
        return self._is_played and since is not None and self._clock() - since >= self._patience.grace

    def check(self, by: int, player: int | None) -> int:
        """The player for whom `by` asks a bot to play; IllegalAction says why it cannot be."""
        made = self._game.made_of
        if player is None or not made.is_person(player) or not self._is_played:
            raise IllegalAction(Fault("game.stand_in_played"))
        name, since = made.players[player].name, self._away_since(player)
        if player == by or player in made.stand_ins:
            return player
        if since is None:
            raise IllegalAction(Fault("game.is_here", name=name))
        if not self.may_stand_in(player):
            left = math.ceil(self._patience.grace - (self._clock() - since))
            raise IllegalAction(Fault("game.just_left", name=name, left=left))
        return player

    def due(self) -> list[int]:
        """The players for whom a bot plays now, since the table has waited long enough and somebody is there."""
        players = range(len(self._game.made_of.players))
        if not self._is_played or not self._patience.longest or not any(map(self.is_here, players)):
            return []
        waiting = self._game.standing.waiting
        longest, now = self._patience.longest, self._clock()
        return [player for player in (players if waiting is None else waiting)
                if (since := self._away_since(player)) is not None
                and now - max(since, self._waits_since) >= longest]

    def put_off(self) -> None:
        """It could not be done: try again after as long a while."""
        self._waits_since = self._clock()

    # -- what is told --
    def as_json(self) -> dict[str, Any]:
        """What everybody at the table may know: who is connected, for whom a bot plays, whom the table waits for."""
        made, waiting = self._game.made_of, self._game.standing.waiting
        return {
            "players": [{"connected": self.is_here(number) if made.is_person(number) else None,
                         "stand_in": number in made.stand_ins, "may_stand_in": self.may_stand_in(number)}
                        for number in range(len(made.players))],
            "waiting": None if waiting is None else list(waiting)}

    def has_changed(self) -> bool:
        """Whether there is something to tell since the last time this was asked."""
        before, self.told = self.told, self.as_json()
        return self.told != before
