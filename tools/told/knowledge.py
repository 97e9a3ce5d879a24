"""What a scorekeeper knows of a hand once it is over, and what he has to be told by a name of the rulebook.

He knows melds in order with who fed them, kongs, declarations, turned tiles, flowers, the hands that are laid open, the
last tile and how it came.  He knows no rivers, no turns, no wins let pass, no hands that were never shown.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from quepu.book import Rulebook
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model.model import MemorySlot, Model
from quepu.scoring.asked_facts import FLAG, MEMORY, WORD, asked, facts_read

#: events of which nobody remembers anything after the hand
UNSEEN_EVENTS = {"draw": "who drew what", "discard": "the discards", "discard_stands": "the discards",
                 "pass": "what was let pass", "offered": "which of the last tiles were offered"}
#: fields of the frame, and what nobody knows of them
UNSEEN_FIELDS = {
    "wall_left": "how many tiles were left", "turn_count": "how many discards there were",
    "own_discards": "how many discards there were", "rivers": "the rivers", "river_count": "the rivers",
    "heard_of": "the rivers", "visible": "the rivers", "drawn_kinds": "who drew what", "dice": "the dice",
    "is_drawn": "who drew what", "false_total": "what the tiles were worth",
    **dict.fromkeys(("draw_kind", "offer_kind", "turned_wins", "kongs_running", "is_replacement"),
                    "how the last tile came")}
#: fields about hands: known at the end, where they are laid open
HIDDEN_FIELDS = dict.fromkeys(("hands", "marked_by", "waits_of", "wins_of", "wait_values", "held"), "hidden hands")
UNSEEN_SOURCES = {"discards": "the rivers", "river": "the rivers", "heard": "the rivers"}
HIDDEN_SOURCES = {"hand_of": "hidden hands", "waits": "hidden hands"}
OPEN_EVENTS = frozenset(("exhausted", "hand_end"))
LASTING = ("match", "player", "players")


@dataclass(frozen=True)
class Knowledge:
    """What of one rulebook is told by its own names, with the reason."""

    book: Rulebook

    @property
    def model(self) -> Model:
        """The rulebook's model."""
        return self.book.model

    @cached_property
    def memory(self) -> dict[str, str]:
        """The memory that decides something and that no told fact implies, each with the reason."""
        unseen_memory, slots = self._unseen_memory, {slot.id: slot for slot in self.model.memory}
        needed = {fact.name for fact in facts_read(self.model, self._deciding) if fact.kind == MEMORY}
        while more := {source for name in needed if name not in unseen_memory
                       for source in self._read_by(slots[name])} - needed:
            needed |= more
        return {name: why for name, why in unseen_memory.items() if name in needed}

    @cached_property
    def flags(self) -> dict[str, str]:
        """The flags that decide something and that no told fact implies, each with the reason."""
        decides = {fact.name for fact in asked(self.model) if fact.kind == FLAG}
        return {name: why for name, why in self._unseen_flags.items() if name in decides}

    @cached_property
    def _unseen_memory(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for slot in self.model.memory:
            why = self._chosen(slot) or self._unseen_update(slot)
            if why:
                found[slot.id] = why
        while more := {slot.id: f"follows from {source}" for slot in self.model.memory if slot.id not in found
                       for source in self._sources(slot) if source in found}:
            found |= more
        return found

    @cached_property
    def _unseen_flags(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for flag in self.model.flags:
            if flag.given is None:
                continue                # set by a declaration, or by nothing that happens at a table
            why = unseen((flag.given,), hidden=not flag.declared)
            why = why or next((f"follows from {fact.name}" for fact in facts_read(self.model, (flag.given,))
                               if fact.kind == MEMORY and fact.name in self._unseen_memory), "")
            if why:
                found[flag.id] = why
        return found

    @property
    def _deciding(self) -> list[Expr | None]:
        """The trees that decide a score, a payment or who deals next."""
        model = self.model
        nodes: list[Expr | None] = [formula.node for formula in model.formulas() if formula.path[0] == "match"]
        nodes += [node for pay in model.payments for node in (pay.when, pay.amount, pay.by, pay.share)]
        for part in (*model.fans, *model.tallies, *model.requirements, model.score, *model.shapes):
            nodes += trees_of(part)
        nodes += [flag.holds for flag in model.flags]
        return nodes + [flag.given for flag in model.flags if flag.id not in self._unseen_flags]

    @cached_property
    def lasting(self) -> tuple[str, ...]:
        """What a match remembers from hand to hand."""
        return tuple(slot.id for slot in self.model.memory if slot.scope in LASTING)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the table that decide what a win is worth or what is paid for it."""
        model = self.model
        nodes: list[Expr | None] = [node for pay in model.payments if pay.on in ("win", "end")
                                    for node in (pay.when, pay.amount, pay.by, pay.share)]
        for part in (*model.fans, *model.tallies, *model.grades, *model.requirements, model.score, *model.shapes):
            nodes += trees_of(part)
        nodes += [slot.hand for slot in model.memory] + [flag.holds for flag in model.flags]
        return frozenset(fact.name for fact in facts_read(model, nodes) if fact.kind == WORD)

    @cached_property
    def end_words(self) -> frozenset[str]:
        """The words of the table that decide what is paid and remembered at the end of a hand, and who deals next."""
        model = self.model
        nodes: list[Expr | None] = [node for pay in model.payments if pay.on in ("draw", "end")
                                    for node in (pay.when, pay.amount, pay.by, pay.share)]
        nodes += [node for slot in model.memory for update in slot.updates if OPEN_EVENTS & set(update.events)
                  for node in (update.when, update.set)]
        nodes += [formula.node for formula in model.formulas() if formula.path[0] == "match"]
        return frozenset(fact.name for fact in facts_read(model, nodes) if fact.kind == WORD)

    def _chosen(self, slot: MemorySlot) -> str:
        """The phase or declaration in which players choose what it holds."""
        for phase in self.model.phases.on:
            if phase.sets == slot.id:
                return f"chosen in phase {phase.id}"
        return next((f"chosen with declaration {ready.id}" for ready in self.model.readies.on if ready.sets == slot.id),
                    "")

    def _unseen_update(self, slot: MemorySlot) -> str:
        """What of its updates nobody knows after the hand; what is won on tells what was discarded last."""
        if any(change.slot is slot for change in self.book.reference.frames.facts.memory.discarded):
            return ""
        for update in slot.updates:
            for event in update.events:
                if event in UNSEEN_EVENTS:
                    return UNSEEN_EVENTS[event]
            why = unseen((update.when, update.set), hidden=not OPEN_EVENTS.issuperset(update.events))
            if why:
                return why
        return ""

    def _read_by(self, slot: MemorySlot) -> Iterable[str]:
        """The other memory that its updates read, whenever that is."""
        nodes = [node for update in slot.updates for node in (update.when, update.set)]
        return (fact.name for fact in facts_read(self.model, nodes) if fact.kind == MEMORY and fact.name != slot.id)

    def _sources(self, slot: MemorySlot) -> Iterable[str]:
        """The other memory that its updates read while the hand is played; what is chosen before stays as it was."""
        nodes = [node for update in slot.updates if not OPEN_EVENTS.issuperset(update.events)
                 for node in (update.when, update.set)]
        return (fact.name for fact in facts_read(self.model, nodes) if fact.kind == MEMORY and fact.name != slot.id
                and not self._chosen(next(one for one in self.model.memory if one.id == fact.name)))


def unseen(nodes: Iterable[Expr | None], hidden: bool) -> str:
    """What a scorekeeper does not know of all that trees read; `hidden`: hands are not laid open yet."""
    for node in nodes:
        for part in parts_of(node) if node is not None else ():
            why = _unseen(part, UNSEEN_FIELDS | HIDDEN_FIELDS if hidden else UNSEEN_FIELDS,
                          UNSEEN_SOURCES | HIDDEN_SOURCES if hidden else UNSEEN_SOURCES)
            if why:
                return why
    return ""


def _unseen(part: Expr, fields: Mapping[str, str], sources: Mapping[str, str]) -> str:
    match part:
        case n.Slot(place=place) | n.At(place=place) | n.Grid(place=place):
            return fields.get(place.field, "")
        case n.Loop(source=source):
            return sources.get(source, "")
        case n.Call(name="drawn_this_turn"):
            return UNSEEN_FIELDS["drawn_kinds"]
        case _:
            return ""


def trees_of(part: object) -> list[Expr | None]:
    """The trees in the fields of one part of a model."""
    found: list[Expr | None] = []
    for name in getattr(type(part), "__slots__", ()):
        value = getattr(part, name)
        found += [one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, n.Checked)]
    return found
