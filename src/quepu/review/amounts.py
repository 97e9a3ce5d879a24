"""Parts as they are shown: rounded so that what is shown adds up, in each row and down each column."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quepu.review.parts import UNIT, Parts

MUCH = 100 * UNIT           # from here on whole points are enough


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts of a row in units of the last digit that is shown."""

    result: int
    luck: int
    others: int
    own: int

    @classmethod
    def of(cls, parts: Parts, unit: int) -> "Shown":
        """Own and others' decisions rounded, luck the rest."""
        result, others, own = (round(part / unit) for part in (parts.result, parts.others, parts.own))
        return cls(result, result - others - own, others, own)

    @classmethod
    def sum(cls, rows: Iterable["Shown | None"]) -> "Shown":
        """All rows together."""
        kept = [row for row in rows if row is not None]
        return cls(*(sum(getattr(row, name) for row in kept) for name in ("result", "luck", "others", "own")))

    def texts(self, unit: int) -> list[str]:
        """As they are read: with a sign, and the digits of the unit."""
        digits = 0 if unit == UNIT else 1
        return [f"{amount * unit / UNIT:+.{digits}f}" for amount in (self.result, self.luck, self.others, self.own)]


def shown(parts: Sequence[Parts | None]) -> tuple[int, list[Shown | None]]:
    """The unit in which all rows are shown, and the rows: whole points where there are many, else tenths."""
    unit = UNIT if any(max(map(abs, (one.result, one.luck, one.others, one.own))) >= MUCH
                       for one in parts if one is not None) else UNIT // 10
    return unit, [None if one is None else Shown.of(one, unit) for one in parts]
