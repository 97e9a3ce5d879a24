"""Logs of the viewer tenhou.net/6, read: a JSON object whose `log` has an array a hand, made into mjai events.

The viewer's editor gives an object a line, each with one hand; hands also come without the object around them.

An array holds the round, honba and stakes, the points, the indicators, then for each player the tiles dealt, what was
drawn or claimed, and what was discarded or konged; last the result.  Who comes next follows from the claims.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quepu.book import Rulebook
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game.match import Match
from quepu.records.foreign import hands_of, lines_of
from quepu.records.json_text import RecordError, json_value, short, text_of, understood
from quepu.records.mjai import match_of, with_three_wins
from quepu.records.mjai_format import SEATS, WINDS, formats, mjai_format, with_start
from quepu.records.mjai_log import LogEvent, checked

_DRAWN = 60                 # the tile just drawn is discarded
_NONE = 0                   # in place of a discard: a kong of a discard stands here
_HONORS = "ESWNPFC"
_RED = {51: "5mr", 52: "5pr", 53: "5sr"}
_WIN = "和了"
#: what comes of reading something that is no log; faults of ours are ValueErrors too
_UNREAD = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, StopIteration)
MOST_HANDS = 200
MOST_TURNS = 100            # draws or discards of one player in a hand
MOST_ORDERS = 300           # orders of play that are tried for the hands of one log


def read_tenhou(data: str | bytes | Mapping[str, Any] | Sequence[Any], name: str = "tenhou",
                book: Rulebook | None = None, strict: bool = True) -> Match:
    """The match of a log, played again as far as the log goes; `strict` refuses other payments than ours."""
    value, places = _joined(text_of(data, name), name) if isinstance(data, str | bytes) else (data, [])
    with understood(name):
        value = {"log": _log(value, name), **_around(value)}
        events = tenhou_events(value, name, places)
        return match_of(events, name, book or log_book(value, events), strict)


def _around(value: Any) -> dict[str, Any]:
    """What a log says beside its hands: of all lines the same."""
    return {key: value[key] for key in ("name", "rule") if key in value} if isinstance(value, Mapping) else {}


def _log(value: Any, name: str) -> list[Any]:
    """The hands of an object, of a list of hands, or of one hand alone."""
    hands = value.get("log") if isinstance(value, Mapping) else hands_of(value)
    if not isinstance(hands, list) or not hands:
        raise RecordError(Fault("tenhou.no_log", name=name))
    if len(hands) > MOST_HANDS:
        raise RecordError(Fault("tenhou.hands", name=name, count=len(hands), most=MOST_HANDS))
    return hands


def _joined(text: str, name: str) -> tuple[Any, list[str]]:
    """The log of a text and, where it has several lines of hands, the line of each hand."""
    lines = lines_of(text)
    if len(lines) < 2:
        return json_value(text, name), []
    if len(lines) > MOST_HANDS:
        raise RecordError(Fault("tenhou.lines", name=name, count=len(lines), most=MOST_HANDS))
    around: dict[str, Any] = {}
    hands: list[Any] = []
    places: list[str] = []
    for number, line in lines:
        where = f"{name}:{number}"
        value = json_value(line, where)
        log = _log(value, where)
        for key, one in _around(value).items():
            if around.setdefault(key, one) != one:
                raise RecordError(Fault("tenhou.differs", where=where, key=key, line=lines[0][0]))
        hands += log
        places += [where] * len(log)
    return {**around, "log": hands}, places


def tenhou_events(data: Any, name: str = "tenhou", places: Sequence[str] = ()) -> list[LogEvent]:
    """The log's hands as mjai events, each with its place in the log; `places` are the lines of the hands."""
    hands = _log(data, name)
    names = data.get("name")
    events = [LogEvent(name, {"type": "start_game", **({"names": names} if isinstance(names, list) else {})})]
    orders = iter(range(MOST_ORDERS))
    for number, hand in enumerate(hands, 1):
        where = Fault("tenhou.where", place=places[number - 1] if places else name, hand=number)
        try:
            events += _in_order(hand, where, orders)
        except QuepuError as error:
            raise RecordError(Fault("tenhou.not_read", where=where, why=error.faults)) from None
        except _UNREAD as error:
            why = f"{type(error).__name__}: {short(str(error))}"
            raise RecordError(Fault("tenhou.not_read", where=where, why=why)) from None
    return [checked(logged) for logged in events]


