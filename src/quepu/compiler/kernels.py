"""The whole engine as one module of object code: every kernel of `quepu.engine`, compiled once on a machine."""

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from quepu import engine
from quepu.engine import kernel

if TYPE_CHECKING:
    from quepu.compiler.objects import Code


class Kernels:
    """The compiled kernels that Python may call, by their names."""

    def __init__(self, code: "Code", checked: bool) -> None:
        from quepu.compiler.breach import FaultWords
        from quepu.compiler.source import FAULT_WORDS
        self._code = code
        self._faults = FaultWords(code.variable(FAULT_WORDS)) if checked else None

    def through(self, address: int, *words: int) -> int:
        """What a rulebook's function at an address returns; arrays are given by their address."""
        from ctypes import PYFUNCTYPE, c_int64

        from quepu.compiler.breach import STOPPED
        from quepu.compiler.source import ANY, ANY_WORDS, entry_name
        call = PYFUNCTYPE(c_int64, *[c_int64] * (1 + ANY_WORDS))(self._code.address(entry_name(ANY)))
        found = int(call(address, *words, *[0] * (ANY_WORDS - len(words))))
        fault = self._faults.taken("") if found == STOPPED and self._faults is not None else None
        if fault is not None:
            raise fault
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in kernel.ENTRIES:
            raise AttributeError(f"no kernel {name} is an entry of the engine")
        from quepu.compiler.entries import Entry
        found = Entry(plain_kernels()[name], self._code, self._faults)
        setattr(self, name, found)
        return found


@cache
def plain_kernels() -> dict[str, Callable[..., Any]]:
    """Every kernel as plain Python, by its name."""
    for module in pkgutil.walk_packages(engine.__path__, f"{engine.__name__}."):
        import_module(module.name)
    return {function.__name__: function for function in kernel.KERNELS}


def engine_text(checked: bool = True) -> str:
    """The LLVM code of the engine."""
    from quepu.compiler.source import kernel_definition
    from quepu.compiler.unit import Unit
    functions = plain_kernels()
    return str(Unit([kernel_definition(functions[name]) for name in sorted(functions)], kernel.ENTRIES, checked))


@cache
def load_kernels(checked: bool = True) -> Kernels:
    """The engine, the same for all rulebooks."""
    from quepu.compiler.objects import WHOLE, announce, kept_object
    from quepu.compiler.source import FAULT
    code = kept_object("engine", ("checked" if checked else "unchecked",), lambda: engine_text(checked), WHOLE,
                       "compiling the engine, once on this machine; about 15 seconds")
    if checked:
        announce(FAULT, code)
    plain_kernels()
    return Kernels(code, checked)
