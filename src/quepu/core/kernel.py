"""Which functions are kernels: plain functions that the compiled form takes over by their source text."""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

#: kernels that need no rulebook, in the order of definition; a kernel calls only kernels above it
KERNELS: list[Callable[..., Any]] = []
#: kernels that call functions generated from a rulebook, by name
DRIVERS: list[Callable[..., Any]] = []

#: an array of integers: a list in the reference, an int64 array when compiled
Ints = Any


def kernel(function: Function) -> Function:
    """The function itself, now known as a kernel: it runs as it is, and compiled once somebody asks for speed."""
    KERNELS.append(function)
    return function


def driver(function: Function) -> Function:
    """The function itself, known as one that is compiled together with a rulebook's own functions."""
    DRIVERS.append(function)
    return function


def given(*_args: Any) -> Any:
    """Stands for a function that each rulebook brings along; it exists only in compiled form."""
    raise RuntimeError("this function is generated from a rulebook")
