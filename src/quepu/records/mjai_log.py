"""A log in the mjai event format as checked values: its events, each with its place, and the hands they make."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quepu.faults import Fault
from quepu.game.actions import Abort, Action, Chow, Declare, Discard, Kong, Pass, Pung, Win
from quepu.notation import Tile
from quepu.records.json_text import LONGEST_LINE, MOST_LINES, RecordError, json_value, short, text_of
from quepu.records.mjai_format import HIDDEN, SEATS, mjai_format

#: events of a log that say nothing of the play, or come where they may
SILENT = ("dora", "reach_accepted", "end_kyoku", "none", "hello", "start_game", "end_game")
ACTS = ("tsumo", "dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "reach", "hora", "ryukyoku")
CLAIMS = ("chi", "pon", "daiminkan")
MOST_REPEATS, MOST_POINTS = 1000, 1 << 30


@dataclass(frozen=True, slots=True)
class LogEvent:
    """An event of a log, and where the log says it."""

    where: str
    event: Mapping[str, Any]

    @property
    def type(self) -> str:
        """What kind of event it is."""
        return str(self.event["type"])

    @property
    def actor(self) -> int:
        """Who did it; -1 nobody."""
        return int(self.event.get("actor", -1))

    def fault(self, what: Fault) -> RecordError:
        """An error about the event."""
        return RecordError(Fault("record.where", where=self.where, what=what))

    def tile(self, name: str = "") -> Tile | None:
        """A tile it names, its `pai` unless told; None for a hidden one."""
        name = name or str(self.event.get("pai"))
        if name == HIDDEN:
            return None
        tile = mjai_format().tiles.get(name)
        if tile is None:
            raise self.fault(Fault("mjai.not_tile", name=short(name)))
        return tile

    def shown(self, name: str = "") -> Tile:
        """A tile that cannot be hidden."""
        tile = self.tile(name)
        if tile is None:
            raise self.fault(Fault("mjai.no_tile", event=self.type))
        return tile

    def tiles(self, key: str) -> list[Tile | None]:
        """The tiles of a list."""
        names = self.event.get(key)
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self.fault(Fault("mjai.no_tiles", event=self.type, key=key))
        return [self.tile(name) for name in names]

    @property
    def may_be_three_wins(self) -> bool:
        """Whether it may tell of three wins on one tile that are none: it says so, or gives no reason and no points."""
        reason = self.event.get("reason")
        if self.type != "ryukyoku" or reason is not None:
            return self.type == "ryukyoku" and reason in mjai_format().three_wins
        deltas = self.event.get("deltas")
        return not (isinstance(deltas, list) and any(deltas))

    def action(self) -> Action | None:
        """What a player does by it, in our words; None where that depends on what is possible."""
        kind = self.type
        simple: dict[str, Action] = {"hora": Win(), "none": Pass()}
        if kind in simple:
            return simple[kind]
        if kind == "dahai":
            return Discard(self.shown())
        if kind in ("chi", "pon"):
            laid = [tile for tile in self.tiles("consumed") if tile]
            marks = tuple(sorted(tile.kind for tile in laid if tile.mark))
            return Pung(marks) if kind == "pon" else \
                Chow(tuple(sorted(tile.kind for tile in (self.shown(), *laid))), marks)
        if kind == "ankan":
            first = next(iter(self.tiles("consumed")), None)
            if first is None:
                raise self.fault(Fault("mjai.kong_empty", event=kind))
            return Kong(mjai_format().kongs[kind], Tile(first.kind))
        if kind in ("kakan", "daiminkan"):
            return Kong(mjai_format().kongs[kind], Tile(self.shown().kind))
        return None


def called_off(legal: Iterable[Action]) -> Action | None:
    """How a seat calls the hand off, if it may."""
    return next((action for action in legal if isinstance(action, Abort)), None)


def declared(legal: Iterable[Action], tile: Tile) -> Action | None:
    """How a seat declares with this discard, if it may."""
    return next((action for action in legal if isinstance(action, Declare) and action.tile == tile), None)


@dataclass(slots=True)
class Kyoku:
    """One hand of a log."""

    start: LogEvent
    events: list[LogEvent] = field(default_factory=list)

    @property
    def acts(self) -> list[LogEvent]:
        """What was drawn and done, and how it ended."""
        return [logged for logged in self.events if logged.type in ACTS]


def parse(data: str | bytes, name: str = "mjai") -> list[LogEvent]:
    """The events of a log; RecordError with the line that cannot be read."""
    events = []
    for number, line in enumerate(text_of(data, name).splitlines(), 1):
        if not line.strip():
            continue
        where = f"{name}:{number}"
        if len(line) > LONGEST_LINE:
            raise RecordError(Fault("record.long_line", where=where, count=len(line), most=LONGEST_LINE))
        event = json_value(line, where)
        for one in event if isinstance(event, list) else [event]:      # some write several in a line
            events.append(checked(LogEvent(where, one)))
        if len(events) > MOST_LINES:
            raise RecordError(Fault("mjai.too_many", where=where, most=MOST_LINES))
    return events


def checked(logged: LogEvent) -> LogEvent:
    """The event if it is one: a known type, and players where they have to be."""
    event = logged.event
    kind = event.get("type") if isinstance(event, dict) else None
    if not isinstance(kind, str) or kind not in (*ACTS, *SILENT, "start_kyoku"):
        raise RecordError(Fault("mjai.not_event", where=logged.where, kind=short(kind)))
    needs = ("actor", "target") if kind in ("hora", *CLAIMS) else ("oya",) if kind == "start_kyoku" else \
        ("actor",) if kind in ACTS and kind != "ryukyoku" else ()
    for key in needs:
        if type(event.get(key)) is not int or not 0 <= event[key] < SEATS:
            raise logged.fault(Fault("mjai.no_player", event=kind, key=key))
    if "actor" in event and kind in (*ACTS, *SILENT) and type(event["actor"]) is not int:
        raise logged.fault(Fault("mjai.no_player", event=kind, key="actor"))
    if kind == "start_kyoku":
        _check_start(logged)
    return logged


def _check_start(logged: LogEvent) -> None:
    """A hand begins with four hands of tiles and numbers that a match can have."""
    tehais, scores = logged.event.get("tehais"), logged.event.get("scores")
    if not isinstance(tehais, list) or len(tehais) != SEATS:
        raise logged.fault(Fault("mjai.tehais"))
    for key in ("honba", "kyotaku", "kyoku"):
        number = logged.event.get(key, 0)
        if type(number) is not int or not 0 <= number <= MOST_REPEATS:
            raise logged.fault(Fault("mjai.number", key=key, most=MOST_REPEATS))
    if scores is not None and not (isinstance(scores, list) and len(scores) in (0, SEATS) and all(
            type(score) is int and abs(score) <= MOST_POINTS for score in scores)):
        raise logged.fault(Fault("mjai.scores"))


def kyokus(events: Sequence[LogEvent]) -> list[Kyoku]:
    """The hands of a log."""
    hands: list[Kyoku] = []
    for logged in events:
        if logged.type == "start_kyoku":
            hands.append(Kyoku(logged))
        elif hands:
            hands[-1].events.append(logged)
        elif logged.type not in SILENT:
            raise logged.fault(Fault("mjai.not_begun", event=logged.type))
    return hands
