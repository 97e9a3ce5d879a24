"""Generated code of payment: the rows of an occasion in the frame, the same as `scoring.payment` makes."""

import ast

from quepu.compiler.quote import both, expression, named, statements
from quepu.engine.layout.table_facts import POT
from quepu.rulebook.file.limits import LARGEST_PAYMENT
from quepu.rulebook.model.model import Pay, keeps_empty
from quepu.rulecode.code_parts import places
from quepu.rulecode.codegen import clipped
from quepu.rulecode.play_words import PlayCode

_ROW_SCOPE = places(row="row", payer="payer", receiver="receiver", amount="amount")

#: the parameters and body of the function that adds a row
ADD_ROW = ("f", "count", "payer", "receiver", "rule", "amount"), statements("""
    if count >= ROW_ROOM:
        f[ROW_LOST] = 1
        return count
    at = ROW_AT + ROW_WIDTH * count
    f[at] = payer if amount >= 0 else receiver
    f[at + 1] = receiver if amount >= 0 else payer
    f[at + 2] = rule
    f[at + 3] = min(abs(amount), _largest)
    return count + 1
    """, largest=LARGEST_PAYMENT)

#: the statements that close an occasion: rows of nothing go
DROP_EMPTY = statements("""
    kept = f[ROW_START]
    for row in range(f[ROW_START], f[ROW_COUNT]):
        at = ROW_AT + ROW_WIDTH * row
        if f[at + 3] != 0:
            to = ROW_AT + ROW_WIDTH * kept
            f[to + 0] = f[at + 0]
            f[to + 1] = f[at + 1]
            f[to + 2] = f[at + 2]
            f[to + 3] = f[at + 3]
            kept += 1
    f[ROW_COUNT] = kept
    return kept - f[ROW_START]
    """)

#: what follows when a seat is liable: it pays whole rows, or part of them
_TAKE_OVER = statements("""
    for row in range(f[ROW_START], f[ROW_COUNT]):
        at = ROW_AT + ROW_WIDTH * row
        seat = f[ROW_NEW + 2 * row]
        if seat == f[at + 1]:
            f[at + 3] = 0               # nobody pays himself
        elif seat >= 0:
            f[at] = seat
            f[at + 3] = f[ROW_NEW + 2 * row + 1]
    return 0
    """)
_TAKE_SHARE = statements("""
    count = f[ROW_COUNT]
    for row in range(f[ROW_START], f[ROW_COUNT]):
        at = ROW_AT + ROW_WIDTH * row
        seat = f[ROW_NEW + 2 * row]
        part = f[ROW_NEW + 2 * row + 1]
        if seat >= 0 and seat != f[at]:
            f[at + 3] -= part
            if seat != f[at + 1]:
                count = add_row(f, count, seat, f[at + 1], f[at + 2], part)
    f[ROW_COUNT] = count
    return 0
    """)

#: each seat that a word of `for` and `from` speaks of, nobody left out
_EACH_SEAT = """
for _seat in range(f[SEAT_COUNT]):
    _body
"""
_SOMEBODY = """
_seat = _who
if _seat >= 0:
    _body
"""
_ALWAYS_THERE = """
_seat = _who
_body
"""
_SEATS = {"payers": (_EACH_SEAT, expression("0")), "seats": (_EACH_SEAT, expression("0")),
          "winner": (_SOMEBODY, expression("f[SEAT]")), "discarder": (_SOMEBODY, expression("f[DISCARDER]")),
          "actor": (_SOMEBODY, expression("f[ACTOR]")), "dealer": (_ALWAYS_THERE, expression("0")),
          "pot": (_ALWAYS_THERE, expression("_pot", pot=POT))}


def pay_occasion(code: PlayCode, occasion: str) -> list[ast.stmt]:
    """The statements that run an occasion: payments, adjustments, and the first liability that applies."""
    rules = [(index, rule) for index, rule in enumerate(code.model.payments) if rule.on == occasion]
    # rows of nothing count where something looks at rows before they are dropped
    empty = keeps_empty(rule for _index, rule in rules)
    made = [_payment(code, rule, index, empty) if rule.kind == "pay" else
            _adjustment(code, rule) if rule.kind == "adjust" else _liability(code, rule) for index, rule in rules]
    lines: list[ast.stmt] = []
    for (_index, rule), function in zip(reversed(rules), reversed(made), strict=True):
        if rule.kind in ("pay", "adjust"):
            lines = [*statements("_function(f)", function=function), *lines]
        else:
            lines = statements("if _function(f) == 0:\n    _rest", function=function, rest=lines)
    return lines


