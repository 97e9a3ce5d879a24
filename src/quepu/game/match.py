"""A match: hands played one after another by answering what the engine asks, with everything that happened kept."""

import hashlib
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

import numpy as np

from quepu.core import procedure as p
from quepu.core import table as tb
from quepu.core.frame import TOLD
from quepu.errors import IllegalAction, QuepuError
from quepu.game import events as ev
from quepu.game.actions import (
    FALSE_WIN_CODE,
    Action,
    Choose,
    FalseWin,
    Kong,
    action_of,
    listed,
    read_action,
    tile_of,
    tile_text,
)
from quepu.game.decode import Decoder
from quepu.game.engine import EVENT_ROOM, LEGAL_ROOM, Engine
from quepu.game.layout import Fields, phase_at, suit_letter, turned_of, win_of
from quepu.game.settlement import Settlement, WinDetail, ledger_of, paid_row
from quepu.game.standing import Standing, standings
from quepu.game.start import Start
from quepu.game.view import View, view_of
from quepu.game.why import why_not
from quepu.notation import Tile, read_tile, read_tiles, write_tiles
from quepu.scoring.book import Rulebook, rulebook
from quepu.tiles import seat_letter, seat_of

LARGEST_SEED = (1 << 63) - 1
MOST_ENGINES = 16
_ENGINES: dict[Any, Engine] = {}


def engine_of(book: Rulebook) -> Engine:
    """The engine of a rulebook, made once: all matches by the same text and options share one."""
    key = (tuple(source.text for source in book.sources), tuple(option.value for option in book.model.options))
    engine = _ENGINES.pop(key, None) or Engine(book)
    _ENGINES[key] = engine              # the last used stands last
    if len(_ENGINES) > MOST_ENGINES:
        del _ENGINES[next(iter(_ENGINES))]
    return engine


