"""Who may know what: whose hidden tiles an expression reads, followed through loops, defines and memory.

A label is the set of seats whose hidden tiles a value depends on, each with the word that reads them.  Seats are keys:
`actor` (whose decision it is), `owner` (whose memory it is), another name or place that holds a seat, or ANYONE where
it cannot be told which seat it is.  A seat that a condition makes equal to another (`s == actor and ...`) is that one:
where they differ the value does not depend on the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from quepu.faults import Fault
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.node import Node
from quepu.rulebook.language.ranges import is_memory

Key = str | tuple[object, ...]
ANYONE, ACTOR, OWNER, OTHER = "*", "actor", "owner", "other"


@dataclass(frozen=True, slots=True)
class Reason:
    """The word that reads hidden tiles, where it stands, and by which way they come to it."""

    word: Fault
    start: int
    end: int
    way: Fault | None = None


Label = dict[Key, Reason]


@dataclass(frozen=True, slots=True)
class Place:
    """What words mean where an expression stands."""

    own: Key = ACTOR                    # whose hand the words of the hand speak of
    winner: Key = ACTOR                 # the seat that `winner` is
    score: Key | None = ANYONE          # whose hidden tiles flags, fans and totals tell; None: they have been told
    tile: Key | None = None             # whose hidden tile `tile` is
    lots: bool = True                   # whether turned tiles that lie face down are seen
    maker: Key = ANYONE                 # whose turned kong tiles and false win are spoken of
    lays: bool = False                  # `tile` is laid down by a seat that drew in this turn
    prefers: tuple[Key, ...] = (ACTOR,)  # names that are used first for a seat that has several


@dataclass(slots=True)
class Book:
    """What a rulebook keeps face down, and what its memories tell of hidden tiles."""

    lots: frozenset[int] = frozenset()  # turned tiles that not all see
    kongs: bool = False                 # some kong lies face down
    aside: bool = False                 # and among what is laid aside
    memory: dict[int, str] = field(default_factory=dict)            # first slot -> name
    kept: dict[int, Label] = field(default_factory=dict)            # first slot -> OWNER, OTHER, ANYONE


#: the words that read a field of the frame
_WORDS = {"held": "held", "counts": "copies", "waits_of": "ready", "wins_of": "could_win", "wait_values": "value",
          "marked_by": "marked", "visible": "visible"}
_FACTS = {word.field: name for name, word in v.FACTS.items() if not word.tests}
_OF_SEATS = ("waits_of", "wins_of", "wait_values", "marked_by")      # lists by seat that are hidden
_SCORED = ("total", "failed", "flags", "told", "tallies", "fan_values", "fan_times")
#: facts of a hand that lie open; those of the frame that are filled with it are unknown where it is nobody's
_OPEN = ("round", "meld_count", "open_count", "flower_count", "flower_mask", "open_chow_count", "kong_count",
         "concealed_kong_count", "wild_mask", "occasion")
_OF_WIN = ("self_draw", "seat", "discarder")
_OPEN_LISTS = ("flowers", "suits", "seats", "payers", "rows", "list", "mask", "discards", "river", "heard")


class Sight:
    """Labels the expressions of one place."""

    def __init__(self, book: Book, place: Place) -> None:
        self.book, self.place = book, place
        self.loops = 0

    def of(self, node: Node | None, same: Iterable[frozenset[Key]] = ()) -> Label:
        """Whose hidden tiles a value tells."""
        return {} if node is None else self._label(node, {}, tuple(same))

    # -- seats --

    def key(self, node: Node, env: Mapping[str, Key]) -> Key:
        """The seat an expression names, as far as that can be told."""
        if node.op == "define":
            return self.key(node.args[0], env)
        if node.op == "const":
            return ("seat", node.number)
        if node.op == "var":
            name = node.word
            return env[name] if name in env else self._named(name)
        if node.op == "slot":
            name = {"actor": "actor", "seat": "winner", "feeder": "feeder",
                    "discarder": "discarder"}.get(node.place.field, "")
            return self._named(name) if name else ("slot", node.place)
        if node.op == "at":
            keys = tuple(self.key(arg, env) for arg in node.args)
            return ANYONE if ANYONE in keys else ("at", node.place, *keys)
        if node.op == "if":
            first, second = (self.key(arg, env) for arg in node.args[1:])
            return first if first == second else ANYONE
        return ANYONE

    def _named(self, name: str) -> Key:
        return self.place.winner if name == "winner" else ANYONE if name == "actor" and self.place.own == ANYONE \
            else name

    def learn(self, node: Node, truth: bool, env: Mapping[str, Key]) -> list[frozenset[Key]]:
        """Which seats are the same one if a condition holds (or, with `truth` false, does not)."""
        if node.op == "define":
            return self.learn(node.args[0], truth, env)
        if node.op == "not":
            return self.learn(node.args[0], not truth, env)
        if node.op == ("and" if truth else "or"):
            return [pair for arg in node.args for pair in self.learn(arg, truth, env)]
        if node.op == ("==" if truth else "!=") and node.args[0].type == v.SEAT == node.args[1].type:
            pair = frozenset(self.key(arg, env) for arg in node.args)
            return [] if ANYONE in pair else [pair]
        return []

    def known(self, key: Key, same: Iterable[frozenset[Key]]) -> Key:
        """The name of a seat that says most: the actor or owner if it is known to be that one."""
        members, grown = {key}, True
        pairs = list(same)
        while grown:
            grown = False
            for pair in pairs:
                if members & pair and not pair <= members:
                    members |= pair
                    grown = True
        first = self.place.prefers
        return min(members, key=lambda one: (first.index(one) if one in first else _rank(one), str(one)))

    # -- labels --

    def _reads(self, key: Key | None, node: Node, word: str, same: tuple[frozenset[Key], ...],
               way: Fault | None = None) -> Label:
        if key is None or key == ("seat", -1):
            return {}
        named = word if isinstance(word, Fault) else Fault("sight.word", word=word)
        return {self.known(key, same): Reason(named, node.start, node.end, way)}

    def _label(self, node: Node, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        if node.op == "loop":
            return self._loop(node, env, same)
        if node.op == "if":
            test, first, second = node.args
            return _join(self._label(test, env, same),
                         self._label(first, env, (*same, *self.learn(test, True, env))),
                         self._label(second, env, (*same, *self.learn(test, False, env))))
        if node.op == "call" and node.word == "drawn_this_turn":
            if self.place.lays and self._is_laid(node.args[0], env):
                return {}
            return _join(self._label(node.args[0], env, same), self._reads(self.place.own, node, node.word, same))
        if node.op in ("and", "or"):
            same = (*same, *self.learn(node, node.op == "and", env))
        found = _join(*(self._label(arg, env, same) for arg in node.args))
        if node.op == "define":         # columns inside a define are columns of another text
            through = Fault("sight.through", name=node.value)
            return {key: Reason(reason.word, node.start, node.end, reason.way or through)
                    for key, reason in found.items()}
        return _join(found, self._own(node, env, same))

    def _is_laid(self, node: Node, env: Mapping[str, Key]) -> bool:
        """Whether it is the tile laid down: all see whether that was drawn in the same turn, as with a discard."""
        return (node.op == "var" and node.word == "tile" and "tile" not in env) \
            or (node.op == "slot" and node.place.field == "tile")

    def _own(self, node: Node, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        """What a node reads itself, its arguments aside."""
        place = self.place
        if node.op == "var":
            return self._reads(place.tile, node, "tile", same) if node.word == "tile" and "tile" not in env else {}
        if node.op in ("flag", "told", "has", "times", "any_fan"):
            word = Fault("sight.flag") if node.op in ("flag", "told") else node.op
            stale = Fault("sight.stale") if place.score == ANYONE else None
            return self._reads(place.score, node, word, same, stale)
        if node.op == "waits":
            return self._reads(place.own, node, "wait_count", same)
        if node.op == "slot":
            return self._slot(node, same)
        if node.op in ("at", "grid"):
            read = node.place.field
            if is_memory(node.place):
                return self._memory(node, env, same)
            if read in _OF_SEATS:
                return self._reads(self.key(node.args[0], env), node, _WORDS[read], same)
            if read in ("held", "counts"):
                return self._reads(place.own, node, _WORDS[read], same)
            if read == "shown" and place.own == ANYONE:
                return self._reads(ANYONE, node, "shown", same)
            if read == "visible" and self.book.aside:
                return self._reads(ANYONE, node, "visible", same)
        return {}

    def _slot(self, node: Node, same: tuple[frozenset[Key], ...]) -> Label:
        read, place = node.place.field, self.place
        word = _FACTS.get(read) or Fault("sight.hand_word")
        if is_memory(node.place):
            return self._memory(node, {}, same)
        if read in _SCORED:
            return self._reads(place.score, node, word, same)
        if read == "tile":
            return self._reads(place.tile, node, word, same)
        if read in ("turned_wins", "false_total"):
            return self._reads(place.maker, node, word, same)
        if node.place.is_of_table or read == "options":
            return {}
        if read in _OPEN or read in _OF_WIN:    # where no hand was loaded they speak of whichever was looked at last
            return self._reads(ANYONE, node, word, same) if place.own == ANYONE and read not in (
                "round", "wild_mask") else {}
        return self._reads(place.own, node, word, same)

    def _memory(self, node: Node, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        kept = self.book.kept.get(node.place.at, {})
        found: Label = {}
        for part, reason in kept.items():
            key: Key = ANYONE
            if part in (OWNER, OTHER) and len(node.args) > (part == OTHER):
                key = self.key(node.args[part == OTHER], env)
            found |= self._reads(key, node, self.book.memory.get(node.place.at, "memory"), same, _kept(reason))
        return found

    def _loop(self, node: Node, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        name, variable, source = node.loop
        body, condition, *args = node.args
        found = _join(*(self._label(arg, env, same) for arg in args))
        counted = name == "count" and condition.op == "const"
        found = _join(found, self._source(node, source, tuple(args), env, same, counted))
        self.loops += 1
        each: Key = ("loop", self.loops)
        inner = {**env, variable: each}
        learned = (*same, *self.learn(condition, True, inner))
        inside = _join(self._label(condition, inner, same), self._label(body, inner, learned))
        if each in inside:
            reason = inside.pop(each)
            keys = [self.known(self.key(arg, env), same) for arg in args] if source == "list" else [ANYONE]
            inside = _join(inside, dict.fromkeys(keys, reason))
        return _join(found, {ANYONE if _speaks_of(key, each) else key: reason for key, reason in inside.items()})

    def _source(self, node: Node, source: str, args: tuple[Node, ...], env: Mapping[str, Key],
                same: tuple[frozenset[Key], ...], counted: bool) -> Label:
        """What is hidden about the elements that a loop runs over."""
        if source in _OPEN_LISTS:
            hidden = source == "flowers" and self.place.own == ANYONE
            return self._reads(ANYONE, node, source, same) if hidden else {}
        if source in ("hand_of", "waits"):
            return self._reads(self.key(args[0], env), node, source, same)
        if source in ("laid", "melds_of"):
            return self._reads(self.key(args[0], env), node, source, same) if self.book.kongs else {}
        if source == "turned":          # how many there are is no secret
            hidden = self.place.lots and args[0].number in self.book.lots and not counted
            return self._reads(ANYONE, node, "turned", same) if hidden else {}
        if source == "melds":
            return self._reads(self.place.own, node, source, same) \
                if self.book.kongs or self.place.own == ANYONE else {}
        return self._reads(self.place.own, node, source, same)


def _rank(key: Key) -> int:
    """Which of several names of one seat is used."""
    return 9 if isinstance(key, tuple) and key[0] == "loop" else 5 if isinstance(key, tuple) else 4


def _speaks_of(key: Key, each: Key) -> bool:
    """Whether a seat is named by way of a loop's variable."""
    return isinstance(key, tuple) and (key == each or any(_speaks_of(part, each) for part in key
                                                          if isinstance(part, tuple)))


def _kept(reason: Reason) -> Fault:
    if reason.way is not None and reason.way.code in ("sight.keeps", "sight.passed"):
        return reason.way
    return Fault("sight.keeps", word=reason.word)


def _join(*labels: Label) -> Label:
    found: Label = {}
    for label in labels:
        for key, reason in label.items():
            found.setdefault(key, reason)
    return found
