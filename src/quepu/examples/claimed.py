"""Worked examples that tell what the winner has discarded: whether the rulebook lets him claim the tile at all."""

from quepu.examples.worked import Situation
from quepu.hand import Win
from quepu.rulebook.language.evaluate import Env, function
from quepu.scoring.table_state import by_seat


def is_barred(given: Situation, win: Win) -> bool:
    """Whether a claim's own `when` forbids the win on another's tile; without the winner's discards nobody can tell."""
    if win.self_draw or win.seat not in by_seat(given.state.get("discards") or {}):
        return False
    rules = given.book
    frame = rules.reference.frames.base(Win(win.hand, None, seat=win.seat, wild=win.wild, state=given.state,
                                            flags=given.flags))
    frame.actor, frame.tile = win.seat, -1 if win.tile is None else win.tile
    frame.waits_of[win.seat] = sum(1 << kind for kind in rules.reference.waits(frame))
    claims = [("claim", name, "when") for name, table in rules.model.data.get("claim", {}).items()
              if not table.get("sets")]
    asked = [node for path, node in rules.model.play.items() if path in claims]
    env = Env(frame, rules.model.catalogue, rules.model.flower_owner)
    return not all(function(node)(env) for node in asked)
