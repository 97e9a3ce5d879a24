"""The generated functions of a rulebook's scoring, which the engine calls."""

import ast
from typing import assert_never

from quepu.compiler.quote import Hole, both, expression, joined, named, number, statements
from quepu.compiler.trees import Trees
from quepu.engine.layout.frame import WORD_BITS, SetFlag
from quepu.packing.score_row import forest_fans, kind_only, other_picks
from quepu.rulebook.language import node as n
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.sources import sets
from quepu.rulebook.language.vocabulary import SET
from quepu.rulebook.language.walk import clauses, equal_count, parts_of
from quepu.rulebook.model import catalogue as cat
from quepu.rulebook.model.model import Fan, Model
from quepu.rulebook.model.order import evaluation_order
from quepu.rulecode.code_parts import NOTHING, WORDS, Scope, holds_bit, is_cheap, places
from quepu.rulecode.codegen import Code, clipped
from quepu.rulecode.folding import free_variables, source_kinds
from quepu.rulecode.loops import over

_CHUNK = 30                 # fans in one generated function: compile time grows faster than length
_KEPT = Scope(has_words=True)


def scoring_trees(model: Model) -> Trees:
    """The generated functions; rulebooks that differ only in numbers of options give the same."""
    code = Code(model)
    # each makes the small functions it calls; what the engine calls comes after all of them
    parts = {"correct_flags": ("f", _correct_flags(model, code)), "forest_values": ("f", _forest_values(model, code)),
             "fits": (("f", "pick", *_LETTERS, "p"), _fits(model, code)), "regime_of": ("f", _regime(model)),
             "earn_fans": ("fW", _earn(model, code)), "total_of": ("f", _total(model, code)),
             "failed_of": ("f", _failed(model, code)), "compare_into": ("fW", _compare(model, code)),
             "shape_ok": (("f", "shape"), _shape_ok(model, code)), "shape_near": (("f", "shape"), _shape_near(model)),
             "needs_waits": ("f", _needs_waits(model, code))}
    for name, (parameters, body) in (*parts.items(), *_ENTERED.items()):
        code.put(name, parameters, body)
    return code.trees()


#: what the engine calls: fields of `engine.layout.divisions.Scoring`
ENTRIES = ("prepare", "earn", "finish", "flags", "shape_ok", "shape_near", "fits")
_LETTERS = "abcdeg"
_ENTERED = {
    "prepare": ("fW", statements("""
        forest_values(f)
        W[REGIME] = regime_of(f)
        W[NEEDS_WAITS] = 1 if f.wait_count < 0 and needs_waits(f) else 0
        return 0
        """)),
    "earn": ("fW", statements("""
        earn_fans(f, W)
        return 0
        """)),
    "finish": ("fW", statements("""
        f.total = total_of(f)
        f.failed = failed_of(f)
        compare_into(f, W)
        return 0
        """)),
    "flags": ("fW", statements("""
        correct_flags(f)
        return 0
        """)),
}


def _is_number(node: Expr) -> bool:
    return isinstance(node, n.Number)


def _set_value(fan: Fan, code: Code, scope: Scope = NOTHING) -> list[ast.stmt]:
    """A fan's value of this hand, unless it is always the same."""
    if _is_number(fan.value):
        return []
    return statements("f.fan_values[_fan] = _value", fan=fan.index, value=code.whole(fan.value, scope))


def _correct_flags(model: Model, code: Code) -> list[ast.stmt]:
    lines = statements("flags = f.flags")
    for flag in model.flags:
        if flag.holds is not None:
            lines += statements("""
                if _holds:
                    flags |= _bit
                else:
                    flags &= ~_bit
                """, holds=code.truth(flag.holds, NOTHING), bit=1 << flag.bit)
    return [*lines, *statements("f.flags = flags")]


def _forest_values(model: Model, code: Code) -> list[ast.stmt]:
    return [line for fan in forest_fans(model) for line in _set_value(fan, code)]


