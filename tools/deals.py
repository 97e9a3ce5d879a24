"""Seeded hands for golden files: laid walls where much happens, and players that no better bot will ever change.

Everything is drawn by Python's own generator from a text, and a player sees no more than the numbers of its legal
answers and the kinds it holds; so the hands change only when the rules or the engine do.
"""

from collections.abc import Callable, Sequence
from random import Random

from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.engine.play.packed_action import act_of, packed_action

Player = Callable[[Sequence[int], Sequence[int], Random], int]
Wall = Callable[[Sequence[int], str, int, int], list[int]]
WALL_LENGTHS = (56, 60, 70, 84, 104, 124, 200)     # short walls: the last tiles matter; 200 is all there are
SEATS, HAND = 4, 13                                # walls of larger hands are so much longer
FALSE_WIN = packed_action(codes.Act.FALSE_WIN)
TRIES_FALSE_WIN = 0.01


def laid_wall(copies: Sequence[int], seed: str, size: int = HAND, reserve: int = 0) -> list[int]:
    """A wall whose first tiles, dealt by fours, often give each seat a hand of `size` tiles near to something.

    `copies` says how many of each kind there are.  Tiles that a ready hand waits for often come soon.
    """
    rng = Random(seed)
    left = [kind for kind, count in enumerate(copies) for _copy in range(count)]
    rng.shuffle(left)
    suits = rng.sample(range(4), 4) if rng.random() < 0.6 else rng.choices(range(4), k=4)
    straight = rng.random() < 0.5       # else the hands are dealt across each other: longer play, more claims
    lone = next(tile for tile in left if copies[tile] == 4)
    rivals = rng.sample(range(SEATS), rng.choice((2, 2, 3))) if straight and rng.random() < 0.4 else []
    for _seat in rivals:                # several who wait for one tile
        left.remove(lone)
    wanted = [lone] * len(rivals[:1])
    hands = [_near_hand(left, suits[seat], rng, wanted, [lone] if seat in rivals else [], size)
             for seat in range(SEATS)]
    rng.shuffle(left)
    for tile in wanted:
        if tile in left and rng.random() < 0.6:
            left.remove(tile)
            left.insert(rng.choice((0, 0, 1, 2, 3, 4, 6, 9)), tile)
    left = left[:max(1, rng.choice(WALL_LENGTHS) - SEATS * HAND) + reserve]
    if straight:
        hands = [[tile for first in range(0, size, 4) for hand in hands for tile in hand[first:first + 4]]]
    return [tile for hand in hands for tile in hand] + left


