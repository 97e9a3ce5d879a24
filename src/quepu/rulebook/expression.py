"""Expressions of the rulebook language: text -> checked, typed tree.

The text is parsed with `ast` and never run as Python.  Everything it may say is in `vocabulary`; everything else is a
fault with its column.  Each node knows the bounds of its value, so no expression can overflow or run for long.
"""

from collections.abc import Mapping

from quepu.rulebook.calls import LOOPS
from quepu.rulebook.checker import DEEPEST, MOST_NODES, TOO_LARGE, Checker, python_tree
from quepu.rulebook.masks import permutations_of
from quepu.rulebook.names import CHOICE, Define, Memory, Names, OptionWord, suggestion
from quepu.rulebook.node import ExpressionError, Fault, Node, tree_size
from quepu.rulebook.typed import LARGEST

__all__ = [
    "CHOICE", "DEEPEST", "LARGEST", "LONGEST", "LOOPS", "Define", "ExpressionError", "Fault", "Memory", "Names", "Node",
    "OptionWord", "parse", "permutations_of", "suggestion", "tree_size",
]

LONGEST = 1200          # characters


def parse(text: str, names: Names, level: str, variables: Mapping[str, str] | None = None,
          expect: str | None = None) -> Node:
    """The checked tree of an expression."""
    if len(text) > LONGEST:
        raise ExpressionError([Fault(0, 0, f"an expression of {len(text)} characters is too long",
                                     f"keep it under {LONGEST}; give parts a name in [define]")])
    try:
        tree = python_tree(text)
    except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
        offset = getattr(error, "offset", None)
        column = min(offset - 1, len(text)) if offset else len(text.rstrip())      # 0: something is missing at the end
        raise ExpressionError([Fault(column, column + 1, f"cannot be read: {getattr(error, 'msg', None) or 'too deep'}",
                                     "see docs/rulebook.md, 'Expressions'")]) from None
    checker = Checker(names, level, dict(variables or {}))
    indent = len(text) - len(text.lstrip())
    node = checker.check(tree.body)
    if not checker.faults and expect is not None:
        node = checker.want(node, expect)
    if not checker.faults and tree_size(node) > MOST_NODES:
        checker.fault(tree.body, *TOO_LARGE)
    if checker.faults:
        raise ExpressionError(Fault(f.start + indent, f.end + indent, f.text, f.advice) for f in checker.faults)
    return node
