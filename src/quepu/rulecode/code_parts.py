"""What generated functions are made of: their names, constants, and operations with their arguments put in."""

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from quepu.compiler.quote import expression, field_of, function, key_of, named, number, statements, whole
from quepu.compiler.trees import Trees
from quepu.engine.layout.field import Form
from quepu.engine.layout.frame import Frame, Place
from quepu.rulebook.language.evaluate import Env
from quepu.rulebook.language.evaluate import function as reference
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.vocabulary import SET, TILE
from quepu.rulebook.model.model import Model
from quepu.rulecode.folding import kinds_of
from quepu.rulecode.meanings import template_of


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables of a rulebook in reach of an expression: how each is kept ("place", "kind"), and its tree.

    A set or pair is kept as its "place" in the reading or, inside tables, as its "kind".
    """

    variables: Mapping[str, tuple[str, ast.expr]] = field(default_factory=dict)
    has_words: bool = False             # the words of fans are in variables p0, p1, p2

    def __contains__(self, variable: str) -> bool:
        return variable in self.variables

    def kept(self, variable: str) -> str:
        """How a variable is kept."""
        return self.variables[variable][0]

    def tree(self, variable: str) -> ast.expr:
        """A variable as a tree."""
        return self.variables[variable][1]


NOTHING = Scope()
WORDS = ("p0", "p1", "p2")              # variables that hold the words of fans


def places(**variables: str) -> Scope:
    """A scope of variables that hold seats, tiles and places: the rulebook's name and the generator's."""
    return Scope({name: ("place", named(own)) for name, own in variables.items()})


@dataclass(slots=True)
class Parts:
    """The functions and constants of one rulebook as they are made."""

    model: Model
    functions: list[ast.FunctionDef] = field(default_factory=list)
    constants: dict[str, tuple[int, ...]] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)               # of the functions
    made: dict[object, str] = field(default_factory=dict)       # what is made -> its name, so that it is made once
    fan_readers: set[str] = field(default_factory=set)          # functions that read the words of fans
    number: int = 0

    def add(self, prefix: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.Name:
        """The name of a function with this body, made if it is new."""
        key = (*parameters, ":", *key_of(body))
        if key not in self.made:
            self.made[key] = self._next(prefix)
            self._put(self.made[key], parameters, body, key)
        return named(self.made[key])

    def put(self, name: str, parameters: Sequence[str], body: list[ast.stmt]) -> None:
        """A function of this name; it stands after those it calls."""
        self._put(name, parameters, body, (*parameters, ":", *key_of(body)))

    def _put(self, name: str, parameters: Sequence[str], body: list[ast.stmt], key: tuple[str, ...]) -> None:
        self.functions.append(function(name, parameters, body))
        self.keys += [name, *key]
        if ".present" in key or not self.fan_readers.isdisjoint(key):
            self.fan_readers.add(name)

    def trees(self) -> Trees:
        """All that was made."""
        return Trees(tuple(self.functions), dict(self.constants), " ".join((repr(self.constants), *self.keys)))

    def _next(self, prefix: str) -> str:
        self.number += 1
        return f"{prefix}_{self.number}"

    def values_of(self, node: Expr, variable: str, kind: str) -> list[int]:
        """The value of a whole-number property for every kind."""
        frame = Frame.zeros()
        env = Env(frame, self.model.catalogue, self.model.flower_owner)
        value_of = reference(node)
        values = []
        for value in kinds_of(self.model, kind):
            if kind == TILE:
                env.variables[variable] = value
            else:
                (frame.sets if kind == SET else frame.pairs)[0].kind = value
                env.variables[variable] = 0
            values.append(int(value_of(env)))
        return values

    def constant(self, values: Sequence[int]) -> ast.Name:
        """The name of a constant list of these numbers; of no numbers (no pair kinds) nobody asks for one."""
        listed = tuple(map(whole, values or (0,)))
        if listed not in self.made:
            self.made[listed] = self._next("K")
            self.constants[self.made[listed]] = listed
        return named(self.made[listed])

    def apply(self, meaning: Callable[..., int], given: Mapping[str, ast.expr],
              ranges: Mapping[str, tuple[int, int]]) -> ast.expr:
        """A meaning with its arguments put in; only what is not proven of them is tested.

        An argument is worked out once: what is more than a name becomes the argument of a small function.
        """
        numbers = {name: (one.value, one.value) for name, one in given.items()
                   if isinstance(one, ast.Constant) and isinstance(one.value, int)}
        template = template_of(meaning, {**ranges, **numbers})
        if all(template.uses[name] <= 1 or is_simple(one) for name, one in given.items()):
            return template.fill(given)
        passed = {name: one for name, one in given.items() if not is_lasting(one)}
        body = template.fill({**given, **{name: named(name) for name in passed}})
        small = self.add(meaning.__name__, ["f", *passed], statements("return _found", found=body))
        return expression("_small(f, _passed)", small=small, passed=list(passed.values()))


def is_simple(tree: ast.expr) -> bool:
    """Whether a tree is a number, a name, a field or one word of a list, so that it may stand twice."""
    match tree:
        case ast.Constant() | ast.Name() | ast.Attribute(value=ast.Name()):
            return True
        case ast.Subscript(value=ast.Name() | ast.Attribute(value=ast.Name()), slice=ast.Constant() | ast.Name()):
            return True
    return False


def read_of(place: Place) -> ast.expr:
    """A number of the frame as a tree."""
    read = field_of("f", place.field)
    if Frame.FIELDS[place.field].form is Form.NUMBER:
        return read
    return expression("_list[_index]", list=read, index=number(place.at))


def holds_bit(mask: int | ast.expr, place: ast.expr) -> ast.expr:
    """Whether a bit of a mask is set."""
    return expression("(_mask >> _place) & 1 != 0", mask=mask, place=place)


def is_lasting(tree: ast.expr) -> bool:
    """Whether a tree means the same in every function: a number, the frame or a list of it, a constant list."""
    if isinstance(tree, ast.Attribute):
        return isinstance(tree.value, ast.Name) and Frame.FIELDS[tree.attr].form is Form.ARRAY
    return isinstance(tree, ast.Constant) or (isinstance(tree, ast.Name) and (tree.id == "f" or tree.id[:2] == "K_"))


def is_cheap(tree: ast.AST) -> bool:
    """Whether a condition is a few plain instructions: no call of its own, no branch, no list read by a place."""
    match tree:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return "_" not in name
        case ast.Attribute(value=ast.Name()):
            return True
        case ast.Compare(left=left, comparators=others) | ast.Call(func=left, args=others):
            return is_cheap(left) and all(map(is_cheap, others))
        case ast.BinOp(left=left, right=right) | ast.Subscript(value=left, slice=right):
            return is_cheap(left) and is_cheap(right)
        case ast.UnaryOp(operand=operand):
            return is_cheap(operand)
    return False
