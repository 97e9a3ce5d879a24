"""What compiled scoring looks up: divisions of suits and honours, waits, the best selections of combination fans.

A suit's copies are the digits of a number in base five.  For each number there is where its divisions stand, -1 if it
has none; honours have numbers of their own.
"""

from quepu.engine.layout.field import i32, listed, listed_i32, listed_words, points, words
from quepu.engine.layout.frame import FAN_WORDS
from quepu.engine.layout.record import Ints, Record, Row, Rows
from quepu.engine.layout.score_rules import ScoreRules

SUIT_NUMBERS = 5 ** 9
HONOR_NUMBERS = 5 ** 7
# where the divisions of a number stand: whether they have a pair, how many, the first of them
WITH_PAIR = 1
COUNT_SHIFT, COUNT_BITS = 1, 7
FIRST_SHIFT = COUNT_SHIFT + COUNT_BITS
# a division: sets in three bits, pair kind + 1 in seven, then six bits for each set
PAIR_SHIFT = 3
SETS_SHIFT = 10
SET_BITS = 6
# in the table of combinations: with some pair another selection is better, see PairedSelections
IS_PAIRED = 1 << 29
# while that table is built: three times a fan and its places in sorted order; with a pair the number of the four sets,
# the pair, then four times a fan and its places
FOREST_WIDTH = 6
FOREST_PAIR_WIDTH = 10


class Division(Row, fixed=True):
    """One way to divide a suit into sets and perhaps a pair; honours are the same three times."""

    in_suit: Ints = words(3)


class Selection(Row, fixed=True):
    """The best combination fans of four sets."""

    fans: Ints = words(FAN_WORDS)
    first: int                          # those that are taken more than once or whose places matter
    last: int


class SelectedFan(Row, fixed=True):
    """A fan of a selection that is taken more than once, or whose places matter."""

    fan: int
    times: int
    places: int                         # places of its sets in sorted order, as bits; 0: nobody asks


class PairedSelections(Row, fixed=True):
    """The selections of four sets that depend on the pair: a stretch of `with_pair`."""

    without: int                        # the selection with any other pair
    first: int
    last: int


class PairSelection(Row, fixed=True):
    """The selection with one pair."""

    pair: int
    selection: int


class ScoreTables(Record, fixed=True):
    """The large tables of scoring."""

    is_plain: int                           # suits are alike, no set crosses them, pairs are equal tiles
    suits: Ints = i32(SUIT_NUMBERS)
    honors: Ints = i32(HONOR_NUMBERS)
    suit_waits: Ints = i32(SUIT_NUMBERS)    # ranks of which one more tile makes a number divisible, as bits
    honor_waits: Ints = i32(HONOR_NUMBERS)
    divisions: Rows[Division] = listed()
    suit_sets: Ints = listed_words()        # three ranks of each set
    honor_sets: Ints = listed_words()
    forest_sets: int                        # how many sets the table of combinations is for, -1: there is none
    forest_size: int                        # its numbers for one regime
    forest: Ints = listed_i32()             # selections, or IS_PAIRED + one of `paired`
    selections: Rows[Selection] = listed()
    selected_fans: Rows[SelectedFan] = listed()
    paired: Rows[PairedSelections] = listed()
    with_pair: Rows[PairSelection] = listed()


class Scoring(Record, fixed=True):
    """All that scoring needs to know of a rulebook: its rules, tables, and the addresses of its functions."""

    rules: ScoreRules = points()
    tables: ScoreTables = points()
    prepare: int                        # f, bench: values of combination fans, the regime, whether waits are needed
    earn: int                           # f, bench: which fans are earned
    finish: int                         # f, bench: total, conditions of winning, what is compared
    flags: int                          # f, bench: flags put right
    shape_ok: int                       # f, shape: whether a shape's condition holds
    shape_near: int                     # f, shape: whether one more tile could complete it
    fits: int                           # f, pick, six sets, pair: whether they fulfil a pick
