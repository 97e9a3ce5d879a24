"""日本麻将 from hand to hand: how long a match is, 西入, 和了止, 击飞, uma and oka, what platforms preset."""

from decimal import Decimal
from functools import cache

import numpy as np
import pytest

import quepu
from quepu.engine.layout.bot_room import Policy
from quepu.engine.layout.record import fill
from quepu.game.engine import Engine
from quepu.game.goals import give_aims
from quepu.game.match import Match
from quepu.game.standing import standings
from quepu.notation import read_tiles
from tests.laid import begun, drift, laid_wall, memory, plain_engine, remember, run

READY = "234567m345p2267s"             # 断幺平和, waits for 5s and 8s
DEAD = "2p8p8p8p" "7z7z"
PASSES_ON = laid_wall(("8s", READY), replacements=DEAD)                 # the dealer feeds the next seat 2000 points
STAYS = laid_wall((READY + "7z",), "9m9p8s", replacements=DEAD)         # North feeds the dealer 2900 points
NOTEN = laid_wall(("7z",), replacements=DEAD)                           # nobody is ready at the end


def played(option="", walls=(), scores=None):
    """A match with these walls, and the deal passed on in all further hands; how many hands it had."""
    engine = plain_engine("riichi" + option)
    match = Match(engine.book, seed=1, walls=[*walls, *[PASSES_ON] * 20], engine=engine)
    while not match.over:
        match.begin()
        wall = match.walls[int(match.table.hand_number) - 1]
        if wall == PASSES_ON:
            run(match, "E 8s", "S win")
        elif wall == STAYS:
            run(match, "E 7z", "S 9m", "W 9p", "N 8s", "E win")
        else:
            drift(run(match, "E 7z"))
        if scores and len(match.settlements) in scores:
            fill(match.table.score, scores[len(match.settlements)])
    return match


# -- 东风, 半庄, 全庄 and 西入 --
@pytest.mark.parametrize(("option", "hands"), [
    ("?length=east&west_entry=false", 4), ("?west_entry=false", 8), ("?length=full&west_entry=false", 16),
    ("?length=east", 8), ("", 12), ("?length=full", 20)])
def test_the_length_of_a_match_and_one_more_wind_if_nobody_has_thirty_thousand(option, hands):
    match = played(option)
    assert len(match.settlements) == hands
    assert match.scores == (25000,) * 4


def test_without_west_entry_somebody_with_thirty_thousand_ends_it_on_time():
    assert len(played("?length=east", scores={3: (32000, 22000, 23000, 23000)}).settlements) == 4


def test_west_entry_ends_once_somebody_has_thirty_thousand_after_a_hand():
    assert len(played("?length=east", scores={4: (25000, 28000, 26000, 21000)}).settlements) == 5
    assert len(played("?length=east", scores={4: (25000, 27000, 27000, 21000)}).settlements) == 8


# -- 和了止, 听牌止, 击飞 --
@pytest.mark.parametrize(("scores", "option", "hands"), [
    ((24000, 24000, 20000, 32000), "", 4), ((24000, 24000, 20000, 32000), "&agari_yame=false", 5),
    ((32000, 21000, 20000, 27000), "", 5), ((26000, 25000, 24000, 25000), "", 9),
    ((24000, 24000, 24900, 27100), "", 4), ((33000, 15000, 21900, 30100), "", 5)])     # just enough; not first alone
def test_the_last_dealer_ends_the_match_if_he_is_first_with_thirty_thousand(scores, option, hands):
    match = played("?length=east" + option, walls=[PASSES_ON] * 3 + [STAYS], scores={3: scores})
    assert len(match.settlements) == hands


def test_so_does_being_ready_at_the_end_of_the_wall():
    tenpai = laid_wall((READY + "7z",), replacements=DEAD)
    match = played("?length=east", walls=[PASSES_ON] * 3 + [tenpai], scores={3: (24000, 24000, 24000, 28000)})
    assert match.settlements[-1].ended == "draw"
    assert len(match.settlements) == 4


