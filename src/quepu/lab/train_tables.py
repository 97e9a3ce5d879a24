"""Tables of danger and stake, made of what self-play has shown: shares of what was seen, drawn towards their kin.

Only sums, products and quotients of whole numbers and doubles: the same on any machine.
"""

from dataclasses import dataclass

from quepu.engine.layout.mind import CELLS, CLASSES, FARS, FORMS, ONE, STATES, SURE, THREATS, WALLS, Lessons

FEW_CASES = 60              # cases that a cell's kin counts for, of danger ...
FEW_WINS = 20               # ... deal-ins that all forms together count for ...
FEW_HANDS = 30, 100         # ... and hands, of a stake by tiles left, and by threat
KNOWN = 200                 # hands after which a stake is believed to be out of order
HIGHEST = 0.9


@dataclass(frozen=True, slots=True)
class Dangers:
    """What the danger tables of a mind hold."""

    unit: int                           # points, times 16
    price: tuple[int, ...]
    danger: tuple[int, ...]
    threat: tuple[int, ...]
    classes: tuple[int, ...]
    labels: int
    hits: int


def _fixed(number: float, one: int) -> int:
    return int(number * one + 0.5)


def dangers_of(lessons: Lessons) -> Dangers:
    """The tables of danger: a cell is drawn towards its state times its class."""
    tries = [[lessons.tries[CLASSES * state + cell] for cell in range(CLASSES)] for state in range(STATES)]
    hits = [[lessons.hits[CLASSES * state + cell] for cell in range(CLASSES)] for state in range(STATES)]
    states = [(sum(hits[state]) + 0.5) / (sum(tries[state]) + 50) for state in range(STATES)]
    all_tries, all_hits = sum(map(sum, tries)), sum(map(sum, hits))
    kin = []
    for cell in range(CLASSES):
        expected = sum(states[state] * tries[state][cell] for state in range(STATES))
        kin.append((sum(hits[state][cell] for state in range(STATES)) + 0.01) / (expected + 1.01))
    cells = [min(HIGHEST, (hits[state][cell] + FEW_CASES * min(HIGHEST, states[state] * kin[cell]))
                 / (tries[state][cell] + FEW_CASES)) for state in range(STATES) for cell in range(CLASSES)]
    mean = all_hits / max(1, all_tries)
    prices, unit = _prices(lessons)
    return Dangers(unit, tuple(prices), tuple(_fixed(cell, SURE) for cell in cells),
                   tuple(_fixed(state, SURE) for state in states),
                   tuple(_fixed(min(HIGHEST, one * mean), SURE) for one in kin), all_tries, all_hits)


def _prices(lessons: Lessons) -> tuple[list[int], int]:
    """What a deal-in costs against each form of an opponent, in 64ths of the unit, and the unit in 16ths of a point.

    Where nobody deals in, the unit is what a win brings.
    """
    counts, sums = list(lessons.price_count[:FORMS]), list(lessons.price_sum[:FORMS])
    if sum(counts) < FEW_WINS or sum(sums) <= 0:
        return [64] * FORMS, max(1, 16 * int(lessons.win_sum) // max(1, int(lessons.win_count)))
    mean = sum(sums) / sum(counts)
    prices = [(one + FEW_WINS * mean) / (count + FEW_WINS) / mean for one, count in zip(sums, counts, strict=True)]
    return [max(0, _fixed(price, 64)) for price in prices], max(1, _fixed(mean, 16))


def stakes_of(lessons: Lessons, unit: int) -> tuple[int, ...]:
    """The table of stakes: what a win brings from a place, times its chance; later and further away it is no more."""
    counts, sums = list(lessons.stake_count[:CELLS]), list(lessons.stake_sum[:CELLS])
    found: list[list[list[float]]] = []
    seen: list[list[list[int]]] = []
    for far in range(FARS):
        at = [(far * WALLS + wall) * THREATS for wall in range(WALLS)]
        count = [counts[place:place + THREATS] for place in at]
        total = [sums[place:place + THREATS] for place in at]
        base = sum(map(sum, total)) / (sum(map(sum, count)) + 1)
        rows = []
        for wall in range(WALLS):
            near = range(max(0, wall - 1), min(WALLS, wall + 2))
            row = (sum(sum(total[one]) for one in near) + FEW_HANDS[0] * base) / (
                sum(sum(count[one]) for one in near) + FEW_HANDS[0])
            rows.append([(total[wall][threat] + FEW_HANDS[1] * row) / (count[wall][threat] + FEW_HANDS[1])
                         for threat in range(THREATS)])
        found.append(rows)
        seen.append(count)
    _put_in_order(found, seen)
    return tuple(min(8 * ONE, _fixed(16 * worth / unit, ONE)) for rows in found for row in rows for worth in row)


def _put_in_order(found: list[list[list[float]]], seen: list[list[list[int]]]) -> None:
    """With fewer tiles left, or further away, a hand is worth no more."""
    for _again in range(6):
        for far in range(FARS):
            for wall in range(WALLS - 2, -1, -1):
                for threat in range(THREATS):
                    later, here = found[far][wall + 1][threat], found[far][wall][threat]
                    if seen[far][wall][threat] <= KNOWN:
                        here = min(here, later * (2 * wall + 1) / (2 * wall + 3))
                    found[far][wall][threat] = min(here, later)
        for far in range(2, FARS):
            for wall in range(WALLS):
                for threat in range(THREATS):
                    nearer, here = found[far - 1][wall][threat], found[far][wall][threat]
                    if seen[far][wall][threat] <= KNOWN:
                        here = min(here, nearer * 6 / 10)
                    found[far][wall][threat] = min(here, nearer)

