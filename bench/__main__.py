"""`python -m bench [PART ...]`: the speed table, or parts of it; `--against COMMIT`: beside an older commit.

`python -m bench worst` looks for the slowest hands instead (`bench.worst`).
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from bench.against import ROUNDS, against
from bench.row import Row

#: part -> where it is measured; imported when it is wanted, since each needs its peers
PARTS = {"scoring": "scoring.beside_pymahjonggb", "han": "scoring.beside_mahjong", "wild": "scoring.wild_hands",
         "distances": "distances.distances", "play": "play.playing", "shell": "starts.from_the_shell",
         "first_use": "starts.first_use", "books": "books.every_rulebook", "many": "many_books.many_rulebooks",
         "analysis": "analysis.hand_analysis"}


def _part(name: str) -> Callable[[], Iterator[Row]]:
    module, function = PARTS[name].split(".")
    found: Callable[[], Iterator[Row]] = getattr(import_module(f"bench.{module}"), function)
    return found


def _rounds(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of rounds from 1 to 1000")
    return int(text)


def main(given: Sequence[str]) -> int:
    """0; a missed target is told, not an error, since machines differ.  2 if the request makes no sense."""
    if given[:1] == ["worst"]:
        from bench.worst import main as worst
        return worst(given[1:])
    parser = argparse.ArgumentParser("python -m bench", description="How fast it is, and how fast it was.")
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"of the table: {', '.join(PARTS)}")
    parser.add_argument("--against", metavar="COMMIT", help="run that commit and this tree by turns and compare")
    parser.add_argument("--rounds", type=_rounds, default=ROUNDS, help=f"of the comparison ({ROUNDS})")
    parser.add_argument("--rows", metavar="NAME", nargs="+", default=[], help="only rows whose names hold one of these")
    parser.add_argument("--quick", action="store_true", help="measure each row for a shorter time")
    told = parser.parse_args(given)
    unknown = [name for name in told.parts if name not in PARTS]
    if unknown:
        print(f"no part {', '.join(unknown)}; parts: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    if told.against is not None:
        if told.parts:
            print("parts are of the table; a comparison has rows: --rows NAME ...", file=sys.stderr)
            return 2
        return against(told.against, told.rows, told.rounds, told.quick)
    rows = [row for name in PARTS if not told.parts or name in told.parts for row in _part(name)()]
    print(*rows, sep="\n")
    missed = sum(row.met is False for row in rows)
    print(f"{sum(row.met is True for row in rows)} targets met, {missed} missed (one core; best of several runs)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
