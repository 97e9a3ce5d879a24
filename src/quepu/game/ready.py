"""What a seat waits for 听牌: tiles, copies it has not seen, and what each would be worth, now and after each discard.

The engine's own kernels answer, on a copy of the table, so every rulebook has it and it costs little; what is counted
as seen is what the seat's view shows.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from quepu.engine.layout import table as tb
from quepu.errors import QuepuError
from quepu.game.actions import Action, Declare, Discard
from quepu.game.concealment import turned_before
from quepu.game.desk import Desk
from quepu.game.tabletop import held, melds
from quepu.game.view import HIDDEN_KONG, View, view_of
from quepu.locale import pick
from quepu.notation import Tile, read_kinds
from quepu.scoring.report import why_refused
from quepu.tiles import code, kinds_in

if TYPE_CHECKING:
    from quepu.game.match import Match

#: tiles of a hand, and the declaration that goes with them
_Held = tuple[tuple[Tile, ...], int]
_MOST_VALUED = 60           # waits of one answer: a hand with wild tiles may have hundreds


@dataclass(frozen=True, slots=True)
class Worth:
    """What a hand would win by one tile: its total, and why it may not win if it may not."""

    total: int
    reasons: tuple[Mapping[str, str], ...] = ()

    def as_json(self, lang: str) -> dict[str, Any]:
        """The worth as plain values, the reasons in words."""
        separator = "; " if lang == "en" else "；"
        return {"total": self.total, "legal": not self.reasons,
                "why": separator.join(pick(reason, lang) for reason in self.reasons)}


@dataclass(frozen=True, slots=True)
class Awaited:
    """A tile that completes the hand: copies the seat has not seen, and its worth as a discard and self-drawn.

    Neither counts what only the moment gives (the last tile, a robbed kong): it may be worth more.  None: wild tiles
    make so many waits that this one was not valued.
    """

    kind: int
    left: int
    discard: Worth | None
    self_draw: Worth | None

    def as_json(self, lang: str) -> dict[str, Any]:
        """The wait as plain values."""
        return {"tile": code(self.kind), "left": self.left,
                "discard": None if self.discard is None else self.discard.as_json(lang),
                "self_draw": None if self.self_draw is None else self.self_draw.as_json(lang)}


@dataclass(frozen=True, slots=True)
class Readiness:
    """What a seat waits for now, and after each answer that leaves it ready, by the answer's text."""

    now: tuple[Awaited, ...] = ()
    after: Mapping[str, tuple[Awaited, ...]] = field(default_factory=dict)

    def as_json(self, lang: str) -> dict[str, Any]:
        """All waits as plain values."""
        return {"now": [wait.as_json(lang) for wait in self.now],
                "after": {text: [wait.as_json(lang) for wait in waits] for text, waits in self.after.items()}}


def readiness(match: "Match", seat: int, view: View | None = None) -> Readiness:
    """What a seat waits for; nothing where it is not ready, has won, or its rulebook cannot be asked.

    `view` is the seat's, if somebody has it already.
    """
    t = match.table
    if match.hand is None or match.hand_over or t.out >> seat & 1:
        return Readiness()
    try:
        if _is_far(match, seat):        # as most hands are
            return Readiness()
        tiles = held(t, seat)
        is_whole = len(tiles) + 3 * t.meld_count[seat] == match.engine.rules.hand_size
        given = [("", tiles, 0)] if is_whole else [(action.text, rest, _declared(match, action))
                                                   for action, rest in _discards(match, seat, tiles)]
        look = _Look(match, seat)
        with match.at_work():
            ready = [one for one in given if look.mask(*one[1:])]
        if not ready:                   # what the seat sees need not be counted
            return Readiness()
        seen = _seen(match, view_of(match, seat) if view is None else view)
        with match.at_work() as desk:
            found = {text: look.waits(desk, seen, rest, declared) for text, rest, declared in ready}
    except QuepuError:                  # a stranger's rulebook may ask for more than the engine grants it
        return Readiness()
    return Readiness(found[""]) if is_whole else Readiness(after=found)


def _is_far(match: "Match", seat: int) -> bool:
    """Whether more than one tile is missing, of all that the seat holds: then no discard leaves it ready either.

    The distance never says too many, so nothing is lost; where tiles laid aside can make a win it says nothing.
    """
    if match.engine.rules.aside_shapes:
        return False
    with match.at_work() as desk:
        return bool(match.engine.kernels.missing_of(match.table, desk.near, seat, -1) > 1)


