"""What the conditions of a rulebook can see of a reading: views of tiles, sets and pairs by which they tell them apart.

A view gives a number for every kind; kinds with the same number are the same to whoever looks through it.  Every part
of the language is named here with what it sees.  What is not named makes the marks unsure: then all is told apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from quepu.engine.layout.frame import Place
from quepu.packing.substitutes import substitute_of
from quepu.rulebook.language import node as n
from quepu.rulebook.language.events import EVENT_FIELDS
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.operations import SET_FLAGS, reads_of
from quepu.rulebook.language.ranges import index_range
from quepu.rulebook.language.vocabulary import FIELDS, ITERABLES, PAIR, SET, SHAPE, TILE, TILES, Seen
from quepu.rulebook.language.walk import equal_count, looped, reads_field, rebuilt
from quepu.rulebook.model.model import Fan, Model
from quepu.rulecode import folding
from quepu.rulecode.folding import KIND_PROPERTIES, free_variables
from quepu.tiles import KIND_COUNT, mask

View = tuple[int, ...]
ALL_KINDS = (1 << KIND_COUNT) - 1
WIN_AS = "win_as"                       # what the winning tile stands for, as if it were a variable
OUTSIDE = -99                           # in a view: a kind that nobody looks at

#: of the frame, beside what has a word: what a rulebook names, and what an event tells
_NAMED = frozenset(("memory", "tallies", "options", *EVENT_FIELDS.values()))
_WRITTEN = ("list", "mask")             # what loops run over beside what has a word
#: what is said of a set or pair beside its kind; readings that are alike have alike blocks in this too
OF_BLOCKS = frozenset((*SET_FLAGS, "wilds"))

@dataclass(frozen=True, slots=True)
class Element:
    """What a variable stands for: of a reading, one of these kinds; or something that is the same in every reading."""

    type: str
    kinds: int                          # as bits; of what has no kinds nothing
    is_read: bool = True


Scope = Mapping[str, Element]


class Views:
    """What some conditions see."""

    def __init__(self) -> None:
        self.kinds: dict[str, dict[View, None]] = {TILE: {}, SET: {}, PAIR: {}}
        self.faces: dict[View, None] = {}       # of which tiles it is asked whether they are wild: for each kind a kind
        self.suits = False              # it matters which suits there are
        self.unsure: list[str] = []     # what is not known to be seen by views


class Marks:
    """What a rulebook's conditions look at."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.always = Views()
        self.of_pairs = Views()         # by conditions on shapes without sets
        self.without_wild = Views()     # by conditions that hold only without wild tiles: all there is are the blocks
        self.nothing = Views()          # by conditions that never hold, or on shapes of which there is one reading
        self.reads_win_as = False
        self._here = self.always
        self._all = {TILE: ALL_KINDS, SET: (1 << len(model.catalogue.sets)) - 1,
                     PAIR: (1 << len(model.catalogue.pairs)) - 1}
        self._off = {option.slot for option in model.options if not option.number}

    @property
    def unsure(self) -> list[str]:
        """What is not known to be seen by views: nothing, if they tell apart all that conditions can."""
        return self.always.unsure + self.of_pairs.unsure + self.without_wild.unsure

    # -- what is looked at --
    def look(self, node: Expr | None, within: Sequence[Expr] = ()) -> None:
        """Note what a tree looks at where some conditions hold."""
        if node is not None:
            self._here = self._seen_by(within)
            self._look(self._with_win_as(node), {WIN_AS: Element(TILE, ALL_KINDS)})
            self._here = self.always

    def fan(self, fan: Fan) -> None:
        """Note what a fan looks at; of a pick also which kinds may be its first, second ... set."""
        parts = list(_parts_of(self._with_win_as(fan.when))) if fan.when is not None else []
        members = {name: self._element(source) for name, source in (fan.pick.parts if fan.pick is not None else ())}
        self._here = self._seen_by(parts)
        self._all_of(parts, {WIN_AS: Element(TILE, ALL_KINDS), **members},
                     [name for name, element in members.items() if element.is_read])
        self._here = self.always
        self.look(fan.value, parts)
        self.look(fan.count, parts)

    def _with_win_as(self, node: Expr) -> Expr:
        """The tree with a variable in place of what the winning tile stands for, if it asks for that."""
        if not reads_field(node, WIN_AS):
            return node
        self.reads_win_as = True
        return _with_variable(node)

    def _seen_by(self, parts: Sequence[Expr]) -> Views:
        """Where to note what is seen if all these parts must hold."""
        shapes = [shape for part in parts if (shape := _shape_asked(part)) is not None]
        known = [self.model.shapes[shape] for shape in shapes if shape < len(self.model.shapes)]
        if self._here is self.nothing or len(known) < len(shapes) or any(shape.tiles for shape in known) or any(
                isinstance(part, n.Slot) and part.place.field == "options" and part.place.at in self._off
                for part in parts):
            return self.nothing
        if self._here is self.without_wild or any(equal_count(part) == ("wild_count", 0) for part in parts):
            return self.without_wild
        return self.of_pairs if any(shape.sets == 0 for shape in known) else self._here

    def _look(self, node: Expr, scope: Scope) -> None:
        found = self._by_kind(node, scope)
        if found is not None:
            self._see(scope[found[0]], found[1])
            return
        match node:
            case n.Number() | n.Text() | n.Flag() | n.Told() | n.Has() | n.Times() | n.AnyFan() | n.Waits():
                pass                    # the same in every reading, or fans, whose conditions are looked at themselves
            case n.Negative() | n.Arithmetic() | n.Among() | n.Not() | n.Defined() | n.Table():
                self._each(node, scope)
            case n.Compare():
                self._compare(node, scope)
            case n.And():
                self._within(list(_parts_of(node)), scope)
            case n.Or():                # where one part holds the others do not matter
                self._within(list(_parts_of(node, holds=False)), scope)
            case n.If():
                self._choice(node, scope)
            case n.Call():
                self._call(node, scope)
            case n.Property():
                self._property(node, scope)
            case n.Slot():
                self._slot(node)
            case n.At() | n.Grid():
                self._list(node, scope)
            case n.Variable():
                self._variable(node, scope)
            case n.Loop():
                self._loop(node, scope)
            case n.Paid():
                self._here.unsure.append("paid")
            case _:
                assert_never(node)

    def _by_kind(self, node: Expr, scope: Scope) -> tuple[str, list[int]] | None:
        """The one part of a reading that a tree depends on, and what it gives for each of its kinds."""
        free = [name for name in free_variables(node) if name not in scope or scope[name].is_read]
        if len(free) != 1 or free[0] not in scope:
            return None
        values = folding.values_by_kind(self.model, node, free[0], scope[free[0]].type)
        return None if values is None else (free[0], values)

    def _see(self, element: Element, values: Sequence[int]) -> None:
        """Note a view of the kinds that an element may be."""
        view = tuple(value if element.kinds >> kind & 1 else OUTSIDE for kind, value in enumerate(values))
        if len(set(view)) > 1:
            self._here.kinds[element.type][view] = None

    def _see_whether(self, kind: str, kinds: int) -> None:
        """Tell some kinds of tile, set or pair from the rest."""
        size = self._all[kind].bit_length()
        self._see(Element(kind, self._all[kind]), [kinds >> number & 1 for number in range(size)])

    def _see_each(self, kinds: int) -> None:
        """Tell some kinds of tile from each other and from the rest."""
        self._see(Element(TILE, kinds), range(KIND_COUNT))

    def _each(self, node: Expr, scope: Scope) -> None:
        for part in node.parts:
            self._look(part, scope)

    # -- conditions --
    def _within(self, parts: Sequence[Expr], scope: Scope, members: Sequence[str] = ()) -> Scope:
        """Look at parts that must all hold; the scope that is left."""
        before, self._here = self._here, self._seen_by(parts)
        left = self._all_of(parts, scope, members)
        self._here = before
        return left

    def _choice(self, node: n.If, scope: Scope) -> None:
        test = node.test
        found = self._by_kind(test, scope)
        self._look(test, scope)
        before, self._here = self._here, self._seen_by(list(_parts_of(test)))
        self._look(node.yes, scope if found is None else _narrowed(scope, *found))
        self._here = before
        self._look(node.no, scope if found is None else _narrowed(scope, found[0], [not value for value in found[1]]))

    def _all_of(self, parts: Sequence[Expr], scope: Scope, members: Sequence[str] = ()) -> Scope:
        """Look at parts that must all hold: what one of them rules out the others do not see; the scope that is left.

        `members` are variables of which it matters which kinds are left.
        """
        rest, left, seen = [], scope, dict.fromkeys(members)
        for part in parts:
            found = self._by_kind(part, scope)
            if found is None:
                rest.append(part)
            else:
                left = _narrowed(left, *found)
                seen[found[0]] = None
        for name in seen:
            self._see_whether(scope[name].type, left[name].kinds)
        for part in rest:
            self._look(part, left)
        return left

    def _compare(self, node: n.Compare, scope: Scope) -> None:
        """Of what is to equal something that lies between two numbers nothing outside them matters."""
        sides = ((node.left, node.right), (node.right, node.left)) if node.sign in ("==", "!=") else ()
        for one, other in sides:
            found = self._by_kind(one, scope)
            if found is not None and self._is_same(other, scope):
                low, high = index_range(other)
                self._see(scope[found[0]], [value if low <= value <= high else OUTSIDE for value in found[1]])
                return
        self._each(node, scope)

    def _is_same(self, node: Expr, scope: Scope) -> bool:
        """Whether a tree surely gives the same in every reading."""
        match node:
            case n.Variable(name=name):
                return name in scope and not scope[name].is_read
            case n.Slot(place=place):
                return is_same(place)
            case n.Property(of=of):
                return _is_plain(node) and self._is_same(of, scope)
            case n.Compare(sign=sign):
                return sign not in ("==", "!=") and all(self._is_same(part, scope) for part in node.parts)
            case n.Number() | n.Text() | n.Flag() | n.Told() | n.If() | n.Negative() | n.Arithmetic() | n.Among() \
                    | n.Not() | n.Defined() | n.Table():
                return all(self._is_same(part, scope) for part in node.parts)
            case n.Waits() | n.Has() | n.Times() | n.AnyFan() | n.At() | n.Grid() | n.Paid() | n.Call() | n.And() \
                    | n.Or() | n.Loop():
                return False
            case _:
                assert_never(node)

    # -- reads --
    def _variable(self, node: n.Variable, scope: Scope) -> None:
        element = scope.get(node.name)
        if element is None:
            self._here.unsure.append(node.name)
        elif element.is_read and element.type == TILE:      # which tile it is
            self._see_each(element.kinds)
        # which of the blocks it is: readings that are alike have as many blocks of each sort

    def _call(self, node: n.Call, scope: Scope) -> None:
        if not _is_plain(node):
            self._here.unsure.append(node.name)
        self._each(node, scope)

    def _property(self, node: n.Property, scope: Scope) -> None:
        of, name = node.of, node.name
        if _is_plain(node):
            self._look(of, scope)
        elif of.type == TILE and name == "is_wild":
            found = self._by_kind(of, scope)
            if found is not None and scope[found[0]].type == TILE:
                kinds = scope[found[0]].kinds
                asked = tuple(value if kinds >> kind & 1 else -1 for kind, value in enumerate(found[1]))
                self._here.faces[asked] = None
            else:
                self._look(of, scope)
        elif of.type in (SET, PAIR) and isinstance(of, n.Variable) and of.name in scope:
            if name not in OF_BLOCKS and (scope[of.name].is_read or name not in KIND_PROPERTIES):
                self._here.unsure.append(name)
        else:
            self._here.unsure.append(name)

    def _slot(self, node: n.Slot) -> None:
        read = node.place.field
        if read in ("chow_count", "pung_count", "concealed_pung_count"):
            self._see(Element(SET, self._all[SET]), self.model.catalogue.set_form)
        elif read == "suit_count":
            self._here.suits = True
        elif read == "honor_count":
            self._see_whether(TILE, mask("1234567z"))
        elif read == "terminal_count":
            self._see_whether(TILE, mask("19m19p19s"))
        elif read == "substitute_count":
            self._here.faces[tuple(range(KIND_COUNT))] = None
        elif read == "kind_count":
            self._see_each(ALL_KINDS)
        elif not is_same(node.place):
            self._here.unsure.append(read)

    def _list(self, node: n.At | n.Grid, scope: Scope) -> None:
        """A number of a list by its arguments."""
        if node.place.field == "counts":
            self._see_each(_kinds_of(node.parts[0], scope))
        elif not is_same(node.place):
            self._here.unsure.append(node.place.field)
        self._each(node, scope)

    # -- loops --
    def _element(self, source: str, given: Sequence[Expr] = ()) -> Element:
        """What a loop over a source, or a part of a pick, meets."""
        if source == "list":
            kind = given[0].type
            is_read = kind in (SET, PAIR)
            return Element(kind, self._all[kind] if is_read else _listed(given), is_read)
        if source == "mask":
            return Element(TILE, given[0].value if isinstance(given[0], n.Number) else ALL_KINDS, False)
        kind = ITERABLES[source].type
        if ITERABLES[source].seen is not Seen.PART:
            return Element(kind, ALL_KINDS, False)
        return Element(kind, folding.source_kinds(self.model.catalogue, source) if kind == SET else self._all[kind])

    def _loop(self, node: n.Loop, scope: Scope) -> None:
        name, variable, source = node.quantifier, node.variable, node.source
        body, condition, given = node.body, node.condition, node.given
        if source not in _WRITTEN and (source not in ITERABLES or ITERABLES[source].seen not in (Seen.SAME, Seen.PART)):
            self._here.unsure.append(source)
            return
        if given and given[0].type == TILES and source == "list":
            for tiles in given:         # few, and what is in one of them is not what is in all of them
                self._look(looped(node, folding.substitute(body, variable, tiles),
                                  folding.substitute(condition, variable, tiles), (n.Number(type=TILE),)), scope)
            return
        for arg in given:
            if arg.type not in (SET, PAIR):
                self._look(arg, scope)
        element = self._element(source, given)
        inner = {**scope, variable: element}
        parts = list(_parts_of(condition))
        if name in ("any", "all"):      # of all: whether there is one of which it is not so
            parts += _parts_of(body, name == "any")
        before, self._here = self._here, self._seen_by(parts)
        inner = dict(self._all_of(parts, inner, [variable] if element.is_read else []))
        if source == "kinds" and name in ("count", "sum"):      # copies do not count, so each kind matters
            self._see_each(inner[variable].kinds)
        if name in ("sum", "max", "min"):
            self._look(body, inner)
        self._here = before


