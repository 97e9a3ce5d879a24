"""`python -m tools.told --rule ID|all --hands N --seed S [--resume FILE]`: told as played.

Bots play matches, options at random in a fifth of them.  Every hand is then told from its record as a scorekeeper would
after it: to `score` as text and as JSON, and to the pad, match by match.  Fans, totals, money, the next dealer and the
end of the match must be the table's.  The exit code is 1 if anything differs.
"""

import argparse
import json
import sys
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from quepu.rulebook.file.load import known_ids
from tools.told.compare import Causes, Difference, Evening, score_differences
from tools.told.evening import MOST_HANDS, hands_of, match_of
from tools.told.knowledge import Knowledge
from tools.told.leave_out import left_out
from tools.told.tell import Teller


@dataclass
class Sum:
    """What came of some hands of one rulebook."""

    hands: int = 0
    wins: int = 0
    own: Counter[str] = field(default_factory=Counter)          # told by the rulebook's own names, with the reason
    kinds: Counter[str] = field(default_factory=Counter)        # differences of a kind
    first: dict[str, dict[str, Any]] = field(default_factory=dict)      # the first of each kind

    def add(self, other: "Sum") -> None:
        """One more match."""
        self.hands += other.hands
        self.wins += other.wins
        self.own += other.own
        self.kinds += other.kinds
        self.first = {**other.first, **self.first}

    def as_json(self) -> dict[str, Any]:
        """Plain values that read back."""
        return {"hands": self.hands, "wins": self.wins, "own": dict(self.own), "kinds": dict(self.kinds),
                "first": self.first}

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> "Sum":
        """What `as_json` gave."""
        return cls(data["hands"], data["wins"], Counter(data["own"]), Counter(data["kinds"]), data["first"])


def told_match(rule: str, seed: int, number: int, most: int, only: int = 0, causes: Causes | None = None,
               leave_out: bool = False) -> Sum:
    """One match told hand by hand; `only` shows every difference of that hand in full."""
    match, bots = match_of(rule, seed, number)
    match.book.search_compiled()        # the same scores, sooner
    knowledge, found, causes = Knowledge(match.book), Sum(), causes or Causes()
    evening: Evening | None = None
    for hand in hands_of(match, bots, most):
        evening = evening or Evening(knowledge, hand.players, causes)
        teller = Teller(hand, knowledge)
        found.hands += 1
        found.wins += len(teller.wins)
        differences = [*left_out(teller)] if leave_out else [
            *score_differences(teller, causes), *evening.differences(teller)]
        told = [win.own for win in teller.told_wins()]
        for name, why in {**evening.own, **{name: why for own in told for name, why in own.items()}}.items():
            found.own[f"{name}: {why}"] += 1
        for difference in differences:
            kind = f"{difference.surface} | {difference.what} | {difference.cause or '?'}"
            found.kinds[kind] += 1
            found.first.setdefault(kind, {"match": number, "hand": hand.number, "options": match.book.settings,
                                          **difference.as_json()})
            if only == hand.number:
                show(difference)
        if only == hand.number:
            break
    return found


def show(difference: Difference) -> None:
    """A difference in full."""
    for name, text in difference.as_json().items():
        print(f"{name:8} {text}")
    print()


def told_rule(rule: str, seed: int, hands: int, kept: "Kept", leave_out: bool = False) -> Sum:
    """So many hands of a rulebook, match by match."""
    found, number = kept.sum_of(rule)
    causes = Causes()
    while found.hands < hands:
        most = min(MOST_HANDS, hands - found.hands)
        try:
            one = told_match(rule, seed, number, most, causes=causes, leave_out=leave_out)
        except Exception as error:      # the tool itself has failed: that is told too, and the others go on
            traceback.print_exc()
            place = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"tool | {type(error).__name__} | {Path(place.filename).name}:{place.lineno}"
            first = {kind: {"match": number, "hand": 0, "said": str(error)}}
            one = Sum(hands=most, kinds=Counter((kind,)), first=first)
        found.add(one)
        kept.keep(rule, number, one)
        number += 1
    return found


class Kept:
    """What has been done so far, in a file that a later run goes on with."""

    def __init__(self, file: Path | None, seed: int) -> None:
        self.file, self.seed = file, seed
        self.sums: dict[str, Sum] = {}
        self.numbers: Counter[str] = Counter()
        for line in file.read_text(encoding="utf-8").splitlines() if file is not None and file.exists() else ():
            data = json.loads(line)
            if data["seed"] == seed:
                self.sums.setdefault(data["rule"], Sum()).add(Sum.of_json(data["sum"]))
                self.numbers[data["rule"]] = data["match"] + 1

    def sum_of(self, rule: str) -> tuple[Sum, int]:
        """What a rulebook's matches came to so far, and the number of its next match."""
        return self.sums.get(rule, Sum()), self.numbers[rule]

    def keep(self, rule: str, number: int, found: Sum) -> None:
        """One more match."""
        if self.file is not None:
            line = json.dumps({"seed": self.seed, "rule": rule, "match": number, "sum": found.as_json()})
            with self.file.open("a", encoding="utf-8") as out:
                out.write(line + "\n")


def main() -> int:
    """Tell hands and print every kind of difference; 1 if there is one."""
    parser = argparse.ArgumentParser(prog="python -m tools.told", description=__doc__)
    parser.add_argument("--rule", required=True, help="an id, several with commas, or all")
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with what this file has, and keep it there")
    parser.add_argument("--match", type=int, help="only this match ...")
    parser.add_argument("--hand", type=int, default=0, help="... and every difference of this hand in full")
    parser.add_argument("--leave-out", action="store_true", help="tell each win with one fact left out at a time")
    parser.add_argument("--own", action="store_true", help="also what is told by the rulebook's own names, and why")
    told = parser.parse_args()
    rules = known_ids() if told.rule == "all" else told.rule.split(",")
    kept, differs = Kept(told.resume, told.seed), False
    for rule in rules:
        if told.match is not None:
            found = told_match(rule, told.seed, told.match, told.hand or MOST_HANDS, told.hand,
                               leave_out=told.leave_out)
        else:
            found = told_rule(rule, told.seed, told.hands, kept, told.leave_out)
        differs = differs or bool(found.kinds)
        print(f"{rule}: {found.hands} hands, {found.wins} wins, {sum(found.kinds.values())} differences", flush=True)
        for kind, count in found.kinds.most_common():
            first = found.first[kind]
            print(f"    {count:4} {kind}\n         python -m tools.told --rule {rule} --seed {told.seed} "
                  f"--match {first['match']} --hand {first['hand']}", flush=True)
        if told.own:
            for name, count in sorted(found.own.items()):
                print(f"         told by name, {count} times: {name}")
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
