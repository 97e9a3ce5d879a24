"""The generated module of a rulebook: the functions the engine calls."""

import re

from quepu.core import frame as at
from quepu.core import rules as r
from quepu.rulebook import catalogue as cat
from quepu.rulebook.evaluate import clauses
from quepu.rulebook.expression import Node
from quepu.rulebook.model import Fan, Model
from quepu.rulebook.order import evaluation_order
from quepu.rulebook.vocabulary import SET
from quepu.scoring.codegen import Code, is_cheap, over_sets
from quepu.scoring.folding import free_variables, source_kinds
from quepu.scoring.tables import forest_fans, kind_only, other_picks

_CHUNK = 30                 # fans in one generated function: compile time grows faster than length
_I = "    "


def module_text(model: Model) -> str:
    """The source of the generated functions; rulebooks that differ only in numbers give the same text."""
    code = Code(model)
    parts = [_correct_flags(model, code), _forest_values(model, code), _fits(model, code),
             _regime(model), _earn(model, code), _total(model, code), _failed(model, code), _compare(model, code),
             _shape_ok(model, code), _shape_near(model), _needs_waits(model, code)]
    return "\n\n\n".join([*code.functions, *parts, _ENTRIES]) + "\n"


#: what the engine calls -> the FN_... place of its address in R
ENTRIES = {"prepare": r.FN_PREPARE, "earn": r.FN_EARN, "finish": r.FN_FINISH, "flags": r.FN_FLAGS,
           "shape_ok": r.FN_SHAPE_OK, "shape_near": r.FN_SHAPE_NEAR, "fits": r.FN_FITS}
_ENTRIES = '''def prepare(f, W):
    forest_values(f)
    W[REGIME] = regime_of(f)
    W[NEEDS_WAITS] = 1 if f[WAITS] < 0 and needs_waits(f) else 0
    return 0


def earn(f, W):
    earn_fans(f, W)
    return 0


def finish(f, W):
    f[TOTAL] = total_of(f)
    f[FAILED] = failed_of(f)
    compare_into(f, W)
    return 0


def flags(f, W):
    correct_flags(f)
    return 0'''


def _function(name: str, parameters: str, lines: list[str]) -> str:
    return f"def {name}({parameters}):\n" + "\n".join(_I + line for line in (lines or ["return"]))


def _is_number(node: Node) -> bool:
    return node.op == "const"


def _correct_flags(model: Model, code: Code) -> str:
    lines = ["flags = f[FLAGS]"]
    for flag in model.flags:
        if flag.holds is not None:
            lines += [f"if {code.truth(flag.holds, {})}:", _I + f"flags |= {1 << flag.bit}", "else:",
                      _I + f"flags &= ~{1 << flag.bit}"]
    return _function("correct_flags", "f", [*lines, "f[FLAGS] = flags"])


def _forest_values(model: Model, code: Code) -> str:
    lines = [f"f[{at.VALUE + fan.index}] = {code.whole(fan.value, {})}"
             for fan in forest_fans(model) if not _is_number(fan.value)]
    return _function("forest_values", "f", lines)


def _source_test(code: Code, source: str, variable: str) -> str:
    """The condition that a place holds a set of the source."""
    if source == "kongs":
        return f"f[SET_AT + SET_WIDTH * {variable} + 1] & IS_KONG != 0"
    if source in ("chows", "pungs"):
        mask = code.form_mask(cat.CHOW if source == "chows" else cat.PUNG)
        return f"({mask} >> f[SET_AT + SET_WIDTH * {variable}]) & 1 != 0"
    return ""


def _fits(model: Model, code: Code) -> str:
    """Whether chosen sets, in this order, fulfil a pick; they are given by kind or by place."""
    lines: list[str] = []
    for number, fan in enumerate((*forest_fans(model), *other_picks(model))):
        assert fan.pick is not None
        letters = iter("abcdeg")
        by_kind = kind_only(fan)
        scope: dict[str, tuple[str, str]] = {}
        tests = []
        for name, source in fan.pick.parts:
            letter = "p" if source == "pairs" else next(letters)
            scope[name] = ("kind" if by_kind else "place", letter)
            mixed = len({s for _n, s in fan.pick.parts if s != "pairs"}) > 1
            if source != "pairs" and not by_kind and _source_test(code, source, letter):
                tests.append(_source_test(code, source, letter))
            elif source != "pairs" and by_kind and mixed:
                tests.append(f"({source_kinds(model.catalogue, source)} >> {letter}) & 1 != 0")
        if fan.when is not None:
            tests.append(code.truth(fan.when, scope))
        lines += [f"if pick == {number}:", _I + f"return {' and '.join(tests) or 'True'}"]
    return _function("fits", "f, pick, a, b, c, d, e, g, p", [*lines, "return False"])


