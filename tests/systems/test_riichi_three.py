"""日本麻将 with three players: 108 tiles, no chow, Norths put aside, and what is paid."""

import pytest

from quepu.engine.layout.record import fill
from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, drift, laid_wall, memory, paid, plain_engine, remember, run, texts

READY = "234567p345s2267s"             # 断幺平和, waits for 5s and 8s
#: the dead wall from its end: eight replacements, then dora and ura dora in turn
DEAD = "1m9m1m9m1p1p1p9p" "7z7z"
BOOK = "riichi?sanma=true"


def fans(match):
    """What each win of the hand counts, and how often."""
    assert all(win.agrees for win in match.settlements[-1].wins)
    return [{fan.id: fan.count for fan in win.score.fans} for win in match.settlements[-1].wins]


def test_three_sit_down_with_108_tiles_and_nobody_chows():
    match = begun(BOOK, "3p", "1245p", replacements=DEAD)
    assert match.seats == 3
    assert match.scores == (35000, 35000, 35000)
    assert match.view(0).wall_left == 108 - 40 - 14
    run(match, "E 3p")
    assert match.asked == (1,)
    assert not any(text.startswith("chow") for text in texts(match, "S"))


def test_a_north_put_aside_is_replaced_and_counts_as_dora():
    match = begun(BOOK, "7z", READY, draws="4z3s3s" "8s", replacements=DEAD)
    run(match, "E 7z", "S kong north 4z")
    assert match.view("S").drawn == "1m"
    assert memory(match, "norths") == [0, 1, 0, 0]
    run(match, "S 1m", "W 3s", "E 3s", "S win")
    assert fans(match) == [{"menzen_tsumo": 1, "pinfu": 1, "tanyao": 1, "north_dora": 1}]
    assert paid(match) == [-2600, 3900, -1300, 0]       # 4 han 20 fu


def test_a_north_whose_indicator_lies_there_counts_twice():
    match = begun(BOOK, "7z", READY, draws="4z3s3s" "8s", replacements="1m9m1m9m1p1p1p9p" "3z7z")
    run(match, "E 7z", "S kong north 4z", "S 1m", "W 3s", "E 3s", "S win")
    assert fans(match) == [{"menzen_tsumo": 1, "pinfu": 1, "tanyao": 1, "dora": 1, "north_dora": 1}]


def test_a_win_on_the_replacement_is_rinshan_and_no_first_draw():
    match = begun(BOOK, "7z", READY, draws="4z", replacements="8s9m1m9m1p1p1p9p" "7z7z")
    run(match, "E 7z", "S kong north 4z", "S win")
    assert fans(match) == [{"menzen_tsumo": 1, "pinfu": 1, "tanyao": 1, "rinshan": 1, "north_dora": 1}]


def test_a_north_ends_ippatsu_and_double_riichi():
    match = begun(BOOK, "7z", READY, draws="9s" "4z3s" "8s", replacements=DEAD)
    run(match, "E 7z", "S declare double_riichi 9s", "W kong north 4z", "W 1m", "E 3s", "S win")
    assert "ippatsu" not in fans(match)[0]
    match = run(begun(BOOK, "47z", READY, draws="9s", replacements=DEAD), "E kong north 4z", "E 7z")
    assert "declare riichi 9s" in texts(match, "S")


def test_one_in_riichi_may_put_a_drawn_north_aside():
    match = begun(BOOK, "7z", READY, draws="9s" "3s3s" "4z", replacements=DEAD)
    run(match, "E 7z", "S declare double_riichi 9s", "W 3s", "E 3s")
    assert texts(match, "S") == ["kong north 4z", "discard 4z"]
    run(match, "S kong north 4z")
    assert match.view("S").seats[1].river[-1].tile == "1m"      # the replacement goes by itself
    match = begun(BOOK, "7z", "234567p345s44z67s", draws="9s" "3s3s" "6z", replacements=DEAD)
    run(match, "E 7z", "S declare double_riichi 9s", "W 3s", "E 3s")
    assert match.view("S").seats[1].river[-1].tile == "6z"      # those of the hand stay


def test_a_north_may_be_won_on_but_that_is_no_robbed_kong():
    match = begun(BOOK, "4z", "", "123456789p99s44z", replacements=DEAD)
    match.play("E", "kong north 4z")
    assert texts(match, "W") == ["win", "pass"]
    match.play("W", "win")
    assert fans(match) == [{"pure_straight": 1}]
    assert paid(match) == [-2600, 0, 2600, 0]
    match = begun(BOOK, "4z", "", "123p789p456s99s44z", replacements=DEAD)
    match.play("E", "kong north 4z")
    assert match.asked == (0,)          # without a yaku nobody is asked


