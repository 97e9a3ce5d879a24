"""The table drawn for a terminal of 80 columns: every seat with melds and river, the own hand as numbered tiles."""

from collections.abc import Iterable, Iterator, Sequence

from quepu import tiles
from quepu.columns import PAGE, pad, width, wrap
from quepu.game.actions import Action, Discard, Flower, Give
from quepu.game.events import Dealt, Drawn, Event, Given, HandBegan, HandEnded, MatchEnded, Paid, Passed
from quepu.game.naming import phase_name
from quepu.game.settlement import Settlement
from quepu.game.tabletop import RiverTile
from quepu.game.view import SeatView, View, mark_text, turned_text
from quepu.locale import language, pick, words
from quepu.notation import Tile, read_tiles, write_tiles
from quepu.rulebook.model.model import Model

ANSWER_LETTERS = "abcdefghijklmnoprstuvwxyz"        # q quits
_GAP = "\u00a0"             # keeps a phrase on one line
_TILED = (Discard, Give, Flower)
_CELL = 2                   # columns inside a drawn tile
_MOST_NEWS = 30             # events told at once; more only come when the player let others play
#: what is no news: it is drawn, or told by the settlement
_UNTOLD = (Passed, Dealt, Paid, HandEnded, MatchEnded)


def table_lines(view: View, model: Model, lang: str, title: str = "", glyphs: bool = False) -> list[str]:
    """The table as a seat sees it: the round, then each seat with its score, melds, flowers and river."""
    return [*_head(view, model, lang, title),
            *(line for seat in view.seats for line in _seat(view, seat, model, lang, glyphs))]


def _head(view: View, model: Model, lang: str, title: str) -> Iterator[str]:
    tag = language(lang)
    parts = [title] if title else []
    parts += [words("table.hand", lang, hand=view.hand),
              words("round", lang, wind=tiles.seat_name(view.round % 4, tag)),
              words("table.left", lang, count=view.wall_left)]
    if view.pot:
        parts.append(words("table.pot", lang, count=view.pot))
    if view.wild:
        parts.append(f"{words('wild', lang)} {view.wild}")
    parts += [turned_text(model, turned, lang) for turned in view.turned]
    parts += [mark_text(model, mark, lang) for mark in view.marks]
    yield from wrap(" · ".join(part.replace(" ", _GAP) for part in parts), PAGE, "  ")


def _seat(view: View, seat: SeatView, model: Model, lang: str, glyphs: bool) -> Iterator[str]:
    mark = "▸" if seat.seat == view.turn and not view.over else " "
    wind = tiles.seat_name(seat.seat, language(lang))
    first = f"{mark} {pad(wind, 5)} {pad(seat.name, 10)} {seat.score:>5}  "
    parts = []
    if seat.seat != view.seat or view.over:
        parts.append(seat.tiles or words("view.tiles", lang, count=seat.tile_count).replace(" ", _GAP))
    parts += [_shown(text, glyphs) for text in seat.melds]
    aside = read_tiles(seat.flowers)
    for word, laid in (("flowers", [tile for tile in aside if model.bonus >> tile.kind & 1]),
                       ("aside", [tile for tile in aside if not model.bonus >> tile.kind & 1])):
        if laid:
            parts.append(words(word, lang, tiles=write_tiles(laid)).replace(" ", _GAP))
    if seat.declared:
        parts.append(model.entry_name("ready", seat.declared, lang))
    parts += [mark_text(model, mark, lang).replace(" ", _GAP) for mark in seat.marks]
    if seat.standing:
        parts.append(words("view.standing", lang, tiles=seat.standing).replace(" ", _GAP))
    parts += [words(f"view.{sign}", lang) for sign in ("is_out", "is_dead") if getattr(seat, sign)]
    yield from wrap(" ".join(parts), PAGE, " " * 8, first)
    if seat.river:
        yield from wrap(" ".join(_discard(tile, glyphs) for tile in seat.river), PAGE, " " * 8)


def _discard(tile: RiverTile, glyphs: bool) -> str:
    """A discard: ' as drawn, ! with a declaration, in brackets if somebody claimed it, in round ones if it is wild."""
    text = _shown(tile.tile, glyphs) + ("'" if tile.drawn else "") + ("!" if tile.declares else "")
    return f"[{text}]" if tile.claimed else f"({text})" if tile.wild else text


def _shown(text: str, glyphs: bool) -> str:
    """Tiles or a meld in notation, or as the Unicode characters of tiles."""
    if not glyphs or "?" in text:
        return text
    inside, comma, feeder = text.strip("[]()").partition(",")
    shown = "".join(tiles.glyph(tile.kind) for tile in read_tiles(inside.rstrip("+")))
    ends = text[0] + text[text.rindex(")") if text[0] == "(" else text.rindex("]")] if text[0] in "[(" else ""
    return f"{ends[:1]}{shown}{comma}{feeder}{ends[1:]}"


