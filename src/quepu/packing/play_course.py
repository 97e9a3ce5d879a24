"""The rules of play, their second part: phases, turned and wild tiles, memory, and the match."""

from quepu.engine.layout import rule_codes
from quepu.engine.layout import table as tb
from quepu.engine.layout.play_rules import (
    Abort,
    Lot,
    Opening,
    Order,
    Phase,
    Slot,
)
from quepu.engine.layout.rule_codes import Scope
from quepu.packing.play_writer import Writer, code, constant
from quepu.rulebook.file.choices import AfterAbort, Each, FirstDealer, Fits, PhaseKind, PotTo, Stays
from quepu.rulebook.file.schema import OCCASIONS
from quepu.rulebook.language.events import EVENTS, named_events
from quepu.rulebook.language.node import Number
from quepu.rulebook.model.capacity import LETTERS


def put_phases(row: Writer) -> None:
    """What is asked before the first turn."""
    memory = {slot.id: slot for slot in row.model.memory}
    found, listed = [], list[int]()
    for phase in row.model.phases.on:
        assert phase.kind is not None
        several = len(phase.choices) not in (0, 2)
        low, high = (constant(0), constant(0)) if several or not phase.choices else map(row.cell, phase.choices)
        slot = memory.get(phase.sets)
        found.append(Phase(
            kind=code(rule_codes.PhaseKind, phase.kind),
            at=code(rule_codes.PhaseAt, phase.at),
            when=row.cell(phase.when),
            who=code(rule_codes.PhaseWho, phase.who),
            low=low,
            high=high,
            memory=-1 if slot is None else slot.slot,
            tiles=phase.tiles,
            fits=int(phase.fits is Fits.ONE_SUIT),
            direction=code(rule_codes.Direction, phase.direction),
            first_choice=len(listed),
            choice_count=len(phase.choices) if several else 0,
            seats=int(slot is not None and slot.scope in ("seat", "player")),
            about=phase.about, dealt=int(phase.dealt)))
        listed += [choice.node.value for choice in phase.choices if isinstance(choice.node, Number)] if several else []
    row.put(phases=found, choices=listed)


def put_openings(row: Writer) -> None:
    """The fans that dealt tiles earn by themselves, and what each expression of play reads."""
    row.put(openings=[Opening(fan=fan.index, when=row.cell(fan.asked_when, 1),
                              count=row.cell(fan.asked_count, 1), most=fan.most)
                      for fan in row.model.fans if fan.on == "opening"],
            ask_needs=[row.play.needs_ask[path] for path in row.play.numbers])


_NONE_LEFT = -1             # entries of a section are named, and all of them are switched off


def _named(row: Writer, section: str, named: tuple[str, ...]) -> int:
    """Entries of a section as bits by their place; 0 if none is named, which is any."""
    kinds = row.model.entries(section)
    return sum(1 << kinds.index(name) for name in named if name in kinds) or (_NONE_LEFT if named else 0)


_ABOUT = (("kong", "kong"), ("declare", "ready"))           # events that turn tiles up for some entries only


def put_turned(row: Writer) -> None:
    """Tiles turned up, and reasons to abort."""
    events = list(EVENTS)
    lots, turning = [], 0
    for lot in row.model.turned.on:
        about = named_events(lot.on)
        kongs, readies = (_named(row, section, about.get(event, ())) for event, section in _ABOUT)
        # what is only about things that are switched off never comes
        on = sum(1 << events.index(event) for event in about
                 if {"kong": kongs, "declare": readies}.get(event) != _NONE_LEFT)
        turning |= on
        lots.append(Lot(
            on=on, of=max(0, kongs), when=row.cell(lot.when), tiles=row.cell(lot.tiles),
            side=code(rule_codes.Side, lot.from_), each=int(lot.each is Each.SEATS),
            seen=code(rule_codes.Seen, lot.seen), readies=max(0, readies), once=int(lot.once),
            in_play=int(lot.stays is Stays.IN_PLAY), last=int(lot.stays is Stays.LAST),
            place=row.cell(lot.place), again=row.cell(lot.again), until=row.cell(lot.until)))
    aborts, aborting = [], 0
    for abort in row.model.aborts.on:
        on = sum(1 << events.index(event) for event in abort.on)
        aborting |= on if not abort.chosen else 0
        aborts.append(Abort(on=on, when=row.cell(abort.when), chosen=int(abort.chosen),
                            redeals=int(abort.then is AfterAbort.REDEAL)))
    row.put(turned_lots=lots, counts_turned=int(row.model.counts_turned), turning_moments=turning,
            aborts=aborts, abort_moments=aborting)


