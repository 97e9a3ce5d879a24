"""Kernels call each other with the names of parameters: what is left out is what was declared, in every form."""

import ast
from inspect import getsource

import pytest

from quepu.compiler.kernels import plain_kernels
from quepu.compiler.source import NotCompiledError
from quepu.engine.layout.codes import How
from tests.compiler.test_faults import compiled

MOST = 8                    # arguments whose meaning is their place alone
BY_PLACE = {"call_fits"}    # a function of the rulebook by its address: the sets of a pick are numbered


def spread(a: int, b: int = -1, c: int = How.ADDED, d: int = 0) -> int:
    return a * 1000 + b * 100 + c * 10 + d


def named(x: int, y: int) -> int:
    return spread(x, c=y) + spread(x, y, d=5) + spread(x, b=y, c=x, d=y) + spread(x) + spread(x, y, x, y)


def out_of_order(x: int) -> int:
    return spread(x, d=1, b=2)


def twice(x: int) -> int:
    return spread(x, a=1)


def unknown(x: int) -> int:
    return spread(x, e=1)


def too_many(x: int) -> int:
    return spread(x, x, x, x, x)  # type: ignore[call-arg]


def missing(x: int) -> int:
    return spread(b=x)  # type: ignore[call-arg]


def built_in(x: int) -> int:
    return max(x, b=1)  # type: ignore[call-overload, no-any-return]


def by_text(x: int, word: int = "no") -> int:  # type: ignore[assignment]
    return x


def test_names_and_defaults_mean_what_they_mean_in_python() -> None:
    call = compiled(named, spread)
    for x, y in ((0, 0), (3, -7), (-2, 9)):
        assert call(x, y) == named(x, y)


@pytest.mark.parametrize(("function", "words"), [
    (out_of_order, "in their order"), (twice, "each once"), (unknown, "names of parameters"),
    (too_many, "4 arguments"), (missing, "4 arguments"), (built_in, "only kernels")])
def test_other_arguments_are_refused(function: object, words: str) -> None:
    with pytest.raises(NotCompiledError, match=words):
        compiled(function, spread)


def test_only_numbers_have_defaults() -> None:
    with pytest.raises(TypeError, match="only numbers"):
        compiled(by_text)


def test_no_kernel_is_called_with_many_numbers_that_only_their_place_tells_apart() -> None:
    wide = []
    for name, function in plain_kernels().items():
        for node in ast.walk(ast.parse(getsource(function))):
            if isinstance(node, ast.Call) and len(node.args) > MOST and isinstance(node.func, ast.Name) \
                    and node.func.id not in BY_PLACE:
                wide.append(f"{name}: {ast.unparse(node)}")
    assert wide == []
