"""Matches that begin with a laid hand, on engines that are made once for all tests of a process."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.game import match as matches
from quepu.game import plain_engine as plain
from quepu.game.match import Match
from quepu.notation import write_tiles
from quepu.tiles import FLOWERS
from tests.laid.walls import laid_wall, tiles_of

KINDS = ("plain", "compiled")           # of engines: with the compiler off and on


def house(name: str) -> str:
    """A rulebook of tests/house."""
    return str(Path(__file__).parents[1] / "house" / f"{name}.toml")


@lru_cache(maxsize=16)      # the tables of one take some twenty megabytes
def _made(make: Any, book: str, options: tuple[tuple[str, Any], ...]) -> Any:
    return make(rulebook(book, **dict(options)))


def engine_of(book: str, kind: str = "plain", **options: Any) -> Any:
    """The engine of a rulebook with these options, made once."""
    # looked up now, since `tools.table_tests` puts a mutant's in their place
    make = plain.PlainEngine if kind == "plain" else matches.engine_of
    return _made(make, book, tuple(sorted(options.items())))


def plain_engine(book: str, **options: Any) -> Any:
    """The engine of a rulebook with the compiler off, made once."""
    return engine_of(book, **options)


def begun(book: str, *hands: str, draws: str = "", tail: str = "", replacements: str = "", fill: int | None = None,
          walls: Sequence[str] = (), kind: str = "plain", options: Mapping[str, Any] | None = None,
          aside: str = "") -> Match:
    """A match whose first hand is dealt so (the further ones from `walls`), with all the tiles of its rulebook.

    No hand is filled up with the kinds of `aside`, nor with honours that are flowers.
    """
    engine = engine_of(book, kind, **(options or {}))
    kinds = write_tiles([kind for kind in range(FLOWERS.stop) if engine.rules.copies[kind]])
    wall = laid_wall(hands, draws, tail, replacements=replacements, fill=fill, kinds=kinds,
                     size=engine.rules.hand_size, seats=engine.rules.seat_count,
                     aside={*engine.book.bonus, *(tile.kind for tile in tiles_of(aside))})
    match = Match(engine.book, seed=1, walls=[wall, *walls], engine=engine)
    match.begin()
    return match


def dealt(book: str | Rulebook, hands: Sequence[str], draws: str = "", tail: str = "", fill: int | None = 0,
          bets: Sequence[int] = (), engine: Any = None) -> Match:
    """A match whose first hand is laid so and has been dealt; bets are answered in the order of the seats asked."""
    match = Match(book, seed=1, walls=[laid_wall(hands, draws, tail, fill=fill)], engine=engine)
    match.begin()
    left = list(bets)
    while match.asked and match.legal(match.asked[0])[0].word == "choose":
        match.play(match.asked[0], f"choose {left.pop(0) if left else 0}")
    return match
