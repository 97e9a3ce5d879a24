"""The checked tree of an expression, and what can be wrong with one."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quepu.engine.layout.frame import Place
from quepu.faults import Fault


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a checked expression."""

    op: str
    type: str
    args: tuple["Node", ...] = ()
    value: int | str | Place | tuple[str, ...] | tuple[int, ...] = 0
    low: int = 0
    high: int = 1
    start: int = 0                      # columns of its text, for errors and for explaining
    end: int = 0

    @property
    def number(self) -> int:
        """`value` of a node that holds one number: a constant, a bit, a fan."""
        if not isinstance(self.value, int):
            raise TypeError(f"a node '{self.op}' holds no number")
        return self.value

    @property
    def numbers(self) -> tuple[int, ...]:
        """`value` of a node that holds several numbers: fans, a table over kinds."""
        if not isinstance(self.value, tuple):
            raise TypeError(f"a node '{self.op}' holds no numbers")
        return tuple(int(number) for number in self.value)

    @property
    def place(self) -> Place:
        """`value` of a node that reads the frame: a field, or where in an array it reads or begins to count."""
        if not isinstance(self.value, Place):
            raise TypeError(f"a node '{self.op}' reads no place of the frame")
        return self.value

    @property
    def word(self) -> str:
        """`value` of a node that holds a name: a function, a property, a variable."""
        if not isinstance(self.value, str):
            raise TypeError(f"a node '{self.op}' holds no name")
        return self.value

    @property
    def loop(self) -> tuple[str, str, str]:
        """`value` of a loop: (all, any, count ..., its variable, what it runs over)."""
        if not isinstance(self.value, tuple):
            raise TypeError(f"a node '{self.op}' is no loop")
        name, variable, source = map(str, self.value)
        return name, variable, source


@dataclass(frozen=True, slots=True)
class Spot:
    """One thing wrong with an expression: where, what, and the way out."""

    start: int
    end: int
    text: Fault
    advice: Fault | None = None
    define: str = ""                    # the define whose text the columns are of; the expression itself if empty


class ExpressionError(Exception):
    """The faults of one expression."""

    def __init__(self, faults: Iterable[Spot]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.text for fault in self.faults))


def parts_of(node: Node) -> Iterator[Node]:
    """A node and all in it."""
    yield node
    for arg in node.args:
        yield from parts_of(arg)


def reads_place(node: Node, place: Place) -> Node | None:
    """The first part of a tree that reads a place of the frame; of a define, where it is used."""
    if node.op == "slot" and node.value == place:
        return node
    found = next((at for arg in node.args if (at := reads_place(arg, place)) is not None), None)
    return node if found is not None and node.op == "define" else found


def tree_size(node: Node) -> int:
    """How many nodes a tree has; what is shared counts each time, as it is written out each time."""
    sizes: dict[int, int] = {}

    def size(of: Node) -> int:
        if id(of) not in sizes:
            sizes[id(of)] = 1 + sum(size(arg) for arg in of.args)
        return sizes[id(of)]
    return size(node)


#: facts of the situation, memory and options: what is left of a frame is about the tiles of a hand
_SITUATION = ("self_draw", "seat", "round", "discarder", "flower_count", "flower_mask", "flags", "told", "shape",
              "memory", "options")
_LISTS_ASIDE = ("flowers", "seats", "payers", "suits", "list", "mask", "turned")


def asks_for_tiles(node: Node) -> bool:
    """Whether a condition on a hand looks at its tiles, and not at flowers, flags and memory alone."""
    if node.op in ("slot", "at") and node.place.field not in _SITUATION:
        return True
    if node.op == "loop" and node.loop[2] not in _LISTS_ASIDE:
        return True
    return node.op in ("waits", "has", "times", "any_fan", "grid") or any(map(asks_for_tiles, node.args))
