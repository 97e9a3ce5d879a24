"""Loops whose body sees of a reading only the element it is at: what it gives for one is worked out once in a win.

Wild tiles make thousands of readings out of few different blocks, and all else that a body asks (what is held, which
kinds are wild, options, memory) is the same in each of them.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from quepu.engine.layout.field import WORD
from quepu.engine.layout.frame import Frame, FrameBlock, Place
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import Env, Function, function
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.vocabulary import PAIR, SET
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model.model import Model
from quepu.rulecode.folding import source_kinds

#: where the elements of a source are; of tiles the loop runs over kinds, each as often as it is there
_TILES = ("kinds", "tiles")
_BLOCKS = {"sets": ("sets", "set_count"), "chows": ("sets", "set_count"), "pungs": ("sets", "set_count"),
           "pairs": ("pairs", "pair_count")}
_WIDTH = FrameBlock.SIZE // WORD
_KIND = FrameBlock.FIELDS["kind"].offset // WORD
_COUNTS, _PRESENT = Frame.FIELDS["counts"].offset // WORD, Place("tile_mask").word

#: an element as a variable has it, its numbers, and how often it is there
Element = tuple[int, object, int]
#: what a condition leaves out


class ElementLoop:
    """A loop over parts of a reading; `begun` makes what counts it in the readings of one win."""

    def __init__(self, model: Model, node: n.Loop) -> None:
        self._name, self._variable, source = node.quantifier, node.variable, node.source
        self._body, self._condition = function(node.body), function(node.condition)
        self._elements = _kinds(source == "tiles") if source in _TILES else \
            _blocks(*_BLOCKS[source], -1 if source in ("sets", "pairs") else source_kinds(model.catalogue, source))

    def begun(self) -> Function:
        """The loop as a function of the environments of one win."""
        known: dict[object, int | None] = {}     # None: the loop leaves such an element out
        variable, body, condition, elements = self._variable, self._body, self._condition, self._elements

        def values(env: Env) -> Iterator[tuple[int, int]]:
            for element, numbers, copies in elements(env.numbers):
                try:
                    value = known[numbers]
                except KeyError:
                    env.variables[variable] = element
                    value = known[numbers] = int(body(env)) if condition(env) else None
                if value is not None:
                    yield value, copies
        return _summed(self._name, values)


def element_loop(model: Model, node: n.Loop, seen: Callable[[Expr], bool]) -> ElementLoop | None:
    """The loop, if its body sees nothing else of a reading than its element; `seen` says whether a node sees any."""
    source = node.source
    if (source not in _TILES and source not in _BLOCKS) or node.given:
        return None

    def is_element(part: Expr) -> bool:
        return isinstance(part, n.Variable) and part.name == node.variable
    parts = list(chain.from_iterable(map(parts_of, node.parts)))
    asked = 0                           # properties of the element, if it is a set or pair
    for part in parts:
        if isinstance(part, n.Property) and part.of.type in (SET, PAIR):
            if not is_element(part.of):
                return None
            asked += 1
        elif isinstance(part, n.At) and part.place.field == "counts":
            if not is_element(part.indexes[0]) or source not in _TILES:
                return None
        elif seen(part):
            return None
    is_bare = sum(map(is_element, parts)) > asked
    return None if source in _BLOCKS and is_bare else ElementLoop(model, node)


def _kinds(each: bool) -> Callable[[memoryview], Iterator[Element]]:
    """The kinds present with their copies."""
    def elements(numbers: memoryview) -> Iterator[Element]:
        present = numbers[_PRESENT]
        while present:
            kind = (present & -present).bit_length() - 1
            present &= present - 1
            copies = numbers[_COUNTS + kind]
            yield kind, (kind, copies), copies if each else 1
    return elements


def _blocks(field: str, count: str, kinds: int) -> Callable[[memoryview], Iterator[Element]]:
    """The sets or pairs of some kinds with their numbers."""
    first, count_word = Frame.FIELDS[field].offset // WORD, Place(count).word

    def elements(numbers: memoryview) -> Iterator[Element]:
        for place in range(numbers[count_word]):
            start = first + _WIDTH * place
            if kinds >> numbers[start + _KIND] & 1:
                yield place, tuple(numbers[start:start + _WIDTH]), 1
    return elements


def _summed(name: str, values: Callable[[Env], Iterator[tuple[int, int]]]) -> Function:
    """What comes of a loop from what its body gives for each element, as the language has it."""
    made: dict[str, Function] = {
        "all": lambda env: all(value for value, _copies in values(env)),
        "any": lambda env: any(value for value, _copies in values(env)),
        "count": lambda env: sum(copies for _value, copies in values(env)),
        "sum": lambda env: sum(value * copies for value, copies in values(env)),
        "max": lambda env: max((value for value, _copies in values(env)), default=0),
        "min": lambda env: min((value for value, _copies in values(env)), default=0)}
    return made[name]
