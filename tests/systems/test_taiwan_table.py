"""Procedures of the game of sixteen tiles: its worked examples in prose by their ids, and what they leave out."""

import numpy as np
import pytest

import quepu
from quepu.engine.layout.bot_room import Policy
from quepu.game.engine import Engine
from quepu.game.goals import give_aims
from quepu.game.match import Match
from quepu.game.pad.score_pad import Pad
from quepu.game.tabletop import memory_of
from tests.laid import plain_engine, remember, texts
from tests.laid.sixteen import CHOWS, SEATS, begun, discard_any, earned, go, let_go, remembered

SOLE = "111456m789p234s55s24p"          # closed, one pung: waits for 3p alone, 門清 and 獨聽
WATCHED = "taiwan?yanpai=true"


# -- the worked examples --

def test_tw34_after_a_win_let_go_neither_a_discard_nor_a_draw_wins() -> None:
    match = begun("5s1z", CHOWS, "558s", draws="1z2z5s")
    go(match, "E discard 5s")
    assert "win" in texts(match, "S")
    match.play("S", "pass")
    go(match, "W pung", "W discard 8s")
    assert "win" not in texts(match, "S")
    discard_any(match, "N", "E")
    assert match.view("S").drawn == "5s"
    assert "win" not in texts(match, "S")


def test_tw35_a_concealed_kong_does_not_lift_it_an_added_one_does() -> None:
    match = begun("5s", "123456m789p22s67s444z", draws="4z", tail="8s")
    go(match, "E discard 5s")
    assert "win" in texts(match, "S")
    let_go(match)
    match.play("S", "kong concealed 4z")
    assert match.view("S").drawn == "8s"
    assert "win" not in texts(match, "S")
    match = begun("4z", "123456m789p22s67s44z1z", "5s", draws="5z6z7z4z", tail="8s")
    go(match, "E discard 4z", "S pung", "S discard 1z", "W discard 5s")
    assert "win" in texts(match, "S")
    discard_any(match, "N", "E")
    match.play("S", "kong added 4z")
    assert "win" in texts(match, "S")


def test_tw36_after_a_chow_neither_the_tile_nor_the_linked_one_is_discarded() -> None:
    match = begun("3m", "34566m11224477p99s")
    go(match, "E discard 3m", "S chow 345m")
    held = {f"{rank}m" for rank in "36"}
    assert not held & {text.removeprefix("discard ") for text in texts(match, "S")}
    assert {"discard 1p", "discard 9s"} <= set(texts(match, "S"))


def test_tw37_nor_is_a_tile_chowed_that_is_linked_to_the_own_last_discard() -> None:
    match = begun("3m9s", "1245668m122447p99s", draws="1z1z1z2z")
    go(match, "E discard 9s", "S discard 6m")
    discard_any(match, "W", "N")
    match.play("E", "discard 3m")
    assert "chow 345m" not in texts(match, "S")
    assert "chow 123m" in texts(match, "S")


def test_tw38_the_replacement_of_a_direct_kong_is_no_self_draw_and_brings_no_concealed_kong() -> None:
    for tail in ("9s", "9s1f"):                        # a flower comes first, and then the tile
        match = begun("1p", "", "111p456m2222s34567s9s", tail=tail)
        go(match, "E discard 1p", "W kong melded 1p")
        assert match.view("W").drawn == "9s"
        assert not [text for text in texts(match, "W") if text == "win" or text.startswith("kong")]


def test_tw39_with_three_drawable_tiles_only_a_win_is_claimed() -> None:
    hands = ("5p", "46p", "55p", "123456789m46p11s999p")
    match = begun(*hands, left=3)
    go(match, "E discard 5p")
    assert [texts(match, seat) for seat in "SWN"] == [[], [], ["win", "pass"]]
    match = begun(*hands, left=4)
    go(match, "E discard 5p")
    assert "chow 456p" in texts(match, "S")
    assert "pung" in texts(match, "W")


def test_with_three_drawable_tiles_own_kongs_stay_allowed() -> None:
    match = begun("1111z5p", left=3)
    let_go(match)
    assert "kong concealed 1z" in texts(match, "E")
    match = begun("9p", "99p", draws="1m2m3m9p", left=5)
    go(match, "E discard 9p", "S pung")
    match.play("S", next(text for text in texts(match, "S") if text.startswith("discard")))
    discard_any(match, "W", "N", "E")
    assert match.view("S").wall_left == 1
    assert "kong added 9p" in texts(match, "S")


