"""The referee of 广东民间麻将: stakes for flowers, kongs and hands, one class of hand, 截胡, horses on any seat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import pay_kong, pungs_of, seat_of_horse, suits_of
from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import is_thirteen_orphans, readings
from tests.referees.tiles import ENDS, SEATS

ROWS = {"鸡胡": 1, "杂色": 2, "碰碰胡": 3, "清一色": 5, "杂碰": 5, "大哥": 8, "字一色": 10, "全幺九": 10, "十三幺": 10}
CLOSED = {"碰碰胡": 5, "清一色": 8, "大哥": 10}


class Folk(Referee):
    """One hand."""

    id = "guangdong_folk"
    tiles = 144
    nets_pairs = True                   # a horse on a seat that pays and is paid
    aliases: ClassVar = {"混碰": "杂碰"}
    choices: ClassVar = (
        {"stake_flower": 5, "stake_kong": 5, "stake_hand": 5}, {"stake_flower": 10, "stake_kong": 20, "stake_hand": 30},
        {"horses_per_player": "0"}, {"horses_per_player": "2"},
        {"chow": True}, {"dealer": "rotate"}, {"flowers_on_jihu": True}, {"jihu_self_draw_only": True},
        {"menqing_bonus": True})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: set[int] = set()
        self.dead: set[int] = set()
        self.fourth: dict[int, int] = {}        # 报九张: who fed the fourth exposed set

    def stakes(self) -> tuple[int, int, int]:
        """花, 杠, 鸡胡."""
        return self.options["stake_flower"], self.options["stake_kong"], self.options["stake_hand"]

    # -- fans --
    def rows(self, seat: int, tiles: Sequence[int], self_drawn: bool) -> dict[str, int]:
        """The classes of a complete hand with their multiples."""
        melds = self.table.melds[seat]
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        suits, honours = suits_of(everything)
        half, full = suits == 1 and honours, suits == 1 and not honours
        names = []
        for groups in readings(tiles):
            pungs = len(pungs_of([*groups, *(meld.group for meld in melds)])) == 4
            names += [name for name, holds in (
                ("鸡胡", True), ("杂色", half), ("碰碰胡", pungs), ("清一色", full), ("杂碰", half and pungs),
                ("大哥", full and pungs), ("字一色", suits == 0),
                ("全幺九", pungs and all(tile in ENDS for tile in everything))) if holds]
        if not melds and is_thirteen_orphans(tiles):
            names.append("十三幺")
        bonus = self.options["menqing_bonus"] and self_drawn and all(meld.how == "concealed" for meld in melds)
        return {name: CLOSED.get(name, ROWS[name]) if bonus else ROWS[name] for name in names}

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        rows = self.rows(seat, self.table.tiles_of(seat, tile if feeder is not None else None), feeder is None)
        if source == "rob" and self.table.announced_how != "added":
            rows = {name: times for name, times in rows.items() if name == "十三幺"}
        if not rows:
            return None
        order = list(ROWS)
        name, times = max(rows.items(), key=lambda row: (row[1], order.index(row[0])))
        if name == "鸡胡" and self.options["jihu_self_draw_only"] and feeder is not None:
            return None
        flower, _, plain = self.stakes()
        counts = name != "鸡胡" or self.options["flowers_on_jihu"]
        value = plain * times + (flower * len(self.table.flowers[seat]) if counts else 0)
        return Win(seat, tile, source, feeder, times, ({name: times},), {"value": value, "name": name})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead and not (win.feeder is not None and win.seat in self.passed)

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        best = max((win.total for win in declared.values()), default=0)         # 截胡, then the nearest
        return {seat for seat, win in declared.items() if win.total == best and not any(
            other.total == best and (other.seat - win.feeder) % 4 < (seat - win.feeder) % 4
            for other in declared.values())} if len(declared) > 1 else set(declared)

    def declined(self, win: Win) -> None:
        if win.feeder is not None and not self.winners:         # beaten by a bigger hand is not passing
            self.passed.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed.discard(seat)

    def on_line(self, line: Line) -> None:
        if line["type"] in ("chow", "pung", "kong"):
            seat = place(line["seat"])
            self.passed.discard(seat)
            exposed = [meld for meld in self.table.melds[seat] if meld.how != "concealed"]
            if len(exposed) == 4 and seat not in self.fourth:
                self.fourth[seat] = max(exposed, key=lambda meld: meld.order).feeder

    # -- payments --
    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 10 * self.stakes()[2])

    def on_end(self) -> None:
        owed, self.owed = self.owed, Counter()
        seats = [win.seat for win in self.wins]
        for win in self.wins:
            self.settle(win)
        if seats:
            stake = self.stakes()[1]
            for kong in self.table.kongs:
                pay_kong(self, kong, 3 * stake, stake, stake)
            self.settle_horses()
        elif self.table.wall != len(self.table.turned) and not self.dead:      # a false win ends the hand
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
        if len(seats) > 1:
            self.fault("截胡: only one wins")
        self.owed += owed
        if self.options["dealer"] == "rotate":
            self.next_dealer = 0 if 0 in seats or not seats else 1
        else:
            self.next_dealer = seats[0] if seats else 0

    def settle(self, win: Win) -> None:
        """What a win brings."""
        value = win.facts["value"]
        if win.source == "discard":
            self.pay(win.feeder, win.seat, value)
            return
        liable = win.feeder
        if liable is None and win.facts["name"] in ("大哥", "字一色", "全幺九"):
            liable = self.fourth.get(win.seat)
        for payer in self.around(win.seat):
            self.pay(payer if liable is None else liable, win.seat, value)

    def settle_horses(self) -> None:
        """A horse's owner shares the fate of the seat it hits; horses do not act on horses."""
        table = dict(self.owed)
        bought = Counter(owner for _, _, owner in self.table.turned)
        for seat in range(self.seats):
            if bought[seat] != int(self.options["horses_per_player"]):
                self.fault(f"{SEATS[seat]} bought {bought[seat]} horses")
        for _, tile, owner in self.table.turned:
            hit = (tile - 41) % 4 if tile > 40 else seat_of_horse(tile)
            for (payer, receiver), amount in table.items():
                if receiver == hit and payer != owner:
                    self.pay(payer, owner, amount)
                if payer == hit and receiver != owner:
                    self.pay(owner, receiver, amount)
