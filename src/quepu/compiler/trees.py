"""Generated functions as they go to the compiler, or to whoever runs them as plain Python."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Functions, each after those it calls, and the constant lists of numbers they read."""

    functions: tuple[ast.FunctionDef, ...]
    constants: Mapping[str, tuple[int, ...]]
    key: str                            # the same for the same functions, and for no others

    def __str__(self) -> str:
        lists = [f"{name} = {list(numbers)}" for name, numbers in self.constants.items()]
        return "\n\n\n".join([*lists, *map(ast.unparse, self.functions)]) + "\n"
