"""Reads the keys of a rulebook's tables: each as the type that is needed, and what is wrong with it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from quepu import tiles
from quepu.engine.layout.frame import Frame, Place
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.rulebook.file import limits
from quepu.rulebook.file.problem import Problem, entry_name
from quepu.rulebook.file.section import Key, out_of_range
from quepu.rulebook.file.toml_text import Table
from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.events import EVENT_FIELDS
from quepu.rulebook.language.memo import Memo
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.parse import ExpressionError, Names, Spot, parse
from quepu.rulebook.language.ranges import MEMORY_RANGES, TYPE_RANGES
from quepu.rulebook.language.walk import looped, parts_of, rebuilt
from quepu.rulebook.model.catalogue import Catalogue
from quepu.rulebook.model.model import Path


class Reader:
    """The merged tables of a rulebook, the names they declare, and every problem found so far."""

    def __init__(self, tables: Table, values: Mapping[str, Any], problems: list[Problem],
                 memo: Memo | None = None) -> None:
        self.tables, self.values, self.problems = tables, values, problems
        self.names = Names()
        self.memo = memo                        # what other builds have read
        self.parse = parse if memo is None else memo.parse
        self.play: dict[Path, Expr] = {}        # every expression of play that was read
        self.trees: dict[Path, Expr] = {}       # every expression, where it stands
        self.in_defines: set[tuple[str, int, str]] = set()      # faults of defines that were told

    def bad(self, path: tuple[str | int, ...], text: Fault, advice: Fault | None = None, key: bool = False) -> None:
        """Note a problem; `key`: with the key of the path, not with its value."""
        self.problems.append(Problem(path, text, advice, key=key))

    def family(self, section: str) -> dict[str, dict[str, Any]]:
        """The named tables of a section that are tables and switched on."""
        found = self.tables.get(section, {})
        if not isinstance(found, dict):
            return {}
        return {name: table for name, table in found.items() if isinstance(table, dict) and table.get("enabled", True)}

    def texts(self, table: Mapping[str, Any], key: str = "name", default: str = "") -> dict[str, str]:
        """A text in each language it is given in."""
        value = table.get(key, default)
        if isinstance(value, str):
            return {"en": value, "zh": value} if value else {}
        return {k: x for k, x in value.items() if isinstance(x, str)} if isinstance(value, dict) else {}

    def text(self, table: Mapping[str, Any], key: str, default: str = "") -> str:
        """A text."""
        value = table.get(key, default)
        return value if isinstance(value, str) else default

    def whole(self, table: Mapping[str, Any], key: str, default: int = 0) -> int:
        """A whole number of a sane size."""
        value = table.get(key, default)
        return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 10**9 else default

    def list_of(self, table: Mapping[str, Any], key: str) -> list[str]:
        """The texts of a list."""
        value = table.get(key, [])
        return [x for x in value if isinstance(x, str)] if isinstance(value, list) else []

    def mask(self, path: tuple[str | int, ...], text: Any, default: int) -> int:
        """Tiles as bits."""
        if not isinstance(text, str):
            return default
        try:
            return tiles.mask(text) if text else 0
        except QuepuError as error:
            self.bad(path, Fault("keys.not_tiles", text=text, why=error.faults[0]), Fault("keys.tiles"))
            return default

    def expr(self, path: tuple[str | int, ...], text: Any, key: Key, variables: Mapping[str, str] | None = None,
             told: int | None = None) -> Expr | None:
        """The tree of an expression, or None after telling what is wrong with it."""
        if isinstance(text, int) and not isinstance(text, bool):
            return self._number(path, text, key)
        if not isinstance(text, str):
            return None
        names = self.names
        if told is not None:            # a flag's correction sees its own bit as it was told
            names = replace(names, flags={**names.flags, "told": 64 + told})
        if len(self.problems) > limits.MOST_PROBLEMS:
            return None                 # nobody reads on; what is told is told
        try:
            node = self.parse(text, names, key.level, variables, key.expect)
        except ExpressionError as error:
            for fault in error.faults:
                self.tell(path, fault)
            return None
        self.check_range(path, node, key)
        node = _told(node) if told is not None else node
        self.trees[path] = node
        return node

    def tell(self, path: Path, fault: Spot) -> None:
        """Note a fault of an expression; one inside a define where that stands, and once however often it is used."""
        if not fault.define:
            self.problems.append(Problem(path, fault.text, fault.advice, fault.start, fault.end))
        elif (fault.define, fault.start, fault.text) not in self.in_defines:
            self.in_defines.add((fault.define, fault.start, fault.text))
            place = ("define", fault.define, "is")
            text = fault.text if path == place else Fault("keys.where_used", fault=fault.text, where=entry_name(path))
            self.problems.append(Problem(place, text, fault.advice, fault.start, fault.end))

    def _number(self, path: tuple[str | int, ...], number: int, key: Key) -> Expr | None:
        """A number in place of an expression, or None after telling that it says nothing there."""
        low, high = MEMORY_RANGES.get(key.expect, (0, 0)) if key.expect != v.INT else TYPE_RANGES[v.INT]
        if not low <= number <= high:
            self.bad(path, Fault("keys.outside", number=number, low=low, high=high), Fault("keys.number"))
            return None
        return n.exactly(number)

    def check_range(self, path: tuple[str | int, ...], node: Expr, key: Key) -> None:
        """Tell of an expression beyond the range of its key: a constant, or one whose range must be proven."""
        if key.type != "value" or not key.has_range or node.type != v.INT:
            return
        known = constant(node)
        if isinstance(known, n.Number) or key.strict:
            fault = out_of_range(str(next((step for step in reversed(path) if isinstance(step, str)), "")),
                                 known.low, known.high, key)
            if fault:
                self.bad(path, *fault)

    def play_expr(self, path: Path, text: Any, key: Key, variables: Mapping[str, str],
                  name: Path | None = None) -> Expr | None:
        """The tree of an expression of play, kept under `name` or its path; an event's facts are in the frame."""
        node = self.expr(path, text, key, variables)
        if node is None:
            return None
        node = constant(with_slots(node, variables) if variables else node)
        self.play[path if name is None else name] = node
        return node


