"""The generated functions of a rulebook's play: what the table engine asks, gives, remembers and pays.

`ask(f, n)` answers expression n of play, `given(f)` the flags that the table gives, `remember(f, event)` changes the
memory, `pay(f, occasion)` writes the rows of an occasion.  All of them see the game through the frame alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from quepu.core import situation as s
from quepu.rulebook.events import EVENTS
from quepu.rulebook.model import MemorySlot, Model, Path, Update
from quepu.rulebook.node import Node
from quepu.rulebook.schema import OCCASIONS
from quepu.rulebook.vocabulary import INT
from quepu.scoring.folding import free_variables
from quepu.scoring.play_code import PlayCode, Scope, needs
from quepu.scoring.play_pay import ADD_ROW, DROP_EMPTY, occasion_text

_I = "    "
_FEW = 4                # expressions in one function: compile time grows faster than length


@dataclass(frozen=True, slots=True)
class PlayText:
    """The text of the functions, the number of each expression, and what each group of functions reads (NEED_ bits)."""

    text: str
    numbers: dict[Path, int]
    needs_ask: dict[Path, int]
    needs_given: int
    needs_remember: dict[int, int]      # by number of the event
    needs_pay: dict[int, int]           # by number of the occasion


def play_module(model: Model) -> PlayText:
    """The functions of play; rulebooks that differ only in numbers of options give the same text."""
    code = PlayCode(model)
    asked = [(path, node) for path, node in model.play.items()
             if path[0] not in ("flag", "memory", "examples") and node.op != "const" and not free_variables(node)]
    given = [(bit, node) for name, bit in model.words.flags.items()
             if (node := model.play.get(("flag", name, "given"))) is not None]
    updates = {number: [(slot, update) for slot in model.memory for update in slot.updates if number in update.of]
               for number in range(len(EVENTS))}
    paid = {number: [rule for rule in model.payments if rule.on == name] for number, name in enumerate(OCCASIONS)}
    # each part writes the small functions it calls into `code`; a function of the engine comes after all of them
    parts = [_ask(code, [node for _path, node in asked]), _given(code, given), _remember(code, updates),
             _pay(code, {number for number, rules in paid.items() if rules})]
    return PlayText(
        "\n\n\n".join([*code.functions, *parts]) + "\n",
        {path: number for number, (path, _node) in enumerate(asked)},
        {path: needs((node,)) for path, node in asked},
        needs(node for _bit, node in given),
        {number: needs(node for _slot, update in found for node in (update.when, update.set))
         for number, found in updates.items() if found},
        {number: needs(node for rule in rules for node in (rule.when, rule.amount, rule.by, rule.share))
         for number, rules in paid.items() if rules})


def _function(name: str, parameters: str, lines: Sequence[str]) -> str:
    return f"def {name}({parameters}):\n" + "\n".join(_I + line for line in lines)


def _ask(code: PlayCode, nodes: list[Node]) -> str:
    """`ask`: a few expressions in one function, found by halving; a call in between would be compiled once more."""
    def part(low: int, high: int) -> list[str]:
        if high - low > _FEW:
            middle = low + max(1, (high - low) // (2 * _FEW)) * _FEW
            return [f"if n < {middle}:", *(_I + line for line in part(low, middle)), *part(middle, high)]
        lines = []
        for number in range(low, high):
            lines += [f"if n == {number}:", _I + f"return {code.whole(nodes[number], {})}"]
        return [f"return {code.add('ask', 'f, n', [*lines, 'return 0'])}(f, n)"]
    return _function("ask", "f, n", part(0, len(nodes)))


def _given(code: PlayCode, flags: list[tuple[int, Node]]) -> str:
    """`given`: one bit for each flag whose condition holds."""
    lines = ["flags = 0"]
    for bit, node in flags:
        lines += [f"if {code.truth(node, {})}:", _I + f"flags |= {1 << bit}"]
    return _function("given", "f", [*lines, "return flags"])


def _remember(code: PlayCode, updates: dict[int, list[tuple[MemorySlot, Update]]]) -> str:
    """`remember`: the updates of one event in the order of the file."""
    lines: list[str] = []
    for number, found in updates.items():
        if found:
            body = [line for slot, update in found for line in _update(code, slot, update, number)]
            name = code.add("remember", "f", [*body, "return 0"])
            lines += [f"if event == {number}:", _I + f"return {name}(f)"]
    return _function("remember", "f, event", [*lines, "return 0"])


def _update(code: PlayCode, slot: MemorySlot, update: Update, event: int) -> list[str]:
    """The lines that visit every slot of a memory."""
    lines: list[str] = []
    depth = 0

    def deeper(line: str) -> None:
        nonlocal depth
        lines.append(_I * depth + line)
        depth += 1
    of = update.of[event]
    if of is not None:
        deeper(f"if {' or '.join(f'f[{s.EVENT_OF}] == {entry}' for entry in of)}:")
    scope: Scope = {}
    place = str(slot.slot)
    if slot.size > 1:
        deeper(f"for owner in range(f[{s.SEAT_COUNT}]):")
        scope["owner"] = ("place", "owner")
        place = f"{slot.slot} + owner"
    if slot.size == 16:
        deeper(f"for other in range(f[{s.SEAT_COUNT}]):")
        scope["other"] = ("place", "other")
        place = f"{slot.slot} + 4 * owner + other"
    if update.when is not None:
        deeper(f"if {code.truth(update.when, scope)}:")
    value = code.whole(update.set, scope)
    memory = code.model.words.memory[slot.id]
    if memory.type == INT and not memory.low <= update.set.low <= update.set.high <= memory.high:
        value = f"min({memory.high}, max({memory.low}, {value}))"       # the bounds that other expressions rely on
    return [*lines, _I * depth + f"f[{place}] = {value}"]


def _pay(code: PlayCode, occasions: set[int]) -> str:
    """`pay`: the rows of one occasion, behind those that are there."""
    code.functions.append(ADD_ROW)
    lines = [f"f[{s.ROW_START}] = f[{s.ROW_COUNT}]"]
    for number in sorted(occasions):
        lines += [f"if occasion == {number}:", *(_I + line for line in occasion_text(code, OCCASIONS[number]))]
    return _function("pay", "f, occasion", [*lines, *DROP_EMPTY])