def _source_test(code: Code, source: str, place: ast.expr) -> list[ast.expr]:
    """The condition that a place holds a set of the source, if there is one."""
    if source == "kongs":
        return [expression("f.sets[_place].flags & _kong != 0", place=place, kong=int(SetFlag.KONG))]
    if source in ("chows", "pungs"):
        mask = code.form_mask(cat.CHOW if source == "chows" else cat.PUNG)
        return [holds_bit(mask, expression("f.sets[_place].kind", place=place))]
    return []


def _fits(model: Model, code: Code) -> list[ast.stmt]:
    """Whether chosen sets, in this order, fulfil a pick; they are given by kind or by place."""
    lines: list[ast.stmt] = []
    for index, fan in enumerate((*forest_fans(model), *other_picks(model))):
        assert fan.pick is not None
        letters = iter(_LETTERS)
        by_kind = kind_only(fan)
        taken: dict[str, tuple[str, ast.expr]] = {}
        tests = []
        for name, source in fan.pick.parts:
            letter = named("p" if source == "pairs" else next(letters))
            taken[name] = ("kind" if by_kind else "place", letter)
            mixed = len({s for _n, s in fan.pick.parts if s != "pairs"}) > 1
            if source != "pairs" and not by_kind:
                tests += _source_test(code, source, letter)
            elif source != "pairs" and mixed:
                tests.append(holds_bit(source_kinds(model.catalogue, source), letter))
        if fan.when is not None:
            tests.append(code.truth(fan.when, Scope(taken)))
        lines += statements("if pick == _index:\n    return _holds", index=index, holds=both(tests))
    return [*lines, *statements("return False")]


def regime_flags(model: Model) -> list[int] | None:
    """The flags on which the values of forest fans depend, or None if they depend on more than that."""
    parts = [part for fan in forest_fans(model) for part in parts_of(fan.value)]
    found = {part.bit for part in parts if isinstance(part, n.Flag)}
    return sorted(found) if all(map(_is_of_regime, parts)) and len(found) <= 3 else None


def _is_of_regime(node: Expr) -> bool:
    """Whether a node reads nothing but flags and options."""
    match node:
        case n.Flag() | n.Number() | n.Text() | n.If() | n.And() | n.Or() | n.Not() | n.Compare() | n.Defined():
            return True
        case n.Slot(place=place):
            return place.field == "options"
        case n.Arithmetic(sign=sign):
            return sign != "%"
        case n.Variable() | n.Waits() | n.Told() | n.Has() | n.Times() | n.AnyFan() | n.At() | n.Grid() | n.Paid() \
                | n.Negative() | n.Among() | n.Table() | n.Property() | n.Call() | n.Loop():
            return False
        case _:
            assert_never(node)


def _regime(model: Model) -> list[ast.stmt]:
    flags = [expression("_worth if (f.flags >> _bit) & 1 else 0", worth=1 << place, bit=bit)
             for place, bit in enumerate(regime_flags(model) or [])]
    return statements("return _regime", regime=joined("_left + _right", flags) if flags else 0)


# -- fans --
def _earn(model: Model, code: Code) -> list[ast.stmt]:
    in_forest = {fan.index for fan in forest_fans(model)}
    in_forest |= {fan.index for fan in other_picks(model)}      # earned by a driver before these
    order = [model.fans[index] for index in evaluation_order(model.fans) or () if index not in in_forest]
    calls: list[ast.stmt] = []
    for first in range(0, len(order), _CHUNK):
        lines: list[ast.stmt] = []
        for fan in order[first:first + _CHUNK]:
            lines += _earn_one(fan, code)
        calls += statements("_earn(f, W)", earn=code.add("earn", "fW", _with_words(lines, code)))
    return calls + [line for fan in other_picks(model) for line in _set_value(fan, code)]   # the driver knows no values


