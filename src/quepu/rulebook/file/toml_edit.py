"""The text of a rulebook with one value set or taken back; whatever else stands in it stays as it is.

A place to write is tried and then read again: only a text that says all it said before, and the one thing besides, is
given back.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import tree_sitter
import tree_sitter_toml

from quepu.errors import RulebookError
from quepu.faults import Fault

Keys = tuple[str, ...]
ROW = "#"                               # a step "#pot" is the row of a list whose id is "pot"
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_LANGUAGE = tree_sitter.Language(tree_sitter_toml.language())


@dataclass(frozen=True, slots=True)
class _Place:
    """A piece of the text in bytes, and which key it is about."""

    path: Keys
    start: int
    end: int
    node: Any
    above: Keys = ()                    # the header it stands below
    nested: bool = False                # in an inline table


def with_value(text: str, path: Sequence[str], value: Any) -> str:
    """The text with a value at a path of keys; a row of a list is a table at ("pay", "#ID")."""
    text = text.removeprefix("\ufeff")
    path = tuple(path)
    wanted = _put(tomllib.loads(text), path, value)
    for changed in _written(_Text(text), path, value):
        if _same(changed, wanted):
            return changed
    raise RulebookError(Fault("house.not_written", key=dotted(path)))


def without(text: str, path: Sequence[str]) -> str:
    """The text without what it says at a path of keys; comments stay."""
    text = text.removeprefix("\ufeff")
    path = tuple(path)
    wanted = _put(tomllib.loads(text), path, None)
    read = _Text(text)
    changed = read.cut(read.taken(path))
    if not _same(changed, wanted):
        raise RulebookError(Fault("house.not_written", key=dotted(path)))
    return changed


def dotted(path: Sequence[str]) -> str:
    """A path of keys as TOML writes it."""
    return ".".join(key if _BARE.fullmatch(key) else _quoted(key) for key in path)


def value_at(tables: Any, path: Sequence[str]) -> Any:
    """What tables say at a path of keys; None if nothing."""
    for step in path:
        if isinstance(tables, list) and step.startswith(ROW):
            tables = next((row for row in tables if isinstance(row, dict) and row.get("id") == step[1:]), None)
        else:
            tables = tables.get(step) if isinstance(tables, dict) else None
    return tables


def _put(tables: Any, path: Keys, value: Any) -> Any:
    """The tables with a value at a path; None takes it out."""
    made = deepcopy(tables)
    here = made
    for step, after in zip(path, (*path[1:], ""), strict=True):
        if isinstance(here, list):
            rows = [row for row in here if not (isinstance(row, dict) and row.get("id") == step[1:])]
            here[:] = rows if value is None else [*rows, {"id": step[1:], **value}]
            return made
        if not after:
            here.pop(step, None)
            if value is not None:
                here[step] = value
            return made
        here = here.setdefault(step, [] if after.startswith(ROW) else {})
        if not isinstance(here, dict | list):
            break
    raise RulebookError(Fault("house.not_written", key=dotted(path)))


def _same(text: str, wanted: Any) -> bool:
    try:
        return bool(_pruned(tomllib.loads(text)) == _pruned(wanted))
    except tomllib.TOMLDecodeError:
        return False


def _pruned(part: Any) -> Any:
    """Tables without those that say nothing."""
    if not isinstance(part, dict):
        return part
    inner = {key: _pruned(value) for key, value in part.items()}
    return {key: value for key, value in inner.items() if value not in ({}, [])}


def _written(read: "_Text", path: Keys, value: Any) -> Iterator[str]:
    """The texts that may say it, the most natural first."""
    if path[-1].startswith(ROW):
        yield read.ended(f"[[{dotted(path[:-1])}]]", *(f"{_key(key)} = {literal(inner)}" for key, inner in
                                                        {"id": path[-1][1:], **value}.items()))
        return
    for pair in read.pairs:
        if pair.path == path:
            node = pair.node.named_children[1]
            yield read.replaced(node.start_byte, node.end_byte, literal(value))
    for length in range(len(path) - 1, 0, -1):
        rest = f"{dotted(path[length:])} = {literal(value)}"
        for pair in read.pairs:
            if pair.path == path[:length] and pair.node.named_children[1].type == "inline_table":
                yield read.in_braces(pair.node.named_children[1], rest)
        for head in read.heads:
            if head.path == path[:length]:
                yield read.below(head, rest)
    yield read.at_top(path, f"{dotted(path)} = {literal(value)}")


def literal(value: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {literal(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(literal, value)) + "]"
    return str(value) if isinstance(value, int) else _quoted(str(value))


def _key(key: str) -> str:
    return dotted((key,))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


class _Text:
    """A text with the places of its pairs and headers."""

    def __init__(self, text: str) -> None:
        self.data = text.encode()
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.pairs: list[_Place] = []
        self.heads: list[_Place] = []
        for node in tree_sitter.Parser(_LANGUAGE).parse(self.data).root_node.named_children:
            if node.type == "pair":
                self._pair(node, (), (), False)
            elif node.type in ("table", "table_array_element"):
                self._table(node)

    def _table(self, node: Any) -> None:
        path = self._keys(node.named_children[0])
        pairs = [child for child in node.named_children[1:] if child.type == "pair"]
        if node.type == "table_array_element":
            own = next((self._text(pair.named_children[1]) for pair in pairs
                        if self._keys(pair.named_children[0]) == ("id",)), "")
            path = (*path, ROW + own.strip("\"'"))
        end = next(child.end_byte for child in node.children if child.type in ("]", "]]"))
        self.heads.append(_Place(path, node.start_byte, end, node))
        for pair in pairs:
            self._pair(pair, path, path, False)

    def _pair(self, node: Any, before: Keys, above: Keys, nested: bool) -> None:
        path = (*before, *self._keys(node.named_children[0]))
        value = node.named_children[1]      # the grammar counts a comment behind it among the pair
        self.pairs.append(_Place(path, node.start_byte, value.end_byte, node, above, nested))
        if value.type == "inline_table":
            for child in value.named_children:
                if child.type == "pair":
                    self._pair(child, path, above, True)

    def _keys(self, node: Any) -> Keys:
        """The keys of a name; the grammar nests dotted ones to the left, as deep as there are dots."""
        parts: list[str] = []
        waiting = [node]
        while waiting:
            here = waiting.pop()
            if here.type == "dotted_key":
                waiting.extend(reversed(here.named_children))
            else:
                text = self._text(here)
                line = f"{text} = 0"
                parts.append(next(iter(tomllib.loads(line))) if here.type == "quoted_key" else text)
        return tuple(parts)

    def _text(self, node: Any) -> str:
        return self.data[node.start_byte:node.end_byte].decode()

    def replaced(self, start: int, end: int, new: str) -> str:
        """The text with something else in a place."""
        return (self.data[:start] + new.encode() + self.data[end:]).decode()

    def ended(self, *lines: str) -> str:
        """The text with a part at its end, an empty line before it."""
        text = self.data.decode().rstrip()
        return (text + 2 * self.newline if text else "") + self.newline.join(lines) + self.newline

    def in_braces(self, table: Any, pair: str) -> str:
        """The text with a pair at the end of an inline table."""
        inner = table.named_children
        if not inner:
            return self.replaced(table.start_byte, table.end_byte, "{ " + pair + " }")
        return self.replaced(inner[-1].end_byte, inner[-1].end_byte, f", {pair}")

    def below(self, head: _Place, line: str) -> str:
        """The text with a line at the end of a part below its header."""
        inside = [pair.end for pair in self.pairs if pair.above == head.path and not pair.nested
                  and head.start <= pair.start < head.node.end_byte]
        return self._after(max([head.end, *inside]), line)

    def at_top(self, path: Keys, line: str) -> str:
        """The text with a line before its first header, beside the lines most like it."""
        top = [pair for pair in self.pairs if not pair.above and not pair.nested]
        if not top:
            return line + self.newline + self.data.decode()

        def likeness(pair: _Place) -> tuple[int, int]:
            same = next((at for at, (one, other) in enumerate(zip(pair.path, path, strict=False)) if one != other),
                        min(len(pair.path), len(path)))
            return same, pair.start
        return self._after(max(top, key=likeness).end, line)

    def _after(self, place: int, line: str) -> str:
        end = self.data.find(b"\n", place)
        if end < 0:
            return self.replaced(len(self.data), len(self.data), self.newline + line + self.newline)
        return self.replaced(end + 1, end + 1, line + self.newline)

    def taken(self, path: Keys) -> list[_Place]:
        """The places that say something at or below a path, the outermost alone."""
        heads = [head for head in self.heads if head.path[:len(path)] == path]
        found = [pair for pair in self.pairs if pair.path[:len(path)] == path]
        outer = [pair for pair in found if not any(other is not pair and other.start <= pair.start
                                                   and pair.end <= other.end for other in found)]
        return [*heads, *(self._emptied(pair) for pair in outer)]

    def _emptied(self, pair: _Place) -> _Place:
        """The pair, or the one around it that would be left with nothing inside."""
        while pair.nested and len(pair.node.parent.named_children) == 1:
            table = pair.node.parent
            pair = next(one for one in self.pairs if one.node.named_children[1] == table)
        return pair

    def cut(self, places: list[_Place]) -> str:
        """The text without places; a line that is left with nothing goes too."""
        spans = sorted(self._braced(place) if place.nested else self._lines(place) for place in places)
        kept, at = b"", 0
        for start, end in spans:
            kept += self.data[at:max(at, start)]
            at = max(at, end)
        return (kept + self.data[at:]).decode()

    def _lines(self, place: _Place) -> tuple[int, int]:
        newline = self.data.find(b"\n", place.end)
        end = newline + 1 if newline >= 0 else len(self.data)
        after = self.data[place.end:end]
        if not after.strip():
            return place.start, end
        return place.start, end - len(after.lstrip())       # its comment stays

    def _braced(self, place: _Place) -> tuple[int, int]:
        """A pair of an inline table with one of the commas beside it."""
        after = re.match(rb"\s*,\s*", self.data[place.end:])
        if after:
            return place.start, place.end + after.end()
        before = re.search(rb"\s*,\s*$", self.data[:place.start])
        return (before.start() if before else place.start), place.end
