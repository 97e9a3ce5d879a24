"""What a connection says, read strictly: every part has its type, and whatever has another is named."""

import json
from dataclasses import dataclass
from typing import Any

from quepu.errors import QuepuError
from quepu.server.http_problem import LANGS

_LARGEST = 1 << 53          # numbers that every reader of JSON keeps as they are
LONGEST_ACTION, LONGEST_NAME, LONGEST_KEY = 80, 40, 64
MOST_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """A message: what it asks for, and with what."""

    type: str
    action: str = ""
    step: int | None = None
    lang: str | None = None
    player: int | None = None           # whom a bot is to play for


def read_object(text: bytes) -> dict[str, Any]:
    """The object a message is."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise QuepuError("a message must be a JSON object")
    return value


def read_id(message: dict[str, Any]) -> int | str | None:
    """What a message is called, so that its answer can be told from others."""
    number = message.get("id")
    if number is None or (_is_number(number) and abs(number) < _LARGEST) or (
            isinstance(number, str) and len(number) <= LONGEST_NAME):
        return number
    raise QuepuError(f"id: the id of a message must be a whole number or a text of at most {LONGEST_NAME} letters")


def read_message(message: dict[str, Any]) -> Asked:
    """A message of a game; every part that is not as it has to be is named."""
    faults = []
    kind, action, step, lang = message.get("type"), message.get("action", ""), message.get("step"), message.get("lang")
    player = message.get("player")
    if not isinstance(kind, str) or not 1 <= len(kind) <= LONGEST_NAME:
        faults.append("type: a message must say what it asks for: act, next, undo, hint, why, start, "
                      "stand_in, come_back or ping")
    if not isinstance(action, str) or len(action) > LONGEST_ACTION:
        faults.append(f"action: an answer must be a text of at most {LONGEST_ACTION} letters, such as \"discard 3m\"")
    if step is not None and not (_is_number(step) and 0 <= step < _LARGEST):
        faults.append("step: the step must be a whole number, 0 or more")
    if player is not None and not (_is_number(player) and 0 <= player < MOST_PLAYERS):
        faults.append(f"player: the player must be a whole number, 0 to {MOST_PLAYERS - 1}")
    if lang is not None and lang not in LANGS:
        faults.append(f"lang: the language must be one of {', '.join(LANGS)}")
    if faults:
        raise QuepuError(faults)
    return Asked(str(kind), str(action), step, lang, player)


def read_key(message: dict[str, Any]) -> str:
    """The key that the first message tells, if the address does not."""
    key = message.get("key")
    if message.get("type") != "key" or not isinstance(key, str) or not (
            key.isascii() and 1 <= len(key) <= LONGEST_KEY):
        raise QuepuError('the first message must give the key: {"type": "key", "key": "..."}')
    return key


def _is_number(value: Any) -> bool:
    """Whether this is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)
