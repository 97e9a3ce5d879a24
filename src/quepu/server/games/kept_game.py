"""A game as the server has it: people by their keys, and a table somewhere at which it is played."""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Concatenate

from quepu.errors import IllegalAction
from quepu.faults import Fault
from quepu.game.stand_in import ASKED, AWAY, BACK, LATE, OWN, StandInNote
from quepu.server.http_problem import CONFLICT, NOT_ALLOWED, ProblemError
from quepu.server.tables.game_table import Table
from quepu.server.tables.played import P, Played
from quepu.server.tables.players import LEVELS, OPEN, PERSON, MadeOf, Player, digest, new_key, seated
from quepu.server.tables.stored_steps import StoredStep
from quepu.tiles import SEATS

KINDS = ("begin", "action", "note")
LONGEST_TEXT, MOST_STEPS = 400, 20_000  # of a step, and steps that one answer may bring


class NonsenseError(Exception):
    """A table that stands in another process said what no table says."""

    def __str__(self) -> str:
        return "it said what cannot be read"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands, as far as everybody may know."""

    seen: int = 0                       # steps that one who watches knows of
    over: bool = False
    waiting: tuple[int, ...] | None = ()        # players whose answer it waits for; None: nobody may know whose
    held: bool = False                  # something is held back until its window closes
    stays: bool = False                 # the window stays open until the only person has answered
    thinks: tuple[tuple[int, int], ...] = ()    # masters that are asked, each with the number of its question

    @staticmethod
    def read(said: Any, players: int) -> "Standing":
        """As a table tells it."""
        try:
            seen, over, waiting, held = said["seen"], said["over"], said["waiting"], said["held"]
        except (TypeError, KeyError):
            raise NonsenseError from None
        if type(seen) is not int or type(over) is not bool or type(held) is not bool or not (waiting is None or (
                isinstance(waiting, list) and len(waiting) <= players
                and all(type(player) is int and 0 <= player < players for player in waiting))):
            raise NonsenseError
        return Standing(seen, over, None if waiting is None else tuple(waiting), held, bool(said.get("stays")),
                        _pairs(said.get("thinks", ()), players))


def _pairs(said: Any, players: int) -> tuple[tuple[int, int], ...]:
    """Players with numbers, as a table tells them."""
    if not isinstance(said, list | tuple) or len(said) > players or not all(
            isinstance(pair, list | tuple) and len(pair) == 2 and all(type(one) is int for one in pair)
            and 0 <= pair[0] < players for pair in said):
        raise NonsenseError
    return tuple((player, number) for player, number in said)


@dataclass(frozen=True, slots=True)
class Change:
    """What came of something, to be kept."""

    first: int                          # number of the first step
    steps: tuple[StoredStep, ...]
    cut: bool                           # those that were kept from there on have been taken back
    stand: int                          # how many steps stand if the hand in play is taken back


@dataclass(slots=True)
class Game:
    """One game."""

    id: str
    made_of: MadeOf
    played: Played
    saved: int = 0                      # steps that are safe in the database
    stand: int = 0                      # as in the last change
    standing: Standing = Standing()
    _lengths: dict[int | None, int] = field(default_factory=dict)       # steps that players know of, since then

    @property
    def size(self) -> int:
        """About how many bytes of memory it holds, its rulebook's text included."""
        return self.played.size + len(self.made_of.rule.get("text") or "")

    # -- who is who --
    def player_of_key(self, key: str) -> int | None:
        """The player with this secret; None for one who watches.  Anybody else is refused."""
        digest_given = digest(key)
        for number, player in enumerate(self.made_of.players):
            if player.key and hmac.compare_digest(player.key, digest_given):
                return number
        if hmac.compare_digest(self.made_of.watch_key, digest_given):
            return None
        raise ProblemError(NOT_ALLOWED, Fault("game.wrong_key"))

    def check_invited(self, key: str) -> None:
        """Refuse whoever does not have the secret of those who may join."""
        if not hmac.compare_digest(self.made_of.join_key, digest(key)):
            raise ProblemError(NOT_ALLOWED, Fault("game.wrong_key"))

    async def join(self, key: str, name: str) -> tuple[int, str, Change]:
        """Take the next open place with the game's secret: the player's number, own key, and what came of it."""
        self.check_invited(key)
        for number, player in enumerate(self.made_of.players):
            if player.kind == OPEN:
                own = new_key()
                players = list(self.made_of.players)
                players[number] = Player(PERSON, name or player.name, digest(own))
                if not self.made_of.gathers and all(player.kind != OPEN for player in players):
                    return number, own, await self._started(players)
                await self.played.do(Table.seat, players=seated(players))
                self.made_of.players = players
                return number, own, self._unplayed()
        raise ProblemError(CONFLICT, Fault("game.full"))

    async def start(self) -> Change:
        """Let the game begin; open places go to bots."""
        return await self._started([player.or_bot(number) for number, player in enumerate(self.made_of.players)])

    def say_ready(self, player: int, is_ready: bool) -> Change:
        """Note that a person is ready to begin, or is not."""
        self._must_wait()
        others = [other for other in self.made_of.ready if other != player]
        self.made_of.ready = sorted([*others, player]) if is_ready else others
        return self._unplayed()

    def choose_level(self, place: int | None, level: str) -> Change:
        """Choose the bot that plays at an open place if nobody comes."""
        self._must_wait()
        if level not in LEVELS:
            raise IllegalAction([Fault("game.no_level", level=level), Fault("book.known", known=LEVELS)])
        players = self.made_of.players
        if place is None or place >= len(players) or players[place].kind != OPEN:
            raise IllegalAction(Fault("game.no_open_place"))
        players[place].level = level
        return self._unplayed()

    def _must_wait(self) -> None:
        if self.made_of.started:
            raise IllegalAction(Fault("game.begun"))

    def _unplayed(self) -> Change:
        """What came of something that is no step of the game."""
        return Change(self.saved, (), False, self.stand)

    async def _started(self, players: list[Player]) -> Change:
        """What came of it; nothing has changed here if the table did not begin."""
        change = self._change(await self.played.do(Table.start, players=seated(players), seed=self._seed()))
        self.made_of.players, self.made_of.started, self.made_of.ready = players, True, []
        return change

    @property
    def waits_for_people(self) -> bool:
        """Whether places are still open."""
        return any(player.kind == OPEN for player in self.made_of.players)

    # -- what is done --
    async def open(self, steps: list[StoredStep]) -> None:
        """Set the table up as it was after these steps."""
        opened = await self.played.open(self.made_of, steps)
        try:
            version, stand = int(opened["version"]), int(opened["stand"])
        except (TypeError, KeyError, ValueError):
            raise NonsenseError from None
        self.made_of.version = self.made_of.version or version
        self.standing = Standing.read(opened, len(self.made_of.players))
        self.saved, self.stand = len(steps), stand

    async def act(self, player: int, action: str, step: int | None) -> Change:
        """Take a player's answer, then the bots go on; nothing changes if it is not legal."""
        return self._change(await self.played.do(Table.act, player=player, action=action, step=step))

    async def next_hand(self) -> Change:
        """Deal the next hand, unless somebody has done so already."""
        return self._change(await self.played.do(Table.next_hand, seed=self._seed()))

    async def undo(self, player: int) -> Change:
        """Take back the player's last answer; only against bots."""
        return self._change(await self.played.do(Table.undo, player=player))

    async def go_on(self) -> Change:
        """Let the bots answer as long as any of them is asked."""
        return self._change(await self.played.do(Table.go_on))

    async def settle_window(self) -> Change:
        """The window is over: the table goes on, unseen yet."""
        return self._change(await self.played.do(Table.settle_window))

    async def tell_on(self) -> Change:
        """Let everybody know what came after the window."""
        return self._change(await self.played.do(Table.tell_on))

    async def puzzle(self, player: int, number: int) -> Any:
        """What a master has to think about; None if nothing, or it is not asked any more."""
        return await self.played.do(Table.puzzle, player=player, number=number)

    async def thought(self, player: int, number: int, answer: int | None) -> Change:
        """A master has thought: its answer, or that of the strong bot."""
        return self._change(await self.played.do(Table.thought, player=player, number=number, answer=answer))

    async def time_out(self, player: int | None) -> Change:
        """The clock has run out for a player, or for all who are asked in secret: that is told to nobody."""
        note = "" if player is None else StandInNote(LATE, self.made_of.players[player].name).text
        return self._change(await self.played.do(Table.time_out, player=player, note=note))

    async def watch(self, watched: bool) -> Change:
        """Somebody watches, or nobody does any more."""
        self.made_of.watched = watched
        return self._change(await self.played.do(Table.watch, watched=watched))

    async def stand_in(self, player: int, by: int | None) -> Change:
        """Let a bot play for a person: because `by` asked for it, or because he has been away too long."""
        made = self.made_of
        if not made.is_with_friends or not made.is_person(player):
            raise IllegalAction(Fault("game.stand_in_friends"))
        if player in made.stand_ins:
            raise IllegalAction(Fault("game.stands_in", name=made.players[player].name))
        name = made.players[player].name
        note = StandInNote(AWAY, name) if by is None else StandInNote(OWN, name) if by == player else \
            StandInNote(ASKED, name, made.players[by].name)
        change = self._change(await self.played.do(Table.stand_in, player=player, note=note.text))
        made.stand_ins = [*made.stand_ins, player]
        return change

    async def come_back(self, player: int) -> Change:
        """Give a person the seat back that a bot has played."""
        made = self.made_of
        if player not in made.stand_ins:
            raise IllegalAction(Fault("game.no_stand_in"))
        note = StandInNote(BACK, made.players[player].name)
        change = self._change(await self.played.do(Table.come_back, player=player, note=note.text))
        made.stand_ins = [other for other in made.stand_ins if other != player]
        return change

    def _seed(self) -> int | None:
        """Of the next hand; None if the match's seed tells it."""
        return secrets.randbits(62) if self.made_of.own_seeds else None

    def _change(self, said: Any) -> Change:
        """A change as a table tells it; it may stand where a stranger's rulebook has its way."""
        try:
            steps = tuple(StoredStep(kind, seat, text) for kind, seat, text in said["steps"])
            change = Change(said["first"], steps, said["cut"], said["stand"])
        except (TypeError, KeyError, ValueError):
            raise NonsenseError from None
        numbers = [change.first, change.stand, *(step.seat for step in steps if step.seat is not None)]
        sound = all(type(number) is int and number >= 0 for number in numbers) and isinstance(change.cut, bool) \
            and len(steps) <= MOST_STEPS and change.stand <= change.first + len(steps) \
            and (change.first < self.saved if change.cut else change.first == self.saved) \
            and all(step.kind in KINDS and isinstance(step.text, str) and len(step.text) <= LONGEST_TEXT
                    and (step.seat is None or step.seat < len(self.made_of.players)) for step in steps)
        if not sound:
            raise NonsenseError
        self.standing = Standing.read(said, len(self.made_of.players))
        self.stand = change.stand
        self._lengths.clear()
        return change

    # -- what is told --
    async def length(self, player: int | None) -> int:
        """How many steps a player knows of; a table elsewhere is not woken for what was told before."""
        if player in self._lengths:
            return self._lengths[player]
        count = await self.played.do(Table.length, player=player)
        if type(count) is not int:
            raise NonsenseError
        self._lengths[player] = count
        return count

    async def update(self, player: int | None, since: int, lang: str, frames: bool) -> dict[str, Any]:
        """Everything new from a step on, and the table as it is now, as far as the player may know."""
        news = await self.played.do(Table.update, player=player, since=since, lang=lang, frames=frames)
        if not isinstance(news, dict) or not isinstance(news.get("step"), int) or "events" not in news:
            raise NonsenseError
        self._lengths[player] = news["step"]
        return news

    async def question(self, player: int) -> dict[str, Any]:
        """What a worker has to know who advises a player: his seat, and the match so far; nobody else is told of it."""
        seat = await self.played.do(Table.asked_seat, player=player)
        if seat not in SEATS:
            raise NonsenseError
        return {"seat": seat, "record": await self._lines(Table.lines_so_far)}

    async def why(self, player: int, action: str, lang: str) -> Any:
        """Why a player may not do something now."""
        return await self.played.do(Table.why, player=player, action=action, lang=lang)

    async def record(self, player: int | None) -> str:
        """The record as a player may have it, once no hand is in play; None for one who watches."""
        return await self._lines(Table.record, player=player)

    async def _lines(self, what: Callable[Concatenate[Table, P], object], *nothing: P.args, **values: P.kwargs) -> str:
        """A record that the table tells."""
        lines = await self.played.do(what, *nothing, **values)
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise NonsenseError
        return "".join(f"{line}\n" for line in lines)
