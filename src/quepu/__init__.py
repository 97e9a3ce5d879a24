"""Mahjong rule systems as data: score, play, advise, simulate and print from one rulebook."""

from quepu.errors import HandError, IllegalAction, NotationError, QuepuError, RulebookError
from quepu.hand import Hand, Meld, Win
from quepu.scoring.book import Rulebook, rulebook

__all__ = [
    "Hand", "HandError", "IllegalAction", "Meld", "NotationError", "QuepuError", "Rulebook", "RulebookError", "Win",
    "rulebook",
]
__version__ = "0.1.0"
