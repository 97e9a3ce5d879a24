"""The engine compiled by Numba and kept on disk: kernels as importable files, named by their hash.

The file name is the key: source of the kernels, our version, Numba's and NumPy's, the CPU.  Numba keeps its machine
code beside the file.  An unwritable cache only costs time.
"""

import hashlib
import importlib.util
import inspect
import os
import platform
import re
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from quepu.core import (
    combination,
    facts,
    forest,
    frame,
    judge,
    kernel,
    pack,
    plain,
    reading,
    rules,
    score,
    split,
    waiting,
)

_HEADER = '''"""Written by quepu; may be deleted at any time."""
import numpy as np
from numba import cfunc, njit, types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array
from llvmlite import ir
'''
# a call through an address: the arrays of the first arguments are passed as pointers to their numbers
_CALLS = '''
@intrinsic
def ones(typing, bits):
    def code(context, builder, signature, args):
        return builder.ctpop(args[0])
    return types.int64(types.int64), code


@intrinsic
def call_part(typing, address, f, R, T, W):
    def code(context, builder, signature, args):
        return _call_through(context, builder, signature, args, 0)
    return types.int64(*[types.int64] * 5), code


@intrinsic
def address_of(typing, array):
    def code(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.ptrtoint(data, ir.IntType(64))
    return types.int64(array), code


# A length of 0: adding it to an index below 0 changes nothing, so the compiler leaves that case out.
def _endless_array(context, builder, made, data):
    word = context.get_constant
    step = made.dtype.bitwidth // 8
    found = context.make_array(made)(context, builder)
    populate_array(found, data=data, shape=(word(types.intp, 0),), strides=(word(types.intp, step),),
                   itemsize=word(types.intp, step), meminfo=None)
    return found._getvalue()


def _array_at(kind):
    @intrinsic
    def array(typing, address):
        made = types.Array(kind, 1, "C")
        def code(context, builder, signature, args):
            data = builder.inttoptr(args[0], context.make_array(made)(context, builder).data.type)
            return _endless_array(context, builder, made, data)
        return made(types.int64), code
    return array


@intrinsic
def endless(typing, array):
    made = types.Array(array.dtype, 1, "C")
    def code(context, builder, signature, args):
        old = context.make_array(signature.args[0])(context, builder, args[0])
        return _endless_array(context, builder, made, old.data)
    return made(array), code


@intrinsic
def part_of(typing, array, first, size):
    made = types.Array(array.dtype, 1, "C")
    def code(context, builder, signature, args):
        old = context.make_array(signature.args[0])(context, builder, args[0])
        return _endless_array(context, builder, made, builder.gep(old.data, [args[1]]))
    return made(array, types.int64, types.int64), code


numbers_at = _array_at(types.int64)
table_at = _array_at(types.int32)


@intrinsic
def lowest(typing, bits):
    def code(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))
    return types.int64(types.int64), code


def _call_through(context, builder, signature, args, arrays):
    word = ir.IntType(64)
    values = []
    for index in range(1, len(args)):
        if index <= arrays:
            values.append(context.make_array(signature.args[index])(context, builder, args[index]).data)
        else:
            values.append(args[index])
    kind = ir.FunctionType(word, [value.type for value in values])
    return builder.call(builder.inttoptr(args[0], kind.as_pointer()), values)


@intrinsic
def call_frame(typing, address, f, W):
    def code(context, builder, signature, args):
        return _call_through(context, builder, signature, args, 2)
    return types.int64(types.int64, f, W), code


@intrinsic
def call_shape(typing, address, f, shape):
    def code(context, builder, signature, args):
        return _call_through(context, builder, signature, args, 1)
    return types.int64(types.int64, f, types.int64), code


@intrinsic
def call_fits(typing, address, f, pick, a, b, c, d, e, g, p):
    def code(context, builder, signature, args):
        return _call_through(context, builder, signature, args, 1)
    return types.int64(types.int64, f, *[types.int64] * 8), code
'''
# the large parts of the engine as C functions of four addresses
_PARTS = '''
_WORD = types.int64


@cfunc(_WORD(_WORD, _WORD, _WORD, _WORD), cache=True, error_model="numpy", _nrt=False)
def c_judge(f, R, T, W):
    judge(numbers_at(f), numbers_at(R), table_at(T), numbers_at(W))
    return 0


@cfunc(_WORD(_WORD, _WORD, _WORD, _WORD), cache=True, error_model="numpy", _nrt=False)
def c_fill_waits(f, R, T, W):
    fill_waits(numbers_at(f), numbers_at(R), table_at(T), numbers_at(W))
    return 0


@cfunc(_WORD(_WORD, _WORD, _WORD, _WORD), cache=True, error_model="numpy", _nrt=False)
def c_read_any(f, R, T, W):
    read_any(numbers_at(f), numbers_at(R), table_at(T), numbers_at(W))
    return 0


@cfunc(_WORD(_WORD, _WORD, _WORD, _WORD), cache=True, error_model="numpy", _nrt=False)
def c_score(f, R, T, W):
    frame, rules, room = numbers_at(f), numbers_at(R), numbers_at(W)
    call_frame(rules[FN_FLAGS], frame, room)
    score_frame(frame, rules, table_at(T), room)
    return 0
'''
#: part -> the FN_... place of its address in R
PARTS = {"c_judge": rules.FN_JUDGE, "c_fill_waits": rules.FN_WAITS, "c_read_any": rules.FN_READ_ANY,
         "c_score": rules.FN_SCORED}
