"""The referee of 深圳麻将: self-draw only, the highest pattern, horses of the winner, kongs settled with the win."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import pair_of, pay_kong, pungs_of, seat_of_horse, suits_of
from tests.referees.played import place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import Group, is_seven_pairs, is_thirteen_orphans, readings
from tests.referees.tiles import DRAGONS, WINDS
from tests.referees.wild import filled, next_of

#: rows of the table, in its order
POINTS = {
    "平胡": 2, "混一色": 4, "对对胡": 6, "七小对": 8, "清一色": 10, "小三元": 10, "混一色对对胡": 10,
    "混一色七小对": 12, "豪华七小对": 16, "大三元": 16, "小四喜": 16, "大哥": 16, "风一色": 18, "清一色七小对": 18,
    "混一色豪华七小对": 20, "十三幺": 26, "清一色豪华七小对": 26, "大四喜": 32}


class Shenzhen(Referee):
    """One hand."""

    id = "shenzhen"
    choices: ClassVar = (
        {"horses": "0"}, {"horses": "2"}, {"horses": "6"}, {"horses": "8"}, {"horses": "10"},
        {"horse_value": "follow"}, {"horse_value": "follow_max6"}, {"wild": "zhong"}, {"wild": "fan"},
        {"wild": "zhong", "no_wild_bonus": "horses+2"}, {"wild": "fan", "four_wild_win": False},
        {"jiejiegao": True}, {"discard_win": True}, {"wild": "fan", "no_wild_bonus": "horses+2", "jiejiegao": True})
    false_win_price: ClassVar[int] = 26

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.dead: set[int] = set()             # who declared falsely wins no more in this hand

    # -- fans --
    def wild(self) -> tuple[int, ...]:
        """The kinds that are wild."""
        if self.options["wild"] == "none":
            return ()
        if self.options["wild"] == "zhong":
            return (37,)
        return (next_of(self.turned_wild()),)

    def turned_wild(self) -> int:
        """The tile turned up after the deal."""
        return next(tile for name, tile, _ in self.table.turned)

    def patterns(self, groups: Sequence[Group], everything: Sequence[int]) -> list[str]:
        """The patterns of four sets and a pair."""
        suits, honours = suits_of(everything)
        pungs, pair = pungs_of(groups), pair_of(groups)
        all_pungs = len(groups) == 5 and all(group.form != "chow" for group in groups)
        half, full = suits == 1 and honours, suits == 1 and not honours
        dragons, winds = len(pungs & set(DRAGONS)), len(pungs & set(WINDS))
        return [name for name, holds in {
            "平胡": True, "混一色": half, "对对胡": all_pungs, "清一色": full,
            "小三元": dragons == 2 and pair in DRAGONS, "混一色对对胡": half and all_pungs, "大三元": dragons == 3,
            "小四喜": winds == 3 and pair in WINDS,
            "大哥": full and all_pungs, "风一色": suits == 0, "大四喜": winds == 4}.items() if holds]

    def pair_patterns(self, tiles: Sequence[int]) -> list[str]:
        """The patterns of seven pairs."""
        suits, honours = suits_of(tiles)
        luxury = "豪华七小对" if max(Counter(tiles).values()) == 4 else "七小对"
        names = [luxury]
        if suits == 1:
            names.append(("混一色" if honours else "清一色") + luxury)
        if suits == 0:
            names.append("风一色")
        return names

    def names_of(self, seat: int, tiles: Sequence[int]) -> list[str]:
        """All patterns of a complete hand without wild tiles."""
        melds = self.table.melds[seat]
        names = []
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        for groups in readings(tiles):
            names += self.patterns([*groups, *(meld.group for meld in melds)], everything)
        if not melds and is_seven_pairs(tiles):
            names += self.pair_patterns(tiles)
        if not melds and is_thirteen_orphans(tiles):
            names.append("十三幺")
        return names

    def best_of(self, seat: int, tiles: Sequence[int]) -> str | None:
        """The highest pattern; of equal points the later row."""
        wild = self.wild()
        names: list[str] = []
        for whole in filled(tuple(tiles), wild, len(self.table.melds[seat])) if wild else [tiles]:
            names += self.names_of(seat, whole)
        if not names and sum(tile in wild for tile in tiles) == 4 and self.options["four_wild_win"]:
            names = ["平胡"]
        order = list(POINTS)
        return max(names, key=lambda name: (POINTS[name], order.index(name)), default=None)

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if source == "discard" and not self.options["discard_win"]:
            return None
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        name = self.best_of(seat, tiles)
        if name is None:
            return None
        facts = {"wild": any(tile in self.wild() for tile in tiles)}
        return Win(seat, tile, source, feeder, POINTS[name], ({name: POINTS[name]},), facts)

    # -- payments --
    def horses(self, win: Win) -> list[int]:
        """The tiles the winner opened."""
        return [tile for name, tile, _ in self.table.turned if not (
            self.options["wild"] == "fan" and (name, tile) == self.table.turned[0][:2])]

    def horses_due(self, win: Win) -> int:
        """How many he has to open."""
        more = 2 * (self.options["no_wild_bonus"] != "none" and self.options["wild"] != "none"
                    and not win.facts.get("wild"))
        return int(self.options["horses"]) + more + self.streak_horses(win)

    def streak_horses(self, win: Win) -> int:
        """节节高: two more for each win in a row of the dealer."""
        return 2 * self.streak() if self.options["jiejiegao"] and win.seat == 0 else 0

    def streak(self) -> int:
        """How many hands before this one the dealer won in a row, the one that made him the dealer included."""
        count = 0
        for hand in reversed(self.hand.earlier):
            if self.hand.players[0] not in [hand.players[place(win["seat"])] for win in hand.settlement["wins"]]:
                break
            count += 1
        return count

    def on_end(self) -> None:
        for win in self.wins:
            self.settle(win)
        if self.wins:
            self.settle_kongs()
            self.next_dealer = self.wins[0].seat if len(self.wins) == 1 else self.wins[0].feeder
        else:
            self.next_dealer = self.last_drawer
            self.check_wall()

    def check_wall(self) -> None:
        """Without a winner only the horses are left."""
        left = self.table.wall - (self.options["wild"] == "fan")
        if left != int(self.options["horses"]) and not self.options["jiejiegao"]:
            self.fault(f"the hand is drawn with {left} tiles in the wall")

    last_drawer = 0

    def drew(self, seat: int) -> None:
        self.last_drawer = seat

    def settle(self, win: Win) -> None:
        """What a win brings."""
        hits = 0
        if win.source != "discard":
            opened = self.horses(win)
            hits = sum(seat_of_horse(tile) == win.seat for tile in opened)
            if len(opened) != min(self.horses_due(win), self.table.wall - (self.options["wild"] == "fan")):
                self.fault(f"{len(opened)} horses were opened, {self.horses_due(win)} are due")
        each = win.total + hits * self.horse_worth(win.total)
        if win.source == "discard":
            self.pay(win.feeder, win.seat, each)
        elif win.source == "rob":
            self.pay(win.feeder, win.seat, 3 * each)
        else:
            for payer in self.around(win.seat):
                self.pay(payer, win.seat, each)

    def horse_worth(self, value: int) -> int:
        """What each hit adds."""
        return {"flat2": 2, "follow": value, "follow_max6": min(value, 6)}[self.options["horse_value"]]

    def settle_kongs(self) -> None:
        """点杠 3 from the feeder, 补杠 1 from each, 暗杠 2 from each."""
        for kong in self.table.kongs:
            pay_kong(self, kong)

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, self.false_win_price)

    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead
