"""The table's part of the frame: what an expression of play may read, behind the part that scoring uses.

Kernels fill it from the table before a rule of play is asked (`engine.play.asking`).  The lists of each seat are filled
only where a rule needs them: the rules of play say so by NEED_... bits.
"""

# -- what happened --
ACTOR = 1000        # the seat an event, claim or occasion is about
FEEDER = 1001       # the seat that fed it; -1 nobody
TILE = 1002         # the tile it is about; -1 none
EVENT_OF = 1003     # which kong, declaration, claim or turned lot it is; -1 none
IS_REPLACEMENT = 1004
IS_DRAWN = 1005     # the discard is the tile just drawn
IS_CONCEALED_KONG = 1006
IS_ADDED_KONG = 1007
IS_DRAW = 1008      # the hand ended without a winner
AMOUNT = 1009       # of a win: what its total is
WALL_LEFT = 1010
TURN_COUNT = 1011
ROUND_NUMBER = 1012
WINNER_COUNT = 1013
SEAT_COUNT = 1014
OUT = 1015          # seats that have won and left, as bits
DRAW_KIND = 1016    # how the actor came by its last tile (`codes.Drew`)
OFFER_KIND = 1017   # how the tile came to lie open (`codes.Offer`)
BROKEN = 1018       # somebody has claimed or konged in this hand
OWN_DISCARDS = 1019  # discards the actor has made
KONGS_RUNNING = 1020  # kongs the seat in turn made since its last ordinary draw
WINNER_PLACE = 1021  # place of this winner among those who win on the tile, from 1
TURNED_WINS = 1022  # turned tiles of a kong that complete its maker's hand
FALSE_TOTAL = 1023  # of a false win: what the tiles shown would be worth
DICE = 1024         # 4
PURSE = 1028        # 4: points of each seat
DECLARED = 1032     # 4: its declaration + 1
WAITS_OF = 1036     # 4: the kinds each seat waits for, as bits
# -- lists --
VISIBLE = 1040      # 42: copies in rivers, open melds, laid aside or turned up for all; the offered tile is not counted
HANDS = 1082        # 4 x 42: concealed tiles of each seat
LAID_BY = 1250      # 4 x 42: tiles of its melds and those it laid aside
MARKED_BY = 1418    # 4 x 42: concealed tiles that carry a mark
VALUES = 1586       # 4 x 42: what each seat would win on each tile it waits for, as a plain discard
RIVERS = 1754       # 4 x RIVER_WIDTH: how many discards, then their kinds in order
RIVER_WIDTH = 61
TURNED = 1998       # how many tiles are turned up, then (kind, lot) of each
TURNED_WIDTH = 2
TURNED_TOLD = 30    # most there is room for
# -- the ledger of the hand --
ROW_COUNT = 2060
ROW_START = 2061    # the first row of the occasion at hand
ROW_AT = 2062       # 96 x ROW_WIDTH
ROW_WIDTH = 4       # payer, receiver, rule, amount
ROW_ROOM = 96
POT = 4             # who pays or receives where it is the pot
ROW_NEW = ROW_AT + ROW_ROOM * ROW_WIDTH     # 96 x 2: what a rule makes of the rows, until it has seen all of them
WINS_OF = ROW_NEW + 2 * ROW_ROOM    # 4: the kinds each seat could win on as a plain discard, as bits
HEARD_OF = WINS_OF + 4       # 4: the kinds others have discarded since the seat's own last discard, as bits
IS_ABORTED = HEARD_OF + 4    # the hand was called off
ROW_LOST = IS_ABORTED + 1    # a row found no place in the ledger
TABLE_FRAME_SIZE = ROW_LOST + 1

# -- what a rule of play needs besides the scalars --
NEED_HAND, NEED_SEATS, NEED_WAITS, NEED_VALUES = 1, 2, 4, 8

LOTS = 32           # a seat's own turned tiles have their lot + LOTS * (1 + seat)

#: what the table says where there is none: nobody, no tile, four seats, one winner; everything else is 0
NO_TABLE = {ACTOR: -1, FEEDER: -1, TILE: -1, EVENT_OF: -1, WINNER_COUNT: 1, WINNER_PLACE: 1, SEAT_COUNT: 4}
