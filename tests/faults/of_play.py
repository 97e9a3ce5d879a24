"""Calls that provoke the faults of actions, matches and score pads."""

import functools
from collections.abc import Sequence
from typing import Any

import quepu
from quepu.advice.coach.language import read_expression
from quepu.advice.coach.sayings import read_book
from quepu.advice.coach.words import SOURCES, WORDS
from quepu.advice.of_record import asked_at
from quepu.dialects import Tile
from quepu.engine.layout import codes
from quepu.game.actions import Chow, Discard, Kong, Pass, read_action
from quepu.game.concealment import is_asking_secret
from quepu.game.match import Match
from quepu.game.pad.mending import mended
from quepu.game.pad.money import stake_of
from quepu.game.pad.score_pad import Pad
from quepu.game.plain_engine import PlainEngine
from quepu.game.start import Start
from tests.faults.provoking import Table, book

_HAND = "123m23455p345s77z 5p"
_WIN = {"seat": "Ann", "from": "Bo", "hand": _HAND}


@functools.cache
def _engine() -> PlainEngine:
    return PlainEngine(book())


def _match(**given: Any) -> Match:
    return Match(book(), **{"seed": 1, "engine": _engine(), **given})


@functools.cache
def _begun() -> Match:
    match = _match()
    match.begin()
    return match


def _ended(whole: bool) -> Match:
    match = _match()
    match.begin()
    match.table.stage, match.table.match_over = codes.Stage.OVER, int(whole)
    return match


def _claims() -> Any:
    """A seat answers a second time, while others are asked for their claims."""
    match = _match()
    match.begin()
    match.table.stage, match.table.pending[_other()] = codes.Stage.CLAIMS, 0
    return match.play(_other(), "pass")


def _other() -> int:
    """A seat that is not asked."""
    return next(seat for seat in range(4) if seat not in _begun().asked)


def _one_asked() -> Any:
    match = _match()
    match.begin()
    while len(match.asked) != 1 or is_asking_secret(match.table, book().model):
        match.play(match.asked[0], match.legal(match.asked[0])[0])
    return match.play(next(seat for seat in range(4) if seat not in match.asked), "pass")


def _wall(tiles: str) -> Any:
    return _match(walls=[tiles]).begin()


def _pad(*entries: Any, names: Sequence[Any] = ("Ann", "Bo", "Cai", "Dee"), rule: str = "") -> Pad:
    return Pad(quepu.rulebook(rule) if rule else book(), names, entries)


def _left_pad() -> Pad:
    """A pad at which everybody has left the hand."""
    pad = _pad()
    pad._table.t.out = 15
    return pad


def _broken_pad() -> Pad:
    pad = _pad()
    pad._table.win = lambda *_given: 1 // 0        # type: ignore[method-assign]
    return pad


def _win(**given: Any) -> dict[str, Any]:
    return {"steps": [{"win": {**_WIN, **given}}]}


def _empty() -> Any:
    """A match in which nobody has ever had to answer."""
    return asked_at(_match(), 0)


