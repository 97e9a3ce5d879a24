"""Random complete hands of thirteen-tile mahjong, made fast: all shapes, melds, kongs, flags, flowers.

Independent of the rulebook under test on purpose: a shape forgotten there is still dealt here.  Rare things (one suit,
equal chows, kongs, special shapes) are far more frequent than at a table.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random

from quepu.hand import Hand, Meld, Win

HONORS = range(27, 34)
ORPHANS = (0, 8, 9, 17, 18, 26, *HONORS)
KNITTED = tuple(tuple(9 * suit + low + step for low, suit in enumerate(suits) for step in (0, 3, 6))
                for suits in permutations(range(3)))
#: how likely an open meld, and how likely a kong in place of a pung, one pair of numbers for a whole hand
OPENNESS = (0.0, 0.0, 0.25, 0.5, 0.8, 1.0)
KONGS = (0.0, 0.0, 0.2, 0.2, 0.5, 1.0)
#: another set stands so far from one before: equal, shifted, in a row, far end, other suit
STEPS = (0, 1, -1, 2, -2, 3, -3, 6, -6)

Sets = list[tuple[int, bool]]           # (lowest tile, is a chow)


def _theme(ranks: str, suits: str = "mps", honors: str = "") -> tuple[int, ...]:
    return tuple(9 * "mps".index(suit) + int(rank) - 1 for suit in suits for rank in ranks) + \
        tuple(26 + int(honor) for honor in honors)


ALL_RANKS = "123456789"
#: kinds a hand is made of; what stands here twice is twice as frequent
THEMES: tuple[tuple[int, ...], ...] = (
    *[_theme(ALL_RANKS, honors="1234567")] * 6, *[_theme(ALL_RANKS)] * 3,
    *[_theme(ALL_RANKS, suit) for suit in "mps"], *[_theme(ALL_RANKS, suit, "1234567") for suit in "mps"],
    *[_theme(ALL_RANKS, suits) for suits in ("mp", "ms", "ps")], *[_theme(ranks, honors="1234567") for ranks in
                                                                   ("", "19", "1379", "123789")],
    *[_theme(ranks) for ranks in ("19", "123", "1234", "456", "789", "6789", "34567", "2468", "2345678")],
    _theme("12345", "s") + _theme("5", "mp"), _theme("1234589", "p") + _theme("245689", "s", "5"),
    _theme("23468", "s", "6"),
)
_ALLOWED = [frozenset(theme) for theme in THEMES]
_CHOWS = [[kind for kind in theme if kind < 27 and kind % 9 < 7 and kind + 1 in allowed and kind + 2 in allowed]
          for theme, allowed in zip(THEMES, _ALLOWED, strict=True)]


def random_wins(seed: str, count: int) -> Iterator[Win]:
    """`count` wins; the same seed gives the same."""
    rng = Random(seed)
    return (random_win(rng) for _ in range(count))


def random_win(rng: Random) -> Win:
    """A complete hand of any shape in any situation that can occur."""
    while True:
        draw = rng.random()
        if draw < 0.78:
            made = _standard(rng)
        elif draw < 0.86:
            made = _knitted_straight(rng)
        elif draw < 0.94:
            made = _seven_pairs(rng)
        else:
            made = _other(rng)
        if made is not None:
            return _situate(*made, rng)


Made = tuple[list[int], Sets]           # concealed tiles, and sets that may be laid down


def _standard(rng: Random) -> Made | None:
    number = rng.randrange(len(THEMES))
    theme, chows = THEMES[number], _CHOWS[number]
    counts = [0] * 34
    chow_likely = rng.choice((0.1, 0.5, 0.9)) if chows else 0.0
    related = rng.random() < 0.6
    sets: Sets = []
    for _ in range(4):
        is_chow = rng.random() < chow_likely
        low = _near(sets, is_chow, rng) if related and sets else -1
        if low < 0:
            low = rng.choice(chows if is_chow else theme)
        sets.append((low, is_chow))
        for kind in (low, low + 1, low + 2) if is_chow else (low,) * 3:
            counts[kind] += 1
    pair = rng.choice(theme)
    counts[pair] += 2
    return None if max(counts) > 4 else ([pair, pair], sets)


def _near(sets: Sets, is_chow: bool, rng: Random) -> int:
    """The lowest tile of a set that stands in relation to one before, -1 if there is none."""
    low, was_chow = rng.choice(sets)
    if was_chow != is_chow or low >= 27:
        return -1
    rank = low % 9 + rng.choice(STEPS)
    if not 0 <= rank <= (6 if is_chow else 8):
        return -1
    suit = low // 9 if rng.random() < 0.5 else rng.randrange(3)
    return 9 * suit + rank


def _knitted_straight(rng: Random) -> Made | None:
    line = rng.choice(KNITTED)
    pair = rng.randrange(34)
    is_chow = rng.random() < 0.5
    low = 9 * rng.randrange(3) + rng.randrange(7) if is_chow else rng.randrange(34)
    tiles = [*line, pair, pair]
    whole = [*tiles, low, low + 1, low + 2] if is_chow else [*tiles, low, low, low]
    return None if max(map(whole.count, whole)) > 4 else (tiles, [(low, is_chow)])


def _seven_pairs(rng: Random) -> Made | None:
    if rng.random() < 0.15:
        first = 9 * rng.randrange(3) + rng.randrange(3)
        kinds = list(range(first, first + 7))
    else:
        theme = rng.choice(THEMES)
        if len(theme) * 2 < 7:
            return None
        kinds = rng.sample(theme * 2, 7) if rng.random() < 0.5 or len(theme) < 7 else rng.sample(theme, 7)
    return sorted(kinds * 2), []


def _other(rng: Random) -> Made:
    """Thirteen orphans, honours and knitted tiles, or nine gates."""
    draw = rng.random()
    if draw < 0.25:
        return [*ORPHANS, rng.choice(ORPHANS)], []
    if draw < 0.75:
        line = rng.choice(KNITTED)
        if rng.random() < 0.3:
            return [*rng.sample(line, 7), *HONORS], []
        return rng.sample((*line, *HONORS), 14), []
    suit = 9 * rng.randrange(3)
    return [suit + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))], []


def _situate(tiles: list[int], sets: Sets, rng: Random) -> Win:
    """The hand with melds laid down, a winning tile taken out and a situation that can occur with it."""
    openness, kongs = rng.choice(OPENNESS), rng.choice(KONGS)
    melds: list[Meld] = []
    concealed = tiles.copy()
    spare = _spare(tiles, sets)
    for low, is_chow in sets:
        if not is_chow and kongs and low in spare and rng.random() < kongs:
            concealed_kong = rng.random() >= openness or rng.random() < 0.3
            form = "concealed" if concealed_kong else rng.choice(("open", "added"))
            melds.append(Meld((low,) * 4, form, None if concealed_kong else rng.randint(1, 3)))
        elif openness and rng.random() < openness:
            melds.append(Meld((low, low + 1, low + 2), "open", 1) if is_chow
                         else Meld((low,) * 3, "open", rng.randint(1, 3)))
        else:
            concealed += (low, low + 1, low + 2) if is_chow else (low,) * 3
    tile = concealed.pop(rng.randrange(len(concealed)))
    self_draw = rng.random() < 0.5
    seat = rng.randrange(4)
    flowers = rng.sample(range(34, 42), rng.randint(1, 8)) if rng.random() < 0.2 else ()
    hand = Hand(concealed, melds, flowers)
    return Win(hand, tile, self_draw, seat, rng.randrange(4),
               None if self_draw else (seat + rng.randint(1, 3)) % 4, _flags(hand, tile, self_draw, rng))


def _spare(tiles: list[int], sets: Sets) -> set[int]:
    """Kinds of pungs whose fourth copy is free, so that they may be kongs."""
    used = tiles + [low + step for low, is_chow in sets if is_chow for step in range(3)]
    return {low for low, is_chow in sets if not is_chow and low not in used}


def _flags(hand: Hand, tile: int, self_draw: bool, rng: Random) -> frozenset[str]:
    """Circumstances; also such as the rules must put right (a fourth tile that is held, a kong draw without a kong)."""
    flags: list[str] = []
    if rng.random() < 0.15:
        flags.append("last_of_kind")
    if self_draw and rng.random() < (0.4 if any(meld.is_kong for meld in hand.melds) else 0.05):
        flags.append("kong_draw")
        if rng.random() < 0.1:
            flags.append("flower_draw")
    # three copies lie in the pung that is robbed, so the winner has none; and no kong is made with the last tile
    if not self_draw and rng.random() < 0.15 and tile not in hand.tiles:
        flags.append("robbing")
    elif rng.random() < 0.1:
        flags.append("last_tile")
    return frozenset(flags)
