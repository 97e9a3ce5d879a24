"""A rulebook's rules as one row of numbers (`R` of core.rules): a list for the reference, an array when compiled."""

from itertools import product

from quepu.core import frame as at
from quepu.core import rules as r
from quepu.rulebook.catalogue import Catalogue
from quepu.rulebook.evaluate import clauses
from quepu.rulebook.expression import Node
from quepu.rulebook.model import Fan, Model, Shape
from quepu.rulebook.vocabulary import ITERABLES, PAIR, SET
from quepu.scoring.folding import KIND_PROPERTIES, fold, free_variables, source_kinds
from quepu.scoring.interchange import ALWAYS, NEVER, Keeper


def forest_fans(model: Model) -> list[Fan]:
    """The fans that are bound by the combination principles, in order."""
    return [fan for fan in model.fans if fan.uses_sets and fan.pick is not None]


def other_picks(model: Model) -> list[Fan]:
    """The fans that pick more than one set and are not bound by the principles."""
    return [fan for fan in model.fans if fan.pick is not None and not fan.uses_sets
            and (len(fan.pick.parts) > 1 or fan.pick.parts[0][1] == "pairs")]


def kind_only(fan: Fan) -> bool:
    """Whether a pick depends on the kinds of its sets alone (and on options), so that it can be tabulated."""
    def plain(node: Node) -> bool:
        if node.op == "prop":
            if node.args[0].type in (SET, PAIR):
                return str(node.value) in KIND_PROPERTIES
            return node.value != "is_wild" and plain(node.args[0])
        if node.op == "slot":
            return at.OPTION <= node.number < at.OPTION + at.OPTION_ROOM
        if node.op in ("flag", "told", "at", "waits", "has", "times", "any_fan", "loop", "paid"):
            return False
        return all(plain(arg) for arg in node.args)
    assert fan.pick is not None
    return (fan.when is None or plain(fan.when)) and all(source != "kongs" for _name, source in fan.pick.parts)


def has_wild_tiles(model: Model) -> bool:
    """Whether a hand of this rulebook can hold wild tiles."""
    return str(model.data.get("wild", {}).get("chosen", "none")) != "none"


def several_times(model: Model) -> list[int]:
    """Fans whose number must be kept: they can be earned more than once, or others take one of them out."""
    fewer = {drop.fan for fan in model.fans for drop in fan.drops if drop.less or drop.own}
    return [fan.index for fan in model.fans if fan.count is not None or fan.pick is not None or fan.index in fewer]


