"""Generated code for expressions of play: what reads the table's part of the frame and the ledger's rows.

Compiled code checks no bounds, so whatever can be `nobody` or `none` is asked about before it is an index.
"""

from collections.abc import Iterable

from quepu.core import frame as at
from quepu.core import situation as s
from quepu.rulebook.expression import Node
from quepu.rulebook.model import Model
from quepu.rulebook.vocabulary import BOOL, PAIR, ROW, SEAT, SET, TILE
from quepu.scoring.codegen import Code
from quepu.scoring.folding import free_variables
from quepu.tiles import KIND_COUNT

Scope = dict[str, tuple[str, str]]
_I = "    "
_ROW_PLACE = {"payer": 0, "receiver": 1, "amount": 3}
#: the slots of the hand that are not filled for every question
_HAND_SLOTS = frozenset((at.MELDS, at.OPEN_MELDS, at.FLOWERS, at.FLOWER_MASK, at.WILDS, at.RED_FIVES, at.HELD_MASK,
                         at.MELD_CHOWS, at.KONGS, at.CONCEALED_KONGS))
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


def reads_rows(node: Node | None) -> bool:
    """Whether a tree runs over the rows of the ledger."""
    return node is not None and ((node.op == "loop" and node.loop[2] == "rows") or any(map(reads_rows, node.args)))


class PlayCode(Code):
    """Writes the functions of one rulebook's play."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.loose: set[str] = set()    # variables that run over facts written out, each of which may be none

    def can_be_none(self, node: Node) -> bool:
        """Whether a tile or seat may be `none` or `nobody`."""
        if node.op == "const":
            return node.number < 0
        if node.op == "var":
            return node.word in self.loose
        return not (node.op == "prop" and node.args[0].type in (SET, PAIR))

    def emit(self, node: Node, scope: Scope) -> str:
        """The expression as Python text, as in `Code.emit`."""
        if node.op == "grid":
            return self._grid(node, scope)
        if node.op == "paid":
            return self._paid(node, scope)
        return super().emit(node, scope)

    def _folded(self, node: Node, scope: Scope) -> str | None:
        """A condition on one kind as a mask, unless it counts seats: how many there are is known at the table only."""
        if _counts_seats(node) or self.loose & set(free_variables(node)):
            return None
        return super()._folded(node, scope)

    def _masked_loop(self, node: Node, name: str, variable: str, source: str) -> str | None:
        return None if _counts_seats(node) else super()._masked_loop(node, name, variable, source)

    def _lookup(self, node: Node, scope: Scope) -> str:
        if len(node.args) == 1:         # a seat's memory, or a list by seat or by tile
            return super()._lookup(node, scope)
        row, column = (self.emit(arg, scope) for arg in node.args)
        text = self._guarded(node.args, (row, column), f"f[{node.value} + 4 * {row} + {column}]")
        return f"({text} != 0)" if node.type == BOOL else text

    def _grid(self, node: Node, scope: Scope) -> str:
        row, column = (self.emit(arg, scope) for arg in node.args)
        return self._guarded(node.args, (row, column), f"f[{node.value} + {KIND_COUNT} * {row} + {column}]")

    def _guarded(self, args: tuple[Node, ...], texts: tuple[str, ...], read: str) -> str:
        """A read of the frame, 0 where one of its indexes is nobody or none."""
        tests = [f"{text} >= 0" for arg, text in zip(args, texts, strict=True) if self.can_be_none(arg)]
        return f"({read} if {' and '.join(tests)} else 0)" if tests else read

    def _call(self, node: Node, scope: Scope) -> str:
        if node.value == "next_seat":
            seat, steps = (self.whole(arg, scope) for arg in node.args)
            return f"(({seat} + {steps}) % f[{s.SEAT_COUNT}])"
        return super()._call(node, scope)

    def _prop(self, node: Node, scope: Scope) -> str:
        of, name = node.args[0], node.word
        if of.type == ROW:
            return f"f[{s.ROW_AT + _ROW_PLACE[name]} + {s.ROW_WIDTH} * {self.emit(of, scope)}]"
        if of.type == SEAT and name == "is_out":
            seat = self.emit(of, scope)
            test = f"(f[{s.OUT}] >> {seat}) & 1 != 0"
            return f"({seat} >= 0 and {test})" if self.can_be_none(of) else f"({test})"
        return super()._prop(node, scope)

    # -- the ledger --
    def tagged(self, tags: Iterable[str]) -> str:
        """The name of a constant: 1 for every payment whose rows carry one of the tags."""
        wanted = set(tags)
        return self.constant(f"np.array({[int(rule.tag in wanted) for rule in self.model.payments]}, dtype=np.int64)")

    def _paid(self, node: Node, scope: Scope) -> str:
        payer, receiver = (self.emit(arg, scope) for arg in node.args)
        if all(rule.tag != node.word for rule in self.model.payments):
            return "(0)"
        tagged = self.tagged((node.word,))
        name = self.add("paid", "f, payer, receiver", [
            "moved = 0", f"for row in range(f[{s.ROW_COUNT}]):", _I + f"at = {s.ROW_AT} + {s.ROW_WIDTH} * row",
            _I + f"if f[at + 2] < {len(self.model.payments)} and {tagged}[f[at + 2]] != 0:",  # a stake is no payment
            _I * 2 + "if f[at] == payer and f[at + 1] == receiver:", _I * 3 + "moved += f[at + 3]",
            _I * 2 + "if f[at] == receiver and f[at + 1] == payer:", _I * 3 + "moved -= f[at + 3]", "return moved"])
        return f"{name}(f, {payer}, {receiver})"

    # -- loops --
    def _header(self, node: Node, variable: str, source: str, scope: Scope) -> tuple[list[str], int]:
        if source == "list" and any(arg.op != "const" or (arg.type in (SEAT, TILE) and arg.number < 0)
                                    for arg in node.args[2:]):
            self.loose.add(node.loop[1])
        if source == "seats":
            return [f"for {variable} in range(f[{s.SEAT_COUNT}]):"], 1
        if source == "payers":
            return [f"for {variable} in range(f[{s.SEAT_COUNT}]):", _I + f"if {variable} != f[SEAT]:"], 2
        if source == "rows":
            return [f"for {variable} in range(f[{s.ROW_START}], f[{s.ROW_COUNT}]):"], 1
        if source not in ("waits", "heard", "discards", "hand_of", "laid"):
            return super()._header(node, variable, source, scope)
        lines = [f"seat = {self.emit(node.args[2], scope)}"]
        if source in ("waits", "heard"):
            masks = s.WAITS_OF if source == "waits" else s.HEARD_OF
            return [*lines, f"bits = f[{masks} + seat] if seat >= 0 else 0", "while bits:",
                    _I + f"{variable} = lowest(bits)", _I + "bits &= bits - 1"], 1
        if source == "discards":
            return [*lines, f"river = {s.RIVERS} + {s.RIVER_WIDTH} * seat",
                    "for index in range(f[river] if seat >= 0 else 0):", _I + f"{variable} = f[river + 1 + index]"], 1
        counts = s.HANDS if source == "hand_of" else s.LAID_BY
        return [*lines, f"for {variable} in range({KIND_COUNT} if seat >= 0 else 0):",
                _I + f"for copy in range(f[{counts} + {KIND_COUNT} * seat + {variable}]):"], 2


def _counts_seats(node: Node) -> bool:
    return (node.op == "call" and node.value == "next_seat") or any(map(_counts_seats, node.args))
