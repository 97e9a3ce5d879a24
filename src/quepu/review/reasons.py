"""Why an answer is better than another, in sentences made of the figures of both."""

from collections.abc import Iterator

from quepu.advice.outlook_text import plain_number
from quepu.advice.outlooks import Outlook
from quepu.lab.stats import Rate
from quepu.locale import words
from quepu.review.judging import Judged

MOST = 2                    # sentences


def reasons(one: Judged, lang: str) -> list[str]:
    """The differences that weigh most, the heaviest first, by what each contributes in points; none of no mistake."""
    if one.pair is None or not one.is_mistake:
        return []
    better, given = one.pair
    found = sorted(_differences(better, given), key=lambda one: -one[0])
    kept = [one for one in found if one[0] > 0 and one[0] >= found[0][0] / 4][:MOST]
    names = {"better": better.action.label(lang), "given": given.action.label(lang)}
    return [words(f"review.reason.{key}", lang, **names, more=more, less=less) for _weight, key, more, less in kept]


def _differences(better: Outlook, given: Outlook) -> Iterator[tuple[float, str, str, str]]:
    """How many points each difference is about, its name, and the figure of both answers."""
    won = (better.mean_win.mean or given.mean_win.mean) if better.mean_win.count else given.mean_win.mean
    lost = better.mean_loss.mean if better.mean_loss.count else given.mean_loss.mean
    yield _chance("wins", better.wins, given.wins, won)
    for name in ("deal_ins", "pays", "unready"):
        one, other = getattr(better, name), getattr(given, name)
        if one is not None and other is not None:
            yield _chance(name, one, other, lost)
    if better.mean_win.count and given.mean_win.count:
        more = better.mean_win.mean - given.mean_win.mean
        yield (more * given.wins.rate, "mean_win", plain_number(better.mean_win.mean),
               plain_number(given.mean_win.mean))


def _chance(name: str, better: Rate, given: Rate, points: float) -> tuple[float, str, str, str]:
    return (better.rate - given.rate) * points, name, _percent(better), _percent(given)


def _percent(rate: Rate) -> str:
    return f"{100 * rate.rate:.0f}"
