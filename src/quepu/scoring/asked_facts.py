"""What a rulebook asks about a hand: every fact that can change its score or a payment, and how it is told.

It follows from the expressions in force under the options as they are set: a flag, a memory or a word of the table that
none of them reads is not asked for; what memory and declared flags follow from is.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from quepu.engine.layout.frame import Place
from quepu.locale import every
from quepu.rulebook.file.choices import Each
from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.certain import Known, never
from quepu.rulebook.language.events import EVENTS
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.sealed import Value, values
from quepu.rulebook.language.walk import parts_of
from quepu.rulebook.model.model import Fan, MemorySlot, Model, Requirement, Score, Shape, Tally
from quepu.rulebook.model.play import Turned
from quepu.scoring.table_state import DECLARING, TURNED, seats_of, type_of
from quepu.scoring.wild_kinds import indicator_name

SITUATION, FLAG, MEMORY, WORD, EVENT = "situation", "flag", "memory", "word", "event"
KINDS = (SITUATION, EVENT, FLAG, MEMORY, WORD)
#: words that are told, by the field of the frame in which they stand
_FIELDS = {word.field: word.name for word in (*v.FACTS.values(), *v.ITERABLES.values(), *v.FUNCTIONS.values())
           if word.field and word.level == v.TABLE and not word.tests} | {
    "wait_values": "value", "waits_of": "ready", "wins_of": "ready", "rivers": "discards"}
_SOURCES = {"waits": "ready", "river": "river", "discards": "discards", "heard": "heard", "hand_of": "hand_of",
            "laid": "laid"}
_CALLS = ("has_won", "is_winning", "is_out")
#: what an occasion or event is about: nobody tells it of a hand
_ABOUT = frozenset(("actor", "feeder", "tile", "kong_tiles", "turned_wins", "false_total", "own_discards"))
#: the situation of a hand, by the fields in which it stands
_SITUATION = {"seat": "seat", "round": "round", "self_draw": "self_draw", "discarder": "from", "wild_mask": "wild",
              "wild_count": "wild", "flower_mask": "flowers", "flower_count": "flowers", "red_count": "red"}
#: what of the hands only their owners know, until they are shown
_HIDDEN = frozenset(("hand_of", "marked", "ready", "value"))
#: words that say nothing unless they are told, and are then not as they usually are
_USUAL: Mapping[str, Any] = {"is_out": "no", "has_won": "no", "declares": 0, "winner_count": 1, "winner_place": 1,
                             "round_number": 1, "turn_count": 0, "purse": 0, "is_winning": "no", DECLARING: "nobody"}


class Fact(NamedTuple):
    """One thing that is told: its kind and its name."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A fact that a rulebook asks for."""

    kind: str                           # one of KINDS
    name: str
    names: Mapping[str, str]            # in every language
    type: str                           # bool, int, seat, tile, suit, tiles
    seats: int                          # told once, for each seat (1), or for each pair of seats (2)
    owner: bool                         # only its owner knows, until hands are shown
    usual: Any                          # what holds if nobody tells it; None: it has to be told
    told: Mapping[str, str]             # how: on the command line, to the library, to the pad

    def as_json(self) -> dict[str, Any]:
        """The fact as plain values."""
        return {"kind": self.kind, "name": self.name, "names": dict(self.names), "type": self.type,
                "seats": ("once", "seat", "pair")[self.seats], "known_to": "owner" if self.owner else "everybody",
                "usual": self.usual, "told": dict(self.told)}


def facts_read(model: Model, nodes: Iterable[Expr | None]) -> set[Fact]:
    """What these trees read, by the names under which it is told."""
    return {fact for node in nodes if node is not None for part in parts_of(node) for fact in _read(model, part)}


def facts_asked(model: Model) -> frozenset[Fact]:
    """What can change a score or a payment under these options, by the names under which it is told."""
    return frozenset(_Asking(model).facts)


