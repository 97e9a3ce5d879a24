"""What several games of the south share: seats of horses, suits and pungs of a hand, the money of a kong."""

from collections.abc import Sequence

from tests.referees.referee import Referee
from tests.referees.shapes import Group
from tests.referees.table import Kong


def seat_of_horse(tile: int) -> int:
    """The seat, counted from the dealer, that a horse belongs to: 1 5 9 东中, 2 6 南发, 3 7 西白, 4 8 北."""
    if tile < 30:
        return (tile % 10 - 1) % 4
    return {31: 0, 37: 0, 32: 1, 36: 1, 33: 2, 35: 2, 34: 3}[tile]


def suits_of(tiles: Sequence[int]) -> tuple[int, bool]:
    """How many suits there are, and whether there are honours."""
    return len({tile // 10 for tile in tiles if tile < 30}), any(tile > 30 for tile in tiles)


def pungs_of(groups: Sequence[Group]) -> set[int]:
    """The kinds of the pungs and kongs."""
    return {group.tile for group in groups if group.form == "pung"}


def pair_of(groups: Sequence[Group]) -> int:
    """The kind of the pair."""
    return next(group.tile for group in groups if group.form == "pair")


def pay_kong(referee: Referee, kong: Kong, exposed: int = 3, added: int = 1, concealed: int = 2) -> None:
    """The usual money of a kong."""
    if kong.how == "melded":
        referee.pay(kong.feeder, kong.seat, exposed)
    else:
        for payer in referee.around(kong.seat):
            referee.pay(payer, kong.seat, added if kong.how == "added" else concealed)
