"""Why a seat may not do something: passed, locked, below the minimum, tiles that are missing, somebody else's turn."""

from collections import Counter
from typing import TYPE_CHECKING

from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.errors import QuepuError
from quepu.game.actions import (
    ACTIONS,
    Action,
    AddTile,
    Chow,
    Declare,
    Discard,
    Exchange,
    Flower,
    Kong,
    MixedKong,
    Pung,
    tile_text,
)
from quepu.game.actions import Win as WinAction
from quepu.game.concealment import turn_seen_by
from quepu.game.tabletop import held, win_of
from quepu.locale import language, pick, words
from quepu.notation import Tile, read_tiles, write_tiles
from quepu.tiles import seat_name

if TYPE_CHECKING:
    from quepu.game.match import Match


def why_not(match: "Match", seat: int, action: Action | str, lang: str = "zh") -> str:
    """Why the seat may not do this now; "it may" if it may."""
    legal = match.legal(seat)
    wanted = _read(action, legal) if isinstance(action, str) else action
    if wanted in legal:
        return words("why.may", lang)
    if match.hand is None or match.hand_over:
        return words("why.over", lang)
    if isinstance(wanted, WinAction):
        return _why_no_win(match, seat, lang)
    turn = turn_seen_by(match.table, seat)
    own = int(match.table.stage) == codes.Stage.OWN and turn == seat
    if isinstance(wanted, Discard | Declare | Flower):
        if not own:
            other = words("why.not_your_turn", lang, seat=seat_name(turn, language(lang)))
            return words("why.not_asked", lang) if turn == seat else other
        return _why_not_own(match, seat, wanted, lang)
    if isinstance(wanted, Chow | Pung | Kong | MixedKong | AddTile):
        return _why_no_set(match, seat, wanted, own, lang)
    return words("why.not_asked", lang)


def _read(text: str, legal: tuple[Action, ...]) -> Action:
    """What a text means, legal or not."""
    from quepu.game.actions import read_action
    try:
        return read_action(text, legal)
    except QuepuError:
        parts = text.split()
        word = parts[0].lower() if parts else ""
        if word not in ACTIONS:
            raise
        tiles = read_tiles(parts[-1]) if len(parts) > 1 else []
        if word in ("discard", "flower") and tiles:
            return (Discard if word == "discard" else Flower)(tiles[0])
        if word == "chow" and tiles:
            return Chow(tuple(sorted(tile.kind for tile in tiles)))
        if word in ("add", "exchange") and tiles:
            return (AddTile if word == "add" else Exchange)(parts[1] if len(parts) > 2 else "", tiles[0])
        if word in ("kong", "declare"):
            name = parts[1] if len(parts) > 2 else ""
            tile = tiles[0] if tiles else Tile(0)
            return Kong(name, tile) if word == "kong" else Declare(name, tile)
        if word in ("pung", "win", "show", "take", "pass", "false_win"):
            return ACTIONS[word]()
        raise


def _why_no_win(match: "Match", seat: int, lang: str) -> str:
    t, model = match.table, match.book.model
    tile, feeder = _win_tile(match, seat)
    forbidden, binds = t.forbidden[seat], t.binds[seat]
    kind = tile & tb.KIND if tile >= 0 else -1
    if t.dead >> seat & 1:
        return words("why.dead", lang)
    if t.out >> seat & 1:
        return words("why.out", lang)
    if tile < 0 and feeder >= 0:
        return words("why.no_tile", lang)
    if feeder >= 0:
        if binds & codes.Bind.NO_DISCARD_WIN:
            return words("why.locked", lang)
        if forbidden & (codes.Forbid.WIN | codes.Forbid.DISCARD_WIN) or (
                forbidden & codes.Forbid.SAME_TILE and t.barred[seat] >> kind & 1):
            return words("why.passed", lang, tile=tile_text(tile))
    elif forbidden & codes.Forbid.WIN:
        return words("why.passed", lang, tile=tile_text(tile) or "")
    flowers = [one for one in held(t, seat) if model.bonus >> one.kind & 1]
    if flowers:                         # it belongs to no set; a win has to lay it aside first
        return words("why.flower_held", lang, tiles=write_tiles(flowers))
    copy = match.copy().table
    if feeder >= 0 and int(copy.stage) != codes.Stage.CLAIMS:     # as it lay when it could be claimed
        copy.offered[0], copy.offered_count, copy.offered_from, copy.offered_kind = tile, 1, feeder, codes.Offer.DISCARD
    try:
        score = match.book.score(win_of(copy, model, seat, tile, feeder, match.flags_of(copy, seat, tile, feeder)))
    except QuepuError as error:
        return error.told(lang)
    if not score.complete:
        return words("not_complete", lang)
    if not score.legal:
        return "; ".join(pick(reason, lang) for reason in score.reasons)
    if forbidden & codes.Forbid.LOWER_VALUE and feeder >= 0:
        return words("why.passed_value", lang, value=t.passed_value[seat])
    return words("why.not_now", lang)


