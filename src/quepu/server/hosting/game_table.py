"""One game as it is played: a match, its bots, and what each player has seen of it.

Plain values go in and come out, so that a table may stand in the server's own process (rulebooks that ship) or in one
of its rulebook's own (those of strangers, `server.hosting.child`); the server sees no difference.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quepu.book import Rulebook
from quepu.bots.hints import hint_lines
from quepu.bots.seat import CoreBot, Seating
from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.game.concealment import is_asking_secret
from quepu.game.engine import Engine
from quepu.game.events import HandBegan, Noted
from quepu.game.match import Match, Step
from quepu.game.start import Start
from quepu.records.lines import write_record
from quepu.server.games.knowledge import Sight
from quepu.server.games.players import BOT_KINDS, PERSON
from quepu.server.games.telling import update
from quepu.server.http_problem import CONFLICT, NOT_ALLOWED, ProblemError

#: what changes a table, what everybody at it has to be told, and what only looks
CHANGES = frozenset({"seat", "start", "act", "next_hand", "undo", "go_on", "stand_in", "come_back"})
LOOKS = frozenset({"length", "hint", "why", "record"})
#: what may be asked of a table by name
OPERATIONS = CHANGES | {"update"} | LOOKS
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
        self._seating = Seating(self.match, {})
        self._seat_bots()
        for player in made["stand_ins"]:
            self._seating.bots[player] = CoreBot(STAND_IN)

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
                self._seating.bots[number] = CoreBot(kind)

    def stand_in(self, player: int, note: str) -> dict[str, Any]:
        """Let a bot play for a person from now on; it sees what his seat sees."""
        self._must_be_started()
        if self.match.over:
            raise IllegalAction(Fault("game.over"))
        self._seating.bots[player] = CoreBot(STAND_IN)
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
        self.match.play(self._seat_of(player), action)
        return self.go_on()

    def next_hand(self, seed: int | None) -> dict[str, Any]:
        """Deal the next hand, unless somebody has done so already."""
        self._must_be_started()
        if self.match.hand_over and not self.match.over:
            self.match.begin(seed)
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
        return self._changed()

    def go_on(self) -> dict[str, Any]:
        """Let the bots answer as long as any of them is asked."""
        bots, match = self._seating.bots, self.match
        while self.started:
            asked = [seat for seat in match.asked if match.player_of(seat) in bots]
            if not asked:
                break
            match.play(asked[0], self._seating.decide(asked[0]))
        return self._changed()

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
        """How many steps a player knows of."""
        return len(self.sight(player))

    def update(self, player: int | None, since: int, lang: str, frames: bool) -> dict[str, Any]:
        """Everything new from a step on, and the table as it is now, as far as the player may know."""
        return update(self, player, since, lang, frames)

    def hint(self, player: int, lang: str) -> list[str]:
        """What the adviser would do in a player's place."""
        seat = self._seat_of(player)
        if seat not in self.match.asked:
            raise IllegalAction(Fault("game.nothing_to_decide"))
        return hint_lines(self.match, seat, lang)

    def why(self, player: int, action: str, lang: str) -> str:
        """Why a player may not do something now."""
        return self.match.why_not(self._seat_of(player), action, lang)

    def record(self) -> str:
        """The whole record as JSON lines; it tells every tile, so only once no hand is in play."""
        if not self.match.hand_over:
            raise ProblemError(NOT_ALLOWED, Fault("game.record_later"))
        return write_record(self.match)

    # -- what is kept --
    @property
    def stand(self) -> int:
        """How many steps stand if the hand in play is taken back."""
        steps = self.match.steps
        if self.match.hand_over:
            return len(steps)
        return max(place for place, step in enumerate(steps) if step.kind == "begin")

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
        waiting = None if is_asking_secret(match.table, match.book.model) else [
            match.player_of(seat) for seat in match.asked]
        return {"stand": self.stand, "seen": self.length(None), "over": match.over,
                "waiting": waiting if self.started else []}

    def replay(self, steps: Sequence[Sequence[Any]]) -> Iterator[None]:
        """Play stored steps again, one at a time."""
        try:
            for kind, seat, text in steps:
                if kind == "begin":
                    self.match.begin(int(text) if text else None)
                elif kind == "note":
                    self.match.note(text, seat)
                else:
                    self.match.play(seat, text)
                yield
        except QuepuError as error:
            book = self.match.book
            raise ProblemError(CONFLICT, Fault("game.other_rules"),
                               [Fault("game.versions", rule=book.id, then=self._version, now=book.model.version),
                                *error.faults]) from None
        self._given = len(self.match.steps)


def stored(step: Step) -> list[Any]:
    """What a step needs to be done again: its kind, the seat, and the answer, a note's text or the hand's own seed."""
    if step.action is not None:
        return [step.kind, step.seat, str(step.action.text)]
    first = step.events[0]
    if isinstance(first, HandBegan):
        return [step.kind, step.seat, "" if first.seed is None else str(first.seed)]
    return [step.kind, step.seat, first.text if isinstance(first, Noted) else ""]
