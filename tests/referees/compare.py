"""Many hands held against the referees, every difference told: `python -m tests.referees.compare RULE HANDS`."""

import sys
from collections import Counter

from tests.referees.panel import REFEREES, hands_for, told


def main(rule: str, count: int, most: int = 3) -> None:
    """Play, compare and print the first differing hands and how many there are."""
    seen: Counter[str] = Counter()
    fans: Counter[str] = Counter()
    for hand in hands_for(rule, count):
        referee = REFEREES[rule](hand)
        faults = referee.judge()
        seen["hands"] += 1
        seen["wins"] += len(referee.wins)
        seen["kongs"] += len(referee.table.kongs)
        seen["false wins"] += sum(line["type"] == "false_win" for line in hand.lines)
        seen["exhausted"] += not referee.wins
        for win in referee.wins:
            fans.update(list(win.fans[0]))
            fans[f"({win.source})"] += 1
        if faults:
            seen["differing"] += 1
            if seen["differing"] <= most:
                print(told(hand, faults), "\n")
            else:
                print(f"seed {hand.seed}, hand {hand.number}: {faults[0]}")
    print(dict(seen), dict(fans.most_common()))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int((sys.argv[3:] or ["3"])[0]))
