"""From the table to the frame: a seat's hand as scoring sees it, and the table as rules of play see it."""

from quepu.engine.distance.completing import might_win
from quepu.engine.kernel import entry, inlined, kernel, part
from quepu.engine.layout.codes import How, Laid, MeldForm, Offer, River, Stage
from quepu.engine.layout.frame import BY_TILES, By, SetFlag
from quepu.engine.layout.rule_codes import Seen
from quepu.engine.layout.score_rules import LARGEST_TALLY
from quepu.engine.layout.session import Session
from quepu.engine.layout.table import KIND, MARK, PUT_AWAY, RIVER_SEAT, Table
from quepu.engine.layout.table_facts import LOTS, RIVER_ROOM, Need
from quepu.engine.machine import call_frame, call_shape, lowest, ones
from quepu.engine.play.stood import stood_of
from quepu.engine.play.wall import lies_turned, wall_left
from quepu.engine.score.batch import clear_melds, lay_meld, lay_mixed, meld_word, mixed_copies
from quepu.engine.score.best import score_flagged
from quepu.engine.score.faces import tile_for

FLOWER_KINDS = 255 << 34                # 1f to 8f, as bits


@part
def load_hand(t: Table, play: Session, seat: int) -> None:
    """The seat's tiles, melds and flowers in the frame, as scoring wants them; no winning tile yet."""
    f = play.frame
    score_rules = play.links.scoring.rules
    clear_melds(f)
    reds = 0
    flowers = 0
    aside = 0
    wilds = 0
    wild = t.wild
    for kind in range(42):
        copies = t.held[seat, kind]
        f.held[kind] = copies
        reds += t.marked[seat, kind]
        if wild >> kind & 1:
            wilds += copies
    kinds = play.rules.bonus_kinds | FLOWER_KINDS       # honours may be flowers too
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        copies = t.aside[seat, kind]
        if copies:
            aside += copies
            flowers |= 1 << kind
    f.held_mask = t.held_mask[seat]
    f.wild_count = wilds
    f.wild_mask = wild
    f.seat = seat
    f.round = t.rounds % 4
    f.flower_mask = flowers
    f.flower_count = aside
    count = t.meld_count[seat]
    f.meld_count = count
    for place in range(count):
        reds += t.meld_marks[seat, place]
        if t.meld_form[seat, place] == MeldForm.MIXED_KONG:
            lay_mixed(f, score_rules, place, t.meld_set[seat, place], t.meld_counts[seat, place])
        else:
            lay_meld(f, score_rules, place, t.meld_set[seat, place], meld_flags(t.meld_form[seat, place]))
    f.red_count = reds
    f.win_tile = -1
    f.win_place = -1
    f.self_draw = 0
    f.discarder = -1
    for slot in range(len(play.rules.memory)):
        f.memory[slot] = t.memory[slot]


@inlined
def meld_flags(form: int) -> int:
    """A meld's flags as the frame has them."""
    if form == MeldForm.CONCEALED_KONG:
        return SetFlag.MELD | SetFlag.CONCEALED | SetFlag.KONG
    if form == MeldForm.ADDED_KONG:
        return SetFlag.MELD | SetFlag.OPEN | SetFlag.KONG | SetFlag.ADDED
    if form == MeldForm.MELDED_KONG:
        return SetFlag.MELD | SetFlag.OPEN | SetFlag.KONG
    return SetFlag.MELD | SetFlag.OPEN


@entry
@part
def load_table(t: Table, play: Session, actor: int, feeder: int, tile: int, needs: int) -> None:
    """The words of the table in the frame; lists only where they are needed."""
    rules = play.rules
    f = play.frame
    f.actor = actor
    f.feeder = feeder
    f.tile = tile & KIND if tile >= 0 else -1
    f.event_of = -1
    f.is_replacement = 0
    f.is_drawn = 0
    f.is_concealed_kong = 0
    f.is_added_kong = 0
    f.kong_tiles = t.kong_tiles
    f.is_draw = 0
    f.is_aborted = 0
    f.amount = 0
    f.wall_left = wall_left(t) + t.won_turned    # as it was when the tile was won on
    f.turn_count = t.turn_count
    f.round_number = t.rounds + 1
    f.winner_count = ones(t.winners)
    f.winner_place = 1
    f.seat_count = rules.seat_count
    f.out = t.out
    f.won = t.winners
    f.winning = 0
    f.drawn_kinds = t.drawn_kinds if t.turn == actor else 0
    f.draw_kind = t.draw_kind
    f.offer_kind = t.offered_kind if t.offered_count > 0 else Offer.DISCARD
    f.broken = t.broken
    f.kongs_running = t.kongs_running
    f.wild_mask = t.wild
    f.turned_wins = t.turned_wins
    f.false_total = t.false_total
    own = 0
    for index in range(t.river_count):
        if t.river_seat[index] & RIVER_SEAT == actor:
            own += 1
    f.own_discards = own
    for die in range(4):
        f.dice[die] = t.dice[die]
    for seat in range(rules.seat_count):
        points = t.score[t.player[seat]]
        f.purse[seat] = max(-LARGEST_TALLY, min(LARGEST_TALLY, points))       # what expressions rely on
        f.declared[seat] = t.declared[seat]
    if needs & Need.SEATS:
        load_lists(t, play)
    if needs & Need.HAND and actor >= 0:
        load_hand(t, play, actor)
    else:
        for slot in range(len(play.rules.memory)):
            f.memory[slot] = t.memory[slot]


