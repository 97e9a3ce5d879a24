"""Where a match begins that is not played from its first deal: who deals, what the players have, what is remembered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quepu.errors import QuepuError
from quepu.faults import Fault
from quepu.rulebook.model.model import Model

LASTS = ("match", "player")         # scopes of memory that outlive a hand
MOST = 100_000                      # what a memory may hold


@dataclass(frozen=True, slots=True)
class Start:
    """The state between two hands; what is left out is as at the beginning."""

    dealer: int = 0                                     # place of the dealer in the order of the players
    scores: tuple[int, ...] = ()                        # by player
    pot: int = 0                                        # points on the table
    memory: Mapping[str, int] = field(default_factory=dict)     # of scope match, or of a player: "raised.2"

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Start":
        """The start of a JSON form."""
        unknown = set(data) - {"dealer", "scores", "pot", "memory"}
        if unknown:
            raise QuepuError(Fault("start.field", known=sorted(unknown)))
        return cls(data.get("dealer", 0), tuple(data.get("scores", ())), data.get("pot", 0), data.get("memory", {}))

    def as_json(self) -> dict[str, Any]:
        """The start as plain values; what is as at the beginning is left out."""
        values = {"dealer": self.dealer, "scores": list(self.scores), "pot": self.pot, "memory": dict(self.memory)}
        return {key: value for key, value in values.items() if value}

    def put(self, table: Any, model: Model, seats: int) -> None:
        """Set a table before its first hand; QuepuError names all that cannot be."""
        named = (("dealer", self.dealer), ("pot", self.pot), *(("score", score) for score in self.scores))
        faults = [Fault("start.not_number", name=Fault(f"word.{name}"), value=value)
                  for name, value in named if not _is_whole(value)]
        faults += [Fault("start.not_number", name=name, value=value)
                   for name, value in self.memory.items() if not _is_whole(value)]
        if not faults:
            faults = self._faults(model, seats)
        if faults:
            raise QuepuError(faults)
        table.dealer, table.pot = self.dealer, self.pot
        for player, score in enumerate(self.scores):
            table.score[player] = score
        for name, value in self.memory.items():
            table.memory[_place(model, name)] = value

    def _faults(self, model: Model, seats: int) -> list[Fault]:
        known = [name for slot in model.memory if slot.scope in LASTS
                 for name in ([slot.id] if slot.size == 1 else [f"{slot.id}.{seat}" for seat in range(seats)])]
        faults = [Fault("start.memory", name=name, known=known)
                  for name in self.memory if name not in known]
        if not 0 <= self.dealer < seats:
            faults.append(Fault("start.dealer", dealer=self.dealer, seats=seats))
        if self.scores and len(self.scores) != seats:
            faults.append(Fault("start.scores", count=len(self.scores), seats=seats))
        if any(abs(value) > MOST for value in self.memory.values()) or any(
                abs(value) > 1 << 30 for value in (self.pot, *self.scores)):
            faults.append(Fault("start.too_large"))
        return faults


def _place(model: Model, name: str) -> int:
    """Where the table keeps a memory, or that of a seat of the first hand."""
    of, _dot, seat = name.partition(".")
    slot = next(slot for slot in model.memory if slot.id == of)
    return slot.slot + (int(seat) if seat else 0)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