_CONSTANTS = (frame, plain, rules, pack)
_KERNEL_MODULES = (combination, facts, forest, judge, pack, plain, reading, score, split, waiting)
_MODULES = {module.__name__ for module in _KERNEL_MODULES}


def cache_folder() -> Path:
    """Where compiled modules are kept: QUEPU_CACHE, else the user's cache folder, else a temporary one."""
    from platformdirs import user_cache_path
    wanted = Path(os.environ["QUEPU_CACHE"]) if os.environ.get("QUEPU_CACHE") else user_cache_path("quepu")
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=wanted):
            return wanted
    except OSError:
        return Path(tempfile.mkdtemp(prefix="quepu-"))


@cache
def folder() -> Path:
    """The cache folder, decided once."""
    return cache_folder()


def source_of(function: Callable[..., Any]) -> str:
    """A kernel's source without decorator, annotations and docstring, so that only its meaning is hashed."""
    import ast
    text = inspect.getsource(function)
    tree = ast.parse(text)
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    if ast.get_docstring(definition) is not None:
        definition.body = definition.body[1:]
    return ast.unparse(tree)


def constants(modules: Iterable[ModuleType] = _CONSTANTS) -> dict[str, int]:
    """Numbers that modules define or take over, by name."""
    return {name: value for module in modules for name, value in vars(module).items()
            if re.fullmatch(r"[A-Z][A-Z0-9_]*", name) and isinstance(value, int)}


def _constants(modules: Iterable[ModuleType] = _CONSTANTS) -> str:
    return "\n".join(f"{name} = {value}" for name, value in constants(modules).items())


# No kernel allocates, so counting references is left out; divisors are never 0, the rulebook's checker sees to that.
_JIT = '@njit(cache=True, error_model="numpy", _nrt=False'


def _decorator(function: Callable[..., Any]) -> str:
    return _JIT + (", forceinline=True)\n" if function.__name__ in kernel.INLINED else ")\n")


def kernel_text() -> str:
    """The module of the engine: every kernel that scoring needs."""
    functions = "\n\n\n".join(_decorator(function) + source_of(function) for function in _ordered_kernels())
    return f"{_HEADER}\n{_constants()}\n\n{_CALLS}\n\n{functions}\n\n{_PARTS}"


def _ordered_kernels(modules: set[str] = _MODULES) -> list[Callable[..., Any]]:
    """The kernels so that each stands after those it calls; what is called by address needs no order."""
    waiting = {function.__name__: function for function in kernel.KERNELS
               if function.__module__ in modules and function.__name__ not in kernel.PARTS}
    done: list[Callable[..., Any]] = []
    while waiting:
        free = [name for name, function in waiting.items()
                if not (set(function.__code__.co_names) & set(waiting)) - {name}]
        if not free:
            raise RuntimeError("kernels call each other in a circle: " + ", ".join(waiting))
        done.extend(waiting.pop(name) for name in free)
    return done


def _key(text: str) -> str:
    import numba
    import numpy
    facts_of_machine = (numba.__version__, numpy.__version__, platform.machine(), platform.processor(), sys.version)
    return hashlib.sha256("\0".join([text, *facts_of_machine]).encode()).hexdigest()[:20]


def load_module(text: str, prefix: str) -> ModuleType:
    """The module with this source, written to the cache if it is not there yet."""
    name = f"quepu_{prefix}_{_key(text)}"
    path = folder() / f"{name}.py"
    if name not in sys.modules and not path.exists():
        write_file(path, text)
    return _imported(name, path)


def load_made(prefix: str, sources: Iterable[ModuleType | str], make: Callable[[], str]) -> ModuleType:
    """The module that `make` writes; it is not written again as long as what it is made from is the same.

    Writing the text of some hundred kernels takes longer than loading what was compiled from it.
    """
    parts = [source if isinstance(source, str) else inspect.getsource(source) for source in sources]
    note = folder() / f"quepu_{prefix}_{_key(chr(0).join(parts))}.name"
    try:
        name = note.read_text(encoding="utf-8")
        if (folder() / f"{name}.py").exists():
            return _imported(name, folder() / f"{name}.py")
    except OSError:
        pass                            # not made yet
    if sys.stderr.isatty():
        print(f"compiling the engine ({prefix}), once on this machine; about half a minute ...", file=sys.stderr,
              flush=True)
    module = load_module(make(), prefix)
    write_file(note, module.__name__)
    return module


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file of the cache, whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=folder(), suffix=".tmp", delete=False) as out:
        out.write(content if isinstance(content, bytes) else content.encode())
    os.replace(out.name, path)


def _imported(name: str, path: Path) -> ModuleType:
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with interruptible():
            spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@contextmanager
def interruptible() -> Iterator[None]:
    """Let an interrupt end in KeyboardInterrupt: inside the compiler it may turn into another error, or into none."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield                           # somebody else listens
        return
    pressed = False

    def note(_number: int, _frame: Any) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt
    signal.signal(signal.SIGINT, note)
    try:
        yield
    except Exception:
        if pressed:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@cache
def load_kernels() -> ModuleType:
    """The compiled kernels."""
    sources = (*_KERNEL_MODULES, *_CONSTANTS, sys.modules[__name__], _constants())      # some come from elsewhere
    return load_made("kernels", sources, kernel_text)
