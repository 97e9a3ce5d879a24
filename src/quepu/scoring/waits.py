"""What an incomplete hand waits for, with what each tile would be worth, or how far away it is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quepu import tiles
from quepu.calculators import with_tail
from quepu.columns import PAGE, pad, width, wrap
from quepu.errors import HandError, QuepuError
from quepu.facts import NO_FACTS
from quepu.faults import Fault
from quepu.hand import Hand, Win
from quepu.locale import formed, language, pick, unit_of, words
from quepu.notation import read_kinds, write_tiles
from quepu.rulebook.language.parse import suggestion
from quepu.scoring.copies import turned_copies
from quepu.scoring.later_score import LaterScore
from quepu.scoring.reach import Reach, held, reaches_of, tiles_meant
from quepu.scoring.table_state import unknown
from quepu.scoring.wild_kinds import contradictions
from quepu.scoring.win_frame import check

if TYPE_CHECKING:
    from quepu.book import Rulebook


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand: copies left, and the score by discard and by self-draw."""

    kind: int
    left: int
    discard: LaterScore
    self_draw: LaterScore

    @property
    def tile(self) -> str:
        """The tile in notation."""
        return tiles.code(self.kind)


@dataclass(frozen=True, slots=True)
class Waits:
    """How far a hand is, and what helps it.

    `distance` is the number of tiles from ready 向听: 0 is ready, -1 complete, None where no shape can tell.
    `missing` is how many tiles a half-entered hand still lacks.  A ready hand has `waits`; `dead` are kinds
    that would complete it but are all in the hand already.  `useful` are (kind, copies left) that bring it
    nearer.
    """

    book: "Rulebook"
    hand: Hand
    wild: tuple[int, ...]
    distance: int | None
    missing: int
    waits: tuple[Wait, ...] = ()
    dead: tuple[int, ...] = ()
    useful: tuple[tuple[int, int], ...] = ()
    shapes: tuple[Reach, ...] = ()

    @property
    def left_out(self) -> tuple[str, ...]:
        """Shapes whose distance cannot be told: their condition is not about single tiles alone."""
        return tuple(reach.shape for reach in self.shapes if reach.distance is None)

    def explain(self, lang: str = "zh") -> str:
        """The waits as text of at most 80 columns."""
        return formed("\n".join(_lines(self, language(lang))), lang)


def waits(book: "Rulebook", hand: str | Hand, **situation: Any) -> Waits:
    """What the hand waits for; `situation` is as in `score`: wild, seat, round, flags, state."""
    if isinstance(hand, str):
        text, situation = with_tail(hand, situation)
        situation.pop("self_draw", None)        # each wait is told both ways
        hand = Hand.read(text, book.bonus)
    facts = facts_of(book, hand, situation)
    gone = turned_copies(book.model, facts["wild"], facts["state"])
    left = tuple(max(0, copies - gone[kind]) for kind, copies in enumerate(held(hand).left))
    size = book.model.hand_size
    missing = max(0, size - hand.place_count)
    reached = _measured(book, hand, facts, reaches_of(book.model, hand, facts["wild"], book.search.blocks))
    known = [reach.distance for reach in reached if reach.distance is not None]
    distance = min(known, default=None)
    ready: list[Wait] = []
    dead: list[int] = []
    if hand.place_count == size and any(reach.distance is None or reach.distance <= 1 for reach in reached):
        ready, dead = _ready(book, hand, facts, left)
        distance = 0 if ready else distance if distance is None else max(1, distance)
    useful = 0
    if distance is not None and distance >= 0:
        for reach in reached:
            useful |= tiles_meant(book.model, facts["wild"], reach.useful) if reach.distance == distance else 0
        useful |= sum(1 << kind for kind in facts["wild"])
    if ready:
        useful = sum(1 << wait.kind for wait in ready)
    return Waits(book, hand, facts["wild"], distance, missing, tuple(ready), tuple(dead),
                 tuple((kind, left[kind]) for kind in tiles.kinds_in(useful) if left[kind]),
                 tuple(reached))


def distance_of(book: "Rulebook", win: Win) -> int | None:
    """The distance of a complete number of tiles that is no win."""
    concealed = (*win.hand.concealed, *(() if win.tile is None else (win.tile,)))
    reached = reaches_of(book.model, Hand(concealed, win.hand.melds), win.wild, book.search.blocks)
    # the tiles make no shape, so a shape whose condition was left aside is further than it seems
    return min((max(0, reach.distance) for reach in reached if reach.distance is not None), default=None)


def facts_of(book: "Rulebook", hand: Hand, situation: Mapping[str, Any]) -> dict[str, Any]:
    """The situation as fields of a win, checked; every fault at once."""
    faults: list[Fault] = []
    facts: dict[str, Any] = {"seat": 0, "round": 0, "flags": frozenset(), "wild": (), "state": NO_FACTS}
    for key, value in situation.items():
        if key in ("seat", "round") and isinstance(value, str):
            try:
                value = tiles.seat_of(value)
            except QuepuError as error:
                faults.append(Fault("situation.value", key=key, fault=error.faults[0]))
                value = 0
        elif key == "wild":
            value = read_kinds(value) if isinstance(value, str) else tuple(value)
        elif key not in facts:
            faults.append(Fault("waits.unknown", key=key, known=facts))
        facts[key] = value
    known = {flag.id for flag in book.model.flags} | set(book.model.examples.flags)
    for name in sorted(set(facts["flags"]) - known):
        faults.append(Fault("win.no_flag", name=name, rule=book.id,
                            advice=suggestion(name, known) or Fault("advice.flags", known=sorted(known))))
    faults += unknown(book.model, facts["state"])
    if not faults:
        faults += contradictions(book.model, facts["wild"], facts["state"])
        facts["wild"] = facts["wild"] or book.wild_told(facts["state"])
    faults = check(book.model, hand, wild=facts["wild"], state=facts["state"]) + faults
    if faults:
        raise HandError(faults)
    return facts


