"""The engine of play as text: its kernels, and its parts as C functions that call each other by address.

Numba compiles a function together with all it calls; in an engine of some sixty kernels that takes minutes.  So most
of them are *parts*: each is compiled alone, and a small wrapper of the same name calls it by its address in P.
"""

import ast
import inspect
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from quepu.core import kernel
from quepu.scoring.module_cache import _HEADER, _JIT, _constants, _decorator, _ordered_kernels, source_of

#: names of arguments that are arrays of whole numbers, or the table
_ARRAYS = frozenset(("P", "R", "N", "out", "bots", "tallies", "sums", "fans", "left", "log", "room", "choice"))
_TABLE = "t"
_MOST_WORDS = 10
_CALL = '''
@intrinsic
def call_{n}(typing, address, {names}):
    def code(context, builder, signature, args):
        return _call_through(context, builder, signature, args, 0)
    return types.int64(*[types.int64] * {n_plus}), code

'''
_RECORDS = '''
from numba.np import numpy_support
from quepu.core.table import TABLE
_TABLE = numpy_support.from_dtype(TABLE)


@intrinsic
def record_at(typing, address):
    def code(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(_TABLE))
    return _TABLE(types.int64), code


@intrinsic
def address_of_table(typing, record):
    def code(context, builder, signature, args):
        return builder.ptrtoint(args[0], ir.IntType(64))
    return types.int64(record), code

'''


def parts_of(modules: Iterable[ModuleType]) -> list[Callable[..., Any]]:
    """The parts defined in modules, in the order of the modules and of definition."""
    found = []
    for module in modules:
        found += [function for function in kernel.KERNELS
                  if function.__module__ == module.__name__ and function.__name__ in kernel.PARTS]
    return found


def engine_text(modules: Iterable[ModuleType], constants: Iterable[ModuleType], below: list[str], first: int) -> str:
    """A module of the engine of play on top of compiled modules `below`; its parts take places of P from `first` on."""
    modules = list(modules)
    names = {module.__name__ for module in modules}
    parts = parts_of(modules)
    wrappers = "\n\n".join(_wrapper(function, first + index) for index, function in enumerate(parts))
    plain = "\n\n\n".join(_decorator(function) + source_of(function) for function in _ordered_kernels(names))
    bodies = "\n\n\n".join(_c_function(function) for function in parts)
    calls = "" if first else _RECORDS + "".join(
        _CALL.format(n=n, n_plus=n + 1, names=", ".join(f"a{i}" for i in range(n))) for n in range(1, _MOST_WORDS + 1))
    imports = "".join(f"from {name} import *\n" for name in below) + f"from {below[0]} import _call_through\n"
    return f"{_HEADER}{imports}{_constants(constants)}\n{calls}\n{wrappers}\n\n\n{plain}\n\n\n{bodies}\n"


def _arguments(function: Callable[..., Any]) -> list[str]:
    return list(inspect.signature(function).parameters)


def _wrapper(function: Callable[..., Any], place: int) -> str:
    arguments = _arguments(function)
    words = ["address_of_table(t)" if name == _TABLE else f"address_of({name})" if name in _ARRAYS
             else f"np.int64({name})" for name in arguments]
    return (f"{_JIT}, forceinline=True)\ndef {function.__name__}({', '.join(arguments)}):\n"
            f"    return call_{len(words)}(P[AT_PARTS + {place}], {', '.join(words)})")


class _Returns(ast.NodeTransformer):
    """Every return gives a number: a C function has one result."""

    def visit_Return(self, node: ast.Return) -> ast.Return:
        if node.value is None:
            node.value = ast.Constant(0)
        return node


def _c_function(function: Callable[..., Any]) -> str:
    tree = ast.parse(source_of(function))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    arguments = _arguments(function)
    opening: list[ast.stmt] = []
    for argument in definition.args.args:
        name = argument.arg
        if name == _TABLE or name in _ARRAYS:
            argument.arg = name + "_at"
            maker = "record_at" if name == _TABLE else "numbers_at"
            opening.extend(ast.parse(f"{name} = {maker}({name}_at)").body)
    definition.name = "c_" + function.__name__
    definition.body = [*opening, *definition.body, ast.Return(ast.Constant(0))]
    _Returns().visit(definition)
    signature = f"types.int64({', '.join(['types.int64'] * len(arguments))})"
    return (f'@cfunc({signature}, cache=True, error_model="numpy", _nrt=False)\n'
            + ast.unparse(ast.fix_missing_locations(tree)))


def part_addresses(module: Any, modules: Iterable[ModuleType]) -> list[int]:
    """The addresses of the parts of modules, in the order of their places in P."""
    return [getattr(module, "c_" + function.__name__).address for function in parts_of(modules)]

