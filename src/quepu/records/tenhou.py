"""Logs of the viewer tenhou.net/6, read: a JSON object whose `log` has an array a hand, made into mjai events.

An array holds the round, honba and stakes, the points, the indicators, then for each player the tiles dealt, what was
drawn or claimed, and what was discarded or konged; last the result.  Who comes next follows from the claims.
"""

import json
from collections.abc import Mapping
from typing import Any

from quepu.errors import QuepuError
from quepu.game.match import Match
from quepu.records.lines import RecordError
from quepu.records.mjai import Told, checked, match_of
from quepu.records.mjai_format import SEATS, WINDS, formats, mjai_format, with_start
from quepu.scoring.book import Rulebook

_DRAWN = 60                 # the tile just drawn is discarded
_NONE = 0                   # in place of a discard: a kong of a discard stands here
_HONORS = "ESWNPFC"
_RED = {51: "5mr", 52: "5pr", 53: "5sr"}
_WIN = "和了"


def read_tenhou(data: str | bytes | Mapping[str, Any], name: str = "tenhou", book: Rulebook | None = None,
                strict: bool = True) -> Match:
    """The match of a log, played again as far as the log goes; `strict` refuses other payments than ours."""
    value: Any = data
    if not isinstance(data, Mapping):
        try:
            value = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{name}: not JSON ({error})") from None
    events = tenhou_events(value, name)
    return match_of(events, name, book or log_book(value, events), strict)


def tenhou_events(data: Any, name: str = "tenhou") -> list[Told]:
    """The log's hands as mjai events, each with its place in the log."""
    hands = data.get("log") if isinstance(data, Mapping) else None
    if not isinstance(hands, list) or not hands:
        raise RecordError(f"{name}: there is no 'log', an array of hands")
    names = data.get("name")
    found = [Told(name, {"type": "start_game", **({"names": names} if isinstance(names, list) else {})})]
    for number, hand in enumerate(hands, 1):
        where = f"{name}: hand {number}"
        try:
            found += _Hand(hand, where).events()
        except (IndexError, KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, QuepuError):
                raise
            raise RecordError(f"{where}: cannot be read ({type(error).__name__}: {error})") from None
    return [checked(told) for told in found]


def log_book(data: Mapping[str, Any], events: list[Told]) -> Rulebook:
    """The rulebook of a log, with the options its rule's name and its points tell."""
    words = formats()["tenhou"]
    told = data.get("rule")
    rule: Mapping[str, Any] = told if isinstance(told, Mapping) else {}
    shown = str(rule.get("disp", ""))
    if any(word in shown for word in words["unread"]):
        raise RecordError(f"a game of '{shown}' cannot be read: only four players")
    options = dict(words["options"])
    for word, more in words["with"].items():
        options |= more if word in shown else {}
    for word, more in words["without"].items():
        options |= more if shown and word not in shown else {}
    reds = [rule.get(key) for key in ("aka", "aka51", "aka52", "aka53") if key in rule]
    if reds and not any(reds):
        options |= mjai_format().no_red
    start = next(told for told in events if told.type == "start_kyoku").event
    return with_start(mjai_format().book().with_options(**options), mjai_format().start_option, start["scores"][0])


def tile_name(code: int) -> str:
    """The mjai name of a tile's number: 11-19 m, 21-29 p, 31-39 s, 41-47 honours, 51-53 red fives."""
    if code in _RED:
        return _RED[code]
    suit, rank = divmod(int(code), 10)
    if not (1 <= suit <= 4 and 1 <= rank <= (7 if suit == 4 else 9)):
        raise ValueError(f"{code} is no tile")
    return _HONORS[rank - 1] if suit == 4 else f"{rank}{'mps'[suit - 1]}"


def _call(text: str) -> tuple[str, int, list[str]]:
    """A claim or kong taken apart: its letter, before which of its tiles that stands, and the tiles."""
    letter = next(char for char in text if char.isalpha())
    before, after = text.split(letter)
    codes = before + after
    return letter, len(before) // 2, [tile_name(int(codes[at:at + 2])) for at in range(0, len(codes), 2)]


class _Hand:
    """One array of the log, walked through in the order of play."""

    def __init__(self, hand: list[Any], where: str) -> None:
        self.where = where
        (self.round, self.honba, self.stakes), self.scores, self.dora, _ura = hand[0], hand[1], hand[2], hand[3]
        self.ura = [tile_name(code) for code in _ura]
        parts = hand[4:4 + 3 * SEATS]
        self.dealt = [[tile_name(code) for code in parts[3 * player]] for player in range(SEATS)]
        self.draws = [list(parts[3 * player + 1]) for player in range(SEATS)]
        self.discards = [list(parts[3 * player + 2]) for player in range(SEATS)]
        self.result = hand[4 + 3 * SEATS]
        self.drawn = [""] * SEATS
        self.turned = 1                 # indicators told so far
        self.found: list[Told] = []

    def tell(self, kind: str, **more: Any) -> None:
        """Add an event."""
        place = f", player {more['actor']}" if "actor" in more else ""
        self.found.append(Told(f"{self.where}{place}, event {len(self.found) + 1}", {"type": kind, **more}))

    def events(self) -> list[Told]:
        """The hand from its start to its result."""
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
        self._end(player)
        return self.found

    def _draw(self, player: int) -> None:
        code = self.draws[player].pop(0)
        if isinstance(code, str):
            raise ValueError(f"player {player} claims '{code}', which nobody has discarded")
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

    def _end(self, last: int) -> None:
        """How it ended: wins in pairs of points and what was won, or a draw and its name."""
        word = str(self.result[0])
        if word == _WIN:
            for at in range(1, len(self.result) - 1, 2):
                deltas, told = self.result[at], self.result[at + 1]
                self.tell("hora", actor=told[0], target=told[1], deltas=deltas, ura_markers=self.ura)
            return
        reasons = formats()["tenhou"]["draws"]
        if word not in reasons:
            raise ValueError(f"the result '{word}' is not known: {_WIN}, {', '.join(reasons)}")
        self.tell("ryukyoku", reason=reasons[word], **({"deltas": self.result[1]} if len(self.result) > 1 else {}))