def _discards(match: "Match", seat: int, tiles: tuple[Tile, ...]) -> Iterator[tuple[Action, tuple[Tile, ...]]]:
    """The answers by which a seat gives a tile away, and what it holds then."""
    for action in match.legal(seat):
        if isinstance(action, Discard | Declare) and action.tile in tiles:
            rest = list(tiles)
            rest.remove(action.tile)
            yield action, tuple(rest)


def _declared(match: "Match", action: Action) -> int:
    """The declaration an answer makes, as the table writes it; 0 for none."""
    return 1 + match.book.model.entries("ready").index(action.ready) if isinstance(action, Declare) else 0


def _seen(match: "Match", view: View) -> Counter[int]:
    """How many of each kind a seat sees: in its hand, and in what the table shows it."""
    seen = Counter[int]()
    for other in view.seats:
        texts = [tile.tile for tile in other.river if not tile.claimed] + [other.tiles or "", other.flowers]
        seen.update(kind for text in texts if text for kind in _kinds(text))
        laid = zip(other.melds, melds(match.table, match.book.model, other.seat), strict=True)
        seen.update(kind for text, meld in laid if text != HIDDEN_KONG for kind in meld.tiles)
    seen.update(turned_before(match.book.model, match.table, view.seat))
    return seen


@lru_cache(1 << 10)
def _kinds(text: str) -> tuple[int, ...]:
    """The kinds a text of a view writes, read once: most are of one tile."""
    return tuple(read_kinds(text))


def _number(tile: Tile) -> int:
    """A tile as the table has it."""
    return tile.kind | (tb.MARK if tile.mark else 0)


class _Look:
    """A seat of a copy of the table, whose tiles are laid as they might be."""

    def __init__(self, match: "Match", seat: int) -> None:
        self.match, self.seat, self.engine, self.session = match, seat, match.engine, match.session
        self.t = match.table.copy()
        self._before = int(self.t.declared[seat])
        self._held = Counter(held(self.t, seat))
        self._valued = 0
        self._masks: dict[_Held, int] = {}
        self._known: dict[_Held, tuple[Awaited, ...]] = {}

    def mask(self, tiles: tuple[Tile, ...], declared: int) -> int:
        """The kinds the seat waits for with these tiles, which are one short of a whole hand, as bits."""
        key = tuple(sorted(tiles)), declared
        if key not in self._masks:
            self._hold(tiles, declared)
            self._masks[key] = int(self.engine.kernels.waits_mask(self.t, self.session, self.seat))
        return self._masks[key]

    def waits(self, desk: Desk, seen: Counter[int], tiles: tuple[Tile, ...], declared: int) -> tuple[Awaited, ...]:
        """What the seat waits for with these tiles, each with its worth."""
        key = tuple(sorted(tiles)), declared
        if key not in self._known:
            self._hold(tiles, declared)
            self._known[key] = tuple(self._awaited(desk, seen, kind) for kind in kinds_in(self._masks[key]))
        return self._known[key]

    def _hold(self, tiles: tuple[Tile, ...], declared: int) -> None:
        """Let the seat hold these tiles, with this declaration or its own."""
        self.t.declared[self.seat] = declared or self._before
        wanted = Counter(tiles)
        for tile in (self._held - wanted).elements():
            self.engine.kernels.lose(self.t, self.session, self.seat, _number(tile))
        for tile in (wanted - self._held).elements():
            self.engine.kernels.gain(self.t, self.session, self.seat, _number(tile))
        self._held = wanted

    def _awaited(self, desk: Desk, seen: Counter[int], kind: int) -> Awaited:
        left = max(0, int(self.engine.rules.copies[kind]) - seen[kind])
        if self._valued == _MOST_VALUED:
            return Awaited(kind, left, None, None)
        self._valued += 1
        by_discard = self._worth(desk, kind, False)
        self.engine.kernels.gain(self.t, self.session, self.seat, kind)
        drawn = self._worth(desk, kind, True)
        self.engine.kernels.lose(self.t, self.session, self.seat, kind)
        return Awaited(kind, left, by_discard, drawn)

    def _worth(self, desk: Desk, kind: int, self_draw: bool) -> Worth:
        """What the tile would give; 0 flags: what the moment adds is nobody's to count on."""
        bench, engine = desk.bench, self.engine
        feeder = -1 if self_draw else (self.seat + 1) % self.match.seats
        bench.keeps_frame = 1
        try:
            found = engine.kernels.score_hand(self.t, self.session, self.seat, kind, int(self_draw), feeder, 0)
        finally:
            bench.keeps_frame = 0
        total = int(bench.best_total) if found >= 0 else 0
        if found == 1:
            return Worth(total)
        frame = None if found < 0 else bench.best_frame.copy()
        return Worth(total, why_refused(self.match.book, frame, total))
