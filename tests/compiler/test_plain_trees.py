"""Trees run as plain Python: what Python and the machine code do with them, and nothing else is run."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quepu.compiler.kernels import load_kernels
from quepu.compiler.objects import loaded, object_code
from quepu.compiler.plain_trees import NotPlainError, run_plain
from quepu.engine.layout.frame import Frame
from quepu.engine.layout.record import fill
from quepu.engine.machine import lowest, ones
from quepu.rulecode.machine_store import Machine, machine_text
from tests.python_trees import read_trees

NAMES = {"SEVEN": 7}
HELPERS = {**NAMES, "ones": ones, "lowest": lowest}
K = (4, -7, 0, 9)
WORDS = [3, -1, 0, 12, 5, -40, 1, 2]
LEAVES = ("a", "b", "SEVEN", "f.memory[a & 7]", "f.memory[3]", "K[b & 3]", "True", "False", "(-9)", "0", "1", "13")
FORMS = ("({} + {})", "({} - {})", "({} * SEVEN)", "({} & {})", "({} | {})", "({} ^ {})", "(~({} + 0))", "(-{})",
         "(not {})", "({} // (1 + abs({})))", "({} // (-3))", "({} % (-5))", "({} % (1 + abs({})))", "({} % 4)",
         "({} << min(5, max(0, {})))", "({} >> min(5, max(0, {})))", "({} == {})", "({} != {})", "({} < {})",
         "({} <= {})", "({} > {})", "({} >= {})", "({} < {} <= {})", "({} if {} else {})", "min({}, {})",
         "max({}, {}, {})", "abs({})", "ones({} & 1023)", "lowest({} | 64)", "int({})", "({} and {})",
         "({} or {} or {})", "twice(f, {})")
TWICE = "def twice(f, x):\n    f.memory[7] += 1\n    return x + x\n\n"


@st.composite
def expressions(draw: st.DrawFn, depth: int = 4) -> str:
    form = draw(st.sampled_from(FORMS if depth else LEAVES))
    return form.format(*[draw(expressions(draw(st.integers(0, depth - 1)))) for _part in range(form.count("{}"))])


def three_ways(text: str, a: int, b: int) -> list[tuple[int, list[int]]]:
    """What `one(f, a, b)` returns and leaves behind: in Python, as plain trees, as machine code."""
    found = []
    python: dict[str, Any] = {**HELPERS, "K": K}
    exec(text, python)
    for function in (python["one"], run_plain(read_trees(text, K=K), HELPERS, ["one"])["one"]):
        f = Frame.zeros()
        fill(f.memory, WORDS)
        found.append((int(function(f, a, b) or 0), f.memory.tolist()))
    load_kernels()
    code = loaded(object_code(machine_text(read_trees(text, K=K), ("one",), NAMES)))
    words = Frame.zeros()
    fill(words.memory, WORDS)
    returned = Machine({"one": code.address("one")}, code).call("one", words.address, a, b)
    return [*found, (returned, words.memory.tolist())]


@settings(max_examples=25, deadline=None)
@given(expressions(), st.integers(-20, 20), st.integers(-20, 20))
def test_expressions(text: str, a: int, b: int) -> None:
    python, plain, compiled = three_ways(f"{TWICE}def one(f, a, b):\n    return {text}\n", a, b)
    assert python == plain == compiled


@pytest.mark.parametrize("body", [
    "x = a\nf.memory[1] = x + b\nreturn f.memory[1]", "f.memory[0] += a\nf.memory[1] |= b\na -= 1\nreturn a",
    "if a > b:\n    return 1\nelif a == b:\n    return 2\nelse:\n    f.memory[2] = 9", "if a:\n    f.memory[0] = 1",
    "x = 0\nfor i in range(a):\n    x += i\nreturn x", "x = 0\nfor i in range(b, a):\n    x += i\nreturn x",
    "x = 0\nfor i in range(a, b, -2):\n    x += i\nreturn x",
    "for i in range(10):\n    if i >= a:\n        break\n    f.memory[i & 7] = i\nreturn i",
    "for i in (a, b, 7):\n    if i > 4:\n        return i\nreturn -1",
    "bits = a\nx = 0\nwhile bits:\n    x += lowest(bits)\n    bits &= bits - 1\nreturn x",
    "x = 0\nwhile True:\n    x += 1\n    if x > 5:\n        break\nreturn x",
    "x = 0\nfor i in range(3):\n    for j in range(3):\n        if j > i:\n            break\n        x += 10 * i + j\n"
    "return x",
    "twice(f, a)\ntwice(f, b)\nreturn f.memory[7]", "pass",
])
@pytest.mark.parametrize("a", [0, 6])
def test_statements(body: str, a: int) -> None:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    python, plain, compiled = three_ways(f"{TWICE}def one(f, a, b):\n{lines}", a, 2)
    assert python == plain == compiled


def test_calls_do_not_share_variables() -> None:
    text = "def inner(f, n):\n    x = n\n    return x\n\n" \
        "def one(f, n):\n    x = 5\n    y = inner(f, n)\n    return x * y\n"
    one = run_plain(read_trees(text), {}, ["one"])["one"]
    assert [one([], n) for n in (1, 2, 3)] == [5, 10, 15]
    with pytest.raises(TypeError, match="one takes 2 arguments"):
        one([])


@pytest.mark.parametrize("line", [
    "return open('x')", "return f.tolist()", "return 'text'", "return __import__", "import os", "return lambda: 1",
    "return [x for x in f]", "return f'{f}'", "return (x := 1)", "f.x = 1", "global g", "return f.memory[0]()",
    "return eval", "return f.raw", "f.raw = 1", "return f.memory.obj",
    "exec", "return print", "return {1: 2}", "return 1.5", "try:\n        pass\n    finally:\n        pass",
    "return *f,", "del f", "assert f", "raise f", "yield f", "return f is f", "return range.__class__", "min = 1",
    "known = 2", "helper = 2", "range = 2", "def g():\n        return 1", "return helper(f=1)", "return f.memory[0][1]",
    "return None", "return b''", "return ...", "return range(3)", "return helper", "return later(f)", "return entry(f)",
    "for i in f:\n        pass", "for i in ():\n        pass", "for i, j in range(3):\n        pass",
    "for i in range(3):\n        pass\n    else:\n        pass", "a, b = 1, 2", "a = b = 1", "a @= f", "return f @ f",
    "return +f", "return f in f", "return unknown", "x: int = 1", "return f.memory[1:2]", "continue",
    "return 1 < f is f",
])
def test_what_the_generator_never_makes_is_not_run(line: str) -> None:
    text = f"def entry(f):\n    {line}\n    return 0\n\ndef later(f):\n    return 0\n"
    with pytest.raises((NotPlainError, SyntaxError)):
        run_plain(read_trees(text), {"helper": abs, "known": 1}, ["entry"])


@pytest.mark.parametrize("text", ["@helper\ndef entry(f):\n    return 0", "def entry(f=helper):\n    return 0",
                                  "def entry(f: helper):\n    return 0", "def entry(f) -> helper:\n    return 0",
                                  "def entry(*f):\n    return 0", "def entry(f, **g):\n    return 0",
                                  "def entry(f, /):\n    return 0", "def entry(helper):\n    return 0",
                                  "def helper(f):\n    return 0", "def range(f):\n    return 0",
                                  "def K(f):\n    return 0"])
def test_functions_take_numbers_and_hide_nothing(text: str) -> None:
    with pytest.raises(NotPlainError):
        run_plain(read_trees(f"{text}\n", K=K), {"helper": abs}, [])


def test_constants_hide_nothing() -> None:
    with pytest.raises(ValueError, match="hides"):
        run_plain(read_trees("def entry(f):\n    return 0\n", helper=(1,)), {"helper": abs}, [])
