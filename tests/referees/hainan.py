"""The referee of 海南麻将: a licence for discards, M = T x H, a unit between any two players, and who pays for all."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, ClassVar

from tests.referees.cantonese import pair_of, pungs_of, suits_of
from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import Group, is_seven_pairs, is_thirteen_orphans, is_unrelated, readings
from tests.referees.tiles import DRAGONS, SEATS, WINDS, one

#: 春梅, 夏兰, 秋菊, 冬竹
SEAT_FLOWERS = ((41, 45), (42, 46), (43, 48), (44, 47))
LEFT = 15                               # 七墩半: the hand is drawn with so many tiles left


class Hainan(Referee):
    """One hand."""

    id = "hainan"
    tiles = 144
    choices: ClassVar = (
        {"fan_gate": False}, {"zhuangxian": False}, {"lianzhuang": False}, {"shangga": True}, {"cap": "8"},
        {"cap": "12"}, {"cap": "16"}, {"discarder_pays_all": True}, {"haidi_bao": True}, {"chow_swap": True},
        {"kong_is_fan": True}, {"huahu": True}, {"genpai": False}, {"score_on_draw": True}, {"shisanbuda": False})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.dead: set[int] = set()
        self.thrown: list[tuple[int, int]] = []
        self.taboo: tuple[int, set[int]] = (-1, set())
        self.drawn_at = 0                       # how many could still be drawn when the discarder took his tile

    # -- fans --
    def circumstance(self, seat: int, source: str) -> tuple[tuple[str, ...], int]:
        """H, and the names that may stand for it."""
        table = self.table
        first = not table.claims and not table.kongs
        if source == "deal":
            return ("天胡", "花上开花"), 3
        if source == "draw":
            names = [name for name, holds in (
                ("杠上开花", table.draw.way == "kong"), ("花上开花", table.draw.way == "flower"),
                ("地胡", seat != 0 and table.draws[seat] == 1 and first)) if holds]
            return (tuple(names), 3) if names else (("自摸",), 2)
        return (("地胡",), 3) if source == "discard" and table.discards == 1 and seat != 0 else ((), 1)

    def licences(self, seat: int, groups: Sequence[Group], everything: Sequence[int], source: str) -> set[str]:
        """What allows a win on a discard, apart from the shape."""
        suits, honours = suits_of(everything)
        winds = {"座位风刻": WINDS[seat], "令风刻": WINDS[self.hand.lines[0]["round"] % 4]}
        found = {name for name, holds in (
            ("门清", not self.table.melds[seat]), ("清一色", suits == 1 and not honours),
            ("混一色", suits == 1 and honours), ("抢杠", source == "rob"),
            ("座位花", bool(set(SEAT_FLOWERS[seat]) & set(self.table.flowers[seat]))),
            ("有杠", self.options["kong_is_fan"] and any(meld.form == "kong" for meld in self.table.melds[seat])))
            if holds}
        if groups:
            pungs, pair = pungs_of(groups), pair_of(groups)
            found |= {name for name, wind in winds.items() if wind in pungs}
            found |= {name for name, holds in (
                ("全顺子", not pungs and pair not in (*DRAGONS, *winds.values())),
                ("258将", pair < 30 and pair % 10 in (2, 5, 8)), ("箭刻", bool(pungs & set(DRAGONS))),
                ("碰碰胡", len(pungs) == 4)) if holds}
        return found

    def found(self, seat: int, tiles: Sequence[int], source: str) -> list[tuple[Counter[str], set[str]]]:
        """Each reading's factors T and its licences."""
        melds = self.table.melds[seat]
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        suits, honours = suits_of(everything)
        full = Counter({"清一色": 2}) if suits == 1 and not honours else Counter()
        found = []
        for groups in readings(tiles):
            whole = [*groups, *(meld.group for meld in melds)]
            pungs = Counter({"碰碰胡": 2}) if len(pungs_of(whole)) == 4 else Counter()
            found.append((full + pungs, self.licences(seat, whole, everything, source)))
        if not melds:
            more = self.licences(seat, (), everything, source)
            if is_seven_pairs(tiles):
                rich = max(Counter(tiles).values()) == 4
                found.append((full + Counter({"豪华七对": 3} if rich else {"七对": 2}), more | {"七对"}))
            if is_thirteen_orphans(tiles):
                found.append((Counter({"十三幺": 13}), more | {"十三幺"}))
            if self.options["shisanbuda"] and is_unrelated(tiles):
                found.append((Counter({"十三不搭": 2}), more | {"十三不搭"}))
        return found

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        found = self.found(seat, tiles, source)
        if not found:
            return None
        names, more = self.circumstance(seat, source)
        priced = [(prod(fans.values()) * more, len(gate), fans, gate) for fans, gate in found]
        best = max(one[:2] for one in priced)
        fans, gate = next(one[2:] for one in priced if one[:2] == best)
        if feeder is not None and self.options["fan_gate"] and not gate:
            return None
        mult = best[0] if self.options["cap"] == "none" else min(best[0], int(self.options["cap"]))
        base = dict(fans) or {"平胡": 1}
        lists = tuple({**base, name: more} for name in names) or (base,)
        return Win(seat, tile, source, feeder, mult, lists, {"gate": gate})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        return self.nearest(declared)     # 截胡

    def on_line(self, line: Line) -> None:
        if line["type"] == "chow":
            tile, low = one(line["tile"]), min(self.table.melds[place(line["seat"])][-1].tiles)
            ends = {low + 3} if tile == low else {low - 1} if tile == low + 2 else set()
            self.taboo = place(line["seat"]), {tile, *ends}
        if line["type"] == "drawn":
            self.drawn_at = self.table.wall - LEFT
        if line["type"] == "discarded":
            seat, tile = place(line["seat"]), one(line["tile"])
            if seat == self.taboo[0] and tile in self.taboo[1] and not self.options["chow_swap"]:
                self.fault(f"{SEATS[seat]} discards {line['tile']} after a chow")
            self.taboo = -1, set()
            self.thrown.append((seat, tile))
            follows = [one[0] for one in self.thrown] == [0, 1, 2, 3] and len({one[1] for one in self.thrown}) == 1
            if follows and self.options["genpai"]:
                for other in (1, 2, 3):
                    self.pay(0, other, self.unit(0, other))

    # -- payments --
    def repeats(self) -> int:
        """How often the dealer has dealt again."""
        count = 0
        for hand in reversed(self.hand.earlier):
            if hand.players[0] != self.hand.players[0]:
                break
            count += 1
        return count

    def unit(self, one: int, other: int) -> int:
        """What lies between two players."""
        total = 1 + sum(value for seat, value in self.table.choices if seat in (one, other))
        if 0 in (one, other):
            total += bool(self.options["zhuangxian"]) + (self.repeats() if self.options["lianzhuang"] else 0)
        return total

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 8 * self.unit(seat, other))

    def taken(self, seat: int, feeder: int) -> int:
        """How many sets a seat took from another."""
        return sum(meld.feeder == feeder for meld in self.table.melds[seat])

    def on_end(self) -> None:
        for win in self.wins:
            self.settle(win)
        if self.wins or self.options["score_on_draw"]:
            for kong in self.table.kongs:
                for payer in self.around(kong.seat):
                    self.pay(payer, kong.seat, self.unit(payer, kong.seat) * (2 if kong.how == "concealed" else 1))
        seats = [win.seat for win in self.wins]
        self.next_dealer = 0 if 0 in seats or not seats else 1
        if not seats and self.table.wall != LEFT:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
        if len(seats) > 1:
            self.fault("截胡: only one wins")
        if self.options["huahu"]:
            for seat in range(self.seats):
                count = len(self.table.flowers[seat])
                for payer in self.around(seat):
                    self.pay(payer, seat, self.unit(payer, seat) * max(0, count - 6))

    def settle(self, win: Win) -> None:
        """What a win brings."""
        seat, feeder = win.seat, win.feeder
        shares = {payer: self.unit(payer, seat) * win.total + (payer == feeder) for payer in self.around(seat)}
        for payer, share in shares.items():
            self.pay(self.payer_for_all(win) if self.payer_for_all(win) is not None else payer, seat, share)
        assert feeder is None or feeder in shares

    def payer_for_all(self, win: Win) -> int | None:
        """Who pays all three shares, if somebody does."""
        seat, feeder = win.seat, win.feeder
        if feeder is None:
            return next((other for other in self.around(seat) if self.taken(seat, other) == 4), None)
        bound = self.taken(seat, feeder) >= 3 or self.taken(feeder, seat) >= 3
        alone = win.source == "rob" and win.facts["gate"] == {"抢杠"}
        late = self.options["haidi_bao"] and self.drawn_at < 4
        return feeder if bound or alone or late or self.options["discarder_pays_all"] else None
