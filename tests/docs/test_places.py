"""Files and functions that the pages for engineers name are there, so that a rename is noticed."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "src" / "quepu"
_PLACE = re.compile(r"`([\w./]+\.(?:py|ts|svelte|toml|md|jsonl))(?:: ([\w.]+))?`")
_FOLDER = re.compile(r"`((?:[\w.]+/)+)`")


def places(page):
    """(file, name in it or "") of everything a page names."""
    text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
    return sorted({(file, name) for file, name in _PLACE.findall(text) if "ID." not in file})


def files_of(path):
    """The files a page can mean: from the root, from the package, or by the end of their path."""
    exact = [base / path for base in (ROOT, HOME) if (base / path).is_file()]
    return exact or [file for base in (HOME, ROOT / "web" / "src") for file in base.rglob(Path(path).name)
                     if file.as_posix().endswith("/" + path)]


@cache
def names_in(file):
    """The functions and classes of a file, with their methods; of a file that is not Python, every word."""
    if file.suffix != ".py":
        return set(re.findall(r"\w+", file.read_text(encoding="utf-8")))
    tree = ast.parse(file.read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    found = set()
    for node in tree.body:
        if isinstance(node, kinds):
            found.add(node.name)
            found.update(f"{node.name}.{inner.name}" for inner in getattr(node, "body", ()) if isinstance(inner, kinds))
    return found


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_place_named_is_there(page):
    faults = []
    for file, name in places(page):
        candidates = files_of(file)
        if not candidates:
            faults.append(f"{file} is nowhere")
        elif name and not any(name in names_in(one) for one in candidates):
            faults.append(f"{file} has no {name}")
    text = (ROOT / page).read_text(encoding="utf-8")
    faults += [f"{folder} is no folder" for folder in sorted(set(_FOLDER.findall(text)))
               if not any((base / folder).is_dir() for base in (ROOT, HOME))]
    assert not faults


def test_every_package_has_a_row():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    packages = [path.parent.relative_to(HOME).as_posix() for path in HOME.rglob("__init__.py")]
    assert [name for name in packages if name != "." and name.split("/")[0] not in text] == []
