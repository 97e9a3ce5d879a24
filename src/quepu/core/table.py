"""The table: the whole state of a hand in play, and what a match carries on, as one record of fixed size.

Kernels change it in place (`table.turn = 2`); copying a game is copying its bytes.  Seats are numbered from the dealer:
0 is East, who deals, and play goes 0, 1, 2, 3.  Players keep their number for the whole match; `player` says who sits
where.  A tile of the wall or of a river is its kind, with MARK added if that copy is marked (a red five).
"""

import numpy as np

SEATS = 4                   # room; a rulebook may play with fewer
WALL_ROOM = 160
MELD_ROOM = 6
OFFER_ROOM = 4
RIVER_ROOM = 160
ROW_ROOM = 96               # ledger rows of one hand
TURNED_ROOM = 24
MEMORY_ROOM = 128

KIND = 63                   # a tile's kind ...
MARK = 64                   # ... and whether this copy carries a mark
NO_TILE = 255

TABLE = np.dtype([
    # -- chance --
    ("seed", "i8"),                     # of the match
    ("random", "i8"),                   # state of the generator
    # -- the match --
    ("wild", "i8"),                     # kinds that are wild in this hand, as bits
    ("held_mask", "i8", SEATS),         # kinds in each concealed hand, as bits
    ("barred", "i8", SEATS),            # kinds a seat may not win on, because it let one go
    ("let_go", "i8", SEATS),            # kinds a seat may not pung, because it let one go
    ("no_discard", "i8"),               # kinds the seat in turn may not discard now (swap calling)
    ("win_fans", "i8", (SEATS, 3)),     # fans of each winner, as bits
    ("score", "i4", SEATS),             # points of each PLAYER, this hand's ledger included
    ("pot", "i4"),                      # points on the table that belong to nobody
    ("win_total", "i4", SEATS),         # what each winner's hand is worth
    ("pending", "i4", SEATS),           # what a seat has answered and nobody else knows yet; -1 nothing
    ("passed_value", "i4", SEATS),      # the total of a win a seat let go
    ("false_total", "i4"),              # what the tiles of a false win would be worth
    ("keys", "i4", (SEATS, 4)),         # each concealed suit as a number in base five, the honours fourth
    ("memory", "i4", MEMORY_ROOM),      # slots of [memory.*]
    ("row_amount", "i4", ROW_ROOM),     # the ledger of this hand
    ("hand_number", "i2"),              # hands begun in this match
    ("deal_number", "i2"),              # changes of dealer so far
    ("wall_front", "i2"),               # the next tile from the front ...
    ("wall_back", "i2"),                # ... and one past the next from the back
    ("reserve", "i2"),                  # tiles at the back that are never drawn
    ("turn_count", "i2"),               # discards made in this hand
    ("river_count", "i2"),              # discards in the river
    ("stake", "i2", SEATS),             # points a seat put down with its declaration
    ("choice", "i2", SEATS),            # what a seat chose in the phase at hand
    ("rounds", "u1"),                    # rounds played before this one
    ("dealer", "u1"),                   # place of the dealer in `order`
    ("order", "u1", SEATS),             # players in the order of this round's seats
    ("player", "u1", SEATS),            # the player in each seat of this hand
    # -- the wall --
    ("wall", "u1", WALL_ROOM),          # the tiles from front to back
    ("turned", "u1", TURNED_ROOM),      # tiles turned up ...
    ("turned_lot", "u1", TURNED_ROOM),  # ... under which [turned.*], + 32 * (1 + seat) if it is a seat's own
    ("turned_count", "u1"),             # how many are turned up
    ("turned_owed", "u1"),              # a kong whose tiles are turned up later, + 1; 0 none
    ("dice", "u1", 4),                  # the dice of this deal
    # -- the seats --
    ("held", "u1", (SEATS, 42)),        # concealed tiles by kind
    ("marked", "u1", (SEATS, 42)),      # those of them that carry a mark
    ("aside", "u1", (SEATS, 42)),       # tiles laid aside: flowers, single kongs
    ("sizes", "u1", (SEATS, 4)),        # tiles of each concealed suit and the honours
    ("meld_count", "u1", SEATS),        # sets laid down
    ("meld_set", "u1", (SEATS, MELD_ROOM)),     # kind of set in the catalogue
    ("meld_form", "u1", (SEATS, MELD_ROOM)),    # one of the forms below
    ("meld_tile", "u1", (SEATS, MELD_ROOM)),    # the tile claimed, or the kind of a kong
    ("meld_from", "i1", (SEATS, MELD_ROOM)),    # who fed it; -1 nobody
    ("meld_turn", "u1", (SEATS, MELD_ROOM)),    # discards made when it was laid down
    ("meld_marks", "u1", (SEATS, MELD_ROOM)),   # marked tiles in it
    ("river", "u1", RIVER_ROOM),        # all discards in order ...
    ("river_seat", "u1", RIVER_ROOM),   # ... whose, and the bits below
    # -- the turn --
    ("stage", "u1"),                    # what comes next, see the stages below
    ("phase", "u1"),                    # place in the rulebook's list of phases
    ("dealt", "u1"),                    # the tiles of this hand have been dealt
    ("round_hands", "u1"),              # hands begun in this round
    ("gift_count", "u1", SEATS),        # tiles a seat has given away in an exchange ...
    ("gifts", "u1", (SEATS, 4)),        # ... and which
    ("turn", "u1"),                     # the seat whose turn it is
    ("laying", "u1"),                   # the flower that was just laid aside is one of the deal
    ("owed", "u1"),                     # tiles the seat in turn still draws for flowers of the deal
    ("drawn", "i2"),                    # the tile it has just drawn; -1 none
    ("draw_kind", "u1"),                # how it came by its last tile
    ("kongs_running", "u1"),            # kongs made since its last ordinary draw
    ("asked", "u1"),                    # seats that owe an answer, as bits
    ("may", "u1", SEATS),               # what each asked seat may do, as bits
    ("offered", "i2", OFFER_ROOM),      # tiles that lie open for a claim
    ("offered_count", "u1"),            # how many
    ("offered_from", "u1"),             # the seat they came from
    ("offered_kind", "u1"),             # how they came there
    ("unable", "u1"),                   # seats whose hand the offered tile completes and who may not win on it
    ("kong_pending", "i4"),             # a kong that stands if nobody robs it
    # -- what a seat is bound to --
    ("declared", "u1", SEATS),          # its declaration in [ready.*] + 1
    ("binds", "u1", SEATS),             # what it binds to, as bits
    ("forbidden", "u1", SEATS),         # what a passed claim forbids, as bits ...
    ("passed", "u2", SEATS),            # ... by which entries of [pass.*], as bits
    ("out", "u1"),                      # seats that have won and left, as bits
    ("dead", "u1"),                     # seats that may not win any more, as bits
    ("broken", "u1"),                   # somebody has claimed or konged in this hand
    # -- the end --
    ("winners", "u1"),                  # seats that have won, as bits
    ("win_tile", "i2", SEATS),          # the tile each winner won on; -1 none
    ("robbed", "u1", SEATS),            # the tile a winner took out of a kong, + 1; 0 none
    ("win_from", "i1", SEATS),          # who fed it; -1 self-drawn
    ("ended", "u1"),                    # how the hand ended
    ("match_over", "u1"),               # the match is over
    ("row_count", "u1"),                # rows of the ledger so far
    ("row_from", "i1", ROW_ROOM),       # seats; POT is the pot
    ("row_to", "i1", ROW_ROOM),         # who receives
    ("row_rule", "u1", ROW_ROOM),       # which payment of the rulebook
    # -- asking round, and what one tile brings --
    ("round_left", "u1"),               # seats still to be asked in turn: for openings, or for one of the last tiles
    ("turned_wins", "u1"),              # turned tiles of a kong that complete its maker's hand
    ("won_now", "u1"),                  # seats that have won on the tile at hand ...
    ("won_turned", "u1"),               # ... and tiles turned up for them
], align=True)

