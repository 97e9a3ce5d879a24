"""The state of a worked example, in a rulebook's own words, as what the language knows: memory, flags, the table.

`[examples.state]` maps patterns to words.  A pattern walks down the state: `losers.*.open`, `kongs.*[red]`,
`kongs[kind=exposed]{by,from}`, `out[]`.  What no pattern speaks of is told, so that nothing is overlooked.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from quepu import tiles
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.notation import read_kinds
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.model.model import Model
from quepu.scoring.others import MELDS, WORDS, melds_in
from quepu.scoring.table_state import TILES_OF_SEATS, kinds_of, last_discards, number, seats_of, type_of

Place = tuple[str | int, ...]
Step = tuple[tuple[int, ...], Any, Place, tuple[Place, ...], bool]
_STEP = re.compile(r"\[[^\]]*\]|\{[^}]*\}|\*|[^.\[\]{}*]+")
#: what a pattern tells of the melds of the hand, a list with a seat or nothing for each: who fed it
FEEDERS = "melds.feeder"
#: what `[examples] ignore` says where kongs are told under `kongs` alone, and those among the melds pay nothing
KONGS_OF_MELDS = "melds.kongs"
_KONGS = "kongs"
SEAT_NUMBERS = ("0", "1", "2", "3")
_CODES = frozenset(tiles.code(kind) for kind in range(tiles.KIND_COUNT))


@dataclass(frozen=True, slots=True)
class Matched:
    """One thing a pattern speaks of: whose it is, its value, and the places of the state it was read from."""

    seats: tuple[int, ...]
    value: Any
    read: tuple[Place, ...]
    seen: bool = False                  # the value only says that it is there


@dataclass(slots=True)
class GivenState:
    """What an example's state says in words of the language, and what it says besides."""

    state: dict[str, Any] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    notes: list[Fault] = field(default_factory=list)
    feeders: list[int | None] = field(default_factory=list)     # of the melds, in their order


def first_step(pattern: str) -> str:
    """The key that a pattern begins with."""
    return str(next(iter(_STEP.findall(pattern)), ""))


def read_state(model: Model, given: Mapping[str, Any], seat: int, extra: Mapping[str, Any],
               known: Iterable[str] = ()) -> GivenState:
    """The state of an example as the rulebook knows it; what is told of no seat is told of `seat`.

    `extra` are the other keys of the example: patterns may speak of them, but nobody has to; nor of those `known`.
    """
    rules = model.examples
    answer = GivenState()
    read = {place for key in known for place in _leaves(given.get(key), (key,))}
    mapped: set[str] = set()
    for pattern, target in rules.state.items():
        first = first_step(pattern)
        mapped.add(first)
        for one in find(given if first in given else extra, pattern):
            read.update(one.read)
            if target == FEEDERS:
                _tell_feeders(answer, pattern, one.value)
            else:
                _tell(model, answer, pattern, str(target), one, seat)
    for pattern in rules.ignore:
        read.update(place for one in find(given, pattern) for place in one.read)
        read.update(_leaves(given.get(pattern), (pattern,)))
    for key, value in given.items():     # a key called like a word needs no mapping
        if key not in mapped and type_of(model, key):
            _tell_named(model, answer, key, value, seat)
            read.update(_leaves(value, (key,)))
    if any(str(target) in TILES_OF_SEATS for target in rules.state.values()) \
            and given.keys().isdisjoint((*TILES_OF_SEATS, *WORDS)):
        for target in ("hand_of", "laid"):      # the pattern tells the tiles that count: no others lie there
            answer.state.setdefault(target, {}).setdefault(str(seat), [])
        for slot in last_discards(model):       # nor does what was discarded last count by itself
            answer.state.setdefault(slot.id, slot.start)
    if _KONGS in given or (KONGS_OF_MELDS in rules.ignore and MELDS not in given):     # melds told outright tell kongs
        _tell_whole(model, answer, {str(target) for pattern, target in rules.state.items()
                                    if first_step(pattern) == _KONGS})
    for place in _leaves(given, ()):
        if place not in read:
            answer.notes.append(Fault("example.state", place=_path(place), value=repr(_at(given, place))))
    return answer


def _tell_whole(model: Model, answer: GivenState, targets: set[str]) -> None:
    """Nothing but what is told stands in these memories: a list of kongs is the whole list, whatever the melds show."""
    for slot in model.memory:
        if slot.id not in targets or slot.size == 1:
            continue
        of = answer.state.setdefault(slot.id, {})
        for seat in SEAT_NUMBERS:
            if slot.size == len(SEAT_NUMBERS):
                of.setdefault(seat, slot.start)
            else:
                for other in SEAT_NUMBERS:
                    of.setdefault(seat, {}).setdefault(other, slot.start)


