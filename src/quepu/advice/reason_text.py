"""Reasons as sentences in every language."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from quepu.advice.coach.quoting import saying_of
from quepu.game.actions import Action
from quepu.locale import LANGUAGES, formed, pick, words
from quepu.tiles import seat_name, seat_of, suit_name

if TYPE_CHECKING:
    from quepu.advice.reasons import Claim
    from quepu.book import Rulebook

_JOINED = re.compile("(?<=[0-9A-Za-z])(?=[\u4e00-\u9fff])")

def texts_of(book: "Rulebook", says: str, one: Action, other: Action, claims: Sequence["Claim"]) -> Mapping[str, str]:
    """The sentence of a reason in every language; `says` names its words, and further ones after a plus."""
    texts = {}
    for lang in LANGUAGES:
        values = _values(book, one, other, claims, lang)
        texts[lang] = spaced("".join(words(f"reason.{part}", lang, **values) for part in says.split("+")))
    return texts


def texts_of_saying(name: str) -> Mapping[str, str]:
    """A saying of the coach book in every language."""
    texts = saying_of(name).texts
    return {lang: words("reason.saying", lang, text=pick(texts, lang)) for lang in LANGUAGES}


def spaced(text: str) -> str:
    """The text with a space where a Chinese character follows a tile or a number.

    >>> spaced("打 7m只有 3 张")
    '打 7m 只有 3 张'
    """
    return _JOINED.sub(" ", text)


def _values(book: "Rulebook", one: Action, other: Action, claims: Sequence["Claim"], lang: str) -> dict[str, Any]:
    values: dict[str, Any] = {"one": told(one, lang), "other": told(other, lang)}
    values |= {name.capitalize(): values[name][:1].upper() + values[name][1:] for name in ("one", "other")}
    for claim in claims:
        which = "one" if claim.answer == one.text else "other"
        values[f"{which}_{claim.what}"] = number(abs(claim.figure)) if claim.what == "behind" else _figure(claim)
        if claim.half is not None:
            values["half"] = number(claim.half)
        if claim.tile and claim.what == "hits":
            values[f"{which}_tile"] = claim.tile
        if claim.seat:
            values[f"{which}_seat"] = seat_name(seat_of(claim.seat), lang)
        if claim.suit:
            values["suit"] = suit_name("mps".index(claim.suit), lang)
        if claim.fan:
            names = next(fan.names for fan in book.model.fans if fan.id == claim.fan)
            values["fan"] = formed(pick(names, lang, claim.fan), lang)
    return values


def told(action: Action, lang: str) -> str:
    """An answer within a sentence; one of several words stands in quotes."""
    label = formed(action.label(lang), lang)
    label = label[:1].lower() + label[1:] if lang == "en" else label
    return words("reason.quoted", lang, text=label) if "," in label or "，" in label else label


def _figure(claim: "Claim") -> str:
    if claim.of is not None and claim.what != "mean_win":
        return percent(claim.figure, claim.of)
    return number(claim.figure)


def percent(count: float, of: int) -> str:
    """A share in percent; what is there at all is never told as 0 %, nor what is not always there as 100 %.

    >>> percent(1, 3), percent(1, 900), percent(899, 900), percent(0, 9)
    ('33', '<1', '>99', '0')
    """
    share = 100 * count / of if of else 0.0
    if 0 < share < 1:
        return "<1"
    return ">99" if 99 < share < 100 else f"{share:.0f}"


def number(value: float) -> str:
    """A figure with as many digits as mean anything.

    >>> number(3), number(1200.4), number(-2.345)
    ('3', '1200', '-2.3')
    """
    if isinstance(value, int) or value == int(value):
        return str(int(value))
    return f"{value:.0f}" if abs(value) >= 10 else f"{value:.1f}" if abs(value) >= 1 else f"{value:.2f}"