@pytest.mark.parametrize(("option", "points", "hands"), [("", 1900, 1), ("", 2000, 12), ("?tobi=false", 1900, 12)])
def test_a_player_below_zero_ends_the_match(option, points, hands):
    engine = plain_engine("riichi" + option)
    match = Match(engine.book, seed=1, walls=[PASSES_ON] * 20, engine=engine)
    fill(match.table.score, (points, 25000, 25000, 50000 - points))
    match.table.score[3] = 25000
    while not match.over:
        match.begin()
        run(match, "E 8s", "S win")
    assert len(match.settlements) == hands


# -- honba and the deal --
def test_honba_grows_while_the_dealer_stays_and_is_gone_when_another_wins():
    match = begun("riichi", READY + "7z", draws="9m9p8s", replacements=DEAD, walls=[STAYS, NOTEN, PASSES_ON])
    run(match, "E 7z", "S 9m", "W 9p", "N 8s", "E win")
    assert (memory(match, "honba"), match.begin() and match.player_of(0)) == ([1], 0)
    run(match, "E 7z", "S 9m", "W 9p", "N 8s", "E win")
    assert match.scores == (25000 + 2900 + 2900 + 300, 25000, 25000, 25000 - 6100)
    assert (memory(match, "honba"), match.begin() and match.player_of(0)) == ([2], 0)
    drift(run(match, "E 7z"))           # nobody is ready: the deal passes on and honba grows
    assert (memory(match, "honba"), match.begin() and match.player_of(0)) == ([3], 1)
    run(match, "E 8s", "S win")
    assert match.scores[1] == 25000 - 2000 - 900
    assert memory(match, "honba") == [0]


def test_the_eighth_win_running_is_a_yakuman_by_option():
    match = begun("riichi?koyaku=eight_deals", READY + "7z", draws="9m9p8s", replacements=DEAD, walls=[STAYS])
    remember(match, "streak", 6)
    run(match, "E 7z", "S 9m", "W 9p", "N 8s", "E win")
    assert match.settlements[0].wins[0].total == 2900
    assert memory(match, "streak") == [7]
    match.begin()
    run(match, "E 7z", "S 9m", "W 9p", "N 8s", "E win")
    assert [fan.id for fan in match.settlements[1].wins[0].score.fans] == ["eight_deals"]


# -- places --
def test_left_sticks_go_to_the_first():
    match = played("?length=east&west_entry=false")
    assert int(match.table.pot) == 0
    engine = plain_engine("riichi?length=east&west_entry=false")
    match = Match(engine.book, seed=1, walls=[PASSES_ON] * 3 + [NOTEN], engine=engine)
    while not match.over:
        match.begin()
        if len(match.settlements) < 3:
            run(match, "E 8s", "S win")
        else:
            match.table.pot = 3000
            drift(run(match, "E 7z"))
    assert max(match.scores) == 27000 + 3000
    assert match.standings[0].score == 30000


@pytest.mark.parametrize(("option", "scores", "results"), [
    ("", (25000, 25000, 25000, 25000), ("30", "0", "-10", "-20")),       # equals: the earlier seat goes first
    ("?uma=10-20", (40000, 30000, 20000, 10000), ("50", "10", "-20", "-40")),
    ("?platform=m_league", (40000, 30000, 20000, 10000), ("60", "10", "-20", "-50")),
    ("?platform=wrc", (40000, 30000, 25000, 25000), ("25", "5", "-15", "-15")),     # equals share the bonus, no oka
    ("?uma=none&start=20000", (30000, 20000, 20000, 10000), ("40", "-10", "-10", "-20")),
    ("?sanma=true", (60000, 30000, 15000), ("50", "-10", "-40")),
    ("?sanma=true&platform=tenhou", (60000, 30000, 15000), ("55", "-10", "-45"))])
