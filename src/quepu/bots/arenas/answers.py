"""Who answered what, read out of what was told after it; and what they must have held for it."""

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random

from quepu.bots.arenas.hidden import Hidden
from quepu.bots.arenas.told import KONG, Listener, Told
from quepu.engine.layout import codes
from quepu.game import events as ev
from quepu.game.actions import (
    Abort,
    Action,
    AddTile,
    Choose,
    Chow,
    Declare,
    Discard,
    Exchange,
    Flower,
    Give,
    Kong,
    MixedKong,
    Pass,
    Pung,
    Show,
    Take,
    Win,
)
from quepu.game.match import Match
from quepu.notation import Tile, read_kinds, read_tile, read_tiles
from quepu.rulebook.file.choices import KongOf

_TRIES = 12                 # of freeing a hand from what it would have to discard first
_HANDS = 300                # hands tried for a declaration or a win nobody sees
_CLASSES: dict[str, tuple[type[Action], ...]] = {
    ev.Discarded.type: (Discard, Declare), ev.Declared.type: (Declare, Chow, Pung), ev.SetMade.type: (Chow,),
    ev.PungMade.type: (Pung,),
    KONG: (Kong,), ev.MixedKongMade.type: (MixedKong,), ev.TileAdded.type: (AddTile,),
    ev.TileExchanged.type: (Exchange,), ev.FlowerLaid.type: (Flower,), ev.Won.type: (Win,), ev.Chosen.type: (Choose,),
    ev.Given.type: (Give,), ev.OpeningShown.type: (Show,), ev.Drawn.type: (Take,), ev.Aborted.type: (Abort,)}
_CLAIMS = (ev.SetMade.type, ev.PungMade.type)


