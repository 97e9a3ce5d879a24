"""Match records of Botzone's mahjong table, read: the judge's log becomes a hand of ours, played again alike.

The log is a list of what the judge sent and what the four players answered, in turn.  Player 0 deals.  The platform
draws every tile, replacements too, from one end of its wall, and newer tables give each player a wall of his own; ours
has a front and a back.  So the wall is laid anew in the order in which our engine will draw.
"""

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from quepu.book import Rulebook, rulebook
from quepu.engine.layout import codes
from quepu.errors import IllegalAction, QuepuError
from quepu.faults import Fault
from quepu.game.actions import Action, Chow, Discard, Kong, Pass, Pung, Win
from quepu.game.events import Discarded
from quepu.game.match import Match
from quepu.notation import Tile, read_kinds, write_tiles
from quepu.records.foreign import not_possible
from quepu.records.json_text import RecordError, json_value, short, text_of, understood
from quepu.tiles import FLOWERS, code, rank

SEATS = 4
MOST_ENTRIES = 4000         # of a hand's log


@dataclass(frozen=True, slots=True)
class Format:
    """What `formats.toml` says of the platform."""

    rulebook: str
    with_flowers: Mapping[str, Any]
    without_flowers: Mapping[str, Any]
    kinds: Mapping[str, int]            # the platform's name of a tile -> its kind
    names: Mapping[int, str]
    last_tile_fans: frozenset[str]

    def book(self, flowers: bool) -> Rulebook:
        """The rulebook its records are played by."""
        return rulebook(self.rulebook, **(self.with_flowers if flowers else self.without_flowers))


@cache
def botzone_format() -> Format:
    """The platform's words and rulebook."""
    data = tomllib.loads((resources.files("quepu.records") / "formats.toml").read_text(encoding="utf-8"))["botzone"]
    kinds = {f"{letter}{number}": kind for letter, tiles in data["tiles"].items()
             for number, kind in enumerate(read_kinds(tiles), 1)}
    return Format(data["rulebook"], data["with_flowers"], data["without_flowers"], kinds,
                  {kind: name for name, kind in kinds.items()}, frozenset(data["last_tile_fans"]))


@dataclass(frozen=True, slots=True)
class Act:
    """Something a player did, and where the log says so."""

    at: int
    player: int
    word: str                           # PLAY, PENG, CHI, GANG, BUGANG or HU
    tile: int = -1                      # the discard, the kong's kind, the middle of a chow
    has_drawn: bool = False             # the player had drawn before: it is no claim


