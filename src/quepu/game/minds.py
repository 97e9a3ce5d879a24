"""What the strong bot knows of a rulebook: learned by `quepu train`, kept as data, verified before it is believed.

Weights ship for the default options of shipped rulebooks (`quepu/game/weights`).  What was trained here for any
rulebook and option set is kept in the cache and goes first.  Where there is neither, strong plays as normal does.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from quepu.engine.layout.mind import CELLS, CLASSES, FEATURES, FORMS, ONE, STATES, SURE, Mind, Minds
from quepu.engine.layout.session import Session
from quepu.store import store

if TYPE_CHECKING:
    from quepu.book import Rulebook

FORMAT = 1
KEPT = "mind"
MOST_UNIT = 1 << 40
MOST_WEIGHT = 64 * ONE
#: of each list: how many numbers, and between which bounds
_LISTS = {"price": (FORMS, 0, 64 * 64), "danger": (STATES * CLASSES, 0, SURE), "threat": (STATES, 0, SURE),
          "classes": (CLASSES, 0, SURE), "stake": (CELLS, 0, 8 * ONE), "own": (FEATURES, -MOST_WEIGHT, MOST_WEIGHT),
          "claim": (FEATURES, -MOST_WEIGHT, MOST_WEIGHT), "early": (FEATURES, -MOST_WEIGHT, MOST_WEIGHT)}


@dataclass(frozen=True, slots=True)
class Learned:
    """The numbers of a mind (`engine.layout.mind`)."""

    unit: int
    price: tuple[int, ...]
    danger: tuple[int, ...]
    threat: tuple[int, ...]
    classes: tuple[int, ...]
    stake: tuple[int, ...]
    own: tuple[int, ...]
    claim: tuple[int, ...]
    early: tuple[int, ...]

    @property
    def mind(self) -> Mind:
        """As kernels read it."""
        return Mind(**{one.name: getattr(self, one.name) for one in fields(self)})

    def as_json(self) -> dict[str, Any]:
        """As a value for JSON."""
        return asdict(self)


def read_learned(told: Any) -> Learned | None:
    """The numbers that a value from JSON holds; None if it is anything but numbers that the kernels can work with."""
    if not isinstance(told, Mapping) or set(told) != {"unit", *_LISTS}:
        return None
    found: dict[str, Any] = {"unit": told["unit"]}
    if type(told["unit"]) is not int or not 1 <= told["unit"] <= MOST_UNIT:
        return None
    for name, (count, low, high) in _LISTS.items():
        numbers = told[name]
        if not isinstance(numbers, list | tuple) or len(numbers) != count \
                or not all(type(number) is int and low <= number <= high for number in numbers):
            return None
        found[name] = tuple(numbers)
    return Learned(**found)


def file_text(book: "Rulebook", learned: Learned | None, told: Mapping[str, Any]) -> str:
    """What was learned of a rulebook as the text of a file; the same numbers give the same text."""
    head = {"format": FORMAT, "rule": book.id, "version": book.model.version, "rules": rules_key(book), **told,
            "mind": None if learned is None else learned.as_json()}
    return json.dumps(head, separators=(",", ":"), sort_keys=True) + "\n"


def read_file_text(text: str) -> Learned | None:
    """What the text of such a file holds; None if nothing that can be used."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return read_learned(told.get("mind")) if isinstance(told, dict) and told.get("format") == FORMAT else None


def rules_key(book: "Rulebook") -> str:
    """A digest of a rulebook's text, all it extends, and its options."""
    parts = [*(source.text for source in book.sources),
             repr([(option.id, option.value) for option in book.model.options])]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def keep_learned(book: "Rulebook", text: str) -> None:
    """Keep what was trained here, for the strong bot; where nothing can be kept, nothing is."""
    store().write(KEPT, rules_key(book), text.encode())


def learned_of(book: "Rulebook") -> Learned | None:
    """What is known of a rulebook: trained here, or shipped for it as it stands; None where strong is normal."""
    kept = store().read(KEPT, rules_key(book))
    if kept is not None:
        return read_file_text(kept.decode("utf-8", "replace"))
    return shipped(book.id) if _is_as_shipped(book) else None


def is_looked_into(book: "Rulebook") -> bool:
    """Whether a training of a rulebook, here or before it shipped, has told what beats normal, or that nothing does."""
    return store().read(KEPT, rules_key(book)) is not None or \
        (_is_as_shipped(book) and shipped_report(book.id) is not None)


def _is_as_shipped(book: "Rulebook") -> bool:
    """Whether it is a shipped rulebook with its options as they are set by default."""
    return book.reference_text == book.id and all(option.value == option.default for option in book.model.options)


@cache
def shipped(rule: str) -> Learned | None:
    """The numbers that ship for a rulebook."""
    file = resources.files("quepu.game") / "weights" / f"{rule}.json"
    return read_file_text(file.read_text("utf-8")) if file.is_file() else None


@cache
def shipped_report(rule: str) -> Mapping[str, Any] | None:
    """What the training of a rulebook that ships has found, weights or none; None if nobody has trained it."""
    file = resources.files("quepu.game") / "weights" / f"{rule}.json"
    return json.loads(file.read_text("utf-8")) if file.is_file() else None


def has_learned(book: "Rulebook") -> bool:
    """Whether the strong bot is another than the normal one in this rulebook."""
    return learned_of(book) is not None


def give_minds(engine: Any, session: Session) -> None:
    """Let the strong bots of a session know what is known of its rulebook, if anything is."""
    if not engine.looked_for_minds:
        engine.minds, engine.looked_for_minds = minds_of(learned_of(engine.book)), True
    session.minds = engine.minds


def minds_of(*learned: Learned | None) -> Minds | None:
    """Minds as a session has them: that of bot `LEARNED`, then of others for who compares them."""
    known = [one.mind for one in learned if one is not None]
    return Minds.build(minds=known) if known else None
