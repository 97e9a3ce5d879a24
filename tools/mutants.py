"""Rulebooks with one rule flipped: what a mutation test changes, and how.

Candidates come from the merged tables before options act, so a mutant lives under every option.  Only what a scored
hand can show is flipped here: names, texts and examples are not, and what a table in play needs (phases, claims, walls,
memory updates) is in tools/play_mutants.py.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from quepu.rulebook.file.load import Table, number_range
from quepu.rulebook.file.options import option_text

#: sections a scored hand depends on; an option that changes or is read by none of them cannot show
SCORING = ("tiles", "sets", "pairs", "shape", "define", "flag", "tally", "score", "win", "pay", "adjust", "liability",
           "fan", "wild")
#: the keys of each section that hold expressions
EXPRESSIONS = {"sets": ("when",), "pairs": ("when",), "shape": ("when",), "define": ("is",), "flag": ("holds",),
               "tally": ("becomes",), "memory": ("hand",), "fan": ("when", "count", "value"), "win": ("when",),
               "score": ("total", "counts", "minimum", "cap"), "pay": ("when", "amount"),
               "adjust": ("when", "amount"), "liability": ("when", "payer", "amount")}
_COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In}

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of a rulebook: where, what kind, from what to what; None takes the key away."""

    book: str
    kind: str
    path: Path
    old: Any
    new: Any

    def __str__(self) -> str:
        return f"{self.book} {self.kind}: {'.'.join(map(str, self.path))}: {self.old!r} -> {self.new!r}"

    @property
    def subject(self) -> str:
        """The id of the fan it changes, if it is one."""
        return str(self.path[1]) if self.path[0] == "fan" else ""

    def applied(self, tables: Table) -> Table:
        """The tables with this change."""
        changed = deepcopy(tables)
        place: Any = changed
        for step in self.path[:-1]:
            place = place.setdefault(step, {}) if isinstance(place, dict) else place[step]
        if self.new is None:
            del place[self.path[-1]]
        else:
            place[self.path[-1]] = self.new
        return changed


def candidates(book: str, tables: Table, together: set[tuple[str, str]]) -> list[Mutant]:
    """Every mutant of a rulebook; `together` holds pairs of fans that some hand counts side by side."""
    found: list[Mutant] = []

    def add(kind: str, path: Path, old: Any, new: Any) -> None:
        found.append(Mutant(book, kind, path, old, new))

    for fan, table in _living(tables, "fan"):
        _fan(add, fan, table, tables)
    for first, second in sorted(together):          # what counts only beside nothing else drops nothing, nor is dropped
        if "fallback" in tables["fan"][first] or "fallback" in tables["fan"][second]:
            continue
        drops = tables["fan"][first].get("drops", [])
        if second not in drops:
            add("drop added", ("fan", first, "drops"), drops, [*drops, second])
    for shape, table in _living(tables, "shape"):
        if table.get("enabled", True):              # else an option brings it
            add("shape removed", ("shape", shape, "enabled"), True, False)
    for name, _table in _living(tables, "win"):
        add("win condition removed", ("win", name, "enabled"), True, False)
    for section in ("adjust", "liability", "pay"):
        for index, row in _rows(tables, section):
            add(f"{section} removed", (section, index, "enabled"), True, False)
            if "amount" in row:
                # doubled, not one more: what all pay to all cancels out
                add(f"{section} amount", (section, index, "amount"), row["amount"], f"2 * ({row['amount']})")
    for key in ("minimum", "cap"):
        if key in tables["score"]:
            add(key, ("score", key), tables["score"][key], f"({tables['score'][key]}) + 1")
    for option, table in _living(tables, "option"):
        _option(add, option, table, tables)
    for path, text in _expressions(tables):
        for kind, new in _flips(text):
            add(f"{path[0]} {kind}" if path[0] != "fan" else kind, path, text, new)
    return found


def chosen(mutants: list[Mutant], each: int, seed: str) -> list[Mutant]:
    """At most `each` of every kind, drawn by `seed`, in an order that mixes the kinds."""
    rng = Random(seed)
    by_kind: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_kind.setdefault(mutant.kind, []).append(mutant)
    rows = [rng.sample(group, min(each, len(group))) for group in by_kind.values()]
    return [row[turn] for turn in range(each) for row in rows if turn < len(row)]


