"""What a kong of different tiles would do to a hand: the bots try it and take it back."""

from quepu.engine.kernel import inlined, part
from quepu.engine.layout.codes import Act
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.play.mixed_kongs import put_mixed, stand_in_of, take_mixed_back
from quepu.engine.play.packed_action import act_of, detail_of, number_of
from quepu.engine.play.wall import gain, lose


@inlined
def is_mixed(action: int) -> bool:
    """Whether an answer lays such a kong, adds to one or exchanges a tile of one."""
    return act_of(action) == Act.MIXED_KONG or act_of(action) == Act.ADD_TILE or act_of(action) == Act.EXCHANGE


@part
def try_mixed(t: Table, play: Session, seat: int, action: int) -> None:
    """Change the hand as the answer would, without a tile that comes for it."""
    index = detail_of(action)
    if act_of(action) == Act.MIXED_KONG:
        put_mixed(t, play, seat, index, number_of(action))
        return
    lose(t, play, seat, number_of(action))
    if act_of(action) == Act.EXCHANGE:
        gain(t, play, seat, stand_in_of(play, play.rules.kongs[index]))


@part
def undo_mixed(t: Table, play: Session, seat: int, action: int, old_set: int, old_form: int, old_counts: int) -> None:
    """Leave the hand as it was before `try_mixed`, and the place of its next meld as `free_slot` said."""
    index = detail_of(action)
    if act_of(action) == Act.MIXED_KONG:
        take_mixed_back(t, play, seat, index, number_of(action), old_set, old_form, old_counts)
        return
    gain(t, play, seat, number_of(action))
    if act_of(action) == Act.EXCHANGE:
        lose(t, play, seat, stand_in_of(play, play.rules.kongs[index]))
