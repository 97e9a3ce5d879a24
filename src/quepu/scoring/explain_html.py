"""The explanation of a score as one HTML table, for notebooks.

Notebooks bring styles of their own: every cell says how it stands, no colour is set but a grey that can be
seen on light and on dark pages.
"""

from collections.abc import Iterator
from html import escape

from quepu.locale import pick, words
from quepu.scoring import explain as told
from quepu.scoring.result import Score

_TABLE = "border-collapse:collapse;border:none;table-layout:auto;margin:0"
_ROW = "background:transparent"
_CELL = "border:none;padding:2px 14px 2px 0;vertical-align:top;text-align:"
_STRONG = ";font-weight:bold"
_PLAIN = ";font-weight:normal"
_LINE = ";border-top:1px solid rgba(128,128,128,.5)"
_APART = ";padding-top:10px"


def page(score: Score, lang: str) -> str:
    """The table: hand, fans, what was not counted, verdict and payments."""
    rows = "".join((*_hand(score, lang), *_fans(score, lang), *_rest(score, lang)))
    return f'<table class="quepu-score" style="{_TABLE}" lang="{lang}"><tbody>{rows}</tbody></table>'


def _row(*cells: str, style: str = _PLAIN) -> str:
    """A row of (name, number, note), (name, text) or one text over the whole width."""
    last = len(cells) - 1
    made = []
    for place, text in enumerate(cells):
        wide = f' colspan="{3 - last}"' if place == last and last < 2 else ""
        side = "right" if last == 2 and place == 1 else "left"
        made.append(f'<td{wide} style="{_CELL}{side}{style}">{escape(text)}</td>')
    return f'<tr style="{_ROW}">{"".join(made)}</tr>'


def _heading(*cells: str) -> str:
    return _row(*cells, style=_STRONG + _APART)


def _hand(score: Score, lang: str) -> Iterator[str]:
    yield _row(told.title(score, lang), style=_STRONG)
    yield _row(words("hand", lang), " · ".join(told.hand_parts(score, lang)))
    yield _row(words("situation", lang), " · ".join(told.situation(score, lang)))
    if score.reading is not None:
        yield _row(words("reading", lang), told.reading_text(score, score.reading, lang))
    for text in told.wild_texts(score, lang):
        yield _row(words("wild", lang), text)


def _fans(score: Score, lang: str) -> Iterator[str]:
    if not score.complete:
        return
    yield _heading(words("fans", lang))
    for fan in score.fans:
        yield _row(told.fan_name(fan, lang), told.shown_text(fan, lang), told.fan_note(score, fan, lang))
    if not score.fans:
        yield _row(words("no_fans", lang), "0", "")
    unit = pick(score.book.model.score.unit, lang)
    yield _row(words("sum", lang), str(score.total), f"{unit} {told.sum_text(score, lang)}".strip(),
               style=_STRONG + _LINE)
    for tally, rows, added in told.working_rows(score, lang):
        yield _heading(tally)
        yield from (_row(*row) for row in rows)
        yield _row(*added, style=_STRONG + _LINE)
    if score.dropped:
        yield _heading(words("not_counted", lang))
    for one in score.dropped:
        yield _row(told.fan_name(one, lang), told.drop_text(score, one, lang))
    if score.others:
        yield _heading(words("others", lang))
    for text, total in score.others[:told.MOST_OTHERS]:
        note = told.other_note(score, total, lang).strip()
        yield _row(f"{text}{words('colon', lang)}{total} {note}".rstrip())


def _rest(score: Score, lang: str) -> Iterator[str]:
    if not score.legal:
        reasons = ("; " if lang == "en" else "；").join(told.reason_texts(score, lang))
        yield _heading(words("not_legal", lang) + words("colon", lang) + reasons)
        return
    yield _heading(words("legal", lang))
    if not score.payments_known:
        yield _row(words("payments", lang), words("from_unknown", lang))
        return
    for row in score.ledger:
        who = words("pays", lang, payer=told.seat_text(row.payer, lang),
                    receiver=told.seat_text(row.receiver, lang))
        yield _row(who, str(row.amount), pick(row.names, lang, row.tag))
    net = " · ".join(f"{told.seat_text(seat, lang)} {amount:+d}"
                     for seat, amount in enumerate(score.payments.values()))
    yield _row(words("net", lang) + words("colon", lang) + net, style=_STRONG + _LINE)
