"""Tables laid by hand: walls that deal given hands and draws, and matches that begin with them."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from quepu.core import procedure as p
from quepu.core.frame import MEMORY
from quepu.game.match import Match
from quepu.game.plain import PlainEngine
from quepu.game.settlement import ledger_of
from quepu.notation import Tile, read_tiles, write_tiles
from quepu.scoring.book import Rulebook, rulebook
from quepu.tiles import FLOWERS

SEATS, HAND, STEP = 4, 13, 4
SUITED = "123456789m123456789p123456789s"
TILES = SUITED + "1234567z"
WITH_FLOWERS = TILES + "12345678f"
DULL = [kind for kind in (*range(33, 26, -1), *range(27)) if kind != 33]       # what hands are filled up with first


def tiles_of(text: str) -> list[Tile]:
    """The tiles of a text in its order; none of an empty one."""
    return list(read_tiles(text)) if text else []


def _padded(hand: list[Tile], size: int, left: Counter[int]) -> None:
    """Fill a hand with tiles out of those left that have nothing to do with each other or with the rest of it."""
    for apart in (3, 2, 1, 0):
        for kind in DULL:
            near = any(kind == other.kind or (kind < 27 and other.kind < 27 and other.kind // 9 == kind // 9
                                              and abs(other.kind - kind) < apart) for other in hand)
            if len(hand) < size and left[kind] > 0 and not near:
                hand.append(Tile(kind))
                left[kind] -= 1


def laid_wall(hands: Sequence[str], draws: str = "", tail: str = "", *, replacements: str = "", fill: int | None = None,
              kinds: str = TILES, size: int = HAND, seats: int = SEATS) -> str:
    """A wall that deals these hands, filled up with loose tiles, the dealer's with one more, and then gives `draws`.

    It ends with `tail`, as it lies there; `replacements` are the same in the order in which they are drawn from the
    back.  Between lie the other tiles, flowers in the midst of them: so many of them as `fill` says, all if None.
    """
    given = [tiles_of(hand) for hand in (*hands, *[""] * (seats - len(hands)))]
    front, back = tiles_of(draws), [*tiles_of(tail), *reversed(tiles_of(replacements))]
    left = Counter({tile.kind: 1 if tile.kind in FLOWERS else 4 for tile in read_tiles(kinds)})
    left.subtract(tile.kind for part in (*given, front, back) for tile in part if tile.kind in left)
    assert min(left.values()) >= 0, f"too many of {write_tiles(sorted(kind for kind in left if left[kind] < 0))}"
    for seat, hand in enumerate(given):
        _padded(hand, size + (seat == 0), left)
    dealt = [tile for first in range(0, size, STEP) for hand in given for tile in hand[first:min(first + STEP, size)]]
    spread = sorted(left.elements(), key=lambda kind: (kind % 9 * 5 % 9, kind))
    rest, flowers = ([kind for kind in spread if (kind in FLOWERS) == flower] for flower in (False, True))
    rest[len(rest) // 2:len(rest) // 2] = flowers
    middle = [Tile(kind) for kind in (rest if fill is None else rest[:fill])]
    return write_tiles([*dealt, given[0][size], *front, *middle, *back])


def dealt(book: str | Rulebook, hands: Sequence[str], draws: str = "", tail: str = "", fill: int | None = 0,
          bets: Sequence[int] = (), engine: Any = None) -> Match:
    """A match whose first hand is laid so and has been dealt; bets are answered in the order of the seats asked."""
    match = Match(book, seed=1, walls=[laid_wall(hands, draws, tail, fill=fill)], engine=engine)
    match.begin()
    left = list(bets)
    while match.asked and match.legal(match.asked[0])[0].word == "choose":
        match.play(match.asked[0], f"choose {left.pop(0) if left else 0}")
    return match


def dead_wall(replacements: str, indicators: str) -> str:
    """The tail of a wall with a dead wall: four replacements in the order they come, then shown and hidden in turn."""
    return write_tiles(reversed([*tiles_of(replacements), *tiles_of(indicators)]))


@cache
def plain_engine(book: str) -> PlainEngine:
    """The engine of a rulebook with the compiler off, made once."""
    return PlainEngine(rulebook(book))


def begun(book: str, *hands: str, draws: str = "", replacements: str = "", fill: int | None = None,
          walls: Sequence[str] = ()) -> Match:
    """A match on a plain engine whose first hand is dealt so (the further ones from `walls`), with all its tiles."""
    engine = plain_engine(book)
    kinds = write_tiles([kind for kind in range(FLOWERS.stop) if engine.rules[p.AT_COPIES + kind]])
    wall = laid_wall(hands, draws, replacements=replacements, fill=fill, kinds=kinds,
                     size=engine.rules[p.HAND_SIZE], seats=engine.rules[p.SEAT_COUNT_AT])
    match = Match(engine.book, seed=1, walls=[wall, *walls], engine=engine)
    match.begin()
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
    found = [0] * (SEATS + 1)           # the last is the pot
    for row in ledger_of(match.table, match.book.model):
        if not rule or row.tag == rule:
            found[row.payer] -= row.amount
            found[row.receiver] += row.amount
    return found[:SEATS]


def remember(match: Match, name: str, value: int, seat: int = 0) -> None:
    """Put a value into the table's memory, as if the hands before had left it there."""
    slot = next(slot for slot in match.book.model.memory if slot.id == name)
    match.table.memory[slot.slot - MEMORY + seat] = value


def run(match: Match, *moves: str) -> Match:
    """Make moves like "S pung", "W discard 5m" or, for a discard, "W 5m"; whoever else is asked about a tile passes."""
    for move in moves:
        seat, _space, action = move.partition(" ")
        wanted = f"discard {action}" if action[:1].isdigit() else action
        while wanted not in texts(match, seat):
            assert "pass" in texts(match, match.asked[0]), f"{move}: {seat} may {texts(match, seat)}"
            match.play(match.asked[0], "pass")
        match.play(seat, wanted)
    return match


def drift(match: Match) -> Match:
    """Everybody passes and discards what was drawn, until the hand is over."""
    while not match.hand_over:
        seat = match.asked[0]
        answers = texts(match, seat)
        drawn = match.view(seat).drawn
        match.play(seat, "pass" if "pass" in answers else f"discard {drawn}" if drawn else answers[-1])
    return match
