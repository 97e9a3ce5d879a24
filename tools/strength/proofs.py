"""Proofs: duels of strong and normal whose seed follows from what is proved; every one is kept, none is removed."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import erfc, sqrt
from pathlib import Path
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.game.minds import learned_of
from quepu.lab.duel import duel
from quepu.lab.duel_tables import seatings_of
from quepu.lab.sequence import Figure, at_size

KEPT = Path(__file__).resolve().parent.parent.parent / "bench" / "strength.jsonl"
SURE = 0.05


@dataclass(frozen=True, slots=True)
class Proof:
    """A line of the file: what a duel on fresh deals has shown of some weights in a version of a rulebook."""

    told: dict[str, Any]

    @property
    def rule(self) -> str:
        """The rulebook."""
        return str(self.told["rule"])

    @property
    def points(self) -> Figure:
        """Points a hand of strong above normal (of whole matches: the final result)."""
        return Figure(**self.told["points"])

    @property
    def chance(self) -> float:
        """How likely so great a difference is, either way, if there is none."""
        value, half = self.points.value, self.points.half
        if value is None or not half:
            return 1.0
        return erfc(abs(value) / (half / at_size(self.told["units"])) / sqrt(2))

    @property
    def is_worth(self) -> bool:
        """Whether the difference is at least 0.02 standard deviations of a hand."""
        return abs(self.points.value or 0.0) >= float(self.told["margin"])


def digest_of(book: Rulebook) -> str | None:
    """What names the weights of a rulebook, together with the rulebook's version; None if it has none."""
    learned = learned_of(book)
    if learned is None:
        return None
    text = json.dumps([book.id, book.model.version, learned.as_json()], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def prove(rule: str, deals: int, workers: int, matches: bool = False) -> Proof | None:
    """Play the duel and keep what it shows; None where strong plays as normal does."""
    book = rulebook(rule)
    digest = digest_of(book)
    if digest is None:
        return None
    seed = int(hashlib.sha256(f"proof {digest} {matches}".encode()).hexdigest()[:13], 16)
    hands = deals * len(seatings_of(book.model.deal.seats))
    found = duel(book, "strong", "normal", hands=hands, seed=seed, workers=workers, matches=matches)
    told = {"rule": rule, "version": book.model.version, "weights": digest, "unit": "match" if matches else "deal",
            "seed": seed, "units": found.units, "hands": found.hands, "margin": found.margin,
            "points": found.deciding.as_json(), "strong": found.a.as_json(), "normal": found.b.as_json(),
            "hands_a_second": round(found.hands_per_second)}
    keep(KEPT, told)
    return Proof(told)


def keep(path: Path, *lines: Mapping[str, Any]) -> None:
    """Append what was measured; nothing is ever taken out."""
    with path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(told, sort_keys=True) + "\n" for told in lines)


def measured(path: Path) -> Iterator[dict[str, Any]]:
    """The lines that speak of the weights and the versions of today, oldest first."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    today = cache(lambda rule: digest_of(rulebook(rule)))
    for told in map(json.loads, lines):
        if told["weights"] == today(told["rule"]):
            yield told


def kept(unit: str = "deal") -> dict[str, Proof]:
    """The newest proof of each rulebook."""
    return {told["rule"]: Proof(told) for told in measured(KEPT) if told["unit"] == unit}


def decided(proofs: dict[str, Proof], looks: int) -> Iterator[tuple[str, str]]:
    """What each proof says after Holm's correction for so many looks: above, below or level."""
    goes_on = True
    for place, proof in enumerate(sorted(proofs.values(), key=lambda one: one.chance)):
        goes_on = goes_on and proof.chance <= SURE / (looks - place)
        is_above = (proof.points.value or 0.0) > 0
        yield proof.rule, "level" if not goes_on or not proof.is_worth else "above" if is_above else "below"
