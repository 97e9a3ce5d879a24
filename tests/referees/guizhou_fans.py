"""贵州麻将 for its referee: what a hand is worth by either set of values, and what it waits for."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.referees.referee import Referee, Win
from tests.referees.shapes import is_seven_pairs, readings
from tests.referees.tiles import NUMBERS, suit_of

CAP = 39
#: of `value_set` guiyang, in the order of the text
GUIYANG = {"平胡": 1, "大对子": 5, "七对": 10, "清一色": 10, "单吊": 10, "清大对": 15, "龙七对": 20, "清七对": 20,
           "清单吊": 20, "青龙背": 30}
IN_ONE_SUIT = {"平胡": "清一色", "大对子": "清大对", "七对": "清七对", "单吊": "清单吊", "龙七对": "青龙背"}


class GuizhouFans(Referee):
    """The fans of one hand."""

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.guiyang = self.options["value_set"] == "guiyang"
        self.declares: dict[int, str] = {}          # soft or hard

    def shapes(self, seat: int, tile: int | None) -> list[list[str]]:
        """The hand fans of each way to read the tiles, 清一色 aside; none if they are not complete."""
        tiles, melds = self.table.tiles_of(seat, tile), self.table.melds[seat]
        found = []
        for groups in readings(tiles):
            pungs = all(group.form != "chow" for group in (*groups, *(meld.group for meld in melds)))
            found.append(["单吊"] if len(melds) == 4 else ["大对子"] if pungs else [])
        if not melds and is_seven_pairs(tiles):
            found.append(["龙七对" if max(Counter(tiles).values()) == 4 else "七对"])
        return found

    def fans_of(self, seat: int, tile: int | None, more: Mapping[str, int], is_heaven: bool,
                feeder: int | None = None) -> list[dict[str, int]]:
        """The best lists of fans; `more` is what goes with 平和 too."""
        one_suit = len({suit_of(other) for other in self.table.all_of(seat, tile)}) == 1
        lists = []
        for names in self.shapes(seat, tile):
            if self.guiyang:
                name = (names or ["平胡"])[0]
                fans = {IN_ONE_SUIT[name] if one_suit else name: 0}
                fans = {name: GUIYANG[name] for name in fans}
                if seat in self.declares:
                    fans["报听"] = 9 if "平胡" in fans else 10
                if feeder in self.declares:         # 杀报: the text does not say more (docs/differences.md)
                    fans["杀报"] = 9 if "平胡" in fans else 10
            else:
                points = {"大对子": 8, "七对": 13, "龙七对": 26, "单吊": 13}
                fans = {name: points[name] for name in names}
                if one_suit:
                    fans["清一色"] = 13
                if seat in self.declares:
                    fans |= {"软报": 13} if self.declares[seat] == "soft" else {"原报": 26}
                if is_heaven:
                    fans["天和"] = 26
            lists.append({**(fans or {"平和": 3}), **more})
        most = max((sum(fans.values()) for fans in lists), default=0)
        return [fans for fans in lists if sum(fans.values()) == most]

    def is_hot(self) -> bool:
        """Whether the last discard followed a kong of its player."""
        return self.table.discard is not None and self.table.kong is not None

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        more: dict[str, int] = {}
        if source == "draw" and self.table.draw.way == "kong":
            more["杠开"] = 4 if self.guiyang else 1
        if source == "discard" and self.is_hot():
            more["热炮"] = 1
        if source == "rob":
            more["抢杠"] = 1 if self.guiyang else 0
        if self.guiyang and feeder is None:
            more["自摸"] = 1
        lists = self.fans_of(seat, tile if feeder is not None else None, more, source == "deal", feeder)
        if not lists:
            return None
        plain = not set(lists[0]) - {"平和", "平胡", *more}
        has_pass = source != "discard" or "热炮" in more or any(meld.form == "kong" for meld in self.table.melds[seat])
        if plain and not has_pass:
            return None
        return Win(seat, tile, source, feeder, min(CAP, sum(lists[0].values())), tuple(lists), {})

    def waits(self, seat: int) -> list[int]:
        """The tiles that complete a hand, without those of which all four are in it; melds do not matter."""
        own = self.table.held[seat]
        return [tile for tile in NUMBERS if own.count(tile) < 4 and self.shapes(seat, tile)]