def _payment(code: PlayCode, rule: Pay, index: int, empty: bool) -> ast.Name:
    """The name of a function that adds the rows of one payment."""
    scope = places(payer="payer", receiver="owner", owner="owner")
    tests = [expression("payer != owner"), *([code.truth(rule.when, scope)] if rule.when is not None else [])]
    assert rule.amount is not None
    amount = statements("amount = _amount", amount=code.whole(rule.amount, scope))
    added = statements("count = add_row(f, count, payer, owner, _rule, amount)", rule=index)
    if not empty:
        added = statements("if amount != 0:\n    _added", added=added)
    lines = statements("if _test:\n    _lines", test=both(tests), lines=[*amount, *added])
    for word, name in ((rule.payer, "payer"), (rule.receiver, "owner")):
        around, who = _SEATS[word]
        lines = statements(around, seat=named(name), who=who, body=lines)
    # rows count only when all of this payment are there
    lines = [*statements("count = f[ROW_COUNT]"), *lines, *statements("f[ROW_COUNT] = count\nreturn 0")]
    if rule.of is not None:
        other = both([expression("f[EVENT_OF] != _entry", entry=entry) for entry in rule.of])
        lines = [*statements("if _other:\n    return 0", other=other), *lines]
    return code.add("payment", "f", lines)


def _each_row(code: PlayCode, rule: Pay, before: list[ast.stmt], change: list[ast.stmt]) -> list[ast.stmt]:
    """A walk over the rows: what is done with each, and what with those the rule speaks of."""
    tests = []
    if rule.tags:                       # rows of other rules (stakes) carry no tag
        tests.append(expression("0 <= f[at + 2] < _rules", rules=len(code.model.payments)))
        tests.append(expression("_tagged[f[at + 2]] != 0", tagged=code.tagged(rule.tags)))
    if rule.when is not None:
        tests.append(code.truth(rule.when, _ROW_SCOPE))
    return statements("""
        for row in range(f[ROW_START], f[ROW_COUNT]):
            at = ROW_AT + ROW_WIDTH * row
            _before
            payer = f[at]
            receiver = f[at + 1]
            amount = f[at + 3]
            if _test:
                _change
        """, before=before, test=both(tests), change=change)


def _adjustment(code: PlayCode, rule: Pay) -> ast.Name:
    """The name of a function that gives rows a new amount; each is worked out before any is changed."""
    assert rule.amount is not None
    amount = clipped(code.whole(rule.amount, _ROW_SCOPE), rule.amount, LARGEST_PAYMENT)
    return code.add("adjust", "f", [
        *_each_row(code, rule, statements("f[ROW_NEW + row] = f[at + 3]"),
                   statements("f[ROW_NEW + row] = _amount", amount=amount)),
        *statements("""
            for row in range(f[ROW_START], f[ROW_COUNT]):
                at = ROW_AT + ROW_WIDTH * row
                f[at + 3] = f[ROW_NEW + row]
            return 0
            """)])


def _liability(code: PlayCode, rule: Pay) -> ast.Name:
    """The name of a function that lets one seat pay for others; it returns 1 if it applied."""
    assert rule.by is not None
    value = named("amount") if rule.amount is None else \
        clipped(code.whole(rule.amount, _ROW_SCOPE), rule.amount, LARGEST_PAYMENT)
    if rule.share is not None:
        value = expression("max(0, min(amount, _share))", share=code.whole(rule.share, _ROW_SCOPE))
    take = code.add("take_over", "f", _TAKE_OVER) if rule.share is None else code.add("take_share", "f", _TAKE_SHARE)
    change = statements("""
        seat = _seat
        if 0 <= seat < f[SEAT_COUNT] or seat == payer or seat == receiver:
            applied = 1
            f[ROW_NEW + 2 * row] = seat
            f[ROW_NEW + 2 * row + 1] = _value
        """, seat=code.emit(rule.by, _ROW_SCOPE), value=value)
    return code.add("liable", "f", [
        *statements("applied = 0"), *_each_row(code, rule, statements("f[ROW_NEW + 2 * row] = -1"), change),
        *statements("if applied != 0:\n    _take(f)\nreturn applied", take=take)])
