"""The analysis of hands: positions of self-play two draws from a legal win, and three with wild tiles."""

import time
from collections.abc import Iterator
from typing import Any

from bench.row import MEASURED, Row, progress
from quepu.book import Rulebook, rulebook
from quepu.bots.hints import situation_of_seat
from quepu.bots.seat import CoreBot
from quepu.errors import QuepuError
from quepu.game.actions import Discard
from quepu.game.match import Match

POSITIONS = 1000
SEED = 29
#: the most a position may take (95th percentile), in seconds; how far away; rulebooks
ASKED = ((0.1, 2, MEASURED["analysed"].split()), (1.0, 3, [MEASURED["wild"]]))


def positions(book: Rulebook, seed: int = SEED) -> Iterator[dict[str, Any]]:
    """Hands that have to discard, as greedy bots come to them; each with what its seat knows."""
    bot = CoreBot("greedy")
    while True:
        match = Match(book, seed)
        seed += 1
        while not match.over:
            if match.hand_over:
                match.begin()
                continue
            seat = match.asked[0]
            if any(isinstance(action, Discard) for action in match.legal(seat)):
                yield situation_of_seat(match, seat)
            match.play(seat, bot.decide(match, seat))


def timed(book: Rulebook, away: int, count: int) -> list[float]:
    """What the analysis of so many positions so far away takes, in seconds of processor time, in order."""
    found: list[float] = []
    for told in positions(book):
        if len(found) == count:
            break
        try:
            if book.analyse(**told, more_effort=0).away != away:
                continue
        except QuepuError:              # what no hand can hold as it was told: a substitute, a turned tile
            continue
        started = time.process_time()
        book.analyse(**told)
        found.append(time.process_time() - started)
    return sorted(found)


def hand_analysis() -> Iterator[Row]:
    """The rows of the table."""
    for most, away, names in ASKED:
        for name in names:
            progress(f"analysis {name}")
            took = timed(rulebook(name), away, POSITIONS)
            slow = took[int(0.95 * len(took))]
            yield Row(f"analysis, {away} draws from a legal win, {name}: p95",
                      f"{1000 * slow:.0f} ms (median {1000 * took[len(took) // 2]:.0f})", f"<= {1000 * most:.0f} ms",
                      slow <= most)