def find(state: Any, pattern: str) -> list[Matched]:
    """Everything in a state that a pattern speaks of."""
    steps: list[Step] = [((), state, (), (), False)]
    for step in _STEP.findall(pattern):
        steps = [one for before in steps for one in _walk(step, *before)]
    answer = []
    for seats, value, place, read, seen in steps:
        if value is None:
            answer.append(Matched(seats, None, (*read, place)))
        else:
            below = () if seen else tuple(_leaves(value, place))
            answer.append(Matched(seats, value, (*read, *below), seen))
    return answer


def _walk(step: str, seats: tuple[int, ...], value: Any, place: Place, read: tuple[Place, ...],
          _seen: bool) -> Iterator[Step]:
    """One step of a pattern: (seats so far, value, its place, places read on the way, it is only there)."""
    if step == "*" and isinstance(value, Mapping):
        for key, part in value.items():
            if key in tiles.SEATS:
                yield (*seats, tiles.seat_of(key)), part, (*place, key), read, False
            elif key in _CODES:
                yield seats, part, (*place, key), read, False
    elif step == "[]":
        for entry, one in _entries(value, place):
            if isinstance(one, str) and one in tiles.SEATS:
                yield (*seats, tiles.seat_of(one)), 1, entry, (*read, entry), True
            else:
                yield seats, one, entry, read, False
    elif step.startswith("["):
        yield from _filtered(step[1:-1], seats, value, place, read)
    elif step.startswith("{"):
        keys = [key.strip() for key in step[1:-1].split(",")]
        if isinstance(value, Mapping) and all(key in value for key in keys):
            own = tuple((*place, key) for key in keys)
            named = [value[key] for key in keys]
            if all(isinstance(one, str) and one in tiles.SEATS for one in named):
                yield (*seats, *map(tiles.seat_of, named)), value, place, (*read, *own), True
            elif None in named:
                yield seats, None, own[0], (*read, *own), True
    elif isinstance(value, Mapping) and step in value:
        yield seats, value[step], (*place, step), read, False
    elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
        yield seats, value[int(step)], (*place, int(step)), read, False


def _filtered(wanted: str, seats: tuple[int, ...], value: Any, place: Place, read: tuple[Place, ...]) -> Iterator[Step]:
    """Entries with a key of this value, or how many entries are this word; `*` and `?` stand for any letters."""
    key, equals, word = wanted.partition("=")
    if equals:
        for entry, one in _entries(value, place):
            if isinstance(one, Mapping) and fnmatchcase(str(one.get(key)), word):
                yield seats, one, entry, (*read, (*entry, key)), False
        return
    if not isinstance(value, list | str):
        return
    fitting = [entry for entry, one in _entries(value, place)
               if not isinstance(one, Mapping | list) and fnmatchcase(str(one), wanted)]
    yield seats, len(fitting), place, (*read, *fitting), True


def _entries(value: Any, place: Place) -> list[tuple[Place, Any]]:
    """(place, entry) of a list; of a text its tiles if it is made of tiles, else the text itself."""
    if isinstance(value, list):
        return [((*place, index), one) for index, one in enumerate(value)]
    if isinstance(value, str):
        try:
            return [(place, tiles.code(kind)) for kind in read_kinds(value)]
        except QuepuError:
            pass
    return [] if value is None or isinstance(value, Mapping) else [(place, value)]


