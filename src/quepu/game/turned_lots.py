"""The tiles turned up in a hand, once it is over: which tile each of them points to, and the fans that count them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from quepu.engine.layout.table import KIND, PUT_AWAY
from quepu.engine.layout.table_facts import LOTS
from quepu.game.actions import tile_text
from quepu.game.concealment import is_turned_down
from quepu.rulebook.language.node import Node
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
            for loop, name in _loops(part) if part is not None else ():
                lot = loop.args[-1]
                if lot.op == "const" and isinstance(lot.value, int):
                    yield (fan.id, lot.value), _pointed(loop.args[0], name)


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for part in node.args:
        yield from _nodes(part)


def _loops(node: Node) -> Iterator[tuple[Node, str]]:
    """Loops over turned tiles, each with its variable."""
    for one in _nodes(node):
        if one.op == "loop" and one.loop[2] == _TURNED:
            yield one, one.loop[1]


def _pointed(body: Node, name: str) -> tuple[int, ...] | None:
    """The tile after each kind, where a loop's body speaks of the tile after its own, and of that one alone."""
    after = None
    read = 0
    for one in _nodes(body):
        if one.op == "var" and one.value == name:
            read += 1
        elif one.op == "table" and one.type == "tile" and isinstance(one.value, tuple) and one.args \
                and one.args[0].op == "var" and one.args[0].value == name:
            after = tuple(int(kind) for kind in one.value)
            read -= 1
    return after if read == 0 else None
