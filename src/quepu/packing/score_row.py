"""Rules of scoring of a model as the record that kernels read (`engine.layout.score_rules`)."""

from collections.abc import Sequence
from itertools import product
from typing import Any, assert_never

from quepu.engine.layout import score_rules as r
from quepu.engine.layout.frame import FAN_ROOM, FAN_WORDS, WORD_BITS
from quepu.engine.layout.record import Columns
from quepu.engine.layout.score_rules import Keep, ScoreRules
from quepu.packing.interchange import Keeper, Kept
from quepu.packing.pick_rules import pick_rule
from quepu.packing.substitutes import substitute_of
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.vocabulary import PAIR, SET
from quepu.rulebook.language.walk import clauses, equal_count
from quepu.rulebook.model.catalogue import CHOW, PUNG, Catalogue
from quepu.rulebook.model.mixed_kongs import flags_of_mixed
from quepu.rulebook.model.model import Fan, Model, Shape
from quepu.rulecode.folding import KIND_PROPERTIES


def forest_fans(model: Model) -> list[Fan]:
    """The fans that are bound by the combination principles, in order."""
    return [fan for fan in model.fans if fan.uses_sets and fan.pick is not None]


def other_picks(model: Model) -> list[Fan]:
    """The fans that pick more than one set and are not bound by the principles."""
    return [fan for fan in model.fans if fan.pick is not None and not fan.uses_sets
            and (len(fan.pick.parts) > 1 or fan.pick.parts[0][1] == "pairs")]


def kind_only(fan: Fan) -> bool:
    """Whether a pick depends on the kinds of its sets alone (and on options), so that it can be tabulated."""
    assert fan.pick is not None
    return (fan.when is None or _is_of_kinds(fan.when)) and all(source != "kongs" for _name, source in fan.pick.parts)


def _is_of_kinds(node: Expr) -> bool:
    """Whether a tree asks for nothing but kinds of sets and pairs, options and plain numbers."""
    match node:
        case n.Property(name=name, of=of):
            return name in KIND_PROPERTIES if of.type in (SET, PAIR) else name != "is_wild" and _is_of_kinds(of)
        case n.Slot(place=place):
            return place.field == "options"
        case n.Variable():                  # of a set: which one it is, not of what kind
            return node.type not in (SET, PAIR)
        case n.Flag() | n.Told() | n.At() | n.Waits() | n.Has() | n.Times() | n.AnyFan() | n.Loop() | n.Paid() \
                | n.Grid():
            return False
        case n.Number() | n.Text() | n.Negative() | n.Arithmetic() | n.Compare() | n.Among() | n.Table() | n.Call() \
                | n.And() | n.Or() | n.Not() | n.If() | n.Defined():
            return all(map(_is_of_kinds, node.parts))
        case _:
            assert_never(node)



def has_wild_tiles(model: Model) -> bool:
    """Whether a hand of this rulebook can hold wild tiles, if only the one that is drawn."""
    return model.wild.are_chosen or bool(model.wild.drawn)


def wild_flags(model: Model) -> int:
    """The flags with which a drawn tile stands for any other, as bits."""
    return sum(1 << flag.bit for flag in model.flags if flag.id in model.wild.drawn)


def several_times(model: Model) -> list[int]:
    """Fans whose number must be kept: they can be earned more than once, or others take one of them out."""
    fewer = {drop.fan for fan in model.fans for drop in fan.drops if drop.less or drop.own}
    return [fan.index for fan in model.fans if fan.count is not None or fan.pick is not None or fan.index in fewer]


Entry = tuple[int, list[int], int, int, Keep, int, int]    # a choice as `Choice` has it


