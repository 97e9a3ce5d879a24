"""Which readings of wild tiles are worth telling apart.

Three wild tiles may stand for any set, a tile and two wild ones for several; but most sets are alike to a rulebook: no
condition of it can tell them apart (`packing.reading_marks`).  Of those the first is enough; without this a hand with
seven wild tiles has a hundred thousand readings.  Where it is not sure what a condition sees, everything is kept.

The first of several that are alike is always kept, and found before the others: the best reading is the same one with
all of them and without, and so is all that is read from it later, payments too.
"""

from functools import reduce
from operator import or_
from typing import NamedTuple

from quepu import tiles
from quepu.engine.layout.score_rules import Keep
from quepu.packing.reading_marks import Views, marks_of
from quepu.rulebook.language.vocabulary import PAIR, SET, TILE
from quepu.rulebook.model.model import Model
from quepu.tiles import KIND_COUNT

Sight = tuple[object, ...]
SUITS = 3


class Kept(NamedTuple):
    """Whether a block with wild tiles is worth a reading."""

    keep: Keep
    watched: int = 0                    # with `WITH_WILD_KIND`: if one of these kinds is wild, as bits


class Keeper:
    """Decides, block by block, which uses of wild tiles are worth a reading of their own."""

    def __init__(self, model: Model, prunes: bool = True) -> None:
        marks = self.marks = marks_of(model)
        self.keeps_all = bool(marks.unsure) or not prunes
        sets, pairs = model.catalogue.sets, model.catalogue.pairs
        # a chow is never taken for a pung: people tell them apart, and other readings are told to people
        forms = [*model.catalogue.set_form, *[0] * len(pairs)]
        self._sights: list[Sight] = list(zip(
            [*_sights(SET, sets, (marks.always,)), *_sights(PAIR, pairs, (marks.always, marks.of_pairs))], forms,
            strict=True))
        self._watched = [*_watched(sets, (marks.always,)), *_watched(pairs, (marks.always, marks.of_pairs))]
        # which block holds the winning tile is asked without wild tiles too
        plain = [*_seen(SET, len(sets), (marks.without_wild,)), *_seen(PAIR, len(pairs), (marks.without_wild,))]
        self._placed: list[Sight] = list(zip(self._sights, plain, strict=True))
        self._last: dict[Sight, int] = {}       # the block before, of those that are alike

    def block_classes(self) -> list[int]:
        """A number for each block, the same for those that no condition can tell apart."""
        return _classes(range(len(self._placed)) if self.keeps_all else self._placed)

    def tile_classes(self) -> list[int]:
        """A number for each kind of tile, the same for those that no condition can tell apart."""
        seen = (self.marks.always, self.marks.of_pairs)
        is_each = self.keeps_all or any(views.faces for views in seen)
        return _classes(range(KIND_COUNT) if is_each else _seen(TILE, KIND_COUNT, seen))

    def keep(self, block: int, natural: tuple[int, ...]) -> Kept:
        """Whether to keep a block in which these tiles are natural and all others wild; blocks come in their order.

        Where it matters whether tiles are wild, a block is alike to the one before it only if none of either is.
        """
        if self.keeps_all:
            return Kept(Keep.ALWAYS)
        sight = (natural, self._sights[block])
        before = self._last.get(sight)
        self._last[sight] = block
        if before is None:
            return Kept(Keep.ALWAYS)
        watched = self._watched[block] | self._watched[before]
        return Kept(Keep.WITH_WILD_KIND, watched) if watched else Kept(Keep.NEVER)


def _seen(kind: str, size: int, where: tuple[Views, ...]) -> list[tuple[int, ...]]:
    """What all views together show of each kind of tile, set or pair."""
    views = [view for those in where for view in those.kinds[kind]]
    return list(zip(*views, strict=True)) if views else [()] * size


def _sights(kind: str, blocks: tuple[tuple[int, ...], ...], where: tuple[Views, ...]) -> list[Sight]:
    """What conditions can see of each set or pair."""
    own, of_tiles = _seen(kind, len(blocks), where), _seen(TILE, KIND_COUNT, where)
    suits = range(SUITS) if any(views.suits for views in where) else ()
    return [(kind, own[number], tuple(sorted(of_tiles[tile] for tile in block)),
             frozenset(map(tiles.suit, block)).intersection(suits)) for number, block in enumerate(blocks)]


def _watched(blocks: tuple[tuple[int, ...], ...], where: tuple[Views, ...]) -> list[int]:
    """For each block the kinds of which it matters whether they are wild, as bits."""
    faces = [face for views in where for face in views.faces]
    return [reduce(or_, (1 << face[tile] for face in faces for tile in block if face[tile] >= 0), 0)
            for block in blocks]


def _classes(sights: "list[Sight] | list[tuple[int, ...]] | range") -> list[int]:
    first: dict[object, int] = {}
    return [first.setdefault(sight, number) for number, sight in enumerate(sights)]
