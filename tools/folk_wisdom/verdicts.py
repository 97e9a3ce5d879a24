"""What the lines of a run come to: figures of each saying with intervals, and what holds after correction."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

from quepu.advice.coach.sayings import CoachBook, Move, Read
from quepu.lab.stats import Z

LEVEL = 0.05
FEWEST = 20                 # positions, or hands with a sign, below which nothing is decided


@dataclass(frozen=True, slots=True)
class Found:
    """What was measured of one saying in one family.

    Of moves `figure` is the points of following above strong's choice where the two differ; of reads how many times as
    likely the claim is with the sign as without.  `half` is half of its 95 % interval.
    """

    id: str
    kind: str
    count: int                          # positions at which it was tried, or places with the sign
    share: float                        # of the positions in which strong follows it; how often the claim holds
    figure: float
    half: float
    p: float
    verdict: str = "undecided"

    def as_json(self) -> dict[str, Any]:
        """As the coach book keeps it."""
        return {"kind": self.kind, "count": self.count, "share": round(self.share, 4), "figure": round(self.figure, 4),
                "half": round(self.half, 4), "verdict": self.verdict}


def found_of(book: CoachBook, lines: Sequence[Mapping[str, Any]]) -> list[Found]:
    """What some matches of one family come to, decided after Holm's correction for all sayings of the book."""
    found = []
    for saying in book.sayings:
        if isinstance(saying.says, Move):
            found.append(_of_moves(saying.id, lines))
        elif isinstance(saying.says, Read):
            found.append(_of_reads(saying.id, lines))
    return _decided(found, len(book.sayings))


def _of_moves(name: str, lines: Iterable[Mapping[str, Any]]) -> Found:
    gains, agreed, apart = [], 0, 0
    for line in lines:
        some = line["gains"].get(name, ())
        if some:                            # positions of one match are not quite independent: one number for each
            gains.append((len(some), sum(some)))
        agreed += line["agreed"].get(name, 0)
        apart += line["apart"].get(name, 0)
    count = sum(number for number, _sum in gains)
    mean = sum(total for _number, total in gains) / count if count else 0.0
    half, p = _clustered(mean, gains)
    return Found(name, "move", count, agreed / (agreed + apart) if agreed + apart else 0.0, mean, half, p)


def _clustered(mean: float, gains: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Half of the interval of a mean over clusters of different size, and the chance to find it if there is nothing."""
    groups, count = len(gains), sum(number for number, _sum in gains)
    if groups < 2 or not count:
        return 0.0, 1.0
    squares = sum((total - mean * number) ** 2 for number, total in gains)
    error = sqrt(squares * groups / (groups - 1)) / count
    return Z * error, erfc(abs(mean) / error / sqrt(2)) if error else 1.0


def _of_reads(name: str, lines: Sequence[Mapping[str, Any]]) -> Found:
    usual: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for line in lines:
        for _hand, stratum, sign, times, held in line["reads"].get(name, ()):
            if not sign:
                usual[stratum][0] += times
                usual[stratum][1] += held
    hands: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0, 0, 0.0])
    for number, line in enumerate(lines):
        for hand, stratum, sign, times, held in line["reads"].get(name, ()):
            if sign and usual[stratum][0]:
                row = hands[number, hand]
                row[0] += times
                row[1] += held
                row[2] += times * usual[stratum][1] / usual[stratum][0]
    count, held, expected = (sum(row[place] for row in hands.values()) for place in range(3))
    if not count or not expected:
        return Found(name, "read", int(count), 0.0, 1.0, 0.0, 1.0)
    ratio = held / expected
    groups = len(hands)
    squares = sum((row[1] - ratio * row[2]) ** 2 for row in hands.values())
    error = sqrt(squares * groups / max(1, groups - 1)) / expected
    p = erfc(abs(ratio - 1) / error / sqrt(2)) if error and groups > 1 else 1.0
    return Found(name, "read", groups, held / count, ratio, Z * error, p)


def _decided(found: Sequence[Found], looks: int) -> list[Found]:
    """Verdicts after Holm: the k-th smallest chance is compared with the level among those that are left."""
    order = sorted((one for one in found if one.count >= FEWEST), key=lambda one: one.p)
    verdicts: dict[str, str] = {}
    for place, one in enumerate(order):
        if one.p > LEVEL / (looks - place):
            break
        verdicts[one.id] = "true" if one.figure > (0 if one.kind == "move" else 1) else "false"
    return [Found(one.id, one.kind, one.count, one.share, one.figure, one.half, one.p,
                  verdicts.get(one.id, "undecided")) for one in found]
