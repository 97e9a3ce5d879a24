"""Expressions of the rulebook language, made by its own grammar and words: sound ones, and wrong ones of every sort."""

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from quepu.rulebook.language import vocabulary as v
from tools.fuzz import pools

_EVENT_VARIABLES = {"owner": v.SEAT, "other": v.SEAT}
_TYPES = (v.INT, v.BOOL, v.TILE, v.SEAT, v.SUIT, v.TILES, v.SET, v.PAIR, v.SHAPE, v.ROW)
_MEMORY_SIZES = {"seat": 1, "player": 1, "pair": 2, "players": 2}


@dataclass
class Names:
    """The names a rulebook gives, as its tables tell them."""

    flags: list[str] = field(default_factory=list)
    fans: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    tallies: list[str] = field(default_factory=list)
    turned: list[str] = field(default_factory=list)
    pay_tags: list[str] = field(default_factory=list)
    memory: list[tuple[str, str, int]] = field(default_factory=list)        # name, type, seats it takes
    options: list[tuple[str, str, list[str]]] = field(default_factory=list)     # name, type, choices
    defines: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)    # name, types of its arguments

    @classmethod
    def of(cls, tables: Mapping[str, Any]) -> "Names":
        """The names of merged tables."""
        def family(name: str) -> dict[str, dict[str, Any]]:
            found = tables.get(name, {})
            return {key: one for key, one in found.items() if isinstance(one, dict)} if isinstance(found, dict) else {}
        fans = family("fan")
        return cls(
            list(family("flag")), list(fans), sorted({tag for fan in fans.values() for tag in fan.get("tags", ())
                                                      if isinstance(tag, str)}),
            list(family("shape")), list(family("tally")), list(family("turned")),
            [row["tag"] for row in tables.get("pay", []) if isinstance(row, dict) and isinstance(row.get("tag"), str)],
            [(name, str(one.get("type", "int")), _MEMORY_SIZES.get(str(one.get("scope")), 0))
             for name, one in family("memory").items()],
            [(name, str(one.get("type")), [str(choice) for choice in one.get("choices", ())]
              if isinstance(one.get("choices"), list) else []) for name, one in family("option").items()],
            [(name, tuple(map(str, one["args"].values())) if isinstance(one.get("args"), dict) else ())
             for name, one in family("define").items()])


