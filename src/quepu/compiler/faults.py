"""Checked code: a breach is written down, and control returns to the entry at once.

The entry sets a mark with C's `setjmp`, a breach jumps back to it: calls in between cost nothing and have nothing to
put away.  Python holds its lock while compiled code runs, so one mark is enough.
"""

from typing import Any

from llvmlite import ir

from quepu.compiler.breach import STOPPED
from quepu.compiler.source import FAULT, FAULT_WORDS
from quepu.compiler.values import POINTER, WORD

_MARK_WORDS = 64            # a jmp_buf takes 25 to 40
_INT = ir.IntType(32)


class Faults:
    """What a module needs to tell of breaches: all of its own, or the function of the engine."""

    def __init__(self, module: Any, own: bool) -> None:
        self._module, self._own = module, own

    def _function(self, name: str, kind: Any, *attributes: str) -> Any:
        if name not in self._module.globals:
            function = ir.Function(self._module, kind, name)
            for attribute in ("nounwind", *attributes):
                function.attributes.add(attribute)
        return self._module.globals[name]

    def _variable(self, name: str, kind: Any) -> Any:
        if name not in self._module.globals:
            variable = ir.GlobalVariable(self._module, kind, name)
            variable.initializer = ir.Constant(kind, None)
            variable.align = 16         # as C wants a jmp_buf
        return self._module.globals[name]

    @property
    def mark(self) -> Any:
        """Where the mark of the entry is kept."""
        return self._variable("quepu_mark", ir.ArrayType(WORD, _MARK_WORDS))

    @property
    def set_mark(self) -> Any:
        """0 when it sets the mark, another number when a breach jumps back to it."""
        return self._function("_setjmp", ir.FunctionType(_INT, [POINTER, POINTER]), "returns_twice")

    @property
    def fault(self) -> Any:
        """What is called at a breach with the name of the function and the place; it does not return."""
        made = FAULT in self._module.globals
        function = self._function(FAULT, ir.FunctionType(ir.VoidType(), [POINTER, WORD]), "noreturn", "cold",
                                  "noinline")
        if self._own and not made:
            write = ir.IRBuilder(function.append_basic_block())
            words = self._variable(FAULT_WORDS, ir.ArrayType(WORD, 2))
            write.store(write.ptrtoint(function.args[0], WORD), words_at(write, words, 0))
            write.store(function.args[1], words_at(write, words, 1))
            back = self._function("longjmp", ir.FunctionType(ir.VoidType(), [POINTER, _INT]), "noreturn")
            write.call(back, [self.mark, _INT(1)])
            write.unreachable()
        return function


def words_at(write: Any, words: Any, index: int) -> Any:
    """A word of a global array."""
    return write.gep(words, [_INT(0), _INT(index)], inbounds=True)


def write_return(write: Any, faults: Faults) -> None:
    """Set the mark at the beginning of an entry; come back to it, and STOPPED is returned."""
    stopped, runs = write.function.append_basic_block(), write.function.append_basic_block()
    again = write.call(faults.set_mark, [faults.mark, POINTER(None)])      # Windows takes a frame to unwind to: none
    write.cbranch(write.icmp_signed("==", again, _INT(0)), runs, stopped)
    write.position_at_end(stopped)
    write.ret(WORD(STOPPED))
    write.position_at_end(runs)
