"""The referee of 广东推倒胡: multiples of a base, a self-draw pays double, horses share the fate of a seat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import pair_of, pay_kong, pungs_of, seat_of_horse, suits_of
from tests.referees.played import Line, place, purse
from tests.referees.referee import Referee, Win
from tests.referees.shapes import Group, is_seven_pairs, is_thirteen_orphans, readings
from tests.referees.tiles import DRAGONS, ENDS, SEATS, WINDS, one

#: rows of the table, in its order
ROWS = {"鸡胡": 1, "平胡": 1, "碰碰胡": 2, "清一色": 4, "清碰": 8, "清幺九": 6, "九莲宝灯": 8, "混一色": 1, "混碰": 2,
        "混幺九": 6, "小三元": 4, "小四喜": 4, "字一色": 8, "大三元": 8, "大四喜": 8, "十三幺": 8, "七对": 4}
NINE_GATES = Counter((1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9))


class Tuidaohu(Referee):
    """One hand."""

    id = "guangdong_tuidaohu"
    nets_pairs = True                   # a horse on a seat that pays and is paid
    choices: ClassVar = (
        {"patterns": "flat"}, {"honors": True}, {"horses_table": "0"}, {"horses_table": "1"},
        {"pass_lock": "same_tile"}, {"discard_win": False}, {"seven_pairs": "x4"}, {"kong_on_draw": True}, {"base": 3},
        {"honors": True, "seven_pairs": "x4", "horses_table": "1"}, {"outside": "1"}, {"outside": "4"},
        {"outside": "2", "horses_table": "1", "base": 5}, {"outside": "3", "horses_table": "0"})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: dict[int, set[int]] = {}
        self.dead: set[int] = set()
        self.check_choices()

    def check_choices(self) -> None:
        """Each may buy so many horses, the dealer one more and one at least; none where there are none."""
        most = int(self.options["horses_table"])
        for line in self.hand.lines:
            if line["type"] == "action" and line["legal"][0].startswith("choose"):
                dealer = line["seat"] == "E"
                may = {f"choose {count}" for count in range(dealer, most + dealer + 1)}
                if set(line["legal"]) != may or not most:
                    self.fault(f"{line['seat']} may buy {line['legal']}, the referee says {sorted(may)}")

    def wall_size(self) -> int:
        return 136 if self.options["honors"] else 108

    # -- fans --
    def patterns(self, groups: Sequence[Group], everything: Sequence[int]) -> list[str]:
        """The patterns of four sets and a pair."""
        suits, honours = suits_of(everything)
        pungs, pair = pungs_of(groups), pair_of(groups)
        chows = [group for group in groups if group.form == "chow"]
        half, full = suits == 1 and honours, suits == 1 and not honours
        ends = all(tile in ENDS or tile > 30 for tile in everything) and not chows
        dragons, winds = len(pungs & set(DRAGONS)), len(pungs & set(WINDS))
        return [name for name, holds in {
            "鸡胡": True, "平胡": len(chows) == 4, "碰碰胡": not chows, "清一色": full, "清碰": full and not chows,
            "清幺九": ends and not honours, "混一色": half, "混碰": half and not chows,
            "混幺九": ends and honours and suits, "小三元": dragons == 2 and pair in DRAGONS,
            "小四喜": winds == 3 and pair in WINDS, "字一色": suits == 0 and not chows, "大三元": dragons == 3,
            "大四喜": winds == 4}.items() if holds]

    def nine_gates(self, tiles: Sequence[int], tile: int | None) -> bool:
        """The pure nine-sided wait."""
        if tile is None or len(tiles) != 14 or len({one // 10 for one in tiles}) != 1 or tile > 30:
            return False
        before = Counter(one % 10 for one in tiles)
        before[tile % 10] -= 1
        return +before == NINE_GATES

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if source == "discard" and not self.options["discard_win"]:
            return None
        melds = self.table.melds[seat]
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        names = [name for groups in readings(tiles)
                 for name in self.patterns([*groups, *(meld.group for meld in melds)], everything)]
        if not melds:
            names += ["九莲宝灯"] * (bool(names) and self.nine_gates(tiles, tile))
            names += ["十三幺"] * (self.options["honors"] and is_thirteen_orphans(tiles))
            names += ["七对"] * (self.options["seven_pairs"] == "x4" and is_seven_pairs(tiles))
        if not names:
            return None
        flat = self.options["patterns"] == "flat"
        order = list(ROWS)
        name = max(names, key=lambda one: (ROWS[one], order.index(one)))
        times = 1 if flat else ROWS[name]
        lists = tuple({one: 1} for one in names) if flat else ({name: times},)
        return Win(seat, tile, source, feeder, times, lists, {})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        passed = self.passed.get(win.seat, set())
        if win.seat in self.dead:
            return False
        if win.feeder is None:
            return True
        return win.tile not in passed if self.options["pass_lock"] == "same_tile" else not passed

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed.setdefault(win.seat, set()).add(win.tile)

    def drew(self, seat: int) -> None:
        self.passed.pop(seat, None)

    def on_line(self, line: Line) -> None:
        if line["type"] in ("pung", "kong"):
            seat = place(line["seat"])
            self.passed.pop(seat, None)
            if line["type"] == "pung" and one(line["tile"]) in self.table.held[seat]:
                self.fault(f"{SEATS[seat]} pungs with three alike in hand")

    # -- payments --
    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 16 * self.options["base"])

    def on_end(self) -> None:
        owed, self.owed = self.owed, Counter()          # what a false win owes is none of the horses' business
        for win in self.wins:
            self.settle(win)
        if self.wins or self.options["kong_on_draw"]:
            base = self.options["base"]
            for kong in self.table.kongs:
                pay_kong(self, kong, 3 * base, base, 2 * base)
        if self.wins:
            self.settle_horses()
        self.owed += owed
        seats = [win.seat for win in self.wins]
        self.next_dealer = 0 if not seats else seats[0] if len(seats) == 1 else self.wins[0].feeder
        if not seats and self.table.wall != len(self.table.turned):
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")

    def settle(self, win: Win) -> None:
        """What a win brings."""
        value, kong = win.total * self.options["base"], self.table.kong
        if win.source == "discard":
            self.pay(win.feeder, win.seat, value)
            return
        liable = win.feeder
        if win.source == "draw" and self.table.draw.way == "kong" and kong.how == "melded":
            liable = kong.feeder
        for payer in self.around(win.seat):
            self.pay(payer if liable is None else liable, win.seat, 2 * value)

    def settle_horses(self) -> None:
        """A horse's owner shares the fate of the seat it hits; horses do not settle with horses."""
        table = dict(self.owed)
        bought = Counter(owner for _, _, owner in self.table.turned if owner is not None)
        for seat, count in self.table.choices:
            if bought[seat] != count:
                self.fault(f"{SEATS[seat]} chose {count} horses and bought {bought[seat]}")
        self.check_outside()
        for name, tile, seat in self.table.turned:
            hit, owner = seat_of_horse(tile), seat
            if owner is None:
                owner = purse("O" + name.removeprefix("outside_"))
            for (payer, receiver), amount in table.items():
                if receiver == hit and payer != owner:
                    self.pay(payer, owner, amount)
                if payer == hit and receiver != owner:
                    self.pay(owner, receiver, amount)

    def check_outside(self) -> None:
        """Each bettor outside has as many horses as a player may buy, all after those of the table."""
        each, names = int(self.options["horses_table"]), [name for name, _, _ in self.table.turned]
        due = [f"outside_{bettor + 1}" for bettor in range(int(self.options["outside"])) for _ in range(each)]
        if [name for name in names if name != "horse"] != due or names[len(names) - len(due):] != due:
            self.fault(f"horses were bought by {names}, of them from outside should be {due}, last")
