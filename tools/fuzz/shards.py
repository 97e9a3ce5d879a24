"""A run on several processors: each process takes every so-many-th input, and what they found is put together."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.fuzz.runs import COLUMNS


def run_shards(arguments: Sequence[str], workers: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """(rows, finds) of a run by so many processes; `arguments` are those of one of them."""
    with tempfile.TemporaryDirectory(prefix="quepu-fuzz-") as folder:
        files = [Path(folder) / f"{shard}.json" for shard in range(workers)]
        running = [subprocess.Popen([sys.executable, "-m", "tools.fuzz", *arguments, "--json", str(file),
                                     "--shard", str(shard), str(workers)])
                   for shard, file in enumerate(files)]
        for process in running:
            process.wait()
        results = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for row in (row for result in results for row in result["rows"]):
        key = row["part"], row["kind"]
        rows[key] = {**row, **{name: row[name] + rows[key][name] for name in COLUMNS}} if key in rows else row
    finds = {find["signature"]: find for result in results for find in result["finds"]}
    for (part, kind), row in rows.items():
        row["finds"] = sum(find["part"] == part and find["of"] == kind for find in finds.values())
    return list(rows.values()), list(finds.values())
