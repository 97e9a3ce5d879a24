"""Expressions of the rulebook language: text -> checked, typed tree.

The text is parsed with `ast` and never run as Python.  Everything it may say is in `vocabulary`; everything else is a
fault with its column.  Each node knows the bounds of its value, so no expression can overflow or run for long.
"""

from collections.abc import Mapping
from dataclasses import replace

from quepu.faults import Fault
from quepu.rulebook.language.checker import DEEPEST, LONGEST, MOST_NODES, Checker, python_tree, too_large, unreadable
from quepu.rulebook.language.effort import MOST_LEVELS, MOST_STEPS, measured
from quepu.rulebook.language.functions import LOOPS
from quepu.rulebook.language.masks import permutations_of
from quepu.rulebook.language.names import CHOICE, Define, Memory, Names, OptionWord, suggestion
from quepu.rulebook.language.node import Expr, ExpressionError, Node, Spot
from quepu.rulebook.language.typed import LARGEST
from quepu.rulebook.language.walk import tree_size

__all__ = [
    "CHOICE",
    "DEEPEST",
    "LARGEST",
    "LONGEST",
    "LOOPS",
    "Define",
    "Expr",
    "ExpressionError",
    "Memory",
    "Names",
    "Node",
    "OptionWord",
    "Spot",
    "parse",
    "permutations_of",
    "suggestion",
    "tree_size",
]


def parse(text: str, names: Names, level: str, variables: Mapping[str, str] | None = None,
          expect: str | None = None) -> Expr:
    """The checked tree of an expression."""
    if len(text) > LONGEST:
        raise ExpressionError([Spot(0, 0, Fault("expr.long", count=len(text)),
                                     Fault("expr.keep_under", most=LONGEST))])
    try:
        tree = python_tree(text)
    except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
        raise ExpressionError([unreadable(text, error)]) from None
    checker = Checker(names, level, dict(variables or {}))
    indent = len(text) - len(text.lstrip())
    node = checker.check(tree)
    if not checker.faults and expect is not None:
        node = checker.want(node, expect)
    if not checker.faults:              # only a tree that is small enough is looked at further, here and elsewhere
        size, levels, steps = measured(node)
        if size > MOST_NODES:
            checker.fault(tree, *too_large())
        elif levels > MOST_LEVELS:
            checker.fault(tree, Fault("expr.defines_deep"), Fault("expr.fewer_defines"))
        elif steps > MOST_STEPS:
            checker.fault(tree, Fault("limits.steps"), Fault("limits.loops"))
    if checker.faults:
        raise ExpressionError(fault if fault.define else
                              replace(fault, start=fault.start + indent, end=fault.end + indent)
                              for fault in checker.faults)
    return node