class Maker:
    """Makes expressions that may stand at one place of one rulebook; `wrong` is how often a part does not fit."""

    def __init__(self, rng: Random, names: Names, level: str, variables: Mapping[str, str],
                 wrong: float = 0.02) -> None:
        self.rng, self.names, self.level, self.wrong = rng, names, level, wrong
        self.variables = dict(variables)
        self.sees = v.SEES.get(level, v.LEVELS)
        self.loops = 0

    def make(self, kind: str, depth: int = 3) -> str:
        """An expression of a type."""
        rng = self.rng
        if rng.random() < self.wrong:
            return self._odd(depth)
        leaves = self._leaves(kind)
        if depth <= 0 or (leaves and rng.random() < 0.25):
            return rng.choice(leaves) if leaves else self._constant(kind)
        if rng.random() < 0.08:
            return f"({self.make(kind, depth - 1)} if {self.make(v.BOOL, depth - 1)} else {self.make(kind, depth - 1)})"
        makers: dict[str, Callable[[int], str]] = {v.BOOL: self._bool, v.INT: self._int, v.TILE: self._tile,
                                                   v.SEAT: self._seat, v.SUIT: self._suit, v.TILES: self._tiles}
        return makers[kind](depth) if kind in makers else rng.choice(leaves) if leaves else self._constant(kind)

    # -- leaves --
    def _constant(self, kind: str) -> str:
        rng = self.rng
        if kind == v.INT:
            return str(pools.number(rng)) if rng.random() < 0.5 else str(rng.randint(0, 10))
        if kind == v.BOOL:
            return rng.choice(("True", "False"))
        if kind == v.TILE:
            return rng.choice(('"5m"', '"1z"', '"9s"', '"1f"', "none", '"7z"'))
        if kind == v.SEAT:
            return rng.choice(('"E"', '"S"', '"W"', '"N"', "nobody"))
        if kind == v.SUIT:
            return rng.choice(('"m"', '"p"', '"s"'))
        if kind == v.TILES:
            return repr(pools.tiles(rng) or "1m")
        if kind == v.SHAPE:
            return repr(rng.choice(self.names.shapes or ["standard"]))
        return repr(pools.text(rng))

    def _leaves(self, kind: str) -> list[str]:
        names = self.names
        found = [name for name, of in self.variables.items() if of == kind]
        found += [word.name for word in v.FACTS.values() if word.type == kind and word.level in self.sees]
        found += [f"options.{name}" for name, of, _choices in names.options if of == kind]
        found += [name for name, of, seats in names.memory if of == kind and not seats]
        if kind == v.BOOL:
            found += [*names.flags, "is_dealer"]
        if kind == v.INT and v.SCORE in self.sees:
            found += names.tallies
        if kind == v.TILE:
            found += ["seat_wind", "round_wind"]
        if self.rng.random() < 0.5:
            found += [name for name, args in names.defines if not args]
        return found

    def _odd(self, depth: int) -> str:
        """Something that does not belong here."""
        rng = self.rng
        chance = rng.random()
        if chance < 0.35:
            return self.make(rng.choice(_TYPES), depth - 1)
        if chance < 0.5:
            return repr(pools.text(rng))
        if chance < 0.6:
            return rng.choice([*v.FACTS, *v.FUNCTIONS, *v.ITERABLES, *pools.VARIABLES])
        if chance < 0.7:
            args = ", ".join(self.make(rng.choice(_TYPES), 0) for _ in range(rng.randint(0, 4)))
            return f"{rng.choice(list(v.FUNCTIONS))}({args})"
        if chance < 0.8:
            name = rng.choice(("rank", "low", "next", "amount", "wind", "__class__", "is_out"))
            return f"{self.make(rng.choice(_TYPES), 0)}.{name}"
        return rng.choice((
            "()", "[]", "{}", "lambda: 0", "1.5", "1 / 2", "2 ** 99", "1 << 40", "x := 1", "*tiles", "f'{1}'", "b'1'",
            "...", "None", "not", "1 if 2", "range(0)", "range(10**9)", "options", "options.x", "m[0]", "(1, 2)[0]",
            "0x" + "f" * 30, "9" * 60, "1_000", "0o7", "'a' 'b'", "yield 1", "print()", "x for x in tiles", "a.b.c.d",
            "(" * 60 + "1" + ")" * 60, "-" * 50 + "1", "not " * 50 + "True"))

    # -- types --
    def _bool(self, depth: int) -> str:
        rng, make = self.rng, self.make
        chance = rng.random()
        if chance < 0.28:
            kind = rng.choice((v.INT, v.INT, v.INT, v.TILE, v.SEAT, v.SUIT, v.SHAPE, v.BOOL))
            if kind == v.SHAPE and v.READING not in self.sees:
                kind = v.INT
            sign = rng.choice(("==", "!=", "<", "<=", ">", ">=") if kind == v.INT else ("==", "!="))
            left = make(kind, depth - 1)
            right = make(kind, depth - 1) if rng.random() < 0.6 else self._constant(kind)
            return f"{left} {sign} {right}" if rng.random() < 0.9 else f"{left} <= {right} <= {make(v.INT, 0)}"
        if chance < 0.48:
            return f"({make(v.BOOL, depth - 1)} {rng.choice(('and', 'or'))} {make(v.BOOL, depth - 1)})"
        if chance < 0.55:
            return f"not {make(v.BOOL, depth - 1)}"
        if chance < 0.75:
            return self._loop(rng.choice(("all", "any")), v.BOOL, depth)
        if chance < 0.82:
            kind = rng.choice((v.INT, v.TILE, v.SEAT, v.SUIT))
            return f"distinct({', '.join(make(kind, depth - 2) for _ in range(rng.choice((2, 2, 3, 5))))})"
        if chance < 0.92:
            if rng.random() < 0.5:
                return f"{make(v.TILE, depth - 1)} in {pools.tiles(rng) or '1m'!r}"
            some = ", ".join(make(v.INT, 0) for _ in range(rng.choice((1, 2, 3, 20))))
            return f"{make(v.INT, depth - 1)} {rng.choice(('in', 'not in'))} ({some},)"
        return self._call(v.BOOL, depth)

    def _int(self, depth: int) -> str:
        rng, make = self.rng, self.make
        chance = rng.random()
        if chance < 0.3:
            return f"({make(v.INT, depth - 1)} {rng.choice('+-*')} {make(v.INT, depth - 1)})"
        if chance < 0.4:
            divisor = str(rng.choice((1, 2, 3, 7, 1000, 10**9))) if rng.random() < 0.7 else \
                f"max({rng.choice((1, 1, 0, 2))}, {make(v.INT, depth - 1)})"
            return f"{make(v.INT, depth - 1)} {rng.choice(('//', '%'))} {divisor}"
        if chance < 0.5:
            some = ", ".join(make(v.INT, depth - 1) for _ in range(rng.choice((2, 2, 3))))
            return f"{rng.choice(('max', 'min'))}({some})"
        if chance < 0.7:
            name = rng.choice(("count", "sum", "sum", "max", "min"))
            return self._loop(name, v.INT, depth)
        if chance < 0.77:
            return f"doubled({make(v.INT, depth - 1)}, {make(v.INT, depth - 1)})"
        if chance < 0.82:
            return f"ceil_to({make(v.INT, depth - 1)}, {rng.choice((1, 10, 100, 10**9))})"
        if chance < 0.87:
            return f"{rng.choice(('abs', 'half_up'))}({make(v.INT, depth - 1)})"
        if chance < 0.9:
            return f"-{make(v.INT, depth - 1)}"
        return self._call(v.INT, depth)

    def _tile(self, depth: int) -> str:
        rng = self.rng
        return rng.choice((lambda: f"{self.make(v.TILE, depth - 1)}.next",
                           lambda: f"{self.make(v.TILE, depth - 1)}.prev",
                           lambda: f"{self.make(v.SEAT, depth - 1)}.wind",
                           lambda: self._call(v.TILE, depth), lambda: self._constant(v.TILE)))()

    def _seat(self, depth: int) -> str:
        rng = self.rng
        return rng.choice((lambda: f"next_seat({self.make(v.SEAT, depth - 1)}, {self.make(v.INT, depth - 1)})",
                           lambda: self._call(v.SEAT, depth), lambda: f"{self.make(v.TILE, depth - 1)}.owner",
                           lambda: self._constant(v.SEAT)))()

    def _suit(self, depth: int) -> str:
        return self._call(v.SUIT, depth) if self.rng.random() < 0.3 else f"{self.make(v.TILE, depth - 1)}.suit"

    def _tiles(self, _depth: int) -> str:
        return repr(pools.tiles(self.rng) or "19m")

    def _call(self, kind: str, depth: int) -> str:
        """A word with arguments, a property, a memory of seats or a define of this type."""
        rng, names, make = self.rng, self.names, self.make
        found: list[Callable[[], str]] = []
        for word in v.FUNCTIONS.values():
            if word.type == kind and word.args and word.level in self.sees:
                found.append(lambda word=word: f"{word.name}({', '.join(make(arg, depth - 2) for arg in word.args)})")
        for of, words in v.PROPERTIES.items():
            for word in words.values():
                if word.type == kind and word.level in self.sees and (of in (v.TILE, v.SEAT) or self._leaves(of)):
                    found.append(lambda of=of, word=word: f"{make(of, depth - 2)}.{word.name}")
        for name, of, seats in names.memory:
            if of == kind and seats:
                found.append(lambda name=name, seats=seats:
                             f"{name}[{', '.join(make(v.SEAT, depth - 2) for _ in range(seats))}]")
        for name, args in names.defines:
            if args:
                found.append(lambda name=name, args=args:
                             f"{name}({', '.join(make(arg, depth - 2) for arg in args)})")
        if v.READING in self.sees and names.fans and kind == v.BOOL:
            found.append(lambda: f"has({rng.choice(names.fans)})")
        if v.READING in self.sees and names.fans and kind == v.INT:
            found += [lambda: f"times({rng.choice(names.fans)})", lambda: f"copies({make(v.TILE, depth - 2)})"]
        if kind == v.INT:
            found.append(lambda: f"{rng.choice(('held', 'shown'))}({make(v.TILE, depth - 2)})")
            if v.PAY in self.sees:
                tag = rng.choice(names.pay_tags or ["win"])
                found.append(lambda: f"paid({tag!r}, {make(v.SEAT, depth - 2)}, {make(v.SEAT, depth - 2)})")
        if kind == v.BOOL and names.tags and v.READING in self.sees:
            found.append(lambda: f"any_fan({rng.choice(names.tags)!r})")
        for name, of, choices in names.options:
            if kind == v.BOOL and of == "choice" and choices:
                found.append(lambda name=name, choices=choices: f"options.{name} == {rng.choice(choices)!r}")
        return rng.choice(found)() if found else self._constant(kind)

    def _loop(self, name: str, kind: str, depth: int) -> str:
        """A quantifier over anything one can run over, lists of texts too."""
        rng = self.rng
        if self.loops >= 3 and rng.random() < 0.9:
            return self._constant(kind)
        variable = rng.choice(pools.VARIABLES if rng.random() < 0.7 else tuple(self.variables) or pools.VARIABLES)
        source, of = self._source(depth)
        before = self.variables.get(variable)
        self.variables[variable] = of
        self.loops += 1
        body = variable if name == "count" else self.make(kind, depth - 1)
        condition = f" if {self.make(v.BOOL, depth - 1)}" if name == "count" or rng.random() < 0.3 else ""
        self.loops -= 1
        if before is None:
            del self.variables[variable]
        else:
            self.variables[variable] = before
        return f"{name}({body} for {variable} in {source}{condition})"

    def _source(self, depth: int) -> tuple[str, str]:
        rng, make = self.rng, self.make
        chance = rng.random()
        if chance < 0.6:
            word = rng.choice([word for word in v.ITERABLES.values() if word.level in self.sees and not
                               (word.name == "turned" and not self.names.turned)])
            if word.name == "turned":
                return f"turned({rng.choice(self.names.turned)!r})", word.type
            args = ", ".join(make(arg, depth - 2) for arg in word.args)
            return (f"{word.name}({args})" if word.args else word.name), word.type
        if chance < 0.75:
            of = rng.choice((v.INT, v.INT, v.SEAT, v.TILE))
            return f"({', '.join(make(of, 0) for _ in range(rng.choice((1, 2, 3, 8, 64))))},)", of
        if chance < 0.83:
            return f"range({rng.randint(0, 3)}, {rng.randint(1, 67)})", v.INT
        if chance < 0.93:
            return repr(pools.tiles(rng) or "1m"), v.TILE
        if chance < 0.97:
            return f"permuted({pools.tiles(rng) or '147m258p'!r})", v.TILES
        return f"({pools.text(rng)!r}, {pools.text(rng)!r})", v.TEXT


