"""What a condition asks of a hand, read off its tree: the plan by which a directed generator makes wins."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from quepu.engine.layout.frame import Frame, SetFlag
from quepu.rulebook.language.evaluate import Env, bits, function
from quepu.rulebook.language.parse import Node
from quepu.rulebook.language.ranges import is_memory
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
_PLAIN = frozenset(("const", "and", "or", "not", "define", "if", "neg", "==", "!=", "<", "<=", ">", ">=",
                    "+", "-", "*"))
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
    facts: list[tuple[Node, bool]] = field(default_factory=list)      # over FRAMEWORK, flags and memory
    win_mask: int = ALL_KINDS
    flowers: list[int] = field(default_factory=list)
    seat: int | None = None
    round: int | None = None


def walk(node: Node) -> Iterator[Node]:
    """Every node of a tree."""
    yield node
    for arg in node.args:
        yield from walk(arg)


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
            if other.when is not None and other.when.op == "slot" and not ignored & set(other.tags):
                self.aim(other.when, False)

    def some(self, node: Node) -> None:
        """Plan for a count larger than zero."""
        if node.op == "define":
            self.some(node.args[0])
        elif node.op in ("loop", "+", "if", "call", "*"):
            if node.op == "loop" and loop_words(node)[0] in ("count", "sum", "max"):
                self.loop(node, True, self.rng.choice((1, 1, 1, 2, 3)))
            else:
                self.some(self.rng.choice(node.args[-2:] if node.op == "if" else node.args))
        elif node.type == "bool":
            self.aim(node, True)
        elif self.fields(node) is not None:
            self.plan.facts.append((Node(">", "bool", (node, Node("const", "int"))), True))

    # -- conditions --
    def aim(self, node: Node, truth: bool) -> None:
        """Plan for a condition to be true (or false)."""
        if self.deep > DEEPEST or self.known(node) is not None:
            return
        self.deep += 1
        if node.op == "define":
            self.aim(node.args[0], truth)
        elif node.op == "not":
            self.aim(node.args[0], not truth)
        elif node.op in ("and", "or"):
            if (node.op == "and") == truth:
                for arg in node.args:
                    self.aim(arg, truth)
            else:
                open_ones = [arg for arg in node.args if self.known(arg) is None]
                if open_ones:
                    self.aim(self.rng.choice(open_ones), truth)
        elif node.op == "if":
            side = self.known(node.args[0])
            yes = self.rng.random() < 0.5 if side is None else bool(side)
            self.aim(node.args[0], yes)
            self.aim(node.args[1 if yes else 2], truth)
        elif node.op in ("flag", "told"):
            self.flag(node, truth)
        elif node.op in ("has", "times", "any_fan"):
            self.other_fan(node, truth)
        elif node.op == "loop":
            self.loop(node, truth, 1)
        else:
            self.leaf(node, truth)
        self.deep -= 1

    def known(self, node: Node) -> int | None:
        """The value of a tree that depends on options alone."""
        for part in walk(node):
            if part.op not in _PLAIN and not (part.op == "slot" and part.place.field == "options"):
                return None
        return self.value(node)

    def value(self, node: Node) -> int | None:
        """The value of a tree in the aim's own frame, or None if something is not there."""
        try:
            return int(function(node)(self.env))
        except (KeyError, IndexError, TypeError, ZeroDivisionError):
            return None

    def flag(self, node: Node, truth: bool) -> None:
        flag = self.model.flags[int(node.value)]  # type: ignore[arg-type]
        self.plan.flags[flag.id] = truth
        if truth and flag.holds is not None and node.op == "flag":
            self.aim(flag.holds, True)

    def other_fan(self, node: Node, truth: bool) -> None:
        fans = node.numbers if node.op == "any_fan" else (node.number,)
        if truth and fans:
            self.fan(self.model.fans[self.rng.choice(fans)])

    def fields(self, node: Node) -> set[str] | None:
        """The fields of the frame a tree reads, options aside; None if it reads lists or more than fields and flags."""
        fields: set[str] = set()
        for part in walk(node):
            if part.op in ("slot", "at", "waits"):
                if part.op == "at" and not is_memory(part.place):
                    return None
                if part.place.field != "options":
                    fields.add(part.place.field)
            elif part.op in ("loop", "var", "paid", "grid", "has", "times", "any_fan"):
                return None
        return fields

    def leaf(self, node: Node, truth: bool) -> None:
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
        elif node.op in (">", ">=", "==", "!=") and truth:
            self.amount(node)

    def amount(self, node: Node) -> None:
        """`count(...) >= 3`, `copies("5z") == 3`: a number of something."""
        left, right = node.args
        while left.op == "define":
            left = left.args[0]
        least = self.value(right)
        if least is None:
            return
        least += node.op in (">", "!=")
        if left.op == "loop" and loop_words(left)[0] == "count":
            if least > 0:
                self.loop(left, True, min(least, 6))
        elif left.op == "at" and left.place.field == "counts":
            kind = self.value(left.args[0])
            if kind is not None and 0 <= kind < 42:
                self.plan.copies[kind] = max(self.plan.copies.get(kind, 0), min(least, 4))

    def kinds(self, node: Node, truth: bool) -> int:
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
    def loop(self, node: Node, truth: bool, times: int) -> None:
        """`all`, `any` or `count` over tiles, sets or a list."""
        name, variable, source = loop_words(node)
        body, condition = node.args[0], node.args[1]
        every = (name == "all") == truth and name in ("all", "any")
        if name not in ("all", "any"):
            body, every = condition, False
        before = self.env.variables.get(variable)
        if source in ("list", "mask"):
            self.listed(node, variable, body, truth, every)
        elif source in ("tiles", "kinds", "flowers"):
            self.tiles(variable, source, body, condition, truth, every, times)
        elif source in _SOURCES and every:
            self.every_block(variable, source, body, condition, truth)
        elif source in _SOURCES:
            wanted = body if truth else Node("not", "bool", (body,))
            both = Node("and", "bool", (condition, wanted))
            for _time in range(times):
                self.pick(((variable, source),), both)
        self.env.variables[variable] = before

    def listed(self, node: Node, variable: str, body: Node, truth: bool, every: bool) -> None:
        values = [self.value(arg) for arg in node.args[2:]]
        elements = [v for v in values if v is not None]
        if loop_words(node)[2] == "mask":
            elements = list(bits(elements[0])) if elements else []
        if not elements:
            return
        for element in elements if every else [self.rng.choice(elements)]:
            self.env.variables[variable] = element
            self.aim(body, truth)

    def tiles(self, variable: str, source: str, body: Node, condition: Node, truth: bool, every: bool,
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

    def passing(self, variable: str, body: Node, condition: Node, truth: bool,
                every: bool) -> dict[int, int]:
        """Kind -> the copies with which it passes."""
        test, holds = function(body), function(condition)
        reads = any(part.op == "at" and part.place.field == "counts"
                    for tree in (body, condition) for part in walk(tree))
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

    def every_block(self, variable: str, source: str, body: Node, condition: Node, truth: bool) -> None:
        """Narrow the sets or pairs to those that pass in some state."""
        wanted = body if truth else Node("not", "bool", (body,))
        test = Node("or", "bool", (Node("not", "bool", (condition,)), wanted))
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

    def accepts(self, chosen: dict[str, Need], test: Node) -> bool:
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

    def pick(self, parts: tuple[tuple[str, str], ...], when: Node | None) -> None:
        """Choose blocks for the names of a pick so that its condition holds, by backtracking."""
        names = {name for name, _source in parts}
        clauses = [(clause, {str(p.value) for p in walk(clause) if p.op == "var"} & names)
                   for clause in conjuncts(when)] if when is not None else []
        for clause, free in clauses:
            if not free:
                self.aim(clause, True)
        reads = {str(p.value) for clause, _free in clauses for p in walk(clause) if p.op == "prop"}
        states = (CLOSED, OPEN, MELDED, ADDED, CONCEALED) if reads & {*_STATE_PROPERTIES[:5]} else (CLOSED,)
        if self.plan.seat is None:
            self.plan.seat, self.plan.round = self.rng.randrange(4), self.rng.randrange(4)
        self.env.frame.seat, self.env.frame.round = self.plan.seat, self.plan.round or 0
        chosen = self.search(parts, [c for c in clauses if c[1]], states, "wins" in reads)
        for need in chosen.values():
            if not reads & {*_STATE_PROPERTIES[:5]} and not need.is_pair and need.state == CLOSED:
                need.state = -1         # as the hand likes
            self.plan.needs.append(need)

    def search(self, parts: tuple[tuple[str, str], ...], clauses: list[tuple[Node, set[str]]],
               states: tuple[int, ...], wins: bool) -> dict[str, Need]:
        """Blocks for each name, each clause tried as soon as its names are known; empty if none was found."""
        chosen: dict[str, Need] = {}
        counts = [0] * 42
        steps = 0
        reads_win = any(p.op == "slot" and p.place.field == "win_tile"
                        for clause, _free in clauses for p in walk(clause))

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


def loop_words(node: Node) -> tuple[str, str, str]:
    """(quantifier, variable, what it runs over) of a loop."""
    return node.loop


def conjuncts(node: Node) -> Iterator[Node]:
    """The parts that must all hold, defines written out."""
    if node.op == "and" or (node.op == "define" and node.args[0].op in ("and", "define")):
        for arg in node.args:
            yield from conjuncts(arg)
    else:
        yield node


def block_tiles(model: Model, need: Need) -> tuple[int, ...]:
    """The tiles of a block, a kong's fourth included."""
    if need.is_pair:
        return model.catalogue.pairs[need.index]
    tiles = model.catalogue.sets[need.index]
    return (*tiles, tiles[0]) if need.state >= MELDED else tiles
