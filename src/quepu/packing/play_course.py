"""The rules of play, their second part: phases, turned and wild tiles, memory, and the match."""

from typing import Any

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
from quepu.packing.play_writer import Writer, code, constant, words
from quepu.rulebook.file.schema import OCCASIONS
from quepu.rulebook.language.events import EVENTS, named_events
from quepu.rulebook.model.capacity import LETTERS


def put_phases(row: Writer) -> None:
    """What is asked before the first turn."""
    memory = {slot.id: slot for slot in row.model.memory}
    found, listed = [], list[int]()
    for index, table in row.rows("phase"):
        choices = table.get("choices", [0, 0])
        several = len(choices) != 2
        low, high = (constant(0), constant(0)) if several else (
            row.cell(("phase", index, "choices", place), int(choices[place]) if isinstance(choices[place], int) else 0)
            for place in (0, 1))
        slot = memory.get(table.get("sets", ""))
        found.append(Phase(
            kind=code(rule_codes.PhaseKind, table, "kind"),
            at=code(rule_codes.PhaseAt, table, "at", "hand"),
            when=row.cell(("phase", index, "when"), 1),
            who=code(rule_codes.PhaseWho, table, "who", "all"),
            low=low,
            high=high,
            memory=-1 if slot is None else slot.slot,
            tiles=int(table.get("tiles", 0)),
            fits=int(table.get("fits", "any") == "one_suit"),
            direction=code(rule_codes.Direction, table, "direction", "right"),
            first_choice=len(listed),
            choice_count=len(choices) if several else 0,
            seats=int(slot is not None and slot.scope in ("seat", "player")),
            about=int(table.get("about", 0)), dealt=int(table.get("dealt", False))))
        listed += [int(choice) for choice in choices] if several else []
    row.put(phases=found, choices=listed)


def put_openings(row: Writer) -> None:
    """The fans that dealt tiles earn by themselves, and what each expression of play reads."""
    row.put(openings=[Opening(fan=fan.index, when=row.cell(("fan", fan.id, "when"), 1),
                              count=row.cell(("fan", fan.id, "count"), 1), most=fan.most)
                      for fan in row.model.fans if fan.on == "opening"],
            ask_needs=[row.play.needs_ask[path] for path in row.play.numbers])


_NONE_LEFT = -1             # entries of a section are named, and all of them are switched off


def _named(row: Writer, section: str, named: tuple[str, ...]) -> int:
    """Entries of a section as bits by their place; 0 if none is named, which is any."""
    kinds = [kind for kind, _table in row.entries(section)]
    return sum(1 << kinds.index(name) for name in named if name in kinds) or (_NONE_LEFT if named else 0)


_ABOUT = (("kong", "kong"), ("declare", "ready"))           # events that turn tiles up for some entries only


def put_turned(row: Writer) -> None:
    """Tiles turned up, and reasons to abort."""
    events = list(EVENTS)
    lots, turning = [], 0
    for name, table in row.entries("turned"):
        about = named_events(table.get("on"))
        kongs, readies = (_named(row, section, about.get(event, ())) for event, section in _ABOUT)
        # what is only about things that are switched off never comes
        on = sum(1 << events.index(event) for event in about
                 if {"kong": kongs, "declare": readies}.get(event) != _NONE_LEFT)
        turning |= on
        lots.append(Lot(
            on=on, of=max(0, kongs), when=row.cell(("turned", name, "when"), 1),
            tiles=row.cell(("turned", name, "tiles"), 1), side=code(rule_codes.Side, table, "from", "front"),
            each=int(table.get("each", "table") == "seats"), seen=code(rule_codes.Seen, table, "seen", "all"),
            readies=max(0, readies), once=int(table.get("once", False)),
            in_play=int(table.get("stays", "out") == "in_play"), last=int(table.get("stays") == "last"),
            place=row.cell(("turned", name, "place"), 0), again=row.cell(("turned", name, "again"), 0)))
    aborts, aborting = [], 0
    for name, table in row.entries("abort"):
        on = sum(1 << events.index(event) for event in words(table, "on"))
        aborting |= on if not table.get("chosen", False) else 0
        aborts.append(Abort(on=on, when=row.cell(("abort", name, "when"), 0), chosen=int(table.get("chosen", False)),
                            redeals=int(table.get("then", "draw") == "redeal")))
    row.put(turned_lots=lots, counts_turned=int(row.model.counts_turned), turning_moments=turning,
            aborts=aborts, abort_moments=aborting)


