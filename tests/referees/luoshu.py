"""The referee of 洛书麻将: sets that add up to fifteen, a head of winds, dragons or flowers, and a stake to win by."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import Any, ClassVar

from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.table import Meld, Table
from tests.referees.tiles import NUMBERS, RED, SEATS, WINDS, write

Tiles = tuple[int, ...]
GOD, POT, CAT, MOUSE = FLOWERS = (41, 42, 43, 44)
EQUAL = (*WINDS, RED)                   # head tiles of which there are four
AREAS = (NUMBERS[:9], NUMBERS[9:18], NUMBERS[18:], (*EQUAL, *FLOWERS))
SQUARES = ({(2, 4, 9), (3, 5, 7), (1, 6, 8)}, {(3, 4, 8), (1, 5, 9), (2, 6, 7)})        # its rows, its columns


def is_set(tiles: Tiles, lines_only: bool) -> bool:
    """Whether three sorted tiles are a set."""
    if tiles[0] in EQUAL:
        return len(set(tiles)) == 1
    if tiles[0] in FLOWERS:
        return len(set(tiles)) == 3
    suits, ranks = {tile // 10 for tile in tiles}, [tile % 10 for tile in tiles]
    return len(suits) == 1 and sum(ranks) == 15 and (len(set(ranks)) == 3 or not lines_only)


def is_head(tiles: Tiles, couples: bool) -> bool:
    """Whether two sorted tiles are a head."""
    if tiles[0] in FLOWERS:
        return tiles in ((GOD, POT), (CAT, MOUSE)) or not couples
    return tiles[0] in EQUAL and tiles[0] == tiles[1]


def without(tiles: Sequence[int], gone: Sequence[int]) -> Tiles:
    """Tiles, sorted, without some."""
    return tuple(sorted((Counter(tiles) - Counter(gone)).elements()))


@lru_cache(1 << 16)
def sets_of(tiles: Tiles, lines_only: bool) -> tuple[tuple[Tiles, ...], ...]:
    """All ways to divide sorted tiles into sets."""
    if not tiles:
        return ((),)
    found = {(tiles[0], *two) for two in combinations(tiles[1:], 2)}
    return tuple((three, *rest) for three in sorted(found) if is_set(three, lines_only)
                 for rest in sets_of(without(tiles, three), lines_only))


def by_suit(tiles: Sequence[int]) -> list[Tiles]:
    """Tiles of each suit, then the head tiles; nothing if their numbers allow no sets and a head."""
    parts: list[list[int]] = [[], [], [], []]
    for tile in tiles:
        parts[min(tile // 10, 3)].append(tile)
    fits = [len(part) % 3 for part in parts] == [0, 0, 0, 2]        # numbers are never the head
    return [tuple(part) for part in parts] if fits else []


@lru_cache(1 << 16)
def divided(tiles: Tiles, lines_only: bool, couples: bool) -> tuple[tuple[Tiles, ...], ...]:
    """All ways to divide sorted tiles into a head, which comes first, and sets."""
    if not (parts := by_suit(tiles)):
        return ()
    *numbers, others = parts
    heads = sorted(head for head in set(combinations(others, 2)) if is_head(head, couples))
    return tuple((head, *sum(sets, ())) for head in heads
                 for sets in product(*(sets_of(part, lines_only) for part in (*numbers, without(others, head)))))


class FlowerTable(Table):
    """A table on which the four flowers may be a kong."""

    def _mixed_kong(self, line: Line, seat: int) -> None:
        self._take(seat, FLOWERS)
        self.melds[seat].append(Meld("flowers", GOD, None, "concealed", laid=FLOWERS))


class Luoshu(Referee):
    """One hand."""

    id = "luoshu"
    tiles = 132
    choices: ClassVar = (
        {"bonuses": True}, {"lines_only": True, "bonuses": True}, {"forfeit": "sum", "max_stake": 100},
        {"flower_couples": False, "bonuses": True}, {"forfeit": "none", "start_chips": 12},
        {"max_stake": 1, "start_chips": 3}, {"bonuses": True, "max_stake": 20, "start_chips": 25},
        {"flower_couples": False, "lines_only": True, "bonuses": True, "forfeit": "sum", "start_chips": 40})

    players: ClassVar = (("bold",) * 4, ("bold", "greedy", "bold", "restless"), ())     # the others stake 1 chip

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.table = FlowerTable(self.seats, self.wall_size())
        self.stakes: dict[int, int] = {}
        self.passed: set[tuple[int, int]] = set()       # seat, tile: a win let go since its last draw

    # -- shape --
    def divisions(self, tiles: Sequence[int]) -> tuple[tuple[Tiles, ...], ...]:
        """All ways concealed tiles are sets and a head."""
        return divided(tuple(sorted(tiles)), bool(self.options["lines_only"]), bool(self.options["flower_couples"]))

    def waits(self, tiles: Sequence[int]) -> set[int]:
        """What concealed tiles wait for: not for a tile of which they are all there is."""
        return {tile for kinds in AREAS if by_suit([*tiles, kinds[0]]) for tile in kinds
                if tiles.count(tile) < (1 if tile in FLOWERS else 4) and self.divisions([*tiles, tile])}

    # -- wins --
    def bonuses(self, seat: int, groups: Sequence[Tiles], tile: int) -> dict[str, int]:
        """The doublings of one reading."""
        head, *sets = [*groups, *(meld.tiles for meld in self.table.melds[seat] if meld.tile in NUMBERS)]
        suits = [{tuple(rank % 10 for rank in three) for three in sets if three[0] // 10 == suit} for suit in range(3)]
        held = {"洛书全图": any(square <= suit for square in SQUARES for suit in suits),
                "中宫": any((5, 5, 5) in suit for suit in suits),
                "财神到": head == (GOD, POT), "猫捉老鼠": head == (CAT, MOUSE) and tile in head}
        return {name: 1 for name, is_held in held.items() if is_held and self.options["bonuses"]}       # told as powers

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if seat not in self.stakes or tile is None:
            return None
        found = [self.bonuses(seat, groups, tile) for groups in
                 self.divisions(self.table.tiles_of(seat, tile if feeder is not None else None))]
        if not found:
            return None
        most = max(map(len, found))
        return Win(seat, tile, source, feeder, self.stakes[seat] * 2 ** most,
                   tuple(fans for fans in found if len(fans) == most), {})

    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        if self.moment == "rob" and self.table.announced_how != "added":
            return False
        return (win.seat, win.tile) not in self.passed

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        return self.nearest(declared)

    def declined(self, win: Win) -> None:
        assert win.tile is not None
        self.passed.add((win.seat, win.tile))

    def drew(self, seat: int) -> None:
        self.passed = {(other, tile) for other, tile in self.passed if other != seat}

    # -- what else may be done --
    def chips(self, seat: int) -> int:
        """What a seat owned when the hand began."""
        return self.hand.scores[self.hand.players[seat]]

    def kongs(self, seat: int) -> Iterator[str]:
        """The kongs of a seat whose turn it is, as the record calls them."""
        held, draw = self.table.held[seat], self.table.draw
        fours = {f"kong concealed {write([tile])}": (tile,) * 4 for tile in EQUAL} | {"kong flowers 1234f": FLOWERS}
        for text, four in fours.items():
            if not Counter(four) - Counter(held):
                before = without(held, [draw.tile]) if draw is not None else ()
                if seat not in self.stakes or self.waits(before) == self.waits(without(held, four)):
                    yield text
        for meld in self.table.melds[seat]:
            if meld.form == "pung" and meld.tile in EQUAL and meld.tile in held and seat not in self.stakes:
                yield f"kong added {write([meld.tile])}"

    def turn(self, seat: int) -> set[str]:
        """What a seat whose turn it is may do, a win aside."""
        held, draw = self.table.held[seat], self.table.draw
        kongs = set(self.kongs(seat)) if self.table.wall and (draw is not None or not self.started) else set()
        if seat in self.stakes:
            assert draw is not None
            return kongs | {f"discard {write([draw.tile])}"}
        calls = {f"declare call {write([tile])}" for tile in held if self.waits(without(held, [tile]))}
        return kongs | {f"discard {write([tile])}" for tile in held} | (calls if self.chips(seat) > 0 else set())

    def claims(self, seat: int, feeder: int, tile: int) -> set[str]:
        """What a seat may claim of a discard, a win aside."""
        held = self.table.held[seat]
        if seat in self.stakes:
            return set()
        if tile in EQUAL:
            kong = {f"kong melded {write([tile])}"} if held.count(tile) == 3 and self.table.wall else set()
            return kong | ({"pung"} if held.count(tile) > 1 else set())
        if tile in FLOWERS or (seat - feeder) % 4 != 1:
            return set()
        threes = {tuple(sorted((tile, *two))) for two in combinations(sorted(held), 2)}
        return {"pung" if three[0] == three[2] else f"chow {write(three)}" for three in threes     # 555 is told so
                if three[-1] in NUMBERS and is_set(three, bool(self.options["lines_only"]))}

    def on_asked(self, seat: int, legal: Sequence[str]) -> None:
        verbs = {text.split()[0] for text in legal}
        if "choose" in verbs:
            most = min(int(self.options["max_stake"]), self.chips(seat))
            expected = {f"choose {stake}" for stake in range(1, most + 1)}
        elif "discard" in verbs:
            expected = self.turn(seat)
        else:
            return
        if set(legal) - {"win"} != expected:
            self.fault(f"{SEATS[seat]} was offered {sorted(set(legal) ^ expected)} too much or too little: {legal}")

    def closed(self) -> None:
        offers, self.offers = self.offers, {}
        if self.table.discard is None or self.winners:
            return
        feeder, tile = self.table.discard
        for seat in self.around(feeder):
            legal = set(offers.get(seat, ())) - {"win", "pass"}
            if legal != (expected := self.claims(seat, feeder, tile)):
                self.fault(f"{SEATS[seat]} may claim {sorted(expected)} of {write([tile])}: ours {sorted(legal)}")

    def on_line(self, line: Line) -> None:
        if line["type"] == "declared":
            self.stakes[place(line["seat"])] = line["stake"]

    # -- payments --
    def on_end(self) -> None:
        for win in self.wins:
            for payer in self.around(win.seat):
                owed = win.total if win.feeder in (None, payer) else 0
                staked = self.stakes.get(payer, 0)
                due = {"max": max(owed, staked), "sum": owed + staked, "none": owed}[self.options["forfeit"]]
                self.pay(payer, win.seat, min(due, self.chips(payer)))
        if not self.wins and self.table.wall:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
        self.next_dealer = 0 if not self.wins or self.wins[0].seat == 0 else 1
        self.check_end()

    def check_end(self) -> None:
        """Each seat deals twice, or until a player has no chips."""
        dealers = [hand.players[0] for hand in (*self.hand.earlier, self.hand)]
        passed = sum(a != b for a, b in pairwise(dealers)) + (self.next_dealer == 1)
        is_over = passed == 8 or 0 in self.hand.settlement["scores"]
        if is_over != (self.hand.following is None):
            self.fault(f"the match {'is' if is_over else 'is not'} over: {self.hand.settlement['scores']}, "
                       f"the deal has passed {passed} times")
