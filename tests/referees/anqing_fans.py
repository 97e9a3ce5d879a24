"""安庆点炮麻将, the edition `dianpao` of 安庆: points of a win without 钻, its waits told by form."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.referees.cantonese import suits_of
from tests.referees.shapes import Group, readings
from tests.referees.table import Table
from tests.referees.tiles import DRAGONS, EAST, WINDS
from tests.referees.waits import waits_of

FLOWERS = (EAST, *DRAGONS)


def is_complete(tiles: Sequence[int]) -> bool:
    """Sets and a pair; seven pairs are not among the hands of this edition.

    十三烂 and 七星归位 need no words: nine suit tiles that lie apart and three winds are twelve tiles, not fourteen.
    """
    return not set(tiles) & set(FLOWERS) and bool(readings(tiles))


def waits(tiles: Sequence[int], tile: int) -> list[int]:
    """The kinds that the hand waited for by its form, before this tile came."""
    held = list(tiles)
    held.remove(tile)
    return waits_of(held, is_complete)


def wait_fans(groups: Sequence[Group], tile: int, waited: Sequence[int]) -> Iterator[Counter[str]]:
    """边, 砍, 单吊 as the only wait, or 对倒 as one of two, for each set or pair the winning tile may lie in."""
    for group in groups:
        if tile not in group.tiles:
            continue
        if group.form == "pung":
            yield Counter({"对倒": 2 * (len(waited) == 2)})
        elif len(waited) > 1:
            yield Counter()
        elif group.form == "pair":
            yield Counter({"单吊": 2})
        else:
            place, low = tile - group.tile, group.tile % 10
            edge = (place == 2 and low == 1) or (place == 0 and low == 7)
            yield Counter({"砍": 2 * (place == 1), "边": 2 * edge})


def kong_fans(table: Table, seat: int) -> Counter[str]:
    """The winner's kongs; one of winds is worth a point more."""
    fans: Counter[str] = Counter()
    for meld in table.melds[seat]:
        if meld.form == "kong":
            wind, hidden = meld.tile in WINDS, meld.how == "concealed"
            fans["风" * wind + ("暗杠" if hidden else "明杠")] += 2 + wind + hidden
    return fans


def circumstance(table: Table, seat: int, source: str) -> Counter[str]:
    """What does not depend on how the tiles are divided."""
    flowers, is_closed = len(table.flowers[seat]), all(meld.how == "concealed" for meld in table.melds[seat])
    # the edition does not say whether 杠上开花 is, as with 钻, any replacement: a flower's is none here
    bloom = source == "draw" and table.draw is not None and table.draw.way in ("kong", "flower")
    return kong_fans(table, seat) + Counter({
        "平胡": 1, "花": flowers, "无花果": 5 * (not flowers), "门清": 2 * is_closed,
        "天胡": 10 * (source == "deal"), "抢杠": 3 * (source == "rob"), "杠上开花": 3 * bloom})


def lists(table: Table, seat: int, tiles: Sequence[int], tile: int | None, source: str) -> Iterator[Counter[str]]:
    """The fans of every reading of complete tiles."""
    more, melded = circumstance(table, seat, source), [meld.group for meld in table.melds[seat]]
    suits, honours = suits_of([*tiles, *(group.tile for group in melded)])
    more["清一色"] = 5 * (suits == 1 and not honours)
    waited = [] if tile is None else waits(tiles, tile)
    for groups in readings(tiles):
        whole = [*groups, *melded]
        chows = {group.tile for group in whole if group.form == "chow"}
        shape = Counter({
            "碰碰胡": 0 if chows else 5 if source in ("discard", "rob") else 10,
            "一条龙": 5 * any({low, low + 3, low + 6} <= chows for low in (1, 11, 21))})
        for wait in [Counter()] if tile is None else wait_fans(groups, tile, waited):
            yield +(more + shape + wait)