def _tell(model: Model, answer: GivenState, pattern: str, target: str, one: Matched, seat: int) -> None:
    """Put one thing found under its word."""
    value: Any = 1 if one.seen and isinstance(one.value, Mapping) else one.value
    if value is None:
        return
    if target in {flag.id for flag in model.flags}:
        if value:
            answer.flags.add(target)
        return
    kind = type_of(model, target)
    if not kind:
        answer.notes.append(Fault("example.no_target", pattern=pattern, target=target))
        return
    wanted = seats_of(model, target)
    if len(one.seats) > max(1, wanted):
        named = [tiles.SEATS[one_seat] for one_seat in one.seats]
        answer.notes.append(Fault("example.of_seat" if wanted else "example.of_table", pattern=pattern, target=target,
                                  seats=named))
        return
    if len(one.seats) < wanted and value and isinstance(value, Mapping | list) and set(value) <= set(tiles.SEATS) \
            and (isinstance(value, Mapping) or kind in v.NUMBERS):
        for letter in value:            # told of seats, though the pattern does not say so
            part = value[letter] if isinstance(value, Mapping) else 1
            _tell(model, answer, pattern, target, Matched((*one.seats, tiles.seat_of(letter)), part, one.read), seat)
        return
    if kind == v.SEAT and wanted == 1 and not one.seats and _is_pair(value):
        for letter, other in (value, value[::-1]):      # two seats that are each other's
            _tell(model, answer, pattern, target, Matched((tiles.seat_of(letter),), other, one.read), seat)
        return
    seats = (seat,) * max(0, wanted - len(one.seats)) + one.seats
    if kind == v.TILES:
        try:
            kinds = kinds_of(value)
        except (QuepuError, ValueError, TypeError):
            answer.notes.append(Fault("example.not_tiles", pattern=pattern, value=repr(value)))
            return
        if target.startswith("turned.") and not one.seats:
            answer.state.setdefault(target, []).extend(kinds)
        else:
            answer.state.setdefault(target, {}).setdefault(seats[-1], []).extend(kinds)
        return
    if isinstance(value, list | Mapping):
        answer.notes.append(Fault("example.parts", pattern=pattern, value=repr(value), target=target))
        return
    try:
        given = number(value, kind)
    except QuepuError as error:
        answer.notes.append(Fault("example.of_state", name=pattern, why=error.faults))
        return
    _add(answer.state, target, seats[:wanted], given, kind)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(one in tiles.SEATS for one in value)


def _tell_feeders(answer: GivenState, pattern: str, value: Any) -> None:
    """Who fed each meld, as a list tells it."""
    seats = value if isinstance(value, list) else [value]
    if any(seat is not None and seat not in tiles.SEATS for seat in seats):
        answer.notes.append(Fault("example.not_seats", pattern=pattern, value=repr(value)))
        return
    answer.feeders = [None if seat is None else tiles.seat_of(seat) for seat in seats]


def _add(state: dict[str, Any], target: str, seats: tuple[int, ...], given: int, kind: str) -> None:
    """Tell a number of these seats; what several patterns tell adds up, a yes stays a yes."""
    if not seats:
        before = state.get(target)
        state[target] = given if before is None or kind not in v.NUMBERS else _sum(before, given, kind)
        return
    of = state.setdefault(target, {})
    for seat in seats[:-1]:
        of = of.setdefault(str(seat), {})
    last = str(seats[-1])
    of[last] = _sum(of[last], given, kind) if last in of and kind in v.NUMBERS else given


def _sum(before: int, given: int, kind: str) -> int:
    return before | given if kind == v.BOOL else before + given


def _tell_named(model: Model, answer: GivenState, name: str, value: Any, seat: int) -> None:
    """A key that is called like a word: it is told as the word is."""
    kind, seats = type_of(model, name), seats_of(model, name)
    try:
        if kind == v.TEXT:
            answer.state[name] = dict(value)
        elif kind == v.MELD:
            answer.state[name] = {key: "".join(map(str, melds_in(part))) for key, part in value.items()}
        elif kind == v.TILES:
            answer.state[name] = {key: kinds_of(part) for key, part in value.items()} \
                if isinstance(value, Mapping) else kinds_of(value)
        elif seats == 1 and not isinstance(value, Mapping | list):
            answer.state[name] = {str(seat): number(value, kind)}
        else:
            answer.state[name] = _numbers(value, kind)
    except (ValueError, TypeError, AttributeError) as error:
        why = error.faults if isinstance(error, QuepuError) else str(error)
        answer.notes.append(Fault("example.of_state", name=name, why=why))


def _numbers(value: Any, kind: str) -> Any:
    if isinstance(value, Mapping):
        return {str(tiles.seat_of(str(seat))): _numbers(part, kind) for seat, part in value.items()}
    if isinstance(value, list):
        return {str(tiles.seat_of(str(seat))): 1 for seat in value}
    return number(value, kind)


def _leaves(value: Any, place: Place) -> Iterator[Place]:
    """The places of everything told in a value that is neither a table nor a list."""
    parts: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, Mapping):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    elif value is not None:
        yield place
    for key, part in parts:
        yield from _leaves(part, (*place, key))


def _path(place: Place) -> str:
    return ".".join(map(str, place))


def _at(value: Any, place: Place) -> Any:
    for key in place:
        value = value[key]
    return value
