"""The table engine of one rulebook, compiled or, with the compiler off, the same source as plain Python."""

from functools import partial
from weakref import WeakKeyDictionary

import numpy as np

from quepu.book import Rulebook
from quepu.compiler.entries import belongs
from quepu.compiler.kernels import load_kernels
from quepu.engine.layout.distance_rules import DistanceRules
from quepu.engine.layout.play_rules import PlayRules
from quepu.engine.layout.session import Links, Session
from quepu.game.desk import Desk, Desks, new_desk
from quepu.packing import score_tables as arrays
from quepu.packing.play_rules import play_rules
from quepu.rulecode.play_functions import play_trees
from quepu.rulecode.play_loader import PLAY_ENTRIES, load_play
from quepu.scoring.distances import near

#: what all engines of a rulebook share
_SHARED: WeakKeyDictionary[Rulebook, tuple[PlayRules, Links]] = WeakKeyDictionary()


def shared_records(book: Rulebook) -> tuple[PlayRules, Links]:
    """The rules of a rulebook and where its functions stand, made once: nothing in them ever changes."""
    if book not in _SHARED:
        compiled, play = book.compiled(), play_trees(book.model)
        addresses = load_play(play).addresses
        links = Links.build(scoring=compiled.scoring, **{name: addresses[name] for name in PLAY_ENTRIES})
        _SHARED[book] = play_rules(book.model, play), links
    return _SHARED[book]


def _desk(book: Rulebook, distances: DistanceRules) -> Desk:
    return new_desk(arrays.frame_of(book.model), arrays.workbench(), distances,
                    lambda size: np.zeros(size, dtype=np.int64))


class Engine(Desks):
    """What plays one rulebook: its rules, desks to work at, and the kernels that obey them."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.distances = near(book).rules
        # nothing of its own: it goes, with megabytes, as soon as nobody plays by it
        super().__init__(*shared_records(book), partial(_desk, book, self.distances))
        belongs(self._blank, book.id)   # its copies then hold the addresses of all it points to
        self.kernels = load_kernels()

    def new_session(self, like: Session | None = None) -> Session:
        """What one match works with and shares with no other; faults of kernels name its rulebook."""
        session = super().new_session(like)
        belongs(session, self.book.id)
        return session
