"""What one seat may see of the table: made here and nowhere else, with the same secrets as the events.

Of other seats a view holds what lies open and how many tiles they have; nothing tells who else is asked or what others
have answered.  Hands lie open once they have been shown: most at the end, some with a declaration.
"""

from dataclasses import dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any

from quepu.engine.layout import codes
from quepu.engine.layout.record import line
from quepu.engine.layout.table import PUT_AWAY
from quepu.engine.layout.table_facts import LOTS
from quepu.engine.play.wall import next_back
from quepu.game.actions import Action, tile_text
from quepu.game.concealment import hides_concealed, sees_all_hands, sees_turned, turn_seen_by
from quepu.game.tabletop import RiverTile, aside, fed_by, held, melds, phase_at, rivers, standing
from quepu.locale import language, words
from quepu.notation import write_tiles
from quepu.rulebook.file.choices import End, ReserveFor
from quepu.rulebook.language import vocabulary
from quepu.rulebook.model.model import Model
from quepu.scoring.table_state import value_name
from quepu.tiles import LETTERS, SEATS, kinds_in, seat_letter, seat_name

if TYPE_CHECKING:
    from quepu.game.match import Match

HIDDEN_KONG = "(????)"
_OF_SEATS = ("seat", "player")
#: how a value of memory that is no number is told to programs
_LETTERS = {vocabulary.SUIT: tuple(LETTERS[:3]), vocabulary.SEAT: tuple(SEATS),
            vocabulary.TILE: tuple(tile_text(kind) or "" for kind in range(42))}
Mark = tuple[str, int | str]            # a memory and its value
Fed = tuple[str, int]                   # the tile that was claimed for a meld, and who gave it


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as another sees it."""

    seat: int
    player: int
    name: str
    score: int
    tile_count: int
    tiles: str | None                   # concealed tiles: the own, and those that have been shown
    melds: tuple[str, ...]
    river: tuple[RiverTile, ...]
    flowers: str                        # and other tiles laid aside
    declared: str = ""                  # its declaration of being ready
    is_out: bool = False                # has won and left
    is_dead: bool = False               # may not win any more
    marks: tuple[Mark, ...] = ()        # what the rulebook shows beside it
    standing: str = ""                  # of its tiles those that stay stood up, where they can be seen
    fed: tuple[Fed | None, ...] = ()    # of each meld what was claimed for it; None: all of it came from the hand

    def as_json(self) -> dict[str, Any]:
        """The seat as plain values; `standing` only where there are any."""
        values = {name: getattr(self, name) for name in _SEAT_FIELDS if name != "standing" or self.standing}
        values["seat"], values["melds"] = seat_letter(self.seat), list(self.melds)
        values["river"] = [_river_json(tile).copy() for tile in self.river]
        values["fed"] = [None if fed is None else {"tile": fed[0], "seat": seat_letter(fed[1])} for fed in self.fed]
        return values


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat sees it, or as somebody who watches (`seat` None): nobody's hidden tiles."""

    seat: int | None
    hand: int
    round: int
    over: bool
    turn: int
    wall_left: int
    pot: int
    drawn: str | None                   # the tile it has just drawn
    offered: str | None                 # the tile it may claim ...
    offered_from: int | None            # ... and whose it is
    wild: str
    turned: tuple[str, ...]
    seats: tuple[SeatView, ...]
    legal: tuple[Action, ...]
    phase: str = ""                     # the phase that asks before the turns
    marks: tuple[Mark, ...] = ()        # what the rulebook shows of the whole table
    replacement: str | None = None      # the next tile in place of a kong or flower, for a seat that may look at all

    @property
    def own(self) -> SeatView:
        """The own seat."""
        assert self.seat is not None, "who watches has no seat"
        return self.seats[self.seat]

    def as_json(self) -> dict[str, Any]:
        """The view as plain values."""
        values = {name: getattr(self, name) for name in _VIEW_FIELDS}
        values["seat"], values["turn"] = None if self.seat is None else seat_letter(self.seat), seat_letter(self.turn)
        values["offered_from"] = None if self.offered_from is None else seat_letter(self.offered_from)
        values["turned"] = list(self.turned)
        values["legal"] = [action.text for action in self.legal]
        values["seats"] = [seat.as_json() for seat in self.seats]
        return values

    def lines(self, lang: str = "zh") -> list[str]:
        """The view as text: the table, each seat, the own tiles, what may be answered."""
        tag = language(lang)
        texts = [words("view.head", lang, hand=self.hand, wind=seat_name(self.round % 4, tag), left=self.wall_left,
                       seat=seat_name(self.turn, tag))]
        for seat in self.seats:
            marks = [words(f"view.{mark}", lang) for mark in ("is_out", "is_dead") if getattr(seat, mark)]
            texts.append(words(
                "view.seat", lang, wind=seat_name(seat.seat, tag), name=seat.name, score=seat.score,
                tiles=seat.tiles if seat.tiles is not None else words("view.tiles", lang, count=seat.tile_count),
                melds=" ".join((*seat.melds, seat.flowers, seat.declared, *marks))).rstrip())
            if seat.standing:
                texts.append("    " + words("view.standing", lang, tiles=seat.standing))
            if seat.river:
                texts.append("    " + " ".join(map(_river_text, seat.river)))
        if self.drawn is not None:
            texts.append(words("view.drawn", lang, tile=self.drawn))
        if self.replacement is not None:
            texts.append(words("view.replacement", lang, tile=self.replacement))
        if self.offered is not None and self.offered_from is not None:
            texts.append(words("view.offered", lang, tile=self.offered, seat=seat_name(self.offered_from, tag)))
        if self.legal:
            labels = words("list", lang).join(action.label(lang) for action in self.legal)
            texts.append(words("view.legal", lang, actions=labels))
        return texts


