"""What a rulebook asks about a hand, has no usual value, and was not told: it is named, and counted without."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from quepu.hand import Win
from quepu.locale import every
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model.model import MemorySlot, Model
from quepu.scoring.asked_facts import WORD, Asked, asked, reads_giver
from quepu.scoring.others import MELDS, melds_in
from quepu.scoring.table_state import TURNED, by_seat

Texts = Mapping[str, str]


class Assumed:
    """What of a win nobody told under one rulebook."""

    def __init__(self, model: Model) -> None:
        self.model = model

    @cached_property
    def _asked(self) -> tuple[tuple[Asked, ...], bool]:
        """The lots of turned tiles that decide something, and whether givers do."""
        facts = asked(self.model)
        return (tuple(fact for fact in facts if fact.kind == WORD and fact.name.startswith(TURNED)),
                any(fact.name == "givers" for fact in facts))

    def not_told(self, win: Win, kongs: Iterable[str]) -> tuple[Texts, ...]:
        """The turned tiles that were not told, and the givers of these kongs where they decide something."""
        lots, givers = self._asked
        return (*(fact.names for fact in lots if not self._is_told(fact.name, win)),
                *(every("told.giver", meld=kong) for kong in (kongs if givers else ())))

    def ungiven(self, win: Win) -> tuple[str, ...]:
        """The open kongs of which nobody said who gave the tile; none where kongs are told apart."""
        if any(slot.id in win.state and _counts_givers(slot) for slot in self.model.memory):
            return ()
        others = (meld for told in by_seat(win.state.get(MELDS, {})).values() for meld in melds_in(told))
        return tuple(str(meld) for meld in (*win.hand.melds, *others)
                     if meld.is_kong and meld.form == "open" and meld.feeder is None)

    def _is_told(self, name: str, win: Win) -> bool:
        """Whether turned tiles are told, or else a memory of them."""
        lot = self.model.entries("turned").index(name.removeprefix(TURNED))
        return name in win.state or any(
            slot.id in win.state and any("turn_up" in update.events and any(
                of is None or lot in of for of in update.of.values()) for update in slot.updates)
            for slot in self.model.memory)


def _counts_givers(slot: MemorySlot) -> bool:
    """Whether a memory of kongs asks who gave them."""
    return any("kong" in update.events and any(
        reads_giver(part) for node in (update.when, update.set) if node is not None for part in parts_of(node))
        for update in slot.updates)
