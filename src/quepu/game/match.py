"""A match: hands played one after another by answering what the engine asks, with everything that happened kept."""

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from importlib import import_module
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

from quepu.book import Rulebook, rulebook
from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.engine.layout.record import fill
from quepu.errors import EngineFault, IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.game import events as ev
from quepu.game.actions import (
    FALSE_WIN_CODE,
    Action,
    FalseWin,
    Kong,
    listed,
    read_action,
    tile_of,
)
from quepu.game.concealment import is_asking_secret
from quepu.game.desk import EVENT_ROOM, Desk
from quepu.game.engine import Engine
from quepu.game.event_rows import Decoder
from quepu.game.history import History
from quepu.game.naming import naming_of, question_at, why_ended
from quepu.game.settlement import Settlement, WinDetail, ledger_of
from quepu.game.standing import Standing, standings
from quepu.game.start import Start
from quepu.game.steps import Step, Steps
from quepu.game.turned_lots import turned_tiles
from quepu.game.view import View, view_of
from quepu.game.why import why_not
from quepu.game.wins import wins_of
from quepu.notation import Tile, read_tiles, write_tiles
from quepu.rulebook.file.choices import KongOf
from quepu.tiles import seat_letter, seat_of

LARGEST_SEED = (1 << 63) - 1
MOST_ENGINES = 16
_PLAIN_SEEDS = 64            # among them is one for every first dealer
_OWN_BYTES, _STEP_BYTES = 40_000, 150     # of memory, as measured: the hand in play; a step of those that are over
_ENGINES: dict[Any, Engine] = {}        # the last used, which stay though nobody plays
_IN_USE: WeakValueDictionary[Any, Engine] = WeakValueDictionary()
_ENGINES_LOCK = Lock()


def engine_of(book: Rulebook) -> Engine:
    """The engine of a rulebook, made once: all matches by the same text and options share one."""
    key = (tuple(source.text for source in book.sources), tuple(option.value for option in book.model.options))
    made = _IN_USE.get(key) or Engine(book)         # which may take seconds: others are not held up
    with _ENGINES_LOCK:
        engine = _IN_USE.setdefault(key, made)
        _ENGINES.pop(key, None)
        _ENGINES[key] = engine          # the last used stands last
        if len(_ENGINES) > MOST_ENGINES:
            del _ENGINES[next(iter(_ENGINES))]
    return engine


def _checked_seed(seed: int) -> int:
    if not 0 <= seed <= LARGEST_SEED:
        raise QuepuError(Fault("match.seed", seed=seed, most=LARGEST_SEED))
    return seed


