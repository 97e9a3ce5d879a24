"""A table of ours that speaks as Botzone's judge does: what it sends to one player, and what his responses mean."""

from collections.abc import Iterator

from quepu.game import events as ev
from quepu.game.actions import Action, Chow, Discard, Kong, Pass, Pung, Win
from quepu.game.match import Match
from quepu.notation import Tile, read_kinds
from quepu.records.botzone import botzone_format
from quepu.rulebook.file.choices import KongOf
from quepu.tiles import FLOWERS

NAMES = botzone_format().names


def name(text: str) -> str:
    """The platform's name of a tile in our notation."""
    return NAMES[read_kinds(text)[0]]


class Judge:
    """Tells one player of a match, step by step."""

    def __init__(self, match: Match, player: int) -> None:
        self.match, self.player = match, player
        self.told = 0
        self.claim: tuple[str, ...] = ()

    def requests(self) -> Iterator[str]:
        """What has not been sent yet, all of it but the part of a claim whose discard is still to come."""
        for step in self.match.steps[self.told:]:
            events = list(step.events)
            if step.kind == "begin":
                yield from self._deal(events)
                continue
            for place, event in enumerate(events):
                yield from self._event(event, events[place + 1] if place + 1 < len(events) else None)
        self.told = len(self.match.steps)

    def _deal(self, events: list[ev.Event]) -> Iterator[str]:
        began = events[0]
        assert isinstance(began, ev.HandBegan)
        yield f"0 {self.player} {began.round % 4}"
        hands = [list(read_kinds(event.tiles or "")) for event in events if isinstance(event, ev.Dealt)]
        wall = read_kinds(self.match.steps[0].wall)
        hands[0].remove(wall[52])
        extra = [wall[52]]
        for event in events:
            if isinstance(event, ev.Drawn) and event.tile is not None:
                full = event.seat == 0 and sum(kind not in FLOWERS for kind in hands[0]) == 13
                (extra if full else hands[event.seat]).append(read_kinds(event.tile)[0])
        flowers = [[kind for kind in hand if kind in FLOWERS] for hand in hands]
        own = [kind for kind in hands[self.player] if kind not in FLOWERS]
        yield " ".join(["1", *(str(len(one)) for one in flowers), *(NAMES[kind] for kind in own),
                        *(NAMES[kind] for one in flowers for kind in one)])
        for kind in extra:
            yield f"3 0 BUHUA {NAMES[kind]}" if kind in FLOWERS else self._drew(0, kind)

    def _drew(self, seat: int, kind: int) -> str:
        return f"2 {NAMES[kind]}" if seat == self.player else f"3 {seat} DRAW"

    def _event(self, event: ev.Event, following: ev.Event | None) -> Iterator[str]:
        if isinstance(event, ev.Drawn):
            kind = read_kinds(event.tile or "")[0]
            yield f"3 {event.seat} BUHUA {NAMES[kind]}" if kind in FLOWERS else self._drew(event.seat, kind)
        elif isinstance(event, ev.Discarded):
            words, self.claim = self.claim or ("PLAY",), ()
            yield " ".join(("3", str(event.seat), *words, name(event.tile)))
        elif isinstance(event, ev.PungMade):
            self.claim = ("PENG",)
        elif isinstance(event, ev.SetMade):
            self.claim = ("CHI", NAMES[sorted(read_kinds(event.tiles))[1]])
        elif isinstance(event, ev.KongAnnounced):
            yield f"3 {event.seat} BUGANG {name(event.tile or '')}"
        elif isinstance(event, ev.KongMade) and event.form != "added":
            yield f"3 {event.seat} GANG"


def meant(match: Match, seat: int, response: str) -> tuple[Action, Action | None]:
    """The answer a response is, and the discard it brings with it."""
    kinds = botzone_format().kinds
    word, *rest = response.split()
    tiles = [kinds[one] for one in rest]
    legal = match.legal(seat)
    if word == "PLAY":
        return Discard(Tile(tiles[0])), None
    if word == "HU":
        return Win(), None
    if word in ("GANG", "BUGANG"):
        of = KongOf.PUNG if word == "BUGANG" else KongOf.HAND if tiles else KongOf.DISCARD
        return next(one for one in legal if isinstance(one, Kong) and match.book.model.kongs[one.kong].of is of
                    and (not tiles or one.tile.kind == tiles[0])), None
    if word == "PENG":
        return Pung(), Discard(Tile(tiles[0]))
    if word == "CHI":
        return Chow((tiles[0] - 1, tiles[0], tiles[0] + 1)), Discard(Tile(tiles[1]))
    return Pass(), None
