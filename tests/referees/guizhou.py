"""The referee of 贵州麻将 捉鸡: chickens and kongs that pay whoever wins, if their owner is ready."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from tests.referees.guizhou_fans import CAP, GuizhouFans
from tests.referees.played import Line, place
from tests.referees.referee import Win
from tests.referees.table import Kong
from tests.referees.tiles import SEATS, one

YAO_JI, WU_GU_JI = one("1s"), one("8p")


def next_in_suit(tile: int) -> int:
    """One rank higher, 1 after 9."""
    return tile + 1 if tile % 10 < 9 else tile - 8


class Guizhou(GuizhouFans):
    """One hand."""

    id = "guizhou"
    tiles = 108
    dealt: ClassVar[int] = 53
    choices: ClassVar = (
        {"value_set": "guiyang"}, {"wu_gu_ji": False}, {"ming_ji": True}, {"fan_ji": "self_draw_only"},
        {"fan_ji": "none"}, {"ben_ji": True}, {"lian_zhuang": True}, {"ming_ji": True, "ben_ji": True},
        {"value_set": "guiyang", "lian_zhuang": True, "ming_ji": True},
        {"value_set": "guiyang", "wu_gu_ji": False, "fan_ji": "none", "ming_ji": True})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: dict[int, int] = {}            # the most of a win let go since the own last draw
        self.blocked: set[int] = set()              # declared, and let a discard win go
        self.passed_pungs: set[tuple[int, int]] = set()
        self.rivers: list[list[int]] = [[] for _ in range(self.seats)]      # without what was claimed
        self.first: dict[int, list[int | None]] = {}        # of 1s and 8p the first discard: by whom, who claimed it
        self.is_first = False                       # the last discard is one of them
        self.turns = [1, *[0] * (self.seats - 1)]
        self.fourth: dict[tuple[int, int], int] = {}        # in which own turn the last of four alike came
        self.silly: list[Kong] = []                 # 憨包豆
        self.front: list[int] = []                  # drawn from the head of the wall
        self.shown: list[int] = []                  # 明鸡: where the flipped tiles lie, counted from the head
        self.burnt: set[int] = set()                # 烧鸡
        self.dead: set[int] = set()                 # who declared falsely wins no more in this hand

    # -- restrictions --
    def may_decline(self, seat: int) -> bool:
        forced = self.table.announced is not None or self.is_hot()
        return seat in self.declares or not forced

    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        if win.feeder is None or (win.source == "rob" and win.seat not in self.blocked):
            return win.seat not in self.dead
        return win.seat not in self.dead and win.seat not in self.blocked and win.total > self.passed.get(win.seat, -1)

    def declined(self, win: Win) -> None:
        if win.feeder is None:                  # 过手 is about the tiles of others (docs/differences.md)
            return
        self.passed[win.seat] = max(win.total, self.passed.get(win.seat, -1))
        if win.source == "discard" and win.seat in self.declares:
            self.blocked.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed.pop(seat, None)
        self.passed_pungs = {(other, tile) for other, tile in self.passed_pungs if other != seat}
        if self.table.draw.way == "wall":
            self.turns[seat] += 1
            self.front.append(self.table.draw.tile)

    def closed(self) -> None:
        if self.table.discard is None or not self.offers:
            return
        tile = self.table.discard[1]
        for seat, legal in self.offers.items():
            if "pung" in legal:
                if (seat, tile) in self.passed_pungs:
                    self.fault(f"{SEATS[seat]} has let {tile} go and may pung it")
                self.passed_pungs.add((seat, tile))         # who takes it begins anew
        self.offers = {}

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind == "declared":
            self.declared(place(line["seat"]), line["ready"])
        elif kind == "discarded":
            self.discarded(place(line["seat"]), one(line["tile"]), line.get("drawn", False))
        elif kind == "chow":
            self.fault("nobody may chow")
        elif kind in ("pung", "kong") and "feeder" in line and line.get("form") != "added":
            self.claimed(place(line["seat"]), one(line["tile"]), place(line["feeder"]))
        if kind == "dealt" and place(line["seat"]) == self.seats - 1:
            self.show(3)
        if kind in ("drawn", "pung") or (kind == "dealt" and line["seat"] == "E"):
            seat = place(line["seat"])
            for tile, count in Counter(self.table.all_of(seat)).items():
                # four of the deal may be laid down after the first draw, not after a pung before it
                if count == 4 and (kind != "pung" or tile == one(line["tile"])):
                    self.fourth.setdefault((seat, tile), self.turns[seat])

    def declared(self, seat: int, how: str) -> None:
        """报听: with the first own tiles only."""
        table = self.table
        early = table.discards == 0 if how == "hard" else table.draws[seat] == (seat != 0) and not self.rivers[seat]
        if not early or table.melds[seat] or seat in self.declares or (how == "hard" and seat == 0):
            self.fault(f"{SEATS[seat]} may not declare {how}")
        self.declares[seat] = how

    def discarded(self, seat: int, tile: int, is_drawn: bool) -> None:
        """A discard."""
        if seat in self.declares and not self.waits(seat):
            self.fault(f"{SEATS[seat]} has declared and is not ready")
        if self.rivers[seat] and self.table.draws[seat] > 1 and seat in self.declares and not is_drawn:
            self.fault(f"{SEATS[seat]} has declared and discards another tile than the drawn one")
        self.rivers[seat].append(tile)
        self.is_first = tile in (YAO_JI, WU_GU_JI) and tile not in self.first
        if self.is_first:
            self.first[tile] = [seat, None]

    def claimed(self, seat: int, tile: int, feeder: int) -> None:
        """A discard becomes a pung or kong."""
        self.rivers[feeder].pop()
        self.turns[seat] += 1
        if self.is_first:
            self.first[tile][1] = seat
        if seat in self.declares:
            self.fault(f"{SEATS[seat]} has declared and claims {tile}")
        self.passed_pungs = {(other, kept) for other, kept in self.passed_pungs if other != seat}

    # -- payments --
    def on_kong(self, kong: Kong) -> None:
        self.show(3 + len(self.table.kongs))
        if kong.how != "melded":
            if kong.seat in self.declares:
                self.fault(f"{SEATS[kong.seat]} has declared and kongs")
            if self.fourth[kong.seat, kong.tile] != self.turns[kong.seat]:
                self.silly.append(kong)

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, CAP)

    def streak(self) -> int:
        """How many hands in a row before this one the dealer dealt."""
        count = 0
        for hand in reversed(self.hand.earlier):
            if hand.players[0] != self.hand.players[0]:
                break
            count += 1
        return count

    def show(self, stack: int) -> None:
        """明鸡: the top tile of that stack from the tail is flipped, if nobody has drawn it."""
        lies = self.tiles + 1 - 2 * stack         # drawn first from the tail, so the upper one
        if self.options["ming_ji"] and lies >= self.dealt + len(self.front):
            self.shown.append(lies)

    def check_shown(self) -> None:
        """Of the flipped tiles those that were drawn afterwards have to be the ones drawn in their place."""
        turned = [tile for name, tile, _ in self.table.turned if name != "fan_ji"]
        if len(turned) != len(self.shown):
            self.fault(f"{len(turned)} stacks were flipped, the referee says {len(self.shown)}")
        for tile, lies in zip(turned, self.shown, strict=False):
            if self.front[lies - self.dealt:][:1] not in ([], [tile]):
                self.fault(f"{tile} was flipped, another tile lay there")

    def on_end(self) -> None:
        self.check_shown()
        ready = [seat for seat in range(self.seats)
                 if seat in [win.seat for win in self.wins] or self.waits(seat)]
        if not self.wins:
            self.next_dealer = 0
            if self.table.wall:
                self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
            for seat in ready:
                most = max(sum(self.fans_of(seat, tile, {}, False)[0].values()) for tile in self.waits(seat))
                for other in set(range(self.seats)) - set(ready):
                    self.pay(other, seat, min(CAP, most))
            return
        feeder = self.wins[0].feeder
        self.next_dealer = self.wins[0].seat if len(self.wins) == 1 else feeder
        if feeder is not None and (self.wins[0].source == "rob" or self.is_hot()):
            self.burnt.add(feeder)
        for win in self.wins:
            self.pay_win(win)
        self.pay_chickens(ready)
        self.pay_kongs(ready)

    def pay_win(self, win: Win) -> None:
        """The hand itself."""
        more = self.streak() if self.options["lian_zhuang"] else 0
        payers = self.around(win.seat) if win.feeder is None else [win.feeder]
        for payer in payers:
            times = 3 if win.source == "rob" else 1
            self.pay(payer, win.seat, win.total * times + more * (0 in (payer, win.seat)))

    def owed_to(self, owner: int, amount: int, ready: list[int], payers: list[int]) -> None:
        """A ready owner receives, unless burnt; one who is not pays each ready player."""
        if owner not in ready:
            for other in ready:
                self.pay(owner, other, amount)
        elif owner not in self.burnt:
            for payer in payers:
                self.pay(payer, owner, amount)

    def chickens(self) -> dict[int, int]:
        """What a tile of each chicken kind is worth."""
        turned = [tile for name, tile, _ in self.table.turned if name == "fan_ji"]
        flips = self.options["fan_ji"] == "on_any_win" or (
            self.options["fan_ji"] == "self_draw_only" and self.wins[0].feeder is None)
        if len(turned) != min(int(flips), self.table.wall):
            self.fault(f"{len(turned)} tiles were flipped for the 翻牌鸡")
        ways = Counter([YAO_JI, *[WU_GU_JI] * self.options["wu_gu_ji"], *map(next_in_suit, turned)])
        if self.options["ben_ji"]:
            ways.update(turned)
        ways.update(next_in_suit(tile) for name, tile, _ in self.table.turned if name != "fan_ji")
        # 8p counts 2 as 乌骨鸡; where it is none it may still be the tile after a flipped one, and counts as any other
        return {tile: (2 if count > 1 else 1) * self.single(tile) for tile, count in ways.items()}

    def single(self, tile: int) -> int:
        """What a chicken is worth that is not golden."""
        return 2 if self.guiyang and tile == WU_GU_JI and self.options["wu_gu_ji"] else 1

    def pay_chickens(self, ready: list[int]) -> None:
        """Every owned chicken, 冲锋鸡 and 责任鸡."""
        worth = self.chickens()
        golden = {tile for tile, value in worth.items() if value > self.single(tile)}
        feeder, tile = self.wins[0].feeder, self.wins[0].tile
        owned = [[*river, *(kept for meld in melds for kept in meld.tiles)]
                 for river, melds in zip(self.rivers, self.table.melds, strict=True)]
        for seat in ready:
            owned[seat] += self.table.held[seat]
        if feeder is not None:
            last = max((win.seat for win in self.wins), key=lambda seat: (seat - feeder) % self.seats)
            owned[last].append(tile)
            if self.wins[0].source == "discard":
                owned[feeder].remove(tile)
                if self.is_first:
                    del self.first[tile]
        for seat, tiles in enumerate(owned):
            self.owed_to(seat, sum(worth.get(tile, 0) for tile in tiles), ready, self.around(seat))
        for tile, (thrower, claimer) in self.first.items():
            if tile not in worth or (tile == WU_GU_JI and not self.options["wu_gu_ji"]):
                continue
            assert thrower is not None
            double = 2 if tile in golden else 1
            if claimer is None:
                rush = (6 if tile == WU_GU_JI else 3) if self.guiyang else 2
                self.owed_to(thrower, rush * double, ready, self.around(thrower))
            elif claimer in ready:
                self.owed_to(claimer, 2 * double, ready, [thrower])
            elif thrower in ready:
                self.pay(claimer, thrower, 2 * double)

    def pay_kongs(self, ready: list[int]) -> None:
        """豆: 3 each, but a 憨包豆 nothing."""
        for kong in self.table.kongs:
            if kong not in self.silly:
                self.owed_to(kong.seat, 3, ready, [kong.feeder] if kong.how == "melded" else self.around(kong.seat))