def alike_wall(copies: Sequence[int], seed: str, size: int = HAND, reserve: int = 0) -> list[int]:
    """A wall that gives each seat the same lone honour, which all discard first; sometimes one seat has two of it."""
    rng = Random(seed)
    left = _all_tiles(copies, rng)
    lone = rng.choice(_fours(copies, range(27, 34)) or [26])
    shares = rng.choice((*[(1, 1, 1, 1)] * 3, (1, 1, 1, 0), (1, 1, 0, 1), (1, 1, 0, 2), (1, 0, 2, 1), (1, 3, 0, 0)))
    hands = [_taken(left, [lone] * share) for share in shares]
    left.sort(key=lambda tile: tile >= 27)      # no other honour comes soon
    for hand in hands:
        suit = rng.randrange(3)
        _filled(left, hand, size, [kind for kind in range(27) if kind // 9 != suit and kind != lone])
    return _dealt(hands, left, size, rng, reserve)


def fed_wall(copies: Sequence[int], seed: str, size: int = HAND, reserve: int = 0) -> list[int]:
    """A wall for claims: what one seat has pairs of, others hold alone and discard soon.

    Either one seat can claim set after set, or every seat one and waits then: two or three for one tile, or one for
    the tile with which another makes a kong.
    """
    rng = Random(seed)
    left = _all_tiles(copies, rng)
    honors, suits = _fours(copies, range(27, 33)), [_fours(copies, range(9 * suit, 9 * suit + 9)) for suit in range(3)]
    hands: list[list[int]] = [[] for _seat in range(SEATS)]
    mode = rng.choice(("star", "rivals", "robber"))
    if mode == "star":
        star, suit = rng.randrange(SEATS), rng.choice(suits)
        ends = [kind for kind in _fours(copies, range(27)) if kind % 9 in (0, 8)]
        theme = rng.choice([kinds for kinds in (honors, honors + suit, suit, suit, ends) if len(kinds) > 4])
        wanted = rng.sample(theme, 4)
        for kind in wanted:
            share = rng.choice((2, 2, 2, 3))
            hands[star] += _taken(left, [kind] * share)
            for seat in rng.sample([other for other in range(SEATS) if other != star], 4 - share):
                hands[seat] += _taken(left, [kind])
        _filled(left, hands[star], size, theme)
        soon = rng.sample(hands[star], 3)
    else:
        lone = rng.choice([kind for kind in _fours(copies, range(27)) if kind % 9 in (1, 4, 7)])
        rivals = rng.sample(range(SEATS), rng.choice((2, 2, 3)))
        shares = rng.choice(((2, 1), (3, 1), (3, 1), (3, 0)))
        eyes = rng.choice([kind for kind in _fours(copies, range(27)) if kind % 9 in (1, 4, 7) and kind != lone])
        pairs = rng.sample(honors or [kind for kind in _fours(copies, range(27)) if kind != lone], SEATS)
        for seat, hand in enumerate(hands):
            hand += _taken(left, [pairs[seat], pairs[seat]])
            if mode == "rivals":
                hand += _taken(left, [pairs[seat - 1], lone] if seat in rivals else [pairs[seat - 1]])
            elif seat == rivals[0]:
                hand += _taken(left, [pairs[seat - 1], lone - 1, lone + 1, eyes, eyes])
            elif seat == rivals[1]:
                hand += _taken(left, [pairs[seat - 1], pairs[rivals[0]], *[lone] * shares[0]])
            elif shares[1]:
                hand += _taken(left, [lone])            # before any other tile it is discarded, and claimed
            else:
                hand += _taken(left, [pairs[seat - 1]])
        for seat in rivals if mode == "rivals" else rivals[:1]:
            _add_sets(left, hands[seat], size, rng.choice([*suits, suits[lone // 9]]), rng)
        soon = [lone] * left.count(lone)
        suits = [suit for suit in suits if lone not in suit] if mode == "robber" else suits     # alone, it is discarded
    for hand in hands:
        _filled(left, hand, size, rng.choice(suits))
    return _dealt(hands, left, size, rng, reserve, soon)


def _all_tiles(copies: Sequence[int], rng: Random) -> list[int]:
    """Every tile, shuffled."""
    left = [kind for kind, count in enumerate(copies) for _copy in range(count)]
    rng.shuffle(left)
    return left


def _fours(copies: Sequence[int], kinds: Sequence[int]) -> list[int]:
    """The kinds of which there are four."""
    return [kind for kind in kinds if copies[kind] == 4]


def _taken(left: list[int], tiles: list[int]) -> list[int]:
    """These tiles, as far as there are any left."""
    found = []
    for tile in tiles:
        if tile in left:
            left.remove(tile)
            found.append(tile)
    return found


def _filled(left: list[int], hand: list[int], size: int, kinds: Sequence[int]) -> None:
    """Fill a hand with these kinds as they come, with any if they do not suffice."""
    for tile in [tile for tile in left if tile in kinds] + list(left):
        if len(hand) < size:
            hand += _taken(left, [tile])


def _add_sets(left: list[int], hand: list[int], size: int, kinds: Sequence[int], rng: Random) -> None:
    """Add pungs and chows of a suit while there is room for them; none of a suit that is not in play."""
    for _try in range(40 if kinds else 0):
        first = rng.choice(kinds)
        tiles = [first, first + 1, first + 2] if first % 9 < 7 and rng.random() < 0.7 else [first] * 3
        if len(hand) + 3 <= size and all(left.count(tile) >= tiles.count(tile) for tile in tiles):
            hand += _taken(left, tiles)


def _dealt(hands: list[list[int]], left: list[int], size: int, rng: Random, reserve: int,
           soon: Sequence[int] = ()) -> list[int]:
    """The hands dealt by fours and then the rest, of which some tiles come soon."""
    for tile in _taken(left, list(soon)):
        left.insert(rng.randrange(24), tile)
    left = left[:max(1, rng.choice(WALL_LENGTHS) - SEATS * HAND) + reserve]
    return [tile for first in range(0, size, 4) for hand in hands for tile in hand[first:first + 4]] + left


def _near_hand(left: list[int], suit: int, rng: Random, wanted: list[int], found: list[int], size: int) -> list[int]:
    """So many tiles, those of `found` and others out of those left: sets of one suit, or as they come.

    What it waits for is added to `wanted`.
    """
    plan = "ready" if found else rng.choice(("ready", "ready", "sets", "sets", "suit", "mixed", "any"))
    chows = 0.2 if found else 0.6

    def take(*tiles: int) -> bool:
        if any(left.count(tile) < tiles.count(tile) for tile in tiles):
            return False
        for tile in tiles:
            left.remove(tile)
            found.append(tile)
        return True

    low, high = (27, 33) if suit == 3 else (9 * suit, 9 * suit + 8)
    for _try in range(60 if plan in ("sets", "ready") else 0):
        first = rng.randint(low, high)
        if len(found) + 3 > size:
            break
        if suit < 3 and first <= high - 2 and rng.random() < chows:
            take(first, first + 1, first + 2)
        else:
            take(*[first] * (3 if plan == "ready" else rng.choice((2, 3, 3))))
    for tile in list(left):
        if len(found) == size:
            break
        if plan == "any" or low <= tile <= high or (plan == "mixed" and rng.random() < 0.4):
            take(tile)
            if plan == "ready":
                wanted.append(tile)
    while len(found) < size:
        take(left[0])
    return found


def random_player(legal: Sequence[int], held: Sequence[int], rng: Random) -> int:
    """Any legal answer."""
    return legal[rng.randrange(len(legal))]


_LIKED = ((codes.Act.WIN, 0.9), (codes.Act.SHOW, 0.8), (codes.Act.TAKE, 0.8), (codes.Act.DECLARE, 0.8),
          (codes.Act.FLOWER, 0.8), (codes.Act.MIXED_KONG, 0.8), (codes.Act.ADD_TILE, 0.8), (codes.Act.EXCHANGE, 0.8),
          (codes.Act.KONG, 0.8), (codes.Act.CLAIM_PUNG, 0.4), (codes.Act.CLAIM_SET, 0.3))
_LIKED_BY_CLAIMERS = (*_LIKED[:-3], (codes.Act.KONG, 0.4), (codes.Act.CLAIM_PUNG, 0.9), (codes.Act.CLAIM_SET, 0.3))


def eager_player(legal: Sequence[int], held: Sequence[int], rng: Random) -> int:
    """Wins, declares, kongs and claims more often than not; keeps tiles that have neighbours."""
    return _liking(_LIKED, legal, held, rng)


def claiming_player(legal: Sequence[int], held: Sequence[int], rng: Random) -> int:
    """Nearly always pungs, so that hands are opened; makes kongs late, when others are ready."""
    return _liking(_LIKED_BY_CLAIMERS, legal, held, rng)


def honours_first_player(legal: Sequence[int], held: Sequence[int], rng: Random) -> int:
    """As eager as the other, but discards the highest kind."""
    action = eager_player(legal, held, rng)
    if act_of(action) != codes.Act.DISCARD:
        return action
    return max(other for other in legal if act_of(other) == codes.Act.DISCARD)


def _liking(likings: Sequence[tuple[int, float]], legal: Sequence[int], held: Sequence[int], rng: Random) -> int:
    for kind, likely in likings:
        found = [action for action in legal if act_of(action) == kind]
        if found and rng.random() < likely:
            return rng.choice(found)
    if rng.random() < TRIES_FALSE_WIN:
        return FALSE_WIN
    discards = [action for action in legal if act_of(action) in (codes.Act.DISCARD, codes.Act.GIVE)]
    if not discards:
        passing = [action for action in legal if act_of(action) == codes.Act.PASS]
        return passing[0] if passing else rng.choice(legal)

    def worth(action: int) -> float:
        kind = action & tb.KIND
        group = range(9 * (kind // 9), 9 * (kind // 9) + 9)
        near = sum(held[other] * (3 - abs(other - kind)) for other in range(kind - 2, kind + 3)
                   if other in group and other < 27 and other != kind)
        same = sum(held[other] for other in group if other < 42)
        return 3 * held[kind] + near + same / 2 + rng.random()

    return min(discards, key=worth)
