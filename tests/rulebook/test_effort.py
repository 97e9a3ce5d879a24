"""How much a tree is, measured in one go: the same as counted one by one."""

from quepu.book import rulebook
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.language.effort import measured, steps
from quepu.rulebook.language.node import Node, tree_size


def levels(node: Node) -> int:
    return 1 + max(map(levels, node.args), default=0)


def test_a_tree_is_measured_in_one_go():
    seen = 0
    for name in known_ids():
        model = rulebook(name).model
        for node in [*model.play.values(), *(node for fan in model.fans for node in (fan.when, fan.count, fan.value)),
                     *(node for pay in model.payments for node in (pay.when, pay.amount))]:
            if node is not None:
                seen += node.op != "const"
                assert measured(node) == (tree_size(node), levels(node), steps(node))
    assert seen > 500
