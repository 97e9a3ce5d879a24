"""The referee of 济南麻将: a pair of 2, 5 or 8; 明摸 and 明打 for more money; (B + 花 + 杠) x the hands."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import pair_of, pungs_of, suits_of
from tests.referees.played import Line, place
from tests.referees.referee import Referee, Win
from tests.referees.shapes import is_seven_pairs, readings
from tests.referees.table import Kong
from tests.referees.tiles import SEATS, WINDS, one

LEFT = 12                               # six stacks nobody draws
FALSE_WIN = 4
BASES = {"ming_mo": ("明摸", 4), "ming_da": ("明打", 8)}
#: how often each doubles
BIG = {"碰碰胡": 1, "七小对": 1, "豪华七小对": 2, "混一色": 1, "清一色": 2, "全将": 1, "十三不靠": 1, "大吊车": 1,
       "杠呲": 1, "海底捞": 1}


def is_258(tile: int) -> bool:
    """Whether a tile may be the pair."""
    return tile < 30 and tile % 10 in (2, 5, 8)


def is_thirteen_apart(tiles: Sequence[int]) -> bool:
    """十三不靠: all differ, each suit within 147, 258 or 369, no two suits within the same."""
    rows = {(tile // 10, tile % 10 % 3) for tile in tiles if tile < 30}
    return len(tiles) == len(set(tiles)) == 14 and max(tiles) < 40 and all(
        len({row[side] for row in rows}) == len(rows) for side in (0, 1))


class Jinan(Referee):
    """One hand."""

    id = "jinan"
    choices: ClassVar = (
        {"flowers": False}, {"winds": False}, {"jiang_258": False}, {"concealed_kong": "2"}, {"wind_pung": True},
        {"pay_discard": "one"}, {"dealer_double": "always"}, {"dealer_double": "never"}, {"pao": 1}, {"pao": 2},
        {"pao": 3, "pay_discard": "one"}, {"big_hands": False},
        {"dealer_double": "always", "pay_discard": "one", "wind_pung": True, "concealed_kong": "2", "pao": 3},
        {"jiang_258": False, "big_hands": False, "flowers": False, "winds": False})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.declares: dict[int, str] = {}
        self.frozen: dict[int, list[int]] = {}  # the hands of those who declared
        self.passed: set[int] = set()           # let a win go since the last draw
        self.dead: set[int] = set()             # declared falsely
        self.late = False                       # the last tile is drawn

    def wall_size(self) -> int:
        return 108 + 28 * self.options["winds"] + 8 * self.options["flowers"]

    # -- fans --
    def hands(self, seat: int, tiles: Sequence[int]) -> list[set[str]]:
        """The names of the hands in each way to read the tiles as complete."""
        melds = self.table.melds[seat]
        everything = [*tiles, *(tile for meld in melds for tile in meld.tiles)]
        free = not self.options["jiang_258"]
        found = []
        for groups in readings(tiles):
            if free or is_258(pair_of(groups)):
                whole = [*groups, *(meld.group for meld in melds)]
                found.append({name for name, holds in (
                    ("碰碰胡", len(pungs_of(whole)) == 4),
                    ("大吊车", len(melds) == 4 and is_258(pair_of(groups)))) if holds})
        if is_seven_pairs(tiles) and (free or any(map(is_258, tiles))):
            found.append({"豪华七小对" if max(Counter(tiles).values()) == 4 else "七小对"})
        if all(map(is_258, everything)):
            found = [(names - {"碰碰胡", "七小对", "豪华七小对"}) | {"全将"} for names in [*found, set()]]
        if is_thirteen_apart(tiles):
            found.append({"十三不靠"})
        suits, honours = suits_of(everything)
        colour = {"混一色" if honours else "清一色"} if suits == 1 else set()
        return [names | colour for names in found]

    def additions(self, seat: int, source: str) -> Counter[str]:
        """Base, flowers and kongs."""
        melds = self.table.melds[seat]
        name, base = BASES[self.declares[seat]] if seat in self.declares else (
            ("自摸", 2) if source in ("draw", "deal") else ("推倒胡", 1))
        kongs = sum(int(self.options["concealed_kong"]) if meld.how == "concealed" else 1
                    for meld in melds if meld.form == "kong")
        return +Counter({name: base, "花": len(self.table.flowers[seat]), "杠": kongs})

    def wind_pungs(self, seat: int, tiles: Sequence[int]) -> int:
        """风刻: in a divided hand three winds of a kind are always a pung, as there is no pair of them beside."""
        whole = Counter([*tiles, *(tile for meld in self.table.melds[seat] for tile in meld.tiles)])
        return sum(whole[wind] >= 3 for wind in WINDS) if self.options["wind_pung"] else 0

    def lists(self, seat: int, tiles: Sequence[int], source: str) -> list[tuple[int, Mapping[str, int]]]:
        """Value and fans of each reading."""
        table, plus = self.table, self.additions(seat, source)
        chance = {name for name, holds in (
            ("杠呲", source == "draw" and table.draw.way == "kong"),
            ("海底捞", source == "draw" and table.wall == LEFT)) if holds}
        found = []
        for names in self.hands(seat, tiles):
            fans = {name: BIG[name] for name in names | chance} if self.options["big_hands"] else {}
            seven = names & {"七小对", "豪华七小对", "十三不靠"}
            winds = 0 if seven else self.wind_pungs(seat, tiles)
            more = {"风刻": winds} if winds else {}
            found.append(((plus.total() + winds) * 2 ** sum(fans.values()), {**plus, **more, **fans}))
        return found

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        if seat in self.dead or (feeder is not None and (seat in self.declares or self.late)):
            return None
        found = self.lists(seat, self.table.tiles_of(seat, tile if feeder is not None else None), source)
        if not found:
            return None
        best = max(total for total, _ in found)
        return Win(seat, tile, source, feeder, best, tuple(fans for total, fans in found if total == best), {})

    # -- restrictions --
    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        return win.feeder is None or win.seat not in self.passed

    def winners_of(self, declared: Mapping[int, Win]) -> set[int]:
        return self.nearest(declared)

    def declined(self, win: Win) -> None:
        if win.feeder is not None:
            self.passed.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed.discard(seat)

    def on_line(self, line: Line) -> None:
        kind = line["type"]
        if kind == "drawn" and self.started:
            self.late = self.table.wall == LEFT
        if kind in ("chow", "pung"):
            if kind == "chow" and (place(line["seat"]) - place(line["feeder"])) % 4 != 1:
                self.fault(f"{line['seat']} may not chow from {line['feeder']}")
            self.may_change(place(line["seat"]))
        if kind == "declared":
            self.may_change(place(line["seat"]))
            self.declares[place(line["seat"])] = line["ready"]
        if kind == "discarded" and place(line["seat"]) in self.declares:
            self.check_discard(place(line["seat"]), one(line["tile"]))

    def may_change(self, seat: int) -> None:
        """Whoever declared neither claims, nor kongs, nor declares again."""
        if seat in self.declares:
            self.fault(f"{SEATS[seat]} has declared and changes the hand")

    def check_discard(self, seat: int, tile: int) -> None:
        """After a declaration each discard is the tile drawn.

        The text asks for a ready hand; that its wait also has the pair of 2, 5 or 8 is left to who declares.
        """
        held = self.table.held[seat]
        if self.frozen.get(seat, sorted(held)) != sorted(held):
            self.fault(f"{SEATS[seat]} has declared and discards another tile than the drawn one")
        self.frozen[seat] = sorted(held)

    def on_kong(self, kong: Kong) -> None:
        self.may_change(kong.seat)

    # -- payments --
    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, FALSE_WIN)

    def stake(self, seat: int) -> int:
        """跑 of a seat: what it laid, or what was agreed for all."""
        laid = [value for one, value in self.table.choices if one == seat]
        return laid[-1] if laid else int(self.options["pao"])

    def share(self, win: Win, payer: int) -> int:
        """What a loser owes."""
        how = self.options["dealer_double"]
        doubles = how == "always" or (how == "declared" and win.seat in self.declares)
        twice = 2 if doubles and 0 in (payer, win.seat) else 1
        return win.total * twice + self.stake(payer) + self.stake(win.seat)

    def on_end(self) -> None:
        for win in self.wins:
            alone = win.source == "discard" and self.options["pay_discard"] == "one"
            for loser in [win.feeder] if alone else self.around(win.seat):
                self.pay(win.feeder if win.source == "rob" else loser, win.seat, self.share(win, loser))
        seats = [win.seat for win in self.wins]
        self.next_dealer = 0 if 0 in seats or not seats else 1
        if len(seats) > 1:
            self.fault(f"{[SEATS[seat] for seat in seats]} win together")
        if not seats and self.table.wall != LEFT:
            self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")
