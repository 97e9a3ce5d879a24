"""The rules of one rulebook as one row of numbers, and the room in which kernels work.

`R` holds scalars and the beginnings of lists in its first places, then the lists themselves.  `T` holds the large
tables.  `W` is working room.  The reference keeps all three as Python lists, the compiled form as arrays.
"""

from quepu.core.frame import FRAME_SIZE
from quepu.core.situation import TABLE_FRAME_SIZE
from quepu.core.situation import TURNED as TURNED  # the module of kernels takes its constants from here
from quepu.core.situation import TURNED_WIDTH as TURNED_WIDTH

# -- R: scalars --
(SET_KINDS, BLOCK_KINDS, PLAYABLE, PLAIN, FOREST_SETS, SHAPE_COUNT, FAN_COUNT, COMPARES, ROW_LIMIT, DROPPERS, GROUPS,
 FALLBACKS, TALLIES, FOREST_PICKS, SUIT_SETS, HONOR_SETS, FOREST_SIZE, OTHER_PICKS) = range(18)
DROPS_BY_INDEX = 62         # no fan drops one of a smaller number that drops others
BONUS = 50                  # flowers that are laid aside, as bits
DROP_WORDS = 18             # three words: fans that drop others
VARYING = 21                # three words: fans whose value is not a number of the rulebook
SOLE_WAIT = 24              # waits are asked about only as "is it the only one"
# -- R: where lists begin --
(AT_DROPPERS, AT_DROP_PARTS, AT_GROUPS, AT_GROUP_START, AT_FALLBACKS, AT_TALLY_OF, AT_TALLY_ROWS, AT_SHAPES,
 AT_SET_FORM, AT_BLOCK_TILES, AT_BLOCK_MASK, AT_PAIR_OF, AT_START, AT_PLAIN, AT_CHOICE, AT_BLOCKS_WILD, AT_SUIT_SETS,
 AT_HONOR_SETS, AT_PICKS, AT_MELD_KIND, AT_FOREST, AT_DROP_RANK, AT_BLOCK_CLASS, AT_TILE_CLASS) = range(25, 49)
AT_WEIGHTS = 49             # for each kind two numbers: what a tile adds to HAND_KEYS and HAND_SIZES
AT_SETS_WITH = 51           # for each kind the set kinds that hold it, as bits
# -- R: addresses of the rulebook's own functions --
FN_PREPARE, FN_EARN, FN_FINISH, FN_SHAPE_OK, FN_SHAPE_NEAR, FN_FITS, FN_FLAGS = range(52, 59)
# -- R: addresses of the engine's own large parts, called so that they are compiled once and not into each caller --
FN_JUDGE, FN_WAITS, FN_READ_ANY = range(59, 62)
FN_SCORED = 63              # flags put right, then every reading
FULL_PLACES = 64            # tile places of a complete hand, a kong counting three
RULES_HEAD = 65
# widths of rows
DROPPER_WIDTH = 6           # fan, three words it takes out wholly, first and last of its parts
DROP_PART_WIDTH = 3         # fan, only its own sets, how many fewer
FALLBACK_WIDTH = 4          # fan, three words of what keeps it away
PICK_WIDTH = 7              # fan, sets, pairs, set kinds that may take part, whether kinds decide, pair kinds, most
CHOICE_WIDTH = 7            # block, three natural tiles, wild places, wild count, when to keep it
# SHAPE_FEWEST and SHAPE_MOST: how many kinds of tile a hand without wild tiles has in this shape; SHAPE_ON: the
# occasions on which it may be declared, as BY_ bits of the frame
(SHAPE_SETS, SHAPE_PAIRS, SHAPE_TILES, SHAPE_MELDS, SHAPE_PLACES, SHAPE_WHEN, SHAPE_FEWEST, SHAPE_MOST, SHAPE_ON,
 SHAPE_FIXED, SHAPE_MASKS) = range(11)
SHAPE_WIDTH = SHAPE_MASKS + 6
# for each tally: what it starts with, then rows of a number that is a part of a value and the fans that are worth it,
# then a 0; the parts are powers of two, so that there are few
TALLY_ROW = 4

