"""What a condition asks of a hand, read off its tree: the plan by which a directed generator makes wins."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import assert_never

from quepu.engine.layout.frame import Frame, SetFlag
from quepu.rulebook.language import node as n
from quepu.rulebook.language.evaluate import Env, bits, function
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.ranges import is_memory
from quepu.rulebook.language.vocabulary import BOOL
from quepu.rulebook.language.walk import bare, parts_of, reads_field
from quepu.rulebook.model import catalogue as cat
from quepu.rulebook.model.model import Fan, Model

ALL_KINDS = (1 << 42) - 1

# -- how a set lies: in the hand, claimed, or one of the three kongs --
CLOSED, OPEN, MELDED, ADDED, CONCEALED = range(5)
STATE_FLAGS = (SetFlag.CONCEALED, SetFlag.MELD | SetFlag.OPEN, SetFlag.MELD | SetFlag.OPEN | SetFlag.KONG,
               SetFlag.MELD | SetFlag.OPEN | SetFlag.KONG | SetFlag.ADDED,
               SetFlag.MELD | SetFlag.CONCEALED | SetFlag.KONG)

#: facts that are settled before any tile is chosen
FRAMEWORK = frozenset(("self_draw", "seat", "round", "discarder", "meld_count", "open_count", "open_chow_count",
                       "flower_count", "shape", "set_count", "pair_count", "chow_count", "pung_count", "kong_count",
                       "concealed_kong_count", "memory"))
_SOURCES = ("sets", "chows", "pungs", "kongs", "pairs")
_STATE_PROPERTIES = ("is_kong", "is_meld", "is_open", "is_concealed", "is_added", "wins")
DEEPEST = 24
MOST_STEPS = 4000


@dataclass(slots=True)
class Need:
    """A set or pair the hand must have; `wins` if it must (not) hold the winning tile."""

    is_pair: bool
    index: int
    state: int = CLOSED
    wins: bool | None = None


@dataclass(slots=True)
class Plan:
    """What a directed hand must be like; what is left open is random."""

    mask: int = ALL_KINDS
    shape: int | None = None
    set_ok: set[int] | None = None
    pair_ok: set[int] | None = None
    needs: list[Need] = field(default_factory=list)
    copies: dict[int, int] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)
    facts: list[tuple[Expr, bool]] = field(default_factory=list)      # over FRAMEWORK, flags and memory
    win_mask: int = ALL_KINDS
    flowers: list[int] = field(default_factory=list)
    seat: int | None = None
    round: int | None = None


class Aim:
    """Reads conditions into one plan; where a condition leaves a choice it is drawn from `rng`."""

    def __init__(self, model: Model, blank: Frame, rng: Random) -> None:
        self.model, self.rng = model, rng
        self.blank = blank
        self.plan = Plan()
        self.env = Env(blank.copy(), model.catalogue, model.flower_owner)
        self.env.frame.win_tile = -1
        self.deep = 0

    # -- whole fans --
    def fan(self, fan: Fan) -> None:
        """Plan for a fan: its condition, its pick, its count."""
        if fan.pick is not None:
            self.pick(fan.pick.parts, fan.when)
        elif fan.when is not None:
            self.aim(fan.when, True)
        if fan.count is not None:
            self.some(fan.count)

    def nothing_but(self, fan: Fan) -> None:
        """Plan against the fans beside which a fallback does not count."""
        for flag in self.model.flags:
            self.plan.flags.setdefault(flag.id, False)
        ignored = set(fan.fallback or ())
        for other in self.model.fans:           # only plain facts: more would contradict each other
            if other.when is not None and isinstance(other.when, n.Slot) and not ignored & set(other.tags):
                self.aim(other.when, False)

    def some(self, node: Expr) -> None:
        """Plan for a count larger than zero."""
        match node:
            case n.Defined(body=body):
                self.some(body)
            case n.Loop(quantifier="count" | "sum" | "max"):
                self.loop(node, True, self.rng.choice((1, 1, 1, 2, 3)))
            case n.If(yes=yes, no=no):
                self.some(self.rng.choice((yes, no)))
            case n.Loop() | n.Call():
                self.some(self.rng.choice(node.parts))
            case n.Arithmetic(sign="+" | "*", left=left, right=right):
                self.some(self.rng.choice((left, right)))
            case _ if node.type == BOOL:
                self.aim(node, True)
            case _ if self.fields(node) is not None:
                self.plan.facts.append((n.Compare(">", node, n.Number()), True))

    # -- conditions --
    def aim(self, node: Expr, truth: bool) -> None:
        """Plan for a condition to be true (or false)."""
        if self.deep > DEEPEST or self.known(node) is not None:
            return
        self.deep += 1
        match node:
            case n.Defined(body=body):
                self.aim(body, truth)
            case n.Not(of=of):
                self.aim(of, not truth)
            case n.And(parts=parts):
                self.together(parts, truth, truth)
            case n.Or(parts=parts):
                self.together(parts, truth, not truth)
            case n.If(test=test, yes=yes, no=no):
                side = self.known(test)
                holds = self.rng.random() < 0.5 if side is None else bool(side)
                self.aim(test, holds)
                self.aim(yes if holds else no, truth)
            case n.Flag() | n.Told():
                self.flag(node, truth)
            case n.Has(fan=fan) | n.Times(fan=fan):
                self.other_fan((fan,), truth)
            case n.AnyFan(fans=fans):
                self.other_fan(fans, truth)
            case n.Loop():
                self.loop(node, truth, 1)
            case n.Number() | n.Text() | n.Variable() | n.Slot() | n.Waits() | n.At() | n.Grid() | n.Paid() \
                    | n.Negative() | n.Arithmetic() | n.Compare() | n.Among() | n.Table() | n.Property() | n.Call():
                self.leaf(node, truth)
            case _:
                assert_never(node)
        self.deep -= 1

    def together(self, parts: tuple[Expr, ...], truth: bool, every: bool) -> None:
        """Plan for every part to be true (or false), or for one of those that are still open."""
        if every:
            for part in parts:
                self.aim(part, truth)
            return
        left = [part for part in parts if self.known(part) is None]
        if left:
            self.aim(self.rng.choice(left), truth)

    def known(self, node: Expr) -> int | None:
        """The value of a tree that depends on options alone."""
        return self.value(node) if all(map(_is_plain, parts_of(node))) else None

    def value(self, node: Expr) -> int | None:
        """The value of a tree in the aim's own frame, or None if something is not there."""
        try:
            return int(function(node)(self.env))
        except (KeyError, IndexError, TypeError, ZeroDivisionError):
            return None

    def flag(self, node: n.Flag | n.Told, truth: bool) -> None:
        """Plan for a flag; one that holds only sometimes, so that it does."""
        flag = self.model.flags[node.bit]
        self.plan.flags[flag.id] = truth
        if truth and flag.holds is not None and isinstance(node, n.Flag):
            self.aim(flag.holds, True)

    def other_fan(self, fans: tuple[int, ...], truth: bool) -> None:
        """Plan for one of some fans."""
        if truth and fans:
            self.fan(self.model.fans[self.rng.choice(fans)])

    def fields(self, node: Expr) -> set[str] | None:
        """The fields of the frame a tree reads, options aside; None if it reads lists or more than fields and flags."""
        fields: set[str] = set()
        for part in parts_of(node):
            match part:
                case n.Slot(place=place) | n.Waits(place=place):
                    fields.add(place.field)
                case n.At(place=place):
                    if not is_memory(place):
                        return None
                    fields.add(place.field)
                case n.Loop() | n.Variable() | n.Paid() | n.Grid() | n.Has() | n.Times() | n.AnyFan():
                    return None
                case n.Number() | n.Text() | n.Flag() | n.Told() | n.Negative() | n.Arithmetic() | n.Compare() \
                        | n.Among() | n.Table() | n.Property() | n.Call() | n.And() | n.Or() | n.Not() | n.If() \
                        | n.Defined():
                    pass
                case _:
                    assert_never(part)
        return fields - {"options"}

    def leaf(self, node: Expr, truth: bool) -> None:
        """A comparison, a membership or a yes-no fact."""
        fields = self.fields(node)
        if fields == {"win_tile"}:
            self.plan.win_mask &= self.kinds(node, truth)
        elif fields is not None and fields <= FRAMEWORK:
            if "shape" in fields and self.plan.shape is None:
                fitting = []
                for shape in self.model.shapes:
                    self.env.frame.shape = shape.index
                    if bool(self.value(node)) == truth:
                        fitting.append(shape.index)
                if fitting:
                    self.plan.shape = self.rng.choice(fitting)
            self.plan.facts.append((node, truth))
        elif isinstance(node, n.Compare) and node.sign in (">", ">=", "==", "!=") and truth:
            self.amount(node)

    def amount(self, node: n.Compare) -> None:
        """`count(...) >= 3`, `copies("5z") == 3`: a number of something."""
        left = bare(node.left)
        least = self.value(node.right)
        if least is None:
            return
        least += node.sign in (">", "!=")
        if isinstance(left, n.Loop) and left.quantifier == "count":
            if least > 0:
                self.loop(left, True, min(least, 6))
        elif isinstance(left, n.At) and left.place.field == "counts":
            kind = self.value(left.indexes[0])
            if kind is not None and 0 <= kind < 42:
                self.plan.copies[kind] = max(self.plan.copies.get(kind, 0), min(least, 4))

    def kinds(self, node: Expr, truth: bool) -> int:
        """The kinds which, as the winning tile, make the tree true (or false)."""
        mask = 0
        test = function(node)
        before = self.env.frame.win_tile
        for kind in range(42):
            self.env.frame.win_tile = kind
            try:
                mask |= (bool(test(self.env)) == truth) << kind
            except (KeyError, IndexError, TypeError):
                mask |= 1 << kind
        self.env.frame.win_tile = before
        return mask

    # -- loops --
    def loop(self, node: n.Loop, truth: bool, times: int) -> None:
        """`all`, `any` or `count` over tiles, sets or a list."""
        name, variable, source = node.quantifier, node.variable, node.source
        body, condition = node.body, node.condition
        every = (name == "all") == truth and name in ("all", "any")
        if name not in ("all", "any"):
            body, every = condition, False
        before = self.env.variables.get(variable)
        if source in ("list", "mask"):
            self.listed(node, body, truth, every)
        elif source in ("tiles", "kinds", "flowers"):
            self.tiles(variable, source, body, condition, truth, every, times)
        elif source in _SOURCES and every:
            self.every_block(variable, source, body, condition, truth)
        elif source in _SOURCES:
            both = n.And((condition, body if truth else n.Not(body)))
            for _time in range(times):
                self.pick(((variable, source),), both)
        self.env.variables[variable] = before

    def listed(self, node: n.Loop, body: Expr, truth: bool, every: bool) -> None:
        """Plan for the elements that are written there."""
        values = [self.value(part) for part in node.given]
        elements = [v for v in values if v is not None]
        if node.source == "mask":
            elements = list(bits(elements[0])) if elements else []
        if not elements:
            return
        for element in elements if every else [self.rng.choice(elements)]:
            self.env.variables[node.variable] = element
            self.aim(body, truth)

    def tiles(self, variable: str, source: str, body: Expr, condition: Expr, truth: bool, every: bool,
              times: int) -> None:
        """Kinds for all tiles, or some kinds that must be there (so often as the body asks)."""
        good = self.passing(variable, body, condition, truth, every)
        if every:
            self.plan.mask &= sum(1 << kind for kind in good)
            if any(copies > 1 for copies in good.values()) and self.rng.random() < 0.5:
                # a word about copies of every kind: ask for them all, in one suit
                suit = 511 << 9 * self.rng.randrange(3) & self.plan.mask
                self.plan.mask = suit or self.plan.mask
                self.plan.copies.update({kind: good[kind] for kind in bits(suit)})
            return
        where = [kind for kind in good if self.model.bonus >> kind & 1] if source == "flowers" else \
            [kind for kind in good if self.model.kinds & self.plan.mask >> kind & 1]
        for kind in self.rng.sample(where, min(times, len(where))):
            if source == "flowers":
                self.plan.flowers.append(kind)
            else:
                self.plan.copies[kind] = max(self.plan.copies.get(kind, 0), good[kind])

    def passing(self, variable: str, body: Expr, condition: Expr, truth: bool,
                every: bool) -> dict[int, int]:
        """Kind -> the copies with which it passes."""
        test, holds = function(body), function(condition)
        reads = any(isinstance(part, n.At) and part.place.field == "counts"
                    for tree in (body, condition) for part in parts_of(tree))
        kinds: dict[int, int] = {}
        self.env.frame.seat = self.plan.seat or 0
        for kind in range(42):
            self.env.variables[variable] = kind
            for copies in (1, 2, 3, 4) if reads else (1,):
                self.env.frame.counts[kind] = copies
                try:
                    is_meant = bool(holds(self.env))
                    is_good = bool(test(self.env)) == truth
                except (KeyError, IndexError, TypeError):
                    is_meant = is_good = True
                if (not is_meant or is_good) if every else (is_meant and is_good):
                    kinds.setdefault(kind, copies)
            self.env.frame.counts[kind] = 0
        return kinds

    def every_block(self, variable: str, source: str, body: Expr, condition: Expr, truth: bool) -> None:
        """Narrow the sets or pairs to those that pass in some state."""
        test = n.Or((n.Not(condition), body if truth else n.Not(body)))
        good = {need.index for need in self.blocks(source) if self.accepts({variable: need}, test)}
        if source == "pairs":
            self.plan.pair_ok = good if self.plan.pair_ok is None else self.plan.pair_ok & good
        elif source != "kongs":
            form = {"chows": cat.CHOW, "pungs": cat.PUNG}.get(source)
            if form is not None:        # nothing is said about the sets of other forms
                good |= {index for index, other in enumerate(self.model.catalogue.set_form) if other != form}
            self.plan.set_ok = good if self.plan.set_ok is None else self.plan.set_ok & good

    # -- picks --
    def blocks(self, source: str, states: Iterable[int] = (CLOSED,)) -> list[Need]:
        """Every block a source can hold, in each of the states."""
        catalogue = self.model.catalogue
        if source == "pairs":
            return [Need(True, index) for index in range(len(catalogue.pairs))]
        form = {"chows": cat.CHOW, "pungs": cat.PUNG}.get(source)
        states = (MELDED, ADDED, CONCEALED) if source == "kongs" else tuple(states)
        return [Need(False, index, state) for index in range(catalogue.made_count) for state in states
                if (form is None or catalogue.set_form[index] == form)
                and (state < MELDED or catalogue.set_kong[index])]

    def accepts(self, chosen: dict[str, Need], test: Expr) -> bool:
        """Whether a clause holds for chosen blocks, and nothing it needs is missing."""
        f, sets, pairs = self.env.frame, 0, 0
        for name, need in chosen.items():
            place = pairs if need.is_pair else sets
            block = (f.pairs if need.is_pair else f.sets)[place]
            block.kind, block.flags = need.index, STATE_FLAGS[need.state] | SetFlag.WINS * bool(need.wins)
            self.env.variables[name] = place
            sets, pairs = sets + (not need.is_pair), pairs + need.is_pair
        f.set_count, f.pair_count = sets, pairs
        return bool(self.value(test))

    def pick(self, parts: tuple[tuple[str, str], ...], when: Expr | None) -> None:
        """Choose blocks for the names of a pick so that its condition holds, by backtracking."""
        names = {name for name, _source in parts}
        clauses = [(clause, {part.name for part in parts_of(clause) if isinstance(part, n.Variable)} & names)
                   for clause in conjuncts(when)] if when is not None else []
        for clause, free in clauses:
            if not free:
                self.aim(clause, True)
        reads = {part.name for clause, _free in clauses for part in parts_of(clause) if isinstance(part, n.Property)}
        states = (CLOSED, OPEN, MELDED, ADDED, CONCEALED) if reads & {*_STATE_PROPERTIES[:5]} else (CLOSED,)
        if self.plan.seat is None:
            self.plan.seat, self.plan.round = self.rng.randrange(4), self.rng.randrange(4)
        self.env.frame.seat, self.env.frame.round = self.plan.seat, self.plan.round or 0
        chosen = self.search(parts, [c for c in clauses if c[1]], states, "wins" in reads)
        for need in chosen.values():
            if not reads & {*_STATE_PROPERTIES[:5]} and not need.is_pair and need.state == CLOSED:
                need.state = -1         # as the hand likes
            self.plan.needs.append(need)

    def search(self, parts: tuple[tuple[str, str], ...], clauses: list[tuple[Expr, set[str]]],
               states: tuple[int, ...], wins: bool) -> dict[str, Need]:
        """Blocks for each name, each clause tried as soon as its names are known; empty if none was found."""
        chosen: dict[str, Need] = {}
        counts = [0] * 42
        steps = 0
        reads_win = any(reads_field(clause, "win_tile") for clause, _free in clauses)

        def extend(depth: int) -> bool:
            nonlocal steps
            if depth == len(parts):
                return True
            name, source = parts[depth]
            candidates = self.blocks(source, states)
            if wins:
                candidates = [Need(c.is_pair, c.index, c.state, w) for c in candidates for w in (False, True)]
            self.rng.shuffle(candidates)
            for need in candidates:
                steps += 1
                if steps > MOST_STEPS:
                    return False
                tiles = block_tiles(self.model, need)
                if any(not self.plan.mask >> k & 1 or counts[k] + tiles.count(k) > 4 for k in tiles):
                    continue
                if need.wins:
                    self.env.frame.win_tile = self.rng.choice(tiles)
                chosen[name] = need
                ripe = [clause for clause, free in clauses if name in free and free <= {*chosen}]
                if all(self.accepts(chosen, clause) for clause in ripe):
                    for k in tiles:
                        counts[k] += 1
                    if need.wins and reads_win:
                        self.plan.win_mask = 1 << self.env.frame.win_tile
                    if extend(depth + 1):
                        return True
                    for k in tiles:
                        counts[k] -= 1
                del chosen[name]
            return False
        return chosen if extend(0) else {}


