"""`python -m tests.oracle [HANDS] [SEED]`: compare 国标 with PyMahjongGB and print every difference."""

import sys

from tests.oracle.guobiao import compare

import quepu

CHUNK = 20_000


def main() -> int:
    """0 if every total agrees."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = sys.argv[2] if len(sys.argv) > 2 else "1"
    book = quepu.rulebook("guobiao")
    totals = lists = done = 0
    while done < hands:
        found = compare(book, f"{seed}:{done // CHUNK}", min(CHUNK, hands - done))
        done += found.hand_count
        totals += len(found.totals)
        lists += found.list_count
        print(found.summary, flush=True)
        for difference in found.totals[:5]:
            print(difference)
    print(f"{done} hands, {totals} other totals, {lists} other lists of fans ({100 * lists / max(1, done):.3f} %)")
    return int(totals > 0)


if __name__ == "__main__":
    sys.exit(main())