_VIEW_FIELDS, _SEAT_FIELDS, _RIVER_FIELDS = ([place.name for place in fields(kind)]
                                            for kind in (View, SeatView, RiverTile))


@cache
def _river_json(tile: RiverTile) -> dict[str, Any]:
    """A discard as plain values, made once: there are few different ones."""
    return {name: getattr(tile, name) for name in _RIVER_FIELDS}


def _river_text(tile: RiverTile) -> str:
    """A discard: ' just drawn, ! with a declaration, in brackets if claimed, in round ones if wild."""
    text = tile.tile + ("'" if tile.drawn else "") + ("!" if tile.declares else "")
    return f"[{text}]" if tile.claimed else f"({text})" if tile.wild else text


def view_of(match: "Match", seat: int | None, open_hands: bool = False) -> View:
    """What a seat of a match may see, or one who only watches; with `open_hands` everybody's tiles (a replay)."""
    t, model = match.table, match.book.model
    over = match.hand_over
    looks = sees_all_hands(model, t, seat)
    shown = frozenset(range(match.seats)) if looks else match.shown
    asked = seat in match.asked
    claims = t.stage in (codes.Stage.CLAIMS, codes.Stage.TURNED) and asked
    turn = turn_seen_by(t, seat)
    own_turn = t.stage in (codes.Stage.OWN, codes.Stage.LAID, codes.Stage.STAKE) and turn == seat
    hand, hides = match.hand, hides_concealed(model)
    return View(
        seat, hand.hand if hand else 0, hand.round if hand else match.first_round, over, turn,
        max(0, t.wall_back - t.wall_front - t.reserve) if hand else 0, 0 if model.has_guests else t.pot,
        tile_text(t.drawn) if own_turn else None,
        _offered(t) if claims else None, t.offered_from if claims else None,
        write_tiles(kinds_in(t.wild)), _turned(match, t, seat, open_hands or over),
        tuple(_seat_view(match, t, other, open_hands or other == seat or other in shown, hides, discards)
              for other, discards in enumerate(rivers(t, match.seats))),
        () if seat is None else match.legal(seat), phase_at(t, model), _marks(match, t, None),
        _next_replacement(t, model) if looks and not over else None)


