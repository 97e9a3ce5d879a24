"""A rulebook's generated functions as LLVM code.

They are plain Python over whole numbers and the arrays `f` and `W`, with `if`, `for ... in range`, `while` and calls of
each other; just that much of the language is translated here, a statement at a time.  Numba takes ten seconds to find
out that every name in them is a whole number; known beforehand, the same code is made in a fraction of one.
"""

import ast
from collections.abc import Mapping
from typing import Any

from llvmlite import ir

WORD, BIT = ir.IntType(64), ir.IntType(1)
ARRAYS = ("f", "W")                     # what parameters that are arrays of words are called
_SIGNS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_BITWISE = {ast.BitAnd: "and_", ast.BitOr: "or_", ast.BitXor: "xor"}
_PLAIN = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.LShift: "shl", ast.RShift: "ashr"}


def machine_text(text: str, names: Mapping[str, int], entries: tuple[str, ...]) -> str:
    """LLVM code of the functions in a text; `names` are constants, `entries` what is called from outside.

    All else is written into its callers where the optimiser thinks fit, and left out if nobody calls it.
    """
    module = ir.Module("quepu")
    arrays: dict[str, ir.GlobalVariable] = {}
    definitions = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            definitions.append((node, _declared(module, node, node.name in entries)))
        else:
            _put_array(module, arrays, node)
    for node, function in definitions:
        _Body(module, names, arrays, function).write(node)
    return str(module)


def _declared(module: ir.Module, node: ast.FunctionDef, is_entry: bool) -> ir.Function:
    parameters = [WORD.as_pointer() if argument.arg in ARRAYS else WORD for argument in node.args.args]
    function = ir.Function(module, ir.FunctionType(WORD, parameters), node.name)
    if not is_entry:
        function.linkage = "internal"
    function.attributes.add("nounwind")
    for argument, given in zip(function.args, node.args.args, strict=True):
        argument.name = given.arg
    return function


