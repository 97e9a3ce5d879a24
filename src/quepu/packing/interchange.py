"""Which readings of wild tiles are worth telling apart.

Three wild tiles may stand for any set, a tile and two wild ones for several; but most sets are alike to a rulebook: no
condition of it can tell them apart.  Of those one is enough; without this a hand with seven wild tiles has a hundred
thousand readings.  Where it is not sure what a condition sees, everything is kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from quepu import tiles
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.score_rules import Keep
from quepu.rulebook.language.evaluate import Env, clauses, function
from quepu.rulebook.language.parse import Node
from quepu.rulebook.language.vocabulary import BOOL, ITERABLES, PAIR, SET, TILE
from quepu.rulebook.model.model import Fan, Model
from quepu.rulecode.folding import KIND_PROPERTIES, fold, free_variables, source_kinds

_FORM = {"chow_count", "pung_count", "concealed_pung_count", "open_chow_count"}
_HARMLESS = {"tile_count", "set_count", "pair_count", "shape", "total", "wait_count", "live_wait_count", "fixed",
             "kong_count", "concealed_kong_count"}
_NAMES = tuple(Frame.FIELDS)
#: numbers of a reading of which nothing more is known
_OTHERS = {*_NAMES[_NAMES.index("shape"):_NAMES.index("counts")]} - _HARMLESS


@dataclass(slots=True)
class Marks:
    """What a rulebook's conditions look at."""

    model: Model
    tile_masks: list[int] = field(default_factory=list)
    set_masks: list[int] = field(default_factory=list)
    pair_masks: list[int] = field(default_factory=list)
    raw: set[tuple[str, str]] = field(default_factory=set)      # (set or pair, property) read as a number
    picks: list[tuple[list[int], list[str]]] = field(default_factory=list)
    form: bool = False
    suit: bool = False
    own_face: bool = False              # it matters whether a wild tile stands for itself
    unsure: bool = False

    def look(self, node: Node) -> None:
        """Note what a tree looks at."""
        if node.op in ("const", "flag", "told", "has", "times", "any_fan", "grid"):
            return
        if node.op == "loop" and node.loop[2] in ("melds", "flowers"):
            return                      # laid down before: the same in every reading
        if node.op in ("and", "define") and any(_is_no_wild(part) or self._is_off(part) for part in clauses(node)):
            return                      # never holds where there are wild tiles, or with these options
        if node.type == BOOL:
            free = free_variables(node)
            if len(free) == 1:
                variable, kind = next(iter(free.items()))
                mask = fold(self.model, node, variable, kind) if kind in (TILE, SET, PAIR) else None
                if mask is not None:
                    {TILE: self.tile_masks, SET: self.set_masks, PAIR: self.pair_masks}[kind].append(mask)
                    return
            if not free and self._about_winning_tile(node):
                return
        method = getattr(self, "_" + node.op, None)
        if method is not None:
            method(node)
        for arg in node.args:
            self.look(arg)

    def _is_off(self, node: Node) -> bool:
        """Whether a clause is an option that is switched off."""
        return node.op == "slot" and node.place.field == "options" and any(
            option.slot == node.place.at and not option.number for option in self.model.options)

    def _slot(self, node: Node) -> None:
        read = node.place.field
        if read in _FORM:
            self.form = True
        elif read == "suit_count":
            self.suit = True
        elif read == "honor_count":
            self.tile_masks.append(tiles.mask("1234567z"))
        elif read == "terminal_count":
            self.tile_masks.append(tiles.mask("19m19p19s"))
        elif read == "substitute_count":
            self.own_face = True
        elif read in _OTHERS:
            self.unsure = True

    def _at(self, node: Node) -> None:
        if node.place.field == "counts":
            if node.args[0].op == "const":
                self.tile_masks.append(1 << node.args[0].number)
            else:
                self.unsure = True

    def _prop(self, node: Node) -> None:
        of, name = node.args[0], str(node.value)
        if name == "is_wild":
            self.own_face = self.own_face or of.op != "slot"    # of the winning tile itself it is known
        elif of.type in (SET, PAIR) and name in KIND_PROPERTIES:
            self.raw.add((of.type, name))
        elif of.type == TILE and of.op == "var":
            self.tile_masks.extend(self._tile_values(node))

    def _tile_values(self, node: Node) -> Iterator[int]:
        """A number read from every tile of a loop, as one mask for each value it takes."""
        env = Env(Frame.zeros(), self.model.catalogue, self.model.flower_owner)
        value_of = function(node)
        by_value: dict[int, int] = {}
        for kind in range(42):
            env.variables[str(node.args[0].value)] = kind
            value = int(value_of(env))
            by_value[value] = by_value.get(value, 0) | 1 << kind
        yield from by_value.values()

    def _about_winning_tile(self, node: Node) -> bool:
        """A condition on what the winning tile stands for: the kinds for which it holds."""
        if not _reads_only(node, "win_as") or not _reads(node, "win_as"):
            return False
        env = Env(Frame.zeros(), self.model.catalogue, self.model.flower_owner)
        holds = function(node)
        mask = 0
        for kind in range(42):
            env.frame.win_as = kind
            if holds(env):
                mask |= 1 << kind
        self.tile_masks.append(mask)
        return True

    def pick(self, fan: Fan) -> None:
        """Note a pick: which kinds may be its first, second ... set, and what it compares between them."""
        assert fan.pick is not None
        masks, compared = [], []
        many = []
        for clause in clauses(fan.when) if fan.when is not None else ():
            if len(free_variables(clause)) > 1:
                many.append(clause)
                for part in _walk(clause):
                    if part.op == "prop" and part.args[0].type == SET:
                        compared.append(str(part.value))
                    elif part.op in ("slot", "at"):
                        getattr(self, "_" + part.op)(part)
        for name, source in fan.pick.parts:
            kind = ITERABLES[source].type
            if kind == PAIR:
                self.raw.update((PAIR, prop) for prop in ("suit", "rank"))
                continue
            mask = source_kinds(self.model.catalogue, source)
            for clause in clauses(fan.when) if fan.when is not None else ():
                if set(free_variables(clause)) == {name}:
                    folded = fold(self.model, clause, name, kind)
                    mask &= mask if folded is None else folded
            masks.append(mask)
        for clause in clauses(fan.when) if fan.when is not None else ():
            if clause not in many and not free_variables(clause):
                self.look(clause)
        self.picks.append((masks, compared))

    # -- what a block is to the rulebook --
    def of_set(self, kind: int) -> tuple[object, ...]:
        """What the conditions can see of a set kind: equal for those that are interchangeable."""
        catalogue = self.model.catalogue
        seen: list[object] = [mask >> kind & 1 for mask in self.set_masks]
        seen.append(catalogue.set_form[kind] if self.form else 0)
        seen.append([_property(catalogue.sets[kind], name, catalogue.set_form[kind])
                     for kind_of, name in sorted(self.raw) if kind_of == SET])
        for masks, compared in self.picks:
            part = [mask >> kind & 1 for mask in masks]
            seen.append((part, [_property(catalogue.sets[kind], name, catalogue.set_form[kind]) for name in compared]
                         if any(part) else ()))
        return tuple(map(repr, (*seen, self._tiles(catalogue.sets[kind]))))

    def of_pair(self, kind: int) -> tuple[object, ...]:
        """The same for a pair kind."""
        pair = self.model.catalogue.pairs[kind]
        seen: list[object] = [mask >> kind & 1 for mask in self.pair_masks]
        seen.append([_property(pair, name, 0) for kind_of, name in sorted(self.raw) if kind_of == PAIR])
        return tuple(map(repr, (*seen, self._tiles(pair))))

    def _tiles(self, block: tuple[int, ...]) -> list[object]:
        found: list[object] = [sorted([mask >> tile & 1 for mask in self.tile_masks] for tile in block)]
        if self.suit:
            found.append(sorted(tiles.suit(tile) for tile in block))
        return found


