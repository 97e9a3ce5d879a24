"""The referee of 广西麻将 (桂柳): big patterns add, 翻醒 after the win, kongs at once, 互包 ties two players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import seat_of_horse, suits_of
from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import is_seven_pairs, is_unrelated, readings
from tests.referees.table import Kong
from tests.referees.tiles import HONOURS, SEATS, one
from tests.referees.wild import next_of


class Guangxi(Referee):
    """One hand."""

    id = "guangxi"
    choices: ClassVar = (
        {"xing": "upper+middle"}, {"xing": "upper+lower"}, {"xing": "middle+lower"}, {"xing": "upper"},
        {"xing": "middle"}, {"xing": "lower"}, {"xing": "off"}, {"xing_suit": False}, {"chow": False},
        {"discard_win": False}, {"honors": False}, {"hubao": False}, {"draw_dealer": "rotate"},
        {"preset": "liuzhou"}, {"preset": "liuzhou", "fish": "6"}, {"preset": "liuzhou", "fish_mode": "seat"},
        {"preset": "liuzhou", "cap": "2"}, {"preset": "liuzhou", "cap": "4"}, {"preset": "liuzhou", "cap": "6"})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: set[int] = set()
        self.dead: set[int] = set()
        self.thrown: list[tuple[int, int]] = []         # discards in order
        self.taboo: tuple[int, int] | None = None       # seat and tile: just chowed

    def wall_size(self) -> int:
        return 136 if self.options["honors"] else 108

    # -- fans --
    def lists(self, seat: int, tiles: Sequence[int], source: str) -> list[tuple[Counter[str], bool]]:
        """Each reading's big patterns (or none), and whether 门清 doubles it."""
        table, melds = self.table, self.table.melds[seat]
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        suits, honours = suits_of(everything)
        common: Counter[str] = Counter()
        common["清一色"] = int(suits == 1 and not honours)
        common["字一色"] = int(suits == 0)
        common["天胡"] = int(source == "deal")
        common["地胡"] = int(source == "discard" and table.discards == 1)
        opening = source == "deal" or common["地胡"] > 0
        closed = all(meld.how == "concealed" for meld in melds)
        found = []
        for groups in readings(tiles):
            fans = Counter(common)
            whole = [*groups, *(meld.group for meld in melds)]
            fans["碰碰胡"] = int(all(group.form != "chow" for group in whole))
            fans["全求人"] = int(len(melds) == 4 and all(meld.how != "concealed" for meld in melds)
                              and source in ("discard", "rob"))
            found.append((+fans, closed and not opening))
        if not melds and is_seven_pairs(tiles):
            fans = Counter(common)
            fans.update({"豪华七对": 2} if max(Counter(tiles).values()) == 4 else {"七对": 1})
            found.append((+fans, False))
        if not melds and is_unrelated(tiles):
            fans = Counter(common)
            fans["七星烂牌"] = int(set(HONOURS) <= set(tiles))
            found.append(((+fans) or Counter({"烂牌": 0}), False))
        return found

    def amounts(self, fans: Counter[str], doubled: bool, seat: int, self_drawn: bool) -> list[int]:
        """What the dealer and what another player would pay, 醒 not counted."""
        big = sum(fans.values())
        if big:
            pays = [15 * big] * 2 if self_drawn else [35 * big] * 2
        elif "烂牌" in fans:
            pays = ([5, 5] if seat == 0 else [5, 3]) if self_drawn else [10 if seat == 0 else 8] * 2
        else:
            pays = ([4, 4] if seat == 0 else [4, 2]) if self_drawn else [7 if seat == 0 else 5] * 2
        return [2 * pay for pay in pays] if doubled else pays

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if source in ("discard", "rob") and not self.options["discard_win"]:
            return None
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        if self.options["preset"] == "liuzhou":
            return liuzhou_win(self, seat, tile, source, feeder, tiles)
        found = self.lists(seat, tiles, source)
        if not found:
            return None
        priced = [(self.amounts(fans, doubled, seat, feeder is None), fans, doubled) for fans, doubled in found]
        best = max(amounts for amounts, _, _ in priced)
        named, awake = [], self.awake(seat, tile if feeder is not None else None)
        for amounts, fans, doubled in priced:
            if amounts == best:             # 门清 is a factor: it is named once
                named.append({**(fans or {"平胡": 0}), **({"门清": 1} if doubled else {}),
                              **({"醒": awake} if awake else {})})
        # the text gives no total; ours is what a player who is not the dealer pays
        return Win(seat, tile, source, feeder, best[1] + awake, tuple(named), {"amounts": best, "awake": awake})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead and not (win.feeder is not None and win.seat in self.passed)

    def declined(self, win: Win) -> None:
        self.passed.add(win.seat)               # a self-draw let go is a passed win too

    def drew(self, seat: int) -> None:
        self.passed.discard(seat)

    def on_line(self, line: Line) -> None:
        if line["type"] == "chow":
            seat = place(line["seat"])
            self.taboo = seat, one(line["tile"])
            if place(line["feeder"]) != (seat - 1) % self.seats or not self.options["chow"]:
                self.fault(f"{SEATS[seat]} may not chow")
        if line["type"] == "discarded":
            thrown = place(line["seat"]), one(line["tile"])
            if thrown == self.taboo:
                self.fault(f"{SEATS[thrown[0]]} discards the tile just chowed")
            self.taboo = None
            self.thrown.append(thrown)
            if [seat for seat, _ in self.thrown] == [0, 1, 2, 3] and len({tile for _, tile in self.thrown}) == 1:
                for other in (1, 2, 3):         # 追
                    self.pay(0, other, 1)

    # -- payments --
    def on_kong(self, kong: Kong) -> None:
        small = self.options["preset"] == "liuzhou"
        if kong.how == "concealed":
            for payer in self.around(kong.seat):
                self.pay(payer, kong.seat, 1 if small else 2)
        else:
            meld = next(meld for meld in self.table.melds[kong.seat] if meld.form == "kong" and meld.tile == kong.tile)
            self.pay(meld.feeder, kong.seat, 1 if small else 3)

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 15)

    def tied(self, seat: int) -> list[int]:
        """互包: who fed three sets to a seat, or was fed three by it."""
        if not self.options["hubao"]:
            return []
        melds = self.table.melds
        return [other for other in self.around(seat)
                if sum(meld.feeder == other for meld in melds[seat]) >= 3
                or sum(meld.feeder == seat for meld in melds[other]) >= 3]

    def awake(self, seat: int, won: int | None) -> int:
        """How many tiles of the winner's hand 翻醒 counts."""
        parts = self.options["xing"].split("+")
        turned = [one(line["tile"]) for line in self.hand.lines if line["type"] == "turned"]     # after the win
        if parts == ["off"] or not turned:
            return 0
        tile = turned[-1]
        kinds = [kind for part, kind in (("middle", tile), ("upper", next_of(tile)), ("lower", before_of(tile)))
                 if part in parts]
        if not self.options["xing_suit"]:
            kinds += [10 * suit + kind % 10 for kind in kinds if kind < 30 for suit in range(3)]
        return sum(other in kinds for other in self.table.all_of(seat, won))

    def on_end(self) -> None:
        for win in self.wins:
            self.settle(win)
        if self.wins:
            if self.options["xing"] != "off" and len(self.table.turned) != min(1, self.table.wall):
                self.fault(f"{len(self.table.turned)} tiles were turned 翻醒")
            self.next_dealer = self.wins[0].seat if len(self.wins) == 1 else self.wins[0].feeder
        else:
            self.next_dealer = 1 if self.options["draw_dealer"] == "rotate" else 0
            if self.table.wall:
                self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")

    def settle(self, win: Win) -> None:
        """What a win brings."""
        if self.options["preset"] == "liuzhou":
            settle_liuzhou(self, win)
            return
        dealer, other = win.facts["amounts"]
        awake, ties = win.facts["awake"], self.tied(win.seat)
        if win.feeder is None:
            shares = {payer: dealer if payer == 0 else other for payer in self.around(win.seat)}
            for partner in ties:
                self.pay(partner, win.seat, 2 * sum(shares.values()) + 3 * awake)
            if not ties:
                for payer, share in shares.items():
                    self.pay(payer, win.seat, share + awake)
        else:
            share = dealer if win.feeder == 0 else other
            self.pay(win.feeder, win.seat, share * (2 if win.feeder in ties else 1) + awake)
            for partner in ties:                # two ties at once: each holds by itself (docs/differences.md)
                if partner != win.feeder:
                    self.pay(partner, win.seat, share + awake)


