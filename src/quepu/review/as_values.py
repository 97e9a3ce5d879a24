"""A judged decision as plain values, for programs and for the page."""

from typing import TYPE_CHECKING, Any

from quepu.review.judging import Judged
from quepu.review.reasons import reasons
from quepu.tiles import seat_letter

if TYPE_CHECKING:
    from quepu.game.actions import Action


def values_of(one: Judged, lang: str) -> dict[str, Any]:
    """All of it but the table; labels and reasons are in a language."""
    asked = one.question
    figures = None if one.pair is None else {name: {**found.as_json(), "label": found.action.label(lang)}
                                             for name, found in zip(("better", "played"), one.pair, strict=True)}
    return {"step": asked.step, "hand": asked.hand, "seat": seat_letter(asked.seat), "answers": one.answers,
            "verdict": one.verdict, "played": _named(one.played, lang),
            "better": None if one.better is None else _named(one.better, lang),
            "cost": one.cost.as_json() if one.cost.count else None, "figures": figures,
            "reason": reasons(one, lang)}


def _named(action: "Action", lang: str) -> dict[str, str]:
    return {"action": action.text, "label": action.label(lang)}
