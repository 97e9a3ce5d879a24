"""The set catalogue: which triples are sets and which two tiles are a pair, as numbers for the kernels."""

from dataclasses import dataclass

from quepu import tiles

#: how a set is counted
CHOW, PUNG, OTHER = 0, 1, 2
MOST_KINDS = 62             # set kinds are bits of one integer


@dataclass(frozen=True, slots=True)
class Mixed:
    """A kong of different tiles (旋风杠, 喜杠): a set that only exists laid down."""

    kong: str                           # its name in [kong.*]
    kinds: tuple[int, ...]
    least: int                          # different tiles it needs
    stand_in: int = -1                  # a kind of which one may take the place of a missing tile
    grows: bool = False
    opens: bool = True
    is_kong: bool = True

    @property
    def mask(self) -> int:
        """Its kinds as bits."""
        return sum(1 << kind for kind in self.kinds)

    def fits(self, tiles: tuple[int, ...]) -> bool:
        """Whether it may lie there with these tiles.

        >>> Mixed("wind", (27, 28, 29, 30), 3).fits((27, 28, 30))
        True
        """
        true = [kind for kind in tiles if kind in self.kinds]
        others = [kind for kind in tiles if kind not in self.kinds]
        different = len(set(true))
        if others or different < self.least:        # one stands in; of a kind of its own it is one copy more
            stands = 1 if others == [self.stand_in] or (not others and true.count(self.stand_in) > 1) else 0
            if not stands or (different != self.least - 1 and not (self.grows and different >= self.least)):
                return False
            return self.grows or len(tiles) == self.least
        return self.grows or len(tiles) == different


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Set kinds and pair kinds, each a small number, with what the words ask about them.

    Kongs of different tiles are the last of the sets: they are never made in the hand.
    """

    sets: tuple[tuple[int, int, int], ...]
    set_form: tuple[int, ...]           # CHOW, PUNG or OTHER
    set_kong: tuple[bool, ...]
    pairs: tuple[tuple[int, int], ...]
    families: tuple[str, ...] = ()      # the [sets.*] each set kind comes from
    mixed: tuple[Mixed, ...] = ()       # what the last sets are

    @property
    def made_count(self) -> int:
        """How many set kinds can be made in the hand: those before the kongs of different tiles."""
        return len(self.sets) - len(self.mixed)

    @property
    def made_sets(self) -> tuple[tuple[int, int, int], ...]:
        """The sets that can be made in the hand."""
        return self.sets[:self.made_count]

    @property
    def set_mask(self) -> tuple[int, ...]:
        """The kinds of each set as bits."""
        return (*(1 << a | 1 << b | 1 << c for a, b, c in self.made_sets), *(mixed.mask for mixed in self.mixed))

    def mixed_of(self, kind: int) -> Mixed | None:
        """The kong of different tiles that a set kind is; None of any other set."""
        return self.mixed[kind - self.made_count] if kind >= self.made_count else None

    @property
    def pair_mask(self) -> tuple[int, ...]:
        """The kinds of each pair as bits."""
        return tuple(1 << a | 1 << b for a, b in self.pairs)

    def find(self, kinds: tuple[int, ...]) -> int:
        """The set kind these tiles make (a kong is found as its pung), or -1."""
        key = tuple(sorted(kinds))
        for index, mixed in enumerate(self.mixed, self.made_count):
            if mixed.fits(key):
                return index
        if len(key) == 4 and len(set(key)) == 1:
            key = key[:3]
        for index, triple in enumerate(self.made_sets):
            if triple == key or (len(set(key)) == len(key) == 4 and len(set(triple)) == 3 and set(triple) < set(key)):
                return index
        return -1


def runs(kinds: int) -> list[tuple[int, int, int]]:
    """Every chow of the kinds in play."""
    return [(t, t + 1, t + 2) for t in range(27)
            if tiles.rank(t) <= 7 and all(kinds >> k & 1 for k in (t, t + 1, t + 2))]


def equal(kinds: int) -> list[tuple[int, int, int]]:
    """Every pung of the kinds in play."""
    return [(t, t, t) for t in range(34) if kinds >> t & 1]
