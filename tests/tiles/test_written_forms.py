"""Both written forms of Chinese: whatever form a rulebook is written in, the page can show it in the other."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORDS = ROOT / "web" / "src" / "words"
PAIRS = json.loads((WORDS / "traditional.json").read_text(encoding="utf-8"))
ONE_WAY = json.loads((WORDS / "simplified.json").read_text(encoding="utf-8"))
ALIKE = "璸幺"           # no other form is in use
TEXTS = [*sorted((ROOT / "src" / "quepu" / "rulebook" / "books").rglob("*.toml")),
         ROOT / "src" / "quepu" / "rulebook" / "language" / "vocabulary.py"]


def _is_in(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_character_has_its_other_form(path: Path) -> None:
    """The old national encodings know which characters a mainland or a Taiwanese reader is not used to."""
    text = re.sub(r'#.*|ja = "[^"]*"', "", path.read_text(encoding="utf-8"))
    used = set(re.findall(r"[\u4e00-\u9fff]", text)) - set(ALIKE)
    simplified = set(PAIRS.values()) | set(ONE_WAY)
    assert sorted(one for one in used if not _is_in(one, "gb2312") and one not in simplified) == []
    assert sorted(one for one in used if not _is_in(one, "big5") and one not in PAIRS) == []


def test_the_command_line_knows_the_forms_that_the_page_knows() -> None:
    forms = json.loads((ROOT / "src" / "quepu" / "locales" / "forms.json").read_text(encoding="utf-8"))
    assert forms == {"traditional": PAIRS, "simplified": ONE_WAY}
