"""The explanation of a score as one HTML table, for notebooks."""

from collections.abc import Iterator
from html import escape

from quepu.locale import pick, words
from quepu.scoring import explain as told
from quepu.scoring.result import Score

_TABLE = "border-collapse:collapse;text-align:left"
_CELL = "padding:2px 10px;text-align:left;vertical-align:top"
_NUMBER = "padding:2px 10px;text-align:right;vertical-align:top"


def page(score: Score, lang: str) -> str:
    """The table: hand, fans, what was not counted, verdict and payments."""
    rows = "".join((*_hand(score, lang), *_fans(score, lang), *_rest(score, lang)))
    return f'<table class="quepu-score" style="{_TABLE}" lang="{lang}"><tbody>{rows}</tbody></table>'


def _row(name: str, number: str = "", note: str = "", strong: bool = False) -> str:
    tag = "th" if strong else "td"
    cells = ((_CELL, name), (_NUMBER, number), (_CELL, note))
    made = "".join(f'<{tag} style="{style}">{escape(text)}</{tag}>' for style, text in cells)
    return f"<tr>{made}</tr>"


def _hand(score: Score, lang: str) -> Iterator[str]:
    yield _row(pick(score.book.model.names, lang, score.book.id), "", str(score.win), strong=True)
    yield _row(words("situation", lang), "", " · ".join(told.situation(score, lang)))
    if score.reading is not None:
        yield _row(words("reading", lang), "", told.reading_text(score, score.reading, lang))
    for text in told.wild_texts(score, lang):
        yield _row(words("wild", lang), "", text)


def _fans(score: Score, lang: str) -> Iterator[str]:
    if not score.complete:
        return
    yield _row(words("fans", lang), strong=True)
    for fan in score.fans:
        yield _row(told.fan_name(fan, lang), fan.shown, told.fan_note(score, fan, lang))
    unit = pick(score.book.model.score.unit, lang)
    yield _row(words("sum", lang), f"{score.total} {unit}".strip(),
               told.sum_text(score, lang).replace("\u00a0", " "), strong=True)
    if score.dropped:
        yield _row(words("not_counted", lang), strong=True)
    for one in score.dropped:
        yield _row(told.fan_name(one, lang), "", told.drop_text(score, one, lang))
    if score.others:
        yield _row(words("others", lang), strong=True)
    for text, total in score.others[:told.MOST_OTHERS]:
        yield _row(text, str(total), told.other_note(score, total, lang).strip())


def _rest(score: Score, lang: str) -> Iterator[str]:
    if not score.legal:
        yield _row(words("not_legal", lang), "", "; ".join(told.reason_texts(score, lang)), strong=True)
        return
    yield _row(words("legal", lang), strong=True)
    if not told.payments_known(score):
        yield _row(words("payments", lang), "", words("from_unknown", lang))
        return
    for row in score.ledger:
        who = words("pays", lang, payer=told.seat_text(row.payer, lang),
                    receiver=told.seat_text(row.receiver, lang))
        yield _row(who, str(row.amount), pick(row.names, lang, row.tag))
    for seat, amount in enumerate(score.payments.values()):
        yield _row(told.seat_text(seat, lang), f"{amount:+d}", words("net", lang))
