"""Writes docs/score.svg, the picture of the README: a hand and its explanation, as the program gives it.

Run it with `python -m tools.write_picture`; a test tells when the picture is no longer what the program says.
"""

import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from quepu import rulebook, tiles
from quepu.columns import PAGE, width
from quepu.rulebook.file.default import default_rule
from quepu.scoring.result import Score

FILE = Path(__file__).resolve().parent.parent / "docs" / "score.svg"
HAND, DISCARDER = "12p12345678999s 3p", "S"

COLUMN, LINE, EDGE = 8, 22, 24          # of the text: a Chinese character fills two columns
TILE_WIDE, TILE_HIGH, GAP = 34, 48, 3
INK, PALE, PAPER = "#24292f", "#6e7781", "#fffdf7"
SUIT_INK = {"m": "#b3261e", "p": "#1f5fa8", "s": "#1a7f37"}
#: Latin first: Chinese fonts make → and × as wide as a character, and a terminal does not
FONT = ("'DejaVu Sans Mono',Menlo,Consolas,'Sarasa Mono SC','Noto Sans Mono CJK SC','Noto Sans CJK SC',"
        "'Source Han Sans SC','PingFang SC','Hiragino Sans GB','Microsoft YaHei','WenQuanYi Micro Hei',monospace")


def picture() -> str:
    """The picture as SVG: the command, the tiles, the explanation."""
    score = rulebook(default_rule()).score(HAND, from_=DISCARDER)
    command = f'$ quepu score "{HAND}" --from {DISCARDER}'
    text_top = EDGE + LINE + TILE_HIGH + LINE
    lines = score.explain("zh").splitlines()
    wide = max(66, *(width(line) for line in lines))
    if wide > PAGE:
        raise ValueError(f"the explanation is {wide} columns wide, a page has {PAGE}")
    size = (2 * EDGE + wide * COLUMN, text_top + len(lines) * LINE + EDGE // 2)
    rows = [_text(command, EDGE + 8, PALE), *_tiles(score, EDGE + LINE)]
    rows += [_text(line, text_top + 16 + number * LINE, INK, not line.startswith(" ") and _is_heading(line))
             for number, line in enumerate(lines) if line]
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" '
        f'height="{size[1]}" font-family="{FONT}" font-size="14.5" lang="zh-Hans" role="img">',
        f"<title>{escape(command[2:])}</title>",
        f'<rect x=".5" y=".5" width="{size[0] - 1}" height="{size[1] - 1}" rx="8" fill="{PAPER}" '
        'stroke="#d0d7de"/>',
        *rows, "</svg>", ""))


def _is_heading(line: str) -> bool:
    return "  " not in line


def _text(line: str, y: int, ink: str, strong: bool = False) -> str:
    """A line of text with a place for every character, so that columns stand in any font."""
    if set(line.strip()) == {"─"}:
        start, end = EDGE + COLUMN * (width(line) - width(line.strip())), EDGE + COLUMN * width(line)
        return f'<path d="M{start} {y - 5}H{end}" stroke="{PALE}"/>'
    places, shown, column = [], [], 0
    for char in line:
        if char != " ":
            places.append(str(EDGE + column * COLUMN))
            shown.append(char)
        column += width(char)
    weight = ' font-weight="bold"' if strong else ""
    return f'<text x="{" ".join(places)}" y="{y}" fill="{ink}"{weight}>{escape("".join(shown))}</text>'


def _tiles(score: Score, top: int) -> Iterator[str]:
    """The hand as tiles, the winning tile a little apart."""
    x = EDGE
    for kind in sorted(score.win.hand.concealed):
        yield from _tile(kind, x, top)
        x += TILE_WIDE + GAP
    if score.win.tile is not None:
        yield from _tile(score.win.tile, x + 3 * GAP, top)


def _tile(kind: int, x: int, top: int) -> Iterator[str]:
    name = tiles.name(kind, "zh")
    ink = SUIT_INK.get(tiles.code(kind)[1], INK)
    yield (f'<rect x="{x}" y="{top}" width="{TILE_WIDE}" height="{TILE_HIGH}" rx="4" fill="#fff" '
           'stroke="#afb8c1"/>')
    for number, char in enumerate(name):
        middle = top + TILE_HIGH * (2 * number + 1) / (2 * len(name)) + (1 - 2 * number if len(name) > 1 else 0)
        yield (f'<text x="{x + TILE_WIDE // 2}" y="{middle + 6:g}" fill="{ink}" text-anchor="middle" '
               f'font-size="16" font-weight="bold">{escape(char)}</text>')


def main() -> int:
    """Write the picture."""
    FILE.write_text(picture(), encoding="utf-8")
    print(f"wrote {FILE.relative_to(FILE.parent.parent)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
