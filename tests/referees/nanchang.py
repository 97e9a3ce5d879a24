"""The referee of 南昌麻将: chows of honours, 十三烂, wild 精 that pay by themselves each hand, kongs at the end."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import prod
from typing import Any, ClassVar

from tests.referees.played import Hand, Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import is_unrelated
from tests.referees.tiles import DRAGONS, GREEN, HONOURS, KINDS, RED, SEATS, WHITE, WINDS, one, read

LEFT = 34                               # seventeen stacks nobody draws
#: three different winds, or the three dragons
HONOUR_CHOWS = (*combinations(WINDS, 3), DRAGONS)
DRAGON_AFTER = {RED: GREEN, GREEN: WHITE, WHITE: RED}
FLAT, BONUS = 20, 5


def after(tile: int) -> int:
    """副精 of a 正精: the next kind, around its suit, the winds or the dragons."""
    if tile < 30:
        return tile + 1 if tile % 10 < 9 else tile - 8
    return DRAGON_AFTER.get(tile) or WINDS[(WINDS.index(tile) + 1) % 4]


def chows_with(tile: int) -> Sequence[tuple[int, ...]]:
    """All chows a tile may stand in."""
    if tile > 30:
        return [chow for chow in HONOUR_CHOWS if tile in chow]
    lows = range(max(tile - 2, tile // 10 * 10 + 1), min(tile, tile // 10 * 10 + 7) + 1)
    return [(low, low + 1, low + 2) for low in lows]


@lru_cache(1 << 16)
def divides(tiles: tuple[int, ...], wild: int, chows: bool, pair: bool = True) -> bool:
    """Whether sorted tiles and so many wild ones are sets, and a pair if one is wanted."""
    if not tiles:
        return wild % 3 == (2 if pair else 0)
    first, same = tiles[0], tiles.count(tiles[0])
    for size in (3, 2) if pair else (3,):
        for own in range(1, min(same, size) + 1):
            if size - own <= wild and divides(tiles[own:], wild - size + own, chows, pair and size == 3):
                return True
    for chow in chows_with(first) if chows else ():
        left, missing = list(tiles[1:]), 0
        for other in chow:
            if other in left and other != first:
                left.remove(other)
            else:
                missing += other != first
        if missing <= wild and divides(tuple(left), wild - missing, chows, pair):
            return True
    return False


@lru_cache(1 << 12)
def room(ranks: tuple[int, ...]) -> int:
    """How many ranks of a suit at most, these among them, lie three apart; 0 if these do not."""
    found = [chosen for size in (3, 2, 1) for chosen in combinations(range(1, 10), size)
             if set(ranks) <= set(chosen) and all(later - earlier >= 3 for earlier, later in pairwise(chosen))]
    return len(found[0]) if found and len(set(ranks)) == len(ranks) else 0


def can_scatter(plain: Sequence[int], honours: int, size: int) -> bool:
    """Whether tiles all lie apart and others can be added so that they are `size`, that many honours among them."""
    rooms = [room(tuple(sorted(tile % 10 for tile in plain if tile // 10 == suit))) for suit in range(3)]
    winds = [tile for tile in plain if tile > 30]
    return all(rooms) and len(set(winds)) == len(winds) and sum(rooms) + honours >= size


class Nanchang(Referee):
    """One hand."""

    id = "nanchang"
    choices: ClassVar = (
        {"dian_pao": "one"}, {"ba_wang": "plus10"}, {"xia_jing": "start"}, {"xia_jing": "none"},
        {"discarded_jing": True}, {"chao_zhuang": "0"}, {"chao_zhuang": "2"}, {"same_song": True}, {"hui_tou": True},
        {"no_ping_hu": True}, {"cap": "300"},
        {"hui_tou": True, "same_song": True, "ba_wang": "plus10", "no_ping_hu": True, "dian_pao": "one"},
        {"discarded_jing": True, "same_song": True, "xia_jing": "start", "cap": "300"})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: dict[int, int] = {}        # the most a seat let go since its last draw
        self.passed_pungs: set[tuple[int, int]] = set()
        self.thrown: list[tuple[int, int]] = []
        self.dead: set[int] = set()
        self.dealt: list[list[int]] = []        # the tiles of each seat after the deal

    def turned(self, lot: str) -> int | None:
        """The tile of a name that was turned up."""
        return next((tile for name, tile, _ in self.table.turned if name == lot), None)

    def wild(self) -> tuple[int, int]:
        """正精 and 副精."""
        tile = self.turned("upper")
        assert tile is not None
        return tile, after(tile)

    # -- fans --
    def shapes(self, seat: int, tiles: Sequence[int], wild: Sequence[int]) -> Iterator[tuple[str, int]]:
        """What the tiles may be read as, those of these kinds standing for any."""
        melds = self.table.melds[seat]
        plain = tuple(sorted(tile for tile in tiles if tile not in wild))
        free = len(tiles) - len(plain)
        if divides(plain, free, True):
            yield "平胡", 1
        if all(meld.form != "chow" for meld in melds) and divides(plain, free, False):
            yield "大七对", 2
        if melds:
            return
        if sum(count % 2 for count in Counter(plain).values()) <= free:
            yield "小七对", 2
        if can_scatter(plain, 7, 14) if free else is_unrelated(tiles):
            yield "十三烂", 2
            if set(HONOURS) <= set(tiles):              # the honours natural, a 精 among them as itself
                rest = list((Counter(tiles) - Counter(HONOURS)).elements())
                if can_scatter([tile for tile in rest if tile not in wild], 0, 7):
                    yield "七星十三烂", 4

    def waits_for_all(self, seat: int, held: Sequence[int]) -> bool:
        """精钓: with a 精 any tile completes the hand."""
        wild = self.wild()
        return any(tile in wild for tile in held) and all(
            next(self.shapes(seat, [*held, kind], wild), None) is not None for kind in KINDS)

    def lists(self, seat: int, tiles: Sequence[int], baited: bool) -> Iterator[dict[str, int]]:
        """The fans of every reading, apart from how it was won."""
        wild = self.wild()
        alone = not any(tile in wild for other in self.around(seat) for tile in self.table.held[other])
        for natural in (True, False):
            for name, value in self.shapes(seat, tiles, () if natural else wild):
                if name == "平胡" and self.options["no_ping_hu"] and not (natural or baited):
                    continue
                fans = {name: value}
                if natural:
                    fans |= {"德中德": 4} if alone else {"德国": 2}
                    fans |= {"德国七对加倍": 2} if name in ("大七对", "小七对") else {}
                yield fans | ({"精钓": 2} if baited else {})

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        table = self.table
        tiles = table.tiles_of(seat, tile if feeder is not None else None)
        if next(self.shapes(seat, tiles, self.wild()), None) is None:
            return None
        held = list(tiles)
        if tile is not None:
            held.remove(tile)
        baited = tile is not None and self.waits_for_all(seat, held)
        if baited and feeder is not None:
            return None
        found = list(self.lists(seat, tiles, baited))
        if source == "deal" or (source == "discard" and feeder == 0 and table.discards == 1):
            # in place of all other fans, so 无平胡 does not ask (docs/differences.md)
            german = any({"德国", "德中德"} & set(fans) for fans in found)
            named = {"天胡" if source == "deal" else "地胡": FLAT * (2 if german else 1)}
            return Win(seat, tile, source, feeder, prod(named.values()), (named,), {"flat": True, "bonus": 0})
        if not found:
            return None
        replaced = source == "draw" and table.draw is not None and table.draw.way == "kong"
        how = {"杠开": 2} if replaced else {"抢杠": 2} if source == "rob" else {}
        worths = [(prod(fans.values()), bool({"德国", "德中德"} & set(fans))) for fans in found]
        best = max(worths)
        lists = tuple(fans | how for fans, worth in zip(found, worths, strict=True) if worth == best)
        bonus = BONUS * (best[1] + baited)
        return Win(seat, tile, source, feeder, best[0] * prod(how.values()), lists, {"flat": False, "bonus": bonus})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead and (win.feeder is None or win.total > self.passed.get(win.seat, -1))

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        return self.nearest(declared)

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed[win.seat] = max(win.total, self.passed.get(win.seat, -1))

    def drew(self, seat: int) -> None:
        self.passed.pop(seat, None)
        self.passed_pungs = {(other, tile) for other, tile in self.passed_pungs if other != seat}

    def closed(self) -> None:
        if self.table.discard is None or not self.offers:
            return
        tile = self.table.discard[1]
        for seat, legal in self.offers.items():
            if "pung" in legal:
                if (seat, tile) in self.passed_pungs:
                    self.fault(f"{SEATS[seat]} has let {tile} go and may pung it")
                if self.answers.get(seat) == "pass":        # who chows the tile has not let it go
                    self.passed_pungs.add((seat, tile))
        self.offers = {}

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind == "dealt" and place(line["seat"]) == self.seats - 1:
            self.dealt = [list(held) for held in self.table.held]
        elif kind == "wild" and sorted(self.wild()) != sorted(read(line["tiles"])):
            self.fault(f"wild are {line['tiles']}, the referee says {self.wild()}")
        elif kind == "chow":
            meld = self.table.melds[place(line["seat"])][-1]
            if (place(line["seat"]) - place(line["feeder"])) % 4 != 1 or meld.laid not in chows_with(meld.tile):
                self.fault(f"{line['seat']} may not chow {line['tiles']} from {line['feeder']}")
        elif kind == "discarded":
            self.thrown.append((place(line["seat"]), one(line["tile"])))

    # -- payments --
    def look_back(self) -> None:
        """回头一笑: 上精 of the hand before among the tiles dealt; paid with the rest (docs/differences.md)."""
        if self.options["hui_tou"] and self.hand.earlier:
            self.score(upper_of(self.hand.earlier[-1]), self.dealt)

    def follow(self) -> None:
        """抄庄: the first four discards are of one kind; paid with the rest (docs/differences.md)."""
        first = self.thrown[:4]
        if [seat for seat, _ in first] == [0, 1, 2, 3] and len({tile for _, tile in first}) == 1:
            for other in (1, 2, 3):
                self.pay(0, other, int(self.options["chao_zhuang"]))

    def score(self, tile: int, owned: Sequence[Sequence[int]]) -> None:
        """Who has 精 of a turned tile is paid by everybody."""
        points = []
        for tiles in owned:
            total = 0
            for value, kind in ((2, tile), (1, after(tile))):
                kinds = {kind}
                if self.options["same_song"] and kind < 30:
                    kinds = {kind % 10 + 10 * suit for suit in range(3)}
                total += value * sum(other in kinds for other in tiles)
            points.append(total * (total - 3) if total >= 5 else total)
        alone = sum(map(bool, points)) == 1
        for seat, amount in enumerate(points):
            if alone and amount:
                amount = 2 * amount if self.options["ba_wang"] == "double" else amount + 10
            for payer in self.around(seat):
                self.pay(payer, seat, amount)

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 20)

    def on_end(self) -> None:
        for win in self.wins:
            self.settle(win)
        for kong in self.table.kongs:
            for payer in self.around(kong.seat):
                self.pay(payer, kong.seat, 2 if kong.how == "concealed" else 1)
        owned = [self.table.all_of(seat) for seat in range(self.seats)]
        for win in self.wins:
            owned[win.seat] = self.table.all_of(win.seat, win.tile if win.feeder is not None else None)
        if self.options["discarded_jing"]:
            owned = [[*tiles, *self.left_lying(seat)] for seat, tiles in enumerate(owned)]
        self.look_back()
        self.follow()
        self.score(self.wild()[0], owned)
        lower = self.turned("lower")
        if (lower is None) != (self.options["xia_jing"] == "none"):
            self.fault(f"下精 is {lower}")
        if lower is not None:
            self.score(lower, owned)
        seats = [win.seat for win in self.wins]
        self.next_dealer = seats[0] if seats else 0
        if not seats and self.table.wall != LEFT:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
        if len(seats) > 1:
            self.fault(f"{[SEATS[seat] for seat in seats]} win together")

    def left_lying(self, seat: int) -> list[int]:
        """What a seat discarded and nobody took: a tile taken counts for who took it (docs/differences.md)."""
        river = self.table.rivers[seat]
        return river[:-1] if any(win.source == "discard" and win.feeder == seat for win in self.wins) else river

    def settle(self, win: Win) -> None:
        """What a win brings."""
        cap = None if self.options["cap"] == "none" else int(self.options["cap"])
        for payer in self.around(win.seat):
            times = 2 if 0 in (payer, win.seat) else 1
            full = 2 * win.total * times + win.facts.get("bonus", 0)
            if win.facts.get("flat"):
                share = win.total
            elif win.source in ("draw", "rob") or payer == win.feeder:
                share = full
            else:
                share = win.total * times if self.options["dian_pao"] == "three" else 0
            robbed = win.feeder if win.source == "rob" else None
            self.pay(payer if robbed is None else robbed, win.seat, share if cap is None else min(share, cap))


def upper_of(hand: Hand) -> int:
    """The 正精 of a hand."""
    return next(one(line["tile"]) for line in hand.lines if line["type"] == "turned" and line["lot"] == "upper")
