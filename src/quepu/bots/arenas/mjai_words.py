"""Between mjai and our words: an event as it is compared, and an answer of ours as a reaction."""

from collections.abc import Mapping, Sequence
from typing import Any

from quepu.bots.arenas.told import KONG, Told
from quepu.engine.layout.table import KIND, MARK
from quepu.game import events as ev
from quepu.game.actions import Abort, Action, Chow, Declare, Discard, Kong, Pung, Win, tile_of
from quepu.game.match import Match
from quepu.game.tabletop import held, melds
from quepu.notation import Tile, write_tiles
from quepu.records.mjai_format import mjai_format
from quepu.records.mjai_log import LogEvent
from quepu.rulebook.file.choices import KongOf

_KONGS = {"daiminkan": KongOf.DISCARD, "ankan": KongOf.HAND, "kakan": KongOf.PUNG}


def told_of(logged: LogEvent, seats: Sequence[int], reader: int, last: LogEvent | None) -> list[Told]:
    """An event as it is compared with those of the own table; `seats` by player."""
    kind, actor = logged.type, logged.actor
    if kind == "dora":
        tile = write_tiles((logged.shown(str(logged.event.get("dora_marker"))),))
        return [Told(logged.where, ev.TurnedUp.type, {"lot": mjai_format().dora, "tile": tile})]
    values: dict[str, Any] = {"seat": seats[actor]}
    if kind == "reach":
        return [Told(logged.where, ev.Declared.type, values)]
    if kind == "tsumo":
        if actor == reader:
            values["tile"] = write_tiles((logged.shown(),))
        return [Told(logged.where, ev.Drawn.type, values)]
    if kind == "dahai":
        values["tile"] = write_tiles((logged.shown(),))
        drew = last is not None and last.type == "tsumo" and last.actor == actor
        if actor != reader and drew and isinstance(logged.event.get("tsumogiri"), bool):
            values["drawn"] = logged.event["tsumogiri"]
        return [Told(logged.where, ev.Discarded.type, values)]
    needs = tuple(tile for tile in logged.tiles("consumed") if tile is not None)
    if kind in _KONGS:
        tile_kind = needs[0].kind if needs else logged.shown().kind
        values |= {"kong": mjai_format().kongs[kind], "tile": write_tiles((Tile(tile_kind),))}
        needs = (logged.shown(),) if kind == "kakan" else needs
        return [Told(logged.where, KONG, values, _KONGS[kind], needs)]
    claimed = logged.shown()
    values |= {"tile": write_tiles((claimed,)), "feeder": seats[logged.event["target"]]}
    if kind == "pon":
        return [Told(logged.where, ev.PungMade.type, values, needs=needs)]
    values["tiles"] = write_tiles(sorted((claimed, *needs)))
    return [Told(logged.where, ev.SetMade.type, values, needs=needs)]


def reaction(match: Match, seat: int, action: Action, last: LogEvent | None) -> Mapping[str, Any]:
    """An answer of ours in the format's words."""
    words, t = mjai_format(), match.table
    player = match.player_of(seat)
    match action:
        case Discard(tile=tile):
            drawn = t.drawn >= 0 and tile_of(int(t.drawn) & (KIND | MARK)) == tile
            return {"type": "dahai", "actor": player, "pai": words.names[tile], "tsumogiri": drawn}
        case Declare():
            return {"type": "reach", "actor": player}
        case Chow() | Pung():
            return _claim(match, player, action)
        case Kong():
            return _kong(match, seat, action)
        case Win():
            source = player if last is None else last.actor
            pai = None if last is None else last.event.get("pai")
            return {"type": "hora", "actor": player, "target": source, **({} if pai is None else {"pai": pai})}
        case Abort():
            return {"type": "ryukyoku", "actor": player}
        case _:
            return {"type": "none"}


def _claim(match: Match, player: int, action: Chow | Pung) -> Mapping[str, Any]:
    claimed = tile_of(int(match.table.offered[0]))
    kinds = [claimed.kind] * 3 if isinstance(action, Pung) else list(action.tiles)
    kinds.remove(claimed.kind)
    marks = list(action.marks)
    consumed = []
    for kind in kinds:
        consumed.append(Tile(kind, kind in marks))
        if kind in marks:
            marks.remove(kind)
    return {"type": "pon" if isinstance(action, Pung) else "chi", "actor": player,
            "target": match.player_of(int(match.table.offered_from)), "pai": mjai_format().names[claimed],
            "consumed": _names(sorted(consumed))}


def _kong(match: Match, seat: int, action: Kong) -> Mapping[str, Any]:
    words, model = mjai_format(), match.book.model
    kind = next(word for word, kong in words.kongs.items() if kong == action.kong)
    copies = [tile for tile in held(match.table, seat) if tile.kind == action.tile.kind]
    said: dict[str, Any] = {"type": kind, "actor": match.player_of(seat)}
    if kind == "daiminkan":
        said |= {"target": match.player_of(int(match.table.offered_from)),
                 "pai": words.names[tile_of(int(match.table.offered[0]))]}
    if kind == "kakan":
        pung = next(meld for meld in melds(match.table, model, seat) if set(meld.tiles) == {action.tile.kind})
        said["pai"] = words.names[copies[0]]
        copies = [Tile(action.tile.kind, place < len(pung.marks)) for place in range(3)]
    return {**said, "consumed": _names(sorted(copies))}


def _names(tiles: Sequence[Tile]) -> list[str]:
    return [mjai_format().names[tile] for tile in tiles]
