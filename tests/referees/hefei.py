"""The referee of 合肥麻将: 84 tiles, eight of one suit, nothing claimed; 嘴 add up, the last four are drawn bare."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import suits_of
from tests.referees.played import Line
from tests.referees.referee import Referee, Win
from tests.referees.shapes import Group, is_seven_pairs, readings
from tests.referees.tiles import SEATS

RANKS = tuple(10 * suit + rank for suit in range(3) for rank in range(2, 9))
LAST = 4                                # 海捞: so many tiles are drawn without a discard


class Hefei(Referee):
    """One hand."""

    id = "hefei"
    tiles = 84
    choices: ClassVar = (
        {"base": "10"}, {"base": "15"}, {"base": "20"}, {"big": "10"}, {"big": "50"}, {"qi_dui": False},
        {"zi_mo_hu": True}, {"base": "10", "big": "50", "qi_dui": False, "zi_mo_hu": True})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: dict[int, int] = {}        # the most 嘴 a seat let go since its last draw
        self.dead: set[int] = set()

    # -- shape --
    def all_tiles(self, seat: int, tiles: Sequence[int]) -> list[int]:
        """Concealed tiles and those of the kongs, four each."""
        return [*tiles, *(tile for meld in self.table.melds[seat] for tile in meld.tiles)]

    def is_complete(self, seat: int, tiles: Sequence[int]) -> bool:
        """A shape and 八支."""
        longest = max(Counter(tile // 10 for tile in self.all_tiles(seat, tiles)).values())
        pairs = self.options["qi_dui"] and not self.table.melds[seat] and is_seven_pairs(tiles)
        return longest >= 8 and (pairs or bool(readings(tiles)))

    def waits(self, seat: int, tiles: Sequence[int], tile: int) -> set[int]:
        """The kinds the hand waited for; one of which it holds all four it does not."""
        held = list(tiles)
        held.remove(tile)
        everything = self.all_tiles(seat, held)
        return {kind for kind in RANKS if everything.count(kind) < 4 and self.is_complete(seat, [*held, kind])}

    # -- fans --
    def common(self, seat: int, tiles: Sequence[int], tile: int) -> Counter[str]:
        """What does not depend on how the tiles are divided."""
        everything = self.all_tiles(seat, tiles)
        suits, _ = suits_of(everything)
        ranks = Counter(one % 10 for one in everything)
        return Counter({
            "清一色": int(self.options["big"]) * (suits == 1), "缺门": 2 * (suits == 2),
            "支": max(Counter(one // 10 for one in everything).values()) - 8,
            "卡": int(len(self.waits(seat, tiles, tile)) == 1),
            "同": sum(10 if count >= 10 else count - 4 for count in ranks.values() if count >= 5),
            "暗杠": 4 * len(self.table.melds[seat]),
            "四活": 4 * sum(count == 4 for count in Counter(tiles).values())})

    def divided(self, seat: int, groups: Sequence[Group], placed: int | None) -> Counter[str]:
        """What one reading adds; `placed` is the group a winning discard lies in."""
        kongs = [meld.group for meld in self.table.melds[seat]]
        pungs = {group.tile for group in (*groups, *kongs) if group.form == "pung"}
        own = sum(group.form == "pung" for number, group in enumerate(groups) if number != placed)
        chows = Counter(group.tile for group in groups if group.form == "chow")
        doubles = [low for low, count in chows.items() if count >= 2]
        at = groups[placed] if placed is not None else None
        shown = sum(at is not None and at.form == "chow" and at.tile == low for low in doubles)
        dark = len(doubles) - shown
        return Counter({
            "牌开": int(self.options["base"]), "坎": own,
            "三连坎": 10 * any({tile, tile + 1, tile + 2} <= pungs for tile in pungs),
            "四暗刻": 10 * (own + len(kongs) == 4), "明双铺": 2 * shown,
            "暗双铺": 4 * (dark == 1), "双暗双铺": 10 * (dark == 2)})

    def lists(self, seat: int, tiles: Sequence[int], tile: int, by_discard: bool) -> Iterator[Counter[str]]:
        """The fans of every reading."""
        common = self.common(seat, tiles, tile)
        for groups in readings(tiles):
            for placed in range(len(groups)) if by_discard else (None,):
                if placed is None or tile in groups[placed].tiles:
                    yield common + self.divided(seat, groups, placed)
        if self.options["qi_dui"] and not self.table.melds[seat] and is_seven_pairs(tiles):
            fours = sum(count == 4 for count in Counter(tiles).values())
            plain = max(10, int(self.options["base"]))          # never less than a plain hand
            yield common + Counter(({"七对": plain}, {"豪华七对": 50}, {"超豪华七对": 100})[min(fours, 2)])

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if feeder is not None and self.options["zi_mo_hu"]:
            return None
        table = self.table
        tiles = table.tiles_of(seat, tile if feeder is not None else None)
        if not self.is_complete(seat, tiles):
            return None
        big = int(self.options["big"])
        if source == "deal":
            return Win(seat, tile, source, feeder, big, ({"天胡": big},), {})
        if source == "discard" and feeder == 0 and table.discards == 1:
            return Win(seat, tile, source, feeder, big, ({"地胡": big},), {})
        assert tile is not None
        found = list(self.lists(seat, tiles, tile, feeder is not None))
        best = max(fans.total() for fans in found)
        more = Counter({"海底捞月": 15 * (source == "draw" and table.wall < LAST)})
        double = source == "draw" and table.draw.way == "kong"
        lists = tuple({**dict(+(fans + more)), **({"杠上开花": 1} if double else {})}
                      for fans in found if fans.total() == best)
        return Win(seat, tile, source, feeder, (best + more.total()) * (2 if double else 1), lists, {})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead and (win.feeder is None or win.total > self.passed.get(win.seat, -1))

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed[win.seat] = max(win.total, self.passed.get(win.seat, -1))

    def drew(self, seat: int) -> None:
        self.passed.pop(seat, None)

    def on_line(self, line: Line) -> None:
        kind, wall = line["type"], self.table.wall
        if kind in ("chow", "pung", "kong_announced") or (kind == "kong" and line["form"] != "concealed"):
            self.fault(f"{line['seat']} may not {kind}")
        if (kind == "kong" and wall <= LAST) or (kind == "discarded" and wall < LAST):
            self.fault(f"{kind} with {wall} tiles left")

    # -- payments --
    def times(self) -> int:
        """How many hands the dealer has dealt in a row, this one too."""
        count = 1
        for hand in reversed(self.hand.earlier):
            if hand.players[0] != self.hand.players[0]:
                break
            count += 1
        return count

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 20)

    def on_end(self) -> None:
        for win in self.wins:
            for payer in self.around(win.seat) if win.feeder is None else [win.feeder]:
                more = (4 if win.feeder is None else 2) * self.times() if 0 in (payer, win.seat) else 0
                self.pay(payer, win.seat, win.total + more)
        seats = [win.seat for win in self.wins]
        self.next_dealer = 0 if 0 in seats or not seats else 1
        if not seats and self.table.wall:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
        if len(seats) > 1 and self.wins[0].feeder is None:
            self.fault(f"{[SEATS[seat] for seat in seats]} win together")