def test_tw40_a_false_win_of_another_than_the_dealer() -> None:
    match = begun("9m", CHOWS)
    remember(match, "streak", 1)
    go(match, "E discard 9m", "S false_win")           # it waits for 5s and 8s: 門清 1, 平胡 2
    assert match.scores == (11, -27, 8, 8)
    assert match.hand_over
    match.begin()
    assert match.player_of(0) == 0
    assert remembered(match, "streak") == 1


def test_tw41_a_false_win_of_the_dealer() -> None:
    match = begun(SOLE + "1z", draws="9m9s9m9s")
    remember(match, "streak", 2)
    go(match, "E discard 1z")
    discard_any(match, "S", "W", "N")
    match.play("E", "false_win")                       # it has drawn 9s and waits for 3p: 門清 1, 獨聽 1
    assert match.scores == (-36, 12, 12, 12)
    match.begin()
    assert match.player_of(0) == 1
    assert remembered(match, "streak") == 0


def test_tw42_who_watches_pays_one_more() -> None:
    match = begun("1z", "3p", CHOWS, SOLE, draws="9m9s9m9s9m", name=WATCHED)
    go(match, "E discard 1z", "S discard 9m", "W declare watching 9s", "N discard 9m", "E discard 9s", "S discard 3p",
       "N win")
    assert match.scores == (0, -7, -1, 8)


def test_tw43_who_stands_in_pays_for_all() -> None:
    pad = Pad("taiwan")
    found = pad.enter({"memory": {"stands_in": ["S"]},
                       "wins": [{"seat": "W", "hand": "[111m]456m789p234s55s24p 3p", "self_draw": True}]})
    assert found.wins[0].total == 2
    assert found.net == (0, -22, 22, 0)


def test_tw44_the_next_in_turn_wins_alone() -> None:
    match = begun("1z234567m234s34522p68p", "", "234567m234s345p2268p", "7p", draws="1z9m9s2z")
    go(match, "E discard 1z")
    discard_any(match, "S")
    discard_any(match, "W")
    go(match, "N discard 7p")
    assert "win" in texts(match, "E")
    go(match, "W win", "E win")
    assert [win.seat for win in match.settlements[0].wins] == [0]


def test_tw45_four_west_winds_are_dealt_again() -> None:
    match = begun("3z", "3z", "3z", "3z")
    remember(match, "streak", 1)
    go(match, "E discard 3z", "S discard 3z", "W discard 3z", "N discard 3z")
    assert match.hand_over
    assert match.scores == (0, 0, 0, 0)
    match.begin()
    assert match.player_of(0) == 0
    assert remembered(match, "streak") == 1            # the hand does not count


# -- seats are drawn --

def test_at_each_new_match_of_four_rounds_the_seats_are_drawn_into_another_circle() -> None:
    drawn = set()
    for seed in range(30):
        match = Match(plain_engine("taiwan?match=8").book, seed, engine=plain_engine("taiwan?match=8"))
        before = [int(player) for player in match.table.order]
        drawn.add(tuple(before))
        match.table.rounds = 3
        match.table.dealer = 3
        match.table.winners = 2                        # South has won, so the deal goes round
        match.engine.kernels.finish_hand(match.table, match.engine.session)
        after = [int(player) for player in match.table.order]
        assert sorted(after) == [0, 1, 2, 3]
        assert after not in [before[first:] + before[:first] for first in range(4)]
    assert len(drawn) > 12                             # of 24


# -- passing --

def test_every_pung_let_go_in_a_go_round_is_barred_until_the_own_draw() -> None:
    match = begun("3m", "9p", "3m", "33m99p", draws="1z2z4z5z9p")
    go(match, "E discard 3m")
    assert "pung" in texts(match, "N")
    go(match, "S discard 9p")
    assert "pung" in texts(match, "N")
    go(match, "W discard 3m")
    assert "pung" not in texts(match, "N")             # two were let go, and neither may be taken now
    discard_any(match, "N", "E")
    go(match, "S discard 9p")
    assert "pung" in texts(match, "N")                 # it has drawn since


