"""The names that a rulebook adds to the vocabulary: options, flags, memory, defines, fans."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from quepu.faults import Fault
from quepu.rulebook.language.vocabulary import INT

CHOICE = "choice:"      # the type of an option with named choices is CHOICE + its id


@dataclass(frozen=True, slots=True)
class Memory:
    """Where a memory lies: its first place in `memory` of the frame, and how many (1, 4 a seat, 16 a pair of seats)."""

    slot: int
    size: int
    low: int = -10**6
    high: int = 10**6
    type: str = INT


@dataclass(frozen=True, slots=True)
class Define:
    """A named expression with arguments: their names and types, and the text."""

    args: tuple[tuple[str, str], ...]
    text: str


@dataclass(frozen=True, slots=True)
class OptionWord:
    """An option as expressions see it."""

    slot: int
    type: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 1


@dataclass(frozen=True, slots=True)
class VariableWord:
    """A variable as nodes know it: a name that no other of its expression has, its type, and what it can be."""

    name: str
    type: str
    low: int
    high: int
    is_given: bool = False              # by the place where the expression stands; the others are of loops


@dataclass(slots=True)
class Budget:
    """How many nodes the expressions of one rulebook have made, and how many loops one expression has."""

    spent: int = 0
    loops: int = 0


@dataclass(slots=True)
class Names:
    """The names a rulebook adds to the vocabulary."""

    options: Mapping[str, OptionWord] = field(default_factory=dict)
    flags: Mapping[str, int] = field(default_factory=dict)
    memory: Mapping[str, Memory] = field(default_factory=dict)
    defines: Mapping[str, Define] = field(default_factory=dict)
    fans: Mapping[str, int] = field(default_factory=dict)
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shapes: Mapping[str, int] = field(default_factory=dict)
    tallies: Mapping[str, int] = field(default_factory=dict)
    next_tiles: tuple[int, ...] = ()    # the kind after each in `indicator_order`
    prev_tiles: tuple[int, ...] = ()    # the kind before each
    turned: tuple[str, ...] = ()        # names of [turned.*]
    numbers: tuple[int, ...] = ()       # the `number` of each kind
    off: Mapping[str, frozenset[str]] = field(default_factory=dict)     # by section: switched off, but still declared
    budget: Budget = field(default_factory=Budget)


def is_off(names: Names, section: str, name: object) -> bool:
    """Whether an entry is declared and switched off: one may speak of it, and it never holds."""
    return name in names.off.get(section, ())


def suggestion(word: str, known: Iterable[str]) -> Fault | None:
    """"Did you mean ...?" if something known is close."""
    from difflib import get_close_matches  # only where a word is wrong
    close = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return Fault("advice.meant", word=close[0]) if close else None
