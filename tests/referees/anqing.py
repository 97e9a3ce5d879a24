"""The referee of 安庆麻将: 钻 stands for any tile, 红中 for its face, two dragons are laid out; 番 of one 底子 each.

The edition `dianpao` has no 钻, but flowers and chows; its points are in `anqing_fans.py`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from tests.referees import anqing_fans as dianpao
from tests.referees.cantonese import suits_of
from tests.referees.played import Hand, Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import is_seven_pairs
from tests.referees.stand_ins import divided
from tests.referees.table import Kong, Table
from tests.referees.tiles import DRAGONS, GREEN, RED, SEATS, WHITE, one
from tests.referees.wild import can_win

AROUND = {34: 31, RED: GREEN, GREEN: WHITE, WHITE: RED}


class LaidTable(Table):
    """A table on which single tiles are laid out and replaced."""

    def _kong(self, line: Line, seat: int) -> None:
        if line["kong"] != "laid":
            super()._kong(line, seat)
            return
        tile = one(line["tile"])
        self._take(seat, [tile])
        self.flowers[seat].append(tile)
        self.kongs.append(Kong(seat, "laid", tile, None))
        self.kong = self.kongs[-1]


def best_of(win: Win, found: Sequence[Counter[str]]) -> Win:
    """The win with those of the lists of fans that are worth most."""
    best = max(fans.total() for fans in found)
    return replace(win, total=best, fans=tuple(fans for fans in found if fans.total() == best))


class Anqing(Referee):
    """One hand."""

    id = "anqing"
    choices: ClassVar = (
        {"draw_at": "empty"}, {"zuan_discard": True}, {"fan_value": "1"}, {"fan_value": "2"}, {"fan_value": "5"},
        {"draw_at": "empty", "zuan_discard": True, "fan_value": "5"},
        {"edition": "dianpao"}, {"edition": "dianpao", "draw_at": "empty"}, {"edition": "dianpao", "fan_value": "1"})

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.table = LaidTable(self.seats, self.wall_size())
        self.passed: set[int] = set()
        self.dead: set[int] = set()
        self.throw = 0                          # the dealer's, for the flip
        self.replaced = 0

    @property
    def is_dianpao(self) -> bool:
        """Whether 点炮 is played: no 钻, flowers."""
        return bool(self.options["edition"] == "dianpao")

    # -- what the tiles are --
    @property
    def wild(self) -> int:
        """钻: the tile after the flipped one; 0 before it lies there."""
        if not self.table.turned:
            return 0
        flip = self.table.turned[0][1]
        return AROUND.get(flip) or (flip - 8 if flip < 30 and flip % 10 == 9 else flip + 1)

    @property
    def keeps(self) -> int:
        """发, or the dragon in its place: a hand without a suit may keep it."""
        return RED if self.wild == GREEN else GREEN

    @property
    def lays(self) -> tuple[int, ...]:
        """杠牌: two dragons."""
        return tuple(tile for tile in DRAGONS if tile != (self.wild if self.wild in DRAGONS else RED))

    def face(self, tile: int) -> int:
        """What an ordinary tile is: 红中 is the 钻's own face, unless that is a dragon."""
        return self.wild if tile == RED and self.wild not in DRAGONS else tile

    def faces(self, tiles: Sequence[int]) -> list[int]:
        """The tiles of a hand that are no 钻, as what they are."""
        return [self.face(tile) for tile in tiles if tile != self.wild]

    def melded(self, seat: int) -> list[int]:
        """The kinds of the sets on the table."""
        return [self.face(meld.tile) for meld in self.table.melds[seat]]

    def lacks(self, seat: int) -> bool:
        """Whether a seat's tiles, 钻 aside, are of two suits at most."""
        return suits_of([*self.faces(self.table.held[seat]), *self.melded(seat)])[0] < 3

    # -- fans --
    def shapes(self, seat: int, tiles: Sequence[int]) -> Iterator[tuple[str, bool, list[int]]]:
        """Each reading: a fan of its shape, whether no 钻 stands for another, and tiles that tell its suits."""
        plain, melded = self.faces(tiles), self.melded(seat)
        wild = len(tiles) - len(plain)
        for itself in range(wild + 1):
            natural, stand_ins = tuple(sorted([*plain, *[self.wild] * itself])), wild - itself
            for groups in divided(natural, stand_ins):
                chows = any(made.form == "chow" for made in groups)
                yield "" if chows else "碰碰胡", not stand_ins, [*melded, *(made.tile for made in groups)]
            odd = [tile for tile, count in Counter(natural).items() if count % 2]
            if not melded and len(tiles) == 14 and len(odd) <= stand_ins:
                assert stand_ins or is_seven_pairs(natural)
                yield "七对", not stand_ins, list(natural)

    def lists(self, seat: int, tiles: Sequence[int], more: Counter[str]) -> Iterator[Counter[str]]:
        """The fans of every reading that may win."""
        for shape, hard, standing in self.shapes(seat, tiles):
            suits, honours = suits_of(standing)
            if self.keeps in tiles and suits == 3:
                continue
            flush = suits == 1 and not honours
            fans = Counter({"打缺": int(suits < 3 and not flush)})
            for name in (shape, "清一色" if flush else ""):
                if name:
                    fans["硬" * hard + name] = 4 if hard else 1
            yield +(fans + more)

    def circumstance(self, seat: int, source: str) -> Counter[str]:
        """What does not depend on a reading."""
        table = self.table
        kongs = Counter("暗杠" if meld.how == "concealed" else "明杠"
                        for meld in table.melds[seat] if meld.form == "kong")
        own = source in ("draw", "deal")
        # who has claimed a set before he drew is past the beginning of the hand (docs/differences.md)
        first = source == "draw" and seat != 0 and table.draws[seat] == 1 and not table.melds[seat]
        return +Counter({
            "发/杠牌": len(table.flowers[seat]), "自摸": int(own), "明杠": kongs["明杠"], "暗杠": 2 * kongs["暗杠"],
            "杠上开花": int(source == "draw" and table.draw is not None and table.draw.way == "kong"),
            "天胡": 3 * (source == "deal"), "地胡": 3 * first})

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        if self.is_dianpao:
            return self.dianpao_win(Win(seat, tile, source, feeder, 0, (), {}), tiles)
        if feeder is not None and self.wild in tiles and not self.options["zuan_discard"]:
            return None
        if any(other in tiles for other in self.lays if other != self.keeps):
            return None
        as_is = tuple(99 if other == self.wild else self.face(other) for other in tiles)
        if not can_win(as_is, (99,), len(self.table.melds[seat])):
            return None
        found = list(self.lists(seat, tiles, self.circumstance(seat, source)))
        return best_of(Win(seat, tile, source, feeder, 0, (), {}), found) if found else None

    def dianpao_win(self, win: Win, tiles: Sequence[int]) -> Win | None:
        """A win of 点炮: without a flower only self-drawn."""
        if not dianpao.is_complete(tiles) or (win.feeder is not None and not self.table.flowers[win.seat]):
            return None
        return best_of(win, list(dianpao.lists(self.table, win.seat, tiles, win.tile, win.source)))

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead and not (win.feeder is not None and win.seat in self.passed)

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        return self.nearest(declared)

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed.discard(seat)

    def end(self) -> int:
        """So many tiles are left when nothing is drawn any more."""
        return 0 if self.is_dianpao or self.options["draw_at"] == "empty" else max(1, 2 * self.throw - self.replaced)

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind == "dice":
            self.throw = sum(line["dice"])
        if kind == "chow" and not (self.is_dianpao and place(line["seat"]) == (place(line["feeder"]) + 1) % 4):
            self.fault(f"{line['seat']} may not chow")
        if kind == "drawn":
            before = self.end()
            self.replaced += line.get("way") == "kong"
            if self.table.wall < (before if line.get("way") != "kong" else min(before, self.end())):
                self.fault(f"{line['seat']} draws with {self.table.wall + 1} tiles left, {before} stay")
        if kind in ("discarded", "pung", "kong"):
            self.handled(place(line["seat"]), one(line["tile"]), line)

    def handled(self, seat: int, tile: int, line: Line) -> None:
        """Which tiles may be discarded, claimed and laid out."""
        if self.is_dianpao:
            last = line["type"] == "discarded" and not self.table.wall      # nothing is left to replace it with
            if tile in dianpao.FLOWERS and not last:
                self.fault(f"{line['type']} of {line['tile']} by {line['seat']}: a flower")
            return
        laid = line.get("kong") == "laid"
        kept = tile == self.keeps and self.lacks(seat)
        if laid != (tile in self.lays) and not (kept and not laid):
            self.fault(f"{line['type']} of {line['tile']} by {line['seat']}")
        owed = self.keeps in self.table.held[seat] and not self.lacks(seat)
        if line["type"] == "discarded" and owed and self.table.wall:
            self.fault(f"{line['seat']} discards {line['tile']} before laying 发 out")
        if tile == self.wild and line["type"] != "discarded":
            self.fault(f"{line['seat']} lays the 钻 down")

    # -- payments --
    def drawn_before(self) -> int:
        """荒庄: hands drawn in a row just before this one; their dealer is this one's."""
        count = 0
        for hand in reversed(self.hand.earlier):
            if hand.settlement["wins"]:
                break
            count += 1
        return count

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 16)

    def on_end(self) -> None:
        for win in self.wins:
            for payer in self.around(win.seat) if win.feeder is None else [win.feeder]:
                more = 4 * self.drawn_before() * (0 in (payer, win.seat))
                worth = win.total if self.is_dianpao else 4 + int(self.options["fan_value"]) * win.total
                self.pay(payer, win.seat, worth + more)
        seats = [win.seat for win in self.wins]
        self.next_dealer = 1 if seats else 0
        if not seats and self.table.wall != self.end():
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall, not {self.end()}")
        if len(seats) > 1:
            self.fault(f"{[SEATS[seat] for seat in seats]} win together")