def _with_words(lines: list[ast.stmt], code: Code) -> list[ast.stmt]:
    """Statements that keep the words of fans in variables; these go to the frame before anything that reads them."""
    stored = [statements("f.present[_word] = _kept", word=word, kept=named(kept))[0]
              for word, kept in enumerate(WORDS)]

    def reads_them(tree: ast.AST) -> bool:
        return any(isinstance(part, ast.Name) and part.id in code.fan_readers for part in ast.walk(tree))

    def with_stores(block: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for line in block:
            if reads_them(line.test if isinstance(line, ast.If) else line):
                made += stored
            made.append(ast.If(line.test, with_stores(line.body), with_stores(line.orelse), lineno=0)
                        if isinstance(line, ast.If) else line)
        return made
    loaded = [statements("_kept = f.present[_word]", word=word, kept=named(kept))[0]
              for word, kept in enumerate(WORDS)]
    return [*loaded, *with_stores(lines), *stored]


def _earn_one(fan: Fan, code: Code) -> list[ast.stmt]:
    holes: dict[str, Hole] = {"fan": fan.index, "word": fan.index // WORD_BITS,
                              "kept": named(WORDS[fan.index // WORD_BITS])}
    bit = fan.index % WORD_BITS
    noted = "_kept |= _bit" if fan.fallback is None else "W[HELD_BACK + _word] |= _bit"
    note = statements(noted, bit=1 << bit, **holes)
    note += _set_value(fan, code, _KEPT)
    if fan.pick is not None:
        return _earn_pick(fan, code, note)
    test = code.truth(fan.when, _KEPT) if fan.when is not None else None
    if fan.count is None:
        if test is None:
            test = number(True)         # nothing is asked: every hand earns it
        if fan.fallback is None and _is_number(fan.value) and is_cheap(test):
            return statements("_kept |= (1 if _test else 0) << _bit", test=test, bit=bit, **holes)
        return statements("if _test:\n    _note", test=test, note=note)
    lines = [*statements("n = _count", count=code.whole(fan.count, _KEPT)),
             *(statements("n = min(n, _most)", most=fan.most) if fan.most else []),
             *statements("""
                if n > 0:
                    _note
                    if n > 1:
                        set_times(f, _fan, n)
                """, note=note, **holes)]
    return statements("if _test:\n    _lines", test=test, lines=lines) if test is not None else lines


def _earn_pick(fan: Fan, code: Code, note: list[ast.stmt]) -> list[ast.stmt]:
    """A pick of one set outside the forest: every set counts."""
    assert fan.pick is not None
    name, source = fan.pick.parts[0]
    mask = code.mask_of(fan.when, name, SET, _KEPT) if fan.when is not None else number(-1)
    if mask is not None and source != "kongs":
        kinds = source_kinds(code.model.catalogue, source)
        both_masks = mask.value & kinds if isinstance(mask, ast.Constant) and isinstance(mask.value, int) else \
            expression("_mask & _kinds", mask=mask, kinds=kinds)
        found = expression("places_of(f, _kinds)", kinds=both_masks)
    else:
        found = expression("_places(f)", places=_places(fan, code, name, source))
    lines = statements("places = _found", found=found)
    more: list[ast.stmt] = []
    if fan.most != 1:
        times = expression("min(_most, ones(places))", most=fan.most) if fan.most else expression("ones(places)")
        more = statements("if places & places - 1:\n    set_times(f, _fan, _times)", fan=fan.index, times=times)
    return lines + statements("if places:\n    _done", done=[
        *note, *statements("f.fan_places[_fan] = places", fan=fan.index), *more])


def _places(fan: Fan, code: Code, name: str, source: str) -> ast.Name:
    """The name of a function that finds the places of the sets that fulfil a pick of one."""
    tests = _source_test(code, source, named("place"))
    asked = code.truth(fan.when, places(**{name: "place"})) if fan.when is not None else number(True)
    if is_cheap(asked):
        body = statements("found |= (1 if _holds else 0) << place", holds=joined("_left & _right", [*tests, asked]))
    else:
        body = statements("if _holds:\n    found |= 1 << place", holds=both([*tests, asked]))
    return code.add("places", "f", [
        *statements("found = 0"), *over(sets, [])(named("place"), body), *statements("return found")])


# -- totals --
def _total(model: Model, code: Code) -> list[ast.stmt]:
    lines: list[ast.stmt] = []
    for tally in model.tallies:
        if tally.becomes is not None:
            value = clipped(code.whole(tally.becomes, NOTHING), tally.becomes)
            lines += statements("f.tallies[_slot] = _value", slot=tally.slot, value=value)
    lines += statements("total = _total", total=clipped(code.whole(model.score.total, NOTHING), model.score.total))
    if model.score.cap is not None:
        cap = clipped(code.whole(model.score.cap, NOTHING), model.score.cap)
        lines += statements("f.total = total\ntotal = min(total, _cap)", cap=cap)
    return [*lines, *statements("return total")]


def _failed(model: Model, code: Code) -> list[ast.stmt]:
    lines = statements("failed = 0")
    score = model.score
    if score.minimum is not None:
        have = code.whole(score.counts, NOTHING) if score.counts is not None else expression("f.total")
        lines += statements("if _have < _minimum:\n    failed |= 1", have=have,
                            minimum=code.whole(score.minimum, NOTHING))
    for rule in model.requirements:
        lines += statements("if not _holds:\n    failed |= _bit", holds=code.truth(rule.when, NOTHING),
                            bit=1 << rule.bit)
    return [*lines, *statements("return failed")]


def _compare(model: Model, code: Code) -> list[ast.stmt]:
    return [line for index, node in enumerate(model.score.compare)
            for line in statements("W[COMPARED + _index] = _value", index=index, value=code.whole(node, NOTHING))]


# -- shapes --
def _shape_ok(model: Model, code: Code) -> list[ast.stmt]:
    lines: list[ast.stmt] = []
    for shape in model.shapes:
        if shape.when is not None:
            lines += statements("if shape == _shape:\n    return _holds", shape=shape.index,
                                holds=code.truth(shape.when, NOTHING))
    return [*lines, *statements("return True")]


def _shape_near(model: Model) -> list[ast.stmt]:
    """Whether one more tile could complete a shape of any tiles: its number of kinds must be within reach."""
    lines: list[ast.stmt] = []
    for shape in model.shapes:
        if not shape.tiles or shape.melds > 0 or shape.when is None:
            continue
        for clause in clauses(shape.when):
            asked = equal_count(clause)
            if asked is not None and asked[0] == "kind_count":
                kinds = asked[1]
                lines += statements("""
                    if shape == _shape:
                        kinds = ones(f.held_mask)
                        return kinds == _kinds or kinds == _fewer
                    """, shape=shape.index, kinds=kinds, fewer=kinds - 1)
    return [*lines, *statements("return True")]


# -- waits --
def _asks_waits(node: Expr) -> bool:
    return any(isinstance(part, n.Waits) for part in parts_of(node))


def _needs_waits(model: Model, code: Code) -> list[ast.stmt]:
    """Whether a fan's condition comes down to its waits: counting them is dear, so it is done only then."""
    lines: list[ast.stmt] = []
    score = model.score
    for node in [one for fan in model.fans for one in (fan.when, fan.count, fan.value)] + [
            score.total, score.cap, score.minimum, score.counts, *score.compare] + [
            tally.becomes for tally in model.tallies] + [
            rule.when for rule in model.requirements]:
        if node is None or not _asks_waits(node):
            continue
        others: list[Expr] = []
        if isinstance(node, n.And | n.Defined):
            others = [clause for clause in clauses(node) if not _asks_waits(clause)]
        if any(free_variables(clause) for clause in others) or free_variables(node):
            others = []
        lines += statements("if _asked:\n    return True", asked=both([code.truth(one, NOTHING) for one in others]))
    return [*lines, *statements("return False")]
