"""An entry of a score pad: plain values read as what happened in a hand, step by step, every fault told.

An entry is a mapping.  Its parts are taken in this order: `wild`, `memory`, `faults`, `declares`, `openings`,
`flowers`, `discards`, `kongs`, `false_wins`, `wins`, `draw`, `manual`; or `steps` tells what happened in its true
order, one part a step; `seats` and `rests` stand alone.  With `later` the hand is not settled yet: what else is told of
it waits.  Seats are letters from the dealer on (E deals) or players by name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.notation import read_kinds
from quepu.rulebook.language.parse import suggestion
from quepu.rulebook.model.model import Model
from quepu.scoring.others import paid_in
from quepu.scoring.table_state import DECLARING, PURSE_BEFORE, own_name, type_of, unknown
from quepu.scoring.telling.sense import number_faults
from quepu.tiles import SEATS

MOST_STEPS = 100
LARGEST = 10_000_000        # points or counts that are told

#: what may be told of each kind of step
KEYS = {
    "seats": (), "memory": (), "wild": (), "rests": (),
    "later": ("deals", "text"),
    "declare": ("seat", "ready", "tile"),
    "opening": ("seat", "fan", "count"),
    "flower": ("seat", "tile"),
    "discard": ("seat", "pay"),
    "kong": ("seat", "kong", "from", "tile", "late", "count", "state"),
    "false_win": ("seat", "total"),
    "win": ("seat", "from", "hand", "dealt", "fans", "total", "tallies", "self_draw", "flags", "wild", "state"),
    "draw": ("ready", "state", "ended"),
    "manual": ("payments", "text"),
    "fault": ("seat", "fault", "to"),
}
#: lists of an entry, in the order in which they are taken
LISTS = {"faults": "fault", "declares": "declare", "openings": "opening", "flowers": "flower",
         "discards": "discard", "kongs": "kong",
         "false_wins": "false_win"}
ENTRY = ("steps", "later", "seats", "rests", "wild", "memory", *LISTS, "wins", "draw", "manual")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened: its kind and what is told of it, seats as numbers; `group`: wins on one tile."""

    kind: str
    told: Mapping[str, Any]
    group: tuple[Mapping[str, Any], ...] = ()


