"""A hint for a player: what the aware bot would do, how far the hand is then, and which tiles help it."""

from collections import Counter
from typing import TYPE_CHECKING

from quepu.bots.seat import CoreBot
from quepu.columns import PAGE, wrap
from quepu.errors import QuepuError
from quepu.game.actions import Action, Declare, Discard
from quepu.game.concealment import hides_concealed, turned_before
from quepu.game.tabletop import flowers_of, held, melds, memory_of, river
from quepu.hand import Hand
from quepu.locale import pick, unit_of, words
from quepu.notation import read_kinds
from quepu.tiles import code, kinds_in

if TYPE_CHECKING:
    from quepu.game.match import Match
    from quepu.scoring.waits import Wait, Waits

ADVISER = "aware"
_MOST = 17                  # useful tiles told one by one


def hint_lines(match: "Match", seat: int, lang: str) -> list[str]:
    """What the bot would answer for a seat that is asked, and what the hand needs after it."""
    answer = CoreBot(ADVISER).decide(match, seat)
    action = next(one for one in match.legal(seat) if one == answer)        # the one that has its names
    lines = [words("hint.would", lang, action=action.label(lang))]
    try:
        waits = after_action(match, seat, action)
    except QuepuError:
        return lines                    # a hand whose distance nobody can tell
    if waits.distance is not None and waits.distance >= 0:
        left = _left(match, seat, waits)
        lines.append(words("hint.ready" if waits.distance == 0 else "hint.away", lang, count=waits.distance))
        if waits.waits:
            texts = [_wait(wait, left[wait.kind], lang) for wait in waits.waits]
            lines += wrap(words("list", lang).join(texts), PAGE, "    ", "  ")
        else:
            order = sorted(left, key=lambda kind: (-left[kind], kind))[:_MOST]
            text = words("hint.useful", lang, kinds=len(left), count=sum(left.values()))
            lines += wrap(" ".join((text, *(f"{code(kind)}×{left[kind]}" for kind in order))), PAGE, "    ", "  ")
    return lines


def after_action(match: "Match", seat: int, action: Action) -> "Waits":
    """What the hand waits for once the action's tile has gone."""
    t, model = match.table, match.book.model
    tiles = list(held(t, seat))
    if isinstance(action, Discard | Declare) and action.tile is not None:
        tiles.remove(action.tile)
    flowers = flowers_of(t, model, seat)
    marks = [tile.kind for tile in tiles if tile.mark]
    hand = Hand([tile.kind for tile in tiles], melds(t, model, seat), flowers, marks)
    return match.book.waits(hand, seat=seat, round=int(t.rounds) % 4, wild=kinds_in(int(t.wild)),
                            state=memory_of(t, model))


def _left(match: "Match", seat: int, waits: "Waits") -> dict[int, int]:
    """How many copies of each useful tile the seat does not see: neither in its hand nor on the table."""
    t, model = match.table, match.book.model
    seen: Counter[int] = Counter()
    hides = hides_concealed(model)
    for other in range(match.seats):
        seen.update(kind for tile in river(t, other) if not tile.claimed for kind in read_kinds(tile.tile))
        if other != seat:
            seen.update(kind for meld in melds(t, model, other) if not (hides and meld.is_concealed)
                        for kind in meld.tiles)
    seen.update(turned_before(model, t, seat))
    return {kind: max(0, left - seen[kind]) for kind, left in waits.useful}


def _wait(wait: "Wait", left: int, lang: str) -> str:
    """A tile that completes the hand: copies left and what it is worth, or why it is no win."""
    score = wait.discard if wait.discard.legal else wait.self_draw
    if not score.legal:
        why = "; ".join(pick(reason, lang) for reason in score.reasons)
        return f"{wait.tile}×{left}{words('open', lang)}{why}{words('close', lang)}"
    worth = f"{score.total} {unit_of(score.book.model.score.unit, score.total, lang)}".strip()
    by = "" if wait.discard.legal else f" {words('self_draw', lang)}"
    return f"{wait.tile}×{left}{words('open', lang)}{worth}{by}{words('close', lang)}"
