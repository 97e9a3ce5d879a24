"""An entry as a function of Python's own kind, for where a call through ctypes costs more than the kernel.

It takes the numbers a kernel begins with and returns the tuple it returns; the arrays behind them are bound, their
words stand in a block whose address is the function's `self`.
"""

import ctypes
from typing import Any

from llvmlite import ir

from quepu.compiler.breach import STOPPED
from quepu.compiler.values import POINTER, WORD

METH_FASTCALL = 0x80


class _Method(ctypes.Structure):
    """PyMethodDef of Python's headers."""

    _fields_ = (("name", ctypes.c_char_p), ("call", ctypes.c_void_p), ("flags", ctypes.c_int),
                ("doc", ctypes.c_char_p))


class Builtin:
    """A function of Python's own kind, and all that must live as long."""

    def __init__(self, name: str, address: int, words: list[int], owner: Any) -> None:
        self._owner, self._words = owner, (ctypes.c_int64 * max(1, len(words)))(*words)
        self._method = _Method(name.encode(), address, METH_FASTCALL, None)
        make = ctypes.pythonapi.PyCFunction_NewEx
        make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
        self.call: Any = make(ctypes.addressof(self._method), ctypes.addressof(self._words), None)


def builtin_name(name: str) -> str:
    """What the function is called in the object code."""
    return f"builtin_{name}"


def write_builtin(module: Any, name: str, entry: Any, numbers: int, words: int, results: int) -> None:
    """Write the function: numbers out of Python's, the entry with them and the bound words, a tuple of its results.

    Where the entry had to stop, the first of the results is STOPPED and the others are -1.
    """
    def called(function: str, result: Any, *kinds: Any) -> Any:
        if function not in module.globals:
            ir.Function(module, ir.FunctionType(result, kinds), function)
        return module.globals[function]
    number_of, made = called("PyLong_AsLongLong", WORD, POINTER), called("PyLong_FromLongLong", POINTER, WORD)
    function = ir.Function(module, ir.FunctionType(POINTER, [POINTER, POINTER, WORD]), builtin_name(name))
    own, given, count = function.args
    write = ir.IRBuilder(function.append_basic_block())
    wrong, right, failed, good = (function.append_basic_block() for _block in range(4))
    write.cbranch(write.icmp_signed("==", count, WORD(numbers)), right, wrong)
    write.position_at_end(wrong)
    write.call(called("PyErr_BadArgument", ir.IntType(32)), [])
    write.ret(POINTER(None))
    write.position_at_end(right)
    taken = [write.call(number_of, [write.load(_at(write, given, place, POINTER), typ=POINTER)])
             for place in range(numbers)]
    block = write.inttoptr(write.call(number_of, [own]), POINTER)
    error = write.call(called("PyErr_Occurred", POINTER), [])
    write.cbranch(write.icmp_unsigned("!=", write.ptrtoint(error, WORD), WORD(0)), failed, good)
    write.position_at_end(failed)
    write.ret(POINTER(None))
    write.position_at_end(good)
    found = write.alloca(WORD, size=results)
    kinds = entry.ftype.args
    for place in range(words):
        word = write.load(_at(write, block, place, WORD), typ=WORD)
        taken.append(write.inttoptr(word, POINTER) if kinds[numbers + place] == POINTER else word)
    is_stopped = write.icmp_signed("==", write.call(entry, [*taken, found]), WORD(STOPPED))
    several = write.call(called("PyTuple_New", POINTER, WORD), [WORD(results)])
    put = called("PyTuple_SetItem", ir.IntType(32), POINTER, WORD, POINTER)
    for place in range(results):
        value = write.select(is_stopped, WORD(-1 if place else STOPPED),
                             write.load(_at(write, found, place, WORD), typ=WORD))
        write.call(put, [several, WORD(place), write.call(made, [value])])
    write.ret(several)


def _at(write: Any, pointer: Any, place: int, kind: Any) -> Any:
    return write.gep(pointer, [WORD(place)], inbounds=True, source_etype=kind)
