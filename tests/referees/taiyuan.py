"""The referee of 太原麻将 立四: four standing tiles that may leave only with 报听, and three who pay the winner.

A record does not tell which four tiles stand. The referee keeps every four of the deal that explain all that a player
was offered so far, and finds a fault when none is left.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, ClassVar

from tests.referees.cantonese import suits_of
from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import Group, is_seven_pairs, is_thirteen_orphans, readings
from tests.referees.tiles import SEATS, one, read
from tests.referees.waits import special, waits_of

Standing = tuple[int, ...]


def kept_at(kongs: int) -> int:
    """How many tiles nobody draws: seven stacks, one more for each kong after the first, an odd tile besides."""
    return 2 * (7 + max(0, kongs - 1)) + kongs % 2


class Taiyuan(Referee):
    """One hand."""

    id = "taiyuan"
    choices: ClassVar = (
        {"multi_win": True}, {"bao_not_ready": True}, {"qing_long": "0"}, {"qing_long": "10"},
        {"seven_pairs_etc": True}, {"multi_win": True, "bao_not_ready": True, "seven_pairs_etc": True})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.standing: list[set[Standing]] = [set() for _ in range(self.seats)]
        self.declares: set[int] = set()
        self.blocked: set[int] = set()                  # declared and let a win go
        self.dead: set[int] = set()                     # declared a win that was none
        self.passed_pungs: set[tuple[int, int]] = set()

    # -- fans --
    def is_complete(self, seat: int, tiles: Sequence[int]) -> bool:
        """Whether concealed tiles win."""
        more = self.options["seven_pairs_etc"] and not self.table.melds[seat]
        return bool(readings(tiles)) or bool(more and special(tiles))

    def waits(self, seat: int, tiles: Sequence[int]) -> list[int]:
        """What concealed tiles wait for: nothing of which they hold all four."""
        return [tile for tile in waits_of(tiles, lambda whole: self.is_complete(seat, whole)) if tiles.count(tile) < 4]

    def shape_fans(self, seat: int, groups: Sequence[Group], tile: int, is_single: bool) -> list[dict[str, int]]:
        """What the sets of one reading bring: one list for each name its wait may have."""
        chows = {group.tile for group in groups if group.form == "chow"}
        long = int(self.options["qing_long"])
        fans = {"青龙": long} if long and any({low, low + 3, low + 6} <= chows for low in (1, 11, 21)) else {}
        names = []
        if is_single and tile - 1 in chows:
            names.append("嵌张")
        if is_single and ((tile % 10 == 3 and tile - 2 in chows) or (tile % 10 == 7 and tile in chows)):
            names.append("镶边")
        return [fans | {name: 1} for name in names] or [fans]

    def lists(self, seat: int, tiles: Sequence[int], tile: int) -> list[dict[str, int]]:
        """The fans of each reading, kongs aside."""
        suits, honours = suits_of([*tiles, *(meld.tile for meld in self.table.melds[seat])])
        before = list(tiles)
        before.remove(tile)
        is_single = self.waits(seat, before) == [tile]
        common = {"和牌": 1} | ({"缺门": 1} if suits == 2 else {})
        more = self.options["seven_pairs_etc"]
        if more and suits == 1 and not honours:
            common |= {"清一色": 10}
        found = [common | fans for groups in readings(tiles)
                 for fans in self.shape_fans(seat, groups, tile, is_single)]
        if more and not self.table.melds[seat]:
            found += [common | {"七小对": 10}] if is_seven_pairs(tiles) else []
            found += [common | {"十三幺": 20}] if is_thirteen_orphans(tiles) else []
        return found

    def kongs(self, seat: int) -> dict[str, int]:
        """The winner's kongs, which nothing doubles."""
        ways = [meld.how for meld in self.table.melds[seat] if meld.form == "kong"]
        hidden = ways.count("concealed")
        return dict(+Counter({"明杠": len(ways) - hidden, "暗杠": 2 * hidden}))

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if seat not in self.declares or tile is None:
            return None
        found = self.lists(seat, self.table.tiles_of(seat, tile if feeder is not None else None), tile)
        if not found:
            return None
        best, kongs = max(sum(fans.values()) for fans in found), self.kongs(seat)
        lists = tuple(fans | kongs for fans in found if sum(fans.values()) == best)
        return Win(seat, tile, source, feeder, best, lists, {"kongs": sum(kongs.values())})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.blocked and win.seat not in self.dead

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        if len(declared) < 2 or self.options["multi_win"]:
            return set(declared)
        return {min(declared, key=lambda seat: (seat - (declared[seat].feeder or 0)) % self.seats)}

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.blocked.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed_pungs = {(other, tile) for other, tile in self.passed_pungs if other != seat}

    def closed(self) -> None:
        offers, self.offers = self.offers, {}
        may_draw = self.table.wall > kept_at(len(self.table.kongs))
        for seat, legal in offers.items():
            verbs = {text.split()[0] for text in legal}
            if verbs & {"kong", "pung"} and (seat in self.declares or not may_draw):
                self.fault(f"{SEATS[seat]} may not {verbs}: declared, or the wall is at its end")
            if "chow" in verbs:
                self.fault(f"{SEATS[seat]} may not chow")
            if "discard" in verbs or "declare" in verbs:
                self.check_turn(seat, legal)
        if self.table.discard is not None and self.table.announced is None:
            self.check_pungs(offers, may_draw)

    def check_pungs(self, offers: Mapping[int, Sequence[str]], may_draw: bool) -> None:
        """Who holds two may pung, unless he has let the tile go since his last draw."""
        assert self.table.discard is not None
        feeder, tile = self.table.discard
        for seat in self.around(feeder):
            may = (self.table.held[seat].count(tile) > 1 and seat not in self.declares and may_draw
                   and (seat, tile) not in self.passed_pungs and not self.winners)
            if may != ("pung" in offers.get(seat, ())) and not self.winners:
                self.fault(f"{SEATS[seat]} {'may' if may else 'may not'} pung {tile}: {offers.get(seat)}")
            if may:
                self.passed_pungs.add((seat, tile))
                self.check_choice(seat, tile, any(text.startswith("pung ") for text in offers.get(seat, ())))

    def check_choice(self, seat: int, tile: int, may_choose: bool) -> None:
        """Who holds three of which some stand and some do not chooses which of them go."""
        fours = {four for four in self.standing[seat]
                 if may_choose == (self.table.held[seat].count(tile) == 3 and four.count(tile) in (1, 2))}
        if not fours:
            self.fault(f"{SEATS[seat]} {'may' if may_choose else 'may not'} pung {tile} with standing ones")
        self.standing[seat] = fours or self.standing[seat]

    def check_turn(self, seat: int, legal: Sequence[str]) -> None:
        """What may be discarded and declared: some four standing tiles have to explain it."""
        held = self.table.held[seat]
        discards = {one(text.split()[-1]) for text in legal if text.startswith("discard")}
        declares = {one(text.split()[-1]) for text in legal if text.startswith("declare")}
        if seat in self.declares:
            drawn = {self.table.draw.tile} if self.table.draw is not None else set()
            if declares or discards != drawn:
                self.fault(f"{SEATS[seat]} has declared and may do {legal}")
            return
        ready = {tile for tile in set(held) if self.waits(seat, self.without(held, tile))}

        def explains(four: Standing) -> bool:
            return discards == {tile for tile in held if held.count(tile) > four.count(tile)} \
                and declares == ready & set(four)
        fours = {four for four in self.standing[seat] if explains(four)}
        if not fours:
            self.fault(f"{SEATS[seat]} may do {legal}: of {sorted(self.standing[seat])[:4]} none explains it, "
                       f"ready without one of {sorted(ready)}")
        self.standing[seat] = fours or self.standing[seat]

    @staticmethod
    def without(tiles: Sequence[int], tile: int) -> list[int]:
        """Tiles without one."""
        left = list(tiles)
        left.remove(tile)
        return left

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind not in ("dealt", "declared", "discarded", "pung", "kong"):
            return
        seat = place(line["seat"])
        if kind == "dealt":
            self.standing[seat] = set(combinations(sorted(read(line["tiles"])), 4))
        elif kind == "declared":
            self.declares.add(seat)
        else:                                   # standing tiles go last, unless he says otherwise
            held = Counter(self.table.held[seat])
            if kind == "pung" and self.answers[seat].startswith("pung "):
                del held[one(line["tile"])]     # one of three is left: it does not stand
            self.standing[seat] = {tuple(sorted((held & Counter(four)).elements())) for four in self.standing[seat]}

    # -- payments --
    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 2)

    def on_end(self) -> None:
        for win in self.wins:
            self.settle(win)
        seats = [win.seat for win in self.wins]
        if seats:
            self.next_dealer = 0 if 0 in seats else 1
        else:
            self.next_dealer = 1 if self.table.kongs else 0
            if self.table.wall > kept_at(len(self.table.kongs)):
                self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")

    def settle(self, win: Win) -> None:
        """All three others pay; 放铳 costs who has not declared one more, or all."""
        careless = win.feeder is not None and win.feeder not in self.declares
        for payer in self.around(win.seat):
            share = (win.total + (0 in (payer, win.seat))) * (2 if win.feeder is None else 1) + win.facts["kongs"]
            share += careless and payer == win.feeder
            pays_all = careless and self.options["bao_not_ready"]
            self.pay(win.feeder if pays_all and win.feeder is not None else payer, win.seat, share)
