"""The floor under every referee: it walks through a hand line by line and holds its own account against the record's.

At each draw, discard and announced kong it asks the referee who may win (`win_of`), and compares with who was offered a
win; at each win fans and total; after each event the money that moved; at the end who deals next.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tests.referees.played import Hand, Line, owner_of, place, purse
from tests.referees.table import Kong, Table
from tests.referees.tiles import SEATS, one, write

#: lines after which something else begins: what was offered and paid before has to be complete
_CAUSES = {"dealt", "given", "chosen", "flower", "drawn", "discarded", "declared", "chow", "pung", "kong_announced",
           "kong", "mixed_kong", "tile_added", "tile_exchanged", "won", "false_win", "hand_end"}
_DEALING = {"dealt", "given", "chosen"}
_PLAY = {"discarded", "declared", "chow", "pung", "kong_announced", "kong", "won", "false_win", "hand_end"}


@dataclass(frozen=True, slots=True)
class Win:
    """A win as the referee sees it: its total, and every list of fans with their points that has this total."""

    seat: int
    tile: int | None
    source: str                         # draw, discard, rob or deal
    feeder: int | None
    total: int
    fans: tuple[Mapping[str, int], ...]
    facts: Mapping[str, Any]            # what the payments depend on


class Referee:
    """One hand under one specification."""

    id: ClassVar[str] = ""
    tiles: ClassVar[int] = 136
    #: options to play by besides the defaults
    choices: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    #: who plays a match together, where those of `played.py` leave too much out
    players: ClassVar[tuple[tuple[str, ...], ...]] = ((),)
    #: whether each win is paid before the next is heard of; else all are looked at together at the end of the hand
    pays_at_once: ClassVar[bool] = False
    #: whether what two players pay each other at the same time may be told as the difference
    nets_pairs: ClassVar[bool] = False
    #: what our rulebook calls a fan, and what the specification does
    aliases: ClassVar[Mapping[str, str]] = {}

    def __init__(self, hand: Hand) -> None:
        self.hand, self.options = hand, hand.options
        self.seats = len(hand.players)
        self.table = Table(self.seats, self.wall_size())
        self.faults: list[str] = []
        self.owed: Counter[tuple[int, int]] = Counter()
        self.heard: Counter[tuple[int, int]] = Counter()
        self.wins: list[Win] = []
        self.out: set[int] = set()              # who won or declared falsely and plays no more
        self.moment = ""                        # draw, discard, rob or deal: a win is possible
        self.winners: list[int] = []            # of this moment
        self.answers: dict[int, str] = {}
        self.offers: dict[int, list[str]] = {}  # what the seats asked in this moment might do
        self.out_before: set[int] = set()
        self.started = False                    # whether tiles were drawn or discarded yet, flowers of the deal aside
        self.next_dealer: int | None = None     # a seat of this hand

    # -- what a referee says --
    def wall_size(self) -> int:
        """How many tiles there are."""
        return self.tiles

    @abstractmethod
    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        """The win a seat has with that tile; None if it has none."""

    def on_win(self, win: Win, together: int) -> None:
        """Somebody wins: pay. `together` is how many win on this tile."""

    def on_kong(self, kong: Kong) -> None:
        """A kong stands: pay."""

    def on_false_win(self, seat: int) -> None:
        """Somebody declares falsely: pay."""

    def on_end(self) -> None:
        """The hand is over: pay what is left to pay, name the next dealer."""

    def on_line(self, line: Line) -> None:
        """Any line, after it has been laid out."""

    def on_asked(self, seat: int, legal: Sequence[str]) -> None:
        """A seat is asked: what it may do."""

    def may_decline(self, seat: int) -> bool:
        """Whether a win may be let go."""
        return True

    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        """Whether a possible win may be declared, seeing who else can win, and after wins let go."""
        return True

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        """Who wins of those who declare on one tile: all of them, unless the referee says otherwise."""
        return set(declared)

    def nearest(self, declared: Mapping[int, Win]) -> set[int]:
        """Of those who declare on one tile the first in turn after who let it go."""
        if len(declared) < 2:
            return set(declared)
        return {min(declared, key=lambda seat: (seat - (declared[seat].feeder or 0)) % 4)}

    def declined(self, win: Win) -> None:
        """A possible win was let go."""

    def closed(self) -> None:
        """Nobody can win on this tile any more."""

    def drew(self, seat: int) -> None:
        """A seat has drawn."""

    # -- what referees use --
    def pay(self, payer: int, receiver: int, amount: int) -> None:
        """Somebody owes somebody."""
        if payer != receiver:
            self.owed[payer, receiver] += amount

    def others(self, seat: int) -> list[int]:
        """The other seats in turn order that are still in the hand."""
        return [other for other in self.around(seat) if other not in self.out]

    def around(self, seat: int) -> list[int]:
        """All other seats in turn order."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def fault(self, text: str) -> None:
        """Note a difference."""
        self.faults.append(text)

    # -- the walk --
    def judge(self) -> list[str]:
        """All differences between the record and this reading."""
        lines = self.hand.lines
        for number, line in enumerate(lines):
            kind = line["type"]
            if kind == "action":
                self.offers[place(line["seat"])] = line["legal"]
                self.answers[place(line["seat"])] = line["action"]
                self.on_asked(place(line["seat"]), line["legal"])
                continue
            if kind == "paid":
                if "pot" in (line["payer"], line["receiver"]):
                    self.fault("a pot is not in the specification")
                else:
                    self.heard[purse(line["payer"]), purse(line["receiver"])] += line["amount"]
                continue
            if kind in _CAUSES:
                if kind not in ("won", "false_win"):        # after these others are still asked about the tile
                    self._close(number, line)
                    self.closed()
                if kind != "hand_end" and (kind != "won" or self.pays_at_once):
                    self._compare_money(number)
            self.table.lay(line)
            self._happened(number, line)
            self.on_line(line)
        self._compare_scores()
        return self.faults

    def _happened(self, number: int, line: Line) -> None:
        kind = line["type"]
        if kind == "drawn" and (self.started or line.get("way") != "flower"):
            self.started = True
            self.drew(place(line["seat"]))
        self.started = self.started or kind in _PLAY - {"won"}
        if not self.started and (kind in _DEALING or kind in ("drawn", "flower")):     # the deal's flowers are replaced
            self.moment, self.offers, self.answers, self.winners = "deal", {}, {}, []
        elif kind in ("drawn", "discarded", "kong_announced"):
            self.moment = {"drawn": "draw", "discarded": "discard", "kong_announced": "rob"}[kind]
            self.offers, self.answers, self.winners, self.out_before = {}, {}, [], set(self.out)
        elif kind == "won":
            self._won(number, line)
        elif kind == "kong":
            self.on_kong(self.table.kongs[-1])
        elif kind == "false_win":
            self.on_false_win(place(line["seat"]))
        elif kind == "hand_end":
            self.on_end()
            self._compare_money(number)
            self._compare_next()

    def _source(self, seat: int, line: Line) -> tuple[int | None, str, int | None]:
        table = self.table
        feeder = place(line["feeder"]) if "feeder" in line else None
        tile = one(line["tile"]) if "tile" in line else None
        if feeder is None:
            drew = self.started and table.draw is not None and table.draw.seat == seat
            return tile, "draw" if drew else "deal", None
        return tile, "rob" if table.announced is not None else "discard", feeder

    def _won(self, number: int, line: Line) -> None:
        seat = place(line["seat"])
        tile, source, feeder = self._source(seat, line)
        win = self.win_of(seat, tile, source, feeder)
        recorded = self.hand.settlement["wins"][len(self.wins)]
        fans: Counter[str] = Counter()
        for fan in recorded["fans"]:
            name = self.hand.names[fan["id"]]
            fans[self.aliases.get(name, name)] += fan["points"]
        hand = write(self.table.tiles_of(seat, tile if feeder is not None else None))
        if win is None:
            self.fault(f"line {number}: {SEATS[seat]} may not win with {hand} ({source}): ours gave {dict(fans)}")
            win = Win(seat, tile, source, feeder, line["total"], (fans,), {})
        elif line["total"] != win.total or dict(fans) not in [dict(one) for one in win.fans]:
            self.fault(f"line {number}: {SEATS[seat]} wins with {hand} ({source}): ours {line['total']} {dict(fans)}, "
                       f"the referee's {win.total} {[dict(one) for one in win.fans]}")
        self.wins.append(win)
        self.winners.append(seat)
        if source == "rob" and len(self.winners) == 1:
            self.table.rob()
        together = 1
        for other in self.hand.lines[number + 1:]:
            if other["type"] in _CAUSES and other["type"] != "won":
                break
            together += other["type"] == "won"
        self.on_win(win, together + len(self.winners) - 1)

    def _close(self, number: int, line: Line) -> None:
        """The moment is over: who was offered a win has to be who had one."""
        table, moment = self.table, self.moment
        self.moment = ""
        if not moment or (moment == "deal" and line["type"] in (*_DEALING, "flower", "drawn")):
            return
        if moment == "rob" and table.announced is None:
            return
        if line["type"] == "hand_end" and line.get("ended") == "redeal":
            return                      # a false win has ended the hand before the others' answers counted
        asked = self._asked(moment)
        out, self.out = self.out, self.out_before       # as it was when the tile came
        wins = {seat: win for seat, tile, feeder in asked
                if (win := self.win_of(seat, tile, moment, feeder)) is not None}
        wins = {seat: win for seat, win in wins.items() if self.is_offered(win, wins)}
        self.out = out
        offered = {seat for seat, legal in self.offers.items() if "win" in legal} | set(self.winners)
        if offered != set(wins):
            tile = table.announced or table.discard or (table.draw.tile if table.draw else None)
            self.fault(f"before line {number} ({moment} {tile}): a win was possible for "
                       f"{[SEATS[seat] for seat in offered]}, the referee says {[SEATS[seat] for seat in wins]}")
        declared = {seat: win for seat, win in wins.items() if self.answers.get(seat) == "win"}
        if {seat for seat in self.winners if seat in self.answers} != self.winners_of(declared):
            self.fault(f"before line {number}: {[SEATS[seat] for seat in declared]} declared a win, "
                       f"{[SEATS[seat] for seat in self.winners]} won")
        for seat, win in wins.items():
            if seat not in self.winners:
                if seat in offered and not self.may_decline(seat):
                    self.fault(f"before line {number}: {SEATS[seat]} had to win and did not")
                self.declined(win)

    def _asked(self, moment: str) -> list[tuple[int, int | None, int | None]]:
        """The seats that might win in a moment, with tile and feeder."""
        table = self.table
        if moment == "deal":
            return [(0, None, None)]
        if moment == "draw":
            assert table.draw is not None
            return [(table.draw.seat, table.draw.tile, None)]
        found = table.announced if moment == "rob" else table.discard
        assert found is not None
        feeder, tile = found
        return [(seat, tile, feeder) for seat in self.around(feeder) if seat not in self.out_before]

    def _compare_money(self, number: int) -> None:
        owed, heard = self._sums(self.owed), self._sums(self.heard)
        if owed != heard:
            def text(sums: Mapping[tuple[int, int], int]) -> str:
                return ", ".join(f"{owner_of(payer)}>{owner_of(receiver)} {amount}"
                                 for (payer, receiver), amount in sorted(sums.items())) or "-"
            self.fault(f"before line {number}: paid {text(heard)}; the referee says {text(owed)}")
        self.owed.clear()
        self.heard.clear()

    def _sums(self, rows: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], int]:
        """What each pays each; both ways against each other where the referee asks for no more."""
        if self.nets_pairs:
            return {(a, b): net for (a, b) in dict(rows) | {(b, a): 0 for a, b in rows}
                    if (net := rows.get((a, b), 0) - rows.get((b, a), 0)) > 0}
        return {key: amount for key, amount in rows.items() if amount}

    def _compare_scores(self) -> None:
        """The ledger, the net sums and the scores of the settlement have to be those of the payments told."""
        settlement, sums = self.hand.settlement, [0] * (self.seats + 4)        # who bets from outside has no score
        for line in self.hand.lines:
            if line["type"] == "paid" and "pot" not in (line["payer"], line["receiver"]):
                sums[purse(line["payer"])] -= line["amount"]
                sums[purse(line["receiver"])] += line["amount"]
        net = sums[:self.seats]
        if settlement["net"] != net:
            self.fault(f"the settlement's net {settlement['net']} is not what was paid: {net}")
        after = list(self.hand.scores)
        for seat, player in enumerate(self.hand.players):
            after[player] += net[seat]
        if settlement["scores"] != after:
            self.fault(f"the scores are {settlement['scores']}, with the payments they would be {after}")

    def _compare_next(self) -> None:
        following = self.hand.following
        if following is None or self.next_dealer is None:
            return
        players = self.hand.players
        expected = tuple(players[(self.next_dealer + step) % self.seats] for step in range(self.seats))
        if following != expected:
            self.fault(f"next the players sit {following}; the referee says {expected}")
