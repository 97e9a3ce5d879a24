"""The rulebooks that ship, in short: enough for a page to be drawn before any of them is built.

Everything here is read from the merged tables alone, in a fraction of a second on a cold server; a test compares it
with the rulebooks themselves.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from quepu.rulebook.file.default import default_rule
from quepu.rulebook.file.load import apply_options, known_ids, read_chain
from quepu.rulebook.file.regions import by_region, region_of
from quepu.rulebook.model.model import entry_names

_TILES = ("kinds", "bonus", "marks")


@cache
def tables_of(name: str) -> Mapping[str, Any]:
    """The tables of a rulebook that ships, with its options as they are by default."""
    return apply_options(read_chain(name)[0], {}, [])[0]


def in_short(name: str, names: Mapping[str, str], tables: Mapping[str, Any]) -> dict[str, Any]:
    """A rulebook as a list of them shows it, with the keys its tiles are entered by."""
    head, tiles = tables.get("rulebook", {}), tables.get("tiles", {})
    claims = {claim: tables["claim"][claim].get("name", {}) for claim in entry_names(tables, "claim")
              if tables["claim"][claim].get("sets")}
    return {"id": name, "name": dict(names), "region": region_of(head), "text": head.get("text", {}),
            "fans": len(entry_names(tables, "fan")), "options": len(entry_names(tables, "option")),
            "hand_size": tables.get("deal", {}).get("hand", 13),
            "sample": head.get("sample", ""), "is_default": name == default_rule(), "claims": claims,
            "keys": {key: tiles[key] for key in _TILES if key in tiles},
            "has_wild": tables.get("wild", {}).get("chosen", "none") != "none"}


@cache
def book_index() -> tuple[dict[str, Any], ...]:
    """Every rulebook that ships, in short, region by region."""
    heads = {name: tables_of(name)["rulebook"] for name in known_ids()}
    return tuple(in_short(name, heads[name]["name"], tables_of(name))
                 for names in by_region(heads).values() for name in names)


@cache
def fan_index() -> tuple[dict[str, Any], ...]:
    """Every fan of every rulebook that ships: a fan of the same id and names stands once, with all who have it."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for name in known_ids():
        fans = tables_of(name).get("fan", {})
        for fan in entry_names(tables_of(name), "fan"):
            names = {lang: text for lang, text in fans[fan].get("name", {}).items() if lang in ("zh", "zh-Hant", "en")}
            one = found.setdefault((fan, *names.items()), {"id": fan, "name": names, "rules": []})
            one["rules"].append(name)
    return tuple(found.values())
