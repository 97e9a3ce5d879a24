"""Duels inside the engine: the same deal, or the same match, with every seating of two kinds of bots."""

from quepu.engine.bots.playout import match_seed, play_hand, seed_bots
from quepu.engine.course.fresh import start_match
from quepu.engine.course.settle import finish_hand
from quepu.engine.kernel import entry, kernel, part
from quepu.engine.layout.results import DuelTable, DuelTables
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.play.advance import begin_hand


@kernel
def clear_table(row: DuelTable) -> None:
    """Forget what came of a table."""
    row.hands = 0
    for player in range(4):
        row.points[player] = 0
        row.squares[player] = 0
        row.wins[player] = 0
        row.self_draws[player] = 0
        row.won_points[player] = 0
        row.deal_ins[player] = 0
        row.fed_hands[player] = 0
        row.fed_points[player] = 0
        row.scores[player] = 0


@part
def count_table(t: Table, play: Session, duel: DuelTables, row: DuelTable) -> None:
    """Add a finished hand to what came of its table."""
    row.hands += 1
    feeders = 0
    for seat in range(play.rules.seat_count):
        player = t.player[seat]
        points = t.score[player] - duel.before[player]
        row.points[player] += points
        row.squares[player] += points * points
        row.scores[player] = t.score[player]
        if t.winners >> seat & 1:
            row.wins[player] += 1
            row.won_points[player] += points
            feeder = t.win_from[seat]
            if feeder < 0:
                row.self_draws[player] += 1
            else:
                feeders |= 1 << feeder
                row.deal_ins[t.player[feeder]] += 1
    for seat in range(play.rules.seat_count):
        if feeders >> seat & 1:
            player = t.player[seat]
            row.fed_hands[player] += 1
            row.fed_points[player] += t.score[player] - duel.before[player]


@part
def play_table(t: Table, play: Session, seed: int, limit: int, duel: DuelTables, row: DuelTable) -> None:
    """Play one match, so many hands at most, by the bots of the duel."""
    clear_table(row)
    start_match(t, play, seed)
    seed_bots(play, seed)
    while t.match_over == 0 and row.hands < limit:
        for player in range(4):
            duel.before[player] = t.score[player]
        begin_hand(t, play, 1)
        play_hand(t, play, duel.bots)
        finish_hand(t, play)
        count_table(t, play, duel, row)


@entry
@part
def play_duels(t: Table, play: Session, seed: int, first: int, units: int, limit: int, duel: DuelTables) -> int:
    """Play units from a number on: each is one match's seed with all seatings; how many hands were played.

    The bots' chance is set from the same seed at each table, so that bots that are alike play alike.
    """
    hands = 0
    seatings = len(duel.seatings) // 4
    for unit in range(units):
        number = match_seed(seed, first + unit)
        for seating in range(seatings):
            for player in range(4):
                duel.bots[player] = duel.seatings[4 * seating + player]
            row = duel.tables[unit * seatings + seating]
            play_table(t, play, number, limit, duel, row)
            hands += row.hands
    return hands
