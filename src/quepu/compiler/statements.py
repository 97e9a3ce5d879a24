"""Statements of a function, written one after the other."""

import ast
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from quepu.compiler.breach import Breach
from quepu.compiler.calls import Calls
from quepu.compiler.hoisting import hoisted
from quepu.compiler.source import Scalar, Several
from quepu.compiler.values import WORD, ArrayValue, RecordValue, RowsValue, SeveralValues, Use, Value, constant

STEPS = 1 << 28             # of one `while`, a few seconds; no loop of a game comes near it


class Statements(Calls):
    """Writes the body of one function."""

    def body(self) -> None:
        """Write the whole function."""
        nodes = self.definition.node.body
        if ast.get_docstring(self.definition.node) is not None:
            nodes = nodes[1:]
        self.statements(nodes)
        if not self.write.block.is_terminated:
            result = self.definition.result
            if result is Scalar.NOTHING:
                self.write.ret_void()
            else:
                kind = self.function.ftype.return_type
                self.write.ret(ir.Constant(kind, [0] * result.count if isinstance(result, Several) else 0))

    def statements(self, nodes: list[ast.stmt]) -> None:
        """Write statements up to the first after which nothing is reached."""
        for node in nodes:
            if self.write.block.is_terminated:
                return
            writer = getattr(self, f"do_{type(node).__name__.lower()}", None)
            if writer is None:
                raise self.refused(node, "this statement is not compiled")
            writer(node)

    def do_pass(self, _node: ast.Pass) -> None:
        """Nothing."""

    def do_expr(self, node: ast.Expr) -> None:
        """A call for what it does."""
        self.value(node.value)

    def do_return(self, node: ast.Return) -> None:
        """The end of the function; a generated one that returns nothing returns 0."""
        result = self.definition.result
        if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
            if result is Scalar.NOTHING:
                self.write.ret_void()
            elif result is Scalar.NUMBER:
                self.write.ret(WORD(0))
            else:
                raise self.refused(node, "the function is annotated to return something else")
            return
        self.write.ret(self.returned(node, self.value(node.value), result))

    # -- setting --
    def do_assign(self, node: ast.Assign) -> None:
        """Variables, places of arrays and fields are set."""
        value = self.value(node.value)              # before the places, as Python does
        for target in node.targets:
            self.put(target, value)

    def do_annassign(self, node: ast.AnnAssign) -> None:
        """A variable is set that tells what it is."""
        if node.value is not None:
            self.put(node.target, self.value(node.value))

    def put(self, target: ast.expr, value: Value) -> None:
        """Set something to a value."""
        if isinstance(target, ast.Tuple):
            if not isinstance(value, SeveralValues) or len(value.values) != len(target.elts):
                raise self.refused(target, f"{len(target.elts)} values are wanted")
            for one, its in zip(target.elts, value.values, strict=True):
                self.put(one, its)
        elif isinstance(value, ArrayValue):
            if not isinstance(target, ast.Name):
                raise self.refused(target, "only a variable can be an array")
            self.put_array(target, target.id, value)
        elif isinstance(value, RecordValue):
            if not isinstance(target, ast.Name):
                raise self.refused(target, "only a variable can be a record")
            self.put_record(target, target.id, value)
        elif isinstance(value, SeveralValues | RowsValue) or isinstance(value.type, ir.VoidType):
            raise self.refused(target, "this takes one number")
        else:
            self.store(target, value, self.place(target))

    def do_augassign(self, node: ast.AugAssign) -> None:
        """A variable, place or field is changed; it is read before the rest is looked at."""
        if isinstance(node.target, ast.Name) and node.target.id not in self.numbers:
            raise self.refused(node, f"{node.target.id} is not known here")
        place = self.place(node.target)
        old = self.load(place)
        self.store(node, self.calculated(node, node.op, old, self.value(node.value)), place)

    # -- ways --
    def do_if(self, node: ast.If) -> None:
        """One way or the other."""
        truth = self.truth(node.test)
        then, other, after = self.block(), self.block(), self.block()
        self.write.cbranch(truth, then, other)
        for block, nodes in ((then, node.body), (other, node.orelse)):
            self.write.position_at_end(block)
            self.statements(nodes)
            self.go_to(after)
        self.write.position_at_end(after)

    def do_while(self, node: ast.While) -> None:
        """As long as something holds, and no longer than a number of steps."""
        if not self.unit.checked or clears_bits(node):
            self.loop(node, lambda: self.truth(node.test), lambda: None)
            return
        left = self.own(WORD)
        self.write.store(WORD(STEPS), left)

        def step() -> None:
            now = self.write.sub(self.write.load(left, typ=WORD), WORD(1))
            self.write.store(now, left)
            self.require(node, Breach.STEPS, self.write.icmp_signed(">", now, WORD(0)))
        self.loop(node, lambda: self.truth(node.test), step)

    def do_for(self, node: ast.For) -> None:
        """Over a range, some values, an array or rows, known before it begins; the variable is free to be changed."""
        if isinstance(node.iter, ast.Name | ast.Attribute):
            self._go_through(node, node.iter, node.target, None)
            return
        listed = None
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=arguments, keywords=[]) if 1 <= len(arguments) <= 3:
                given = [self.number(argument) for argument in arguments]
                first, last = (WORD(0), given[0]) if len(given) == 1 else (given[0], given[1])
                step = given[2] if len(given) == 3 else WORD(1)
            case ast.Tuple(elts=values) if values:
                first, last, step = WORD(0), WORD(len(values)), WORD(1)
                listed = self.own(WORD, len(values))
                for place, value in enumerate([self.number(value) for value in values]):
                    self.write.store(value, self._of_list(listed, WORD(place)))
            case ast.Call(func=ast.Name(id="enumerate"), args=[several], keywords=[]):
                if not isinstance(node.target, ast.Tuple) or len(node.target.elts) != 2:
                    raise self.refused(node, "a number and what it counts are wanted")
                self._go_through(node, several, node.target.elts[1], node.target.elts[0])
                return
            case _:
                raise self.refused(node, "only a range or some numbers in brackets are gone through")
        if constant(step) == 0:
            raise self.refused(node, "a range has steps")
        self._require_steps(node, first, last, step)
        if listed is None and constant(step) == 1:
            self._ask_before(node, first, last)
        counter = self.own(WORD)
        self.write.store(first, counter)

        def advance() -> None:
            now = self.write.load(counter, typ=WORD)
            value = self.write.load(self._of_list(listed, now), typ=WORD) if listed else now
            self.put(node.target, value)
            one = constant(step) in (1, -1)         # the counter was short of the last
            self.write.store(self.write.add(now, step, flags=("nsw",) if one else ()), counter)
        self.loop(node, lambda: self._is_left(self.write.load(counter, typ=WORD), last, step), advance)

    def _ask_before(self, node: ast.For, first: Any, last: Any) -> None:
        """Check the indexes of a simple loop once, if it has a round at all."""
        found = [one for one in hoisted(node) if self.unit.checked and one.array in self.arrays]
        if not found or (constant(first) is not None and constant(last) is not None):
            return                      # the optimiser sees that by itself
        empty = self.write.icmp_signed(">=", first, last)
        for one in found:
            array, offset = self.get_array(one.array), self.constant_of(one.fixed)
            if one.axis >= len(array.sizes) or (one.by_counter and offset is None):
                continue
            size, ends = array.sizes[one.axis], [self.number(one.fixed)]
            if one.by_counter and offset is not None:
                ends = [self.write.add(first, WORD(offset)), self.write.add(last, WORD(offset - 1))]
            for index in ends:
                self.require(one.node, Breach.INDEX,
                             self.write.or_(empty, self.write.icmp_unsigned("<", index, size)))
            self.asked.add((id(one.node), one.axis))

    def _go_through(self, node: ast.For, several: ast.expr, target: ast.expr, number: ast.expr | None) -> None:
        """Over rows or the numbers of an array, perhaps counted."""
        listed = self.rows(several) or self.array(several, Use.READ)
        if isinstance(listed, ArrayValue) and listed.kind.rank != 1:
            raise self.refused(node, "only a list is gone through")
        count = listed.count if isinstance(listed, RowsValue) else listed.sizes[0]
        counter = self.own(WORD)
        self.write.store(WORD(0), counter)

        def advance() -> None:
            now = self.write.load(counter, typ=WORD)
            if number is not None:
                self.put(number, now)
            self.put(target, self.row_at(listed, now) if isinstance(listed, RowsValue) else
                     self.load(self.cell_at(listed, now)))
            self.write.store(self.write.add(now, WORD(1), flags=("nsw",)), counter)
        self.loop(node, lambda: self.write.icmp_signed("<", self.write.load(counter, typ=WORD), count), advance)

    def _require_steps(self, node: ast.For, first: Any, last: Any, step: Any) -> None:
        """A range is not longer than a number of steps either."""
        if constant(step) is None:
            self.require(node, Breach.STEPS, self.write.icmp_signed("!=", step, WORD(0)))
        elif constant(first) is not None and constant(last) is not None:
            return
        far = self.write.sub(last, first)
        known = constant(step)
        if known is None or known < 0:
            backwards = self.write.icmp_signed("<", step, WORD(0))
            far = self.write.select(backwards, self.write.neg(far), far)
        self.require(node, Breach.STEPS, self.write.icmp_signed("<=", far, WORD(STEPS)))

    def _of_list(self, listed: Any, place: Any) -> Any:
        return self.write.gep(listed, [place], inbounds=True, source_etype=WORD)

    def _is_left(self, now: Any, last: Any, step: Any) -> Any:
        known = constant(step)
        if known is not None:
            return self.write.icmp_signed("<" if known > 0 else ">", now, last)
        return self.write.select(self.write.icmp_signed(">", step, WORD(0)), self.write.icmp_signed("<", now, last),
                                 self.write.icmp_signed(">", now, last))

    def loop(self, node: ast.For | ast.While, goes_on: Callable[[], Any], advance: Callable[[], None]) -> None:
        """Write a loop: whether it goes on, what a round begins with, its body."""
        if node.orelse:
            raise self.refused(node, "a loop has no `else`")
        head, body, after = self.block(), self.block(), self.block()
        self.go_to(head)
        self.write.position_at_end(head)
        self.write.cbranch(goes_on(), body, after)
        self.write.position_at_end(body)
        advance()
        self.loops.append((head, after))
        self.statements(node.body)
        self.loops.pop()
        self.go_to(head)
        self.write.position_at_end(after)

    def do_break(self, _node: ast.Break) -> None:
        """Out of the innermost loop."""
        self.go_to(self.loops[-1][1])

    def do_continue(self, _node: ast.Continue) -> None:
        """On to the next round of the innermost loop."""
        self.go_to(self.loops[-1][0])