def regime_flags(model: Model) -> list[int] | None:
    """The flags on which the values of forest fans depend, or None if they depend on more than that."""
    found: set[int] = set()

    def walk(node: Node) -> bool:
        if node.op == "flag":
            found.add(node.number)
            return True
        if node.op == "slot":
            return at.OPTION <= node.number < at.OPTION + at.OPTION_ROOM
        if node.op in ("const", "if", "and", "or", "not", "+", "-", "*", "//", "define",
                       "==", "!=", "<", "<=", ">", ">="):
            return all(walk(arg) for arg in node.args)
        return False
    if not all(walk(fan.value) for fan in forest_fans(model)) or len(found) > 3:
        return None
    return sorted(found)


def _regime(model: Model) -> str:
    flags = regime_flags(model) or []
    text = " + ".join(f"({1 << place} if (f[FLAGS] >> {bit}) & 1 else 0)" for place, bit in enumerate(flags)) or "0"
    return _function("regime_of", "f", [f"return {text}"])


def _earn(model: Model, code: Code) -> str:
    in_forest = {fan.index for fan in forest_fans(model)}
    in_forest |= {fan.index for fan in other_picks(model)}      # earned by a driver before these
    order = [model.fans[index] for index in evaluation_order(model.fans) or () if index not in in_forest]
    calls = []
    for first in range(0, len(order), _CHUNK):
        lines: list[str] = []
        for fan in order[first:first + _CHUNK]:
            lines += _earn_one(fan, code)
        calls.append(f"{code.add('earn', 'f, W', _with_words(lines, code))}(f, W)")
    calls += [f"f[{at.VALUE + fan.index}] = {code.whole(fan.value, {})}"        # the driver knows no values
              for fan in other_picks(model) if not _is_number(fan.value)]
    return _function("earn_fans", "f, W", calls)


def _with_words(lines: list[str], code: Code) -> list[str]:
    """The lines with the words of fans kept in variables; they go to the frame before anything that may read them."""
    made = [f"p{word} = f[PRESENT + {word}]" for word in range(3)]
    store = [f"f[PRESENT + {word}] = p{word}" for word in range(3)]
    readers = code.readers("PRESENT")
    for line in lines:
        stripped = line.lstrip()
        if any(f"{name}(" in line for name in readers):
            made += [line[:len(line) - len(stripped)] + put for put in store]
        changed = re.sub(r"^f\[PRESENT \+ (\d)\] \|=", r"p\1 |=", stripped)
        if "f[PRESENT" in changed and changed.startswith("if "):     # a condition that asks about another fan
            changed = re.sub(r"f\[PRESENT \+ (\d)\]", r"p\1", changed)
        elif "f[PRESENT" in changed:
            head, _sign, tail = changed.partition("|=")
            changed = head + _sign + re.sub(r"f\[PRESENT \+ (\d)\]", r"p\1", tail) if _sign else \
                re.sub(r"f\[PRESENT \+ (\d)\]", r"p\1", changed)
        made.append(line[:len(line) - len(stripped)] + changed)
    return [*made, *store]


def _earn_one(fan: Fan, code: Code) -> list[str]:
    word, bit = fan.index // at.WORD_BITS, 1 << fan.index % at.WORD_BITS
    note = [f"W[HELD_BACK + {word}] |= {bit}"] if fan.fallback is not None else [f"f[PRESENT + {word}] |= {bit}"]
    if not _is_number(fan.value):
        note.append(f"f[{at.VALUE + fan.index}] = {code.whole(fan.value, {})}")
    if fan.pick is not None:
        return _earn_pick(fan, code, note)
    test = code.truth(fan.when, {}) if fan.when is not None else ""
    if fan.count is None:
        test = test or "True"           # nothing is asked: every hand earns it
        if fan.fallback is None and _is_number(fan.value) and is_cheap(test):
            return [f"f[PRESENT + {word}] |= (1 if {test} else 0) << {fan.index % at.WORD_BITS}"]
        return [f"if {test}:", *(_I + line for line in note)]
    count = code.whole(fan.count, {})
    lines = [f"n = {count}", *([f"n = min(n, {fan.most})"] if fan.most else []),
             "if n > 0:", *(_I + line for line in (*note, "if n > 1:", _I + f"set_times(f, {fan.index}, n)"))]
    return [f"if {test}:", *(_I + line for line in lines)] if test else lines


