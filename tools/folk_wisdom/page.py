"""docs/folk-wisdom.md, made from a run."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from quepu.advice.coach.sayings import CoachBook, Saying
from tools.folk_wisdom.observe import BOT, HANDS, MOST_FOLLOWERS
from tools.folk_wisdom.verdicts import FEWEST, Found
from tools.wrap_docs import wrapped

_HEAD = """# Folk wisdom, measured

Sayings of players (`src/quepu/advice/coach/book`) among `{bot}` bots; made by
`python -m tools.folk_wisdom --write`, seed {seed}, {hands} hands ({each}; {reads} of them looked at
for opponents alone), up to {per_match} hands a match, {samples} deals a position. The run is resumed with the
same `--lines` file and `--seed`; more matches narrow the intervals. {note}

{sums}

**Moves.** Where a saying speaks and `{bot}` does otherwise, its choice and up to {followers} answers
that follow the saying are played to the end of the hand in the same deals, hidden tiles drawn anew.
Half of the deals choose the best of these answers, the other half measure it against the choice.
*Points* is what following brings more, with half of the 95 % interval; *follows* is how often
`{bot}` does what the saying says anyway. A minus says that `{bot}` knew better, not that the saying
is bad advice for a beginner.

**Reads.** In hidden hands, how many times as likely the claim is with the sign as without, at the
same time of the hand; the claim is what the saying asks for in our words, so it can be harder or
softer than what its author meant. Errors are by matches.

**Verdicts.** *true* and *false* after Holm's correction for {looks} looks in each family of rules at
5 %; all else is *undecided*, and so is what came in less than {fewest} matches. The coach quotes a saying
only where it is true in the family of the rulebook, its condition holds, and the better answer
follows it while the other does not.
"""


def write_page(file: Path, book: CoachBook, found: Mapping[str, Sequence[Found]], lines: Sequence[Mapping[str, Any]],
               seed: int, samples: int, note: str = "") -> None:
    """Write the page."""
    hands = {family.id: sum(line["hands"] for line in lines if line["rule"] in family.rules)
             for family in book.families}
    names = {family.id: f"`{'`, `'.join(family.rules)}`" for family in book.families}
    head = _HEAD.format(bot=BOT, seed=seed, hands=sum(hands.values()), samples=samples, per_match=HANDS,
                        each=", ".join(f"{names[one]} {count}" for one, count in hands.items()),
                        followers=MOST_FOLLOWERS, looks=len(book.sayings), fewest=FEWEST, note=note,
                        sums=_sums(book, found), reads=sum(line["hands"] for line in lines if not line["spread"][0]))
    by_id = {saying.id: saying for saying in book.sayings}
    parts = [head]
    for family in book.families:
        parts.append(f"## {names[family.id]}, rules {family.names['en']}\n")
        for kind, title in (("move", "Moves"), ("read", "Reads")):
            rows = [one for one in found[family.id] if one.kind == kind and one.count]
            parts.append(f"### {title}\n\n" + "\n".join(_table(rows, by_id, kind)) + "\n")
        never = [one.id for one in found[family.id] if not one.count]
        parts.append(f"Never came, or not said of these rules: {', '.join(never)}.\n" if never else "")
    parts.append("## Unmeasured\n\n| | saying | why |\n| --- | --- | --- |\n" + "\n".join(
        f"| {one.id} | {one.names['en']} {one.names['zh']} | {book.reasons[one.unmeasured]['en']} |"
        for one in book.sayings if one.unmeasured) + "\n")
    file.write_text(wrapped("\n".join(part for part in parts if part)), encoding="utf-8")


def _sums(book: CoachBook, found: Mapping[str, Sequence[Found]]) -> str:
    rows = ["| rules | true | false | undecided | came never | unmeasured |", "| --- | --- | --- | --- | --- | --- |"]
    unmeasured = sum(bool(one.unmeasured) for one in book.sayings)
    for family in book.families:
        some = found[family.id]
        counts = [sum(one.verdict == verdict and one.count > 0 for one in some)
                  for verdict in ("true", "false", "undecided")]
        never = sum(not one.count for one in some)
        rows.append(f"| `{'`, `'.join(family.rules)}` | {' | '.join(map(str, counts))} | {never} | {unmeasured} |")
    return "\n".join(rows)


def _table(rows: Sequence[Found], by_id: Mapping[str, Saying], kind: str) -> list[str]:
    heads = ("positions", "follows", "points") if kind == "move" else ("places", "claim holds", "times as likely")
    lines = [f"| | saying | {' | '.join(heads)} | verdict |", "| --- | --- | --- | --- | --- | --- |"]
    for one in rows:
        saying = by_id[one.id]
        sign = "+" if kind == "move" else ""
        digits = 0 if kind == "move" and abs(one.figure) >= 10 else 2
        figure = f"{one.figure:{sign}.{digits}f} ± {one.half:.{digits}f}"
        lines.append(f"| {one.id} | {saying.names['en']} {saying.names['zh']} | {one.count} | {100 * one.share:.0f} % "
                     f"| {figure} | {one.verdict} |")
    return lines
