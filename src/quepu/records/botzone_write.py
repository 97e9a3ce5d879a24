"""Match records of Botzone's mahjong table, written: a finished hand of ours as the judge's log of that platform."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from quepu.faults import Fault
from quepu.game import events as ev
from quepu.game.match import Match
from quepu.game.settlement import Settlement
from quepu.game.steps import Step
from quepu.notation import read_kinds
from quepu.records.botzone import SEATS, botzone_format
from quepu.records.lines import RecordError
from quepu.tiles import FLOWERS


def write_botzone(match: Match, hand: int = 1) -> dict[str, Any]:
    """The log of a finished hand, counted from 1; RecordError for what the platform's format has no words for."""
    begins = [index for index, step in enumerate(match.steps) if step.kind == "begin"]
    if not 1 <= hand <= len(match.settlements):
        raise RecordError(Fault("botzone.not_finished", hand=hand, count=len(match.settlements)))
    end = begins[hand] if hand < len(begins) else len(match.steps)
    writer = Writer(match, match.steps[begins[hand - 1]:end], match.settlements[hand - 1])
    return writer.write()


class Writer:
    """Writes one hand: each round is what the judge sends, then what the players answer."""

    def __init__(self, match: Match, steps: Sequence[Step], settlement: Settlement) -> None:
        book = match.book
        if book.id != botzone_format().rulebook or match.seats != SEATS:
            raise RecordError(Fault("botzone.rulebook", wanted=botzone_format().rulebook, rule=book.id))
        self.events = [event for step in steps for event in step.events if not isinstance(event, ev.Noted)]
        self.began = next(event for event in self.events if isinstance(event, ev.HandBegan))
        self.settlement, self.book = settlement, book
        self.wall = list(read_kinds(steps[0].wall))
        self.outputs: list[dict[str, Any]] = []
        self.answers: list[list[str]] = []
        self.drawn: list[int] = []      # every tile in the order in which the platform draws
        self.claim: tuple[str, ...] = ()

    def write(self) -> dict[str, Any]:
        """The whole record."""
        quan = self.began.round % 4
        self.send(lambda player: f"0 {player} {quan}", {"action": "INIT", "quan": quan})
        first = self._deal()
        for index in range(first, len(self.events)):
            self._event(self.events[index], self.events[index + 1] if index + 1 < len(self.events) else None)
        log: list[dict[str, Any]] = []
        for output, answers in zip(self.outputs, self.answers, strict=True):
            log += [{"output": output}, {str(player): {"verdict": "OK", "response": text}
                                         for player, text in enumerate(answers)}]
        rest = list(self.wall)
        for kind in self.drawn:
            rest.remove(kind)           # what is left lies in the middle, in order
        wall = " ".join(map(_name, reversed([*self.drawn, *self._middle(rest)])))
        return {"initdata": {"quan": quan, "walltiles": wall}, "log": log[:-1]}

    def _middle(self, rest: list[int]) -> list[int]:
        draws = [event for event in self.events if isinstance(event, ev.Drawn)]
        front = 13 * SEATS + 1 + sum(event.way == "wall" for event in draws)
        middle = self.wall[front:front + len(rest)]
        return middle if sorted(middle) == sorted(rest) else rest

    def send(self, request: Callable[[int], str], display: dict[str, Any]) -> None:
        """A round: what the judge tells each player; all pass until one is known to do otherwise."""
        content = {str(player): request(player) for player in range(SEATS)}
        self.outputs.append({"command": "request", "content": content, "display": display})
        self.answers.append(["PASS"] * SEATS)

    def tell(self, player: int, words: str, **display: Any) -> None:
        """A round in which all are told the same."""
        self.send(lambda _player: f"3 {player} {words}", {"action": words.split()[0], "player": player, **display})

    def _deal(self) -> int:
        """Write the deal and the dealer's first draw; the place of the first event after them."""
        last = next((index for index, event in enumerate(self.events)
                     if not isinstance(event, ev.HandBegan | ev.Dealt | ev.FlowerLaid | ev.Drawn)), len(self.events))
        dealt: list[list[int]] = [[] for _seat in range(SEATS)]
        for place in range(13 * SEATS):
            start = 16 * (place // 16) if place < 48 else 48
            width = 4 if place < 48 else 1
            dealt[(place - start) // width].append(self.wall[place])
        extra = [self.wall[13 * SEATS]]
        for event in self.events[:last]:
            if isinstance(event, ev.Drawn) and event.tile is not None:
                kind = read_kinds(event.tile)[0]
                full = event.seat == 0 and sum(tile not in FLOWERS for tile in dealt[0]) == 13
                (extra if full else dealt[event.seat]).append(kind)
        if any(sum(tile not in FLOWERS for tile in hand) != 13 for hand in dealt) or extra[-1] in FLOWERS:
            raise RecordError(Fault("botzone.kept_deal"))
        flowers = [[tile for tile in hand if tile in FLOWERS] for hand in dealt]
        all_flowers = [_name(tile) for own in flowers for tile in own]

        def request(player: int) -> str:
            tiles = [_name(tile) for tile in dealt[player] if tile not in FLOWERS]
            return " ".join(["1", *(str(len(own)) for own in flowers), *tiles, *all_flowers])
        self.send(request, {"action": "DEAL", "hand": [[_name(tile) for tile in hand] for hand in dealt]})
        self.drawn += [tile for hand in dealt for tile in hand]
        for tile in extra:
            self._draw(0, tile)
        return last

    def _draw(self, player: int, tile: int) -> None:
        name = _name(tile)
        self.drawn.append(tile)
        if tile in FLOWERS:
            self.tell(player, f"BUHUA {name}", tile=name)
            return
        self.send(lambda other: f"2 {name}" if other == player else f"3 {player} DRAW",
                  {"action": "DRAW", "player": player, "tile": name})

    def _event(self, event: ev.Event, following: ev.Event | None) -> None:
        last = self.answers[-1]
        if isinstance(event, ev.Drawn) and event.tile is not None:
            tile = read_kinds(event.tile)[0]
            laid = isinstance(following, ev.FlowerLaid) and following.tile == event.tile
            if (tile in FLOWERS) != laid:
                raise RecordError(Fault("botzone.kept", tile=event.tile))
            self._draw(event.seat, tile)
        elif isinstance(event, ev.Discarded):
            words = " ".join((*(self.claim or ("PLAY",)), _name(read_kinds(event.tile)[0])))
            self.claim = ()
            last[event.seat] = words
            self.tell(event.seat, words, tile=words.split()[-1])
        elif isinstance(event, ev.PungMade):
            self.claim = ("PENG",)
        elif isinstance(event, ev.SetMade):
            kinds = sorted(read_kinds(event.tiles))
            if any(above - below != 1 for below, above in pairwise(kinds)):
                raise RecordError(Fault("botzone.not_chow", tiles=event.tiles))
            self.claim = ("CHI", _name(kinds[1]))
        elif isinstance(event, ev.KongAnnounced | ev.KongMade) and event.tile is not None:
            self._kong(event, _name(read_kinds(event.tile)[0]))
        elif isinstance(event, ev.Won):
            last[event.seat] = "HU"
        elif isinstance(event, ev.HandEnded):
            self._finish()
        elif not isinstance(event, ev.FlowerLaid | ev.NoWinner | ev.Shown | ev.Paid | ev.MatchEnded):
            raise RecordError(Fault("botzone.no_words", event=event.type))

    def _kong(self, event: ev.KongAnnounced | ev.KongMade, name: str) -> None:
        if isinstance(event, ev.KongMade) and event.form == "added":
            return                      # told when it was announced
        added = isinstance(event, ev.KongAnnounced)
        claimed = isinstance(event, ev.KongMade) and event.form == "melded"
        self.answers[-1][event.seat] = f"BUGANG {name}" if added else "GANG" if claimed else f"GANG {name}"
        self.tell(event.seat, f"BUGANG {name}" if added else "GANG", tile=name)

    def _finish(self) -> None:
        settlement = self.settlement
        if settlement.ended not in ("win", "draw") or len(settlement.wins) > 1:
            raise RecordError(Fault("botzone.one_winner"))
        display: dict[str, Any] = {"action": "HUANG"}
        for win in settlement.wins:
            fans = [{"name": fan.names["zh"], "cnt": fan.count, "value": fan.value} for fan in win.score.fans]
            display = {"action": "HU", "player": win.seat, "fanCnt": win.total, "fan": fans,
                       "score": list(settlement.net)}
        content = {str(player): net for player, net in enumerate(settlement.net)}
        self.outputs.append({"command": "finish", "content": content, "display": display})
        self.answers.append([])


def _name(kind: int) -> str:
    """The platform's name of a tile."""
    return botzone_format().names[kind]
