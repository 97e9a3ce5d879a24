"""Blood battle (血战到底) on prepared walls: exchange, void suit, winners who leave or stay, kongs, the wall's end."""

from pathlib import Path

import numpy as np
import pytest

from quepu.engine.layout import codes
from quepu.engine.layout.record import line
from quepu.game.match import Match
from quepu.notation import read_tiles
from tests.laid import SUITED, laid_wall, memory, texts

PLAIN = "sichuan?huan_san_zhang=false"
NEAR = "123456m34578s99s"               # waits for 6s and 9s, worth no fan
SPARE = "9999888877p"               # tiles nobody wants, more than the last four
E, S, W, N = range(4)
SEATS = "ESWN"


def started(hands: dict[str, str], rest: str, void: str, fill: str = "pppp", book: str = PLAIN) -> Match:
    """A hand dealt from a laid wall, the void suits of E, S, W and N named."""
    wall = laid_wall([hands.get(seat, "") for seat in SEATS], rest, fill=0, kinds=SUITED, suits=fill)
    match = Match(book, seed=1, walls=[wall])
    match.begin()
    if "ding_que=false" not in book:
        for seat, suit in zip(SEATS, void, strict=True):
            match.play(seat, f"choose {'mps'.index(suit)}")
    return match


def idle(match: Match) -> None:
    """Whoever is asked passes, or discards the last tile it may."""
    match.play(match.asked[0], match.legal(match.asked[0])[-1])


def go(match: Match, *steps: str) -> None:
    """Play `E discard 5m` and the like; whoever is asked before is idle."""
    for step in steps:
        seat, _space, action = step.partition(" ")
        while action not in (*texts(match, seat), "false_win"):
            assert not match.hand_over, f"{step}: the hand is over"
            idle(match)
        match.play(seat, action)


def finish(match: Match) -> None:
    """Play on to the end, everybody idle."""
    while not match.hand_over:
        idle(match)


def paid(match: Match, *rules: str) -> dict[str, int]:
    """What each seat won or lost by these payments, or by all."""
    net = dict.fromkeys("ESWN", 0)
    t = match.table
    for row in range(int(t.row_count)):
        rule = int(t.row_rule[row])
        found = match.book.model.payments[rule].id if rule < 200 else "false_win"
        if not rules or found in rules:
            net["ESWN"[int(t.row_from[row])]] -= int(t.row_amount[row])
            net["ESWN"[int(t.row_to[row])]] += int(t.row_amount[row])
    return net


def out(match: Match) -> str:
    """The seats that have left."""
    return "".join(seat for place, seat in enumerate("ESWN") if int(match.table.out) >> place & 1)


def discards(match: Match, seat: str) -> list[str]:
    """The discards a seat may make."""
    return [text for text in texts(match, seat) if text.startswith("discard")]


def drawers(match: Match) -> list[int]:
    """Who drew in the last step."""
    return [event.seat for event in match.steps[-1].events if type(event).__name__ == "Drawn"]


def waited(match: Match) -> str:
    """The seats that owe an answer."""
    return "".join("ESWN"[seat] for seat in match.asked)


# -- before the first turn --

