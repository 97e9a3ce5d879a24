"""`python -m bench [PART ...]`: print the speed table, or the parts of it that are named."""

import sys
from collections.abc import Callable, Iterator

from bench.books import every_rulebook
from bench.distances import distances
from bench.play import playing
from bench.row import Row
from bench.scoring import beside_mahjong, beside_pymahjonggb, wild_hands
from bench.starts import first_use, from_the_shell

PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "scoring": beside_pymahjonggb, "han": beside_mahjong, "wild": wild_hands, "distances": distances, "play": playing,
    "shell": from_the_shell, "first_use": first_use, "books": every_rulebook}


def main(wanted: list[str]) -> int:
    """0; a missed target is told, not an error, since machines differ."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(f"no part {', '.join(unknown)}; parts: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    rows = [row for name, part in PARTS.items() if not wanted or name in wanted for row in part()]
    print(*rows, sep="\n")
    missed = sum(row.met is False for row in rows)
    print(f"{sum(row.met is True for row in rows)} targets met, {missed} missed (one core; best of several runs)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
