"""The record of somebody who watches: what he has seen, and nothing else.

It has the lines of a record (`records.lines`), without those he has not seen: no seed, no walls, nobody's answers, and
of each event what one who watches is told.  So it can be read but not played again.
"""

import hashlib

from quepu.game.match import Match
from quepu.records.json_text import json_line
from quepu.records.lines import header_of

_WATCHES = -1                           # the seat of somebody who has none


def watched_record(match: Match) -> str:
    """What one who watches has seen of a match, as JSON lines."""
    header = {name: value for name, value in header_of(match).items() if name != "seed"}
    texts = [json_line({**header, "watched": True})]
    for step in match.steps:
        seen = (event.seen_by(_WATCHES) for event in step.events)
        texts += [json_line(event.as_json()) for event in seen if event is not None]
        if step.settlement is not None:
            texts.append(json_line(step.settlement.as_json()))
    end = {"type": "end", "over": match.over, "scores": list(match.scores), "lines": len(texts),
           "sha256": hashlib.sha256("\n".join(texts).encode()).hexdigest()}
    return "\n".join([*texts, json_line(end)]) + "\n"
