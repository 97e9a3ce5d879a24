"""The events of a hand: what can change a memory, turn a tile or end a hand, and what each tells.

The list is closed: a rulebook that needs more asks for a general event, never for one of its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from quepu.rulebook.language.vocabulary import BOOL, INT, SEAT, TILE


@dataclass(frozen=True, slots=True)
class Event:
    """One kind of event: what happened and the variables it gives."""

    name: str
    zh: str
    text: str
    variables: dict[str, str] = field(default_factory=dict)
    of: str = ""  # the section whose entries `of` may name


_CLAIM = {"actor": SEAT, "feeder": SEAT, "tile": TILE}

EVENTS: dict[str, Event] = {
    event.name: event
    for event in (
        Event("match_start", "开赛", "a match begins"),
        Event("hand_start", "发牌后", "the tiles are dealt, flowers replaced, nothing discarded"),
        Event(
            "draw",
            "摸牌",
            "a tile is drawn; `is_replacement`: from a kong or flower",
            {"actor": SEAT, "tile": TILE, "is_replacement": BOOL},
        ),
        Event(
            "discard",
            "打牌",
            "a tile is discarded; `is_drawn`: the one just drawn",
            {"actor": SEAT, "tile": TILE, "is_drawn": BOOL},
        ),
        Event("chow", "吃", "a chow is claimed", _CLAIM),
        Event("pung", "碰", "a pung is claimed", _CLAIM),
        Event(
            "kong",
            "杠",
            "a kong of any kind stands (not robbed); `feeder` is nobody unless a discard was taken, "
            "of an added kong the seat that fed its pung",
            {**_CLAIM, "is_concealed": BOOL, "is_added": BOOL},
            "kong",
        ),
        Event("flower", "补花", "a flower is laid aside", {"actor": SEAT, "tile": TILE}),
        Event(
            "declare",
            "报听",
            "a seat declares ready; `tile` is the discard that goes with it",
            {"actor": SEAT, "tile": TILE},
            "ready",
        ),
        Event(
            "pass",
            "过",
            "a seat lets a claim go that it could have made, or a win of its own (then `feeder` is nobody)",
            _CLAIM,
            "claim",
        ),
        Event("turn_up", "翻牌", "a tile is turned up", {"tile": TILE}, "turned"),
        Event("win", "和牌", "a seat wins; all words of a score stand here too", {**_CLAIM, "amount": INT}),
        Event("false_win", "诈和", "a seat declares a win that is none", {"actor": SEAT}),
        Event("hand_end", "一局结束", "the hand is settled; `is_draw`: nobody won; `is_aborted`: it was called off, or "
              "is dealt again after a false win", {"is_draw": BOOL, "is_aborted": BOOL}),
        Event("exhausted", "荒牌", "the wall has run out; before the occasion `draw` is paid"),
        Event("announce", "报杠", "a kong is announced from the hand or to a pung; it then stands or is robbed",
              {"actor": SEAT, "tile": TILE}, "kong"),
        Event("offered", "海底漫游", "one of the last tiles is offered to a seat, whether it may have it or not",
              {"actor": SEAT}),
        Event("discard_stands", "打牌无人和", "nobody has won on a discard; claims and the next draw come after it",
              {"actor": SEAT, "tile": TILE}),
    )
}

#: the events at which a hand can be called off: by itself, or by a seat that chooses to
ABORT_EVENTS = ("draw", "discard", "discard_stands", "chow", "pung", "kong", "flower", "declare")
ABORT_CHOICES = ("hand_start", "draw")

#: the events at which tiles are turned up, and what each tells then: it may be later that they are
TURNED_EVENTS: dict[str, tuple[str, ...]] = {
    "hand_start": (), "kong": ("actor", "is_concealed", "is_added"), "declare": ("actor",),
    "win": ("actor", "feeder", "tile"), "hand_end": ("is_draw", "is_aborted"),
}

#: the fields of the frame that hold what an event tells
EVENT_FIELDS = {
    "actor": "actor",
    "feeder": "feeder",
    "tile": "tile",
    "is_replacement": "is_replacement",
    "is_drawn": "is_drawn",
    "is_concealed": "is_concealed_kong",
    "is_added": "is_added_kong",
    "is_draw": "is_draw",
    "is_aborted": "is_aborted",
    "amount": "amount",
}


def named_events(on: object) -> dict[str, tuple[str, ...]]:
    """The events or occasions that `on` names, each with the entries behind its dots; () where it is about any.

    >>> named_events(["pung", "kong.melded", "kong.added"])
    {'pung': (), 'kong': ('melded', 'added')}
    """
    words = [on] if isinstance(on, str) else [word for word in on if isinstance(word, str)] \
        if isinstance(on, list | tuple) else []
    found: dict[str, tuple[str, ...]] = {}
    plain: set[str] = set()
    for word in words:
        event, dot, entry = word.partition(".")
        found[event] = (*found.get(event, ()), *([entry] if dot else []))
        if not dot:
            plain.add(event)
    return {event: () if event in plain else entries for event, entries in found.items()}


def common_variables(names: Iterable[str]) -> dict[str, str]:
    """The variables that all these events give."""
    found = [EVENTS[name].variables for name in names if name in EVENTS]
    if not found:
        return {}
    return {name: kind for name, kind in found[0].items() if all(other.get(name) == kind for other in found)}
