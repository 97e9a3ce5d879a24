"""Matches dealt from walls laid by hand: four hands, the tiles that are drawn, those of the tail."""

from collections import Counter
from collections.abc import Sequence

from quepu.core.frame import MEMORY
from quepu.game.match import Match
from quepu.game.settlement import ledger_of
from quepu.notation import read_tiles, write_tiles

SEATS, HAND, STEP = 4, 13, 4
EVERY = Counter(dict.fromkeys(range(34), 4))


def kinds(text: str) -> list[int]:
    """The kinds of tiles in a text, in its order."""
    return [tile.kind for tile in read_tiles(text)]


def _padded(hand: list[int], size: int, left: Counter[int]) -> None:
    """Fill a hand with tiles out of those left that have nothing to do with each other or with the rest of it."""
    order = [kind for kind in (*range(33, 26, -1), *range(27)) if kind != 33]      # no red dragons
    for apart in (3, 2, 1, 0):
        for kind in order:
            near = [other for other in hand if kind == other or (kind < 27 and other // 9 == kind // 9 and other < 27
                                                                 and abs(other - kind) < apart)]
            if len(hand) < size and left[kind] and not near:
                hand.append(kind)
                left[kind] -= 1


def laid_wall(hands: Sequence[str], draws: str = "", tail: str = "", fill: int | None = 0) -> str:
    """A wall that deals these hands, filled up with loose tiles, then `draws`; `tail` is drawn last to first.

    Between them lie so many other tiles, all that are left if None.
    """
    tiles, front, back = [kinds(hand) for hand in hands], kinds(draws), kinds(tail)
    left = EVERY - Counter([*(kind for hand in tiles for kind in hand), *front, *back])
    for seat, hand in enumerate(tiles):
        _padded(hand, HAND + (seat == 0), left)
    dealt = [kind for first in range(0, HAND, STEP) for hand in tiles for kind in hand[first:min(first + STEP, HAND)]]
    rest = list((+left).elements())
    rest = rest if fill is None else rest[:fill]
    return "".join(write_tiles((kind,)) for kind in (*dealt, tiles[0][HAND], *front, *rest, *back))


def dealt(book: str, hands: Sequence[str], draws: str = "", tail: str = "", fill: int | None = 0,
          bets: Sequence[int] = ()) -> Match:
    """A match whose first hand is laid so and has been dealt; bets are answered in the order of the seats asked."""
    match = Match(book, seed=1, walls=[laid_wall(hands, draws, tail, fill)])
    match.begin()
    left = list(bets)
    while match.asked and match.legal(match.asked[0])[0].word == "choose":
        match.play(match.asked[0], f"choose {left.pop(0) if left else 0}")
    return match


def texts(match: Match, seat: int | str) -> list[str]:
    """What a seat may answer, as text."""
    return [action.text for action in match.legal(seat)]


def go(match: Match, *answers: str) -> None:
    """Play answers like "E discard 1m"."""
    for answer in answers:
        seat, _space, action = answer.partition(" ")
        match.play(seat, action)


def pass_all(match: Match) -> None:
    """Everybody who may claim the offered tile lets it go."""
    while not match.hand_over and match.asked and any(action.word == "pass" for action in match.legal(match.asked[0])) \
            and match.view(match.asked[0]).offered is not None:
        match.play(match.asked[0], "pass")


def discard(match: Match, *answers: str) -> None:
    """Discards in turn like "E 1m", or "E" for the tile just drawn; nobody claims them."""
    for answer in answers:
        seat, _space, tile = answer.partition(" ")
        match.play(seat, f"discard {tile or match.view(seat).drawn}")
        pass_all(match)


def memory(match: Match, name: str) -> list[int]:
    """The slots of a memory."""
    slot = next(slot for slot in match.book.model.memory if slot.id == name)
    start = slot.slot - MEMORY
    return [int(value) for value in match.table.memory[start:start + slot.size]]


def paid(match: Match, rule: str = "") -> list[int]:
    """What each seat of the hand at hand has won or lost so far, by one rule or in all."""
    found = [0] * SEATS
    for row in ledger_of(match.table, match.book.model):
        if not rule or row.tag == rule:
            found[row.payer] -= row.amount
            found[row.receiver] += row.amount
    return found