def _checked_seed(seed: int) -> int:
    if not 0 <= seed <= LARGEST_SEED:
        raise QuepuError(f"the seed {seed} is not a number from 0 to {LARGEST_SEED}")
    return seed


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody did and what came of it: the beginning of a hand, an answer, or a note."""

    kind: str                           # begin, action or note
    events: tuple[ev.Event, ...]
    seat: int | None = None
    action: Action | None = None
    wins: tuple[WinDetail, ...] = ()
    settlement: Settlement | None = None
    wall: str = ""                      # of a hand that begins, from front to back


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
        self.seats = int(self.engine.rules[p.SEAT_COUNT_AT])
        self.players = tuple(players)
        if len(self.players) < self.seats:
            raise QuepuError(f"{len(self.players)} players are named; {self.book.id} is played by {self.seats}")
        self.walls = tuple(walls)       # of the first hands, where they are not shuffled
        self.first_round = first_round
        self.start = Start() if start is None else start        # where it begins, if not with the first deal
        self.steps: list[Step] = []
        self.settlements: list[Settlement] = []
        self._decoder = Decoder(self.book.model)
        self._flags: list[int] = []     # of the wins last heard of, as bits
        self._before: list[bytes] = []  # the table before each step
        self._legal = np.zeros(LEGAL_ROOM, dtype=np.int64)
        self._actions: dict[int, Action] = {}
        self._answers: dict[int, dict[Action, int]] = {}        # legal answers found since the last step
        self._sit(np.zeros(1, dtype=tb.TABLE))
        self._hand: ev.HandBegan | None = None
        rules = self.engine.rules
        self._dealt = int(self.seats * rules[p.HAND_SIZE] + rules[p.DEALER_EXTRA])
        self.engine.kernels.start_match(self._table, self.engine.rules, self.seed)
        self._table.rounds = first_round
        self.start.put(self._table, self.book.model, self.seats)
        self._table.stage = tb.ST_OVER

    # -- what is --
    @property
    def table(self) -> Any:
        """The table's record; look, do not touch."""
        return self._table

    @property
    def fields(self) -> Fields:
        """The table's fields, for whoever reads many of them."""
        return Fields(self._array)

    @property
    def state(self) -> bytes:
        """The whole table as bytes."""
        return bytes(self._array.tobytes())

    @property
    def hand(self) -> ev.HandBegan | None:
        """How the hand at hand began; None before the first."""
        return self._hand

    @property
    def hand_over(self) -> bool:
        """Whether no hand is in play: `begin` deals the next, unless the match is over."""
        return bool(self._stage[0] == tb.ST_OVER)

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self._over[0])

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that owe an answer."""
        asked = int(self._asked[0])
        return tuple(seat for seat in range(self.seats) if asked >> seat & 1)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of the players, by player."""
        return tuple(int(score) for score in self._table.score[:self.seats])

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The players from first to last, and what their places bring."""
        return standings(self.book.model.data.get("match", {}), self.players, self.scores)

    @property
    def events(self) -> list[ev.Event]:
        """Everything that happened so far."""
        return [event for step in self.steps for event in step.events]

    def seen_by(self, seat: int) -> list[ev.Event]:
        """What a seat of the hand at hand has seen of it."""
        begun = max((index for index, step in enumerate(self.steps) if step.kind == "begin"), default=0)
        seen = (event.seen_by(seat) for step in self.steps[begun:] for event in step.events)
        return [event for event in seen if event is not None]

    @property
    def shown(self) -> frozenset[int]:
        """The seats whose hands lie open: laid open at the end of the hand at hand, or with a declaration."""
        found: set[int] = set()
        if not self.hand_over and not self._decoder.shows_early:
            return frozenset()
        for step in reversed(self.steps):
            found.update(event.seat for event in step.events if isinstance(event, ev.Shown))
            if step.kind == "begin":
                break
        return frozenset(found)

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

    # -- what is done --
    def begin(self, seed: int | None = None) -> tuple[ev.Event, ...]:
        """Deal the next hand and go on to the first decision; what happened.

        A `seed` of its own shuffles this hand by chance that the match's seed does not tell: where a record of the
        hands so far is given away, nobody can work out the hands to come.
        """
        if self.over:
            raise IllegalAction("the match is over: no hand follows")
        if not self.hand_over:
            raise IllegalAction("a hand is in play: it has to be finished first")
        t, rules = self._table, self.engine.rules
        before = self.state
        number = int(t.hand_number)
        laid = self.walls[number] if number < len(self.walls) else None
        tiles = self._checked(laid) if laid is not None else []
        if seed is not None:
            t.seed = _checked_seed(seed)
        if laid is not None:
            t.wall[:len(tiles)] = [tile.kind | (tb.MARK if tile.mark else 0) for tile in tiles]
            t.wall_front, t.wall_back = 0, len(tiles)
        self._listen()
        self.engine.kernels.begin_hand(t, rules, int(laid is None))
        wall = t.wall[:len(tiles) if laid is not None else int(rules[p.WALL_SIZE])]
        self._hand = ev.HandBegan(number + 1, int(t.rounds), tuple(int(player) for player in t.player[:self.seats]),
                                  hashlib.sha256(wall.tobytes()).hexdigest(), laid, seed)
        text = write_tiles(map(tile_of, wall.tolist()))
        return self._add(Step("begin", (self._hand, *self._heard()), wall=text), before)

    def play(self, seat: int | str, action: Action | str) -> tuple[ev.Event, ...]:
        """Take a seat's answer; what happened.  IllegalAction says why it cannot be taken; nothing changes then."""
        place = self._seat(seat)
        choices = self._choices(place)
        wanted, code = self._wanted(place, action, choices)
        t, rules = self._table, self.engine.rules
        before = self.state
        self._listen()
        if not self.engine.kernels.play(t, rules, place, code):
            raise IllegalAction(f"'{wanted}' is not possible now{listed(choices)}")
        heard = [*self._announced(place, wanted), *self._heard()]
        wins = self._wins(before, heard)
        settlement = self._finish(wins, heard) if self.hand_over else None
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
                self._array.view(np.uint8)[:] = np.frombuffer(self._before[index], dtype=np.uint8)
                self._answers = {}
                dropped = sum(step.settlement is not None for step in self.steps[index:])
                del self.steps[index:], self._before[index:]
                del self.settlements[len(self.settlements) - dropped:]
                return True
        return False

    def copy(self) -> "Match":
        """The same match, which goes its own way from here."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other._sit(np.frombuffer(bytearray(self.state), dtype=tb.TABLE))     # byte for byte, gaps between fields too
        other._legal, other._answers = self._legal.copy(), {}
        for name in ("steps", "settlements", "_before"):
            setattr(other, name, list(getattr(self, name)))
        return other

    def at(self, step: int) -> "Match":
        """The match as it stood after its first `step` steps; it may go its own way from there."""
        if not 0 <= step <= len(self.steps):
            raise QuepuError(f"there is no step {step}: the match has {len(self.steps)}")
        other = self.copy()
        if step == len(self.steps):
            return other
        other._sit(np.frombuffer(bytearray(self._before[step]), dtype=tb.TABLE))
        del other.steps[step:], other._before[step:]
        del other.settlements[sum(one.settlement is not None for one in other.steps):]
        other._hand = next((event for one in reversed(other.steps) for event in one.events
                            if isinstance(event, ev.HandBegan)), None)
        return other

    # -- how --
    def _sit(self, array: Any) -> None:
        """Play on this table: an array of one record, and the fields that are asked for all the time."""
        self._array = array
        self._table = array.view(np.recarray)[0]
        self._asked, self._stage, self._over = array["asked"], array["stage"], array["match_over"]

    def _seat(self, seat: int | str) -> int:
        """A seat given by number or letter."""
        try:
            number = seat_of(seat) if isinstance(seat, str) else int(seat)
        except ValueError as error:
            raise IllegalAction(str(error)) from None
        if not 0 <= number < self.seats:
            raise IllegalAction(f"there is no seat {seat}: 0 to {self.seats - 1}")
        return number

    def _choices(self, seat: int) -> dict[Action, int]:
        """The legal answers of a seat, each with its number."""
        if not int(self._asked[0]) >> seat & 1:
            return {}
        if seat not in self._answers:
            count = self.engine.kernels.legal_into(self._table, self.engine.rules, seat, self._legal)
            self._answers[seat] = {self._meant(self._action(code)): code for code in self._legal[:count].tolist()}
        return self._answers[seat]

    def _meant(self, action: Action) -> Action:
        """The action with the suit that a number means in the phase at hand."""
        if not isinstance(action, Choose):
            return action
        model = self.book.model
        return Choose(action.value, suit_letter(model, phase_at(self._table, model), action.value))

    def _action(self, code: int) -> Action:
        """The action of a number, made once."""
        action = self._actions.get(code)
        if action is None:
            action = self._actions[code] = action_of(self.book.model, code)
        return action

    def _wanted(self, seat: int, action: Action | str, choices: dict[Action, int]) -> tuple[Action, int]:
        """The action meant and its number; or why it cannot be taken."""
        name = seat_letter(seat)
        false_win = isinstance(action, FalseWin) or (isinstance(action, str) and action.strip() == FalseWin.word)
        if self._hand is None:
            raise IllegalAction(f"seat {name}: no hand has begun")
        if self.hand_over:
            raise IllegalAction(f"seat {name}: the {'match' if self.over else 'hand'} is over")
        if false_win:
            return FalseWin(), FALSE_WIN_CODE
        if not choices:
            t, stage = self._table, int(self._table.stage)
            secret = stage in (tb.ST_CLAIMS, tb.ST_FLOWERS)     # who else may claim, or holds flowers, is a secret
            others = "others have" if secret or len(self.asked) > 1 else f"{seat_letter(self.asked[0])} has"
            answered = int(t.pending[seat]) >= 0 if stage == tb.ST_CLAIMS else stage == tb.ST_PHASE
            why = "has answered already" if answered else "is not asked"
            raise IllegalAction(f"seat {name} {why}: {others} to answer first{listed(())}")
        try:
            wanted = read_action(action, choices) if isinstance(action, str) else action
        except IllegalAction as error:
            raise IllegalAction(f"seat {name}: {error}") from None
        if wanted not in choices:
            raise IllegalAction(f"seat {name}: '{wanted}' is not possible now{listed(choices)}")
        return wanted, choices[wanted]

    def _checked(self, wall: str) -> list[Tile]:
        """The tiles of a wall that is laid by hand: no more of any than the rulebook has, and enough to deal."""
        rules, tiles = self.engine.rules, read_tiles(wall)
        faults = []
        if not self._dealt <= len(tiles) <= tb.WALL_ROOM:
            faults.append(f"a wall of {len(tiles)} tiles cannot be played: {self._dealt} to {tb.WALL_ROOM} can")
        for tile, count in sorted(Counter([*tiles, *(Tile(tile.kind) for tile in tiles if tile.mark)]).items()):
            most = int(rules[p.AT_COPIES + tile.kind])
            if tile.mark:
                most = int(rules[int(rules[p.AT_MARKS]) + tile.kind])
            if count > most:
                faults.append(f"the wall has {count} of {write_tiles((tile,))}; {self.book.id} has {most}")
        if faults:
            raise QuepuError(faults)
        return tiles

    def _listen(self) -> None:
        self.engine.rules[p.EVENT_ROOM] = EVENT_ROOM
        self.engine.rules[p.EVENT_COUNT] = 0

    def _heard(self) -> list[ev.Event]:
        """The events since `_listen`."""
        rules = self.engine.rules
        count = int(rules[p.EVENT_COUNT])
        rules[p.EVENT_ROOM] = rules[p.EVENT_COUNT] = 0
        numbers = list(map(int, self.engine.events[:count * tb.EVENT_WIDTH]))
        rows = [numbers[at:at + tb.EVENT_WIDTH] for at in range(0, len(numbers), tb.EVENT_WIDTH)]
        self._flags = [row[5] for row in rows if row[0] == tb.EV_WIN]
        return self._decoder.events(rows, self._table)

    def _announced(self, seat: int, action: Action) -> Iterable[ev.Event]:
        """A kong that can be robbed is heard before it stands."""
        if isinstance(action, Kong) and int(self.engine.rules[p.KONGS_LISTED]):
            table = self.book.model.data["kong"][action.kong]
            if table.get("robbed_by") and table.get("of", "hand") != "discard":
                hidden = action.kong in self._decoder.hidden
                yield ev.KongAnnounced(seat, action.kong, write_tiles((action.tile,)), hidden)

    def _wins(self, before: bytes, heard: list[ev.Event]) -> tuple[WinDetail, ...]:
        """The wins among the events, as the table stood when they were declared."""
        found = []
        flags = iter(self._flags)
        for index, event in enumerate(heard):
            if isinstance(event, ev.Won):
                t, tile = self._won_at(before, event)
                feeder = -1 if event.feeder is None else event.feeder
                paid = list(takewhile(lambda other: isinstance(other, ev.Paid | ev.TurnedUp), heard[index + 1:]))
                win = win_of(t, self.book.model, event.seat, tile, feeder, next(flags))
                win = replace(win, state={**win.state, **turned_of(self._table, self.book.model)})
                found.append(WinDetail(self.book, win, event.total, tuple(
                    paid_row(self.book.model, row) for row in paid if isinstance(row, ev.Paid))))
        return tuple(found)

    def _won_at(self, before: bytes, event: ev.Won) -> tuple[Any, int]:
        """The table as a win found it, and the winning tile.

        A win that has to be taken comes without a question, after other things of the same step: then the tiles are
        those that lie there now, for a winner keeps them, and what was remembered is taken as before the step.
        """
        t = self._restored(before)
        if int(t.stage) in (tb.ST_TURNED, tb.ST_CLAIMS) and int(t.offered_kind) == tb.OFFER_TURNED:
            return t, self._turned_tile(t, event)
        tile = int(t.drawn) if event.feeder is None else int(t.offered[0])
        stage = tb.ST_OWN if event.feeder is None else tb.ST_CLAIMS
        told = None if tile < 0 else write_tiles((tile_of(tile),))
        if int(t.stage) == stage and told == event.tile and \
                (int(t.turn) == event.seat if event.feeder is None else int(t.offered_from) == event.feeder):
            return t, tile
        if event.tile is not None and self.book.model.bonus >> read_tile(event.tile).kind & 1:
            return t, read_tile(event.tile).kind        # by flowers alone: the tiles are as they were
        memory = t.memory.copy()
        t = self._restored(self.state)
        t.memory[:] = memory
        if event.tile is not None:
            won = read_tile(event.tile)
            kind, tile = won.kind, won.kind | (tb.MARK if won.mark else 0)
        else:                           # a hand dealt complete
            kind, tile = int(t.aside[event.seat].argmax()), -1
        tiles = int(t.held[event.seat].sum()) + 3 * int(t.meld_count[event.seat])
        size = int(self.engine.rules[p.HAND_SIZE])
        if event.feeder is None and tiles == size:      # a winner who plays on has laid the tile aside
            t.held[event.seat, kind] += 1
        elif event.feeder is not None and tiles > size:     # or has drawn the next
            t.held[event.seat, int(t.drawn) & tb.KIND] -= 1
        t.held_mask[event.seat] = sum(1 << kind for kind in range(42) if t.held[event.seat, kind])
        return t, tile

    def _turned_tile(self, t: Any, event: ev.Won) -> int:
        """The tile, turned up by a kong, that was won on; its maker's is put into his hand."""
        tile = next(int(tile) for tile in t.offered if tile_text(int(tile)) == event.tile)
        if event.feeder is None:
            kind = tile & tb.KIND
            t.held[event.seat, kind] += 1
            t.held_mask[event.seat] |= 1 << kind
            t.marked[event.seat, kind] += bool(tile & tb.MARK)
        return tile

    def told(self, t: Any, seat: int, tile: int, feeder: int) -> int:
        """The flags the table gives a win with this tile, as bits."""
        self.engine.kernels.score_hand(t, self.engine.rules, seat, tile, int(feeder < 0), feeder, 1)
        frame = getattr(self.engine, "frame", None)
        if frame is None:               # a plain engine has the array itself where the compiled one has its address
            frame = self.engine.rules[p.P_FRAME]
        return int(frame[TOLD])

    def _finish(self, wins: tuple[WinDetail, ...], heard: list[ev.Event]) -> Settlement:
        """Settle the hand that has just ended, and prepare the match for the next."""
        assert self._hand is not None
        self._listen()
        self.engine.kernels.finish_hand(self._table, self.engine.rules)
        heard += self._heard()
        begun = max(index for index, step in enumerate(self.steps) if step.kind == "begin")
        earlier = [win for step in self.steps[begun:] for win in step.wins]
        ended = next(event.ended for event in heard if isinstance(event, ev.HandEnded))
        settlement = Settlement(self._hand.hand, ended, self._hand.players, (*earlier, *wins),
                                ledger_of(self._table, self.book.model), self.scores)
        self.settlements.append(settlement)
        return settlement

    def _add(self, step: Step, before: bytes) -> tuple[ev.Event, ...]:
        self.steps.append(step)
        self._before.append(before)
        self._answers = {}
        return step.events

    def _restored(self, state: bytes) -> Any:
        return np.frombuffer(bytearray(state), dtype=tb.TABLE).view(np.recarray)[0]
