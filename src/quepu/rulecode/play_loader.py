"""A rulebook's functions of play, compiled or run as plain Python."""

from types import SimpleNamespace

from quepu.rulecode.machine_store import Machine, load_machine, plain_machine
from quepu.rulecode.play_functions import PlayTrees

#: what the engine calls: fields of `engine.layout.session.Links`
PLAY_ENTRIES = ("ask", "given", "remember", "pay")


def load_play(play: PlayTrees) -> Machine:
    """The compiled functions of play: ask(f, n), given(f), remember(f, event), pay(f, occasion)."""
    return load_machine(play.trees, PLAY_ENTRIES, "play")


def plain_play(play: PlayTrees) -> SimpleNamespace:
    """The same functions as plain Python: ask(f, n), given(f), remember(f, event), pay(f, occasion)."""
    return SimpleNamespace(**plain_machine(play.trees, PLAY_ENTRIES))