Add = Callable[[str, Path, Any, Any], None]


def _fan(add: Add, fan: str, table: Mapping[str, Any], tables: Table) -> None:
    """Mutants of one fan apart from its expressions."""
    add("value", ("fan", fan, "value"), table.get("value"), f"({table.get('value', 1)}) + 1")
    drops = table.get("drops", [])
    for index, drop in enumerate(drops):
        if tables["fan"].get(drop.partition("@")[0].partition("*")[0], {}).get("enabled", True):
            add("drop removed", ("fan", fan, "drops"), drops, drops[:index] + drops[index + 1:])
    for key in ("most", "fallback", "group"):
        if key in table:
            add(f"{key} removed", ("fan", fan, key), table[key], None)
    if table.get("uses_sets"):
        add("uses_sets off", ("fan", fan, "uses_sets"), True, False)
    if table.get("tally", "points") != "points":
        add("tally", ("fan", fan, "tally"), table["tally"], "points")


def _option(add: Add, option: str, table: Mapping[str, Any], tables: Table) -> None:
    """Another default, if a scored hand can show it."""
    choices = table.get("choice", {})
    patches = any(section in SCORING or section == "option" for patch in choices.values() for section in patch)
    read = any(f"options.{option}" in text for _path, text in _expressions(tables))
    if not patches and not read:
        return
    default = table["default"]
    if table["type"] == "bool":
        add("option default", ("option", option, "default"), default, not default)
    elif table["type"] == "int":
        low, high = number_range(table.get("choices"))
        other = default + 1 if default < high else max(low, default - 1)
        add("option default", ("option", option, "default"), default, other)
    else:
        for choice in table.get("choices", []):
            if option_text(choice) != option_text(default):
                add("option default", ("option", option, "default"), default, choice)


def _living(tables: Table, section: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Tables of a family that are in force, or that an option brings into force."""
    options = [option for option in tables.get("option", {}).values() if option.get("enabled", True)]
    brought = {name for option in options for patch in option.get("choice", {}).values()
               for name, change in patch.get(section, {}).items() if isinstance(change, dict) and change.get("enabled")}
    if section == "fan":
        brought |= {name for option in options if option.get("type") == "fans" for name in option.get("choices", ())}
    for name, table in tables.get(section, {}).items():
        if table.get("enabled", True) or name in brought:
            yield name, table


def _rows(tables: Table, section: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for index, row in enumerate(tables.get(section, [])):
        if row.get("enabled", True) and row["on"] != "false_win":
            yield index, row


def _expressions(tables: Table) -> Iterator[tuple[Path, str]]:
    """Every expression that scoring uses, and where it stands."""
    for section, keys in EXPRESSIONS.items():
        if isinstance(tables.get(section), list):
            places: list[tuple[Path, Mapping[str, Any]]] = [
                ((section, index), row) for index, row in _rows(tables, section)]
        elif section == "score":
            places = [((section,), tables[section])]
        else:
            places = [((section, name), table) for name, table in _living(tables, section)]
        for path, table in places:
            for key in keys:
                if isinstance(table.get(key), str):
                    yield (*path, key), table[key]


def _flips(text: str) -> Iterator[tuple[str, str]]:
    """(kind, changed text) for everything in an expression that can be flipped."""
    size = sum(1 for _node in ast.walk(ast.parse(text, mode="eval")))
    for index in range(size):
        tree = ast.parse(text, mode="eval")
        node = list(ast.walk(tree))[index]
        kind = _flip(node)
        if kind:
            yield kind, ast.unparse(tree)


def _flip(node: ast.AST) -> str:
    """The kind of change made to a node in place; empty if there is nothing to flip."""
    if isinstance(node, ast.Compare):
        node.ops[-1] = _COMPARE[type(node.ops[-1])]()
        return "comparison"
    if isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return "and/or"
    if isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
        return "number"
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        return "sign"
    if isinstance(node, ast.IfExp):
        node.body, node.orelse = node.orelse, node.body
        return "if/else"
    return ""
