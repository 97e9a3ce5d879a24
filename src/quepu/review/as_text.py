"""A review as text of at most 80 columns: what the result was made of, then the mistakes, the costliest first."""

from collections.abc import Iterator

from quepu.advice.outlook_text import with_half
from quepu.columns import PAGE, pad, width, wrap
from quepu.game.view import View
from quepu.lab.stats import Mean
from quepu.locale import formed, language, pick, words
from quepu.review.amounts import Shown, shown
from quepu.review.judging import AGREED, BEST, LEVEL, MISTAKE, Judged
from quepu.review.reasons import reasons
from quepu.review.review import Review
from quepu.tiles import seat_name

MOST = 20                   # mistakes that are told; a page or JSON has all
_COLUMNS = ("hand", "seat", "result", "luck", "others", "own")
_GAP = "\u00a0"             # keeps a phrase on one line


def lines_of(found: Review, lang: str) -> list[str]:
    """The review in words, with how it was found."""
    tag = language(lang)
    head = [line for text in heads(found, tag) for line in wrap(text, PAGE, "  ", "")]
    body = ["", *_parts(found, tag), "", *_mistakes(found, tag), "", *_notes(found, tag)]
    return [*head, *(formed(line, tag) for line in body)]


def heads(found: Review, lang: str) -> tuple[str, str]:
    """What was reviewed, and how many decisions there were of each kind."""
    asked, counts = found.asked, found.summary.verdicts
    rule = formed(pick(asked.match.book.model.names, lang, asked.match.book.id), lang)
    judged = sum(count for verdict, count in counts.items() if verdict != "forced")
    return (words("review.head", lang, rule=rule, name=asked.match.players[asked.player], samples=asked.samples,
                  seed=asked.seed),
            words("review.counts", lang, judged=judged, mistakes=counts[MISTAKE], level=counts[LEVEL],
                  fine=counts[BEST] + counts[AGREED], forced=counts["forced"]))


# -- what the result is made of --
def part_rows(found: Review, lang: str) -> list[list[str]]:
    """A row for each hand and one for all together, under titles; what is shown adds up."""
    spans = found.asked.course.spans
    unit, rows = shown([found.summary.parts_of_hand(span) for span in spans])
    table = [[words(f"review.{name}", lang) for name in _COLUMNS]]
    for span, row in zip(spans, rows, strict=True):
        table.append([str(span.hand), seat_name(span.seat, lang), *(["–"] * 4 if row is None else row.texts(unit))])
    if len(spans) > 1:
        table.append([words("review.all", lang), "", *Shown.sum(rows).texts(unit)])
    return table


def _parts(found: Review, lang: str) -> Iterator[str]:
    rows = part_rows(found, lang)
    wide = [max(width(row[place]) for row in rows) for place in range(len(_COLUMNS))]
    for row in rows:
        yield "  ".join(pad(cell, wide[place], right=place > 1) for place, cell in enumerate(row)).rstrip()


# -- mistakes --
def _mistakes(found: Review, lang: str) -> Iterator[str]:
    mistakes = found.mistakes
    if not mistakes:
        yield from wrap(words("review.none", lang), PAGE)
    for number, one in enumerate(mistakes[:MOST], 1):
        if number > 1:
            yield ""
        yield from _moment(found, number, one, lang)
    if len(mistakes) > MOST:
        yield ""
        yield from wrap(words("review.more", lang, count=len(mistakes) - MOST), PAGE)


def _moment(found: Review, number: int, one: Judged, lang: str) -> Iterator[str]:
    asked = one.question
    view = found.asked.match.at(asked.step).view(asked.seat)
    yield from wrap(f"{number}. {place_of(one, view, lang)}", PAGE, "   ", "")
    tiles = hand_text(view, lang)
    if tiles:
        yield from wrap(tiles, PAGE, "     ", "   ")
    yield from wrap(verdict_of(one, lang), PAGE, "     ", "   ")
    for reason in reasons(one, lang):
        yield from wrap(reason, PAGE, "     ", "   ")


def place_of(one: Judged, view: View, lang: str) -> str:
    """Where in the match it was."""
    asked = one.question
    return words("review.place", lang, hand=asked.hand, step=asked.step, seat=seat_name(asked.seat, lang),
                 left=view.wall_left)


def hand_text(view: View, lang: str) -> str:
    """The own tiles, and what was drawn or lay there to be claimed."""
    own = view.own
    parts = [*own.melds, own.tiles or "", own.flowers]
    if view.drawn is not None:
        parts.append(words("view.drawn", lang, tile=view.drawn).strip().replace(" ", _GAP))
    if view.offered is not None and view.offered_from is not None:
        parts.append(words("view.offered", lang, tile=view.offered,
                           seat=seat_name(view.offered_from, lang)).strip().replace(" ", _GAP))
    return " ".join(filter(None, parts))


def verdict_of(one: Judged, lang: str) -> str:
    """What was answered, what was better, and by how much."""
    assert one.better is not None
    return words("review.verdict", lang, given=one.played.label(lang), better=one.better.label(lang),
                 points=gain_text(one.cost))


def gain_text(cost: Mean) -> str:
    """Points that the better answer brings more, with half the interval."""
    return with_half(cost).removeprefix("+")


def _notes(found: Review, lang: str) -> Iterator[str]:
    for text in notes(found, lang):
        yield from wrap(text, PAGE)


def notes(found: Review, lang: str) -> list[str]:
    """How it was found, and what the parts mean."""
    strong = [words("bots.strong_is_normal", lang)] if found.asked.as_json()["is_normal"] else []
    return [words("review.how", lang), words("review.parts", lang), *strong]
