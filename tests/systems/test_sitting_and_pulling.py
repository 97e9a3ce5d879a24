"""Bets before the deal (坐庄, 拉庄) and what they multiply: wins, kongs, a followed discard, a false win."""

from random import Random

import pytest

from quepu.game.match import Match
from tests.laid import dealt, discard, go, memory, paid, texts
from tests.players import play_match

HANDS = ("46m123p456p789s55z9m", "147m258p369s1567z", "258m147p369s1256z", "369m147p258s1267z")


def test_the_dealer_sits_and_then_each_other_player_pulls() -> None:
    match = Match("tianjin", seed=4)
    match.begin()
    assert match.asked == (0,)
    assert texts(match, "E") == ["choose 0", "choose 1"]
    match.play("E", "choose 1")
    assert match.asked == (1, 2, 3)
    assert texts(match, "S") == ["choose 0", "choose 1", "choose 2"]
    go(match, "S choose 1", "W choose 0", "N choose 2")
    assert memory(match, "sits") == [1]
    assert memory(match, "pulls") == [0, 1, 0, 2]
    assert match.asked == (0,)
    assert {action.word for action in match.legal("E")} <= {"discard", "kong", "win"}


@pytest.mark.parametrize(("most", "choices"), [(0, []), (1, ["choose 0", "choose 1"])])
def test_how_often_players_may_pull_is_an_option(most: int, choices: list[str]) -> None:
    match = Match(f"tianjin?la_zhuang_max={most}", seed=4)
    match.begin()
    match.play("E", "choose 1")
    assert [text for text in texts(match, "S") if text.startswith("choose")] == choices


def test_the_dealer_wins_from_each_what_he_pulled() -> None:
    match = dealt("tianjin", HANDS, "1m2m3m5m", "1s", 20, bets=(1, 1, 0, 2))
    discard(match, "E 9m", "S 1m", "W 2m", "N 3m")
    match.play("E", "win")
    assert paid(match) == [6 * 14, -24, -12, -48]       # 素捉五 6; 2 x 2, 2 and 2 x 4


def test_others_win_from_the_dealer_what_they_pulled_and_single_from_each_other() -> None:
    hands = ("147m258p369s1567z9m", "46m123p456p789s55z", "258m147p369s1256z", "369m147p258s1267z")
    match = dealt("tianjin", hands, "5m", "1s", 20, bets=(1, 1, 2, 2))
    discard(match, "E 9m")
    match.play("S", "win")
    assert paid(match) == [-24, 36, -6, -6]


def test_kongs_are_settled_when_the_hand_is_won() -> None:
    hands = ("1111z46m123p456p5z3s", "555z28m2589p3667z", "46m123p456p789s44z", "369m147p258s2367z")
    match = dealt("tianjin", hands, "5m", "8s9m1s", 30, bets=(1, 0, 0, 0))
    match.play("E", "kong concealed 1z")
    match.play("E", "discard 5z")
    match.play("S", "kong melded 5z")
    assert paid(match) == [0, 0, 0, 0]
    discard(match, "S 2m")
    match.play("W", "win")
    assert paid(match, "kongs") == [12 - 2, 4 - 4, -4 - 1, -4 - 1]
    assert paid(match, "win") == [-12, -6, 24, -6]


def test_an_undecided_hand_pays_kongs_and_the_dealer_stays() -> None:
    hands = ("1111z46m123p456p9m5z", "555z28m2589p3667z", "258m147p369s2234z", "369m147p258s2347z")
    match = dealt("tianjin", hands, "1m", "8s9m1s", 0, bets=(1, 1, 0, 0))
    match.play("E", "kong concealed 1z")                # the first replacement comes from the tail
    assert match.view("E").drawn == "9m"
    match.play("E", "discard 5z")
    match.play("S", "kong melded 5z")
    assert match.view("S").drawn == "8s"
    discard(match, "S 8s", "W 1m")
    assert match.hand_over
    assert match.settlements[0].ended == "draw"
    # 暗杠 2 from each, 明杠 1 from each; between E and S four times, E and the others twice
    assert paid(match, "kongs") == [8 + 4 + 4 - 4, 4 + 1 + 1 - 8, -4 - 1, -4 - 1]
    before = match.player_of(0)
    match.begin()
    assert match.player_of(0) == before


@pytest.mark.parametrize(("option", "amount"), [("", 4), ("?gold_kong=8", 8)])
def test_a_gold_kong_costs_four_or_eight(option: str, amount: int) -> None:
    hands = ("2222s46m123p456p9m5z", "147m258p369s3467z", "258m147p369s1256z", "369m147p458s1267z")
    match = dealt("tianjin" + option, hands, "", "5z1s")
    match.play("E", "kong concealed 2s")
    match.play("E", "discard 9m")
    assert match.hand_over
    assert paid(match) == [3 * amount, -amount, -amount, -amount]


