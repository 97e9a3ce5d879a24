"""Tables laid by hand: walls that deal what a test wants, matches that begin with them, answers and what comes of it.

Tables of sixteen tiles are in `laid.sixteen`, frames of tables without a match in `laid.frames`.
"""

from tests.laid.answers import discard, drift, go, pass_all, run, texts
from tests.laid.matches import KINDS, begun, dealt, engine_of, house, plain_engine
from tests.laid.outcomes import memory, paid, remember
from tests.laid.walls import SUITED, TILES, WITH_FLOWERS, dead_wall, laid_wall, tiles_of

__all__ = ["KINDS", "SUITED", "TILES", "WITH_FLOWERS", "begun", "dead_wall", "dealt", "discard", "drift", "engine_of",
           "go", "house", "laid_wall", "memory", "paid", "pass_all", "plain_engine", "remember", "run", "texts",
           "tiles_of"]
