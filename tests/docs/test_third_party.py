"""THIRD_PARTY.md names whose work the page holds and every Python package, as they are installed."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from tools import write_third_party as third_party

ROOT = Path(__file__).resolve().parents[2]
INSTALLED = shutil.which("node") is not None and (third_party.WEB / "node_modules").exists()
page_packages = pytest.mark.skipif(not INSTALLED, reason="no web/node_modules: make page")


@page_packages
def test_the_page_is_up_to_date() -> None:
    assert third_party.FILE.read_text(encoding="utf-8") == third_party.written(), "run `make docs`"


@page_packages
def test_every_package_of_the_page_has_its_licence_in_full() -> None:
    held = third_party.held()
    assert {"svelte", "riichi-mahjong-tiles", "@fontsource/noto-sans-symbols-2"} <= set(held)
    for name in held:       # CC0 asks for no text to go along
        assert "Copyright" in third_party.licence_text(name) or third_party.npm_licence(name).startswith("CC0")


def test_what_the_makers_import_has_to_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(third_party.HELD, "pinyin-pro")
    monkeypatch.setattr(third_party, "code_packages", list)
    with pytest.raises(ValueError, match="pinyin-pro"):
        third_party.held()


def test_every_locked_package_stands_there_and_those_of_pyproject_run() -> None:
    text = third_party.FILE.read_text(encoding="utf-8")
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert [name for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE) if f"`{name}`" not in text] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name in project["dependencies"]:
        row = re.search(rf"^\| `{re.split('[<>=]', name)[0]}` \|.*\|$", text, re.MULTILINE)
        assert row is not None
        assert row[0].endswith("| running |")


def test_a_package_of_another_system_is_told_apart() -> None:
    locked = third_party.locked()
    assert locked["numpy"]
    assert not locked["colorama"]
    assert set(locked.values()) == {True, False}
