"""A score pad as text: comma-separated values, one line an entry."""

import csv
import io
from typing import TYPE_CHECKING

from quepu.locale import language, pick, words
from quepu.tiles import seat_name

if TYPE_CHECKING:
    from quepu.game.pad import Entered, Pad


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
    """An entry in a few words: who won from whom and for how much, or how else it ended."""
    def name(seat: int) -> str:
        return pad.names[one.hand.players[seat]]
    found = []
    for seat in one.false_wins:
        found.append(words("pad.what_false_win", lang, name=name(seat)))
    for score in one.wins:
        fans = words("list", lang).join(pick(fan.names, lang, fan.id) for fan in score.earned)
        key = "pad.what_drawn" if score.win.discarder is None else "pad.what_fed"
        feeder = "" if score.win.discarder is None else name(score.win.discarder)
        text = words(key, lang, name=name(score.win.seat), feeder=feeder, total=score.total)
        found.append(f"{text} {fans}".strip())
    if one.ended in ("draw", "abort", "redeal"):
        found.append(words(f"pad.what_{one.ended}", lang))
    found += dict.fromkeys(pick(row.names, lang, row.tag) for row in one.rows if row.tag == "manual")
    return "; ".join(found)


def _round(one: "Entered", lang: str) -> str:
    return seat_name(one.hand.round % 4, language(lang))


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
