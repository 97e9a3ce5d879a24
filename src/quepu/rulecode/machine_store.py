"""Object code of a rulebook's generated functions: made once for this machine, kept on disk, loaded by its key."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quepu.compiler.kernels import load_kernels
from quepu.compiler.plain_trees import run_plain
from quepu.compiler.trees import Trees
from quepu.engine.layout import kinds, workbench
from quepu.engine.layout.array import Array
from quepu.engine.layout.frame import SET_ROOM, Frame
from quepu.engine.machine import lowest, ones
from quepu.engine.score.judge import count_pairs, count_sets, count_tiles, places_of, set_times, times_of, word_of
from quepu.rulebook.language.ranges import SEATS
from quepu.tiles import KIND_COUNT

if TYPE_CHECKING:
    from quepu.compiler.objects import Code
    from quepu.engine.layout.record import Layout

_HELPERS: tuple[Callable[..., Any], ...] = (
    count_tiles, count_sets, places_of, count_pairs, word_of, times_of, set_times)
_LOADED: dict[tuple[str, tuple[str, ...]], "Machine"] = {}      # for good: rows of rules hold addresses into them


@dataclass(frozen=True, slots=True, eq=False)
class Machine:
    """Loaded machine code and where its entries stand."""

    addresses: Mapping[str, int]
    code: "Code"

    def call(self, entry: str, *given: int) -> int:
        """What an entry returns; arrays are given by their address."""
        return load_kernels().through(self.addresses[entry], *given)


def load_machine(trees: Trees, entries: tuple[str, ...], prefix: str) -> Machine:
    """Generated functions compiled; `entries` are called from the engine."""
    if (trees.key, entries) not in _LOADED:
        from quepu.compiler.objects import LEAN, LIGHT, kept_object
        load_kernels()                  # it is told of their faults
        code = kept_object(prefix, (trees.key, *entries), lambda: machine_text(trees, entries),
                           LIGHT if prefix == "play" else LEAN, "compiling the rulebook")
        _LOADED[trees.key, entries] = Machine({entry: code.address(entry) for entry in entries}, code)
    return _LOADED[trees.key, entries]


def machine_text(trees: Trees, entries: tuple[str, ...], names: Mapping[str, Any] | None = None) -> str:
    """LLVM code of generated functions and of the kernels they call."""
    from quepu.compiler.source import kernel_definition, kind_of, tree_definitions
    from quepu.compiler.unit import Unit
    answers = kind_of(kinds.Answers)
    assert isinstance(answers, Array)
    arrays: dict[str, Array | Layout] = {"f": Frame, "W": answers}
    known = constants() if names is None else names
    definitions = tree_definitions(trees, "rulebook", arrays, known)
    return str(Unit([*definitions, *map(kernel_definition, _HELPERS)], entries, checked=True, plain_entries=True))


def plain_machine(trees: Trees, entries: Iterable[str]) -> dict[str, Callable[..., int]]:
    """The same functions as plain Python."""
    return run_plain(trees, {**constants(), **{function.__name__: function for function in (*_HELPERS, ones, lowest)}},
                     entries)


def constants() -> dict[str, int]:
    """The names of numbers that generated functions may use."""
    found = {name: value for name, value in vars(workbench).items() if name.isupper() and isinstance(value, int)}
    return {**found, "SET_ROOM": SET_ROOM, "SEATS": SEATS, "KIND_COUNT": KIND_COUNT}
