"""Generated code for expressions of play: what reads the table's part of the frame and the ledger's rows.

Whatever is not proven to be a seat or a tile is asked about before it is an index.
"""

import ast
from collections.abc import Iterable

from quepu.compiler.quote import expression, number, statements
from quepu.engine.layout import frame as at
from quepu.engine.layout import table_facts as s
from quepu.rulebook.language.parse import Node
from quepu.rulebook.language.ranges import MEMORY_RANGES, proven
from quepu.rulebook.language.vocabulary import BOOL, ROW, SEAT, SUIT, TILE
from quepu.rulecode.code_parts import Scope
from quepu.rulecode.codegen import Code, between

_KEPT = (BOOL, SEAT, TILE, SUIT)
_ROW_PLACE = {"payer": 0, "receiver": 1, "amount": 3}
#: the slots of the hand that are not filled for every question
_HAND_SLOTS = frozenset((at.SELF_DRAW, at.SEAT, at.ROUND, at.DISCARDER, at.WIN_TILE, at.MELDS, at.OPEN_MELDS,
                         at.FLOWERS, at.FLOWER_MASK, at.WILDS, at.RED_FIVES, at.HELD_MASK, at.MELD_CHOWS, at.KONGS,
                         at.CONCEALED_KONGS))
_NEEDS_OF_LISTS = {s.WAITS_OF: s.NEED_WAITS, s.WINS_OF: s.NEED_VALUES | s.NEED_WAITS,
                   s.VISIBLE: s.NEED_SEATS, s.MARKED_BY: s.NEED_SEATS,
                   s.VALUES: s.NEED_VALUES | s.NEED_WAITS, at.HELD: s.NEED_HAND, at.SHOWN: s.NEED_HAND,
                   at.COUNTS: s.NEED_HAND}
_NEEDS_OF_SOURCES = {"waits": s.NEED_WAITS, "discards": s.NEED_SEATS, "heard": s.NEED_SEATS, "hand_of": s.NEED_SEATS,
                     "laid": s.NEED_SEATS, "turned": s.NEED_SEATS, "melds": s.NEED_HAND, "flowers": s.NEED_HAND}


def needs(nodes: Iterable[Node | None]) -> int:
    """What these trees read besides the scalars, as NEED_ bits."""
    found = 0
    for node in nodes:
        if node is None:
            continue
        if node.op == "slot" and node.number in _HAND_SLOTS:
            found |= s.NEED_HAND
        elif node.op in ("at", "grid"):
            found |= _NEEDS_OF_LISTS.get(node.number, 0)
        elif node.op == "loop":
            found |= _NEEDS_OF_SOURCES.get(node.loop[2], 0)
        found |= needs(node.args)
    return found


class PlayCode(Code):
    """Makes the functions of one rulebook's play."""

    __slots__ = ()

    def _prop(self, node: Node, scope: Scope) -> ast.expr:
        of, name = node.args[0], node.word
        if of.type == ROW:
            return expression("f[_field + ROW_WIDTH * _row]", field=s.ROW_AT + _ROW_PLACE[name],
                              row=self.emit(of, scope))
        return super()._prop(node, scope)

    def within(self, node: Node, tree: ast.expr, kind: str = "") -> ast.expr:
        """A seat, tile, suit or yes and no that is kept or handed on: -1 where it is nothing of the kind."""
        kind = kind or node.type
        if kind not in _KEPT or proven(node, *MEMORY_RANGES[kind]):
            return tree
        if kind == BOOL:
            return tree if node.type == BOOL else expression("1 if _value != 0 else 0", value=tree)
        low, high = MEMORY_RANGES[kind]
        kept = self.add("kept", ["value"], statements("return value if _low <= value <= _high else -1", low=low,
                                                      high=high))
        return expression("_kept(_value)", kept=kept, value=tree)

    # -- the ledger --
    def tagged(self, tags: Iterable[str]) -> ast.Name:
        """The name of a constant: 1 for every payment whose rows carry one of the tags."""
        wanted = set(tags)
        return self.constant([int(rule.tag in wanted) for rule in self.model.payments])

    def _paid(self, node: Node, scope: Scope) -> ast.expr:
        payer, receiver = (self.emit(arg, scope) for arg in node.args)
        if all(rule.tag != node.word for rule in self.model.payments):
            return number(0)
        # a row of no rule is a stake, which is no payment
        paid = self.add("paid", ("f", "payer", "receiver"), statements("""
            moved = 0
            for row in range(f[ROW_COUNT]):
                at = ROW_AT + ROW_WIDTH * row
                if 0 <= f[at + 2] < _rules and _tagged[f[at + 2]] != 0:
                    if f[at] == payer and f[at + 1] == receiver:
                        moved += f[at + 3]
                    if f[at] == receiver and f[at + 1] == payer:
                        moved -= f[at + 3]
            return _moved
            """, rules=len(self.model.payments), tagged=self.tagged((node.word,)),
            moved=between(node.low, expression("moved"), node.high)))
        return expression("_paid(f, _payer, _receiver)", paid=paid, payer=payer, receiver=receiver)
