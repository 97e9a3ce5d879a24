"""Calls that provoke the faults of other platforms' records."""

import json
from collections import Counter
from types import SimpleNamespace
from typing import Any
from unittest import mock

from quepu.engine.layout import codes
from quepu.errors import HandError, IllegalAction
from quepu.faults import Fault
from quepu.game import events as ev
from quepu.notation import Tile
from quepu.records import botzone, mjai, mjai_log, mjai_wall, tenhou
from quepu.records.botzone import Log, read_botzone
from quepu.records.botzone_write import Writer, write_botzone
from quepu.records.mjai_log import Kyoku, LogEvent
from quepu.records.mjai_write import MjaiWriter
from tests.faults.provoking import Table, book

_DEALT = ["W1 W1 W1 W2 W4 W5 W6 W7 W7 W8 W9 W9 W9", "B1 B2 B4 B5 B7 B8 T1 T2 T4 T5 T7 T8 F1",
          "W3 B1 B2 B4 B5 B7 B8 T1 T2 T4 T5 T7 F2", "B3 B6 B9 T3 T6 T9 F1 F2 F3 F4 J1 J2 J3"]


# -- Botzone --
def _judge(*requests: str, **display: Any) -> dict[str, Any]:
    """What the judge says: to each player, or the same to all."""
    said = requests if len(requests) == 4 else requests * 4
    return {"output": {"content": {str(player): text for player, text in enumerate(said)}, "display": display}}


def _finish(action: str, player: int = 0) -> dict[str, Any]:
    return {"output": {"command": "finish", "content": {}, "display": {"action": action, "player": player}}}


def _log(*said: Any) -> Log:
    """A log in which nobody answers."""
    return Log({"log": [entry for one in said for entry in (one, {})]}, "x")


def _played(*said: Any, draw: str = "F3") -> Any:
    """A hand whose dealer has drawn, 3m wins, and what follows."""
    deal = [_judge("0 0 1"), _judge(*(f"1 0 0 0 0 {hand}" for hand in _DEALT)),
            _judge(f"2 {draw}", *["3 0 DRAW"] * 3)]
    return read_botzone({"log": [entry for one in (*deal, *said) for entry in (one, {})]}, "x")


def _over() -> Any:
    match: Any = SimpleNamespace(hand_over=True)
    return botzone._play(match, _log(_judge("3 0 PLAY W1")))


def _writer(**values: Any) -> Writer:
    writer = object.__new__(Writer)
    for name, value in {"answers": [[]], "events": [], **values}.items():
        setattr(writer, name, value)
    return writer


def _unfinished() -> Any:
    match: Any = SimpleNamespace(steps=[], settlements=[])
    return write_botzone(match)


def _other_book() -> Any:
    match: Any = SimpleNamespace(book=SimpleNamespace(id="x"), seats=4)
    return match


def _several_won() -> Any:
    return _writer(settlement=SimpleNamespace(ended="win", wins=[1, 2]))._finish()


def _with(module: Any, name: str, value: int, call: Any) -> Any:
    """A call with another bound."""
    with mock.patch.object(module, name, value):
        return call()


