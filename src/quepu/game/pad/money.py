"""What the points of an evening come to in money, and who gives whom how much."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import NamedTuple

from quepu.errors import QuepuError
from quepu.faults import Fault

LARGEST_STAKE = 1_000_000
_CENT = 100                             # parts of the unit that are paid: hundredths


class Transfer(NamedTuple):
    """Somebody gives somebody money, in hundredths."""

    giver: int
    taker: int
    amount: int


@dataclass(frozen=True, slots=True)
class Stake:
    """Money for points: so much, in hundredths, for so many of them."""

    amount: int
    points: int = 1

    def of(self, nets: Sequence[int]) -> tuple[int, ...]:
        """What each has won, in hundredths; what does not come out even is rounded so that the sum stays as it is."""
        exact = [Fraction(net * self.amount, self.points) for net in nets]
        down = [value.numerator // value.denominator for value in exact]
        left = round(sum(exact)) - sum(down)
        nearest = sorted(range(len(nets)), key=lambda one: (-(exact[one] - down[one]), one))
        return tuple(value + (one in nearest[:left]) for one, value in enumerate(down))


def stake_of(amount: str, points: int) -> Stake:
    """The stake that people name: an amount with up to two decimals for so many points."""
    try:
        value = Decimal(str(amount)) * _CENT
    except InvalidOperation:
        value = Decimal(-1)
    if not value.is_finite() or value != value.to_integral_value() or not 0 < value <= LARGEST_STAKE * _CENT:
        raise QuepuError(Fault("pad.stake", most=LARGEST_STAKE, value=f"{amount!r:.40}"))
    if not 0 < points <= LARGEST_STAKE:
        raise QuepuError(Fault("pad.stake_points", most=LARGEST_STAKE, value=points))
    return Stake(int(value), points)


def transfers(money: Sequence[int]) -> tuple[Transfer, ...]:
    """Who gives whom how much, so that everybody has what he won: the largest debts first, few hands in all."""
    owed, due = [max(0, -one) for one in money], [max(0, one) for one in money]
    given: list[Transfer] = []
    while max(owed, default=0) and max(due, default=0):
        giver, taker = owed.index(max(owed)), due.index(max(due))
        amount = min(owed[giver], due[taker])
        owed[giver] -= amount
        due[taker] -= amount
        given.append(Transfer(giver, taker, amount))
    return tuple(given)


def money_text(amount: int) -> str:
    """An amount in hundredths as people write it: 12.50, -3, 0."""
    sign, whole, part = "-" * (amount < 0), abs(amount) // _CENT, abs(amount) % _CENT
    return f"{sign}{whole}.{part:02}" if part else f"{sign}{whole}"