def test_a_flower_win_let_go_bars_nothing_but_a_win_let_go_bars_flowers_too() -> None:
    flowers = "5z8f7f6f5f4f3f2f"
    match = begun("1z5s", CHOWS, draws="1f", tail=flowers)
    go(match, "E discard 1z")
    assert texts(match, "S") == ["win", "pass"]
    go(match, "S pass", "S discard 5z")
    discard_any(match, "W", "N")
    go(match, "E discard 5s")
    assert "win" in texts(match, "S")
    match = begun("5s", CHOWS, draws="1f", tail=flowers)
    go(match, "E discard 5s", "S pass")
    assert match.view("S").own.flowers == "12345678f"
    assert "win" not in texts(match, "S")


# -- concealed kongs and tiles of the go-round --

def test_any_number_of_discards_of_the_go_round_is_heard() -> None:
    """South waits for 2z after its kong; seven tiles were discarded since its own, the first of them 2z or not."""
    for first, wins in (("2z", False), ("9m", True)):
        match = begun("1z", "123456m789p234s4444z", "5588p9p1s", "99p8p", draws=f"1p{first}5p3z3z2z", tail="2z")
        go(match, "E discard 1z", "S discard 1p", f"W discard {first}", "N discard 5p", "W pung", "W discard 9p",
           "N pung", "N discard 8p", "W pung", "W discard 1s")
        discard_any(match, "N", "E")
        go(match, "S kong concealed 4z")
        assert match.view("S").drawn == "2z"
        assert ("win" in texts(match, "S")) == wins
        assert ("go-round" in match.why_not(1, "win", "en")) != wins


def test_by_option_nothing_heard_matters_and_a_kong_of_the_drawn_tile_is_free() -> None:
    hands = ("2z", "123456m789p234s4444z")
    match = begun(*hands, draws="2z", tail="2z", name="taiwan?angang_same_round=false")
    go(match, "E discard 2z", "S kong concealed 4z")
    assert "win" in texts(match, "S")
    match = begun("2z", "123456m789p234s2z444z", draws="4z", tail="2z")
    go(match, "E discard 2z")
    assert "win" in texts(match, "S")                   # a win let go would bar the next
    match = begun("5s", "123456m789p2233s444z", "2s", draws="4z", tail="2s")
    go(match, "E discard 5s", "S kong concealed 4z")
    assert "win" in texts(match, "S")


# -- the first tiles --

def test_dealt_complete_first_draw_and_first_discard() -> None:
    match = begun(CHOWS + "5s")
    go(match, "E win")
    assert earned(match) == {"heavenly_hand": 1, "all_chows": 1}
    match = begun("1z", CHOWS, draws="5s")
    go(match, "E discard 1z", "S win")
    assert earned(match) == {"earthly_hand": 1, "all_chows": 1}
    match = begun("5s", "", CHOWS)
    go(match, "E discard 5s", "W win")
    assert earned(match) == {"human_hand": 1, "all_chows": 1}


def test_after_a_claim_or_a_kong_there_is_none_of_them() -> None:
    match = begun("1111z123456789m55p67p", tail="8p")   # the dealer kongs first
    go(match, "E kong concealed 1z", "E win")
    assert earned(match) == {"fully_concealed_self_draw": 1, "kong_bloom": 1, "round_wind_pung": 1, "seat_wind_pung": 1}
    match = begun("1z5s", CHOWS, "", "11z9s", draws="9m5s")
    go(match, "E discard 1z", "N pung", "N discard 9s")
    discard_any(match, "E")
    go(match, "S win")
    assert earned(match) == {"fully_concealed_self_draw": 1, "all_chows": 1}
    match = begun("1z5s", CHOWS, "", "11z9s", draws="5s")
    go(match, "E discard 1z", "N pung", "N discard 9s", "E discard 5s", "S win")
    assert earned(match) == {"concealed_hand": 1, "all_chows": 1}


# -- the hand is called off --

def test_nine_orphans_are_asked_once_of_the_dealer_with_his_last_tile_too() -> None:
    for last, asked in (("3z", True), ("2p", False)):
        match = begun("19m19p19s12z222m333p44s" + last)
        assert ("abort nine_orphans" in texts(match, "E")) == asked
        let_go(match)
        assert match.asked == (0,)
        assert "abort nine_orphans" not in texts(match, "E")
    match = begun("19m19p19s12z222m333p44s3z")
    remember(match, "streak", 2)
    match.play("E", "abort nine_orphans")
    assert match.scores == (0, 0, 0, 0)
    assert remembered(match, "streak") == 2
    assert begun("19m19p19s12z222m333p44s3z", name="taiwan?aborts=false").asked == (0,)


