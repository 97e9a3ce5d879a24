"""The steps of a game as they are kept: all that is needed to play it again."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from quepu.game.events import HandBegan, Noted
from quepu.game.steps import Step

STEP_BYTES = 40            # of a step besides its text


@dataclass(frozen=True, slots=True)
class StoredStep:
    """An answer, the beginning of a hand, or a note."""

    kind: str
    seat: int | None
    text: str


def stored_bytes(steps: Iterable[StoredStep]) -> int:
    """How many bytes steps count for."""
    return sum(STEP_BYTES + len(step.text) for step in steps)


def stored(step: Step) -> list[Any]:
    """What a step needs to be done again: its kind, the seat, and the answer, a note's text or the hand's own seed."""
    if step.action is not None:
        return [step.kind, step.seat, str(step.action.text)]
    first = step.events[0]
    if isinstance(first, HandBegan):
        return [step.kind, step.seat, "" if first.seed is None else str(first.seed)]
    return [step.kind, step.seat, first.text if isinstance(first, Noted) else ""]
