"""The explanation of a score as one HTML table, for notebooks.

Notebooks bring styles of their own: every cell says how it stands, no colour is set but a grey that can be
seen on light and on dark pages.
"""

from collections.abc import Iterator
from html import escape

from quepu.locale import formed, pick, unit_of, words
from quepu.plain_text import harmless
from quepu.scoring import explain as parts
from quepu.scoring.result import Row, Score

_TABLE = "border-collapse:collapse;border:none;table-layout:auto;margin:0"
_ROW = "background:transparent"
_CELL = "border:none;padding:2px 14px 2px 0;vertical-align:top;text-align:"
_STRONG = ";font-weight:bold"
_PLAIN = ";font-weight:normal"
_LINE = ";border-top:1px solid rgba(128,128,128,.5)"
_APART = ";padding-top:10px"


def page(score: Score, lang: str) -> str:
    """The table: hand, fans, what was not counted, verdict and payments."""
    rows = "".join((*_hand(score, lang), *_fans(score, lang), *_rest(score, lang),
                    *(_row(text.strip()) for text in [" ".join(parts.assumed_lines(score, lang))] if text)))
    return f'<table class="quepu-score" style="{_TABLE}" lang="{lang}"><tbody>{formed(rows, lang)}</tbody></table>'


def _row(*cells: str, style: str = _PLAIN) -> str:
    """A row of (name, number, note), (name, text) or one text over the whole width."""
    last = len(cells) - 1
    made = []
    for place, text in enumerate(cells):
        wide = f' colspan="{3 - last}"' if place == last and last < 2 else ""
        side = "right" if last == 2 and place == 1 else "left"
        made.append(f'<td{wide} style="{_CELL}{side}{style}">{escape(harmless(text))}</td>')
    return f'<tr style="{_ROW}">{"".join(made)}</tr>'


def _heading(*cells: str) -> str:
    return _row(*cells, style=_STRONG + _APART)


def _hand(score: Score, lang: str) -> Iterator[str]:
    yield _row(parts.title(score, lang), style=_STRONG)
    yield _row(words("hand", lang), " · ".join(parts.hand_parts(score, lang)))
    yield _row(words("situation", lang), " · ".join(parts.situation(score, lang)))
    if score.reading is not None:
        yield _row(words("reading", lang), parts.reading_text(score, score.reading, lang))
    for text in parts.wild_texts(score, lang):
        yield _row(words("wild", lang), text)


def _fans(score: Score, lang: str) -> Iterator[str]:
    if not score.complete:
        return
    yield _heading(words("fans", lang))
    yield from (_row(*row) for row in parts.start_rows(score, lang))
    for fan in score.fans:
        yield _row(parts.fan_name(fan, lang), parts.shown_text(fan, lang), parts.fan_note(score, fan, lang))
    if not score.fans:
        yield _row(words("no_fans", lang), "0", "")
    unit = unit_of(score.book.model.score.unit, score.total, lang)
    yield _row(words("sum", lang), str(score.total), f"{unit} {parts.sum_text(score, lang)}".strip(),
               style=_STRONG + _LINE)
    for tally, rows, added in parts.working_rows(score, lang):
        yield _heading(tally)
        yield from (_row(*row) for row in rows)
        yield _row(*added, style=_STRONG + _LINE)
    lost = parts.not_counted(score, lang)
    if lost:
        yield _heading(words("not_counted", lang))
    yield from (_row(*row) for row in lost)
    if score.others:
        yield _heading(words("others", lang))
    for text, total in score.others[:parts.MOST_OTHERS]:
        note = parts.other_note(score, total, lang).strip()
        yield _row(f"{text}{words('colon', lang)}{total} {note}".rstrip())


def _rest(score: Score, lang: str) -> Iterator[str]:
    if not score.legal:
        reasons = ("; " if lang == "en" else "；").join(parts.reason_texts(score, lang))
        yield _heading(words("not_legal", lang) + words("colon", lang) + reasons)
        return
    yield _heading(words("legal", lang))
    if not score.payments_known:
        yield _row(words("payments", lang), words("from_unknown", lang))
        return
    if score.at_once:                   # the whole hand first, then its parts
        yield _net(score.hand_payments, "net.hand", lang)
        yield _row(words("paid_at_once", lang))
        yield from _paid(score.at_once, lang)
        yield _row(words("paid_at_win", lang))
    yield from _paid(score.ledger, lang)
    yield _net(score.payments, "net", lang)


def _paid(rows: tuple[Row, ...], lang: str) -> Iterator[str]:
    """Who pays whom, a line for each row of a ledger."""
    for row in rows:
        who = words("pays", lang, payer=parts.seat_text(row.payer, lang),
                    receiver=parts.seat_text(row.receiver, lang))
        yield _row(who, str(row.amount), pick(row.names, lang, row.tag))


def _net(sums: dict[str, int], name: str, lang: str) -> str:
    """What each seat wins or loses, in one line."""
    net = " · ".join(f"{parts.seat_text(seat, lang)} {amount:+d}" for seat, amount in enumerate(sums.values()))
    return _row(words(name, lang) + words("colon", lang) + net, style=_STRONG + _LINE)