def _win_tile(match: "Match", seat: int) -> tuple[int, int]:
    """(tile, feeder) of the win a seat may think of: its own draw, the offered tile, or the last discard."""
    t = match.table
    if t.stage in (codes.Stage.OWN, codes.Stage.LAID) and t.turn == seat:
        return t.drawn, -1
    if t.stage == codes.Stage.CLAIMS and t.offered_from != seat:
        return t.offered[0], t.offered_from
    last = t.river_count - 1
    if last >= 0 and t.river_seat[last] & tb.RIVER_SEAT != seat:
        return t.river[last], t.river_seat[last] & tb.RIVER_SEAT
    return -1, (seat + 1) % match.seats


def _why_not_own(match: "Match", seat: int, wanted: Discard | Declare | Flower, lang: str) -> str:
    """Why a tile may not leave the hand."""
    t, model = match.table, match.book.model
    if wanted.tile is None:
        return words("why.no_declaration", lang)
    text = write_tiles((wanted.tile,))
    if wanted.tile not in held(t, seat):
        return words("why.not_held", lang, tile=text)
    if isinstance(wanted, Declare):
        return words("why.declared" if t.declared[seat] else "why.no_declaration", lang)
    if isinstance(wanted, Flower):
        return words("why.no_flower", lang, tile=text)
    if t.binds[seat] & codes.Bind.DISCARD_DRAWN:
        return words("why.bound", lang)
    if t.no_discard >> wanted.tile.kind & 1:
        return words("why.swap", lang, tile=text)
    if t.wild >> wanted.tile.kind & 1:
        return words("why.wild", lang, tile=text)
    return "; ".join(pick(rule.text, lang) for rule in model.discards.on) or words("why.not_now", lang)


def _why_no_set(match: "Match", seat: int, wanted: Action, own: bool, lang: str) -> str:
    """Why a set or kong may not be made."""
    t = match.table
    held_kinds = Counter(tile.kind for tile in held(t, seat))
    binds = t.binds[seat]
    if isinstance(wanted, Kong | AddTile) and own:
        if binds & (codes.Bind.NO_KONG | codes.Bind.KONG_SAME_WAITS):
            return words("why.bound", lang)
        if not held_kinds[wanted.tile.kind]:
            return words("why.not_held", lang, tile=write_tiles((wanted.tile,)))
        return words("why.no_kong", lang)
    tile, feeder = _win_tile(match, seat)
    if own or tile < 0:
        return words("why.no_tile", lang)
    if binds & codes.Bind.NO_CLAIM:
        return words("why.bound", lang)
    kind = tile & tb.KIND
    if t.forbidden[seat] & (codes.Forbid.CHOW if isinstance(wanted, Chow) else codes.Forbid.PUNG):
        return words("why.passed", lang, tile=tile_text(tile))
    if isinstance(wanted, MixedKong | AddTile):
        return words("why.no_tile", lang)
    needed = Counter(wanted.tiles if isinstance(wanted, Chow) else [kind] * (4 if isinstance(wanted, Kong) else 3))
    if isinstance(wanted, Chow) and kind not in needed:
        return words("why.not_in_set", lang, tile=tile_text(tile), set=write_tiles(wanted.tiles))
    needed[kind] -= 1
    lacking = needed - held_kinds
    if lacking:
        return words("why.lacking", lang, tiles=write_tiles(sorted(lacking.elements())))
    if isinstance(wanted, Chow) and (feeder + 1) % match.seats != seat:
        return words("why.left_only", lang)
    return words("why.not_now", lang)