_BOTZONE: Table = {
    "botzone.no_log": lambda: read_botzone({}),
    "botzone.entries": lambda: _with(botzone, "MOST_ENTRIES", 1, lambda: _log({})),
    "botzone.not_judge": lambda: _log({}),
    "botzone.not_tile": lambda: _log(_judge("3 0 PLAY F9")),
    "botzone.ended": lambda: _log(_finish("HUANG"), _finish("HUANG")),
    "botzone.no_request": lambda: _log(_judge("")),
    "botzone.round": lambda: _log(_judge("0 0 9")),
    "botzone.request": lambda: _log(_judge("1 x")),
    "botzone.no_act": lambda: _log(_judge("3 0 HOP")),
    "botzone.kong_tile": lambda: _log(_judge("2 W1", *["3 0 DRAW"] * 3), _judge("3 0 GANG")),
    "botzone.by_fault": lambda: _log(_finish("WA", 2)),
    "botzone.player": lambda: _log(_judge("3 9 PLAY W1")),
    "botzone.no_draw": lambda: read_botzone({"log": [_judge("0 0 1")]}),
    "botzone.too_many": lambda: _log(_judge("0 0 1"))._rest([0] * 5),
    "botzone.not_record": lambda: read_botzone("7"),
    "botzone.paid": lambda: _played(_finish("HU"), draw="W3"),
    "botzone.must_answer": lambda: _played(_judge("3 1 PLAY F3")),
    "botzone.must_answer_end": lambda: _played(_finish("HUANG")),
    "botzone.over": _over,
    "record.why_not": lambda: _played(_judge("3 0 PLAY T9")),
    "botzone.not_finished": _unfinished,
    "botzone.rulebook": lambda: Writer(_other_book(), [], None),                # type: ignore[arg-type]
    "botzone.kept_deal": lambda: _writer(wall=[34] * 60)._deal(),
    "botzone.kept": lambda: _writer()._event(ev.Drawn(0, "1f"), None),
    "botzone.not_chow": lambda: _writer()._event(ev.SetMade(0, "1m", "135m", 1), None),
    "botzone.no_words": lambda: _writer()._event(ev.DiceThrown((1,)), None),
    "botzone.one_winner": _several_won,
}


# -- mjai --
def _event(kind: str = "dahai", **values: Any) -> LogEvent:
    return LogEvent("x:1", {"type": kind, **values})


def _start(**values: Any) -> LogEvent:
    return _event("start_kyoku", **{"oya": 0, "tehais": [["1m"] * 13] * 4, **values})


def _player(*acts: LogEvent, last: LogEvent | None = None, **match: Any) -> Any:
    """One who plays by these events a match that answers so."""
    player: Any = object.__new__(mjai._Player)
    usual = {"hand_over": False, "over": False, "asked": [0], "player_of": lambda seat: seat,
             "legal": lambda _seat: (), "table": SimpleNamespace(stage=codes.Stage.OWN)}
    player.match, player.acts, player.place = SimpleNamespace(**{**usual, **match}), list(acts), 0
    player.start, player.last, player.strict = _start(), last, True
    return player


def _refused(error: Exception) -> Any:
    def refuse(*_given: Any) -> None:
        raise error
    return refuse


def _not_played(**match: Any) -> Any:
    act = _event(actor=0, pai="1m")
    with mock.patch.object(mjai._Player, "_begin"):
        return _player(act, **match).play(Kyoku(act))


def _reach(*more: LogEvent, **given: Any) -> Any:
    act = _event("reach", actor=0)
    return _player(act, *more, **given)._answer(0, act)


def _declared_last() -> Any:
    act = _event("reach", actor=0)
    return _player(act, last=act)._answer(0, act)


def _not_held() -> Any:
    return mjai_wall.Hands(_start()).lose(_event(actor=0), Tile(9))


def _mjai_writer() -> MjaiWriter:
    writer = object.__new__(MjaiWriter)
    writer.announced, writer.format = None, mjai.mjai_format()
    return writer


