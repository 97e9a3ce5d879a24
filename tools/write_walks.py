"""Write the golden files of play: `python -m tools.write_walks [BOOK ...]`; read what changes as a diff.

`tests/walks/<id>.txt` is one seeded hand in full, `tests/counts/<id>.txt` how many sequences of answers there are from
fixed deals, and fingerprints of hundreds of hands.  A change in either is a change of the rules or of the engine.
"""

import argparse
from pathlib import Path
from typing import Any

from quepu.book import rulebook
from quepu.game.engine import Engine
from quepu.rulebook.file.load import known_ids
from tools.played import LOTS, Table, fingerprint, sequences
from tools.walk import SEEDS, walk_lines

TESTS = Path(__file__).parent.parent / "tests"
WALKS, COUNTS = TESTS / "walks", TESTS / "counts"
BOOKS = known_ids()
DEALS = ("1", "2", "laid 1", "laid 2")  # seeds of a shuffled wall, or of a laid one
ENOUGH, DEEPEST = 4_000, 12             # sequences and answers at which counting stops


def walk_text(name: str) -> str:
    """The walk of a rulebook as its file has it."""
    return "\n".join(walk_lines(name, rulebook(name))) + "\n"


def deal(table: Table, name: str) -> None:
    """Deal one of DEALS at a table."""
    kind, _space, seed = name.rpartition(" ")
    table.start(int(seed))
    table.begin(table.laid(f"counts {seed}") if kind else None)


def count_lines(engine: Any) -> list[str]:
    """For each deal how many sequences of 1, 2, ... answers there are."""
    table, lines = Table(engine), []
    for name in DEALS:
        counts: list[int] = []
        while not counts or (0 < counts[-1] < ENOUGH and len(counts) < DEEPEST):
            deal(table, name)
            counts.append(sequences(table, len(counts) + 1))
        lines.append(f"deal {name}: {' '.join(map(str, counts))}")
    return lines


def counts_text(name: str) -> str:
    """Counts and fingerprints of a rulebook as its file has them."""
    engine = Engine(rulebook(name))
    return "\n".join([
        f"{name}; made by python -m tools.write_walks, not by hand", *count_lines(engine),
        *(f"{lot.name}, {lot.hands} hands: {fingerprint(engine, lot, name)}" for lot in LOTS)]) + "\n"


def main() -> None:
    """Write the files of some rulebooks, or of all."""
    parser = argparse.ArgumentParser(prog="tools.write_walks", description="Write the golden files of play.")
    parser.add_argument("books", nargs="*", default=BOOKS, metavar="BOOK", help=", ".join(BOOKS))
    for name in parser.parse_args().books:
        for folder, text in ((WALKS, walk_text), (COUNTS, counts_text)):
            if folder is COUNTS or name in SEEDS:
                folder.mkdir(exist_ok=True)
                (folder / f"{name}.txt").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
