"""The tiles a seat cannot see: they change places among themselves, so that what it is told can have happened."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from quepu.engine.layout.record import line
from quepu.engine.layout.table import KIND, MARK
from quepu.engine.play.wall import is_face_up
from quepu.game.actions import tile_of
from quepu.game.match import Match
from quepu.game.tabletop import held
from quepu.notation import Tile

_FRONT, _BACK = 8, 16       # places of the wall from which the next tiles come


@dataclass(frozen=True, slots=True)
class Place:
    """A hidden tile: in the wall at an index, or in a seat's hand."""

    tile: Tile
    index: int = -1
    seat: int = -1


def number_of(tile: Tile) -> int:
    """A tile as the engine writes it."""
    return tile.kind | (MARK if tile.mark else 0)


class Hidden:
    """What one seat does not see of a match; nothing that it sees is ever moved."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat

    def wall(self) -> list[Place]:
        """The tiles that are still to be drawn and lie face down."""
        t = self.match.table
        return [Place(tile_of(int(t.wall[index])), index) for index in range(t.wall_front, t.wall_back)
                if not is_face_up(t, index)]

    def near(self) -> list[Place]:
        """Those of them that may be drawn or turned up next."""
        t = self.match.table
        return [place for place in self.wall()
                if place.index < t.wall_front + _FRONT or place.index >= t.wall_back - _BACK]

    def hand(self, seat: int) -> list[Place]:
        """The concealed tiles of another seat."""
        return [Place(tile, seat=seat) for tile in held(self.match.table, seat)]

    def everywhere(self, but: int = -1, last: int = -1, spares_near: bool = False) -> list[Place]:
        """All hidden tiles, those that are drawn last first; without one seat's hand, another's at the end.

        Tiles that may be drawn next come behind all others, if they are to be spared.
        """
        t = self.match.table
        middle = (t.wall_front + t.wall_back) // 2
        wall = sorted(self.wall(), key=lambda place: abs(place.index - middle))
        near = set(self.near()) if spares_near else set()
        seats = sorted((seat for seat in range(self.match.seats) if seat not in (self.seat, but)),
                       key=lambda seat: seat == last)
        hands = [place for seat in seats for place in self.hand(seat)]
        return [*(place for place in wall if place not in near), *hands, *(place for place in wall if place in near)]

    def swap(self, one: Place, other: Place) -> None:
        """Let two hidden tiles change places."""
        if one.tile == other.tile:
            return
        with self.match.rearranging() as kernels:
            for place, tile in ((one, other.tile), (other, one.tile)):
                self._put(kernels, place, tile)

    def _put(self, kernels: object, place: Place, tile: Tile) -> None:
        t, session = self.match.table, self.match.session
        if place.index >= 0:
            t.wall[place.index] = number_of(tile)
            return
        kernels.lose(t, session, place.seat, number_of(place.tile))     # type: ignore[attr-defined]
        kernels.gain(t, session, place.seat, number_of(tile))           # type: ignore[attr-defined]
        if t.turn == place.seat and t.drawn == number_of(place.tile) and self._count(place) == 0:
            t.drawn = number_of(tile)
            t.drawn_kinds = t.drawn_kinds & ~(1 << place.tile.kind) | 1 << tile.kind

    def _count(self, place: Place) -> int:
        """How many such tiles a hand has left."""
        t, kind = self.match.table, place.tile.kind
        marked = int(line(t.marked, place.seat)[kind])
        return marked if place.tile.mark else int(line(t.held, place.seat)[kind]) - marked

    def give(self, seat: int, tiles: Iterable[Tile], keeps: Sequence[Tile] = (), last: int = -1,
             spares_near: bool = False) -> bool:
        """Let a seat hold these tiles, and `keeps` as far as it has them; whether there were enough of them.

        The seat `last` loses none if others have some.
        """
        wanted = Counter(tiles)
        has = Counter(place.tile for place in self.hand(seat))
        spare, is_whole = has - wanted - Counter(keeps), True
        for tile in (wanted - has).elements():
            source = next((place for place in self.everywhere(seat, last, spares_near) if place.tile == tile),
                          None)
            away = next(iter(spare.elements()), None)
            if source is None or away is None:
                is_whole = False
                continue
            spare[away] -= 1
            self.swap(Place(away, seat=seat), source)
        return is_whole

    def draw_was(self, seat: int, tile: Tile, drawn: bool) -> bool:
        """Let the tile of a seat that it discards now be the one it has drawn, or not be; whether that can be."""
        t = self.match.table
        if t.turn != seat or t.drawn < 0:
            return self.give(seat, (tile,))
        last = tile_of(int(t.drawn) & (KIND | MARK))
        if drawn:
            return last == tile or self._draw(seat, last, tile)
        if last == tile:
            other = next((place.tile for place in self.everywhere(seat)
                          if place.tile != tile and not self.match.book.model.bonus >> place.tile.kind & 1), None)
            if other is None or not self._draw(seat, last, other):
                return False
            last = other
        return self.give(seat, (tile,), (last,))

    def _draw(self, seat: int, last: Tile, tile: Tile) -> bool:
        """Let the tile just drawn be another."""
        source = next((place for place in self.everywhere(seat) if place.tile == tile), None)
        if source is None:
            mine = next((place for place in self.hand(seat) if place.tile == tile), None)
            if mine is None:
                return False
        else:
            self.swap(Place(last, seat=seat), source)
        with self.match.rearranging():
            t = self.match.table
            t.drawn = number_of(tile)
            t.drawn_kinds = t.drawn_kinds & ~(1 << last.kind) | 1 << tile.kind
        return True

    def exchange(self, seat: int, away: Iterable[Tile], suits: Sequence[int], chance: Random) -> None:
        """Let a seat hold others in place of these tiles, of these suits if there are some."""
        for tile in away:
            others = [place for place in self.everywhere(seat) if place.tile.kind // 9 in suits]
            if others:
                self.swap(Place(tile, seat=seat), chance.choice(others))

    def shuffle(self, chance: Random) -> None:
        """Let all others hold other tiles."""
        for seat in range(self.match.seats):
            if seat != self.seat:
                for place in self.hand(seat):
                    self.swap(place, chance.choice(self.wall() or [place]))

    # -- whole hands --
    def complete(self, seat: int, size: int, besides: Sequence[Tile], chance: Random, most: int,
                 has: Tile | None = None) -> Iterator[list[Tile]]:
        """Complete hands of so many tiles that the hidden ones allow, found by chance.

        The tiles `besides` are set aside; `has`, which need not be hidden, is in all of them.
        """
        pool = Counter(place.tile for place in (*self.everywhere(seat), *self._hidden_of(seat)))
        pool.subtract(besides)
        if has is not None:
            pool[has] += 1
        catalogue = [kinds for kinds in self.match.book.model.catalogue.sets if len(kinds) == 3]
        for _try in range(most):
            out = chance.choice((-1, 0, 1, 2))          # many rules ask for a hand without one of the suits
            left = Counter({tile: count for tile, count in pool.items() if count > 0 and tile.kind // 9 != out})
            made = self._complete(left, [kinds for kinds in catalogue if kinds[0] // 9 != out], size, has, chance)
            if len(made) == size and (has is None or has in made):
                yield made

    def _hidden_of(self, seat: int) -> list[Place]:
        """The hand of a seat, if it is hidden."""
        return [] if seat == self.seat else self.hand(seat)

    @staticmethod
    def _complete(left: Counter[Tile], sets: Sequence[tuple[int, ...]], size: int, has: Tile | None,
                  chance: Random) -> list[Tile]:
        """A hand out of these tiles, or less of one."""
        count = (size - 2) // 3
        made: list[Tile] = []
        pair_first = has is not None and chance.randrange(4) == 0
        if has is not None and count and not pair_first:
            made += _taken(left, [kinds for kinds in sets if has.kind in kinds], chance)
            count -= 1
        if pair_first and has is not None:
            made += _taken(left, [(has.kind, has.kind)], chance)
        made += [tile for _set in range(count) for tile in _taken(left, sets, chance)]
        if not pair_first:
            made += _taken(left, [(kind, kind) for kind in {tile.kind for tile in left}], chance)
        return made


def _taken(left: Counter[Tile], choices: Sequence[tuple[int, ...]], chance: Random) -> list[Tile]:
    """The tiles of one of these sets, taken out of what is left; none if chance finds no set."""
    for _try in range(40):
        kinds = chance.choice(choices) if choices else ()
        tiles: list[Tile] = []
        for kind in kinds:
            tile = next((one for one in (Tile(kind), Tile(kind, True)) if left[one] - tiles.count(one) > 0), None)
            if tile is not None:
                tiles.append(tile)
        if kinds and len(tiles) == len(kinds):
            left.subtract(tiles)
            return tiles
    return []
