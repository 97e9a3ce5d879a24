"""Which kinds can be wild together in a hand of a rulebook: more than that cannot be told with a hand."""

from collections.abc import Iterator

from quepu import tiles
from quepu.engine.layout.frame import Frame
from quepu.faults import Fault
from quepu.notation import write_tiles
from quepu.rulebook.file.choices import WildWay
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.model.model import Model


def wild_faults(model: Model, wild: tuple[int, ...]) -> Iterator[Fault]:
    """A fault if so many kinds are never wild together."""
    count = len({*wild})
    if count == 0 or (count == 1 and has_wild_kinds(model)):        # most hands: nothing to count
        return
    most = most_wild_kinds(model)
    if most == 0:
        yield Fault("win.no_wild", tiles=write_tiles(wild), rule=model.id)
    elif count > most:
        yield Fault("win.wild_kinds", tiles=write_tiles(wild), count=count, rule=model.id, most=most)


def has_wild_kinds(model: Model) -> bool:
    """Whether kinds are wild in a rulebook; a drawn tile that stands for another is not one of them."""
    return model.wild.chosen is not WildWay.NONE


def most_wild_kinds(model: Model) -> int:
    """How many kinds are wild at once, at most."""
    if not has_wild_kinds(model):
        return 0
    if model.wild.chosen is WildWay.TOLD:
        return tiles.KIND_COUNT
    return max(len({*made} - {-1}) for made in kinds_by_indicator(model).values())


def kinds_by_indicator(model: Model) -> dict[int, list[int]]:
    """The kinds that each tile makes wild where it is turned up; what is always wild needs no tile."""
    frame = Frame.zeros()
    env = Env(frame, model.catalogue, model.flower_owner)
    for option in model.options:
        frame.options[option.slot] = option.number
    chosen = [function(kind.node) for kind in model.wild.kinds]
    found = {}
    for kind in tiles.kinds_in(model.kinds):
        frame.tile = kind
        found[kind] = [int(kinds(env)) for kinds in chosen]
    return found
