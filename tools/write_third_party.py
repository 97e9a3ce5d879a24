"""Writes THIRD_PARTY.md: whose work the built page holds and which Python packages quepu stands on, with licences.

`make docs` runs it.  The page is built once more to see which packages its code comes from (`web/packages.mjs`); what
its pictures and lists are made of is what the scripts that make them import.
"""

import json
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
FILE = ROOT / "THIRD_PARTY.md"
MAKERS = ("sprite.mjs", "pinyin.mjs")
#: what the page holds of the packages that the makers import; "" for those that only help to make it
HELD = {
    "riichi-mahjong-tiles": "faces of the suits, honours and red fives, in `tiles.svg`",
    "@fontsource/noto-sans-symbols-2": "outlines of the flowers, in `tiles.svg`",
    "pinyin-pro": "how characters in names are read, for the search",
    "opentype.js": "",
}
#: what a package says outside its package.json: its README puts the drawings in the public domain
SAID = {"riichi-mahjong-tiles": "CC0-1.0 (the drawings; nothing else of it is held)"}
#: where packages are run; those of other systems are named, but their licences are not installed here
_HERE = {"sys_platform": "linux", "platform_python_implementation": "CPython", "implementation_name": "cpython"}
_IMPORT = re.compile(r"""(?:from |resolve\(\s*)"((?:@[^/"]+/)?[^/"]+)""")

INTRODUCTION = """\
# The work of others

Made by `python -m tools.write_third_party` (`make docs`) from what is installed. quepu itself is under
the MIT licence, see [LICENSE](LICENSE). No font file and no sound of others is shipped: the page uses
the fonts of the system.
"""
PAGE = """
## In the page

The built page, and with it the wheel, holds code or drawings of these packages. Their licences stand
in full at the end; versions: `web/package-lock.json`.
"""
PYTHON = """
## Python packages

They are installed beside quepu, none is part of it. Licences as the packages state them themselves,
in the order of `requirements.lock`.
"""


def code_packages() -> list[str]:
    """The npm packages of which the built page holds code."""
    said = subprocess.run(["node", "packages.mjs"], cwd=WEB, capture_output=True, text=True, check=True)
    names: list[str] = json.loads(said.stdout)
    return names


def made_from() -> list[str]:
    """The npm packages that the makers of pictures and lists import."""
    text = "".join((WEB / name).read_text(encoding="utf-8") for name in MAKERS)
    return sorted(name for name in set(_IMPORT.findall(text)) if not name.startswith("node:"))


def held() -> dict[str, str]:
    """What the page holds of each npm package."""
    unknown = [name for name in made_from() if name not in HELD]
    if unknown:
        raise ValueError(f"HELD does not say what the page holds of {', '.join(unknown)}")
    return dict.fromkeys(code_packages(), "code") | {name: HELD[name] for name in made_from() if HELD[name]}


def npm_licence(name: str) -> str:
    """The licence an npm package states."""
    return SAID.get(name) or str(json.loads((WEB / "node_modules" / name / "package.json").read_bytes())["license"])


def licence_text(name: str) -> str:
    """The text of an npm package's licence, "" if it has none; without the list of what its own bundle holds."""
    for file in sorted((WEB / "node_modules" / name).iterdir()):
        if file.stem.lower() in ("license", "licence"):
            text = file.read_text(encoding="utf-8").strip()
            return re.sub(r"^# .* core license\n.*\n+", "", text).partition("\n# ")[0].strip()
    return ""


def locked() -> dict[str, bool]:
    """By name, every Python package of the lock, and whether it is of use on this system."""
    lines = re.findall(r"^([\w.-]+==[^\\\n]+)", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)
    here: dict[str, bool] = {}
    for one in map(Requirement, lines):
        # two versions of one package, for two versions of Python, are one row
        marker = re.sub(r"python_full_version [<>=]+ '[\d.]+'( and )?", "", str(one.marker or "").replace('"', "'"))
        fits = not marker or Marker(marker).evaluate(_HERE)
        here[one.name] = here.get(one.name, False) or fits
    return here


def python_licence(name: str) -> str:
    """The licence a Python package states: as an expression, as a word, or as a class."""
    told = metadata.metadata(name)
    word = told.get("License") or ""
    classes = [one.rpartition(" :: ")[2] for one in told.get_all("Classifier") or [] if "OSI Approved" in one]
    if word == "UNKNOWN" or "\n" in word or len(word) > 40:
        word = ""
    return told.get("License-Expression") or word or ", ".join(classes) or "not stated; its licence file says it"


def needed(extras: tuple[str, ...] = ("server", "postgres")) -> set[str]:
    """The names of all packages that quepu needs to run, with its server and PostgreSQL."""
    names: set[str] = set()
    ahead = [("quepu", extra) for extra in ("", *extras)]
    seen = set(ahead)
    while ahead:
        name, extra = ahead.pop()
        names.add(name)
        for one in map(Requirement, metadata.requires(name) or []):
            if one.marker is None or one.marker.evaluate({**_HERE, "extra": extra}):
                wanted = {(one.name.lower().replace("_", "-"), more) for more in ("", *one.extras)}
                ahead += wanted - seen
                seen |= wanted
    return names - {"quepu"}


def rows(head: tuple[str, ...], body: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    return "".join(f"| {' | '.join(line)} |\n" for line in (head, ("---",) * len(head), *body))


def written() -> str:
    """The whole page."""
    parts = held()
    page = rows(("package", "what the page holds of it", "licence"),
                [(f"`{name}`", parts[name], npm_licence(name)) for name in sorted(parts)])
    here, runs = locked(), needed()
    python = rows(("package", "licence", "for"),
                  [(f"`{name}`", python_licence(name), "running" if name in runs else "building and testing")
                   for name in here if here[name]])
    elsewhere = ", ".join(f"`{name}`" for name in here if not here[name])
    texts = {name: licence_text(name) for name in sorted(parts)}
    return "\n".join((
        INTRODUCTION.rstrip(), PAGE.rstrip(), "", page.rstrip(), PYTHON.rstrip(), "", python.rstrip(), "",
        f"Only on other systems, and not installed here: {elsewhere}.", "", "## Licences of what the page holds",
        *(f"\n### {name}\n\n```text\n{text}\n```" for name, text in texts.items() if text), ""))


def main() -> int:
    """Write the page."""
    FILE.write_text(written(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
