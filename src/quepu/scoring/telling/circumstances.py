"""Circumstances that follow from what is told: flags of a declaration or of the memory, and wins the table refuses."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from quepu.engine.layout.frame import Frame
from quepu.hand import Hand, Win
from quepu.locale import every
from quepu.rulebook.file.choices import Bind
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import Env, Function, function
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.walk import parts_of
from quepu.scoring.asked_facts import WORD, facts_read
from quepu.scoring.table_state import PURSE_BEFORE, told_of
from quepu.scoring.telling.remembering import is_told

if TYPE_CHECKING:
    from quepu.scoring.win_frame import Frames


class Circumstances:
    """What the table would know of a win under one rulebook, from what is told of it."""

    def __init__(self, frames: "Frames") -> None:
        self.frames, model = frames, frames.model
        self.model = model
        #: the flags that the table gives by what can be told
        self.given: list[tuple[int, Function]] = [
            (flag.bit, function(flag.given)) for flag in model.flags if flag.given is not None and is_told(flag.given)]
        #: and those that it gives by the hands of all, once these are shown
        self.shown: list[tuple[int, Function]] = [
            (flag.bit, function(flag.given)) for flag in model.flags if flag.given is not None
            and {fact.name for fact in facts_read(model, (flag.given,)) if fact.kind == WORD} == {"hand_of"}
            and not _fields(flag.given) & _UNSEEN]
        bits = {flag.id: flag.bit for flag in model.flags}
        self.of_ready = [bits.get(ready.flag, -1) for ready in model.readies.on]
        self.claims = [(function(claim.when.node), _fields(claim.when.node)) for claim in model.claims.on
                       if not claim.sets and is_told(claim.when.node)]

    def flags(self, win: Win, frame: Frame) -> int:
        """The flags that follow, as bits: of the declaration, and what the table gives only because of what is told."""
        found = 0
        index = frame.declared[win.seat]
        if 0 < index <= len(self.of_ready) and self.of_ready[index - 1] >= 0:
            found |= 1 << self.of_ready[index - 1]
        if self.given:
            told, plain = _about(win, frame.copy()), _about(win, self._untold(win))
            for bit, holds in self.given:
                if holds(self._env(told)) and not holds(self._env(plain)):
                    found |= 1 << bit
        if self.shown and {*range(self.model.seat_count)} - {win.seat} <= {*told_of(self.model, win.state, "hand_of")}:
            told = _about(win, frame.copy())
            found |= sum(1 << bit for bit, holds in self.shown if holds(self._env(told)))
        return found

    def refusals(self, win: Win, frame: Frame) -> list[Mapping[str, str]]:
        """Why the table would not give this tile to the winner, whatever it is worth."""
        if win.self_draw or win.tile is None or win.discarder is None:
            return []
        index = frame.declared[win.seat]
        if 0 < index <= len(self.model.readies) and Bind.NO_DISCARD_WIN in self.model.readies.on[index - 1].binds:
            return [every("told.no_discard_win")]
        env = self._env(_about(win, frame.copy()))
        for allowed, fields in self.claims:
            if "purse" in fields and (frame.winner_place > 1 or win.state.keys().isdisjoint(("purse", PURSE_BEFORE))):
                continue
            if not allowed(env):
                return [every("told.no_claim")]
        return []

    def _untold(self, win: Win) -> Frame:
        """The same win of which nothing is told but its seats."""
        f = self.frames.bare(Win(Hand(), None, win.self_draw, win.seat, win.round, win.discarder))
        f.win_tile = -1 if win.tile is None else win.tile
        return f

    def _env(self, frame: Frame) -> Env:
        return Env(frame, self.model.catalogue, self.model.flower_owner)


#: what of a turn and the wall nobody remembers
_UNSEEN = frozenset(("turn_count", "wall_left", "draw_kind", "offer_kind", "drawn_kinds", "own_discards"))


def _about(win: Win, f: Frame) -> Frame:
    """A frame in which the winner acts on the winning tile."""
    f.actor, f.feeder = win.seat, -1 if win.discarder is None else win.discarder
    f.tile = -1 if win.tile is None else win.tile
    return f


def _fields(node: Expr) -> frozenset[str]:
    """The fields of the frame that a tree reads."""
    return frozenset(part.place.field for part in parts_of(node) if isinstance(part, n.Slot | n.At | n.Grid))
