"""A review as one HTML file that needs nothing else: tiles drawn, each mistake with the table as its player saw it.

Names come from strangers: every text is escaped, nothing runs, and the page's own policy forbids scripts and foreign
addresses.  A mistake has the step of its record as its place in the page, `#step-30`.
"""

from collections.abc import Iterator, Sequence
from html import escape

from quepu.advice.outlook_text import plain_number, with_half
from quepu.advice.outlooks import Outlook
from quepu.game.tabletop import RiverTile
from quepu.game.view import SeatView, View, mark_text, turned_text
from quepu.lab.stats import Rate
from quepu.locale import formed, language, words
from quepu.notation import read_tiles, write_tiles
from quepu.plain_text import harmless
from quepu.review.as_text import heads, notes, part_rows, place_of, verdict_of
from quepu.review.judging import Judged
from quepu.review.reasons import reasons
from quepu.review.review import Review
from quepu.review.tile_drawings import symbols, tile
from quepu.rulebook.model.model import Model
from quepu.tiles import seat_name

_STYLE = """
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:1rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:.5rem 0}
th,td{padding:.15rem .7rem;text-align:right}th:first-child,td:first-child{text-align:left}
section{border-top:1px solid #8886;margin-top:1.5rem;padding-top:.5rem}
h2{font-size:1.1rem;margin:.2rem 0}
.seat{display:grid;grid-template-columns:12rem 1fr;gap:.2rem .8rem;margin:.3rem 0}
.name{overflow-wrap:anywhere}.turn .name{font-weight:bold}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:1px .0rem}
.set{display:inline-flex;margin-right:.5rem}
.t{width:1.35rem;height:1.8rem}.own .t{width:1.8rem;height:2.4rem}
.claimed{opacity:.45}.declares{transform:rotate(90deg);margin:0 .25rem}.drawn{margin-left:.5rem}
.given{outline:3px solid #b3261e;border-radius:4px}.better{outline:3px dashed #1a7f37;border-radius:4px}
.key{display:inline-block;width:.9em;height:.9em;border-radius:3px;vertical-align:-.1em}
.cost{font-weight:bold}.small{font-size:.85rem}
.wide{overflow-x:auto}
@media(max-width:40rem){.seat{grid-template-columns:1fr}}
@media print{section{break-inside:avoid}}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_CHANCES = ("wins", "deal_ins", "pays", "unready")
_FACES = [f"{rank}{suit}" for suit, count in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
          for rank in range(1, count + 1)] + ["0m", "0p", "0s", "?"]


def page_of(found: Review, lang: str) -> str:
    """The page."""
    tag = language(lang)
    head, counts = heads(found, tag)
    title = words("review.title", tag, name=found.asked.match.players[found.asked.player])
    body = "".join((symbols(_FACES, tag), f"<h1>{_safe(title)}</h1><p>{_safe(head)}<br>{_text(counts, tag)}</p>",
                    _parts(found, tag), *_mistakes(found, tag),
                    *(f'<p class="small">{_text(note, tag)}</p>' for note in notes(found, tag))))
    return (f'<!doctype html>\n<html lang="{tag}"><head><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{_safe(title)}</title><style>{_STYLE}</style></head><body>{body}</body></html>\n")




def _safe(text: str) -> str:
    return escape(harmless(text))


def _text(text: str, lang: str) -> str:
    """Words of ours and of the rulebook, in the reader's characters."""
    return _safe(formed(text, lang))


