"""The referee of 南京麻将: purses that may run empty, 比下胡, who pays for others, kongs and fines paid at once."""

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from tests.referees.nanjing_fans import NanjingFans
from tests.referees.played import Hand, Line, place
from tests.referees.referee import Win
from tests.referees.table import Kong
from tests.referees.tiles import DRAGONS, SEATS, WINDS, one

#: 花杠
FLOWER_KONGS = (*((dragon,) * 4 for dragon in DRAGONS), (41, 42, 43, 44), (45, 46, 47, 48))
FINE = 5
OUTSIDE = 50                            # what a liable player pays beside the purse
#: after these the next hand counts double
GREAT = {"对对胡", "大杠开花", "天胡", "地胡", "全球独钓", "混一色", "清一色"}


class Nanjing(NanjingFans):
    """One hand."""

    id = "nanjing"
    tiles = 144
    choices: ClassVar = (
        {"mode": "open"}, {"chips": "200"}, {"chips": "300"}, {"huaza2": False}, {"bixiahu": "off"},
        {"bixiahu": "always"}, {"values": "134"}, {"values": "135"}, {"fafen": False}, {"min_hard": 0},
        {"min_hard": 2}, {"external_bao": True}, {"last_copy_lifts": True},
        {"external_bao": True, "chips": "300", "bixiahu": "always"}, {"mode": "open", "huaza2": False, "min_hard": 1},
        {"chips": "300", "min_hard": 0, "values": "135", "bixiahu": "always"})

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.outside: Counter[int] = Counter()  # by player: what was booked beside the purses
        self.times = 2 if self.is_double() else 1
        self.purse = [hand.scores[player] - self.outside[player] for player in hand.players]
        self.passed: set[int] = set()           # let a win go since the last discard
        self.thrown: list[tuple[int, int]] = []
        self.frozen: dict[int, list[int]] = {}  # what those wait for who declared
        self.laid: set[tuple[int, int]] = set()  # 花杠 by seat and number
        self.liable = False                     # somebody paid for others

    # -- 比下胡 --
    def is_double(self) -> bool:
        """Whether this hand counts double; what was booked outside before is taken over too."""
        how = "always" if self.is_open else self.options["bixiahu"]
        if not self.hand.earlier or not (how == "next" or self.options["external_bao"]):
            return bool(how == "always")
        before = Nanjing(self.hand.earlier[-1])
        before.judge()
        self.outside.update(before.outside)
        if how != "next":
            return bool(how == "always")
        names = {name for win in before.wins for fans in win.fans[:1] for name in fans}
        return before.next_dealer == 0 or before.liable or bool(before.laid) or bool(names & GREAT)

    # -- wins --
    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if feeder is not None and not self.is_open and self.purse[feeder] == 0:
            return None
        found = self.lists(seat, tile, source)
        if not found:
            return None
        best = max(total for total, _, _ in found)
        times = 1 if self.is_open and source == "deal" else self.times
        names = next(names for total, _, names in found if total == best)
        return Win(seat, tile, source, feeder, best * times, tuple(fans for total, fans, _ in found if total == best),
                   {"names": names})

    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.feeder is None or win.seat not in self.passed

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed.add(win.seat)

    # -- what is paid at once --
    def give(self, payer: int, receiver: int, amount: int) -> None:
        """Pay, in the garden no more than there is."""
        if not self.is_open:
            amount = min(amount, self.purse[payer])
        self.purse[payer] -= amount
        self.purse[receiver] += amount
        self.pay(payer, receiver, amount)

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind == "chow":
            self.fault("nobody chows")
        if kind == "flower":
            self.lay_flower(place(line["seat"]))
        if kind == "declared":
            seat = place(line["seat"])
            if seat == 0 or self.thrown or self.table.claims or self.table.kongs:
                self.fault(f"{SEATS[seat]} may not declare")
            self.earthly.add(seat)
            self.frozen[seat] = self.waits(seat, self.table.held[seat])
            if not self.frozen[seat]:
                self.fault(f"{SEATS[seat]} has declared and is not ready")
        if kind == "pung" and place(line["seat"]) in self.earthly:
            self.fault(f"{line['seat']} has declared and claims")
        if kind == "discarded":
            self.discarded(place(line["seat"]), one(line["tile"]))

    def lay_flower(self, seat: int) -> None:
        """花杠."""
        for number, tiles in enumerate(FLOWER_KONGS):
            if not Counter(tiles) - Counter(self.table.flowers[seat]) and (seat, number) not in self.laid:
                self.laid.add((seat, number))
                for payer in self.around(seat):
                    self.give(payer, seat, 10 * self.times)

    def discarded(self, seat: int, tile: int) -> None:
        """The fines; who declared keeps the waits."""
        self.passed.discard(seat)
        self.thrown.append((seat, tile))
        if seat in self.earthly and self.waits(seat, self.table.held[seat]) != self.frozen[seat]:
            self.fault(f"{SEATS[seat]} has declared and waits for something else")
        if not self.options["fafen"]:
            return
        own = [other for thrower, other in self.thrown if thrower == seat]
        if own.count(tile) == 4:
            for other in self.around(seat):
                self.give(seat, other, FINE)
        if [thrower for thrower, _ in self.thrown] == [0, 1, 2, 3] and tile in WINDS and len(
                {other for _, other in self.thrown}) == 1:
            for other in self.around(0):
                self.give(0, other, FINE)
        if len(own) == 4 and set(own) == set(WINDS):
            for other in self.around(seat):
                self.give(other, seat, FINE)

    def on_kong(self, kong: Kong) -> None:
        seat = kong.seat
        if kong.how == "concealed":
            for payer in self.around(seat):
                self.give(payer, seat, 5 * self.times)
        else:
            self.give(self.feeder_of(kong), seat, 10 * self.times)
        if seat in self.earthly and kong.how == "added":
            self.fault(f"{SEATS[seat]} has declared and adds to a pung")
        if kong.how != "melded" and self.table.draw is None and self.table.discards:
            self.fault(f"{SEATS[seat]} kongs after a pung")

    def feeder_of(self, kong: Kong) -> int:
        """Who gave the tile of a kong, or of the pung it was added to."""
        meld = next(meld for meld in self.table.melds[kong.seat] if meld.form == "kong" and meld.tile == kong.tile)
        assert meld.feeder is not None
        return meld.feeder

    # -- the end --
    def book(self, payer: int, receiver: int, amount: int) -> None:
        """Pay beside the purses, which have no part in it."""
        self.outside[self.hand.players[payer]] -= amount
        self.outside[self.hand.players[receiver]] += amount
        self.pay(payer, receiver, amount)

    def payer_for_all(self, win: Win) -> int | None:
        """包牌."""
        names, melds = win.facts.get("names", set()), self.table.melds[win.seat]
        if win.source == "rob":
            return win.feeder
        kong = self.table.kong
        if "大杠开花" in names and kong is not None and kong.how != "concealed":
            return self.feeder_of(kong)
        first = {meld.feeder for meld in melds[:3]} - {None}
        if len(melds) >= 3 and len(first) == 1 and names & {"对对胡", "全球独钓"}:
            return first.pop()
        if "清一色" in names and win.feeder is None and len(melds) == 4 and all(
                meld.how != "concealed" for meld in melds):
            return melds[3].feeder
        return None

    def on_end(self) -> None:
        wins = sorted(self.wins, key=lambda win: (win.seat - (win.feeder or 0)) % self.seats)
        for win in wins:
            payer = self.payer_for_all(win)
            self.liable |= payer is not None
            shares = 1 if win.source == "discard" else 3
            if payer is not None and self.options["external_bao"] and not self.is_open:
                self.book(payer, win.seat, OUTSIDE * self.times)
            elif payer is not None:
                self.give(payer, win.seat, win.total * shares)
            else:
                for loser in self.around(win.seat) if win.feeder is None else [win.feeder]:
                    self.give(loser, win.seat, win.total)
        seats = {win.seat for win in wins}
        blooms = any("大杠开花" in win.facts.get("names", ()) for win in wins)
        self.next_dealer = 0 if 0 in seats or len(seats) != 1 or self.liable or blooms else 1
        empty = not self.is_open and self.purse.count(0) >= 2
        if not seats and self.table.wall and not empty:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
        if (self.hand.following is None) != empty:
            self.fault(f"the purses are {self.purse}; the match {'ends' if self.hand.following is None else 'goes on'}")
