"""A plain table that the lines of a record are laid out on: hands, melds, kongs, turned tiles, what was drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.referees.played import Line, place
from tests.referees.shapes import Group
from tests.referees.tiles import one, read


@dataclass(slots=True)
class Meld:
    """A set on the table; a concealed kong too."""

    form: str                           # chow, pung or kong
    tile: int                           # a chow's lowest
    feeder: int | None                  # who gave the tile, of an added kong the pung's
    how: str = ""                       # of a kong: melded, added or concealed
    order: int = 0                      # which of all claims and kongs of the hand it was
    claimed: int = 0                    # the tile that was taken
    laid: tuple[int, ...] = ()          # of a chow: its tiles, which are not in a row where honours make one

    @property
    def group(self) -> Group:
        """The meld as a set of a divided hand."""
        return Group("chow" if self.form == "chow" else "pung", self.tile)

    @property
    def tiles(self) -> tuple[int, ...]:
        """All its tiles, four of a kong."""
        return (self.tile,) * 4 if self.form == "kong" else self.laid or self.group.tiles


@dataclass(slots=True)
class Kong:
    """A kong that was made, and its money as it was paid."""

    seat: int
    how: str
    tile: int
    feeder: int | None
    is_late: bool = False               # added later than in the turn its tile was drawn
    paid: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Draw:
    """The tile last drawn; `way` is wall, or kong or flower where it replaces."""

    seat: int
    tile: int
    way: str


class Table:
    """What lies on the table after each line."""

    def __init__(self, seats: int, wall: int) -> None:
        self.seats, self.wall = seats, wall             # tiles left, those at the end of it that nobody draws too
        self.held: list[list[int]] = [[] for _ in range(seats)]
        self.melds: list[list[Meld]] = [[] for _ in range(seats)]
        self.rivers: list[list[int]] = [[] for _ in range(seats)]
        self.flowers: list[list[int]] = [[] for _ in range(seats)]
        self.suits: dict[int, str] = {}                 # chosen
        self.choices: list[tuple[int, int]] = []
        self.turned: list[tuple[str, int, int | None]] = []      # name, tile, whose
        self.kongs: list[Kong] = []
        self.draw: Draw | None = None                   # until the discard
        self.discard: tuple[int, int] | None = None     # seat, tile: the last
        self.announced: tuple[int, int] | None = None   # seat, tile of a kong that may be robbed
        self.announced_how = ""                         # what our rulebook calls that kong
        self.kong: Kong | None = None                   # the kong whose replacement was drawn last, until the next draw
        self.draws = [0] * seats                        # from the wall or for a kong, each seat
        self.discards = self.claims = 0
        self.this_turn: list[int] = []                  # drawn by whose turn it is, in this turn

    def lay(self, line: Line) -> None:
        """Change the table by a line."""
        change = getattr(self, f"_{line['type']}", None)
        if change is not None:
            change(line, place(line["seat"]) if line.get("seat") is not None else -1)

    def tiles_of(self, seat: int, tile: int | None = None) -> list[int]:
        """The concealed tiles of a seat, with one that it might win on."""
        return self.held[seat] if tile is None else [*self.held[seat], tile]

    def all_of(self, seat: int, tile: int | None = None) -> list[int]:
        """Concealed and melded tiles."""
        return [*self.tiles_of(seat, tile), *(tile for meld in self.melds[seat] for tile in meld.tiles)]

    def _take(self, seat: int, tiles: Sequence[int]) -> None:
        for tile in tiles:
            self.held[seat].remove(tile)

    def _dealt(self, line: Line, seat: int) -> None:
        self.held[seat] += read(line["tiles"])
        self.wall -= line["count"]

    def _given(self, line: Line, seat: int) -> None:
        self._take(seat, read(line["tile"]))
        self.held[place(line["to"])] += read(line["tile"])

    def _chosen(self, line: Line, seat: int) -> None:
        self.choices.append((seat, line["value"]))
        if "suit" in line:
            self.suits[seat] = line["suit"]

    def _turned(self, line: Line, seat: int) -> None:
        self.turned.append((line["lot"], one(line["tile"]), None if seat < 0 else seat))

    def _flower(self, line: Line, seat: int) -> None:
        self._take(seat, read(line["tile"]))
        self.flowers[seat] += read(line["tile"])

    def _drawn(self, line: Line, seat: int) -> None:
        tile, way = one(line["tile"]), line.get("way", "wall")
        if way == "wall" or way == "last":
            self.this_turn = []
            self.kong = None
        self.this_turn.append(tile)
        self.held[seat].append(tile)
        self.draw, self.discard, self.announced = Draw(seat, tile, way), None, None
        self.draws[seat] += way != "flower"
        self.wall -= 1

    def _discarded(self, line: Line, seat: int) -> None:
        tile = one(line["tile"])
        self._take(seat, [tile])
        self.rivers[seat].append(tile)
        self.discard, self.announced = (seat, tile), None
        self.discards += 1

    def _claimed(self, seat: int, meld: Meld, own: Sequence[int]) -> None:
        self._take(seat, own)
        if meld.feeder is not None:
            self.rivers[meld.feeder].pop()
        self.claims += 1
        meld.order = self.claims
        self.melds[seat].append(meld)
        self.draw, self.discard, self.kong, self.this_turn = None, None, None, []

    def _pung(self, line: Line, seat: int) -> None:
        tile = one(line["tile"])
        self._claimed(seat, Meld("pung", tile, place(line["feeder"]), claimed=tile), [tile] * 2)

    def _chow(self, line: Line, seat: int) -> None:
        tile, tiles = one(line["tile"]), sorted(read(line["tiles"]))
        own = list(tiles)
        own.remove(tile)
        self._claimed(seat, Meld("chow", tiles[0], place(line["feeder"]), claimed=tile, laid=tuple(tiles)), own)

    def _kong_announced(self, line: Line, seat: int) -> None:
        self.announced, self.announced_how = (seat, one(line["tile"])), line["kong"]

    def rob(self) -> None:
        """The tile of the announced kong goes to whoever robbed it."""
        assert self.announced is not None
        seat, tile = self.announced
        self._take(seat, [tile])

    def _kong(self, line: Line, seat: int) -> None:
        tile, how = one(line["tile"]), line["form"]
        feeder = place(line["feeder"]) if how == "melded" else None
        kong = Kong(seat, how, tile, feeder, how == "added" and tile not in self.this_turn)
        if how == "added":
            meld = next(meld for meld in self.melds[seat] if meld.form == "pung" and meld.tile == tile)
            meld.form, meld.how = "kong", "added"
            self._take(seat, [tile])
        elif how == "melded":
            self._claimed(seat, Meld("kong", tile, feeder, how, claimed=tile), [tile] * 3)
        else:
            self._take(seat, [tile] * 4)
            self.melds[seat].append(Meld("kong", tile, None, how, self.claims))
        self.kongs.append(kong)
        self.kong, self.announced = kong, None
