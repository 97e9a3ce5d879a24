"""Generated code of payment: the rows of an occasion in the frame, the same as `scoring.payment` makes."""

from quepu.core import situation as s
from quepu.rulebook.model import Pay
from quepu.scoring.payment import LARGEST_PAYMENT, POT
from quepu.scoring.play_code import PlayCode, Scope, reads_rows

_I = "    "
_AT = f"at = {s.ROW_AT} + {s.ROW_WIDTH} * row"
_ROWS = [f"for row in range(f[{s.ROW_START}], f[{s.ROW_COUNT}]):", _I + _AT]
_ROW_SCOPE: Scope = {name: ("place", name) for name in ("row", "payer", "receiver", "amount")}

ADD_ROW = f'''def add_row(f, count, payer, receiver, rule, amount):
    if count >= {s.ROW_ROOM}:
        return count
    at = {s.ROW_AT} + {s.ROW_WIDTH} * count
    f[at] = payer if amount >= 0 else receiver
    f[at + 1] = receiver if amount >= 0 else payer
    f[at + 2] = rule
    f[at + 3] = min(abs(amount), {LARGEST_PAYMENT})
    return count + 1'''

#: the lines that close an occasion: rows of nothing go
DROP_EMPTY = [
    f"kept = f[{s.ROW_START}]", *_ROWS, _I + "if f[at + 3] != 0:", _I * 2 + f"to = {s.ROW_AT} + {s.ROW_WIDTH} * kept",
    *(_I * 2 + f"f[to + {place}] = f[at + {place}]" for place in range(s.ROW_WIDTH)), _I * 2 + "kept += 1",
    f"f[{s.ROW_COUNT}] = kept", f"return kept - f[{s.ROW_START}]"]

#: how each word of `for` and `from` is written: the line that starts it, and the test that somebody is there
_ONE = {"winner": ("f[SEAT]", True), "discarder": ("f[DISCARDER]", True), "actor": (f"f[{s.ACTOR}]", True),
        "dealer": ("0", False), "pot": (str(POT), False)}


def occasion_text(code: PlayCode, occasion: str) -> list[str]:
    """The lines that run an occasion: payments, adjustments, and the first liability that applies."""
    rules = [(index, rule) for index, rule in enumerate(code.model.payments) if rule.on == occasion]
    # rows of nothing count where something looks at rows before they are dropped
    empty = any(rule.kind != "pay" or any(map(reads_rows, (rule.when, rule.amount))) for _index, rule in rules)
    lines: list[str] = []
    depth = 0
    for index, rule in rules:
        if rule.kind == "pay":
            lines.append(f"{_payment(code, rule, index, empty)}(f)")
        elif rule.kind == "adjust":
            lines.append(f"{_adjustment(code, rule)}(f)")
        else:
            lines.append(_I * depth + f"if {_liability(code, rule)}(f) == 0:")
            depth += 1
    return [*lines, _I * depth + "pass"] if depth else lines


def _seats(word: str, name: str) -> tuple[list[str], int]:
    """The lines that set `name` to each seat a word speaks of, and how deep what follows is indented."""
    if word in ("payers", "seats"):
        return [f"for {name} in range(f[{s.SEAT_COUNT}]):"], 1
    seat, asked = _ONE[word]
    return ([f"{name} = {seat}", f"if {name} >= 0:"], 1) if asked else ([f"{name} = {seat}"], 0)


def _payment(code: PlayCode, rule: Pay, index: int, empty: bool) -> str:
    """The name of a function that adds the rows of one payment."""
    lines = []
    if rule.of is not None:
        test = " and ".join(f"f[{s.EVENT_OF}] != {entry}" for entry in rule.of) or "True"
        lines += [f"if {test}:", _I + "return 0"]
    lines.append(f"count = f[{s.ROW_COUNT}]")       # rows count only when all of this payment are there
    depth = 0
    for word, name in ((rule.receiver, "owner"), (rule.payer, "payer")):
        more, deeper = _seats(word, name)
        lines += [_I * depth + line for line in more]
        depth += deeper
    scope: Scope = {"payer": ("place", "payer"), "receiver": ("place", "owner"), "owner": ("place", "owner")}
    test = "payer != owner" + (f" and {code.truth(rule.when, scope)}" if rule.when is not None else "")
    assert rule.amount is not None
    lines += [_I * depth + f"if {test}:", _I * (depth + 1) + f"amount = {code.whole(rule.amount, scope)}"]
    if not empty:
        depth += 1
        lines.append(_I * depth + "if amount != 0:")
    lines += [_I * (depth + 1) + f"count = add_row(f, count, payer, owner, {index}, amount)",
              f"f[{s.ROW_COUNT}] = count", "return 0"]
    return code.add("payment", "f", lines)


