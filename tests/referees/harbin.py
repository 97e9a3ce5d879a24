"""The referee of 哈尔滨麻将: an opened hand with a terminal, a pung and a chow; 夹, 宝, and who pays for all."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from tests.referees.cantonese import pair_of, pungs_of, suits_of
from tests.referees.played import Line, place
from tests.referees.referee import Win
from tests.referees.shapes import Group, readings
from tests.referees.tiles import ENDS, NUMBERS, RED
from tests.referees.treasure import TreasureReferee

KINDS = (*NUMBERS, RED)


class Harbin(TreasureReferee):
    """One hand."""

    id = "harbin"
    tiles = 112
    choices: ClassVar = (
        {"jia_only": True}, {"san_qi": True}, {"dan_diao_jia": False}, {"da_feng": True}, {"hongzhong_fly": True},
        {"dui_bao": True}, {"zhi_dui": True}, {"chi_ting_any": False}, {"qing_yi_se": True}, {"closed_payer": False},
        {"da_feng": True, "hongzhong_fly": True, "san_qi": True, "dui_bao": True, "qing_yi_se": True},
        {"jia_only": True, "dan_diao_jia": False, "da_feng": True, "hongzhong_fly": True})

    # -- fans --
    def may_win(self, seat: int, tiles: Sequence[int], whole: Sequence[Group]) -> bool:
        """The duties that a divided hand has to meet."""
        melds = self.table.melds[seat]
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        suits, honours = suits_of(everything)
        return (self.has_opened(seat) and len(melds) <= 3
                and any(tile in (*ENDS, RED) for tile in everything)
                and (bool(pungs_of(whole)) or pair_of(whole) == RED)
                and any(group.form == "chow" for group in whole)
                and (suits > 1 or honours or self.options["qing_yi_se"]))

    def has_opened(self, seat: int) -> bool:
        """Whether a set lies open."""
        return any(meld.how != "concealed" for meld in self.table.melds[seat])

    def wait_fans(self, groups: Sequence[Group], tile: int) -> list[str]:
        """How the tile stands in the concealed groups: 夹胡, 单吊 or nothing of it."""
        found = []
        for group in groups:
            if tile not in group.tiles:
                continue
            edge = self.options["san_qi"] and (group.tile % 10, tile - group.tile) in ((1, 2), (7, 0))
            if group.form == "chow" and (tile == group.tile + 1 or edge):
                found.append("夹胡")
            elif group.form == "pair" and self.options["dan_diao_jia"]:
                found.append("单吊")
            else:
                found.append("")
        return found

    def read(self, seat: int, tiles: Sequence[int], tile: int) -> list[tuple[Counter[str], set[int]]]:
        """The fans of the hand itself, with the tile, and its pungs without, in each reading that may win."""
        table = self.table
        suits, honours = suits_of([*tiles, *(one for meld in table.melds[seat] for one in meld.tiles)])
        flush = Counter({"清一色": int(suits == 1 and not honours)})
        found = []
        for groups in readings(tiles):
            whole = [*groups, *(meld.group for meld in table.melds[seat])]
            if self.may_win(seat, tiles, whole):
                # a kong on the table counts too, but nobody draws a fifth
                found += [(+(flush + Counter([wait] if wait else [])), pungs_of(whole) - {tile})
                          for wait in self.wait_fans(groups, tile)]
        return found

    def plain(self, seat: int, tiles: Sequence[int], tile: int) -> list[Counter[str]]:
        """The fans of the hand itself in each reading that wins by discard or self-draw."""
        return [fans for fans, _ in self.read(seat, tiles, tile)
                if fans["夹胡"] or fans["单吊"] or not self.options["jia_only"]]

    def waits_of(self, seat: int, tiles: list[int]) -> frozenset[int]:
        return frozenset(kind for kind in KINDS if self.plain(seat, [*tiles, kind], kind))

    def drawn_fans(self, seat: int, tile: int, held: list[int]) -> list[Counter[str]]:
        """What a ready seat has by drawing a tile: 宝, 大风, 红中."""
        waited = [read for kind in KINDS for read in self.read(seat, [*held, kind], kind)]
        own = self.plain(seat, [*held, tile], tile)
        winds = [fans for fans, pungs in waited if tile in pungs and self.options["da_feng"]]
        bloom = Counter({"杠上开花": int(self.table.draw is not None and self.table.draw.way == "kong")})
        found = []
        if tile == self.treasure:
            if winds or any(fans["夹胡"] or fans["单吊"] for fans in own):
                return [Counter({"宝中宝": 4})]
            if own:
                return [Counter({"宝边": 3})]
            found += [Counter({"摸宝": 2}) + bloom + fans for fans, _ in waited]
        if self.options["hongzhong_fly"] and tile == RED:
            found += [Counter({"红中宝": 2}) + bloom + fans for fans, _ in waited]
        for fans in winds:
            found.append(Counter({"刮大风": 2}) + bloom + (fans - Counter(["单吊"])))
        return found

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if seat not in self.ready or tile is None:
            return None
        held = list(self.table.held[seat])
        if feeder is None and source == "draw":
            held.remove(tile)
        way = {"draw": "自摸", "rob": "抢杠"}.get(source)
        if source == "draw" and self.table.draw is not None and self.table.draw.way == "kong":
            way = "杠上开花"
        found = [fans + Counter([way] if way else []) for fans in self.plain(seat, [*held, tile], tile)]
        if source == "draw":
            special = self.drawn_fans(seat, tile, held)
            found = special if tile == self.treasure else found + special
        if not found:
            return None
        best = max(fans.total() for fans in found)
        lists = tuple(dict(fans) or {"平胡": 0} for fans in found if fans.total() == best)
        return Win(seat, tile, source, feeder, best, lists, {})

    # -- the rest --
    def on_line(self, line: Line) -> None:
        super().on_line(line)
        if line["type"] == "chow" and (place(line["seat"]) - place(line["feeder"])) % 4 != 1 and (
                not self.options["chi_ting_any"]):
            self.fault(f"{line['seat']} may not chow from {line['feeder']}")

    def on_end(self) -> None:
        for win in self.wins:
            alone = win.feeder if self.pays_alone(win) else None
            for payer in self.around(win.seat):
                more = (0 in (payer, win.seat)) + (payer == alone)
                more += bool(self.options["closed_payer"]) and not self.has_opened(payer)
                self.pay(payer if alone is None else alone, win.seat, 2 ** (win.total + more))
        self.end_of_hand(self.taken)
