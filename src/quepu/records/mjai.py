"""Games in the mjai event format, read: the events become a match of ours, played again to the same events.

Each hand's wall is laid anew so that our engine deals and draws what the log says; tiles nobody is told of are filled
with what is left.  Then the match is played by the log's events and told by `MjaiWriter`: the first event that is not
the log's is named with its line.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quepu.book import Rulebook
from quepu.engine.layout import codes
from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.game.actions import Action, Declare, Pass, Win
from quepu.game.match import Match, engine_of
from quepu.game.start import Start
from quepu.records.foreign import not_possible
from quepu.records.json_text import RecordError, short, understood
from quepu.records.mjai_format import HIDDEN, SEATS, WINDS, mjai_format, with_start
from quepu.records.mjai_log import ACTS, CLAIMS, Kyoku, LogEvent, called_off, declared, kyokus, parse
from quepu.records.mjai_wall import lay
from quepu.records.mjai_write import MjaiWriter

MOST_HANDS = 200
#: what is compared of an event, where the log tells it
_COMPARED = {"start_kyoku": ("bakaze", "kyoku", "honba", "kyotaku", "oya", "scores"), "tsumo": ("pai",),
             "dahai": ("pai",), "chi": ("target", "pai", "consumed"), "pon": ("target", "pai", "consumed"),
             "daiminkan": ("target", "pai", "consumed"), "ankan": ("consumed",), "kakan": ("pai",),
             "hora": ("target",)}


def read_mjai(data: str | bytes, name: str = "mjai", book: Rulebook | None = None, strict: bool = True) -> Match:
    """The match of an mjai log, played again as far as the log goes; `strict` refuses other payments than ours."""
    with understood(name):
        return match_of(parse(data, name), name, book, strict)


def match_of(events: Sequence[LogEvent], name: str, book: Rulebook | None = None, strict: bool = True) -> Match:
    """The match of events that were read."""
    hands = kyokus(events)
    if not hands:
        raise RecordError(Fault("mjai.no_hand", name=name))
    if len(hands) > MOST_HANDS:
        raise hands[MOST_HANDS].start.fault(Fault("mjai.hands", most=MOST_HANDS))
    first = hands[0].start.event
    opening = next((logged.event for logged in events if logged.type == "start_game"), {})
    if book is None:
        book = mjai_format().book()
        if opening.get("aka_flag") is False:
            book = book.with_options(**mjai_format().no_red)
        scores = first.get("scores")
        if isinstance(scores, list) and scores and start_of(first) is None:
            book = with_start(book, mjai_format().start_option, int(scores[0]))
        book = with_three_wins(book, events)
    start = start_of(first)
    names = opening.get("names")
    players = [str(one) for one in names] if isinstance(names, list) and len(names) == SEATS else list("0123")
    engine = engine_of(book)
    walls = [lay(hand.start, hand.events, book, engine.rules) for hand in hands]
    match = Match(book, 0, players, walls=walls, first_round=round_of(first) if start else 0, start=start)
    player = _Player(match, hands, strict)
    for hand in hands:
        player.play(hand)
    return match


def with_three_wins(book: Rulebook, events: Sequence[LogEvent]) -> Rulebook:
    """The rulebook with three wins on one tile paid or called off, as the log has it; unchanged if it has none."""
    wins = 0
    for logged in events:
        wins = wins + 1 if logged.type == "hora" else 0
        if wins == SEATS - 1:
            return book.with_options(**mjai_format().three_paid)
    if any(logged.may_be_three_wins for logged in events):
        return book.with_options(**mjai_format().three_abort)
    return book


def round_of(event: Mapping[str, Any]) -> int:
    return max(0, WINDS.find(str(event.get("bakaze"))))


def start_of(event: Mapping[str, Any]) -> Start | None:
    """Where a log begins that is not told from the first deal; None if it is."""
    words = mjai_format()
    honba, sticks = int(event.get("honba", 0)), int(event.get("kyotaku", 0))
    scores = tuple(int(score) for score in event.get("scores") or ())
    deals = SEATS * round_of(event) + int(event["oya"])
    if not (honba or sticks or deals) and len(set(scores)) < 2:
        return None
    memory = ((words.honba, honba), (words.kyotaku, sticks), (words.dealt, deals))
    return Start(int(event["oya"]), scores, words.stick * sticks, {name: value for name, value in memory if value})


class _Player:
    """Plays a match by the events of a log."""

    def __init__(self, match: Match, hands: Sequence[Kyoku], strict: bool) -> None:
        self.match, self.strict = match, strict
        self.start = hands[0].start     # of the hand at hand
        self.last = next(iter(hands[-1].acts[-1:]), None)       # where the log ends
        self.writer = MjaiWriter(match)
        self.told = 0                   # steps of the match compared so far
        self.acts: list[LogEvent] = []
        self.place = 0                  # the act that comes next
        self.all_win = False            # the three who are asked about a tile all could win on it

    def play(self, hand: Kyoku) -> None:
        """One hand, to its end or to where the log ends."""
        match = self.match
        self._begin(hand)
        while self.place < len(self.acts):
            if match.hand_over:
                raise self.acts[self.place].fault(Fault("mjai.hand_over", event=self.acts[self.place].type))
            seat = match.asked[0]
            logged = self.acts[self.place]
            answer = self._answer(seat, logged)
            if answer is None:
                return                  # the log ends within what is one answer of ours
            try:
                match.play(seat, answer)
            except IllegalAction as error:
                why = not_possible(match, seat, answer, error)
                raise logged.fault(Fault("record.of_player", player=match.player_of(seat), what=why)) from None
            self._compare(hand.start)

    def _begin(self, hand: Kyoku) -> None:
        if self.match.over:
            raise hand.start.fault(Fault("mjai.match_over"))
        if not self.match.hand_over:
            raise hand.start.fault(Fault("mjai.not_finished"))
        self.acts, self.place, self.all_win = hand.acts, 0, False
        self.start = hand.start
        try:
            self.match.begin()
        except QuepuError as error:
            raise hand.start.fault(Fault("mjai.impossible", why=error.faults)) from None
        self._compare(hand.start)

    def _compare(self, start: LogEvent) -> None:
        """Compare what the match tells now with the log."""
        for index in range(self.told, len(self.match.steps)):
            for message in self.writer.step(index):
                if message["type"] == "start_kyoku":
                    self._same(message, start)
                elif message["type"] in ACTS:
                    if self.place >= len(self.acts):
                        continue        # the log ends here
                    self._same(message, self.acts[self.place])
                    self.place += 1
        self.told = len(self.match.steps)

    def _same(self, message: Mapping[str, Any], logged: LogEvent) -> None:
        """RecordError if the event of our match is not the log's."""
        event = logged.event
        keys = ["type", *(("actor",) if "actor" in message else ()), *_COMPARED.get(message["type"], ())]
        if self.strict and message["type"] in ("hora", "ryukyoku"):
            keys.append("deltas")
        for key in keys:
            ours, theirs = message[key], event.get(key)
            if key == "consumed" and isinstance(theirs, list):
                ours, theirs = sorted(ours), sorted(map(str, theirs))
            if theirs is None or theirs == HIDDEN:
                continue
            if ours != theirs:
                shown = {name: message[name] for name in ("type", "actor", "pai", *keys) if name in message}
                raise logged.fault(Fault("mjai.differs", key=key, value=short(theirs), game=json.dumps(shown)))

    # -- what a seat answers --
    def _answer(self, seat: int, logged: LogEvent) -> Action | None:
        """What the log says a seat answers; None if it ends before that is known."""
        player = self.match.player_of(seat)
        if int(self.match.table.stage) != codes.Stage.OWN:
            return self._claim(player, logged)
        if logged.type == "ryukyoku":
            called = called_off(self.match.legal(seat))
            if called is None:
                raise logged.fault(Fault("mjai.no_abort", player=player))
            return called
        if logged.actor != player or logged.type in (*CLAIMS, "tsumo"):
            raise logged.fault(Fault("mjai.must_answer", player=player, event=logged.type, actor=logged.actor))
        return logged.action() or self._declared(seat, logged)

    def _declared(self, seat: int, logged: LogEvent) -> Action | None:
        if logged is self.last:
            if not (self._is_hidden(logged.actor) or any(isinstance(one, Declare) for one in self.match.legal(seat))):
                raise logged.fault(Fault("mjai.not_declare", player=logged.actor))
            return None
        following = self.acts[self.place + 1] if self.place + 1 < len(self.acts) else None
        if following is None or following.type != "dahai" or following.actor != logged.actor:
            raise logged.fault(Fault("mjai.no_discard"))
        action = declared(self.match.legal(seat), following.shown())
        if action is None:
            raise logged.fault(Fault("mjai.not_declare_with", player=logged.actor, tile=following.event["pai"]))
        return action

    def _is_hidden(self, player: int) -> bool:
        """Whether the log leaves tiles of a player's hand out: then it was filled, and says nothing of what he may."""
        return HIDDEN in self.start.event["tehais"][player] or any(
            logged.type == "tsumo" and logged.actor == player and logged.tile() is None for logged in self.acts)

    def _claim(self, player: int, logged: LogEvent) -> Action:
        for one in self._wins():
            if one.actor == player and one.event["target"] != player:
                return Win()
        if self._three_wins(logged):
            return Win()
        claim = logged.action() if logged.actor == player and logged.type in CLAIMS else None
        return claim or Pass()

    def _three_wins(self, logged: LogEvent) -> bool:
        """Whether all others win on the tile, and the hand is called off for it."""
        if not logged.may_be_three_wins:
            return False
        if logged.event.get("reason") is not None:
            return True
        # without a reason it may be another draw: nobody passes three wins, so three who could are three who did
        asked = self.match.asked
        if len(asked) == SEATS - 1:
            self.all_win = all(Win() in self.match.legal(seat) for seat in asked)
        return self.all_win

    def _wins(self) -> Iterator[LogEvent]:
        """The wins that come next: several may win on one tile."""
        for logged in self.acts[self.place:]:
            if logged.type != "hora":
                return
            yield logged