PROVOKED: Table = {
    "review.no_player": lambda: _begun().review(4),
    "review.no_hand": lambda: _begun().review(0, hand=2),
    "review.empty": lambda: _match().review(0),
    "review.level": lambda: _begun().review(0, level="high"),
    "review.samples": lambda: _begun().review(0, samples=1),
    "advise.not_asked": lambda: _begun().advise(_other()),
    "advise.samples": lambda: _begun().advise(_begun().asked[0], samples=1),
    "advise.not_among": lambda: _begun().advise(_begun().asked[0], samples=2).of("dance"),
    "coach.syntax": lambda: read_expression("1 // 0", WORDS, SOURCES, {}),
    "coach.word": lambda: read_expression("is_ready(next)", WORDS, SOURCES, {}),
    "coach.kind": lambda: read_expression("turn", WORDS, SOURCES, {}),
    "coach.key": lambda: read_book([{"saying": {"H00": {"when": "early"}}}]),
    "advise.nobody": _empty,
    "advise.nowhere": _empty,
    "advise.nearest": lambda: asked_at(_begun(), 0),
    "advise.other_seat": lambda: asked_at(_begun(), len(_begun().steps), _other()),
    "action.unknown": lambda: read_action("dance", [Pass()]),
    "action.missing": lambda: read_action(" ", [Pass()]),
    "action.words": lambda: read_action("dance", [Pass()]),
    "action.ambiguous": lambda: read_action("chow", [Chow((0, 1, 2)), Chow((1, 2, 3))]),
    "action.not_now": lambda: read_action("pung", [Pass()]),
    "action.unreadable": lambda: read_action("discard 8z", [Discard(Tile(2))]),
    "action.legal": lambda: read_action("pung", [Pass()]),
    "action.nothing": lambda: read_action("pung", []),
    "match.seed": lambda: _match(seed=-1),
    "match.players": lambda: _match(players=("A",)),
    "match.in_play": lambda: _begun().begin(),
    "match.no_step": lambda: _begun().at(999),
    "match.no_seat": lambda: _begun().legal(9),
    "match.not_begun": lambda: _match().play("E", "pass"),
    "match.of_seat": lambda: _begun().play(_begun().asked[0], "dance"),
    "match.seat_not_now": lambda: _begun().play(_begun().asked[0], Kong("added", Tile(0))),
    "match.seat_waits": lambda: _begun().play(_other(), "pass"),
    "match.not_asked": lambda: _begun().play(_other(), "pass"),
    "match.one_first": _one_asked,
    "match.answered": _claims,
    "match.others_first": _claims,
    "match.over": lambda: _ended(True).begin(),
    "match.seat_match_over": lambda: _ended(True).play(0, "pass"),
    "match.seat_hand_over": lambda: _ended(False).play(0, "pass"),
    "match.wall_size": lambda: _wall("1m"),
    "match.wall_copies": lambda: _wall("1" * 60 + "m"),
    **{f"word.seat.{seat}": lambda seat=seat: _match().play(seat, "pass") for seat in "ESWN"},
    "start.field": lambda: Start.of({"wind": 1}),
    "start.not_number": lambda: _match(start=Start(dealer="x")),        # type: ignore[arg-type]
    "word.dealer": lambda: _match(start=Start(dealer="x")),             # type: ignore[arg-type]
    "word.pot": lambda: _match(start=Start(pot=True)),
    "word.score": lambda: _match(start=Start(scores=(1, 2, 3, "x"))),   # type: ignore[arg-type]
    "start.memory": lambda: _match(start=Start(memory={"x": 1})),
    "start.dealer": lambda: _match(start=Start(dealer=7)),
    "start.scores": lambda: _match(start=Start(scores=(1,))),
    "start.too_large": lambda: _match(start=Start(pot=1 << 40)),
    # -- pads --
    "pad.an_entry": lambda: _pad({"dance": 1}),
    "pad.a_win": lambda: _pad(_win(flags=["dance"])),
    "pad.entry": lambda: _pad(7),
    "pad.step": lambda: _pad({"steps": [7]}),
    "pad.nothing": lambda: _pad({}),
    "pad.seats_alone": lambda: _pad({"steps": [{"seats": ["Ann", "Bo", "Cai", "Dee"]}, {"draw": True}]}),
    "pad.rests": lambda: _pad({"rests": "Ann"}),
    "pad.rest_when": lambda: Pad("guobiao", ("Ann", "Bo", "Cai", "Dee"), rests="never"),
    "pad.settled": lambda: Pad("guobiao", ("Ann", "Bo", "Cai", "Dee"), [{"draw": True}], settled=[[1]]),
    "pad.mend": lambda: mended(_pad({"draw": True}), "alter", 1),
    "pad.no_number": lambda: mended(_pad({"draw": True}), "remove", 2),
    "pad.mend_entry": lambda: mended(_pad({"draw": True}), "change", 1),
    "pad.stake": lambda: stake_of("x", 1),
    "pad.stake_points": lambda: stake_of("1", 0),
    "pad.too_many_steps": lambda: _pad({"steps": [{"draw": True}] * 2000}),
    "pad.several": lambda: _pad({"steps": [{"wins": [_WIN, {**_WIN, "seat": "Cai", "from": "Dee"}]}]}),
    "pad.twice": lambda: _pad({"steps": [{"wins": [_WIN, _WIN]}]}),
    "pad.no_kind": lambda: _pad({"steps": [{"dance": 1}]}),
    "pad.seats": lambda: _pad({"seats": ["Ann", "Ann", "Cai", "Dee"]}),
    "pad.table_with": lambda: _pad({"steps": [{"win": 7}]}),
    "pad.not_told": lambda: _pad({"steps": [{"win": {"hand": _HAND}}]}),
    "pad.own_discard": lambda: _pad(_win(**{"from": "Ann"})),
    "pad.no_key": lambda: _pad({"dance": 1}),
    "pad.list": lambda: _pad({"steps": 7}),
    "pad.player": lambda: _pad(_win(seat="Eve")),
    "pad.number": lambda: _pad(_win(total="x")),
    "pad.at": lambda: _pad({"steps": [{"memory": {"qqqq": 1}}]}),
    "pad.tile": lambda: _pad({"steps": [{"flower": {"seat": "Ann", "tile": "12f"}}]}),
    "pad.text": lambda: _pad(_win(hand=7)),
    "pad.bool": lambda: _pad(_win(self_draw="x")),
    "pad.table": lambda: _pad(_win(tallies=7)),
    "pad.fan_count": lambda: _pad({"steps": [{"win": {"seat": "Ann", "fans": [7]}}]}),
    "pad.times": lambda: _pad({"steps": [{"win": {"seat": "Ann", "fans": [{"id": "all_pungs", "count": 999}]}}]}),
    "pad.no_fan": lambda: _pad({"steps": [{"win": {"seat": "Ann", "fans": ["all_pung"]}}]}),
    "pad.no_entry": lambda: _pad({"steps": [{"kong": {"seat": "Ann", "kong": "x"}}]}),
    "pad.ended": lambda: _pad({"draw": {"ended": "x"}}),
    "pad.payments": lambda: _pad({"manual": [{"payments": 7}]}),
    "pad.sum": lambda: _pad({"manual": [{"payments": {"Ann": 1}}]}),
    "pad.memory": lambda: _pad({"steps": [{"memory": 7}]}),
    "pad.declaring": lambda: _pad({"steps": [{"memory": {"declaring": "E"}}]}, rule="riichi"),
    "pad.purse": lambda: _pad({"steps": [{"memory": {"purse": {"E": 1}}}]}),
    "pad.of_entry": lambda: _pad({}),
    "pad.format": lambda: Pad.from_json({"pad": 99}),
    "pad.over": lambda: _pad({"steps": [{"draw": True}, {"draw": True}]}),
    "pad.no_end": lambda: _pad({"steps": [{"false_win": {"seat": "Ann"}}]}),
    "pad.late_opening": lambda: _pad({"steps": [{"opening": {"seat": "Ann", "fan": "all_pungs"}}]}),
    "pad.self_or_from": lambda: _pad(_win(self_draw=True)),
    "pad.not_win": lambda: _pad(_win(hand="159m23455p345s77z 5p")),
    "pad.one_way": lambda: _pad(_win(total=8)),
    "pad.impossible": lambda: _broken_pad().enter(_win()),
    "pad.kong_count": lambda: _pad({"steps": [{"kong": {"seat": "Ann", "kong": "concealed", "count": 3}}]}),
    "pad.kong_from": lambda: _pad({"steps": [{"kong": {"seat": "Ann", "kong": "melded"}}]}),
    "pad.left": lambda: _left_pad().enter(_win()),
    "pad.by_total": lambda: _pad({"steps": [{"win": {"seat": "Ann", "total": 8}}]}, rule="riichi"),
    "pad.name": lambda: _pad(names=("", "B", "C", "D")),
    "pad.seat_name": lambda: _pad(names=("E", "B", "C", "D")),
    "pad.same_name": lambda: _pad(names=("B", "B", "C", "D")),
}
