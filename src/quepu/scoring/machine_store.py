"""Machine code of a rulebook's generated functions: made once for this machine, kept on disk, loaded by its key."""

import hashlib
import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from quepu.core.judge import count_pairs, count_sets, count_tiles, places_of, set_times, times_of, word_of
from quepu.scoring.machine_code import machine_text
from quepu.scoring.module_cache import constants, folder, interruptible, source_of, write_file

_HELPERS = (count_tiles, count_sets, places_of, count_pairs, word_of, times_of, set_times)
_LOADED: dict[str, "Machine"] = {}      # for good: rows of rules hold addresses into them


@dataclass(frozen=True, slots=True, eq=False)
class Machine:
    """Loaded machine code and where its entries stand."""

    addresses: Mapping[str, int]
    code: Any                           # gone with it, the addresses lead nowhere

    def call(self, entry: str, *given: int) -> int:
        """What an entry returns; arrays are given by their address."""
        from ctypes import CFUNCTYPE, c_int64
        return int(CFUNCTYPE(c_int64, *[c_int64] * len(given))(self.addresses[entry])(*given))


def load_machine(text: str, entries: tuple[str, ...], prefix: str) -> Machine:
    """The generated functions of a text compiled; `entries` are called from outside."""
    text = f"{text}\n\n{_helpers()}"
    key = _key(text, entries)
    if key not in _LOADED:
        path = folder() / f"quepu_{prefix}_{key}.o"
        try:
            compiled = path.read_bytes()
        except OSError:                 # not made yet
            with interruptible():
                compiled = compiled_code(machine_text(text, constants(), entries))
            write_file(path, compiled)
        _LOADED[key] = loaded_code(compiled, entries)
    return _LOADED[key]


def _key(text: str, entries: tuple[str, ...]) -> str:
    return hashlib.sha256("\0".join([text, *entries, *_makers()]).encode()).hexdigest()[:20]


@cache
def _makers() -> tuple[str, ...]:
    """All that decides what machine code a text becomes."""
    sources = [inspect.getsource(sys.modules[name]) for name in (machine_text.__module__, __name__)]
    return (repr(constants()), *sources, llvmlite.__version__, llvm.get_process_triple(), llvm.get_host_cpu_name(),
            _features())


@cache
def _helpers() -> str:
    """Kernels that generated functions call."""
    return "\n\n".join(source_of(function) for function in _HELPERS)


@cache
def _features() -> str:
    return str(llvm.get_host_cpu_features().flatten())


def _target() -> Any:
    """This machine's processor; the code is for it alone, as Numba's is.  What loads code owns its target."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    reloc = "static" if target.name.startswith("x86") else "default"        # what MCJIT wants there
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=_features(), opt=3, reloc=reloc,
                                        codemodel="jitdefault", jit=True)


def compiled_code(text: str) -> bytes:
    """The machine code of LLVM code, optimised."""
    target = _target()
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = llvm.get_process_triple(), str(target.target_data)
    module.verify()
    passes = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    found: bytes = target.emit_object(module)
    return found


def loaded_code(compiled: bytes, entries: tuple[str, ...]) -> Machine:
    """Machine code, ready to be called."""
    code = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    code.add_object_file(llvm.ObjectFileRef.from_data(compiled))
    code.finalize_object()
    return Machine({entry: code.get_function_address(entry) for entry in entries}, code)
