"""日本麻将 at the table: the situations that its worked examples tell in prose, named after their ids."""

from collections import Counter
from decimal import Decimal

import pytest

from quepu.engine.layout.record import fill
from quepu.errors import IllegalAction
from quepu.notation import write_tiles
from tests.laid import TILES, begun, drift, memory, paid, remember, run, texts, tiles_of

READY = "234567m345p2267s"             # 断幺平和, waits for 5s and 8s
DRAWS = 69                             # 136 less 53 dealt and 14 dead
#: the dead wall from its end: four replacements, then dora and ura dora in turn
DEAD = "2p8p2s8s" "7z7z"


def whole_hand(hands, seat, own):
    """The draws of a hand to its end: one seat's are these tiles, everybody else's are simple tiles at first."""
    left = Counter(tile for tile in tiles_of(TILES) for _copy in range(4))
    left.subtract(tile for hand in (*hands, own, DEAD) for tile in tiles_of(hand))
    others = sorted(left.elements(), key=lambda tile: tile.kind < 27 and 0 < tile.kind % 9 < 8)
    mine = tiles_of(own)
    return write_tiles([mine.pop(0) if place % 4 == seat - 1 else others.pop() for place in range(DRAWS)])


def fans(match):
    """What each win of the hand counts, and how often."""
    return [{fan.id: fan.count for fan in win.score.fans} for win in match.settlements[-1].wins]


def sums(match, *rules):
    """What each seat has won or lost by these rules together."""
    return [sum(seat) for seat in zip(*(paid(match, rule) for rule in rules), strict=True)]


# -- r55 to r58: the wall runs out --
def test_r55_nagashi_mangan_replaces_the_noten_payments():
    hands = ("2468m2468p2468s1z2z", "357m357p3579s199m", "2468m2468p2468s1z", "357m357p3579s199m")
    draws = whole_hand(hands, 1, "3333z4444z5555z6666z22z")
    match = begun("riichi", *hands, draws=draws, replacements=DEAD)
    drift(run(match, "E 1z"))
    assert match.settlements[0].ended == "draw"
    assert paid(match) == [-4000, 8000, -2000, -2000]
    assert {row.tag for row in match.settlements[0].ledger} == {"nagashi"}


TENPAI = ("123456789m1199p", "123456789p1199s", "123456789s1199m")     # each waits for the two pairs


@pytest.mark.parametrize(("example", "ready", "payments"), [
    ("r56", "ES", [1500, 1500, -1500, -1500]), ("r57", "W", [-1000, -1000, 3000, -1000]),
    ("r58", "ESW", [1000, 1000, 1000, -3000]), ("none", "", [0, 0, 0, 0])])
def test_r56_r57_r58_three_thousand_go_from_noten_to_tenpai(example, ready, payments):
    hands = [TENPAI[place] if seat in ready else "" for place, seat in enumerate("ESW")]
    match = begun("riichi", hands[0] + "7z", *hands[1:], replacements=DEAD)
    drift(run(match, "E 7z"))
    assert match.settlements[0].ended == "draw"
    assert paid(match) == payments


# -- r59: several winners --
def test_r59_both_are_paid_in_full_and_the_nearest_takes_honba_and_sticks():
    match = begun("riichi", READY + "7z", READY, draws="9m9p8s", replacements="2p8p8p8p" "4p7z")
    remember(match, "honba", 1)
    remember(match, "deposits", 1)
    match.table.pot = 1000
    run(match, "E 7z", "S 9m", "W 9p", "N 8s", "E win", "S win")
    first, second = match.settlements[0].wins
    assert [(score.tallies["han"], score.tallies["fu"]) for score in (first.score, second.score)] == [(3, 30)] * 2
    assert sums(match, "win", "honba") == [6100, 3900, 0, -10000]
    assert paid(match, "deposits") == [1000, 0, 0, 0]
    assert int(match.table.pot) == 0
    assert memory(match, "deposits") == [0]


# -- r60 to r62: liability --
def dragons(rest, end, draws, honba=0):
    """South pungs 5z from East, 6z from North and 7z from West, and wins at the end."""
    match = begun("riichi", "5z", "556677z8s9s9p" + rest, draws="9m6z7z" + draws,
                  replacements="2p8p2s8s" "8m8m")
    remember(match, "honba", honba)
    run(match, "E 5z", "S pung", "S 9p", "W 9m", "N 6z", "S pung", "S 9s", "W 7z", "S pung", "S 8s", *end)
    assert match.hand_over
    return match


def test_r60_on_a_self_draw_the_liable_player_pays_everything():
    match = dragons("234m1p", ("W 9s", "N 9s", "E 9s", "S win"), "9s9s9s1p")
    assert paid(match) == [0, 32000, -32000, 0]


def test_r61_on_a_discard_the_two_pay_half_each_and_the_liable_one_the_honba():
    match = dragons("234m1p", ("W 9s", "N 1p", "S win"), "9s1p", honba=1)
    assert paid(match) == [0, 32300, -16300, -16000]


