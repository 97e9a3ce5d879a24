"""`python -m tools.duplicate [RULE ...] [--hands N] [--write]`: are aware bots better than greedy ones at one table?

Each wall is played twice, with the seats of the two exchanged, so that the tiles favour nobody; what counts is how many
points an aware player made more than a greedy one, on average over the two tables.  `--write` puts the rows into
docs/simulation.md.
"""

import argparse
import re
import sys
from math import sqrt
from pathlib import Path

from quepu.book import rulebook
from quepu.lab.simulate import Worker
from quepu.lab.stats import Z
from quepu.rulebook.file.load import known_ids

PAGE = Path(__file__).resolve().parent.parent / "docs" / "simulation.md"
TABLES = (("aware", "greedy", "aware", "greedy"), ("greedy", "aware", "greedy", "aware"))
HEAD = ("| rulebook | wins of aware | wins of greedy | aware above greedy, points a hand | |\n"
        "|---|---|---|---|---|")
_ROW = re.compile(r"^\| ([a-z_]+) \|.*$", re.MULTILINE)


def row(rule: str, hands: int) -> str:
    """A row of the table: wins, the mean difference with its 95 % interval, and what it says."""
    workers = [Worker(rulebook(rule), policies, seed=1) for policies in TABLES]
    wins = dict.fromkeys(TABLES[0], 0)
    total = squares = 0.0
    for number in range(hands):
        difference = 0
        for worker, policies in zip(workers, TABLES, strict=True):
            players = worker.play(number, 1, 1).results.players
            for place, policy in enumerate(policies):
                wins[policy] += players[place].wins
                difference += players[place].points if policy == "aware" else -players[place].points
        total += difference / 4             # two of each at two tables
        squares += (difference / 4) ** 2
    mean = total / hands
    half = Z * sqrt(max(0.0, squares / hands - mean * mean) / hands)
    verdict = "better" if mean > half else "worse" if mean < -half else "alike"
    played = 2 * hands
    return (f"| {rule} | {100 * wins['aware'] / played:.1f} % | {100 * wins['greedy'] / played:.1f} % "
            f"| {mean:+.3f} ± {half:.3f} | {verdict} |")


def write(made: dict[str, str]) -> None:
    """Put the rows into the page, in place of older ones of the same rulebooks."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = text.index(HEAD), text.index("<!-- end duplicate -->")
    rows = {found[1]: found[0] for found in _ROW.finditer(text[begin + len(HEAD):end])} | made
    table = "\n".join([HEAD, *(rows[rule] for rule in sorted(rows))])
    PAGE.write_text(text[:begin] + table + "\n" + text[end:], encoding="utf-8")


def main() -> int:
    """Print a row for each rulebook; 1 if aware bots are worse in one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", metavar="RULE")
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--write", action="store_true")
    told = parser.parse_args()
    made = {}
    for rule in told.rules or known_ids():
        made[rule] = row(rule, told.hands)
        print(made[rule], flush=True)
        if told.write:
            write(made)
    return int(any("worse" in line for line in made.values()))


if __name__ == "__main__":
    sys.exit(main())
