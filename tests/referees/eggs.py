"""A floor for the kongs of different tiles of the north-east 下蛋: winds, dragons, ones, nines, and the chicken 1s."""

from collections import Counter
from dataclasses import dataclass

from tests.referees.played import Hand, Line, place
from tests.referees.table import Kong, Table
from tests.referees.tiles import DRAGONS, WINDS, one, read, write
from tests.referees.treasure import TreasureReferee

CHICKEN = 21                            # 小鸡
MEMBERS = (frozenset(WINDS), frozenset(DRAGONS), frozenset({1, 11, 21}), frozenset({9, 19, 29}))
DEAR = (11, 21, *DRAGONS)               # kongs of these bring twice as much


@dataclass(slots=True)
class Egg:
    """A kong of different tiles on the table."""

    name: str
    tiles: list[int]

    @property
    def members(self) -> frozenset[int]:
        """The kinds that belong to it."""
        return next((kinds for kinds in MEMBERS if len(kinds & set(self.tiles)) >= 2), frozenset())


class EggTable(Table):
    """A table with eggs."""

    def __init__(self, seats: int, wall: int) -> None:
        super().__init__(seats, wall)
        self.eggs: list[list[Egg]] = [[] for _ in range(seats)]

    def egg(self, seat: int, name: str) -> Egg:
        """The last egg of that name a seat laid."""
        return next(egg for egg in reversed(self.eggs[seat]) if egg.name == name)

    def all_of(self, seat: int, tile: int | None = None) -> list[int]:
        return [*super().all_of(seat, tile), *(tile for egg in self.eggs[seat] for tile in egg.tiles)]

    def _mixed_kong(self, line: Line, seat: int) -> None:
        self._take(seat, read(line["tiles"]))
        self.eggs[seat].append(Egg(line["kong"], list(read(line["tiles"]))))

    def _tile_added(self, line: Line, seat: int) -> None:
        self._take(seat, [one(line["tile"])])
        self.egg(seat, line["kong"]).tiles.append(one(line["tile"]))

    def _tile_exchanged(self, line: Line, seat: int) -> None:
        tile, back = one(line["tile"]), one(line["back"])
        self._take(seat, [tile])
        self.held[seat].append(back)
        egg = self.egg(seat, line["kong"])
        egg.tiles.remove(back)
        egg.tiles.append(tile)


class EggReferee(TreasureReferee):
    """One hand: what may be laid, and the money of eggs and kongs."""

    table: EggTable

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.table = EggTable(self.seats, self.wall_size())
        self.thrown: set[int] = set()           # who has discarded already

    def visible(self, kind: int) -> int:
        return super().visible(kind) + sum(egg.tiles.count(kind) for eggs in self.table.eggs for egg in eggs)

    def on_line(self, line: Line) -> None:
        super().on_line(line)
        kind = line["type"]
        if kind == "discarded":
            self.thrown.add(place(line["seat"]))
        elif kind == "mixed_kong":
            self._laid(place(line["seat"]))
        elif kind == "tile_added":
            self._added(place(line["seat"]), line)
        elif kind == "tile_exchanged" and (one(line["back"]) != CHICKEN or not self.options["chicken"]):
            self.fault(f"{line['back']} is exchanged")

    def least_winds(self) -> int:
        """How many different winds make an egg."""
        return 3

    def _laid(self, seat: int) -> None:
        egg = self.table.eggs[seat][-1]
        stands = list((Counter(egg.tiles) - Counter(egg.members)).elements())      # a second 1s may, among ones
        least = self.least_winds() if egg.members == MEMBERS[0] else 3
        if seat in self.thrown:
            self.fault(f"an egg {write(egg.tiles)} after the first discard")
        if not least <= len(egg.tiles) <= len(egg.members) or (
                stands and (stands != [CHICKEN] or not self.options["chicken"])):
            self.fault(f"{write(egg.tiles)} is no egg")
        if egg.members in MEMBERS[2:] and not self.options["yao_jiu_egg"]:
            self.fault(f"{write(egg.tiles)} is not allowed")
        self._paid(seat, len(egg.tiles) - 2)

    def _added(self, seat: int, line: Line) -> None:
        egg = self.table.egg(seat, line["kong"])
        if one(line["tile"]) not in egg.members:
            self.fault(f"{line['tile']} does not belong to {write(egg.tiles)}")
        self._paid(seat, 1)

    def _paid(self, seat: int, amount: int) -> None:
        for other in self.around(seat):
            self.pay(other, seat, amount)

    def on_kong(self, kong: Kong) -> None:
        self._paid(kong.seat, (2 if kong.how == "concealed" else 1) * (2 if kong.tile in DEAR else 1))

    def is_closed(self, seat: int) -> bool:
        """No chow, pung or melded kong."""
        return all(meld.how == "concealed" for meld in self.table.melds[seat])