def put_wild(row: Writer) -> None:
    """The wild tiles: how they are chosen, and what may be done with them."""
    wild, lots = row.model.wild, list(row.model.turned)
    ways = {way.name: way for way in rule_codes.WildWay}        # what is told is told of a hand: a table chooses none
    row.put(
        wild_way=ways.get(wild.chosen.name, rule_codes.WildWay.NONE),
        wild_lot=lots.index(wild.from_) if wild.from_ in lots else -1,
        wild_kinds=[row.cell(kind) for kind in wild.kinds],
        wild_claim=int(wild.claim),
        wild_meld=int(wild.meld),
        wild_discard=code(rule_codes.WildDiscard, wild.discard))


def put_faults(row: Writer) -> None:
    """What faults cost that a referee tells."""
    row.put(faults=[row.cell(rule.pays) for rule in row.model.faults.on])


def put_memory(row: Writer) -> None:
    model, play = row.model, row.play
    size = max((slot.slot + slot.size for slot in model.memory), default=0)
    cells = [(Scope.LASTS, 0)] * size
    for slot in model.memory:
        for index in range(slot.size):
            # what a player has goes with him: the first of its places is marked, the others are left alone
            kept = Scope.LASTS if index else \
                {"player": Scope.PLAYER, "players": Scope.PLAYERS}.get(slot.scope, Scope.LASTS)
            lasts = slot.scope in ("match", "player", "players")
            cells[slot.slot + index] = (kept if lasts else Scope.HAND, slot.start)
    events = list(EVENTS)
    used = {event for slot in model.memory for update in slot.updates for event in update.events}
    row.put(
        memory=[Slot(scope=scope, start=start) for scope, start in cells],
        memory_moments=sum(1 << events.index(event) for event in used),
        pay_occasions=sum(1 << index for index, name in enumerate(OCCASIONS)
                          if any(rule.on == name for rule in model.payments)),
        pay_needs=[play.needs_pay.get(number, 0) for number in range(len(OCCASIONS))],
        remember_needs=[play.needs_remember.get(event, 0) for event in range(len(EVENTS))],
        given_needs=(play.needs_given | 16) if any(flag.given is not None for flag in model.flags) else 0,
        declared_flags=sum(1 << flag.bit for flag in model.flags if flag.declared))


def put_match(row: Writer) -> None:
    match = row.model.match
    orders = [[LETTERS.index(letter) for letter in order] for order in match.seat_change]
    row.put(
        match_rounds=match.rounds,
        match_hands=match.hands.hands,
        match_deals=match.hands.deals,
        next_dealer=row.cell(match.next_dealer),
        keeps=row.cell(match.keeps),
        random_dealer=int(match.first_dealer is FirstDealer.RANDOM),
        match_start=constant(match.start),
        match_ends=row.cell(match.ends),
        match_goes_on=row.cell(match.goes_on),
        drawn_seats=match.draws_seats,
        redraws=row.cell(match.redraws),
        seat_orders=[Order(places=(*order, *range(len(order), tb.SEATS))) for order in orders])


def put_end(row: Writer) -> None:
    """The end of a hand, and of the match."""
    match = row.model.match
    after, until = rule_codes.AfterWin.ENDS_HAND, constant(0)
    for phase in row.model.phases.on:
        if phase.kind is PhaseKind.AFTER_WIN:
            after, until = code(rule_codes.AfterWin, phase.winner), row.cell(phase.until)
    row.put(
        shows=row.cell(match.shows),
        false_win=code(rule_codes.Penalty, match.false_win.then),
        # what guests have is no pot
        pot_at_end=int(match.ranking.pot is PotTo.FIRST and not row.model.has_guests),
        after_win=after,
        after_until=until)
