"""Generated code: a rulebook's expressions as syntax trees over a frame, ready for the compiler.

What depends on the kind of a tile, set or pair alone is worked out now and becomes a constant mask; what is left reads
the frame.  Every loop that stays becomes a small function of its own, so that compiling stays quick.
"""

import ast
from collections.abc import Sequence

from quepu import tiles
from quepu.compiler.quote import both, either, expression, field_of, joined, named, number, statements
from quepu.engine.layout.frame import WORD_BITS
from quepu.rulebook.file.limits import LARGEST_TOTAL
from quepu.rulebook.language.checker import bare
from quepu.rulebook.language.node import Node
from quepu.rulebook.language.operations import (
    SET_FLAGS,
    Operation,
    holds_tile,
    operation_of,
    read_list,
    read_table,
)
from quepu.rulebook.language.ranges import SEATS, index_of, index_range, is_wide, proven
from quepu.rulebook.language.vocabulary import BOOL, PAIR, SEAT, SET, TILE
from quepu.rulecode.code_parts import WORDS, Scope, holds_bit, is_cheap, is_simple, read_of
from quepu.rulecode.folding import counts_seats, fold, free_variables, only_kind, variable_of
from quepu.rulecode.loops import Loops
from quepu.rulecode.meanings import meaning_of

_KINDS = (0, tiles.KIND_COUNT - 1)


