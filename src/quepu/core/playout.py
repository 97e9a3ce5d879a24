"""Whole hands and matches inside the engine: bots decide, nobody else is asked."""

from quepu.core.advance import act, begin_hand, legal_into
from quepu.core.aware import choose_aware
from quepu.core.calls import lowest, numbers_at
from quepu.core.frame import WORD_BITS
from quepu.core.fresh import start_match
from quepu.core.greedy import BOT_BEFORE, choose_greedy
from quepu.core.kernel import Ints, inlined, kernel, part
from quepu.core.procedure import BOT_KEY, BOT_ROOM, BOT_STATE, SCRATCH, SEAT_COUNT_AT
from quepu.core.settle import finish_hand
from quepu.core.table import ST_OVER
from quepu.core.wall import HALF, Table, scrambled

# -- who decides for a seat --
BOT_RANDOM, BOT_GREEDY, BOT_AWARE = range(3)

# -- results of many hands: a row of numbers for each player, then one for each seat --
(TALLY_HANDS, TALLY_WINS, TALLY_SELF_DRAWS, TALLY_DEAL_INS, TALLY_TOTAL, TALLY_TOTAL_SQUARES, TALLY_POINTS,
 TALLY_POINTS_SQUARES) = range(8)
TALLY_WIDTH = 8
TALLY_ROWS = 8
# -- and of all hands together --
(SUM_HANDS, SUM_DRAWS, SUM_TURNS, SUM_MATCHES, SUM_DECISIONS, SUM_WINS, SUM_SELF_DRAWS, SUM_TOTAL,
 SUM_SQUARES) = range(9)
SUM_WIDTH = 16
SUM_FANS = SUM_WIDTH            # then how often each fan counted at a win


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


@kernel
def match_seed(seed: int, number: int) -> int:
    """The seed of a match: a function of the simulation's seed and the match's number alone."""
    low = scrambled((seed & HALF) ^ scrambled((number & HALF) + 0x632BE5AB))
    high = scrambled((seed >> 32 & HALF) + low ^ scrambled((number >> 32 & HALF) + 0x85157AF5))
    low = scrambled(low + high)
    return (high & 0x3FFFFFFF) << 32 | low


@part
def choose_random(t: Table, P: Ints, seat: int) -> int:
    """Any legal answer, each as likely as another."""
    out = numbers_at(P[SCRATCH])
    count = legal_into(t, P, seat, out)
    return int(out[bot_random(P, count)])


@inlined
def choose(t: Table, P: Ints, seat: int, bot: int) -> int:
    """What a bot answers for a seat that is asked."""
    if bot == BOT_GREEDY:
        return int(choose_greedy(t, P, seat))
    if bot == BOT_AWARE:
        return int(choose_aware(t, P, seat))
    return int(choose_random(t, P, seat))


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
    start_match(t, P, match_seed(seed, 0))
    seed_bots(P, match_seed(seed, 0))
    for _hand in range(hands):
        begin_hand(t, P, 1)
        decisions += play_hand(t, P, bots)
        finish_hand(t, P)
        if int(t.match_over):
            number += 1
            start_match(t, P, match_seed(seed, number))
            seed_bots(P, match_seed(seed, number))
    return decisions


@kernel
def add_to(tallies: Ints, row: int, what: int, amount: int) -> None:
    """Add to a number of a player or seat."""
    tallies[TALLY_WIDTH * row + what] += amount


@part
def count_hand(t: Table, P: Ints, tallies: Ints, sums: Ints) -> None:
    """Add a finished hand to the results."""
    room = numbers_at(P[BOT_ROOM])
    sums[SUM_HANDS] += 1
    sums[SUM_TURNS] += int(t.turn_count)
    if int(t.winners) == 0:
        sums[SUM_DRAWS] += 1
    for seat in range(P[SEAT_COUNT_AT]):
        player = int(t.player[seat])
        points = int(t.score[player]) - room[BOT_BEFORE + player]
        total = int(t.win_total[seat])
        wins = int(t.winners) >> seat & 1
        feeder = int(t.win_from[seat])
        for row in range(player, 5 + seat, 4 + seat - player):      # the player's row, then the seat's
            add_to(tallies, row, TALLY_HANDS, 1)
            add_to(tallies, row, TALLY_POINTS, points)
            add_to(tallies, row, TALLY_POINTS_SQUARES, points * points)
            if wins:
                add_to(tallies, row, TALLY_WINS, 1)
                add_to(tallies, row, TALLY_SELF_DRAWS, 1 if feeder < 0 else 0)
                add_to(tallies, row, TALLY_TOTAL, total)
                add_to(tallies, row, TALLY_TOTAL_SQUARES, total * total)
        if wins:
            sums[SUM_WINS] += 1
            sums[SUM_TOTAL] += total
            sums[SUM_SQUARES] += total * total
            if feeder < 0:
                sums[SUM_SELF_DRAWS] += 1
            else:
                add_to(tallies, int(t.player[feeder]), TALLY_DEAL_INS, 1)
                add_to(tallies, 4 + feeder, TALLY_DEAL_INS, 1)
            for word in range(3):
                bits = int(t.win_fans[seat, word])
                while bits:
                    sums[SUM_FANS + WORD_BITS * word + lowest(bits)] += 1
                    bits &= bits - 1


@part
def play_matches(t: Table, P: Ints, bots: Ints, seed: int, first: int, matches: int, limit: int, tallies: Ints,
                 sums: Ints) -> int:
    """Play matches from a number on and add up their hands, so many hands at most; how many hands were played."""
    room = numbers_at(P[BOT_ROOM])
    hands = 0
    for number in range(first, first + matches):
        if hands >= limit:
            break
        start_match(t, P, match_seed(seed, number))
        seed_bots(P, match_seed(seed, number))
        sums[SUM_MATCHES] += 1
        while int(t.match_over) == 0 and hands < limit:
            for player in range(4):
                room[BOT_BEFORE + player] = int(t.score[player])
            begin_hand(t, P, 1)
            sums[SUM_DECISIONS] += play_hand(t, P, bots)
            finish_hand(t, P)
            count_hand(t, P, tallies, sums)
            hands += 1
    return hands