@part
def load_lists(t: Table, play: Session) -> None:
    """Hands, melds, rivers, turned tiles and what all can see, in the frame."""
    f = play.frame
    score_rules = play.links.scoring.rules
    for kind in range(42):
        f.visible[kind] = 0
    for seat in range(4):
        f.river_count[seat] = 0
        f.taken[seat] = 0
        f.heard_of[seat] = 0
        for kind in range(42):
            aside = t.aside[seat, kind]
            f.hands[seat, kind] = t.held[seat, kind]
            f.marked_by[seat, kind] = t.marked[seat, kind] + stood_of(t, seat, kind)
            f.laid_by[seat, kind] = aside
            f.visible[kind] += aside
        f.meld_counts[seat] = t.meld_count[seat]
        for place in range(t.meld_count[seat]):
            form = t.meld_form[seat, place]
            flags = meld_flags(form)
            kind = t.meld_set[seat, place]
            if form == MeldForm.MIXED_KONG:
                flags = score_rules.blocks[kind].flags
                for tile in range(42):
                    copies = mixed_copies(score_rules, kind, t.meld_counts[seat, place], tile)
                    f.laid_by[seat, tile] += copies
                    f.visible[tile] += copies
                f.melds_by[seat, place] = meld_word(score_rules, kind, flags, -1, place)
                continue
            tiles = score_rules.blocks[kind].tiles
            f.melds_by[seat, place] = meld_word(score_rules, kind, flags, t.meld_from[seat, place], place)
            for index in range(4 if flags & SetFlag.KONG else 3):
                kind = tiles[index if index < 3 else 0]
                f.laid_by[seat, kind] += 1
                if flags & SetFlag.OPEN:
                    f.visible[tile_for(score_rules, t.wild, kind)] += 1
    for index in range(t.river_count):
        owner = t.river_seat[index]
        kind = t.river[index] & KIND
        by = owner & RIVER_SEAT
        for seat in range(4):
            f.heard_of[seat] |= 1 << kind
        f.heard_of[by] = 0
        if f.river_count[by] < RIVER_ROOM:
            if owner & River.CLAIMED:
                f.taken[by] |= 1 << f.river_count[by]
            f.rivers[by, f.river_count[by]] = kind
            f.river_count[by] += 1
        if not owner & River.CLAIMED:
            f.visible[kind] += 1          # a claimed discard lies in a meld
    if t.offered_count > 0 and t.offered_kind == Offer.DISCARD:
        f.visible[t.offered[0] & KIND] -= 1
    if t.offered_kind == Offer.TURNED and t.stage != Stage.TURNED:
        for place in range(t.offered_count):
            f.visible[t.offered[place] & KIND] -= 1
    load_turned(t, play, -1, 2)
    for index in range(t.turned_count):
        if is_open_lot(play, t.turned_lot[index]) and lies_turned(t, index):
            f.visible[t.turned[index] & KIND] += 1


@inlined
def is_open_lot(play: Session, lot: int) -> bool:
    """Whether a turned tile lies open to all; a lot is as the table has it, with or without a seat."""
    return bool(play.rules.turned_lots[lot & LOTS - 1].seen == Seen.ALL)


