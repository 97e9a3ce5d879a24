"""The referee of 营口麻将: three suits, a 1, 9 or honour, a natural pung, no pair of 2 or 8; 会, and 番 that double."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import suits_of
from tests.referees.mixed import Mixed, lay_mixed
from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.stand_ins import Groups, ways
from tests.referees.table import Kong
from tests.referees.tiles import DRAGONS, ENDS, HONOURS, SEATS, WINDS, read
from tests.referees.wild import can_win

LAST = 4                                # so many tiles are drawn without a discard
_CIRCLES = (*(tuple(range(low, low + 9)) for low in (1, 11, 21)), WINDS, DRAGONS)


def neighbour(tile: int, step: int) -> int:
    """The kind that follows or precedes, around its suit; the text names no order of dragons (differences.md)."""
    circle = next(circle for circle in _CIRCLES if tile in circle)
    return circle[(circle.index(tile) + step) % len(circle)]


class Yingkou(Referee):
    """One hand."""

    id = "yingkou"
    choices: ClassVar = (
        {"hui": "next"}, {"one_suit": True}, {"hui": "eight"}, {"pay_discard": "own"}, {"hui": "none"}, {"cap": "4"},
        {"pair_28": "allowed"}, {"max_melds": "4"}, {"xuanfeng": False}, {"cap": "5", "one_suit": True},
        {"hui": "eight", "max_melds": "4", "pay_discard": "own", "cap": "6", "one_suit": True})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: set[int] = set()
        self.dead: set[int] = set()
        self.threw: set[int] = set()            # who has had a first turn

    def wild(self) -> tuple[int, ...]:
        """会, by the tile shown."""
        way = self.options["hui"]
        if way == "none" or not self.table.turned:
            return ()
        shown = self.table.turned[0][1]
        return {"shown": (shown,), "next": (neighbour(shown, 1),),
                "eight": (neighbour(shown, -1), neighbour(shown, 1))}[way]

    def left(self) -> int:
        """Tiles that can still be drawn: the shown one stays out."""
        return self.table.wall - (self.options["hui"] != "none")

    # -- fans --
    def is_open(self, seat: int) -> bool:
        """开门: a concealed kong and 东南西北 do not open."""
        return any(meld.tile in DRAGONS if isinstance(meld, Mixed) else meld.how != "concealed"
                   for meld in self.table.melds[seat])

    def fulfils(self, seat: int, natural: Sequence[int], groups: Groups) -> bool:
        """Duties 2 to 5 of one way to read the hand."""
        melds = self.table.melds[seat]
        pair = next(made for made in groups if made.form == "pair")
        if self.options["pair_28"] == "forbidden" and pair.tile < 30 and pair.tile % 10 in (2, 8):
            return False
        suits, _ = suits_of(self.standing(seat, groups))
        if suits != 3 and not (self.options["one_suit"] and suits == 1):
            return False
        own = [*natural, *(tile for meld in melds for tile in meld.tiles)]
        if not any(tile in ENDS or tile in HONOURS for tile in own):
            return False
        return any(meld.form != "chow" for meld in melds) or (pair.tile in HONOURS and pair.pure) or any(
            made.form == "pung" and made.pure for made in groups)

    def standing(self, seat: int, groups: Groups) -> list[int]:
        """A tile of each group and all of the melds: enough to tell the suits."""
        return [*(made.tile for made in groups), *(tile for meld in self.table.melds[seat] for tile in meld.tiles)]

    def lists(self, seat: int, tiles: Sequence[int], own: bool) -> Iterator[dict[str, int]]:
        """The fans of every reading."""
        wild, melds = self.wild(), self.table.melds[seat]
        for natural, groups in ways(tiles, wild, ENDS):
            if self.fulfils(seat, natural, groups):
                suits, honours = suits_of(self.standing(seat, groups))
                chows = any(made.form == "chow" for made in groups) or any(meld.form == "chow" for meld in melds)
                fans = {"自摸": own, "穷胡": not any(tile in wild for tile in tiles),
                        "清一色": suits == 1 and not honours, "飘胡": not chows}
                yield {name: 1 for name, is_there in fans.items() if is_there}

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        if source == "rob" or not self.is_open(seat) or not can_win(
                tuple(tiles), self.wild(), len(self.table.melds[seat])):
            return None
        found = list(self.lists(seat, tiles, feeder is None))
        if not found:
            return None
        best = max(len(fans) for fans in found)
        return Win(seat, tile, source, feeder, best, tuple(fans for fans in found if len(fans) == best), {})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead and not (win.feeder is not None and win.seat in self.passed)

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        if len(declared) < 2:
            return set(declared)
        return {min(declared, key=lambda seat: (-declared[seat].total, (seat - (declared[seat].feeder or 0)) % 4))}

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed.discard(seat)

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        mixed = lay_mixed(self.table, line)
        if mixed is not None:
            self.mixed(mixed, line)
        if kind in ("chow", "pung", "kong", "mixed_kong", "tile_added"):
            self.melded(place(line["seat"]), line)
        if kind == "discarded":
            self.threw.add(place(line["seat"]))
            wild = set(self.wild())
            if self.left() < LAST or (read(line["tile"])[0] in wild and not wild.issuperset(
                    self.table.held[place(line["seat"])])):     # with nothing but 会 one of them has to go
                self.fault(f"{line['seat']} may not discard {line['tile']} with {self.left()} tiles left")
        if kind == "kong_announced":
            self.fault("no kong is robbed")

    def melded(self, seat: int, line: Line) -> None:
        """A set on the table: from whom, of what, how many."""
        melds = self.table.melds[seat]
        if line["type"] == "chow" and (seat - place(line["feeder"])) % 4 != 1:
            self.fault(f"{line['seat']} may not chow from {line['feeder']}")
        if any(tile in self.wild() for meld in melds for tile in meld.tiles):
            self.fault(f"{line['seat']} lays a 会 down")
        if len(melds) > int(self.options["max_melds"]):
            self.fault(f"{line['seat']} has {len(melds)} sets on the table")
        if self.left() < LAST:                  # a replacement may be one's own of the last four (differences.md)
            self.fault(f"{line['seat']} melds with {self.left()} tiles left")

    # -- payments --
    def mixed(self, kong: Mixed, line: Line) -> None:
        """旋风杠 or a tile put to it."""
        seat = place(line["seat"])
        if line["type"] == "mixed_kong" and (
                kong.tiles not in (WINDS, DRAGONS) or seat in self.threw or not self.options["xuanfeng"]):
            self.fault(f"{line['seat']} may not lay {line['tiles']} down")
        for payer in self.around(seat):
            self.pay(payer, seat, 4 if kong.tile in WINDS else 2)

    def on_kong(self, kong: Kong) -> None:
        for payer in self.around(kong.seat):
            self.pay(payer, kong.seat, 4 if kong.how == "concealed" else 2)

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 8)

    def on_end(self) -> None:
        cap = 99 if self.options["cap"] == "none" else int(self.options["cap"])
        for win in self.wins:
            for payer in self.around(win.seat):
                amount = 2 ** min(cap, win.total + (payer == win.feeder) + (0 in (payer, win.seat)))
                all_of_one = win.feeder is not None and self.options["pay_discard"] == "all"
                self.pay(win.feeder if all_of_one and win.feeder is not None else payer, win.seat, amount)
        seats = [win.seat for win in self.wins]
        self.next_dealer = 0 if 0 in seats else 1
        if not seats and self.left():
            self.fault(f"the hand is drawn with {self.left()} tiles in the wall")
        if len(seats) > 1:
            self.fault(f"{[SEATS[seat] for seat in seats]} win together")
