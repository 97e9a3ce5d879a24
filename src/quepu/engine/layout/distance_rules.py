"""What distances are looked up in, for one rulebook, and the hand that is looked at.

A group (a suit, the honours) is a number in base five; a table gives for it the number of a *profile*: the fewest tiles
missing for every number of sets, with and without a pair, five bits each.  There are only some hundred different
profiles, so that two groups together, a *half*, are one more look-up.
"""

from enum import IntEnum

from quepu.engine.layout.field import listed, listed_u8, listed_u16, listed_words, points, words
from quepu.engine.layout.record import Ints, Record, Row, Rows

NEAR_FAR = 99               # a shape the hand cannot become
MOST_PLANS = 100
# -- a search: numbers of sets and pairs that it counts out; its stack, so many blocks and words for each --
SEARCH_TABLE = 64
NEAR_DEPTH = 9
NEAR_WIDTH = 6
NEAR_WORK = NEAR_DEPTH * NEAR_WIDTH
# -- a profile: six lanes without a pair, then six with one --
LANE = 5
LANE_MASK = 31
LANES = 6
PAIR_LANES = 30


class PlanSort(IntEnum):
    """What a plan is made of."""

    SETS = 0                            # sets and at most one pair
    FIXED = 1                           # the same with a fixed part
    PAIRS = 2                           # pairs, perhaps with one pung
    TILES = 3                           # tiles of some kinds
    OPEN = 4                            # a condition that cannot be told: as many tiles as are lacking at least
    SEARCH = 5                          # sets or pairs that cross suits and the like: by search


class Plan(Row, fixed=True):
    """One way to fulfil the condition of one shape."""

    sort: PlanSort
    shape: int
    sets: int
    pairs: int
    places: int
    melds: int                          # so many at most
    allowed: int                        # kinds, as bits
    low: int                            # so many different kinds at least, 0: any; or so many melds
    high: int
    first_level: int
    first_fixed: int
    fixed_count: int
    distinct: int                       # no pair twice
    told: int                           # whether its condition can be told
    first_part: int
    part_count: int


class Level(Row, fixed=True):
    """Tables for as many places as only a wild tile can fill (0, 1, any number): where they stand."""

    groups: Ints = words(4)             # in `profiles`
    left: int                           # in `halves`: the first two groups
    left_width: int
    right: int
    right_width: int
    turned: int                         # the same with the lanes in the other order, those with a pair first
    flowers: int                        # in `halves`, -1: they make no sets


class SearchPart(Row, fixed=True):
    """Kinds that never share a block with others: their blocks, sets first."""

    first_block: int
    block_count: int
    set_count: int


class DistanceRules(Record, fixed=True):
    """What the distances of a rulebook are looked up in."""

    level_count: int                    # of every plan with tables
    is_wide: int                        # more than 256 profiles: they stand in `wide_profiles`
    kinds: int                          # that are played with, as bits
    most_tiles: int
    needs_laid: int                     # whether kinds in melds matter ...
    needs_copies: int                   # ... and how often a kind is held
    substitute: int                     # of wild tiles as in the rules of scoring: the tile in a wild tile's place ...
    substitute_for: int
    substitute_copies: int
    imagined: int                       # ... and those that are only thought of
    imagined_slot: int
    powers: Ints = words(512)           # what the tiles of a mask add to the number of their group
    order: Ints = words(42)             # how gladly a kind is kept
    set_masks: Ints = listed_words()
    plans: Rows[Plan] = listed()
    levels: Rows[Level] = listed()
    fixed_parts: Ints = listed_words()
    parts: Rows[SearchPart] = listed()
    blocks: Ints = listed_words()
    profiles: Ints = listed_u8()
    wide_profiles: Ints = listed_u16()
    halves: Ints = listed_words()


class NearHand(Record):
    """The hand that is looked at, wild tiles apart, and what is found out about it; it serves one thread."""

    rules: DistanceRules = points()
    wilds: int
    melds: int
    laid: int                           # kinds in melds, as bits
    wild_kinds: int
    face: int                           # the wild kind whose place a substitute takes; -1 none
    moved: int                          # how many substitutes take it, of those that need not
    keys: Ints = words(4)               # the groups in base five
    held: Ints = words(4)               # kinds of which at least one, two, three, four are held, as bits
    after: Ints = words(42)             # what is missing after a discard of this kind
    live: Ints = words(42)              # live tiles that bring it nearer then, where the fewest are missing
    useful: Ints = words(42)            # their kinds, as bits
    grown: Ints = words(42)             # profile of a group with one tile more
    half_grown: Ints = words(42)        # the half it lies in
    nearest: Ints = words(MOST_PLANS)   # what is missing for each plan
    searched: Ints = words(42)          # a search: tiles held and left, two tables of sets and pairs, its stack
    left: Ints = words(42)
    best: Ints = words(SEARCH_TABLE)
    best_kinds: Ints = words(SEARCH_TABLE)
    part: Ints = words(SEARCH_TABLE)
    part_kinds: Ints = words(SEARCH_TABLE)
    work: Ints = words(NEAR_WORK)