def test_four_winds_must_be_the_same_and_unclaimed() -> None:
    match = begun("3z", "3z", "3z", "4z", draws="9m9s9p")
    go(match, "E discard 3z", "S discard 3z", "W discard 3z", "N discard 4z")
    assert not match.hand_over
    match = begun("3z9m", "3z", "3z", "3z9m9m")
    go(match, "E discard 9m", "N pung", "N discard 3z", "E discard 3z", "S discard 3z", "W discard 3z")
    assert not match.hand_over                          # a claim came between, and there was another discard
    match = begun("3z", "3z", "3z", "3z", name="taiwan?aborts=false")
    go(match, "E discard 3z", "S discard 3z", "W discard 3z", "N discard 3z")
    assert not match.hand_over


def test_a_fifth_kong_that_is_robbed_is_a_win() -> None:
    hands = ("1111m2222m3333m4444m9p", "99p", "123456789s22s123p78p")
    for wins in (True, False):
        match = begun(*hands, draws="9m6m6m9p", tail="5m7m8m6m")
        for rank in "1234":
            go(match, f"E kong concealed {rank}m")
        go(match, "E discard 9p")
        assert "win" in texts(match, "W")
        match.play("W", "pass")
        go(match, "S pung")
        match.play("S", next(text for text in texts(match, "S") if text.startswith("discard")))
        discard_any(match, "W", "N", "E")
        go(match, "S kong added 9p")
        assert texts(match, "W") == ["win", "pass"]
        match.play("W", "win" if wins else "pass")
        assert match.hand_over
        assert [win.seat for win in match.settlements[0].wins] == ([2] if wins else [])
        assert match.settlements[0].ended == ("win" if wins else "redeal")


# -- flowers --

def test_seven_flowers_of_the_deal_and_the_eighth_of_another() -> None:
    """South is dealt seven; whoever has the eighth lays it aside before South does, or after."""
    for east, west in (("8f", ""), ("", "8f")):
        match = begun(east + "1z", "1234567f2468m246p", west)
        assert texts(match, "S") == ["win", "pass"]
        match.play("S", "win")
        assert match.scores == ((-14, 14, 0, 0) if east else (0, 13, -13, 0))


# -- winds by the break of the wall --

def test_three_dice_say_whose_wall_is_broken() -> None:
    played = plain_engine("taiwan?kaimen_wind=true")
    for seed in range(12):
        match = Match(played.book, seed, engine=played)
        match.begin()
        assert remembered(match, "opened") == (sum(int(die) for die in match.table.dice[:3]) - 1) % 4


def test_east_by_the_break_of_the_wall() -> None:
    """The seat whose wall is broken is East: winds and flowers count from there."""
    match = begun("1z", CHOWS, name="taiwan?kaimen_wind=true")
    opened = remembered(match, "opened")
    assert opened != 0
    own, other = (1 - opened) % 4 + 1, 2
    for wind, counts in ((own, 1), (other, 0)):
        match = begun("8s", f"{3 * str(wind)}z456m78922p2346s{own}f", tail="7s", name="taiwan?kaimen_wind=true")
        go(match, "E discard 8s", "S win")
        found = earned(match)
        assert found.get("seat_wind_pung", 0) == counts
        assert found["seat_flower"] == 1


# -- what a referee tells --

def test_a_dead_hand_claims_and_wins_nothing() -> None:
    hands = ("5s", CHOWS, "55s", "")
    match = begun(*hands)
    go(match, "E discard 5s")
    assert match.asked == (1, 2)
    match = begun(*hands)
    remember(match, "dead_hand", 1, 1)
    remember(match, "dead_hand", 1, 2)
    go(match, "E discard 5s")
    assert match.asked == (1,)
    assert not [text for text in texts(match, "S") if not text.startswith(("discard", "declare"))]


# -- whole matches --

@pytest.mark.parametrize(("option", "bots"), [
    ("", (Policy.RANDOM,) * 4), ("", (Policy.GREEDY,) * 4), ("", (Policy.AWARE,) * 4),
    ("?match=5&chahua=true&yanpai=true", (Policy.GREEDY, Policy.RANDOM, Policy.AWARE, Policy.RANDOM))])
