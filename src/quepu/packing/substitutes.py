"""Tiles that take a wild tile's place, and wild tiles that are only thought of, for whoever reads or writes tiles."""

from collections.abc import Iterable

from quepu.notation import read_kinds
from quepu.rulebook.model.model import Model


def substitute_of(model: Model) -> dict[str, int]:
    """What `[wild]` says of both, as the rules of scoring and of distances have it."""
    wild = model.data.get("wild", {})
    tile = read_kinds(wild["substitute"])[0] if wild.get("substitute") else -1
    kinds = sum(1 << kind for kind in read_kinds(wild["substitute_for"])) if "substitute_for" in wild else model.kinds
    said = wild.get("imagined_as")
    return {"substitute": tile, "substitute_for": kinds & ~(1 << tile) if tile >= 0 else 0,
            "substitute_copies": int(wild.get("substitute_copies", 0)), "imagined": int(wild.get("imagined", 0)),
            "imagined_slot": next((slot.slot for slot in model.memory if slot.id == said), -1)}


def place_taken(model: Model, wild: Iterable[int]) -> tuple[int, int] | None:
    """(substitute, the wild kind whose place it takes or may take); None where there is none."""
    if "substitute" not in model.data.get("wild", {}):
        return None
    rule, kinds = substitute_of(model), set(wild)
    if rule["substitute"] < 0 or len(kinds) != 1:
        return None
    face = next(iter(kinds))
    return (rule["substitute"], face) if rule["substitute_for"] >> face & 1 else None


def is_free(model: Model) -> bool:
    """Whether a substitute may take the place and need not: then none does in a set on the table."""
    return "substitute_copies" in model.data.get("wild", {})


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
