"""A rulebook's functions of play, compiled or run as plain Python."""

from types import SimpleNamespace
from typing import Any

from quepu.core import calls, frame, judge
from quepu.core import procedure as p
from quepu.scoring.machine_store import Machine, load_machine
from quepu.scoring.play_text import PlayText

#: what the engine calls -> the FN_... place of its address in P
PLAY_ENTRIES = {"ask": p.FN_ASK, "given": p.FN_GIVEN, "remember": p.FN_REMEMBER, "pay": p.FN_PAY}


def load_play(play: PlayText) -> Machine:
    """The compiled functions of play: ask(f, n), given(f), remember(f, event), pay(f, occasion)."""
    return load_machine(play.text, tuple(PLAY_ENTRIES), "play")


def plain_play(play: PlayText) -> SimpleNamespace:
    """The same functions as plain Python: ask(f, n), given(f), remember(f, event), pay(f, occasion)."""
    names: dict[str, Any] = {name: value for name, value in vars(frame).items() if name.isupper()}
    names.update(ones=calls.ones, lowest=calls.lowest, count_tiles=judge.count_tiles, count_sets=judge.count_sets,
                 count_pairs=judge.count_pairs, times_of=judge.times_of,
                 np=SimpleNamespace(array=_numbers, int64=int))
    exec(compile(play.text, "<play>", "exec"), names)
    return SimpleNamespace(**{name: names[name] for name in PLAY_ENTRIES})


def _numbers(values: list[int], dtype: type) -> tuple[int, ...]:
    """A constant of the generated text as plain numbers."""
    return tuple(map(dtype, values))
