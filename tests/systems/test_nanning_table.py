"""南宁 at the table: what wins on a discard, horses and the tiles left for them, 碰三比, kongs, who deals."""

import pytest

from quepu.game.match import Match
from tests.laid import begun, discard, drift, engine_of, memory, paid, run, texts

IDLE = "1358m1358p1358s"                # waits for nothing
EAST = "2466m2479p2479s"                # the same, and what the dealer throws
READY = "123m456p789s33z78p"            # a plain hand that waits for 6p and 9p
PAIRS = "1199m2288p4466s7z"             # seven pairs, waiting for 7z
DULL = "1z9m9p5m9s5p"                   # horses that hit the dealer alone


def next_dealer(match: Match) -> str:
    """The seat of the hand before that deals now."""
    return "ESWN"[match.settlements[-1].players.index(int(match.table.dealer))]


# -- claims --

def test_there_is_no_chow_and_a_win_goes_before_a_pung() -> None:
    match = begun("nanning", EAST + "7z", "45p1358m1358s77z4z", PAIRS, IDLE)
    match.play("E", "discard 7z")
    assert texts(match, "S") == ["pung", "pass"]
    match.play("S", "pung")
    match.play("W", "win")
    assert match.settlements[0].wins[0].seat == 2
    match = begun("nanning", EAST + "6p", "45p1358m1358s17z4z", IDLE, IDLE)
    match.play("E", "discard 6p")
    assert not any(text.startswith("chow") for text in texts(match, "S"))


def test_a_plain_hand_wins_on_its_own_draw_but_not_on_a_discard() -> None:
    match = begun("nanning", EAST + "6p", READY, IDLE, IDLE, draws="9p" + DULL)
    match.play("E", "discard 6p")
    assert match.view("S").offered is None              # it is not asked, and has drawn
    run(match, "S win")
    assert paid(match) == [-4, 12, -4, -4]              # 门清
    match = begun("nanning", EAST + "6p", READY, IDLE, IDLE, options={"pinghu_discard": True})
    run(match, "E 6p", "S win")
    assert paid(match) == [-2, 2, 0, 0]


def test_a_plain_hand_may_rob_a_kong_which_pays_nothing() -> None:
    match = begun("nanning", EAST + "6p", "123m456s789s33z78p", "66p1358m1358s112z", IDLE, draws="1z5z6z6p")
    run(match, "E 6p", "W pung")
    discard(match, "W 1m", "N", "E", "S")
    match.play("W", "kong added 6p")
    match.play("S", "win")
    assert paid(match) == [0, 9, -9, 0]
    assert [fan.id for fan in match.settlements[0].wins[0].score.fans] == ["plain_win"]


def test_a_discard_after_a_kong_costs_nine_more_and_the_kong_is_kept() -> None:
    match = begun("nanning", "7777z246m2479p24s9m", "1199m2288p4466s5z", IDLE, IDLE, replacements="5z")
    run(match, "E kong concealed 7z", "E 5z", "S win")
    assert paid(match, "concealed_kong") == [3, -1, -1, -1]
    assert paid(match) == [3 - 18, -1 + 18, -1, -1]     # 9 + 9
    assert match.settlements[0].wins[0].agrees


def test_a_replacement_tile_that_wins_brings_six_more() -> None:
    match = begun("nanning", EAST + "1z", "7777z123m456p33z8s", IDLE, IDLE, draws="7s", replacements="9s",
                  options={"horses": 0})
    run(match, "E 1z", "S kong concealed 7z", "S win")
    assert paid(match, "concealed_kong") == [-1, 3, -1, -1]
    assert paid(match, "self_draw") == [-10, 30, -10, -10]      # 门清 4 + 6


def test_a_win_let_go_forbids_discard_wins_until_the_own_draw() -> None:
    match = begun("nanning", EAST + "7z", PAIRS, IDLE + "7z", IDLE, draws="1z5z6z7z2z")
    match.play("E", "discard 7z")
    match.play("S", "pass")
    discard(match, "S 1z")                              # its own draw comes first here, so it may again
    match.play("W", "discard 7z")
    assert "win" in texts(match, "S")
    match = begun("nanning", EAST + "7z", IDLE, IDLE + "7z", PAIRS, draws="1z5z6z7z2z")
    match.play("E", "discard 7z")
    match.play("N", "pass")
    discard(match, "S 1z")
    match.play("W", "discard 7z")
    assert 3 not in match.asked or "win" not in texts(match, "N")


