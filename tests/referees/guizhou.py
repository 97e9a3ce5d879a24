"""The referee of 贵州麻将: chickens and kongs that pay their owner if he is ready, and cost him if he is not."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import pungs_of
from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import is_seven_pairs, readings
from tests.referees.table import Kong
from tests.referees.tiles import NUMBERS, one, suit_of
from tests.referees.wild import next_of

HEN, SILKY = 21, 18                     # 幺鸡, 乌骨鸡
CAP = 39


class Guizhou(Referee):
    """One hand."""

    id = "guizhou"
    tiles = 108
    choices: ClassVar = ({"wu_gu_ji": False}, {"fan_ji": "self_draw_only"}, {"fan_ji": "none"}, {"ben_ji": True})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.dead: set[int] = set()
        self.passed: dict[int, int] = {}        # the most that was let go since the own last draw
        self.blocked: set[int] = set()          # declared, and let a win go
        self.declared: dict[int, str] = {}
        self.first: dict[int, tuple[int, str, int]] = {}        # of each kind: who discarded it, whether it was claimed
        self.firsts: dict[int, int] = {}        # and which discard of the hand it was
        self.fools: list[Kong] = []             # 憨包豆

    # -- fans --
    def shapes(self, seat: int, tile: int | None) -> list[Counter[str]]:
        """The fans of a complete hand by its tiles and declaration, each reading by itself."""
        table, melds = self.table, self.table.melds[seat]
        tiles, everything = table.tiles_of(seat, tile), table.all_of(seat, tile)
        common: Counter[str] = Counter()
        common["清一色"] = 13 * (len({suit_of(tile) for tile in everything}) == 1)
        ready = self.declared.get(seat)
        common["软报"] = 13 * (ready == "soft")
        common["原报"] = 26 * (ready == "hard")
        found = []
        for groups in readings(tiles):
            fans = Counter(common)
            if len(melds) == 4:
                fans["单吊"] = 13
            elif len(pungs_of([*groups, *(meld.group for meld in melds)])) == 4:
                fans["大对子"] = 8
            found.append(+fans)
        if not melds and is_seven_pairs(tiles):
            rich = max(Counter(tiles).values()) == 4
            found.append(+(common + Counter({"龙七对": 26} if rich else {"七对": 13})))
        return found

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        table = self.table
        found = self.shapes(seat, tile if feeder is not None else None)
        if not found:
            return None
        if source == "deal":
            found = [fans + Counter({"天和": 26}) for fans in found]
        most = max(fans.total() for fans in found)
        hot = source == "discard" and table.kong is not None
        more: dict[str, int] = {}
        if source == "draw" and table.draw.way == "kong":
            more = {"杠开": 1}
        elif hot or source == "rob":
            more = {"热炮": 1} if hot else {"抢杠": 0}
        plain = most == 0
        if plain and source == "discard" and not hot and not any(meld.form == "kong" for meld in table.melds[seat]):
            return None                         # no 豆, no pass
        lists = tuple({**(fans or {"平和": 3}), **more} for fans in found if fans.total() == most)
        total = min(CAP, (most or 3) + sum(more.values()))
        return Win(seat, tile, source, feeder, total, lists, {"hot": hot or source == "rob"})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        if win.seat in self.dead:
            return False
        return win.feeder is None or (win.seat not in self.blocked and win.total > self.passed.get(win.seat, -1))

    def declined(self, win: Win) -> None:
        if win.feeder is None:
            return
        if win.facts["hot"] and win.seat not in self.declared:
            self.fault("热炮 or 抢杠 has to be won on")
        self.passed[win.seat] = max(win.total, self.passed.get(win.seat, -1))
        if win.seat in self.declared:
            self.blocked.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed.pop(seat, None)

    def on_line(self, line: Line) -> None:
        if line["type"] == "declared":
            self.declared[place(line["seat"])] = "hard" if "hard" in line["ready"] else "soft"
        if line["type"] == "discarded":
            tile = one(line["tile"])
            self.first.setdefault(tile, (place(line["seat"]), "left", -1))
            self.firsts.setdefault(tile, self.table.discards)
        if line["type"] in ("pung", "kong") and line.get("form", "melded") == "melded":
            tile, feeder = one(line["tile"]), place(line["feeder"])
            if self.first.get(tile, (-1, "", -1))[:2] == (feeder, "left") and self.firsts[tile] == self.table.discards:
                self.first[tile] = (feeder, "claimed", place(line["seat"]))

    # -- payments --
    def on_kong(self, kong: Kong) -> None:
        first = self.table.draws[kong.seat] <= (kong.seat != 0)
        dealt = kong.how == "concealed" and first               # four of the deal, in the first turn
        if kong.how != "melded" and kong.tile not in self.table.this_turn and not dealt:
            self.fools.append(kong)

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, CAP)

    def best_wait(self, seat: int) -> int | None:
        """The most a hand waits for; None if it is not ready."""
        everything = self.table.all_of(seat)
        totals = [max((fans.total() or 3) for fans in found) for tile in NUMBERS if everything.count(tile) < 4
                  and (found := self.shapes(seat, tile))]
        return min(CAP, max(totals)) if totals else None

    def on_end(self) -> None:
        waits = {seat: self.best_wait(seat) for seat in range(self.seats)
                 if seat not in [win.seat for win in self.wins]}
        ready = {win.seat for win in self.wins} | {seat for seat, value in waits.items() if value is not None}
        if not self.wins:
            self.next_dealer = 0
            for seat, value in waits.items():
                for other in self.around(seat):
                    if value is not None and other not in ready:
                        self.pay(other, seat, value)
            return
        self.next_dealer = self.wins[0].seat if len(self.wins) == 1 else self.wins[0].feeder
        for win in self.wins:
            if win.feeder is None:
                for payer in self.around(win.seat):
                    self.pay(payer, win.seat, win.total)
            else:
                self.pay(win.feeder, win.seat, win.total * (3 if win.source == "rob" else 1))
        burnt = {win.feeder for win in self.wins if win.facts.get("hot")}
        self.settle_chickens(ready, burnt)
        for kong in self.table.kongs:
            if kong not in self.fools:
                payers = [kong.feeder] if kong.how == "melded" else self.around(kong.seat)
                self.collect(kong.seat, 3, ready, burnt, payers)

    def collect(self, seat: int, amount: int, ready: set[int], burnt: set[int], payers: Sequence[int]) -> None:
        """A ready owner receives from the payers, another pays every ready player; who is burnt receives nothing."""
        if seat in ready:
            for payer in payers if seat not in burnt else ():
                self.pay(payer, seat, amount)
        else:
            for other in self.around(seat):
                if other in ready:
                    self.pay(seat, other, amount)

    def chickens(self) -> Counter[int]:
        """What each kind of chicken counts."""
        worth = Counter({HEN: 1})
        worth[SILKY] += bool(self.options["wu_gu_ji"])
        for _, tile, _ in self.table.turned:
            worth[next_of(tile)] += 1
            worth[tile] += bool(self.options["ben_ji"])
        return Counter({tile: min(2, count) for tile, count in worth.items() if count})

    def check_flip(self) -> None:
        """One tile is turned after a win, if one is left and the option says so."""
        wanted = self.options["fan_ji"] == "on_any_win" or (
            self.options["fan_ji"] == "self_draw_only" and self.wins[0].feeder is None)
        if len(self.table.turned) != min(int(wanted), self.table.wall):
            self.fault(f"{len(self.table.turned)} tiles were turned 翻鸡")

    def settle_chickens(self, ready: set[int], burnt: set[int]) -> None:
        """Every chicken, and the first of 幺鸡 and 乌骨鸡."""
        self.check_flip()
        worth = self.chickens()
        last = self.wins[-1]
        if last.feeder is not None:
            last = max(self.wins, key=lambda win: (win.seat - win.feeder) % self.seats)
            if last.source == "discard":
                self.table.rivers[last.feeder].pop()
        for seat in range(self.seats):
            owned = [*self.table.rivers[seat], *(tile for meld in self.table.melds[seat] for tile in meld.tiles)]
            if seat in ready:
                owned += self.table.held[seat]
            if seat == last.seat and last.feeder is not None:
                owned.append(last.tile)
            self.collect(seat, sum(worth[tile] for tile in owned), ready, burnt, self.around(seat))
        for tile in (HEN, SILKY) if self.options["wu_gu_ji"] else (HEN,):
            self.settle_first(tile, 2 * worth[tile], ready, burnt)

    def settle_first(self, tile: int, amount: int, ready: set[int], burnt: set[int]) -> None:
        """冲锋鸡 and 责任鸡."""
        if tile not in self.first:
            return
        seat, what, claimer = self.first[tile]
        is_won = self.wins[0].source == "discard" and self.firsts[tile] == self.table.discards
        if is_won:
            return
        if what == "left":
            self.collect(seat, amount, ready, burnt, self.around(seat))
        elif claimer in ready:
            if claimer not in burnt:
                self.pay(seat, claimer, amount)
        elif seat in ready and seat not in burnt:
            self.pay(claimer, seat, amount)
