"""Declarations of being ready: with which discard one may be made, and claims that are made only with one."""

from quepu.engine.kernel import kernel, part
from quepu.engine.layout.codes import MeldForm
from quepu.engine.layout.play_rules import Claim
from quepu.engine.layout.rule_codes import WildDiscard
from quepu.engine.layout.score_rules import ScoreRules
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, Table
from quepu.engine.layout.table_facts import Need
from quepu.engine.machine import lowest
from quepu.engine.play.asking import ask, ask_about, load_all, load_seat_waits, load_table, needs_of, waits_mask
from quepu.engine.play.wall import copy_of, gain, lose
from quepu.engine.score.faces import face_of, tile_for


@part
def discards_allowed(t: Table, play: Session, seat: int, kinds: int) -> int:
    """Those of these kinds for which every condition of discarding holds, as bits."""
    rules = play.rules
    needs = 0
    for index in range(len(rules.discard_rules)):
        needs |= needs_of(play, rules.discard_rules[index])
    load_all(t, play, seat, -1, -1, needs)      # once: only the tile differs
    drawn = t.drawn & KIND if t.drawn >= 0 else -1
    bits = kinds
    while bits:
        kind = lowest(bits)
        bits &= bits - 1
        play.frame.tile = kind
        play.frame.is_drawn = 1 if kind == drawn else 0
        for index in range(len(rules.discard_rules)):
            if not ask(play, rules.discard_rules[index]):
                kinds &= ~(1 << kind)
                break
    return kinds


@part
def ask_ready(t: Table, play: Session, cell: int, seat: int, index: int, tile: int) -> int:
    """What a condition of a declaration says; what the seat waits for is that of the hand after it and its discard.

    `tile` -1: at the deal, without a discard.
    """
    needs = needs_of(play, cell)
    kind = tile & KIND if tile >= 0 else -1
    if not needs & (Need.WAITS | Need.VALUES):
        return ask_about(t, play, cell, seat, -1, kind)
    before = t.declared[seat]
    if tile >= 0:
        lose(t, play, seat, tile)
    t.declared[seat] = index + 1        # what only a ready hand may win on counts
    load_seat_waits(t, play, seat, needs & Need.VALUES)
    t.declared[seat] = before
    if tile >= 0:
        gain(t, play, seat, tile)
    load_table(t, play, seat, -1, kind, needs)
    return ask(play, cell)


@part
def declares_with(t: Table, play: Session, seat: int, index: int, tile: int) -> bool:
    """Whether the seat may make this declaration with the discard of a tile it holds."""
    row = play.rules.readies[index]
    if not ask_ready(t, play, row.when, seat, index, tile) or not ask_ready(t, play, row.discard, seat, index, tile):
        return False
    lose(t, play, seat, tile)
    waits = waits_mask(t, play, seat)
    gain(t, play, seat, tile)
    return waits != 0 and (row.memory < 0 or ask_about(t, play, row.low, seat, -1, -1)
                           <= ask_about(t, play, row.high, seat, -1, -1))


@kernel
def kinds_to_declare(t: Table, play: Session, seat: int, index: int, kinds: int) -> bool:
    """Whether the seat may make this declaration with a discard of some of these kinds."""
    if len(play.rules.discard_rules) > 0:
        kinds = discards_allowed(t, play, seat, kinds)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if declares_with(t, play, seat, index, copy_of(t, seat, kind)):
            return True
    return False


@part
def declares_after(t: Table, play: Session, score_rules: ScoreRules, seat: int, claim: Claim, block: int,
                   tile: int, forbidden: int) -> bool:
    """Whether the seat could declare with its discard once it has made this set; the table stays as it is."""
    kind = tile & KIND
    tiles = score_rules.blocks[block].tiles
    place = t.meld_count[seat]
    old_set = t.meld_set[seat, place]
    old_form = t.meld_form[seat, place]
    old_marks = t.meld_marks[seat, place]
    kind = face_of(score_rules, t.wild, kind)
    own = 0 if tiles[0] == kind else 1 if tiles[1] == kind else 2
    first = copy_of(t, seat, tile_for(score_rules, t.wild, tiles[1 if own == 0 else 0]))
    lose(t, play, seat, first)
    second = copy_of(t, seat, tile_for(score_rules, t.wild, tiles[1 if own == 2 else 2]))
    lose(t, play, seat, second)
    t.meld_set[seat, place] = block
    t.meld_form[seat, place] = MeldForm.PUNG if tiles[0] == tiles[2] else MeldForm.SET
    t.meld_marks[seat, place] = 0
    t.meld_count[seat] = place + 1
    kinds = t.held_mask[seat] & ~forbidden
    if t.wild and play.rules.wild_discard == WildDiscard.NO:
        kinds &= ~t.wild
    found = kinds_to_declare(t, play, seat, claim.declares - 1, kinds)
    t.meld_count[seat] = place
    t.meld_set[seat, place] = old_set
    t.meld_form[seat, place] = old_form
    t.meld_marks[seat, place] = old_marks
    gain(t, play, seat, second)
    gain(t, play, seat, first)
    return found
