"""What is known of a hand before it is analysed: its tiles, those seen elsewhere, how many are left to draw."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quepu import tiles
from quepu.calculators import with_tail
from quepu.errors import HandError
from quepu.faults import Fault
from quepu.hand import Hand, Parts
from quepu.notation import read_kinds
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.model.model import Model
from quepu.scoring.copies import copies_of, turned_copies
from quepu.scoring.waits import facts_of

if TYPE_CHECKING:
    from quepu.book import Rulebook


_TOLD = ("wall", "seen", "seat", "round", "flags", "wild", "state")


@dataclass(frozen=True, slots=True)
class Known:
    """A hand with its situation, the copies of each kind that may still come, and the draws that are left."""

    book: "Rulebook"
    hand: Hand
    last: int | None                    # the tile written last, of a full hand: the one that was drawn
    facts: dict[str, Any]
    left: tuple[int, ...]
    wall: int
    draws: int

    @property
    def is_full(self) -> bool:
        """Whether a tile has been drawn and one has to be thrown away."""
        return self.hand.place_count > self.book.model.hand_size


def known(book: "Rulebook", hand: str | Hand, wall: int | None, seen: str | Iterable[int],
          situation: dict[str, Any]) -> Known:
    """What is told of a hand, checked; every fault at once."""
    last = None
    if isinstance(hand, str):
        text, situation = with_tail(hand, situation)
        situation.pop("self_draw", None)            # every draw is one
        parts = Parts.read(text, book.bonus)
        hand = parts.hand()
        last = parts.concealed[-1].kind if parts.concealed else None
    model = book.model
    unknown = [Fault("analyse.unknown", key=key, known=_TOLD) for key in situation if key not in _TOLD]
    if unknown:
        raise HandError(unknown)
    facts = facts_of(book, hand, situation)
    faults = []
    if not model.hand_size <= hand.place_count <= model.hand_size + 1:
        faults.append(Fault("analyse.size", count=hand.place_count, rule=model.id, size=model.hand_size,
                            full=model.hand_size + 1))
    lying = list(read_kinds(seen) if isinstance(seen, str) else seen)
    gone = turned_copies(model, facts["wild"], facts["state"])
    left = [0] * tiles.KIND_COUNT
    for kind in tiles.kinds_in(model.kinds | model.bonus):
        mine, there = hand.tiles.count(kind), lying.count(kind)
        left[kind] = max(0, copies_of(kind) - mine - there - gone[kind])
        if there and mine + there > copies_of(kind):
            faults.append(Fault("analyse.seen", tile=tiles.code(kind), there=there, mine=mine, most=copies_of(kind)))
    faults += [Fault("win.no_tile", tile=tiles.code(kind), rule=model.id) for kind in sorted(set(lying))
               if not (model.kinds | model.bonus) >> kind & 1]
    hidden = sum(left)
    if wall is None:
        wall = _usual_wall(book, hidden)
    elif isinstance(wall, bool) or not isinstance(wall, int) or not model.seat_count <= wall <= hidden:
        faults.append(Fault("analyse.wall", wall=str(wall)[:20], least=model.seat_count, most=hidden))
    if faults:
        raise HandError(faults)
    drawn = [0 if model.bonus >> kind & 1 else copies for kind, copies in enumerate(left)]
    return Known(book, hand, last if hand.place_count > model.hand_size else None, facts, tuple(drawn), wall,
                 min(wall // model.seat_count, sum(drawn)))


def _usual_wall(book: "Rulebook", hidden: int) -> int:
    """How many tiles are left to draw if the others hold whole hands: what nobody has seen without these."""
    model = book.model
    others = (model.seat_count - 1) * model.hand_size
    return max(model.seat_count, hidden - others - _reserve(model, book))


def _reserve(model: Model, book: "Rulebook") -> int:
    """The tiles that are never drawn."""
    if model.wall.reserve is None:
        return model.wall.dead
    return int(function(model.wall.reserve.node)(Env(book.reference.frames.blank, model.catalogue, model.flower_owner)))
