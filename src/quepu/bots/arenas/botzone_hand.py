"""A hand at Botzone's table, told by the judge's requests to one player: the table of it, and what our bot answers."""

from collections import Counter
from collections.abc import Sequence

from quepu.book import Rulebook
from quepu.bots.arenas.deal import dealt_cells
from quepu.bots.arenas.replica import Replica
from quepu.bots.arenas.told import KONG, Told
from quepu.bots.seat import CoreBot
from quepu.engine.layout import codes
from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.game import events as ev
from quepu.game.actions import Action, Chow, Discard, Kong, Pass, Pung, Win
from quepu.game.match import Match, engine_of
from quepu.notation import Tile, write_tiles
from quepu.records.botzone import SEATS, botzone_format, laid_front_and_back
from quepu.records.json_text import short
from quepu.rulebook.file.choices import KongOf
from quepu.tiles import FLOWERS

_DEALT = 13


class BotzoneHand:
    """What one player is told of a hand, and a table of ours on which it is played again."""

    def __init__(self, bot: CoreBot, options: dict[str, str]) -> None:
        self.bot, self.options = bot, options
        self.words = botzone_format()
        self.player = self.round = -1
        self.tiles: list[int] = []                  # dealt to the player, no flowers
        self.flowers: list[list[int]] = []          # of the deal, by player
        self.first: list[int] = []                  # what the dealer drew first; flowers, then -1 if nobody knows
        self.told: list[Told] = []
        self.replica: Replica | None = None
        self.drawer = -1
        self.discard: tuple[int, int] | None = None     # who threw the last tile, and which
        self.response = ""                          # the player's last
        self.is_drawn = False                       # the dealer has drawn his first tile
        self.has_flowers = False

    def said(self, response: str) -> None:
        """What the player answered to the last request."""
        self.response = response

    # -- requests --
    def hear(self, where: str, words: Sequence[str]) -> None:
        """Take in a request; QuepuError if it cannot be one, or does not fit what was told before."""
        try:
            kind = words[0]
            if kind == "0":
                self.player, self.round = _below(words[1]), _below(words[2])
            elif kind == "1":
                self._deal(where, words)
            elif kind == "2":
                self._drew(where, self.player, self._kind(where, words[1]))
            elif kind == "3":
                self._act(where, _below(words[1]), words[2], words[3:])
            else:
                raise LookupError
        except (LookupError, ValueError):
            raise self._fault(where, words) from None

    def _fault(self, where: str, words: Sequence[str]) -> QuepuError:
        return QuepuError(Fault("arena.request", where=where, request=short(" ".join(words))))

    def _kind(self, where: str, name: str) -> int:
        if name not in self.words.kinds:
            raise QuepuError(Fault("record.where", where=where, what=Fault(
                "botzone.not_tile", name=short(name), letters=sorted({key[0] for key in self.words.kinds}))))
        return self.words.kinds[name]

    def _deal(self, where: str, words: Sequence[str]) -> None:
        if self.player < 0:
            raise LookupError
        counts = [int(count) for count in words[1:5]]
        self.tiles = [self._kind(where, name) for name in words[5:5 + _DEALT]]
        flowers = [self._kind(where, name) for name in words[5 + _DEALT:]]
        if len(self.tiles) != _DEALT or sum(counts) != len(flowers) or min(counts) < 0:
            raise LookupError
        for count in counts:
            self.flowers.append(flowers[:count])
            flowers = flowers[count:]
        self.has_flowers = any(self.flowers)

    def _drew(self, where: str, player: int, kind: int) -> None:
        """A draw; the dealer's first belongs to the deal."""
        if not self.tiles:
            raise LookupError
        self.drawer = player
        if not self.is_drawn:
            self.first.append(kind)
            self.is_drawn = kind not in FLOWERS
            if self.is_drawn:
                self._lay()
            return
        values: dict[str, object] = {"seat": player}
        if player == self.player and kind >= 0:
            values["tile"] = write_tiles((Tile(kind),))
        self._tell([Told(where, ev.Drawn.type, values)])

    def _act(self, where: str, player: int, word: str, rest: Sequence[str]) -> None:
        if word == "DRAW":
            self._drew(where, player, -1)
            return
        if word == "BUHUA":
            kind = self._kind(where, rest[0])
            self._flower(where, player, kind)
            return
        if not self.is_drawn:
            raise LookupError
        kinds = [self._kind(where, name) for name in rest]
        told = []
        if word in ("PENG", "CHI"):
            told.append(self._claimed(where, player, kinds[0] if word == "CHI" else -1))
        if word in ("PLAY", "PENG", "CHI"):
            tile = write_tiles((Tile(kinds[-1]),))
            told.append(Told(where, ev.Discarded.type, {"seat": player, "tile": tile}))
        elif word in ("GANG", "BUGANG"):
            told.append(self._kong(where, player, word, kinds))
        else:
            raise LookupError
        if word in ("PLAY", "PENG", "CHI"):
            self.discard = (player, kinds[-1])
        self.drawer = -1
        self._tell(told)

    def _flower(self, where: str, player: int, kind: int) -> None:
        """A flower is drawn and laid aside; another tile is drawn for it."""
        if not self.has_flowers:
            self.has_flowers = True
            if self.replica is not None:
                self._lay()             # with another wall
        if not self.is_drawn:
            self.first.append(kind)
            return
        tile = write_tiles((Tile(kind),))
        values: dict[str, object] = {"seat": player}
        drawn = {**values, "tile": tile} if player == self.player else values
        self._tell([Told(where, ev.Drawn.type, drawn), Told(where, ev.FlowerLaid.type, {**values, "tile": tile})])

    def _claimed(self, where: str, player: int, middle: int) -> Told:
        feeder, kind = self.discard if self.discard is not None else (-1, -1)
        if kind < 0:
            raise LookupError
        values: dict[str, object] = {"seat": player, "tile": write_tiles((Tile(kind),)), "feeder": feeder}
        if middle < 0:
            return Told(where, ev.PungMade.type, values, needs=(Tile(kind), Tile(kind)))
        kinds = [middle - 1, middle, middle + 1]
        values["tiles"] = write_tiles(map(Tile, kinds))
        kinds.remove(kind)
        return Told(where, ev.SetMade.type, values, needs=tuple(map(Tile, kinds)))

    def _kong(self, where: str, player: int, word: str, kinds: Sequence[int]) -> Told:
        values: dict[str, object] = {"seat": player}
        if word == "BUGANG":
            values["tile"] = write_tiles((Tile(kinds[0]),))
            return Told(where, KONG, values, KongOf.PUNG, (Tile(kinds[0]),))
        if self.drawer != player:
            feeder, kind = self.discard if self.discard is not None else (-1, -1)
            if feeder in (-1, player):
                raise LookupError
            return Told(where, KONG, {**values, "tile": write_tiles((Tile(kind),))}, KongOf.DISCARD,
                        (Tile(kind),) * 3)
        said = self.response.split()
        if player == self.player and len(said) == 2 and said[0] == "GANG":
            values["tile"] = write_tiles((Tile(self._kind(where, said[1])),))
        return Told(where, KONG, values, KongOf.HAND)

    # -- the table --
    def _tell(self, told: list[Told]) -> None:
        self.told += told
        if self.replica is None:
            raise QuepuError(Fault("arena.lost", where=told[0].where))
        replica, self.replica = self.replica, None          # gone if what is told does not fit
        replica.follow(told)
        self.replica = replica

    def _lay(self) -> None:
        """The table of the hand, with all that was told of it."""
        book = self._book()
        match = Match(book, 0, list("0123"), walls=[self._wall()], first_round=self.round, engine=engine_of(book))
        match.begin()
        replica = Replica(match, self.player, frozenset(dealt_cells(self.player, SEATS, _DEALT, 1)))
        replica.take_deal()
        replica.follow(list(self.told))
        self.replica = replica

    def _book(self) -> Rulebook:
        book = self.words.book(self.has_flowers)
        return book.with_options(**self.options) if self.options else book

    def _wall(self) -> str:
        """A wall that deals what is known of the deal; nobody knows the rest."""
        flowers = [kind for own in self.flowers for kind in own]
        known = [*self.tiles, *flowers, *(kind for kind in self.first if kind >= 0)]
        left = Counter({kind: 4 for kind in self.words.kinds.values() if kind not in FLOWERS})
        left.subtract(kind for kind in known if kind not in FLOWERS)
        if any(count < 0 for count in left.values()):
            raise QuepuError(Fault("arena.deal", tiles=write_tiles(map(Tile, sorted(known)))))
        kinds = sorted((+left).elements(), key=lambda kind: (kind * 7 % 34, kind))
        places = iter(kinds)
        hands = [[*self.flowers[player], *(self.tiles if player == self.player else
                                           [next(places) for _tile in range(_DEALT)])] for player in range(SEATS)]
        first = [next(places) if kind < 0 else kind for kind in self.first]
        front, back = laid_front_and_back(hands, [(kind, place > 0) for place, kind in enumerate(first)])
        gone = {*front, *back}
        left_flowers = [kind for kind in FLOWERS if self.has_flowers and kind not in gone]
        rest = list(places)
        middle = len(rest) * 2 // 3
        return write_tiles(map(Tile, [*front, *rest[:middle], *left_flowers, *rest[middle:], *reversed(back)]))

    # -- the answer --
    def answer(self, where: str, words: Sequence[str]) -> str:
        """The response to a request that was taken in; empty if it is none of the bot's."""
        replica = self.replica
        if words[0] in "01":
            return ""
        if replica is None:
            raise QuepuError(Fault("arena.lost", where=where))
        if not replica.is_asked:
            forced = replica.forced
            if isinstance(forced, ev.Discarded) and words[0] == "2":
                return f"PLAY {self._name(forced.tile)}"
            return ""
        action = self.bot.decide(replica.match, replica.seat)
        replica.answer(action)
        return self._response(replica, action)

    def _response(self, replica: Replica, action: Action) -> str:
        match action:
            case Discard(tile=tile):
                return f"PLAY {self.words.names[tile.kind]}"
            case Win():
                return "HU"
            case Kong(kong=kong, tile=tile):
                of = replica.match.book.model.kongs[kong].of
                name = self.words.names[tile.kind]
                return "GANG" if of is KongOf.DISCARD else f"BUGANG {name}" if of is KongOf.PUNG else f"GANG {name}"
            case Pung():
                return f"PENG {self._after(replica, action)}"
            case Chow(tiles=tiles):
                return f"CHI {self.words.names[sorted(tiles)[1]]} {self._after(replica, action)}"
            case _:
                return "PASS"

    def _after(self, replica: Replica, action: Action) -> str:
        """The discard that goes with a claim: what the bot throws away once it has the tile."""
        match, seat = replica.match.copy(), replica.seat
        match.play(seat, action)
        while match.asked and seat not in match.asked:
            match.play(match.asked[0], Pass())
        if seat not in match.asked or int(match.table.stage) != codes.Stage.OWN:
            raise QuepuError(Fault("arena.lost", where=self.told[-1].where))
        chosen = self.bot.decide(match, seat)
        discards = [one for one in match.legal(seat) if isinstance(one, Discard)]
        discard = chosen if isinstance(chosen, Discard) else discards[-1]      # a kong cannot follow a claim there
        return self.words.names[discard.tile.kind]

    def _name(self, tile: str) -> str:
        return next(name for name, kind in self.words.kinds.items() if write_tiles((Tile(kind),)) == tile)


def _below(text: str) -> int:
    """A number of a player or wind."""
    if text not in ("0", "1", "2", "3"):
        raise ValueError
    return int(text)