def _measured(book: "Rulebook", hand: Hand, facts: Mapping[str, Any], reached: list[Reach]) -> list[Reach]:
    """The reaches, those that are only a lower bound put right where the hand itself can be asked."""
    if hand.place_count != book.model.hand_size + 1 or all(reach.exact for reach in reached):
        return reached
    win = Win(hand, None, self_draw=True, **facts)
    complete = book.reference.shapes_of(win)
    return [Reach(reach.shape, -1, 0) if reach.shape in complete else
            Reach(reach.shape, 0, reach.useful, False) if reach.distance == -1 and not reach.exact else reach
            for reach in reached]


def _ready(book: "Rulebook", hand: Hand, facts: Mapping[str, Any],
           left: tuple[int, ...]) -> tuple[list[Wait], list[int]]:
    """The tiles that complete a hand of full size, and those that would if there were a copy left."""
    frame = book.reference.frames.base(Win(hand, None, **facts))
    frame.win_tile = -1
    ready, dead = [], []
    for kind in book.search.waits(frame):
        if not left[kind]:
            dead.append(kind)
            continue
        by_discard, drawn = (LaterScore(book, Win(hand, kind, self_draw, **facts)) for self_draw in (False, True))
        ready.append(Wait(kind, left[kind], by_discard, drawn))
    return ready, dead


# -- as text --
def _lines(value: Waits, lang: str) -> Iterator[str]:
    yield f"{pick(value.book.model.names, lang, value.book.id)}   {value.hand}".rstrip()
    if value.wild:
        yield f"{words('wild', lang)} {write_tiles(value.wild)}"
    yield _state(value, lang)
    if value.missing:
        yield words("waits.missing", lang, count=value.missing, size=value.book.model.hand_size)
    if value.waits:
        yield ""
        yield from _table(value, lang)
    if value.dead:
        yield from wrap(words("waits.dead", lang, tiles=write_tiles(value.dead)), PAGE)
    if not value.waits and value.distance is not None and value.distance >= 0:
        yield ""
        yield from _useful(value, lang)
    if not value.waits and len(value.shapes) > 1:
        yield ""
        yield from _shapes(value, lang)


def _state(value: Waits, lang: str) -> str:
    if value.distance is None:
        return words("waits.unknown", lang)
    if value.distance < 0:
        return words("waits.complete", lang)
    if value.distance:
        return words("waits.distance", lang, count=value.distance)
    return words("waits.ready" if value.hand.place_count <= value.book.model.hand_size
                 else "waits.after_discard", lang)


def _worth(score: LaterScore, lang: str, short: bool) -> str:
    worth = f"{score.total} {unit_of(score.book.model.score.unit, score.total, lang)}".strip()
    if score.legal:
        return worth
    if short:
        return f"{worth}{words('open', lang)}{words('waits.refused', lang)}{words('close', lang)}"
    return "✗ " + _why(score, lang)


def _why(score: LaterScore, lang: str) -> str:
    return ("; " if lang == "en" else "；").join(pick(reason, lang) for reason in score.reasons)


def _table(value: Waits, lang: str) -> Iterator[str]:
    for short in (False, True):         # reasons stand in the table where there is room, else below it
        rows = [tuple(words(f"waits.{key}", lang) for key in ("kind", "left", "discard", "self_draw"))]
        rows += [(f"{wait.tile} {tiles.name(wait.kind, lang)}", str(wait.left),
                  _worth(wait.discard, lang, short), _worth(wait.self_draw, lang, short))
                 for wait in value.waits]
        wides = [max(width(row[column]) for row in rows) for column in range(4)]
        if sum(wides) + 11 <= PAGE:
            break
    for row in rows:
        cells = [pad(row[column], wides[column], right=column == 1) for column in range(4)]
        yield ("  " + "   ".join(cells)).rstrip()
    if short:
        yield ""
        scores = [score for wait in value.waits for score in (wait.discard, wait.self_draw)
                  if not score.legal]
        for text in dict.fromkeys(_why(score, lang) for score in scores):
            yield from wrap(text, PAGE, "    ", "  ✗ ")


def _useful(value: Waits, lang: str) -> Iterator[str]:
    count = sum(left for _kind, left in value.useful)
    head = words("waits.useful", lang) + words("open", lang) + \
        words("waits.useful_sum", lang, kinds=len(value.useful), tiles=count) + words("close", lang)
    if len(value.useful) == value.book.model.kinds.bit_count():
        yield words("waits.anything", lang)
        return
    yield head + words("colon", lang).rstrip()
    text = " ".join(f"{tiles.code(kind)}×{left}" for kind, left in value.useful)
    yield from wrap(text, PAGE, "  ")


def _shapes(value: Waits, lang: str) -> Iterator[str]:
    names = {shape.id: pick(shape.names, lang, shape.id) for shape in value.book.model.shapes}
    wide = max(width(names[reach.shape]) for reach in value.shapes)
    yield words("waits.shapes", lang)
    for reach in sorted((r for r in value.shapes if r.distance is not None), key=lambda r: r.distance or 0):
        distance = reach.distance or 0
        key = "at_least" if not reach.exact else \
            {-1: "shape_complete", 0: "shape_ready"}.get(distance, "shape_distance")
        yield f"  {pad(names[reach.shape], wide)}  {words('waits.' + key, lang, count=distance)}"
    if value.left_out:
        shapes = words("list", lang).join(names[shape] for shape in value.left_out)
        yield from wrap(words("waits.left_out", lang, shapes=shapes), PAGE, "    ", "  ")
