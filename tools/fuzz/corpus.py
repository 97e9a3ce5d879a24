"""The kept corpus: every input that once showed something wrong, with a note what it was; none may do so again."""

import json
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parents[2] / "tests" / "corpus"


def kept() -> list[Path]:
    """The files of the corpus."""
    return sorted(CORPUS.glob("*/*.json"))


def read(path: Path) -> dict[str, Any]:
    """A file of the corpus, or a find as a run writes it: note, level and input; texts there are lists of lines."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    text = found["input"].get("text")
    if isinstance(text, list):
        found["input"]["text"] = "\n".join(text)
    return found


def keep(find: Path, name: str, note: str) -> Path:
    """Add a find to the corpus under a name, with a note what it showed."""
    found = read(find)
    given = dict(found["input"])
    if isinstance(given.get("text"), str):
        given["text"] = given["text"].split("\n")
    path = CORPUS / given["part"] / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"note": note, "showed": found["signature"], "level": found["level"], "input": given},
                               ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path
