"""What bots look at while they decide."""

from enum import IntEnum

from quepu.engine.layout.field import rows, words
from quepu.engine.layout.mind import FEATURES, MOST_ANSWERS
from quepu.engine.layout.record import Ints, Record, Row, Rows

SEEN_SETS = 6               # melds of a hand that is looked at, at most
TOPS = 8


class Policy(IntEnum):
    """Who decides for a seat."""

    RANDOM = 0
    GREEDY = 1
    AWARE = 2
    LEARNED = 3                         # ... and above: one with another mind (`layout.mind.Minds`)


class TopAim(Row):
    """One of the best aims of the hand that is looked at."""

    aim: int
    missing: int
    worth: int


class BotRoom(Record):
    """What a bot notes about the seat it decides for; nothing in it outlasts the decision."""

    left: Ints = words(42)              # copies of each kind that the seat cannot see
    # -- the hand that the aware bot looks at --
    held: Ints = words(4)               # kinds held at least once, twice, three and four times, as bits
    meld_count: int
    sets: Ints = words(SEEN_SETS)       # of its melds
    is_open: int
    wilds: int
    dead: int                           # kinds of which none can come any more, as bits
    top_count: int
    tops: Rows[TopAim] = rows(TOPS)     # highest worth first
    # -- what the learned bot looks at --
    question: int                       # a `mind.Question`; what follows is left by the last one
    answer_count: int
    usual: int                          # the place of the answer that a bot without tables would give; -1 none
    answers: Ints = words(MOST_ANSWERS)
    scores: Ints = words(MOST_ANSWERS)
    features: Ints = words(MOST_ANSWERS * FEATURES)
    fewest: int                         # tiles missing after the best discard ...
    far: int                            # ... for a legal win
    stake: int                          # what the hand is worth from here ...
    cell: int                           # ... and where that stands in the table
    threat: int                         # what threatens on the whole
    danger: Ints = words(42)            # of each kind that is held, now ...
    later: Ints = words(42)             # ... and later
    after: Ints = words(42)             # what is missing after a discard of the kind ...
    live: Ints = words(42)              # ... live tiles that help then ...
    value: Ints = words(42)             # ... and what they win, where the hand is ready
    loss: Ints = words(42)              # worth of aims that is lost
    draws: Ints = words(42)             # live tiles that bring aims nearer
    twice: Ints = words(42)             # live tiles after which live tiles win
    useful: Ints = words(42)            # kinds that may be such, as bits
    live_most: int                      # the most of these that any discard leaves
    value_most: int
    draws_most: int
    twice_most: int
    own_river: Ints = words(4)          # of each opponent: kinds he has discarded, as bits ...
    passed: Ints = words(4)             # ... kinds he could have won on since he last changed his hand ...
    state: Ints = words(4)              # ... his state, a place of `mind.Mind.threat` ...
    thrown: Ints = words(16)            # ... and his discards by suit