class Log:
    """A judge's log taken apart: the deal, the draws, what was done, how it ended."""

    def __init__(self, data: Mapping[str, Any], name: str) -> None:
        self.name, self.format = name, botzone_format()
        log = data.get("log", data.get("logs"))
        if not isinstance(log, list) or not log:
            raise RecordError(Fault("botzone.no_log", name=name))
        if len(log) > MOST_ENTRIES:
            raise RecordError(Fault("botzone.entries", name=name, count=len(log), most=MOST_ENTRIES))
        self.log: list[Any] = log
        self.acts: list[Act] = []
        self.hands: list[list[int]] = []            # tiles as they were dealt, flowers among them
        self.draws: list[tuple[int, bool]] = []     # (tile, whether it replaces another), the dealer's first draw first
        self.ending: Mapping[str, Any] | None = None
        self.round = 0
        self.wall = self._wall(data)
        self._replaces = False
        self._drawer = -1               # who has drawn and not yet done anything
        for at in range(0, len(log), 2):
            self._output(at, self._judge(at))

    def fault(self, at: int, what: Fault) -> RecordError:
        """An error about an entry of the log."""
        return RecordError(Fault("record.in_log", name=self.name, at=at, what=what))

    def _judge(self, at: int) -> Mapping[str, Any]:
        entry = self.log[at]
        output = entry.get("output", entry) if isinstance(entry, dict) else None
        if not isinstance(output, dict) or not isinstance(output.get("content"), dict):
            raise self.fault(at, Fault("botzone.not_judge"))
        return output

    def _wall(self, data: Mapping[str, Any]) -> list[int]:
        """The platform's wall in the order of drawing, if the record has it."""
        initial = data.get("initdata", self._judge(0).get("initdata", {}))
        initial = json_value(initial, f"{self.name}: 'initdata'") if isinstance(initial, str) and initial else initial
        names = initial.get("walltiles", "") if isinstance(initial, dict) else ""
        return [self._kind(0, one) for one in reversed(str(names).split())]

    def _kind(self, at: int, name: Any) -> int:
        kind = self.format.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            letters = sorted({key[0] for key in self.format.kinds})
            raise self.fault(at, Fault("botzone.not_tile", name=short(name), letters=letters))
        return kind

    def _output(self, at: int, output: Mapping[str, Any]) -> None:
        if self.ending is not None:
            raise self.fault(at, Fault("botzone.ended"))
        if output.get("command") == "finish":
            self._finish(at, output)
            return
        requests = [str(output["content"].get(str(player), "")).split() for player in range(SEATS)]
        if any(len(request) < 2 for request in requests):
            raise self.fault(at, Fault("botzone.no_request"))
        try:
            if requests[0][0] == "0":
                self.round = int(requests[0][2]) if len(requests[0][2]) == 1 else -1
                if not 0 <= self.round < SEATS:
                    raise self.fault(at, Fault("botzone.round", wind=short(requests[0][2]), last=SEATS - 1))
            elif requests[0][0] == "1":
                self._deal(at, requests, output)
            else:
                self._move(at, requests, output)
        except QuepuError:
            raise
        except (LookupError, ValueError, TypeError, AttributeError):
            raise self.fault(at, Fault("botzone.request", request=short(" ".join(requests[0])))) from None

    def _deal(self, at: int, requests: list[list[str]], output: Mapping[str, Any]) -> None:
        raw = output.get("display", {}).get("hand") if isinstance(output.get("display"), dict) else None
        if isinstance(raw, list) and len(raw) == SEATS:
            self.hands = [[self._kind(at, name) for name in hand] for hand in raw]
            return
        counts = [int(number) for number in requests[0][1:5]]
        flowers = [self._kind(at, name) for name in requests[0][18:]]
        for player in range(SEATS):
            own, flowers = flowers[:counts[player]], flowers[counts[player]:]
            self.hands.append(own + [self._kind(at, name) for name in requests[player][5:18]])

    def _move(self, at: int, requests: list[list[str]], output: Mapping[str, Any]) -> None:
        drawer = next((player for player in range(SEATS) if requests[player][0] == "2"), None)
        if drawer is not None:
            self.draws.append((self._kind(at, requests[drawer][1]), self._replaces))
            self._replaces, self._drawer = False, drawer
            return
        player, word, rest = self._player(at, requests[0][1]), requests[0][2], requests[0][3:]
        if word == "BUHUA":
            self.draws.append((self._kind(at, rest[0]), self._replaces))
            self._replaces = True
        elif word == "PLAY":
            self.acts.append(Act(at, player, word, self._kind(at, rest[0]), True))
        elif word in ("PENG", "CHI"):
            self.acts.append(Act(at, player, word, self._kind(at, rest[0]) if word == "CHI" else -1))
            self.acts.append(Act(at, player, "PLAY", self._kind(at, rest[-1]), True))
        elif word in ("GANG", "BUGANG"):
            tile = self._kind(at, rest[0]) if rest else self._kong_tile(at, player, output)
            self.acts.append(Act(at, player, word, tile, self._drawer == player))
            self._replaces = True
        else:
            raise self.fault(at, Fault("botzone.no_act", word=short(word)))
        self._drawer = -1

    def _kong_tile(self, at: int, player: int, output: Mapping[str, Any]) -> int:
        """The kind of a kong from the hand, which the platform tells nobody: the player's own answer has it."""
        if self._drawer != player:
            return -1                   # a claimed kong: of the discard
        answer = self.log[at - 1].get(str(player)) if at and isinstance(self.log[at - 1], dict) else None
        parts = str(answer.get("response", "") if isinstance(answer, dict) else "").split()
        if len(parts) == 2:
            return self._kind(at, parts[1])
        tile = _shown(output).get("tile")
        if tile is None:
            raise self.fault(at, Fault("botzone.kong_tile"))
        return self._kind(at, str(tile))

    def _finish(self, at: int, output: Mapping[str, Any]) -> None:
        shown = _shown(output)
        action = shown.get("action")
        if action == "HU":
            player = self._player(at, shown.get("player"))
            self.acts.append(Act(at, player, "HU", has_drawn=self._drawer == player))
        elif action != "HUANG":
            raise self.fault(at, Fault("botzone.by_fault", player=short(shown.get("player")), action=short(action)))
        self.ending = output

    def _player(self, at: int, number: Any) -> int:
        """A player as the log numbers him."""
        if str(number) not in ("0", "1", "2", "3") or isinstance(number, bool | float):
            raise self.fault(at, Fault("botzone.player", number=short(number), last=SEATS - 1))
        return int(number)

    # -- the wall as our engine draws it --
    @property
    def has_flowers(self) -> bool:
        """Whether flowers are in play."""
        tiles = [*self.wall, *(tile for hand in self.hands for tile in hand), *(tile for tile, _way in self.draws)]
        return any(tile in FLOWERS for tile in tiles)

    def laid(self) -> str:
        """The wall from front to back: dealt and drawn tiles where our engine takes them."""
        if len(self.hands) != SEATS or not self.draws:
            raise RecordError(Fault("botzone.no_draw", name=self.name))
        front, back = laid_front_and_back(self.hands, self.draws)
        return write_tiles([*front, *self._rest([*front, *back]), *reversed(back)])

    def _rest(self, used: list[int]) -> list[int]:
        """The tiles that were never drawn; none if the hand ended at the end of the wall."""
        copies = Counter({kind: 1 if kind in FLOWERS else 4 for kind in self.format.kinds.values()
                          if self.has_flowers or kind not in FLOWERS})
        taken = Counter(used)
        for kind, count in taken.items():
            if count > copies[kind]:
                raise RecordError(Fault("botzone.too_many", name=self.name, tile=code(kind), count=count))
        shown = _shown(self.ending) if self.ending is not None else {}
        shown_fans = shown.get("fan")
        fans = {str(fan.get("name")) for fan in (shown_fans if isinstance(shown_fans, list) else ())
                if isinstance(fan, dict)}
        if shown.get("action") == "HUANG" or fans & self.format.last_tile_fans:
            return []
        left = copies - taken
        rest = self.wall[len(used):]
        return rest if Counter(rest) == left else sorted(left.elements())


