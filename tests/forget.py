"""What a process keeps for the next test is forgotten where it has become much: two workers share one machine."""

import ctypes
import ctypes.util
import gc
import resource
import sys
from functools import _lru_cache_wrapper
from pathlib import Path

MOST_MEMORY = 3 << 30
_LIBRARY = ctypes.CDLL(ctypes.util.find_library("c"))


def forget_much() -> None:
    """Forget engines, rulebooks and what tests have cached, if this process holds more than three gigabytes."""
    if _memory() > MOST_MEMORY:
        forget()


def forget() -> None:
    """Forget engines, rulebooks and what tests have cached, and give the memory back."""
    for name in ("quepu.scoring.compiled", "quepu.scoring.distances"):
        if name in sys.modules:
            sys.modules[name]._kept._kept.clear()
    if "quepu.game.match" in sys.modules:
        sys.modules["quepu.game.match"]._ENGINES.clear()
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("tests", "tools") or name == "quepu.book":
            for one in vars(module).values():
                if isinstance(one, _lru_cache_wrapper):
                    one.cache_clear()
    gc.collect()
    if hasattr(_LIBRARY, "malloc_trim"):
        _LIBRARY.malloc_trim(0)


def _memory() -> int:
    """The bytes this process holds now; where that is not told, the most it ever held."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
