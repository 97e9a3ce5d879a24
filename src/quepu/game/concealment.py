"""What is secret at a table: by the rulebook (tiles that lie face down), and by the course of a hand (who is asked).

Events, views and refusals all ask here, so that none of them says what another one hides.  Tiles that everybody knows
to be secret, those in a hand and those still in the wall, are left out by `Event.seen_by` and `view_of` themselves.
"""

from quepu.engine.layout import codes
from quepu.engine.layout.table import KIND, Table
from quepu.engine.layout.table_facts import LOTS
from quepu.engine.play.wall import lies_turned
from quepu.game.tabletop import phase_at
from quepu.rulebook.file.choices import KongOf, KongSeen, PhaseKind, Seen, Sees
from quepu.rulebook.model.model import Model


# -- by the rulebook --
def hidden_kongs(model: Model) -> frozenset[str]:
    """The kongs of the rulebook whose tiles nobody sees before the end."""
    return frozenset(kong.id for kong in model.kongs.on if kong.seen is KongSeen.NOBODY)


def hides_concealed(model: Model) -> bool:
    """Whether a concealed kong lies face down until the end."""
    return any(model.kongs[name].of is KongOf.HAND for name in hidden_kongs(model))


def is_turned_down(model: Model, name: str) -> bool:
    """Whether tiles turned up under that name are not open to all."""
    return model.turned[name].seen is not Seen.ALL


def sees_turned(model: Model, t: Table, seat: int | None, index: int) -> bool:
    """Whether a seat may look at a turned tile before the end: it is open to all, or to those who have declared.

    A tile that is one seat's own (the lot says whose) is open to that seat only, once it has declared.
    """
    lot = t.turned_lot[index]
    seen = model.turned.on[lot % LOTS].seen
    if seen is Seen.ALL:
        return True
    return seen is Seen.READY and seat is not None and t.declared[seat] > 0 and lot // LOTS in (0, 1 + seat)


def turned_before(model: Model, t: Table, seat: int | None) -> list[int]:
    """The kinds of the turned tiles that lie before a seat's eyes; who has drawn one has it in his hand."""
    return [t.turned[index] & KIND for index in range(t.turned_count)
            if lies_turned(t, index) and sees_turned(model, t, seat, index)]


def sees_all_hands(model: Model, t: Table, seat: int | None) -> bool:
    """Whether the seat's declaration lets it look at all hands."""
    declared = 0 if seat is None else t.declared[seat]
    return bool(declared) and model.readies.on[declared - 1].sees is Sees.HANDS


# -- by the course of a hand --
#: stages in which only those are asked whose tiles let them answer
_SECRET_STAGES = frozenset((codes.Stage.CLAIMS, codes.Stage.FLOWERS, codes.Stage.LAID, codes.Stage.TURNED))


def is_asking_secret(t: Table, model: Model) -> bool:
    """Whether nobody may know who else is asked: who could claim a tile, holds flowers of the deal or an opening."""
    if t.stage in _SECRET_STAGES:
        return True
    name = phase_at(t, model)
    return bool(name) and any(phase.id == name and phase.kind is PhaseKind.OPENING for phase in model.phases.on)


def turn_seen_by(t: Table, seat: int | None) -> int:
    """Whose turn it is as a seat may know it; while flowers of the deal are laid aside the own, or the dealer's."""
    if t.stage != codes.Stage.FLOWERS:
        return t.turn
    return seat if seat is not None and t.asked >> seat & 1 else 0
