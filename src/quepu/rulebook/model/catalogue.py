"""The set catalogue: which triples are sets and which two tiles are a pair, as numbers for the kernels."""

from dataclasses import dataclass

from quepu import tiles

#: how a set is counted
CHOW, PUNG, OTHER = 0, 1, 2
MOST_KINDS = 62             # set kinds are bits of one integer


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Set kinds and pair kinds, each a small number, with what the words ask about them."""

    sets: tuple[tuple[int, int, int], ...]
    set_form: tuple[int, ...]           # CHOW, PUNG or OTHER
    set_kong: tuple[bool, ...]
    pairs: tuple[tuple[int, int], ...]
    families: tuple[str, ...] = ()      # the [sets.*] each set kind comes from

    @property
    def set_mask(self) -> tuple[int, ...]:
        """The kinds of each set as bits."""
        return tuple(1 << a | 1 << b | 1 << c for a, b, c in self.sets)

    @property
    def pair_mask(self) -> tuple[int, ...]:
        """The kinds of each pair as bits."""
        return tuple(1 << a | 1 << b for a, b in self.pairs)

    def find(self, kinds: tuple[int, ...]) -> int:
        """The set kind these tiles make (a kong is found as its pung), or -1."""
        key = tuple(sorted(kinds))
        if len(key) == 4 and len(set(key)) == 1:
            key = key[:3]
        for index, triple in enumerate(self.sets):
            if triple == key or (len(key) == 4 and set(triple) < set(key)):
                return index
        return -1


def runs(kinds: int) -> list[tuple[int, int, int]]:
    """Every chow of the kinds in play."""
    return [(t, t + 1, t + 2) for t in range(27)
            if tiles.rank(t) <= 7 and all(kinds >> k & 1 for k in (t, t + 1, t + 2))]


def equal(kinds: int) -> list[tuple[int, int, int]]:
    """Every pung of the kinds in play."""
    return [(t, t, t) for t in range(34) if kinds >> t & 1]
