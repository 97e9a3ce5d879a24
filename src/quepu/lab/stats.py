"""Rates and means with their 95 % intervals, from whole numbers that were added up."""

from dataclasses import dataclass
from math import sqrt

Z = 1.959964                # 95 % of a normal distribution lie within so many standard deviations


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something happened, and between which rates the truth lies with 95 % (Wilson's interval)."""

    count: int
    of: int

    @property
    def rate(self) -> float:
        """Times it happened for each time it could.

        >>> Rate(1, 4).rate
        0.25
        """
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The lower and the upper bound.

        >>> [round(bound, 3) for bound in Rate(1, 4).interval]
        [0.046, 0.699]
        """
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.rate
        if p > 1:                           # more than once each time: where play goes on after a win
            half = Z * sqrt(p / n)
            return p - half, p + half
        middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        low, high = self.interval
        return (high - low) / 2

    def as_json(self) -> dict[str, float]:
        """The rate as a value for JSON."""
        low, high = self.interval
        return {"count": self.count, "rate": self.rate, "low": low, "high": high}


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of numbers of which the sum and the sum of squares are known."""

    count: int
    sum: int
    squares: int

    @property
    def mean(self) -> float:
        """The mean; 0 if there is nothing.

        >>> Mean(2, 6, 20).mean
        3.0
        """
        return self.sum / self.count if self.count else 0.0

    @property
    def half(self) -> float:
        """Half the width of its 95 % interval.

        >>> round(Mean(2, 6, 20).half, 2)
        1.96
        """
        if self.count < 2:
            return 0.0
        spread = max(0.0, (self.squares - self.sum * self.sum / self.count) / (self.count - 1))
        return Z * sqrt(spread / self.count)

    def as_json(self) -> dict[str, float]:
        """The mean as a value for JSON."""
        return {"mean": self.mean, "low": self.mean - self.half, "high": self.mean + self.half}
