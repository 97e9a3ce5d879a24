"""What the learned bot knows of a rulebook: tables of danger and stake, and what each feature of an answer weighs.

All numbers are in fixed point, and points are counted in the rulebook's own unit (`Mind.unit`), so that a rulebook of
ones and a rulebook of thousands have numbers alike.  Who makes them: `lab.train`.
"""

from enum import IntEnum

from quepu.engine.layout.field import listed, words
from quepu.engine.layout.record import Ints, Record, Row, Rows

ONE = 1024                  # 1 in fixed point: of points, stakes, features and weights
SURE = 16384                # a chance of 1
FEATURES = 32
MOST_ANSWERS = 64           # candidates that are looked at
FORMS, TIMES, CLASSES = 6, 5, 42        # of an opponent: melds or declared, discards made; of a tile against him
STATES = FORMS * TIMES
FARS, WALLS, THREATS = 8, 18, 4         # of a stake: tiles missing, fives of tiles left, how much threatens
CELLS = FARS * WALLS * THREATS
MOST_MINDS = 8


class Question(IntEnum):
    """What a bot is asked, by which its answers are weighed."""

    NONE = 0                            # nothing to think about
    OWN = 1
    CLAIM = 2
    EARLY = 3                           # before the first turn


class Own(IntEnum):
    """Features of an answer in the own turn; most are multiplied by the stake."""

    USUAL = 0                           # what the bot without tables would do
    AIMS = 1                            # worth of the nearest aims that is lost
    GAP = 2                             # tiles further away
    FEW_FAR = 3                         # useful tiles fewer than after the best discard: three or more missing, ...
    FEW_TWO = 4
    FEW_READY = 5                       # ... one
    DANGER = 6                          # what the discard costs, on average
    LATER = 7                           # what it would cost later
    VALUE = 8                           # of the wins of a ready hand
    HONOR = 9
    TERMINAL = 10
    SUIT = 11                           # other tiles of its suit ...
    SUIT_SQUARE = 12
    WIND = 13                           # dragons, and the winds of seat and round ...
    WIND_PAIR = 14
    MARKED = 15
    COPIES = 16
    LINKS = 17
    DECLARE = 18
    DECLARE_LIVE = 19
    DECLARE_THREAT = 20
    DECLARE_ALWAYS = 21
    KONG = 22
    KONG_THREAT = 23
    KONG_ALWAYS = 24
    KONG_POINTS = 25
    DANGER_EARLY = 26                   # danger by tiles left
    DANGER_STAKE = 27                   # danger by stake
    HONOR_LIVE = 28
    AIM_DRAWS = 29                      # live tiles that bring the nearest aims nearer
    TWO_STEPS = 30                      # live tiles after which live tiles win
    PASS = 31


class Taking(IntEnum):
    """Features of a claim; all of a pass are 0 but the first."""

    USUAL = 0
    ANY = 1
    THREAT = 2
    NEARER = 3
    AIMS = 4
    READY = 5                           # live winning tiles then
    OPENS = 6                           # of a closed hand
    MELDS = 7
    WAS_READY = 8
    PUNG = 9
    KONG = 10
    WIND = 11
    WIND_NEARER = 12
    HONOR = 13
    TERMINAL = 14
    SUIT = 15
    MISSING = 16
    MISSING_NEARER = 17
    MAKES_READY = 18
    ALWAYS = 19
    OPENS_NEARER = 20
    KONG_POINTS = 21


class Early(IntEnum):
    """Features of an answer before the first turn: a suit to void, a tile to give away, a bet."""

    USUAL = 0
    TILES = 1                           # of the suit
    LINKS = 2
    NUMBER = 3                          # what is chosen, where it is a number


class Mind(Row, fixed=True):
    """What is known of a rulebook."""

    unit: int                           # points, times 16
    price: Ints = words(FORMS)          # what a deal-in costs, in 64ths of the unit
    danger: Ints = words(STATES * CLASSES)      # the chance that a tile is won on
    threat: Ints = words(STATES)        # the same of any tile
    classes: Ints = words(CLASSES)      # the same against anybody
    stake: Ints = words(CELLS)          # what a hand is worth from here
    own: Ints = words(FEATURES)
    claim: Ints = words(FEATURES)
    early: Ints = words(FEATURES)


class Minds(Record, fixed=True):
    """What learned bots of a session know: bot `Policy.LEARNED` + n has the mind n."""

    minds: Rows[Mind] = listed()


# -- lessons: `engine.bots.lessons` --
class Branch(Row):
    """Two answers to one question, and what came of each."""

    question: int
    number: int                         # of the hand
    seat: int
    gain: int                           # points of the other answer above those of the one that was given
    spread: Ints = words(FEATURES)      # its features less those of the one that was given


class Lessons(Record):
    """What self-play is looked at for."""

    branch_count: int
    note_count: int
    notes: Ints = words(4096)           # seats and cells of stakes of the hand at hand
    tries: Ints = words(STATES * CLASSES)
    hits: Ints = words(STATES * CLASSES)
    price_count: Ints = words(FORMS)
    price_sum: Ints = words(FORMS)
    stake_count: Ints = words(CELLS)
    stake_sum: Ints = words(CELLS)
    win_count: int
    win_sum: int
    branches: Rows[Branch] = listed()
