"""Who may know what: whose hidden tiles an expression reads, followed through loops, defines and memory.

A label is the set of seats whose hidden tiles a value depends on, each with the word that reads them.  Seats are keys:
`actor` (whose decision it is), `owner` (whose memory it is), another name or place that holds a seat, or ANYONE where
it cannot be told which seat it is.  A seat that a condition makes equal to another (`s == actor and ...`) is that one:
where they differ the value does not depend on the rest.

Every part of the language is named here, by whom it is known; what is not named is known to nobody and so refused.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from quepu.faults import Fault
from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.events import EVENT_FIELDS
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.operations import reads_of
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


_BLOCK = ("tile", "tiles", "suit", "rank", "wins", "wilds")         # a source says whose sets and pairs they are
#: what is said of sets, pairs and rows stands where they stand; the other properties are operations
_PROPERTIES = {
    v.SET: frozenset((*_BLOCK, "low", "is_chow", "is_pung", "is_kong", "is_meld", "is_open", "is_concealed",
                      "is_added")),
    v.PAIR: frozenset((*_BLOCK, "is_equal")), v.ROW: frozenset(("amount", "payer", "receiver"))}
#: what the place of an expression gives, `tile` aside; a, b and c are kinds of which sets are made
_GIVEN = frozenset(("actor", "feeder", "payer", "receiver", "owner", "other", "row", "amount", "is_draw", "is_aborted",
                    "is_drawn", "is_replacement", "is_concealed", "is_added", "a", "b", "c"))
#: of the frame, beside what has a word: what the table tells all with an event, and what all have agreed on
_OF_TABLE = frozenset(("options", *EVENT_FIELDS.values()))


class Sight:
    """Labels the expressions of one place."""

    def __init__(self, book: Book, place: Place) -> None:
        self.book, self.place = book, place
        self.loops = 0

    def of(self, node: Expr | None, same: Iterable[frozenset[Key]] = ()) -> Label:
        """Whose hidden tiles a value tells."""
        return {} if node is None else self._label(node, {}, tuple(same))

    # -- seats --

    def key(self, node: Expr, env: Mapping[str, Key]) -> Key:
        """The seat an expression names, as far as that can be told."""
        match node:
            case n.Defined(body=body):
                return self.key(body, env)
            case n.Number(value=value):
                return ("seat", value)
            case n.Variable(name=name):
                return env[name] if name in env else self._named(name)
            case n.Slot(place=place):
                name = {"actor": "actor", "seat": "winner", "feeder": "feeder",
                        "discarder": "discarder"}.get(place.field, "")
                return self._named(name) if name else ("slot", place)
            case n.At(place=place, indexes=indexes):
                keys = tuple(self.key(index, env) for index in indexes)
                return ANYONE if ANYONE in keys else ("at", place, *keys)
            case n.If(yes=yes, no=no):
                first, second = self.key(yes, env), self.key(no, env)
                return first if first == second else ANYONE
            case n.Text() | n.Waits() | n.Flag() | n.Told() | n.Has() | n.Times() | n.AnyFan() | n.Grid() | n.Paid() \
                    | n.Negative() | n.Arithmetic() | n.Compare() | n.Among() | n.Table() | n.Property() | n.Call() \
                    | n.And() | n.Or() | n.Not() | n.Loop():
                return ANYONE
            case _:
                assert_never(node)

    def _named(self, name: str) -> Key:
        return self.place.winner if name == "winner" else ANYONE if name == "actor" and self.place.own == ANYONE \
            else name

    def learn(self, node: Expr, truth: bool, env: Mapping[str, Key]) -> list[frozenset[Key]]:
        """Which seats are the same one if a condition holds (or, with `truth` false, does not)."""
        match node:
            case n.Defined(body=body):
                return self.learn(body, truth, env)
            case n.Not(of=of):
                return self.learn(of, not truth, env)
            case n.And(parts=parts) if truth:
                return [pair for part in parts for pair in self.learn(part, truth, env)]
            case n.Or(parts=parts) if not truth:
                return [pair for part in parts for pair in self.learn(part, truth, env)]
            case n.Compare(sign=sign, left=left, right=right):
                if sign != ("==" if truth else "!=") or not left.type == v.SEAT == right.type:
                    return []
                pair = frozenset((self.key(left, env), self.key(right, env)))
                return [] if ANYONE in pair else [pair]
            case n.Number() | n.Text() | n.Variable() | n.Slot() | n.Waits() | n.Flag() | n.Told() | n.Has() \
                    | n.Times() | n.AnyFan() | n.At() | n.Grid() | n.Paid() | n.Negative() | n.Arithmetic() \
                    | n.Among() | n.Table() | n.Property() | n.Call() | n.And() | n.Or() | n.If() | n.Loop():
                return []
            case _:
                assert_never(node)

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

    def _reads(self, key: Key | None, node: Expr, word: str, same: tuple[frozenset[Key], ...],
               way: Fault | None = None) -> Label:
        if key is None or key == ("seat", -1):
            return {}
        named = word if isinstance(word, Fault) else Fault("sight.word", word=word)
        return {self.known(key, same): Reason(named, node.start, node.end, way)}

    def _unknown(self, node: Expr) -> Label:
        """Of what nobody has said who may know it: nobody may."""
        return {ANYONE: Reason(Fault("sight.unknown"), node.start, node.end)}

    def _label(self, node: Expr, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        """Whose hidden tiles a tree tells: those of its parts, and what it reads itself."""
        match node:
            case n.Number() | n.Text():
                return {}
            case n.Slot():
                return self._field(node, env, same)
            case n.Variable():
                return self._variable(node, env, same)
            case n.Compare() | n.Not() | n.Arithmetic() | n.Negative() | n.Among() | n.Table() | n.Paid():
                return self._parts(node, env, same)     # what follows from its parts, or from the ledger, which is open
            case n.And():
                return self._parts(node, env, (*same, *self.learn(node, True, env)))
            case n.Or():
                return self._parts(node, env, (*same, *self.learn(node, False, env)))
            case n.Property(name=name, of=of):
                told = {} if name in _PROPERTIES.get(of.type, ()) else self._operation(node, same)
                return _join(self._parts(node, env, same), told)
            case n.Call(name=name, args=args):
                if name == "drawn_this_turn" and self.place.lays and self._is_laid(args[0], env):
                    return {}
                return _join(self._parts(node, env, same), self._operation(node, same))
            case n.Loop():
                return self._loop(node, env, same)
            case n.If(test=test, yes=yes, no=no):
                return _join(self._label(test, env, same),
                             self._label(yes, env, (*same, *self.learn(test, True, env))),
                             self._label(no, env, (*same, *self.learn(test, False, env))))
            case n.Defined(name=name):  # columns inside a define are columns of another text
                through = Fault("sight.through", name=name)
                return {key: Reason(reason.word, node.start, node.end, reason.way or through)
                        for key, reason in self._parts(node, env, same).items()}
            case n.At() | n.Grid():
                return _join(self._parts(node, env, same), self._field(node, env, same))
            case n.Flag() | n.Told():
                return self._scored(node, Fault("sight.flag"), same)
            case n.Has():
                return self._scored(node, "has", same)
            case n.Times():
                return self._scored(node, "times", same)
            case n.AnyFan():
                return self._scored(node, "any_fan", same)
            case n.Waits():
                return self._reads(self.place.own, node, "wait_count", same)
            case _:
                assert_never(node)

    def _parts(self, node: Expr, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        """Whose hidden tiles the parts of a node tell."""
        return _join(*(self._label(part, env, same) for part in node.parts))

    def _scored(self, node: Expr, word: str, same: tuple[frozenset[Key], ...]) -> Label:
        """What flags and fans tell: of a hand that is not the one at hand they are stale."""
        stale = Fault("sight.stale") if self.place.score == ANYONE else None
        return self._reads(self.place.score, node, word, same, stale)

    def _operation(self, node: n.Call | n.Property, same: tuple[frozenset[Key], ...]) -> Label:
        """What a function or property tells beside its arguments: it reads what all know, or the actor's secret."""
        try:
            reads = reads_of(node)
        except LookupError:
            return self._unknown(node)
        return {} if all(read.is_open for read in reads) else self._reads(self.place.own, node, node.name, same)

    def _is_laid(self, node: Expr, env: Mapping[str, Key]) -> bool:
        """Whether it is the tile laid down: all see whether that was drawn in the same turn, as with a discard."""
        return (isinstance(node, n.Variable) and node.name == "tile" and "tile" not in env) \
            or (isinstance(node, n.Slot) and node.place.field == "tile")

    def _variable(self, node: n.Variable, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        """What a name tells: of a loop nothing that its source does not, of a pick a set of the hand."""
        if node.name in env or (node.name in _GIVEN and node.type not in (v.SET, v.PAIR)):
            return {}
        if node.name == "tile":
            return self._reads(self.place.tile, node, "tile", same)
        return self._reads(self.place.own, node, node.name, same) if node.type in (v.SET, v.PAIR) else \
            self._unknown(node)

    def _field(self, node: n.Slot | n.At | n.Grid, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        """What a number of the frame tells, or one of a list by its arguments."""
        read = node.place.field
        if is_memory(node.place):
            return self._memory(node, env, same)
        if read == "tallies":
            return self._word(v.Known.SCORE, read, node, (), env, same)
        if read in v.FIELDS:
            word = v.FIELDS[read]
            return self._unknown(node) if word.known is None else \
                self._word(word.known, word.name, node, node.parts, env, same)
        return {} if read in _OF_TABLE else self._unknown(node)

    def _word(self, known: v.Known, word: str, node: Expr, args: tuple[Expr, ...], env: Mapping[str, Key],
              same: tuple[frozenset[Key], ...]) -> Label:
        """Whose hidden tiles a word tells."""
        own = self.place.own
        key: Key | None = None
        match known:
            case v.Known.ALL:
                return {}
            case v.Known.HAND:
                key = ANYONE if own == ANYONE else None
            case v.Known.OWN:
                key = own
            case v.Known.ASKED:
                key = self.key(args[0], env)
            case v.Known.LAID:
                key = own if self.book.kongs or own == ANYONE else None
            case v.Known.LAID_BY:
                key = self.key(args[0], env) if self.book.kongs else None
            case v.Known.ASIDE:
                key = ANYONE if self.book.aside else None
            case v.Known.LOT:
                lot = args[0].value if isinstance(args[0], n.Number) else None
                key = ANYONE if self.place.lots and (lot is None or lot in self.book.lots) else None
            case v.Known.TILE:
                key = self.place.tile
            case v.Known.MAKER:
                key = self.place.maker
            case v.Known.SCORE:
                key = self.place.score
            case _:
                assert_never(known)
        return self._reads(key, node, word, same)

    def _memory(self, node: n.Slot | n.At | n.Grid, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        kept = self.book.kept.get(node.place.at, {})
        found: Label = {}
        for part, reason in kept.items():
            key: Key = ANYONE
            if part in (OWNER, OTHER) and len(node.parts) > (part == OTHER):
                key = self.key(node.parts[part == OTHER], env)
            found |= self._reads(key, node, self.book.memory.get(node.place.at, "memory"), same, _kept(reason))
        return found

    def _loop(self, node: n.Loop, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        found = _join(*(self._label(part, env, same) for part in node.given))
        found = _join(found, self._source(node, env, same))
        self.loops += 1
        each: Key = ("loop", self.loops)
        inner = {**env, node.variable: each}
        learned = (*same, *self.learn(node.condition, True, inner))
        inside = _join(self._label(node.condition, inner, same), self._label(node.body, inner, learned))
        if each in inside:
            reason = inside.pop(each)
            keys = [self.known(self.key(part, env), same) for part in node.given] if node.source == "list" else [ANYONE]
            inside = _join(inside, dict.fromkeys(keys, reason))
        return _join(found, {ANYONE if _speaks_of(key, each) else key: reason for key, reason in inside.items()})

    def _source(self, node: n.Loop, env: Mapping[str, Key], same: tuple[frozenset[Key], ...]) -> Label:
        """What is hidden about the elements that a loop runs over."""
        if node.source in ("list", "mask"):
            return {}
        word = v.ITERABLES.get(node.source)
        if word is None or word.known is None:
            return self._unknown(node)
        if word.known is v.Known.LOT and node.quantifier == "count" and isinstance(node.condition, n.Number):
            return {}                   # how many there are is no secret
        return self._word(word.known, word.name, node, node.given, env, same)


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
