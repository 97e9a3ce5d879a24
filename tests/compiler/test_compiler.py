"""The compiler: what Python does with a function, the machine code does."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quepu.compiler.kernels import load_kernels
from quepu.compiler.objects import loaded, object_code
from quepu.compiler.source import NotCompiledError
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.record import fill
from quepu.engine.machine import lowest, ones
from quepu.rulecode.machine_store import Machine, machine_text
from tests.python_trees import read_trees

NAMES = {"SEVEN": 7}
WORDS = [3, -1, 0, 12, 5, -40, 1, 2]


def machine(text: str, *entries: str, **constants: tuple[int, ...]) -> Machine:
    load_kernels()                      # which is told of breaches
    code = loaded(object_code(machine_text(read_trees(text, **constants), entries, NAMES)))
    return Machine({entry: code.address(entry) for entry in entries}, code)


def agree(text: str, calls: list[tuple[Any, ...]]) -> None:
    """Each call (entry, number ...) returns and leaves behind the same, in Python and compiled."""
    plain: dict[str, Any] = {"ones": ones, "lowest": lowest, "K": [4, -7, 0, 9], **NAMES}
    exec(text, plain)
    entries = dict.fromkeys(str(name) for name, *_numbers in calls)
    compiled = machine(text, *entries, K=(4, -7, 0, 9))
    for name, *numbers in calls:
        f, other = Frame.zeros(), Frame.zeros()
        fill(f.memory, WORDS)
        fill(other.memory, WORDS)
        wanted = int(plain[name](f, *numbers) or 0)
        assert compiled.call(name, other.address, *numbers) == wanted, (name, numbers)
        assert f.tobytes() == other.tobytes(), (name, numbers)


# -- expressions --
LEAVES = ("a", "b", "SEVEN", "f.memory[a & 7]", "f.memory[3]", "K[b & 3]", "True", "False", "(-9)", "0", "1", "13")
FORMS = ("({} + {})", "({} - {})", "({} * SEVEN)", "({} & {})", "({} | {})", "({} ^ {})", "(~({} + 0))", "(-{})",
         "(not {})", "({} // (1 + abs({})))", "({} // (-3))", "({} % (-5))", "({} % (1 + abs({})))", "({} % 4)",
         "({} << min(5, max(0, {})))", "({} >> min(5, max(0, {})))", "({} == {})", "({} != {})", "({} < {})",
         "({} <= {})", "({} > {})", "({} >= {})", "({} < {} <= {})", "({} if {} else {})", "min({}, {})",
         "max({}, {}, {})", "abs({})", "ones({} & 1023)", "lowest({} | 64)", "int({})",
         "(1 if ({} and {}) else 0)", "(1 if ({} or {} or {}) else 0)", "twice({})", "({} and {})",
         "({} or {} or {})", "({} in (3, SEVEN, -1))", "({} not in (0, 5))", "bool({})")


@st.composite
def expressions(draw: st.DrawFn, depth: int = 4) -> str:
    form = draw(st.sampled_from(FORMS if depth else LEAVES))
    return form.format(*[draw(expressions(draw(st.integers(0, depth - 1)))) for _part in range(form.count("{}"))])


@settings(max_examples=100, deadline=None)
@given(st.lists(expressions(), min_size=4, max_size=12), st.integers(0, 1000))
def test_expressions_come_to_the_same(texts: list[str], seed: int) -> None:
    functions = "\n".join(f"def e{number}(f, a, b):\n    return {text}\n" for number, text in enumerate(texts))
    rng = Random(seed)
    calls = [(f"e{index}", rng.randint(-20, 20), rng.randint(-20, 20)) for index in range(len(texts)) for _try in "abc"]
    agree(f"def twice(x):\n    return x + x\n\n{functions}", calls)


def test_the_quotient_that_has_no_room() -> None:
    """The machine would stop there; in Python it is a number of 65 bits."""
    compiled = machine("def a(x, y):\n    return x // y\n\ndef b(x, y):\n    return x % y\n", "a", "b")
    assert (compiled.call("a", -2**63, -1), compiled.call("b", -2**63, -1)) == (-2**63, 0)


# -- statements --
PROGRAM = '''
def bump(f, place):
    f.memory[place] += 1
    return f.memory[place]

def short(f, a):
    if a > 0 and bump(f, 0) > 4 or bump(f, 1) > 0:
        f.memory[2] = 9
    return 0

def search(f, wanted):
    for place in range(8):
        if f.memory[place] == wanted:
            return place
        if place >= 5:
            break
    return -1

def after(f, n):
    last = 100
    for last in range(2, n, 3):
        f.memory[last & 7] = last
    return last

def changed(f, n):
    total = 0
    for i in range(n):
        n = 0
        i += 10
        total += i
    return total

def bits(f, mask):
    found = 0
    while mask:
        place = lowest(mask)
        mask &= mask - 1
        if place == 6:
            break
        for other in range(place):
            if other == 3:
                break
            found += place * other
        found <<= 1
    return found

def ways(f, a):
    if a < 0:
        pass
    elif a == 0:
        return 5
    else:
        for i in range(a):
            while True:
                a -= 1
                if a < i:
                    return a
    f.memory[4] = a == -2
    f.memory[5] |= a < -2

def listed(f, a):
    found = 0
    for one in (a, f.memory[3], 4, a):
        if one == 12:
            f.memory[3] = 5
        for two in (one, 7):
            found = 3 * found + two
    for one in (a,):
        found += one
    return found

def nothing(f, a):
    return

def down(f, a):
    found = 0
    for i in range(a & 7, -2, -1):
        if i == 3:
            continue
        found = 5 * found + i
    for i in range(0, 9 if a > 0 else -9, 2 if a > 0 else -2):
        found = 3 * found + i
    while a > 0:
        a -= 3
        if a & 1:
            continue
        found += a
    return found

def several(f, a):
    b = c = a + 1
    b, c = c - 3, b
    b, f.memory[2] = (f.memory[1], b) if a > 2 else (c, 7)
    f.memory[3], f.memory[4] = f.memory[4], f.memory[3]
    return 100 * b + c

def read_first(f, a):
    f.memory[1] += bump(f, 1)
    return f.memory[1]
'''


@pytest.mark.parametrize("entry", ["short", "search", "after", "changed", "bits", "ways", "listed", "nothing",
                                   "bump", "down", "several", "read_first"])
def test_statements_do_the_same(entry: str) -> None:
    numbers = {"bump": (0, 1, 2, 7), "bits": (0, 1, 2, 3, 7, 12, 77, 255)}.get(entry, (0, 1, 2, 3, 7, 12, 77, -2, -3))
    agree(PROGRAM, [(entry, number) for number in numbers])


@pytest.mark.parametrize("body", [
    "return 1.5", "return 'a'", "return unknown", "return unknown(a)", "return a / 2", "return a ** 2", "return a in f",
    "return other(a, a)", "return min(a, key=a)", "return [a]", "a, b = 1", "a, b = 1, 2, 3", "return 2 ** 70",
    "return 9223372036854775808", "for i in range(9, 0, 0):\n        pass",
    "for i in range(a):\n        pass\n    else:\n        a = 1", "assert a", "a.b = 1", "a = f",
    "return f.memory[a, a]",
    "return a @ a", "return +a", "return f", "return other(f)", "return f + 1", "f = a", "f.memory[0] = 1, 2", "b += 1",
    "return a << 64", "return a // 0", "return (1, 2)", "a = unknown", "del a",
    "try:\n        a = 1\n    finally:\n        pass", "return lambda: a", "return f.memory[1:2]", "return a is a",
    "global a", "import os", "return one", "return other(*a)", "yield a", "return min(a)",
])
def test_what_is_not_translated_is_told(body: str) -> None:
    with pytest.raises(NotCompiledError, match=r"^rulebook:[5-9]: one: "):
        machine(f"def other(x):\n    return x\n\ndef one(f, a):\n    {body}\n", "one")
