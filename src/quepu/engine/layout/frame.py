"""The frame: one flat row of integers that holds all an expression may read about a hand.

A rulebook's conditions see a hand only through this row.  The reference runner keeps it as a list, the compiled one
as an int64 array, and the kernels index both alike; so a word of the language means the same in either.
"""

# -- facts of the situation, the same for every reading of a hand --
SELF_DRAW = 0
SEAT = 1            # the winner's seat, 0 E (dealer) .. 3 N
ROUND = 2           # the round wind as a seat number
DISCARDER = 3       # the seat that fed the win; -1 on a self-draw
WIN_TILE = 4        # the kind won on; -1 when the hand was dealt complete
MELDS = 5           # sets laid down, concealed kongs included
OPEN_MELDS = 6      # sets laid open: chows, pungs, melded and added kongs
FLOWERS = 7         # flowers laid aside
FLOWER_MASK = 8
WILDS = 9           # wild tiles held, the winning tile included
WILD_MASK = 10
FLAGS = 11          # one bit a flag, after the rulebook's corrections
TOLD = 12           # one bit a flag, as it was told
RED_FIVES = 13      # tiles that carry a mark
HELD_MASK = 14      # kinds in the concealed hand before the win
MELD_CHOWS = 15     # chows laid open
OCCASION = 16       # what a win is declared on, as BY_ bits; 0: as the rest of the frame tells

# -- facts of one reading --
FOURS = 19          # kinds of which four copies are there, as bits
SHAPE = 20
SETS = 21           # number of sets
PAIRS = 22          # number of pairs
CHOWS = 23
PUNGS = 24          # kongs included
KONGS = 25
CONCEALED_KONGS = 26
CONCEALED_PUNGS = 27
TILES = 28          # physical tiles: fourteen and one more for each kong
KINDS = 29          # different kinds
SUITS = 30
HONORS = 31         # honour tiles
TERMINALS = 32      # suited ones and nines
TILE_MASK = 33      # kinds present
SET_MASK = 34       # set kinds present
PAIR_MASK = 35      # pair kinds present
SUBSTITUTES = 36    # wild tiles that stand for another kind
WIN_AS = 37         # the kind the winning tile stands for
FIXED = 38          # kinds of a fixed part of the shape (the nine knitted tiles)
WAITS = 39          # kinds that complete the hand by form; -1 until somebody asks
LIVE_WAITS = 40     # the same without kinds of which the player holds all four
TOTAL = 41
FAILED = 42         # one bit for every condition of winning that does not hold
WIN_PLACE = 43      # block that holds the winning tile: a set, SET_ROOM + a pair, -1 none
HIDDEN_PUNGS = 44   # concealed pungs as long as no set holds the winning tile

# -- arrays --
COUNTS = 48         # 42: copies of each kind in the reading, melds and winning tile included, wild tiles resolved
HELD = 90           # 42: concealed copies before the win
SHOWN = 132         # 42: copies in the own open melds
SET_ROOM = 6
SET_AT = 174        # 6 x SET_WIDTH
SET_WIDTH = 3       # kind, flags, wild tiles in it
PAIR_ROOM = 8
PAIR_AT = 192       # 8 x PAIR_WIDTH
PAIR_WIDTH = 3      # kind, flags, wild tiles in it
MEMORY = 216        # 128 slots; a seat's memory takes four
TALLY = 344         # 16
OPTION = 360        # 80
VALUE = 440         # 160: what each fan is worth in this hand
FAN = 600           # 160: how often each fan of MANY is earned
LAID = 760         # 42: copies in the own melds, concealed kongs included
PLACES = 802        # 160: the sets that earned a picked fan, as bits
PRESENT = 962       # 3 words of WORD_BITS fans each: which fans are earned, and later which count
WORD_BITS = 62
MANY = 965          # 3 words: which of them are earned other than once; how often is in FAN for these alone
FRAME_SIZE = 968
FAN_ROOM = 160
TALLY_ROOM = 16
OPTION_ROOM = 80
MEMORY_ROOM = 128

# -- flags of a set or pair of the reading --
IS_MELD = 1         # laid down, a concealed kong included
IS_OPEN = 2         # laid open
IS_KONG = 4
IS_CONCEALED = 8    # not open and not completed by another player's tile
IS_WIN = 16         # holds the winning tile
IS_ADDED = 32       # a kong made from an open pung

# -- what a win is declared on, as bits; a shape says on which of them it may be (`[shape.*] on`) --
BY_DRAW, BY_DISCARD, BY_DEAL, BY_FLOWER, BY_OTHER_FLOWER, BY_OWN_DISCARD = 1, 2, 4, 8, 16, 32
BY_TILES = BY_DRAW | BY_DISCARD     # with a complete hand, as most shapes are; otherwise flowers laid aside decide
