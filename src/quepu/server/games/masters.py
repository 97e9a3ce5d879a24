"""What the masters of all games think about, in other processes, and when each answers: always after the same time.

Whether a master has something to think about, how long that takes and what it finds out hang on its hand; when its
answer comes does not.  Who is not done by then, or whose process has ended, answers as the strong bot does.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.server.hosting.pool import Pool
from quepu.server.http_problem import BUSY, CONFLICT, ProblemError
from quepu.server.safety.address import ASKING
from quepu.server.tables.window import THINKING

if TYPE_CHECKING:
    from quepu.server.games.lobby import Live

MOST_LATE = 2               # thoughts that go on though nobody waits; while there are so many none begins
WORKED = 4.0                # seconds of processor time after which a thought is given up
_LOG = logging.getLogger("quepu.server")


@dataclass(slots=True)
class Thought:
    """A question that a master thinks about, and what it has found once that is due."""

    live: "Live"
    player: int
    number: int                         # of the question, as the table counts them
    due: float                          # when it answers
    work: "asyncio.Task[int | None]"
    answer: int | None = None


class Masters:
    """All questions that masters think about now."""

    def __init__(self, pool: Pool | None, most: int, clock: Callable[[], float], news: asyncio.Event) -> None:
        self._pool, self._most, self._clock, self._news = pool, most, clock, news
        self._thoughts: dict[tuple[str, int], Thought] = {}
        self._late: set[asyncio.Task[int | None]] = set()       # that nobody waits for any more

    # -- how many there may be --
    def refuse(self, is_own: bool, wanted: int, lives: Iterable["Live"]) -> None:
        """Refuse so many more seats if there would be too many, or if a stranger wrote the rulebook."""
        if not wanted:
            return
        if is_own:
            raise ProblemError(CONFLICT, Fault("game.master_own"), [Fault("game.master_else")])
        left = max(0, self._most - sum(live.game.made_of.masters for live in lives))
        if wanted > left:
            raise ProblemError(BUSY, Fault("game.masters", most=self._most, left=left), [Fault("game.master_else")])

    # -- who thinks --
    def follow(self, live: "Live") -> None:
        """Let those masters of a game think that are asked now, and forget what is not asked any more."""
        asked = dict(live.game.standing.thinks) if live.game.made_of.masters else {}
        for key, thought in list(self._thoughts.items()):
            if key[0] == live.game.id and (asked.get(thought.player) != thought.number or thought.live is not live):
                self._forget(key)
        for player, number in asked.items():
            if (live.game.id, player) not in self._thoughts:
                work = asyncio.create_task(self._think(live, player, number))
                self._thoughts[live.game.id, player] = Thought(live, player, number, self._clock() + THINKING, work)
                self._news.set()

    def forget(self, live: "Live") -> None:
        """Leave a game's masters alone."""
        for key in [key for key in self._thoughts if key[0] == live.game.id]:
            self._forget(key)

    def _forget(self, key: tuple[str, int]) -> None:
        """Let a thought end by itself: a process that is stopped in the middle would have to be started anew."""
        work = self._thoughts.pop(key).work
        if not work.done():
            self._late.add(work)
            work.add_done_callback(self._late.discard)

    async def _think(self, live: "Live", player: int, number: int) -> int | None:
        """What a worker finds; None where there is nothing to think about, or none was to be had."""
        ASKING.set(live.by)
        try:
            puzzle = await live.game.puzzle(player, number)
            if puzzle is None or self._pool is None:
                return None
            if len(self._late) >= MOST_LATE:
                _LOG.warning("a master plays as strong: earlier thoughts are not done yet")
                return None
            said = await self._pool.ask("think", live.game.made_of.rule, {"puzzle": puzzle}, WORKED)
        except (ProblemError, QuepuError) as error:
            _LOG.warning("a master plays as strong: %s", error)
            return None
        except Exception as error:      # no thought is worth the game
            _LOG.error("a master plays as strong: %s while it thought", type(error).__name__)
            return None
        answer = said.get("answer")
        return answer if type(answer) is int else None

    # -- when --
    def next_moment(self) -> float | None:
        """When the next answer is due; None if nobody thinks."""
        return min((thought.due for thought in self._thoughts.values()), default=None)

    def take_due(self) -> list[Thought]:
        """The thoughts that are due, once."""
        now = self._clock()
        found = [(key, thought) for key, thought in self._thoughts.items() if thought.due <= now]
        for key, thought in found:
            if thought.work.done():
                thought.answer = thought.work.result()
            else:
                _LOG.warning("a master plays as strong: its thoughts take longer than %g seconds", THINKING)
            self._forget(key)
        return [thought for _key, thought in found]

    async def close(self) -> None:
        """Think no more."""
        for key in list(self._thoughts):
            self._forget(key)
        late = list(self._late)
        for work in late:
            work.cancel()
        await asyncio.gather(*late, return_exceptions=True)
