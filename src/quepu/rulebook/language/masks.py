"""Tiles as bits: a text of tiles as a mask, and the same tiles in other suits."""

from quepu import tiles


def tile_of(text: str) -> int | None:
    """The kind of a text that is one tile."""
    mask = mask_of(text)
    return mask.bit_length() - 1 if mask is not None and mask.bit_count() == 1 else None


def mask_of(text: str) -> int | None:
    """The kinds in a text of tiles as bits; None if it is none."""
    try:
        return tiles.mask(text)
    except ValueError:
        return None


def permutations_of(pattern: str) -> list[int]:
    """Masks of a tile list with its suits exchanged in every way; honours stay."""
    base = mask_of(pattern)
    if base is None:
        return []
    orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
    masks = []
    for order in orders:
        mask = base & ~((1 << 27) - 1)
        for suit in range(3):
            mask |= (base >> 9 * suit & 511) << 9 * order[suit]
        if mask not in masks:
            masks.append(mask)
    return masks