# -- T: suits and honours: where in R their divisions stand; their waits; at AT_FOREST the table of combinations --
SUIT_NUMBERS = 1953125      # 5 ** 9
AT_HONORS = SUIT_NUMBERS
AT_WAITS = AT_HONORS + 78125            # after 5 ** 7 honours, in the same order: ranks that make a number divisible
AT_HONOR_WAITS = AT_WAITS + SUIT_NUMBERS
# divisions in R: how many, whether they have a pair, then three numbers for each, one a suit:
# sets in three bits, pair kind + 1 in seven, then six bits for each set
DIVISION_HEAD = 2
DIVISION_STEP = 3
PAIR_SHIFT = 3
SETS_SHIFT = 10
SET_BITS = 6
FOREST_WIDTH = 6            # while it is built: three times a fan and its places in sorted order
FOREST_PAIR_WIDTH = 10      # the same with a pair: four sets' number, the pair, four times a fan and its places
# in T: with some pair another selection is better; R has [without, pairs, pair, selection, ...]
WITH_PAIR = 1 << 29
# a selection of combination fans in R: three words of fans, how many follow, then for each that is taken more than once
# or whose places matter: fan, times, places by sorted order
SELECTION_HEAD = 4
SELECTION_STEP = 3

# -- W --
NATURAL = 0                 # 42: tiles that are not wild
WILD_KINDS = 43             # the kinds that are wild, as bits
CONCEALED = 44              # concealed tiles, the winning tile included
DEPTH = 12                  # blocks of one reading at most
WORK = 48                   # 4 x DEPTH: the stack of a division
KEYS = 96                   # numbers of the four groups
SIZES = 100                 # tiles of the four groups before the win
HELD_BACK = 104             # three words of fallback fans
ORDER = 108                 # 8: sorting, and the edges taken
CHOSEN = 116                # 8: the places of a pick in one order
COMPARED = 124              # 4
REGIME = 45                 # which table of combinations applies
KEEPS_FRAME = 46            # whoever asks wants the frame of the best reading
NEEDS_WAITS = 47            # a fan depends on the waits
BEST_FOUND, BEST_LEGAL, BEST_TOTAL, BEST_DIFFERENT = 128, 129, 130, 131
BEST_COMPARE, BEST_PRESENT, BEST_FAN, BEST_MANY = 132, 136, 140, 300
EDGES = 48                  # combination fans of one reading at most
EDGE_FAN = 304
EDGE_NODES = EDGE_FAN + EDGES
EDGE_VALUE = EDGE_NODES + EDGES
NODES = 8
STACK_WIDTH = NODES + 4
FOREST_STACK = EDGE_VALUE + EDGES
KEPT = FOREST_STACK + 10 * STACK_WIDTH
# the hand without wild tiles: numbers of the three suits, KEY_BITS each, all tiles held and the winning tile
HAND_KEYS = KEPT
KEY_BITS = 21
# the honours' number, then the tiles of each group, SIZE_BITS each
HAND_SIZES = KEPT + 1
SIZES_SHIFT = 20
SIZE_BITS = 6
ODD = KEPT + 2              # kinds of which an odd number is concealed, the winning tile included, as bits
MELD_SET_MASK, LAID_CHOWS, LAID_PUNGS, LAID_HIDDEN = range(KEPT + 3, KEPT + 7)    # what the melds are
ONE_SHAPE = KEPT + 7        # only this shape is read, counted from 1; 0: every one
STAMP = KEPT + 24           # which search the readings below were seen in
SEEN = STAMP + 1            # 2 x SEEN_ROOM: readings by what the rulebook can see of them, and their stamp
SEEN_ROOM = 16384
ROWS = SEEN + 2 * SEEN_ROOM
ROW_WIDTH = 26              # a count and (block, wild places) of each block
MOST_READINGS = 20_000
TRIAL = ROWS + MOST_READINGS * ROW_WIDTH        # a frame to try tiles in
KEPT = TRIAL + TABLE_FRAME_SIZE                 # the frame of the best reading, if somebody wants it
ROOM_SIZE = KEPT + FRAME_SIZE
