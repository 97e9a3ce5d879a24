"""The referee of 成都麻将: an edition of sichuan without a declared suit, with fewer fans and a cap of three."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from tests.referees.shapes import Group, is_seven_pairs, readings
from tests.referees.sichuan import Sichuan
from tests.referees.tiles import rank_of, suit_of


class Chengdu(Sichuan):
    """One hand."""

    id = "chengdu"
    usual_cap = 3
    aliases: ClassVar = {"对对胡": "大对子"}
    choices: ClassVar = (
        {"players": "2"}, {"players": "3"}, {"cap_fan": "2"}, {"cap_fan": "4"}, {"cap_fan": "none"},
        {"tian_di_hu": True}, {"huan_san_zhang": True}, {"ding_que": True}, {"yao_jiu": True}, {"jiang_dui": True},
        {"blood_battle": False}, {"xue_liu": True}, {"self_draw": "add_fan"}, {"self_draw": "none"},
        {"dian_gang_hua": "discard"}, {"hu_jiao_zhuan_yi": False}, {"late_added_kong_pays": True},
        {"men_qing_zhong_zhang": True}, {"must_win_last_four": False}, {"base": 3},
        {"yao_jiu": True, "jiang_dui": True, "cap_fan": "none", "tian_di_hu": True})

    def shapes_of(self, seat: int, tile: int | None) -> list[Counter[str]]:
        table = self.table
        tiles, everything = table.tiles_of(seat, tile), table.all_of(seat, tile)
        if not self.is_allowed(seat, everything):
            return []
        melds = table.melds[seat]
        bases = []
        if not melds and is_seven_pairs(tiles):
            bases.append(Counter({"七对": 2}))
        for groups in readings(tiles):
            bases.append(self.bases([*groups, *(meld.group for meld in melds)], everything, seat))
        lists = []
        for fans in bases:
            fans["根"] = sum(count == 4 for count in Counter(everything).values())
            fans["清一色"] = 2 * (len({suit_of(tile) for tile in everything}) == 1)
            if self.options["men_qing_zhong_zhang"]:
                fans["门清"] = int(all(meld.how == "concealed" for meld in melds))
                fans["断幺九"] = int(all(rank_of(tile) not in (1, 9) for tile in everything))
            lists.append(+fans)
        most = max((fans.total() for fans in lists), default=0)
        return [fans for fans in lists if fans.total() == most]

    def bases(self, groups: Sequence[Group], everything: Sequence[int], seat: int) -> Counter[str]:
        """The base shape of a divided hand, with those that the options bring."""
        name, value = self.base_shape(groups, everything, seat)
        if name in ("金钩钓", "十八罗汉"):      # four kongs are no shape of their own here
            return Counter({"大对子": 1, "金钩钓": 1})
        return Counter({"大对子" if name == "对对胡" else name: value} if name else {})

    def circumstances(self, seat: int, source: str) -> Counter[str]:
        fans = super().circumstances(seat, source)
        for name in ("天胡", "地胡"):
            if name in fans:                    # worth the cap
                fans[name] = self.cap() if self.cap() < 99 else self.usual_cap
        return fans