def _earn_pick(fan: Fan, code: Code, note: list[str]) -> list[str]:
    """A pick of one set outside the forest: every set counts."""
    assert fan.pick is not None
    places = at.PLACES + fan.index
    name, source = fan.pick.parts[0]
    mask = code.mask_of(fan.when, name, SET) if fan.when is not None else "-1"
    if mask is not None and source != "kongs":
        kinds = source_kinds(code.model.catalogue, source)
        finder = f"places_of(f, {int(mask) & kinds if mask.lstrip('-').isdigit() else f'{mask} & {kinds}'})"
    else:
        test = _source_test(code, source, "place")
        condition = code.truth(fan.when, {name: ("place", "place")}) if fan.when is not None else "True"
        if is_cheap(condition):
            whole = f"({test}) & {condition}" if test else condition
            body = [_I + f"found |= (1 if {whole} else 0) << place"]
        else:
            body = [_I + f"if {' and '.join(part for part in (test, condition) if part)}:",
                    _I * 2 + "found |= 1 << place"]
        finder = code.add("places", "f", ["found = 0", *over_sets("place"), *body, "return found"]) + "(f)"
    lines = [f"places = {finder}", "if places:",
             *(_I + line for line in (*note, f"f[{places}] = places"))]
    if fan.most != 1:
        times = f"min({fan.most}, ones(places))" if fan.most else "ones(places)"
        lines += [_I + "if places & places - 1:", _I * 2 + f"set_times(f, {fan.index}, {times})"]
    return lines


def _total(model: Model, code: Code) -> str:
    lines = [f"f[{tally.slot}] = {code.whole(tally.becomes, {})}" for tally in model.tallies
             if tally.becomes is not None]
    lines.append(f"total = {code.whole(model.score.total, {})}")
    if model.score.cap is not None:
        lines += ["f[TOTAL] = total", f"total = min(total, {code.whole(model.score.cap, {})})"]
    return _function("total_of", "f", [*lines, "return total"])


def _failed(model: Model, code: Code) -> str:
    lines = ["failed = 0"]
    if model.score.minimum is not None:
        have = code.whole(model.score.counts, {}) if model.score.counts is not None else "f[TOTAL]"
        lines += [f"if {have} < {code.whole(model.score.minimum, {})}:", _I + "failed |= 1"]
    for rule in model.requirements:
        lines += [f"if not {code.truth(rule.when, {})}:", _I + f"failed |= {1 << rule.bit}"]
    return _function("failed_of", "f", [*lines, "return failed"])


def _compare(model: Model, code: Code) -> str:
    return _function("compare_into", "f, W", [f"W[COMPARED + {index}] = {code.whole(node, {})}"
                                                for index, node in enumerate(model.score.compare)])


def _shape_ok(model: Model, code: Code) -> str:
    lines = []
    for shape in model.shapes:
        if shape.when is not None:
            lines += [f"if shape == {shape.index}:", _I + f"return {code.truth(shape.when, {})}"]
    return _function("shape_ok", "f, shape", [*lines, "return True"])


def _shape_near(model: Model) -> str:
    """Whether one more tile could complete a shape of any tiles: its number of kinds must be within reach."""
    lines = []
    for shape in model.shapes:
        if not shape.tiles or shape.melds > 0 or shape.when is None:
            continue
        for clause in clauses(shape.when):
            if clause.op == "==" and clause.args[0].op == "slot" and clause.args[0].value == at.KINDS \
                    and clause.args[1].op == "const":
                kinds = clause.args[1].number
                lines += [f"if shape == {shape.index}:", _I + "kinds = ones(f[HELD_MASK])",
                          _I + f"return kinds == {kinds} or kinds == {kinds - 1}"]
    return _function("shape_near", "f, shape", [*lines, "return True"])


def _asks_waits(node: Node | None) -> bool:
    return node is not None and (node.op == "waits" or any(_asks_waits(arg) for arg in node.args))


def _needs_waits(model: Model, code: Code) -> str:
    """Whether a fan's condition comes down to its waits: counting them is dear, so it is done only then."""
    lines = []
    for node in [n for fan in model.fans for n in (fan.when, fan.count, fan.value)] + [model.score.total] + [
            tally.becomes for tally in model.tallies] + [
            rule.when for rule in model.requirements]:
        if node is None or not _asks_waits(node):
            continue
        others: list[Node] = []
        if node.op in ("and", "define"):
            others = [clause for clause in clauses(_open_defines(node)) if not _asks_waits(clause)]
        if any(free_variables(clause) for clause in others) or free_variables(node):
            others = []
        test = " and ".join(code.truth(clause, {}) for clause in others) or "True"
        lines += [f"if {test}:", _I + "return True"]
    return _function("needs_waits", "f", [*lines, "return False"])


def _open_defines(node: Node) -> Node:
    """A condition with defines at its top written out, so that their clauses stand by themselves."""
    if node.op == "define":
        return _open_defines(node.args[0])
    if node.op == "and":
        return Node("and", node.type, tuple(_open_defines(arg) for arg in node.args))
    return node
