"""A fingerprint of the program's own sources: what was made by other sources is made anew."""

import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent


@cache
def source_digest(*parts: str) -> str:
    """A digest of all Python files in these parts of the package, with the rooms inside them."""
    digest = hashlib.sha256()
    for part in parts:
        for file in sorted((_PACKAGE / part).rglob("*.py")):
            content = file.read_bytes()
            digest.update(f"{file.relative_to(_PACKAGE).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()
