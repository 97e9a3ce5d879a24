"""`python -m tools.strength [RULE ...]`: proofs of the strong bot on fresh deals, and the page made of them.

Every figure is appended to bench/strength*.jsonl; `--write` makes docs/strength.md of what is there.
"""

import argparse
import sys

from quepu.rulebook.file.load import known_ids
from tools.strength import dangers, page, pool, proofs, speeds

MATCH_HANDS, POOL_DEALS, DANGER_HANDS, SPEED_HANDS = 6_000, 1_500, 4_000, 3_000


def main() -> int:
    """Measure what is asked, line by line; 1 if strong is below normal somewhere."""
    parser = argparse.ArgumentParser(prog="python -m tools.strength", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="RULE", help="rulebooks (all)")
    parser.add_argument("--deals", type=int, default=2_000, help="deals of a proof, each with all its seatings (2000)")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--matches", action="store_true", help="whole matches instead")
    parser.add_argument("--pool", action="store_true", help="against other players instead")
    parser.add_argument("--danger", action="store_true", help="the danger table against fresh labels instead")
    parser.add_argument("--speed", action="store_true", help="hands a second instead")
    parser.add_argument("--write", action="store_true", help="write docs/strength.md")
    told = parser.parse_args()
    for rule in told.rules or ([] if told.write else known_ids()):
        print(rule, _line(rule, told), flush=True)
    if told.write:
        page.write()
    below = [rule for rule, says in proofs.decided(proofs.kept(), len(known_ids())) if says == "below"]
    if below:
        print("below normal:", *below)
    return int(bool(below))


def _line(rule: str, told: argparse.Namespace) -> str:
    if told.pool:
        return " | ".join(f"{one['rival']} {one['strong']} {one['points']:+.2f} ± {one['half']:.2f}"
                          for one in pool.play(rule, POOL_DEALS)) or "strong is normal"
    if told.danger or told.speed:
        found = dangers.look(rule, DANGER_HANDS) if told.danger else speeds.measure(rule, SPEED_HANDS)
        return "nothing to look at" if found is None else str({name: one for name, one in found.items()
                                                               if name not in ("bins", "weights", "rule")})
    proof = proofs.prove(rule, MATCH_HANDS if told.matches else told.deals, told.workers, told.matches)
    return "strong is normal" if proof is None else str(proof.points)


if __name__ == "__main__":
    sys.exit(main())
