"""Mahjong rule systems as data: score, play, advise, simulate and print from one rulebook."""

import gc
from typing import TYPE_CHECKING, Any

_collects = gc.isenabled()
gc.disable()                # what is imported stays: looking for garbage among it took a twelfth of a start
try:
    from quepu.book import Rulebook, rulebook, rulebook_of_text
    from quepu.errors import HandError, IllegalAction, NotationError, QuepuError, RulebookError
    from quepu.hand import Hand, Meld, Win
    from quepu.scoring.compare import Compared, compare
finally:
    if _collects:
        gc.enable()

if TYPE_CHECKING:
    from quepu.game.match import Match
    from quepu.game.pad.score_pad import Pad
    from quepu.lab.duel import Duel, duel

__all__ = [
    "Compared", "Duel", "Hand", "HandError", "IllegalAction", "Match", "Meld", "NotationError", "Pad", "QuepuError",
    "Rulebook", "RulebookError", "Win", "compare", "duel", "rulebook", "rulebook_of_text",
]
__version__ = "0.2.0"       # the one place it is written; pyproject.toml reads it from here


def __getattr__(name: str) -> Any:
    """What needs the engine of play, loaded when first asked for: scoring a hand does not wait for it."""
    if name == "Match":
        from quepu.game.match import Match
        return Match
    if name == "Pad":
        from quepu.game.pad.score_pad import Pad
        return Pad
    if name in ("Duel", "duel"):
        from quepu.lab import duel
        return getattr(duel, name)
    raise AttributeError(f"module 'quepu' has no attribute '{name}'")
