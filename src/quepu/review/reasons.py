"""Why an answer is better than the one that was given: in the sentences of the adviser."""

from quepu.locale import pick
from quepu.review.judging import Judged


def reasons(one: Judged, lang: str) -> list[str]:
    """The differences that weigh most, the heaviest first; none where there is no mistake."""
    if one.advice is None or one.better is None or not one.is_mistake:
        return []
    return [pick(reason.text, lang) for reason in one.advice.reasons(one.played, one.better)]
