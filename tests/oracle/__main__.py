"""`python -m tests.oracle [HANDS] [SEED] [BOOK]`: compare a rulebook with its judge and print every difference."""

import sys
from importlib import import_module

import quepu

CHUNK = 20_000


def main() -> int:
    """0 if every total agrees."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = sys.argv[2] if len(sys.argv) > 2 else "1"
    name = sys.argv[3] if len(sys.argv) > 3 else "guobiao"
    judge = import_module(f"tests.oracle.{name}")
    book = quepu.rulebook(name)
    totals = lists = done = part = 0
    while done < hands:
        more = (part,) if hasattr(judge, "SETTINGS") else ()     # each part with other options
        found = judge.compare(book, f"{seed}:{part}", min(CHUNK, hands - done), *more)
        part += 1
        done += found.hand_count
        totals += len(found.totals)
        lists += len(found.lists)
        print(found.summary, flush=True)
        for difference in (*found.totals[:5], *found.lists[:2 if more else 0]):
            print(difference)
    print(f"{done} hands, {totals} other totals, {lists} other lists of fans ({100 * lists / max(1, done):.3f} %)")
    return int(totals > 0)


if __name__ == "__main__":
    sys.exit(main())
