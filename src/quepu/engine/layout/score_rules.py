"""The rules of one rulebook as scoring reads them; another option value changes these, never the code.

They never change, need no NumPy and are the same for the reference and for compiled code.  What compiled code looks up
besides stands in `engine.layout.divisions`.
"""

from enum import IntEnum

from quepu.engine.layout.field import listed, listed_words, rows, words
from quepu.engine.layout.frame import FAN_ROOM, FAN_WORDS, WORD_BITS
from quepu.engine.layout.record import Ints, Record, Row, Rows

MOST_FIXED = 6              # ways the fixed part of a shape can be
LARGEST_TALLY = 1_000_000   # fans that add up to more are cut off (`rulebook.file.limits`)
# what a hand without wild tiles adds up to: the numbers of three suits, KEY_BITS each; then the honours' number and
# behind SIZES_SHIFT the tiles of each group, SIZE_BITS each
KEY_BITS = 21
SIZES_SHIFT = 20
PARTS_AT_ONCE = 8           # parts of a tally that are added at once
MOST_PARTS = 64             # both signs of every power of two up to `rulebook.file.limits.MOST_WORTH`
SIZE_BITS = 6
MOST_PICKED = 6             # sets of one pick


class Keep(IntEnum):
    """When a choice with wild tiles is kept."""

    NEVER = 0
    ALWAYS = 1
    WITH_WILD_KIND = 2                  # if a kind is wild that it watches


class Block(Row, fixed=True):
    """A set or a pair of the catalogue; sets come first."""

    tiles: Ints = words(3)              # of a pair the third is -1
    mask: int                           # the same as bits
    all_wild: Keep                      # when it may be made of wild tiles alone ...
    watched: int                        # ... if it watches kinds: these, as bits
    own: int                            # ... the kinds among them that only a wild tile of the kind may stand for
    alike: int                          # the rulebook cannot tell apart blocks of the same number
    flags: int                          # of a kong of different tiles: how it lies (`SetFlag`); 0: no such kong
    stand_in: int                       # ... and the kind that may take a missing tile's place; -1 none


class KindRule(Row, fixed=True):
    """What a kind of tile can be part of."""

    first_choice: int
    first_wild: int                     # the first choice with wild tiles
    last_choice: int
    sets_with: int                      # set kinds that hold it, as bits
    key: int                            # what a tile adds to `hand_keys` ...
    size: int                           # ... and `hand_sizes`
    pair: int                           # pair kind of two equal tiles, -1: none
    chow: int                           # set kind of the chow that begins with it, -1: none
    pung: int
    alike: int                          # the rulebook cannot tell apart kinds of the same number


class Choice(Row, fixed=True):
    """One way to make a block with a kind of tile."""

    block: int
    natural: Ints = words(3)            # tiles that are not wild; -1: none
    wild_places: int                    # places of the block that wild tiles fill, as bits
    wild_count: int
    kept: Keep
    watched: int                        # if it watches kinds: these, as bits
    own: int                            # kinds that only a wild tile of the kind may stand for here, as bits


class ShapeRule(Row, fixed=True):
    """A shape that a complete hand may have."""

    sets: int
    pairs: int
    tiles: int                          # any so many tiles, if more than 0
    melds: int                          # most melds
    places: int                         # tiles, a kong counting three
    has_when: int
    fewest: int                         # kinds of tile that a hand without wild tiles has in this shape
    most: int
    on: int                             # the occasions on which it may be declared, as bits (`By` of the frame)
    fixed_count: int
    fixed: Ints = words(MOST_FIXED)     # kinds of each fixed part, as bits


class Dropper(Row, fixed=True):
    """A fan that drops others 不计."""

    fan: int
    fans: Ints = words(FAN_WORDS)       # those it takes out wholly
    first_part: int                     # those it takes out in part
    last_part: int


class DropPart(Row, fixed=True):
    """A fan that is dropped in part."""

    fan: int
    is_own: int                         # only for the sets of the fan that drops it
    less: int                           # otherwise so many fewer


class Group(Row, fixed=True):
    """Fans of which only the highest counts: a stretch of `group_fans`."""

    first: int
    last: int
    fans: Ints = words(FAN_WORDS)       # the same as bits


class Fallback(Row, fixed=True):
    """A fan that counts only when nothing else does."""

    fan: int
    others: Ints = words(FAN_WORDS)     # what keeps it away


class TallyRule(Row, fixed=True):
    """A tally: what it starts with, and the numbers that fans add to it, in columns, because several are added at once.

    A fan's value is made of powers of two, so that there are few of these.
    """

    start: int
    parts: int                          # a multiple of PARTS_AT_ONCE, the last may be 0
    value: Ints = words(MOST_PARTS)
    first: Ints = words(MOST_PARTS)     # the fans that add it, word by word
    second: Ints = words(MOST_PARTS)
    third: Ints = words(MOST_PARTS)


class PickRule(Row, fixed=True):
    """A fan that picks several sets."""

    fan: int
    sets: int
    pairs: int
    set_kinds: int                      # that may take part, as bits
    by_kind: int                        # the kinds of its sets decide
    any_order: int                      # what holds in one order of its sets holds in all
    part_kinds: Ints = words(MOST_PICKED)   # that each of its sets may be
    pair_kinds: int
    most: int                           # how often it counts at most, 0: always


class ScoreRules(Record, fixed=True):
    """The rules of scoring."""

    set_count: int                      # kinds of sets: blocks below this number are sets ...
    made_count: int                     # ... and below this one can be made in the hand
    chow_kinds: int                     # set kinds that are chows, as bits
    pung_kinds: int
    playable: int                       # kinds of tile, as bits
    bonus: int                          # flowers that are laid aside, as bits
    full_places: int                    # tile places of a complete hand, a kong counting three
    compare_count: int                  # what decides between readings
    wild_flags: int                     # flags with which a drawn tile stands for any other, as bits
    sole_wait: int                      # waits are asked about only as "is it the only one"
    drops_by_index: int                 # no fan drops one of a smaller number that drops others
    dropping: Ints = words(FAN_WORDS)   # fans that drop others
    varying: Ints = words(FAN_WORDS)    # fans whose value is not a number of the rulebook
    drop_rank: Ints = words(FAN_WORDS * WORD_BITS)      # the place of each fan among the droppers
    tally_of: Ints = words(FAN_ROOM)    # which tally each fan adds to
    substitute: int                     # the tile that takes the wild tile's place; -1 none ...
    substitute_for: int                 # ... if one of these kinds is wild, as bits ...
    substitute_copies: int              # ... and how many concealed ones may; 0: every one does, everywhere
    imagined: int                       # wild tiles that are only thought of
    imagined_slot: int                  # where memory keeps what each seat has said it thinks of; -1 nowhere
    forest_picks: int                   # so many of the picks, the first, are bound by the combination principles
    kinds: Rows[KindRule] = rows(42)
    blocks: Rows[Block] = listed()
    choices: Rows[Choice] = listed()    # of one kind after the other, those without wild tiles first
    shapes: Rows[ShapeRule] = listed()
    droppers: Rows[Dropper] = listed()  # each after all that may drop it
    drop_parts: Rows[DropPart] = listed()
    groups: Rows[Group] = listed()
    group_fans: Ints = listed_words()
    fallbacks: Rows[Fallback] = listed()
    tallies: Rows[TallyRule] = listed()
    picks: Rows[PickRule] = listed()