class Answers:
    """What the seats that are asked have answered, as the told events from a place on show it."""

    def __init__(self, match: Match, own: int, told: Sequence[Told], place: int, chance: Random) -> None:
        self.match, self.own, self.told, self.place, self.chance = match, own, told, place, chance
        self.next = told[place]
        self.hidden = Hidden(match, own)

    @property
    def is_claim(self) -> bool:
        """Whether the next event is something done with another's tile."""
        one = self.next
        return one.kind in _CLAIMS or (one.kind == KONG and one.of is KongOf.DISCARD) or \
            (one.kind == ev.Won.type and one.values.get("feeder") is not None)

    @property
    def is_half(self) -> bool:
        """Whether only half of an answer is known: a declaration without its discard."""
        return self.next.kind == ev.Declared.type and self.next.seat != -1 and self.place + 1 >= len(self.told) and \
            int(self.match.table.stage) == codes.Stage.OWN

    @property
    def is_possible(self) -> bool:
        """Whether the next event's seat is asked, and may do this."""
        return self.next.seat in self.match.asked and self._legal(self.next.seat) is not None

    # -- the answer of a seat --
    def first_asked(self) -> int:
        """Who of those that are asked answers first: of whom most is known."""
        asked = self.match.asked
        if self.next.seat in asked and self.next.kind != ev.Given.type:
            return self.next.seat
        known = {one.seat for one in self.told[self.place:] if one.kind == ev.Given.type and one.tile is not None}
        return next((seat for seat in asked if seat in known), asked[0])

    def of(self, seat: int, answered: Action | None) -> Action | None:
        """What a seat that is asked has answered; None if nothing it may answer leads to what was told."""
        legal = self.match.legal(seat)
        if int(self.match.table.stage) == codes.Stage.PHASE:
            return self._in_phase(seat, legal, answered)
        if self.next.seat == seat:
            if seat != self.own:
                self._prepare(seat)
            found = self._legal(seat)
            if found is not None or self.is_claim:
                return found
        if seat == self.own and answered in legal:
            return answered
        return next((action for action in legal if isinstance(action, Pass)), None)

    def _in_phase(self, seat: int, legal: Sequence[Action], answered: Action | None) -> Action | None:
        """An answer before the turns: it may be told of only once all have answered."""
        if seat == self.own and answered in legal:
            return answered
        later = [one for one in self.told[self.place:] if one.seat == seat and one.kind in (
            ev.Chosen.type, ev.Given.type, ev.OpeningShown.type, ev.Declared.type, ev.Won.type)]
        done = int(self.match.table.gift_count[seat]) if any(isinstance(one, Give) for one in legal) else 0
        given = [one for one in later if one.kind == ev.Given.type]
        wanted = given[done] if done < len(given) else next(iter(later), None)
        if wanted is not None and wanted.kind == ev.Given.type and wanted.tile is not None:
            self.hidden.give(seat, [read_tile(one.tile) for one in given[done:] if one.tile is not None])
            legal = self.match.legal(seat)
        chosen = [action for action in legal if wanted is not None and _does(action, wanted)]
        passes = [action for action in legal if isinstance(action, Pass)]
        plain = chosen or passes or list(legal)
        return self._best(seat, plain) if chosen else plain[0] if plain else None

    def _legal(self, seat: int) -> Action | None:
        """The answer that brings about what was told next."""
        fitting = [action for action in self.match.legal(seat) if _does(action, self.next, self._following)]
        if self.next.kind == ev.SetMade.type:
            kinds = sorted(read_kinds(str(self.next.values["tiles"])))
            same: list[Action] = [action for action in fitting
                                  if isinstance(action, Chow) and sorted(action.tiles) == kinds]
            fitting = same or fitting           # a wild tile in it is another in the list of sets
        if self.next.kind == KONG:
            kongs = self.match.book.model.kongs
            fitting = [one for one in fitting if isinstance(one, Kong) and
                       (self.next.of is None or kongs[one.kong].of is self.next.of)]
        return self._best(seat, fitting)

    @property
    def _following(self) -> Told | None:
        return self.told[self.place + 1] if self.place + 1 < len(self.told) else None

    def _best(self, seat: int, fitting: Sequence[Action]) -> Action | None:
        """Of several answers the one after which most is as it was told."""
        if len(fitting) < 2:
            return next(iter(fitting), None)
        return max(fitting, key=lambda action: self._agreeing(seat, action))

    def _agreeing(self, seat: int, action: Action) -> int:
        trial = self.match.copy()
        events = [event.seen_by(self.own) for event in trial.play(seat, action)]
        heard = [event for channel, event in Listener().heard(event for event in events if event is not None)
                 if channel == "play"]
        pairs = zip(heard, self.told[self.place:], strict=False)
        return next((index for index, (event, told) in enumerate(pairs) if not told.agrees(event)), len(heard))

    # -- what others must have held --
    def _prepare(self, seat: int) -> None:
        """Let another seat hold what it needs for what it did in its own turn."""
        one = self.next
        if one.kind == ev.Discarded.type and one.tile is not None:
            drawn = one.values.get("drawn")
            tile = read_tile(one.tile)
            for _try in range(_TRIES):
                if drawn is None:
                    self.hidden.give(seat, (tile,))
                else:
                    self.hidden.draw_was(seat, tile, bool(drawn))
                if self._legal(seat) is not None:
                    return
                self._free(seat, tile)
        elif one.kind == ev.Declared.type:
            self._make_ready(seat)
        elif one.kind == ev.Won.type and not self.is_claim:
            self._make_win(seat)
        elif one.kind == ev.FlowerLaid.type and one.tile is not None and self._legal(seat) is None:
            self.hidden.give(seat, (read_tile(one.tile),))
            if self._legal(seat) is None:
                self.hidden.draw_was(seat, read_tile(one.tile), True)
        elif not self.is_claim:
            self.hidden.give(seat, next(iter(self.needs()), ()))

    def _free(self, seat: int, tile: Tile) -> None:
        """Take away what a seat would have to discard before this tile."""
        others = [one.tile for one in self.match.legal(seat) if isinstance(one, Discard)]
        suits = {place.tile.kind // 9 for place in self.hidden.hand(seat) if place.tile not in others}
        away = [place.tile for place in self.hidden.hand(seat) if place.tile in others]
        self.hidden.exchange(seat, away, sorted({*suits, tile.kind // 9}), self.chance)

    def needs(self) -> Iterator[Sequence[Tile]]:
        """What the next event's seat may have held for it, the surest first."""
        one = self.next
        if one.needs:
            yield one.needs
        elif one.kind == KONG:
            yield from self._kong_needs()
        elif one.kind == ev.Won.type and one.tile is not None and one.seat != self.own:
            last = read_tile(one.tile)
            held = len(self.hidden.hand(one.seat))
            size = held if held % 3 == 2 else held + 1      # its own discard may come before
            for tiles in self.hidden.complete(one.seat, size, (), self.chance, _HANDS, last):
                tiles.remove(last)
                yield tiles
        elif one.kind == ev.MixedKongMade.type:
            yield read_tiles(str(one.values["tiles"]))
        elif one.tile is not None:
            yield (read_tile(one.tile),)

    def _kong_needs(self) -> Iterator[Sequence[Tile]]:
        one = self.next
        count = {KongOf.PUNG: 1, KongOf.DISCARD: 3}.get(one.of or KongOf.HAND, 4)
        if one.tile is not None:
            kinds = [read_tile(one.tile).kind]
        else:
            places = (*self.hidden.everywhere(one.seat), *self.hidden.hand(one.seat))
            tiles = [place.tile.kind for place in places]
            kinds = sorted({kind for kind in tiles if tiles.count(kind) >= count and kind < 34})
            self.chance.shuffle(kinds)
        held = [place.tile for place in (*self.hidden.hand(one.seat), *self.hidden.everywhere(one.seat))]
        for kind in kinds:
            copies = [tile for tile in held if tile.kind == kind]
            if len(copies) >= count:
                yield copies[:count]

    def _make_ready(self, seat: int) -> None:
        """Let a seat that declares hold a hand that is ready once its discard has gone."""
        following = self._following
        if following is None or following.kind != ev.Discarded.type or following.tile is None:
            self._try_hands(seat, (), None)
            return
        tile = read_tile(following.tile)
        drawn = following.values.get("drawn")
        self._try_hands(seat, (tile,), drawn if isinstance(drawn, bool) else None)

    def _try_hands(self, seat: int, besides: tuple[Tile, ...], drawn: bool | None) -> None:
        """Lay hands for a seat until it may do what it did."""
        size = len(self.hidden.hand(seat))
        whole = size + 1 - len(besides)
        for tiles in chain((None,), self.hidden.complete(seat, whole, besides, self.chance, _HANDS)):
            if tiles is not None:
                tiles.pop(self.chance.randrange(len(tiles)))
                if not self.hidden.give(seat, [*tiles, *besides]):
                    continue
            if besides and drawn is not None:
                self.hidden.draw_was(seat, besides[0], drawn)
            if self._legal(seat) is not None:
                return

    def _make_win(self, seat: int) -> None:
        """Let a seat that wins by its own draw hold a complete hand."""
        size = len(self.hidden.hand(seat))
        tile = None if self.next.tile is None else read_tile(self.next.tile)
        for tiles in chain((None,), self.hidden.complete(seat, size, (), self.chance, _HANDS, tile)):
            if tiles is not None:
                self.hidden.give(seat, tiles)
            if tile is not None:
                self.hidden.draw_was(seat, tile, True)
            self.match.table.may[seat] |= codes.May.WIN
            if self._legal(seat) is not None and self._agreeing(seat, Win()):
                return


def _does(action: Action, told: Told, following: Told | None = None) -> bool:
    """Whether an answer may bring about what was told."""
    if not isinstance(action, _CLASSES.get(told.kind, ())):
        return False
    values = told.values
    match action:
        case Declare(ready=ready, tile=tile):
            gone = following.tile if following is not None and following.kind == ev.Discarded.type else None
            return told.kind == ev.Declared.type and values.get("ready", ready) == ready and (
                tile is None or gone is None or tile == read_tile(gone))
        case Discard(tile=tile) | Flower(tile=tile) | AddTile(tile=tile) | Give(tile=tile):
            return told.tile is None or read_tile(told.tile) == tile
        case Kong(kong=kong, tile=tile):
            is_named = bool(values.get("kong", kong) == kong)
            return is_named and (told.tile is None or read_tile(told.tile).kind == tile.kind)
        case MixedKong(kong=kong):
            return bool(values.get("kong", kong) == kong)
        case Choose(value=value):
            return values.get("value") in (None, value)
        case Pung(marks=marks):
            return len(told.needs) == 0 or sorted(marks) == sorted(one.kind for one in told.needs if one.mark)
        case Chow(marks=marks):
            return len(told.needs) == 0 or sorted(marks) == sorted(one.kind for one in told.needs if one.mark)
        case _:
            return True