# -- the own hand --
def own_tiles(view: View) -> list[Tile]:
    """The own tiles in the order of their numbers: sorted, the tile just drawn last."""
    held = read_tiles(view.own.tiles or "")
    if view.drawn is not None:
        drawn = read_tiles(view.drawn)[0]
        if drawn in held:
            held.remove(drawn)
            held.append(drawn)
    return held


def hand_lines(view: View, lang: str, numbered: bool = True) -> list[str]:
    """The own hand as tiles side by side, each with its number below if it is to be chosen by it."""
    held = own_tiles(view)
    if not held:
        return []                       # before the deal
    apart = 1 if view.drawn is not None and len(held) > 1 else 0
    groups = [held[:len(held) - apart], held[len(held) - apart:]] if apart else [held]
    rows = [
        "  ".join("┌" + "┬".join(["──"] * len(group)) + "┐" for group in groups),
        "  ".join("│" + "│".join(write_tiles((tile,)) for tile in group) + "│" for group in groups),
        "  ".join("│" + "│".join(pad(_face(tile.kind, lang), _CELL) for tile in group) + "│" for group in groups),
        "  ".join("└" + "┴".join(["──"] * len(group)) + "┘" for group in groups),
    ]
    if not numbered:
        return rows
    numbers, count = [], 0
    for group in groups:
        numbers.append(" " + " ".join(f"{count + index:>2}" for index in range(1, len(group) + 1)) + " ")
        count += len(group)
    return [row.rstrip() for row in (*rows, "  ".join(numbers))]


def _face(kind: int, lang: str) -> str:
    """What is drawn below a tile's code: its suit or name in Chinese, the beginning of an honour's name in English."""
    name = tiles.name(kind, language(lang))
    if language(lang) == "en":
        return "" if kind < tiles.EAST else name[:_CELL]
    return name[-1]


# -- what may be answered --
def lettered(legal: Iterable[Action]) -> list[Action]:
    """The answers that are chosen by a letter: all but tiles laid from the hand."""
    return [action for action in legal if not isinstance(action, _TILED)]


def choice_lines(legal: Sequence[Action], model: Model, lang: str, phase: str = "") -> list[str]:
    """What may be answered: tiles by their numbers, the rest by letters; before it what a phase asks for."""
    parts = []
    for kind in _TILED:
        laid = [action for action in legal if isinstance(action, kind)]
        if laid:
            parts.append(laid[0].label(lang, write_tiles(action.tile for action in laid)))
    parts += [f"{ANSWER_LETTERS[place:place + 1]}) {action.label(lang)}".removeprefix(") ").replace(" ", _GAP)
              for place, action in enumerate(lettered(legal))]      # the last of very many are typed as they are called
    asks = wrap(words("table.asks", lang, phase=phase_name(model, phase, lang)), PAGE, "  ") if phase else []
    return [*asks, *wrap("   ".join(parts), PAGE, "  ", words("table.may", lang))]


# -- what happened --
def news_lines(events: Iterable[Event], seat: int, model: Model, lang: str) -> list[str]:
    """What a seat has seen happen, as a few lines: what nobody needs to read is left out."""
    parts: list[str] = []
    for event in events:
        seen = event.seen_by(seat)
        if seen is None or isinstance(seen, _UNTOLD):
            continue
        if isinstance(seen, Drawn) and seen.seat != seat and seen.way == "wall":
            continue
        if isinstance(seen, Given) and seen.tile is None:
            continue                    # everybody knows that others exchange too
        if isinstance(seen, HandBegan) and parts:
            parts = []
        parts.append(seen.line(lang, model))
    if len(parts) > _MOST_NEWS:
        parts = ["...", *parts[-_MOST_NEWS:]]
    comma = "; " if language(lang) == "en" else "；"
    return wrap(comma.join(part.strip() for part in parts), PAGE - width(comma), "  ", "» ") if parts else []


# -- results --
def score_lines(settlement: Settlement, names: Sequence[str], lang: str) -> list[str]:
    """Why a hand was called off or is dealt anew; what each seat won or lost in it, and its score now."""
    rows = [(tiles.seat_name(seat, language(lang)), names[player], f"{net:+d}", str(settlement.scores[player]))
            for seat, (player, net) in enumerate(zip(settlement.players, settlement.net, strict=True))]
    how, why = words(f"event.ended_{settlement.ended}", lang), pick(settlement.why, lang)
    head = wrap(words("event.ended_why", lang, how=how, why=why), PAGE, "  ", "  ") if why else []
    titles = tuple(words(f"table.{key}", lang) for key in ("seat", "player", "net", "score"))
    return [*head, *columns([titles, *rows], 2)]


def columns(rows: Sequence[Sequence[str]], right_from: int) -> list[str]:
    """Rows below each other, numbers at the right of their column."""
    wide = [max(width(row[place]) for row in rows) for place in range(len(rows[0]))]
    return ["  " + "  ".join(pad(text, wide[place], right=place >= right_from)
                             for place, text in enumerate(row)).rstrip() for row in rows]
