"""From a win to the base of its frame: what is the same for every reading, and all that is wrong with it."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from quepu import tiles
from quepu.engine.layout.frame import By, Frame
from quepu.engine.layout.score_rules import ScoreRules
from quepu.engine.layout.table_facts import NO_TABLE
from quepu.engine.score.best import note_drawn
from quepu.errors import HandError
from quepu.facts import NO_FACTS
from quepu.faults import Fault
from quepu.hand import Hand, Meld, Win
from quepu.packing.substitutes import read_in_set
from quepu.rulebook.language.evaluate import Env, Function, function
from quepu.rulebook.language.parse import suggestion
from quepu.rulebook.model import catalogue as cat
from quepu.rulebook.model.mixed_kongs import flags_of_mixed
from quepu.rulebook.model.model import Model
from quepu.scoring.copies import copy_faults
from quepu.scoring.laid_sets import laid_sets
from quepu.scoring.others import MELDS, WORDS, flags_of_meld, meld_word, own_faults
from quepu.scoring.table_state import (
    PURSE_BEFORE,
    TURNED,
    aside_of,
    given_memory,
    is_told_of,
    last_discards,
    tell_table,
    told_of,
    unknown,
)
from quepu.scoring.wild_kinds import wild_faults

if TYPE_CHECKING:
    from quepu.scoring.telling.assumed import Assumed
    from quepu.scoring.telling.circumstances import Circumstances
    from quepu.scoring.telling.facts import Facts

BY_FLOWERS = By.FLOWER | By.OTHER_FLOWER | By.DEAL


def check(model: Model, hand: Hand, tile: int | None = None, wild: tuple[int, ...] = (),
          state: Mapping[str, Any] = NO_FACTS) -> list[Fault]:
    """Everything that keeps a hand, and a tile that comes on top, from being one of this rulebook's."""
    faults = []
    places = len(hand.concealed) + 3 * len(hand.melds) + (tile is not None)
    largest = model.hand_size + 1
    if places > largest:
        faults.append(Fault("win.too_many", places=places, rule=model.id, size=model.hand_size, more=places - largest))
    for kind in sorted({*hand.concealed, *(k for meld in hand.melds for k in meld.tiles)}):
        if not model.kinds >> kind & 1:
            faults.append(Fault("win.no_tile", tile=tiles.code(kind), rule=model.id))
    for kind in hand.flowers:
        if not model.bonus >> kind & 1:
            faults.append(Fault("win.no_flower", tile=tiles.code(kind), rule=model.id))
    for meld in hand.melds:
        meld_sets = model.catalogue.find(read_in_set(model, wild, meld.tiles))
        if meld_sets < 0:
            faults.append(Fault("win.no_set", meld=meld, rule=model.id))
        elif len(meld.tiles) == 4 and meld_sets < model.catalogue.made_count \
                and not model.catalogue.set_kong[meld_sets]:
            faults.append(Fault("win.no_kong", meld=meld, rule=model.id))
    if hand.melds:
        faults.extend(laid_sets(model).faults(hand, wild))
    faults.extend(wild_faults(model, wild))
    faults.extend(copy_faults(model, hand.tiles if tile is None else (*hand.tiles, tile), wild, state))
    return faults


