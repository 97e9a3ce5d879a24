"""Strong against others than normal: its own weights before any correction, and players with one habit.

Each sits as one among three and three against one; every deal is played with all such seatings.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from quepu.book import rulebook
from quepu.engine.layout.bot_room import Policy
from quepu.engine.layout.mind import FEATURES, ONE, Taking
from quepu.game.minds import MOST_WEIGHT, Learned, learned_of
from quepu.lab.duel_tables import A, B
from quepu.lab.self_play import School
from quepu.lab.train import PRIOR, PRIOR_CLAIM, without_defence
from tools.strength.proofs import KEPT, digest_of, keep, measured

FILE = KEPT.with_name("strength_pool.jsonl")
STRONG, OTHER, GREEDY = int(Policy.LEARNED), int(Policy.LEARNED) + 1, int(Policy.GREEDY)


def _claiming(learned: Learned, weight: int) -> Learned:
    claim = [0] * FEATURES
    claim[Taking.ALWAYS] = weight
    return replace(learned, claim=tuple(claim))


def rivals(learned: Learned) -> Iterator[tuple[str, Learned | None, int]]:
    """Who plays against strong: its name, what it knows, and the bot it is."""
    usual = (ONE, *[0] * (FEATURES - 1))
    yield "before corrections", replace(learned, own=PRIOR, claim=PRIOR_CLAIM, early=usual), OTHER
    yield "easy", None, GREEDY
    yield "never claims", _claiming(learned, -MOST_WEIGHT), OTHER
    yield "always claims", _claiming(learned, MOST_WEIGHT), OTHER
    yield "never folds", replace(learned, own=without_defence(learned.own)), OTHER


def _ways(seats: int, alone: int, others: int) -> list[tuple[int, ...]]:
    return [tuple(alone if player == place else others for player in range(seats)) for place in range(seats)]


def play(rule: str, deals: int) -> list[dict[str, Any]]:
    """Each rival against strong in a rulebook, kept; nothing where strong is normal."""
    book = rulebook(rule)
    learned, digest = learned_of(book), digest_of(book)
    if learned is None or digest is None:
        return []
    found: list[dict[str, Any]] = []
    for name, other, bot in rivals(learned):
        for seats in ("one", "three"):
            school = School(book, lambda: None)
            school.seat(_ways(school.seats, A, B) if seats == "one" else _ways(school.seats, B, A))
            minds = (learned,) if other is None else (learned, other)
            score = school.duel(minds, STRONG, bot, int(digest[:12], 16) + len(found), deals)
            found.append({"rule": rule, "weights": digest, "rival": name, "strong": seats, **score.as_json()})
    keep(FILE, *found)
    return found


def kept() -> Mapping[str, list[dict[str, Any]]]:
    """The newest figures of each rulebook whose weights are those of today."""
    found: dict[str, dict[Any, dict[str, Any]]] = {}
    for told in measured(FILE):
        found.setdefault(told["rule"], {})[told["rival"], told["strong"]] = told
    return {rule: list(rows.values()) for rule, rows in found.items()}
