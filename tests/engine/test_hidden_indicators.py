"""Indicators that lie face down 里宝牌: a winner in riichi counts them, and nobody knows them before."""

import pytest

import quepu
from quepu.engine.layout.table_facts import Need
from quepu.game.events import LookedAt, event_of
from quepu.game.match import Match
from quepu.game.plain_engine import PlainEngine
from quepu.tiles import mask
from tests.laid import dead_wall, dealt, discard, pass_all, plain_engine

WEST = 29
#: shown 3z, so North is dora; hidden 1p, so 2p is
TAIL = dead_wall("9m9p9s1z", "3z1p6z6z7z7z1z1z")
SOUTH = "234m567m345p22p67s"


@pytest.fixture(scope="module")
def engine() -> PlainEngine:
    return plain_engine("riichi")


def began(engine: PlainEngine, west: str = "") -> Match:
    return dealt(engine.book, ("", SOUTH, west, ""), "9s9p", TAIL, None, engine=engine)


def test_bots_do_not_count_them(engine) -> None:
    match = began(engine)
    assert [int(match.table.turned[place]) for place in range(2)] == [WEST, 9]
    engine.kernels.count_left(match.table, engine.session, 1)
    left = engine.desk.bot_room.left
    assert left[WEST] == 3
    assert left[9] == 4


def test_rules_do_not_call_them_visible(engine) -> None:
    match = began(engine)
    engine.kernels.load_table(match.table, engine.session, 1, -1, -1, Need.SEATS)
    frame = engine.desk.frame
    assert frame.visible[WEST] == 1
    assert frame.visible[9] == 0


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
        assert engine.kernels.score_hand(match.table, engine.session, 1, mask("8s").bit_length() - 1, 0, 2, told) == 1
        totals.append(engine.desk.bench.best_total)
    assert totals[0] < totals[1]

# -- tiles that only ready players may look at --
READY_ONLY = '''
extends = "riichi"
turned.ura.seen = "ready"
'''


@pytest.fixture(scope="module")
def ready_engine(tmp_path_factory) -> PlainEngine:
    path = tmp_path_factory.mktemp("books") / "ready_only.toml"
    path.write_text(READY_ONLY, encoding="utf-8")
    return PlainEngine(quepu.rulebook(str(path)))


@pytest.mark.parametrize("declares", [True, False])
def test_a_ready_player_counts_what_ready_players_see(ready_engine, declares) -> None:
    """Thought of or declared, his own win is the same; to others and before, the tile is not there."""
    match = began(ready_engine, west="8s")
    discard(match, "E 4z")
    assert match.view(1).turned == ("dora 3z",)
    match.play("S", "declare double_riichi 9s" if declares else "discard 9s")
    pass_all(match)
    match.play("W", "discard 8s")
    totals = []
    for told in (1, 2):
        ready_engine.kernels.score_hand(match.table, ready_engine.session, 1, mask("8s").bit_length() - 1, 0, 2, told)
        totals.append(ready_engine.desk.bench.best_total)
    assert totals[0] == totals[1]
    assert match.view(1).turned == (("dora 3z", "ura 1p") if declares else ("dora 3z",))
    assert all(match.view(seat).turned == ("dora 3z",) for seat in (0, 2, 3, None))


def test_a_ready_player_is_told_what_ready_players_see(ready_engine) -> None:
    """His events say what his view and his win have; those of the others say no more than before."""
    match = began(ready_engine, west="8s")
    discard(match, "E 4z")
    told = [event for event in match.seen_by(1) if event.type in ("turned", "looked")]
    assert [(event.lot, event.tile) for event in told] == [("dora", "3z"), ("ura", None)]
    match.play("S", "declare double_riichi 9s")
    looked = [[event for event in match.seen_by(seat) if event.type == "looked"] for seat in range(4)]
    assert looked == [[], [LookedAt(1, "ura", "1p")], [], []]
    assert event_of(looked[1][0].as_json()) == looked[1][0]
    for lang, line in (("en", "South looks at (ura dora indicator): 1p"), ("zh", "南看到（里宝牌指示牌）：1p")):
        assert looked[1][0].line(lang, match.book.model) == line
