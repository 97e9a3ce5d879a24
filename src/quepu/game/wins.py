"""The wins of a step, each with the table as it stood when it was declared."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.engine.layout.record import fill, line
from quepu.game import events as ev
from quepu.game.actions import tile_of, tile_text
from quepu.game.settlement import WinDetail, paid_row
from quepu.game.tabletop import turned_of, win_of
from quepu.notation import read_kinds, read_tile, write_tiles
from quepu.tiles import kinds_in

if TYPE_CHECKING:
    from quepu.game.match import Match


def restored(state: bytes) -> tb.Table:
    """A table of its own from the bytes of one."""
    return tb.Table.over(bytearray(state))


def wins_of(match: "Match", before: bytes, heard: list[ev.Event], flags: Iterable[int]) -> tuple[WinDetail, ...]:
    """The wins among the events of a step; `before` is the table before it, `flags` are those of each win as bits."""
    wins = []
    flags_left = iter(flags)
    for index, event in enumerate(heard):
        if isinstance(event, ev.Won):
            has_moved = any(isinstance(other, ev.Drawn | ev.Discarded) for other in heard[:index])
            t, tile = _won_at(match, before, event, has_moved)
            feeder = -1 if event.feeder is None else event.feeder
            paid = list(takewhile(lambda other: isinstance(other, ev.Paid | ev.TurnedUp), heard[index + 1:]))
            win = win_of(t, match.book.model, event.seat, tile, feeder, next(flags_left))
            told = _Told(match, restored(before), heard[:index], heard[index + 1:])
            win = replace(win, wild=told.wild(win.wild), state={**win.state, **told.turned()})
            wins.append(WinDetail(match.book, win, event.total, tuple(
                paid_row(match.book.model, row) for row in paid if isinstance(row, ev.Paid))))
    return tuple(wins)


@dataclass(frozen=True, slots=True)
class _Told:
    """What a win found turned up and wild: a hand that goes on may have put it away before its step was over."""

    match: "Match"
    before: Any                         # the table before the step
    earlier: list[ev.Event]             # of the step, before the win
    later: list[ev.Event]               # ... and after it

    def wild(self, kinds: tuple[int, ...]) -> tuple[int, ...]:
        """The kinds that were wild; `kinds` are those of the table that was looked at."""
        for event in reversed(self.earlier):
            if isinstance(event, ev.WildChosen):
                return tuple(read_kinds(event.tiles)) if event.tiles else ()
        return kinds_in(self.before.wild) if any(isinstance(event, ev.WildChosen) for event in self.later) else kinds

    def turned(self) -> dict[str, Any]:
        """The tiles that lay turned up, as a win tells them."""
        t, model = self.match.table, self.match.book.model
        found = turned_of(t, model)
        for lot, name in enumerate(model.entries("turned")):
            later = sum(isinstance(event, ev.TurnedUp) and event.lot == name for event in self.later)
            if later and model.turned[name].says("again") and "win" not in model.turned[name].on:
                places = [place for place in range(t.turned_count) if t.turned_lot[place] == lot]
                by_then = places[:-later]
                # all that lie are put away together, for as many others: what lies are always the last of them
                lay = _lying(self.before, lot) or _lying(t, lot)
                found[f"turned.{name}"] = [t.turned[place] & tb.KIND for place in by_then[max(0, len(by_then) - lay):]]
        return found


def _lying(t: Any, lot: int) -> int:
    """How many tiles of a lot lie turned up."""
    return sum(t.turned_lot[place] == lot and t.turned_place[place] != tb.PUT_AWAY for place in range(t.turned_count))


def _won_at(match: "Match", before: bytes, event: ev.Won, has_moved: bool) -> tuple[Any, int]:
    """The table as a win found it, and the winning tile.

    A win that has to be taken comes without a question, after other things of the same step: then the tiles are
    those that lie there now, for a winner keeps them, and what was remembered is taken as before the step.  Where
    tiles were drawn or discarded in between, an equal tile that lay there before the step is another one.
    """
    t = restored(before)
    if event.thrown:                # by discards: the tiles are those that are left
        return t if t.stage == codes.Stage.LAID else restored(match.state), -1
    if t.stage in (codes.Stage.TURNED, codes.Stage.CLAIMS) and t.offered_kind == codes.Offer.TURNED:
        return t, _turned_tile(t, event)
    tile = t.drawn if event.feeder is None else t.offered[0]
    stage = codes.Stage.OWN if event.feeder is None else codes.Stage.CLAIMS
    tile_shown = None if tile < 0 else write_tiles((tile_of(tile),))
    if not has_moved and t.stage == stage and tile_shown == event.tile and \
            (t.turn == event.seat if event.feeder is None else t.offered_from == event.feeder):
        return t, tile
    if event.tile is not None and match.book.model.bonus >> read_tile(event.tile).kind & 1:
        return t, read_tile(event.tile).kind        # by flowers alone: the tiles are as they were
    memory = t.memory.tolist()
    t = restored(match.state)
    fill(t.memory, memory)
    if event.tile is not None:
        won = read_tile(event.tile)
        kind, tile = won.kind, won.kind | (tb.MARK if won.mark else 0)
    else:                           # a hand dealt complete
        kind, tile = next(kind for kind, count in enumerate(line(t.aside, event.seat)) if count), -1
    tiles = sum(line(t.held, event.seat)) + 3 * t.meld_count[event.seat]
    size = match.engine.rules.hand_size
    if event.feeder is None and tiles == size:      # a winner who plays on has laid the tile aside
        t.held[event.seat, kind] += 1
    elif event.feeder is not None and tiles > size:     # or has drawn the next
        t.held[event.seat, t.drawn & tb.KIND] -= 1
    t.held_mask[event.seat] = sum(1 << kind for kind in range(42) if t.held[event.seat, kind])
    return t, tile


def _turned_tile(t: Any, event: ev.Won) -> int:
    """The tile, turned up by a kong, that was won on; its maker's is put into his hand."""
    tile = next(int(tile) for tile in t.offered if tile_text(int(tile)) == event.tile)
    if event.feeder is None:
        kind = tile & tb.KIND
        t.held[event.seat, kind] += 1
        t.held_mask[event.seat] |= 1 << kind
        t.marked[event.seat, kind] += bool(tile & tb.MARK)
    return tile
