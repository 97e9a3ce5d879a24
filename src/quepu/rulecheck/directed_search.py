"""The directed search of `quepu rules check`: fans never earned, fans always together, odd payments."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from time import thread_time

from quepu.book import Rulebook
from quepu.engine.layout.table_facts import POT
from quepu.errors import RulebookError
from quepu.faults import Fault
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.language.node import Number
from quepu.rulebook.model.model import Fan
from quepu.rulecheck.random_wins import near_win, random_win
from quepu.scoring.reference import Outcome

SEED = 20_14
HANDS_A_SECOND = 50         # a slow machine still keeps to the seconds asked for
PATIENCE = 4                # times the seconds asked for, then the clock ends the search
ENOUGH = 60                 # times a fan must be seen before its company says anything
MOST_AIMED = 25             # hands aimed at a fan that is never earned, before the others have their turn
TRIES = 10                  # hands made for one that is aimed at a fan


@dataclass(slots=True)
class SearchResults:
    """What the search saw."""

    problems: list[Problem] = field(default_factory=list)
    tries: int = 0
    seen: Counter[int] = field(default_factory=Counter)                 # fan -> hands in which it counts
    aimed: Counter[int] = field(default_factory=Counter)                # fan -> hands aimed at it
    dropped: dict[int, Counter[int]] = field(default_factory=dict)      # fan -> fans that dropped it
    together: Counter[tuple[int, int]] = field(default_factory=Counter)


def search(book: Rulebook, seconds: float, earned: set[str],
           progress: Callable[[str, int, int], None] | None = None) -> SearchResults:
    """Warnings after a search of about so many seconds; `earned` are fans known to be earned already."""
    results = SearchResults()
    rng = Random(SEED)
    fans = [fan for fan in book.model.fans if fan.on == "win"]
    budget = max(1, int(seconds * HANDS_A_SECOND))
    end = thread_time() + PATIENCE * max(seconds, 0.5)
    payments = _Payments(book)
    try:
        while results.tries < budget and thread_time() < end:
            wanted = _wanted(fans, results, earned)
            fan = wanted[results.tries % len(wanted)] if wanted else None
            if fan is not None and results.tries % 4:
                results.aimed[fan.index] += 1
                win = near_win(book, fan.id, rng, TRIES)
            else:
                win = random_win(book, rng)
            best = max(book.reference.outcomes(win), key=lambda outcome: outcome.order, default=None)
            results.tries += 1
            if best is not None:
                _note(results, best)
                if not win.state:       # what earlier hands left on the table is not this hand's
                    payments.look(best)
            if progress is not None and results.tries % 10 == 0:
                progress("search", results.tries, budget)
        _company(book, fans, results, rng, end)
    except RulebookError as error:
        results.problems.append(Problem(("shape",), error.faults[0], warning=True, key=True))
        return results
    results.problems.extend(_never(fans, results, earned))
    results.problems.extend(payments.problems)
    return results


def _wanted(fans: list[Fan], results: SearchResults, earned: set[str]) -> list[Fan]:
    """The fans seen least, those never seen first."""
    if not fans:
        return []
    unseen = [fan for fan in fans
              if not results.seen[fan.index] and fan.id not in earned and results.aimed[fan.index] < MOST_AIMED]
    few = min(results.seen[fan.index] + results.aimed[fan.index] for fan in fans)
    return unseen or [fan for fan in fans if results.seen[fan.index] + results.aimed[fan.index] <= few + 1]


def _note(results: SearchResults, best: Outcome) -> None:
    counted = sorted(index for index, one in best.earned.items() if one.kept > 0)
    results.seen.update(counted)
    results.together.update((a, b) for a in counted for b in counted if a != b)
    for index, _count, _principle, by in best.lost:
        if index not in counted:
            results.dropped.setdefault(index, Counter())[by] += 1


def _never(fans: list[Fan], results: SearchResults, earned: set[str]) -> list[Problem]:
    """Fans that no hand of the search was paid for."""
    problems = []
    ids = {fan.index: fan.id for fan in fans}
    for fan in fans:
        if results.seen[fan.index] or fan.id in earned:
            continue
        by = results.dropped.get(fan.index)
        if by:
            names = [ids[index] for index, _count in by.most_common(3) if index in ids]
            text = Fault("search.never_counts_by", fans=names) if names else Fault("search.never_counts")
            advice = Fault("search.paid")
        else:
            text = Fault("search.never", tries=results.tries, aimed=results.aimed[fan.index])
            advice = Fault("search.possible")
        problems.append(Problem(("fan", fan.id), text, advice, key=True, warning=True))
    return problems


def _company(book: Rulebook, fans: list[Fan], results: SearchResults, rng: Random, end: float) -> None:
    """Warn of fans that always come with another which neither drops nor tags them."""
    apart = {tally.id for tally in book.model.tallies if tally.apart}      # the working of a number always comes along
    fans = [fan for fan in fans if fan.tally not in apart]
    rare = [fan for fan in fans if not isinstance(fan.when, Number)]        # what every hand has is no company
    pairs: list[tuple[Fan, Fan]] = []
    for fan in fans:
        others = [other for other in rare if _are_strangers(fan, other) and _always(results, fan, other)]
        extra = 0
        while others and results.seen[fan.index] < ENOUGH and extra < 2 * ENOUGH and thread_time() < end:
            extra += 1                  # a suspicion is tried again before it is told
            win = near_win(book, fan.id, rng, TRIES)
            best = max(book.reference.outcomes(win), key=lambda outcome: outcome.order, default=None)
            if best is not None:
                _note(results, best)
            others = [other for other in others if _always(results, fan, other)]
        if results.seen[fan.index] >= ENOUGH // 2:
            pairs.extend((fan, other) for other in others)
    results.problems.extend(_told_company(pairs, results))


def _told_company(pairs: list[tuple[Fan, Fan]], results: SearchResults) -> Iterator[Problem]:
    """One warning for all that one fan always comes with, and for all that always come with one fan."""
    while pairs:
        # of as many the one declared last, which is a house's own
        follows, followed = (Counter(pair[side].id for pair in reversed(pairs)) for side in (0, 1))
        most, fans = follows.most_common(1)[0], followed.most_common(1)[0]
        if fans[1] > most[1]:
            told = [pair for pair in pairs if pair[1].id == fans[0]]
            text = Fault("search.together_all", fan=fans[0], fans=[fan.id for fan, _other in told], count=len(told))
            advice, path = Fault("search.drop_all", fan=fans[0]), ("fan", fans[0])
        else:
            told = [pair for pair in pairs if pair[0].id == most[0]]
            others = [other.id for _fan, other in told]
            text = Fault("search.together", fan=others, count=results.seen[told[0][0].index])
            advice, path = Fault("search.drop", fan='", "'.join(others)), ("fan", most[0])
        yield Problem(path, text, advice, key=True, warning=True)
        again = {(other.id, fan.id) for fan, other in told}             # the same, seen from the other side
        pairs = [pair for pair in pairs if pair not in told and (pair[0].id, pair[1].id) not in again]


def _always(results: SearchResults, fan: Fan, other: Fan) -> bool:
    seen = results.seen[fan.index]
    return seen > 0 and results.together[fan.index, other.index] == seen


def _are_strangers(fan: Fan, other: Fan) -> bool:
    """Whether neither of two fans says anything about the other."""
    dropped = {drop.fan for drop in fan.drops}
    if fan is other or other.index in dropped or fan.index in {drop.fan for drop in other.drops}:
        return False
    return not (set(fan.tags) & set(other.tags) or set(fan.fallback or ()) & set(other.tags))


class _Payments:
    """Looks for payments that no table would accept."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.problems: list[Problem] = []
        self.told: set[str] = set()

    def look(self, best: Outcome) -> None:
        """Settle one outcome and note what is odd about its rows."""
        frame = best.frame
        if frame.discarder < 0 and not frame.self_draw:
            return                      # nobody knows who pays
        rows = self.book.ledger.settle(frame)
        for row in rows:
            if row.amount < 0:
                self.tell("negative", Fault("search.negative", tag=row.tag, amount=row.amount),
                          Fault("search.exchange"))
        if any(row.payer == row.receiver for row in rows):
            self.tell("self", Fault("search.himself"), Fault("search.payer"))
        kept = sum(row.amount * ((row.receiver == POT) - (row.payer == POT)) for row in rows)
        if kept < 0:
            self.tell("pot", Fault("search.pot", amount=-kept), Fault("search.fills"))

    def tell(self, key: str, text: Fault, advice: Fault) -> None:
        """Note a warning once."""
        if key not in self.told:
            self.told.add(key)
            self.problems.append(Problem(("pay",), text, advice, key=True, warning=True))
