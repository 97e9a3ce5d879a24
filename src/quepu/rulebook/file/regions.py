"""Where rule systems are at home: lists of them are grouped so, in the shell, on the page and in docs/systems.md."""

from collections.abc import Mapping
from typing import Any

from quepu.rulebook.file.schema import REGIONS

ELSEWHERE = REGIONS[-1]


def region_of(head: Mapping[str, Any]) -> str:
    """The region that the head of a rulebook names; the last one if it names none that is known.

    >>> region_of({"region": "south"}), region_of({})
    ('south', 'other')
    """
    told = head.get("region", ELSEWHERE)
    return told if told in REGIONS else ELSEWHERE


def by_region(heads: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """The ids of rulebooks under their regions, both in order; regions without any are left out.

    >>> by_region({"a": {}, "b": {"region": "south"}, "c": {}})
    {'south': ['b'], 'other': ['a', 'c']}
    """
    found = {region: [name for name, head in heads.items() if region_of(head) == region] for region in REGIONS}
    return {region: names for region, names in found.items() if names}
