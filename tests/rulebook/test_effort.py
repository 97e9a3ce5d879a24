"""How much a tree is, measured in one go: the same as counted one by one."""

from quepu.book import rulebook
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.language.effort import elements, measured
from quepu.rulebook.language.node import Expr, Loop, Number
from quepu.rulebook.language.walk import tree_size


def levels(node: Expr) -> int:
    return 1 + max(map(levels, node.parts), default=0)


def steps(node: Expr) -> int:
    if isinstance(node, Loop):
        inside = steps(node.body) + steps(node.condition)
        return 1 + elements(node.source, len(node.given)) * inside + sum(map(steps, node.given))
    return 1 + sum(map(steps, node.parts))


def test_a_tree_is_measured_in_one_go():
    seen = 0
    for name in known_ids():
        model = rulebook(name).model
        for node in [*(formula.node for formula in model.formulas()),
                     *(node for fan in model.fans for node in (fan.when, fan.count, fan.value)),
                     *(node for pay in model.payments for node in (pay.when, pay.amount))]:
            if node is not None:
                seen += not isinstance(node, Number)
                assert measured(node) == (tree_size(node), levels(node), steps(node))
    assert seen > 500
