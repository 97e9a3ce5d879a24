"""What a kong of different tiles would do to a hand: the bots try it and take it back."""

from quepu.engine.kernel import inlined, part
from quepu.engine.layout.codes import Act
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.play.mixed_kongs import put_mixed, stand_in_of, take_mixed_back
from quepu.engine.play.wall import gain, lose


@inlined
def is_mixed(action: int) -> bool:
    """Whether an answer lays such a kong, adds to one or exchanges a tile of one."""
    return action >> 16 == Act.MIXED_KONG or action >> 16 == Act.ADD_TILE or action >> 16 == Act.EXCHANGE


@part
def try_mixed(t: Table, play: Session, seat: int, action: int) -> None:
    """Change the hand as the answer would, without a tile that comes for it."""
    index = action >> 8 & 255
    if action >> 16 == Act.MIXED_KONG:
        put_mixed(t, play, seat, index, action & 255)
        return
    lose(t, play, seat, action & 255)
    if action >> 16 == Act.EXCHANGE:
        gain(t, play, seat, stand_in_of(play, play.rules.kongs[index]))


@part
def undo_mixed(t: Table, play: Session, seat: int, action: int, old_set: int, old_form: int, old_counts: int) -> None:
    """Leave the hand as it was before `try_mixed`, and the place of its next meld as `free_slot` said."""
    index = action >> 8 & 255
    if action >> 16 == Act.MIXED_KONG:
        take_mixed_back(t, play, seat, index, action & 255, old_set, old_form, old_counts)
        return
    gain(t, play, seat, action & 255)
    if action >> 16 == Act.EXCHANGE:
        lose(t, play, seat, stand_in_of(play, play.rules.kongs[index]))
