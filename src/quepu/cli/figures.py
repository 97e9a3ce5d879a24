"""Figures in columns, for commands that count."""

from collections.abc import Sequence

from quepu.columns import pad, width


def table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their columns under each other; the first is a name, the others stand to the right."""
    wides = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [("  ".join(pad(cell, wide, right=column > 0) for column, (cell, wide) in
                       enumerate(zip(row, wides, strict=True)))).rstrip() for row in rows]