def asked(model: Model, read: Set[Fact] | None = None) -> tuple[Asked, ...]:
    """Every fact that can change a score or a payment under these options, in a fixed order.

    `read` is `facts_asked`, for who has it.
    """
    facts = set(facts_asked(model) if read is None else read)
    if (name := indicator_name(model)) and is_turned_up(model, name):
        facts.add(Fact(WORD, name))         # the kinds that are wild follow from it
    facts -= {Fact(MEMORY, name) for name, turned in kept_turned(model).items() if Fact(WORD, turned) in facts}
    facts -= {Fact(WORD, name) for kind, name in facts if kind == EVENT}        # one thing under one name
    order = {flag.id: at for at, flag in enumerate(model.flags)} | {slot.id: at for at, slot in enumerate(model.memory)}
    return tuple(_asked(model, fact) for fact in
                 sorted(facts, key=lambda fact: (KINDS.index(fact.kind), order.get(fact.name, 0), fact.name)))


def kept_turned(model: Model) -> dict[str, str]:
    """The memory that only keeps a tile that was turned up, with the name under which that tile is told."""
    found: dict[str, str] = {}
    for slot in model.memory:
        update = slot.updates[0] if len(slot.updates) == 1 else None
        lots = update.of.get(_TURN_UP) if update is not None and update.events == ("turn_up",) else None
        if update is not None and lots is not None and len(lots) == 1 and update.when is None and slot.hand is None \
                and isinstance(update.set, n.Slot) and update.set.place.field == "tile":
            found[slot.id] = TURNED + model.entries("turned")[lots[0]]
    return found


def said_as(model: Model, fact: Asked) -> tuple[str, ...]:
    """The names of the state under which a fact is told with a win; of an event each tells a part."""
    if fact.kind == EVENT:
        aside = any(kong.is_aside for kong in model.kongs.values())
        names = ("melds", "aside") if fact.name == "kongs" and aside else _SAID.get(fact.name, ())
        return tuple(name for name in names if name not in model.words.memory)
    return (fact.name, "purse_before") if fact.name == "purse" else (fact.name,)


def memory_scored(model: Model) -> set[str]:
    """The memory that a score or a payment asks for by itself, not only through a flag."""
    paid = [node for pay in model.payments for node in (pay.when, pay.amount, pay.by, pay.share)]
    return memory_of_scores(model) | {fact.name for fact in facts_read(model, paid) if fact.kind == MEMORY}


def memory_of_scores(model: Model) -> set[str]:
    """The memory that decides by itself what a hand is worth, or whether it may win."""
    return {fact.name for fact in facts_read(model, _scoring(model)) if fact.kind == MEMORY}


def words_of_scores(model: Model) -> set[str]:
    """The words of the table that do."""
    return {fact.name for fact in facts_read(model, _scoring(model)) if fact.kind == WORD}