@inlined
def sees_lot(t: Table, play: Session, seat: int, lot: int) -> bool:
    """Whether a turned tile that not all may look at lies open to a seat: to ready ones, and not if it is another's."""
    if play.rules.turned_lots[lot & LOTS - 1].seen != Seen.READY:
        return False
    return bool(t.declared[seat] > 0 and (lot < LOTS or lot // LOTS == 1 + seat))


@part
def load_turned(t: Table, play: Session, seat: int, shown: int) -> None:
    """The turned tiles in the frame: 0 what lies open to all, 1 also what the seat alone may look at, 2 every one."""
    f = play.frame
    count = 0
    for index in range(t.turned_count):
        lot = t.turned_lot[index]
        if t.turned_place[index] == PUT_AWAY:
            continue                    # another has been turned up in its place
        if shown == 2 or is_open_lot(play, lot) or (shown == 1 and sees_lot(t, play, seat, lot)):
            f.turned[count].kind = t.turned[index] & KIND
            f.turned[count].lot = lot
            count += 1
    f.turned_count = count


@part
def load_waits(t: Table, play: Session, values: int) -> None:
    """What each seat waits for and, if asked, what it would win on each tile as a plain discard."""
    for seat in range(play.rules.seat_count):
        load_seat_waits(t, play, seat, values)


@part
def load_seat_waits(t: Table, play: Session, seat: int, values: int) -> None:
    """What a seat waits for and, if asked, what it would win on each tile as a plain discard."""
    waits = 0 if t.out >> seat & 1 else waits_mask(t, play, seat)
    f = play.frame
    f.waits_of[seat] = waits
    if values:
        f.wins_of[seat] = 0
        for kind in range(42):
            f.wait_values[seat, kind] = 0
        while waits:
            kind = lowest(waits)
            waits &= waits - 1
            bench = play.bench
            if score_hand(t, play, seat, kind, 0, -1, 0) == 1:
                f.wait_values[seat, kind] = bench.best_total
                f.wins_of[seat] |= 1 << kind


@kernel
def load_all(t: Table, play: Session, actor: int, feeder: int, tile: int, needs: int) -> None:
    """The words of the table in the frame, what seats wait for among them."""
    if needs & (Need.WAITS | Need.VALUES):
        load_waits(t, play, needs & Need.VALUES)
    load_table(t, play, actor, feeder, tile, needs)


@inlined
def ask(play: Session, cell: int) -> int:
    """What a cell says: a constant, or what its expression gives in the frame as it is."""
    if cell < 0:
        return -1 - cell
    return call_shape(play.links.ask, play.frame, cell)


@inlined
def ask_about(t: Table, play: Session, cell: int, actor: int, feeder: int, tile: int) -> int:
    """What a cell says about a seat and a tile."""
    if cell < 0:
        return -1 - cell
    return ask_expression(t, play, cell, actor, feeder, tile)


@inlined
def needs_of(play: Session, cell: int) -> int:
    """What the expression of a cell reads besides the scalars, as bits (`Need`)."""
    return play.rules.ask_needs[cell] if cell >= 0 else 0


@part
def ask_expression(t: Table, play: Session, cell: int, actor: int, feeder: int, tile: int) -> int:
    """What the expression of a cell says about a seat and a tile."""
    load_all(t, play, actor, feeder, tile, needs_of(play, cell))
    return ask(play, cell)


@inlined
def happen(t: Table, play: Session, event: int, actor: int = -1, feeder: int = -1, tile: int = -1, of: int = -1,
           how: int = 0) -> None:
    """Let the table remember what happened: by whom, from whom, which tile, of which entry, and how (`How`)."""
    if play.rules.memory_moments >> event & 1:
        note_event(t, play, event, actor=actor, feeder=feeder, tile=tile, of=of, how=how)


@part
def note_event(t: Table, play: Session, event: int, actor: int, feeder: int, tile: int, of: int, how: int) -> None:
    """Run the memory updates of what happened."""
    load_all(t, play, actor, feeder, tile, play.rules.remember_needs[event])
    play.frame.event_of = of
    load_how(play, how)
    remember(t, play, event)


@inlined
def load_how(play: Session, how: int) -> None:
    """How something happened (`How`), in the frame."""
    f = play.frame
    f.is_replacement = 1 if how & How.REPLACEMENT else 0
    f.is_drawn = 1 if how & How.DRAWN else 0
    load_kong(play, how)
    f.is_draw = 1 if how & How.NO_WINNER else 0
    f.is_aborted = 1 if how & How.CALLED_OFF else 0


@inlined
def load_kong(play: Session, how: int) -> None:
    """How a kong was made, in the frame."""
    play.frame.is_concealed_kong = 1 if how & How.CONCEALED else 0
    play.frame.is_added_kong = 1 if how & How.ADDED else 0


@part
def ask_event(t: Table, play: Session, cell: int, actor: int = -1, feeder: int = -1, tile: int = -1,
              how: int = 0) -> int:
    """What a cell says about something that has happened."""
    if cell < 0:
        return -1 - cell
    load_all(t, play, actor, feeder, tile, needs_of(play, cell))
    load_how(play, how)
    return ask(play, cell)


@part
def remember(t: Table, play: Session, event: int) -> None:
    """Run the memory updates of an event on the frame as it is, and keep what they say."""
    f = play.frame
    call_shape(play.links.remember, f, event)
    for slot in range(len(play.rules.memory)):
        t.memory[slot] = f.memory[slot]


@inlined
def lay_win(t: Table, play: Session, seat: int, tile: int, self_draw: int, feeder: int) -> None:
    """The seat's hand and the tile that completes it in the frame; a self-drawn one is taken out of the held tiles."""
    f = play.frame
    load_hand(t, play, seat)
    kind = tile & KIND if tile >= 0 else -1
    if kind >= 0 and play.rules.bonus_kinds >> kind & 1:
        f.occasion = By.OTHER_FLOWER if not self_draw else By.DEAL if t.laying else By.FLOWER
        kind = -1
    elif kind < 0 and self_draw and t.laying == Laid.DISCARD:
        f.occasion = By.OWN_DISCARD
    f.win_tile = kind
    f.self_draw = self_draw
    f.discarder = feeder
    if kind >= 0:
        if self_draw:
            f.held[kind] -= 1
            if f.held[kind] == 0:
                f.held_mask &= ~(1 << kind)
        else:
            f.red_count += 1 if tile & MARK else 0
            f.wild_count += t.wild >> kind & 1


@inlined
def judge_win(t: Table, play: Session, seat: int, tile: int, self_draw: int, feeder: int, with_flags: int,
              winners: int) -> int:
    """What `score_hand` says, knowing who win on the tile, as bits."""
    rules = play.rules
    f = play.frame
    f.occasion = 0 if with_flags else BY_TILES
    lay_win(t, play, seat, tile, self_draw, feeder)
    f.told = 0
    if with_flags and rules.given_needs:
        load_table(t, play, seat, feeder, tile, rules.given_needs & ~Need.HAND)
        f.winner_count = ones(winners)
        f.winning = winners
        if len(rules.turned_lots) > 0:
            load_turned(t, play, seat, with_flags)
        f.told = call_frame(play.links.given, f, play.bench.answers)
        if with_flags == 1:
            f.told &= ~rules.declared_flags
    if t.declared[seat]:
        flag = rules.readies[t.declared[seat] - 1].flag
        if flag >= 0:
            f.told |= 1 << flag
    f.flags = f.told
    if len(rules.turned_lots) > 0:
        load_turned(t, play, seat, with_flags)
    bench = play.bench
    score_flagged(f, play.links.scoring, bench)
    if bench.best_found == 0:
        return -1
    return bench.best_legal


@entry
@part
def score_hand(t: Table, play: Session, seat: int, tile: int, self_draw: int, feeder: int, with_flags: int) -> int:
    """Score the seat's hand with a tile: -1 not complete, 0 not allowed, 1 legal; the workbench has the best reading.

    `tile` -1: the concealed hand is complete by itself (dealt so).  A self-drawn tile is not in the frame's held tiles.
    A flower is the one just laid aside, by the seat itself or by another: the hand is then judged by flowers alone.
    Without flags the hand is judged by its form, whichever way it is completed.  `with_flags` is 1 where somebody only
    thinks of a win, 2 where it is declared: then tiles that lie face down are turned over.  Who thinks of a win wins
    alone.
    """
    return judge_win(t, play, seat, tile, self_draw, feeder, with_flags, 1 << seat)


@part
def score_declared(t: Table, play: Session, seat: int, tile: int, self_draw: int, feeder: int, winners: int) -> int:
    """Score a win that is declared, one of several (bits) on the same tile."""
    return judge_win(t, play, seat, tile, self_draw, feeder, 2, winners)


@part
def score_again(t: Table, play: Session, seat: int, tile: int, self_draw: int, feeder: int, told: int) -> None:
    """Score a declared win once more, now with the tiles that were turned up for it; its flags stay as they were told.

    What completes the hand has been judged; only what it counts may change.
    """
    f = play.frame
    f.occasion = 0
    lay_win(t, play, seat, tile, self_draw, feeder)
    f.told = told
    f.flags = told
    load_turned(t, play, seat, 2)
    score_flagged(f, play.links.scoring, play.bench)


@entry
@part
def waits_mask(t: Table, play: Session, seat: int) -> int:
    """The kinds that complete the seat's hand by form, as bits; its tiles must be one short.

    A kind of which it holds all copies is none: nobody can give it the fifth.
    """
    rules = play.rules
    found = 0
    kinds = rules.playable_kinds
    for kind in range(42):
        if kinds >> kind & 1 and t.held[seat, kind] < rules.copies[kind] \
                and might_win(t, play, seat, kind) and score_hand(t, play, seat, kind, 0, -1, 0) >= 0:
            found |= 1 << kind
    return found
