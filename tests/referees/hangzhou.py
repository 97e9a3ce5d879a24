"""The referee of 杭州麻将: whites are wild, self-draw only, 爆头 and what is thrown away in it, the dealer's streak."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.tiles import SEATS, WHITE, one

LEFT = 20                               # so many tiles nobody draws
KONG_FROM = 22                          # a kong needs so many in the wall


@lru_cache(1 << 16)
def are_sets(tiles: tuple[int, ...], wild: int) -> bool:
    """Whether sorted tiles and so many wild ones are sets and nothing else."""
    if not tiles:
        return wild % 3 == 0
    first = tiles[0]
    wanted = [(first,) * 3]
    if first < 30:
        wanted += [(low, low + 1, low + 2) for low in (first - 2, first - 1, first) if 1 <= low % 10 <= 7]
    for triple in wanted:
        left, missing = list(tiles), 0
        for tile in triple:
            if tile in left:
                left.remove(tile)
            else:
                missing += 1
        if missing <= wild and are_sets(tuple(left), wild - missing):
            return True
    return False


def parted(tiles: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """The plain tiles in order, and how many whites."""
    return tuple(sorted(tile for tile in tiles if tile != WHITE)), list(tiles).count(WHITE)


def is_standard(tiles: Sequence[int]) -> bool:
    """Sets and any pair, whites in any place."""
    plain, wild = parted(tiles)
    if wild >= 2 and are_sets(plain, wild - 2):
        return True
    for tile in set(plain):
        own = min(plain.count(tile), 2)
        left = list(plain)
        for _ in range(own):
            left.remove(tile)
        if 2 - own <= wild and are_sets(tuple(left), wild - 2 + own):
            return True
        if own == 2 and wild:
            left.append(tile)
            if are_sets(tuple(sorted(left)), wild - 1):
                return True
    return False


def are_pairs(tiles: Sequence[int]) -> bool:
    """Pairs and nothing else, whites in any place."""
    plain, wild = parted(tiles)
    return len(tiles) % 2 == 0 and sum(count % 2 for count in Counter(plain).values()) <= wild


class Hangzhou(Referee):
    """One hand."""

    id = "hangzhou"
    choices: ClassVar = (
        {"special_shapes": True}, {"max_chow": "2"}, {"special_shapes": True, "lucky_four": True},
        {"special_shapes": True, "multi_luxury": True}, {"cap": "none", "special_shapes": True}, {"dealer": "flat8"},
        {"dealer": "none"}, {"youcai_bikao": True}, {"tail_burn": False}, {"win_on_discard": True},
        {"youcai_bikao": True, "special_shapes": True, "lucky_four": True, "cap": "none"},
        {"win_on_discard": True, "special_shapes": True, "dealer": "none"})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.thrown: list[list[int]] = [[] for _ in range(self.seats)]      # all discards, those claimed too
        self.lock: int | None = None            # who threw a white and has not acted since
        self.burned = 0

    # -- fans --
    def is_any_tile(self, seat: int, before: Sequence[int]) -> bool:
        """爆头: without one white the hand is sets already, or six pairs."""
        if WHITE not in before:
            return False
        rest = list(before)
        rest.remove(WHITE)
        closed = self.options["special_shapes"] and not self.table.melds[seat]
        return are_sets(*parted(rest)) or bool(closed and are_pairs(rest))

    def thrown_whites(self, seat: int) -> int:
        """How many whites a seat threw in a row, up to now."""
        count = 0
        for tile in reversed(self.thrown[seat]):
            if tile != WHITE:
                break
            count += 1
        return count

    def ten_winds(self, seat: int) -> Win | None:
        """十风: the tenth discard was an honour like all before it, nothing was melded."""
        thrown, tiles = self.thrown[seat], self.table.held[seat]
        if not self.options["special_shapes"] or self.table.melds[seat] or len(thrown) != 10 or min(thrown) < 30:
            return None
        if self.options["youcai_bikao"] and WHITE in tiles:
            return None
        fans = Counter({"十风": 3 + (WHITE in thrown), "无财神": int(WHITE not in tiles), "四财神": int(
            self.options["lucky_four"] and tiles.count(WHITE) == 4)})
        return Win(seat, None, "thrown", None, self.capped(fans), (dict(+fans),), {})

    def _source(self, seat: int, line: Line) -> tuple[int | None, str, int | None]:
        return (None, "thrown", None) if line.get("thrown") else super()._source(seat, line)

    def _asked(self, moment: str) -> list[tuple[int, int | None, int | None]]:
        """After a discard whoever threw it may win too."""
        found = super()._asked(moment)
        return [(self.table.discard[0], None, None), *found] if moment == "discard" else found

    def shapes(self, seat: int, tiles: Sequence[int]) -> Iterator[Counter[str]]:
        """The fans of each shape the tiles have."""
        if is_standard(tiles):
            yield Counter()
        if self.options["special_shapes"] and not self.table.melds[seat] and are_pairs(tiles):
            fours = self.fours(tiles)
            yield Counter({"豪华七对": 2 + 2 * (fours if self.options["multi_luxury"] else 1)} if fours
                          else {"七对子": 2})

    def fours(self, tiles: Sequence[int]) -> int:
        """How many fours seven pairs have at most."""
        plain, wild = parted(tiles)
        kinds = Counter(plain)
        return sum(count == 4 for count in kinds.values()) + (
            wild == 4 and all(count % 2 == 0 for count in kinds.values()))

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if feeder is None and source in ("discard", "thrown"):
            return self.ten_winds(seat)
        if source == "rob" or (source == "discard" and not self.options["win_on_discard"]):
            return None
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        found = list(self.shapes(seat, tiles))
        if not found:
            return None
        fans = max(found, key=Counter.total)
        before = list(tiles)
        if tile is not None:
            before.remove(tile)
        free = tile is not None and self.is_any_tile(seat, before)
        kong = source == "draw" and self.table.draw.way == "kong"
        if self.options["youcai_bikao"] and WHITE in tiles and not (free or kong):
            return None
        whites = self.thrown_whites(seat)
        fans += Counter({
            "爆头": int(free), "财飘": whites if free else 0, "杠开": int(kong), "无财神": int(WHITE not in tiles),
            "四财神": int(self.options["lucky_four"] and list(tiles).count(WHITE) + (whites if free else 0) >= 4)})
        return Win(seat, tile, source, feeder, self.capped(fans), (dict(+fans),), {})

    def capped(self, fans: Counter[str]) -> int:
        """The fans that count."""
        return fans.total() if self.options["cap"] == "none" else min(4, fans.total())

    # -- restrictions --
    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        """The text is silent about several on one discard: the next in turn wins alone."""
        near = sorted(declared, key=lambda seat: (seat - (self.table.discard or (seat,))[0]) % self.seats)
        return set(near[:1])

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind not in ("drawn", "discarded", "chow", "pung", "kong"):
            return
        seat, tile = place(line["seat"]), one(line["tile"])
        locked = self.lock is not None and seat != self.lock
        if locked and (kind in ("chow", "pung") or (kind == "kong" and line["form"] != "concealed")):
            self.fault(f"{line['seat']} may not {kind} after a white")
        if kind in ("chow", "pung", "kong") and WHITE in self.table.melds[seat][-1].tiles:
            self.fault(f"{line['seat']} lays whites down")
        if kind == "chow" and self.options["max_chow"] == "2" and self.chows(seat) > 2:
            self.fault(f"{line['seat']} chows a third time")
        if kind == "kong":
            self.check_kong(line)
        if kind == "discarded":
            if locked and (self.table.draw is None or self.table.draw.tile != tile):
                self.fault(f"{line['seat']} may only throw what was drawn")
            self.thrown[seat].append(tile)
            if tile == WHITE:
                self.lock = seat
        elif self.lock == seat:
            self.lock = None

    def check_kong(self, line: Line) -> None:
        """Enough tiles are left, and one of the replacement's stack is put aside."""
        if self.table.wall - self.burned < KONG_FROM:
            self.fault(f"{line['seat']} makes a kong with {self.table.wall - self.burned} tiles left")
        self.burned += bool(self.options["tail_burn"])

    # -- payments --
    def chows(self, seat: int) -> int:
        """How many chows lie before a seat."""
        return sum(meld.form == "chow" for meld in self.table.melds[seat])

    def factor(self) -> int:
        """What dealer and others pay each other times."""
        if self.options["dealer"] != "streak":
            return 8 if self.options["dealer"] == "flat8" else 1
        count = 1
        for hand in reversed(self.hand.earlier):
            if hand.players[0] != self.hand.players[0]:
                break
            count += 1
        return 2 ** min(count, 3)

    def settle(self, win: Win) -> None:
        """What a win brings."""
        seat, upper, lower = win.seat, (win.seat - 1) % self.seats, (win.seat + 1) % self.seats
        shares = {payer: 2 ** win.total * (self.factor() if 0 in (payer, seat) else 1) for payer in self.around(seat)}
        whole = sum(shares.values())
        tied = {other: times * whole for other, times, chows in (
            (upper, 1, self.chows(seat)), (lower, 2, self.chows(lower))) if chows >= 3}
        if not tied:
            tied = shares if win.feeder is None else {win.feeder: whole}
        for payer, amount in tied.items():
            self.pay(payer, seat, amount)

    def on_end(self) -> None:
        for win in self.wins:
            self.settle(win)
        self.next_dealer = self.wins[0].seat if self.wins else 0
        if not self.wins and self.table.wall - self.burned not in (LEFT, LEFT - 1):
            self.fault(f"the hand is drawn with {self.table.wall - self.burned} tiles in the wall")
        if len(self.wins) > 1:
            self.fault(f"{[SEATS[win.seat] for win in self.wins]} win together")
