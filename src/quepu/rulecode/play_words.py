"""Generated code for expressions of play: what reads the table's part of the frame and the ledger's rows.

Whatever is not proven to be a seat or a tile is asked about before it is an index.
"""

import ast
from collections.abc import Iterable
from typing import assert_never

from quepu.compiler.quote import expression, number, statements
from quepu.engine.layout.table_facts import Need
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.ranges import MEMORY_RANGES, proven
from quepu.rulebook.language.vocabulary import BOOL, FIELDS, ITERABLES, ROW, SEAT, SUIT, TILE, Word
from quepu.rulebook.language.walk import parts_of
from quepu.rulecode.code_parts import Scope
from quepu.rulecode.codegen import Code, between

_KEPT = (BOOL, SEAT, TILE, SUIT)
_ROW_READS = {"payer": "f.ledger[_row].payer", "receiver": "f.ledger[_row].receiver", "amount": "f.ledger[_row].amount"}
_MASKS = ("flower_mask", "held_mask")    # of the hand, beside what has a word


def needs(nodes: Iterable[Expr | None]) -> int:
    """What these trees read besides the scalars, as bits (`Need`)."""
    found = 0
    for node in nodes:
        for part in parts_of(node) if node is not None else ():
            found |= _need(part)
    return found


def _need(node: Expr) -> int:
    """What a node reads itself besides the scalars."""
    match node:
        case n.Slot(place=place):
            return Need.HAND if place.field in _MASKS else _loads(FIELDS.get(place.field))
        case n.At(place=place) | n.Grid(place=place):
            return _loads(FIELDS.get(place.field))
        case n.Loop(source=source):
            return _loads(ITERABLES.get(source))
        case n.Number() | n.Text() | n.Variable() | n.Waits() | n.Flag() | n.Told() | n.Has() | n.Times() \
                | n.AnyFan() | n.Paid() | n.Negative() | n.Arithmetic() | n.Compare() | n.Among() | n.Table() \
                | n.Property() | n.Call() | n.And() | n.Or() | n.Not() | n.If() | n.Defined():
            return 0
        case _:
            assert_never(node)


def _loads(word: Word | None) -> int:
    return 0 if word is None else word.loads


class PlayCode(Code):
    """Makes the functions of one rulebook's play."""

    __slots__ = ()

    def _property(self, node: n.Property, scope: Scope) -> ast.expr:
        if node.of.type == ROW:
            return expression(_ROW_READS[node.name], row=self.emit(node.of, scope))
        return super()._property(node, scope)

    def within(self, node: Expr, tree: ast.expr, kind: str = "") -> ast.expr:
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

    def _paid(self, node: n.Paid, scope: Scope) -> ast.expr:
        payer, receiver = self.emit(node.payer, scope), self.emit(node.receiver, scope)
        if all(rule.tag != node.tag for rule in self.model.payments):
            return number(0)
        # a row of no rule is a stake, which is no payment
        paid = self.add("paid", ("f", "payer", "receiver"), statements("""
            moved = 0
            for row in range(f.row_count):
                one = f.ledger[row]
                if 0 <= one.rule < _rules and _tagged[one.rule] != 0:
                    if one.payer == payer and one.receiver == receiver:
                        moved += one.amount
                    if one.payer == receiver and one.receiver == payer:
                        moved -= one.amount
            return _moved
            """, rules=len(self.model.payments), tagged=self.tagged((node.tag,)),
            moved=between(node.low, expression("moved"), node.high)))
        return expression("_paid(f, _payer, _receiver)", paid=paid, payer=payer, receiver=receiver)