class _Asking:
    """Collects what is read, and what that follows from in its turn."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.known = chosen(model)
        self.facts: set[Fact] = set()
        self._seen: set[int] = set()        # nodes that have been gone through: parts of trees are shared
        self._chosen: dict[int, bool] = {}  # whether options decide anything in them
        for node in _scoring(model):
            self._read(node)
        for pay in model.payments:
            if self._is_out(pay.when):
                continue
            for node in (pay.when, pay.amount, pay.by, pay.share):
                self._read(node)
            if "discarder" in (pay.payer, pay.receiver):
                self.facts.add(Fact(SITUATION, "from"))
            if pay.on == "discard":
                self.facts.add(Fact(EVENT, "paid_discards"))
            if pay.on in _EVENTS:
                self.facts.add(Fact(EVENT, _EVENTS[pay.on]))
        for ready in model.readies.on:
            self._read(ready.stake.node)
        if model.readies.on and Fact(EVENT, "declares") in self.facts:
            self.facts.add(Fact(WORD, DECLARING))
        for there, name in ((model.bonus, "flowers"), (model.wild.kinds, "wild"), (model.tiles.marks, "red")):
            if there:
                self.facts.add(Fact(SITUATION, name))

    def _read(self, node: Expr | None) -> None:
        """What a tree reads, those parts aside that the options rule out."""
        if node is None or id(node) in self._seen:
            return
        self._seen.add(id(node))
        for fact in _read(self.model, node):
            self._add(fact)
        for part in self._parts(node):
            self._read(part)

    def _parts(self, node: Expr) -> Iterable[Expr]:
        match node:
            case n.And(parts=parts):
                return () if any(map(self._is_out, parts)) else parts
            case n.Or(parts=parts):
                return () if any(map(self._is_sure, parts)) else [part for part in parts if not self._is_out(part)]
            case n.If(test=test, yes=yes, no=no):
                return (no,) if self._is_out(test) else (yes,) if self._is_sure(test) else node.parts
            case n.Loop(condition=condition):
                return () if self._is_out(condition) else node.parts
            case _:
                return node.parts

    def _is_out(self, node: Expr | None) -> bool:
        """Whether the options see to it that a condition never holds."""
        return node is not None and self._is_chosen(node) and never(node, self.known)

    def _is_sure(self, node: Expr) -> bool:
        """Whether they see to it that it always does."""
        return self._is_chosen(node) and never(n.Not(node), self.known)

    def _is_chosen(self, node: Expr) -> bool:
        """Whether an option is read in a tree: what none is read in need not be looked at closely."""
        found = self._chosen.get(id(node))
        if found is None:
            found = (isinstance(node, n.Slot) and node.place.field == "options") or any(
                map(self._is_chosen, node.parts))
            self._chosen[id(node)] = found
        return found

    def _add(self, fact: Fact) -> None:
        """A fact that is read, and what a memory or a flag follows from."""
        if fact in self.facts or (fact.kind == WORD and not type_of(self.model, fact.name)):
            return
        self.facts.add(fact)
        if fact.kind == MEMORY:
            self._remembered(next(slot for slot in self.model.memory if slot.id == fact.name))
        elif fact.kind == FLAG:
            flag = next(flag for flag in self.model.flags if flag.id == fact.name)
            self._read(flag.holds)
            if any(ready.flag == fact.name for ready in self.model.readies.on):
                self.facts.add(Fact(EVENT, "declares"))
            for part in parts_of(flag.given) if flag.given is not None else ():
                for one in _read(self.model, part):
                    if one.kind == MEMORY or one.name == "declares":
                        self._add(one)
        elif fact.name == "declares":
            self.facts.add(Fact(EVENT, "declares"))

    def _remembered(self, slot: MemorySlot) -> None:
        """What a memory follows from: the hand, what happened, other memory, tiles that were turned up."""
        self._read(slot.hand)
        for update in slot.updates:
            if self._is_out(update.when):
                continue
            trees = [part for node in (update.when, update.set) if node is not None for part in parts_of(node)]
            for event in update.events:
                if event in ("chow", "pung", *_EVENTS):
                    self.facts.add(Fact(EVENT, _EVENTS.get(event, "melds")))
                if event in ("chow", "pung", "kong") and any(map(reads_giver, trees)):
                    self.facts.add(Fact(EVENT, "givers"))
                if event == "turn_up":
                    lots = update.of.get(_TURN_UP)
                    self.facts.update(Fact(WORD, TURNED + name) for at, name in enumerate(self.model.entries("turned"))
                                      if lots is None or at in lots)
            for part in trees:
                for fact in _read(self.model, part):
                    if fact.kind == MEMORY or fact.name.startswith(TURNED):
                        self._add(fact)


#: occasions and events that are told as things that happened
_EVENTS = {"kong": "kongs", "flower": "flowers_laid", "opening": "openings", "declare": "declares",
           "false_win": "false_wins"}
_TURN_UP = list(EVENTS).index("turn_up")
#: and the words under which they are told with a win; of false wins a win says nothing
_SAID: Mapping[str, tuple[str, ...]] = {
    "melds": ("melds",), "kongs": ("melds",), "declares": ("declares",), "flowers_laid": ("aside",),
    "openings": ("opening_fans",), "paid_discards": ("paid_discards",)}


def reads_giver(part: Expr) -> bool:
    """Whether a node asks who gave a tile away: of an event, or for a meld."""
    match part:
        case n.Slot(place=place):
            return place.field in ("feeder", "discarder")
        case n.Variable(name=name):
            return name == "feeder"
        case n.Property(name=name, of=of):
            return name == "feeder" and of.type == v.MELD
        case _:
            return False


def _scoring(model: Model) -> Iterator[Expr | None]:
    """The trees that decide what a hand is worth, and whether it may win."""
    parts: list[Fan | Tally | Requirement | Score | Shape] = [
        *model.fans, *model.tallies, *model.requirements, model.score, *model.shapes]
    return chain.from_iterable(map(trees_in, parts))


def trees_in(part: Value) -> Iterator[Expr]:
    """The trees in the fields of a value."""
    for value in values(part):
        for one in value if isinstance(value, tuple) else (value,):
            if n.is_node(one):
                yield one


def _read(model: Model, part: Expr) -> Iterator[Fact]:
    """What one node reads itself."""
    match part:
        case n.Flag(bit=bit) | n.Told(bit=bit):
            yield Fact(FLAG, next(flag.id for flag in model.flags if flag.bit == bit))
        case n.Slot(place=place) | n.At(place=place) | n.Grid(place=place):
            yield from _of_place(model, place)
        case n.Loop(source="turned", given=given):
            yield from (Fact(WORD, TURNED + name) for lot, name in enumerate(model.entries("turned"))
                        if isinstance(given[0], n.Number) and given[0].value == lot)
        case n.Loop(source=source):
            if source in _SOURCES:
                yield Fact(WORD, _SOURCES[source])
            elif source == "melds_of":
                yield Fact(EVENT, "melds")
            elif source == "flowers":
                yield Fact(SITUATION, "flowers")
        case n.Call(name=name) | n.Property(name=name):
            if name in _CALLS:
                yield Fact(WORD, name)
            elif name == "is_wild":
                yield Fact(SITUATION, "wild")
            elif reads_giver(part):
                yield Fact(EVENT, "givers")
        case _:
            pass


def _of_place(model: Model, place: Place) -> Iterator[Fact]:
    """What a number of the frame is called where it is told."""
    if place.field == "memory":
        yield Fact(MEMORY, next(slot.id for slot in model.memory if slot.slot <= place.at < slot.slot + slot.size))
    elif place.field in _SITUATION:
        yield Fact(SITUATION, _SITUATION[place.field])
    elif place.field in _FIELDS and _FIELDS[place.field] not in _ABOUT:
        yield Fact(WORD, _FIELDS[place.field])


# -- how it is told --
def _asked(model: Model, fact: Fact) -> Asked:
    kind, name = fact
    if kind in (SITUATION, EVENT):
        told = {way: _WAYS[name][at] for at, way in enumerate(("cli", "api", "pad")) if _WAYS[name][at]}
        return Asked(kind, name, every(f"asks.{kind}.{name}"), "", 0, False, _WAYS[name][3], told)
    if kind == FLAG:
        names = next(flag.names for flag in model.flags if flag.id == name)
        return Asked(kind, name, _three(names, name), v.BOOL, 0, False, "no",
                     {"cli": f"--flag {name}", "api": f'flags=["{name}"]',
                      "pad": f'{{"wins": [{{..., "flags": ["{name}"]}}]}}'})
    seats, type_told = seats_of(model, name), type_of(model, name)
    if name.startswith(TURNED):
        seats = int(is_of_seats(model, name))
        return Asked(kind, name, _turned_names(model, name), type_told, seats, False, None,
                     _state_ways(name, seats, type_told))
    if kind == MEMORY:
        slot = next(slot for slot in model.memory if slot.id == name)
        return Asked(kind, name, _three(slot.names, name), type_told, seats, _is_kept(model, name),
                     _usual(slot.start, type_told), _state_ways(name, seats, type_told))
    return Asked(kind, name, every(f"asks.word.{name}"), type_told, seats, name in _HIDDEN, _USUAL.get(name),
                 _state_ways(name, seats, type_told))


def _three(names: Mapping[str, str], name: str) -> dict[str, str]:
    """A rulebook's own name in every language."""
    plain = names.get("zh") or names.get("zh-Hant") or names.get("en") or name
    return {"zh": plain, "zh-Hant": names.get("zh-Hant") or plain, "en": names.get("en") or name.replace("_", " ")}


