"""Where scoring works: what one kernel notes for the next, and the best reading so far."""

from quepu.engine.layout.field import points, rows, words
from quepu.engine.layout.frame import FAN_ROOM, FAN_WORDS, Frame
from quepu.engine.layout.kinds import ANSWERS
from quepu.engine.layout.record import Ints, Record, Row, Rows

DEPTH = 12                  # blocks of one reading at most
MOST_READINGS = 20_000
TRIED = MOST_READINGS       # readings of tiles that are only tried stand behind those that are judged
SEEN_ROOM = 16384
EDGES = 48                  # combination fans of one reading at most
NODES = 8
MOST_COMPARED = 4
# what the functions of a rulebook tell the engine: they see the frame and these words, nothing else
REGIME = 0                  # which table of combinations applies
NEEDS_WAITS = 1             # a fan depends on the waits
HELD_BACK = 2               # fallback fans that are earned, FAN_WORDS words
COMPARED = 5                # what decides between readings, MOST_COMPARED words


class Reading(Row):
    """A division of the tiles: its blocks in the order found."""

    count: int
    blocks: Ints = words(DEPTH)
    wild_places: Ints = words(DEPTH)    # places of the block that wild tiles fill, as bits


class Seen(Row):
    """A reading as the rulebook can see it."""

    key: int
    stamp: int                          # the search it was seen in


class Level(Row):
    """A level of the search for the best selection of combination fans."""

    edge: int                           # the next to try
    total: int
    different: int                      # fans so far
    fan: int                            # the last
    groups: Ints = words(NODES)         # the group of each set


class Workbench(Record):
    """The working room of scoring."""

    # -- dividing --
    natural: Ints = words(42)           # tiles that are not wild
    wild_kinds: int                     # the kinds that are wild, as bits
    moved: int                          # tiles read as substitutes, where that is free
    imagined: int                       # of the wild tiles those that are only thought of, and not yet said
    concealed: int                      # concealed tiles, the winning tile included
    level_kind: Ints = words(DEPTH + 1)     # the stack: the kind to place, 42 only wild tiles, 43 nothing
    level_choice: Ints = words(DEPTH + 1)   # the next choice
    level_block: Ints = words(DEPTH + 1)
    level_wild: Ints = words(DEPTH + 1)     # its wild places
    hand_keys: int                      # what the tiles held and the winning tile add up to, see score_rules
    hand_sizes: int
    odd: int                            # kinds of which an odd number is concealed, the winning tile included, as bits
    keys: Ints = words(4)               # numbers of the four groups
    sizes: Ints = words(4)              # tiles of the four groups before the win
    one_shape: int                      # only this shape is read, counted from 1; 0: every one
    meld_set_mask: int                  # what the melds are
    laid_chows: int
    laid_pungs: int
    laid_hidden: int
    answers: Ints = words(ANSWERS)      # what the functions of the rulebook tell of one reading
    # -- the best reading --
    keeps_frame: int                    # whoever asks wants its frame
    number: int                         # of the reading that is judged, where somebody counts them
    best_number: int                    # of the best
    best_found: int
    best_legal: int
    best_total: int
    best_different: int
    best_compared: Ints = words(MOST_COMPARED)
    best_present: Ints = words(FAN_WORDS)
    best_many: Ints = words(FAN_WORDS)
    best_times: Ints = words(FAN_ROOM)  # of the fans in `best_many`
    best_frame: Frame = points(optional=True)
    trial: Frame = points(optional=True)    # a frame to try tiles in
    # -- combinations --
    order: Ints = words(NODES)          # sorting, and the edges taken
    forest_place: int                   # of the sets in the frame, in the table of combinations
    chosen: Ints = words(6)             # the places of a pick in one order
    edge_fan: Ints = words(EDGES)
    edge_nodes: Ints = words(EDGES)
    edge_value: Ints = words(EDGES)
    levels: Rows[Level] = rows(10)
    # -- readings --
    stamp: int                          # which search the readings were seen in
    seen: Rows[Seen] = rows(SEEN_ROOM)  # by key, wherever there is a place
    readings: Rows[Reading] = rows(TRIED + MOST_READINGS)
