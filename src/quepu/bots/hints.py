"""How far a hand is once an answer is given, and which tiles help it then, in words."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from quepu.columns import PAGE, wrap
from quepu.errors import QuepuError
from quepu.game.actions import Action, Declare, Discard
from quepu.game.concealment import hides_concealed, turned_before
from quepu.game.tabletop import flowers_of, held, melds, memory_of, river
from quepu.hand import Hand
from quepu.locale import pick, unit_of, words
from quepu.notation import read_hand, read_kinds
from quepu.tiles import code, kinds_in

if TYPE_CHECKING:
    from quepu.book import Rulebook
    from quepu.game.match import Match
    from quepu.scoring.waits import Wait, Waits

ADVISER = "aware"
_MOST = 17                  # useful tiles told one by one


def after_lines(match: "Match", seat: int, action: Action, lang: str) -> list[str]:
    """How far the hand is once an answer is given, and which tiles help it then."""
    return left_lines(match.book, _asked(match, seat, action), lang)


def _asked(match: "Match", seat: int, action: Action) -> dict[str, Any]:
    """The hand that an answer leaves, and what the seat sees besides."""
    return {"left": _left(match, seat, action),
            "seen": {code(kind): count for kind, count in seen_by(match, seat).items()}}


def after_action(match: "Match", seat: int, action: Action) -> "Waits":
    """What the hand waits for once the action's tile has gone."""
    return _waits(match.book, _left(match, seat, action))


def _left(match: "Match", seat: int, action: Action) -> dict[str, Any]:
    """A seat's hand once the action's tile has gone, with its situation."""
    t, model = match.table, match.book.model
    tiles = list(held(t, seat))
    if isinstance(action, Discard | Declare) and action.tile is not None:
        tiles.remove(action.tile)
    marks = [tile.kind for tile in tiles if tile.mark]
    hand = Hand([tile.kind for tile in tiles], melds(t, model, seat), flowers_of(t, model, seat), marks)
    return {"hand": str(hand), "seat": seat, "round": int(t.rounds) % 4, "wild": list(kinds_in(int(t.wild))),
            "state": memory_of(t, model)}


def situation_of_seat(match: "Match", seat: int) -> dict[str, Any]:
    """A seat's hand with what it knows of the table, as an analysis takes it (`advice.analysis`)."""
    t, model = match.table, match.book.model
    tiles = held(t, seat)
    hand = Hand([tile.kind for tile in tiles], melds(t, model, seat), flowers_of(t, model, seat),
                [tile.kind for tile in tiles if tile.mark])
    return {"hand": hand, "seat": seat, "round": int(t.rounds) % 4, "wild": tuple(kinds_in(int(t.wild))),
            "state": memory_of(t, model), "seen": tuple(seen_by(match, seat).elements())}


def _waits(book: "Rulebook", left: Mapping[str, Any]) -> "Waits":
    situation = {key: value for key, value in left.items() if key != "hand"}
    return book.waits(read_hand(left["hand"], bonus=book.bonus), **situation)


def left_lines(book: "Rulebook", asked: Mapping[str, Any], lang: str) -> list[str]:
    """How far the hand is that is left, and what it needs."""
    lines: list[str] = []
    try:
        waits = _waits(book, asked["left"])
    except QuepuError:
        return lines                    # a hand whose distance nobody can tell
    if waits.distance is not None and waits.distance >= 0:
        left = {kind: max(0, left - asked["seen"].get(code(kind), 0)) for kind, left in waits.useful}
        lines.append(words("hint.ready" if waits.distance == 0 else "hint.away", lang, count=waits.distance))
        if waits.waits:
            texts = [_wait(wait, left[wait.kind], lang) for wait in waits.waits]
            lines += wrap(words("list", lang).join(texts), PAGE, "    ", "  ")
        else:
            order = sorted(left, key=lambda kind: (-left[kind], kind))[:_MOST]
            text = words("hint.useful", lang, kinds=len(left), count=sum(left.values()))
            lines += wrap(" ".join((text, *(f"{code(kind)}×{left[kind]}" for kind in order))), PAGE, "    ", "  ")
    return lines


def seen_by(match: "Match", seat: int) -> Counter[int]:
    """How many copies of each kind the seat sees on the table; those of its own hand are no part of it."""
    t, model = match.table, match.book.model
    seen: Counter[int] = Counter()
    hides = hides_concealed(model)
    for other in range(match.seats):
        seen.update(kind for tile in river(t, other) if not tile.claimed for kind in read_kinds(tile.tile))
        if other != seat:
            seen.update(kind for meld in melds(t, model, other) if not (hides and meld.is_concealed)
                        for kind in meld.tiles)
    seen.update(turned_before(model, t, seat))
    return seen


def _wait(wait: "Wait", left: int, lang: str) -> str:
    """A tile that completes the hand: copies left and what it is worth, or why it is no win."""
    score = wait.discard if wait.discard.legal else wait.self_draw
    if not score.legal:
        why = "; ".join(pick(reason, lang) for reason in score.reasons)
        return f"{wait.tile}×{left}{words('open', lang)}{why}{words('close', lang)}"
    worth = f"{score.total} {unit_of(score.book.model.score.unit, score.total, lang)}".strip()
    by = "" if wait.discard.legal else f" {words('self_draw', lang)}"
    return f"{wait.tile}×{left}{words('open', lang)}{worth}{by}{words('close', lang)}"
