"""Fans that pick several sets, as the rows that kernels read; what can be known beforehand saves trying orders."""

from collections.abc import Iterator

from quepu.engine.layout import score_rules as r
from quepu.rulebook.language.node import Call, Compare, Expr, Property, Variable
from quepu.rulebook.language.vocabulary import ITERABLES, PAIR
from quepu.rulebook.language.walk import clauses
from quepu.rulebook.model.model import Fan, Model
from quepu.rulecode.folding import fold, free_variables, source_kinds


def pick_rule(model: Model, fan: Fan, by_kind: bool) -> r.PickRule:
    """A pick; the kinds that may take part are narrowed by every clause about one of its sets."""
    assert fan.pick is not None
    parts: list[int] = []
    pairs = pair_kinds = set_kinds = 0
    for name, source in fan.pick.parts:
        kind = ITERABLES[source].type
        mask = (1 << len(model.catalogue.pairs)) - 1 if kind == PAIR else source_kinds(model.catalogue, source)
        for clause in _clauses(fan):
            if set(free_variables(clause)) == {name}:
                folded = fold(model, clause, name, kind)
                mask &= mask if folded is None else folded
        if kind == PAIR:
            pairs, pair_kinds = pairs + 1, pair_kinds | mask
        else:
            parts.append(mask)
            set_kinds |= mask
    return r.PickRule(fan=fan.index, sets=len(parts), pairs=pairs, set_kinds=set_kinds, by_kind=int(by_kind),
                      any_order=int(any_order(fan)), pair_kinds=pair_kinds, most=fan.most,
                      part_kinds=[*parts, *[0] * (r.MOST_PICKED - len(parts))])


def _clauses(fan: Fan) -> Iterator[Expr]:
    return clauses(fan.when) if fan.when is not None else iter(())


def any_order(fan: Fan) -> bool:
    """Whether it is certain that the order of the sets does not matter: what holds in one holds in all.

    So it is if every clause speaks of none of the sets, lets all be alike in something, all differ in something, or
    asks of one what all are alike in.
    """
    assert fan.pick is not None
    names = {name for name, source in fan.pick.parts if source != "pairs"}
    if len({source for name, source in fan.pick.parts if name in names}) != 1:
        return False
    about = [clause for clause in _clauses(fan) if names & free_variables(clause).keys()]
    alike = {asked for asked in map(_alike_in, about)
             if asked is not None and _are_joined(names, [one for one in about if _alike_in(one) == asked])}
    return all(_alike_in(clause) in alike or _all_differ(clause, names) or _asks_only(clause, alike)
               for clause in about)


def _alike_in(clause: Expr) -> str | None:
    """The property in which `a.x == b.x` lets two sets be alike."""
    match clause:
        case Compare(sign="==", left=Property(name=name, of=Variable()), right=Property(name=other, of=Variable())):
            return name if name == other else None
    return None


def _of_set(node: Expr) -> str:
    """The name of the set whose property a tree is, '' if it is anything else."""
    return node.of.name if isinstance(node, Property) and isinstance(node.of, Variable) else ""


def _are_joined(names: set[str], equals: list[Expr]) -> bool:
    """Whether every set is alike to every other, from one to the next."""
    reached = {min(names)}
    for _step in names:
        for clause in equals:
            two = {_of_set(part) for part in clause.parts}
            if two & reached:
                reached |= two
    return reached >= names             # a pair may stand between them


def _all_differ(clause: Expr, names: set[str]) -> bool:
    """Whether a clause is distinct(a.x, b.x, ...) over all sets, each once."""
    return isinstance(clause, Call) and clause.name == "distinct" and len(clause.args) == len(names) \
        and {_of_set(arg) for arg in clause.args} == names \
        and len({arg.name for arg in clause.args if isinstance(arg, Property)}) == 1


def _asks_only(clause: Expr, alike: set[str]) -> bool:
    """Whether a clause about one set asks only for what all are alike in, and for nothing else that changes."""
    def asks(node: Expr) -> bool:
        if isinstance(node, Variable):
            return False
        if isinstance(node, Property) and _of_set(node):
            return node.name in alike
        return all(map(asks, node.parts))
    return asks(clause)