def log_book(data: Mapping[str, Any], events: list[LogEvent]) -> Rulebook:
    """The rulebook of a log, with the options its rule's name and its points tell."""
    words = formats()["tenhou"]
    rule_table = data.get("rule")
    rule: Mapping[str, Any] = rule_table if isinstance(rule_table, Mapping) else {}
    shown = str(rule.get("disp", ""))
    if any(word in shown for word in words["unread"]):
        raise RecordError(Fault("tenhou.four", rule=short(shown)))
    options = dict(words["options"])
    for word, more in words["with"].items():
        options |= more if word in shown else {}
    for word, more in words["without"].items():
        options |= more if shown and word not in shown else {}
    reds = [rule.get(key) for key in ("aka", "aka51", "aka52", "aka53") if key in rule]
    if reds and not any(reds):
        options |= mjai_format().no_red
    start = next(rule_table for rule_table in events if rule_table.type == "start_kyoku").event
    book = with_start(mjai_format().book().with_options(**options), mjai_format().start_option, start["scores"][0])
    return with_three_wins(book, events)


def tile_name(code: int) -> str:
    """The mjai name of a tile's number: 11-19 m, 21-29 p, 31-39 s, 41-47 honours, 51-53 red fives."""
    if type(code) is not int:
        raise RecordError(Fault("tenhou.not_tile", code=short(code)))
    if code in _RED:
        return _RED[code]
    suit, rank = divmod(int(code), 10)
    if not (1 <= suit <= 4 and 1 <= rank <= (7 if suit == 4 else 9)):
        raise RecordError(Fault("tenhou.not_tile", code=short(code)))
    return _HONORS[rank - 1] if suit == 4 else f"{rank}{'mps'[suit - 1]}"


def _call(text: str) -> tuple[str, int, list[str]]:
    """A claim or kong taken apart: its letter, before which of its tiles that stands, and the tiles."""
    letter = next(char for char in text if char.isalpha())
    before, after = text.split(letter)
    codes = before + after
    return letter, len(before) // 2, [tile_name(int(codes[at:at + 2])) for at in range(0, len(codes), 2)]


def _in_order(hand: list[Any], where: str, orders: Iterator[int]) -> list[LogEvent]:
    """The events of a hand in an order of play in which everything that is written happens.

    The arrays say of a claim from whom the tile came, not when: who lets a tile go and claims an equal one of the same
    player later, without a draw in between because claims passed him over, could have had the first as well.  A claim
    is made as soon as it can be; where that does not come out even, some are made later, the last first.
    """
    first = one = _Hand(hand, where)
    fault: Exception | None = None
    later: deque[frozenset[int]] = deque()
    while True:
        try:
            one.play()
            if one.is_whole:
                return one.ended()
        except _UNREAD as error:
            fault = error if one is first else fault
        last = max(one.later, default=-1)
        later += [one.later | {claim} for claim in reversed(one.made) if claim > last]
        if not later or next(orders, None) is None:
            break
        one = _Hand(hand, where, later.popleft())
    if fault is not None:
        raise fault
    return first.ended()