def check_win(model: Model, win: Win) -> None:
    """Raise one error with everything that is wrong with a win.

    A win by flowers alone (花糊, a shape declared on a flower) has no winning tile and as many tiles as there are, none
    too: `Win(Hand((), (), flowers), None, True)`; with a `discarder` it is on a flower that seat laid aside.  One
    declared on the own discard has the tiles that are left.
    """
    faults = check(model, win.hand, win.tile, win.wild, win.state)
    places = len(win.hand.concealed) + 3 * len(win.hand.melds) + (win.tile is not None)
    if places < model.hand_size + 1 and not without_tile(model, win):
        faults.append(Fault("win.too_few", places=places, rule=model.id, size=model.hand_size + 1,
                            missing=model.hand_size + 1 - places))
    if win.tile is not None and not model.kinds >> win.tile & 1:
        faults.append(Fault("win.no_winning", tile=tiles.code(win.tile), rule=model.id))
    known = {flag.id for flag in model.flags} | set(model.examples.flags)
    for name in sorted(win.flags):
        if name not in known:
            faults.append(Fault("win.no_flag", name=name, rule=model.id,
                                advice=suggestion(name, known) or Fault("advice.flags", known=sorted(known))))
    faults.extend(unknown(model, win.state))
    faults.extend(own_faults(model, win.seat, told_of(model, win.state, MELDS), aside_of(model, win.state, win.seat)))
    if faults:
        raise HandError(faults)


def without_tile(model: Model, win: Win) -> bool:
    """Whether a win may be without a whole hand: by flowers alone, or declared on the own discard (十风)."""
    allowed = By.OWN_DISCARD | (BY_FLOWERS if win.hand.flowers else 0)
    return win.tile is None and any(shape.tiles and shape.on & allowed for shape in model.shapes)


