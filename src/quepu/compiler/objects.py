"""Object code: LLVM code optimised for this machine, kept in the cache, and loaded."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from quepu import store
from quepu.compiler.interrupt import interruptible, told
from quepu.sources import source_digest

#: what the optimiser is asked for.  WHOLE: its usual work, for the engine; LEAN: the same without taking several rounds
#: of a loop at once, which the short loops of a rulebook's scoring never gain by (to write out their rounds they do:
#: batches are up to 9 % faster for a quarter of a second); LIGHT: a few passes, a quarter of the time, for functions
#: that are called seldom (those of scoring would be an eighth slower with it)
LIGHT, LEAN, WHOLE = range(3)
_LIGHT = ("always_inliner", "sroa", "simplify_cfg", "instruction_combine", "loop_rotate", "new_gvn", "simplify_cfg",
          "instruction_combine", "simplify_cfg")


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """Loaded object code."""

    owner: Any                          # gone with it, the addresses lead nowhere

    def address(self, name: str) -> int:
        """Where a function stands."""
        found = int(self.owner.get_function_address(name))
        if not found:
            raise LookupError(f"no function {name} in the object code")
        return found

    def variable(self, name: str) -> int:
        """Where a variable stands."""
        return int(self.owner.get_global_value_address(name))


def announce(name: str, code: Code) -> None:
    """Let object code that is loaded from now on call a function of this one."""
    llvm.add_symbol(name, code.address(name))


def kept_object(kind: str, made_from: Iterable[str], make: Callable[[], str], effort: int, what: str) -> Code:
    """The code that `make` writes, optimised; it is not made again as long as what it is made from is the same.

    Two processes that need the same each make it: neither waits for the other, and either file is good.
    """
    key = hashlib.sha256("\0".join([*made_from, str(effort), *_makers()]).encode()).hexdigest()
    compiled = store.read(kind, key)
    if compiled is None:
        with interruptible(), told(what):
            compiled = object_code(make(), effort)
        store.write(kind, key, compiled)
    return loaded(compiled)


@cache
def _makers() -> tuple[str, ...]:
    """All that decides what object code a text becomes."""
    return (source_digest("compiler", "engine"), llvmlite.__version__, llvm.get_process_triple(),
            llvm.get_host_cpu_name(), _features())


@cache
def _features() -> str:
    return str(llvm.get_host_cpu_features().flatten())


def _target() -> Any:
    """This machine's processor; the code is for it alone.  What loads code owns its target."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    reloc = "static" if target.name.startswith("x86") else "default"        # what MCJIT wants there
    return target.create_target_machine(cpu=llvm.get_host_cpu_name(), features=_features(), opt=2, reloc=reloc,
                                        codemodel="jitdefault", jit=True)


def object_code(text: str, effort: int = WHOLE) -> bytes:
    """The object code of LLVM code, optimised."""
    target = _target()
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = llvm.get_process_triple(), str(target.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_interleaving = False       # 42 kinds and a few slots: the rest of four rounds at once costs more
    if effort == LEAN:
        options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(target, options)
    passes = _light_passes() if effort == LIGHT else builder.getModulePassManager()
    passes.run(module, builder)
    found: bytes = target.emit_object(module)
    return found


def _light_passes() -> Any:
    passes = llvm.create_new_module_pass_manager()
    for name in _LIGHT:
        getattr(passes, f"add_{name}_pass")()
    return passes


def loaded(compiled: bytes) -> Code:
    """Object code, ready to be called."""
    code = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    code.add_object_file(llvm.ObjectFileRef.from_data(compiled))
    code.finalize_object()
    return Code(code)
