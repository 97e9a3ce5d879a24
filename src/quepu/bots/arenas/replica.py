"""A hand played again at a table of our own, as one seat is told of it: so the bot decides as it does at home.

Nothing of the rules stands here.  The engine plays each answer that was told of; tiles that the seat cannot see lie so
that the engine does what was told, and where it does something else they are laid in another way.  What the seat sees
is always what it was told.
"""

from collections.abc import Callable, Iterator
from random import Random

from quepu.bots.arenas.answers import Answers
from quepu.bots.arenas.deal import dealt_cells
from quepu.bots.arenas.hidden import Hidden, Place
from quepu.bots.arenas.told import PLAY, TURNED, Listener, Told, kind_of
from quepu.engine.layout import codes
from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.game import events as ev
from quepu.game.actions import Action
from quepu.game.match import Match
from quepu.notation import Tile, read_tile, read_tiles, write_tiles

_ROUNDS = 400               # of playing on and mending for what is told at once
_MENDS = 12                 # of one difference
_SHUFFLES = 24
_OTHERS = 3                 # tiles tried where none is known to fit
_SOURCES = (ev.Discarded.type, "kong", ev.KongTurned.type, ev.FlowerLaid.type)
_OWN = (ev.FlowerLaid.type, "kong", ev.MixedKongMade.type, ev.TileAdded.type, ev.TileExchanged.type,
        ev.OpeningShown.type, ev.Won.type)


class Gap(QuepuError):  # noqa: N818 - no fault of ours: what was told does not fit together
    """What a seat was told cannot have happened after what it was told before."""


