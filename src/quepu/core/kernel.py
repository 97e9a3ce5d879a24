"""Which functions are kernels: plain functions that the compiled form takes over by their source text."""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

#: every kernel, in the order of definition
KERNELS: list[Callable[..., Any]] = []
#: kernels that are written into their callers: small, or called for every reading
INLINED: set[str] = set()

#: an array of integers: a list in the reference, an int64 array when compiled
Ints = Any


def kernel(function: Function) -> Function:
    """The function itself, now known as a kernel: it runs as it is, and compiled once somebody asks for speed."""
    if any(function.__name__ == other.__name__ for other in KERNELS):
        raise ValueError(f"two kernels are called {function.__name__}: they share one name space when compiled")
    KERNELS.append(function)
    return function


def inlined(function: Function) -> Function:
    """The function itself, a kernel that is written into its callers."""
    INLINED.add(function.__name__)
    return kernel(function)


#: kernels that are compiled by themselves and called by their address in P, in the order of their addresses
PARTS: list[str] = []


def part(function: Function) -> Function:
    """The function itself, a kernel of the table that is called by its address, so that its callers stay small."""
    PARTS.append(function.__name__)
    return kernel(function)
