"""The number tables by which the kernels divide a hand: what each kind of tile can be part of."""

from dataclasses import dataclass
from itertools import product

from quepu.rulebook.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class SplitTables:
    """See `core.split`: blocks, and the choices of each kind."""

    set_kinds: int
    block_kinds: int
    block_tiles: list[list[int]]
    start: list[int]
    plain: list[int]
    choice: list[list[int]]
    blocks_wild: list[int]


def split_tables(catalogue: Catalogue, stands_for: int) -> SplitTables:
    """Tables for a catalogue; wild tiles may stand for the kinds of the mask."""
    blocks = [list(triple) for triple in catalogue.sets] + [[*pair, -1] for pair in catalogue.pairs]
    set_kinds = len(catalogue.sets)
    by_kind: list[list[list[int]]] = [[] for _ in range(42)]
    for block, kinds in enumerate(blocks):
        size = 3 if block < set_kinds else 2
        seen: set[tuple[int, ...]] = set()
        for pattern in product((0, 1), repeat=size):        # 1: this place is filled by a wild tile
            natural = sorted(k for k, wild in zip(kinds, pattern, strict=False) if not wild)
            wild_kinds = [k for k, wild in zip(kinds, pattern, strict=False) if wild]
            if not natural or tuple(natural) in seen or any(not stands_for >> k & 1 for k in wild_kinds):
                continue
            seen.add(tuple(natural))
            places = sum(1 << i for i, wild in enumerate(pattern) if wild)
            entry = [block, *natural, *[-1] * (3 - len(natural)), places, len(wild_kinds)]
            for kind in sorted(set(natural)):
                by_kind[kind].append(entry)
    start, plain, choice = [0], [], []
    for entries in by_kind:
        entries.sort(key=lambda entry: (entry[5] > 0, entry[0], entry[4]))
        choice.extend(entries)
        plain.append(start[-1] + sum(1 for entry in entries if entry[5] == 0))
        start.append(len(choice))
    blocks_wild = [int(all(k < 0 or stands_for >> k & 1 for k in kinds)) for kinds in blocks]
    return SplitTables(set_kinds, len(blocks), blocks, start, plain, choice, blocks_wild)