def is_same(place: Place) -> bool:
    """Whether what is read there is the same in every reading of a win."""
    return place.field in _NAMED or (place.field in FIELDS and FIELDS[place.field].seen is Seen.SAME)


def marks_of(model: Model) -> Marks:
    """What the conditions of a rulebook look at."""
    marks = Marks(model)
    for fan in model.fans:
        marks.fan(fan)
    for shape in model.shapes:
        number = n.Number(shape.index, type=SHAPE)
        marks.look(shape.when, [n.Compare("==", n.Slot(Place("shape"), type=SHAPE), number)])
    for node in (*(rule.when for rule in model.requirements), *(tally.becomes for tally in model.tallies),
                 model.score.total, model.score.minimum, model.score.counts, model.score.cap, *model.score.compare):
        marks.look(node)
    marks.always.unsure += _beside_conditions(model, marks.reads_win_as)
    return marks


def _beside_conditions(model: Model, reads_win_as: bool) -> Iterator[str]:
    """What else tells readings apart."""
    rule = substitute_of(model)
    if rule["imagined"]:                # what is only thought of is no fifth tile: not all that are alike are possible
        yield "imagined"
    if rule["substitute"] >= 0 and reads_win_as:
        yield WIN_AS                    # a natural tile may be the winning tile as two kinds
    if any(fan.uses_sets and fan.pick is not None for fan in model.fans):
        yield "uses_sets"               # of selections worth the same the order of their kinds decides
    if any(fan.most and fan.pick is not None for fan in model.fans) and any(
            drop.own for fan in model.fans for drop in fan.drops):
        yield "most"                    # which of the picks are left is decided by their order


