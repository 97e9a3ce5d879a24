"""The referee of 温州麻将: a turned 财神, whites in its place; soft, hard or double; all pay; the dealer's factor."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tests.referees.cantonese import suits_of
from tests.referees.played import Hand, Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import readings
from tests.referees.substitutes import divides, pairs_in
from tests.referees.table import Kong, Meld, Table
from tests.referees.tiles import SEATS, WHITE, one, read, write

MIL = {"硬八对", "八对自摸", "三财神"}      # all that doubles there


class WenzhouTable(Table):
    """A table on which a white lies in a chow for the 财神's kind."""

    @property
    def caishen(self) -> int:
        """The kind that is wild."""
        return self.turned[0][1]

    def face(self, tile: int) -> int:
        """What a tile is: a white is the 财神's kind."""
        return self.caishen if tile == WHITE else tile

    def _chow(self, line: Line, seat: int) -> None:
        tile, own = one(line["tile"]), list(read(line["tiles"]))
        low = min(self.face(each) for each in own)
        own.remove(tile)
        self._claimed(seat, Meld("chow", low, place(line["feeder"]), claimed=tile), own)


class Wenzhou(Referee):
    """One hand."""

    id = "wenzhou"
    nets_pairs = True
    table: WenzhouTable
    choices: ClassVar = (
        {"double_set": "mil"}, {"honors_first": True}, {"caishen_discard": False}, {"caishen_money": False},
        {"kong_points": False}, {"extra_double": True}, {"reserve": "4"}, {"payer": "discarder"},
        {"double_set": "mil", "extra_double": True, "payer": "discarder"})

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.table = WenzhouTable(self.seats, self.wall_size())
        self.passed: dict[int, int] = {}        # the highest grade a seat let go since its last draw or claim
        self.dead: set[int] = set()             # after a false win
        self.thrown: set[int] = set()           # kinds that were discarded by anybody

    # -- grades --
    def grades(self, seat: int, tiles: Sequence[int], source: str) -> dict[str, int]:
        """Every name that applies, with its grade."""
        table, melds = self.table, self.table.melds[seat]
        own_draw = source in ("draw", "deal")
        count = tiles.count(table.caishen)
        natural = [table.face(tile) for tile in tiles]
        plain = [table.face(tile) for tile in tiles if tile != table.caishen]
        found: dict[str, int] = {}
        sets = divides(plain, count)
        if sets:
            hard = bool(readings(natural))
            found["硬牌" if hard or own_draw else "软牌"] = 2 if hard or own_draw else 1
            found |= self.local(seat, plain, count)
            if hard and count >= 2 and self.options["extra_double"]:
                found["双财神归位"] = 4
        pairs = not melds and pairs_in(plain, count) >= 8
        if pairs:
            hard = pairs_in(natural, 0) >= 8
            if hard:
                found["硬八对"] = 4
            if own_draw:
                found["八对自摸"] = 4
            if not hard and not own_draw:
                found["软八对"] = 1
        anyhow = own_draw or self.options["double_set"] == "mil"
        if count == 3 and (sets or pairs or anyhow):
            found["三财神"] = 4 if sets or pairs else 2
        if sets or pairs:
            found |= {"天胡": 4} if source == "deal" else {}
            found |= self.colours(seat, plain)
        if found:                               # three 财神 without a shape are a win, but not complete
            found |= self.chances(seat, source)
        if self.options["double_set"] == "mil":
            extra = {"清一色", "杠上开花", "抢杠", "双财神归位"}
            found = {name: grade for name, grade in found.items() if grade < 4 or name in MIL | extra}
        return found

    def local(self, seat: int, plain: Sequence[int], count: int) -> dict[str, int]:
        """单吊 and 碰碰胡."""
        melds, found = self.table.melds[seat], {}
        if sum(meld.how != "concealed" for meld in melds) == 5:
            found["单吊"] = 4
        if all(meld.form != "chow" for meld in melds) and divides(plain, count, chows=False):
            found["碰碰胡"] = 4
        return found

    def chances(self, seat: int, source: str) -> dict[str, int]:
        """What depends on how the last tile came."""
        table, found = self.table, {}
        undisturbed = not table.claims and not table.kongs
        if seat != 0 and source in ("draw", "discard") and undisturbed and not table.rivers[seat]:
            found["地胡"] = 4
        if self.options["extra_double"]:
            if source == "draw" and table.draw is not None and table.draw.way == "kong":
                found["杠上开花"] = 4
            if source == "rob":
                found["抢杠"] = 4
        return found

    def colours(self, seat: int, plain: Sequence[int]) -> dict[str, int]:
        """清一色 and 混一色; a 财神 is of any colour."""
        if not self.options["extra_double"]:
            return {}
        melded = [self.table.face(tile) for meld in self.table.melds[seat] for tile in meld.tiles]
        suits, honours = suits_of([*plain, *melded])
        if suits != 1:
            return {}
        return {"混一色": 2} if honours else {"清一色": 4}

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        found = self.grades(seat, self.table.tiles_of(seat, tile if feeder is not None else None), source)
        if not found:
            return None
        best = max(found.values())
        lists = tuple({name: grade} for name, grade in found.items() if grade == best)
        return Win(seat, tile, source, feeder, best, lists, {})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead and (win.feeder is None or win.total > self.passed.get(win.seat, 0))

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        return self.nearest(declared)

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed[win.seat] = max(win.total, self.passed.get(win.seat, 0))

    def drew(self, seat: int) -> None:
        self.passed.pop(seat, None)

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind not in ("chow", "pung", "kong", "discarded"):
            return
        seat, tile = place(line["seat"]), one(line["tile"])
        if kind == "discarded":
            self.check_discard(seat, tile)
            return
        self.passed.pop(seat, None)
        taken = read(line["tiles"]) if kind == "chow" else (tile,)
        if self.table.caishen in taken:
            self.fault(f"a 财神 lies in a {kind}")
        if kind == "chow" and (seat - place(line["feeder"])) % 4 != 1:
            self.fault(f"{line['seat']} may not chow from {line['feeder']}")

    def check_discard(self, seat: int, tile: int) -> None:
        """What might be thrown has to be what may be."""
        held = [*self.table.held[seat], tile]
        may = set(held)
        if not self.options["caishen_discard"]:
            may = may - {self.table.caishen} or may
        if self.options["honors_first"]:        # a white is the 财神's kind, be it an honour or not
            single = {each for each in held if self.table.face(each) > 30 and each != self.table.caishen
                      and held.count(each) == 1}
            may = single & self.thrown or single or may
        offered = {one(text.split()[1]) for text in self.offers.get(seat, ()) if text.startswith("discard ")} or {tile}
        if not offered <= may or (len(offered) > 1 and offered != may):
            self.fault(f"{SEATS[seat]} might discard {write(offered)} of {write(held)}, the referee says {write(may)}")
        self.thrown.add(tile)

    # -- payments --
    def streak(self) -> int:
        """How often the dealer has won running."""
        count = 0
        for hand in self.hand.earlier:
            seats = [place(line["seat"]) for line in hand.lines if line["type"] == "won"]
            count = count if not seats else (count + 1) % 4 if seats[0] == 0 else 0
        return count

    def factor(self, one: int, other: int) -> int:
        """The dealer's factor between two players."""
        return 2 * (self.streak() + 1) if 0 in (one, other) else 1

    def on_kong(self, kong: Kong) -> None:
        if self.options["kong_points"]:
            points = {"melded": 1, "concealed": 2, "added": 0}[kong.how]
            for payer in self.around(kong.seat):
                self.pay(payer, kong.seat, points * self.factor(payer, kong.seat))

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)

    def on_end(self) -> None:
        if not self.wins:
            self.next_dealer = 0
            # the turned tile is none of those kept
            if not self.dead and self.table.wall - 1 != int(self.options["reserve"]) - len(self.table.kongs):
                self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
            return
        if len(self.wins) > 1:
            self.fault("only one wins")
        win = self.wins[0]
        for payer in self.around(win.seat):
            bearer = win.feeder if self.options["payer"] == "discarder" and win.feeder is not None else payer
            self.pay(bearer, win.seat, win.total * self.factor(payer, win.seat))
        if self.options["caishen_money"]:
            for seat in range(self.seats):
                won = win.tile if seat == win.seat and win.feeder is not None else None
                count = self.table.tiles_of(seat, won).count(self.table.caishen)
                for payer in self.around(seat):
                    self.pay(payer, seat, count)
        if win.seat != 0:
            self.next_dealer = 1
        elif self.streak() < 3:
            self.next_dealer = 0                # after the fourth win all seats are drawn anew
