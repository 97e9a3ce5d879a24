"""`python -m tools.fuzz --part books --minutes 1`: mutants of rulebooks, records ..., judged."""

import argparse
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):      # threads do not survive a fork
    os.environ.setdefault(_name, "1")

from tools.fuzz import corpus  # noqa: E402
from tools.fuzz.finds import Finds  # noqa: E402
from tools.fuzz.parts import PARTS, judged, run_part  # noqa: E402
from tools.fuzz.pool import COST  # noqa: E402
from tools.fuzz.report import table_text, write_json  # noqa: E402
from tools.fuzz.runs import Amount  # noqa: E402
from tools.fuzz.shards import run_shards  # noqa: E402
from tools.fuzz.warm import load_engine, own_cache  # noqa: E402

EXAMPLES = """\
examples:
  python -m tools.fuzz --minutes 10 --seed 7
  python -m tools.fuzz --part books --count 10000 --score 2000 --play 500
  python -m tools.fuzz --part books --levels read --minutes 2
  python -m tools.fuzz --judge FIND.json ...       once more, one by one
  python -m tools.fuzz --judge corpus              all that is kept
  python -m tools.fuzz --keep FIND.json NAME "what it showed"
exit codes: 0 nothing was found, 1 something was.
"""


def main() -> int:
    """0 if nothing was found."""
    args = _arguments()
    if args.keep:
        print(corpus.keep(Path(args.keep[0]), *args.keep[1:]))
        return 0
    if args.judge:
        return _judge(args)
    folder = args.finds or Path(tempfile.mkdtemp(prefix="quepu-finds-"))
    if args.shard is None:
        print(f"seed {args.seed}, finds go to {folder}", flush=True)
    started = time.monotonic()
    if args.workers > 1:
        rows, found = run_shards(_passed(args, folder), args.workers)
    else:
        rows, found = _run(args, folder)
    if args.shard is None:
        print(table_text(rows))
        for find in found:
            print(f"{find['count']:6d}  {find['signature']}")
    if args.json:
        write_json(args.json, rows, seed=args.seed, seconds=round(time.monotonic() - started), finds=found)
    return int(bool(found))


def _run(args: argparse.Namespace, folder: Path) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """(rows, finds) of a run in this process."""
    parts = args.part or list(PARTS)
    finds = Finds(folder, args.seed, args.minimise, lambda text: print(text, flush=True))
    rows: list[dict[str, Any]] = []
    with own_cache():
        load_engine()
        for part in parts:
            before = time.monotonic(), _processor()
            rows += run_part(part, args.seed, _amount(args, len(parts)), finds, tuple(args.shard or (0, 1)),
                             args.cost)
            print(f"{part}: {time.monotonic() - before[0]:.0f} s, {_processor() - before[1]:.0f} s of processor time",
                  flush=True)
    keys = ("signature", "kind", "part", "of", "level", "what", "number")
    return rows, [{**{key: note[key] for key in keys}, "count": finds.counts[note["signature"]]}
                  for note in finds.kept.values()]


def _processor() -> float:
    """Seconds of processor time of this process and of those it has started and ended."""
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, (
        resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def _amount(args: argparse.Namespace, parts: int) -> Amount:
    """How much of a part is done."""
    levels = tuple(args.levels.split(","))
    if args.minutes is not None:
        return Amount(None, 60, 15, 1, time.monotonic() + 60 * args.minutes / parts, levels)
    count = args.count if args.count is not None else 300
    score = args.score if args.score is not None else count // 5
    play = args.play if args.play is not None else count // 20
    shard, of = args.shard or (0, 1)
    share = [amount // of + (shard < amount % of) for amount in (count, score, play)]
    return Amount(share[0], share[1], share[2], -(-share[2] // 20), None, levels)


def _judge(args: argparse.Namespace) -> int:
    """Judge files of the corpus, or finds, one by one."""
    paths = [path for name in args.judge for path in (corpus.kept() if name == "corpus" else [Path(name)])]
    rows: list[dict[str, Any]] = []
    with own_cache():
        load_engine()
        for path, verdict in judged(paths, args.cost):
            what = None if verdict.find is None else f"{verdict.find.signature}: {verdict.find.what}"
            print(f"{path.parent.name}/{path.stem}: {what or verdict.reached}", flush=True)
            rows.append({"file": f"{path.parent.name}/{path.stem}", "reached": verdict.reached, "find": what})
    if args.json:
        write_json(args.json, rows)
    return int(any(row["find"] for row in rows))


def _passed(args: argparse.Namespace, folder: Path) -> list[str]:
    """The arguments of one of several processes."""
    found = [word for part in args.part or () for word in ("--part", part)]
    for name in ("minutes", "count", "score", "play", "levels", "seed", "minimise", "cost"):
        if getattr(args, name) is not None:
            found += [f"--{name}", str(getattr(args, name))]
    return [*found, "--finds", str(folder)]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools.fuzz", description="Hostile inputs, judged in processes of their own.",
                                     epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", action="append", choices=tuple(PARTS), help="what is mutated; all if left out")
    parser.add_argument("--minutes", type=float, help="how long, for all parts together")
    parser.add_argument("--count", type=int, help="how many inputs of each part, instead of --minutes (300)")
    parser.add_argument("--score", type=int, help="of the mutants so many are scored (a fifth)")
    parser.add_argument("--play", type=int, help="of the mutants so many are played (a twentieth)")
    parser.add_argument("--levels", default="read,score,play", help="how far mutants are taken: read,score,play")
    parser.add_argument("--seed", default="1", help="the same seed gives the same inputs (1)")
    parser.add_argument("--workers", type=int, default=1, help="how many processes share the inputs (1)")
    parser.add_argument("--finds", type=Path, metavar="DIR", help="where finds are written (a temporary folder)")
    parser.add_argument("--minimise", type=float, default=60.0, metavar="S", help="seconds to make a find small (60)")
    parser.add_argument("--cost", type=float, default=COST, metavar="S",
                        help="seconds of processor time past which an input is a find (1; 0: none)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="the summary for programs")
    parser.add_argument("--judge", nargs="+", metavar="FILE",
                        help="judge these finds again; `corpus`: all that is kept")
    parser.add_argument("--keep", nargs=3, metavar=("FIND", "NAME", "NOTE"), help="add a find to tests/corpus")
    parser.add_argument("--shard", nargs=2, type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
