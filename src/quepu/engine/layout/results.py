"""What came of many hands, added up: whole numbers, so that it does not matter who played which."""

from quepu.engine.layout.field import rows, words
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
