"""The words of the coach book: what can be said of a position, of an answer's tile, and of opponents.

Words marked hidden read another's concealed hand; they stand in the claims of sayings about opponents, which only
measuring looks at.
"""

from collections.abc import Mapping
from itertools import pairwise

from quepu.advice.coach.language import Kind, Source, Word
from quepu.advice.coach.position import NO_TILE, UNKNOWN, Position
from quepu.advice.leavings import void_suit
from quepu.engine.layout.codes import River, Stage
from quepu.game.actions import Chow, Discard, Kong, Pass, Pung, Win
from quepu.game.tabletop import melds
from quepu.tiles import KIND_COUNT, kinds_in

FIRST_HONOR, FIRST_DRAGON, LAST_HONOR = 27, 31, 33
SUITS = (0, 1, 2)
LINKED = 2                  # tiles so far apart may still make a set


# -- what words mean --
def _beside(p: Position, kind: int, step: int) -> int:
    """Copies held so many ranks beside a suited tile."""
    other = kind + step
    return p.held[other] if 0 <= kind < FIRST_HONOR and 0 <= other < FIRST_HONOR and kind // 9 == other // 9 else 0


def _is_lone(p: Position, kind: int) -> bool:
    return kind >= 0 and p.held[kind] == 1 and not any(_beside(p, kind, step) for step in range(-LINKED, LINKED + 1)
                                                       if step)


def _seen(p: Position, kind: int) -> int:
    return p.seen[kind] + p.held[kind] if kind >= 0 else 0


def _is_terminal(_p: Position, kind: int) -> bool:
    return 0 <= kind < FIRST_HONOR and kind % 9 in (0, 8)


def _is_wind(_p: Position, kind: int) -> bool:
    return FIRST_HONOR <= kind < FIRST_DRAGON


def _is_dragon(_p: Position, kind: int) -> bool:
    return FIRST_DRAGON <= kind <= LAST_HONOR


def _is_own_wind(p: Position, kind: int) -> bool:
    return kind in (FIRST_HONOR + p.seat, FIRST_HONOR + int(p.table.rounds) % 4)


def _rank(_p: Position, kind: int) -> int:
    return kind % 9 + 1 if 0 <= kind < FIRST_HONOR else 0


def _suit_held(p: Position, suit: int) -> int:
    return sum(p.held[9 * suit:9 * suit + 9])


def _pairs(p: Position) -> int:
    return sum(count >= 2 for count in p.held)


def _blocks(p: Position) -> int:
    """Sets, pairs and two-tile shapes, counted one after another."""
    held, found = list(p.held), p.table.meld_count[p.seat]
    for kind in range(KIND_COUNT):
        if held[kind] >= 3:
            held[kind] -= 3
            found += 1
    for first in (kind for kind in range(FIRST_HONOR) if kind % 9 <= 6):
        while all(held[first + step] for step in range(3)):
            for step in range(3):
                held[first + step] -= 1
            found += 1
    for kind in range(KIND_COUNT):
        if held[kind] >= 2:
            held[kind] -= 2
            found += 1
    for step in (1, 2):
        for first in (kind for kind in range(FIRST_HONOR) if kind % 9 + step <= 8):
            while held[first] and held[first + step]:
                held[first] -= 1
                held[first + step] -= 1
                found += 1
    return int(found)


def _only_open_chows(p: Position) -> bool:
    """Whether every chow fills a shape that two kinds of tiles would fill."""
    for action in p.claims((Chow,)):
        assert isinstance(action, Chow)
        first, _middle, last = sorted(action.tiles)
        if not (p.offered == first and last % 9 != 8) and not (p.offered == last and first % 9 != 0):
            return False
    return True


def _may_add_kong(p: Position) -> bool:
    """Whether a single tile may be added to a set that lies open."""
    return p.table.stage == Stage.OWN and any(
        isinstance(one, Kong) and p.held[one.tile.kind] == 1 for one in p.legal)


def _last_any(p: Position, who: int) -> int:
    found = p.discards(who)
    return found[-1][0] if found else NO_TILE


def _near(_p: Position, one: int, other: int) -> bool:
    """Whether two suited tiles are at most two ranks apart."""
    return min(one, other) >= 0 and max(one, other) < FIRST_HONOR and one // 9 == other // 9 \
        and abs(one - other) <= LINKED


