"""Functions written as text, as the trees that a generator would make."""

import ast

from quepu.compiler.trees import Trees


def read_trees(text: str, **constants: tuple[int, ...]) -> Trees:
    """The functions of a text."""
    functions = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    assert len(functions) == len(ast.parse(text).body), "only functions stand on the top level"
    return Trees(tuple(functions), constants, f"{constants} {text}")