def test_uma_and_oka(option, scores, results):
    places = standings(quepu.rulebook("riichi" + option).model.match, "ABCD", scores)
    assert [one.result for one in places] == [Decimal(result) for result in results]


# -- red fives and presets --
@pytest.mark.parametrize(("option", "counts"), [
    ("?red_fives=none", (0, 0, 0)), ("", (1, 1, 1)), ("?red_fives=1-2-1", (1, 2, 1)), ("?red_fives=2-2-2", (2, 2, 2)),
    ("?sanma=true", (0, 1, 1))])
def test_so_many_fives_are_red(option, counts):
    engine = plain_engine("riichi" + option)
    match = Match(engine.book, seed=3, engine=engine)
    match.begin()
    tiles = read_tiles(match.steps[0].wall)
    assert tuple(sum(tile.mark and tile.kind == kind for tile in tiles) for kind in (4, 13, 22)) == counts
    assert [sum(tile.kind == kind for tile in tiles) for kind in (4, 13, 22)] == [0 if "sanma" in option else 4, 4, 4]


PRESETS = {
    "mahjong_soul": {"double_yakuman": True, "multi_ron": "all", "kazoe": "yakuman", "uma": "15-5", "pao_all": False,
                     "rob_concealed": True, "aborts": True, "tobi": True, "west_entry": True},
    "tenhou": {"double_yakuman": False, "multi_ron": "double", "kazoe": "yakuman", "uma": "10-20", "pao_all": True,
               "rob_concealed": False, "aborts": True, "nagashi": True, "agari_yame": True},
    "m_league": {"double_yakuman": False, "multi_ron": "head", "kazoe": "sanbaiman", "kiriage": True, "uma": "10-30",
                 "aborts": False, "nagashi": False, "tobi": False, "agari_yame": False, "west_entry": False,
                 "rob_concealed": False, "riichi_limits": False, "open_kan_dora": "at_once"},
    "wrc": {"double_yakuman": False, "multi_ron": "head", "kazoe": "sanbaiman", "kiriage": True, "renhou": "mangan",
            "red_fives": "none", "aborts": False, "agari_yame": False, "west_entry": False, "start": "30000"},
}


@pytest.mark.parametrize("platform", PRESETS)
def test_what_a_platform_presets(platform):
    book = quepu.rulebook("riichi", platform=platform)
    values = {option.id: option.value for option in book.model.options}
    assert {name: values[name] for name in PRESETS[platform]} == PRESETS[platform]


# -- whole matches by bots --
@cache
def compiled(option):
    engine = Engine(quepu.rulebook("riichi" + option))
    give_aims(engine)
    return engine


@pytest.mark.parametrize("bot", [Policy.RANDOM, Policy.GREEDY, Policy.AWARE], ids=["random", "greedy", "aware"])
@pytest.mark.parametrize(("option", "least", "start"), [
    ("?length=east", 4, 25000), ("", 8, 25000), ("?length=full", 16, 25000), ("?sanma=true", 6, 35000),
    ("?sanma=true&length=east&platform=tenhou", 3, 35000)])
def test_bots_play_matches_to_their_end(option, least, start, bot):
    engine = compiled(option)
    t, session, kernels = engine.new_table(), engine.session, engine.kernels
    seats, bots = engine.rules.seat_count, np.full(4, bot)
    for seed in range(4):
        kernels.start_match(t, session, seed)
        kernels.seed_bots(session, seed)
        while not t.match_over:
            kernels.begin_hand(t, session, 1)
            kernels.play_hand(t, session, bots)
            kernels.finish_hand(t, session)
            assert sum(t.score[:seats]) + t.pot == seats * start
        assert int(t.deal_number) >= least - 1 or min(t.score[:seats]) < 0      # 和了止 keeps the last deal
        assert int(t.pot) == 0
