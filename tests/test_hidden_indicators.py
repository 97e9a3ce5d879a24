"""Indicators that lie face down 里宝牌: a winner in riichi counts them, and nobody knows them before."""

import pytest
from tests.laid import dead_wall, dealt, discard, pass_all

import quepu
from quepu.core import procedure as p
from quepu.core.greedy import BOT_LEFT
from quepu.core.rules import BEST_TOTAL
from quepu.core.situation import NEED_SEATS, VISIBLE
from quepu.game.match import Match
from quepu.game.plain import PlainEngine
from quepu.tiles import mask

WEST = 29
#: shown 3z, so North is dora; hidden 1p, so 2p is
TAIL = dead_wall("9m9p9s1z", "3z1p6z6z7z7z1z1z")
SOUTH = "234m567m345p22p67s"


@pytest.fixture(scope="module")
def engine() -> PlainEngine:
    return PlainEngine(quepu.rulebook("riichi"))


def began(engine: PlainEngine, west: str = "") -> Match:
    return dealt(engine.book, ("", SOUTH, west, ""), "9s9p", TAIL, None, engine=engine)


def test_bots_do_not_count_them(engine) -> None:
    match = began(engine)
    assert [int(match.table.turned[place]) for place in range(2)] == [WEST, 9]
    engine.kernels.count_left(match.table, engine.rules, 1)
    room = engine.rules[p.BOT_ROOM]
    assert room[BOT_LEFT + WEST] == 3
    assert room[BOT_LEFT + 9] == 4


def test_rules_do_not_call_them_visible(engine) -> None:
    match = began(engine)
    engine.kernels.load_table(match.table, engine.rules, 1, -1, -1, NEED_SEATS)
    frame = engine.rules[p.P_FRAME]
    assert frame[VISIBLE + WEST] == 1
    assert frame[VISIBLE + 9] == 0


def test_players_do_not_see_them_before_the_end(engine) -> None:
    match = began(engine)
    assert match.view(1).turned == ("dora 3z",)
    told = [event for event in match.seen_by(1) if event.type == "turned"]
    assert [event.tile for event in told] == ["3z", None]


@pytest.mark.parametrize(("declares", "count"), [(True, 2), (False, 0)])
def test_a_winner_in_riichi_counts_them(engine, declares, count) -> None:
    match = began(engine, west="8s")
    discard(match, "E 4z")
    match.play("S", "declare double_riichi 9s" if declares else "discard 9s")
    pass_all(match)
    match.play("W", "discard 8s")
    match.play("S", "win")
    (win,) = match.settlements[-1].wins
    found = {fan.id: fan.count for fan in win.score.fans}
    assert found.get("ura_dora", 0) == count
    assert win.score.total == win.total


def test_what_a_hand_would_be_worth_does_not_tell_them(engine) -> None:
    """The total of a win that is only thought of leaves them out; the win itself counts them."""
    match = began(engine, west="8s")
    discard(match, "E 4z")
    match.play("S", "declare double_riichi 9s")
    pass_all(match)
    match.play("W", "discard 8s")
    totals = []
    for told in (1, 2):
        assert engine.kernels.score_hand(match.table, engine.rules, 1, mask("8s").bit_length() - 1, 0, 2, told) == 1
        totals.append(engine.rules[p.P_ROOM][BEST_TOTAL])
    assert totals[0] < totals[1]
