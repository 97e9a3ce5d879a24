"""Whole hands and matches inside the engine: bots decide, nobody else is asked."""

from quepu.engine.bots.aware import choose_aware
from quepu.engine.bots.greedy import choose_greedy
from quepu.engine.bots.learned import choose_learned
from quepu.engine.course.fresh import start_match
from quepu.engine.course.settle import finish_hand
from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout.bot_room import Policy
from quepu.engine.layout.codes import Stage
from quepu.engine.layout.frame import WORD_BITS
from quepu.engine.layout.kinds import Ints
from quepu.engine.layout.results import Results, Tally
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.machine import lowest
from quepu.engine.play.advance import act, begin_hand, legal_into
from quepu.engine.play.wall import HALF, scrambled


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
    if bot == Policy.GREEDY:
        return int(choose_greedy(t, play, seat))
    if bot == Policy.AWARE:
        return int(choose_aware(t, play, seat))
    if bot >= Policy.LEARNED:
        return int(choose_learned(t, play, seat, bot - Policy.LEARNED))
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
def add_hand(tally: Tally, points: int, wins: int, feeder: int, total: int) -> None:
    """Add a finished hand to the numbers of a player or seat."""
    tally.hands += 1
    tally.points += points
    tally.points_squares += points * points
    if wins:
        tally.wins += 1
        tally.self_draws += 1 if feeder < 0 else 0
        tally.total += total
        tally.total_squares += total * total


@part
def count_hand(t: Table, play: Session, results: Results) -> None:
    """Add a finished hand to the results."""
    results.hands += 1
    results.turns += t.turn_count
    if t.winners == 0:
        results.draws += 1
    for seat in range(play.rules.seat_count):
        player = t.player[seat]
        points = t.score[player] - results.before[player]
        total = t.win_total[seat]
        wins = t.winners >> seat & 1
        feeder = t.win_from[seat]
        add_hand(results.players[player], points, wins, feeder, total)
        add_hand(results.seats[seat], points, wins, feeder, total)
        if wins:
            results.wins += 1
            results.total += total
            results.total_squares += total * total
            if feeder < 0:
                results.self_draws += 1
            else:
                results.players[t.player[feeder]].deal_ins += 1
                results.seats[feeder].deal_ins += 1
            for word in range(3):
                bits = t.win_fans[seat, word]
                while bits:
                    results.fans[WORD_BITS * word + lowest(bits)] += 1
                    bits &= bits - 1


@part
def count_seen(t: Table, play: Session, results: Results) -> None:
    """Add the kongs, declarations, fans of the deal and payments that a finished hand has had."""
    rules = play.rules
    bits = play.saw_kongs
    while bits:
        results.kongs[lowest(bits)] += 1
        bits &= bits - 1
    bits = play.saw_readies
    while bits:
        results.readies[lowest(bits)] += 1
        bits &= bits - 1
    bits = play.saw_openings
    for index in range(min(len(rules.openings), 63)):
        if bits >> index & 1:
            results.fans[rules.openings[index].fan] += 1
    for row in range(t.row_count):
        results.payments[t.row_rule[row]] += 1


@entry
@part
def play_matches(t: Table, play: Session, bots: Ints, seed: int, first: int, matches: int, limit: int,
                 results: Results) -> int:
    """Play matches from a number on and add up their hands, so many hands at most; how many hands were played."""
    hands = 0
    for number in range(first, first + matches):
        if hands >= limit:
            break
        start_match(t, play, match_seed(seed, number))
        seed_bots(play, match_seed(seed, number))
        results.matches += 1
        while t.match_over == 0 and hands < limit:
            for player in range(4):
                results.before[player] = t.score[player]
            play.saw_kongs = play.saw_readies = play.saw_openings = 0
            begin_hand(t, play, 1)
            play_hand(t, play, bots)
            finish_hand(t, play)
            count_hand(t, play, results)
            count_seen(t, play, results)
            hands += 1
    return hands
