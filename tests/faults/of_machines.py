"""Calls that provoke the faults of the engine, of programs that play, of simulations and of events read back."""

import ctypes
import queue
import sys
from types import SimpleNamespace
from typing import Any
from unittest import mock

from quepu.bots.process import ProcessBot
from quepu.bots.remote import RemoteBot
from quepu.bots.seat import BotLost, CoreBot, read_bots
from quepu.compiler.breach import BREACH_BITS, Breach, FaultWords
from quepu.engine.machine import LEDGER_IS_FULL, stop
from quepu.game.events import event_of
from quepu.lab.duel import duel
from quepu.lab.pieces import MOST_WORKERS
from quepu.lab.simulate import policies_of, simulate
from quepu.lab.train import train
from quepu.packing import play_rules
from quepu.scoring import compiled, payment
from quepu.scoring.table_state import kinds_of
from tests.faults.provoking import Provoke, Table, book


# -- compiled code --
def _breach(reason: Breach) -> Provoke:
    """What is heard of a breach in line 7 of a kernel."""
    def told() -> Any:
        name = ctypes.create_string_buffer(b"play advance.py")
        words = (ctypes.c_int64 * 2)(ctypes.addressof(name), 7 << BREACH_BITS | reason)
        fault = FaultWords(ctypes.addressof(words)).taken("x")
        assert fault is not None
        return fault.faults
    return told


def _pairs() -> Any:
    made: Any = SimpleNamespace(engine=SimpleNamespace(build_forest=lambda *_given: compiled.MOST_PAIRS), bench=None)
    return compiled.Compiled._selections(made, None, None, 1, 1)          # type: ignore[arg-type]


def _ledger() -> Any:
    made: Any = SimpleNamespace(model=book().model)
    env: Any = SimpleNamespace(earlier=[], rows=[])
    return payment.Ledger._add(made, env, [None] * 999)                         # type: ignore[list-item]


def _capacity(payments: int = 0, **fields: int) -> Provoke:
    """A packed rulebook with one number that the table has no room for."""
    usual = {name: low for name, (low, _high) in play_rules._CAPACITY.items()}
    model = SimpleNamespace(id="x", payments=[None] * payments)
    row: Any = SimpleNamespace(fields={**usual, "wall_size": 99, **fields}, model=model)
    return lambda: play_rules._check_capacity(row)


# -- bots --
class _Silent(ProcessBot):
    """A program that is never started and has said this."""

    def __init__(self, *lines: bytes | None) -> None:
        self.name, self.timeout, self.lang = "x", 0.0, "en"
        self._in: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        for line in lines:
            self._in.put(line)
        self._process: Any = SimpleNamespace(wait=lambda _seconds: None, returncode=1)

    def decide(self, match: Any, seat: int) -> Any:
        """It never does."""
        raise NotImplementedError


def _illegal() -> Any:
    bot = object.__new__(RemoteBot)
    bot.name, bot.timeout, bot.lang, bot._asked = "x", 0.0, "en", 0
    match: Any = SimpleNamespace(player_of=lambda seat: seat, legal=lambda _seat: (),
                                 view=lambda _seat: SimpleNamespace(as_json=dict))
    with mock.patch.multiple(RemoteBot, tell=mock.DEFAULT, forget=mock.DEFAULT, send=mock.DEFAULT,
                             _answer=mock.Mock(return_value="dance")):
        return bot.decide(match, 0)


def _lost(*lines: bytes | None) -> Provoke:
    def hear() -> Any:
        try:
            return _Silent(*lines).receive(0.0)
        except BotLost as lost:
            return lost.faults
    return hear


PROVOKED: Table = {
    "engine.stopped": lambda: stop(LEDGER_IS_FULL),
    "engine.line": _breach(Breach.INDEX),
    "engine.rules": _breach(Breach.INDEX),
    "breach.index": _breach(Breach.INDEX),
    "breach.shift": _breach(Breach.SHIFT),
    "breach.division": _breach(Breach.DIVISION),
    "breach.store": _breach(Breach.STORE),
    "breach.steps": _breach(Breach.STEPS),
    "breach.address": _breach(Breach.ADDRESS),
    "breach.ledger": _breach(Breach.LEDGER),
    "score.pairs": _pairs,
    "score.ledger": _ledger,
    "state.copies": lambda: kinds_of({"1m": 9}),
    "room.field": _capacity(dice_count=9),
    "room.deal": _capacity(wall_size=1),
    "room.payments": _capacity(play_rules.limits.MOST_PAYMENTS + 1),
    "bots.none": lambda: CoreBot("clever"),
    "bots.count": lambda: read_bots("aware,greedy", 3),
    "bots.not_started": lambda: ProcessBot.__init__(_Silent(), "x", "./no-such-program-here"),
    "bots.slow": _lost(),
    "bots.ended": _lost(None),
    "bots.nonsense": _lost(b"dance\n"),
    "bots.illegal": _illegal,
    "train.minutes": lambda: train("guobiao", minutes=0),
    "sim.policy": lambda: policies_of("gready", 4),
    "sim.policies": lambda: policies_of("aware,greedy", 4),
    "sim.hands": lambda: simulate(book(), 0),
    "sim.workers": lambda: simulate(book(), 1, workers=MOST_WORKERS + 1),
    "duel.lost": lambda: duel(book(), f"remote:'{sys.executable}' -S -E -c 1", "random", hands=1),
    "event.unknown": lambda: event_of({"type": "dance"}),
    "event.no_field": lambda: event_of({"type": "dice", "mood": 1}),
    "event.not_seat": lambda: event_of({"type": "drawn", "seat": "Q"}),
    "event.needs": lambda: event_of({"type": "dice"}),
}
