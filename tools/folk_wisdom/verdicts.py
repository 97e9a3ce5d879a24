"""What the lines of a run come to: figures of each saying with intervals, and what holds after correction."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import erfc, sqrt
from typing import Any

from quepu.advice.coach.sayings import CoachBook, Move, Read
from quepu.lab.stats import Z

LEVEL = 0.05
FEWEST = 20                 # matches, below which nothing is decided
TIMES, HELD = 0, 1


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
    return Z * error, erfc(abs(mean) / error / sqrt(2)) if error and groups >= FEWEST else 1.0


def _of_reads(name: str, lines: Sequence[Mapping[str, Any]]) -> Found:
    """How many times as likely the claim is with the sign; its error by leaving out one match after the other."""
    rows = [_by_stratum(line["reads"].get(name, ())) for line in lines]
    whole: Counter[tuple[int, int, int]] = Counter()
    for row in rows:
        whole.update(row)
    ratio = _ratio(whole)
    count = sum(number for (_stratum, sign, what), number in whole.items() if sign and what == TIMES)
    held = sum(number for (_stratum, sign, what), number in whole.items() if sign and what == HELD)
    if ratio is None:
        return Found(name, "read", count, 0.0, 1.0, 0.0, 1.0)
    kept = [row for row in rows if any(sign for _stratum, sign, _what in row)]
    without = [found for found in (_ratio(_less(whole, row)) for row in rows) if found is not None]
    groups = len(without)
    mean = sum(without) / groups if groups else 0.0
    error = sqrt((groups - 1) / groups * sum((found - mean) ** 2 for found in without)) if groups > 1 else 0.0
    p = erfc(abs(ratio - 1) / error / sqrt(2)) if error and len(kept) >= FEWEST else 1.0
    return Found(name, "read", count, held / count, ratio, Z * error, p)


def _by_stratum(rows: Iterable[Sequence[int]]) -> Counter[tuple[int, int, int]]:
    """Times and times the claim held, by stratum and sign."""
    found: Counter[tuple[int, int, int]] = Counter()
    for _hand, stratum, sign, times, held in rows:
        found[stratum, sign, TIMES] += times
        found[stratum, sign, HELD] += held
    return found


def _less(whole: Counter[tuple[int, int, int]], part: Counter[tuple[int, int, int]]) -> Counter[tuple[int, int, int]]:
    left = Counter(whole)
    left.subtract(part)
    return left


def _ratio(found: Counter[tuple[int, int, int]]) -> float | None:
    """How often the claim held with the sign, against what it would have without it at the same time of the hand."""
    held, expected = 0, 0.0
    for stratum in {stratum for stratum, _sign, _what in found}:
        usual = found[stratum, 0, TIMES]
        if usual:
            held += found[stratum, 1, HELD]
            expected += found[stratum, 1, TIMES] * found[stratum, 0, HELD] / usual
    return held / expected if expected else None


def _decided(found: Sequence[Found], looks: int) -> list[Found]:
    """Verdicts after Holm: the k-th smallest chance is compared with the level among those that are left."""
    order = sorted((one for one in found if one.count), key=lambda one: one.p)
    verdicts: dict[str, str] = {}
    for place, one in enumerate(order):
        if one.p > LEVEL / (looks - place):
            break
        verdicts[one.id] = "true" if one.figure > (0 if one.kind == "move" else 1) else "false"
    return [Found(one.id, one.kind, one.count, one.share, one.figure, one.half, one.p,
                  verdicts.get(one.id, "undecided")) for one in found]