def _is_plain(node: Expr) -> bool:
    """Whether a node reads nothing but options and its parts."""
    match node:
        case n.Slot(place=place):
            return place.field == "options"
        case n.Number() | n.Text() | n.And() | n.Or() | n.Not() | n.Defined() | n.If() | n.Negative() | n.Compare():
            return True
        case n.Arithmetic(sign=sign):
            return sign in ("+", "-", "*")
        case n.Variable() | n.Waits() | n.Flag() | n.Told() | n.Has() | n.Times() | n.AnyFan() | n.At() | n.Grid() \
                | n.Paid() | n.Among() | n.Table() | n.Property() | n.Call() | n.Loop():
            return False
        case _:
            assert_never(node)


def conjuncts(node: Expr) -> Iterator[Expr]:
    """The parts that must all hold, defines written out."""
    if isinstance(node, n.And) or (isinstance(node, n.Defined) and isinstance(node.body, n.And | n.Defined)):
        for part in node.parts:
            yield from conjuncts(part)
    else:
        yield node


def block_tiles(model: Model, need: Need) -> tuple[int, ...]:
    """The tiles of a block, a kong's fourth included."""
    if need.is_pair:
        return model.catalogue.pairs[need.index]
    tiles = model.catalogue.sets[need.index]
    return (*tiles, tiles[0]) if need.state >= MELDED else tiles
