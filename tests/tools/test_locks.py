"""The locks hold every dependency of pyproject.toml, for every Python and system, with the hash of each file."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
_ENTRY = re.compile(r"([a-z0-9-]+)==(\S+)(?: ; (.+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n")

#: (name, version, marker) of each entry
Entries = list[tuple[str, str, Marker | None]]


def entries(name: str) -> Entries:
    """What a lock holds; it holds nothing else."""
    text = (ROOT / name).read_text(encoding="utf-8")
    assert _ENTRY.sub("", text) == ""
    return [(found[1], found[2], Marker(found[3]) if found[3] else None) for found in _ENTRY.finditer(text)]


def asked(of: list[str]) -> Iterator[Requirement]:
    """What is asked for, with what our own extras ask for."""
    for text in of:
        one = Requirement(text)
        if one.name == PROJECT["project"]["name"]:
            for extra in one.extras:
                yield from asked(PROJECT["project"]["optional-dependencies"][extra])
        else:
            yield one


BUILD = [*PROJECT["build-system"]["requires"], *PROJECT["dependency-groups"]["build"]]
EVERY = [*PROJECT["project"]["dependencies"], *BUILD,
         *(text for extra in PROJECT["project"]["optional-dependencies"].values() for text in extra)]


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
@pytest.mark.parametrize(("lock", "wanted"), [("requirements.lock", EVERY), ("requirements-build.lock", BUILD)])
def test_a_lock_fits_the_bounds(lock: str, wanted: list[str], python: str, system: str) -> None:
    here = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": system,
            "implementation_name": "cpython", "platform_python_implementation": "CPython"}
    held: dict[str, str] = {}
    for name, version, marker in entries(lock):
        if marker is None or marker.evaluate(here):
            assert name not in held
            held[name] = version
    for one in asked(wanted):
        if one.marker is None or one.marker.evaluate(here):
            version = held.get(canonicalize_name(one.name), "")
            assert version, f"{one} is not in {lock}: make lock"
            assert one.specifier.contains(version, prereleases=True), f"{one} is {version} in {lock}: make lock"
        for extra in one.extras:
            assert f"{one.name}-{extra}" in held


def test_what_builds_is_the_same_in_both() -> None:
    def of(lock: str) -> set[tuple[str, str]]:
        return {(name, version) for name, version, _marker in entries(lock)}
    assert of("requirements-build.lock") <= of("requirements.lock")


def test_no_lock_names_a_registry() -> None:
    for lock in ("requirements.lock", "requirements-build.lock"):
        assert "://" not in (ROOT / lock).read_text(encoding="utf-8")
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]


def test_the_page_is_locked_for_every_system() -> None:
    """`npm ci` refuses a lock in which a package for another system is missing."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    held = {name.rpartition("node_modules/")[2] for name in packages}
    for name, package in packages.items():
        assert not name or "integrity" in package
        assert set(package.get("optionalDependencies", {})) <= held, name
