"""广西 at the table: claims and what binds after them, kong money, 追, the turned tile, 互包, and who deals next."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, discard, drift, engine_of, memory, paid, pass_all, run, texts

IDLE = "1358m1358p1358s"                # waits for nothing, and is no hand of unrelated tiles
EAST = "2466m2479p2479s"                # the same, and what the dealer throws
READY = "123m456p789s33z78p"            # waits for 6p and 9p
OPEN = "33345m789p99s"                  # beside a pung of 1p: waits for 3m and 6m


def next_dealer(match: Match) -> str:
    """The seat of the hand before that deals now."""
    return "ESWN"[match.settlements[-1].players.index(int(match.table.dealer))]


# -- claims --

def test_a_win_goes_before_a_pung_and_a_pung_before_a_chow() -> None:
    match = begun("guangxi", EAST + "6p", "45p22359m124s117z", "66p1358m1358s112z", READY)
    match.play("E", "discard 6p")
    assert "chow 456p" in texts(match, "S")
    assert "pung" in texts(match, "W")
    assert "win" in texts(match, "N")
    for answer in ("S chow 456p", "W pung", "N win"):
        match.play(answer[0], answer[2:])
    assert match.settlements[0].wins[0].seat == 3


def test_a_chow_is_taken_from_the_player_before_alone() -> None:
    match = begun("guangxi", EAST + "6p", IDLE, "45p2235m1249s117z", IDLE)
    match.play("E", "discard 6p")
    assert not any(text.startswith("chow") for seat in "WN" for text in texts(match, seat))


def test_without_chow_nobody_may_take_one() -> None:
    match = begun("guangxi", EAST + "6p", "45p2235m1249s117z", IDLE, IDLE, options={"chow": False})
    match.play("E", "discard 6p")
    assert not any(text.startswith("chow") for text in texts(match, "S"))


def test_the_chowed_tile_may_not_be_discarded_at_once() -> None:
    match = begun("guangxi", EAST + "6p", "4566p235m124s117z", IDLE, IDLE)
    run(match, "E 6p", "S chow 456p")
    assert "discard 6p" not in texts(match, "S")
    assert "discard 2m" in texts(match, "S")
    discard(match, "S 2m")
    discard(match, "W", "N", "E")
    assert "discard 6p" in texts(match, "S")            # a turn later it may


def test_a_pung_let_go_may_not_be_taken_before_the_own_draw() -> None:
    match = begun("guangxi", EAST + "1z", IDLE + "1z", IDLE, "11z2466m2469p247s", draws="5z")
    match.play("E", "discard 1z")
    assert "pung" in texts(match, "N")
    match.play("N", "pass")
    run(match, "S 1z")
    assert 3 not in match.asked                         # the same tile, and N has not drawn since


def test_a_pung_let_go_is_free_again_after_the_own_draw() -> None:
    match = begun("guangxi", EAST + "1z", IDLE + "5z", IDLE, "11z2466m2469p247s", draws="6z7z6z1z")
    match.play("E", "discard 1z")
    match.play("N", "pass")
    discard(match, "S 6z", "W 7z", "N 6z")
    match.play("E", "discard 1z")
    assert "pung" in texts(match, "N")


def test_a_pung_let_go_forbids_no_other_tile() -> None:
    match = begun("guangxi", EAST + "1z", IDLE, IDLE, "1122z466m269p247s", draws="2z")
    match.play("E", "discard 1z")
    match.play("N", "pass")
    match.play("S", "discard 2z")
    assert "pung" in texts(match, "N")


def test_a_claim_without_a_draw_does_not_free_a_win_let_go() -> None:
    match = begun("guangxi", EAST + "6p", IDLE, IDLE, READY, draws="3z8p")
    match.play("E", "discard 6p")
    match.play("N", "pass")
    pass_all(match)
    run(match, "S 3z", "N pung", "N 7p", "E 8p")
    assert 3 not in match.asked or "win" not in texts(match, "N")       # it waits for 8p with 8p


def test_a_win_let_go_forbids_discard_wins_until_the_own_draw() -> None:
    match = begun("guangxi", EAST + "6p", IDLE, IDLE + "9p", READY, draws="9p1z5z9p")
    match.play("E", "discard 6p")
    assert "win" in texts(match, "N")
    match.play("N", "pass")
    pass_all(match)
    match.play("S", "discard 9p")
    assert 3 not in match.asked or "win" not in texts(match, "N")
    pass_all(match)
    discard(match, "W 1z")
    assert "win" not in texts(match, "N")
    discard(match, "N 5z")
    match.play("E", "discard 9p")
    assert "win" in texts(match, "N")                   # after its own draw it may again


def test_a_self_drawn_win_let_go_forbids_discard_wins_too() -> None:
    match = begun("guangxi", EAST + "1z", READY, IDLE + "6p", IDLE, draws="9p5z")
    run(match, "E 1z")
    assert "win" in texts(match, "S")
    run(match, "S 9p")
    pass_all(match)
    match.play("W", "discard 6p")
    assert 1 not in match.asked or "win" not in texts(match, "S")


def test_without_wins_by_discard_only_a_draw_wins() -> None:
    match = begun("guangxi", EAST + "6p", READY, IDLE, IDLE, draws="9p5z", options={"discard_win": False})
    match.play("E", "discard 6p")
    assert 1 not in match.asked or "win" not in texts(match, "S")
    run(match, "S win")
    assert paid(match) == [-8, 16, -4, -4]              # 门清; the turned 5z is near nothing


# -- several winners, the turned tile, and who deals --

def test_all_who_win_on_a_tile_are_paid_and_share_the_turned_tile() -> None:
    match = begun("guangxi", EAST + "6p", READY, IDLE, "234m456s44z45p222z", draws="2m")
    run(match, "E 6p", "S win", "N win")
    wins = match.settlements[0].wins
    assert [win.seat for win in wins] == [1, 3]
    assert all(win.agrees for win in wins)
    assert len(match.settlements[0].turned) == 1
    assert paid(match) == [-75, 38, 0, 37]              # 地胡 35; beside 2m lie 1m 2m 3m of S, 2m 3m of N
    assert next_dealer(match) == "E"                    # who gave it, here the dealer


def test_the_discarder_deals_after_several_winners_and_the_winner_after_one() -> None:
    match = begun("guangxi", EAST + "1z", IDLE + "6p", READY, "234m456s44z45p222z", draws="5z")
    run(match, "E 1z", "S 6p", "W win", "N win")
    assert next_dealer(match) == "S"
    match = run(begun("guangxi", EAST + "6p", IDLE, READY, IDLE), "E 6p", "W win")
    assert next_dealer(match) == "W"
    match = run(begun("guangxi", READY + "1z", IDLE, IDLE + "6p", IDLE, draws="5z5z"), "E 1z", "S 5z", "W 6p", "E win")
    assert next_dealer(match) == "E"                    # a winning dealer stays


@pytest.mark.parametrize(("settings", "dealer"), [({}, "E"), ({"draw_dealer": "rotate"}, "S")])
def test_after_a_drawn_hand_the_dealer_stays_or_the_next_seat_deals(settings: dict[str, str], dealer: str) -> None:
    match = drift(begun("guangxi", EAST + "1z", IDLE, IDLE, IDLE, draws="5z6z", fill=0, options=settings))
    assert match.settlements[0].ended == "draw"
    assert paid(match) == [0, 0, 0, 0]
    assert next_dealer(match) == dealer


def test_an_empty_wall_turns_no_tile() -> None:
    match = run(begun("guangxi", EAST + "6p", READY, IDLE, IDLE, fill=0), "E 6p", "S win")
    assert match.settlements[0].turned == ()
    assert paid(match) == [-35, 35, 0, 0]               # 地胡


def test_fish_are_opened_at_the_other_table_and_shared() -> None:
    match = begun("guangxi", EAST + "6p", READY, IDLE, IDLE, draws="1p5p", options={"preset": "liuzhou"})
    run(match, "E 6p", "S win")
    assert [(tile.lot, tile.tile) for tile in match.settlements[0].turned] == [("fish", "1p"), ("fish", "5p")]
    assert paid(match) == [-9, 9, 0, 0]                 # 3 x (1 + 2)
    assert match.settlements[0].wins[0].agrees


# -- kongs --

def test_a_concealed_kong_is_paid_by_all_at_once() -> None:
    match = begun("guangxi", "7777z246m246p247s9p", IDLE, IDLE, IDLE)
    match.play("E", "kong concealed 7z")
    assert paid(match) == [6, -2, -2, -2]


def test_an_exposed_kong_is_paid_by_its_feeder_and_kept_in_a_drawn_hand() -> None:
    match = begun("guangxi", EAST + "7z", IDLE, "777z246m246p2479s", IDLE, replacements="5z", draws="6z", fill=0)
    run(match, "E 7z", "W kong melded 7z")
    assert paid(match) == [-3, 0, 3, 0]
    drift(match)
    assert match.settlements[0].ended == "draw"
    assert match.settlements[0].net == (-3, 0, 3, 0)


def test_an_added_kong_is_paid_by_who_fed_the_pung() -> None:
    match = begun("guangxi", EAST + "7z", IDLE, "77z2466m246p2479s", IDLE, draws="5z6z5z7z")
    run(match, "E 7z", "W pung", "W 9s")
    discard(match, "N", "E", "S")
    match.play("W", "kong added 7z")
    assert paid(match) == [-3, 0, 3, 0]


@pytest.mark.parametrize("preset", ["guiliu", "liuzhou"])
def test_a_robbed_kong_pays_nothing_and_is_won_as_a_discard(preset: str) -> None:
    match = begun("guangxi", EAST + "6p", "123m456s789s33z78p", "66p1358m1358s112z", IDLE, draws="1z5z6z6p",
                  options={"preset": preset, "fish": 0, "xing": "off"})
    run(match, "E 6p")
    match.play("W", "pung")
    match.play("S", "pass")
    discard(match, "W 1m", "N", "E")
    discard(match, "S 6z")                              # S has drawn: it may win again
    match.play("W", "kong added 6p")
    match.play("S", "win")
    assert paid(match, "fed_kong") == [0, 0, 0, 0]
    each = 10 if preset == "guiliu" else 6              # 门清 doubles here, 抢杠 there
    assert paid(match) == [0, each, -each, 0]


def test_a_replacement_tile_that_wins_doubles_at_the_other_table() -> None:
    match = begun("guangxi", EAST + "1z", "7777z123m456p33z8s", IDLE, IDLE, draws="7s", replacements="9s",
                  options={"preset": "liuzhou", "fish": 0})
    run(match, "E 1z", "S kong concealed 7z", "S win")
    assert paid(match, "self_draw") == [-5, 15, -5, -5]     # 2 x 2, and 1 for 门清


# -- 追 --

def test_a_first_discard_that_all_repeat_costs_the_dealer_one_to_each() -> None:
    match = begun("guangxi", EAST + "1z", IDLE, IDLE, IDLE, draws="1z1z1z")
    discard(match, "E 1z", "S 1z", "W 1z")
    assert paid(match) == [0, 0, 0, 0]
    match.play("N", "discard 1z")
    assert paid(match, "followed") == [-3, 1, 1, 1]


def test_another_tile_among_the_four_costs_nothing() -> None:
    match = begun("guangxi", EAST + "1z", IDLE, IDLE, IDLE, draws="1z5z1z")
    discard(match, "E 1z", "S 1z", "W 5z", "N 1z")
    assert paid(match) == [0, 0, 0, 0]


# -- 互包 --

def three_from_east(draws: str, **options: object) -> Match:
    """S has taken three pungs from E and waits for 3m and 6m with 45m99s."""
    match = begun("guangxi", "1p2p3p4z246m24p247s99p", "11p22p33p45m99s124z", IDLE, "1358m1358s15777z",
                  draws=draws, options={"xing": "off", **options})
    run(match, "E 1p", "S pung", "S 1z")
    discard(match, "W", "N")
    run(match, "E 2p", "S pung", "S 2z")
    discard(match, "W", "N")
    run(match, "E 3p", "S pung", "S 4z")
    return match


def test_three_sets_from_one_player_tie_the_two() -> None:
    match = three_from_east("5z6z6z5z6z5z2z6z2z6m")
    assert memory(match, "taken")[4 * 1 + 0] == 3
    discard(match, "W", "N", "E")
    match.play("S", "win")
    assert paid(match) == [-16, 16, 0, 0]               # 4 + 2 + 2, twice, from E alone


def test_the_tied_player_pays_along_with_a_third() -> None:
    match = three_from_east("5z6z6z5z6z5z6m")
    run(match, "W 6m", "S win")
    assert paid(match) == [-5, 10, -5, 0]


def test_the_tie_holds_the_other_way_round() -> None:
    match = begun("guangxi", "1p2p3p123m456s789s55m", "11p22p33p48m99s124z", IDLE, "1358m1358s15777z",
                  draws="5z6z7p6z6z8p5z2z9p", options={"xing": "off"})
    run(match, "E 1p", "S pung", "S 1z")
    discard(match, "W", "N")
    run(match, "E 2p", "S pung", "S 2z")
    discard(match, "W", "N")
    run(match, "E 3p", "S pung", "S 4z")
    discard(match, "W", "N")
    match.play("E", "win")
    assert paid(match) == [48, -48, 0, 0]               # 4 x 2 from each, twice, from S alone


def test_without_the_option_nobody_is_tied() -> None:
    match = three_from_east("5z6z6z5z6z5z6m", hubao=False)
    run(match, "W 6m", "S win")
    assert paid(match) == [0, 5, -5, 0]


def test_chows_and_kongs_of_a_discard_are_sets_taken_too() -> None:
    match = begun("guangxi", EAST + "6p7z", "45p777z1358m1358s", IDLE, IDLE, draws="5z6z5z", replacements="6z")
    run(match, "E 6p", "S chow 456p", "S 1m")
    assert memory(match, "taken") == [0] * 4 + [1] + [0] * 11
    discard(match, "W", "N")
    run(match, "E 7z", "S kong melded 7z")
    assert memory(match, "taken") == [0] * 4 + [2] + [0] * 11


def test_a_tile_added_to_a_pung_is_no_further_set() -> None:
    match = begun("guangxi", "1p2p4z2468m24p2479s9p", "11p22p45678m99s12z", "3358m358p35889s3z", "1358m1358s15777z",
                  draws="5z6z6z5z6z5z1p", replacements="3z", options={"xing": "off"})
    run(match, "E 1p", "S pung", "S 1z")
    discard(match, "W", "N")
    run(match, "E 2p", "S pung", "S 2z")
    discard(match, "W", "N", "E")
    match.play("S", "kong added 1p")
    assert memory(match, "taken")[4 * 1 + 0] == 2


# -- the match, and a false win --

@pytest.mark.parametrize(("settings", "hands"), [({}, 16), ({"hands": 8}, 8)])
def test_a_match_has_sixteen_hands_or_eight(settings: dict[str, int], hands: int) -> None:
    assert engine_of("guangxi", **settings).rules.match_hands == hands


def test_a_false_win_costs_fifteen_to_each_and_the_hand_is_dead() -> None:
    match = begun("guangxi", EAST + "1z", IDLE, IDLE, IDLE)
    assert match.book.model.as_written()["match"]["false_win"] == {"pays": 15, "then": "dead_hand"}
    match.play("E", "false_win")
    assert match.settlements == []
    assert paid(match) == [-45, 15, 15, 15]


# -- what only a table tells --

def test_the_dealers_first_discard_is_the_first_after_a_kong_too() -> None:
    match = begun("guangxi", "7777z6p246m249p24s9m", READY, IDLE, IDLE, replacements="4z", options={"xing": "off"})
    run(match, "E kong concealed 7z", "E 6p", "S win")
    assert [fan.id for fan in match.settlements[0].wins[0].score.fans] == ["earth"]


def test_a_later_discard_of_the_dealer_is_no_earthly_win() -> None:
    match = begun("guangxi", EAST + "1z6p", READY, IDLE, IDLE, draws="5z5z6z4z", options={"xing": "off"})
    discard(match, "E 1z", "S", "W", "N")
    run(match, "E 6p", "S win")
    assert paid(match) == [-10, 10, 0, 0]               # 平胡 with 门清


def test_a_hand_dealt_complete_is_a_heavenly_one() -> None:
    match = begun("guangxi", READY + "6p", IDLE, IDLE, IDLE, draws="5z", options={"xing": "off"})
    match.play("E", "win")
    assert paid(match) == [45, -15, -15, -15]
    match = begun("guangxi", "123m456p33z78p7777z", IDLE, IDLE, IDLE, replacements="9p", options={"xing": "off"})
    run(match, "E kong concealed 7z", "E win")
    assert paid(match, "self_draw") == [24, -8, -8, -8]     # after a kong it is not the dealt hand: 门清
