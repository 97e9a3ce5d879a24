"""Which kinds are wild in a hand: those that are told, or that follow from the tile that is told as turned up.

More kinds than can be wild together, and others than the turned tile makes so, cannot be told with a hand.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from quepu import tiles
from quepu.engine.layout.frame import Frame
from quepu.faults import Fault
from quepu.notation import write_tiles
from quepu.rulebook.file.choices import Each, WildWay
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.model.model import Model
from quepu.rulebook.model.play import Turned
from quepu.scoring.table_state import TURNED, kinds_of


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
    return _made_by(model, tiles.kinds_in(model.kinds))


def _made_by(model: Model, turned: tuple[int, ...]) -> dict[int, list[int]]:
    frame = Frame.zeros()
    env = Env(frame, model.catalogue, model.flower_owner)
    for option in model.options:
        frame.options[option.slot] = option.number
    chosen = [function(kind.node) for kind in model.wild.kinds]
    found = {}
    for kind in turned:
        frame.tile = kind
        found[kind] = [int(kinds(env)) for kinds in chosen]
    return found


def indicator_name(model: Model) -> str:
    """The name under which the tile is told that makes others wild; empty where none does."""
    return TURNED + model.wild.from_ if model.wild.chosen is WildWay.INDICATOR else ""


def indicator_of(model: Model, state: Mapping[str, Any]) -> int:
    """The tile that is told as turned up to make others wild, the last if there are several; -1: none is told."""
    name = indicator_name(model)
    if not name or name not in state:
        return -1
    told, lot = state[name], model.declared("turned", model.wild.from_)
    if isinstance(told, Mapping) != (isinstance(lot, Turned) and lot.each is Each.SEATS):
        return -1                       # it lies there otherwise than it is told
    turned = [kind for part in (told.values() if isinstance(told, Mapping) else (told,)) for kind in kinds_of(part)]
    return turned[-1] if turned else -1


def wild_by(model: Model, state: Mapping[str, Any]) -> tuple[int, ...]:
    """The kinds that the tile which is told as turned up makes wild; empty where none is told."""
    indicator = indicator_of(model, state)
    return tuple(sorted({*_made_by(model, (indicator,))[indicator]} - {-1})) if indicator >= 0 else ()


def contradictions(model: Model, wild: tuple[int, ...], state: Mapping[str, Any]) -> Iterator[Fault]:
    """A fault if other kinds are told as wild than the tile which is told as turned up makes so."""
    indicator = indicator_of(model, state) if wild else -1
    if indicator >= 0 and {*wild} != {*(made := wild_by(model, state))}:
        yield Fault("win.wild_turned", tile=tiles.code(indicator), rule=model.id, made=write_tiles(made) or "–",
                    tiles=write_tiles(wild))
