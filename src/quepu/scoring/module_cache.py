"""Compiled modules on disk: kernels and each rulebook's generated functions as importable files, named by their hash.

The file name is the key: source of the kernels, our version, Numba's and NumPy's, the CPU.  Numba keeps its machine code
beside the file.  An unwritable cache only costs time.
"""

import hashlib
import importlib.util
import inspect
import os
import platform
import re
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from quepu.core import facts, forest, frame, judge, kernel, pack, plain, rules, score, split

_HEADER = '''"""Written by quepu; may be deleted at any time."""
import numpy as np
from numba import njit
'''
_CONSTANTS = (frame, split, forest, plain, rules, pack)


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


_folder: Path | None = None


def folder() -> Path:
    """The cache folder, decided once."""
    global _folder
    if _folder is None:
        _folder = cache_folder()
    return _folder


def _source(function: object) -> str:
    """A kernel's source without decorator, annotations and docstring, so that only its meaning is hashed."""
    import ast
    text = inspect.getsource(function)  # type: ignore[arg-type]
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


def _constants() -> str:
    lines = []
    for module in _CONSTANTS:
        for name, value in vars(module).items():
            if re.fullmatch(r"[A-Z][A-Z0-9_]*", name) and isinstance(value, int):
                lines.append(f"{name} = {value}")
    return "\n".join(dict.fromkeys(lines))


def kernel_text() -> str:
    """The module of kernels that need no rulebook."""
    _ = (facts, judge)                  # imported so that their kernels are known
    functions = "\n\n\n".join("@njit(cache=True)\n" + _source(function) for function in kernel.KERNELS
                              if function.__module__ != "quepu.core.distance")
    return f"{_HEADER}\n{_constants()}\n\n\n{functions}\n"


def book_text(generated: str, kernels: str) -> str:
    """The module of one rulebook: its generated functions and the drivers that call them."""
    functions = re.sub(r"^def ", "@njit(cache=True)\ndef ", generated, flags=re.MULTILINE)
    drivers = "\n\n\n".join("@njit(cache=True)\n" + _source(function) for function in _ordered_drivers())
    return f"{_HEADER}from {kernels} import *\n\n\n{functions}\n\n{drivers}\n"


def _ordered_drivers() -> list[object]:
    """The drivers so that each stands after those it calls."""
    waiting = {function.__name__: function for function in kernel.DRIVERS}
    done: list[object] = []
    names: set[str] = set()
    while waiting:
        for name, function in list(waiting.items()):
            calls = set(function.__code__.co_names) & set(waiting) - {name}
            if not calls - names:
                done.append(function)
                names.add(name)
                del waiting[name]
                break
        else:
            raise RuntimeError("drivers call each other in a circle: " + ", ".join(waiting))
    return done


def _key(text: str) -> str:
    import numba
    import numpy
    facts_of_machine = (numba.__version__, numpy.__version__, platform.machine(), platform.processor(), sys.version)
    return hashlib.sha256("\0".join([text, *facts_of_machine]).encode()).hexdigest()[:20]


def load_module(text: str, prefix: str) -> ModuleType:
    """The module with this source, written to the cache if it is not there yet."""
    name = f"quepu_{prefix}_{_key(text)}"
    if name in sys.modules:
        return sys.modules[name]
    path = folder() / f"{name}.py"
    if not path.exists():
        with tempfile.NamedTemporaryFile("w", dir=folder(), suffix=".tmp", delete=False, encoding="utf-8") as out:
            out.write(text)
        os.replace(out.name, path)      # whole or not at all
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def load_kernels() -> ModuleType:
    """The compiled kernels."""
    return load_module(kernel_text(), "kernels")


def load_book(generated: str) -> ModuleType:
    """The compiled functions of a rulebook."""
    kernels = load_kernels()
    return load_module(book_text(generated, kernels.__name__), "book")