def test_bots_play_whole_matches(option: str, bots: tuple[int, ...]) -> None:
    """Four rounds, or five with raises: the dealer stays while he wins or nobody does, and the streak is told."""
    engine = Engine(quepu.rulebook("taiwan" + option))
    give_aims(engine)
    t, session, kernels = engine.new_table(), engine.session, engine.kernels
    players, streaks = np.array(bots), 0
    for seed in range(3):
        kernels.start_match(t, session, seed)
        kernels.seed_bots(session, seed)
        dealer = -1
        while not t.match_over:
            kernels.begin_hand(t, session, 1)
            streak = int(memory_of(t, engine.book.model)["streak"])
            assert streak == 0 or int(t.player[0]) == dealer
            dealer, streaks = int(t.player[0]), max(streaks, streak)
            kernels.play_hand(t, session, players)
            kernels.finish_hand(t, session)
            assert sum(t.score) == 0
        assert int(t.rounds) == (5 if option else 4)
    assert streaks > 0


# -- raises (插花) from round to round --

def round_begun(round_number: int, raised: int, accepted: int) -> Match:
    """The first hand of a round begins; before it East has raised so much and North accepted it."""
    played = plain_engine("taiwan?chahua=true&match=8")
    match = Match(played.book, 1, engine=played, first_round=round_number - 1)
    remember(match, "raised", raised, 0)                    # by seed 1 this player takes the first seat
    remember(match, "accepts", accepted, 4 * 3)
    match.begin()
    return match


def asked_in(round_number: int, raised: int, accepted: int) -> list[tuple[str, list[str]]]:
    """Who is asked what before the deal; everybody answers with the highest number, East with the lowest."""
    match = round_begun(round_number, raised, accepted)
    found = []
    while match.asked and match.legal(match.asked[0])[0].word == "choose":
        seat = SEATS[match.asked[0]]
        found.append((seat, [text.removeprefix("choose ") for text in texts(match, seat)]))
        match.play(seat, texts(match, seat)[0 if seat == "E" else -1])
    return found


ANY = [str(bases) for bases in range(10)]


@pytest.mark.parametrize("round_number", range(1, 9))
def test_raises_are_made_up_to_the_west_round_and_stand_until_the_north_round_is_over(round_number: int) -> None:
    first, last = round_number % 4 == 1, round_number % 4 == 0
    every = [(seat, ANY) for seat in "ESWN"]
    # nobody has raised yet: East does not either, the others raise nine, and all but they themselves are asked about it
    anew = [*every, *((seat, ["0", "1"]) for seat in "ESWESNEWN")]
    assert asked_in(round_number, 0, 0) == ([] if last else anew)
    # East's raise stands, and so does North's word; what was refused is asked again
    standing = [*every[1:], *((seat, ["0", "1"]) for seat in "ESW" "ESWN" "ESWN")]
    assert asked_in(round_number, 2, 1) == ([] if last else anew if first else standing)


def test_what_was_accepted_is_over_with_the_north_round_though_nobody_raises_in_the_next() -> None:
    match = round_begun(5, 2, 1)
    for seat in SEATS:
        match.play(seat, "choose 0")
    assert not any(accepted for row in remembered(match, "accepts").values() for accepted in row.values())


# -- 外插 --

def outside(match: Match) -> list[tuple[int, int, int]]:
    """What guests paid and received in the first hand."""
    ledger = match.settlements[0].ledger
    return [(row.payer, row.receiver, row.amount) for row in ledger if row.tag.startswith("waicha")]


@pytest.mark.parametrize("fixed", [0, 20])
def test_a_guest_wins_and_loses_with_the_player_he_follows(fixed: int) -> None:
    """East discards to South; the first guest follows South, the second East, the third West, who pays nothing."""
    match = begun("5s", "123456m789p22s67s444z", name=f"taiwan?waicha_1=S&waicha_2=E&waicha_3=W&waicha_fixed={fixed}")
    go(match, "E discard 5s")
    match.play("S", "win")
    let_go(match)
    won = sum(row.amount for row in match.settlements[0].ledger if (row.payer, row.receiver) == (0, 1))
    assert won > 5
    assert sorted(outside(match)) == [(0, 4 + 1, fixed or won), (4 + 2, 1, fixed or won)]


def test_a_guest_stays_with_his_player_when_the_deal_passes() -> None:
    match = begun("5s", "123456m789p22s67s444z", name="taiwan?waicha_1=S")
    go(match, "E discard 5s")
    match.play("S", "win")
    let_go(match)
    match.begin()
    assert match.hand is not None
    assert match.hand.players[0] == 1
    follows = remembered(match, "waicha_1")
    assert [follows[str(seat)] for seat in range(4)] == [1, 0, 0, 0]    # player 1 sits East now
