"""`python -m tools.folk_wisdom --matches N [--seed S] [--lines FILE] [--write]`: sayings measured among strong bots.

Each match is one line of FILE; lines that are there already are not played again.  `--write` makes of them what the
coach quotes (coach/measured.json) and docs/folk-wisdom.md.
"""

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

from quepu.advice.coach.sayings import coach_book
from tools.folk_wisdom.observe import Observer
from tools.folk_wisdom.page import write_page
from tools.folk_wisdom.verdicts import found_of

ROOT = Path(__file__).resolve().parents[2]
MEASURED = ROOT / "src" / "quepu" / "advice" / "coach" / "measured.json"
SAMPLES = 24
FIRST_OF_READS = 10_000     # matches from this number on are looked at for opponents alone


def seed_of(rule: str, number: int, seed: int) -> int:
    """The seed of a match: of the rulebook, its number and the run's seed."""
    digest = hashlib.sha256(f"folk wisdom {rule} {number} {seed}".encode()).digest()
    return int.from_bytes(digest[:5], "big")


def main() -> None:
    """Play what is missing, and write what it comes to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=0, help="of each rulebook, in all")
    parser.add_argument("--reads", type=int, default=0, help="further matches, only for sayings about opponents")
    parser.add_argument("--rule", action="append", help="only these of the families' rulebooks")
    parser.add_argument("--seed", type=int, default=29)
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--lines", type=Path, default=Path("folk-wisdom.jsonl"))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--note", default="", help="what the page says of how the run was made")
    arguments = parser.parse_args()
    book = coach_book()
    lines = read_lines(arguments.lines, arguments.seed, arguments.samples)
    done = {(line["rule"], line["match"]) for line in lines}
    rules = [rule for family in book.families for rule in family.rules]
    for number in (*range(arguments.matches), *range(FIRST_OF_READS, FIRST_OF_READS + arguments.reads)):
        for rule in rules:
            if (rule, number) in done or (arguments.rule and rule not in arguments.rule):
                continue
            seen = Observer(rule, seed_of(rule, number, arguments.seed), arguments.samples, book,
                            reads_only=number >= FIRST_OF_READS).run()
            line = {"rule": rule, "match": number, "seed": arguments.seed, "samples": arguments.samples,
                    **seen.as_json()}
            with arguments.lines.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
            lines.append(line)
    if arguments.write:
        found = {family.id: found_of(book, [line for line in lines if line["rule"] in family.rules])
                 for family in book.families}
        told = {family: {one.id: one.as_json() for one in some} for family, some in found.items()}
        MEASURED.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        write_page(ROOT / "docs" / "folk-wisdom.md", book, found, lines, arguments.seed, arguments.samples,
                   arguments.note)


def read_lines(file: Path, seed: int, samples: int) -> list[dict[str, Any]]:
    """The lines of a run, as far as they are whole; of another run none."""
    if not file.is_file():
        return []
    lines = []
    for text in file.read_text("utf-8").splitlines():
        try:
            line = json.loads(text)
        except ValueError:
            continue                        # the run was cut off while it wrote
        if (line["seed"], line["samples"]) == (seed, samples):
            lines.append(line)
    return sorted(lines, key=lambda line: (line["rule"], line["match"]))


if __name__ == "__main__":
    main()
