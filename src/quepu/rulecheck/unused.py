"""What a rulebook declares and never uses: options, flags, defines, memory."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.file.problem import Problem

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def unused(tables: Mapping[str, Any], own: Mapping[str, Any]) -> list[Problem]:
    """A warning for each option, flag, define and memory of the own file that nothing speaks of.

    What a rulebook inherits it need not use.
    """
    problems = []
    for section in ("flag", "define", "memory", "option"):
        for name, table in own.get(section, {}).items():
            changes = section == "option" and (any(map(table.get, ("choice", "each", "fans"))) or "type" not in table)
            if changes or not table.get("enabled", True):
                continue
            if name not in set(_words(tables, (section, name))):
                problems.append(Problem((section, name), Fault(f"unused.{section}", name=name), _way_out(section, name),
                                        key=True, warning=True))
    return problems


def _way_out(section: str, name: str) -> Fault:
    """Where something that is not used could be."""
    if section == "option":
        return Fault("unused.options", name=name)
    return Fault("unused.payment") if section == "memory" else Fault("unused.condition")


def _words(tables: Mapping[str, Any], without: tuple[str, str]) -> Iterator[str]:
    """Every word in the texts of the rulebook, what is said for players and one entry left out."""
    for section, content in tables.items():
        if section in ("rulebook",):
            continue
        if section == without[0] and isinstance(content, dict):
            content = {name: table for name, table in content.items() if name != without[1]}
        yield from _texts(content)


def _texts(content: Any) -> Iterator[str]:
    if isinstance(content, str):
        yield from _WORD.findall(content)
    elif isinstance(content, dict):
        for key, value in content.items():
            if key not in ("name", "names", "told", "drawn", "text", "label", "source", "example"):
                yield from _texts(value)
    elif isinstance(content, list):
        for value in content:
            yield from _texts(value)
