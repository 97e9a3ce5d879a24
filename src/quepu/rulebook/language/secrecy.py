"""What a seat may do depends only on what it may know: every expression is asked whose hidden tiles it reads.

A seat's own decision may ask about its own hand; what happens by itself before all eyes only about what lies open; once
a hand is over everything is open.  Whatever else is a fault: what one seat is forbidden would show another's tiles.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quepu.faults import Fault
from quepu.rulebook.file.problem import Problem
from quepu.rulebook.file.reader import Reader
from quepu.rulebook.language.events import EVENTS, named_events
from quepu.rulebook.language.memo import Labels
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.sight import ACTOR, ANYONE, OTHER, OWNER, Book, Label, Place, Reason, Sight
from quepu.rulebook.model.model import Path, entry_names

OPEN_EVENTS = frozenset(("match_start", "exhausted", "hand_end"))       # all hands may be looked at
OPEN_OCCASIONS = frozenset(("draw", "end"))
#: a seat decides, or is told what a hand would be worth to it
_CHOICE = Place(tile=ACTOR, maker=ACTOR)
_SCORED = Place(tile=ACTOR, maker=ACTOR, score=ACTOR, lots=False)
_PUBLIC = Place()
_SCORING = ("fan", "score", "tally", "grade", "win", "shape", "sets", "pairs", "memory")
_DECISIONS = ("discard", "claim", "kong", "ready", "pass")
_BEFORE_ALL = ("replacements", "stake", "choices")      # keys of decisions whose effect all see
_OPEN_SECTIONS = ("match", "fault", "examples")


def check_secrecy(reader: Reader) -> dict[int, frozenset[str]]:
    """Tell of every expression that would show hidden tiles; which slots of memory do, by whose (`language.sight`)."""
    book = _book(reader)
    goes_on = _goes_on(reader)
    _follow_memory(reader, book, goes_on)
    labels: Labels = {} if reader.memo is None else reader.memo.labels_of(book)
    for path, node in reader.trees.items():
        allowed, place = _place(reader, book, path, goes_on)
        if place is None:
            continue
        if (id(node), place) not in labels:
            labels[id(node), place] = node, Sight(book, place).of(node)
        for key, reason in labels[id(node), place][1].items():
            if key not in allowed:
                reader.problems.append(_told(path, key, reason, bool(allowed)))
                break
    _check_shown(reader, book)
    _check_wild(reader)
    return {slot: frozenset(key if isinstance(key, str) else ANYONE for key in kept)
            for slot, kept in book.kept.items() if kept}


def _told(path: Path, key: object, reason: Reason, decides: bool) -> Problem:
    """What an expression would show, and to whom."""
    if decides:                         # an own decision may ask about the actor's own hand
        text = Fault("secrecy.others_known", word=reason.word, way=reason.way)
        return Problem(path, text, Fault("secrecy.own_way"), reason.start, reason.end)
    text = Fault("secrecy.actor_seen" if key == ACTOR else "secrecy.others_seen", word=reason.word, way=reason.way)
    advice = Fault("secrecy.open_way")
    if path[0] == "abort":
        advice = Fault("secrecy.open_way_abort", way=advice)
    return Problem(path, text, advice, reason.start, reason.end)


def _table_at(tables: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """The entry of a section that a path leads into."""
    content = tables.get(str(path[0]))
    entry = content
    if len(path) > 1 and isinstance(content, list) and isinstance(path[1], int):
        entry = content[path[1]]
    elif len(path) > 1 and isinstance(content, dict):
        entry = content.get(path[1], content)
    return entry if isinstance(entry, dict) else {}


def _words(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [x for x in value if isinstance(x, str)] \
        if isinstance(value, list) else []


def _goes_on(reader: Reader) -> bool:
    """Whether a hand goes on after a win."""
    phases = reader.tables.get("phase", [])
    return any(isinstance(phase, dict) and phase.get("enabled", True) and phase.get("kind") == "after_win"
               and phase.get("winner", "ends_hand") != "ends_hand"
               for phase in (phases if isinstance(phases, list) else ()))


def _place(reader: Reader, book: Book, path: Path, goes_on: bool) -> tuple[tuple[str, ...], Place | None]:
    """Whose hidden tiles an expression may read, and what its words mean; no place: everything is open."""
    section, key = path[0], path[-1]
    table = _table_at(reader.tables, path)
    public = replace(_PUBLIC, tile=_tile(reader, book, named_events(table.get("on"))))
    if section == "match" and "pays" in path:           # a hand goes on after most false wins
        return (ACTOR,), replace(_SCORED, lots=True)
    if section in _OPEN_SECTIONS:
        return (), None
    if section == "memory":
        return ((ACTOR,), _SCORED) if key == "hand" else ((), None)      # updates are followed, not forbidden
    if section == "flag" and key == "given" and table.get("declared") is True and not goes_on:
        return (), None                 # the hands are open once somebody has won
    if section == "flag":
        return (ACTOR,), _SCORED if key == "holds" else replace(_SCORED, score=ANYONE)
    if section == "fan" and table.get("on") == "opening":
        return (ACTOR,), _CHOICE
    if section in _SCORING:
        return (ACTOR,), _SCORED
    if section in ("pay", "adjust", "liability"):
        occasion = next(iter(named_events(table.get("on"))), "")
        return _paid(occasion, goes_on, replace(public, lays=_lays(reader.tables, table)))
    if section in _DECISIONS and not any(word in path for word in _BEFORE_ALL):
        return (ACTOR,), _CHOICE
    if section == "wall" and key == "when":
        return (ACTOR,), _CHOICE
    if section == "abort":
        return ((ACTOR,), _CHOICE) if table.get("chosen") is True else ((), public)
    if section == "turned":
        if key == "until":              # everybody sees how many are turned up
            return (), public
        if key == "again":              # who sees the tiles sees why they are turned anew
            return (), replace(public, lots=False)
        events = frozenset(named_events(table.get("on")))
        if events and events <= OPEN_EVENTS | (set() if goes_on else {"win"}):
            return (), None
    return (), public


def _paid(occasion: str, goes_on: bool, public: Place) -> tuple[tuple[str, ...], Place | None]:
    """What a payment may read: everything at the end, before that what lies open or is shown for it."""
    if occasion in OPEN_OCCASIONS or (occasion == "win" and not goes_on):
        return (), None
    if occasion in ("win", "opening", "false_win"):     # the seat shows the tiles it is paid for, or pays
        return (ACTOR,), replace(_SCORED, lots=True)
    return (), public


def _book(reader: Reader) -> Book:
    """What the rulebook keeps face down."""
    turned, kongs = reader.family("turned"), reader.family("kong")
    hidden = [kong for kong in kongs.values() if kong.get("seen", "all") != "all"]
    return Book(frozenset(number for number, lot in enumerate(turned.values()) if lot.get("seen", "all") != "all"),
                bool(hidden), any(kong.get("counts_as") == "none" for kong in hidden),
                {memory.slot: name for name, memory in reader.names.memory.items()})


def _follow_memory(reader: Reader, book: Book, goes_on: bool) -> None:
    """What each memory tells of hidden tiles: what its updates read, until no more is found."""
    updates: dict[str, dict[Path, dict[str, Expr]]] = {}
    for path, node in reader.trees.items():
        if path[0] == "memory" and "update" in path:
            updates.setdefault(str(path[1]), {}).setdefault(path[:-1], {})[str(path[-1])] = node
    for name, table in reader.family("memory").items():         # one that writes a plain number has no expression
        rows = table.get("update", [])
        for place in ([("memory", name, "update", number) for number in range(len(rows))] if isinstance(rows, list) else
                      [("memory", name, "update")]):
            updates.setdefault(name, {}).setdefault(place, {})
    for phase in reader.tables.get("phase", []):
        memory = reader.names.memory.get(str(phase.get("sets"))) if phase.get("kept") is True else None
        if memory is not None:          # a choice that nobody else is told
            book.kept.setdefault(memory.slot, {})[OWNER if memory.size > 1 else ANYONE] = \
                Reason(Fault("sight.word", word="kept"), 0, 0)
    grown = True
    while grown:
        grown = False
        for name, memory in reader.names.memory.items():
            kept = book.kept.setdefault(memory.slot, {})
            for path, nodes in updates.get(name, {}).items():
                update = _entry(reader.tables, path)
                for key, reason in _told_by(reader, book, update, nodes, goes_on).items():
                    part = key if (key == OWNER and memory.size > 1) or (key == OTHER and memory.size > 4) else ANYONE
                    if part not in kept:
                        kept[part] = reason
                        grown = True


def _lays(tables: Mapping[str, Any], table: Mapping[str, Any]) -> bool:
    """Whether a payment or update is about kongs that a seat lays down in a turn in which it drew."""
    kongs = tables.get("kong", {})
    events = named_events(table.get("on"))
    named = [kongs.get(name, {}) for name in events.get("kong", ())] if isinstance(kongs, dict) else []
    return bool(named) and [*events] == ["kong"] and all(
        kong.get("of", "hand") in ("pung", "hand") and "claim" not in _words(kong.get("on")) for kong in named)


def _entry(tables: Any, path: Path) -> Mapping[str, Any]:
    for part in path:
        tables = tables[part]
    return tables if isinstance(tables, dict) else {}


def _told_by(reader: Reader, book: Book, update: Mapping[str, Any], nodes: Mapping[str, Expr], goes_on: bool) -> Label:
    """Whose hidden tiles one update tells, by the seats of the slot it changes."""
    about = named_events(update.get("on"))
    events = [*about]
    if set(events) <= OPEN_EVENTS | (set() if goes_on else {"win"}):
        return {}
    acts = all("actor" in EVENTS[event].variables for event in events if event in EVENTS)
    own = ACTOR if acts else ANYONE
    place = Place(own=own, winner=own, tile=_tile(reader, book, about), prefers=(OWNER, OTHER, ACTOR),
                  score=None if events == ["win"] else ANYONE, maker=own if events == ["false_win"] else ANYONE,
                  lays=_lays(reader.tables, update))
    sight = Sight(book, place)
    when = nodes.get("when")
    same = sight.learn(when, True, {}) if when is not None else []
    found = {**sight.of(nodes.get("set"), same), **sight.of(when)}
    if "pass" in events:                # that a seat could have claimed or won is its own secret
        passed = Reason(Fault("sight.word", word="pass"), 0, 0, Fault("sight.passed"))
        found.setdefault(sight.known(ACTOR, same), passed)
    return found


def _tile(reader: Reader, book: Book, events: Mapping[str, tuple[str, ...]]) -> str | None:
    """Whose hidden tile the tile of these events may be."""
    if "turn_up" in events:
        lots = list(entry_names(reader.tables, "turned"))
        named = [lots.index(name) for name in events["turn_up"] if name in lots] or range(len(lots))
        if any(lot in book.lots for lot in named):
            return ANYONE
    if "draw" in events or (book.kongs and {"kong", "announce"} & set(events)):
        return ACTOR
    return None


def _check_shown(reader: Reader, book: Book) -> None:
    """What a memory shows at the table must lie open."""
    for name, table in reader.family("memory").items():
        memory = reader.names.memory.get(name)
        if memory is not None and table.get("shown") and book.kept.get(memory.slot):
            reason = next(iter(book.kept[memory.slot].values()))
            reader.problems.append(Problem(
                ("memory", name, "shown"), Fault("secrecy.shown", word=reason.word), Fault("secrecy.shown_out")))


def _check_wild(reader: Reader) -> None:
    """Wild tiles that follow from a tile that lies face down would be shown by what may win."""
    wild = reader.tables.get("wild", {})
    lot = reader.family("turned").get(str(wild.get("from"))) if isinstance(wild, dict) else None
    if lot is not None and wild.get("chosen") == "indicator" and lot.get("seen", "all") != "all":
        reader.problems.append(Problem(("wild", "from"), Fault("secrecy.wild"), Fault("secrecy.wild_seen")))