def test_a_claim_without_a_draw_does_not_free_a_win_let_go() -> None:
    match = begun("nanning", EAST + "9p", IDLE, IDLE, "777m222p666s44z99p", draws="4z1z")
    match.play("E", "discard 9p")
    assert "win" in texts(match, "N")
    match.play("N", "pass")
    match.play("S", "discard 4z")
    assert texts(match, "N") == ["pung", "pass"]
    run(match, "N pung", "N 9p", "E 9p")
    assert 3 not in match.asked or "win" not in texts(match, "N")       # it waits for 9p with 9p


def test_a_concealed_kong_lies_face_down() -> None:
    match = begun("nanning", "7777z246m2479p24s9m", IDLE, IDLE, IDLE)
    told = [seen.line("en") for event in match.play("E", "kong concealed 7z") if (seen := event.seen_by(2))]
    assert told
    assert not any("7z" in line for line in told)


# -- horses --

def test_horses_are_opened_on_a_self_draw_alone() -> None:
    match = begun("nanning", EAST + "1z", READY, IDLE, IDLE, draws="9p2m6p2z1z1z3m")
    run(match, "E 1z", "S win")
    assert len(match.settlements[0].turned) == 6
    assert paid(match) == [-16, 48, -16, -16]           # 4 x (1 + 3)
    assert match.settlements[0].wins[0].agrees
    match = run(begun("nanning", EAST + "7z", PAIRS, IDLE, IDLE, draws="2m6p2z1z1z3m"), "E 7z", "S win")
    assert match.settlements[0].turned == ()
    assert paid(match) == [-9, 9, 0, 0]


@pytest.mark.parametrize(("settings", "drawn"), [({}, 2), ({"leave_horses": False}, 8), ({"horses": 2}, 6)])
def test_the_horses_are_left_in_the_wall(settings: dict[str, object], drawn: int) -> None:
    match = begun("nanning", EAST + "1z", IDLE, IDLE, IDLE, draws="5z6z5z6z2z3z4z2z", fill=0, options=settings)
    drift(match)
    assert match.settlements[0].ended == "draw"
    assert int(match.table.turn_count) == drawn + 1


def test_a_win_on_the_last_tile_still_has_its_horses() -> None:
    match = begun("nanning", EAST + "1z", READY, IDLE, IDLE, draws="9p", tail="2m2p1z1z9m9p", fill=0)
    run(match, "E 1z", "S win")
    assert len(match.settlements[0].turned) == 6
    assert paid(match) == [-12, 36, -12, -12]           # 4 x (1 + 2)


# -- 碰三比 --

def three_from_east(draws: str, **options: object) -> Match:
    """S has punged 1p, 2p and 3p from E and waits for 4m and 9s with a fourth pung."""
    match = begun("nanning", "1p2p3p4z2466m24p247s", "11p22p33p44m99s124z", "1358m158p1358s5z6z", "358m1358s157776z",
                  draws=draws, options=options)
    run(match, "E 1p", "S pung", "S 1z")
    discard(match, "W", "N")
    run(match, "E 2p", "S pung", "S 2z")
    discard(match, "W", "N")
    run(match, "E 3p", "S pung", "S 4z")
    return match


BEFORE = "3z1z2z3z1z2z"                 # two rounds of W, N and E


def test_who_was_punged_three_times_pays_a_self_draw_alone() -> None:
    match = three_from_east(BEFORE + "3z3z2z9s", horses=0)
    assert memory(match, "taken")[4 * 1 + 0] == 3
    discard(match, "W", "N", "E")
    match.play("S", "win")
    assert paid(match) == [-18, 18, 0, 0]               # 6 x 3


def test_he_pays_along_with_a_third_and_double_himself() -> None:
    match = run(three_from_east(BEFORE + "9s"), "W 9s", "S win")
    assert paid(match) == [-9, 18, -9, 0]
    match = three_from_east(BEFORE + "3z3z9s")
    discard(match, "W", "N")
    run(match, "E 9s", "S win")
    assert paid(match) == [-18, 18, 0, 0]               # 死双