def _turned_names(model: Model, name: str) -> dict[str, str]:
    entry = model.declared("turned", name.removeprefix(TURNED))
    return _three(entry.title if entry is not None else {}, name.removeprefix(TURNED))


def _is_kept(model: Model, name: str) -> bool:
    """Whether what a memory holds was chosen and is kept from the others."""
    return any(phase.sets == name and phase.kept for phase in model.phases.on)


def is_of_seats(model: Model, name: str) -> bool:
    """Whether each player has turned tiles of his own in a lot."""
    entry = model.declared("turned", name.removeprefix(TURNED))
    return isinstance(entry, Turned) and entry.each is Each.SEATS


def is_turned_up(model: Model, name: str) -> bool:
    """Whether any tile of a lot is ever turned up under the options as they are set."""
    entry = model.declared("turned", name.removeprefix(TURNED))
    known = chosen(model)
    return isinstance(entry, Turned) and not never(entry.tiles.node, known) and not never(entry.when.node, known)


def chosen(model: Model) -> Known:
    """What the options of a rulebook say of a table."""
    return Known({Place("options", option.slot): (option.number, option.number) for option in model.options},
                 seat_count=model.seat_count)


def _usual(start: int, kind: str) -> Any:
    if kind == v.BOOL:
        return "yes" if start else "no"
    return start if kind == v.INT else "nobody" if kind == v.SEAT and start < 0 else "none" if start < 0 else start