def with_slots(node: Expr, variables: Mapping[str, str]) -> Expr:
    """The tree with reads of the frame in place of the variables of an event."""
    if isinstance(node, n.Variable):
        if node.name not in EVENT_FIELDS or node.name not in variables:
            return node
        bounds = {v.SEAT: (-1, 3), v.TILE: (-1, 41), v.BOOL: (0, 1)}.get(node.type, node.bounds)
        return n.Slot(Place(EVENT_FIELDS[node.name]), type=node.type, bounds=bounds, span=node.span)
    if isinstance(node, n.Loop) and node.variable in variables:
        inner = {name: kind for name, kind in variables.items() if name != node.variable}
        return looped(node, with_slots(node.body, inner), with_slots(node.condition, inner),
                      tuple(with_slots(part, variables) for part in node.given))
    return rebuilt(node, lambda part: with_slots(part, variables))


def constant(node: Expr) -> Expr:
    """A tree that reads nothing as the constant it is; any other as it stands."""
    if isinstance(node, n.Number | n.Text) or not all(map(_is_pure, parts_of(node))):
        return node
    value = int(function(node)(Env(Frame.zeros(), Catalogue((), (), (), ()))))
    return n.exactly(value, node.type, node.span)


def _is_pure(node: Expr) -> bool:
    """Whether a node is worked out from its parts alone, by an operation that needs nothing of the table."""
    match node:
        case n.Number() | n.Text() | n.Negative() | n.Arithmetic() | n.Compare() | n.And() | n.Or() | n.Not() \
                | n.Among() | n.If() | n.Defined() | n.Table():
            return True
        case n.Variable() | n.Slot() | n.Waits() | n.Flag() | n.Told() | n.Has() | n.Times() | n.AnyFan() | n.At() \
                | n.Grid() | n.Paid() | n.Property() | n.Call() | n.Loop():
            return False
        case _:
            assert_never(node)


def _told(node: Expr) -> Expr:
    """The tree with the reserved flag bits turned into reads of what was told."""
    if isinstance(node, n.Flag) and node.bit >= 64:
        return n.Told(node.bit - 64, span=node.span)
    return rebuilt(node, _told)