def marks_of(model: Model) -> Marks:
    """What the conditions of a rulebook look at."""
    marks = Marks(model)
    for fan in model.fans:
        if fan.pick is not None:
            marks.pick(fan)
        elif fan.when is not None:
            marks.look(fan.when)
        for node in (fan.value, fan.count):
            if node is not None:
                marks.look(node)
    others = [shape.when for shape in model.shapes] + [rule.when for rule in model.requirements] + [
        model.score.total, model.score.minimum, model.score.counts, model.score.cap, *model.score.compare,
        *(tally.becomes for tally in model.tallies)]
    for node in others:
        if node is not None:
            marks.look(node)
    return marks


class Keeper:
    """Decides, block by block, which uses of wild tiles are worth a reading of their own."""

    def __init__(self, model: Model) -> None:
        self.marks = marks_of(model)
        sets = len(model.catalogue.sets)
        self.sights: list[tuple[object, ...]] = [
            ("set", *self.marks.of_set(block)) if block < sets else ("pair", *self.marks.of_pair(block - sets))
            for block in range(sets + len(model.catalogue.pairs))]
        self.seen: set[tuple[object, ...]] = set()

    def block_classes(self) -> list[int]:
        """A number for each block, the same for those that no condition can tell apart."""
        if self.marks.unsure:
            return list(range(len(self.sights)))
        return [self.sights.index(sight) for sight in self.sights]

    def tile_classes(self) -> list[int]:
        """A number for each kind of tile, the same for those that no condition can tell apart."""
        if self.marks.unsure or self.marks.own_face:
            return list(range(42))
        sights = [[mask >> kind & 1 for mask in self.marks.tile_masks] for kind in range(42)]
        return [sights.index(sight) for sight in sights]

    def keep(self, block: int, natural: tuple[int, ...]) -> Keep:
        """Whether to keep a block in which these tiles are natural and all others wild."""
        if self.marks.unsure:
            return Keep.ALWAYS
        sight = (natural, *self.sights[block])
        if sight not in self.seen:
            self.seen.add(sight)
            return Keep.ALWAYS
        return Keep.WITH_WILD_KIND if self.marks.own_face else Keep.NEVER


def _property(block: tuple[int, ...], name: str, form: int) -> object:
    return {"tile": block[0], "tiles": block, "suit": tiles.suit(block[0]), "rank": tiles.rank(block[0]),
            "low": tiles.rank(block[0]), "is_chow": form == 0, "is_pung": form == 1,
            "is_equal": block[0] == block[-1]}.get(name, 0)


def _is_no_wild(node: Node) -> bool:
    """Whether a clause is `wild_count == 0`."""
    return node.op == "==" and node.args[0].op == "slot" and node.args[0].place.field == "wild_count" and \
        node.args[1].op == "const" and node.args[1].value == 0


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for arg in node.args:
        yield from _walk(arg)


def _reads(node: Node, field: str) -> bool:
    return any(n.op == "slot" and n.place.field == field for n in _walk(node))


def _reads_only(node: Node, field: str) -> bool:
    return all(n.op not in ("flag", "told", "has", "times", "any_fan", "at", "waits", "loop", "var", "paid", "grid")
               and (n.op != "slot" or n.place.field == field) and (n.op != "prop" or n.value != "is_wild")
               for n in _walk(node))
