"""One game as it is played: a match, its bots, and what each player has seen of it.

Plain values go in and come out, so that a table may stand in the server's own process (rulebooks that ship) or in one
of its rulebook's own (those of strangers, `server.hosting.child`); the server sees no difference.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from quepu.book import Rulebook
from quepu.bots.seat import CoreBot, Seating
from quepu.bots.thinking import ThinkingBot
from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.game.actions import Action, Pass
from quepu.game.concealment import is_asking_secret
from quepu.game.engine import Engine
from quepu.game.match import Match
from quepu.game.start import Start
from quepu.records.lines import record_lines
from quepu.records.watched import watched_lines
from quepu.server.problem import CONFLICT, NOT_ALLOWED, ProblemError
from quepu.server.tables.horizon import Horizon
from quepu.server.tables.knowledge import Sight
from quepu.server.tables.masters import Masters
from quepu.server.tables.players import BOT_KINDS, MASTER, PERSON
from quepu.server.tables.stored_steps import stored
from quepu.server.tables.telling import update
from quepu.tiles import seat_letter

STAND_IN = "aware"          # the bot that plays for somebody who is away


class Table:
    """A game in play; steps are given out once, to be kept by whoever asked."""

    def __init__(self, book: Rulebook, engine: Engine, made: Mapping[str, Any]) -> None:
        self.players: list[tuple[str, str]] = [(kind, name) for kind, name in made["players"]]
        self.started = bool(made["started"])
        self.match = Match(book, made["seed"], [name for _kind, name in self.players], walls=made["walls"],
                           first_round=made["first_round"], start=Start.of(made["start"]), engine=engine)
        self._version = int(made["version"])    # of the rulebook when the game was made; 0 if it is new
        self._given = 0                 # steps that were given out ...
        self._cut = False               # ... and others behind them that have been taken back since
        self._sights: dict[int | None, Sight] = {}
        self._holds, self._watched = bool(made["holds"]), bool(made["watched"])
        self._horizon = Horizon()
        self._bot_seed, self._own_seeds = made["bot_seed"], bool(made["own_seeds"])
        self._seating = Seating(self.match, {})
        self._masters = Masters(self._seating)
        self._is_settled = False        # the window is over, and the table goes on unseen
        self._seat_bots()
        for player in made["stand_ins"]:
            self._seating.bots[player] = self._bot(STAND_IN)

    # -- who sits where --
    def seat(self, players: Sequence[Sequence[str]], started: bool = False) -> None:
        """Let these play, each by kind and name."""
        self.players, self.started = [(kind, name) for kind, name in players], self.started or started
        self.match.players = tuple(name for _kind, name in self.players)
        self._seat_bots()

    def start(self, players: Sequence[Sequence[str]], seed: int | None) -> dict[str, Any]:
        """Let the game begin with these players."""
        self.seat(players, True)
        return self.next_hand(seed)

    def _seat_bots(self) -> None:
        for number, (kind, _name) in enumerate(self.players):
            if kind in BOT_KINDS and number not in self._seating.bots:
                self._seating.bots[number] = self._bot(kind)

    def _bot(self, kind: str) -> CoreBot:
        return ThinkingBot(self._bot_seed) if kind == MASTER else CoreBot(kind, self._bot_seed)

    def stand_in(self, player: int, note: str) -> dict[str, Any]:
        """Let a bot play for a person from now on; it sees what his seat sees."""
        self._must_be_started()
        if self.match.over:
            raise IllegalAction(Fault("game.over"))
        self._seating.bots[player] = self._bot(STAND_IN)
        self._note(player, note)
        return self.go_on()

    def come_back(self, player: int, note: str) -> dict[str, Any]:
        """Give a person his seat back from the bot."""
        if self.players[player][0] == PERSON:
            self._seating.bots.pop(player, None)
        self._note(player, note)
        return self._changed()

    def _note(self, player: int, note: str) -> None:
        self.match.note(note, None if self.match.hand_over else self._seat_of(player))

    @property
    def people(self) -> int:
        """How many people play."""
        return sum(kind == PERSON for kind, _name in self.players)

    def _seat_of(self, player: int) -> int:
        return next(seat for seat in range(self.match.seats) if self.match.player_of(seat) == player)

    # -- what is done --
    def act(self, player: int, action: str, step: int | None) -> dict[str, Any]:
        """Take a player's answer, then the bots go on; nothing changes if it is not legal."""
        self._must_be_started()
        if step is not None and step != self.length(player):
            raise IllegalAction(Fault("game.changed"))
        self._must_be_asked(player)
        self._step(lambda: self.match.play(self._seat_of(player), action))
        return self.go_on()

    def _step(self, do: Callable[[], object]) -> None:
        """Do a step, and see what of it is held back."""
        do()
        if self._is_held:
            self._horizon.look(self.match, self._masters.quick)

    def next_hand(self, seed: int | None) -> dict[str, Any]:
        """Deal the next hand, unless somebody has done so already."""
        self._must_be_started()
        if self.match.hand_over and not self.match.over and not self._horizon:
            self._step(lambda: self.match.begin(seed))
        return self.go_on()

    def undo(self, player: int) -> dict[str, Any]:
        """Take back the player's last answer; only against bots."""
        if self.people != 1:
            raise IllegalAction(Fault("game.undo_bots"))
        if not self._seating.undo(self._seat_of(player)):
            raise IllegalAction(Fault("game.nothing_to_undo"))
        for sight in self._sights.values():
            sight.look(self.match)      # before other steps take the place of those taken back
        if len(self.match.steps) < self._given:
            self._given, self._cut = len(self.match.steps), True
        self._horizon.clear()
        self._is_settled = False
        self._masters.forget()
        if self._is_held:
            self._horizon.step_back(self.match, self._masters.quick)
        return self._changed()

    def go_on(self) -> dict[str, Any]:
        """Let the bots answer as long as any of them is asked and nothing is held back."""
        self._let_bots_answer(0)
        return self._changed()

    def _let_bots_answer(self, held: int) -> None:
        """Let the bots answer as long as any of them is asked and no more pauses than that are held back."""
        bots, match = self._masters.quick, self.match
        while self.started and len(self._horizon) <= held:
            asked = [seat for seat in match.asked if match.player_of(seat) in bots]
            if not asked:
                break
            self._bot_answers(asked[0])

    def _bot_answers(self, seat: int) -> None:
        self._step(lambda: self.match.play(seat, self._masters.at_once(seat)))

    # -- masters --
    def puzzle(self, player: int, number: int) -> dict[str, Any] | None:
        """What a master has to think about, for another process; None if nothing, or if that is not asked any more."""
        return self._masters.puzzle(player, self._seat_of(player)) if self._is_wondering(player, number) else None

    def thought(self, player: int, number: int, answer: int | None) -> dict[str, Any]:
        """A master answers: what was found, or what the strong bot would do; nothing if it is not asked any more."""
        if self._is_wondering(player, number):
            seat = self._seat_of(player)
            self._step(lambda: self.match.play(seat, self._masters.answer(seat, answer)))
        self._let_bots_answer(int(self._is_settled))
        return self._changed()

    def _is_wondering(self, player: int, number: int) -> bool:
        return (player, number) in self._thinks()

    def _thinks(self) -> list[tuple[int, int]]:
        """The masters that are asked now, each with the number of its question."""
        return self._masters.asked(self.started and (
            not self._horizon or self._is_settled or self._horizon.is_asking(self.match)))

    # -- what is held back --
    @property
    def _is_held(self) -> bool:
        """Whether others could learn something from when they are told of it."""
        return self._holds and (self.people > 1 or self._watched or self._masters.sit)

    @property
    def _stays(self) -> bool:
        """Whether the window stays open: the only person has been asked, and keeps nobody else waiting."""
        return self.people == 1 and not self._watched and self._horizon.is_asking(self.match) and any(
            self.match.player_of(seat) not in self._seating.bots for seat in self.match.asked)

    def settle_window(self) -> dict[str, Any]:
        """The window is over: who was asked and has not answered passes, bots answer, and the table goes on unseen."""
        match = self.match
        while self._horizon.is_asking(match):
            if self._stays:
                return self._changed()
            seat = match.asked[0]
            if match.player_of(seat) in self._seating.bots:
                self._bot_answers(seat)
            else:
                self._step(partial(match.play, seat, match.legal(seat)[-1]))
        if self._horizon:
            self._is_settled = True
            self._let_bots_answer(1)
        return self._changed()

    def tell_on(self) -> dict[str, Any]:
        """Tell what came after the window, up to the next pause."""
        self._is_settled = False
        self._horizon.pass_on()
        return self.go_on()

    def time_out(self, player: int | None, note: str) -> dict[str, Any]:
        """The clock has run out: the table answers for a player and says so, or for all who are asked in secret."""
        match = self.match
        if player is None:
            while not self._horizon and is_asking_secret(match.table, match.book.model):
                late = [seat for seat in match.asked if match.player_of(seat) not in self._seating.bots]
                if not late:
                    break
                self._step(partial(match.play, late[0], match.legal(late[0])[-1]))
        elif not self._horizon and (seat := self._seat_of(player)) in match.asked:
            action = self._late_answer(seat)
            self._note(player, note)
            self._step(lambda: match.play(seat, action))
        return self.go_on()

    def _late_answer(self, seat: int) -> Action:
        """What is answered for somebody whose time is up: he passes, discards what he drew, or does as a bot would."""
        legal, drawn = self.match.legal(seat), self.match.view(seat).drawn
        usual = [action for action in legal if isinstance(action, Pass)
                 or action.text == f"discard {drawn}"]
        return usual[-1] if usual else self._bot(STAND_IN).decide(self.match, seat)

    def watch(self, watched: bool) -> dict[str, Any]:
        """Somebody watches, or nobody does any more: from now on answers are held back or not."""
        was_held, self._watched = self._is_held, watched
        if self._is_held and not was_held and not self.match.hand_over:
            self._horizon.step_back(self.match, self._masters.quick)
        elif not self._is_held:
            self._horizon.clear()
            self._is_settled = False
        return self.go_on()

    def _is_asked(self, player: int) -> bool:
        """Whether a player may answer now what is asked of him."""
        return self._seat_of(player) in self.match.asked and (
            not self._horizon or self._horizon.is_asking(self.match))

    def _must_be_asked(self, player: int) -> None:
        """Refuse an answer while a window is open, to everybody alike who is not asked."""
        if self._horizon and not self._is_asked(player):
            raise IllegalAction(Fault("game.held"))

    def seen_match(self, player: int | None) -> Match:
        """The match as it stands for a player: up to the pause whose window is open, unless he is asked there."""
        if not self._horizon or (player is not None and self._is_asked(player)):
            return self.match
        return self._horizon.match

    def _must_be_started(self) -> None:
        if not self.started:
            raise IllegalAction(Fault("game.not_started"))

    # -- what is told --
    def sight(self, player: int | None) -> Sight:
        """What a player knows of the match by now."""
        if player not in self._sights:
            self._sights[player] = Sight(player)
        return self._sights[player].look(self.match)

    def length(self, player: int | None) -> int:
        """How many events a player knows of."""
        return self.sight(player).count(self._horizon.limit)

    def update(self, player: int | None, since: int, lang: str, frames: bool) -> dict[str, Any]:
        """Everything new from a step on, and the table as it is now, as far as the player may know."""
        return update(self, player, since, lang, frames)

    def asked_seat(self, player: int) -> str:
        """The seat of a player who may answer now."""
        if not self._is_asked(player):
            raise IllegalAction(Fault("game.nothing_to_decide"))
        return seat_letter(self._seat_of(player))

    def lines_so_far(self) -> Iterator[str]:
        """The match with its hand in play as a record: for a worker who advises, and for nobody who plays."""
        return record_lines(self.match)

    def why(self, player: int, action: str, lang: str) -> str:
        """Why a player may not do something now."""
        match = self.seen_match(player)
        seat = self._seat_of(player) if match.hand is None else match.hand.players.index(player)
        return match.why_not(seat, action, lang)

    def record(self, player: int | None) -> Iterator[str]:
        """The record as lines of JSON, once no hand is in play: all of it, or for one who watches what he has seen.

        The match's seed is in it only at the end, or if the player chose it himself.
        """
        if not self.match.hand_over or self._horizon:
            raise ProblemError(NOT_ALLOWED, Fault("game.record_later"))
        if player is None:
            return watched_lines(self.match)
        return record_lines(self.match if self.match.over or not self._own_seeds else self.match.without_seed())

    # -- what is kept --
    @property
    def stand(self) -> int:
        """How many steps stand if the hand in play is taken back."""
        steps = self.match.steps
        if self.match.hand_over:
            return len(steps)
        return steps.begun

    def _changed(self) -> dict[str, Any]:
        """The steps that nobody was given yet, and how many of all stand whatever comes."""
        steps = self.match.steps
        change = {"first": self._given, "steps": [stored(step) for step in steps[self._given:]], "cut": self._cut,
                  **self.standing()}
        self._given, self._cut = len(steps), False
        return change

    def standing(self) -> dict[str, Any]:
        """Where the table stands, as far as everybody may know: whom it waits for (None: that is a secret) since when.

        `seen` counts the steps of one who watches: another's pass must not show in it.
        """
        match = self.match
        waiting = None if self._horizon or is_asking_secret(match.table, match.book.model) else [
            match.player_of(seat) for seat in match.asked]
        return {"stand": self.stand, "seen": self.length(None), "over": self.seen_match(None).over,
                "waiting": waiting if self.started else [], "held": bool(self._horizon), "stays": self._stays,
                "thinks": self._thinks()}

    def replay(self, steps: Sequence[Sequence[Any]]) -> Iterator[None]:
        """Play stored steps again, one at a time."""
        seeing = [None, *(number for number, (kind, _name) in enumerate(self.players) if kind == PERSON)]
        try:
            for kind, seat, text in steps:
                if kind == "begin":
                    self.match.begin(int(text) if text else None)
                elif kind == "note":
                    self.match.note(text, seat)
                else:
                    self.match.play(seat, text)
                for player in seeing:   # little by little: of a long game it takes a while
                    self.sight(player)
                yield
        except QuepuError as error:
            book = self.match.book
            raise ProblemError(CONFLICT, Fault("game.other_rules"),
                               [Fault("game.versions", rule=book.id, then=self._version, now=book.model.version),
                                *error.faults]) from None
        self._given = len(self.match.steps)
        if self._is_held and self.started:
            self._horizon.set_up(self.match, self._masters.quick)


#: what changes a table, what everybody at it has to be told, and what only looks
_CHANGES: tuple[Callable[..., object], ...] = (
    Table.seat, Table.start, Table.act, Table.next_hand, Table.undo, Table.go_on, Table.stand_in, Table.come_back,
    Table.settle_window, Table.tell_on, Table.time_out, Table.watch, Table.thought)
_LOOKS: tuple[Callable[..., object], ...] = (
    Table.length, Table.asked_seat, Table.lines_so_far, Table.why, Table.record, Table.puzzle)
CHANGES = frozenset(operation.__name__ for operation in _CHANGES)
LOOKS = frozenset(operation.__name__ for operation in _LOOKS)
#: what may be asked of a table by name, from another process
OPERATIONS: dict[str, Callable[..., object]] = {
    operation.__name__: operation for operation in (*_CHANGES, Table.update, *_LOOKS)}
