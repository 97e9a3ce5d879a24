"""The referee of 江南麻将: 活动百搭, 带弟百搭 or 心皇 on one plain game, and what one has thrown one may not win on."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from tests.referees.cantonese import suits_of
from tests.referees.played import Hand, Line, place
from tests.referees.referee import Referee, Win
from tests.referees.substitutes import divides, pairs_in
from tests.referees.tiles import KINDS, SEATS, WHITE, one
from tests.referees.wild import next_of

LEFT = 14                               # nobody draws them, the turned tile among them


class Jiangnan(Referee):
    """One hand."""

    id = "jiangnan"
    choices: ClassVar = (
        {"mode": "plain"}, {"mode": "daidi"}, {"mode": "xinhuang"}, {"mode": "xinhuang", "xinhuang_commit": "at_deal"},
        {"white_stand_in": "none"}, {"white_stand_in": "all"}, {"own_discards": "off"}, {"wild_self_draw_only": False},
        {"dealer_double": True}, {"mode": "daidi", "wild_self_draw_only": False, "own_discards": "off"},
        {"mode": "xinhuang", "own_discards": "off", "dealer_double": True},
        {"white_stand_in": "all", "wild_self_draw_only": False, "own_discards": "off"})

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.mode = str(self.options["mode"])
        self.thrown: list[set[int]] = [set() for _ in range(self.seats)]

    # -- wild tiles --
    @property
    def wild(self) -> int | None:
        """The kind that is wild."""
        if self.mode in ("plain", "xinhuang"):
            return None
        turned = self.table.turned[0][1]
        return turned if self.mode == "huodong" else next_of(turned)

    def imagined(self, seat: int, tiles: Sequence[int]) -> list[int]:
        """The tiles that a player may have in mind."""
        everything = [*tiles, *(tile for meld in self.table.melds[seat] for tile in meld.tiles)]
        kinds = [kind for kind in KINDS if everything.count(kind) < 4]
        if self.options["xinhuang_commit"] == "at_deal":
            named = [KINDS[value] for chooser, value in self.table.choices if chooser == seat]
            return [kind for kind in kinds if kind in named]
        return kinds

    def faces(self, seat: int, tiles: Sequence[int]) -> Iterator[tuple[list[int], int]]:
        """Each way to see concealed tiles: those with a face, and how many are wild."""
        if self.mode == "xinhuang":
            for kind in self.imagined(seat, tiles):
                yield [*tiles, kind], 0
            return
        wild = self.wild
        plain = [tile for tile in tiles if tile != wild]
        count = len(tiles) - len(plain)
        whites = 0
        if self.mode == "huodong" and wild != WHITE:
            whites = min(plain.count(WHITE), {"none": 0, "one": 1, "all": 4}[self.options["white_stand_in"]])
        for moved in range(whites + 1):
            seen = sorted(plain, key=lambda tile: tile != WHITE)
            assert wild is not None or not moved
            yield [*([wild or 0] * moved), *seen[moved:]], count

    # -- fans --
    def common(self, seat: int, tiles: Sequence[int], source: str) -> Counter[str]:
        """Fans that no reading changes."""
        table, melds = self.table, self.table.melds[seat]
        fans = Counter({
            "自摸": int(source in ("draw", "deal")), "抢杠": int(source == "rob"),
            "大吊车": int(sum(meld.how != "concealed" for meld in melds) == 4),
            "杠开": int(source == "draw" and table.draw is not None and table.draw.way == "kong"),
            "海底": int(source in ("draw", "discard") and table.wall == LEFT)})
        if self.wild is not None:
            count = list(tiles).count(self.wild)
            fans["无百搭"], fans["三百搭"] = int(count == 0), int(count >= 3)
        return fans

    def lists(self, seat: int, tiles: Sequence[int], source: str) -> list[Counter[str]]:
        """The fans of each reading."""
        melds, found = self.table.melds[seat], []
        common = self.common(seat, tiles, source)
        melded = [tile for meld in melds for tile in meld.tiles]
        closed = Counter({"门清": int(all(meld.how == "concealed" for meld in melds))})
        for plain, count in self.faces(seat, tiles):
            suits, honours = suits_of([*plain, *melded])
            colour = Counter({"清一色": 4 * (suits == 1 and not honours), "混一色": 2 * (suits == 1 and honours),
                              "字一色": 5 * (suits == 0)})
            if divides(plain, count):
                pungs = all(meld.form != "chow" for meld in melds) and divides(plain, count, chows=False)
                found.append(common + closed + colour + Counter({"碰碰和": 2 * pungs}))
            if not melds and pairs_in(plain, count) == 7:
                found.append(common + colour + Counter({"七对": 2}))
        return found

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        if feeder is not None and not self.may_take(seat, tile, tiles):
            return None
        found = self.lists(seat, tiles, source)
        if not found:
            return None
        best = max(fans.total() for fans in found)
        lists = tuple(dict(fans) for fans in found if fans.total() == best)
        return Win(seat, tile, source, feeder, best, lists, {})

    def may_take(self, seat: int, tile: int | None, tiles: Sequence[int]) -> bool:
        """Whether a seat may win on another's tile."""
        if self.options["own_discards"] == "strict" and tile in self.thrown[seat]:
            return False
        if tile == self.wild or (self.options["wild_self_draw_only"] and self.wild in tiles):
            return False                        # a wild tile cannot be claimed, not to win either
        return not (self.mode == "xinhuang" and len(self.table.melds[seat]) == 4)

    # -- restrictions --
    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        return self.nearest(declared)

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind not in ("discarded", "chow", "pung", "kong"):
            return
        seat, tile = place(line["seat"]), one(line["tile"])
        if kind == "discarded":
            self.thrown[seat].add(tile)
            return
        if self.wild in self.table.melds[seat][-1].tiles and line.get("form") != "concealed":
            self.fault(f"a wild tile lies in a {kind}")
        if kind == "chow" and (seat - place(line["feeder"])) % 4 != 1:
            self.fault(f"{line['seat']} may not chow from {line['feeder']}")
        if kind == "chow" and self.options["own_discards"] == "strict" and tile in self.thrown[seat]:
            self.fault(f"{line['seat']} may not chow what it has thrown")

    # -- payments --
    def factor(self, one: int, other: int) -> int:
        """The dealer's double between two players."""
        return 2 if self.options["dealer_double"] and 0 in (one, other) else 1

    def on_end(self) -> None:
        for win in self.wins:
            points = 2 ** min(5, win.total)
            if win.feeder is None:
                for payer in self.around(win.seat):
                    self.pay(payer, win.seat, points * self.factor(payer, win.seat))
            else:
                times = 3 if win.source == "rob" else 1
                self.pay(win.feeder, win.seat, times * points * self.factor(win.feeder, win.seat))
        seats = [win.seat for win in self.wins]
        self.next_dealer = 0 if 0 in seats or not seats else 1
        if not seats and self.table.wall != LEFT:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
        if len(seats) > 1:
            self.fault(f"{[SEATS[seat] for seat in seats]} win together")
