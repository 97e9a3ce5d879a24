"""Which functions are kernels: plain functions that the compiled form takes over by their source text."""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

#: every kernel, in the order of definition
KERNELS: list[Callable[..., Any]] = []
_NAMES: set[str] = set()
#: kernels that are written into their callers: small, or called for every reading
INLINED: set[str] = set()
#: kernels that stay functions of their own, so that their callers stay small
PARTS: set[str] = set()
#: kernels that Python may call in their compiled form
ENTRIES: set[str] = set()


def kernel(function: Function) -> Function:
    """The function itself, now known as a kernel: it runs as it is, and compiled once somebody asks for speed."""
    if function.__name__ in _NAMES:
        raise ValueError(f"two kernels are called {function.__name__}: they share one name space when compiled")
    _NAMES.add(function.__name__)
    KERNELS.append(function)
    return function


def inlined(function: Function) -> Function:
    """The function itself, a kernel that is written into its callers."""
    INLINED.add(function.__name__)
    return kernel(function)


def part(function: Function) -> Function:
    """The function itself, a large kernel that is never written into its callers."""
    PARTS.add(function.__name__)
    return kernel(function)


def entry(function: Function) -> Function:
    """The kernel itself, now one that Python may call compiled; all others exist only inside those that call them."""
    ENTRIES.add(function.__name__)
    return function
