"""承包 of 上海麻将: who is tied with whom, and what each pays of a win's shares."""

from collections.abc import Callable, Mapping, Sequence

from tests.referees.referee import Win
from tests.referees.table import Table

TIMES = 3                               # so many sets taken from one player tie both


def ties(table: Table, seat: int) -> Mapping[int, int]:
    """Whoever is tied with a seat: 1, or 2 where each took three sets from the other."""
    def taken(by: int, giver: int) -> bool:
        return sum(meld.feeder == giver for meld in table.melds[by]) >= TIMES

    found = {other: taken(seat, other) + taken(other, seat) for other in range(table.seats) if other != seat}
    return {other: count for other, count in found.items() if count}


def shares(table: Table, win: Win, winners: Sequence[int], is_ready: Callable[[int], bool]) -> dict[int, int]:
    """How many shares each pays for a win."""
    partners, feeder = ties(table, win.seat), win.feeder
    others = [other for other in range(table.seats) if other != win.seat]
    if feeder is None:
        return {other: 5 * count for other, count in partners.items()} or dict.fromkeys(others, 1)
    if win.source == "rob":
        found = {other: 3 * count for other, count in partners.items()}
        return found | {feeder: found.get(feeder, 0) + 3}
    if feeder in partners:
        return {feeder: 2 * partners[feeder]}
    if not partners:
        return {feeder: 1}
    if not is_ready(feeder):
        return {feeder: 2}
    if set(partners) & set(winners):
        return {feeder: 1}
    return {feeder: 1} | partners
