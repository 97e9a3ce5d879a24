"""The referee of 广州麻将: 鸡平胡 with kong money, or by the profile 推倒胡 flat points with horses."""

from collections.abc import Mapping
from typing import Any, ClassVar

from tests.referees.cantonese import pay_kong, seat_of_horse
from tests.referees.guangdong_jipinghu import Jipinghu
from tests.referees.played import Line, place
from tests.referees.referee import Win
from tests.referees.shapes import is_seven_pairs, readings
from tests.referees.wild import filled, next_of


class Guangzhou(Jipinghu):
    """One hand."""

    id = "guangzhou"
    choices: ClassVar = (
        {"min_fan": "1"}, {"min_fan": "3"}, {"kong_pay": False}, {"profile": "tuidaohu"},
        {"profile": "tuidaohu", "horses": "0"}, {"profile": "tuidaohu", "horses": "2"},
        {"profile": "tuidaohu", "horses": "6"}, {"profile": "tuidaohu", "horses": "8"},
        {"profile": "tuidaohu", "horses": "10"}, {"profile": "tuidaohu", "horses": "explode"},
        {"profile": "tuidaohu", "seven_pairs": True}, {"profile": "tuidaohu", "seven_pairs_double": True},
        {"profile": "tuidaohu", "wild": "zhong"}, {"profile": "tuidaohu", "wild": "fan"},
        {"profile": "tuidaohu", "wild": "double"}, {"profile": "tuidaohu", "jiejiegao": True},
        {"profile": "tuidaohu", "kong_pay": False}, {"profile": "tuidaohu", "seven_pairs": True, "wild": "double"})

    def __init__(self, hand: Any) -> None:
        self.flat = hand.options["profile"] == "tuidaohu"
        self.last_drawer = 0
        self.dead: set[int] = set()
        super().__init__(hand)

    def check_round(self) -> None:
        if not self.flat:
            super().check_round()

    def kong_money(self) -> bool:
        return bool(self.options["kong_pay"])

    # -- profile tuidaohu --
    def turned_wild(self) -> list[int]:
        """The tile turned for the wild ones, if there is one."""
        return [tile for _, tile, _ in self.table.turned[:self.options["wild"] in ("fan", "double")]]

    def wild(self) -> tuple[int, ...]:
        """The kinds that are wild."""
        way = self.options["wild"]
        if way in ("none", "zhong"):
            return () if way == "none" else (37,)
        turned, = self.turned_wild()
        return (next_of(turned),) if way == "fan" else (turned, next_of(turned))

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if not self.flat:
            return super().win_of(seat, tile, source, feeder)
        if source == "discard":
            return None
        tiles, wild = self.table.tiles_of(seat, tile if feeder is not None else None), self.wild()
        melds = len(self.table.melds[seat])
        wholes = filled(tuple(tiles), wild, melds) if wild else (tuple(tiles),)
        four = sum(tile in wild for tile in tiles) >= 4
        double = self.options["seven_pairs_double"]
        pairs = (self.options["seven_pairs"] or double) and not melds and any(map(is_seven_pairs, wholes))
        plain = four or any(map(readings, wholes))
        if pairs:
            worth = 4 if double else 2
            names = ({"七对": worth},) if double else ({"七对": 2}, {"平胡": 2})
        elif plain:
            worth, names = 2, ({"平胡": 2},)
        else:
            return None
        return Win(seat, tile, source, feeder, worth, names, {})

    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead if self.flat else super().is_offered(win, wins)

    def drew(self, seat: int) -> None:
        super().drew(seat)
        self.last_drawer = seat

    def on_line(self, line: Line) -> None:
        if not self.flat:
            super().on_line(line)

    def on_false_win(self, seat: int) -> None:
        if not self.flat:
            super().on_false_win(seat)
            return
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 4)

    def on_end(self) -> None:
        if not self.flat:
            super().on_end()
            return
        for win in self.wins:
            each = 2 * self.hits(win) + win.total
            for payer in self.around(win.seat):
                self.pay(win.feeder if win.source == "rob" else payer, win.seat, each)
        if self.wins and self.kong_money():
            for kong in self.table.kongs:
                pay_kong(self, kong)
        robbed = [win.feeder for win in self.wins if win.source == "rob"]
        self.next_dealer = robbed[0] if robbed else self.wins[0].seat if self.wins else self.last_drawer

    def streak(self, seat: int) -> int:
        """How many hands in a row the dealer has won before this one."""
        count = 0
        for hand in reversed(self.hand.earlier) if seat == 0 else ():
            if self.hand.players[0] not in [hand.players[place(win["seat"])] for win in hand.settlement["wins"]]:
                break
            count += 1
        return count

    def hits(self, win: Win) -> int:
        """How many horses hit."""
        horses, choice = [tile for _, tile, _ in self.table.turned][len(self.turned_wild()):], self.options["horses"]
        wall = self.table.wall - len(self.turned_wild())
        due = 1 if choice == "explode" else int(choice) + 2 * (self.options["jiejiegao"] and self.streak(win.seat))
        if len(horses) != min(due, wall):
            self.fault(f"{len(horses)} horses were opened, {due} are due, {wall} are left")
        if choice == "explode":
            return sum(5 if tile > 30 else 10 if tile % 10 == 1 else tile % 10 for tile in horses)
        return sum(seat_of_horse(tile) == win.seat for tile in horses)