def test_r62_liability_covers_its_own_yakuman_only():
    match = dragons("1113z", ("W 9s", "N 9s", "E 9s", "S win"), "9s9s9s3z")
    assert paid(match) == [-16000, 64000, -40000, -8000]


# -- r63, r65: who may not win --
def test_r63_one_who_has_discarded_a_tile_he_waits_for_wins_only_by_drawing():
    match = begun("riichi", "7z", READY, draws="1z9m9m9m" "9p9p9p9p" "5s3s3s3s" "3m8s9s9s" "8s", replacements=DEAD)
    run(match, "E 7z")
    for tile, others in (("1z", ("9m", "9m", "9m")), ("9p", ("9p", "9p", "9p")), ("5s", ("3s", "3s", "3s"))):
        run(match, f"S {tile}", *(f"{seat} {other}" for seat, other in zip("WNE", others, strict=True)))
    run(match, "S 3m", "W 8s")
    assert [river.tile for river in match.view("S").seats[1].river] == ["1z", "9p", "5s", "3m"]
    assert "win" not in texts(match, "S")
    run(match, "N 9s", "E 9s")
    assert "win" in texts(match, "S")


@pytest.mark.parametrize(("honba", "wins"), [(4, True), (5, False)])
def test_r65_two_han_of_yaku_are_needed_from_five_honba_on(honba, wins):
    match = begun("riichi?ryanhan_shibari=true", "7z", "123m567p99m13s789s", draws="7z3p3p3p" "6z9p9p9p" "7z2s",
                  replacements="2p8p8p8p" "8m7z")
    remember(match, "honba", honba)
    run(match, "E 7z", "S 7z", "W 3p", "N 3p", "E 3p", "S declare riichi 6z", "W 9p", "N 9p", "E 9p", "W 2s")
    assert memory(match, "declared")[1] == 1
    assert ("win" in texts(match, "S")) == wins


# -- r66: a false win --
def test_r66_a_false_win_costs_a_mangan_and_the_hand_is_played_again():
    match = begun("riichi", READY + "7z", draws="9p", replacements=DEAD)
    remember(match, "honba", 2)
    remember(match, "deposits", 1)
    match.table.pot = 1000
    run(match, "E declare double_riichi 7z")
    assert int(match.table.pot) == 2000
    match.play("S", "false_win")
    assert match.hand_over
    assert paid(match, "chombo") == [4000, -8000, 2000, 2000]
    assert match.scores == (29000, 17000, 27000, 27000)         # East has his stick again
    assert int(match.table.pot) == 1000
    before = match.player_of(0)
    match.begin()
    assert match.player_of(0) == before
    assert (memory(match, "honba"), memory(match, "deposits")) == ([2], [1])


# -- r67 to r69: what may be done --
def test_r67_neither_the_claimed_tile_nor_the_other_end_is_discarded():
    match = begun("riichi", "3m", "3456m258p", replacements=DEAD)
    run(match, "E 3m", "S chow 345m")
    answers = texts(match, "S")
    assert "discard 2p" in answers
    assert not {"discard 3m", "discard 6m"} & set(answers)
    with pytest.raises(IllegalAction):
        match.play("S", "discard 6m")


@pytest.mark.parametrize(("hand", "drawn", "kong"), [
    ("111m23m456p789s55z", "1m", False), ("111m456p789s23p55z", "1m", True), ("111222333m99s45p", "1m", False)])
def test_r68_a_kong_after_riichi_changes_neither_waits_nor_readings(hand, drawn, kong):
    match = begun("riichi", "7z", hand, draws="7z3p3p3p" + drawn, replacements=DEAD)
    run(match, "E 7z", "S declare double_riichi 7z", "W 3p", "N 3p", "E 3p")
    assert ("kong concealed 1m" in texts(match, "S")) == kong


def test_r69_nine_different_terminals_and_honours_may_be_declared():
    match = begun("riichi", "7z", "19m19p19s1247z567m", draws="3p", replacements=DEAD)
    run(match, "E 7z")
    assert "abort nine_terminals" in texts(match, "S")
    match.play("S", "abort nine_terminals")
    assert match.hand_over
    assert paid(match) == [0, 0, 0, 0]
    assert memory(match, "honba") == [1]


# -- r70, r71 --
def test_r70_places_bring_uma_and_oka():
    match = begun("riichi")
    fill(match.table.score, (42300, 28100, 18000, 11600))
    assert [one.result for one in match.standings] == [Decimal(x) for x in ("47.3", "3.1", "-17.0", "-33.4")]


def test_r71_with_three_players_the_missing_share_is_not_paid():
    match = begun("riichi?sanma=true", "7z", "234567p2267s345s", draws="1z7z7z" "8s",
                  replacements="9s9s9s9s9p9p9p9p" "1s1s")
    run(match, "E 7z", "S 1z", "W 7z", "E 7z", "S win")
    assert fans(match) == [{"menzen_tsumo": 1, "pinfu": 1, "tanyao": 1, "dora": 2}]
    assert match.settlements[0].wins[0].score.grade["zh"] == "满贯"
    assert paid(match) == [-4000, 6000, -2000, 0]
