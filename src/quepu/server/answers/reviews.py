"""A review in a worker, piece by piece: each goes on where the last one stopped, so that others come in between.

What is found does not hang on where the pieces end; so they may be measured by the clock.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING, Any

from quepu.faults import Fault
from quepu.review.as_values import values_of
from quepu.review.parts import Tally
from quepu.review.review import Asked, Summary
from quepu.server.problem import BAD_INPUT, ProblemError
from quepu.server.safety.player_names import cleaned
from quepu.server.tables.telling import seen_table

if TYPE_CHECKING:
    from quepu.game.match import Match
    from quepu.review.judging import Judged

PIECE_SECONDS = 3.0         # of processor time, before the decision at hand is judged to its end
FIRST_SECONDS = 0.5         # of the first piece: who asks soon hears how much there is to do
MOST_DECISIONS = 30         # told at once: an answer has a bound


def piece(match: "Match", asked: Mapping[str, Any], seconds: float = 0.0) -> dict[str, Any]:
    """The next decisions of a review; `carried` is what the pieces before have found, as this gave it."""
    match.players = tuple(map(cleaned, match.players, range(len(match.players))))
    about = Asked.of(match, int(asked["player"]), asked.get("hand"), asked.get("samples"), int(asked["seed"]),
                     str(asked["level"]))
    questions = about.course.questions
    tallies = [Tally(*one) for one in asked["carried"]]
    _check(tallies, [question.step for question in questions])
    is_first = not tallies
    end = time.process_time() + (seconds or (FIRST_SECONDS if is_first else PIECE_SECONDS))
    told: list[dict[str, Any]] = []
    while len(tallies) < len(questions) and time.process_time() < end and len(told) < MOST_DECISIONS:
        found = about.judging.judged(questions[len(tallies)])
        tallies.append(Tally.of(found))
        if found.question.is_own:
            told.append({"done": len(tallies), "of": len(questions), **_told(match, found, str(asked["lang"]))})
    is_whole = len(tallies) == len(questions)
    return {"begin": _begun(about) if is_first else None, "decisions": told, "carried": list(map(astuple, tallies)),
            "done": len(tallies), "of": len(questions),
            "review": Summary(about, tuple(tallies)).as_json() if is_whole else None}


def _check(tallies: Sequence[Tally], steps: Sequence[int]) -> None:
    if [one.step for one in tallies] != steps[:len(tallies)]:
        raise ProblemError(BAD_INPUT, Fault("server.not_valid"))


def _begun(about: Asked) -> dict[str, Any]:
    course = about.course
    return {**about.as_json(), "hands": [span.hand for span in course.spans], "decisions": course.own_count,
            "forced": course.forced, "of": len(course.questions)}


def _told(match: "Match", found: "Judged", lang: str) -> dict[str, Any]:
    there = match.at(found.question.step)
    view = seen_table(there, there.player_of(found.question.seat), lang) if found.is_mistake else None
    return {**values_of(found, lang), "view": view}
