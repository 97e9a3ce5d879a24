"""All referees there are, the hands each of them sees, and a hand told in full."""

import importlib
import inspect
import json
import os
from collections.abc import Iterator
from pathlib import Path

from tests.referees.played import Hand, book_for, hands_of
from tests.referees.referee import Referee

SEED = int(os.environ.get("QUEPU_SEED", "1"))
MATCH = 8                               # hands of a match that are looked at: then others sit together
_FLOOR = {"__init__", "cantonese", "compare", "eggs", "mixed", "panel", "played", "players", "referee",
          "shanghai_contract", "shapes", "stand_ins", "substitutes", "table", "tiles", "treasure", "waits", "wild"}


def _referees() -> dict[str, type[Referee]]:
    found = {}
    for file in sorted(Path(__file__).parent.glob("*.py")):
        if not file.stem.startswith("test_") and file.stem not in _FLOOR:
            module = importlib.import_module(f"tests.referees.{file.stem}")
            found |= {one.id: one for _, one in inspect.getmembers(module, inspect.isclass)
                      if issubclass(one, Referee) and one.id and one.__module__ == module.__name__}
    return found


REFEREES = _referees()


def hands_for(rule: str, count: int) -> Iterator[Hand]:
    """So many hands: half of them by the defaults, the others by each of the referee's choices in turn."""
    choices, players, number, played = REFEREES[rule].choices, REFEREES[rule].players, 0, 0
    while played < count:
        options = choices[number // 2 % len(choices)] if choices and number % 2 else {}
        for hand in hands_of(rule, SEED * 1_000_003 + number, options, min(MATCH, count - played),
                             players[number % len(players)]):
            played += 1
            yield hand
        number += 1


def told(hand: Hand, faults: list[str]) -> str:
    """A hand in full with what is different."""
    lines = [f"{number}: " + json.dumps({key: value for key, value in line.items() if key != "legal"},
                                        ensure_ascii=False) for number, line in enumerate(hand.lines)]
    usual = {option.id: option.value for option in book_for(hand.rule).model.options}
    options = {name: value for name, value in hand.options.items() if usual.get(name) != value}
    return "\n".join([*lines, f"{hand.rule} {options}, seed {hand.seed}, hand {hand.number}:", *faults])
