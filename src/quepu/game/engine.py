"""The table engine of one rulebook, compiled or, with the compiler off, the same source as plain Python."""

from weakref import WeakKeyDictionary

import numpy as np

from quepu.book import Rulebook
from quepu.compiler.entries import belongs
from quepu.compiler.kernels import load_kernels
from quepu.engine.layout.bot_room import BotRoom
from quepu.engine.layout.kinds import SCRATCH_SIZE
from quepu.engine.layout.play_rules import PlayRules
from quepu.engine.layout.session import Links, Session
from quepu.engine.layout.table import EVENT_WIDTH, Table
from quepu.game.playable import check_playable
from quepu.packing import score_tables as arrays
from quepu.packing.play_rules import play_rules
from quepu.rulecode.play_functions import play_trees
from quepu.rulecode.play_loader import PLAY_ENTRIES, load_play
from quepu.scoring.distances import near, near_hand

EVENT_ROOM = 4096           # events of one step, a whole hand played by bots included
LEGAL_ROOM = SCRATCH_SIZE   # more than any rulebook within its limits has: `rulebook.file.limits`

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


class Engine:
    """What plays one rulebook: its rules, what it works with, and the kernels that obey them."""

    def __init__(self, book: Rulebook) -> None:
        check_playable(book)
        self.book = book
        self.rules, links = shared_records(book)
        self.frame = arrays.frame_of(book.model)
        self.bench = arrays.workbench()
        self.near = near_hand(near(book).rules)
        self.events = np.zeros(EVENT_ROOM * EVENT_WIDTH, dtype=np.int64)
        self.legal = np.zeros(LEGAL_ROOM, dtype=np.int64)
        self.bot_room = BotRoom.zeros()
        self.session = Session.build(
            rules=self.rules, links=links, frame=self.frame, bench=self.bench, near=self.near, aims=None,
            scratch=np.zeros(SCRATCH_SIZE, dtype=np.int64), bot_room=self.bot_room, events=self.events,
            event_room=0, event_count=0, bot_key=0, bot_state=0, saw_kongs=0,
            saw_readies=0, saw_openings=0)
        belongs(self.session, book.id)
        self.kernels = load_kernels()

    def new_table(self) -> Table:
        """An empty table."""
        return Table.zeros()
