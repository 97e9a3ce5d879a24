"""riichienv as a second judge of 日本麻将: a win in its terms, and its answer."""

from typing import Any

import riichienv
from riichienv import Conditions, HandEvaluator, MeldType

from quepu.hand import Meld, Win
from tests.oracle.riichi import _Ids

_KONGS = {"open": MeldType.Daiminkan, "added": MeldType.Kakan, "concealed": MeldType.Ankan}


def call(win: Win) -> tuple[Any, ...]:
    """Tiles, melds, the winning tile, dora indicators, situation and ura indicators of a win."""
    assert win.tile is not None
    ids = _Ids()
    last = ids.take((win.tile,), (win.tile,) if win.tile_mark else ())
    tiles = last + ids.take(win.hand.concealed, win.hand.marks)
    melds = [riichienv.Meld(_type(meld), ids.take(meld.tiles, meld.marks), not meld.is_concealed)
             for meld in win.hand.melds]
    flags = win.flags
    situation = Conditions(
        tsumo=win.self_draw, riichi="riichi" in flags, double_riichi="double_riichi" in flags,
        ippatsu="ippatsu" in flags, rinshan="kong_draw" in flags, chankan="robbing" in flags,
        haitei="last_tile" in flags and win.self_draw, houtei="last_tile" in flags and not win.self_draw,
        tsumo_first_turn=bool(flags & {"heaven", "earth"}), player_wind=win.seat, round_wind=win.round,
        honba=win.state.get("honba", 0))
    dora, ura = ([4 * kind for kind in win.state.get(f"turned.{lot}", ())] for lot in ("dora", "ura"))
    if not flags & {"riichi", "double_riichi"}:
        ura = []                        # it counts them for everybody
    return sorted(tiles), melds, last[0], dora, situation, ura


def _type(meld: Meld) -> Any:
    return _KONGS[meld.form] if meld.is_kong else MeldType.Pon if meld.is_pung else MeldType.Chi


def judged(arguments: tuple[Any, ...]) -> Any:
    """Its answer."""
    tiles, melds, last, dora, situation, ura = arguments
    return HandEvaluator(tiles, melds).calc(last, dora, situation, ura)
