"""Wraps the prose of the documentation at 100 columns.  `make docs` runs it.

Only a paragraph with a line that is too long is filled anew.  Tables, code, headings and comments stay as they are;
so does what has no place to break: code between backticks, and addresses.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from quepu.columns import width

ROOT = Path(__file__).resolve().parent.parent
WIDEST = 100
_MARKER = re.compile(r"(\s*(?:> ?)*)((?:[-*+]|\d+\.) +)?")
#: lines of which every one stands for itself: headings, tables, comments and other HTML, pictures, examples of Python
_OWN_LINE = re.compile(r"\s*(?:#|\||<|!\[|>>>|\.\.\. )")
#: what is not broken: code between backticks with what hangs on it, a word, Chinese up to its punctuation
_PIECE = re.compile(r"(?:`[^`]*`|[^\s`，。；：、！？])+[，。；：、！？]*|[，。；：、！？]+")
_FIRST_OF_BLOCK = re.compile(r"(?:[-*+>#|]|\d+[.)])(?:\s|$)")


def pages() -> list[Path]:
    """The files whose prose is wrapped."""
    return sorted([*(ROOT / "docs").glob("*.md"), *ROOT.glob("README*.md"),
                   *(ROOT / name for name in ("SECURITY.md", "CONTRIBUTING.md"))])


def wrapped(text: str) -> str:
    """The text of a page with every paragraph that was too wide filled anew."""
    return "\n".join(line for block, is_prose in _blocks(text.split("\n"))
                     for line in (_filled(block) if is_prose else block))


def _blocks(lines: Iterable[str]) -> Iterator[tuple[list[str], bool]]:
    """Paragraphs and items of lists, with True; any other line alone, with False."""
    block: list[str] = []
    fence = ""
    for line in lines:
        mark = re.match(r"\s*(```+|~~~+)", line)
        is_prose = not (fence or mark or not line.strip() or _OWN_LINE.match(line)
                        or (not block and line.startswith("    ")))
        if mark and (not fence or mark[1] == fence):
            fence = "" if fence else mark[1]
        starts = _MARKER.match(line)
        if block and (not is_prose or (starts and starts[2])):
            yield block, True
            block = []
        if is_prose:
            block.append(line)
        else:
            yield [line], False
    if block:
        yield block, True


def _filled(block: list[str]) -> list[str]:
    """The lines of a block, none wider than it may be if that can be had."""
    if all(width(line) <= WIDEST for line in block):
        return block
    marker = _MARKER.match(block[0])
    first = marker[0] if marker else ""
    rest = re.sub(r"[^>\s]", " ", first)        # the next lines stand under the first one's text
    text = block[0][len(first):]
    for line in block[1:]:
        more = line.strip().removeprefix(rest.strip()).strip()
        text += more if width(text[-1]) == 2 == width(more[:1]) else f" {more}"     # Chinese has no spaces
    lines, line = [], first
    for found in _PIECE.finditer(text):
        space = " " if text[found.start() - 1:found.start()].isspace() else ""
        if line in (first, rest):
            line += found[0]
        elif width(line + space + found[0]) > WIDEST and not _FIRST_OF_BLOCK.match(found[0]):
            lines.append(line)
            line = rest + found[0]
        else:
            line += space + found[0]
    return [*lines, line]


def main() -> int:
    """Wrap every page."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if wrapped(text) != text:
            page.write_text(wrapped(text), encoding="utf-8")
            print(f"{page.relative_to(ROOT)}: wrapped")
    return 0


if __name__ == "__main__":
    sys.exit(main())
