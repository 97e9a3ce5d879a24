"""What came of many hands, added up: whole numbers, so that it does not matter who played which."""

from quepu.engine.layout.field import listed, listed_words, rows, words
from quepu.engine.layout.frame import FAN_WORDS, WORD_BITS
from quepu.engine.layout.record import Ints, Record, Row, Rows

FANS_COUNTED = FAN_WORDS * WORD_BITS
CHOICES_COUNTED = 64        # kongs and declarations of a rulebook
PAYMENTS_COUNTED = 256


class Tally(Row):
    """How a player, or whoever sat in a seat, did."""

    hands: int
    wins: int
    self_draws: int
    deal_ins: int
    total: int                          # of the wins ...
    total_squares: int
    points: int                         # ... and of all hands
    points_squares: int


class Results(Record):
    """All hands together, then by player and by seat."""

    hands: int
    draws: int
    turns: int
    matches: int
    wins: int
    self_draws: int
    total: int
    total_squares: int
    before: Ints = words(4)             # the players' points before the hand at hand
    fans: Ints = words(FANS_COUNTED)    # how often each counted at a win, or in how many hands it was shown
    kongs: Ints = words(CHOICES_COUNTED)        # in how many hands there was each kong ...
    readies: Ints = words(CHOICES_COUNTED)      # ... and each declaration
    payments: Ints = words(PAYMENTS_COUNTED)    # how often each was made
    players: Rows[Tally] = rows(4)
    seats: Rows[Tally] = rows(4)        # the dealer's first


# -- duels: `engine.bots.duels` --
class DuelTable(Row):
    """What came of the hands at one table of a duel, by player."""

    hands: int
    points: Ints = words(4)             # of all hands ...
    squares: Ints = words(4)
    wins: Ints = words(4)
    self_draws: Ints = words(4)
    won_points: Ints = words(4)         # ... and of those that the player won
    deal_ins: Ints = words(4)           # wins that the player fed ...
    fed_hands: Ints = words(4)          # ... in so many hands ...
    fed_points: Ints = words(4)         # ... and what these hands cost
    scores: Ints = words(4)             # at the end


class DuelTables(Record):
    """Who plays at the tables of a duel, and what came of them."""

    before: Ints = words(4)             # the players' points before the hand at hand
    bots: Ints = words(4)               # who plays at the table at hand, by player
    seatings: Ints = listed_words()     # four bots for each way to seat them
    tables: Rows[DuelTable] = listed()  # deal after deal, each with all its seatings
