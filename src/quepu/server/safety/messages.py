"""What a connection says, read strictly: every part has its type, and whatever has another is named."""

import json
from dataclasses import dataclass
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.locale import TAGS, tag_meant

_LARGEST = 1 << 53          # numbers that every reader of JSON keeps as they are
LONGEST_ACTION, LONGEST_NAME, LONGEST_KEY = 80, 40, 64
MOST_SAMPLES = 10_000
MOST_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """A message: what it asks for, and with what."""

    type: str
    action: str = ""
    step: int | None = None
    lang: str | None = None
    player: int | None = None           # whom a bot is to play for, or the place that a level is chosen for
    ready: bool = True
    level: str = ""
    samples: int | None = None          # deals in which each answer is tried for a hint


def read_object(text: bytes) -> dict[str, Any]:
    """The object a message is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise QuepuError(Fault("message.object"))
    return value


def read_id(message: dict[str, Any]) -> int | str | None:
    """What a message is called, so that its answer can be told from others."""
    number = message.get("id")
    if number is None or (_is_number(number) and abs(number) < _LARGEST) or (
            isinstance(number, str) and len(number) <= LONGEST_NAME):
        return number
    raise QuepuError(Fault("message.id", most=LONGEST_NAME))


def read_message(message: dict[str, Any]) -> Asked:
    """A message of a game; every part that is not as it has to be is named."""
    faults = []
    kind, action, step, lang = message.get("type"), message.get("action", ""), message.get("step"), message.get("lang")
    player, ready, level = message.get("player"), message.get("ready", True), message.get("level", "")
    samples = message.get("samples")
    if not isinstance(kind, str) or not 1 <= len(kind) <= LONGEST_NAME:
        faults.append(Fault("message.type"))
    if not isinstance(action, str) or len(action) > LONGEST_ACTION:
        faults.append(Fault("message.action", most=LONGEST_ACTION))
    if step is not None and not (_is_number(step) and 0 <= step < _LARGEST):
        faults.append(Fault("message.step"))
    if player is not None and not (_is_number(player) and 0 <= player < MOST_PLAYERS):
        faults.append(Fault("message.player", last=MOST_PLAYERS - 1))
    if not isinstance(ready, bool):
        faults.append(Fault("message.ready"))
    if not isinstance(level, str) or len(level) > LONGEST_NAME:
        faults.append(Fault("message.level", most=LONGEST_NAME))
    if samples is not None and not (_is_number(samples) and 1 <= samples <= MOST_SAMPLES):
        faults.append(Fault("message.samples", most=MOST_SAMPLES))
    meant = tag_meant(lang) if isinstance(lang, str) else ""
    if lang is not None and not meant:
        faults.append(Fault("message.lang", langs=TAGS))
    if faults:
        raise QuepuError(faults)
    return Asked(str(kind), str(action), step, meant or None, player, ready, level, samples)


def read_key(message: dict[str, Any]) -> str:
    """The key that the first message tells, if the address does not."""
    key = message.get("key")
    if message.get("type") != "key" or not isinstance(key, str) or not (
            key.isascii() and 1 <= len(key) <= LONGEST_KEY):
        raise QuepuError(Fault("message.key"))
    return key


def _is_number(value: Any) -> bool:
    """Whether this is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)