def follow(draws: str, *answers: str, bets: tuple[int, ...] = (1, 0, 1, 2)) -> Match:
    hands = ("46m123p456p789s44z1z", "147m258p369s1567z", "258m147p369s1256z", "369m147p258s1267z")
    match = dealt("tianjin", hands, draws, "9m1s", bets=bets)
    discard(match, *answers)
    return match


def test_three_who_follow_the_dealers_first_discard_are_paid_a_kong_each() -> None:
    match = follow("8m8m8p5z", "E 1z", "S 1z", "W 1z", "N 1z")
    assert memory(match, "followed") == [1]
    discard(match, "E 5z", "S 8m")
    assert match.hand_over
    assert paid(match) == [-14, 2, 4, 8]


def test_followed_discards_are_paid_beside_a_win() -> None:
    match = follow("8m8m8p5m", "E 1z", "S 1z", "W 1z", "N 1z", bets=())
    match.play("E", "win")
    assert paid(match) == [18 - 3, -6 + 1, -6 + 1, -6 + 1]


@pytest.mark.parametrize("answers", [("E 1z", "S 1z", "W 1z", "N 7z"), ("E 1z", "S 7z", "W 1z", "N 1z"),
                                     ("E 1z", "S 1z", "W 2z", "N 1z")])
def test_one_who_does_not_follow_spoils_it(answers: tuple[str, ...]) -> None:
    match = follow("8m8m8p5z", *answers)
    assert memory(match, "followed") == [0]
    discard(match, "E 5z", "S 8m")
    assert paid(match) == [0, 0, 0, 0]


def test_a_kong_in_between_spoils_it() -> None:
    hands = ("46m123p456p789s44z1z", "7777m258p369s167z", "258m147p369s1256z", "369m147p258s1267z")
    match = dealt("tianjin", hands, "8m8m8p5z", "9p1s", bets=())
    match.play("E", "discard 1z")
    match.play("S", "kong concealed 7m")
    discard(match, "S 1z", "W 1z", "N 1z")
    assert memory(match, "followed") == [0]


def test_a_kong_before_the_dealers_first_discard_spoils_nothing() -> None:
    hands = ("7777m123p456p44z1z8s", "147p258p369s156z8m", "258m147p369s1256z", "369m147p258s1267z")
    match = dealt("tianjin", hands, "8m8m9p5z", "9p1s", bets=())
    match.play("E", "kong concealed 7m")
    discard(match, "E 1z", "S 1z", "W 1z", "N 1z")
    assert memory(match, "followed") == [1]


def test_a_hand_won_before_all_have_followed_is_no_followed_one() -> None:
    hands = ("147m258p369s1567z1z", "46m123p456p789s55z", "258m147p369s2346z", "369m147p258s2347z")
    match = dealt("tianjin", hands, "5m", "1s", 20)
    match.play("E", "discard 1z")
    match.play("S", "win")
    assert paid(match) == [-6, 18, -6, -6]


def test_a_false_win_costs_four_times_the_bets_once() -> None:
    match = dealt("tianjin", HANDS, "1m", "1s", 20, bets=(1, 1, 0, 2))
    match.play("E", "false_win")
    assert paid(match) == [-4 * 14, 16, 8, 32]
    assert match.view("S").seats[0].is_dead
    discard(match, "E 9m")
    match.play("S", "false_win")
    assert paid(match, "false_win") == [-56 + 16, 16 - 16 - 8, 8 + 4, 32 + 4]


def test_the_winning_dealer_stays_and_another_winner_moves_the_deal_on() -> None:
    match = dealt("tianjin", HANDS, "1m2m3m5m", "1s", 20)
    dealer = match.player_of(0)
    discard(match, "E 9m", "S 1m", "W 2m", "N 3m")
    match.play("E", "win")
    match.begin()
    assert match.player_of(0) == dealer
    hands = ("147m258p369s1567z9m", "258m147p369s1256z", "46m123p456p789s55z", "369m147p258s1267z")
    match = dealt("tianjin", hands, "1m5m", "1s", 20)
    next_dealer = match.player_of(1)
    discard(match, "E 9m", "S 1m")
    match.play("W", "win")                              # W wins, S deals next
    match.begin()
    assert match.player_of(0) == next_dealer


def test_a_match_has_eight_hands_and_its_first_dealer_comes_by_chance() -> None:
    first = set()
    for seed in range(12):
        match = Match("tianjin", seed=seed)
        match.begin()
        first.add(match.player_of(0))
    assert first == {0, 1, 2, 3}
    match = play_match(Match("tianjin", seed=3), Random(3))
    assert len(match.settlements) == 8
    assert all(sum(settlement.net) == 0 for settlement in match.settlements)
