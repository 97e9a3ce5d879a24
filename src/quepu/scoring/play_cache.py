"""A rulebook's functions of play, compiled in a module of their own or run as plain Python."""

import re
from types import ModuleType, SimpleNamespace
from typing import Any

from quepu.core import calls, frame, judge
from quepu.scoring.module_cache import _HEADER, _INSIDE, load_kernels, load_module
from quepu.scoring.play_text import PlayText

# A function that the engine calls becomes a C function at once: a wrapper around it would be compiled a second time.
_TYPES = '''_WORD = types.int64
_ENTRY = cfunc(_WORD(_WORD, _WORD), cache=True, error_model="numpy", _nrt=False)
'''
_ENTRY = re.compile(r"^def (ask|given|remember|pay)\(f(?:, (\w+))?\):$", re.MULTILINE)


def load_play(play: PlayText) -> ModuleType:
    """The compiled functions of play: c_ask(f, n), c_given(f, W), c_remember(f, event), c_pay(f, occasion)."""
    def entry(found: re.Match[str]) -> str:
        return f"@_ENTRY\ndef c_{found[1]}(address, {found[2] or 'W'}):\n    f = numbers_at(address)"
    functions = _ENTRY.sub(entry, play.text)
    functions = re.sub(r"^def (?!c_)", f"{_INSIDE})\ndef ", functions, flags=re.MULTILINE)
    return load_module(f"{_HEADER}from {load_kernels().__name__} import *\n\n{_TYPES}\n\n{functions}", "play")


def plain_play(play: PlayText) -> SimpleNamespace:
    """The same functions as plain Python: ask(f, n), given(f), remember(f, event), pay(f, occasion)."""
    names: dict[str, Any] = {name: value for name, value in vars(frame).items() if name.isupper()}
    names.update(ones=calls.ones, lowest=calls.lowest, count_tiles=judge.count_tiles, count_sets=judge.count_sets,
                 count_pairs=judge.count_pairs, times_of=judge.times_of,
                 np=SimpleNamespace(array=_numbers, int64=int))
    exec(compile(play.text, "<play>", "exec"), names)
    return SimpleNamespace(**{name: names[name] for name in ("ask", "given", "remember", "pay")})


def _numbers(values: list[int], dtype: type) -> tuple[int, ...]:
    """A constant of the generated text as plain numbers."""
    return tuple(map(dtype, values))
