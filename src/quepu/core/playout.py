"""Whole hands and matches inside the engine: bots decide, nobody else is asked."""

from quepu.core.advance import act, begin_hand, legal_into, start_match
from quepu.core.calls import lowest, numbers_at
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.procedure import BOT_KEY, BOT_STATE, SCRATCH
from quepu.core.settle import finish_hand
from quepu.core.table import ST_OVER
from quepu.core.wall import HALF, Table, scrambled

# -- who decides for a seat --
BOT_RANDOM, BOT_GREEDY, BOT_AWARE = range(3)

# -- results of many hands: one row of numbers for each player, then one for the table --
(TALLY_HANDS, TALLY_WINS, TALLY_SELF_DRAWS, TALLY_DEAL_INS, TALLY_TOTAL, TALLY_TOTAL_SQUARES, TALLY_POINTS,
 TALLY_POINTS_SQUARES) = range(8)
TALLY_WIDTH = 8
(SUM_HANDS, SUM_DRAWS, SUM_TURNS, SUM_MATCHES, SUM_DECISIONS) = range(5)
SUM_WIDTH = 8


@inlined
def bot_random(P: Ints, limit: int) -> int:
    """A random number below the limit from the bots' own chance, which never touches the table's."""
    P[BOT_STATE] += 1
    return (scrambled(scrambled(P[BOT_STATE]) ^ P[BOT_KEY]) * limit) >> 32


@kernel
def seed_bots(P: Ints, seed: int) -> None:
    """Set the bots' chance for a match."""
    P[BOT_KEY] = scrambled(seed & HALF) ^ scrambled((seed >> 32 & HALF) + 77)
    P[BOT_STATE] = 0


@part
def choose(t: Table, P: Ints, seat: int, bot: int) -> int:
    """What a bot answers for a seat that is asked."""
    out = numbers_at(P[SCRATCH])
    count = legal_into(t, P, seat, out)
    return int(out[bot_random(P, count)])


@part
def play_hand(t: Table, P: Ints, bots: Ints) -> int:
    """Play the hand that has begun to its end; how many decisions it took."""
    decisions = 0
    while int(t.stage) != ST_OVER:
        seat = lowest(int(t.asked))
        act(t, P, seat, choose(t, P, seat, bots[int(t.player[seat])]))
        decisions += 1
    return decisions


@part
def play_hands(t: Table, P: Ints, bots: Ints, seed: int, hands: int) -> int:
    """Play so many hands, match after match; how many decisions they took."""
    decisions = 0
    number = 0
    start_match(t, P, seed)
    seed_bots(P, seed)
    for _hand in range(hands):
        begin_hand(t, P, 1)
        decisions += play_hand(t, P, bots)
        finish_hand(t, P)
        if int(t.match_over):
            number += 1
            start_match(t, P, seed + number)
            seed_bots(P, seed + number)
    return decisions
