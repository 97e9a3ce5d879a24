"""Generated code of payment: the rows of an occasion in the frame, the same as `scoring.payment` makes."""

import ast

from quepu.compiler.quote import both, expression, named, statements
from quepu.engine.layout.table_facts import GUESTS, POT, ROW_ROOM
from quepu.rulebook.file.limits import LARGEST_PAYMENT
from quepu.rulebook.model.model import Pay, keeps_empty
from quepu.rulecode.code_parts import places
from quepu.rulecode.codegen import clipped
from quepu.rulecode.play_words import PlayCode

_ROW_SCOPE = places(row="row", payer="payer", receiver="receiver", amount="amount")

#: the parameters and body of the function that adds a row
ADD_ROW = ("f", "count", "payer", "receiver", "rule", "amount"), statements("""
    if count >= _room:
        f.row_lost = 1
        return count
    new = f.ledger[count]
    new.payer = payer if amount >= 0 else receiver
    new.receiver = receiver if amount >= 0 else payer
    new.rule = rule
    new.amount = min(abs(amount), _largest)
    return count + 1
    """, room=ROW_ROOM, largest=LARGEST_PAYMENT)

#: the statements that close an occasion: rows of nothing go
DROP_EMPTY = statements("""
    kept = f.row_start
    for row in range(f.row_start, f.row_count):
        one = f.ledger[row]
        if one.amount != 0:
            to = f.ledger[kept]
            to.payer = one.payer
            to.receiver = one.receiver
            to.rule = one.rule
            to.amount = one.amount
            kept += 1
    f.row_count = kept
    return kept - f.row_start
    """)

#: what follows when a seat is liable: it pays whole rows, or part of them
_TAKE_OVER = statements("""
    for row in range(f.row_start, f.row_count):
        one = f.ledger[row]
        seat = f.changes[row].seat
        if seat == one.receiver:
            one.amount = 0              # nobody pays himself
        elif seat >= 0:
            one.payer = seat
            one.amount = f.changes[row].amount
    return 0
    """)
_TAKE_SHARE = statements("""
    count = f.row_count
    for row in range(f.row_start, f.row_count):
        one = f.ledger[row]
        seat = f.changes[row].seat
        part = f.changes[row].amount
        if seat >= 0 and seat != one.payer:
            one.amount -= part
            if seat != one.receiver:
                count = add_row(f, count, seat, one.receiver, one.rule, part)
    f.row_count = count
    return 0
    """)

#: each seat that a word of `for` and `from` speaks of, nobody left out
_EACH_SEAT = """
for _seat in range(f.seat_count):
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
          "winner": (_SOMEBODY, expression("f.seat")), "discarder": (_SOMEBODY, expression("f.discarder")),
          "actor": (_SOMEBODY, expression("f.actor")), "dealer": (_ALWAYS_THERE, expression("0")),
          "pot": (_ALWAYS_THERE, expression("_pot", pot=POT)),
          **{f"guest_{number}": (_ALWAYS_THERE, expression("_guest", guest=POT + number))
             for number in range(1, GUESTS + 1)}}


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
    lines = [*statements("count = f.row_count"), *lines, *statements("f.row_count = count\nreturn 0")]
    if rule.of is not None:
        other = both([expression("f.event_of != _entry", entry=entry) for entry in rule.of])
        lines = [*statements("if _other:\n    return 0", other=other), *lines]
    return code.add("payment", "f", lines)


def _each_row(code: PlayCode, rule: Pay, before: list[ast.stmt], change: list[ast.stmt]) -> list[ast.stmt]:
    """A walk over the rows: what is done with each, and what with those the rule speaks of."""
    tests = []
    if rule.tags:                       # rows of other rules (stakes) carry no tag
        tests.append(expression("0 <= one.rule < _rules", rules=len(code.model.payments)))
        tests.append(expression("_tagged[one.rule] != 0", tagged=code.tagged(rule.tags)))
    if rule.when is not None:
        tests.append(code.truth(rule.when, _ROW_SCOPE))
    return statements("""
        for row in range(f.row_start, f.row_count):
            one = f.ledger[row]
            _before
            payer = one.payer
            receiver = one.receiver
            amount = one.amount
            if _test:
                _change
        """, before=before, test=both(tests), change=change)


def _adjustment(code: PlayCode, rule: Pay) -> ast.Name:
    """The name of a function that gives rows a new amount; each is worked out before any is changed."""
    assert rule.amount is not None
    amount = clipped(code.whole(rule.amount, _ROW_SCOPE), rule.amount, LARGEST_PAYMENT)
    return code.add("adjust", "f", [
        *_each_row(code, rule, statements("f.changes[row].amount = one.amount"),
                   statements("f.changes[row].amount = _amount", amount=amount)),
        *statements("""
            for row in range(f.row_start, f.row_count):
                f.ledger[row].amount = f.changes[row].amount
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
        if 0 <= seat < f.seat_count or seat == payer or seat == receiver:
            applied = 1
            f.changes[row].seat = seat
            f.changes[row].amount = _value
        """, seat=code.emit(rule.by, _ROW_SCOPE), value=value)
    return code.add("liable", "f", [
        *statements("applied = 0"), *_each_row(code, rule, statements("f.changes[row].seat = -1"), change),
        *statements("if applied != 0:\n    _take(f)\nreturn applied", take=take)])
