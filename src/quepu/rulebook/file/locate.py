"""Where a key stands in a TOML file: line and column, for errors only.

Reading needs no positions, so the position-keeping parser is imported when the first fault is told.
"""

from collections.abc import Sequence
from typing import Any

Path = tuple[str | int, ...]


class Locator:
    """Positions of the keys and values of one file."""

    def __init__(self, text: str) -> None:
        self.lines = [line.rstrip("\r") for line in text.split("\n")]       # as TOML counts lines
        self.keys: dict[Path, tuple[int, int]] = {}
        self.values: dict[Path, tuple[int, int]] = {}
        try:
            import tree_sitter
            import tree_sitter_toml
            parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_toml.language()))
            self._source = text.encode(errors="replace")
            self._walk(parser.parse(self._source).root_node)
        except ImportError:             # an installation without the parser still tells the fault, without its line
            pass

    def find(self, path: Sequence[str | int], value: bool = True) -> tuple[int, int] | None:
        """(line, column) of a value, both from 1, or of the nearest key above it that the file has."""
        path = tuple(path)
        if value and path in self.values:
            return self.values[path]
        return self.keys.get(path)

    def find_in_options(self, path: Path) -> tuple[int, int] | None:
        """Where an option's `choice` or `each` brings a key."""
        for key, place in self.keys.items():
            if key[:1] == ("option",) and len(key) > 3 and key[2] in ("choice", "each"):
                brought = key[4:] if key[2] == "choice" else key[3:]
                if len(brought) == len(path) and all(map(_is_filled, brought, path)):
                    return place
        return None

    def _text(self, node: Any) -> str:
        return self._source[node.start_byte:node.end_byte].decode()

    def _place(self, node: Any) -> tuple[int, int]:
        row, column = node.start_point
        line = self.lines[row] if row < len(self.lines) else ""
        return row + 1, len(line.encode(errors="replace")[:column].decode(errors="ignore")) + 1

    def _key(self, node: Any) -> Path:
        parts: list[str] = []
        waiting = [node]                # the grammar nests dotted keys to the left, as deep as there are dots
        while waiting:
            here = waiting.pop()
            if here.type == "dotted_key":
                waiting.extend(reversed(here.named_children))
            else:
                text = self._text(here)
                parts.append(_unquoted(text) if here.type == "quoted_key" else text)
        return tuple(parts)

    def _walk(self, root: Any) -> None:
        counts: dict[Path, int] = {}
        for node in root.named_children:
            if node.type == "pair":
                self._pair(node, ())
            elif node.type in ("table", "table_array_element"):
                head = self._key(node.named_children[0])
                if node.type == "table_array_element":
                    counts[head] = counts.get(head, -1) + 1
                    head = (*head, counts[head])
                else:
                    head = _indexed(head, counts)
                for length in range(1, len(head) + 1):
                    self.keys.setdefault(head[:length], self._place(node.named_children[0]))
                for child in node.named_children[1:]:
                    if child.type == "pair":
                        self._pair(child, head)

    def _pair(self, node: Any, above: Path) -> None:
        key, value = node.named_children[0], node.named_children[1]
        path = (*above, *self._key(key))
        for length in range(len(above) + 1, len(path)):
            self.keys.setdefault(path[:length], self._place(key))
        self.keys[path] = self._place(key)
        self._value(value, path)

    def _value(self, node: Any, path: Path) -> None:
        line, column = self._place(node)
        if node.type == "string":
            column += 3 if self._text(node)[:3] in ('"""', "'''") else 1
        self.values[path] = (line, column)
        if node.type == "inline_table":
            for child in node.named_children:
                if child.type == "pair":
                    self._pair(child, path)
        elif node.type == "array":
            for index, child in enumerate(c for c in node.named_children if c.type != "comment"):
                self._value(child, (*path, index))


def _indexed(path: Path, counts: dict[Path, int]) -> Path:
    """A table header below an array of tables belongs to its last element."""
    for length in range(len(path), 0, -1):
        if path[:length] in counts:
            return (*path[:length], counts[path[:length]], *path[length:])
    return path


def _unquoted(text: str) -> str:
    """A key without its quotes and escapes."""
    import tomllib  # only where a place in a text is looked for
    try:
        return next(iter(tomllib.loads(f"{text} = 0")))
    except tomllib.TOMLDecodeError:
        return text[1:-1]


def _is_filled(step: str | int, wanted: str | int) -> bool:
    """Whether a key of an option's `each` becomes the wanted one, whatever the value in it."""
    if isinstance(step, int) or isinstance(wanted, int) or "{value}" not in step:
        return step == wanted
    parts = step.split("{value}")
    return wanted.startswith(parts[0]) and wanted.endswith(parts[-1])
