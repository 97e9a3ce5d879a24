"""One told fact left out at a time: the result stays as it was, or the fact is named as not told."""

from collections.abc import Iterator
from dataclasses import replace

from quepu.book import Rulebook
from quepu.errors import QuepuError
from quepu.scoring.result import Score
from tools.told.compare import Difference, fans_of
from tools.told.tell import Teller, ToldWin


def left_out(teller: Teller) -> Iterator[Difference]:
    """A difference for each told fact of a hand without which the result is another and nobody says why."""
    book = teller.knowledge.book
    for win in teller.told_wins():
        whole = _scored(book, win)
        if whole is None:
            continue
        for name, fewer in _fewer(win):
            score = _scored(book, fewer)
            if score is not None and _result(score) != _result(whole) and not _is_named(name, score):
                yield Difference("left out", name, {"hand": fewer.text, **fewer.situation}, str(_result(score)),
                                 str(_result(whole)))


def _fewer(win: ToldWin) -> Iterator[tuple[str, ToldWin]]:
    """The telling without each circumstance and each word of the table."""
    for flag in win.situation.get("flags", ()):
        rest = [other for other in win.situation["flags"] if other != flag]
        yield flag, replace(win, situation={**win.situation, "flags": rest})
    for name in win.situation.get("state", {}):
        rest = {other: value for other, value in win.situation["state"].items() if other != name}
        yield name, replace(win, situation={**win.situation, "state": rest})


def _scored(book: Rulebook, win: ToldWin) -> Score | None:
    """What it is worth; None if it is refused, which names what is missing."""
    try:
        return book.score(win.text, **win.situation)
    except QuepuError:
        return None


def _result(score: Score) -> tuple[object, ...]:
    return score.legal, score.total, fans_of(score), score.hand_payments


def _is_named(name: str, score: Score) -> bool:
    """Whether a score says that something was not told: by itself, or among what is taken as usual."""
    lots = {fact.name for fact in score.book.reference.frames.assumed.missing(score.win)}
    return name in lots | {fact.name for fact in score.as_usual}
