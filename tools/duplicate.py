"""`python -m tools.duplicate [RULE ...] [--hands N] [--workers K] [--write]`: `quepu duel aware greedy` by rulebook.

A row of docs/simulation.md each; `--write` puts them there.
"""

import argparse
import re
import sys
from pathlib import Path

from quepu.cli.duel import figure_text, percent_text
from quepu.lab.duel import Verdict, duel
from quepu.rulebook.file.load import known_ids

PAGE = Path(__file__).resolve().parent.parent / "docs" / "simulation.md"
HEAD = ("| rulebook | wins of aware | wins of greedy | aware above greedy, points a hand | |\n"
        "|---|---|---|---|---|")
TOLD = {Verdict.A: "better", Verdict.B: "worse", Verdict.OPEN: "not decided", Verdict.ALIKE: "alike"}
_ROW = re.compile(r"^\| ([a-z_]+) \|.*$", re.MULTILINE)


def row(rule: str, hands: int, workers: int) -> str:
    """A row of the table: wins, the mean difference with its 95 % interval, and what it says."""
    found = duel(rule, "aware", "greedy", hands=hands, workers=workers)
    return (f"| {rule} | {percent_text(found.a.wins)} | {percent_text(found.b.wins)} "
            f"| {figure_text(found.points, sign=True)} | {TOLD[found.verdict]} |").replace("±", " ± ")


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
    parser.add_argument("--hands", type=int, default=12_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    told = parser.parse_args()
    made = {}
    for rule in told.rules or known_ids():
        made[rule] = row(rule, told.hands, told.workers)
        print(made[rule], flush=True)
        if told.write:
            write(made)
    return int(any("worse" in line for line in made.values()))


if __name__ == "__main__":
    sys.exit(main())
