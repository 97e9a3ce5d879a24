"""`python -m bench`: print the speed table."""

import sys
from collections.abc import Callable, Iterator

from bench.distances import distances
from bench.play import playing
from bench.row import Row
from bench.scoring import beside_pymahjonggb, wild_hands
from bench.starts import first_use, from_the_shell

PARTS: tuple[Callable[[], Iterator[Row]], ...] = (beside_pymahjonggb, wild_hands, distances, playing, from_the_shell,
                                                      first_use)


def main() -> int:
    """0; a missed target is told, not an error, since machines differ."""
    rows = [row for part in PARTS for row in part()]
    print(*rows, sep="\n")
    missed = sum(row.met is False for row in rows)
    print(f"{sum(row.met is True for row in rows)} targets met, {missed} missed (one core; best of several runs)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