def test_three_tiles_of_one_suit_change_hands_all_the_same_way() -> None:
    ways = set()
    for seed in range(12):
        match = Match("sichuan", seed=seed)
        match.begin()
        before = np.array(match.table.held, dtype=int)
        given: dict[int, list[int]] = {seat: [] for seat in range(4)}
        gifts = []
        while match.asked and texts(match, "ESWN"[match.asked[0]])[0].startswith("give"):
            seat = match.asked[0]
            kind = read_tiles(texts(match, "ESWN"[seat])[-1].removeprefix("give "))[0].kind
            given[seat].append(kind)
            gifts = [event for event in match.play(seat, texts(match, "ESWN"[seat])[-1])
                     if type(event).__name__ == "Given"]
        assert len(gifts) == 12                         # told together, once the last tile is chosen
        for kinds in given.values():
            assert len({kind // 9 for kind in kinds}) == 1
        after = np.array(match.table.held, dtype=int)
        for step in (1, 2, 3):
            moved = before.copy()
            for event in gifts:
                kind = read_tiles(event.tile)[0].kind
                moved[event.seat, kind] -= 1
                moved[(event.seat + step) % 4, kind] += 1
            if (moved == after).all():
                ways.add(step)
                break
        else:
            pytest.fail("the tiles went different ways")
        assert after.sum(axis=1).tolist() == [14, 13, 13, 13]
    assert ways == {1, 2, 3}                            # the direction is a matter of chance


def test_void_suits_are_told_together() -> None:
    match = Match(PLAIN, seed=4)
    match.begin()
    for seat, suit in zip("WNE", (1, 2, 0), strict=True):
        assert match.play(seat, f"choose {suit}") == ()
        assert memory(match, "void") == [-1] * 4
    told = [(event.seat, event.value) for event in match.play("S", "choose 2") if type(event).__name__ == "Chosen"]
    assert told == [(0, 0), (1, 2), (2, 1), (3, 2)]
    assert memory(match, "void") == [0, 2, 1, 2]


def test_the_void_suit_goes_first_and_is_neither_claimed_nor_konged() -> None:
    hands = {"E": "5m1111p2p", "S": "5533p", "W": "55m5p"}
    match = started(hands, SPARE, void="pppp", fill="sssm")
    assert texts(match, "E") == ["discard 1p", "discard 2p"]
    go(match, "E discard 1p")
    assert waited(match) == "S"                         # nobody else drew; S still holds its void suit
    assert {action.split()[0] for action in texts(match, "S")} == {"discard"}
    assert all(action.endswith("p") for action in texts(match, "S"))
    go(match, "S discard 5p")
    assert "pung" not in texts(match, "W")


def test_a_discard_of_the_void_suit_is_neither_punged_nor_konged() -> None:
    for void, may in (("ppsp", ["kong melded 5p", "pung", "pass"]), ("pppp", ["discard 5p", "discard 9p"])):
        match = started({"E": "5p", "W": "555p"}, SPARE, void=void, fill="smsm")
        assert texts(match, "W") == may                 # E had to discard 5p, and then S what it drew


def test_other_suits_may_be_punged_while_the_void_suit_is_held() -> None:
    match = started({"E": "55m", "W": "55m57p"}, SPARE, void="mppm", fill="sssm")
    assert texts(match, "W") == ["pung", "pass"]        # E had to discard a 5m
    go(match, "W pung")
    assert texts(match, "W") == ["discard 5p", "discard 7p"]


def test_a_tile_of_the_void_suit_forbids_the_win() -> None:
    assert "win" not in texts(started({"E": "123456m34599s345p"}, SPARE, "pssm", ".ssm"), "E")
    assert "win" in texts(started({"E": "123456m34567899s"}, SPARE, "pssm", ".ssm"), "E")


def test_without_a_named_suit_any_two_suits_win() -> None:
    book = PLAIN + "&ding_que=false"
    assert "win" in texts(started({"E": "123456m12334599p"}, "66667777p", "", ".ssm", book), "E")
    assert "win" not in texts(started({"E": "123456m34599s345p"}, SPARE, "", ".ssm", book), "E")


# -- winners: E has to discard 6s, on which S may win; others hold only the suit they throw away --

def test_a_winner_leaves_and_the_next_seat_draws() -> None:
    match = started({"E": "6s", "S": NEAR}, SPARE, void="spmm", fill="p.mm")
    go(match, "S win")
    assert paid(match) == {"E": -1, "S": 1, "W": 0, "N": 0}
    assert out(match) == "S"
    assert drawers(match)[0] == W
    while not match.hand_over:
        assert "S" not in waited(match)                 # nobody waits for S any more
        idle(match)
    assert int(match.table.dealer) == S                      # the first winner deals


def test_one_who_left_pays_for_no_kong() -> None:
    match = started({"E": "6s", "S": NEAR, "W": "7777m"}, SPARE, void="spsm", fill="p.sm")
    go(match, "S win", "W kong concealed 7m")
    assert paid(match, "concealed_kong") == {"E": -2, "S": 0, "W": 4, "N": -2}


def test_three_winners_on_one_tile_end_the_hand() -> None:
    hands = {"E": "6s", "S": "12311m45777888s", "W": "45678999944m45s", "N": "12333m45222333s"}
    match = started(hands, SPARE, void="sppp", fill="p...")
    go(match, "S win", "W win", "N win")
    assert match.hand_over
    assert match.settlements[-1].ended == "win"
    assert {row.tag for row in match.settlements[-1].ledger} == {"win"}        # the end of the wall is not checked
    assert [detail.seat for detail in match.settlements[-1].wins] == [S, W, N]
    assert all(detail.agrees for detail in match.settlements[-1].wins)
    assert int(match.table.dealer) == E                      # the discarder deals again


def test_winners_one_after_the_other_end_the_hand() -> None:
    hands = {"E": "6s", "S": NEAR, "W": "111222333m4655s", "N": "777888999m2266s"}
    match = started(hands, "5s5p2s" + SPARE, void="sppp", fill="p...")
    go(match, "S win", "W win")                         # W draws 5s
    assert paid(match, "self_draw") == {"E": -17, "S": 0, "W": 34, "N": -17}       # 地胡: a win is no claim
    go(match, "N win")                                  # N throws 5p away, E draws 2s and has to discard it
    assert match.hand_over
    assert [detail.seat for detail in match.settlements[-1].wins] == [S, W, N]
    assert int(match.table.dealer) == S


def test_two_win_on_one_discard_and_each_is_paid() -> None:
    match = started({"E": "6s", "S": NEAR, "N": "2233m4477m5588s6s"}, SPARE, void="spmp", fill="p.m.")
    go(match, "S win", "N win")
    assert paid(match) == {"E": -5, "S": 1, "W": 0, "N": 4}
    assert out(match) == "SN"
    assert drawers(match)[0] == E                       # the next seat after the last winner
    assert memory(match, "next_up") == [E]


def test_without_blood_battle_the_first_win_ends_the_hand() -> None:
    match = started({"E": "6s", "S": NEAR}, SPARE, void="spmm", fill="p.mm", book=PLAIN + "&blood_battle=false")
    go(match, "S win")
    assert match.hand_over
    assert {row.tag for row in match.settlements[-1].ledger} == {"win"}


def test_nobody_wins_and_the_dealer_deals_again() -> None:
    match = started({}, "1p", void="pmms", fill="pmms")
    finish(match)
    assert match.settlements[-1].ended == "draw"
    assert int(match.table.dealer) == E


# -- a win let go (过手胡): to N 6s is worth nothing, 9s two fan --

def test_who_lets_a_win_go_may_take_only_a_higher_one_before_his_draw() -> None:
    hands = {"E": "6s", "S": "6s", "W": "9s", "N": "123789m11178s99s"}
    match = started(hands, SPARE, void="sssp", fill="pmm.")
    go(match, "N pass")                                 # S has to discard 6s: N is not asked; then W 9s
    assert texts(match, "N") == ["win", "pung", "pass"]
    assert int(match.table.offered[0]) == read_tiles("9s")[0].kind
    go(match, "N win")
    assert paid(match) == {"E": 0, "S": 0, "W": -4, "N": 4}


def test_his_own_draw_lets_him_win_again() -> None:
    hands = {"E": "66s", "S": "123789m11178s99s"}
    match = started(hands, SPARE, void="spmm", fill="p.mm")
    go(match, "S pass", "S win")                        # E's second 6s
    assert paid(match) == {"E": -1, "S": 1, "W": 0, "N": 0}


# -- kong money (刮风下雨) --

def test_each_kong_has_its_price() -> None:
    match = started({"E": "1111m6p", "W": "999m"}, "9m" + SPARE, void="pmpm", fill="sspp", book=PLAIN + "&base=5")
    go(match, "E kong concealed 1m")
    assert paid(match) == {"E": 30, "S": -10, "W": -10, "N": -10}
    go(match, "W kong melded 9m")                       # S draws 9m and has to discard it
    assert paid(match, "melded_kong") == {"E": 0, "S": -10, "W": 10, "N": 0}


HANDED = {"E": "1154688m9m112237s", "S": "5566m113355779p", "W": "123789m34578s99s", "N": "22334477m55886s"}


def handed_on(book: str = PLAIN) -> Match:
    """S has added a kong and thrown 6s, on which W and N may win."""
    match = started(HANDED, "224p5m" + "99888866p" + "6s", void="pspp", fill="....", book=book)
    go(match, "E discard 5m", "S pung", "S discard 9p", "S kong added 5m")
    return match


def test_kong_money_is_handed_on_and_the_remainder_goes_to_the_first() -> None:
    match = handed_on()
    assert paid(match, "added_kong") == {"E": -1, "S": 3, "W": -1, "N": -1}
    go(match, "W win", "N win")
    assert paid(match, "win") == {"E": 0, "S": -10, "W": 2, "N": 8}
    assert paid(match, "handed_on") == {"E": 0, "S": -3, "W": 2, "N": 1}
    assert memory(match, "kong_income") == [0] * 16     # no longer his, so that he need not return it


def test_kong_money_stays_if_the_players_want() -> None:
    match = handed_on(PLAIN + "&hu_jiao_zhuan_yi=false")
    go(match, "W win", "N win")
    assert paid(match, "handed_on") == dict.fromkeys("ESWN", 0)
    assert memory(match, "kong_income")[4:8] == [1, 0, 1, 1]


@pytest.mark.parametrize(("book", "money"), [(PLAIN, 0), (PLAIN + "&late_added_kong_pays=true", 3)])
def test_an_added_kong_made_late_is_not_paid(book: str, money: int) -> None:
    match = started({"E": "5m", "S": "555m"}, SPARE, void="mspp", fill="sspp", book=book)
    go(match, "S pung", "S kong added 5m")              # a turn later
    assert paid(match, "added_kong")["S"] == money
    assert memory(match, "kong_transfer") == [money]


@pytest.mark.parametrize(("hand", "rest", "before"), [
    ("55m7777p", "66669999p", ""), ("55m7777p", "66669999p", "7p"), ("55m6666p7777p99p", "4444899p", "6p 7p 9p")])
def test_an_added_kong_is_in_time_as_long_as_the_turn_lasts(hand: str, rest: str, before: str) -> None:
    match = started({"E": "5m", "S": hand}, "123p5m" + rest, void="mspp", fill="ssmm")
    go(match, "S pung")
    while "kong added 5m" not in texts(match, "S"):     # S draws 5m and may make other kongs first
        idle(match)
    go(match, *(f"S kong concealed {tile}" for tile in before.split()), "S kong added 5m")
    assert paid(match, "added_kong")["S"] == 3


@pytest.mark.parametrize(("book", "hand", "drawn", "then", "net"), [
    (PLAIN, "555123m34578s99s", "6s", (), [-5, 15, -5, -5]),
    (PLAIN + "&dian_gang_hua=discard", "555123m34578s99s", "6s", (), [-4, 4, 0, 0]),
    (PLAIN + "&dian_gang_hua=discard", "555m2222s345789s", "69s", ("S kong concealed 2s",), [-9, 27, -9, -9])])
def test_who_gave_the_last_kong_may_have_to_pay_for_the_win_after_it(
        book: str, hand: str, drawn: str, then: tuple[str, ...], net: list[int]) -> None:
    match = started({"E": "5m", "S": hand}, SPARE + drawn, void="mpmm", fill="p.mm", book=book)
    go(match, "S kong melded 5m", *then, "S win")
    assert list(paid(match, "self_draw", "kong_gift").values()) == net


def test_a_robbed_kong_pays_nothing() -> None:
    hands = {"E": "7s", "S": "77s", "N": "234567m55m34568s"}
    match = started(hands, "888p7s" + "999966p", void="spmp", fill="pmm.")
    go(match, "S pung", "S kong added 7s", "N win")
    assert paid(match, "added_kong") == dict.fromkeys("ESWN", 0)
    assert paid(match, "win") == {"E": 0, "S": -2, "W": 0, "N": 2}
    assert int(match.table.meld_form[S, 0]) == codes.MeldForm.PUNG


# -- the first turns --

def test_heaven_and_earth() -> None:
    match = started({"E": "123456m34567899s"}, SPARE, "pssm", ".ssm")
    go(match, "E win")
    assert paid(match)["E"] == 3 * 17
    match = started({"S": NEAR}, "6s" + SPARE, "ppmm", "p.mm")
    go(match, "S win")
    assert paid(match)["S"] == 3 * 17


def test_a_concealed_kong_of_another_does_not_spoil_the_first_draw_but_a_pung_does() -> None:
    match = started({"E": "1111s", "S": NEAR}, "6s" + SPARE, "ppmm", "p.mm")
    go(match, "E kong concealed 1s", "S win")
    assert paid(match, "self_draw")["S"] == 3 * 17
    match = started({"E": "1s", "S": "11s", "W": "1s", "N": NEAR}, "9p6s" + "888877p", "spsp", "pmm.")
    go(match, "S pung", "N win")
    assert paid(match, "self_draw")["N"] == 3 * 2


# -- the last tiles --

@pytest.mark.parametrize(("left", "book", "asked"), [
    (5, PLAIN, True), (4, PLAIN, False), (0, PLAIN, False), (4, PLAIN + "&must_win_last_four=false", True)])
def test_with_four_tiles_left_a_win_has_to_be_taken(left: int, book: str, asked: bool) -> None:
    match = started({"E": "6s", "S": NEAR}, SPARE[:left] + "p" * bool(left), void="spmm", fill="p.mm", book=book)
    assert ("win" in texts(match, "S")) == asked
    if not asked:
        assert paid(match, "win")["S"] == (2 if left == 0 else 1)      # 海底炮


def test_a_self_drawn_win_has_to_be_taken_too_and_is_told_in_full() -> None:
    match = started({"E": "5p", "S": NEAR}, "6s888p", void="ppmm", fill="p.mm")
    go(match, "E discard 5p")
    assert out(match) == "S"
    won = [detail for step in match.steps for detail in step.wins]
    assert [(detail.seat, detail.agrees, detail.total) for detail in won] == [(S, True, 5)]


# -- the end of the wall --

def test_pigs_refunds_and_the_best_wait() -> None:
    hands = {"E": "1111m1123456789p", "S": "1113335557799s", "W": "2468999m246826s", "N": "234567m2346788s"}
    match = started(hands, "9m8s3p4p2p", void="pppp", fill="....")
    go(match, "E kong concealed 1m", "S discard 9m", "W kong melded 9m")
    finish(match)
    assert out(match) == "N"                            # N drew its tile among the last four
    assert memory(match, "pig") == [1, 0, 0, 0]
    assert memory(match, "unready") == [0, 0, 1, 0]
    assert memory(match, "ready_value") == [0, 8, 0, 0]         # the last tile of the wall counts for nothing
    assert paid(match, "pig") == {"E": -32, "S": 16, "W": 16, "N": 0}
    assert paid(match, "refund") == {"E": -6, "S": 4, "W": 0, "N": 2}
    assert paid(match, "best_wait") == {"E": 0, "S": 8, "W": -8, "N": 0}
    assert paid(match, "pig", "refund", "best_wait") == {"E": -38, "S": 28, "W": 8, "N": 2}
    assert int(match.table.dealer) == N


def test_a_wait_of_which_one_holds_all_four_is_none() -> None:
    match = started({"E": "222213s456678m5m5p"}, "5m", void="pmms", fill=".mms")
    go(match, "E kong concealed 2s")
    finish(match)
    assert memory(match, "unready")[E] == 1             # 2s alone would do, and it lies before him
    match = started({"E": "22213s45678955m6p"}, "1p", void="pmms", fill=".mms")
    finish(match)
    assert memory(match, "unready")[E] == 0
    assert memory(match, "ready_value")[E] == 2         # four 2s: one fan


def test_three_suits_make_a_pig_where_none_is_named() -> None:
    match = started({"E": "222213s456789m5m5p"}, "1p", void="", fill=".spm", book=PLAIN + "&ding_que=false")
    finish(match)
    assert memory(match, "pig") == [1, 0, 0, 0]


def test_without_a_winner_left_to_find_nobody_is_checked() -> None:
    match = started({"E": "6s", "S": NEAR}, "", void="spmm", fill="p.mm", book=PLAIN + "&blood_battle=false")
    assert match.hand_over
    assert memory(match, "pig") == [0] * 4


# -- river of blood (血流成河) --

RIVER = PLAIN + "&xue_liu=true"


def test_a_locked_winner_wins_again_and_does_nothing_else() -> None:
    hands = {"E": "6s", "S": "123456m34578s99s", "W": "9s", "N": "6s"}
    match = started(hands, "5m1p9s1p1p6s" + "999988p", void="spss", fill="p.mm", book=RIVER)
    go(match, "S win")                                  # then W has to discard 9s
    assert out(match) == ""
    go(match, "S win")                                  # then N has to discard 6s
    go(match, "S win")
    assert paid(match) == {"E": -1, "S": 3, "W": -1, "N": -1}
    assert [action for action in texts(match, "S") if action.startswith("pung")] == []
    locked = line(match.table.held, S).tolist()
    finish(match)
    assert line(match.table.held, S).tolist() == locked       # what he draws he discards
    asked = [str(step.action) for step in match.steps[-30:] if step.kind == "action" and step.seat == S]
    assert all(action in ("win", "pass") or action.startswith("choose") for action in asked)


def test_a_locked_winner_lays_his_own_tile_aside_and_is_ready_to_the_end() -> None:
    match = started({"E": "5p", "S": NEAR}, "6s1p2p3p6s" + "99998888p", void="ppmm", fill="p.mm", book=RIVER)
    go(match, "E discard 5p", "S win", "S win")
    assert sum(line(match.table.aside, S)) == 2
    assert sum(line(match.table.held, S)) == 13
    finish(match)
    assert memory(match, "unready") == [0, 0, 0, 0]
    assert memory(match, "pig")[S] == 0
    assert memory(match, "ready_value")[S] == 1
    assert all(detail.agrees for detail in match.settlements[-1].wins)


def test_a_hand_dealt_complete_stays_ready() -> None:
    match = started({"E": "123456m34567899s"}, SPARE, "pssm", ".ssm", book=RIVER)
    go(match, "E win")
    assert sum(line(match.table.held, E)) == 13
    assert sum(line(match.table.aside, E)) == 1
    finish(match)
    assert memory(match, "unready")[E] == 0


# -- false wins --

def test_a_false_win_costs_the_cap_and_the_hand() -> None:
    match = started({"E": "5p"}, SPARE, void="pmms", fill="pmms")
    match.play("E", "false_win")
    assert paid(match) == {"E": -48, "S": 16, "W": 16, "N": 16}
    assert out(match) == "E"
    assert drawers(match) == [S]
    match.play("S", "false_win")
    assert paid(match)["S"] == 16 - 32
    match.play("W", "false_win")
    assert match.hand_over                              # one is left: nobody plays on, nothing is checked
    assert match.settlements[-1].ended == "abort"
    assert match.settlements[-1].net == (-48, -16, 16, 48)
    assert int(match.table.dealer) == E


def test_who_leaves_while_a_tile_is_offered_claims_nothing() -> None:
    match = started({"E": "6s", "S": NEAR, "W": "66s"}, SPARE, void="spmm", fill="p.mm")
    assert waited(match) == "SW"
    match.play("W", "false_win")
    assert waited(match) == "S"
    go(match, "S win")
    assert out(match) == "SW"
    assert drawers(match)[0] == N


@pytest.mark.parametrize(("then", "offender", "dealer"), [
    ("replay", "E", E), ("lose_deal", "E", S), ("lose_deal", "S", E)])
def test_a_false_win_may_void_the_hand(then: str, offender: str, dealer: int, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "sichuan"\nname = "house"\nmatch.false_win.then = "{then}"\n', encoding="utf-8")
    match = started({"E": "1111p68s", "S": NEAR}, "1s" + SPARE, "spmm", "p.mm", book=f"{house}?huan_san_zhang=false")
    go(match, "E kong concealed 1p", *(["E discard 6s", "S pass"] if offender == "S" else []))
    match.play(offender, "false_win")
    assert match.hand_over
    assert match.settlements[-1].ended == "redeal"
    assert paid(match, "concealed_kong")["E"] == 6      # kong money stays paid
    assert paid(match, "false_win")[offender] == -48
    assert int(match.table.dealer) == dealer
