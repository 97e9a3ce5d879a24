"""The translation of generated functions: what Python does with them, the machine code does."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quepu.core.calls import lowest, ones
from quepu.scoring.machine_code import NotTranslatedError, machine_text
from quepu.scoring.machine_store import Machine, compiled_code, loaded_code

NAMES = {"SEVEN": 7}
WORDS = [3, -1, 0, 12, 5, -40, 1, 2]


def machine(text: str, *entries: str) -> Machine:
    return loaded_code(compiled_code(machine_text(text, NAMES, entries)), entries)


def agree(text: str, calls: list[tuple[Any, ...]]) -> None:
    """Each call (entry, number ...) returns and leaves behind the same, in Python and compiled."""
    plain: dict[str, Any] = {"ones": ones, "lowest": lowest, "K": [4, -7, 0, 9], **NAMES}
    exec(text, plain)
    entries = dict.fromkeys(str(name) for name, *_numbers in calls)
    compiled = machine("K = np.array([4, -7, 0, 9], dtype=np.int64)\n" + text, *entries)
    for name, *numbers in calls:
        f, words = list(WORDS), np.array(WORDS, dtype=np.int64)
        wanted = int(plain[name](f, *numbers) or 0)
        assert compiled.call(name, words.ctypes.data, *numbers) == wanted, (name, numbers)
        assert words.tolist() == f, (name, numbers)


# -- expressions --
LEAVES = ("a", "b", "SEVEN", "f[a & 7]", "f[3]", "K[b & 3]", "True", "False", "(-9)", "0", "1", "13")
FORMS = ("({} + {})", "({} - {})", "({} * SEVEN)", "({} & {})", "({} | {})", "({} ^ {})", "(~({} + 0))", "(-{})",
         "(not {})", "({} // (1 + abs({})))", "({} // (-3))", "({} % (-5))", "({} % (1 + abs({})))", "({} % 4)",
         "({} << min(5, max(0, {})))", "({} >> min(5, max(0, {})))", "({} == {})", "({} != {})", "({} < {})",
         "({} <= {})", "({} > {})", "({} >= {})", "({} < {} <= {})", "({} if {} else {})", "min({}, {})",
         "max({}, {}, {})", "abs({})", "ones({} & 1023)", "lowest({} | 64)", "int({})",
         "(1 if ({} and {}) else 0)", "(1 if ({} or {} or {}) else 0)", "twice({})")


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


def test_division_by_zero_is_zero() -> None:
    """Where Python would raise: the checker of rulebooks lets no such division through."""
    compiled = machine("def a(x, y):\n    return x // y\n\ndef b(x, y):\n    return x % y\n", "a", "b")
    assert (compiled.call("a", 5, 0), compiled.call("b", 5, 0)) == (0, 0)


# -- statements --
PROGRAM = '''
def bump(f, place):
    f[place] += 1
    return f[place]

def short(f, a):
    if a > 0 and bump(f, 0) > 4 or bump(f, 1) > 0:
        f[2] = 9
    return 0

def search(f, wanted):
    for place in range(8):
        if f[place] == wanted:
            return place
        if place >= 5:
            break
    return -1

def after(f, n):
    last = 100
    for last in range(2, n, 3):
        f[last & 7] = last
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
    f[4] = a == -2
    f[5] |= a < -2

def listed(f, a):
    found = 0
    for one in (a, f[3], 4, a):
        if one == 12:
            f[3] = 5
        for two in (one, 7):
            found = 3 * found + two
    for one in (a,):
        found += one
    return found

def nothing(f, a):
    return
'''


@pytest.mark.parametrize("entry", ["short", "search", "after", "changed", "bits", "ways", "listed", "nothing",
                                   "bump"])
def test_statements_do_the_same(entry: str) -> None:
    numbers = {"bump": (0, 1, 2, 7), "bits": (0, 1, 2, 3, 7, 12, 77, 255)}.get(entry, (0, 1, 2, 3, 7, 12, 77, -2, -3))
    agree(PROGRAM, [(entry, number) for number in numbers])


@pytest.mark.parametrize("body", [
    "return 1.5", "return 'a'", "return unknown", "return unknown(a)", "return a / 2", "return a ** 2", "return a in f",
    "return other(a, a)", "return min(a, key=a)", "return [a]", "a = b = 1", "a, b = 1, 2", "return 2 ** 70",
    "return 9223372036854775808", "for i in f:\n        pass", "for i in range(9, 0, -1):\n        pass",
    "for i in range(a):\n        pass\n    else:\n        a = 1", "while a:\n        continue", "assert a", "a.b = 1",
    "return a @ a", "return +a", "return f", "return other(f)", "return f + 1", "f = a", "f[0], a = a, a",
])
def test_what_is_not_translated_is_told(body: str) -> None:
    with pytest.raises(NotTranslatedError):
        machine(f"def other(x):\n    return x\n\ndef one(f, a):\n    {body}\n", "one")
