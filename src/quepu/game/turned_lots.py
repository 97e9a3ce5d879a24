"""The tiles turned up in a hand, once it is over: which tile each of them points to, and the fans that count them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from quepu.engine.layout.table import KIND, PUT_AWAY
from quepu.engine.layout.table_facts import LOTS
from quepu.game.actions import tile_text
from quepu.game.concealment import is_turned_down
from quepu.rulebook.language.node import Expr, Number, Table, Variable
from quepu.rulebook.language.vocabulary import TILE
from quepu.rulebook.language.walk import loops_over, parts_of
from quepu.rulebook.model.model import Model
from quepu.tiles import seat_letter

_TURNED = "turned"


@dataclass(frozen=True, slots=True)
class TurnedTile:
    """A turned tile: its lot, whose it is, the tile that counts because of it, and the fans that look at the lot."""

    lot: str
    tile: str
    seat: int | None = None
    counts: str = ""                    # the tile it points to, where a fan reads it so
    hidden: bool = False                # nobody could see it before the end
    fans: tuple[str, ...] = ()

    def as_json(self, model: Model) -> dict[str, Any]:
        """As plain values, with the lot's names."""
        return {"lot": self.lot, "names": names_of(model, _TURNED, self.lot), "tile": self.tile,
                "seat": None if self.seat is None else seat_letter(self.seat), "counts": self.counts or None,
                "hidden": self.hidden, "fans": list(self.fans)}


def turned_tiles(t: Any, model: Model) -> tuple[TurnedTile, ...]:
    """Every tile turned up on a table."""
    if not t.turned_count:
        return ()
    lots, read = model.entries(_TURNED), dict(_read_by(model))
    tiles = []
    for place in range(t.turned_count):
        if t.turned_place[place] == PUT_AWAY:
            continue
        lot, owner, tile = t.turned_lot[place] % LOTS, t.turned_lot[place] // LOTS - 1, t.turned[place]
        fans = {fan: points for (fan, which), points in read.items() if which == lot}
        points_to = next((points for points in fans.values() if points), None)
        tiles.append(TurnedTile(
            lots[lot], tile_text(tile) or "", None if owner < 0 else owner,
            "" if points_to is None else tile_text(points_to[tile & KIND]) or "", is_turned_down(model, lots[lot]),
            tuple(fans)))
    return tuple(tiles)


def names_of(model: Model, section: str, name: str) -> dict[str, str]:
    """What an entry of the rulebook is called, in every language it has."""
    return {lang: model.entry_name(section, name, lang) for lang in ("zh", "en")}


def _read_by(model: Model) -> Iterator[tuple[tuple[str, int], tuple[int, ...] | None]]:
    """Each fan that runs over a lot of turned tiles, with that lot; and the tile after each kind, if it reads that."""
    for fan in model.fans:
        for part in (fan.count, fan.value, fan.when):
            for loop in loops_over(part, _TURNED) if part is not None else ():
                lot = loop.parts[-1]
                if isinstance(lot, Number):
                    yield (fan.id, lot.value), _pointed(loop.body, loop.variable)


def _pointed(body: Expr, name: str) -> tuple[int, ...] | None:
    """The tile after each kind, where a loop's body speaks of the tile after its own, and of that one alone."""
    after = None
    read = 0
    for one in parts_of(body):
        if isinstance(one, Variable) and one.name == name:
            read += 1
        elif isinstance(one, Table) and one.type == TILE and isinstance(one.of, Variable) and one.of.name == name:
            after = one.numbers
            read -= 1
    return after if read == 0 else None
