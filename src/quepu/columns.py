"""Columns of a terminal: a Chinese character is as wide as two letters."""

import unicodedata

PAGE = 80                   # columns a text is laid out for
_NO_START = "，。；：、）」”！？"


def width(text: str) -> int:
    """How many columns of a terminal a text fills.

    >>> width("番 ab")
    5
    """
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
               for char in text)


def pad(text: str, columns: int, right: bool = False) -> str:
    """The text filled up with spaces to a number of columns."""
    space = " " * max(0, columns - width(text))
    return space + text if right else text + space


def wrap(text: str, columns: int, indent: str = "", first: str | None = None) -> list[str]:
    """The text as lines of at most so many columns, all but the first indented.

    Latin words stay whole, and so do words joined by a no-break space; Chinese may break between any two
    characters, but no line begins with its punctuation.
    """
    lines: list[str] = []
    line = start = indent if first is None else first
    for piece in _pieces(text):
        if width(line) + width(piece.rstrip(" ")) > columns and line != start:
            lines.append(line.rstrip())
            line = start = indent
            piece = piece.lstrip(" ")
        line += piece
    return [part.replace("\u00a0", " ") for part in (*lines, line.rstrip())]


def _pieces(text: str) -> list[str]:
    """The text cut where a line may end."""
    pieces: list[str] = []
    for char in text:
        last = pieces[-1] if pieces else ""
        in_brackets = last.startswith("(") and ")" not in last and len(last) < 12
        is_latin = width(char) == 1 and last and width(last[-1]) == 1 and (char == " " or last[-1] != " ")
        if last and (char == " " or in_brackets or is_latin or char in _NO_START):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces
