"""The record of somebody who watches: what he has seen, and nothing else.

It has the lines of a record (`records.lines`), without those he has not seen: no seed, no walls, nobody's answers, and
of each event what one who watches is told.  So it can be read but not played again.
"""

from collections.abc import Iterator
from typing import Any

from quepu.game.match import Match
from quepu.records.lines import ended, header_of

_WATCHES = -1                           # the seat of somebody who has none


def watched_lines(match: Match) -> Iterator[str]:
    """What one who watches has seen of a match, as lines of JSON, each made when it is asked for."""
    return ended(_seen(match), match, {})


def _seen(match: Match) -> Iterator[dict[str, Any]]:
    yield {**{name: value for name, value in header_of(match).items() if name != "seed"}, "watched": True}
    for step in match.steps:
        seen = (event.seen_by(_WATCHES) for event in step.events)
        yield from (event.as_json() for event in seen if event is not None)
        if step.settlement is not None:
            yield step.settlement.as_json()