class Frames:
    """Makes the base frame of a win for one rulebook."""

    def __init__(self, model: Model, rules: ScoreRules) -> None:
        self.model = model
        self.flag_bits = {flag.id: flag.bit for flag in model.flags}
        for alias, name in model.examples.flags.items():
            if name in self.flag_bits:
                self.flag_bits[alias] = self.flag_bits[name]
        self.corrections: list[tuple[int, Function]] = [
            (flag.bit, function(flag.holds)) for flag in model.flags if flag.holds is not None]
        self.shown_memory: list[tuple[int, int, Function]] = [
            (slot.slot, slot.size, function(slot.hand)) for slot in model.memory if slot.hand is not None]
        #: whether the discard that is won on is remembered as the tile that lies open
        self.tells_discard = bool(last_discards(model))
        self.rules = rules
        self.blank = Frame.zeros()
        for name, value in NO_TABLE.items():
            setattr(self.blank, name, value)
        self.blank.seat_count = model.seat_count
        for option in model.options:
            self.blank.options[option.slot] = option.number
        for memory in model.memory:
            for index in range(memory.size):
                self.blank.memory[memory.slot + index] = memory.start

    @cached_property
    def facts(self) -> "Facts":
        """What follows from what is told; loaded when melds lie there."""
        from quepu.scoring.telling.facts import Facts
        return Facts(self)

    @cached_property
    def circumstances(self) -> "Circumstances":
        """What follows from what is told of the table; loaded when something is."""
        from quepu.scoring.telling.circumstances import Circumstances
        return Circumstances(self)

    @cached_property
    def assumed(self) -> "Assumed":
        """What is asked and was not told; loaded when a score is shown."""
        from quepu.scoring.telling.assumed import Assumed
        return Assumed(self)

    def base(self, win: Win) -> Frame:
        """The frame of a win before it is read: situation, melds, flags, memory."""
        f = self.bare(win)
        self._remember(f, win)
        if PURSE_BEFORE in win.state:
            from quepu.scoring.payment import Ledger
            self.facts.move_purses(win, f, self.facts.paid_at_once(win, Ledger(self.model), f.memory))
        if win.state:
            f.told |= self.circumstances.flags(win, f)
            f.flags = f.told
        env = Env(f, self.model.catalogue, self.model.flower_owner)
        flags = f.flags
        for bit, holds in self.corrections:         # each sees the others as they were told
            flags = flags | 1 << bit if holds(env) else flags & ~(1 << bit)
        f.flags = flags
        note_drawn(f, self.rules)
        return f

    def bare(self, win: Win) -> Frame:
        """The frame of a win without its memory, with the flags as they are told."""
        f = self.blank.copy()
        hand = win.hand
        f.self_draw = int(win.self_draw)
        f.seat, f.round = win.seat, win.round
        f.discarder = -1 if win.discarder is None else win.discarder
        f.win_tile = -1 if win.tile is None else win.tile
        f.win_place = -1
        f.flower_count = len(hand.flowers)
        f.flower_mask = sum(1 << kind for kind in set(hand.flowers))       # of an honour there are four
        f.wild_mask = sum(1 << kind for kind in win.wild)
        f.red_count = len(hand.marks) + sum(len(meld.marks) for meld in hand.melds) + int(win.tile_mark)
        for kind in hand.concealed:
            f.held[kind] += 1
            f.held_mask |= 1 << kind
        f.wild_count = sum(f.held[kind] + (win.tile == kind) for kind in win.wild)
        for place, meld in enumerate(hand.melds):
            self._meld(f, place, meld, read_in_set(self.model, win.wild, meld.tiles))
            f.melds_by[win.seat, place] = meld_word(
                self.model, f.sets[place].kind, f.sets[place].flags, meld, win.seat, place)
        f.meld_count = f.meld_counts[win.seat] = len(hand.melds)
        f.told = sum({1 << self.flag_bits[name] for name in win.flags if name in self.flag_bits})
        f.flags = f.told
        f.won = f.winning = 1 << win.seat
        tell_table(self.model, f, win.state)
        if not is_told_of(win.state, "hand_of", win.seat):
            for kind in hand.concealed if win.tile is None or not win.self_draw else (*hand.concealed, win.tile):
                f.hands[win.seat, kind] += 1
        if not is_told_of(win.state, "laid", win.seat):
            for kind in (*hand.flowers, *(kind for meld in hand.melds for kind in meld.tiles)):
                f.laid_by[win.seat, kind] += 1
        return f

    def _meld(self, f: Frame, place: int, meld: Meld, kinds: tuple[int, ...]) -> None:
        """Put a meld into the frame that is read as these kinds."""
        block = f.sets[place]
        block.kind = self.model.catalogue.find(kinds)
        mixed = self.model.catalogue.mixed_of(block.kind)
        if mixed is not None:
            self._mixed(f, place, mixed, meld.tiles)
            return
        if not meld.is_concealed:
            f.open_count += 1
            f.open_chow_count += int(Meld(kinds).is_chow)
        if len(meld.tiles) == 4:
            f.kong_count += 1
            f.concealed_kong_count += int(meld.is_concealed)
        block.flags = flags_of_meld(meld)
        for kind in kinds:
            f.laid[kind] += 1
            if not meld.is_concealed:
                f.shown[kind] += 1

    def _mixed(self, f: Frame, place: int, mixed: cat.Mixed, tiles_there: tuple[int, ...]) -> None:
        """A kong of different tiles lies face up; the rulebook, not how it is written, says if it opens the hand."""
        flags = flags_of_mixed(mixed)
        f.sets[place].flags = flags
        f.open_count += int(mixed.opens)
        if mixed.is_kong:
            f.kong_count += 1
            f.concealed_kong_count += int(not mixed.opens)
        for kind in tiles_there:
            f.laid[kind] += 1
            f.shown[kind] += 1

    def _remember(self, f: Frame, win: Win) -> None:
        """Memory as told by `state`, what melds imply, and for the winner what his hand shows by itself."""
        given = given_memory(self.model, win.state)
        for place, value in given.items():
            f.memory[place] = value
        on_discard = self.tells_discard and win.discarder is not None
        if self.model.memory and (on_discard or win.hand.melds or (win.flags and win.discarder is not None) or any(
                name.startswith(TURNED) or name in ("declares", *WORDS) for name in win.state)):
            for place, value in self.facts.remembered(win, given).items():
                f.memory[place] = value
        if on_discard:
            self.facts.lay_open(f, win, f.memory)
        env = Env(f, self.model.catalogue, self.model.flower_owner)
        for start, size, shows in self.shown_memory:
            place = start + (win.seat if size == 4 else 0)
            if place not in given:
                f.memory[place] = int(shows(env))