def mutated(text: str, maker: Maker, kind: str) -> str:
    """The expression with one or two parts changed: put in place of another, wrapped, swapped, taken out."""
    rng = maker.rng
    for _ in range(rng.choice((1, 1, 1, 2))):
        text = _once(text, maker, kind)
    return text


_OPS: tuple[type[ast.AST], ...] = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Div, ast.Pow)
_SIGNS: tuple[type[ast.AST], ...] = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is)


def _once(text: str, maker: Maker, kind: str) -> str:
    rng = maker.rng
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return maker.make(kind)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
    node = rng.choice(nodes)
    chance = rng.random()
    if chance < 0.1:                    # as text: a character too many, too few or another
        place = rng.randrange(len(text) + 1)
        return text[:place] + rng.choice(("", "(", ")", " ", "0", "'", ".", "for", "\\",
                                          ",")) + text[place + rng.randint(0, 1):]
    if chance < 0.4:
        new = _parsed(maker.make(_kind_of(node, kind, rng), rng.choice((0, 1, 1, 2))))
    elif chance < 0.55:
        new = _parsed(ast.unparse(rng.choice(nodes)))       # another part of the same
    elif chance < 0.7 and isinstance(node, ast.BinOp | ast.Compare | ast.BoolOp | ast.Constant):
        new = _changed(node, rng)
    elif chance < 0.8:
        sign, other = rng.choice(("+", "*", "and", "or", "==", "//")), maker.make(rng.choice((v.INT, v.BOOL)), 1)
        new = _parsed(f"({ast.unparse(node)}) {sign} ({other})")
    elif chance < 0.9:
        name = rng.choice(("abs", "not ", "-", "half_up", "min", "max", "doubled"))
        inner = ast.unparse(node)
        new = _parsed(f"{name}({inner})" if name not in ("min", "max", "doubled") else
                      f"{name}({inner}, {maker.make(v.INT, 1)})")
    else:
        return maker.make(kind, rng.choice((2, 3, 4)))
    if new is None:
        return maker.make(kind)
    try:
        return ast.unparse(_Replace(node, new).visit(tree))
    except (RecursionError, ValueError, AttributeError):
        return maker.make(kind)


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _kind_of(node: ast.expr, kind: str, rng: Random) -> str:
    """The type a part seems to have, most often."""
    if rng.random() < 0.1:
        return rng.choice(_TYPES)
    if isinstance(node, ast.Compare | ast.BoolOp) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return v.BOOL
    if isinstance(node, ast.BinOp) or (isinstance(node, ast.Constant) and isinstance(node.value, int)):
        return v.INT
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return rng.choice((v.TILE, v.TILES, v.SEAT, v.SUIT))
    if isinstance(node, ast.Name):
        for words in (v.FACTS, v.FUNCTIONS):
            if node.id in words:
                return words[node.id].type
        return rng.choice((v.TILE, v.SEAT, v.SET, v.INT))
    return kind


def _changed(node: ast.expr, rng: Random) -> ast.expr:
    """The part with another operator or number."""
    if isinstance(node, ast.BinOp):
        return ast.BinOp(node.left, rng.choice(_OPS)(), node.right)     # type: ignore[arg-type]
    if isinstance(node, ast.Compare):
        return ast.Compare(node.left, [rng.choice(_SIGNS)() for _ in node.ops], node.comparators)   # type: ignore[misc]
    if isinstance(node, ast.BoolOp):
        return ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    assert isinstance(node, ast.Constant)
    return ast.Constant(pools.text(rng) if isinstance(node.value, str) and rng.random() < 0.5 else pools.number(rng))


class _Replace(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, old: ast.expr, new: ast.expr) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        """The node, or what stands in its place."""
        return self.new if node is self.old else self.generic_visit(node)
