"""The referee of 河北麻将: a base of 1, 2 or 3 and factors, 捉五魁, wild tiles by option, three ways to pay."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import Any, ClassVar

from tests.referees.cantonese import suits_of
from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import Group, is_seven_pairs, is_thirteen_orphans, readings
from tests.referees.tiles import EAST, GREEN, KINDS, NORTH, NUMBERS, RED, SEATS, WHITE
from tests.referees.wild import can_win, filled, next_of

LEFT = 14                               # seven stacks nobody draws
AROUND = {NORTH: EAST, RED: GREEN, GREEN: WHITE, WHITE: RED}
PAIRS = ({"七小对": 2}, {"豪华七对": 4}, {"双豪七对": 8}, {"三豪七对": 16})


class Hebei(Referee):
    """One hand."""

    id = "hebei"
    choices: ClassVar = (
        {"hun": True}, {"winds": False}, {"chow": False}, {"hun": True, "winds": False}, {"discard_win": False},
        {"pay_discard": "three"}, {"pay_discard": "all"}, {"dealer": False}, {"huang_gang": False},
        {"base": "1-1-1"}, {"base": "1-2-2"}, {"hun": True, "pay_discard": "all", "dealer": False, "base": "1-1-1"})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: set[int] = set()
        self.dead: set[int] = set()

    def wall_size(self) -> int:
        return 136 if self.options["winds"] else 108

    def wild(self) -> tuple[int, ...]:
        """混儿: the tile after the flipped one."""
        if not self.options["hun"]:
            return ()
        turned = self.table.turned[0][1]        # the text names no circle: 北 leads to 东 and 白 to 中 (differences.md)
        return (AROUND.get(turned) or next_of(turned),)

    # -- fans --
    def waits(self, seat: int, held: Sequence[int]) -> set[int]:
        """The kinds that complete a hand, wild ones among them."""
        kinds = KINDS if self.options["winds"] else NUMBERS
        return {kind for kind in kinds if can_win((*held, kind), self.wild(), len(self.table.melds[seat]))}

    def wait_fans(self, group: Group, tile: int, melds: int) -> dict[str, int]:
        """What the place of the tile waited for is worth, if it was the only one."""
        if group.form == "pair":
            return {"大吊车": 2} if melds == 4 else {"边卡吊": 2}
        if group.form == "pung":
            return {}
        middle = tile == group.tile + 1
        edge = (tile % 10 == 3 and group.tile + 2 == tile) or (tile % 10 == 7 and group.tile == tile)
        if middle and tile == 5:
            return {"捉五魁": 4}
        return {"边卡吊": 2} if middle or edge else {}

    def divided(self, seat: int, whole: Sequence[int], tiles: Sequence[int], only: bool) -> Iterator[Counter[str]]:
        """The fans of four sets and a pair; `tiles` is what the winning tile may be here."""
        melds = self.table.melds[seat]
        closed = Counter({"门清": 2 * all(meld.how == "concealed" for meld in melds)})
        for groups in readings(whole):
            everyone = [*groups, *(meld.group for meld in melds)]
            chows = {group.tile for group in everyone if group.form == "chow"}
            dragon = any({low, low + 3, low + 6} <= chows for low in (1, 11, 21))
            fans = closed + Counter({"碰碰胡": 2 * (not chows), "一条龙": 2 * dragon})
            places = [self.wait_fans(group, tile, len(melds)) for group in groups for tile in tiles
                      if tile in group.tiles and (only or (group.form == "pair" and len(melds) == 4))]
            for place_fans in places or [{}]:
                yield fans + Counter(place_fans)

    def lists(self, seat: int, tiles: Sequence[int], tile: int | None) -> Iterator[Counter[str]]:
        """The fans of every reading."""
        melds, wild = self.table.melds[seat], self.wild()
        held = list(tiles)
        only = False
        if tile is not None:
            held.remove(tile)
            only = len(self.waits(seat, held) - set(wild)) < 2      # a wild tile completes every hand; none: it alone
        plain = Counter(one for one in tiles if one not in wild)
        for whole in filled(tuple(sorted(tiles)), wild, len(melds)) if wild else [tuple(tiles)]:
            suits, honours = suits_of([*whole, *(one for meld in melds for one in meld.tiles)])
            full = Counter({"清一色": 4 * (suits == 1 and not honours)})
            stands = [] if tile is None else [tile] if tile not in wild else list(Counter(whole) - plain)
            yield from (full + fans for fans in self.divided(seat, whole, stands, only))
            if not melds and is_seven_pairs(whole):
                yield full + Counter(PAIRS[sum(count == 4 for count in Counter(whole).values())])
            if not melds and is_thirteen_orphans(whole):
                yield Counter({"十三幺": 10})

    def circumstance(self, seat: int, tiles: Sequence[int], tile: int | None, source: str) -> Counter[str]:
        """What does not depend on a reading."""
        fans: Counter[str] = Counter()
        own = source == "draw"
        fans["海底捞月"] = 2 * (own and self.table.wall == LEFT + self.options["hun"])
        if self.options["hun"]:
            won = None if own or source == "deal" else tile
            fans["素胡"] = 2 * (not any(one in self.wild() for one in self.table.all_of(seat, won)))
            if own and tile is not None:
                held = list(tiles)
                held.remove(tile)
                kinds = KINDS if self.options["winds"] else NUMBERS
                fans["混儿吊"] = 2 * (any(one in self.wild() for one in held)
                                   and self.waits(seat, held) == set(kinds))
        return +fans

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if feeder is not None and not self.options["discard_win"]:
            return None
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        if not can_win(tuple(tiles), self.wild(), len(self.table.melds[seat])):
            return None
        more = self.circumstance(seat, tiles, tile, source)
        bases = [int(base) for base in self.options["base"].split("-")]
        replaced = source == "draw" and self.table.draw.way == "kong"
        base = bases[0] if feeder is not None else bases[2] if replaced else bases[1]
        found = [+(fans + more) for fans in self.lists(seat, tiles, tile)]
        best = max(prod(fans.values()) for fans in found)
        lists = tuple({"基点": base, **fans} for fans in found if prod(fans.values()) == best)
        return Win(seat, tile, source, feeder, base * best, lists, {})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.seat not in self.dead and not (win.feeder is not None and win.seat in self.passed)

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        return self.nearest(declared)

    def declined(self, win: Win) -> None:
        if win.feeder is not None:              # a self-draw let go binds nobody (docs/differences.md)
            self.passed.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed.discard(seat)

    def on_line(self, line: Line) -> None:
        if line["type"] == "chow" and (
                not self.options["chow"] or (place(line["seat"]) - place(line["feeder"])) % 4 != 1):
            self.fault(f"{line['seat']} may not chow from {line['feeder']}")

    # -- payments --
    def times(self, one: int, other: int) -> int:
        """庄闲: double where one of two is the dealer."""
        return 2 if self.options["dealer"] and 0 in (one, other) else 1

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 3 * self.times(seat, other))

    def on_end(self) -> None:
        for win in self.wins:
            self.settle(win)
        if self.wins or not self.options["huang_gang"]:
            for kong in self.table.kongs:
                for payer in self.around(kong.seat):
                    self.pay(payer, kong.seat, 2 if kong.how == "concealed" else 1)
        seats = [win.seat for win in self.wins]
        self.next_dealer = 0 if 0 in seats or not seats else 1
        if not seats and self.table.wall != LEFT + self.options["hun"]:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
        if len(seats) > 1:
            self.fault(f"{[SEATS[seat] for seat in seats]} win together")

    def settle(self, win: Win) -> None:
        """What a win brings."""
        way = "one" if win.feeder is None else self.options["pay_discard"]
        for payer in self.around(win.seat):
            share = win.total * self.times(payer, win.seat)
            if win.feeder is None:
                self.pay(payer, win.seat, share)
            elif way == "all":
                self.pay(win.feeder, win.seat, share)
            elif payer == win.feeder:
                self.pay(payer, win.seat, share * (2 if way == "three" else 1))
            elif way == "three":
                self.pay(payer, win.seat, share)