@pytest.mark.parametrize(("settings", "sealed"), [({}, True), ({"fenghu": False}, False)])
def test_who_was_punged_three_times_may_not_win(settings: dict[str, object], sealed: bool) -> None:
    match = begun("nanning", "1p2p3p123m456s789s55m", "11p22p33p48m99s124z", "1358m158p1358s5z6z", "358m1358s157776z",
                  draws="3z4z7p3z2z8p3z3z9p", options=settings)
    run(match, "E 1p", "S pung", "S 1z")
    discard(match, "W", "N")
    run(match, "E 2p", "S pung", "S 2z")
    discard(match, "W", "N")
    run(match, "E 3p", "S pung", "S 4z")
    discard(match, "W", "N")
    assert ("win" in texts(match, "E")) == (not sealed)


def test_a_kong_of_a_discard_is_no_pung_of_the_three() -> None:
    match = begun("nanning", EAST + "7z", IDLE, "777z246m246p2479s", IDLE, replacements="5z")
    run(match, "E 7z", "W kong melded 7z")
    assert memory(match, "taken") == [0] * 16
    assert memory(match, "exposed") == [0, 0, 1, 0]
    assert paid(match) == [-1, 0, 1, 0]


def test_a_discarder_with_four_exposed_sets_pays_more() -> None:
    match = begun("nanning", "1z2z3z4z123m45s78p46m7s", "11z22z33z44z12s36p7z", PAIRS, "1358m158p135s556z",
                  draws="7m7m8s7m7m8s9p9p8s9p9p8s9s")
    for tile, thrown in (("1z", "1s"), ("2z", "2s"), ("3z", "3p"), ("4z", "6p")):
        run(match, f"E {tile}", "S pung", f"S {thrown}")
        discard(match, "W", "N")
    assert memory(match, "exposed") == [0, 4, 0, 0]
    discard(match, "E")
    run(match, "S 7z", "W win")
    assert paid(match) == [0, -18, 18, 0]               # seven pairs would be 9


# -- kongs, drawn hands, who deals, a false win --

def test_kongs_are_kept_in_a_drawn_hand_and_the_dealer_stays() -> None:
    match = begun("nanning", EAST + "7z", IDLE, "777z246m246p2479s", IDLE, replacements="5z", draws="6z", fill=6)
    run(match, "E 7z", "W kong melded 7z")
    drift(match)
    assert match.settlements[0].ended == "draw"
    assert match.settlements[0].net == (-1, 0, 1, 0)
    assert next_dealer(match) == "E"


def test_the_winner_deals_next_or_who_fed_several() -> None:
    match = run(begun("nanning", EAST + "7z", IDLE, PAIRS, IDLE), "E 7z", "W win")
    assert next_dealer(match) == "W"
    match = begun("nanning", EAST + "1z", IDLE + "7z", PAIRS, "3377m1155p3377s7z", draws="5z")
    run(match, "E 1z", "S 7z", "W win", "N win")
    assert paid(match) == [0, -18, 9, 9]
    assert next_dealer(match) == "S"


def test_a_false_win_costs_eighteen_to_each() -> None:
    match = begun("nanning", EAST + "1z", IDLE, IDLE, IDLE)
    match.play("E", "false_win")
    assert paid(match) == [-54, 18, 18, 18]
    assert not match.hand_over


@pytest.mark.parametrize(("settings", "hands"), [({}, 16), ({"hands": 8}, 8)])
def test_a_match_has_sixteen_hands_or_eight(settings: dict[str, int], hands: int) -> None:
    assert engine_of("nanning", **settings).rules.match_hands == hands


# -- the wild tile --

@pytest.mark.parametrize(("settings", "kept"), [({}, False), ({"wild": "fan1"}, True)])
def test_the_kind_after_the_turned_tile_is_wild_and_is_kept(settings: dict[str, str], kept: bool) -> None:
    match = begun("nanning", EAST + "6z", IDLE, IDLE, IDLE, tail="7z", options=settings)
    assert ("discard 6z" not in texts(match, "E")) == kept      # 中 is turned: 发 is wild


def test_four_wild_tiles_make_no_kong() -> None:
    match = begun("nanning", "6666z246m2479p24s9m", IDLE, IDLE, IDLE, tail="7z", options={"wild": "fan1"})
    assert not any(text.startswith("kong") for text in texts(match, "E"))
