"""Builds the wheel with the tables of every rulebook read beforehand (`quepu.rulebook.file.kept_text` uses them).

It imports nothing of quepu: whoever builds has none of its dependencies.  A checkout that is installed to be edited
gets nothing: there the user's cache does the same, under the digest of each text.
"""

import hashlib
import json
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BOOKS = Path("src", "quepu", "rulebook", "books")
READER = Path("src", "quepu", "rulebook", "file", "kept_text.py")


class ReadBooks(BuildHookInterface):                # type: ignore[type-arg]
    """Adds a file of tables beside each rulebook of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files and name them for the wheel."""
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        root = Path(self.root)
        for name, content in read_books(root).items():
            file = Path(self.folder.name, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
            build_data["force_include"][str(file)] = f"quepu/rulebook/books/{name}"

    def finalize(self, version: str, _build_data: dict[str, Any], _artifact: str) -> None:
        """Take the files away."""
        if version != "editable":
            self.folder.cleanup()


def read_books(root: Path) -> dict[str, str]:
    """By the name of its file, what is told of each rulebook: the digest of its text, and its tables."""
    form = re.search(r"^FORMAT = (\d+)", (root / READER).read_text(encoding="utf-8"), re.MULTILINE)[1]
    made = {}
    for book in sorted((root / BOOKS).rglob("*.toml")):
        text = book.read_text(encoding="utf-8")
        content = {"key": hashlib.sha256(f"{form}\0{text}".encode()).hexdigest(), "tables": tomllib.loads(text)}
        made[book.relative_to(root / BOOKS).with_suffix(".json").as_posix()] = json.dumps(
            content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return made
