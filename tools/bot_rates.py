"""`python -m tools.bot_rates [RULE] [HANDS]`: how often four greedy and four aware bots win, and both at one table."""

import sys

from quepu.lab.simulate import simulate
from quepu.rulebook.file.default import default_rule

TABLES = ("greedy", "aware", "aware,greedy,aware,greedy", "greedy,aware,greedy,aware")


def main(rule: str, hands: int) -> int:
    """Print a line for each table; 0."""
    for policy in TABLES:
        found = simulate(rule, hands, policy, seed=1)
        won = found.hands - found.draws.count
        by_policy = {name: sum(player.wins.count for player, one in zip(found.players, found.policies, strict=True)
                               if one == name) for name in dict.fromkeys(found.policies)}
        print(f"{rule} {policy}: {hands} hands, won {100 * won / hands:.1f} %, undecided {100 * found.draws.rate:.1f} "
              f"± {100 * found.draws.half:.1f} %, mean total {found.total.mean:.2f} ± {found.total.half:.2f}, "
              f"{found.discards:.1f} discards, {found.hands_per_second:,.0f} hands/s; wins {by_policy}")
    return 0


if __name__ == "__main__":
    told = sys.argv[1:]
    sys.exit(main(told[0] if told else default_rule(), int(told[1]) if len(told) > 1 else 4000))