class Reader:
    """Reads entries of one rulebook at a table where players have names."""

    def __init__(self, model: Model, names: Mapping[str, int], seats: int) -> None:
        self.model, self.names, self.seats = model, names, seats
        self.faults: list[Fault] = []

    def read(self, entry: Any) -> list[Step]:
        """The steps of an entry, or an error that names everything that is wrong with it."""
        steps: list[Step] = []
        self.faults = []
        if not isinstance(entry, Mapping):
            raise QuepuError(Fault("pad.entry"))
        self._known(Fault("pad.an_entry"), entry, ENTRY)
        if "later" in entry:
            steps = self._step("later", entry["later"])
        elif "steps" in entry:
            for index, one in enumerate(self._list("steps", entry["steps"])):
                if not isinstance(one, Mapping) or len(one) != 1:
                    self.faults.append(Fault("pad.step", step=index + 1))
                    continue
                steps += self._step(*next(iter(one.items())))
        else:
            steps = self._parts(entry)
        if not steps and not self.faults:
            self.faults.append(Fault("pad.nothing"))
        if len(steps) > 1 and any(step.kind in ("seats", "rests", "later") for step in steps):
            self.faults.append(Fault("pad.seats_alone"))
        if len(steps) > MOST_STEPS:
            self.faults.append(Fault("pad.too_many_steps", count=len(steps), most=MOST_STEPS))
        if self.faults:
            raise QuepuError(self.faults)
        return steps

    def _parts(self, entry: Mapping[str, Any]) -> list[Step]:
        steps: list[Step] = []
        for key in ("seats", "rests", "wild", "memory"):
            if key in entry:
                steps += self._step(key, entry[key])
        for key, kind in LISTS.items():
            for one in self._list(key, entry.get(key, [])):
                steps += self._step(kind, one)
        steps += self._groups(self._list("wins", entry.get("wins", [])))
        if entry.get("draw"):
            steps += self._step("draw", entry["draw"])
        for one in self._list("manual", entry.get("manual", [])):
            steps += self._step("manual", one)
        return steps

    def _groups(self, wins: list[Any]) -> list[Step]:
        """Wins of a hand: those that follow each other from the same discarder are on one tile."""
        groups: list[list[Any]] = []
        for win in wins:
            fed = win.get("from") if isinstance(win, Mapping) else None
            if groups and fed is not None and groups[-1][0].get("from") == fed:
                groups[-1].append(win)
            else:
                groups.append([win])
        return [step for group in groups for step in self._step("wins", group)]

    def _step(self, kind: Any, entered: Any) -> list[Step]:
        if kind == "win":
            kind, entered = "wins", [entered]
        if kind == "wins":
            wins = [self._fields("win", one) for one in self._list("wins", entered)]
            if len(wins) > 1 and len({win.get("from", -1) for win in wins} | {-1}) != 2:
                self.faults.append(Fault("pad.several"))
            if len({win.get("seat") for win in wins}) < len(wins):
                self.faults.append(Fault("pad.twice"))
            return [Step("wins", {}, tuple(wins))] if wins else []
        if kind not in KEYS:
            meant = suggestion(str(kind), [*KEYS, "wins"])
            self.faults.append(Fault("pad.no_kind", kind=kind, advice=meant))
            return []
        if kind == "wild":
            return [Step(kind, {"wild": self._tiles("wild", entered)})]
        if kind == "memory":
            return [Step(kind, self._state("memory", entered))]
        if kind == "rests":
            return [Step(kind, {"rests": self._seat("rests", entered)})]
        if kind == "seats":
            seats = self._seats("seats", entered)
            if sorted(seat for seat in seats if seat is not None) != list(range(self.seats)):
                self.faults.append(Fault("pad.seats"))
            return [Step(kind, {"seats": seats})]
        if kind == "false_win" and isinstance(entered, str):
            entered = {"seat": entered}
        if kind in ("draw", "later") and entered is True:
            entered = {}
        return [Step(kind, self._fields(kind, entered))]

    # -- what is told of a step --
    def _fields(self, kind: str, entered: Any) -> dict[str, Any]:
        if not isinstance(entered, Mapping):
            self.faults.append(Fault("pad.table_with", kind=kind, known=KEYS[kind], value=f"{entered!r:.60}"))
            return {}
        self._known(kind, entered, KEYS[kind])
        values: dict[str, Any] = {}
        for key, value in entered.items():
            if key in KEYS[kind] and value is not None:
                values[key] = self._FIELDS[key](self, f"{kind}: {key}", value)
        needed = {"manual": ("payments",), "draw": (), "later": ()}.get(kind, ("seat",))
        needed += {"kong": ("kong",), "declare": ("ready",), "opening": ("fan",), "flower": ("tile",),
                   "discard": ("pay",), "fault": ("fault",)}.get(kind, ())
        self.faults += [Fault("pad.not_told", kind=kind, key=key) for key in needed if key not in values]
        if values.get("from") is not None and values.get("from") == values.get("seat"):
            self.faults.append(Fault("pad.own_discard", kind=kind))
        return values

    def _known(self, where: str, entered: Mapping[str, Any], known: tuple[str, ...]) -> None:
        self.faults += [Fault("pad.no_key", where=where, key=key,
                              advice=suggestion(str(key), known) or Fault("advice.known", known=known))
                        for key in entered if key not in known]

    def _list(self, where: str, value: Any) -> list[Any]:
        if isinstance(value, list | tuple):
            return list(value)
        self.faults.append(Fault("pad.list", where=where, value=f"{value!r:.60}"))
        return []

    def _seat(self, where: str, value: Any) -> int | None:
        if isinstance(value, str) and value in self.names:
            return self.names[value]
        if isinstance(value, str) and value in SEATS[:self.seats]:
            return SEATS.index(value)
        self.faults.append(Fault("pad.player", where=where, value=f"{value!r:.60}", names=self.names,
                                 seats=tuple(SEATS[:self.seats])))
        return None

    def _number(self, where: str, value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST:
            return value
        self.faults.append(Fault("pad.number", where=where, most=LARGEST, value=f"{value!r:.60}"))
        return 0

    def _tiles(self, where: str, value: Any) -> int:
        """Kinds as bits."""
        return sum(1 << kind for kind in set(self._kinds(where, value)))

    def _kinds(self, where: str, value: Any) -> list[int]:
        try:
            return list(read_kinds(str(value))) if value else []
        except QuepuError as error:
            self.faults += [Fault("pad.at", where=where, fault=fault) for fault in error.faults]
            return []

    def _tile(self, where: str, value: Any) -> int:
        kinds = self._kinds(where, value)
        if len(kinds) != 1:
            self.faults.append(Fault("pad.tile", where=where, value=f"{value!r:.60}"))
        return kinds[0] if kinds else -1

    def _text(self, where: str, value: Any) -> str:
        if isinstance(value, str) and len(value) <= 400:
            return value
        self.faults.append(Fault("pad.text", where=where, value=f"{value!r:.60}"))
        return ""

    def _truth(self, where: str, value: Any) -> bool:
        if not isinstance(value, bool):
            self.faults.append(Fault("pad.bool", where=where, value=f"{value!r:.60}"))
        return bool(value)

    def _pay(self, where: str, value: Any) -> str:
        try:
            paid_in(self.model, str(value))
        except QuepuError as error:
            self.faults += [Fault("pad.at", where=where, fault=fault) for fault in error.faults]
        return str(value)

    def _flags(self, where: str, value: Any) -> frozenset[str]:
        known = tuple(flag.id for flag in self.model.flags)
        flags = frozenset(self._text(where, flag) for flag in self._list(where, value))
        self._known(Fault("pad.a_win"), dict.fromkeys(sorted(flags)), known)
        return flags

    def _counts(self, where: str, value: Any, known: tuple[str, ...]) -> dict[str, int]:
        if not isinstance(value, Mapping):
            self.faults.append(Fault("pad.table", where=where, value=f"{value!r:.60}"))
            return {}
        self._known(where, value, known)
        return {str(name): self._number(f"{where} {name}", one) for name, one in value.items()}

    def _tallies(self, where: str, value: Any) -> dict[str, int]:
        return self._counts(where, value, tuple(tally.id for tally in self.model.tallies))

    def _fans(self, where: str, value: Any) -> list[tuple[int, int]]:
        """(fan, how often) of each fan that is named."""
        fans = []
        for one in self._list(where, value):
            named = {"id": one} if isinstance(one, str) else one
            if not isinstance(named, Mapping) or "id" not in named:
                self.faults.append(Fault("pad.fan_count", where=where, value=f"{one!r:.60}"))
                continue
            self._known(where, named, ("id", "count"))
            fan = self._fan(where, named["id"])
            times = self._number(f"{where} {named['id']}", named.get("count", 1))
            if not 0 < times <= 100:
                self.faults.append(Fault("pad.times", where=where, fan=named['id'], times=times))
            if fan is not None:
                fans.append((fan, times))
        return fans

    def _fan(self, where: str, value: Any) -> int | None:
        fan = self.model.fan(str(value))
        if fan is None:
            meant = suggestion(str(value), [fan.id for fan in self.model.fans])
            self.faults.append(Fault("pad.no_fan", where=where, rule=self.model.id, value=f"{value!r:.60}",
                                     advice=meant))
        return None if fan is None else fan.index

    def _kong(self, where: str, value: Any) -> str:
        return self._entry(where, value, "kong")

    def _fault(self, where: str, value: Any) -> str:
        return self._entry(where, value, "fault")

    def _ready(self, where: str, value: Any) -> Any:
        if where.startswith("draw"):
            return self._seats(where, value)
        return self._entry(where, value, "ready")

    def _entry(self, where: str, value: Any, section: str) -> str:
        known = self.model.entries(section)
        if value not in known:
            self.faults.append(Fault("pad.no_entry", where=where, rule=self.model.id, value=f"{value!r:.60}",
                                     known=known or ("none",)))
        return str(value)

    def _seats(self, where: str, value: Any) -> list[int | None]:
        return [self._seat(where, one) for one in self._list(where, value)]

    def _ended(self, where: str, value: Any) -> str:
        if value not in ("draw", "abort", "redeal"):
            self.faults.append(Fault("pad.ended", where=where, value=f"{value!r:.60}"))
        return str(value)

    def _payments(self, where: str, value: Any) -> dict[int, int]:
        """What each seat receives, less what it pays; 4 is the pot."""
        if not isinstance(value, Mapping):
            self.faults.append(Fault("pad.payments", where=where, value=f"{value!r:.60}"))
            return {}
        amounts: dict[int, int] = {}
        for who, amount in value.items():
            seat = 4 if who == "pot" else self._seat(where, who)
            if seat is not None:
                amounts[seat] = amounts.get(seat, 0) + self._number(f"{where} {who}", amount)
        if sum(amounts.values()):
            self.faults.append(Fault("pad.sum", where=where, sum=f"{sum(amounts.values()):+d}"))
        return amounts

    def _state(self, where: str, value: Any) -> dict[str, Any]:
        """Memory and words of the table, seats among them as numbers."""
        if not isinstance(value, Mapping):
            self.faults.append(Fault("pad.memory", where=where, value=f"{value!r:.60}"))
            return {}
        names = {str(name): own_name(self.model, str(name)) for name in value}
        entered = {names[str(name)]: self._seats_in(names[str(name)], one) for name, one in value.items()}
        nameless = unknown(self.model, entered)
        try:
            nameless += () if nameless else number_faults(self.model, entered)
        except QuepuError as error:
            nameless += error.faults
        self.faults += [Fault("pad.at", where=where, fault=fault) for fault in nameless]
        if "purse" in entered or PURSE_BEFORE in entered:
            self.faults.append(Fault("pad.purse", where=where))
        if DECLARING in entered:
            self.faults.append(Fault("pad.declaring", where=where))
        return entered

    def _seats_in(self, name: str, value: Any) -> Any:
        """A told value with players in it as seats."""
        def place(who: Any) -> Any:
            return str(self.names[who]) if isinstance(who, str) and who in self.names else who
        if isinstance(value, Mapping):
            return {place(who): self._seats_in(name, one) for who, one in value.items()}
        if isinstance(value, list):
            return [place(who) for who in value]
        is_seat = type_of(self.model, name) == "seat"
        return SEATS[self.names[value]] if is_seat and isinstance(value, str) and value in self.names else value

    _FIELDS: Mapping[str, Callable[["Reader", str, Any], Any]] = {
        "seat": _seat, "from": _seat, "hand": _text, "fans": _fans, "total": _number, "tallies": _tallies,
        "self_draw": _truth, "dealt": _truth, "flags": _flags, "wild": _text, "state": _state, "ready": _ready,
        "tile": _tile, "fan": _fan, "count": _number, "kong": _kong, "ended": _ended, "payments": _payments,
        "text": _text, "fault": _fault, "to": _seats, "late": _truth, "pay": _pay, "deals": _seat}