POT = 4

# -- stages: what comes next --
(ST_DEAL, ST_PHASE, ST_FLOWERS, ST_DRAW, ST_OWN, ST_OFFER, ST_CLAIMS, ST_KONG, ST_SETTLE, ST_OVER, ST_LAID,
 ST_TURNED, ST_LAST, ST_STAKE) = range(14)

# -- how a tile was drawn --
DREW_DEAL, DREW_WALL, DREW_KONG, DREW_FLOWER, DREW_CLAIM, DREW_TURNED, DREW_OFFERED = range(7)

# -- how an offered tile came to lie open --
OFFER_DISCARD, OFFER_ADDED_KONG, OFFER_CONCEALED_KONG, OFFER_FLOWER, OFFER_TURNED = range(5)

# -- forms of a meld --
FORM_SET, FORM_PUNG, FORM_MELDED_KONG, FORM_ADDED_KONG, FORM_CONCEALED_KONG = range(5)

# -- bits of river_seat --
RIVER_SEAT = 3
RIVER_CLAIMED, RIVER_DRAWN, RIVER_DECLARES = 4, 8, 16

# -- what a seat may do with an offered tile (`may`) --
MAY_WIN, MAY_KONG, MAY_PUNG, MAY_SET = 1, 2, 4, 8

# -- actions: kind << 16 | detail << 8 | tile; of a claimed set the two bits above the tile's kind say which of the two
#    tiles from the hand, in the order of the set, carries a mark --
(PASS, DISCARD, CLAIM_SET, CLAIM_PUNG, KONG, WIN, DECLARE, FLOWER, CHOOSE, GIVE, CALL_ABORT, SHOW, TAKE,
 FALSE_WIN) = range(14)
MARKS_SHIFT = 6

# -- how a hand ended --
END_NONE, END_WIN, END_DRAW, END_ABORT, END_REDEAL, END_DEAL_LOST = range(6)

# -- what a declaration binds to (`binds`), and what a passed claim forbids (`forbidden`) --
BIND_DISCARD_DRAWN, BIND_NO_CLAIM, BIND_NO_KONG, BIND_SAME_WAITS, BIND_NO_DISCARD_WIN, BIND_MUST_WIN = (
    1, 2, 4, 8, 16, 32)
FORBID_WIN, FORBID_DISCARD_WIN, FORBID_SAME_TILE, FORBID_LOWER, FORBID_PUNG, FORBID_CHOW, FORBID_SAME_PUNG = (
    1, 2, 4, 8, 16, 32, 64)

# -- events: rows of eight numbers, the first of these kinds and its seat (-1 nobody) --
(EV_MATCH, EV_HAND, EV_DEALT, EV_DICE, EV_TURNED, EV_WILD, EV_PHASE, EV_CHOICE, EV_GIVE, EV_FLOWER, EV_DRAW, EV_DISCARD,
 EV_DECLARE, EV_SET, EV_PUNG, EV_KONG, EV_PASS, EV_WIN, EV_FALSE_WIN, EV_NO_WINNER, EV_ABORT, EV_SHOW, EV_PAY,
 EV_HAND_END, EV_MATCH_END, EV_OPENING, EV_KONG_TURNED, EV_OFFERED) = range(28)
EVENT_WIDTH = 8
