"""A score pad as text: comma-separated values, one line an entry."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from quepu.game.pad.entry import LISTS
from quepu.locale import language, pick, words
from quepu.plain_text import harmless
from quepu.tiles import SEATS, seat_name

if TYPE_CHECKING:
    from quepu.game.pad.entered import Entered
    from quepu.game.pad.score_pad import Pad

_FORMULA = tuple("=+-@＝＋－＠")      # a spreadsheet of East Asia reads the wide signs too
#: where things that happen besides wins have their names, and by which key they are told
_NAMED = {"declare": ("ready", "ready"), "opening": ("fan", "fan"), "flower": ("", "tile"), "kong": ("kong", "kong"),
          "fault": ("fault", "fault")}


def csv_text(pad: "Pad", lang: str) -> str:
    """The lines of a pad: hand, round, dealer, what happened, what each won or lost, and the points after it."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\r\n")
    lines.writerow([words(f"pad.{key}", lang) for key in ("hand", "round", "dealer", "what")]
                   + [_safe(name) for name in pad.names] + [_safe(f"{name} Σ") for name in pad.names])
    for one in pad.entered:
        lines.writerow([one.hand.number, _round(one, lang), _safe(pad.names[one.hand.dealer]),
                        _safe(what_happened(pad, one, lang)), *one.net, *one.scores])
    return out.getvalue()


def what_happened(pad: "Pad", one: "Entered", lang: str) -> str:
    """An entry in a few words: openings, kongs and the like, who won from whom and for how much, or how it ended."""
    def name(seat: int) -> str:
        return pad.names[one.hand.players[seat]]
    if one.ended == "later":
        text = one.entry["later"].get("text", "") if isinstance(one.entry["later"], Mapping) else ""
        return f"{words('pad.what_later', lang)} {text}".strip()
    texts = list(_besides(pad, one, lang))
    if "rests" in one.entry:
        who = one.entry["rests"]
        texts.append(words("pad.what_rests", lang, name=who if who in pad.names else name(SEATS.index(who))))
    for seat in one.false_wins:
        texts.append(words("pad.what_false_win", lang, name=name(seat)))
    for score in one.wins:
        fans = words("list", lang).join(pick(fan.names, lang, fan.id) for fan in score.earned)
        key = "pad.what_drawn" if score.win.discarder is None else "pad.what_fed"
        feeder = "" if score.win.discarder is None else name(score.win.discarder)
        text = words(key, lang, name=name(score.win.seat), feeder=feeder, total=score.total)
        texts.append(f"{text} {fans}".strip())
    if one.ended in ("draw", "abort", "redeal"):
        texts.append(words(f"pad.what_{one.ended}", lang))
    texts += dict.fromkeys(pick(row.names, lang, row.tag) for row in one.rows if row.tag == "manual")
    return "; ".join(texts)


def _besides(pad: "Pad", one: "Entered", lang: str) -> Iterator[str]:
    """What happened besides wins and draws, in the order in which it was told."""
    steps = one.entry.get("steps")
    parts = [part for step in steps for part in step.items()] if steps is not None else \
        [(kind, entered) for name, kind in LISTS.items() for entered in one.entry.get(name, ())]
    for kind, entered in parts:
        if kind not in _NAMED:
            continue
        section, key = _NAMED[kind]
        what = pad.book.model.entry_name(section, str(entered[key]), lang) if section else str(entered[key])
        seat = entered["seat"]
        who = seat if seat in pad.names else pad.names[one.hand.players[SEATS.index(seat)]]
        count = entered.get("count", 1)
        yield words("pad.what_else", lang, name=who, what=what if count == 1 else f"{what} ×{count}")


def _round(one: "Entered", lang: str) -> str:
    return seat_name(one.hand.round % 4, language(lang))


def _safe(text: str) -> str:
    """A text that can be seen as it is and that no spreadsheet takes for a formula, blanks before it or not."""
    text = harmless(text)
    return "'" + text if text.lstrip()[:1] in _FORMULA else text