def _chosen(code: PlayCode, rule: Pay) -> list[str]:
    """The lines that start a walk over the rows a rule speaks of; what follows is indented twice."""
    test = " and ".join(([f"{code.tagged(rule.tags)}[f[at + 2]] != 0"] if rule.tags else [])
                        + ([code.truth(rule.when, _ROW_SCOPE)] if rule.when is not None else [])) or "True"
    return [_I + "payer = f[at]", _I + "receiver = f[at + 1]", _I + "amount = f[at + 3]", _I + f"if {test}:"]


def _adjustment(code: PlayCode, rule: Pay) -> str:
    """The name of a function that gives rows a new amount; each is worked out before any is changed."""
    assert rule.amount is not None
    new = f"f[{s.ROW_NEW} + row]"
    return code.add("adjust", "f", [
        *_ROWS, _I + f"{new} = f[at + 3]", *_chosen(code, rule),
        _I * 2 + f"{new} = {code.whole(rule.amount, _ROW_SCOPE)}", *_ROWS, _I + f"f[at + 3] = {new}", "return 0"])


def _liability(code: PlayCode, rule: Pay) -> str:
    """The name of a function that lets one seat pay for others; it returns 1 if it applied."""
    assert rule.by is not None
    by, new = f"f[{s.ROW_NEW} + 2 * row]", f"f[{s.ROW_NEW} + 2 * row + 1]"
    value = "amount" if rule.amount is None else code.whole(rule.amount, _ROW_SCOPE)
    if rule.share is not None:
        value = f"max(0, min(amount, {code.whole(rule.share, _ROW_SCOPE)}))"
    helper = "take_over" if rule.share is None else "take_share"
    text = _TAKE_OVER if rule.share is None else _TAKE_SHARE
    if text not in code.functions:
        code.functions.append(text)
    return code.add("liable", "f", [
        "applied = 0", *_ROWS, _I + f"{by} = -1", *_chosen(code, rule),
        _I * 2 + f"seat = {code.emit(rule.by, _ROW_SCOPE)}", _I * 2 + "if seat >= 0:", _I * 3 + "applied = 1",
        _I * 3 + f"{by} = seat", _I * 3 + f"{new} = {value}", "if applied != 0:", _I + f"{helper}(f)",
        "return applied"])


def _helper(name: str, lines: list[str]) -> str:
    return f"def {name}(f):\n" + "\n".join(_I + line for line in (*lines, "return 0"))


#: what follows when a seat is liable: it pays whole rows, or part of them
_TAKE_OVER = _helper("take_over", [
    *_ROWS, _I + f"seat = f[{s.ROW_NEW} + 2 * row]",
    _I + "if seat == f[at + 1]:", _I * 2 + "f[at + 3] = 0",                 # nobody pays himself
    _I + "elif seat >= 0:", _I * 2 + "f[at] = seat", _I * 2 + f"f[at + 3] = f[{s.ROW_NEW} + 2 * row + 1]"])
_TAKE_SHARE = _helper("take_share", [
    f"count = f[{s.ROW_COUNT}]", *_ROWS, _I + f"seat = f[{s.ROW_NEW} + 2 * row]",
    _I + f"part = f[{s.ROW_NEW} + 2 * row + 1]", _I + "if seat >= 0 and seat != f[at]:", _I * 2 + "f[at + 3] -= part",
    _I * 2 + "if seat != f[at + 1]:", _I * 3 + "count = add_row(f, count, seat, f[at + 1], f[at + 2], part)",
    f"f[{s.ROW_COUNT}] = count"])
