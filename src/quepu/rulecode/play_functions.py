"""The generated functions of a rulebook's play: what the table engine asks, gives, remembers and pays.

`ask(f, n)` answers expression n of play, `given(f)` the flags that the table gives, `remember(f, event)` changes the
memory, `pay(f, occasion)` writes the rows of an occasion.  All of them see the game through the frame alone.
"""

import ast
from dataclasses import dataclass

from quepu.compiler.quote import either, expression, named, statements
from quepu.compiler.trees import Trees
from quepu.rulebook.file.schema import OCCASIONS
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.language.node import Expr, Number
from quepu.rulebook.language.ranges import SEATS, proven
from quepu.rulebook.language.vocabulary import INT, SEAT
from quepu.rulebook.model.model import MemorySlot, Model, Path, Update
from quepu.rulecode.code_parts import NOTHING, Scope
from quepu.rulecode.codegen import between
from quepu.rulecode.folding import free_variables
from quepu.rulecode.payments import ADD_ROW, DROP_EMPTY, pay_occasion
from quepu.rulecode.play_words import PlayCode, needs

_FEW = 4                # expressions in one function: compile time grows faster than length


@dataclass(frozen=True, slots=True)
class PlayTrees:
    """The functions, the number of each expression, and what each group of functions reads (`Need` bits)."""

    trees: Trees
    numbers: dict[Path, int]
    needs_ask: dict[Path, int]
    needs_given: int
    needs_remember: dict[int, int]      # by number of the event
    needs_pay: dict[int, int]           # by number of the occasion


def play_trees(model: Model) -> PlayTrees:
    """The functions of play; rulebooks that differ only in numbers of options give the same."""
    code = PlayCode(model)
    asked = [(formula.path, formula.node) for formula in model.formulas() if not free_variables(formula.node)
             and not (isinstance(formula.node, Number) and formula.node.value >= 0)]  # a cell holds no other constant
    given = [(flag.bit, flag.given) for flag in model.flags if flag.given is not None]
    updates = {number: [(slot, update) for slot in model.memory for update in slot.updates if number in update.of]
               for number in range(len(EVENTS))}
    paid = {number: [rule for rule in model.payments if rule.on == name] for number, name in enumerate(OCCASIONS)}
    # each makes the small functions it calls; what the engine calls comes after all of them
    parts = {"ask": (("f", "n"), _ask(code, [node for _path, node in asked])), "given": ("f", _given(code, given)),
             "remember": (("f", "event"), _remember(code, updates)),
             "pay": (("f", "occasion"), _pay(code, {number for number, rules in paid.items() if rules}))}
    for name, (parameters, body) in parts.items():
        code.put(name, parameters, body)
    return PlayTrees(
        code.trees(),
        {path: number for number, (path, _node) in enumerate(asked)},
        {path: needs((node,)) for path, node in asked},
        needs(node for _bit, node in given),
        {number: needs(node for _slot, update in found for node in (update.when, update.set))
         for number, found in updates.items() if found},
        {number: needs(node for rule in rules for node in (rule.when, rule.amount, rule.by, rule.share))
         for number, rules in paid.items() if rules})


def _ask(code: PlayCode, nodes: list[Expr]) -> list[ast.stmt]:
    """`ask`: a few expressions in one function, found by halving; a call in between would be compiled once more."""
    def part(low: int, high: int) -> list[ast.stmt]:
        if high - low > _FEW:
            middle = low + max(1, (high - low) // (2 * _FEW)) * _FEW
            return [*statements("if n < _middle:\n    _first", middle=middle, first=part(low, middle)),
                    *part(middle, high)]
        lines: list[ast.stmt] = []
        for number in range(low, high):
            lines += statements("if n == _number:\n    return _answer", number=number,
                                answer=_answer(code, nodes[number]))
        return statements("return _asked(f, n)",
                          asked=code.add("ask", "fn", [*lines, *statements("return 0")]))
    return part(0, len(nodes))


def _answer(code: PlayCode, node: Expr) -> ast.expr:
    """What an expression of play says; a seat or tile that is none at this table is nobody or none."""
    tree = code.whole(node, NOTHING)
    if node.type == SEAT and not proven(node, -1, -1):
        known = code.add("known", ("f", "seat"), statements("return seat if 0 <= seat < f.seat_count else -1"))
        return expression("_known(f, _seat)", known=known, seat=tree)
    return code.within(node, tree)


def _given(code: PlayCode, flags: list[tuple[int, Expr]]) -> list[ast.stmt]:
    """`given`: one bit for each flag whose condition holds."""
    lines = statements("flags = 0")
    for bit, node in flags:
        lines += statements("if _holds:\n    flags |= _bit", holds=code.truth(node, NOTHING), bit=1 << bit)
    return [*lines, *statements("return flags")]


def _remember(code: PlayCode, updates: dict[int, list[tuple[MemorySlot, Update]]]) -> list[ast.stmt]:
    """`remember`: the updates of one event in the order of the file."""
    lines: list[ast.stmt] = []
    for number, found in updates.items():
        if found:
            body = [line for slot, update in found for line in _update(code, slot, update, number)]
            remember = code.add("remember", "f", [*body, *statements("return 0")])
            lines += statements("if event == _number:\n    return _remember(f)", number=number, remember=remember)
    return [*lines, *statements("return 0")]


#: how the slots of a memory are visited, by how many it has: where each stands, and the loops around `_set`
_VISITS = {
    1: ("_first", "_set"),
    SEATS: ("_first + owner", """
for owner in range(f.seat_count):
    _set
"""),
    SEATS * SEATS: ("_first + SEATS * owner + other", """
for owner in range(f.seat_count):
    for other in range(f.seat_count):
        _set
"""),
}


def _update(code: PlayCode, slot: MemorySlot, update: Update, event: int) -> list[ast.stmt]:
    """The statements that visit every slot of a memory."""
    owners = ("owner", "other")[:{1: 0, SEATS: 1}.get(slot.size, 2)]
    scope = Scope({name: ("place", named(name)) for name in owners})
    when = code.truth(update.when, scope) if update.when is not None else None
    value = code.whole(update.set, scope)
    memory = code.model.words.memory[slot.id]
    if memory.type == INT and not memory.low <= update.set.low <= update.set.high <= memory.high:
        value = between(memory.low, value, memory.high)         # as other expressions rely on
    if memory.type != INT:
        value = code.within(update.set, value, memory.type)
    where, visits = _VISITS[slot.size]
    lines = statements("f.memory[_place] = _value", place=expression(where, first=slot.slot), value=value)
    if when is not None:
        lines = statements("if _when:\n    _lines", when=when, lines=lines)
    lines = statements(visits, set=lines)
    of = update.of[event]
    if of is not None:
        lines = statements("if _of:\n    _lines", lines=lines,
                           of=either([expression("f.event_of == _entry", entry=entry) for entry in of]))
    return lines


def _pay(code: PlayCode, occasions: set[int]) -> list[ast.stmt]:
    """`pay`: the rows of one occasion, behind those that are there."""
    code.put("add_row", *ADD_ROW)
    lines = statements("f.row_start = f.row_count")
    for number in sorted(occasions):
        lines += statements("if occasion == _number:\n    _rows", number=number,
                            rows=pay_occasion(code, OCCASIONS[number]))
    return [*lines, *DROP_EMPTY]