_SAMPLES = {v.BOOL: ("yes", "true"), v.INT: ("2", "2"), v.SEAT: ("N", '"N"'), v.TILE: ("5m", '"5m"'),
            v.SUIT: ("m", '"m"'), v.TILES: ("5m6m", '"5m6m"')}


def _state_ways(name: str, seats: int, kind: str) -> dict[str, str]:
    """How something of the state is told: on the command line with dots, elsewhere as a table."""
    text, value = _SAMPLES[kind]
    key = name + (".S", ".S.E")[seats - 1] if seats else name
    for seat in ("E", "S")[2 - seats:]:
        value = f'{{"{seat}": {value}}}'
    told = f'{{"{name}": {value}}}'
    where = f'{{"memory": {told}}}' if name != "ready" else '{"draw": {"ready": ["S"]}}'
    if name == "purse":                 # as they are now, or as they were when the hand began
        return {"cli": "--state purse.S=2  --state purse_before.S=2",
                "api": 'state={"purse": {"S": 2}}  state={"purse_before": {"S": 2}}', "pad": ""}
    return {"cli": f"--state {key}={text}", "api": f"state={told}", "pad": where}


#: how the rest is told: on the command line, to the library, to the pad, and what holds if it is not
_WAYS: Mapping[str, tuple[str, str, str, Any]] = {
    "seat": ("--seat S", 'seat="S"', '{"wins": [{"seat": "Ann", ...}]}', "E"),
    "round": ("--round S", 'round="S"', "", "E"),
    "self_draw": ("--self-draw", "self_draw=True", '{"wins": [{"seat": "Ann", "hand": ...}]}', "no"),
    "from": ("--from N", 'from_="N"', '{"wins": [{"seat": "Ann", "from": "Bo", ...}]}', None),
    "wild": ("--wild 3m", 'wild="3m"', '{"wild": "3m"}', None),
    "flowers": ("--flowers 15f", "... 15f", '{"wins": [{"hand": "... 15f", ...}]}', "none"),
    "red": ("0m", "0m", '{"wins": [{"hand": "406m ...", ...}]}', "none"),
    "melds": ("[123m,1]  --state melds.N=[222p,1]", '[123m,1]  state={"melds": {"N": "[222p,1]"}}',
              '{"wins": [{"hand": "[123m,1]...", ...}]}', "none"),
    "kongs": ("[2222p+]  (2222p)", "[2222p+]  (2222p)",
              '{"kongs": [{"seat": "Ann", "kong": NAME, "tile": "2p"}]}', "none"),
    "givers": ("[123m,1]", "[123m,1]",
               '{"kongs": [{"seat": "Ann", "kong": NAME, "from": "Bo"}]}', None),
    "declares": ("--state declares.S=1", 'state={"declares": {"S": 1}}',
                 '{"declares": [{"seat": "Ann", "ready": NAME}]}', "none"),
    "flowers_laid": ("", "", '{"flowers": [{"seat": "Ann", "tile": "1f"}]}', "none"),
    "openings": ("--state opening_fans.S=NAME", 'state={"opening_fans": {"S": [NAME]}}',
                 '{"openings": [{"seat": "Ann", "fan": NAME}]}', "none"),
    "paid_discards": ("--state paid_discards.S=NAME", 'state={"paid_discards": {"S": [NAME]}}',
                      '{"discards": [{"seat": "Ann", "pay": NAME}]}', "none"),
    "false_wins": ("", "", '{"false_wins": ["Ann"]}', "none"),
}
