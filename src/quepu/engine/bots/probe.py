"""Trying complete hands: how many of some random ones, made around given sets, are legal wins.

`engine.bots.aim_search` asks this to find out what a rulebook's minimum and duties leave to go for; the table is only
a place to lay the hands on.
"""

from quepu.engine.bots.playout import bot_random
from quepu.engine.kernel import inlined, kernel, part
from quepu.engine.layout.aims import AIM_SETS, AimSearch, How
from quepu.engine.layout.codes import MeldForm
from quepu.engine.layout.score_rules import ScoreRules
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import Table
from quepu.engine.play.asking import score_hand

MOST_DRAWS = 300            # random blocks looked at until one fits
PUNG_PERCENT = 15           # of the pungs among them, so many are taken: a free set is a chow more often


@inlined
def size_of(score_rules: ScoreRules, block: int) -> int:
    """Tiles of a block: a set or a pair."""
    return 3 if block < score_rules.set_count else 2


@kernel
def fits_in(score_rules: ScoreRules, search: AimSearch, block: int) -> bool:
    """Add a block to the hand if there are copies enough."""
    tiles = score_rules.blocks[block].tiles
    good = True
    for place in range(size_of(score_rules, block)):
        kind = tiles[place]
        search.counts[kind] += 1
        if search.counts[kind] > (4 if kind < 34 else 1):
            good = False
    if not good:
        for place in range(size_of(score_rules, block)):
            search.counts[tiles[place]] -= 1
    return good


@kernel
def draw_block(play: Session, score_rules: ScoreRules, search: AimSearch, first: int, last: int, allowed: int,
               pungs: int) -> int:
    """A random block of the allowed kinds that fits, now in the hand; -1 none was found."""
    for _draw in range(MOST_DRAWS):
        block = first + bot_random(play, last - first)
        mask = score_rules.blocks[block].mask
        if mask & ~allowed:
            continue
        if first == 0:
            is_pung = mask & mask - 1 == 0
            if pungs and not is_pung:
                continue
            if not pungs and is_pung and bot_random(play, 100) >= PUNG_PERCENT:
                continue
        if fits_in(score_rules, search, block):
            return int(block)
    return -1


@kernel
def chosen_fit(score_rules: ScoreRules, search: AimSearch) -> bool:
    """Whether there are copies enough for the chosen sets; they are now the hand."""
    for kind in range(42):
        search.counts[kind] = 0
    for place in range(min(search.chosen_count, AIM_SETS)):
        block = search.chosen[place]
        if not fits_in(score_rules, search, block):
            return False
        search.blocks[place] = block
    return True


@kernel
def make_hand(play: Session, score_rules: ScoreRules, search: AimSearch, allowed: int, how: int) -> bool:
    """Make a hand of the chosen sets and random others, with a pair, of allowed kinds; false if it did not come off."""
    if not chosen_fit(score_rules, search):
        return False
    kinds = allowed & play.rules.playable_kinds
    sets = min(search.set_count, 5)
    for place in range(search.chosen_count, sets):
        block = draw_block(play, score_rules, search, 0, score_rules.made_count, kinds, how & How.PUNGS)
        if block < 0:
            return False
        search.blocks[place] = block
    pair = draw_block(play, score_rules, search, score_rules.set_count, len(score_rules.blocks), kinds, 0)
    search.blocks[sets] = pair
    return pair >= 0


@kernel
def lay_probe(t: Table, play: Session, score_rules: ScoreRules, search: AimSearch, seat: int, how: int) -> int:
    """Lay the hand of a search on the table, without its winning tile; that tile."""
    sets = min(search.set_count, 5)
    from_block = bot_random(play, sets + 1)
    block = search.blocks[from_block]
    win = int(score_rules.blocks[block].tiles[bot_random(play, size_of(score_rules, block))])
    melds = 0
    surely = bot_random(play, sets)
    for number in range(sets):
        if not how & How.OPEN or number == from_block or (number != surely and bot_random(play, 2)):
            continue
        block = search.blocks[number]
        mask = score_rules.blocks[block].mask
        t.meld_set[seat, melds] = block
        t.meld_form[seat, melds] = MeldForm.SET if mask & mask - 1 else MeldForm.PUNG
        t.meld_marks[seat, melds] = 0
        melds += 1
        for place in range(3):
            search.counts[score_rules.blocks[block].tiles[place]] -= 1
    t.meld_count[seat] = melds
    if not how & How.SELF_DRAW:
        search.counts[win] -= 1
    held = 0
    for kind in range(42):
        copies = search.counts[kind]
        t.held[seat, kind] = copies
        if copies > 0:
            held |= 1 << kind
    t.held_mask[seat] = held
    return win


@part
def is_legal_try(t: Table, play: Session, score_rules: ScoreRules, search: AimSearch, allowed: int, how: int) -> bool:
    """Whether a random hand around the chosen sets is a legal win; one that cannot be made is none."""
    search.tries_left -= 1
    if not make_hand(play, score_rules, search, allowed, how):
        return False
    seat = bot_random(play, play.rules.seat_count)
    win = lay_probe(t, play, score_rules, search, seat, how)
    t.declared[seat] = search.declares
    if how & How.SELF_DRAW:
        return score_hand(t, play, seat, win, 1, -1, 0) == 1
    return score_hand(t, play, seat, win, 0, (seat + 1) % play.rules.seat_count, 0) == 1


@part
def count_legal(t: Table, play: Session, search: AimSearch, allowed: int, how: int, tries: int, least: int) -> int:
    """How many of so many random hands around the chosen sets are legal; -1 as soon as `least` cannot be reached."""
    score_rules = play.links.scoring.rules
    legal = 0
    for number in range(tries):
        if is_legal_try(t, play, score_rules, search, allowed, how):
            legal += 1
        elif legal + tries - 1 - number < least:
            return -1
    return legal
