"""Advice at the table as text of at most 80 columns, and as plain values for programs."""

from collections.abc import Iterator, Sequence
from typing import Any

from quepu.advice.outlooks import BOT, Advice, Outlook
from quepu.advice.reason_text import spaced, told
from quepu.columns import PAGE, pad, width, wrap
from quepu.lab.stats import Mean, Rate
from quepu.locale import language, pick, words
from quepu.tiles import seat_letter, seat_name

MOST_DETAILS = 3            # answers whose fans are told
MOST_LABEL = 14             # columns: a longer answer has a line of its own
_COLUMNS = ("answer", "points", "behind", "wins", "deal_ins", "pays", "unready", "mean_win", "mean_loss")


def lines_of(found: Advice, lang: str, with_notes: bool) -> list[str]:
    """The advice in words; the notes say how it was found."""
    tag = language(lang)
    return [*_lines(found, tag), *(["", *_notes(found, tag)] if with_notes else [])]


def _lines(found: Advice, lang: str) -> Iterator[str]:
    head = words("advise.head", lang, rule=pick(found.book.model.names, lang, found.book.id),
                 seat=seat_name(found.seat, lang), answers=len(found.outlooks), samples=found.samples, seed=found.seed)
    yield from wrap(head, PAGE, "  ", "")
    yield ""
    yield from _table(found.outlooks, lang)
    names = {fan.id: pick(fan.names, lang, fan.id) for fan in found.book.model.fans}
    shown = [one for one in found.outlooks if one.is_level and one.fans][:MOST_DETAILS]
    if shown:
        yield ""
    for one in shown:
        fans = words("list", lang).join(f"{names[fan]}\u00a0{100 * share:.0f}%" for fan, share in one.fans)
        yield from wrap(words("advise.fans", lang, answer=one.action.label(lang), fans=fans), PAGE, "    ", "  ")
    yield from _why(found, lang)


def _why(found: Advice, lang: str) -> Iterator[str]:
    """The reasons for the best answer, under what it is compared with."""
    head = ""
    for reason in found.why:
        one, other = (told(found.of(text).action, lang) for text in (reason.better, reason.made))
        new = words("advise.why_level", lang, one=one) if reason.kind == "level" \
            else words("advise.why", lang, one=one, other=other)
        if new != head:
            yield ""
            yield from wrap(spaced(new), PAGE)
        head = new
        yield from wrap(reason.text[lang], PAGE, "    ", "  ")


def _notes(found: Advice, lang: str) -> Iterator[str]:
    yield from wrap(words("advise.draws", lang), PAGE)
    yield from wrap(words("advise.plays", lang), PAGE)
    if found.is_normal:
        yield from wrap(words("bots.strong_is_normal", lang), PAGE)


# -- the table --
def _table(outlooks: Sequence[Outlook], lang: str) -> Iterator[str]:
    """A row for each answer; columns of chances that the rulebook does not have are left out."""
    kept = [name for name in _COLUMNS if name not in ("deal_ins", "unready")
            or getattr(outlooks[0], name) is not None]
    rows = [[words(f"advise.{name}", lang) for name in kept]]
    rows += [[_cell(one, name, place, lang) for name in kept] for place, one in enumerate(outlooks)]
    labels = [width(row[0]) for row in rows if width(row[0]) <= MOST_LABEL]
    wides = [max(labels), *(max(width(row[column]) for row in rows) for column in range(1, len(kept)))]
    for row in rows:
        cells = [pad(cell, wide, right=True) for cell, wide in zip(row[1:], wides[1:], strict=True)]
        if width(row[0]) > wides[0]:
            yield from wrap(row[0], PAGE, "  ", "")
            row[0] = ""
        yield " ".join((pad(row[0], wides[0]), *cells)).rstrip()


def _cell(one: Outlook, name: str, place: int, lang: str) -> str:
    if name == "answer":
        return one.action.label(lang)
    if name == "points":
        return with_half(one.points)
    if name == "behind":
        if place == 0:
            return words("advise.best", lang)
        return words("advise.level", lang) if one.is_level else with_half(_opposite(one.behind))
    found = getattr(one, name)
    if isinstance(found, Rate):
        return f"{100 * found.rate:.0f}%"
    return plain_number(found.mean) if found.count else "–"


def _opposite(mean: Mean) -> Mean:
    """Of what the best brings more: how much less this brings."""
    return Mean(mean.count, -mean.sum, mean.squares)


def with_half(mean: Mean) -> str:
    """A mean with its sign and half its interval, with as many digits as mean anything.

    >>> with_half(Mean(4, 40, 900)), with_half(Mean(100, 130_000, 2_000_000_000))
    ('+10±13', '+1300±837')
    """
    digits = _digits(mean.mean, mean.half)
    return f"{mean.mean:+.{digits}f}±{mean.half:.{digits}f}"


def plain_number(number: float) -> str:
    """A mean alone.

    >>> plain_number(7701.4), plain_number(-8.26)
    ('7701', '-8.3')
    """
    return f"{number:.{_digits(number, 0)}f}"


def _digits(*numbers: float) -> int:
    largest = max(map(abs, numbers))
    return 0 if largest >= 10 else 1 if largest >= 1 else 2


# -- for programs --
def plain_values(found: Advice) -> dict[str, Any]:
    """All of it."""
    return {
        "rule": found.book.id, "seat": seat_letter(found.seat), "samples": found.samples, "seed": found.seed,
        "bot": BOT, "is_normal": found.is_normal,
        "assumes": [words("advise.draws", "en"), words("advise.plays", "en")],
        "answers": [one.as_json() for one in found.outlooks],
        "reasons": [reason.as_json() for reason in found.why]}