def _is_plain(node: n.Call | n.Property) -> bool:
    """Whether a function or property gives the same for the same arguments in every reading."""
    try:
        return all(read.is_same for read in reads_of(node))
    except LookupError:                 # of a set, a pair, a row, or new
        return False


def _with_variable(node: Expr) -> Expr:
    """The tree with a variable in place of what the winning tile stands for."""
    if isinstance(node, n.Slot) and node.place.field == WIN_AS:
        return n.Variable(WIN_AS, type=node.type, bounds=node.bounds, span=node.span)
    return rebuilt(node, _with_variable)


def _parts_of(node: Expr, holds: bool = True) -> Iterator[Expr]:
    """The parts of a condition that must all hold for it to hold; or for it not to, each then with a `not`."""
    if isinstance(node, (n.Defined, n.And if holds else n.Or)):
        for part in node.parts:
            yield from _parts_of(part, holds)
    elif isinstance(node, n.Not):
        yield from _parts_of(node.of, not holds)
    else:
        yield node if holds else n.Not(node)


def _shape_asked(node: Expr) -> int | None:
    """The shape that a part asks for."""
    asked = equal_count(node)
    return asked[1] if asked is not None and asked[0] == "shape" else None


def _narrowed(scope: Scope, name: str, holds: Sequence[int | bool]) -> Scope:
    """The scope with a variable that can only be what something holds of."""
    left = sum(1 << kind for kind, value in enumerate(holds) if value)
    return {**scope, name: replace(scope[name], kinds=scope[name].kinds & left)}


def _listed(given: Sequence[Expr]) -> int:
    """The kinds that tiles of a list can be."""
    kinds = [node.value for node in given if isinstance(node, n.Number) and node.type == TILE]
    return sum({1 << kind for kind in kinds if kind >= 0}) if len(kinds) == len(given) else ALL_KINDS


def _kinds_of(node: Expr, scope: Scope) -> int:
    """The kinds that a tile can be."""
    if isinstance(node, n.Variable) and node.name in scope:
        return scope[node.name].kinds
    low, high = index_range(node)
    return sum(1 << kind for kind in range(max(low, 0), min(high, KIND_COUNT - 1) + 1))
