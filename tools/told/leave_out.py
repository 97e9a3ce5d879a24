"""One told fact left out at a time: the result stays as it was, or the fact is named as not told."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from quepu.book import Rulebook
from quepu.errors import QuepuError
from quepu.hand import Hand, Meld, Win
from quepu.locale import every
from quepu.scoring.asked_facts import said_as
from quepu.scoring.result import Score
from quepu.scoring.wild_kinds import indicator_name
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
                yield Difference("left out", name.split()[0], {"hand": fewer.text, **fewer.situation},
                                 str(_result(score)), str(_result(whole)))


def _fewer(win: ToldWin) -> Iterator[tuple[str, ToldWin]]:
    """The telling without each circumstance, each word of the table, and each thing that stands with the hand."""
    situation = win.situation
    for flag in situation.get("flags", ()):
        rest = [other for other in situation["flags"] if other != flag]
        yield flag, replace(win, situation={**situation, "flags": rest})
    for name in situation.get("state", {}):
        rest = {other: value for other, value in situation["state"].items() if other != name}
        yield name, replace(win, situation={**situation, "state": rest})
    for name in ("wild", "from_"):
        if name in situation:
            yield name, replace(win, situation={key: value for key, value in situation.items() if key != name})
    told, hand = win.detail.win, win.detail.win.hand
    for place, meld in enumerate(hand.melds):
        if meld.feeder is not None:
            bare = Meld(meld.tiles, meld.form, None, meld.marks)
            melds = (*hand.melds[:place], bare, *hand.melds[place + 1:])
            yield f"giver {bare}", _with_hand(win, replace(
                told, hand=Hand(hand.concealed, melds, hand.flowers, hand.marks)))
    if hand.flowers:
        yield "flowers", _with_hand(win, replace(told, hand=Hand(hand.concealed, hand.melds, (), hand.marks)))
    if hand.marks or told.tile_mark or any(meld.marks for meld in hand.melds):
        melds = tuple(Meld(meld.tiles, meld.form, meld.feeder) for meld in hand.melds)
        yield "red", _with_hand(win, replace(told, hand=Hand(hand.concealed, melds, hand.flowers), tile_mark=False))


def _with_hand(win: ToldWin, told: Win) -> ToldWin:
    return replace(win, text=str(told))


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
    kind, _space, meld = name.partition(" ")
    if kind == "giver":
        return every("told.giver", meld=meld) in score.assumed
    if name == "from_":
        return not score.payments_known
    facts = (*score.book.reference.frames.assumed.missing(score), *score.as_usual)
    named = {one for fact in facts for one in said_as(score.book.model, fact)}
    return name in named or (name == indicator_name(score.book.model) and "wild" in named) \
        or _is_told_whole(name, score.assumed)


def _is_told_whole(name: str, assumed: tuple[Mapping[str, Any], ...]) -> bool:
    """Whether an event is named because nothing of it was told."""
    return name == "melds" and every("asks.event.melds") in assumed
