"""Tiles as drawings of lines, dots and characters: SVG that needs neither a font of its own nor another file."""

from collections.abc import Iterable
from functools import cache
from html import escape

from quepu import tiles
from quepu.locale import formed, language

SIZE = (30, 40)
_RED, _GREEN, _BLUE, _INK = "#b3261e", "#1a7f37", "#1f5fa8", "#222"
_DIGITS = "一二三四五六七八九"
_HONOURS = "东南西北白发中"
_FLOWERS = "春夏秋冬梅兰竹菊"
_HONOUR_INK = (_INK, _INK, _INK, _INK, _BLUE, _GREEN, _RED)
_LEFT, _MIDDLE, _RIGHT = 8, 15, 22
#: where the dots of each rank lie, and the sticks
_PLACES: tuple[tuple[tuple[int, int], ...], ...] = (
    ((_MIDDLE, 20),),
    ((_MIDDLE, 11), (_MIDDLE, 29)),
    ((_LEFT, 9), (_MIDDLE, 20), (_RIGHT, 31)),
    ((_LEFT, 11), (_RIGHT, 11), (_LEFT, 29), (_RIGHT, 29)),
    ((_LEFT, 9), (_RIGHT, 9), (_MIDDLE, 20), (_LEFT, 31), (_RIGHT, 31)),
    ((_LEFT, 8), (_RIGHT, 8), (_LEFT, 20), (_RIGHT, 20), (_LEFT, 32), (_RIGHT, 32)),
    ((_MIDDLE, 8), (_LEFT, 20), (_MIDDLE, 20), (_RIGHT, 20), (_LEFT, 32), (_MIDDLE, 32), (_RIGHT, 32)),
    ((_LEFT, 7), (_RIGHT, 7), (_LEFT, 16), (_RIGHT, 16), (_LEFT, 25), (_RIGHT, 25), (_LEFT, 34), (_RIGHT, 34)),
    ((_LEFT, 8), (_MIDDLE, 8), (_RIGHT, 8), (_LEFT, 20), (_MIDDLE, 20), (_RIGHT, 20), (_LEFT, 32), (_MIDDLE, 32),
     (_RIGHT, 32)))


def symbols(codes: Iterable[str], lang: str) -> str:
    """The drawings of tiles, by their codes (`3m`, `0p` a red five, `?` face down), for `use` to take."""
    drawn = "".join(f'<symbol id="t{_name(code)}" viewBox="0 0 {SIZE[0]} {SIZE[1]}">{_drawn(code, language(lang))}'
                    "</symbol>" for code in sorted(set(codes)))
    return f'<svg width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>'


def tile(code: str, lang: str, mark: str = "") -> str:
    """One tile, drawn; `mark` is a class of the page."""
    told = "?" if code == "?" else f"{code} {tiles.name(_kind(code), language(lang))}"
    kind = f"t {mark}".strip()
    return (f'<svg class="{kind}" role="img" aria-label="{escape(told)}"><title>{escape(told)}</title>'
            f'<use href="#t{_name(code)}"/></svg>')


def _name(code: str) -> str:
    return "back" if code == "?" else code


def _kind(code: str) -> int:
    return tiles.kind_of(code.replace("0", "5"))


@cache
def _drawn(code: str, lang: str) -> str:
    if code == "?":
        return ('<rect x="1" y="1" width="28" height="38" rx="4" fill="#1f6b4a" stroke="#123"/>'
                '<rect x="5" y="5" width="20" height="30" rx="2" fill="none" stroke="#9fd0b8"/>')
    ground = '<rect x="1" y="1" width="28" height="38" rx="4" fill="#fffdf7" stroke="#777"/>'
    kind, is_red = _kind(code), code[0] == "0"
    suit, rank = code[1], tiles.rank(kind) if code[1] in "mps" else int(code[0])
    if suit == "m":
        return ground + _text(_DIGITS[rank - 1], 15, 17, _RED if is_red else _INK) + \
            _text(formed("万", lang), 15, 35, _RED)
    if suit == "p":
        return ground + "".join(_dot(place, rank, number, is_red) for number, place in enumerate(_PLACES[rank - 1]))
    if suit == "s":
        return ground + "".join(_stick(place, rank, number, is_red) for number, place in enumerate(_PLACES[rank - 1]))
    if suit == "z" and rank == 5:
        return f'{ground}<path d="M6 6h18v28H6z" fill="none" stroke="{_BLUE}" stroke-width="2"/>'
    char = formed(_HONOURS[rank - 1] if suit == "z" else _FLOWERS[rank - 1], lang)
    ink = _HONOUR_INK[rank - 1] if suit == "z" else _GREEN if rank > 4 else _RED
    small = "" if suit == "z" else _text(str((rank - 1) % 4 + 1), 25, 11, ink, 9)
    return ground + _text(char, 15, 28, ink, 22) + small


def _text(char: str, x: int, y: int, ink: str, size: int = 16) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{ink}">{char}</text>'


def _dot(place: tuple[int, int], rank: int, number: int, is_red: bool) -> str:
    ink = _RED if is_red or (rank in (1, 5) and place == (_MIDDLE, 20)) else (_BLUE, _GREEN)[number % 2]
    size = 8 if rank == 1 else 3.3
    return (f'<circle cx="{place[0]}" cy="{place[1]}" r="{size:g}" fill="{ink}"/>'
            f'<circle cx="{place[0]}" cy="{place[1]}" r="{size / 3:.3g}" fill="#fffdf7"/>')


def _stick(place: tuple[int, int], rank: int, number: int, is_red: bool) -> str:
    ink = _RED if is_red or (rank in (1, 5) and place == (_MIDDLE, 20)) or (rank == 7 and number == 0) else _GREEN
    tall, wide = (24, 6) if rank == 1 else (8, 3)
    return (f'<rect x="{place[0] - wide / 2:g}" y="{place[1] - tall // 2}" width="{wide}" height="{tall}" rx="1.5" '
            f'fill="{ink}"/>')
