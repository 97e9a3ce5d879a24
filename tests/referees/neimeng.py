"""The referee of 内蒙麻将: a pung, an opened hand, a terminal; powers of two, stakes, kongs settled with the win."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import pungs_of, suits_of
from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import is_seven_pairs, readings
from tests.referees.tiles import DRAGONS, ENDS, HONOURS, SEATS

LEFT = 14                               # seven stacks nobody draws


class Neimeng(Referee):
    """One hand."""

    id = "neimeng"
    choices: ClassVar = (
        {"seven_pairs": True}, {"cap": "3"}, {"cap": "4"}, {"cap": "5"}, {"guapu": "2"}, {"guapu": "4"},
        {"multi_win": True}, {"wind_pung_as_terminal": True}, {"dealer_double": False},
        {"seven_pairs": True, "wind_pung_as_terminal": True, "cap": "3", "multi_win": True, "guapu": "2"})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: dict[int, int] = {}        # the most 番 a seat let go since its last draw
        self.annulled = False                   # by a false win

    # -- fans --
    def has_end(self, tiles: Sequence[int], pungs: set[int]) -> bool:
        """幺九或箭刻: the third duty."""
        ends = (*ENDS, *HONOURS) if self.options["wind_pung_as_terminal"] else ENDS
        return any(tile in ends for tile in tiles) or bool(pungs & set(DRAGONS))

    def lists(self, seat: int, tiles: Sequence[int], source: str) -> list[Counter[str]]:
        """The fans of each reading that wins."""
        table, melds = self.table, self.table.melds[seat]
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        suits, honours = suits_of(everything)
        common = Counter({
            "清一色": 2 * (suits == 1 and not honours), "抢杠": int(source == "rob"),
            "杠上开花": int(source == "draw" and table.draw.way == "kong"),
            "杠后炮": int(source == "discard" and table.kong is not None)})
        opened = any(meld.how != "concealed" for meld in melds)
        found = []
        for groups in readings(tiles) if opened else ():
            whole = [*groups, *(meld.group for meld in melds)]
            pungs = pungs_of(whole)
            if pungs and self.has_end(everything, pungs):
                chows = {group.tile for group in whole if group.form == "chow"}
                dragon = any({low, low + 3, low + 6} <= chows for low in (1, 11, 21))
                found.append(common + Counter({"对对胡": int(not chows), "一条龙": int(dragon)}))
        if self.options["seven_pairs"] and not melds and is_seven_pairs(tiles) and self.has_end(tiles, set()):
            rich = max(Counter(tiles).values()) == 4
            found.append(common + Counter({"豪华七对": 3} if rich else {"七对": 2}))
        return [+fans for fans in found]

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        found = self.lists(seat, self.table.tiles_of(seat, tile if feeder is not None else None), source)
        if not found:
            return None
        best = max(fans.total() for fans in found)
        total = best if self.options["cap"] == "none" else min(best, int(self.options["cap"]))
        # 平胡 is worth nothing and not told
        lists = tuple(dict(fans) for fans in found if fans.total() == best)
        return Win(seat, tile, source, feeder, total, lists, {})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.feeder is None or win.total > self.passed.get(win.seat, -1)

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        if len(declared) < 2 or self.options["multi_win"]:
            return set(declared)
        return {min(declared, key=lambda seat: (seat - declared[seat].feeder) % 4)}

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed[win.seat] = max(win.total, self.passed.get(win.seat, -1))

    def drew(self, seat: int) -> None:
        self.passed.pop(seat, None)

    def on_line(self, line: Line) -> None:
        if line["type"] == "chow" and (place(line["seat"]) - place(line["feeder"])) % 4 != 1:
            self.fault(f"{line['seat']} may not chow from {line['feeder']}")

    # -- payments --
    def on_false_win(self, seat: int) -> None:
        self.annulled = True
        for other in self.around(seat):
            self.pay(seat, other, 4)

    def stake(self, seat: int) -> int:
        """挂铺 of a seat: what it laid, or what was agreed for all."""
        laid = [value for one, value in self.table.choices if one == seat]
        return laid[-1] if laid else int(self.options["guapu"])

    def on_end(self) -> None:
        for win in self.wins:
            for payer in self.around(win.seat) if win.feeder is None else [win.feeder]:
                double = self.options["dealer_double"] and 0 in (payer, win.seat)
                share = 2 ** win.total * (2 if double else 1)
                self.pay(payer, win.seat, share + self.stake(payer) + self.stake(win.seat))
        if self.wins:
            self.settle_kongs()
        elif self.table.wall != LEFT and not self.annulled:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
        seats = [win.seat for win in self.wins]
        self.next_dealer = 0 if 0 in seats or not seats else 1
        if len(seats) > 1 and not self.options["multi_win"]:
            self.fault(f"{[SEATS[seat] for seat in seats]} win together")

    def settle_kongs(self) -> None:
        """Each kong from all others, but not one whose discard dealt in."""
        void = self.table.kong if self.wins[0].source == "discard" else None
        for kong in self.table.kongs:
            if kong is not void:
                for payer in self.around(kong.seat):
                    self.pay(payer, kong.seat, 2 if kong.how == "concealed" else 1)
