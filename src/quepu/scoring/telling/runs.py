"""How many kongs a winner made in one turn, where a flag says that the last tile came in place of several (槓上槓)."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from quepu.engine.layout.codes import Drew
from quepu.hand import Win
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.walk import reads_field
from quepu.rulebook.model.model import Model
from quepu.scoring.asked_facts import MEMORY, facts_read
from quepu.scoring.telling.story import Happening, kong_entry

if TYPE_CHECKING:
    from quepu.scoring.telling.facts import Facts


class Runs:
    """Finds them under one rulebook."""

    def __init__(self, model: Model) -> None:
        self.model = model
        #: the flags of a replacement that the table gives by what it remembers of the kongs before
        self._linked = {flag.id: function(flag.given) for flag in model.flags if flag.given is not None
                        and reads_field(flag.given, "draw_kind")
                        and any(fact.kind == MEMORY for fact in facts_read(model, (flag.given,)))}

    def of(self, win: Win, facts: "Facts", told: Callable[[int], Iterable[Happening]], memory: list[int]) -> int:
        """The fewest kongs in a row with which the flags hold that are told; 0 where none asks.

        `told` gives what happened before the last draw with so many, `memory` what was remembered before it.
        """
        asked = [self._linked[name] for name in win.flags if name in self._linked]
        if not asked or not win.self_draw:
            return 0
        for run in range(1, self._last_kongs(win) + 1):
            after = memory
            for one in told(run):
                after = facts.happen(win, one, after)
            f = facts.frame(win, Happening("draw", win.seat, melds=win.hand.melds, is_replacement=True))
            f.self_draw, f.draw_kind = 1, Drew.KONG
            for place, value in enumerate(after):
                f.memory[place] = value
            env = Env(f, self.model.catalogue, self.model.flower_owner)
            if all(holds(env) for holds in asked):
                return run
        return 0

    def _last_kongs(self, win: Win) -> int:
        """How many of the last melds are kongs."""
        melds = win.hand.melds
        return next((count for count, meld in enumerate(reversed(melds)) if not kong_entry(self.model, meld)),
                    len(melds))
