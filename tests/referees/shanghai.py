"""The referee of 上海麻将: 清混碰 with its limits that are doubled, 敲麻 with ready declared, 承包 in both."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import suits_of
from tests.referees.played import Hand, Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shanghai_contract import shares
from tests.referees.shapes import Group, readings
from tests.referees.tiles import DRAGONS, KINDS, one

#: 勒 of each pattern; those without are (底+花) x 4
LIMITS = {"混一色": 0, "碰碰胡": 0, "清一色": 1, "混碰": 1, "清碰": 2, "风一色": 2, "风碰": 4, "八花齐": 2}
FLAT_LIMIT = 10


class Shanghai(Referee):
    """One hand."""

    id = "shanghai"
    tiles = 144
    choices: ClassVar = (
        {"mode": "qiaoma"}, {"di": 5, "lezi": 100}, {"mode": "qiaoma", "qiaoma_min": "0/0"}, {"menqing": False},
        {"kaibao": "any_double"}, {"mode": "qiaoma", "qiaoma_min": "1/2"}, {"garbage_win": True}, {"kaibao": "off"},
        {"mode": "qiaoma", "qiaoma_min": "3/4"}, {"huangfan": False}, {"flat_qhp": True}, {"feicangying": True},
        {"mode": "qiaoma", "feicangying": True}, {"clear_huangfan": True},
        {"garbage_win": True, "feicangying": True, "kaibao": "any_double"})

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.qiaoma = self.options["mode"] == "qiaoma"
        self.flat = bool(self.options["flat_qhp"]) and not self.qiaoma
        self.declared: set[int] = set()
        self.passed: dict[int, set[int]] = {seat: set() for seat in range(self.seats)}
        self.was_ready = False                  # whoever discarded last, after it

    # -- patterns --
    def pattern(self, tiles: Sequence[int], groups: Sequence[Group]) -> str:
        """The pattern of all tiles, divided into sets and a pair or not at all."""
        suits, honours = suits_of(tiles)
        pungs = bool(groups) and all(group.form != "chow" for group in groups)
        if not suits:
            return "风碰" if pungs else "风一色"
        if not groups:
            return ""
        if suits == 1:
            return (("混碰" if pungs else "混一色") if honours else ("清碰" if pungs else "清一色"))
        return "碰碰胡" if pungs else ""

    def wholes(self, seat: int, tiles: Sequence[int]) -> Iterator[tuple[Group, ...]]:
        """Each way the hand divides, its melds with it."""
        for groups in readings(tiles):
            yield (*groups, *(meld.group for meld in self.table.melds[seat]))

    def patterns(self, seat: int, tiles: Sequence[int]) -> list[tuple[str, tuple[Group, ...]]]:
        """The patterns of each reading that may win."""
        everything = [*tiles, *(tile for meld in self.table.melds[seat] for tile in meld.tiles)]
        if any(self.is_flower(tile) for tile in everything):    # the wall's last tile is not replaced
            return []
        found = [(self.pattern(everything, groups), groups) for groups in (*self.wholes(seat, tiles), ())]
        return [(name, groups) for name, groups in found if name or (groups and (
            self.qiaoma or self.options["garbage_win"]))]

    def is_ready(self, seat: int) -> bool:
        """Whether a hand waits for something."""
        return any(self.patterns(seat, [*self.table.held[seat], kind]) for kind in KINDS)

    # -- flowers --
    def is_flower(self, tile: int) -> bool:
        """Whether a tile is never part of a hand."""
        return tile > 40 or (self.qiaoma and tile in DRAGONS)

    def flowers(self, seat: int, groups: Sequence[Group]) -> int:
        """花 of the flower tiles, kongs, and pungs of honours."""
        count = len(self.table.flowers[seat])
        kongs = {meld.tile: 1 + (meld.how == "concealed") for meld in self.table.melds[seat] if meld.form == "kong"}
        for group in groups:
            if group.form == "pung":
                count += kongs.get(group.tile, 0) + (0 if group.tile < 30 else 2 if group.tile in DRAGONS else 1)
        return count

    def fly(self) -> int:
        """飞苍蝇: the number of the tile turned after the win; of flowers the text is silent, they count as honours."""
        if not self.options["feicangying"]:
            return 0
        turned = [one(line["tile"]) for line in self.hand.lines if line["type"] == "turned"]
        return sum(5 if tile > 30 else tile % 10 for tile in turned)

    # -- 清混碰 --
    def factor(self) -> int:
        """开宝 and 荒番."""
        dice = next(line["dice"] for line in self.hand.lines if line["type"] == "dice")
        opens = dice[0] == dice[1] and self.options["kaibao"] != "off" and (
            self.options["kaibao"] == "any_double" or dice[0] in (1, 4))
        drawn = 0
        for hand in self.hand.earlier:
            drawn = max(0, drawn - 1) if hand.settlement["wins"] else drawn + 1
        return (2 if opens else 1) * (2 if drawn and self.options["huangfan"] else 1)

    def chances(self, seat: int, source: str) -> dict[str, int]:
        """What raises a hand to a limit."""
        table = self.table
        return {name: 1 for name, holds in (
            ("大吊车", len(table.melds[seat]) == 4),
            ("杠开", source == "draw" and table.draw.way in ("kong", "flower")),
            ("抢杠", source == "rob" and (self.flat or self.qiaoma)),
            ("海底", self.flat and source == "draw" and not table.wall)) if holds}

    def is_closed(self, seat: int) -> bool:
        """门清: nothing but concealed kongs on the table."""
        return all(meld.how == "concealed" for meld in self.table.melds[seat])

    def points(self, seat: int, name: str, groups: Sequence[Group], source: str) -> tuple[int, dict[str, int]]:
        """A share, and the fans."""
        limit = FLAT_LIMIT if self.flat else int(self.options["lezi"])
        base = (1 if self.flat else int(self.options["di"])) + self.flowers(seat, groups) + self.fly()
        level = LIMITS.get(name, 0)
        count = level * limit if level else min(limit, base * (4 if name and not self.flat else 1))
        raises = self.chances(seat, source)
        fans = ({name: level or 2} if name else {}) | raises
        if raises:
            count = max(count, limit)
        if self.options["menqing"] and self.is_closed(seat):
            count = min(max(2, level) * limit, 2 * count)
            fans["门清"] = 2
        return count * self.factor(), fans

    # -- 敲麻 --
    def qiaoma_points(self, seat: int, name: str, groups: Sequence[Group],
                      source: str) -> tuple[int, dict[str, int]] | None:
        """A share, and the fans; None if there are neither fans nor flowers enough."""
        fans = self.chances(seat, source) | ({"门清": 1} if self.is_closed(seat) else {})
        fans |= {part: value for part, value, of in (
            ("混一色", 1, ("混一色", "混碰")), ("清一色", 2, ("清一色", "清碰")),
            ("碰碰胡", 1, ("碰碰胡", "混碰", "清碰", "风碰"))) if name in of}
        flowers = self.flowers(seat, groups) or 10
        least = self.options["qiaoma_min"].split("/")[source in ("discard", "rob")]
        if not fans and flowers < int(least):
            return None
        return (1 + flowers + self.fly()) * 2 ** min(3, sum(fans.values())), fans

    # -- wins --
    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if self.qiaoma and seat not in self.declared:
            return None
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        found = []
        for name, groups in self.patterns(seat, tiles):
            if self.qiaoma:
                priced = self.qiaoma_points(seat, name, groups, source) if groups else None
            else:
                priced = self.points(seat, name, groups, source)
            small = self.flat and feeder is not None and priced is not None and priced[0] == self.factor()
            if priced is not None and not small:            # one point, whatever doubles the whole hand
                found.append(priced)
        if not found and not self.qiaoma and len(self.table.flowers[seat]) == 8 and feeder is None:
            limit = FLAT_LIMIT if self.flat else int(self.options["lezi"])
            found.append((2 * limit * self.factor(), {"八花齐": 2}))
        if not found:
            return None
        best = max(points for points, _ in found)
        lists = tuple(fans for points, fans in found if points == best)
        return Win(seat, tile, source, feeder, best, lists, {"ready": self.was_ready})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.feeder is None or win.tile not in self.passed[win.seat]

    def declined(self, win: Win) -> None:
        if win.tile is not None and win.feeder is not None:     # 漏胡: another player's tile let go
            self.passed[win.seat].add(win.tile)

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind in ("drawn", "chow", "pung", "kong"):
            self.passed[place(line["seat"])].clear()
        if kind in ("chow", "pung", "kong_announced") and place(line["seat"]) in self.declared:
            self.fault(f"{line['seat']} has declared and may not {kind}")
        if kind == "declared":
            self.declared.add(place(line["seat"]))
        if kind == "discarded":
            self.was_ready = self.is_ready(place(line["seat"]))
            if place(line["seat"]) in self.late and not line.get("drawn"):
                self.fault(f"{line['seat']} has declared and throws another tile than the drawn one")
            self.late |= self.declared

    late: Any = frozenset()                     # who declared before the last discard

    # -- payments --
    def on_end(self) -> None:
        seats = [win.seat for win in self.wins]
        for win in self.wins:
            for payer, count in shares(self.table, win, seats, lambda seat: self.was_ready).items():
                self.pay(payer, win.seat, count * win.total)
        self.next_dealer = 0
        if seats:
            feeder = self.wins[0].feeder
            self.next_dealer = seats[0] if feeder is None else min(seats, key=lambda seat: (seat - feeder) % 4)
        elif self.table.wall:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
