"""Which functions are kernels: plain functions that the compiled form takes over by their source text."""

from collections.abc import Callable
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

#: every kernel in the order of definition; a kernel may call only kernels above it
KERNELS: list[Callable[..., object]] = []


def kernel(function: Function) -> Function:
    """The function itself, now known as a kernel: it runs as it is, and compiled once somebody asks for speed."""
    KERNELS.append(function)
    return function