def put_wild(row: Writer) -> None:
    """The wild tiles: how they are chosen, and what may be done with them."""
    wild = row.data.get("wild", {})
    names = [name for name, _table in row.entries("turned")]
    row.put(
        wild_way={"fixed": rule_codes.WildWay.FIXED, "indicator": rule_codes.WildWay.INDICATOR}.get(
            wild.get("chosen", "none"), rule_codes.WildWay.NONE),
        wild_lot=names.index(wild["from"]) if wild.get("from") in names else -1,
        wild_kinds=[row.cell(("wild", "kinds", index), 0) for index in range(len(wild.get("kinds", [])))],
        wild_claim=int(wild.get("claim", False)),
        wild_meld=int(wild.get("meld", False)),
        wild_discard=code(rule_codes.WildDiscard, wild, "discard", "yes"))


def put_faults(row: Writer) -> None:
    """What faults cost that a referee tells."""
    row.put(faults=[row.cell(("fault", name, "pays"), 0) for name, _table in row.entries("fault")])


def _listed(value: Any) -> list[Any]:
    """A table or a list of tables as a list."""
    return value if isinstance(value, list) else [value]


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
    used = {event for _name, table in row.entries("memory") for update in _listed(table.get("update", []))
            for event in named_events(update.get("on"))}
    row.put(
        memory=[Slot(scope=scope, start=start) for scope, start in cells],
        memory_moments=sum(1 << events.index(event) for event in used),
        pay_occasions=sum(1 << index for index, name in enumerate(OCCASIONS)
                          if any(rule.on == name for rule in model.payments)),
        pay_needs=[play.needs_pay.get(number, 0) for number in range(len(OCCASIONS))],
        remember_needs=[play.needs_remember.get(event, 0) for event in range(len(EVENTS))],
        given_needs=(play.needs_given | 16) if any("given" in table for _n, table in row.entries("flag")) else 0,
        declared_flags=sum(1 << model.words.flags[name] for name, table in row.entries("flag")
                           if table.get("declared") is True))


def put_match(row: Writer) -> None:
    match = row.data.get("match", {})
    hands = match.get("hands", {})
    orders = [[LETTERS.index(letter) for letter in order] for order in match.get("seat_change", [])]
    row.put(
        match_rounds=int(hands.get("rounds", 0)) if hands else 4,
        match_hands=int(hands.get("hands", 0)),
        match_deals=int(hands.get("deals", 0)),
        next_dealer=row.cell(("match", "next_dealer"), 1),
        keeps=row.cell(("match", "keeps"), 0),
        random_dealer=int(match.get("first_dealer", "first") == "random"),
        match_start=constant(int(match.get("start", 0))),
        match_ends=row.cell(("match", "ends"), 0),
        match_goes_on=row.cell(("match", "goes_on"), 0),
        drawn_seats=int(match.get("draws_seats", 0)),
        seat_orders=[Order(places=(*order, *range(len(order), tb.SEATS))) for order in orders])


def put_end(row: Writer) -> None:
    """The end of a hand, and of the match."""
    match = row.data.get("match", {})
    after, until = rule_codes.AfterWin.ENDS_HAND, constant(0)
    for index, table in row.rows("phase"):
        if table.get("kind") == "after_win":
            after = code(rule_codes.AfterWin, table, "winner", "ends_hand")
            until = row.cell(("phase", index, "until"), 0)
    row.put(
        shows=row.cell(("match", "shows"), 1),
        false_win=code(rule_codes.Penalty, match.get("false_win", {}), "then", "dead_hand"),
        # what guests have is no pot
        pot_at_end=int(match.get("ranking", {}).get("pot", "first") == "first" and not row.model.has_guests),
        after_win=after,
        after_until=until)
