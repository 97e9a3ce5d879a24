"""The referee of 清远麻将 (一百张): no 万, self-draw only, six steps of points; wild tiles, horses as in Shenzhen."""

from collections.abc import Sequence
from typing import ClassVar

from tests.referees.cantonese import pay_kong, suits_of
from tests.referees.played import Line
from tests.referees.referee import Win
from tests.referees.shapes import Group, is_seven_pairs, readings
from tests.referees.shenzhen import Shenzhen
from tests.referees.tiles import ENDS, HONOURS, read
from tests.referees.wild import filled

POINTS = {"鸡糊": 3, "对对糊": 6, "七对": 6, "清一色": 9, "清一色全对": 12, "壹玖全对": 15, "全字全对": 18}
FIRST = 11                              # the lowest tile there is, 一筒


class Qingyuan(Shenzhen):
    """One hand."""

    id = "qingyuan"
    tiles = 100
    choices: ClassVar = (
        {"robbing": True}, {"horses": "2"}, {"horses": "4"}, {"horses": "6"}, {"wild": "zhong"}, {"wild": "fan"},
        {"seven_pairs": "6"}, {"added_kong": "0"}, {"hands": "8"}, {"robbing": True, "horses": "4"},
        {"wild": "fan", "horses": "6", "seven_pairs": "6"}, {"wild": "zhong", "robbing": True, "horses": "2"},
        {"robbing": True, "added_kong": "0", "seven_pairs": "6"})
    false_win_price = 18

    # -- fans --
    def patterns(self, groups: Sequence[Group], everything: Sequence[int]) -> list[str]:
        suits, honours = suits_of(everything)
        full = suits == 1 and not honours
        pungs = all(group.form != "chow" for group in groups)
        ends = all(tile in (*ENDS, *HONOURS) for tile in everything)
        return [name for name, holds in {
            "鸡糊": True, "对对糊": pungs, "清一色": full, "清一色全对": full and pungs,
            "壹玖全对": pungs and ends and suits > 0, "全字全对": pungs and suits == 0}.items() if holds]

    def pair_patterns(self, tiles: Sequence[int]) -> list[str]:
        return ["七对", *["清一色"] * (suits_of(tiles) == (1, False))]

    def names_of(self, seat: int, tiles: Sequence[int]) -> list[str]:
        melds = self.table.melds[seat]
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        names = [name for groups in readings(tiles)
                 for name in self.patterns([*groups, *(meld.group for meld in melds)], everything)]
        if self.options["seven_pairs"] == "6" and not melds and is_seven_pairs(tiles):
            names += self.pair_patterns(tiles)
        return names

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if source == "discard" or (source == "rob" and not self.options["robbing"]):
            return None
        tiles, wild = self.table.tiles_of(seat, tile if feeder is not None else None), self.wild()
        wholes = filled(tuple(tiles), wild, len(self.table.melds[seat])) if wild else (tuple(tiles),)
        names = {name for whole in wholes if min(whole) >= FIRST for name in self.names_of(seat, whole)}
        if not names:
            return None
        total = max(POINTS[name] for name in names)
        # of equal points the text names none
        fans = tuple({name: total} for name in sorted(names) if POINTS[name] == total)
        return Win(seat, tile, source, feeder, total, fans, {})

    # -- payments and the match --
    def horses_due(self, win: Win) -> int:
        return int(self.options["horses"])

    def horse_worth(self, value: int) -> int:
        return 2

    def check_wall(self) -> None:
        left = self.table.wall - (self.options["wild"] == "fan")
        if left != int(self.options["horses"]):
            self.fault(f"the hand is drawn with {left} tiles in the wall")

    def settle_kongs(self) -> None:
        for kong in self.table.kongs:
            pay_kong(self, kong, added=int(self.options["added_kong"]))

    def on_end(self) -> None:
        super().on_end()
        if (self.hand.following is None) != (self.hand.number == int(self.options["hands"])):
            self.fault(f"hand {self.hand.number} of {self.options['hands']}, next {self.hand.following}")

    # -- the tiles --
    def on_line(self, line: Line) -> None:
        if line["type"] in ("dealt", "drawn", "turned"):
            tiles = read(line["tiles"] if line["type"] == "dealt" else line["tile"])
            if min(tiles) < FIRST or max(tiles) > max(HONOURS):
                self.fault(f"{line} has a tile that is none of the hundred")
        if line["type"] == "chow":
            self.fault(f"{line}: there is no chow")