# -- what the result is made of --
def _parts(found: Review, lang: str) -> str:
    title, *rows = part_rows(found, lang)
    head = "".join(f"<th>{_text(cell, lang)}</th>" for cell in title)
    body = "".join(f"<tr>{''.join(f'<td>{_text(cell, lang)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


# -- mistakes --
def _mistakes(found: Review, lang: str) -> Iterator[str]:
    if not found.mistakes:
        yield f"<p>{_text(words('review.none', lang), lang)}</p>"
        return
    keys = " ".join(f'<span class="key {kind}"></span> {_text(words(f"review.{kind}", lang), lang)}'
                    for kind in ("given", "better"))
    yield f'<p class="small">{keys}</p>'
    for number, one in enumerate(found.mistakes, 1):
        yield _moment(found, number, one, lang)


def _moment(found: Review, number: int, one: Judged, lang: str) -> str:
    asked, match = one.question, found.asked.match
    view = match.at(asked.step).view(asked.seat)
    lines = "".join(f"<p>{_text(reason, lang)}</p>" for reason in reasons(one, lang))
    return (f'<section id="step-{asked.step}"><h2>{number}. {_text(place_of(one, view, lang), lang)}</h2>'
            f"{_table(view, match.book.model, one, lang)}"
            f'<p class="cost">{_text(verdict_of(one, lang), lang)}</p>{lines}{_figures(one, lang)}</section>')


def _figures(one: Judged, lang: str) -> str:
    """What came of both answers."""
    if one.pair is None:
        return ""
    kept = [name for name in _CHANCES if getattr(one.pair[0], name) is not None]
    titles = ("answer", "points", *kept, "mean_win", "mean_loss")
    head = "".join(f"<th>{_text(words(f'advise.{name}', lang), lang)}</th>" for name in titles)
    rows = "".join(f"<tr>{''.join(f'<td>{_text(cell, lang)}</td>' for cell in _cells(answer, kept, lang))}</tr>"
                   for answer in one.pair)
    return f'<div class="wide"><table class="small"><tr>{head}</tr>{rows}</table></div>'


def _cells(one: Outlook, chances: Sequence[str], lang: str) -> Iterator[str]:
    yield one.action.label(lang)
    yield with_half(one.points)
    for name in chances:
        rate: Rate = getattr(one, name)
        yield f"{100 * rate.rate:.0f}%"
    for mean in (one.mean_win, one.mean_loss):
        yield plain_number(mean.mean) if mean.count else "–"


# -- the table --
def _table(view: View, model: Model, one: Judged, lang: str) -> str:
    facts = [words("round", lang, wind=seat_name(view.round % 4, lang))]
    if view.pot:
        facts.append(words("table.pot", lang, count=view.pot))
    facts += [mark_text(model, mark, lang) for mark in view.marks]
    laid = [(words("wild", lang), view.wild)] if view.wild else []
    for turned in view.turned:
        text, _gap, code = turned_text(model, turned, lang).rpartition(" ")
        laid.append((text, code))
    head = _text(" · ".join(facts), lang) + "".join(
        f' · {_text(text, lang)} <span class="set">{_tiles(tiles, lang)}</span>' for text, tiles in laid)
    seats = "".join(_seat(view, seat, model, one, lang) for seat in view.seats)
    return f'<p class="row small">{head}</p>{seats}{_offered(view, lang)}'


def _offered(view: View, lang: str) -> str:
    if view.offered is None or view.offered_from is None:
        return ""
    text = words("view.offered", lang, tile="\t", seat=seat_name(view.offered_from, lang))
    before, _gap, after = text.partition("\t")
    return f'<p class="row own">{_text(before, lang)} {_tiles(view.offered, lang)} {_text(after, lang)}</p>'


def _seat(view: View, seat: SeatView, model: Model, one: Judged, lang: str) -> str:
    is_own = seat.seat == view.seat
    marks = [mark_text(model, mark, lang) for mark in seat.marks]
    marks += [words(f"view.{sign}", lang) for sign in ("is_out", "is_dead") if getattr(seat, sign)]
    if seat.declared:
        marks.append(model.entry_name("ready", seat.declared, lang))
    name = f"{_text(seat_name(seat.seat, lang), lang)} {_safe(seat.name)} {seat.score}<br>" \
           f'<span class="small">{_text(" · ".join(marks), lang)}</span>'
    melds = "".join(f'<span class="set">{_meld(meld, lang)}</span>' for meld in seat.melds)
    aside = f'<span class="set">{_tiles(seat.flowers, lang)}</span>' if seat.flowers else ""
    hand = _own(view, one, lang) if is_own else _tiles(seat.tiles, lang) if seat.tiles else \
        f'<span class="small">{_text(words("view.tiles", lang, count=seat.tile_count), lang)}</span>'
    river = "".join(_thrown(thrown, lang) for thrown in seat.river)
    return (f'<div class="seat{" turn" if seat.seat == view.turn else ""}"><div class="name">{name}</div><div>'
            f'<div class="row{" own" if is_own else ""}">{melds}{aside}{hand}</div>'
            f'<div class="row">{river}</div></div></div>')


def _own(view: View, one: Judged, lang: str) -> str:
    """The own tiles, the one just drawn apart; those that an answer lays down are marked."""
    held = [write_tiles((each,)) for each in read_tiles(view.own.tiles or "")]
    apart = []
    if view.drawn is not None and view.drawn in held:
        held.remove(view.drawn)
        apart = [view.drawn]
    marks = {}
    for action, mark in ((one.better, "better"), (one.played, "given")):
        laid = getattr(action, "tile", None)
        if laid is not None:
            marks[write_tiles((laid,))] = mark
    rows = []
    for code, is_apart in [*((code, False) for code in held), *((code, True) for code in apart)]:
        rows.append(tile(code, lang, f"{marks.pop(code, '')}{' drawn' if is_apart else ''}"))
    return "".join(rows)


def _thrown(thrown: RiverTile, lang: str) -> str:
    return tile(thrown.tile, lang, "claimed" if thrown.claimed else "declares" if thrown.declares else "")


def _meld(meld: str, lang: str) -> str:
    """A meld: of a concealed kong the outer two lie face down."""
    if "?" in meld:
        return "".join(tile("?", lang) for char in meld if char == "?")
    inside = meld.strip("[]()").partition(",")[0].rstrip("+")
    codes = [write_tiles((each,)) for each in read_tiles(inside)]
    if meld.startswith("(") and len({code.replace("0", "5") for code in codes}) < 2:
        codes[0] = codes[-1] = "?"
    return "".join(tile(code, lang) for code in codes)


def _tiles(text: str, lang: str) -> str:
    return "".join(tile(write_tiles((each,)), lang) for each in read_tiles(text))
