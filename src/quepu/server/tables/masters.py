"""The masters at a table: asked like everybody, they think elsewhere; here they only answer.

Nobody thinks in the process in which a table stands: what there is to think about goes to another, as the seat knows
it, and its answer comes back as a number.
"""

from collections.abc import Set as AbstractSet
from typing import Any

from quepu.bots.seat import Seating
from quepu.bots.thinking import ThinkingBot
from quepu.game.actions import Action, action_of


class Masters:
    """Those among the bots of a table who think, and what they are asked."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating
        self._numbers: dict[int, int] = {}      # of the questions, by player
        self._last = 0

    @property
    def quick(self) -> AbstractSet[int]:
        """The players for whom bots answer at once."""
        return {player for player, bot in self._seating.bots.items() if not isinstance(bot, ThinkingBot)}

    @property
    def sit(self) -> bool:
        """Whether there is any master."""
        return len(self.quick) < len(self._seating.bots)

    def asked(self, may_think: bool) -> list[tuple[int, int]]:
        """The masters that are asked now, each with the number of its question, which stays until it has answered."""
        match, quick = self._seating.match, self.quick
        players = [match.player_of(seat) for seat in match.asked] if may_think else []
        masters = [player for player in players if player in self._seating.bots and player not in quick]
        self._numbers = {player: number for player, number in self._numbers.items() if player in masters}
        for player in masters:
            if player not in self._numbers:
                self._last += 1
                self._numbers[player] = self._last
        return [(player, self._numbers[player]) for player in masters]

    def forget(self) -> None:
        """Answers were taken back: whoever is asked now is asked anew."""
        self._numbers = {}

    def puzzle(self, player: int, seat: int) -> dict[str, Any] | None:
        """What a master has to think about, for another process; None if nothing."""
        bot = self._seating.bots[player]
        assert isinstance(bot, ThinkingBot)
        puzzle = bot.begin(self._seating.match, seat)[1]
        return None if puzzle is None else puzzle.as_json()

    def answer(self, seat: int, code: int | None) -> Action:
        """The answer a master has thought of, if it is one; else what the strong bot would do."""
        match = self._seating.match
        self._numbers.pop(match.player_of(seat), None)
        choices = match._choices(seat)
        if code is None or code not in choices.values():
            return self.at_once(seat)
        return action_of(match.book.model, code)

    def at_once(self, seat: int) -> Action:
        """What a bot answers without thinking."""
        match = self._seating.match
        bot = self._seating.bots[match.player_of(seat)]
        return bot.begin(match, seat)[0] if isinstance(bot, ThinkingBot) else self._seating.decide(seat)