class _Hand:
    """One array of the log, walked through in the order of play."""

    def __init__(self, hand: list[Any], where: str, later: frozenset[int] = frozenset()) -> None:
        self.where = where
        self.later = later              # claims, counted as they could be made, that are not made yet
        self.made: list[int] = []       # those that are
        self.could = 0                  # claims that could be made so far
        (self.round, self.honba, self.stakes), self.scores, self.dora, _ura = hand[0], hand[1], hand[2], hand[3]
        self.ura = [tile_name(code) for code in _ura]
        parts = hand[4:4 + 3 * SEATS]
        self.dealt = [[tile_name(code) for code in parts[3 * player]] for player in range(SEATS)]
        self.draws = [list(parts[3 * player + 1]) for player in range(SEATS)]
        self.discards = [list(parts[3 * player + 2]) for player in range(SEATS)]
        self.result = hand[4 + 3 * SEATS]
        if any(len(turns) > MOST_TURNS for turns in (*self.draws, *self.discards)):
            raise RecordError(Fault("tenhou.turns", most=MOST_TURNS))
        if not all(type(number) is int and 0 <= number < 1000 for number in (self.round, self.honba, self.stakes)):
            raise RecordError(Fault("tenhou.small"))
        self.drawn = [""] * SEATS
        self.turned = 1                 # indicators told so far
        self.found: list[LogEvent] = []

    def tell(self, kind: str, **more: Any) -> None:
        """Add an event."""
        number = len(self.found) + 1
        where = Fault("tenhou.event", where=self.where, number=number) if "actor" not in more else \
            Fault("tenhou.player_event", where=self.where, player=short(more["actor"]), number=number)
        self.found.append(LogEvent(where, {"type": kind, **more}))

    @property
    def is_whole(self) -> bool:
        """Whether all that is written has happened."""
        return not any(self.draws) and not any(self.discards)

    def ended(self) -> list[LogEvent]:
        """The events of a hand that was played, with its result."""
        self._end()
        return self.found

    def play(self) -> None:
        """Walk through the hand from its start to the last discard."""
        player = self.round % SEATS
        self.tell("start_kyoku", bakaze=WINDS[self.round // SEATS % 4], kyoku=player + 1, honba=self.honba,
                  kyotaku=self.stakes, oya=player, scores=list(self.scores), dora_marker=tile_name(self.dora[0]),
                  tehais=self.dealt)
        claim = False
        while self.draws[player] or claim:
            if not claim:
                self._draw(player)
            following = self._act(player)
            if following is None:
                break
            player, claim = following

    def _draw(self, player: int) -> None:
        code = self.draws[player].pop(0)
        if isinstance(code, str):
            raise RecordError(Fault("tenhou.claims", player=player, text=short(code)))
        self.drawn[player] = tile_name(code)
        self.tell("tsumo", actor=player, pai=self.drawn[player])

    def _act(self, player: int) -> tuple[int, bool] | None:
        """What a player does after drawing or claiming: (who comes next, whether by a claim); None at the end."""
        if not self.discards[player]:
            return None
        done = self.discards[player].pop(0)
        if isinstance(done, str) and ("a" in done or "k" in done):
            letter, place, tiles = _call(done)
            if letter == "a":
                self.tell("ankan", actor=player, consumed=tiles)
            else:
                self.tell("kakan", actor=player, pai=tiles[place], consumed=tiles[:place] + tiles[place + 1:])
            self._kong_turned()
            return (player, False) if self.draws[player] else None
        if isinstance(done, str):       # r60, r34: with a declaration
            self.tell("reach", actor=player)
            done = int(done.removeprefix("r"))
        tile = self.drawn[player] if done == _DRAWN else tile_name(done)
        self.tell("dahai", actor=player, pai=tile, tsumogiri=done == _DRAWN)
        return self._claimed(player, tile) or ((player + 1) % SEATS, False)

    def _kong_turned(self) -> None:
        if self.turned < len(self.dora):
            self.tell("dora", dora_marker=tile_name(self.dora[self.turned]))
            self.turned += 1

    def _claimed(self, feeder: int, tile: str) -> tuple[int, bool] | None:
        """Who takes a discard, pungs and kongs before chows; None if nobody does."""
        for letters in ("pm", "c"):
            for step in (1, 2, 3):
                player = (feeder + step) % SEATS
                text = self.draws[player][0] if self.draws[player] else None
                if not isinstance(text, str):
                    continue
                letter, place, tiles = _call(text)
                # the letter stands before the claimed tile, which lies on the feeder's side
                side = {0: 3, 1: 2}.get(place, 1)
                if letter not in letters or tiles[place] != tile or (player + side) % SEATS != feeder:
                    continue
                number, self.could = self.could, self.could + 1
                if number in self.later:
                    continue
                self.made.append(number)
                self.draws[player].pop(0)
                kind = {"p": "pon", "m": "daiminkan", "c": "chi"}[letter]
                self.tell(kind, actor=player, target=feeder, pai=tile, consumed=tiles[:place] + tiles[place + 1:])
                if letter != "m":
                    return player, True
                if self.discards[player] and self.discards[player][0] == _NONE:
                    self.discards[player].pop(0)
                self._kong_turned()
                return player, False
        return None

    def _end(self) -> None:
        """How it ended: wins in pairs of points and what was won, or a draw and its name."""
        word = str(self.result[0])
        if word == _WIN:
            for at in range(1, len(self.result) - 1, 2):
                deltas, outcome = self.result[at], self.result[at + 1]
                self.tell("hora", actor=outcome[0], target=outcome[1], deltas=deltas, ura_markers=self.ura)
            return
        reasons = formats()["tenhou"]["draws"]
        if word not in reasons:
            raise RecordError(Fault("tenhou.result", word=short(word), known=(_WIN, *reasons)))
        self.tell("ryukyoku", reason=reasons[word], **({"deltas": self.result[1]} if len(self.result) > 1 else {}))
