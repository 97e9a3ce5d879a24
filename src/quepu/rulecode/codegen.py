"""Generated code: a rulebook's expressions as syntax trees over a frame, ready for the compiler.

What depends on the kind of a tile, set or pair alone is worked out now and becomes a constant mask; what is left reads
the frame.  Every loop that stays becomes a small function of its own, so that compiling stays quick.
"""

import ast
from collections.abc import Sequence
from typing import assert_never

from quepu import tiles
from quepu.compiler.quote import both, either, expression, field_of, joined, named, number, statements
from quepu.engine.layout.frame import WORD_BITS
from quepu.rulebook.file.limits import LARGEST_TOTAL
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.operations import (
    SET_FLAGS,
    Operated,
    Operation,
    holds_tile,
    operation_of,
    read_list,
    read_table,
)
from quepu.rulebook.language.ranges import SEATS, index_of, index_range, is_wide, proven
from quepu.rulebook.language.vocabulary import BOOL, PAIR, SEAT, SET, TILE
from quepu.rulebook.language.walk import bare
from quepu.rulecode.code_parts import WORDS, Scope, holds_bit, is_cheap, is_simple, read_of
from quepu.rulecode.folding import fold, free_variables, only_kind, variable_of
from quepu.rulecode.loops import Loops
from quepu.rulecode.meanings import meaning_of

_KINDS = (0, tiles.KIND_COUNT - 1)