class Code(Loops):
    """Makes the functions of one rulebook."""

    __slots__ = ()

    # -- expressions --
    def emit(self, node: Node, scope: Scope) -> ast.expr:
        """The expression as a tree."""
        op = node.op
        if node.type == BOOL and op not in ("const", "var", "define"):
            folded = self._folded(node, scope)
            if folded is not None:
                return folded
        method = getattr(self, "_" + _NAMES.get(op, op))
        tree: ast.expr = method(node, scope)
        return tree

    def _folded(self, node: Node, scope: Scope) -> ast.expr | None:
        """A condition on the kind of one variable as a test of a constant mask."""
        free = free_variables(node)
        if len(free) != 1 or counts_seats(node):        # how many seats there are is known at the table only
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

    def mask_of(self, node: Node, variable: str, kind: str, scope: Scope) -> ast.expr | None:
        """The kinds of one variable for which a condition holds, as a mask, if that can be told at once.

        Beside what folds, a property of the kind may be compared with anything that does not depend on the variable.
        """
        mask = fold(self.model, node, variable, kind)
        if mask is not None:
            return number(mask)
        if node.op == "define":
            return self.mask_of(node.args[0], variable, kind, scope)
        if node.op == "and":
            parts = [part for arg in node.args if (part := self.mask_of(arg, variable, kind, scope)) is not None]
            return joined("_left & _right", parts) if len(parts) == len(node.args) else None
        if node.op != "==":
            return None
        for inner, outer in (node.args, node.args[::-1]):
            if only_kind(inner, variable, kind) and not free_variables(outer) and 0 <= outer.low <= outer.high < 64:
                values = self.values_of(inner, variable, kind)
                masks = [sum(1 << place for place, value in enumerate(values) if value == wanted)
                         for wanted in range(outer.high + 1)]
                return self.listed(masks, outer, scope)
        return None

    def listed(self, values: Sequence[int], by: Node, scope: Scope) -> ast.expr:
        """A number of a list, 0 outside of it."""
        given = {"first": number(0), "last": number(len(values) - 1), "numbers": self.constant(values),
                 "index": self.whole(by, scope)}
        return self.apply(read_list, given, {"index": index_range(by)})

    def _const(self, node: Node, scope: Scope) -> ast.expr:
        return number(node.number)

    def _slot(self, node: Node, scope: Scope) -> ast.expr:
        return self.as_promised(node, read_of(node.place))

    def as_promised(self, node: Node, tree: ast.expr) -> ast.expr:
        """A read of the frame as a yes or no, or as a number inside the node's bounds."""
        if node.type == BOOL:
            return expression("_read != 0", read=tree)
        return between(node.low, tree, node.high) if is_wide(node) else tree

    def _times(self, node: Node, scope: Scope) -> ast.expr:
        fan = node.number
        return expression("times_of(f, _fan) if _present else 0", fan=fan, present=self.present(fan, scope))

    def present(self, fan: int, scope: Scope) -> ast.expr:
        """Whether a fan is among those present."""
        return expression("(_word >> _bit) & 1 != 0", word=word_of(fan, scope), bit=fan % WORD_BITS)

    def _has(self, node: Node, scope: Scope) -> ast.expr:
        return self.present(node.number, scope)

    def _any_fan(self, node: Node, scope: Scope) -> ast.expr:
        masks: dict[int, int] = {}
        for fan in node.numbers:
            masks[fan // WORD_BITS] = masks.get(fan // WORD_BITS, 0) | 1 << fan % WORD_BITS
        return either([expression("_word & _mask != 0", word=word_of(word * WORD_BITS, scope), mask=mask)
                       for word, mask in masks.items()])

    def _waits(self, node: Node, scope: Scope) -> ast.expr:
        return read_of(node.place)

    def _flag(self, node: Node, scope: Scope) -> ast.expr:
        return expression("(f.flags >> _bit) & 1 != 0", bit=node.number)

    def _told(self, node: Node, scope: Scope) -> ast.expr:
        return expression("(f.told >> _bit) & 1 != 0", bit=node.number)

    def _var(self, node: Node, scope: Scope) -> ast.expr:
        return scope.tree(node.word)

    def _define(self, node: Node, scope: Scope) -> ast.expr:
        return self.emit(node.args[0], scope)

    # -- operations --
    def _operation(self, node: Node, scope: Scope) -> ast.expr:
        """An operation on what its arguments give, made from its meaning."""
        operation = operation_of(node)
        trees = [self.whole(arg, scope) for arg in node.args]
        if operation.name in _FORMS:
            return getattr(self, _FORMS[operation.name])(trees)         # type: ignore[no-any-return]
        if operation.takes == (TILE,) and set(operation.reads) <= {"flower_owner"}:
            return self._by_kind(operation, node.args[0], trees[0])
        parameters = meaning_of(operation.meaning).parameters
        count = len(operation.reads)
        given = {name: self._read(word, node) for name, word in zip(parameters, operation.reads, strict=False)}
        given.update(zip(parameters[count:], trees, strict=True))
        ranges = {name: index_range(arg) for name, arg in zip(parameters[count:], node.args, strict=True)
                  if arg.type in (TILE, SEAT) or node.op == "at"}
        found = self.apply(operation.meaning, given, ranges)
        return condition(found) if operation.gives == BOOL else found

    def _read(self, word: str, node: Node) -> ast.expr:
        """What an operation reads beside its arguments."""
        match word:
            case "list" | "grid":
                return field_of("f", node.place.field)
            case "base":
                return number(node.place.at)
            case "first" | "last":
                return number(index_of(node.args[0].type)[word == "last"])
            case "width":
                return number(SEATS)
            case "numbers":
                return self.constant(node.numbers)
            case "nothing":
                return number(operation_of(node).nothing)
        return field_of("f", word)

    def _by_kind(self, operation: Operation, of: Node, tile: ast.expr) -> ast.expr:
        """What depends on the kind of a tile alone, worked out now: a bit of a mask, or a number of a list."""
        known = (self.model.flower_owner,) if operation.reads else ()
        values = [int(operation.meaning(*known, kind)) for kind in range(tiles.KIND_COUNT)]
        ranges = {"tile": index_range(of)}
        if operation.gives == BOOL:
            mask = number(sum(1 << kind for kind, value in enumerate(values) if value))
            return condition(self.apply(holds_tile, {"kinds": mask, "tile": tile}, ranges))
        given = {"nothing": number(int(operation.meaning(*known, -1))), "numbers": self.constant(values), "tile": tile}
        return self.apply(read_table, given, ranges)

    def _largest(self, trees: list[ast.expr]) -> ast.expr:
        return expression("max(_all)", all=trees)

    def _smallest(self, trees: list[ast.expr]) -> ast.expr:
        return expression("min(_all)", all=trees)

    def _distinct(self, trees: list[ast.expr]) -> ast.expr:
        """Each compared with each."""
        def compared(each: list[ast.expr]) -> ast.expr:
            return both([expression("_a != _b", a=a, b=b) for place, a in enumerate(each) for b in each[place + 1:]])
        if all(map(is_simple, trees)):
            return compared(trees)
        own = [f"i_{place}" for place in range(len(trees))]
        distinct = self.add("distinct", own, statements("return _all", all=compared(list(map(named, own)))))
        return expression("_distinct(_args) != 0", distinct=distinct, args=trees)

    def _lookup(self, node: Node, scope: Scope) -> ast.expr:
        return self.as_promised(node, self._operation(node, scope))

    # -- forms --
    def _both(self, node: Node, scope: Scope) -> ast.expr:
        cheap, rest = self._parted(node, scope)
        return both(([joined("_left & _right", cheap)] if cheap else []) + rest)

    def _either(self, node: Node, scope: Scope) -> ast.expr:
        cheap, rest = self._parted(node, scope)
        return either(([joined("_left | _right", cheap)] if cheap else []) + rest)

    def _parted(self, node: Node, scope: Scope) -> tuple[list[ast.expr], list[ast.expr]]:
        """Parts that are joined without branches, as they are cheap, and the rest from the first that is not.

        A branch guessed wrong costs more than a test.
        """
        cheap: list[ast.expr] = []
        rest: list[ast.expr] = []
        for arg in node.args:
            tree = self.truth(arg, scope)
            (rest if rest or not is_cheap(tree) else cheap).append(tree)
        return cheap, rest

    def truth(self, node: Node, scope: Scope) -> ast.expr:
        """A condition as a yes or no."""
        tree = self.emit(node, scope)
        return tree if node.type == BOOL and node.op != "const" else expression("_value != 0", value=tree)

    def whole(self, node: Node, scope: Scope) -> ast.expr:
        """A value as a number; a yes counts 1."""
        tree = self.emit(node, scope)
        return expression("1 if _holds else 0", holds=tree) if node.type == BOOL and node.op != "const" else tree

    def _no(self, node: Node, scope: Scope) -> ast.expr:
        return expression("not _holds", holds=self.truth(node.args[0], scope))

    def _choose(self, node: Node, scope: Scope) -> ast.expr:
        test, yes, no = node.args
        kept = self.truth if node.type == BOOL else self.whole
        yes_tree = kept(yes, scope)
        return expression("_yes if _test else _no", yes=yes_tree, test=self.truth(test, scope), no=kept(no, scope))

    def _prop(self, node: Node, scope: Scope) -> ast.expr:
        of, name = bare(node.args[0]), node.word
        if of.type not in (SET, PAIR):
            return self._operation(node, scope)
        place = scope.tree(of.word)
        block = expression("f.sets[_place]" if of.type == SET else "f.pairs[_place]", place=place)
        if name in SET_FLAGS:
            return expression("_block.flags & _flag != 0", block=block, flag=SET_FLAGS[name])
        if name == "wilds":
            return expression("_block.wilds", block=block)
        table = self.constant(self.values_of(node, of.word, of.type))
        return expression("_table[_kind]", table=table, kind=self.kind_tree(of.word, of.type, scope))


_NAMES = {**dict.fromkeys(("+", "-", "*", "//", "%", "neg", "==", "!=", "<", "<=", ">", ">=", "in", "call", "table"),
                          "operation"),
          "and": "both", "or": "either", "not": "no", "if": "choose", "at": "lookup", "grid": "lookup"}
#: operations on any number of arguments
_FORMS = {"max": "_largest", "min": "_smallest", "distinct": "_distinct"}


def between(low: int, tree: ast.expr, high: int) -> ast.expr:
    """A number taken to the nearer of two bounds."""
    return expression("min(_high, max(_low, _number))", high=high, low=low, number=tree)


def clipped(tree: ast.expr, node: Node, most: int = LARGEST_TOTAL) -> ast.expr:
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
