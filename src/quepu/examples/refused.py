"""Worked examples of tiles that the table would not let a seat have: passed before, not to be claimed, not robbed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from quepu.errors import HandError, RulebookError
from quepu.faults import Fault
from quepu.hand import Win
from quepu.rulebook.file.choices import Forbid
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.model.model import Model
from quepu.rulebook.model.play import Pass
from quepu.scoring.table_state import by_seat, kinds_of
from quepu.tiles import SEATS

if TYPE_CHECKING:
    from quepu.book import Rulebook

#: `state.passed`: that a win was let go (true), its tiles, or what it was worth
PASSED = "passed"


def _claims_of_wins(model: Model) -> set[str]:
    """The entries of `[claim.*]` that win."""
    return {name for name, claim in model.claims.items() if not claim.sets}


def passes_of_wins(model: Model) -> list[Pass]:
    """The entries of `[pass.*]` that speak of a win let go."""
    return [rule for rule in model.passes.on if _claims_of_wins(model).intersection(rule.on)]


def refusal(book: "Rulebook", win: Win, passed: Any, total: int) -> Fault | None:
    """Why the table does not give this tile to the winner, if so; what `passed` tells is let go before."""
    if not win.self_draw and "robbing" in win.flags and not _is_robbed(book.model):
        return Fault("example.not_robbed")
    if _is_barred(book, win):
        return Fault("example.barred")
    if isinstance(passed, Mapping):         # told of several seats: only what the winner let go binds him
        passed = passed.get(SEATS[win.seat])
    if passed is None or passed is False or passed == [] or passed == "":
        return None
    if not isinstance(passed, bool | int | str | list):
        raise RulebookError(Fault("example.state", place=PASSED, value=repr(passed)))
    tiles = kinds_of(passed) if isinstance(passed, str | list) else None
    for rule in passes_of_wins(book.model):
        barred = Forbid.WIN in rule.forbids or (not win.self_draw and (
            Forbid.DISCARD_WIN in rule.forbids
            or (Forbid.SAME_TILE in rule.forbids and (tiles is None or win.tile in tiles))
            or (Forbid.LOWER_VALUE in rule.forbids and total <= _worth(book, win, passed, tiles, total))))
        if barred and _applies(book, win, rule):
            return Fault("example.passed")
    return None


def _is_robbed(model: Model) -> bool:
    """Whether any kong can be robbed."""
    return any(kong.robbed_by for kong in model.kongs.on)


def _is_barred(book: "Rulebook", win: Win) -> bool:
    """Whether a claim's own `when` forbids the win on another's tile; without the winner's discards nobody can tell."""
    if win.self_draw or win.seat not in by_seat(win.state.get("discards") or {}):
        return False
    frame = book.reference.frames.base(replace(win, tile=None))
    frame.actor, frame.tile = win.seat, -1 if win.tile is None else win.tile
    frame.waits_of[win.seat] = sum(1 << kind for kind in book.reference.waits(frame))
    env = Env(frame, book.model.catalogue, book.model.flower_owner)
    return not all(function(claim.when.node)(env) for claim in book.model.claims.on if not claim.sets)


def _worth(book: "Rulebook", win: Win, passed: Any, tiles: list[int] | None, total: int) -> int:
    """What the win let go was worth: as told, or with those tiles; as much as this one if nothing is told."""
    if tiles is None:
        return total if passed is True else int(passed)
    worths = [-1]
    for kind in tiles:
        try:
            best, _others = book.best(book.win(replace(win, tile=kind)))
        except HandError:
            continue
        if best is not None and best.legal:
            worths.append(best.total)
    return max(worths)


def _applies(book: "Rulebook", win: Win, rule: Pass) -> bool:
    """Whether an entry of `[pass.*]` applies to this winner: its `when`."""
    frame = book.reference.frames.base(win)
    frame.actor, frame.tile = win.seat, -1 if win.tile is None else win.tile
    return bool(function(rule.when.node)(Env(frame, book.model.catalogue, book.model.flower_owner)))
