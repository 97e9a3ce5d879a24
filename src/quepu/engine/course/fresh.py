"""A match and a hand before anything has happened in them."""

from quepu.engine.course.settle import move_memory, move_pairs, take_seats
from quepu.engine.kernel import entry, kernel, part
from quepu.engine.layout.codes import Ended, Moment
from quepu.engine.layout.rule_codes import Scope
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.play.asking import ask_about, happen
from quepu.engine.play.wall import random_below, seed_into

MOST_HANDS = 32767          # as far as the table counts them


@entry
@part
def start_match(t: Table, play: Session, seed: int) -> None:
    """A match before its first hand."""
    rules = play.rules
    t.seed = seed
    t.hand_number = 0
    t.deal_number = 0
    t.rounds = 0
    t.dealer = 0
    t.round_hands = 0
    t.pot = 0
    t.match_over = 0
    first = 0
    if rules.random_dealer:
        seed_into(t, -1)                # the chance of no hand
        first = random_below(t, rules.seat_count)
    for place in range(4):
        t.order[place] = (place + first) % rules.seat_count if place < rules.seat_count else place
        t.player[place] = place
        t.score[place] = ask_about(t, play, rules.match_start, 0, -1, -1)
    take_seats(t, play)
    for place, slot in enumerate(rules.memory):
        t.memory[place] = slot.start
    happen(t, play, Moment.MATCH_START)


@entry
@part
def clear_hand(t: Table, play: Session) -> None:
    """Take everything of the last hand off the table."""
    t.wild = 0
    t.no_discard = 0
    t.turn_count = 0
    t.river_count = 0
    t.turned_count = 0
    t.turned_owed = 0
    t.owed_ready = 0
    t.passed_over = 0
    t.out = 0
    t.dead = 0
    t.broken = 0
    t.winners = 0
    t.ended = Ended.NONE
    t.row_count = 0
    t.offered_count = 0
    t.asked = 0
    t.phase = 0
    t.dealt = 0
    t.kongs_running = 0
    t.drawn = -1
    t.kong_pending = 0
    t.declaring = 0
    t.round_left = 0
    t.turned_wins = 0
    t.owed = 0
    t.laying = 0
    t.false_total = 0
    for kind in range(42):
        t.burnt[kind] = 0
    for seat in range(4):
        t.held_mask[seat] = 0
        t.barred[seat] = 0
        t.let_go[seat] = 0
        t.win_total[seat] = 0
        t.pending[seat] = -1
        t.passed_value[seat] = 0
        t.stake[seat] = 0
        t.choice[seat] = 0
        t.meld_count[seat] = 0
        t.may[seat] = 0
        t.declared[seat] = 0
        t.binds[seat] = 0
        t.forbidden[seat] = 0
        t.passed[seat] = 0
        t.win_tile[seat] = -1
        t.robbed[seat] = 0
        t.win_from[seat] = -1
        for group in range(4):
            t.keys[seat, group] = 0
            t.sizes[seat, group] = 0
        for word in range(3):
            t.win_fans[seat, word] = 0
        for kind in range(42):
            t.held[seat, kind] = 0
            t.marked[seat, kind] = 0
            t.stood[seat, kind] = 0
            t.aside[seat, kind] = 0


@kernel
def open_hand(t: Table, play: Session) -> None:
    """Clear the table for the next hand: what is remembered of a hand begins anew, the players sit down."""
    clear_hand(t, play)
    seats = play.rules.seat_count
    for place, slot in enumerate(play.rules.memory):
        scope = slot.scope
        if scope == Scope.HAND:
            t.memory[place] = slot.start
        elif scope == Scope.PLAYER:
            move_memory(t, seats, place)
        elif scope == Scope.PLAYERS:
            move_pairs(t, seats, place)
    for seat in range(seats):
        t.player[seat] = t.order[(t.dealer + seat) % seats]
    t.hand_number = min(t.hand_number + 1, MOST_HANDS)     # where nobody wins, a round may never end
    t.round_hands = t.round_hands + 1 & 255        # the golden walks know it so
