"""The question that a record's match stood at after some of its steps, for who wants advice on it."""

from typing import TYPE_CHECKING

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.tiles import seat_letter

if TYPE_CHECKING:
    from quepu.game.match import Match


def asked_at(match: "Match", step: int, seat: int | None = None) -> "tuple[Match, int]":
    """The match as it stood after so many steps, and the seat that had to answer.

    Of several that are asked, who has answered next is meant unless one is named.
    """
    there = match.at(step)
    if there.hand_over or not there.asked:
        order = sorted(range(len(match.steps) + 1), key=lambda one: abs(one - step))
        near = next((one for one in order if match.at(one).asked), None)
        raise QuepuError(Fault("advise.nobody", step=step, way=Fault("advise.nowhere") if near is None else
                               Fault("advise.nearest", step=near)))
    if seat is not None:
        if seat not in there.asked:
            raise QuepuError(Fault("advise.other_seat", step=step, seat=seat_letter(seat),
                                   asked=", ".join(map(seat_letter, there.asked))))
        return there, seat
    following = match.steps[step].seat if step < len(match.steps) else None
    return there, following if following in there.asked and following is not None else there.asked[0]
