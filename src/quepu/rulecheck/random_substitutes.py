"""Random wins with tiles that are not what they are: one in a wild tile's place, one that is only thought of."""

from random import Random

from quepu.hand import Meld
from quepu.packing.substitutes import is_free, substitute_of
from quepu.rulebook.model.model import Model


def think(tiles: list[list[int]], places: list[int], number: int, win_as: int, rng: Random) -> int | None:
    """Let a place of the closed blocks be only thought of, not the winning tile's: its tile, None if there is none."""
    free = [(n, s) for n, kinds in enumerate(tiles) for s, kind in enumerate(kinds)
            if n != number or kind != win_as or kinds.count(kind) > 1]
    if not free:
        return None
    block, slot = rng.choice(free)
    places[block] |= 1 << slot
    return tiles[block][slot]


def place_to_take(model: Model, concealed: list[int], melds: list[Meld], rng: Random) -> tuple[int, int] | None:
    """(substitute, a kind of the hand whose place it can take, which is then wild); None if no kind is such."""
    rule = substitute_of(model)
    substitute = rule["substitute"]
    laid = [kind for meld in melds for kind in meld.tiles]
    if substitute < 0 or substitute in (*concealed, *laid) or rng.random() < 0.5:
        return None
    kinds = sorted({*concealed} if is_free(model) else {*concealed, *laid})
    kinds = [kind for kind in kinds if rule["substitute_for"] >> kind & 1 and (
        not is_free(model) or (kind not in laid and concealed.count(kind) <= rule["substitute_copies"]))]
    return (substitute, rng.choice(kinds)) if kinds else None


def substituted(melds: list[Meld], taken: tuple[int, int]) -> list[Meld]:
    """The melds with the substitute in its place."""
    return [Meld([taken[0] if kind == taken[1] else kind for kind in meld.tiles], meld.form,
                 meld.feeder) for meld in melds]


def holds_substitute(model: Model, concealed: list[int], melds: list[Meld]) -> bool:
    """Whether a hand holds tiles that would be others as soon as a kind is wild."""
    substitute = substitute_of(model)["substitute"]
    return not is_free(model) and (substitute in concealed or any(substitute in meld.tiles for meld in melds))