def _next_replacement(t: Any, model: Model) -> str | None:
    """The tile that is drawn next in place of a kong or flower."""
    wall = model.wall
    if t.wall_back - t.wall_front <= (0 if wall.reserve_for is ReserveFor.REPLACEMENTS else t.reserve):
        return None
    return tile_text(t.wall[next_back(t) if wall.replacement is End.BACK else t.wall_front])


def gifts_of(match: "Match", seat: int) -> str:
    """The tiles a seat has put down for an exchange, as only it may see them."""
    count = match.table.gift_count[seat]
    return "".join(tile_text(tile) or "" for tile in line(match.table.gifts, seat)[:count])


def mark_text(model: Model, mark: Mark, lang: str) -> str:
    """What stands beside a seat, in words: the memory's name, and its value where it is not just yes."""
    slot = next(slot for slot in model.memory if slot.id == mark[0])
    value = mark[1]
    if isinstance(value, str):
        value = value_name(slot.type, _LETTERS[slot.type].index(value), language(lang))
    return model.entry_name("memory", slot.id, lang) + ("" if slot.type == vocabulary.BOOL else f" {value}")


def turned_text(model: Model, turned: str, lang: str) -> str:
    """A turned tile of a view with the name it is turned up by."""
    lot, _gap, tile = turned.partition(" ")
    return f"{model.entry_name('turned', lot, lang)} {tile}"


def _offered(t: Any) -> str:
    """The tiles that lie open for a claim: one, or all that a kong has turned up."""
    return "".join(tile_text(int(tile)) or "" for tile in t.offered[:t.offered_count])


def _seat_view(match: "Match", t: Any, seat: int, is_open: bool, hides: bool,
               discards: tuple[RiverTile, ...]) -> SeatView:
    model = match.book.model
    player = t.player[seat]
    declared = t.declared[seat]
    hides = hides and not is_open
    count = sum(line(t.held, seat))
    if t.stage == codes.Stage.PHASE and not is_open:
        count += t.gift_count[seat]        # what has been put down for an exchange is not known yet
    return SeatView(
        seat, player, match.players[player], t.score[player], count, write_tiles(held(t, seat)) if is_open else None,
        tuple(HIDDEN_KONG if hides and meld.is_concealed else str(meld) for meld in melds(t, model, seat)),
        discards, write_tiles(aside(t, seat)), model.entries("ready")[declared - 1] if declared else "",
        bool(t.out >> seat & 1), bool(t.dead >> seat & 1), _marks(match, t, seat),
        write_tiles(standing(t, seat)) if is_open else "",
        tuple(fed_by(t, seat, place) for place in range(t.meld_count[seat])))


def _marks(match: "Match", t: Any, seat: int | None) -> tuple[Mark, ...]:
    """What the rulebook shows beside a seat or of the whole table, where it is not what it was at the start."""
    marks: list[Mark] = []
    for slot in match.book.model.memory:
        if slot.shown and (slot.scope in _OF_SEATS) == (seat is not None):
            value = t.memory[slot.slot + (seat or 0)]
            letters = _LETTERS.get(slot.type)
            if value != slot.start and (letters is None or value >= 0):         # none and nobody are no sight
                marks.append((slot.id, value if letters is None else letters[value]))
    return tuple(marks)


def _turned(match: "Match", t: Any, seat: int | None, over: bool) -> tuple[str, ...]:
    """The turned tiles a seat may see: those open to all and, once it is ready, to ready ones; at the end every one."""
    model = match.book.model
    names = model.entries("turned")
    return tuple(f"{names[t.turned_lot[index] % LOTS]} {tile_text(t.turned[index])}"
                 for index in range(t.turned_count)
                 if t.turned_place[index] != PUT_AWAY and (over or sees_turned(model, t, seat, index)))
