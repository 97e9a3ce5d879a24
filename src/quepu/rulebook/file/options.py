"""Values of options as text, and options that say something only beside another: `needs = { profile = "long" }`."""

from collections.abc import Iterator, Mapping
from typing import Any


def option_text(value: Any) -> str:
    """An option's value as it is written in a link: true, 8, live; of several: one,two."""
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def needs_of(table: Any) -> dict[str, tuple[str, ...]]:
    """The options that an option needs, each with the values that will do; what is not written so is left out."""
    needs = table.get("needs") if isinstance(table, dict) else None
    found = needs if isinstance(needs, dict) else {}
    return {other: tuple(option_text(one) for one in (wanted if isinstance(wanted, list) else [wanted]))
            for other, wanted in found.items()}


def unmet(table: Any, values: Mapping[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What an option needs and does not have: the other option, and the values that would do."""
    for other, wanted in needs_of(table).items():
        if option_text(values.get(other)) not in wanted:
            yield other, wanted


def with_needed(tables: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings together with what they need, unless they say otherwise: for who tries options one by one."""
    found, left = dict(settings), list(settings)
    while left:
        for other, wanted in needs_of(tables.get("option", {}).get(left.pop())).items():
            default = option_text(tables["option"].get(other, {}).get("default"))
            if other not in found and default not in wanted:
                found[other] = wanted[0]
                left.append(other)
    return found
