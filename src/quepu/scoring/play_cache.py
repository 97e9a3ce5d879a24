"""A rulebook's functions of play, compiled in a module of their own or run as plain Python."""

import re
from types import ModuleType, SimpleNamespace
from typing import Any

from quepu.core import calls, frame, judge
from quepu.scoring.module_cache import _HEADER, _JIT, load_kernels, load_module
from quepu.scoring.play_text import PlayText

_ENTRIES = '''
_WORD = types.int64
_C = dict(cache=True, error_model="numpy", _nrt=False)


@cfunc(_WORD(_WORD, _WORD), **_C)
def c_ask(f, n):
    return ask(numbers_at(f), n)


@cfunc(_WORD(_WORD, _WORD), **_C)
def c_given(f, W):
    return given(numbers_at(f))


@cfunc(_WORD(_WORD, _WORD), **_C)
def c_remember(f, event):
    return remember(numbers_at(f), event)


@cfunc(_WORD(_WORD, _WORD), **_C)
def c_pay(f, occasion):
    return pay(numbers_at(f), occasion)
'''


def load_play(play: PlayText) -> ModuleType:
    """The compiled functions of play: c_ask(f, n), c_given(f, W), c_remember(f, event), c_pay(f, occasion)."""
    functions = re.sub(r"^def ", f"{_JIT})\ndef ", play.text, flags=re.MULTILINE)
    kernels = load_kernels().__name__
    return load_module(f"{_HEADER}from {kernels} import *\n\n\n{functions}\n\n{_ENTRIES}\n", "play")


def plain_play(play: PlayText) -> SimpleNamespace:
    """The same functions as plain Python: ask(f, n), given(f), remember(f, event), pay(f, occasion)."""
    names: dict[str, Any] = {name: value for name, value in vars(frame).items() if name.isupper()}
    names.update(ones=calls.ones, lowest=calls.lowest, count_tiles=judge.count_tiles, count_sets=judge.count_sets,
                 count_pairs=judge.count_pairs, np=SimpleNamespace(array=_numbers, int64=int))
    exec(compile(play.text, "<play>", "exec"), names)
    return SimpleNamespace(**{name: names[name] for name in ("ask", "given", "remember", "pay")})


def _numbers(values: list[int], dtype: type) -> tuple[int, ...]:
    """A constant of the generated text as plain numbers."""
    return tuple(map(dtype, values))