class Code(Loops):
    """Makes the functions of one rulebook."""

    __slots__ = ()

    # -- expressions --
    def emit(self, node: Expr, scope: Scope) -> ast.expr:
        """The expression as a tree."""
        if node.type == BOOL and not isinstance(node, n.Number | n.Variable | n.Defined):
            folded = self._folded(node, scope)
            if folded is not None:
                return folded
        match node:
            case n.Number(value=value):
                return number(value)
            case n.Text():
                raise TypeError("a text has no place in generated code")
            case n.Variable(name=name):
                return scope.tree(name)
            case n.Slot(place=place):
                return self.as_promised(node, read_of(place))
            case n.Waits(place=place):
                return read_of(place)
            case n.Flag(bit=bit):
                return expression("(f.flags >> _bit) & 1 != 0", bit=bit)
            case n.Told(bit=bit):
                return expression("(f.told >> _bit) & 1 != 0", bit=bit)
            case n.Has(fan=fan):
                return self.present(fan, scope)
            case n.Times(fan=fan):
                return expression("times_of(f, _fan) if _present else 0", fan=fan, present=self.present(fan, scope))
            case n.AnyFan(fans=fans):
                return self._any_fan(fans, scope)
            case n.At() | n.Grid():
                return self.as_promised(node, self._operation(node, scope))
            case n.Negative() | n.Arithmetic() | n.Compare() | n.Among() | n.Table() | n.Call():
                return self._operation(node, scope)
            case n.Property():
                return self._property(node, scope)
            case n.Paid():
                return self._paid(node, scope)
            case n.And(parts=parts):
                return self._both(parts, scope)
            case n.Or(parts=parts):
                return self._either(parts, scope)
            case n.Not(of=of):
                return expression("not _holds", holds=self.truth(of, scope))
            case n.If():
                return self._choose(node, scope)
            case n.Defined(body=body):
                return self.emit(body, scope)
            case n.Loop():
                return self._loop(node, scope)
            case _:
                assert_never(node)

    def _paid(self, node: n.Paid, scope: Scope) -> ast.expr:
        """What was paid; only functions of play know the ledger."""
        raise TypeError("a score knows no ledger")

    def _folded(self, node: Expr, scope: Scope) -> ast.expr | None:
        """A condition on the kind of one variable as a test of a constant mask."""
        free = free_variables(node)
        if len(free) != 1:
            return None
        variable, kind = next(iter(free.items()))
        if kind not in (TILE, SET, PAIR) or variable not in scope:
            return None
        if kind == TILE and not proven(variable_of(node, variable), *_KINDS):
            return None                 # it may be none, of which a mask says nothing
        mask = fold(self.model, node, variable, kind)
        if mask is None:
            return None
        return holds_bit(mask, self.kind_tree(variable, kind, scope))

    def kind_tree(self, variable: str, kind: str, scope: Scope) -> ast.expr:
        """The kind of a variable."""
        tree = scope.tree(variable)
        if kind == SET and scope.kept(variable) == "place":
            return expression("f.sets[_place].kind", place=tree)
        if kind == PAIR and scope.kept(variable) == "place":
            return expression("f.pairs[_place].kind", place=tree)
        return tree

    def mask_of(self, node: Expr, variable: str, kind: str, scope: Scope) -> ast.expr | None:
        """The kinds of one variable for which a condition holds, as a mask, if that can be told at once.

        Beside what folds, a property of the kind may be compared with anything that does not depend on the variable.
        """
        mask = fold(self.model, node, variable, kind)
        if mask is not None:
            return number(mask)
        if isinstance(node, n.Defined):
            return self.mask_of(node.body, variable, kind, scope)
        if isinstance(node, n.And):
            parts = [part for one in node.parts if (part := self.mask_of(one, variable, kind, scope)) is not None]
            return joined("_left & _right", parts) if len(parts) == len(node.parts) else None
        if not isinstance(node, n.Compare) or node.sign != "==":
            return None
        for inner, outer in ((node.left, node.right), (node.right, node.left)):
            if only_kind(inner, variable, kind) and not free_variables(outer) and 0 <= outer.low <= outer.high < 64:
                values = self.values_of(inner, variable, kind)
                masks = [sum(1 << place for place, value in enumerate(values) if value == wanted)
                         for wanted in range(outer.high + 1)]
                return self.listed(masks, outer, scope)
        return None

    def listed(self, values: Sequence[int], by: Expr, scope: Scope) -> ast.expr:
        """A number of a list, 0 outside of it."""
        given = {"first": number(0), "last": number(len(values) - 1), "numbers": self.constant(values),
                 "index": self.whole(by, scope)}
        return self.apply(read_list, given, {"index": index_range(by)})

    def as_promised(self, node: n.Slot | n.At | n.Grid, tree: ast.expr) -> ast.expr:
        """A read of the frame as a yes or no, or as a number inside the node's bounds."""
        if node.type == BOOL:
            return expression("_read != 0", read=tree)
        return between(node.low, tree, node.high) if is_wide(node) else tree

    def present(self, fan: int, scope: Scope) -> ast.expr:
        """Whether a fan is among those present."""
        return expression("(_word >> _bit) & 1 != 0", word=word_of(fan, scope), bit=fan % WORD_BITS)

    def _any_fan(self, fans: Sequence[int], scope: Scope) -> ast.expr:
        masks: dict[int, int] = {}
        for fan in fans:
            masks[fan // WORD_BITS] = masks.get(fan // WORD_BITS, 0) | 1 << fan % WORD_BITS
        return either([expression("_word & _mask != 0", word=word_of(word * WORD_BITS, scope), mask=mask)
                       for word, mask in masks.items()])

    # -- operations --
    def _operation(self, node: Operated, scope: Scope) -> ast.expr:
        """An operation on what its arguments give, made from its meaning."""
        operation = operation_of(node)
        trees = [self.whole(part, scope) for part in node.parts]
        match operation.name:           # on any number of arguments
            case "max":
                return expression("max(_all)", all=trees)
            case "min":
                return expression("min(_all)", all=trees)
            case "distinct":
                return self._distinct(trees)
        if operation.takes == (TILE,) and set(operation.reads) <= {"flower_owner"}:
            return self._by_kind(operation, node.parts[0], trees[0])
        parameters = meaning_of(operation.meaning).parameters
        count = len(operation.reads)
        given = dict(zip(parameters, self._reads(operation, node), strict=False))
        given.update(zip(parameters[count:], trees, strict=True))
        ranges = {name: index_range(part) for name, part in zip(parameters[count:], node.parts, strict=True)
                  if part.type in (TILE, SEAT) or isinstance(node, n.At)}
        found = self.apply(operation.meaning, given, ranges)
        return condition(found) if operation.gives == BOOL else found

    def _reads(self, operation: Operation, node: Operated) -> list[ast.expr]:
        """What an operation reads beside its arguments."""
        match node:
            case n.At(place=place, indexes=(_row, _column)):
                return [number(place.at), number(SEATS), field_of("f", place.field)]
            case n.At(place=place, indexes=indexes):
                return [number(place.at), *map(number, index_of(indexes[0].type)), field_of("f", place.field)]
            case n.Grid(place=place):
                return [field_of("f", place.field)]
            case n.Table(numbers=numbers):
                return [number(operation.nothing), self.constant(numbers)]
            case n.Negative() | n.Arithmetic() | n.Compare() | n.Among() | n.Property() | n.Call():
                return [field_of("f", word) for word in operation.reads]
            case _:
                assert_never(node)

    def _by_kind(self, operation: Operation, of: Expr, tile: ast.expr) -> ast.expr:
        """What depends on the kind of a tile alone, worked out now: a bit of a mask, or a number of a list."""
        known = (self.model.flower_owner,) if operation.reads else ()
        values = [int(operation.meaning(*known, kind)) for kind in range(tiles.KIND_COUNT)]
        ranges = {"tile": index_range(of)}
        if operation.gives == BOOL:
            mask = number(sum(1 << kind for kind, value in enumerate(values) if value))
            return condition(self.apply(holds_tile, {"kinds": mask, "tile": tile}, ranges))
        given = {"nothing": number(int(operation.meaning(*known, -1))), "numbers": self.constant(values), "tile": tile}
        return self.apply(read_table, given, ranges)

    def _distinct(self, trees: list[ast.expr]) -> ast.expr:
        """Each compared with each."""
        def compared(each: list[ast.expr]) -> ast.expr:
            return both([expression("_a != _b", a=a, b=b) for place, a in enumerate(each) for b in each[place + 1:]])
        if all(map(is_simple, trees)):
            return compared(trees)
        own = [f"i_{place}" for place in range(len(trees))]
        distinct = self.add("distinct", own, statements("return _all", all=compared(list(map(named, own)))))
        return expression("_distinct(_args) != 0", distinct=distinct, args=trees)

    # -- forms --
    def _both(self, parts: Sequence[Expr], scope: Scope) -> ast.expr:
        cheap, rest = self._parted(parts, scope)
        return both(([joined("_left & _right", cheap)] if cheap else []) + rest)

    def _either(self, parts: Sequence[Expr], scope: Scope) -> ast.expr:
        cheap, rest = self._parted(parts, scope)
        return either(([joined("_left | _right", cheap)] if cheap else []) + rest)

    def _parted(self, parts: Sequence[Expr], scope: Scope) -> tuple[list[ast.expr], list[ast.expr]]:
        """Parts that are joined without branches, as they are cheap, and the rest from the first that is not.

        A branch guessed wrong costs more than a test.
        """
        cheap: list[ast.expr] = []
        rest: list[ast.expr] = []
        for part in parts:
            tree = self.truth(part, scope)
            (rest if rest or not is_cheap(tree) else cheap).append(tree)
        return cheap, rest

    def truth(self, node: Expr, scope: Scope) -> ast.expr:
        """A condition as a yes or no."""
        tree = self.emit(node, scope)
        return tree if node.type == BOOL and not isinstance(node, n.Number) else expression("_value != 0", value=tree)

    def whole(self, node: Expr, scope: Scope) -> ast.expr:
        """A value as a number; a yes counts 1."""
        tree = self.emit(node, scope)
        is_yes = node.type == BOOL and not isinstance(node, n.Number)
        return expression("1 if _holds else 0", holds=tree) if is_yes else tree

    def _choose(self, node: n.If, scope: Scope) -> ast.expr:
        kept = self.truth if node.type == BOOL else self.whole
        yes = kept(node.yes, scope)
        return expression("_yes if _test else _no", yes=yes, test=self.truth(node.test, scope),
                          no=kept(node.no, scope))

    def _property(self, node: n.Property, scope: Scope) -> ast.expr:
        of, name = bare(node.of), node.name
        if of.type not in (SET, PAIR):
            return self._operation(node, scope)
        assert isinstance(of, n.Variable)       # sets and pairs are spoken of by name alone
        place = scope.tree(of.name)
        block = expression("f.sets[_place]" if of.type == SET else "f.pairs[_place]", place=place)
        if name in SET_FLAGS:
            return expression("_block.flags & _flag != 0", block=block, flag=SET_FLAGS[name])
        if name == "wilds":
            return expression("_block.wilds", block=block)
        table = self.constant(self.values_of(node, of.name, of.type))
        return expression("_table[_kind]", table=table, kind=self.kind_tree(of.name, of.type, scope))


def between(low: int, tree: ast.expr, high: int) -> ast.expr:
    """A number taken to the nearer of two bounds."""
    return expression("min(_high, max(_low, _number))", high=high, low=low, number=tree)


def clipped(tree: ast.expr, node: Expr, most: int = LARGEST_TOTAL) -> ast.expr:
    """A number cut off at plus or minus `most`, if its bounds do not show that it need not be."""
    if -most <= node.low <= node.high <= most:
        return tree
    return expression("max(_least, min(_most, _number))", least=-most, most=most, number=tree)


def condition(tree: ast.expr) -> ast.expr:
    """A yes or no as one: a call gives a number, which is compared."""
    return expression("_value != 0", value=tree) if isinstance(tree, ast.Call) else tree


def word_of(fan: int, scope: Scope) -> ast.expr:
    """The word that holds whether a fan is present: of the frame, or where it is kept meanwhile."""
    word = fan // WORD_BITS
    return named(WORDS[word]) if scope.has_words else expression("f.present[_word]", word=word)