def test_eight_tiles_replace_kongs_and_the_indicators_stay():
    match = begun(BOOK, "4444z9999s11z", replacements="2p3p4p5p6p7p8p9p" "7z6z5z5z")
    run(match, *["E kong north 4z"] * 4, "E kong concealed 9s")
    assert match.view("E").drawn == "6p"
    turned = [event.tile for event in match.events if isinstance(event, ev.TurnedUp)]
    assert turned == ["7z", "6z", "5z", "5z"]
    assert match.view(0).wall_left == 108 - 40 - 14 - 5


@pytest.mark.parametrize(("indicator", "dora"), [("1m", 2), ("9m", 0)])
def test_after_1m_comes_9m(indicator, dora):
    match = begun(BOOK, "7z", "99m123p456p789p67s", draws="9s3s3s" "8s",
                  replacements="2s2s2s2s4s4s4s4s" + indicator)
    run(match, "E 7z", "S 9s", "W 3s", "E 3s", "S win")
    assert fans(match)[0].get("dora", 0) == dora


MANGAN = "9m9m9m1m1p1p1p9p" "1s7z"      # 2s are dora


@pytest.mark.parametrize(("option", "dealer", "other"), [
    ("", [8000, -4000, -4000], [-4000, 6000, -2000]),
    ("&tsumo_loss=false", [12000, -6000, -6000], [-5000, 8000, -3000])])
def test_nobody_pays_the_missing_share_or_the_two_share_it(option, dealer, other):
    match = begun(BOOK + option, READY + "7z", draws="9s9s8s", replacements=MANGAN)
    remember(match, "honba", 1)
    run(match, "E 7z", "S 9s", "W 9s", "E win")
    assert paid(match, "win")[:3] == dealer
    assert paid(match, "honba") == [200, -100, -100, 0]
    match = begun(BOOK + option, "7z", READY, draws="1z9s9s8s", replacements=MANGAN)
    run(match, "E 7z", "S 1z", "W 9s", "E 9s", "S win")
    assert paid(match)[:3] == other


def test_honba_is_two_hundred_on_a_discard():
    match = begun(BOOK, "7z", READY, draws="1z8s", replacements=DEAD)
    remember(match, "honba", 3)
    run(match, "E 7z", "S 1z", "W 8s", "S win")
    assert paid(match, "honba") == [0, 600, -600, 0]


@pytest.mark.parametrize(("ready", "payments"), [("S", [-1000, 2000, -1000]), ("ES", [1000, 1000, -2000]),
                                                 ("", [0, 0, 0])])
def test_two_thousand_go_from_noten_to_tenpai(ready, payments):
    east, south = "123456789p11z99s" if "E" in ready else "", "123456789s99p22z" if "S" in ready else ""
    match = begun(BOOK, east + "7z", south, replacements=DEAD)
    drift(run(match, "E 7z"))
    assert match.settlements[0].ended == "draw"
    assert paid(match)[:3] == payments


@pytest.mark.parametrize(("option", "scores", "wins", "hands"), [
    ("&west_entry=false", (35000, 35000, 35000), False, 3), ("", (35000, 35000, 35000), False, 6),
    ("", (38000, 33000, 34000), False, 3),                  # the third dealer feeds the first: forty thousand
    ("", (33000, 34000, 38000), True, 3), ("&agari_yame=false", (33000, 34000, 38000), True, 6)])
def test_a_round_is_three_deals_and_forty_thousand_are_wanted(option, scores, wins, hands):
    """In every hand the dealer feeds the next seat, but in the third, which begins with these points, he may win."""
    passes_on, stays = (laid_wall(dealt, draws, replacements=DEAD, kinds="19m123456789p123456789s1234567z", seats=3)
                        for dealt, draws in ((("8s", READY), ""), ((READY + "7z",), "9s9p8s")))
    engine = plain_engine(f"{BOOK}&length=east{option}")
    match = Match(engine.book, seed=1, walls=[passes_on] * 2 + [stays if wins else passes_on] + [passes_on] * 4,
                  engine=engine)
    while not match.over:
        match.begin()
        third = len(match.settlements) == 2
        if third:
            fill(match.table.score, scores)
        run(match, *(("E 7z", "S 9s", "W 9p", "E win") if third and wins else ("E 8s", "S win")))
    assert len(match.settlements) == hands
