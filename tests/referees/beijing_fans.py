"""北京麻将 for its referee: what a hand is worth, with and without 混儿, and how many tiles nobody draws."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tests.referees.cantonese import suits_of
from tests.referees.referee import Referee, Win
from tests.referees.shapes import Group, is_seven_pairs, is_thirteen_orphans, readings
from tests.referees.tiles import EAST, ENDS, HONOURS, KINDS, NORTH, RED, WHITE, one
from tests.referees.wild import _can_set, filled, next_of

FIVE = one("5m")
#: the text does not say what follows 北 and 白 (docs/differences.md): winds and dragons in circles of their own
AFTER = {NORTH: EAST, WHITE: RED}


@lru_cache(1 << 14)
def is_complete(tiles: tuple[int, ...], wild: int | None, melds: int) -> bool:
    """Whether sorted concealed tiles win, the wild ones standing for any."""
    plain = tuple(tile for tile in tiles if tile != wild)
    count = len(tiles) - len(plain)
    if _can_set(plain, count, True):
        return True
    odd = sum(plain.count(tile) % 2 for tile in set(plain))
    orphans = set(plain) <= {*ENDS, *HONOURS} and len(plain) - len(set(plain)) < 2
    return not melds and (odd <= count or orphans)


class BeijingFans(Referee):
    """The fans of one hand."""

    def wall_size(self) -> int:
        return self.tiles - bool(self.options["hun"])       # the flipped tile is not of the wall any more

    def kept(self, kongs: int | None = None) -> int:
        """How many tiles nobody draws after so many kongs, or those made."""
        return 14 + 2 * max(0, (len(self.table.kongs) if kongs is None else kongs) - 1)

    @property
    def wild(self) -> int | None:
        """混儿: the tile after the flipped one."""
        if not self.options["hun"] or not self.table.turned:
            return None
        turned = self.table.turned[0][1]
        return AFTER.get(turned, next_of(turned))

    def waits(self, seat: int, tiles: Sequence[int]) -> list[int]:
        """The kinds that complete concealed tiles, 混儿 aside, which always does."""
        melds = len(self.table.melds[seat])
        return [tile for tile in KINDS if tile != self.wild
                and is_complete(tuple(sorted([*tiles, tile])), self.wild, melds)]

    def common(self, seat: int, source: str) -> Counter[str]:
        """What does not ask how the tiles are divided."""
        table, melds = self.table, self.table.melds[seat]
        ways = [meld.how for meld in melds if meld.form == "kong"]
        hidden = ways.count("concealed")
        own = source == "draw"
        way = table.draw.way if own and table.draw is not None else ""
        return Counter({
            "平胡": 1, "自摸": int(source != "discard"), "门清": int(hidden == len(melds)),
            "杠上开花": 2 * (way == "kong"), "海底捞月": int(own and table.wall <= self.kept()),
            "抢杠": int(source == "rob"), "明杠": len(ways) - hidden, "暗杠": 2 * hidden,
            "天胡": 10 * (source == "deal"), "地胡": 8 * (own and self.is_first_draw(seat))})

    def is_first_draw(self, seat: int) -> bool:
        """地胡: the first tile somebody else than the dealer draws, before he has claimed any."""
        return seat != 0 and self.table.draws[seat] == 1 and not self.table.melds[seat]

    def wait_fans(self, groups: Sequence[Group], tile: int) -> list[dict[str, int]]:
        """The names a single wait may have in a reading."""
        chows = {group.tile for group in groups if group.form == "chow"}
        found: list[dict[str, int]] = []
        if tile - 1 in chows:
            found.append({"捉五魁": 2} if tile == FIVE else {"坎张": 1})
        if (tile % 10 == 3 and tile - 2 in chows) or (tile % 10 == 7 and tile in chows):
            found.append({"边张": 1})
        if Group("pair", tile) in groups:
            found.append({"单吊": 1})
        return found or [{}]

    def colours(self, tiles: Sequence[int]) -> Counter[str]:
        """断幺 and suits."""
        suits, honours = suits_of(tiles)
        return Counter({
            "断幺": int(not {*ENDS, *HONOURS} & set(tiles)), "缺一门": int(suits == 2),
            "混一色": 2 * (suits == 1 and honours), "清一色": 4 * (suits == 1 and not honours)})

    def lists(self, seat: int, whole: Sequence[int], tiles: Sequence[int]) -> list[Counter[str]]:
        """The fans of each reading of complete tiles; `tiles`: what the winning one may be, if it is a single wait."""
        melds, found = self.table.melds[seat], []
        colours = self.colours([*whole, *(tile for meld in melds for tile in meld.tiles)])
        for groups in readings(whole):
            every = [*groups, *(meld.group for meld in melds)]
            chows = {group.tile for group in every if group.form == "chow"}
            dragon = any({low, low + 3, low + 6} <= chows for low in (1, 11, 21))
            shape = colours + Counter({"碰碰胡": 2 * (not chows), "一条龙": 2 * dragon})
            found += [shape + Counter(fans) for tile in tiles or (0,) for fans in self.wait_fans(groups, tile)]
        if not melds and is_seven_pairs(whole):
            rich = max(Counter(whole).values()) == 4
            found.append(colours + Counter({"豪华七对": 4} if rich else {"七对": 2}))
        if not melds and is_thirteen_orphans(whole):
            found.append(colours + Counter({"十三幺": 10}))
        return found

    def win_of(self, seat: int, tile: int | None, source: str, feeder: int | None) -> Win | None:
        tiles = self.table.tiles_of(seat, tile if feeder is not None else None)
        wild, melds = self.wild, len(self.table.melds[seat])
        if not is_complete(tuple(sorted(tiles)), wild, melds):
            return None
        common, waits, single = self.common(seat, source), [], []
        if tile is not None:
            before = list(tiles)
            before.remove(tile)
            waits = self.waits(seat, before)
            if len(waits) < 2:
                single = [*waits, tile] if tile == wild else waits      # 混儿 as itself, too
        if wild is not None:
            has_wild = wild in tiles
            if has_wild and feeder is not None:
                return None
            common += Counter({"素胡": 2 * (not has_wild), "混吊": 2 * (len(waits) == len(KINDS) - 1)})
        found = []
        for whole in filled(tuple(sorted(tiles)), () if wild is None else (wild,), melds):
            found += [+(common + fans) for fans in self.lists(seat, whole, single)]
        if source == "rob" and self.table.announced_how == "concealed":
            need = {"dragon": "一条龙", "thirteen": "十三幺"}.get(self.options["rob_concealed"])
            found = [fans for fans in found if need in fans and (need != "一条龙" or self.in_dragon(seat, tiles, tile))]
        if not found:
            return None
        best = max(fans.total() for fans in found)
        return Win(seat, tile, source, feeder, best, tuple(dict(fans) for fans in found if fans.total() == best), {})

    def in_dragon(self, seat: int, tiles: Sequence[int], tile: int | None) -> bool:
        """Whether the dragon is of the tile's suit."""
        melded = {meld.tile for meld in self.table.melds[seat] if meld.form == "chow"}
        low = (tile or 0) // 10 * 10 + 1
        return any({low, low + 3, low + 6} <= {group.tile for group in groups if group.form == "chow"} | melded
                   for groups in readings(tiles))
