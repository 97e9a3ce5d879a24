"""The referee of 广东鸡平胡: one pattern and its additions up to 爆和, big hands beyond it, and who pays for all."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import pair_of, pay_kong, pungs_of, suits_of
from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import Group, is_thirteen_orphans, readings
from tests.referees.tiles import DRAGONS, ENDS, WINDS

#: rows of the table, in its order
ROWS = {"鸡和": 0, "平和": 1, "碰碰和": 2, "混一色": 2, "清一色": 4, "混碰": 4, "清碰": 5, "混幺九": 5, "小三元": 5,
        "小四喜": 5, "字一色": 6, "清幺九": 6, "大三元": 6, "大四喜": 6, "九莲宝灯": 6, "十三幺": 6, "天和": 6,
        "地和": 6, "人和": 6}
SMALL = ("鸡和", "平和", "碰碰和", "混一色")
NINE_GATES = (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)


class Jipinghu(Referee):
    """One hand."""

    id = "guangdong_jipinghu"
    choices: ClassVar = (
        {"min_fan": "1"}, {"min_fan": "3"}, {"baohu": "4"}, {"baohu": "5"}, {"multi_win": False},
        {"kong_pay": "3-1-2"}, {"pass_lock": "any_tile"}, {"jiulian": "any"}, {"liability": "all"})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: dict[int, set[int]] = {}           # tiles let go since the own last move
        self.liable: dict[int, int] = {}                # who pays for a seat's self-draw
        self.owes: set[int] = set()                     # who is liable to somebody
        self.false_seat: int | None = None
        self.check_round()

    def check_round(self) -> None:
        """The round's wind changes when the deal has gone once around."""
        passes = sum(hand.players[0] != (hand.following or hand.players)[0] for hand in self.hand.earlier)
        if self.hand.lines[0]["round"] != passes // 4:
            self.fault(f"round {self.hand.lines[0]['round']} after the deal passed {passes} times")

    # -- fans --
    def bao(self) -> int:
        """爆和."""
        return int(self.options.get("baohu", 3))

    def pattern(self, groups: Sequence[Group], everything: Sequence[int]) -> list[str]:
        """The patterns of four sets and a pair."""
        suits, honours = suits_of(everything)
        pungs, pair = pungs_of(groups), pair_of(groups)
        chows = [group for group in groups if group.form == "chow"]
        half, full = suits == 1 and honours, suits == 1 and not honours
        ends = all(tile in ENDS or tile > 30 for tile in everything)
        dragons, winds = len(pungs & set(DRAGONS)), len(pungs & set(WINDS))
        return [name for name, holds in {
            "鸡和": True, "平和": len(chows) == 4, "碰碰和": not chows, "混一色": half, "清一色": full,
            "混碰": half and not chows, "清碰": full and not chows, "混幺九": ends and not chows and honours and suits,
            "小三元": dragons == 2 and pair in DRAGONS, "小四喜": winds == 3 and pair in WINDS,
            "字一色": suits == 0 and not chows, "清幺九": ends and not chows and not honours,
            "大三元": dragons == 3, "大四喜": winds == 4}.items() if holds]

    def openings(self, seat: int, source: str) -> list[str]:
        """天和, 地和, 人和."""
        table = self.table
        untouched = not table.claims and not table.kongs
        if source == "deal":
            return ["天和"] if untouched else []
        if source == "draw" and seat != 0 and table.draws[seat] == 1 and untouched:
            return ["地和"]
        return ["人和"] if source == "discard" and seat != 0 and not table.draws[seat] and untouched else []

    def nine_gates(self, tiles: Sequence[int], tile: int | None) -> bool:
        """九莲宝灯: the nine-sided wait, or with the option any form of it."""
        if len(tiles) != 14 or len({one // 10 for one in tiles}) != 1 or tiles[0] > 30:
            return False
        ranks = Counter(one % 10 for one in tiles)
        need = Counter(NINE_GATES)
        if any(ranks[rank] < count for rank, count in need.items()):
            return False
        return self.options.get("jiulian") == "any" or (tile is not None and (ranks - need)[tile % 10] == 1)

    def additions(self, seat: int, groups: Sequence[Group], self_drawn: bool) -> Counter[str]:
        """附加."""
        pungs = pungs_of(groups)
        rounds = self.hand.lines[0]["round"] % 4
        return +Counter({"自摸": int(self_drawn), "风位": int(WINDS[seat] in pungs),
                         "风圈": int(WINDS[rounds] in pungs), "三元牌": len(pungs & set(DRAGONS))})

    def found(self, seat: int, tiles: Sequence[int], tile: int | None, source: str) -> list[tuple[str, Counter[str]]]:
        """Each reading's pattern with its additions."""
        melds, self_drawn = self.table.melds[seat], source != "discard"
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        found = []
        more = self.openings(seat, source) + (["九莲宝灯"] if not melds and self.nine_gates(tiles, tile) else [])
        for groups in readings(tiles):
            whole = [*groups, *(meld.group for meld in melds)]
            for name in (*self.pattern(whole, everything), *more):
                found.append((name, self.additions(seat, whole, self_drawn) if name in SMALL else Counter()))
        if not melds and is_thirteen_orphans(tiles):
            found += [(name, Counter()) for name in ("十三幺", *more)]
        return found

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        found = self.found(seat, tiles, tile, source)
        if not found:
            return None
        order = list(ROWS)
        name, added = max(found, key=lambda one: (ROWS[one[0]], order.index(one[0]), one[1].total()))
        fan = ROWS[name] + added.total()
        if name in SMALL:
            fan = min(fan, self.bao())
        table = self.table              # 杠上开花, 海底捞月, 抢杠 and 一炮三响 count as 爆和 at least
        if source == "rob" or (source == "draw" and (table.draw.way == "kong" or table.wall == 0)):
            fan = max(fan, self.bao())
        if fan < int(self.options["min_fan"]):          # what counts as three fan has three
            return None
        total = max(fan, self.bao()) if self.three_winners() else fan
        return Win(seat, tile, source, feeder, total, ({name: ROWS[name], **added},), {})

    def three_winners(self) -> bool:
        """Whether three win on the discard at hand."""
        if self.table.discard is None:
            return False
        wins, discards = 0, 0
        for line in self.hand.lines:                    # those after the discard that lies there now
            discards += line["type"] == "discarded"
            wins += line["type"] == "won" and discards == self.table.discards
        return wins == 3

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        passed = self.passed.get(win.seat, set())
        if win.feeder is None:
            return True
        return not passed if self.options.get("pass_lock") == "any_tile" else win.tile not in passed

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        if self.options.get("multi_win", True) or len(declared) < 2:
            return set(declared)
        return {min(declared, key=lambda seat: (seat - declared[seat].feeder) % 4)}

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed.setdefault(win.seat, set()).add(win.tile)

    def drew(self, seat: int) -> None:
        self.passed.pop(seat, None)

    def on_line(self, line: Line) -> None:
        if line["type"] in ("chow", "pung", "kong"):
            seat = place(line["seat"])
            self.passed.pop(seat, None)
            if line["type"] != "kong" or line["form"] == "melded":
                self.note_liability(seat)

    def note_liability(self, seat: int) -> None:
        """包自摸: the claim just made is the fourth exposed set, the third dragons or the fourth winds."""
        exposed = [meld for meld in self.table.melds[seat] if meld.how != "concealed"]
        last = max(exposed, key=lambda meld: meld.order)
        kinds = {meld.tile for meld in exposed if meld.form != "chow"}
        binds = len(exposed) == 4 or (last.tile in DRAGONS and kinds >= set(DRAGONS) and last.form != "chow") or (
            last.tile in WINDS and kinds >= set(WINDS) and last.form != "chow")
        if binds and seat not in self.liable and (
                self.options.get("liability", "first_only") == "all" or last.feeder not in self.owes):
            self.liable[seat] = last.feeder
            self.owes.add(last.feeder)

    # -- payments --
    def on_end(self) -> None:
        for win in self.wins:
            self.settle(win)
        if self.wins and self.kong_money():
            for kong in self.table.kongs:
                pay_kong(self, kong)
        seats = [win.seat for win in self.wins]
        self.next_dealer = 0 if 0 in seats or not seats else 1
        if not seats and self.table.wall and self.false_seat is None:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")

    def kong_money(self) -> bool:
        """Whether kongs are paid."""
        return self.options["kong_pay"] == "3-1-2"

    def settle(self, win: Win) -> None:
        """What a win brings."""
        value, kong = 2 ** win.total, self.table.kong
        if win.source == "discard":
            self.pay(win.feeder, win.seat, value)
        elif win.source == "rob":
            self.pay(win.feeder, win.seat, 3 * value)
        elif win.source == "draw" and self.table.draw.way == "kong" and kong.how == "melded":
            self.pay(kong.feeder, win.seat, 3 * value)
        elif win.seat in self.liable:
            self.pay(self.liable[win.seat], win.seat, 3 * value)
        else:
            for payer in self.around(win.seat):
                self.pay(payer, win.seat, value)

    def on_false_win(self, seat: int) -> None:
        self.false_seat = seat
        for other in self.around(seat):
            self.pay(seat, other, 8)
