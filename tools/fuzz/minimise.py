"""An input made small: parts are taken out as long as the same thing goes wrong, for a bounded time."""

import ast
import json
import time
import tomllib
from collections.abc import Callable, Sequence
from typing import Any

from quepu.errors import QuepuError
from tools.fuzz.bases import base
from tools.fuzz.toml_text import key_text, value_text, written

Input = dict[str, Any]
Still = Callable[[Input], bool]


def minimised(given: Input, still: Still, seconds: float) -> Input:
    """The smallest input found in so many seconds for which `still` holds."""
    end = time.monotonic() + seconds
    ways = {"books": _book, "records": _lines, "api": _api, "cli": _cli, "hands": _hand}
    return ways[given["part"]](given, still, end)


def fewer(parts: Sequence[Any], still: Callable[[list[Any]], bool], end: float) -> list[Any]:
    """As few of the parts as still do it: halves, quarters ... are taken out as long as there is time."""
    kept = list(parts)
    size = max(1, len(kept) // 2)
    while kept and time.monotonic() < end:
        at, removed = 0, False
        while at < len(kept) and time.monotonic() < end:
            rest = kept[:at] + kept[at + size:]
            if still(rest):
                kept, removed = rest, True
            else:
                at += size
        if size == 1 and not removed:
            break
        size = max(1, size // 2)
    return kept


def _book(given: Input, still: Still, end: float) -> Input:
    """Fewer options, fewer tables, fewer lines."""
    if given["options"] and still({**given, "options": {}}):
        given = {**given, "options": {}}
    short = {**given, "text": _difference(given)}
    if 0 < len(short["text"]) < len(given["text"]) and still(short):
        given = short
    blocks: list[list[str]] = [[]]
    for line in given["text"].split("\n"):
        if line.startswith("["):
            blocks.append([])
        blocks[-1].append(line)
    kept = fewer(blocks, lambda some: still({**given, "text": _joined(some)}), end)
    lines = fewer([line for block in kept for line in block], lambda some: still({**given, "text": "\n".join(some)}),
                  end)
    return _simpler({**given, "text": "\n".join(lines)}, still, end)


def _difference(given: Input) -> str:
    """The mutant as house rules: what it has and its base has not; empty where that cannot be said."""
    try:
        tables, of = tomllib.loads(given["text"]), base(given["base"])
    except (ValueError, QuepuError):
        return ""
    if not of.ships:
        return ""
    found: dict[str, Any] = {"extends": of.name}
    for section, content in tables.items():
        mine = of.tables.get(section)
        if isinstance(content, dict) and isinstance(mine, dict):
            if more := {key: value for key, value in content.items() if mine.get(key) != value}:
                found[section] = more
        elif content != mine and section != "extends":
            found[section] = content
    found.pop("rulebook", None)
    return written(found)


def _simpler(given: Input, still: Still, end: float) -> Input:
    """Expressions, and values in braces, with one of their parts in place of the whole."""
    lines = given["text"].split("\n")
    at = 0
    while at < len(lines) and time.monotonic() < end:
        for shorter in _shorter(lines[at]):
            if time.monotonic() > end:
                break
            if still({**given, "text": "\n".join([*lines[:at], shorter, *lines[at + 1:]])}):
                lines[at] = shorter
                break
        else:
            at += 1
    return {**given, "text": "\n".join(lines)}


def _shorter(line: str) -> list[str]:
    """A line `key = value` with less in the value, the least first."""
    try:
        ((key, value),) = tomllib.loads(line).items()
    except ValueError:
        return []
    found: list[Any] = []
    if isinstance(value, str):
        try:
            nodes = [node for node in ast.walk(ast.parse(value.strip(), mode="eval").body) if isinstance(node,
                                                                                                         ast.expr)]
            found = sorted({text for node in nodes if len(text := ast.unparse(node)) < len(value)}, key=len)
        except (SyntaxError, ValueError, RecursionError):
            found = []
    elif isinstance(value, dict):
        found = [{name: one for name, one in value.items() if name != gone} for gone in value]
    elif isinstance(value, list):
        found = [value[:place] + value[place + 1:] for place in range(min(len(value), 20))]
    texts = [f"{key_text(key)} = {value_text(one)}" for one in found]
    return [text for text in texts if len(text) < len(line)]


def _joined(blocks: list[list[str]]) -> str:
    return "\n".join(line for block in blocks for line in block)


def _lines(given: Input, still: Still, end: float) -> Input:
    lines = fewer(given["text"].split("\n"), lambda some: still({**given, "text": "\n".join(some)}), end)
    return {**given, "text": "\n".join(lines)}


def _api(given: Input, still: Still, end: float) -> Input:
    """Fewer calls, then fewer keys in the bodies of those that are left."""
    calls = fewer(given["calls"], lambda some: still({**given, "calls": some}), end)
    for index, call in enumerate(calls):
        if isinstance(call.get("body"), dict):
            keys = fewer(list(call["body"]), lambda some, at=index, one=call: still({**given, "calls": [
                *calls[:at], {**one, "body": {key: one["body"][key] for key in some}}, *calls[at + 1:]]}), end)
            calls[index] = {**call, "body": {key: call["body"][key] for key in keys}}
    return {**given, "calls": calls}


def _hand(given: Input, still: Still, end: float) -> Input:
    """Fewer entries of a pad; less told beside a hand, which itself stays as large as it has to be."""
    asked = given["asked"]
    if "entries" in asked:
        entries = fewer(asked["entries"], lambda some: still({**given, "asked": {**asked, "entries": some}}), end)
        return {**given, "asked": {**asked, "entries": entries}}
    keys = fewer([key for key in asked if key != "hand"], lambda some: still({**given, "asked": {
        key: asked[key] for key in ("hand", *some)}}), end)
    return {**given, "asked": {key: asked[key] for key in ("hand", *keys)}}


def _cli(given: Input, still: Still, end: float) -> Input:
    words = fewer(given["argv"], lambda some: still({**given, "argv": some}), end)
    given = {**given, "argv": words}
    for name in list(given["files"]):
        rest = {key: text for key, text in given["files"].items() if key != name}
        if still({**given, "files": rest}):
            given = {**given, "files": rest}
    if given["stdin"] and still({**given, "stdin": ""}):
        given = {**given, "stdin": ""}
    return json.loads(json.dumps(given))
