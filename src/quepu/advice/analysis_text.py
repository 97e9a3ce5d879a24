"""An analysis as text of at most 80 columns, and as plain values for programs."""

from collections.abc import Iterator
from typing import Any

from quepu.advice.analysis import Analysis, Choice
from quepu.columns import PAGE, pad, width, wrap
from quepu.locale import language, pick, unit_of, words
from quepu.notation import write_tiles
from quepu.tiles import code, name

MOST_DETAILS = 3            # choices whose tiles and fans are told in full
MOST_TURNS = 8              # columns of the table of turns
_COLUMNS = ("discard", "away_short", "useful", "ready", "won", "value", "mean")


def text_of(found: Analysis, lang: str) -> str:
    """The analysis in words."""
    return "\n".join(_lines(found, language(lang)))


def _lines(found: Analysis, lang: str) -> Iterator[str]:
    model = found.book.model
    yield f"{pick(model.names, lang, found.book.id)}   {found.hand}".rstrip()
    if found.wild:
        yield f"{words('wild', lang)} {write_tiles(found.wild)}"
    counted = any(choice.exact for choice in found.choices)
    yield words("analyse.away" if counted else "analyse.at_least", lang, count=found.away)
    yield words("analyse.draws", lang, draws=found.draws, wall=found.wall, unseen=found.unseen)
    if found.total is not None:
        yield words("analyse.wins", lang, worth=_worth(found, found.total, lang))
    yield ""
    yield from _table(found, lang)
    for choice in [choice for choice in found.choices if choice.exact][:MOST_DETAILS]:
        yield ""
        yield from _details(found, choice, lang)
    if counted:
        yield ""
        yield from _turns(found, found.best, lang)
    yield ""
    yield from _notes(found, lang)


def _worth(found: Analysis, total: int, lang: str) -> str:
    return f"{total} {unit_of(found.book.model.score.unit, total, lang)}".strip()


def _table(found: Analysis, lang: str) -> Iterator[str]:
    rows = [tuple(words(f"analyse.{key}", lang) for key in _COLUMNS)]
    rows += [_row(choice, lang) for choice in found.choices]
    wides = [max(width(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    for row in rows:
        cells = [pad(cell, wides[column], right=column > 0) for column, cell in enumerate(row)]
        yield ("  " + "  ".join(cells)).rstrip()


def _row(choice: Choice, lang: str) -> tuple[str, ...]:
    thrown = words("analyse.nothing", lang) if choice.discard is None else f"{choice.tile} {name(choice.discard, lang)}"
    helps = words("waits.useful_sum", lang, kinds=len(choice.useful), tiles=choice.useful_count)
    if not choice.exact:
        return thrown, f"≥{choice.away}", helps, "?", "?", "?", "?"
    return (thrown, str(choice.away), helps, _percent(choice.ready_chance), _percent(choice.win_chance),
            _number(choice.value), _number(choice.mean_win) if choice.win_chance else "-")


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}%"


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.2f}"


def _details(found: Analysis, choice: Choice, lang: str) -> Iterator[str]:
    """The tiles that help a choice and the fans it goes for."""
    head = words("analyse.as_it_is", lang) if choice.discard is None else \
        words("analyse.after", lang, tile=f"{choice.tile} {name(choice.discard, lang)}")
    yield head
    tiles = " ".join(f"{code(kind)}×{left}" for kind, left in choice.useful)
    yield from wrap(words("analyse.tiles", lang) + words("colon", lang) + tiles, PAGE, "    ", "  ")
    names = {fan.id: pick(fan.names, lang, fan.id) for fan in found.book.model.fans}
    if choice.fans:
        fans = words("list", lang).join(f"{names[fan]}\u00a0{100 * share:.0f}%" for fan, share in choice.fans)
        yield from wrap(words("analyse.fans", lang) + words("colon", lang) + fans, PAGE, "    ", "  ")


def _turns(found: Analysis, choice: Choice, lang: str) -> Iterator[str]:
    """The chances of the best choice after some of its draws."""
    count = len(choice.won)
    if not count:
        return
    step = -(-count // MOST_TURNS)
    turns = sorted({*range(step - 1, count, step), count - 1})
    heads = [words(f"analyse.{key}", lang) for key in ("turn", "ready", "won")]
    wide = max(map(width, heads))
    for head, cells in zip(heads, ([str(turn + 1) for turn in turns], [_percent(choice.ready[turn]) for turn in turns],
                                   [_percent(choice.won[turn]) for turn in turns]), strict=True):
        yield "  " + pad(head, wide) + "".join(pad(cell, 8, right=True) for cell in cells)


def _notes(found: Analysis, lang: str) -> Iterator[str]:
    yield from wrap(words("analyse.player", lang), PAGE)
    if not found.exact:
        yield from wrap(words("analyse.bound", lang), PAGE)
    if found.unforeseen:
        names = {shape.id: pick(shape.names, lang, shape.id) for shape in found.book.model.shapes}
        shapes = words("list", lang).join(names[shape] for shape in found.unforeseen)
        yield from wrap(words("waits.left_out", lang, shapes=shapes), PAGE)


def plain_values(found: Analysis) -> dict[str, Any]:
    """All of an analysis."""
    return {
        "rule": found.book.id, "hand": str(found.hand), "wall": found.wall, "draws": found.draws,
        "unseen": found.unseen, "away": found.away, "exact": found.exact, "total": found.total,
        "player": "own draws only; keeps every tile that brings it nearer; greatest expected value",
        "unforeseen": list(found.unforeseen),
        "choices": [{"discard": choice.tile or None, "away": choice.away, "exact": choice.exact,
                     "useful": {code(kind): left for kind, left in choice.useful}, "left": choice.useful_count,
                     "ready": [round(chance, 6) for chance in choice.ready],
                     "won": [round(chance, 6) for chance in choice.won],
                     "value": round(choice.value, 6), "mean_win": round(choice.mean_win, 6),
                     "fans": [{"id": fan, "share": round(share, 6)} for fan, share in choice.fans]}
                    for choice in found.choices]}