def clears_bits(loop: ast.While) -> bool:
    """Whether each round of `while bits:` clears its lowest bit by `bits &= bits - 1 & ...`: it ends after 64 at most.

    Nothing else is done to it but clearing further ones, and no `continue` comes before.
    """
    if not isinstance(loop.test, ast.Name):
        return False
    name, cleared = loop.test.id, False
    for statement in loop.body:
        if _clears_lowest(statement, name):
            cleared = True
        for node in ast.walk(statement):
            if isinstance(node, ast.Continue) and not cleared:
                return False
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store) \
                    and not _clears(statement, node):
                return False
    return cleared


def _clears_lowest(statement: ast.stmt, name: str) -> bool:
    if not isinstance(statement, ast.AugAssign) or not isinstance(statement.op, ast.BitAnd) \
            or ast.unparse(statement.target) != name:
        return False
    operands = [statement.value]
    for one in operands:
        if isinstance(one, ast.BinOp) and isinstance(one.op, ast.BitAnd):
            operands += [one.left, one.right]
    return any(ast.unparse(one) == f"{name} - 1" for one in operands)


def _clears(statement: ast.stmt, name: ast.Name) -> bool:
    """Whether a variable that is set in a statement only loses bits by it."""
    return any(isinstance(node, ast.AugAssign) and node.target is name and isinstance(node.op, ast.BitAnd)
               for node in ast.walk(statement))
