"""The search for the best reading of a win: every division is looked at, what the rulebook sees alike is scored once.

`Reference.outcomes` scores every reading by itself; a test compares the two.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from quepu.engine.layout.frame import Frame
from quepu.engine.score.reading_facts import place_win
from quepu.hand import Win
from quepu.rulebook.language.evaluate import Env, bits
from quepu.rulebook.model.model import Shape
from quepu.scoring.block_search import PLAIN, BlockSearch
from quepu.scoring.reading_sight import Sight
from quepu.scoring.reference import Division, Outcome, Reference
from quepu.scoring.result import Block, Reading

MOST_OTHERS = 8             # readings told beside the one that counts
FEW = 32                    # divisions of a win, all shapes together, that are sooner scored than compared


class Found(NamedTuple):
    """The reading that counts, and the best of the others in words, with their totals."""

    best: Outcome | None
    others: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Divided:
    """A division of the tiles beside a fixed part, and the most it is worth with the winning tile anywhere."""

    fixed: int
    division: Division
    total: int


class Search:
    """Finds the best readings of the wins of one rulebook."""

    blocks: BlockSearch = PLAIN         # finds the nearest sets and pairs

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        catalogue = reference.model.catalogue
        self._blocks = [*map(Block, catalogue.sets), *map(Block, catalogue.pairs)]
        self.scored = 0                 # readings of the last win that were scored

    @cached_property
    def _sights(self) -> list[Sight]:
        """What is seen of readings as each shape."""
        return [Sight(self.reference.model, shape) for shape in self.reference.model.shapes]

    def found(self, win: Win) -> Found:
        """The best reading of a win, and the others that are told."""
        best, divided = self._divided_best(*self.reference.begun(win, self.waits))
        return Found(best, self.others(win, best, divided))

    def _divided_best(self, base: Frame, env: Env) -> tuple[Outcome | None, list[Divided]]:
        """The best reading of a win that is begun, and all divisions that make a hand, first what is worth most."""
        reference = self.reference
        f = base.copy()
        best: Outcome | None = None
        divided: list[Divided] = []
        known: dict[object, Outcome | None] = {}        # by what the rulebook sees; None: not this shape
        self.scored = 0
        by_shape = [list(reference.divisions(base, shape)) for shape in reference.model.shapes]
        are_many = sum(map(len, by_shape)) > FEW
        for shape, divisions in zip(reference.model.shapes, by_shape, strict=True):
            sight = self._sights[shape.index] if are_many else None
            seen = sight.begun() if sight is not None else None
            for fixed, moved, division in divisions:
                f.restore(base.raw)
                if not reference.lay(f, shape, fixed, division, moved):
                    continue
                most: int | None = None
                for place, win_as in reference.places(f, division, fixed):
                    place_win(f, reference.rules, place, win_as)
                    env.see(f)
                    key = (shape.index, *seen(env)) if seen is not None else None
                    if key in known:
                        outcome = known[key]
                    else:
                        outcome = self._scored(env, shape, division)
                        if outcome is not None and (best is None or outcome.order > best.order):
                            best = outcome
                        if key is not None:
                            known[key] = outcome
                    if outcome is not None:
                        most = outcome.total if most is None else max(most, outcome.total)
                    if sight is not None and not sight.sees_win:
                        break
                if most is not None:
                    divided.append(Divided(fixed, division, most))
        divided.sort(key=lambda one: -one.total)
        return best, divided

    def waits(self, f: Frame) -> list[int]:
        """The kinds that complete the tiles held before the win in a frame, in any shape."""
        return self.reference.waits(f)

    def best(self, win: Win) -> Outcome | None:
        """The best reading of a win."""
        return self._divided_best(*self.reference.begun(win, self.waits))[0]

    def _scored(self, env: Env, shape: Shape, division: Division) -> Outcome | None:
        """The reading in the frame, scored in a copy of it; None if the shape's condition does not hold."""
        env.see(env.frame.copy())
        when = self.reference.shape_when[shape.index]
        if when is not None and not when(env):
            return None
        self.scored += 1
        return self.reference.outcome(env, shape, division)

    def others(self, win: Win, best: Outcome | None, divided: Iterable[Divided]) -> tuple[tuple[str, int], ...]:
        """The best of the other readings in words, with their totals; the best divisions come first."""
        if best is None:
            return ()
        chosen = self._text(win, best.frame.fixed, best.division)
        found: dict[str, int] = {}
        for one in divided:
            text = self._text(win, one.fixed, one.division)
            if text != chosen:
                found.setdefault(text, one.total)
                if len(found) == MOST_OTHERS:
                    break
        return tuple(found.items())

    def _text(self, win: Win, fixed: int, division: Division) -> str:
        """A division in words; where wild tiles stand and which block the win completes is not among them."""
        count = len(self.reference.model.catalogue.sets)
        sets = [Block(meld.tiles, meld) for meld in win.hand.melds]
        sets += [self._blocks[block] for block, _wild in division if block < count]
        pairs = [self._blocks[block] for block, _wild in division if block >= count]
        kinds = tuple(bits(fixed)) if sets or pairs else tiles_of(win)
        return str(Reading("", tuple(sets), tuple(pairs), kinds))


def tiles_of(win: Win) -> tuple[int, ...]:
    """The concealed tiles of a win, the winning tile among them."""
    return tuple(sorted((*win.hand.concealed, *(() if win.tile is None else (win.tile,)))))
