"""What nobody can mean: seats that do not play, numbers that cannot be, more copies of a tile than there are."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from quepu import tiles
from quepu.faults import Fault
from quepu.hand import Hand, Win
from quepu.rulebook.file.choices import AfterWin, Each, PhaseKind
from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.certain import between
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model.model import MemorySlot, Model
from quepu.rulebook.model.play import Turned
from quepu.scoring.asked_facts import chosen
from quepu.scoring.copies import copies_of
from quepu.scoring.laid_sets import laid_sets
from quepu.scoring.others import ASIDE, MELDS, aside_kongs, melds_in
from quepu.scoring.table_state import SCALARS, TURNED, by_seat, kinds_of, number, seats_of, told_of
from quepu.scoring.telling.choices import choice_faults
from quepu.scoring.wild_kinds import contradictions

#: events of which there is one in a hand
_ONCE_A_HAND = (("hand_start",), ("hand_end",))


def sense_faults(model: Model, win: Win) -> Iterator[Fault]:
    """A fault for everything told of a win that cannot be so under a rulebook."""
    yield from _absent(model, win)
    if not win.state:
        return
    yield from number_faults(model, win.state, win.wild)
    yield from contradictions(model, win.wild, win.state)
    yield from _who_wins(model, win)
    yield from _laid(model, win)


def number_faults(model: Model, state: Mapping[str, Any], wild: tuple[int, ...] = ()) -> Iterator[Fault]:
    """A fault for everything told of a table that it cannot be or remember; `wild` are the kinds that are wild."""
    yield from _numbers(model, state)
    yield from choice_faults(model, state)
    yield from _absent_tiles(model, state)
    yield from _turned(model, state)
    for told in told_of(model, state, MELDS).values():
        yield from laid_sets(model).faults(Hand((), melds_in(told)), wild)


# -- seats --
def _absent(model: Model, win: Win) -> Iterator[Fault]:
    """Seats of which something is told though nobody sits there: four winds, but three players."""
    if model.seat_count == len(tiles.SEATS):
        return
    absent = {seat for seat in (win.seat, win.discarder) if seat is not None and seat >= model.seat_count}
    for name, value in win.state.items():
        if isinstance(value, Mapping) and (name.startswith(TURNED) or seats_of(model, name)):
            start = next((slot.start for slot in model.memory if slot.id == name), 0)
            absent |= {seat for seat, part in by_seat(value).items() if seat >= model.seat_count and _says(part, start)}
    for seat in sorted(absent):
        yield Fault("state.absent", seat=tiles.SEATS[seat], rule=model.id, count=model.seat_count)


def _says(value: Any, start: int) -> bool:
    """Whether something is told: a table tells the fourth seat as a hand begins."""
    return any(_says(one, start) for one in value.values()) if isinstance(value, Mapping) else bool(
        value) and value != start


# -- numbers --
def _numbers(model: Model, state: Mapping[str, Any]) -> Iterator[Fault]:
    """Numbers that are out of bounds, or below none of what is only counted; declarations there are not."""
    readies = model.entries("ready")
    for slot in model.memory:
        if slot.id in state and slot.type == v.INT and _only_counts(slot):
            yield from (Fault("state.below", name=slot.id, value=value) for value in _values(state[slot.id])
                        if isinstance(value, int) and value < 0)
    for name, word in SCALARS.items():
        if name in state and name not in model.words.memory and word.type == v.INT:
            value, low = number(state[name], v.INT), max(0, word.low)
            if not low <= value <= word.high:
                yield Fault("state.bounds", name=name, value=value, low=low, high=word.high)
    for value in told_of(model, state, "declares").values():
        if not 0 <= number(value, v.INT) <= len(readies):
            yield Fault("state.ready", value=value, rule=model.id,
                        known=tuple(f"{place} = {name}" for place, name in enumerate(readies, 1)) or ("none",))


def _values(told: Any) -> Iterator[Any]:
    if isinstance(told, Mapping):
        for one in told.values():
            yield from _values(one)
    elif isinstance(told, tuple):
        yield from told
    else:
        yield told


def _only_counts(slot: MemorySlot) -> bool:
    """Whether a memory starts at none or more and nothing is ever taken off it."""
    return slot.start >= 0 and bool(slot.updates) and not any(
        isinstance(part, n.Negative) or (isinstance(part, n.Arithmetic) and part.sign == "-")
        for update in slot.updates for part in parts_of(update.set))


# -- tiles there are --
def _absent_tiles(model: Model, state: Mapping[str, Any]) -> Iterator[Fault]:
    """Tiles turned up that are not among those of the rulebook."""
    for name, told in state.items():
        if name.startswith(TURNED):
            kinds = {kind for part in (told.values() if isinstance(told, Mapping) else (told,))
                     for kind in kinds_of(part)}
            yield from (Fault("win.no_tile", tile=tiles.code(kind), rule=model.id) for kind in sorted(kinds)
                        if not (model.kinds | model.bonus) >> kind & 1)


def _turned(model: Model, state: Mapping[str, Any]) -> Iterator[Fault]:
    """Lots of which more tiles are told than are turned up in a hand; one turned anew puts the old ones away."""
    for name, told in state.items():
        lot = model.declared("turned", name.removeprefix(TURNED)) if name.startswith(TURNED) else None
        if not isinstance(lot, Turned) or not _is_turned_once(model, lot) \
                or isinstance(told, Mapping) != (lot.each is Each.SEATS):
            continue
        turned = between(lot.tiles.node, chosen(model))
        parts = told.values() if isinstance(told, Mapping) else (told,)
        count = max((len(kinds_of(part)) for part in parts), default=0)
        if turned is not None and 0 < turned[1] < count:        # of none at all it is said that they count nothing
            yield Fault("state.turned_most", name=name, count=count, rule=model.id, most=turned[1])


def _is_turned_once(model: Model, lot: Turned) -> bool:
    """Whether tiles of a lot are turned up once in a hand at most, and as many as it says."""
    ends = not any(phase.kind is PhaseKind.AFTER_WIN for phase in model.phases.on)
    return not lot.says("until") and (lot.on in _ONCE_A_HAND or (lot.once and ends and lot.on == ("win",)))


# -- winners --
def _who_wins(model: Model, win: Win) -> Iterator[Fault]:
    """A winner or discarder who has left the hand, and a place among winners that there are not."""
    out = {seat for seat, gone in told_of(model, win.state, "is_out").items() if gone}
    for seat in (win.seat, win.discarder):
        if seat is not None and seat in out:
            yield Fault("state.left", seat=tiles.SEATS[seat])
    count, place = (number(win.state[name], v.INT) if name in win.state and name not in model.words.memory else 1
                    for name in ("winner_count", "winner_place"))
    if place > max(count, 1) and "winner_count" in win.state:
        yield Fault("state.place", place=place, count=count)


# -- tiles --
def _laid(model: Model, win: Win) -> Iterator[Fault]:
    """Tiles that nobody lays aside here, and kinds of which more lie there than were made.

    Who wins and plays on lays the tiles aside on which he has won (血流).
    """
    told_aside = {seat: kinds_of(told) for seat, told in told_of(model, win.state, ASIDE).items()}
    aside = [kind for kinds in told_aside.values() for kind in kinds]
    kinds, stays = model.bonus | aside_kongs(model), any(
        phase.kind is PhaseKind.AFTER_WIN and phase.winner is AfterWin.STAYS_LOCKED for phase in model.phases.on)
    won = {seat for seat, has_won in told_of(model, win.state, "has_won").items() if has_won and stays}
    for kind in sorted({kind for seat, laid in told_aside.items() if seat not in won for kind in laid}):
        if not kinds >> kind & 1:
            yield Fault("state.aside", tile=tiles.code(kind), rule=model.id)
    melds = [kind for told in told_of(model, win.state, MELDS).values() for meld in melds_in(told)
             for kind in meld.tiles]
    if not melds and not aside:
        return
    own = list(win.hand.tiles) if win.tile is None else [*win.hand.tiles, win.tile]
    for kind, count in sorted(Counter([*own, *melds, *aside]).items()):
        if count > copies_of(kind):
            yield Fault("state.copies_of_all", tile=tiles.code(kind), count=count, most=copies_of(kind))
