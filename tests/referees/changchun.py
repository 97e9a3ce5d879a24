"""The referee of 长春麻将: three suits, a terminal, a pung; 听, 宝 and 下蛋; powers of two with a cap."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from tests.referees.cantonese import pair_of, pungs_of, suits_of
from tests.referees.eggs import EggReferee
from tests.referees.referee import Win
from tests.referees.shapes import Group, is_seven_pairs, readings
from tests.referees.tiles import DRAGONS, ENDS, KINDS


def is_tight(groups: Sequence[Group], tile: int) -> bool:
    """Whether a concealed group takes the tile as its middle, as the 3 of 12, the 7 of 89, or as the pair."""
    return any(tile in group.tiles and (group.form == "pair" or (
        group.form == "chow" and (tile == group.tile + 1 or (group.tile % 10, tile - group.tile) in ((1, 2), (7, 0)))))
        for group in groups)


class Changchun(EggReferee):
    """One hand."""

    id = "changchun"
    choices: ClassVar = (
        {"cap": "4"}, {"cap": "5"}, {"cap": "none"}, {"wind_egg": "4"}, {"yao_jiu_egg": False}, {"chicken": False},
        {"egg_keeps_closed": False}, {"missing_suit": True}, {"bao": "open"}, {"bao": "none"},
        {"chongbao_double": False}, {"need_ting": False}, {"pay_three": "always"}, {"pay_three": "never"},
        {"need_ting": False, "missing_suit": True, "cap": "none"})

    def has_treasure(self) -> bool:
        return bool(self.options["bao"] != "none")

    def least_winds(self) -> int:
        return int(self.options["wind_egg"])

    # -- fans --
    def has_duties(self, everything: Sequence[int]) -> bool:
        """Suits, and an end or an honour."""
        suits, honours = suits_of(everything)
        return suits >= (2 if self.options["missing_suit"] else 3) and (
            honours or any(tile in ENDS for tile in everything))

    def lists(self, seat: int, held: list[int], tile: int | None) -> list[Counter[str]]:
        """The fans of each reading of the hand that wins, the wait by the look of it."""
        table = self.table
        tiles = held if tile is None else [*held, tile]
        eggs = table.eggs[seat]
        melds = table.melds[seat]
        everything = [*tiles, *(one for laid in (*melds, *eggs) for one in laid.tiles)]
        if not self.has_duties(everything):
            return []
        closed = self.is_closed(seat) and (not eggs or self.options["egg_keeps_closed"])
        found = []
        for groups in readings(tiles):
            whole = [*groups, *(meld.group for meld in melds)]
            pungs = pungs_of(whole)
            if not (pungs or eggs or pair_of(whole) in DRAGONS):
                continue
            all_pungs = not eggs and all(group.form != "chow" for group in whole)
            found.append(Counter({"门清": int(closed), "飘和": 2 * all_pungs,
                                  "夹": int(not all_pungs and tile is not None and is_tight(groups, tile))}))
        if not melds and not eggs and is_seven_pairs(tiles):
            rich = tile is not None and tiles.count(tile) == 4
            found.append(Counter({"豪华七对": 4} if rich else {"七对": 3}))
        return [+fans for fans in found]

    def waits_of(self, seat: int, tiles: list[int]) -> frozenset[int]:
        return frozenset(kind for kind in KINDS if self.lists(seat, tiles, kind))

    def shape_waits(self, seat: int, tiles: list[int]) -> set[int]:
        """The kinds that complete the shape, whatever the duties say (docs/differences.md)."""
        pairs = not self.table.melds[seat] and not self.table.eggs[seat]
        return {kind for kind in KINDS
                if readings([*tiles, kind]) or (pairs and is_seven_pairs([*tiles, kind]))}

    def with_wait(self, seat: int, held: list[int], tile: int) -> list[Counter[str]]:
        """The fans with 夹 also for the only kind waited for."""
        found = self.lists(seat, held, tile)
        if found and self.shape_waits(seat, held) == {tile}:
            return [fans if {"飘和", "七对", "豪华七对"} & set(fans) else fans | Counter(["夹"]) for fans in found]
        return found

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        is_ready = seat in self.ready
        if self.options["need_ting"] and not is_ready:
            return None
        held = list(self.table.held[seat])
        if feeder is None and tile is not None:
            if tile in held:
                held.remove(tile)
            else:                               # laid down since it was drawn
                tile = None
        found = self.lists(seat, held, None) if tile is None else self.with_wait(seat, held, tile)
        if is_ready and source == "draw" and tile == self.treasure and tile is not None:
            if found:
                found = [fans + Counter({"冲宝": 2 if self.options["chongbao_double"] else 1}) for fans in found]
            else:
                found = [fans + Counter({"摸宝": 1}) for kind in self.waits_of(seat, held)
                         for fans in self.with_wait(seat, held, kind)]
        if not found:
            return None
        best = max(fans.total() for fans in found)
        lists = tuple(dict(fans) for fans in found if fans.total() == best)
        return Win(seat, tile, source, feeder, best, lists, {})

    # -- payments --
    def alone(self, win: Win) -> int | None:
        """Who pays all shares."""
        always = self.options["pay_three"] == "always"
        bound = always or (self.options["pay_three"] == "unready" and self.pays_alone(win))
        return win.feeder if bound else None

    def on_end(self) -> None:
        for win in self.wins:
            alone = self.alone(win)
            for payer in self.around(win.seat):
                fans = win.total + (0 in (payer, win.seat)) + (win.feeder in (None, payer))
                if self.options["cap"] != "none":
                    fans = min(fans, int(self.options["cap"]))
                self.pay(payer if alone is None else alone, win.seat, 2 ** fans)
        self.end_of_hand(self.taken)