def words_of(fans: list[int]) -> list[int]:
    """Fans as three words of bits."""
    words = [0, 0, 0]
    for fan in fans:
        words[fan // WORD_BITS] |= 1 << fan % WORD_BITS
    return words


def score_rules(model: Model, prunes: bool = True) -> ScoreRules:
    """The rules of scoring of a model; without pruning (for who judges it) no reading is taken for another."""
    catalogue = model.catalogue
    thinks = substitute_of(model)["imagined"] > 0
    keeper = Keeper(model, prunes) if has_wild_tiles(model) else None
    forest, others = forest_fans(model), other_picks(model)
    # what is only thought of is no fifth tile of a kind: sets that are alike are not alike possible
    blocks, kinds, choices = _blocks(catalogue, model.wild_stands_for, model.wild_as_self, keeper,
                                     Keep.ALWAYS if thinks else Keep.NEVER)
    return ScoreRules.build(
        set_count=len(catalogue.sets), made_count=catalogue.made_count,
        chow_kinds=sum(1 << kind for kind, form in enumerate(catalogue.set_form) if form == CHOW),
        pung_kinds=sum(1 << kind for kind, form in enumerate(catalogue.set_form) if form == PUNG),
        playable=model.kinds, bonus=model.bonus, full_places=model.hand_size + 1 + thinks,
        compare_count=len(model.score.compare), wild_flags=wild_flags(model),
        sole_wait=int(all(_only_sole(node, False) for node in _conditions(model))),
        varying=words_of([fan.index for fan in model.fans if not isinstance(fan.value, n.Number)]),
        **substitute_of(model), forest_picks=len(forest), kinds=kinds, blocks=blocks, choices=choices,
        shapes=[_shape_rule(shape) for shape in model.shapes],
        picks=[pick_rule(model, fan, kind_only(fan)) for fan in (*forest, *others)],
        **_drops(model), **_groups(model), **_tallies(model))


def _shape_rule(shape: Shape) -> r.ShapeRule:
    fewest, most = _kind_bounds(shape)
    return r.ShapeRule(
        sets=shape.sets, pairs=shape.pairs, tiles=shape.tiles, melds=shape.melds, places=shape.places,
        has_when=int(shape.when is not None), fewest=fewest, most=most, on=shape.on,
        fixed_count=len(shape.fixed), fixed=padded(shape.fixed[:r.MOST_FIXED], r.MOST_FIXED))


def padded(numbers: Sequence[int], size: int) -> list[int]:
    """Numbers, and 0 for the rest of an array."""
    return [*numbers, *[0] * (size - len(numbers))]


def _tallies(model: Model) -> dict[str, Any]:
    """Tallies, and for each part of a value the fans that add it."""
    numbers = {tally.id: number for number, tally in enumerate(model.tallies)}
    rules: list[r.TallyRule] = []
    for tally in model.tallies:
        worth: dict[int, list[int]] = {}
        for fan in model.fans:
            if fan.tally == tally.id and isinstance(fan.value, n.Number):
                value, sign = abs(fan.value.value), 1 if fan.value.value > 0 else -1
                for bit in range(value.bit_length()):
                    if value >> bit & 1:
                        worth.setdefault(sign << bit, []).append(fan.index)
        fans = [words_of(those) for those in worth.values()]
        first, second, third = (padded([words[place] for words in fans], r.MOST_PARTS) for place in range(FAN_WORDS))
        rules.append(r.TallyRule(start=tally.start, parts=len(fans) + -len(fans) % r.PARTS_AT_ONCE,
                                 value=padded(list(worth), r.MOST_PARTS), first=first, second=second, third=third))
    return {"tallies": rules,
            "tally_of": padded([numbers[fan.tally] for fan in model.fans], FAN_ROOM)}


def _conditions(model: Model) -> list[Expr]:
    """Every expression a reading is judged by."""
    nodes = [node for fan in model.fans for node in (fan.when, fan.count, fan.value)] + [
        rule.when for rule in model.requirements] + [shape.when for shape in model.shapes] + [
        model.score.total, model.score.minimum, model.score.counts, model.score.cap, *model.score.compare,
        *(tally.becomes for tally in model.tallies)]
    return [node for node in nodes if node is not None]


def _only_sole(node: Expr, compared: bool) -> bool:
    """Whether waits are only ever compared with one."""
    match node:
        case n.Waits():
            return compared
        case n.Compare(sign="==", left=left, right=n.Number(value=1)):
            return _only_sole(left, True)
        case n.If(test=test, yes=yes, no=no) if compared:
            return _only_sole(test, False) and _only_sole(yes, True) and _only_sole(no, True)
    return all(_only_sole(part, False) for part in node.parts)


def _kind_bounds(shape: Shape) -> tuple[int, int]:
    """The fewest and most different kinds a complete hand of a shape has; a quick look before anything else."""
    if shape.fixed:
        return shape.fixed[0].bit_count(), 42
    asked = map(equal_count, clauses(shape.when) if shape.when is not None else ())
    equals = dict(one for one in asked if one is not None)
    if shape.pairs > 1:
        return 1, shape.pairs + shape.sets * (1 if equals.get("pung_count") == shape.sets else 3)
    if shape.tiles and "kind_count" in equals:
        return equals["kind_count"], equals["kind_count"]
    return 0, 42


def _blocks(catalogue: Catalogue, stands_for: int, as_self: bool, keeper: Keeper | None,
            without: Keep) -> tuple[Columns, Columns, Columns]:
    """Blocks, what each kind of tile can be part of, and how.

    Wild tiles may stand for the kinds of the mask, and each for itself; that is then asked when a hand is read.
    `without` says what becomes of blocks with wild tiles where no keeper decides.
    """
    blocks = [list(triple) for triple in catalogue.sets] + [[*pair, -1] for pair in catalogue.pairs]
    by_kind: list[list[Entry]] = [[] for _ in range(42)]
    all_wild, own = [Kept(Keep.NEVER)] * len(blocks), [0] * len(blocks)
    for block, kinds in enumerate(blocks):
        size = 3 if block < len(catalogue.sets) else 2
        if catalogue.made_count <= block < len(catalogue.sets):     # it only lies on the table
            continue
        seen: set[tuple[int, ...]] = set()
        for pattern in product((0, 1), repeat=size):        # 1: this place is filled by a wild tile
            natural = tuple(sorted(k for k, wild in zip(kinds, pattern, strict=False) if not wild))
            wild_kinds = [k for k, wild in zip(kinds, pattern, strict=False) if wild]
            itself = sum(1 << k for k in set(wild_kinds) if not stands_for >> k & 1)
            if natural in seen or (itself and not as_self):
                continue
            seen.add(natural)
            kept = Kept(Keep.ALWAYS) if not wild_kinds else Kept(without) if keeper is None else \
                Kept(Keep.ALWAYS) if itself else keeper.keep(block, natural)
            places = sum(1 << i for i, wild in enumerate(pattern) if wild)
            if not natural:
                all_wild[block], own[block] = kept, itself
            elif kept.keep != Keep.NEVER:
                for kind in sorted(set(natural)):
                    by_kind[kind].append((block, [*natural, *[-1] * (3 - len(natural))], places, len(wild_kinds), *kept,
                                          itself))
    return r.Block.columns(
        tiles=blocks, mask=[*catalogue.set_mask, *catalogue.pair_mask],
        all_wild=[kept.keep for kept in all_wild], watched=[kept.watched for kept in all_wild],
        flags=[*[0] * catalogue.made_count, *map(flags_of_mixed, catalogue.mixed), *[0] * len(catalogue.pairs)],
        stand_in=[*[-1] * catalogue.made_count, *(mixed.stand_in for mixed in catalogue.mixed),
                  *[-1] * len(catalogue.pairs)],
        own=own, alike=range(len(blocks)) if keeper is None else keeper.block_classes(),
    ), *_kinds(catalogue, keeper, by_kind)


def _kinds(catalogue: Catalogue, keeper: Keeper | None,
           by_kind: list[list[Entry]]) -> tuple[Columns, Columns]:
    """What each kind of tile can be part of, and the choices, those without wild tiles first."""
    first, first_wild, choices = [0], [], []
    for entries in by_kind:
        entries.sort(key=lambda entry: (entry[3] > 0, entry[0], entry[2]))
        choices += entries
        first_wild.append(first[-1] + sum(entry[3] == 0 for entry in entries))
        first.append(len(choices))
    chows, pungs, pairs = [-1] * 42, [-1] * 42, [-1] * 42
    for number, triple in enumerate(catalogue.made_sets):
        if triple[0] == triple[2]:
            pungs[triple[0]] = number
        elif triple == (triple[0], triple[0] + 1, triple[0] + 2):
            chows[triple[0]] = number
    for number, (a, b) in reversed(list(enumerate(catalogue.pairs))):
        if a == b:
            pairs[a] = number
    block, natural, places, count, kept, watched, own = zip(*choices, strict=True)
    return r.KindRule.columns(
        first_choice=first[:-1], first_wild=first_wild, last_choice=first[1:],
        sets_with=[sum(1 << number for number, mask in enumerate(catalogue.set_mask[:catalogue.made_count])
                       if mask >> kind & 1)
                   for kind in range(42)],
        key=[_weights(kind)[0] for kind in range(42)], size=[_weights(kind)[1] for kind in range(42)],
        pair=pairs, chow=chows, pung=pungs, alike=range(42) if keeper is None else keeper.tile_classes(),
    ), r.Choice.columns(block=block, natural=natural, wild_places=places, wild_count=count, kept=kept,
                        watched=watched, own=own)


def _weights(kind: int) -> tuple[int, int]:
    """What a held tile adds to `hand_keys` and `hand_sizes`."""
    group, rank = min(kind // 9, 3), kind - 9 * min(kind // 9, 3)
    if kind >= 34:
        return 0, 0
    size = 1 << r.SIZES_SHIFT + r.SIZE_BITS * group
    return (5 ** rank << r.KEY_BITS * group, size) if group < 3 else (0, size + 5 ** rank)


def _drops(model: Model) -> dict[str, Any]:
    in_forest = {fan.index for fan in forest_fans(model)}
    dropping = [model.fans[index] for index in drop_order(model.fans) if model.fans[index].drops]
    droppers: list[r.Dropper] = []
    parts: list[r.DropPart] = []
    for fan in dropping:
        first = len(parts)
        for drop in fan.drops:          # a combination fan inside another is out by the forest already
            if drop.less or (drop.own and drop.fan not in in_forest):
                parts.append(r.DropPart(fan=drop.fan, is_own=int(drop.own), less=drop.less))
        droppers.append(r.Dropper(
            fan=fan.index, fans=words_of([drop.fan for drop in fan.drops if not drop.own and not drop.less]),
            first_part=first, last_part=len(parts)))
    ranks = {fan.index: rank for rank, fan in enumerate(dropping)}
    return {"droppers": droppers, "drop_parts": parts, "dropping": words_of(list(ranks)),
            "drops_by_index": int(all((ranks[fan.index] < ranks[drop.fan]) == (fan.index < drop.fan)
                                      for fan in dropping for drop in fan.drops if drop.fan in ranks)),
            "drop_rank": [ranks.get(index, 0) for index in range(FAN_WORDS * WORD_BITS)]}


def _groups(model: Model) -> dict[str, Any]:
    groups: dict[str, list[int]] = {}
    for fan in model.fans:
        if fan.group:
            groups.setdefault(fan.group, []).append(fan.index)
    fans: list[int] = []
    rules = []
    for members in groups.values():
        rules.append(r.Group(first=len(fans), last=len(fans) + len(members), fans=words_of(members)))
        fans += members
    return {"groups": rules, "group_fans": fans, "fallbacks": [
        r.Fallback(fan=fan.index, others=words_of([
            other.index for other in model.fans
            if other.fallback is None and not set(other.tags) & set(fan.fallback)]))
        for fan in model.fans if fan.fallback is not None]}


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