class Match:
    """Four players (or as many as the rulebook has) at one table, from the first deal to the last settlement.

    `match.begin()` deals a hand; as long as `match.asked` names seats, each of them answers with `match.play`.
    """

    def __init__(self, book: Rulebook | str, seed: int | None = None, players: Sequence[str] = ("A", "B", "C", "D"), *,
                 walls: Sequence[str] = (), first_round: int = 0, start: Start | None = None,
                 engine: Any = None) -> None:
        self.book = rulebook(book) if isinstance(book, str) else book
        self.seed = secrets.randbits(62) if seed is None else _checked_seed(seed)
        self.engine = engine_of(self.book) if engine is None else engine
        self.seats = self.engine.rules.seat_count
        self.players = tuple(players)
        if len(self.players) < self.seats:
            raise QuepuError(Fault("match.players", count=len(self.players), rule=self.book.id, seats=self.seats))
        self.walls = tuple(walls)       # of the first hands, where they are not shuffled
        self.first_round = first_round
        self.start = Start() if start is None else start        # where it begins, if not with the first deal
        self.steps = Steps()
        self.settlements: list[Settlement] = []
        self._naming = naming_of(self.book)
        self._decoder = Decoder(self.book.model, self._naming, self.seats)
        self._flags: list[int] = []     # of the wins last heard of, as bits
        self._before = History()        # the table before each step
        self._answers: dict[int, dict[Action, int]] = {}        # legal answers found since the last step
        self._standings: tuple[Any, tuple[Standing, ...]] | None = None      # as last asked for, and of what
        self._table = tb.Table.zeros()
        self._hand: ev.HandBegan | None = None
        rules = self.engine.rules
        self._dealt = self.seats * rules.hand_size + rules.dealer_extra
        self.session = self.engine.new_session()                # which it shares with no other match
        with self.at_work():
            self.engine.kernels.start_match(self._table, self.session, self.seed)
        self._table.rounds = first_round
        self.start.put(self._table, self.book.model, self.seats)
        self._table.stage = codes.Stage.OVER

    # -- what is --
    @property
    def table(self) -> tb.Table:
        """The table's record; look, do not touch."""
        return self._table

    @property
    def state(self) -> bytes:
        """The whole table as bytes."""
        return self._table.tobytes()

    @property
    def size(self) -> int:
        """About how many bytes of memory it holds."""
        return _OWN_BYTES + _STEP_BYTES * len(self.steps) + self._before.size

    @property
    def hand(self) -> ev.HandBegan | None:
        """How the hand at hand began; None before the first."""
        return self._hand

    @property
    def hand_over(self) -> bool:
        """Whether no hand is in play: `begin` deals the next, unless the match is over."""
        return self._table.stage == codes.Stage.OVER

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self._table.match_over)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that owe an answer."""
        asked = self._table.asked
        return tuple(seat for seat in range(self.seats) if asked >> seat & 1)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of the players, by player."""
        return tuple(int(score) for score in self._table.score[:self.seats])

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The players from first to last, and what their places bring."""
        key = self.players, self.scores
        if self._standings is None or self._standings[0] != key:
            self._standings = key, standings(self.book.model.match, *key)
        return self._standings[1]

    @property
    def events(self) -> list[ev.Event]:
        """Everything that happened so far."""
        return [event for step in self.steps for event in step.events]

    def seen_by(self, seat: int) -> list[ev.Event]:
        """What a seat of the hand at hand has seen of it."""
        seen = (event.seen_by(seat) for step in self.steps[self.steps.begun:] for event in step.events)
        return [event for event in seen if event is not None]

    @property
    def shown(self) -> frozenset[int]:
        """The seats whose hands lie open: laid open at the end of the hand at hand, or with a declaration."""
        seats: set[int] = set()
        if not self.hand_over and not self._decoder.shows_early:
            return frozenset()
        for step in reversed(self.steps):
            seats.update(event.seat for event in step.events if isinstance(event, ev.Shown))
            if step.kind == "begin":
                break
        return frozenset(seats)

    def player_of(self, seat: int) -> int:
        """The player in a seat of the hand at hand."""
        return int(self._table.player[seat])

    def legal(self, seat: int | str) -> tuple[Action, ...]:
        """What a seat may answer; nothing if it is not asked."""
        return tuple(self._choices(self._seat(seat)))

    def view(self, seat: int | str | None, open_hands: bool = False) -> View:
        """What a seat may see of the table; None is one who only watches.  `open_hands` shows everything."""
        return view_of(self, None if seat is None else self._seat(seat), open_hands)

    def why_not(self, seat: int | str, action: Action | str, lang: str = "zh") -> str:
        """Why a seat may not do something now; that it may, if it may."""
        return why_not(self, self._seat(seat), action, lang)

    def advise(self, seat: int | str, **asked: Any) -> Any:
        """What each answer of a seat that is asked would bring (`quepu.advice.outlooks.Advice`).

        `asked`: samples (worlds that each answer is played in), seed, most (hands in all), progress.
        """
        # the room of advice stands above this one: it is opened by its name, and only when somebody asks
        return import_module("quepu.advice.outlooks").advise(self, self._seat(seat), **asked)

    def review(self, player: int = 0, **asked: Any) -> Any:
        """Every decision of a player judged by what he could see (`quepu.review.review.Review`).

        `asked`: hand (one only), level or samples (deals for a decision), seed, progress.
        """
        return import_module("quepu.review.review").review(self, player, **asked)

    # -- what is done --
    def begin(self, seed: int | None = None) -> tuple[ev.Event, ...]:
        """Deal the next hand and go on to the first decision; what happened.

        A `seed` of its own shuffles this hand by chance that the match's seed does not tell: where a record of the
        hands so far is given away, nobody can work out the hands to come.
        """
        if self.over:
            raise IllegalAction(Fault("match.over"))
        if not self.hand_over:
            raise IllegalAction(Fault("match.in_play"))
        t, rules = self._table, self.engine.rules
        before = self.state
        number = t.hand_number
        laid = self.walls[number] if number < len(self.walls) else None
        count = self._prepare(laid, seed) or rules.wall_size
        with self.unharmed():
            _found, heard = self._told(self.engine.kernels.begin_hand, int(laid is None))
            wall = t.wall[:count]
            text = write_tiles(map(tile_of, wall.tolist()))
            hand = ev.HandBegan(number + 1, t.rounds, tuple(int(player) for player in t.player[:self.seats]),
                                hashlib.sha256(wall.tobytes()).hexdigest(), laid, seed)
            settlement = self._finish(hand, (), heard) if self.hand_over else None      # the deal may end it
        self._hand = hand
        return self._add(Step("begin", (hand, *heard), settlement=settlement, wall=text), before)

    def play(self, seat: int | str, action: Action | str) -> tuple[ev.Event, ...]:
        """Take a seat's answer; what happened.  IllegalAction says why it cannot be taken; nothing changes then."""
        place = self._seat(seat)
        choices = self._choices(place)
        wanted, code = self._wanted(place, action, choices)
        before = self.state
        with self.unharmed():
            done, heard = self._told(self.engine.kernels.play, place, code)
            if not done:
                raise IllegalAction(Fault("action.not_now", text=wanted, choices=listed(choices)))
            heard = [*self._announced(place, wanted), *heard]
            wins = wins_of(self, before, heard, self._flags)
            settlement = self._finish(self._hand, (*self._won(), *wins), heard) if self.hand_over else None
        return self._add(Step("action", tuple(heard), place, wanted, wins, settlement), before)

    def note(self, text: str, seat: int | None = None) -> tuple[ev.Event, ...]:
        """Keep a remark among the events: a program that stopped answering, a player who left."""
        return self._add(Step("note", (ev.Noted(text, seat),), seat), self.state)

    def undo(self, seat: int | str | None = None) -> bool:
        """Take back the last answer, or that of a seat and all that came after; whether there was one in this hand."""
        place = None if seat is None else self._seat(seat)
        for index in range(len(self.steps) - 1, -1, -1):
            step = self.steps[index]
            if step.kind == "begin":
                return False
            if step.kind == "action" and place in (None, step.seat):
                self._table.restore(self._before[index])
                self._answers = {}
                self.steps.cut(index)
                self._before.cut(index)
                del self.settlements[self.steps.settled:]
                return True
        return False

    def without_seed(self) -> "Match":
        """The same match under the least seed that gives the same first dealer: of what the hands' own do not tell."""
        other = self.copy()
        start = self.at(0)
        for seed in range(_PLAIN_SEEDS):
            plain = Match(self.book, seed, self.players, walls=self.walls, first_round=self.first_round,
                          start=self.start, engine=self.engine)
            if list(plain.table.order[:4]) == list(start.table.order[:4]):
                other.seed = seed
                break
        return other

    def copy(self) -> "Match":
        """The same match, which goes its own way from here."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._table, other.session, other._answers = self._table.copy(), self.engine.new_session(self.session), {}
        for name in ("steps", "settlements", "_before"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def at(self, step: int) -> "Match":
        """The match as it stood after its first `step` steps; it may go its own way from there."""
        if not 0 <= step <= len(self.steps):
            raise QuepuError(Fault("match.no_step", step=step, count=len(self.steps)))
        other = self.copy()
        if step == len(self.steps):
            return other
        other._table.restore(self._before[step])
        other.steps.cut(step)
        other._before.cut(step)
        del other.settlements[other.steps.settled:]
        other._hand = next((event for one in reversed(other.steps) for event in one.events
                            if isinstance(event, ev.HandBegan)), None)
        return other

    # -- for `game.pauses`, in a copy that is only looked at --
    def stop_in(self, step: Step, number: int) -> bool:
        """Do the next step up to its pause of that number; whether it has so many, and the match now stands there."""
        told: list[ev.Event]
        given: tuple[int, ...]
        if step.action is None:
            first = step.events[0]
            assert isinstance(first, ev.HandBegan)
            self._hand = first
            self._prepare(first.wall, first.seed)
            told, kernel, given = [first], self.engine.kernels.begin_hand, (int(first.wall is None),)
        else:
            assert step.seat is not None
            _wanted, code = self._wanted(step.seat, step.action, self._choices(step.seat))
            told = list(self._announced(step.seat, step.action))
            kernel, given = self.engine.kernels.play, (step.seat, code)
        self.session.stops = number
        told += self._told(kernel, *given)[1]
        stopped = self.session.stops < 0
        self.session.stops = 0
        self.steps.append(Step(step.kind, tuple(told), step.seat, step.action))
        self._answers = {}
        return stopped

    # -- how --
    def _prepare(self, laid: str | None, seed: int | None) -> int:
        """Put a hand's own seed and wall on the table, before it is dealt; how many tiles lie there by hand."""
        t, tiles = self._table, [] if laid is None else self._checked(laid)
        if seed is not None:
            t.seed = _checked_seed(seed)
        if laid is None:
            return 0
        fill(t.wall, [tile.kind | (tb.MARK if tile.mark else 0) for tile in tiles])
        t.wall_front, t.wall_back = 0, len(tiles)
        return len(tiles)

    def at_work(self) -> AbstractContextManager[Desk]:
        """The desk at which kernels work that are handed this match's session; one call at a time."""
        lent: AbstractContextManager[Desk] = self.engine.lent(self.session)
        return lent

    @contextmanager
    def rearranging(self) -> Iterator[Any]:
        """Let hidden tiles change places, by the kernels given: for a table that is laid as one seat knows it.

        Steps keep nothing of it: such a match can be decided and gone back in, but not be played again.
        """
        self._answers = {}
        with self.at_work():
            yield self.engine.kernels

    @contextmanager
    def unharmed(self) -> Iterator[None]:
        """Put the table back where the engine had to stop: what it left behind is never played on nor stored."""
        before = self.state
        try:
            yield
        except EngineFault:
            self._table.restore(before)
            self._answers = {}
            raise

    def _seat(self, seat: int | str) -> int:
        """A seat given by number or letter."""
        try:
            number = seat_of(seat) if isinstance(seat, str) else int(seat)
        except QuepuError as error:
            raise IllegalAction(error.faults) from None
        if not 0 <= number < self.seats:
            raise IllegalAction(Fault("match.no_seat", seat=seat, last=self.seats - 1))
        return number

    def _choices(self, seat: int) -> dict[Action, int]:
        """The legal answers of a seat, each with its number."""
        if not self._table.asked >> seat & 1:
            return {}
        if seat not in self._answers:
            with self.unharmed(), self.at_work() as desk:
                count = self.engine.kernels.legal_into(self._table, self.session, seat, desk.legal)
                found = list(map(int, desk.legal[:count]))
            question = question_at(self._table)
            self._answers[seat] = {self._naming.action(code, question): code for code in found}
        return self._answers[seat]

    def _wanted(self, seat: int, action: Action | str, choices: dict[Action, int]) -> tuple[Action, int]:
        """The action meant and its number; or why it cannot be taken."""
        name = seat_letter(seat)
        false_win = isinstance(action, FalseWin) or (isinstance(action, str) and action.strip() == FalseWin.word)
        if self._hand is None:
            raise IllegalAction(Fault("match.not_begun", seat=name))
        if self.hand_over:
            raise IllegalAction(Fault("match.seat_match_over", seat=name) if self.over else
                                Fault("match.seat_hand_over", seat=name))
        if false_win:
            return FalseWin(), FALSE_WIN_CODE
        if not choices:
            t, stage = self._table, int(self._table.stage)
            is_one = len(self.asked) == 1 and not is_asking_secret(t, self.book.model)
            others = Fault("match.others_first")
            if is_one:
                others = Fault("match.one_first", seat=seat_letter(self.asked[0]))
            answered = t.pending[seat] >= 0 if stage == codes.Stage.CLAIMS else stage == codes.Stage.PHASE
            why = Fault("match.answered") if answered else Fault("match.not_asked")
            raise IllegalAction(Fault("match.seat_waits", seat=name, why=why, others=others, choices=listed(())))
        try:
            wanted = read_action(action, choices) if isinstance(action, str) else action
        except IllegalAction as error:
            raise IllegalAction(Fault("match.of_seat", seat=name, faults=error.faults)) from None
        if wanted not in choices:
            raise IllegalAction(Fault("match.seat_not_now", seat=name, text=wanted, choices=listed(choices)))
        return next(choice for choice in choices if choice == wanted), choices[wanted]     # the one that has its names

    def _checked(self, wall: str) -> list[Tile]:
        """The tiles of a wall that is laid by hand: no more of any than the rulebook has, and enough to deal."""
        rules, tiles = self.engine.rules, read_tiles(wall)
        faults = []
        if not self._dealt <= len(tiles) <= tb.WALL_ROOM:
            faults.append(Fault("match.wall_size", count=len(tiles), least=self._dealt, most=tb.WALL_ROOM))
        for tile, count in sorted(Counter([*tiles, *(Tile(tile.kind) for tile in tiles if tile.mark)]).items()):
            most = rules.marks[tile.kind] if tile.mark else rules.copies[tile.kind]
            if count > most:
                faults.append(Fault("match.wall_copies", count=count, tile=write_tiles((tile,)), rule=self.book.id,
                                    most=most))
        if faults:
            raise QuepuError(faults)
        return tiles

    def _told(self, kernel: Callable[..., Any], *given: int) -> tuple[Any, list[ev.Event]]:
        """What a kernel returns for the table, and the events it tells of."""
        session = self.session
        with self.at_work() as desk:
            session.event_room, session.event_count = EVENT_ROOM, 0
            try:
                found = kernel(self._table, session, *given)
                numbers = list(map(int, desk.events[:session.event_count * tb.EVENT_WIDTH]))
            finally:
                session.event_room = session.event_count = 0
        rows = [numbers[at:at + tb.EVENT_WIDTH] for at in range(0, len(numbers), tb.EVENT_WIDTH)]
        self._flags = [row[5] for row in rows if row[0] == codes.Event.WIN]
        return found, self._decoder.events(rows, self._table)

    def _announced(self, seat: int, action: Action) -> Iterable[ev.Event]:
        """A kong that can be robbed is heard before it stands."""
        if isinstance(action, Kong) and len(self.engine.rules.kongs):
            kong = self.book.model.kongs[action.kong]
            if kong.robbed_by and kong.of is not KongOf.DISCARD:
                hidden = action.kong in self._decoder.hidden
                yield ev.KongAnnounced(seat, action.kong, write_tiles((action.tile,)), hidden)

    def flags_of(self, t: Any, seat: int, tile: int, feeder: int) -> int:
        """The flags the table gives a win with this tile, as bits."""
        with self.at_work() as desk:
            self.engine.kernels.score_hand(t, self.session, seat, tile, int(feeder < 0), feeder, 1)
            return int(desk.frame.told)

    def _won(self) -> list[WinDetail]:
        """The wins of the hand so far."""
        return [win for step in self.steps[self.steps.begun:] for win in step.wins]

    def _finish(self, hand: ev.HandBegan | None, wins: tuple[WinDetail, ...], heard: list[ev.Event]) -> Settlement:
        """Settle the hand that has just ended, and prepare the match for the next."""
        assert hand is not None
        heard += self._told(self.engine.kernels.finish_hand)[1]
        place, end = next((place, event) for place, event in enumerate(heard) if isinstance(event, ev.HandEnded))
        why = why_ended(self.book.model, end.ended, heard)
        heard[place] = replace(end, why=why)
        settlement = Settlement(hand.hand, end.ended, hand.players, wins,
                                ledger_of(self._table, self.book.model), self.scores, why,
                                turned_tiles(self._table, self.book.model))
        self.settlements.append(settlement)
        return settlement

    def _add(self, step: Step, before: bytes) -> tuple[ev.Event, ...]:
        self.steps.append(step)
        self._before.append(before)
        self._answers = {}
        return step.events
