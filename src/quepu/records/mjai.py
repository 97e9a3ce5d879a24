"""Games in the mjai event format, read: the events become a match of ours, played again to the same events.

Each hand's wall is laid anew so that our engine deals and draws what the log says; tiles nobody is told of are filled
with what is left.  Then the match is played by the log's events and told by `MjaiWriter`: the first event that is not
the log's is named with its line.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from quepu.core import table as tb
from quepu.errors import IllegalAction, QuepuError
from quepu.game.actions import Abort, Action, Chow, Declare, Discard, Kong, Pass, Pung, Win
from quepu.game.match import Match, engine_of
from quepu.game.start import Start
from quepu.notation import Tile
from quepu.records.lines import RecordError
from quepu.records.mjai_format import HIDDEN, SEATS, WINDS, mjai_format, with_start
from quepu.records.mjai_wall import lay
from quepu.records.mjai_write import MjaiWriter
from quepu.scoring.book import Rulebook

#: events of a log that say nothing of the play, or come where they may
_SILENT = ("dora", "reach_accepted", "end_kyoku", "none", "hello", "start_game", "end_game")
_ACTS = ("tsumo", "dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "reach", "hora", "ryukyoku")
_CLAIMS = ("chi", "pon", "daiminkan")
#: what is compared of an event, where the log tells it
_COMPARED = {"start_kyoku": ("bakaze", "kyoku", "honba", "kyotaku", "oya", "scores"), "tsumo": ("pai",),
             "dahai": ("pai",), "chi": ("target", "pai", "consumed"), "pon": ("target", "pai", "consumed"),
             "daiminkan": ("target", "pai", "consumed"), "ankan": ("consumed",), "kakan": ("pai",),
             "hora": ("target",)}


@dataclass(frozen=True, slots=True)
class Told:
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

    def fault(self, what: str) -> RecordError:
        """An error about the event."""
        return RecordError(f"{self.where}: {what}")

    def tile(self, name: str = "") -> Tile | None:
        """A tile it names, its `pai` unless told; None for a hidden one."""
        name = name or str(self.event.get("pai"))
        if name == HIDDEN:
            return None
        tile = mjai_format().tiles.get(name)
        if tile is None:
            raise self.fault(f"'{name}' is no tile: 1m to 9s, 5mr 5pr 5sr, E S W N P F C")
        return tile

    def shown(self, name: str = "") -> Tile:
        """A tile that cannot be hidden."""
        tile = self.tile(name)
        if tile is None:
            raise self.fault(f"'{self.type}' does not tell its tile")
        return tile

    def tiles(self, key: str) -> list[Tile | None]:
        """The tiles of a list."""
        names = self.event.get(key)
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self.fault(f"'{self.type}' has no list of tiles '{key}'")
        return [self.tile(name) for name in names]

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
            return Kong(mjai_format().kongs[kind], Tile(self.shown(str((self.event.get("consumed") or ["?"])[0])).kind))
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

    start: Told
    events: list[Told] = field(default_factory=list)

    @property
    def acts(self) -> list[Told]:
        """What was drawn and done, and how it ended."""
        return [told for told in self.events if told.type in _ACTS]


def parse(data: str | bytes, name: str = "mjai") -> list[Told]:
    """The events of a log; RecordError with the line that cannot be read."""
    try:
        text = data if isinstance(data, str) else data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(f"{name}: not UTF-8 text") from None
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            event = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{name}:{number}: not a line of JSON ({error})") from None
        for one in event if isinstance(event, list) else [event]:      # some write several in a line
            found.append(checked(Told(f"{name}:{number}", one)))
    return found


def checked(told: Told) -> Told:
    """The event if it is one: a known type, and players where they have to be."""
    event = told.event
    kind = event.get("type") if isinstance(event, dict) else None
    if kind not in (*_ACTS, *_SILENT, "start_kyoku"):
        raise RecordError(f"{told.where}: '{kind}' is no event of the format")
    needs = ("actor", "target") if kind in ("hora", *_CLAIMS) else ("oya",) if kind == "start_kyoku" else \
        ("actor",) if kind in _ACTS and kind != "ryukyoku" else ()
    for key in needs:
        if not isinstance(event.get(key), int) or not 0 <= event[key] < SEATS:
            raise told.fault(f"'{kind}' has no player 0-3 as its '{key}'")
    if kind == "start_kyoku" and len(event.get("tehais") or ()) != SEATS:
        raise told.fault("'start_kyoku' needs the tehais of four players")
    return told


def kyokus(events: Sequence[Told]) -> list[Kyoku]:
    """The hands of a log."""
    found: list[Kyoku] = []
    for told in events:
        if told.type == "start_kyoku":
            found.append(Kyoku(told))
        elif found:
            found[-1].events.append(told)
        elif told.type not in _SILENT:
            raise told.fault(f"'{told.type}' comes before a hand has begun")
    return found


def read_mjai(data: str | bytes, name: str = "mjai", book: Rulebook | None = None, strict: bool = True) -> Match:
    """The match of an mjai log, played again as far as the log goes; `strict` refuses other payments than ours."""
    return match_of(parse(data, name), name, book, strict)


def match_of(events: Sequence[Told], name: str, book: Rulebook | None = None, strict: bool = True) -> Match:
    """The match of events that were read."""
    hands = kyokus(events)
    if not hands:
        raise RecordError(f"{name}: no hand begins in it ('start_kyoku')")
    first = hands[0].start.event
    opening = next((told.event for told in events if told.type == "start_game"), {})
    if book is None:
        book = mjai_format().book()
        if opening.get("aka_flag") is False:
            book = book.with_options(**mjai_format().no_red)
        scores = first.get("scores")
        if isinstance(scores, list) and scores and start_of(first) is None:
            book = with_start(book, mjai_format().start_option, int(scores[0]))
    start = start_of(first)
    names = opening.get("names")
    players = [str(one) for one in names] if isinstance(names, list) and len(names) == SEATS else list("0123")
    engine = engine_of(book)
    walls = [lay(hand.start, hand.events, book, engine.rules) for hand in hands]
    match = Match(book, 0, players, walls=walls, first_round=_round(first) if start else 0, start=start)
    player = _Player(match, strict)
    for hand in hands:
        player.play(hand)
    return match


def _round(event: Mapping[str, Any]) -> int:
    return max(0, WINDS.find(str(event.get("bakaze"))))


def start_of(event: Mapping[str, Any]) -> Start | None:
    """Where a log begins that is not told from the first deal; None if it is."""
    told = mjai_format()
    honba, sticks = int(event.get("honba", 0)), int(event.get("kyotaku", 0))
    scores = tuple(int(score) for score in event.get("scores") or ())
    deals = SEATS * _round(event) + int(event["oya"])
    if not (honba or sticks or deals) and len(set(scores)) < 2:
        return None
    memory = ((told.honba, honba), (told.kyotaku, sticks), (told.dealt, deals))
    return Start(int(event["oya"]), scores, told.stick * sticks, {name: value for name, value in memory if value})


class _Player:
    """Plays a match by the events of a log."""

    def __init__(self, match: Match, strict: bool) -> None:
        self.match, self.strict = match, strict
        self.writer = MjaiWriter(match)
        self.told = 0                   # steps of the match compared so far
        self.acts: list[Told] = []
        self.place = 0                  # the act that comes next

    def play(self, hand: Kyoku) -> None:
        """One hand, to its end or to where the log ends."""
        match = self.match
        self._begin(hand)
        while self.place < len(self.acts):
            if match.hand_over:
                raise self.acts[self.place].fault(f"the hand is over before '{self.acts[self.place].type}'")
            seat = match.asked[0]
            told = self.acts[self.place]
            answer = self._answer(seat, told)
            try:
                match.play(seat, answer)
            except IllegalAction as error:
                why = match.why_not(seat, answer, "en")
                raise told.fault(f"player {match.player_of(seat)}: {error}\n    {why}") from None
            self._compare(hand.start)

    def _begin(self, hand: Kyoku) -> None:
        if self.match.over:
            raise hand.start.fault("the match is over before this hand")
        if not self.match.hand_over:
            raise hand.start.fault("the hand before was not finished")
        self.acts, self.place = hand.acts, 0
        try:
            self.match.begin()
        except QuepuError as error:
            raise hand.start.fault(f"the tiles of this hand cannot be: {error}") from None
        self._compare(hand.start)

    def _compare(self, start: Told) -> None:
        """Compare what the match tells now with the log."""
        for index in range(self.told, len(self.match.steps)):
            for message in self.writer.step(index):
                if message["type"] == "start_kyoku":
                    self._same(message, start)
                elif message["type"] in _ACTS:
                    if self.place >= len(self.acts):
                        continue        # the log ends here
                    self._same(message, self.acts[self.place])
                    self.place += 1
        self.told = len(self.match.steps)

    def _same(self, message: Mapping[str, Any], told: Told) -> None:
        """RecordError if the event of our match is not the log's."""
        event = told.event
        keys = ["type", *(("actor",) if "actor" in message else ()), *_COMPARED.get(message["type"], ())]
        if self.strict and message["type"] in ("hora", "ryukyoku"):
            keys.append("deltas")
        for key in keys:
            ours, theirs = message[key], event.get(key)
            if key == "consumed":
                ours, theirs = sorted(ours), sorted(theirs or ())
            if theirs is None or theirs == HIDDEN:
                continue
            if ours != theirs:
                shown = {name: message[name] for name in ("type", "actor", "pai", *keys) if name in message}
                raise told.fault(f"this is not what the game gives: {key} {theirs}\n    game: {json.dumps(shown)}")

    # -- what a seat answers --
    def _answer(self, seat: int, told: Told) -> Action:
        player = self.match.player_of(seat)
        if int(self.match.table.stage) != tb.ST_OWN:
            return self._claim(player, told)
        if told.type == "ryukyoku":
            called = called_off(self.match.legal(seat))
            if called is None:
                raise told.fault(f"player {player} has to answer here and may not call the hand off")
            return called
        if told.actor != player or told.type in (*_CLAIMS, "tsumo"):
            raise told.fault(f"player {player} has to answer here, not '{told.type}' of player {told.actor}")
        return told.action() or self._declared(seat, told)

    def _declared(self, seat: int, told: Told) -> Action:
        following = self.acts[self.place + 1] if self.place + 1 < len(self.acts) else None
        if following is None or following.type != "dahai" or following.actor != told.actor:
            raise told.fault("no discard of the player follows the declaration")
        found = declared(self.match.legal(seat), following.shown())
        if found is None:
            raise told.fault(f"player {told.actor} may not declare with {following.event['pai']} now")
        return found

    def _claim(self, player: int, told: Told) -> Action:
        for one in self._wins():
            if one.actor == player and one.event["target"] != player:
                return Win()
        claim = told.action() if told.actor == player and told.type in _CLAIMS else None
        return claim or Pass()

    def _wins(self) -> Iterator[Told]:
        """The wins that come next: several may win on one tile."""
        for told in self.acts[self.place:]:
            if told.type != "hora":
                return
            yield told
