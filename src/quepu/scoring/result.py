"""What scoring a hand gives: frozen values, from the total down to each ledger row."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quepu import tiles
from quepu.engine.layout.table_facts import GUESTS, POT
from quepu.hand import Meld, Win

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.engine.layout.frame import Frame
    from quepu.scoring.asked_facts import Asked


@dataclass(frozen=True, slots=True)
class Block:
    """A set or pair of a reading."""

    tiles: tuple[int, ...]
    meld: Meld | None = None            # laid down before the win
    wins: bool = False                  # holds the winning tile
    concealed: bool = True
    wild: tuple[int, ...] = ()          # places filled by wild tiles

    def __str__(self) -> str:
        if self.meld is not None:
            return str(self.meld)
        codes = [tiles.code(kind) for kind in self.tiles]
        if len({code[1] for code in codes}) == 1:
            return "".join(code[0] for code in codes) + codes[0][1]
        return "".join(codes)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to see a complete hand."""

    shape: str
    sets: tuple[Block, ...]
    pairs: tuple[Block, ...]
    fixed: tuple[int, ...] = ()         # tiles of a fixed part
    win_as: int | None = None           # what the winning tile stands for

    def __str__(self) -> str:
        fixed = " ".join(tiles.code(kind) for kind in self.fixed)
        return " ".join(part for part in (fixed, *map(str, self.sets), *map(str, self.pairs)) if part)


@dataclass(frozen=True, slots=True)
class FanScore:
    """A fan that counts: how often, for how many points, and the sets that earned it."""

    id: str
    names: Mapping[str, str]
    count: int
    value: int                          # of one
    tally: str
    shown: str                          # its points as the rulebook writes them: 24, x2, 2番
    blocks: tuple[tuple[Block, ...], ...] = ()
    shows: Mapping[str, str] = field(default_factory=dict)      # the same in other languages, where they differ

    @property
    def points(self) -> int:
        """What it adds to its tally."""
        return self.count * self.value

    def written(self, lang: str = "zh") -> str:
        """Its points as the rulebook writes them in a language."""
        return self.shows.get(lang, self.shown)

    def name(self, lang: str = "zh") -> str:
        """Its name in a language, or in any it has."""
        return self.names.get(lang) or self.names.get("zh") or self.names.get("en") or self.id


@dataclass(frozen=True, slots=True)
class Dropped:
    """A fan that was earned and does not count, and the principle that says so."""

    id: str
    names: Mapping[str, str]
    count: int
    principle: str                      # implied, split, same, once, group
    by: str = ""                        # the fan that drops it

    def name(self, lang: str = "zh") -> str:
        """Its name in a language, or in any it has."""
        return self.names.get(lang) or self.names.get("zh") or self.names.get("en") or self.id


@dataclass(frozen=True, slots=True)
class Row:
    """A ledger row; seat 4 is the pot."""

    payer: int
    receiver: int
    amount: int
    tag: str
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Score:
    """The answer to "what is this hand worth, and why"."""

    book: "Rulebook"
    win: Win
    complete: bool                      # the tiles make a shape
    legal: bool                         # and the win is allowed
    total: int
    tallies: Mapping[str, int] = field(default_factory=dict)
    fans: tuple[FanScore, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    reading: Reading | None = None
    reasons: tuple[Mapping[str, str], ...] = ()     # why the win is not allowed
    ledger: tuple[Row, ...] = ()
    others: tuple[tuple[str, int], ...] = ()        # other readings and what they are worth
    broken: tuple[str, ...] = ()        # the conditions of winning that do not hold, the minimum aside
    working: tuple[FanScore, ...] = ()              # what tallies that stand apart are made of
    grade: Mapping[str, str] = field(default_factory=dict)      # the name of what it is worth, if it has one
    ruled_out: tuple[str, ...] = ()     # flags that were told and do not hold for this hand
    at_once: tuple[Row, ...] = ()       # what the winner's kongs and flowers moved before the win
    played: bool = False                # by the table, which knows all there is to tell
    frame: "Frame | None" = field(default=None, repr=False, compare=False)     # of the reading, for what it is asked

    @property
    def earned(self) -> tuple[FanScore, ...]:
        """Everything that counts: the fans, and what tallies that stand apart are made of."""
        return (*self.fans, *self.working)

    @property
    def payments_known(self) -> bool:
        """Whether all that the payments depend on was told: the discarder, where the rulebook asks about him."""
        win = self.win
        return win.self_draw or win.tile is None or win.discarder is not None or not self.book.ledger.asks_discarder

    @property
    def payments(self) -> dict[str, int]:
        """Net change of each seat at the win and at the end of the hand, empty while the discarder is not known.

        It is 0 in all, unless the pot keeps something or guests bet.
        """
        return _net(self.ledger) if self.payments_known else {}

    @property
    def hand_payments(self) -> dict[str, int]:
        """Net change of each seat by the whole hand: what was paid at once, and what the win and its end move."""
        return _net((*self.at_once, *self.ledger)) if self.payments_known else {}

    @property
    def assumed(self) -> tuple[Mapping[str, str], ...]:
        """What the rulebook asks about the hand and nobody told, in words, where nothing is usual: counted without.

        So is that there are no flowers, where that has earned a fan.
        """
        if not self.complete or self.played:
            return ()
        return self.book.reference.frames.assumed.not_told(self)

    @property
    def as_usual(self) -> tuple["Asked", ...]:
        """The circumstances, memory and words of the table that nobody told: they count as they usually are."""
        return self.book.reference.frames.assumed.as_usual(self.win) if self.complete and not self.played else ()

    @property
    def no_effect(self) -> tuple[str, ...]:
        """What was told by a name of the rulebook's and decides nothing under it."""
        return self.book.reference.frames.assumed.no_effect(self.win) \
            if (self.win.flags or self.win.state) and not self.played else ()

    def explain(self, lang: str = "zh", sentences: bool = False, formula: bool = False) -> str:
        """The score as text: fans, what was dropped and why, and who pays whom.

        `sentences`: also what each fan is; `formula`: and what the rulebook asks for, clause by clause.
        """
        from quepu.scoring.explain import explain
        return explain(self, lang, sentences, formula)

    def _repr_html_(self) -> str:
        from quepu.scoring.explain import explain_html
        return explain_html(self)


def _net(rows: Iterable[Row]) -> dict[str, int]:
    """What rows move, by seat."""
    net = [0] * (POT + 1 + GUESTS)
    for row in rows:
        net[row.payer] -= row.amount
        net[row.receiver] += row.amount
    return {letter: net[seat] for seat, letter in enumerate("ESWN")}
