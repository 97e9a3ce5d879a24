"""Bots made from their names: `aware`, `remote:python3 bot.py`, `mjai:./bot`; and a table seated with them."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from quepu.bots.mjai import MjaiBot
from quepu.bots.process import TIMEOUT
from quepu.bots.remote import RemoteBot
from quepu.bots.seat import MJAI, Bot, Seating
from quepu.bots.thinking import own_bot
from quepu.game.match import Match


@dataclass(frozen=True, slots=True)
class MadeBots:
    """How programs are started: seconds for an answer, the language of what they are told, where their errors go."""

    timeout: float = TIMEOUT
    lang: str = "en"
    log: str | os.PathLike[str] | None = None

    def bot(self, name: str) -> Bot:
        """The bot of a name; a program is started at once."""
        program, _, command = name.partition(":")
        if not command:
            return own_bot(name)
        return (MjaiBot if program == MJAI else RemoteBot)(command, self.timeout, self.lang, self.log)

    def bots(self, match: Match, names: Mapping[int, str]) -> dict[int, Bot]:
        """Bots by player, called as at the table; QuepuError if one cannot be started, or cannot play there."""
        made: dict[int, Bot] = {}
        try:
            for player, name in names.items():
                made[player] = self.bot(name)
                made[player].name = match.players[player]
                made[player].check(match)
        except BaseException:
            for bot in made.values():
                bot.close()
            raise
        return made

    @contextmanager
    def seating(self, match: Match, names: Sequence[str]) -> Iterator[Seating]:
        """A table with nobody but bots, all of which end with it."""
        seating = Seating(match, self.bots(match, dict(enumerate(names))))
        try:
            yield seating
        finally:
            seating.close()
