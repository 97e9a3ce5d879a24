"""Whole hands and matches inside the engine: bots decide, nobody else is asked."""

from quepu.engine.bots.aware import choose_aware
from quepu.engine.bots.greedy import BOT_BEFORE, choose_greedy
from quepu.engine.course.fresh import start_match
from quepu.engine.course.settle import finish_hand
from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout.codes import Stage
from quepu.engine.layout.frame import WORD_BITS
from quepu.engine.layout.kinds import SAW_KONGS, SAW_OPENINGS, SAW_READIES, Ints
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.machine import lowest
from quepu.engine.play.advance import act, begin_hand, legal_into
from quepu.engine.play.wall import HALF, scrambled

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
SUM_FANS = SUM_WIDTH            # then how often each fan counted at a win, or in how many hands it was shown
SUM_KONGS = SUM_FANS + 3 * WORD_BITS        # then in how many hands there was each kong,
SUM_READIES = SUM_KONGS + 64                # each declaration,
SUM_PAID = SUM_READIES + 64                 # and how often each payment was made
SUM_SIZE = SUM_PAID + 256


@inlined
def bot_random(play: Session, limit: int) -> int:
    """A random number below the limit from the bots' own chance, which never touches the table's."""
    play.bot_state += 1
    return (scrambled(scrambled(play.bot_state) ^ play.bot_key) * limit) >> 32


@entry
@kernel
def seed_bots(play: Session, seed: int) -> None:
    """Set the bots' chance for a match."""
    play.bot_key = scrambled(seed & HALF) ^ scrambled((seed >> 32 & HALF) + 77)
    play.bot_state = 0


@entry
@kernel
def match_seed(seed: int, number: int) -> int:
    """The seed of a match: a function of the simulation's seed and the match's number alone."""
    low = scrambled((seed & HALF) ^ scrambled((number & HALF) + 0x632BE5AB))
    high = scrambled((seed >> 32 & HALF) + low ^ scrambled((number >> 32 & HALF) + 0x85157AF5))
    low = scrambled(low + high)
    return (high & 0x3FFFFFFF) << 32 | low


@part
def choose_random(t: Table, play: Session, seat: int) -> int:
    """Any legal answer, each as likely as another."""
    out = play.scratch
    count = legal_into(t, play, seat, out)
    return int(out[bot_random(play, count)])


@entry
@inlined
def choose(t: Table, play: Session, seat: int, bot: int) -> int:
    """What a bot answers for a seat that is asked."""
    if bot == BOT_GREEDY:
        return int(choose_greedy(t, play, seat))
    if bot == BOT_AWARE:
        return int(choose_aware(t, play, seat))
    return int(choose_random(t, play, seat))


@entry
@part
def play_hand(t: Table, play: Session, bots: Ints) -> int:
    """Play the hand that has begun to its end; how many decisions it took."""
    decisions = 0
    while t.stage != Stage.OVER:
        seat = lowest(t.asked)
        act(t, play, seat, choose(t, play, seat, bots[t.player[seat]]))
        decisions += 1
    return decisions


@entry
@part
def play_hands(t: Table, play: Session, bots: Ints, seed: int, hands: int) -> int:
    """Play so many hands, match after match; how many decisions they took."""
    decisions = 0
    number = 0
    start_match(t, play, match_seed(seed, 0))
    seed_bots(play, match_seed(seed, 0))
    for _hand in range(hands):
        begin_hand(t, play, 1)
        decisions += play_hand(t, play, bots)
        finish_hand(t, play)
        if t.match_over:
            number += 1
            start_match(t, play, match_seed(seed, number))
            seed_bots(play, match_seed(seed, number))
    return decisions


@kernel
def add_to(tallies: Ints, row: int, what: int, amount: int) -> None:
    """Add to a number of a player or seat."""
    tallies[TALLY_WIDTH * row + what] += amount


@part
def count_hand(t: Table, play: Session, tallies: Ints, sums: Ints) -> None:
    """Add a finished hand to the results."""
    room = play.bot_room
    sums[SUM_HANDS] += 1
    sums[SUM_TURNS] += t.turn_count
    if t.winners == 0:
        sums[SUM_DRAWS] += 1
    for seat in range(play.rules.seat_count):
        player = t.player[seat]
        points = t.score[player] - room[BOT_BEFORE + player]
        total = t.win_total[seat]
        wins = t.winners >> seat & 1
        feeder = t.win_from[seat]
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
                add_to(tallies, t.player[feeder], TALLY_DEAL_INS, 1)
                add_to(tallies, 4 + feeder, TALLY_DEAL_INS, 1)
            for word in range(3):
                bits = t.win_fans[seat, word]
                while bits:
                    sums[SUM_FANS + WORD_BITS * word + lowest(bits)] += 1
                    bits &= bits - 1


@part
def count_seen(t: Table, play: Session, sums: Ints) -> None:
    """Add the kongs, declarations, fans of the deal and payments that a finished hand has had."""
    rules = play.rules
    room = play.bot_room
    bits = room[SAW_KONGS]
    while bits:
        sums[SUM_KONGS + lowest(bits)] += 1
        bits &= bits - 1
    bits = room[SAW_READIES]
    while bits:
        sums[SUM_READIES + lowest(bits)] += 1
        bits &= bits - 1
    bits = room[SAW_OPENINGS]
    for index in range(min(len(rules.openings), 63)):
        if bits >> index & 1:
            sums[SUM_FANS + rules.openings[index].fan] += 1
    for row in range(t.row_count):
        sums[SUM_PAID + t.row_rule[row]] += 1


@entry
@part
def play_matches(t: Table, play: Session, bots: Ints, seed: int, first: int, matches: int, limit: int, tallies: Ints,
                 sums: Ints) -> int:
    """Play matches from a number on and add up their hands, so many hands at most; how many hands were played."""
    room = play.bot_room
    hands = 0
    for number in range(first, first + matches):
        if hands >= limit:
            break
        start_match(t, play, match_seed(seed, number))
        seed_bots(play, match_seed(seed, number))
        sums[SUM_MATCHES] += 1
        while t.match_over == 0 and hands < limit:
            for player in range(4):
                room[BOT_BEFORE + player] = t.score[player]
            room[SAW_KONGS] = room[SAW_READIES] = room[SAW_OPENINGS] = 0
            begin_hand(t, play, 1)
            sums[SUM_DECISIONS] += play_hand(t, play, bots)
            finish_hand(t, play)
            count_hand(t, play, tallies, sums)
            count_seen(t, play, sums)
            hands += 1
    return hands