def _seen_beside(p: Position, kind: int, step: int) -> int:
    other = kind + step
    there = 0 <= kind < FIRST_HONOR and 0 <= other < FIRST_HONOR and kind // 9 == other // 9
    return _seen(p, other) if there else 0


def _collects(p: Position, who: int, suit: int) -> bool:
    """Whether all that another has laid open, two sets at least, is of one suit."""
    laid = melds(p.table, p.model, who)
    return suit in SUITS and len(laid) >= LINKED and all(kind // 9 == suit for meld in laid for kind in meld.tiles)


def _in_void(p: Position, kind: int) -> bool:
    suit = void_suit(p.match, p.seat)
    return suit >= 0 and 0 <= kind < FIRST_HONOR and kind // 9 == suit


def _threw(p: Position, who: int, suit: int, rank: int) -> int:
    return sum(kind == 9 * suit + rank - 1 for kind, _bits in p.discards(who)) if 1 <= rank <= 9 else 0


def _threw_before(p: Position, who: int, suit: int, one: int, other: int) -> bool:
    kinds = [kind for kind, bits in p.discards(who) if not bits & River.DRAWN]
    first, last = 9 * suit + one - 1, 9 * suit + other - 1
    return first in kinds and last in kinds and kinds.index(first) < kinds.index(last)


def _suit_thrown(p: Position, who: int, suit: int) -> int:
    return sum(kind // 9 == suit for kind, _bits in p.discards(who))


def _last_thrown(p: Position, who: int) -> int:
    """Another's last discard, if it came from the hand."""
    found = p.discards(who)
    return found[-1][0] if found and not found[-1][1] & River.DRAWN else NO_TILE


def _first_thrown(p: Position, who: int, number: int) -> int:
    found = p.discards(who)
    return found[number - 1][0] if 1 <= number <= len(found) else NO_TILE


def _threw_pair(p: Position, who: int) -> bool:
    """Whether another threw two alike, ends or honours, one after the other from the hand."""
    found = p.discards(who)
    return any(one[0] == other[0] and not other[1] & River.DRAWN and (one[0] >= FIRST_HONOR or one[0] % 9 in (0, 8))
               for one, other in pairwise(found))


def _broke_open(p: Position, who: int) -> bool:
    """Whether another threw both tiles of an open shape one after the other from the hand."""
    found = [kind for kind, bits in p.discards(who) if not bits & River.DRAWN]
    return any(abs(one - other) == 1 and one // 9 == other // 9 and max(one, other) < FIRST_HONOR
               and min(one, other) % 9 != 0 and max(one, other) % 9 != 8
               for one, other in pairwise(found))


def _pungs_shown(p: Position, who: int) -> int:
    return sum(len(set(meld.tiles)) == 1 for meld in melds(p.table, p.model, who))


def _next_to_meld(p: Position, who: int) -> bool:
    """Whether another's last discard lies beside a tile of its last meld."""
    last, laid = _last_thrown(p, who), melds(p.table, p.model, who)
    return 0 <= last < FIRST_HONOR and bool(laid) and any(
        kind < FIRST_HONOR and kind // 9 == last // 9 and 0 < abs(kind - last) <= 1 for kind in laid[-1].tiles)


def _waits_on(p: Position, who: int, suit: int, rank: int) -> bool:
    return 1 <= rank <= 9 and p.wants(who, 9 * suit + rank - 1)


def _suit_share(p: Position, who: int, suit: int) -> int:
    laid = sum(kind // 9 == suit for meld in melds(p.table, p.model, who) for kind in meld.tiles)
    return int(sum(p.hidden(who)[9 * suit:9 * suit + 9]) + laid)


def _is_next(p: Position, who: int) -> bool:
    return who == (p.seat + 1) % p.match.seats


def _chowable_next(p: Position, kind: int) -> bool:
    """Whether a tile is far from what the next seat has thrown: it may chow it."""
    thrown = {one for one, _bits in p.discards((p.seat + 1) % p.match.seats)}
    return 0 <= kind < FIRST_HONOR and kind not in thrown


N, T, TILE, SUIT, SEAT = Kind.NUMBER, Kind.TRUTH, Kind.TILE, Kind.SUIT, Kind.SEAT
WORDS: Mapping[str, Word] = {
    # -- the position --
    "turn": Word((), N, lambda p: len(p.discards(p.seat))),
    "used": Word((), N, lambda p: p.used),
    "early": Word((), T, lambda p: p.used <= 36),
    "mid": Word((), T, lambda p: 36 < p.used <= 57),
    "late": Word((), T, lambda p: p.used > 57),
    "river_count": Word((), N, lambda p: len(p.river)),
    "away": Word((), N, lambda p: p.away),
    "hand_size": Word((), N, lambda p: p.model.hand_size),
    "closed": Word((), N, lambda p: sum(p.held)),
    "honors": Word((), N, lambda p: sum(p.held[FIRST_HONOR:LAST_HONOR + 1])),
    "pairs": Word((), N, _pairs),
    "blocks": Word((), N, _blocks),
    "sets_needed": Word((), N, lambda p: p.model.hand_size // 3),
    "wild_tiles": Word((), N, lambda p: sum(p.held[kind] for kind in kinds_in(int(p.table.wild)))),
    "is_own_turn": Word((), T, lambda p: p.table.stage == Stage.OWN),
    "offered": Word((), TILE, lambda p: p.offered),
    "is_from_left": Word((), T, lambda p: (int(p.table.offered_from) + 1) % p.match.seats == p.seat),
    "wall_left": Word((), N, lambda p: max(0, p.table.wall_back - p.table.wall_front - p.table.reserve)),
    "may_chow": Word((), T, lambda p: bool(p.claims((Chow,)))),
    "may_pung": Word((), T, lambda p: bool(p.claims((Pung,)))),
    "may_win": Word((), T, lambda p: any(isinstance(one, Win) for one in p.legal)),
    "may_add_kong": Word((), T, _may_add_kong),
    "only_open_chows": Word((), T, _only_open_chows),
    "claim_away": Word((), N, lambda p: p.claim_away),
    "pass_away": Word((), N, lambda p: p.pass_away),
    "best_live": Word((), N, lambda p: p.best_live),
    "is_after_dealer": Word((), T, lambda p: p.seat == 1),
    "next": Word((), SEAT, lambda p: (p.seat + 1) % p.match.seats),
    "opposite": Word((), SEAT, lambda p: (p.seat + 2) % p.match.seats),
    "left": Word((), SEAT, lambda p: (p.seat - 1) % p.match.seats),
    "repeats": Word((), N, lambda p: int(p.table.hand_number) - int(p.table.deal_number) - 1),
    # -- an answer --
    "thrown": Word((), TILE, lambda p: p.tile),
    "is_discard": Word((), T, lambda p: isinstance(p.action, Discard)),
    "is_pass": Word((), T, lambda p: isinstance(p.action, Pass)),
    "is_chow": Word((), T, lambda p: isinstance(p.action, Chow)),
    "is_pung": Word((), T, lambda p: isinstance(p.action, Pung)),
    "is_kong": Word((), T, lambda p: isinstance(p.action, Kong)),
    "is_win": Word((), T, lambda p: isinstance(p.action, Win)),
    "after_away": Word((), N, lambda p: UNKNOWN if p.left.away is None else p.left.away),
    "after_live": Word((), N, lambda p: p.left.live or 0),
    "after_kinds": Word((), N, lambda p: len(p.left.useful or ())),
    "waited": Word((), TILE, lambda p: p.waited),
    # -- a tile --
    "is_tile": Word((TILE,), T, lambda _p, kind: kind >= 0),
    "same": Word((TILE, TILE), T, lambda _p, one, other: one == other),
    "is_honor": Word((TILE,), T, lambda _p, kind: FIRST_HONOR <= kind <= LAST_HONOR),
    "is_wind": Word((TILE,), T, _is_wind),
    "is_dragon": Word((TILE,), T, _is_dragon),
    "is_red": Word((TILE,), T, lambda _p, kind: kind == LAST_HONOR),
    "is_east": Word((TILE,), T, lambda _p, kind: kind == FIRST_HONOR),
    "is_own_wind": Word((TILE,), T, _is_own_wind),
    "is_terminal": Word((TILE,), T, _is_terminal),
    "is_lone": Word((TILE,), T, _is_lone),
    "rank": Word((TILE,), N, _rank),
    "suit_of": Word((TILE,), SUIT, lambda _p, kind: kind // 9 if kind >= 0 else 4),
    "copies": Word((TILE,), N, lambda p, kind: p.held[kind] if kind >= 0 else 0),
    "beside": Word((TILE, N), N, _beside),
    "near": Word((TILE, TILE), T, _near),
    "in_void": Word((TILE,), T, _in_void),
    "tile_of": Word((SUIT, N), TILE, lambda _p, suit, rank: 9 * suit + rank - 1 if 1 <= rank <= 9 else NO_TILE),
    "seen_beside": Word((TILE, N), N, _seen_beside),
    "seen": Word((TILE,), N, _seen),
    "shown": Word((TILE,), N, lambda p, kind: p.seen[kind] if kind >= 0 else 0),
    "is_recent": Word((TILE,), T, lambda p, kind: kind in p.recent),
    "is_live": Word((TILE,), T, lambda p, kind: kind >= 0 and p.seen[kind] <= 1 and kind not in p.recent),
    "is_safe": Word((TILE,), T, lambda p, kind: kind in p.recent or _seen(p, kind) >= 4),
    "may_feed_next": Word((TILE,), T, _chowable_next),
    # -- a suit --
    "suit_held": Word((SUIT,), N, lambda p, suit: _suit_held(p, suit) if suit in SUITS else 0),
    "suit_pairs": Word((SUIT,), N, lambda p, suit: sum(count >= 2 for count in p.held[9 * suit:9 * suit + 9])),
    # -- an opponent --
    "is_next": Word((SEAT,), T, _is_next),
    "has_shown_ready": Word((SEAT,), T, lambda p, who: bool(p.table.declared[who])),
    "discards": Word((SEAT,), N, lambda p, who: len(p.discards(who))),
    "melds_of": Word((SEAT,), N, lambda p, who: p.table.meld_count[who]),
    "pungs_shown": Word((SEAT,), N, _pungs_shown),
    "threw": Word((SEAT, SUIT, N), N, _threw),
    "threw_before": Word((SEAT, SUIT, N, N), T, _threw_before),
    "suit_thrown": Word((SEAT, SUIT), N, _suit_thrown),
    "last_thrown": Word((SEAT,), TILE, _last_thrown),
    "first_thrown": Word((SEAT, N), TILE, _first_thrown),
    "threw_pair": Word((SEAT,), T, _threw_pair),
    "broke_open": Word((SEAT,), T, _broke_open),
    "last_any": Word((SEAT,), TILE, _last_any),
    "collects": Word((SEAT, SUIT), T, _collects),
    "next_to_meld": Word((SEAT,), T, _next_to_meld),
    # -- what nobody sees --
    "wants": Word((SEAT, SUIT, N), T, _waits_on, is_hidden=True),
    "holds": Word((SEAT, SUIT, N), N, lambda p, who, suit, rank: p.hidden(who)[9 * suit + rank - 1], is_hidden=True),
    "holds_tile": Word((SEAT, TILE), N, lambda p, who, kind: p.hidden(who)[kind] if kind >= 0 else 0, is_hidden=True),
    "is_ready": Word((SEAT,), T, lambda p, who: p.missing(who) <= 0, is_hidden=True),
    "missing": Word((SEAT,), N, lambda p, who: p.missing(who), is_hidden=True),
    "suit_share": Word((SEAT, SUIT), N, _suit_share, is_hidden=True),
    "end_pairs": Word((SEAT,), N, lambda p, who: sum(
        count >= 2 and (kind >= FIRST_HONOR or kind % 9 in (0, 8)) for kind, count in enumerate(p.hidden(who))),
        is_hidden=True),
    "pairs_of": Word((SEAT,), N, lambda p, who: sum(count >= 2 for count in p.hidden(who)), is_hidden=True),
}
SOURCES: Mapping[str, Source] = {
    "hand": Source(TILE, lambda p: [kind for kind, count in enumerate(p.held) if count]),
    "tiles": Source(TILE, lambda p: list(range(LAST_HONOR + 1))),
    "suits": Source(SUIT, lambda _p: list(SUITS)),
    "others": Source(SEAT, lambda p: p.others),
}
