"""What is compiled: a function's syntax tree, the kinds of its parameters and result, and the names it may use."""

import ast
import builtins
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import PurePath
from types import NoneType
from typing import Any, get_args, get_origin

from quepu.compiler.trees import Trees
from quepu.engine import kernel as kernels
from quepu.engine.layout.array import Array
from quepu.engine.layout.record import Layout


class Scalar(Enum):
    """A single value."""

    NUMBER = "int"
    TRUTH = "bool"
    NOTHING = "None"


@dataclass(frozen=True)
class Several:
    """A tuple of so many numbers."""

    count: int


#: a declared record or row is its class
Kind = Scalar | Several | Array | Layout


class NotCompiledError(TypeError):
    """A function uses a part of Python that is not compiled, or uses a kind as another: a fault of who wrote it."""

    def __init__(self, definition: "Definition", node: ast.AST, why: str) -> None:
        line = definition.line_of(node)
        written = ast.unparse(node).split("\n")[0] if isinstance(node, ast.stmt | ast.expr) else definition.name
        super().__init__(f"{definition.file}:{line}: {definition.name}: {why}\n    {written}")


@dataclass(frozen=True, eq=False)
class Definition:
    """A function to be compiled."""

    name: str
    node: ast.FunctionDef
    parameters: tuple[tuple[str, Kind], ...]
    result: Kind
    names: Mapping[str, Any]            # what a name means that is not a variable
    file: str
    inline: bool | None = None          # written into its callers always, or never; else as the optimiser thinks fit
    defaults: Mapping[str, int] = field(default_factory=dict)   # of numbers that a call may leave out

    def line_of(self, node: ast.AST) -> int:
        """The line of a part of the function; 0 in a generated one."""
        return getattr(node, "lineno", self.node.lineno)


def kind_of(annotation: Any) -> Kind | None:
    """What an annotation of a kernel stands for; None if nothing is known of it."""
    if annotation in (int, bool, None, NoneType):
        return {int: Scalar.NUMBER, bool: Scalar.TRUTH}.get(annotation, Scalar.NOTHING)
    if isinstance(annotation, Layout):
        return annotation
    if get_origin(annotation) is tuple and set(get_args(annotation)) == {int}:
        return Several(len(get_args(annotation)))
    for said in getattr(annotation, "__metadata__", ()):
        if isinstance(said, Array | Layout):
            return said
    return None


def signature_of(function: Callable[..., Any]) -> tuple[tuple[tuple[str, Kind], ...], Kind]:
    """The kinds of a kernel's parameters, by name, and of its result."""
    given = dict(function.__annotations__)
    result = kind_of(given.pop("return", int))
    code = function.__code__
    where = f"{code.co_filename}:{code.co_firstlineno}: {function.__name__}"
    if list(given) != list(code.co_varnames[:code.co_argcount]):
        raise TypeError(f"{where}: every parameter of a kernel is annotated")
    found = []
    for name, annotation in given.items():
        kind = kind_of(annotation)
        if kind is None or kind is Scalar.NOTHING:
            raise TypeError(f"{where}: the annotation of {name} is none of int, bool, a declared "
                            "record and those of engine.layout.kinds")
        found.append((name, kind))
    if result is None:
        raise TypeError(f"{where}: a kernel returns None, int, bool or a tuple[int, ...]")
    return tuple(found), result


def defaults_of(function: Callable[..., Any]) -> dict[str, int]:
    """The numbers that a call of a kernel may leave out, by the names of their parameters."""
    given: tuple[Any, ...] = function.__defaults__ or ()
    code = function.__code__
    if not all(isinstance(value, int) for value in given):
        raise TypeError(f"{code.co_filename}:{code.co_firstlineno}: {function.__name__}: only numbers have defaults")
    names = code.co_varnames[code.co_argcount - len(given):code.co_argcount]
    return {name: int(value) for name, value in zip(names, given, strict=True)}


@cache
def _functions_in(module: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def source_of(function: Callable[..., Any]) -> ast.FunctionDef:
    """A function as it stands in its file."""
    return _functions_in(function.__module__)[function.__name__]


def kernel_definition(function: Callable[..., Any]) -> Definition:
    """A kernel, as it stands in its file."""
    name = function.__name__
    parameters, result = signature_of(function)
    inline = True if name in kernels.INLINED else False if name in kernels.PARTS else None
    return Definition(name, source_of(function), parameters, result, function.__globals__,
                      PurePath(function.__code__.co_filename).name, inline, defaults_of(function))


def tree_definitions(trees: Trees, file: str, arrays: Mapping[str, Array | Layout],
                     names: Mapping[str, Any]) -> list[Definition]:
    """Generated functions: parameters are numbers but for the named arrays and records, results are numbers."""
    known = {**names, **trees.constants}
    return [Definition(node.name, node,
                       tuple((one.arg, arrays.get(one.arg, Scalar.NUMBER)) for one in node.args.args),
                       Scalar.NUMBER, known, file) for node in trees.functions]


def meaning_of(definition: Definition, name: str) -> Any:
    """What a name that is not a variable stands for: a number, a function, a tuple of numbers; None if unknown."""
    return definition.names.get(name, getattr(builtins, name, None))


#: the function that is called at a breach, and where it tells of it
FAULT, FAULT_WORDS = "quepu_fault", "quepu_fault_words"
#: the entry to any function by its address, and how many words it hands over
ANY, ANY_WORDS = "any", 9
#: from so many words on an entry is handed them all in one piece of memory: Python takes long to hand over each
MANY_WORDS = 12


def entry_name(name: str) -> str:
    """What the entry to a kernel is called in the object code."""
    return f"enter_{name}"
