"""A match and a hand before anything has happened in them."""

from quepu.core.kernel import Ints, kernel, part
from quepu.core.procedure import (
    AT_MEMORY_SCOPE,
    MATCH_START,
    MEMORY_SIZE,
    ON_MATCH_START,
    RANDOM_DEALER,
    SCOPE_HAND,
    SCOPE_PLAYER,
    SCOPE_PLAYERS,
    SEAT_COUNT_AT,
)
from quepu.core.settle import move_memory, move_pairs, take_seats
from quepu.core.table import END_NONE
from quepu.core.tableframe import ask_about, happen
from quepu.core.wall import Table, random_below, seed_into


@part
def start_match(t: Table, P: Ints, seed: int) -> None:
    """A match before its first hand."""
    t.seed = seed
    t.hand_number = 0
    t.deal_number = 0
    t.rounds = 0
    t.dealer = 0
    t.round_hands = 0
    t.pot = 0
    t.match_over = 0
    first = 0
    if P[RANDOM_DEALER]:
        seed_into(t, -1)                # the chance of no hand
        first = random_below(t, P[SEAT_COUNT_AT])
    for place in range(4):
        t.order[place] = (place + first) % P[SEAT_COUNT_AT] if place < P[SEAT_COUNT_AT] else place
        t.player[place] = place
        t.score[place] = ask_about(t, P, MATCH_START, 0, -1, -1)
    take_seats(t, P)
    for slot in range(P[MEMORY_SIZE]):
        t.memory[slot] = P[P[AT_MEMORY_SCOPE] + 2 * slot + 1]
    happen(t, P, ON_MATCH_START, -1, -1, -1, -1, 0)


@part
def clear_hand(t: Table, P: Ints) -> None:
    """Take everything of the last hand off the table."""
    t.wild = 0
    t.no_discard = 0
    t.turn_count = 0
    t.river_count = 0
    t.turned_count = 0
    t.turned_owed = 0
    t.out = 0
    t.dead = 0
    t.broken = 0
    t.winners = 0
    t.ended = END_NONE
    t.row_count = 0
    t.offered_count = 0
    t.asked = 0
    t.phase = 0
    t.dealt = 0
    t.kongs_running = 0
    t.drawn = -1
    t.kong_pending = 0
    t.round_left = 0
    t.turned_wins = 0
    t.owed = 0
    t.laying = 0
    t.false_total = 0
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
            t.aside[seat, kind] = 0


@kernel
def open_hand(t: Table, P: Ints) -> None:
    """Clear the table for the next hand: what is remembered of a hand begins anew, the players sit down."""
    clear_hand(t, P)
    seats = P[SEAT_COUNT_AT]
    for slot in range(P[MEMORY_SIZE]):
        scope = P[P[AT_MEMORY_SCOPE] + 2 * slot]
        if scope == SCOPE_HAND:
            t.memory[slot] = P[P[AT_MEMORY_SCOPE] + 2 * slot + 1]
        elif scope == SCOPE_PLAYER:
            move_memory(t, seats, slot)
        elif scope == SCOPE_PLAYERS:
            move_pairs(t, seats, slot)
    for seat in range(seats):
        t.player[seat] = int(t.order[(int(t.dealer) + seat) % seats])
    t.hand_number += 1
    t.round_hands += 1