def _put_array(module: ir.Module, arrays: dict[str, ir.GlobalVariable], node: ast.stmt) -> None:
    """A constant written as NAME = np.array([...], dtype=np.int64)."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[ast.List() as written])):
            values = ast.literal_eval(written)
        case _:
            raise NotTranslatedError(node)
    kind = ir.ArrayType(WORD, len(values))
    array = ir.GlobalVariable(module, kind, name)
    array.global_constant, array.linkage = True, "internal"
    array.initializer = ir.Constant(kind, values)
    arrays[name] = array


class NotTranslatedError(TypeError):
    """Generated code uses a part of Python that is not translated: a fault of the generator."""

    def __init__(self, node: ast.AST) -> None:
        super().__init__(f"not translated: {ast.unparse(node)}")


class _Body:
    """Writes the body of one function."""

    def __init__(self, module: ir.Module, names: Mapping[str, int], arrays: Mapping[str, ir.GlobalVariable],
                 function: ir.Function) -> None:
        self.module, self.names, self.arrays, self.function = module, names, arrays, function
        self.places: dict[str, Any] = {}            # of the variables
        self.ends: list[ir.Block] = []              # where `break` leads, the innermost loop last
        self.write_to = ir.IRBuilder(function.append_basic_block())

    def write(self, node: ast.FunctionDef) -> None:
        """Write the whole function."""
        stored = [name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)]
        if set(stored) & set(ARRAYS):
            raise NotTranslatedError(node)
        parameters = {argument.name: argument for argument in self.function.args if argument.name not in ARRAYS}
        for name in dict.fromkeys([*parameters, *stored]):
            self.places[name] = self.write_to.alloca(WORD)
            self.write_to.store(parameters.get(name, WORD(0)), self.places[name])
        self.statements(node.body)
        if not self.write_to.block.is_terminated:
            self.write_to.ret(WORD(0))

    # -- statements --
    def statements(self, nodes: list[ast.stmt]) -> None:
        """Write statements up to the first after which nothing is reached."""
        for node in nodes:
            if self.write_to.block.is_terminated:
                return
            writer = getattr(self, f"do_{type(node).__name__.lower()}", None)
            if writer is None:
                raise NotTranslatedError(node)
            writer(node)

    def do_pass(self, _node: ast.Pass) -> None:
        """Nothing."""

    def do_expr(self, node: ast.Expr) -> None:
        """A call for what it does."""
        self.value(node.value)

    def do_return(self, node: ast.Return) -> None:
        """The end of the function; what returns nothing returns 0."""
        self.write_to.ret(self.number(node.value) if node.value else WORD(0))

    def do_assign(self, node: ast.Assign) -> None:
        """A variable or a place of an array is set."""
        if len(node.targets) != 1:
            raise NotTranslatedError(node)
        value = self.number(node.value)             # before the place, as Python does
        self.write_to.store(value, self.place(node.targets[0]))

    def do_augassign(self, node: ast.AugAssign) -> None:
        """A variable or a place of an array is changed."""
        place = self.place(node.target)
        old = self.write_to.load(place)
        self.write_to.store(self.word(self.calculated(node, node.op, old, self.value(node.value))), place)

    def do_if(self, node: ast.If) -> None:
        """One way or the other."""
        truth = self.truth(node.test)
        then, other, after = (self.function.append_basic_block() for _block in range(3))
        self.write_to.cbranch(truth, then, other)
        for block, nodes in ((then, node.body), (other, node.orelse)):
            self.write_to.position_at_end(block)
            self.statements(nodes)
            self.go_to(after)
        self.write_to.position_at_end(after)

    def do_while(self, node: ast.While) -> None:
        """As long as something holds."""
        self.loop(node, lambda: self.truth(node.test), lambda: None)

    def do_for(self, node: ast.For) -> None:
        """Over a range or some values, which are known before it begins; the variable is free to be changed."""
        match node.iter:
            case ast.Call(func=ast.Name(id="range"), args=arguments):
                given = [self.number(argument) for argument in arguments]
                first, last = (WORD(0), given[0]) if len(given) == 1 else given[:2]
                step, listed = given[2] if len(given) == 3 else WORD(1), None
            case ast.Tuple(elts=values):
                first, last, step = WORD(0), WORD(len(values)), WORD(1)
                listed = self.room(ir.ArrayType(WORD, len(values)))
                for place, value in enumerate(values):
                    self.write_to.store(self.number(value), self.write_to.gep(listed, [WORD(0), WORD(place)]))
            case _:
                raise NotTranslatedError(node)
        if not (isinstance(step, ir.Constant) and step.constant > 0):
            raise NotTranslatedError(node)
        counter = self.room(WORD)
        self.write_to.store(first, counter)

        def is_left() -> Any:
            return self.write_to.icmp_signed("<", self.write_to.load(counter), last)

        def advance() -> None:
            now = self.write_to.load(counter)
            value = self.write_to.load(self.write_to.gep(listed, [WORD(0), now])) if listed else now
            self.write_to.store(value, self.place(node.target))
            self.write_to.store(self.write_to.add(now, step), counter)
        self.loop(node, is_left, advance)

    def room(self, kind: ir.Type) -> Any:
        """Room of the function's own."""
        with self.write_to.goto_entry_block():
            return self.write_to.alloca(kind)

    def loop(self, node: ast.For | ast.While, goes_on: Any, advance: Any) -> None:
        """Write a loop: whether it goes on, what a round begins with, its body."""
        if node.orelse:
            raise NotTranslatedError(node)
        head, body, after = (self.function.append_basic_block() for _block in range(3))
        self.go_to(head)
        self.write_to.position_at_end(head)
        self.write_to.cbranch(goes_on(), body, after)
        self.write_to.position_at_end(body)
        advance()
        self.ends.append(after)
        self.statements(node.body)
        self.ends.pop()
        self.go_to(head)
        self.write_to.position_at_end(after)

    def do_break(self, _node: ast.Break) -> None:
        """Out of the innermost loop."""
        self.go_to(self.ends[-1])

    def go_to(self, block: ir.Block) -> None:
        """Go on in another block, if the end is reached at all."""
        if not self.write_to.block.is_terminated:
            self.write_to.branch(block)

    def place(self, node: ast.expr) -> Any:
        """Where a variable or an array's word is kept."""
        if isinstance(node, ast.Name) and node.id in self.places:
            return self.places[node.id]
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            name, index = node.value.id, self.number(node.slice)
            if name in self.arrays:
                return self.write_to.gep(self.arrays[name], [WORD(0), index])
            for argument in self.function.args:
                if argument.name == name and name in ARRAYS:
                    return self.write_to.gep(argument, [index])
        raise NotTranslatedError(node)

    # -- values: a word, or a bit where something is true or not --
    def value(self, node: ast.expr) -> Any:
        """What an expression comes to."""
        writer = getattr(self, f"of_{type(node).__name__.lower()}", None)
        if writer is None:
            raise NotTranslatedError(node)
        return writer(node)

    def number(self, node: ast.expr) -> Any:
        """What an expression comes to, as a word."""
        value = self.value(node)
        if value.type not in (WORD, BIT):
            raise NotTranslatedError(node)
        return self.word(value)

    def word(self, value: Any) -> Any:
        """A value as a word."""
        return self.write_to.zext(value, WORD) if value.type == BIT else value

    def truth(self, node: ast.expr) -> Any:
        """What an expression comes to, as a bit."""
        value = self.value(node)
        return value if value.type == BIT else self.write_to.icmp_signed("!=", value, WORD(0))

    def of_constant(self, node: ast.Constant) -> Any:
        """A number, True or False."""
        if isinstance(node.value, bool):
            return BIT(int(node.value))
        if not isinstance(node.value, int) or not -2**63 <= node.value < 2**63:
            raise NotTranslatedError(node)
        return WORD(node.value)

    def of_name(self, node: ast.Name) -> Any:
        """A variable, an array that is handed on, or a constant."""
        if node.id in self.places:
            return self.write_to.load(self.places[node.id])
        for argument in self.function.args:
            if argument.name == node.id:
                return argument
        if node.id not in self.names:
            raise NotTranslatedError(node)
        return WORD(self.names[node.id])

    def of_subscript(self, node: ast.Subscript) -> Any:
        """A word of an array."""
        return self.write_to.load(self.place(node))

    def of_compare(self, node: ast.Compare) -> Any:
        """A comparison; of several in a row each must hold."""
        values = [self.number(one) for one in (node.left, *node.comparators)]
        found = None
        for sign, left, right in zip(node.ops, values, values[1:], strict=False):
            if type(sign) not in _SIGNS:
                raise NotTranslatedError(node)
            holds = self.write_to.icmp_signed(_SIGNS[type(sign)], left, right)
            found = holds if found is None else self.write_to.and_(found, holds)
        return found

    def of_boolop(self, node: ast.BoolOp) -> Any:
        """`and`, `or`: true or not; what comes after the decision is not evaluated."""
        after = self.function.append_basic_block()
        decided = BIT(int(isinstance(node.op, ast.Or)))
        ways = []
        for one in node.values[:-1]:
            truth, further = self.truth(one), self.function.append_basic_block()
            ways.append((decided, self.write_to.block))
            self.write_to.cbranch(truth, *((after, further) if isinstance(node.op, ast.Or) else (further, after)))
            self.write_to.position_at_end(further)
        ways.append((self.truth(node.values[-1]), self.write_to.block))
        self.write_to.branch(after)
        return self.met(after, BIT, ways)

    def of_ifexp(self, node: ast.IfExp) -> Any:
        """One value or the other; the other is not evaluated."""
        truth = self.truth(node.test)
        after = self.function.append_basic_block()
        starts = [self.function.append_basic_block() for _way in range(2)]
        self.write_to.cbranch(truth, *starts)
        ways = []
        for start, one in zip(starts, (node.body, node.orelse), strict=True):
            self.write_to.position_at_end(start)
            ways.append((self.number(one), self.write_to.block))
            self.write_to.branch(after)
        return self.met(after, WORD, ways)

    def met(self, block: ir.Block, kind: ir.Type, ways: list[tuple[Any, ir.Block]]) -> Any:
        """Go on where several ways meet, with the value of the one taken."""
        self.write_to.position_at_end(block)
        found = self.write_to.phi(kind)
        for value, before in ways:
            found.add_incoming(value, before)
        return found

    def of_unaryop(self, node: ast.UnaryOp) -> Any:
        """`not`, minus, all bits turned."""
        if isinstance(node.op, ast.Not):
            return self.write_to.not_(self.truth(node.operand))
        value = self.number(node.operand)
        if isinstance(node.op, ast.USub):
            return self.write_to.neg(value) if not isinstance(value, ir.Constant) else WORD(-value.constant)
        if isinstance(node.op, ast.Invert):
            return self.write_to.not_(value)
        raise NotTranslatedError(node)

    def of_binop(self, node: ast.BinOp) -> Any:
        """A calculation with two values."""
        return self.calculated(node, node.op, self.value(node.left), self.value(node.right))

    def calculated(self, node: ast.AST, sign: ast.operator, left: Any, right: Any) -> Any:
        """What a calculation comes to."""
        if {left.type, right.type} - {WORD, BIT}:
            raise NotTranslatedError(node)
        if type(sign) in _BITWISE:
            if left.type != right.type:
                left, right = self.word(left), self.word(right)
            return getattr(self.write_to, _BITWISE[type(sign)])(left, right)
        left, right = self.word(left), self.word(right)
        if type(sign) in _PLAIN:
            return getattr(self.write_to, _PLAIN[type(sign)])(left, right)
        if isinstance(sign, ast.FloorDiv | ast.Mod):
            return self.divided(left, right)[isinstance(sign, ast.Mod)]
        raise NotTranslatedError(node)

    def divided(self, left: Any, right: Any) -> tuple[Any, Any]:
        """Quotient and rest as Python has them: rounded down; by 0 both are 0, as Numba has it."""
        write = self.write_to
        by_zero = write.icmp_signed("==", right, WORD(0))
        divisor = write.select(by_zero, WORD(1), right)
        quotient, rest = write.sdiv(left, divisor), write.srem(left, divisor)
        is_low = write.and_(write.icmp_signed("!=", rest, WORD(0)),
                            write.icmp_signed("<", write.xor(rest, divisor), WORD(0)))
        quotient = write.sub(quotient, write.zext(is_low, WORD))
        rest = write.add(rest, write.select(is_low, divisor, WORD(0)))
        return tuple(write.select(by_zero, WORD(0), found) for found in (quotient, rest))

    def of_call(self, node: ast.Call) -> Any:
        """A call of another function, or of one that the machine has itself."""
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise NotTranslatedError(node)
        name, given = node.func.id, [self.word(self.value(argument)) for argument in node.args]
        if name in ("min", "max"):
            found = given[0]
            for other in given[1:]:
                is_less = self.write_to.icmp_signed("<" if name == "min" else ">", other, found)
                found = self.write_to.select(is_less, other, found)
            return found
        if name == "abs":
            is_less = self.write_to.icmp_signed("<", given[0], WORD(0))
            return self.write_to.select(is_less, self.write_to.neg(given[0]), given[0])
        if name == "int":
            return given[0]
        if name == "ones":
            return self.write_to.ctpop(given[0])
        if name == "lowest":
            return self.write_to.cttz(given[0], BIT(0))
        function = self.module.globals.get(name)
        if not isinstance(function, ir.Function) or list(function.ftype.args) != [one.type for one in given]:
            raise NotTranslatedError(node)
        return self.write_to.call(function, given)