def before_of(tile: int) -> int:
    """The tile before, in the same circles."""
    return next(kind for kind in (*range(tile // 10 * 10 + 1, tile // 10 * 10 + 10),) if kind % 10 and (
        kind < 38) and next_of(kind) == tile)


def liuzhou_win(referee: Guangxi, seat: int, tile: int | None, source: str, feeder: int | None,
                tiles: Sequence[int]) -> Win | None:
    """The preset of Liuzhou: one 番 each, a base of 3 or 2, 门清 on a self-draw."""
    table, melds = referee.table, referee.table.melds[seat]
    everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
    suits, honours = suits_of(everything)
    common = Counter({"清一色": int(suits == 1 and not honours), "抢杠": int(source == "rob"),
                      "杠上炮": int(source == "discard" and table.kong is not None),
                      "杠上花": int(source == "draw" and table.draw.way == "kong")})
    common["全求人"] = int(len(melds) == 4 and all(meld.how != "concealed" for meld in melds)
                        and source in ("discard", "rob"))
    found = []
    for groups in readings(tiles):
        pungs = all(group.form != "chow" for group in (*groups, *(meld.group for meld in melds)))
        found.append(+(common + Counter({"对对胡": int(pungs)})))
    if not melds and is_seven_pairs(tiles):
        found.append(+(common + Counter({"七对": 1})))
    if not found:
        return None
    most = max(fans.total() for fans in found)
    closed = feeder is None and all(meld.how == "concealed" for meld in melds)
    lists, worth = [], 0
    for fans in found:
        if fans.total() == most:
            more = (2 if {"清一色", "七对", "对对胡"} & set(fans) else 1) if closed else 0
            value = (2 if feeder is None else 3) * 2 ** most
            if referee.options["cap"] != "none":        # of base x 2^番: so much on a self-draw, 6 on a discard
                value = min(value, int(referee.options["cap"]) if feeder is None else 6)
            worth = max(worth, value + more)
            lists.append({**(fans or {"平胡": 0}), **({"门清": more} if more else {})})
    turned = [one(line["tile"]) for line in referee.hand.lines if line["type"] == "turned"]
    hits = sum(seat_of_horse(tile) == (0 if referee.options["fish_mode"] == "one_five_nine" else seat)
               for tile in turned)
    lists = [{**fans, **({"钓鱼": hits} if hits else {})} for fans in lists]
    return Win(seat, tile, source, feeder, worth * (1 + hits), tuple(lists), {"each": worth * (1 + hits)})


def settle_liuzhou(referee: Guangxi, win: Win) -> None:
    """Three pay, or the discarder; 三比 as 互包, doubled on a discard and three times a share on a self-draw."""
    each, ties = win.facts["each"], referee.tied(win.seat)
    if win.feeder is None:
        for partner in ties:
            referee.pay(partner, win.seat, 3 * each)
        for payer in () if ties else referee.around(win.seat):
            referee.pay(payer, win.seat, each)
        return
    referee.pay(win.feeder, win.seat, each * (2 if win.feeder in ties else 1))
    for partner in ties:
        if partner != win.feeder:
            referee.pay(partner, win.seat, each)
