"""What a hand of 南京麻将 is worth: patterns added up, flowers hard and soft."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.referees.cantonese import pungs_of, suits_of
from tests.referees.referee import Referee
from tests.referees.shapes import Group, is_seven_pairs, readings
from tests.referees.tiles import NUMBERS, WINDS

PLAYED = (*NUMBERS, *WINDS)
SEVEN = {"七对", "双七对", "龙七对"}
#: these need no flowers
BIG = {"门清", "混一色", "清一色", "对对胡", "全球独钓", *SEVEN}
GARDEN = {"成牌": 10, "门清": 10, "七对": 40, "双七对": 80, "压绝": 20, "无花果": 20, "小杠开花": 10, "大杠开花": 20,
          "海底捞月": 20, "天胡": 100, "地胡": 100}
OPEN = {"成牌": 10, "门清": 10, "对对胡": 30, "混一色": 30, "清一色": 40, "七对": 50, "龙七对": 100, "全球独钓": 80,
        "压绝": 30, "无花果": 30, "小杠开花": 10, "大杠开花": 20, "海底捞月": 20, "天胡": 1000, "地胡": 30}
#: 混一色, 清一色, 对对胡, 全球独钓
VALUES = {"123": (20, 30, 20, 40), "134": (30, 40, 30, 50), "135": (30, 50, 30, 50)}
#: a kong's soft flowers: name and number, of a suit and of winds
KONGS = {False: (("明杠", 1), ("风明杠", 2)), True: (("暗杠", 2), ("风暗杠", 3))}
LAST = 4                                # 海底: the last tiles of the wall


def worths(options: Mapping[str, Any]) -> dict[str, int]:
    """The points of each pattern."""
    if options["mode"] == "open":
        return dict(OPEN)
    return GARDEN | dict(zip(("混一色", "清一色", "对对胡", "全球独钓"), VALUES[options["values"]], strict=True))


class NanjingFans(Referee):
    """The fans."""

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.worth = worths(self.options)
        self.is_open = self.options["mode"] == "open"
        self.earthly: set[int] = set()          # declared 地胡

    def waits(self, seat: int, held: Sequence[int]) -> list[int]:
        """The kinds that complete thirteen tiles, or fewer beside melds."""
        return [kind for kind in PLAYED if readings([*held, kind]) or is_seven_pairs([*held, kind])]

    def is_closed(self, seat: int) -> bool:
        """门清: nothing was ponged, or in mode open no pung is left."""
        return all(meld.form == "kong" and (self.is_open or meld.how != "added") for meld in self.table.melds[seat])

    def chance(self, seat: int, source: str) -> set[str]:
        """What came of how the tile was taken."""
        table = self.table
        drew = source == "draw"
        return {name for name, holds in (
            ("成牌", True), ("无花果", not table.flowers[seat]), ("天胡", source == "deal"),
            ("地胡", seat in self.earthly), ("小杠开花", drew and table.draw.way == "flower"),
            ("大杠开花", drew and table.draw.way == "kong"),
            ("海底捞月", drew and table.wall < LAST and not self.is_open)) if holds}     # not in the list of mode open

    def patterns(self, seat: int, tiles: Sequence[int], tile: int | None) -> list[tuple[set[str], Sequence[Group]]]:
        """The names and sets of each reading."""
        melds = self.table.melds[seat]
        suits, honours = suits_of([*tiles, *(tile for meld in melds for tile in meld.tiles)])
        colour = {"混一色" if honours else "清一色"} if suits == 1 else set()
        found: list[tuple[set[str], Sequence[Group]]] = []
        for groups in readings(tiles):
            whole = [*groups, *(meld.group for meld in melds)]
            names = {"门清"} if self.is_closed(seat) else set()
            if len(melds) == 4 and all(meld.how != "concealed" for meld in melds):
                names.add("全球独钓")
            elif len(pungs_of(whole)) == 4:
                names.add("对对胡")
            found.append((names | colour, whole))
        if not melds and is_seven_pairs(tiles):
            four = [kind for kind, count in Counter(tiles).items() if count == 4]
            rich = ("龙七对" if tile in four else "七对") if self.is_open else ("双七对" if four else "七对")
            found.append(({rich} | colour, ()))
        return found

    def soft(self, seat: int, tiles: Sequence[int], groups: Sequence[Group]) -> Counter[str]:
        """软花 but the single wait."""
        melds = self.table.melds[seat]
        suits, _ = suits_of([*tiles, *(tile for meld in melds for tile in meld.tiles)])
        kongs = [meld for meld in melds if meld.form == "kong"]
        found = Counter({"缺一门": int(suits == 2),
                         "风刻": len(pungs_of(groups) & set(WINDS) - {meld.tile for meld in kongs})})
        for meld in kongs:
            name, count = KONGS[meld.how == "concealed"][meld.tile in WINDS]
            found[name] += count
        return found

    def lists(self, seat: int, tile: int | None, source: str) -> list[tuple[int, dict[str, int], set[str]]]:
        """Value, fans and names of each reading that may win."""
        tiles = self.table.tiles_of(seat, tile if source in ("discard", "rob") else None)
        patterns = self.patterns(seat, tiles, tile)
        hard = len(self.table.flowers[seat])
        single = ""
        if source != "deal":
            held = list(tiles)
            held.remove(tile)
            if len(self.waits(seat, held)) == 1:
                ponged = any(meld.form == "pung" and meld.tile == tile for melds in self.table.melds for meld in melds)
                single = "压绝" if ponged else "压档、边枝、独占"
        big = BIG | {"压绝"} if self.options["last_copy_lifts"] else BIG
        patterns = [one for one in patterns if (one[0] | {single}) & big or hard >= int(self.options["min_hard"])]
        found, each = [], 2 if self.options["huaza2"] else 1
        for names, groups in patterns:
            names = names | self.chance(seat, source) | ({single} & {"压绝"})
            flowers = self.soft(seat, tiles, groups) + Counter({"硬花": hard})
            if single and single not in names and not names & {"对对胡", "全球独钓", *SEVEN}:
                flowers[single] = 1
            fans = {name: self.worth[name] for name in names}
            found.append((sum(fans.values()) + each * flowers.total(), fans, names))       # flowers are told apart
        return found