def words_of(fans: list[int]) -> list[int]:
    """Fans as three words of bits."""
    words = [0, 0, 0]
    for fan in fans:
        words[fan // at.WORD_BITS] |= 1 << fan % at.WORD_BITS
    return words


class Row:
    """The row of numbers as it grows: a head of scalars and beginnings, then list after list."""

    def __init__(self) -> None:
        self.numbers = [0] * r.RULES_HEAD

    def put(self, where: int, values: list[int]) -> None:
        """Add a list and note where it begins."""
        self.numbers[where] = len(self.numbers)
        self.numbers.extend(values)


def rules_row(model: Model) -> list[int]:
    """The rules of a model as numbers; another option value changes these, never the code."""
    row = Row()
    head = row.numbers
    catalogue = model.catalogue
    head[r.SET_KINDS] = len(catalogue.sets)
    head[r.BLOCK_KINDS] = len(catalogue.sets) + len(catalogue.pairs)
    head[r.PLAYABLE], head[r.BONUS] = model.kinds, model.bonus
    head[r.FOREST_SETS], head[r.FULL_PLACES] = -1, model.hand_size + 1
    head[r.SHAPE_COUNT], head[r.FAN_COUNT] = len(model.shapes), len(model.fans)
    head[r.COMPARES], head[r.ROW_LIMIT] = len(model.score.compare), r.MOST_READINGS
    _put_blocks(row, catalogue, model.wild_stands_for, Keeper(model) if has_wild_tiles(model) else None)
    row.put(r.AT_SHAPES, [n for s in model.shapes for n in (
        s.sets, s.pairs, s.tiles, s.melds, s.places, int(s.when is not None), *_kind_bounds(s),
        s.on, len(s.fixed), *s.fixed[:6], *[0] * (6 - len(s.fixed)))])
    _put_drops(row, model)
    _put_groups(row, model)
    tallies = {tally.id: index for index, tally in enumerate(model.tallies)}
    head[r.TALLIES] = len(tallies)
    row.put(r.AT_TALLY_OF, [tallies[fan.tally] for fan in model.fans])
    row.put(r.AT_TALLY_ROWS, [n for tally in model.tallies for n in _tally_rows(model, tally.id, tally.start)])
    head[r.VARYING:r.VARYING + 3] = words_of([fan.index for fan in model.fans if fan.value.op != "const"])
    forest, others = forest_fans(model), other_picks(model)
    head[r.FOREST_PICKS], head[r.OTHER_PICKS] = len(forest), len(others)
    row.put(r.AT_PICKS, [n for fan in (*forest, *others) for n in _pick_row(model, fan)])
    head[r.SOLE_WAIT] = int(all(_only_sole(node, False) for node in _conditions(model)))
    return head


def _tally_rows(model: Model, tally: str, start: int) -> list[int]:
    """What a tally starts with, and for each part of a value the fans that add it; see core.rules."""
    worth: dict[int, list[int]] = {}
    for fan in model.fans:
        if fan.tally == tally and fan.value.op == "const":
            value, sign = abs(fan.value.number), 1 if fan.value.number > 0 else -1
            for bit in range(value.bit_length()):
                if value >> bit & 1:
                    worth.setdefault(sign << bit, []).append(fan.index)
    return [start, *(n for part, fans in worth.items() for n in (part, *words_of(fans))), 0]


def _conditions(model: Model) -> list[Node]:
    """Every expression a reading is judged by."""
    nodes = [node for fan in model.fans for node in (fan.when, fan.count, fan.value)] + [
        rule.when for rule in model.requirements] + [shape.when for shape in model.shapes] + [
        model.score.total, model.score.minimum, model.score.counts, model.score.cap, *model.score.compare,
        *(tally.becomes for tally in model.tallies)]
    return [node for node in nodes if node is not None]


def _only_sole(node: Node, compared: bool) -> bool:
    """Whether waits are only ever compared with one."""
    if node.op == "waits":
        return compared
    if node.op == "==" and node.args[1].op == "const" and node.args[1].value == 1:
        return _only_sole(node.args[0], True)
    if node.op == "if" and compared:
        return _only_sole(node.args[0], False) and all(_only_sole(arg, True) for arg in node.args[1:])
    return all(_only_sole(arg, False) for arg in node.args)


def _kind_bounds(shape: Shape) -> tuple[int, int]:
    """The fewest and most different kinds a complete hand of a shape has; a quick look before anything else."""
    if shape.fixed:
        return shape.fixed[0].bit_count(), 42
    equals = {clause.args[0].value: clause.args[1].number for clause in
              (clauses(shape.when) if shape.when is not None else ())
              if clause.op == "==" and clause.args[0].op == "slot" and clause.args[1].op == "const"}
    if shape.pairs > 1:
        return 1, shape.pairs + shape.sets * (1 if equals.get(at.PUNGS) == shape.sets else 3)
    if shape.tiles and at.KINDS in equals:
        return equals[at.KINDS], equals[at.KINDS]
    return 0, 42


def _pick_row(model: Model, fan: Fan) -> list[int]:
    """A pick as numbers; the kinds that may take part are narrowed by every clause about one of its sets."""
    assert fan.pick is not None
    sets = pairs = 0
    set_kinds = pair_kinds = 0
    for name, source in fan.pick.parts:
        kind = ITERABLES[source].type
        mask = (1 << len(model.catalogue.pairs)) - 1 if kind == PAIR else source_kinds(model.catalogue, source)
        for clause in clauses(fan.when) if fan.when is not None else ():
            if set(free_variables(clause)) == {name}:
                folded = fold(model, clause, name, kind)
                mask &= mask if folded is None else folded
        if kind == PAIR:
            pairs, pair_kinds = pairs + 1, pair_kinds | mask
        else:
            sets, set_kinds = sets + 1, set_kinds | mask
    return [fan.index, sets, pairs, set_kinds, int(kind_only(fan)), pair_kinds, fan.most]


def _put_blocks(row: Row, catalogue: Catalogue, stands_for: int, keeper: Keeper | None) -> None:
    """What each kind of tile can be part of; wild tiles, if there are any, may stand for the kinds of the mask."""
    blocks = [list(triple) for triple in catalogue.sets] + [[*pair, -1] for pair in catalogue.pairs]
    by_kind: list[list[list[int]]] = [[] for _ in range(42)]
    wild_alone = []
    for block, kinds in enumerate(blocks):
        size = 3 if block < len(catalogue.sets) else 2
        seen: set[tuple[int, ...]] = set()
        for pattern in product((0, 1), repeat=size):        # 1: this place is filled by a wild tile
            natural = tuple(sorted(k for k, wild in zip(kinds, pattern, strict=False) if not wild))
            wild_kinds = [k for k, wild in zip(kinds, pattern, strict=False) if wild]
            if natural in seen or any(not stands_for >> k & 1 for k in wild_kinds):
                continue
            seen.add(natural)
            kept = ALWAYS if not wild_kinds else NEVER if keeper is None else keeper.keep(block, natural)
            places = sum(1 << i for i, wild in enumerate(pattern) if wild)
            if not natural:
                wild_alone.append(kept)
            elif kept != NEVER:
                for kind in sorted(set(natural)):
                    by_kind[kind].append([block, *natural, *[-1] * (3 - len(natural)), places, len(wild_kinds), kept])
        if () not in seen:
            wild_alone.append(NEVER)
    start, plain, choices = [0], [], []
    for entries in by_kind:
        entries.sort(key=lambda entry: (entry[5] > 0, entry[0], entry[4]))
        choices.extend(entries)
        plain.append(start[-1] + sum(1 for entry in entries if entry[5] == 0))
        start.append(len(choices))
    row.put(r.AT_BLOCKS_WILD, wild_alone)
    row.put(r.AT_BLOCK_CLASS, list(range(len(blocks))) if keeper is None else keeper.block_classes())
    row.put(r.AT_TILE_CLASS, list(range(42)) if keeper is None else keeper.tile_classes())
    row.put(r.AT_START, start)
    row.put(r.AT_PLAIN, plain)
    row.put(r.AT_CHOICE, [n for entry in choices for n in entry])
    row.put(r.AT_BLOCK_TILES, [n for kinds in blocks for n in kinds])
    row.put(r.AT_BLOCK_MASK, [*catalogue.set_mask, *catalogue.pair_mask])
    row.put(r.AT_SETS_WITH, [sum(1 << block for block, mask in enumerate(catalogue.set_mask) if mask >> kind & 1)
                             for kind in range(42)])
    row.put(r.AT_WEIGHTS, [n for kind in range(42) for n in _weights(kind)])
    row.put(r.AT_SET_FORM, list(catalogue.set_form))
    row.put(r.AT_PAIR_OF, [next((i for i, pair in enumerate(catalogue.pairs) if pair == (kind, kind)), -1)
                           for kind in range(42)])
    melds = [-1] * 84                   # chows by first tile, pungs by tile + 42
    for kind, triple in enumerate(catalogue.sets):
        if triple[0] == triple[2]:
            melds[42 + triple[0]] = kind
        elif triple == (triple[0], triple[0] + 1, triple[0] + 2):
            melds[triple[0]] = kind
    row.put(r.AT_MELD_KIND, melds)


def _weights(kind: int) -> tuple[int, int]:
    """What a held tile adds to HAND_KEYS and HAND_SIZES."""
    group, rank = min(kind // 9, 3), kind - 9 * min(kind // 9, 3)
    if kind >= 34:
        return 0, 0
    size = 1 << r.SIZES_SHIFT + r.SIZE_BITS * group
    return (5 ** rank << r.KEY_BITS * group, size) if group < 3 else (0, size + 5 ** rank)


def _put_drops(row: Row, model: Model) -> None:
    in_forest = {fan.index for fan in forest_fans(model)}
    droppers = [model.fans[index] for index in drop_order(model.fans) if model.fans[index].drops]
    parts: list[int] = []
    spans = []
    for fan in droppers:
        first = len(parts)
        for drop in fan.drops:          # a combination fan inside another is out by the forest already
            if drop.less or (drop.own and drop.fan not in in_forest):
                parts.extend((drop.fan, int(drop.own), drop.less))
        spans.append((first, len(parts)))
    row.put(r.AT_DROP_PARTS, parts)
    base = row.numbers[r.AT_DROP_PARTS]
    row.numbers[r.DROPPERS] = len(droppers)
    row.numbers[r.DROP_WORDS:r.DROP_WORDS + 3] = words_of([fan.index for fan in droppers])
    ranks = {fan.index: rank for rank, fan in enumerate(droppers)}
    row.numbers[r.DROPS_BY_INDEX] = int(all(
        (ranks[fan.index] < ranks[drop.fan]) == (fan.index < drop.fan)
        for fan in droppers for drop in fan.drops if drop.fan in ranks))
    row.put(r.AT_DROP_RANK, [ranks.get(index, 0) for index in range(len(model.fans))])
    row.put(r.AT_DROPPERS, [n for fan, (first, last) in zip(droppers, spans, strict=True) for n in (
        fan.index, *words_of([drop.fan for drop in fan.drops if not drop.own and not drop.less]),
        base + first, base + last)])


def _put_groups(row: Row, model: Model) -> None:
    groups: dict[str, list[int]] = {}
    for fan in model.fans:
        if fan.group:
            groups.setdefault(fan.group, []).append(fan.index)
    row.numbers[r.GROUPS] = len(groups)
    row.put(r.AT_GROUPS, [fan for members in groups.values() for fan in members])
    starts = [row.numbers[r.AT_GROUPS]]
    for members in groups.values():
        starts.append(starts[-1] + len(members))
    row.put(r.AT_GROUP_START, starts)
    fallbacks = [fan for fan in model.fans if fan.fallback is not None]
    row.numbers[r.FALLBACKS] = len(fallbacks)
    row.put(r.AT_FALLBACKS, [n for fan in fallbacks for n in (fan.index, *words_of([
        other.index for other in model.fans
        if other.fallback is None and not set(other.tags) & set(fan.fallback or ())]))])


def drop_order(fans: tuple[Fan, ...]) -> list[int]:
    """Fans so that each comes after all that may drop it; in a circle the more valuable first, then the earlier."""
    droppers: dict[int, set[int]] = {fan.index: set() for fan in fans}
    for fan in fans:
        for drop in fan.drops:
            droppers[drop.fan].add(fan.index)
    order: list[int] = []
    waiting = sorted(droppers, key=lambda index: (-fans[index].value.high, index))
    done: set[int] = set()
    while waiting:
        free = next((index for index in waiting if droppers[index] <= done), waiting[0])
        waiting.remove(free)
        done.add(free)
        order.append(free)
    return order