_MJAI: Table = {
    "record.of_player": lambda: _not_played(play=_refused(IllegalAction("x")), why_not=lambda *_given: "x"),
    "mjai.no_hand": lambda: mjai.match_of([], "x"),
    "mjai.hands": lambda: _with(mjai, "MOST_HANDS", 0, lambda: mjai.match_of([_start()], "x")),
    "mjai.hand_over": lambda: _not_played(hand_over=True),
    "mjai.match_over": lambda: _player(over=True)._begin(Kyoku(_start())),
    "mjai.not_finished": lambda: _player()._begin(Kyoku(_start())),
    "mjai.impossible": lambda: _player(hand_over=True, begin=_refused(HandError("x")))._begin(Kyoku(_start())),
    "mjai.differs": lambda: _player()._same({"type": "tsumo", "actor": 0, "pai": "1m"}, _event("tsumo", actor=1)),
    "mjai.no_abort": lambda: _player()._answer(0, _event("ryukyoku")),
    "mjai.must_answer": lambda: _player()._answer(0, _event(actor=1)),
    "mjai.not_declare": _declared_last,
    "mjai.no_discard": _reach,
    "mjai.not_declare_with": lambda: _reach(_event(actor=0, pai="1m")),
    "mjai.not_tile": lambda: _event(pai="9z").tile(),
    "mjai.no_tile": lambda: _event(pai="?").shown(),
    "mjai.no_tiles": lambda: _event().tiles("consumed"),
    "mjai.kong_empty": lambda: _event("ankan", consumed=[]).action(),
    "mjai.too_many": lambda: _with(mjai_log, "MOST_LINES", 0, lambda: mjai_log.parse('{"type": "none"}')),
    "mjai.not_event": lambda: mjai_log.checked(_event("dance")),
    "mjai.no_player": lambda: mjai_log.checked(_event(actor=9)),
    "mjai.tehais": lambda: mjai_log.checked(_start(tehais=[])),
    "mjai.number": lambda: mjai_log.checked(_start(honba=-1)),
    "mjai.scores": lambda: mjai_log.checked(_start(scores=[1])),
    "mjai.not_begun": lambda: mjai_log.kyokus([_event()]),
    "mjai.thirteen": lambda: mjai_wall.Hands(_start(tehais=[[]])),
    "mjai.not_held": _not_held,
    "mjai.indicators": lambda: mjai_wall._turned(_start(), book(), 0, [Tile(0)] * 9, []),
    "mjai.copies": lambda: mjai_wall._laid(_start(), mjai_wall.Hands(_start()), [], Counter()),
    "mjai.wall": lambda: mjai_wall._laid(_start(), mjai_wall.Hands(_start()), [], Counter()),
    "mjai.rulebook": lambda: MjaiWriter(_other_book()),
    "mjai.no_words": lambda: _mjai_writer()._event(ev.Chosen(0, 1)),
    "mjai.no_kong": lambda: _mjai_writer()._kong(ev.KongMade(0, "dance", "melded", "1m")),
}


# -- tenhou.net/6 --
def _hand(**values: Any) -> Any:
    hand = object.__new__(tenhou._Hand)
    for name, value in {"where": "x", "found": [], **values}.items():
        setattr(hand, name, value)
    return hand


def _array(first: Any = (0, 0, 0), draws: Any = ()) -> list[Any]:
    """A hand of the viewer."""
    return [list(first), [0] * 4, [], [], *([], list(draws), []) * 4, ["x"]]


def _told(**more: Any) -> Fault:
    hand = _hand()
    hand.tell("tsumo", **more)
    where: Fault = hand.found[0].where
    return where


_TENHOU: Table = {
    "tenhou.where": lambda: tenhou.tenhou_events({"log": [[1]]}),
    "tenhou.event": _told,
    "tenhou.player_event": lambda: _told(actor=1),
    "tenhou.no_log": lambda: tenhou.read_tenhou("{}"),
    "tenhou.hands": lambda: _with(tenhou, "MOST_HANDS", 1, lambda: tenhou._log({"log": [1, 2]}, "x")),
    "tenhou.lines": lambda: _with(tenhou, "MOST_HANDS", 1, lambda: tenhou._joined("[[]]\n[[]]\n", "x")),
    "tenhou.differs": lambda: tenhou._joined("\n".join(
        json.dumps({"log": [[1]], "name": [name]}) for name in "ab"), "x"),
    "tenhou.not_read": lambda: tenhou.tenhou_events({"log": [_array(first=(0, 0, -1))]}),
    "tenhou.four": lambda: tenhou.log_book({"rule": {"disp": "三般南"}}, []),
    "tenhou.not_tile": lambda: tenhou.tile_name(60),
    "tenhou.turns": lambda: tenhou._Hand(_array(draws=[11] * 101), "x"),
    "tenhou.small": lambda: tenhou._Hand(_array(first=(0, 0, -1)), "x"),
    "tenhou.claims": lambda: _hand(draws=[["c111213"]])._draw(0),
    "tenhou.result": lambda: _hand(result=["猫"]).ended(),
}

PROVOKED: Table = {**_BOTZONE, **_MJAI, **_TENHOU}
