"""What is told of each seat: its melds in order, each with who fed it, and what it laid aside.

Aside lie flowers, and kongs of one tile.  Of the winner melds and flowers stand with his hand.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from quepu import tiles
from quepu.engine.layout.frame import SET_ROOM, Frame, SetFlag
from quepu.engine.layout.table_facts import MeldWord
from quepu.errors import HandError
from quepu.faults import Fault
from quepu.hand import Hand, Meld
from quepu.packing.substitutes import read_in_set
from quepu.rulebook.model import catalogue as cat
from quepu.rulebook.model.mixed_kongs import flags_of_mixed
from quepu.rulebook.model.model import Fan, Model, Pay

MELDS, ASIDE = "melds", "aside"
WORDS = (MELDS, ASIDE)
#: payments that were made when a seat discarded, by their names
PAID = "paid_discards"
#: what seats showed of the dealt tiles (起手和), as fans by their ids
OPENINGS = "opening_fans"


def melds_in(value: Any) -> tuple[Meld, ...]:
    """The melds that a text or a list of texts tells; nothing else may stand there."""
    parts = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list | tuple) else None
    if parts is None or not all(isinstance(part, str | Meld) for part in parts):
        raise HandError([Fault("state.melds", value=f"{value!r:.60}")])
    hands = [Hand((), (part,)) if isinstance(part, Meld) else Hand.read(part) for part in parts]
    melds = tuple(meld for hand in hands for meld in hand.melds)
    if any(hand.concealed or hand.flowers for hand in hands) or len(melds) > SET_ROOM:
        raise HandError([Fault("state.melds", value=f"{value!r:.60}")])
    return melds


def paid_in(model: Model, value: Any) -> tuple[Pay, ...]:
    """The payments on a discard that a name or a list of names tells."""
    names = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list | tuple) else (value,)
    known = {pay.id: pay for pay in model.payments if pay.on == "discard" and pay.kind == "pay"}
    faults = [Fault("state.paid", rule=model.id, value=f"{name!r:.60}", known=tuple(known) or ("none",))
              for name in names if name not in known]
    if faults:
        raise HandError(faults)
    return tuple(known[name] for name in names)


def openings_in(model: Model, value: Any) -> tuple[Fan, ...]:
    """The fans of the deal that a name or a list of names tells; one that is shown twice stands twice."""
    names = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, list | tuple) else (value,)
    known = {fan.id: fan for fan in model.fans if fan.on == "opening"}
    faults = [Fault("state.opening", rule=model.id, value=f"{name!r:.60}", known=tuple(known) or ("none",))
              for name in names if name not in known]
    if faults:
        raise HandError(faults)
    return tuple(known[name] for name in names)


def aside_kongs(model: Model) -> int:
    """The kinds, as bits, of which one tile is laid aside as a kong."""
    kinds = 0
    for kong in model.kongs.values():
        kinds |= (kong.tiles or model.kinds) if kong.is_aside else 0
    return kinds


def own_faults(model: Model, seat: int, melds: Mapping[int, Any], laid: Iterable[int]) -> list[Fault]:
    """A fault for what is told of the winner among the other seats, though it stands with his hand."""
    told = [MELDS] if seat in melds else []
    told += [ASIDE] if any(model.bonus >> kind & 1 for kind in laid) else []
    return [Fault("state.own_melds", name=name, seat=tiles.SEATS[seat]) for name in told]


def tell_melds(model: Model, f: Frame, seat: int, value: Any) -> None:
    """Lay the melds that are told of a seat into a frame."""
    wild = tuple(kind for kind in range(tiles.KIND_COUNT) if f.wild_mask >> kind & 1)
    melds = melds_in(value)
    for place, meld in enumerate(melds):
        kind = model.catalogue.find(read_in_set(model, wild, meld.tiles))
        if kind < 0:
            raise HandError([Fault("win.no_set", meld=meld, rule=model.id)])
        mixed = model.catalogue.mixed_of(kind)
        flags = flags_of_meld(meld) if mixed is None else flags_of_mixed(mixed)
        f.melds_by[seat, place] = meld_word(model, kind, flags, meld, seat, place)
    f.meld_counts[seat] = len(melds)


def flags_of_meld(meld: Meld) -> int:
    """How a meld lies, as the frame has it (`SetFlag`)."""
    flags = SetFlag.MELD | (SetFlag.CONCEALED if meld.is_concealed else SetFlag.OPEN)
    if len(meld.tiles) == 4:
        flags |= SetFlag.KONG
    return int(flags | SetFlag.ADDED if meld.form == "added" else flags)


def meld_word(model: Model, kind: int, flags: int, meld: Meld, seat: int, place: int) -> int:
    """A meld of a seat as the table has it (`MeldWord`)."""
    feeder = -1 if meld.feeder is None else (seat - meld.feeder) % len(tiles.SEATS)
    form = {cat.CHOW: 1, cat.PUNG: 2}.get(model.catalogue.set_form[kind], 0)
    return model.catalogue.sets[kind][0] | flags << MeldWord.FLAGS | feeder + 1 << MeldWord.FEEDER \
        | form << MeldWord.FORM | place << MeldWord.PLACE
