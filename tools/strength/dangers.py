"""Is the danger table right?  What it says of each tile held, beside who could really win on it, on fresh hands."""

from collections.abc import Mapping
from math import log
from typing import Any

from quepu.book import rulebook
from quepu.engine.layout.mind import CLASSES, STATES, SURE
from quepu.game.minds import learned_of
from quepu.lab.self_play import STRONG, School
from tools.strength.proofs import KEPT, digest_of, keep, measured

FILE = KEPT.with_name("strength_danger.jsonl")
BINS = (0.001, 0.003, 0.01, 0.03, 0.06, 0.1, 0.2, 1.0)      # the highest chance said in each row of the table


def look(rule: str, hands: int) -> dict[str, Any] | None:
    """The table of a rulebook against the labels of self-play by strong bots, kept; None where strong is normal."""
    book = rulebook(rule)
    learned, digest = learned_of(book), digest_of(book)
    if learned is None or digest is None:
        return None
    lessons = School(book, lambda: None).tables((learned,), STRONG, int(digest[12:24], 16), hands, every=4)
    cells = [(learned.danger[cell] / SURE, int(lessons.tries[cell]), int(lessons.hits[cell]))
             for cell in range(STATES * CLASSES) if lessons.tries[cell]]
    tries, hits = sum(cell[1] for cell in cells), sum(cell[2] for cell in cells)
    if not hits:
        return None
    bins = [[0, 0, 0.0] for _bin in BINS]
    for said, seen, won in cells:
        row = bins[next(place for place, most in enumerate(BINS) if said <= most)]
        row[0], row[1], row[2] = row[0] + seen, row[1] + won, row[2] + said * seen
    found = {"rule": rule, "weights": digest, "hands": hands, "tries": tries, "hits": hits,
             "loss": _loss(cells), "constant": _loss([(hits / tries, tries, hits)]),
             "bins": [{"most": most, "tries": seen, "said": said / seen, "seen": won / seen}
                      for most, (seen, won, said) in zip(BINS, bins, strict=True) if seen]}
    keep(FILE, found)
    return found


def _loss(cells: list[tuple[float, int, int]]) -> float:
    """The mean log loss of what was said."""
    total = sum(tries for _said, tries, _hits in cells)
    lost = 0.0
    for chance, tries, hits in cells:
        said = min(1 - 1e-6, max(1e-6, chance))
        lost -= hits * log(said) + (tries - hits) * log(1 - said)
    return lost / total


def kept() -> Mapping[str, dict[str, Any]]:
    """The newest figures of each rulebook whose weights are those of today."""
    return {told["rule"]: told for told in measured(FILE)}
