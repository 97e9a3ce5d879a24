"""The referee of 南宁麻将: fixed points by discard and self-draw, horses on a self-draw, 碰三比."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tests.referees.cantonese import pungs_of, seat_of_horse, suits_of
from tests.referees.referee import Referee, Win
from tests.referees.shapes import is_seven_pairs, is_thirteen_orphans, readings
from tests.referees.table import Kong
from tests.referees.tiles import read
from tests.referees.wild import filled

#: rows of the table: by discard, by self-draw
ROWS = {"平胡": (2, 3), "门清": (3, 4), "碰碰胡": (9, 6), "清一色": (9, 6), "七小对": (9, 8), "七大对": (18, 16),
        "双七大对": (36, 32), "三七大对": (54, 48), "清一色碰碰胡": (18, 12), "清一色七小对": (18, 16),
        "清一色七大对": (36, 32), "全求人": (18, 0), "清一色全求人": (36, 0), "十三幺": (48, 32)}
SMALL = ("平胡", "门清")


class Nanning(Referee):
    """One hand."""

    id = "nanning"
    choices: ClassVar = (
        {"pinghu_discard": True}, {"big_discard": False}, {"pinghu_discard": True, "menqing_discard": True},
        {"shisanyao": "off"}, {"shisanyao": "24"}, {"quanqiuren": False}, {"sishuang": False}, {"fenghu": False},
        {"horses": "0"}, {"horses": "2"}, {"horses": "10"}, {"leave_horses": False}, {"wild": "fan1"},
        {"menqing_discard": True})

    def __init__(self, hand: Any) -> None:
        super().__init__(hand)
        self.passed: set[int] = set()
        self.dead: set[int] = set()

    # -- fans --
    def wild(self) -> tuple[int, ...]:
        """The kinds that are wild, as the record tells them."""
        return tuple(tile for line in self.hand.lines if line["type"] == "wild" for tile in read(line["tiles"]))

    def names(self, seat: int, tiles: Sequence[int], discarded: bool) -> list[str]:
        """All patterns of a complete hand."""
        melds, options = self.table.melds[seat], self.options
        suits, honours = suits_of([*tiles, *(tile for meld in melds for tile in meld.tiles)])
        full = suits == 1 and not honours
        found = []
        for groups in readings(tiles):
            found += ["平胡"] + ["清一色"] * full
            if all(meld.how == "concealed" for meld in melds) and (not discarded or options["menqing_discard"]):
                found.append("门清")
            if len(pungs_of([*groups, *(meld.group for meld in melds)])) == 4:
                found.append("清一色碰碰胡" if full else "碰碰胡")
                if discarded and options["quanqiuren"] and len(melds) == 4 and all(
                        meld.how != "concealed" for meld in melds):
                    found.append("清一色全求人" if full else "全求人")
        if not melds and is_seven_pairs(tiles):
            fours = sum(count == 4 for count in Counter(tiles).values())
            found.append(("七小对", "七大对", "双七大对", "三七大对")[fours])
            if full:
                found.append("清一色七大对" if fours else "清一色七小对")
        if not melds and is_thirteen_orphans(tiles) and options["shisanyao"] != "off":
            found.append("十三幺")
        return found

    def points(self, name: str, discarded: bool) -> int:
        """What a row pays."""
        if name == "十三幺":
            return int(self.options["shisanyao"]) * (3 if discarded else 2) // 3
        return ROWS[name][not discarded]

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        discarded = feeder is not None
        tiles, wild = self.table.tiles_of(seat, tile if discarded else None), self.wild()
        wholes = filled(tuple(tiles), wild, len(self.table.melds[seat])) if wild else [tiles]
        names = {name for whole in wholes for name in self.names(seat, whole, discarded)}
        order = list(ROWS)
        name = max(names, key=lambda one: (self.points(one, discarded), order.index(one)), default=None)
        if name is None or (source == "discard" and not self.options[
                "pinghu_discard" if name in SMALL else "big_discard"]):
            return None
        each = self.worth(name, source, feeder)
        each *= 1 + (self.hits(seat) if not discarded else 0)
        if feeder is not None and self.options["sishuang"] and self.punged(seat, feeder) >= 3:
            each *= 2                       # 死双
        return Win(seat, tile, source, feeder, each, ({name: each},), {})

    def worth(self, name: str, source: str, feeder: int | None) -> int:
        """The points of a pattern with how it was won, horses aside."""
        table, value = self.table, self.points(name, feeder is not None)
        if feeder is None:
            if source == "draw" and table.draw.way == "kong":
                return 6 if name == "平胡" else value + 6
            return value
        if source == "rob" or table.kong is not None:
            value = 9 if name == "平胡" else value + 9
        exposed = [meld for meld in table.melds[feeder] if meld.how != "concealed"]
        return max(value, 9 if name == "平胡" else 18) if len(exposed) == 4 else value

    def hits(self, seat: int) -> int:
        """How many horses hit; they are opened after the win."""
        horses = [read(line["tile"])[0] for line in self.hand.lines if line["type"] == "turned"]
        return sum(seat_of_horse(tile) == seat for tile in horses[len(self.wild()):])

    # -- restrictions --
    def punged(self, seat: int, feeder: int) -> int:
        """How many pungs a seat has from another."""
        return sum(meld.feeder == feeder and meld.how != "melded" for meld in self.table.melds[seat])

    def is_offered(self, win: Win, wins: Mapping[int, Win]) -> bool:
        sealed = self.options["fenghu"] and any(self.punged(other, win.seat) >= 3 for other in self.around(win.seat))
        return not sealed and win.seat not in self.dead and not (win.feeder is not None and win.seat in self.passed)

    def declined(self, win: Win) -> None:
        self.passed.add(win.seat)

    def drew(self, seat: int) -> None:
        self.passed.discard(seat)

    # -- payments --
    def on_kong(self, kong: Kong) -> None:
        if kong.how == "concealed":
            for payer in self.around(kong.seat):
                self.pay(payer, kong.seat, 1)
        else:
            meld = next(meld for meld in self.table.melds[kong.seat] if meld.form == "kong" and meld.tile == kong.tile)
            self.pay(meld.feeder, kong.seat, 1)

    def on_false_win(self, seat: int) -> None:
        self.dead.add(seat)
        for other in self.around(seat):
            self.pay(seat, other, 18)

    def on_end(self) -> None:
        for win in self.wins:
            self.settle(win)
        if self.wins:
            self.next_dealer = self.wins[0].seat if len(self.wins) == 1 else self.wins[0].feeder
            self.check_horses()
        else:
            self.next_dealer = 0
            left = int(self.options["horses"]) if self.options["leave_horses"] else 0
            if self.table.wall - len(self.wild()) != left:
                self.fault(f"the hand is drawn with {self.table.wall} tiles in the wall")

    def check_horses(self) -> None:
        """They are opened on a self-draw only."""
        opened = len(self.table.turned) - len(self.wild())
        due = min(int(self.options["horses"]), self.table.wall - len(self.wild())) if self.wins[0].feeder is None else 0
        if opened != due:
            self.fault(f"{opened} horses were opened, {due} are due")

    def settle(self, win: Win) -> None:
        """What a win brings."""
        bound = [other for other in self.around(win.seat) if self.punged(win.seat, other) >= 3]
        if win.feeder is None:
            for payer in self.around(win.seat):
                self.pay(bound[0] if bound else payer, win.seat, win.total)
        else:
            for payer in {win.feeder, *bound}:
                self.pay(payer, win.seat, win.total)
