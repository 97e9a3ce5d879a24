"""What a run came to: a table by part and kind, as text and as JSON."""

import json
from pathlib import Path
from typing import Any

from tools.fuzz.runs import COLUMNS

HEADS = ("part", "kind", *COLUMNS)


def table_text(rows: list[dict[str, Any]]) -> str:
    """The rows as a Markdown table, with a sum below."""
    total = {"part": "all", "kind": "", **{name: sum(row[name] for row in rows) for name in COLUMNS}}
    lines = ["| " + " | ".join(HEADS) + " |", "|" + "|".join(["---"] * 2 + ["---:"] * len(COLUMNS)) + "|"]
    for row in [*rows, total]:
        cells = [str(row["part"]), str(row["kind"]), *(f"{row[name]:,}" for name in COLUMNS)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def write_json(path: Path, rows: list[dict[str, Any]], **more: Any) -> None:
    """The same for programs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**more, "rows": rows}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
