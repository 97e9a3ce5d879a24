"""PyMahjongGB as judge of 国标: a win in its terms, and its answer in ours."""

from dataclasses import dataclass
from typing import Any

from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found]

from quepu.book import Rulebook
from quepu.hand import Meld, Win
from quepu.tiles import SEATS
from tests.oracle.hands import random_wins

#: its tile codes; its dragons are J1 中 J2 发 J3 白, ours 白 发 中
CODES = (*(f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)), "F1", "F2", "F3", "F4", "J3", "J2", "J1")
#: its names of fans that are not ours
NAMES = {"独听・边张": "edge_wait", "独听・嵌张": "closed_wait", "独听・单钓": "single_wait"}
MINIMUM = 8


def call(win: Win) -> tuple[Any, ...]:
    """The arguments of its call for a win."""
    assert win.tile is not None
    flags = win.flags
    about_kong = "kong_draw" in flags and "flower_draw" not in flags if win.self_draw else "robbing" in flags
    return (tuple(map(_pack, win.hand.melds)), tuple(CODES[kind] for kind in win.hand.concealed), CODES[win.tile],
            len(win.hand.flowers), win.self_draw, "last_of_kind" in flags, about_kong, "last_tile" in flags,
            win.seat, win.round)


def _pack(meld: Meld) -> tuple[str, str, int]:
    """A meld in its terms: offer 0 would make any meld concealed, so only concealed kongs have it."""
    if meld.is_kong:
        return "GANG", CODES[meld.tiles[0]], 0 if meld.is_concealed else meld.feeder or 1
    if meld.is_pung:
        return "PENG", CODES[meld.tiles[0]], meld.feeder or 1
    return "CHI", CODES[meld.tiles[1]], meld.feeder or 1


def judge(win: Win) -> tuple[int, dict[str, int]]:
    """(total with flowers, {its name of a fan: count}) as it says."""
    answer = MahjongFanCalculator(*call(win), True)
    return sum(points * count for points, count, _zh, _en in answer), {zh: count for _points, count, zh, _en in answer}


@dataclass(frozen=True, slots=True)
class Difference:
    """A win on which the two disagree: total and fans of each."""

    win: Win
    total: int
    fans: dict[str, int]
    their_total: int
    their_fans: dict[str, int]

    def __str__(self) -> str:
        win = self.win
        words = ["self_draw"] * win.self_draw + sorted(win.flags)
        return (f"{win}  seat={SEATS[win.seat]} round={SEATS[win.round]} {' '.join(words)}\n"
                f"    ours   {self.total} {self.fans}\n"
                f"    theirs {self.their_total} {self.their_fans}")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What comparing many random hands found."""

    seed: str
    hand_count: int
    totals: list[Difference]            # other totals
    lists: list[Difference]             # the same total from other fans: ties between readings

    @property
    def list_count(self) -> int:
        """How many hands have the same total from other fans."""
        return len(self.lists)

    @property
    def summary(self) -> str:
        """The figures in one line."""
        rate = 100 * self.list_count / self.hand_count
        return (f"seed {self.seed}: {self.hand_count} hands, {len(self.totals)} other totals, "
                f"{self.list_count} other lists of fans ({rate:.3f} %)")


def compare(book: Rulebook, seed: str, count: int) -> Comparison:
    """Random hands scored by the compiled rulebook and by PyMahjongGB."""
    wins = list(random_wins(seed, count))
    result = book.score_batch(book.batch(wins))
    ids = {fan.names["zh"]: fan.id for fan in book.model.fans} | NAMES
    totals, lists = [], []
    rows = zip(wins, result.total.tolist(), result.legality.tolist(), result.fan_counts, strict=True)
    for win, total, legality, counts in rows:
        their_total, named = judge(win)
        their_fans = {ids[name]: number for name, number in named.items()}
        fans = {result.fan_ids[index]: int(counts[index]) for index in counts.nonzero()[0]}
        legal = their_total - their_fans.get("flower_tiles", 0) >= MINIMUM
        if total != their_total or legality != legal:
            totals.append(Difference(win, total, fans, their_total, their_fans))
        elif fans != their_fans:
            lists.append(Difference(win, total, fans, their_total, their_fans))
    return Comparison(seed, count, totals, lists)
