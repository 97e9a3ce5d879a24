"""Two sides measured by turns: the median of the paired ratios of each row, their spread, and what is missing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

LEAST = 0.93                # a row below is slower than noise explains

#: row -> units a second, or why there is no such figure
Rates = Mapping[str, float | str]


@dataclass(frozen=True, slots=True)
class Pair:
    """One row: this side's rate by that side's, round by round."""

    row: str
    these: tuple[float, ...]
    those: tuple[float, ...]

    @property
    def ratios(self) -> tuple[float, ...]:
        """More than 1 where this side is faster; each of one round, so that what the machine did meanwhile cancels."""
        return tuple(this / that for this, that in zip(self.these, self.those, strict=True))

    @property
    def ratio(self) -> float:
        """The median of the paired ratios."""
        return median(self.ratios)

    def __str__(self) -> str:
        sign = "  SLOWER" if self.ratio < LEAST else ""
        return (f"{self.row:<44} {median(self.these):>13,.0f} {median(self.those):>13,.0f} {self.ratio:>7.3f}"
                f"   {min(self.ratios):.3f} to {max(self.ratios):.3f}{sign}")


def paired(rows: Sequence[str], rounds: Sequence[tuple[Rates, Rates]]) -> tuple[list[Pair], dict[str, str]]:
    """The rows that both sides have, and why others are missing; a round that one side lost is left out."""
    pairs: list[Pair] = []
    missing: dict[str, str] = {}
    for row in rows:
        these, those, why = [], [], ""
        for this, that in rounds:
            mine, theirs = this.get(row, "it was not measured"), that.get(row, "it was not measured")
            if isinstance(mine, str):
                why = f"here: {mine}"
            elif isinstance(theirs, str):
                why = f"there: {theirs}"
            elif mine > 0 and theirs > 0:
                these.append(mine)
                those.append(theirs)
            else:
                why = "it took no time that could be measured"
        if these:
            pairs.append(Pair(row, tuple(these), tuple(those)))
        if len(these) < len(rounds) or not rounds:
            lost = f" ({len(rounds) - len(these)} of {len(rounds)} rounds)" if these else ""
            missing[row] = (why or "no round was finished") + lost
    return pairs, missing


def table(pairs: Sequence[Pair], missing: Mapping[str, str]) -> str:
    """All of it as text."""
    lines = [f"{'row (in a second of processor time)':<44} {'this':>13} {'that':>13} {'ratio':>7}   spread"]
    lines += map(str, pairs)
    slower = [pair.row for pair in pairs if pair.ratio < LEAST]
    if missing:
        lines += ["", "not compared:", *(f"  {row}: {why}" for row, why in missing.items())]
    lines += ["", f"{len(pairs)} rows compared; " + (f"{len(slower)} below {LEAST}" if slower
                                                     else f"none below {LEAST}")]
    return "\n".join(lines)