def laid_front_and_back(hands: Sequence[Sequence[int]],
                        draws: Sequence[tuple[int, bool]]) -> tuple[list[int], list[int]]:
    """The tiles as our engine takes them from the front, and from the back, of these hands and draws."""
    last = 1                            # the dealer's first draw, with what replaced flowers in it
    while draws[last - 1][0] in FLOWERS and last < len(draws):
        last += 1
    first, later = draws[:last], draws[last:]
    dealt = [hand[:13] for hand in hands]
    front = [tile for start in (0, 4, 8, 12) for hand in dealt for tile in hand[start:start + 4]]
    front += [first[0][0], *(tile for tile, replaces in later if not replaces)]
    back = [*hands[0][13:], *(tile for tile, _way in first[1:])]
    back += [tile for hand in hands[1:] for tile in hand[13:]]
    back += [tile for tile, replaces in later if replaces]
    return front, back


def read_botzone(data: str | bytes | Mapping[str, Any] | Sequence[Any], name: str = "botzone",
                 strict: bool = True) -> Match:
    """The hand of a Botzone record, played again; `strict` refuses one that ends with other scores than ours.

    A record is an object with the judge's log, or the log alone.
    """
    value: Any = json_value(text_of(data, name), name) if isinstance(data, str | bytes) else data
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = {"log": value}
    if not isinstance(value, Mapping):
        raise RecordError(Fault("botzone.not_record", name=name))
    with understood(name):
        return _read(value, name, strict)


def _shown(output: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the judge lets be displayed."""
    shown = output.get("display")
    return shown if isinstance(shown, dict) else {}


def _read(data: Mapping[str, Any], name: str, strict: bool) -> Match:
    log = Log(data, name)
    match = Match(log.format.book(log.has_flowers), 0, ("0", "1", "2", "3"), walls=[log.laid()], first_round=log.round)
    match.begin()
    _play(match, log)
    if strict and log.ending is not None:
        paid = [log.ending["content"].get(str(player), 0) for player in range(SEATS)]
        if paid != list(match.scores):
            told = [one if type(one) is int else short(one) for one in paid]
            raise RecordError(Fault("botzone.paid", name=name, paid=told, rule=match.book.id, scores=match.scores))
    return match


def _play(match: Match, log: Log) -> None:
    """Answer as the log says until the hand, or an unfinished log, is over."""
    place = 0
    while not match.hand_over:
        if place >= len(log.acts) and log.ending is None:
            return
        for seat in match.asked:
            act = log.acts[place] if place < len(log.acts) else None
            answer = _answer(match, seat, act)
            at = act.at if act is not None else len(log.log) - 1
            if answer is None:
                raise log.fault(at, Fault("botzone.must_answer_end", seat=seat) if act is None else
                                Fault("botzone.must_answer", seat=seat, word=act.word, player=act.player))
            try:
                events = match.play(seat, answer)
            except IllegalAction as error:
                raise log.fault(at, not_possible(match, seat, answer, error)) from None
            forced = sum(isinstance(event, Discarded) for event in events) - isinstance(answer, Discard)
            place += forced + (not isinstance(answer, Pass))        # our engine does not ask where there is no choice
    if place < len(log.acts):
        raise log.fault(log.acts[place].at, Fault("botzone.over"))


def _answer(match: Match, seat: int, act: Act | None) -> Action | None:
    """What a seat answers according to the next act of the log; None if that cannot be."""
    own = int(match.table.stage) == codes.Stage.OWN
    if act is None or act.player != seat or act.has_drawn != own:
        return None if own else Pass()
    if act.word == "HU":
        return Win()
    if act.word == "PLAY":
        return Discard(Tile(act.tile))
    if act.word in ("GANG", "BUGANG"):
        kongs = [action for action in match.legal(seat) if isinstance(action, Kong)]
        return next((kong for kong in kongs if act.tile in (-1, kong.tile.kind)), Kong("", Tile(max(act.tile, 0))))
    if act.word == "PENG":
        return Pung()
    return Chow((act.tile - 1, act.tile, act.tile + 1)) if 2 <= rank(act.tile) <= 8 else None