class Replica:
    """A hand as one seat knows it."""

    def __init__(self, match: Match, seat: int, own_cells: frozenset[int] = frozenset(),
                 lots: frozenset[str] | None = None) -> None:
        self.match, self.seat = match, seat
        self.told: dict[str, list[Told]] = {PLAY: [], TURNED: []}
        self.answered: dict[int, Action] = {}   # what its player answered, by what had been told of the play
        self._lots = lots                       # of tiles turned up those that are told
        self._own_cells = own_cells             # of a laid wall, those that are dealt to the seat
        self._mends: dict[tuple[str, int], int] = {}
        self._chance = Random(1)
        self._listen()

    # -- for the player --
    def follow(self, told: list[Told]) -> None:
        """Play on as far as has been told; Gap if that cannot be."""
        for one in told:
            self.told[one.channel].append(one)
        for _round in range(_ROUNDS):
            different = self._difference()
            if different is not None:
                self._mend(*different)
            elif len(self.seen[PLAY]) >= len(self.told[PLAY]):
                return
            elif self.match.hand_over or not self._go_on():
                if self.match.hand_over:
                    raise self._gap(self._next)
                return                          # the rest of what it did has not been told yet
        raise self._gap(self._next if len(self.seen[PLAY]) < len(self.told[PLAY]) else self.told[PLAY][-1])

    def take_deal(self) -> None:
        """Let what the deal brought be what was told of it: where it is told by its outcome."""
        for channel, events in self.seen.items():
            self.told[channel] = [Told("", kind_of(event), {}) for event in events]

    def go_on_alone(self) -> None:
        """Play what its player answered last, though nobody has been told of it: he is asked once more."""
        answered = self.answered.get(len(self.told[PLAY]))
        if answered is not None and self.seat in self.match.asked and answered in self.match.legal(self.seat):
            self.match.play(self.seat, answered)
            self._hear()

    @property
    def is_asked(self) -> bool:
        """Whether the seat owes an answer to what was told last."""
        return len(self.seen[PLAY]) == len(self.told[PLAY]) and self.seat in self.match.asked

    @property
    def forced(self) -> ev.Event | None:
        """What the engine did next without asking, if it is the seat's own."""
        ahead = self.seen[PLAY][len(self.told[PLAY]):]
        return ahead[0] if ahead and getattr(ahead[0], "seat", -1) == self.seat else None

    def answer(self, action: Action) -> None:
        """Remember what its player answers; it is played once more has been told."""
        self.answered[len(self.told[PLAY])] = action

    # -- what the own table shows --
    def _listen(self) -> None:
        """Hear anew what the seat sees of the own table."""
        self.seen: dict[str, list[ev.Event]] = {PLAY: [], TURNED: []}
        self._steps: dict[str, list[int]] = {PLAY: [], TURNED: []}
        self._heard = 0
        self._listener = Listener(self._lots)
        self._hear()

    def _hear(self) -> None:
        for index in range(self._heard, len(self.match.steps)):
            visible = [event.seen_by(self.seat) for event in self.match.steps[index].events]
            for channel, event in self._listener.heard(event for event in visible if event is not None):
                self.seen[channel].append(event)
                self._steps[channel].append(index)
        self._heard = len(self.match.steps)

    @property
    def _next(self) -> Told:
        return self.told[PLAY][len(self.seen[PLAY])]

    def _difference(self) -> tuple[str, int] | None:
        """The first event that is not what was told, and its list."""
        for channel in (PLAY, TURNED):
            for index, (event, told) in enumerate(zip(self.seen[channel], self.told[channel], strict=False)):
                if not told.agrees(event):
                    return channel, index
        return None

    def _gap(self, told: Told) -> Gap:
        text = " ".join((told.kind, *(str(value) for value in told.values.values() if value is not None)))
        return Gap(Fault("arena.gap", where=told.where, what=text))

    # -- playing on --
    def _go_on(self) -> bool:
        """One answer more; whether enough is known for it."""
        told = self._next
        asked = self.match.asked
        answers = Answers(self.match, self.seat, self.told[PLAY], len(self.seen[PLAY]), self._chance)
        seat = answers.first_asked()
        t = self.match.table
        has_answered = int(t.stage) == codes.Stage.CLAIMS and int(t.pending[told.seat]) >= 0
        if answers.is_claim and told.seat not in asked and not has_answered:
            self._claim(told, len(self.seen[PLAY]))
            return True
        if answers.is_half:
            return False
        is_own = told.kind in _OWN and not answers.is_claim
        if is_own and told.seat not in asked:
            self._earlier(told, len(self.seen[PLAY]))
            return True
        action = answers.of(seat, self.answered.get(len(self.seen[PLAY])))
        if action is None and answers.is_claim and not has_answered:
            self._claim(told, len(self.seen[PLAY]))
            return True
        if action is None and is_own:
            self._earlier(told, len(self.seen[PLAY]))
            return True
        if action is None:
            raise self._gap(told)
        try:
            self.match.play(seat, action)
        except IllegalAction:
            raise self._gap(told) from None
        self._hear()
        return True

    def _claim(self, told: Told, before: int) -> None:
        """Go back to before a tile was laid open, and let who claimed it hold what he needed."""
        self._count(PLAY, before, told)
        place = next((index for index in range(before - 1, -1, -1) if self.told[PLAY][index].kind in _SOURCES), None)
        if place is None:
            raise self._gap(told)
        step = self._steps[PLAY][place]
        base = self.match.at(step)
        for needs in Answers(base, self.seat, self.told[PLAY], before, self._chance).needs():
            for spares_near in (False, True):
                trial = base.copy()
                hidden = Hidden(trial, self.seat)
                has = hidden.give(told.seat, needs, self._kept(step), self._seat_of(step), spares_near)
                if has and self._holds(trial, step, before):
                    self._take(trial)
                    return
        raise self._gap(told)

    def _seat_of(self, step: int) -> int:
        seat = self.match.steps[step].seat
        return -1 if seat is None else seat

    def _kept(self, step: int) -> tuple[Tile, ...]:
        """What a seat needs for its answer of a step, if it is hidden."""
        tile = getattr(self.match.steps[step].action, "tile", None)
        return () if tile is None else (tile,)

    def _earlier(self, told: Told, before: int) -> None:
        """Let a seat have drawn, or have been dealt, what it needs for something it did."""
        self._count(PLAY, before, told)
        steps = sorted({*self._steps[PLAY][max(0, before - 3):before], self.match.steps.begun}, reverse=True)
        for step in steps:
            base = self.match.at(step)
            if self.match.steps[step].kind == "begin":
                trials = self._dealt_to(base, told)
            else:
                trials = self._drawn_by(base, told)
            for trial in trials:
                if self._leads_to(trial, step, before):
                    return
        raise self._gap(told)

    def _leads_to(self, trial: Match, step: int, before: int) -> bool:
        """Play on from a step as before; keep it if what was told next has happened, or can be done now."""
        kept = self.match
        for index in range(step, len(kept.steps)):
            if not _again(trial, kept, index):
                break
        before_agreed = self._agreed(PLAY)
        self._take(trial)
        agreed = self._agreed(PLAY)
        if agreed > before:
            return True
        if agreed == before == len(self.seen[PLAY]) and \
                Answers(trial, self.seat, self.told[PLAY], before, self._chance).is_possible:
            return True
        if kept.steps[step].kind == "begin" and agreed >= min(before_agreed, before):
            return True
        self._take(kept)
        return False

    def _dealt_to(self, base: Match, told: Told) -> Iterator[Match]:
        """Tables at which what it needs lies where it is dealt to a seat."""
        wall = list(read_tiles(base.walls[0]))
        rules = base.engine.rules
        cells = [place for place in dealt_cells(told.seat, int(rules.seat_count), int(rules.hand_size),
                                                int(rules.dealer_extra)) if place not in self._own_cells]
        known = {one.tile for one in self.told[PLAY]}
        for needs in Answers(self.match, self.seat, self.told[PLAY], self._place_of(told), self._chance).needs():
            laid, free = list(wall), [place for place in cells if write_tiles((wall[place],)) not in known]
            for tile in needs:
                source = next((place for place, one in enumerate(laid)
                               if one == tile and place not in cells and place not in self._own_cells), None)
                if source is None or not free:
                    continue
                place = free.pop()
                laid[place], laid[source] = laid[source], laid[place]
            trial = base.copy()
            trial.walls = (write_tiles(laid),)
            yield trial

    def _place_of(self, told: Told) -> int:
        return next(place for place, one in enumerate(self.told[PLAY]) if one is told)

    def _drawn_by(self, base: Match, told: Told) -> Iterator[Match]:
        """Tables at which a seat holds what it needs, or draws it next."""
        place = self._place_of(told)
        for needs in Answers(base, self.seat, self.told[PLAY], place, self._chance).needs():
            trial = base.copy()
            if told.seat != self.seat and Hidden(trial, self.seat).give(told.seat, needs):
                yield trial
            break
        for change in self._changes(base, told):
            trial = base.copy()
            change(Hidden(trial, self.seat))
            yield trial

    def _holds(self, trial: Match, step: int, before: int) -> bool:
        """Whether the claim can be made at a table once it has played its next step; it stands before that again."""
        ahead = trial.copy()
        if not _again(ahead, self.match, step):
            return False
        return Answers(ahead, self.seat, self.told[PLAY], before, self._chance).is_possible

    def _take(self, match: Match) -> None:
        self.match = match
        self._listen()

    def _count(self, channel: str, index: int, told: Told) -> None:
        """Count a mend, so that none is tried for ever."""
        tries = self._mends[channel, index] = self._mends.get((channel, index), 0) + 1
        if tries > _MENDS:
            raise self._gap(told)

    # -- laying hidden tiles in another way --
    def _mend(self, channel: str, index: int) -> None:
        """Lay hidden tiles so that the own table shows what was told."""
        told = self.told[channel][index]
        claims = Answers(self.match, self.seat, self.told[PLAY], index, self._chance) if channel == PLAY else None
        if claims is not None and claims.is_claim:
            self._claim(told, index)
            return
        self._count(channel, index, told)
        step = self._steps[channel][index]
        if self.match.steps[step].kind == "begin":
            self._mend_deal(step, channel, index)
            return
        base = self.match.at(step)
        for change in self._changes(base, told):
            trial = base.copy()
            change(Hidden(trial, self.seat))
            if self._is_better(trial, step, channel, index):
                return
        raise self._gap(told)

    def _is_better(self, trial: Match, step: int, channel: str, index: int) -> bool:
        """Play a step anew; keep it if the difference is gone and no other has come before it."""
        if not _again(trial, self.match, step):
            return False
        before, others = self.match, {name: len(self._steps[name]) for name in (PLAY, TURNED)}
        was = {name: self._agreed(name) for name in others}
        self._take(trial)
        different = self._agreed(channel) > index or len(self.seen[channel]) <= index
        worse = any(self._agreed(name) < was[name] and len(self.seen[name]) > self._agreed(name) for name in was)
        if different and not worse:
            return True
        self._take(before)
        return False

    def _agreed(self, channel: str) -> int:
        """How many events are what was told, up to the first that is not."""
        pairs = zip(self.seen[channel], self.told[channel], strict=False)
        return next((index for index, (event, told) in enumerate(pairs) if not told.agrees(event)),
                    min(len(self.seen[channel]), len(self.told[channel])))

    def _changes(self, base: Match, told: Told) -> list[Callable[[Hidden], None]]:
        """Ways to lay the hidden tiles before a step, the likeliest first."""
        hidden = Hidden(base, self.seat)
        changes: list[Callable[[Hidden], None]] = []
        for tile in self._tiles(hidden, told):
            sources = list(dict.fromkeys(place for place in hidden.everywhere() if place.tile == tile))
            targets = hidden.near()
            if told.seat not in (-1, self.seat):
                targets += {place.tile: place for place in hidden.hand(told.seat)}.values()
            changes += [_swapping(place, source) for source in sources for place in targets if place.tile != tile]
        changes += [lambda one: one.shuffle(self._chance)] * _SHUFFLES
        return changes

    def _tiles(self, hidden: Hidden, told: Told) -> list[Tile]:
        """The tiles of which one may have to lie elsewhere."""
        if told.tile is not None:
            return [read_tile(told.tile)]
        if told.kind == ev.WildChosen.type:     # turned up beside it, or near it
            return sorted({place.tile for place in hidden.everywhere()})
        bonus = self.match.book.model.bonus
        plain = [place.tile for place in hidden.everywhere() if not bonus >> place.tile.kind & 1]
        return self._chance.sample(plain, min(_OTHERS, len(plain)))

    # -- the deal --
    def _mend_deal(self, step: int, channel: str, index: int) -> None:
        """Lay the wall of the hand in another way; tiles dealt to the seat stay."""
        told = self.told[channel][index]
        base = self.match.at(step)
        wall = list(read_tiles(base.walls[0]))
        cells = [place for place in range(len(wall)) if place not in self._own_cells]
        front = self.match.table.wall_front
        near = [place for place in cells if place < front or front <= place < front + 8 or place >= len(wall) - 40]
        wanted = self._tiles(Hidden(self.match, self.seat), told)
        for tile in wanted:
            sources = [place for place in cells if wall[place] == tile]
            for source in sources[len(sources) // 2:len(sources) // 2 + 1]:
                for place in near:
                    if wall[place] == tile:
                        continue
                    laid = list(wall)
                    laid[place], laid[source] = laid[source], laid[place]
                    trial = base.copy()
                    trial.walls = (write_tiles(laid),)
                    if self._is_better(trial, step, channel, index):
                        return
        raise self._gap(told)


def _swapping(one: Place, other: Place) -> Callable[[Hidden], None]:
    return lambda hidden: hidden.swap(one, other)


def _again(match: Match, like: Match, step: int) -> bool:
    """Do a step of another match anew; whether it can be done."""
    one = like.steps[step]
    try:
        if one.kind == "begin":
            match.begin()
        elif one.seat is not None and one.action is not None:
            match.play(one.seat, one.action)
    except QuepuError:
        return False
    return True
