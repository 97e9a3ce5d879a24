"""The referee of 北京麻将: 烧庄, 互包 after three claims from one player, a robbed kong pays like a self-draw."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from tests.referees.beijing_fans import BeijingFans
from tests.referees.played import Line, place
from tests.referees.referee import Win
from tests.referees.tiles import SEATS, one

UNIT = 1000


class Beijing(BeijingFans):
    """One hand."""

    id = "beijing"
    nets_pairs = True               # of two who are bound and both win, the discarder gets back what he paid
    choices: ClassVar = (
        {"dian_pao": "three"}, {"dealer_double": False}, {"rob_concealed": "thirteen"}, {"rob_concealed": "none"},
        {"hun": True}, {"hun": True, "dian_pao": "three", "dealer_double": False})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: set[int] = set()                   # let a win go since the last draw
        self.dead: set[int] = set()
        self.claims: Counter[tuple[int, int]] = Counter()
        self.pairs: list[set[int]] = []                 # 互包, in the order they were formed
        self.thrown: list[tuple[int, int]] = []

    # -- restrictions --
    def is_offered(self, win: Win, wins: Any) -> bool:
        return win.seat not in self.dead and (win.feeder is None or win.seat not in self.passed)

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed.discard(seat)
        # a kong gets its tile wherever one could be drawn before it (docs/differences.md)
        assert self.table.draw is not None
        if self.table.wall + 1 <= self.kept(len(self.table.kongs) - (self.table.draw.way == "kong")):
            self.fault(f"{SEATS[seat]} draws with {self.table.wall + 1} tiles in the wall")

    def closed(self) -> None:
        offers, self.offers = self.offers, {}
        for seat, legal in offers.items():
            discards = {one(text.split()[1]) for text in legal if text.startswith("discard")}
            if discards and discards != (may := self.may_discard(seat)):
                self.fault(f"{SEATS[seat]} may discard {sorted(discards)}, the referee says {sorted(may)}")

    def may_discard(self, seat: int) -> set[int]:
        """烧庄: an honour the dealer discards first has to be followed, as long as all before have."""
        held, thrown = set(self.table.held[seat]), self.thrown
        if 0 < len(thrown) < 4 and thrown[0][1] > 30 and self.follows(thrown) and seat == len(thrown) \
                and thrown[0][1] in held and not self.table.claims:
            return {thrown[0][1]}
        return held

    @staticmethod
    def follows(thrown: Sequence[tuple[int, int]]) -> bool:
        """Whether the seats discarded the same tile in turn."""
        return [seat for seat, _ in thrown] == list(range(len(thrown))) and len({tile for _, tile in thrown}) == 1

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind == "discarded":
            self.thrown.append((place(line["seat"]), one(line["tile"])))
        if kind in ("chow", "pung") or (kind == "kong" and line["form"] == "melded"):
            seat, feeder = place(line["seat"]), place(line["feeder"])
            if kind == "chow" and (seat - feeder) % 4 != 1:
                self.fault(f"{SEATS[seat]} may not chow from {SEATS[feeder]}")
            self.claims[seat, feeder] += 1
            if self.claims[seat, feeder] == 3 and {seat, feeder} not in self.pairs:
                self.pairs.append({seat, feeder})

    # -- payments --
    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 8 * UNIT)

    def partner(self, seat: int) -> int | None:
        """Who is liable for a seat's win."""
        return next((other for pair in self.pairs if seat in pair for other in pair - {seat}), None)

    def shares(self, win: Win) -> dict[int, int]:
        """What each would pay, nobody being liable."""
        double = self.options["dealer_double"]
        full = {payer: UNIT * win.total * (2 if double and 0 in (payer, win.seat) else 1)
                for payer in self.around(win.seat)}
        feeder = win.feeder
        if feeder is None:
            return full
        if win.source == "rob":
            return {feeder: sum(full.values())}
        if self.options["dian_pao"] == "three":
            return full | {feeder: 2 * full[feeder]}
        return {feeder: full[feeder]}

    def on_end(self) -> None:
        winners = {win.seat: win for win in self.wins}
        for win in self.wins:
            partner = self.partner(win.seat)
            shares = self.shares(win)
            if partner in winners and self.partner(partner) == win.seat:
                less = sum(shares.values()) - sum(self.shares(winners[partner]).values())
                if less > 0:
                    self.pay(partner, win.seat, less)
                continue
            for payer, share in shares.items():
                self.pay(payer if partner is None else partner, win.seat, share)
        if self.wins:
            self.burn()
        elif self.table.wall > self.kept():
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
        self.next_dealer = 0 if 0 in winners or not winners else 1

    def burn(self) -> None:
        """烧庄: each time twice as much as the time before."""
        amount = UNIT
        for first in range(0, len(self.thrown) - 3, 4):
            if not self.follows(self.thrown[first:first + 4]):
                break
            for other in (1, 2, 3):
                self.pay(0, other, amount)
            amount *= 2
