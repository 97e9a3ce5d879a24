"""Tables of sixteen tiles laid by hand, and what is done at them; by kernels without compiler."""

from collections import Counter
from typing import Any

from quepu.game.match import Match
from quepu.game.tabletop import memory_of
from quepu.notation import read_tiles, write_tiles
from tests.laid import TILES, laid_wall, plain_engine, texts, tiles_of

CHOWS = "123456m78922p23467s"           # five chows, waits for 5s and 8s
DULL = [*read_tiles("147m147p147s369m369p369s258m258p258s5667z")]      # taken one by one these come to nothing
SEATS = "ESWN"
RESERVE = 16


def begun(east: str, south: str = "", west: str = "", north: str = "", draws: str = "", tail: str = "",
          name: str = "taiwan", left: int = -1) -> Match:
    """A match whose first hand is dealt so, dull tiles added; `left` tiles can be drawn, all if -1."""
    hands = [tiles_of(text) for text in (east, south, west, north)]
    left_over = Counter(dict.fromkeys(read_tiles(TILES), 4))
    ends = [tile for tile in (*tiles_of(draws), *tiles_of(tail)) if tile.kind < 34]
    left_over.subtract([*(tile for hand in hands for tile in hand), *ends])
    for seat, hand in enumerate(hands):
        for tile in DULL:
            if len(hand) < 16 + (seat == 0) and tile not in hand and left_over[tile] > 0:
                hand.append(tile)
                left_over[tile] -= 1
    text = laid_wall([write_tiles(hand) for hand in hands], draws, tail, size=16,
                     fill=None if left < 0 else RESERVE + left - len(ends))
    engine = plain_engine(name)
    match = Match(engine.book, 1, walls=[text], engine=engine)      # by seed 1 the seats are drawn ABCD
    match.begin()
    return match


def let_go(match: Match) -> None:
    """Everybody who is asked about a tile, or at the deal, passes."""
    while match.asked and "pass" in texts(match, SEATS[match.asked[0]]):
        match.play(match.asked[0], "pass")


def go(match: Match, *steps: str) -> None:
    """Play steps like "E discard 5s"; what others may claim before is let go."""
    for step in steps:
        if step[2:] not in texts(match, step[0]):
            let_go(match)
        match.play(step[0], step[2:])


def discard_any(match: Match, *seats: str) -> None:
    """Each of the seats discards the tile it has drawn."""
    for seat in seats:
        let_go(match)
        match.play(seat, f"discard {write_tiles([int(match.table.drawn)])}")
    let_go(match)


def remembered(match: Match, name: str) -> Any:
    return dict(memory_of(match.table, match.book.model))[name]


def earned(match: Match) -> dict[str, int]:
    """The fans of the only win of the hand, each as often as it counts; nobody else wants the tile."""
    let_go(match)
    (win,) = match.settlements[0].wins
    assert win.agrees
    return {fan.id: fan.count for fan in win.score.fans}
