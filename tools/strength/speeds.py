"""How many hands a second strong and normal play, in the same run."""

from collections.abc import Mapping
from typing import Any

from quepu.book import rulebook
from quepu.lab.duel import duel
from quepu.lab.simulate import simulate
from tools.strength.proofs import KEPT, digest_of, keep, measured

FILE = KEPT.with_name("strength_speed.jsonl")
NAMES = ("duel", "duel_normal", "strong", "normal")


def measure(rule: str, hands: int) -> dict[str, Any] | None:
    """Hands a second of duels and of tables of one kind, kept; None where strong is normal."""
    book = rulebook(rule)
    digest = digest_of(book)
    if digest is None:
        return None
    found: dict[str, Any] = {"rule": rule, "weights": digest, "hands": hands}
    for name, sides in (("duel", ("strong", "normal")), ("duel_normal", ("normal", "normal"))):
        found[name] = round(duel(book, *sides, hands=hands).hands_per_second)
    for name in ("strong", "normal"):
        found[name] = round(simulate(book, hands=hands, policy=name).hands_per_second)
    keep(FILE, found)
    return found


def kept() -> Mapping[str, dict[str, Any]]:
    """The newest figures of each rulebook whose weights are those of today."""
    return {told["rule"]: told for told in measured(FILE)}
