"""The referee of 吉林麻将: three suits or one, a terminal, a pung; 旋风杠 and 喜杠; powers of two with a cap."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

from tests.referees.cantonese import pair_of, pungs_of, suits_of
from tests.referees.eggs import EggReferee
from tests.referees.played import Hand
from tests.referees.referee import Win
from tests.referees.shapes import Group, is_seven_pairs, readings
from tests.referees.tiles import DRAGONS, ENDS, KINDS

LEFT = 14                               # seven stacks nobody draws


def is_tight(groups: Sequence[Group], tile: int) -> bool:
    """Whether the tile is a chow's middle, the 3 of 12, the 7 of 89, or the pair's."""
    for group in groups:
        if tile in group.tiles and group.form == "pair":
            return True
        if tile in group.tiles and group.form == "chow":
            place, low = tile - group.tile, group.tile % 10
            if place == 1 or (low == 1 and place == 2) or (low == 7 and place == 0):
                return True
    return False


class Jilin(EggReferee):
    """One hand."""

    id = "jilin"
    choices: ClassVar = (
        {"cap": "4"}, {"cap": "6"}, {"yao_jiu_egg": True}, {"chicken": True}, {"yao_jiu_egg": True, "chicken": True},
        {"bao_san_jia": True}, {"da_cha": False}, {"pot": "50"}, {"pot": "100"}, {"bao": "fast"})

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.pots = [hand.scores[player] for player in hand.players]

    def has_treasure(self) -> bool:
        return bool(self.options["bao"] != "none")

    # -- fans --
    def lists(self, seat: int, tiles: Sequence[int], tile: int | None, only: bool) -> list[Counter[str]]:
        """The fans of each reading that wins; `only`: no other kind was waited for."""
        melds, eggs = self.table.melds[seat], self.table.eggs[seat]
        everything = [*tiles, *(one for meld in melds for one in meld.tiles)]
        everything += [one for egg in eggs for one in egg.tiles]
        suits, honours = suits_of(everything)
        if suits not in (1, 3) or not (honours or any(one in ENDS for one in everything)):
            return []
        full = Counter({"清一色": 2 * (suits == 1)})
        found = []
        for groups in readings(tiles):
            whole = [*groups, *(meld.group for meld in melds)]
            if self.options["da_cha"] and not (pungs_of(whole) or eggs or pair_of(whole) in DRAGONS):
                continue
            pungs = not eggs and all(group.form != "chow" for group in whole)
            tight = only and not pungs and tile is not None and is_tight(groups, tile)
            found.append(full + Counter({"站立": int(self.is_closed(seat)), "飘胡": 2 * pungs, "夹胡": int(tight)}))
        if not melds and not eggs and is_seven_pairs(tiles):
            rich = max(Counter(tiles).values()) == 4
            found.append(full + Counter({"豪华七对": 3} if rich else {"七对": 2}))
        return [+fans for fans in found]

    def waits_of(self, seat: int, tiles: list[int]) -> frozenset[int]:
        return frozenset(kind for kind in KINDS if self.lists(seat, [*tiles, kind], kind, False))

    def with_wait(self, seat: int, held: list[int], tile: int | None) -> list[Counter[str]]:
        """The fans of each reading, seeing what else was waited for."""
        shaped = {kind for kind in KINDS if readings([*held, kind]) or is_seven_pairs([*held, kind])}
        only = shaped == {tile}         # what would be complete, if it may win or not (docs/differences.md)
        return self.lists(seat, held if tile is None else [*held, tile], tile, only)

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        held = list(self.table.held[seat])
        if feeder is None and tile is not None:
            if tile in held:
                held.remove(tile)
            else:                               # laid down since it was drawn
                tile = None
        tiles = held if tile is None else [*held, tile]
        found = self.with_wait(seat, held, tile) if self.lists(seat, tiles, tile, False) else []
        if seat in self.ready and source == "draw" and tile is not None and tile == self.treasure:
            if found:
                found = [fans + Counter({"冲宝": 2}) for fans in found]
            else:
                found = [fans + Counter({"摸宝": 1}) for kind in self.waits_of(seat, held)
                         for fans in self.with_wait(seat, held, kind)]
        if not found:
            return None
        best = max(fans.total() for fans in found)
        lists = tuple(dict(fans) for fans in found if fans.total() == best)
        return Win(seat, tile, source, feeder, best, lists, {})

    # -- payments --
    def pay(self, payer: int, receiver: int, amount: int) -> None:
        """逛锅: nobody pays more than lies in his pot (docs/differences.md)."""
        if self.options["pot"] != "none" and payer != receiver:
            amount = min(amount, max(0, self.pots[payer]))
            self.pots[payer] -= amount
            self.pots[receiver] += amount
        super().pay(payer, receiver, amount)

    def on_end(self) -> None:
        for win in self.wins:
            for payer in self.around(win.seat):
                fans = win.total + (0 in (payer, win.seat)) + (win.feeder in (None, payer))
                alone = win.feeder if self.options["bao_san_jia"] else None
                self.pay(payer if alone is None else alone, win.seat, 2 ** min(fans, int(self.options["cap"])))
        self.end_of_hand(LEFT + self.taken)
