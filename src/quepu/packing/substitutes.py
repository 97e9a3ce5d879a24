"""Tiles that take a wild tile's place, and wild tiles that are only thought of, for whoever reads or writes tiles."""

from collections.abc import Iterable

from quepu.rulebook.model.model import Model
from quepu.tiles import kinds_in


def substitute_of(model: Model) -> dict[str, int]:
    """What `[wild]` says of both, as the rules of scoring and of distances have it."""
    wild = model.wild
    tile = kinds_in(wild.substitute)[0] if wild.substitute else -1
    kinds = wild.substitute_for if wild.says("substitute_for") else model.kinds
    return {"substitute": tile, "substitute_for": kinds & ~(1 << tile) if tile >= 0 else 0,
            "substitute_copies": wild.substitute_copies, "imagined": wild.imagined,
            "imagined_slot": next((slot.slot for slot in model.memory if slot.id == wild.imagined_as), -1)}


def place_taken(model: Model, wild: Iterable[int]) -> tuple[int, int] | None:
    """(substitute, the wild kind whose place it takes or may take); None where there is none."""
    if not model.wild.substitute:
        return None
    rule, kinds = substitute_of(model), set(wild)
    if rule["substitute"] < 0 or len(kinds) != 1:
        return None
    face = next(iter(kinds))
    return (rule["substitute"], face) if rule["substitute_for"] >> face & 1 else None


def is_free(model: Model) -> bool:
    """Whether a substitute may take the place and need not: then none does in a set on the table."""
    return model.wild.says("substitute_copies")


def read_in_set(model: Model, wild: Iterable[int], kinds: tuple[int, ...]) -> tuple[int, ...]:
    """What the tiles of a set on the table are in it."""
    if (taken := place_taken(model, wild)) is None or is_free(model):
        return kinds
    return tuple(sorted(taken[1] if kind == taken[0] else kind for kind in kinds))


def laid_in_set(model: Model, wild: Iterable[int], kinds: tuple[int, ...]) -> tuple[int, ...]:
    """The tiles that lie in a set on the table which is read as these kinds."""
    if (taken := place_taken(model, wild)) is None or is_free(model):
        return kinds
    return tuple(sorted(taken[0] if kind == taken[1] else kind for kind in kinds))
