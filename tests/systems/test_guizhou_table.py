"""Guizhou at the table: chickens where they lie, kongs in time or too late, declarations, compulsory wins, the end."""

import pytest

from quepu.errors import IllegalAction
from quepu.game import events as ev
from quepu.game.match import Match
from tests.laid import begun, discard, drift, go, memory, paid, pass_all, run, texts

LOOSE = "147m258p369s"                  # nine tiles that make nothing
DRAWS = "1199m3344p6677s8s"             # seven pairs, waits for 8s
PAIRS = "1s3399m2244p6677s"             # seven pairs, waits for 1s
FLUSH = "1s234s567s888s999s"            # full flush, waits for 1s among others
PLAIN = "234m456m789m67p55p"            # plain, waits for 5p and 8p


def guizhou(*hands: str, draws: str = "", replacements: str = "", fill: int | None = None, **options: object) -> Match:
    """A hand laid so; nobody who could declares with the dealt tiles."""
    match = begun("guizhou", *hands, draws=draws, replacements=replacements, fill=fill, options=options)
    while match.view(None).phase:
        match.play(match.asked[0], "pass")
    return match


def turned(match: Match, lot: str = "fan_ji") -> list[str | None]:
    return [event.tile for event in match.events if isinstance(event, ev.TurnedUp) and event.lot == lot]


def chickens(match: Match) -> list[int]:
    """What all the chickens brought each seat."""
    rules = ("chicken", "chicken_unready", "charge", "charge_unready", "duty", "duty_unready")
    return [sum(of) for of in zip(*(paid(match, rule) for rule in rules), strict=True)]


def until(match: Match, seat: int) -> None:
    """Everybody discards what was drawn and claims nothing, until it is a seat's turn."""
    while match.asked[0] != seat:
        discard(match, "ESWN"[match.asked[0]])


# -- chickens --
def test_the_tile_won_on_is_the_winners_and_no_chicken_in_charge() -> None:
    match = guizhou("1s" + LOOSE, PAIRS, draws="3s")
    go(match, "E discard 1s", "S win")
    assert paid(match, "win") == [-13, 13, 0, 0]
    assert chickens(match) == [-2, 6, -2, -2]           # both 1s of South, nothing for East who is not ready
    assert memory(match, "hen_thrown") == [0, 0, 0, 0]


def test_after_several_wins_the_tile_is_the_last_winners() -> None:
    """gz-own-two-winners, played; the tile turned up is one for both."""
    match = guizhou("1s" + LOOSE, PAIRS, FLUSH, draws="5m")
    go(match, "E discard 1s", "S win", "W win")
    assert paid(match) == [-29, 14, 18, -3]
    assert turned(match) == ["5m"]


def test_a_chicken_in_the_river_pays_its_owner_if_he_is_ready() -> None:
    """East throws the first 1s and is ready after it; South wins by self-draw."""
    match = guizhou("1s" + PLAIN, DRAWS, draws="8s3s")
    go(match, "E discard 1s")
    pass_all(match)
    go(match, "S win")
    assert memory(match, "hen_thrown") == [1, 0, 0, 0]
    assert paid(match, "win") == [-13, 39, -13, -13]
    assert chickens(match) == [9, -3, -3, -3]


def test_who_is_not_ready_pays_for_the_chickens_of_his_river_to_all_who_are() -> None:
    match = guizhou("1s" + LOOSE, DRAWS, PLAIN, draws="8s3s")
    go(match, "E discard 1s")
    pass_all(match)
    go(match, "S win")
    assert chickens(match) == [-6, 3, 3, 0]              # 1 for the tile and 2 as the first one, to South and West


def test_chickens_in_the_hand_count_for_who_is_ready_only() -> None:
    """North holds three 8p and is not ready, West holds a 1s in a ready hand."""
    match = guizhou("9s258m25p36s", DRAWS, "234m456m789m123s5p", "888p369m147s", draws="8s3s")
    discard(match, "E 9s")
    go(match, "S win")
    assert chickens(match) == [-1, -1, 3, -1]


def test_a_claimed_first_chicken_is_a_matter_of_two() -> None:
    """South pungs East's 1s and is ready, so East pays two more; West wins by self-draw."""
    match = guizhou("1s258m25p36s", "11s234m456m55p67s9s", DRAWS, draws="8s3s")
    run(match, "E 1s", "S pung", "S 9s", "W win")
    assert (memory(match, "hen_thrown"), memory(match, "hen_taken")) == ([1, 0, 0, 0], [0, 1, 0, 0])
    assert chickens(match) == [-5, 11, -3, -3]


def test_only_the_first_discard_of_a_chicken_is_the_first() -> None:
    match = guizhou("1s" + LOOSE, "", "", "11s234m", draws="1s8p8p")
    discard(match, "E 1s", "S")
    assert memory(match, "hen_thrown") == [1, 0, 0, 0]
    discard(match, "W", "N")
    assert memory(match, "wu_thrown") == [0, 0, 1, 0]
    assert memory(match, "hen_taken") == [0, 0, 0, 0]


def test_a_second_chicken_claimed_is_no_duty() -> None:
    """The first 1s lies there; West, who has drawn a second, pungs North's."""
    match = guizhou("1s258m25p36s", "", "1s369m258p", draws="9m1s1s")
    discard(match, "E 1s", "S")
    run(match, "W 3m", "N 1s", "W pung")
    assert (memory(match, "hen_thrown"), memory(match, "hen_taken")) == ([1, 0, 0, 0], [0, 0, 0, 0])


def test_the_kong_of_the_first_chicken_is_a_duty_too() -> None:
    match = guizhou("8p147m369s", "", "888p258m")
    run(match, "E 8p", "W kong melded 8p")
    assert (memory(match, "wu_thrown"), memory(match, "wu_taken")) == ([1, 0, 0, 0], [0, 0, 1, 0])


# -- the tile turned up --
@pytest.mark.parametrize(("fan_ji", "flips"), [("on_any_win", ["5m"]), ("self_draw_only", []), ("none", [])])
def test_when_a_tile_is_turned_for_a_discard(fan_ji: str, flips: list[str]) -> None:
    match = guizhou("1s" + LOOSE, PAIRS, draws="5m", fan_ji=fan_ji)
    go(match, "E discard 1s", "S win")
    assert turned(match) == flips


@pytest.mark.parametrize(("fan_ji", "flips"), [("on_any_win", ["5m"]), ("self_draw_only", ["5m"]), ("none", [])])
def test_when_a_tile_is_turned_for_a_self_draw(fan_ji: str, flips: list[str]) -> None:
    match = guizhou("9s" + LOOSE, DRAWS, draws="8s5m", fan_ji=fan_ji)
    discard(match, "E 9s")
    go(match, "S win")
    assert turned(match) == flips


def test_no_tile_is_turned_where_none_is_left() -> None:
    match = guizhou("9s" + LOOSE, DRAWS, draws="8s", fill=0)
    discard(match, "E 9s")
    go(match, "S win")
    assert turned(match) == []
    assert paid(match) == [-13, 39, -13, -13]


def test_open_chickens_lie_in_the_wall_and_each_kong_turns_one_more() -> None:
    match = guizhou("5555m147m258p369s", draws="2p", replacements="9s1m9p1m3m2m4s", fill=20, ming_ji=True)
    assert turned(match, "ming_ji") == ["3m"]
    go(match, "E kong concealed 5m")
    assert turned(match, "ming_ji") == ["3m", "4s"]
    assert match.view("W").turned == ("ming_ji 3m", "ming_ji 4s")


def test_an_open_chicken_pays_like_any_other() -> None:
    """3m lies open from the start, so 4m is a chicken: West, who is ready, has one."""
    match = guizhou("9s258m25p36s", DRAWS, "234m567m789m123p5p", draws="8s9s", replacements="2m2m8m8m3m", fill=20,
                    ming_ji=True)
    discard(match, "E 9s")
    go(match, "S win")
    assert turned(match, "ming_ji") == ["3m"]
    assert chickens(match) == [-1, -1, 3, -1]


# -- kongs --
def test_four_tiles_dealt_count_in_the_first_turn() -> None:
    match = guizhou("5555m258p369s147p", "9999m258p369s147p")
    run(match, "E kong concealed 5m")
    assert memory(match, "dou") == [1, 0, 0, 0]
    discard(match, "E")
    run(match, "S kong concealed 9m")
    assert memory(match, "dou") == [1, 1, 0, 0]


def test_a_concealed_kong_made_later_brings_nothing() -> None:
    match = guizhou("5555m258p369s147p", draws="9m9m9m8m")
    discard(match, "E 1p")
    until(match, 0)
    run(match, "E kong concealed 5m")
    assert memory(match, "dou") == [0, 0, 0, 0]
    assert match.view("E").seats[0].melds == ("(5555m)",)


def test_a_fourth_tile_drawn_later_counts_in_its_turn() -> None:
    match = guizhou("555m258p369s147p", draws="9m9m9m5m")
    discard(match, "E 1p")
    until(match, 0)
    run(match, "E kong concealed 5m")
    assert memory(match, "dou") == [1, 0, 0, 0]


@pytest.mark.parametrize(("held", "draws", "paid_for"), [("55m", "5m", 1), ("555m", "9m", 0)])
def test_an_added_kong_counts_with_the_tile_just_drawn(held: str, draws: str, paid_for: int) -> None:
    """With three in hand a pung leaves the fourth there: adding it in the next turn is late."""
    match = guizhou("5m147m258p369s", held + "258p369s147p", draws="8m8m8m" + draws)
    run(match, "E 5m", "S pung", "S 2p", "W 8m", "N 8m", "E 8m")
    run(match, "S kong added 5m")
    assert memory(match, "dou") == [0, paid_for, 0, 0]


def test_a_kong_from_a_discard_remembers_who_gave_it() -> None:
    match = guizhou("5m147m258p369s", "", "555m258p369s147p")
    run(match, "E 5m", "W kong melded 5m")
    assert memory(match, "fed_dou") == [0] * 8 + [1, 0, 0, 0] + [0] * 4


def test_kongs_are_paid_when_somebody_wins_not_before() -> None:
    """East's concealed kong; South, not ready, has none; West wins on a self-draw, East is not ready: 包杠."""
    match = guizhou("5555m258p369s147p", "", DRAWS, draws="9m8s2m", replacements="9s")
    run(match, "E kong concealed 5m")
    assert paid(match) == [0, 0, 0, 0]
    discard(match, "E", "S")
    go(match, "W win")
    assert paid(match, "kong_unready") == [-3, 0, 3, 0]


# -- wins --
def test_a_plain_hand_without_a_kong_waits_for_its_own_draw() -> None:
    match = guizhou("8p" + LOOSE, PLAIN, draws="8p")
    go(match, "E discard 8p")
    assert match.view("S").drawn == "8p"                # nobody was asked about the discard
    assert "win" in texts(match, "S")


def test_a_kong_is_the_passport_of_a_plain_hand() -> None:
    match = guizhou("8p147m258m36s", "9999s234m456m67p5p", draws="5p", replacements="1m")
    discard(match, "E 1m")
    run(match, "S kong concealed 9s", "S 1m")
    until(match, 0)
    go(match, "E discard 8p")
    assert "win" in texts(match, "S")


def test_a_discard_right_after_a_kong_must_be_won_on() -> None:
    """South, plain and without a kong, has no choice; East, though ready, collects nothing for kong and 1s (烧鸡)."""
    match = guizhou("1111s8p258m369m47m", PLAIN, draws="3s", replacements="1p")
    run(match, "E kong concealed 1s", "E 8p")
    assert match.hand_over
    assert paid(match, "win") == [-4, 4, 0, 0]
    assert paid(match, "kong") == paid(match, "kong_unready") == [0, 0, 0, 0]
    assert chickens(match) == [-1, 3, -1, -1]           # the 8p won on is South's, and no first chicken


def test_who_has_declared_may_let_it_go_and_then_wins_by_self_draw_only() -> None:
    match = begun("guizhou", "1111s8p258m369m47m", PLAIN, draws="1p8p", replacements="1p")
    go(match, "S declare hard")
    run(match, "E kong concealed 1s", "E 8p")
    assert texts(match, "S") == ["win", "pass"]
    go(match, "S pass")
    pass_all(match)                                     # what South then draws goes by itself
    assert match.view("S").seats[1].river[0].tile == "1p"
    go(match, "W discard 8p")
    assert not match.hand_over
    assert match.view("N").drawn is not None            # nobody was asked


def test_robbing_a_kong_is_compulsory_and_costs_three_times() -> None:
    """West, not ready, adds the 8p that North waits for: 9 points, and 包鸡 for the three 8p that stay with West."""
    match = guizhou("8p147m25m369s1p", "", "88p147m258m36s", PLAIN, draws="2s2s2s8p3s")
    run(match, "E 8p", "W pung", "W 1m", "N 2s", "E 2s", "S 2s", "W kong added 8p")
    assert match.hand_over
    assert paid(match, "win") == [0, 0, -9, 9]
    assert chickens(match) == [-1, -1, -4, 6]


# -- declarations --
def test_who_is_ready_as_dealt_may_say_so_before_the_first_discard() -> None:
    match = begun("guizhou", LOOSE, PLAIN)
    assert (match.view(None).phase, match.asked) == ("deal", (1,))
    assert sorted(texts(match, "S")) == ["declare hard", "pass"]
    go(match, "S declare hard")
    assert memory(match, "hard") == [0, 1, 0, 0]


def test_a_declared_hand_stays_hidden_and_sees_no_other() -> None:
    hard, soft = begun("guizhou", LOOSE, PLAIN), guizhou("1s" + PLAIN)
    go(hard, "S declare hard")
    go(soft, "E declare soft 1s")
    for match in (hard, soft):
        for place, seat in enumerate("ESWN"):
            assert [one.tiles is not None for one in match.view(seat).seats] == [other == place for other in range(4)]


def test_the_dealer_declares_with_the_first_discard() -> None:
    match = guizhou("1s" + PLAIN)
    assert "declare soft 1s" in texts(match, "E")
    go(match, "E declare soft 1s")
    assert memory(match, "soft") == [1, 0, 0, 0]


def test_a_soft_declaration_belongs_to_the_first_draw() -> None:
    match = guizhou("1s" + LOOSE, "234m456m789m67p5p9s", draws="5p2s2s2s9m")
    discard(match, "E 1s")
    assert any(text.startswith("declare soft") for text in texts(match, "S"))
    go(match, "S discard 5p")
    pass_all(match)
    until(match, 1)
    assert not any(text.startswith("declare") for text in texts(match, "S"))


def test_a_declared_hand_claims_and_kongs_nothing() -> None:
    match = begun("guizhou", "5p147m28p369s", PLAIN)
    go(match, "S declare hard", "E discard 5p")
    assert "pung" not in texts(match, "S")


# -- let go --
def test_a_pung_let_go_may_not_be_made_before_the_next_draw() -> None:
    match = guizhou("5m" + LOOSE, "", "55m258p", "", draws="5m")
    go(match, "E discard 5m")
    assert "pung" in texts(match, "W")
    go(match, "W pass")
    go(match, "S discard 5m")
    assert "pung" not in texts(match, "W")


# -- the end --
def test_a_drawn_hand_pays_who_is_ready_what_he_could_have_won() -> None:
    """South is ready with a plain hand and no kong: worth 3, the 豆 condition aside."""
    match = guizhou("1s" + LOOSE, PLAIN, draws="1m1p", fill=0)
    discard(match, "E 1s")
    drift(match)
    assert paid(match) == [-3, 9, -3, -3]


def test_a_wait_for_a_tile_one_holds_four_times_is_none() -> None:
    match = guizhou("1s147m28p369s", "5555p234m456m789m", draws="1m1p", fill=0)
    discard(match, "E 1s")
    drift(match)
    assert memory(match, "unready") == [1, 1, 1, 1]
    assert paid(match) == [0, 0, 0, 0]


def test_the_winner_deals_next_and_the_discarder_after_several() -> None:
    match = guizhou("1s" + LOOSE, PAIRS, draws="5m")
    go(match, "E discard 1s", "S win")
    dealer = match.table.player[1]
    match.begin()
    assert match.table.player[0] == dealer
    match = guizhou("1s" + LOOSE, PAIRS, FLUSH, draws="5m")
    dealer = match.table.player[0]
    go(match, "E discard 1s", "S win", "W win")
    match.begin()
    assert match.table.player[0] == dealer


def test_the_dealer_stays_after_a_draw_and_the_streak_grows() -> None:
    match = guizhou("1s" + LOOSE, draws="1m1p", fill=0, lian_zhuang=True)
    dealer = match.table.player[0]
    discard(match, "E 1s")
    drift(match)
    assert memory(match, "streak") == [1]
    match.begin()
    assert match.table.player[0] == dealer


def test_another_dealer_ends_the_streak() -> None:
    match = guizhou("1s" + LOOSE, PAIRS, draws="5m", lian_zhuang=True)
    go(match, "E discard 1s", "S win")
    assert memory(match, "streak") == [0]


def test_a_false_win_costs_39_to_each() -> None:
    match = guizhou("1s" + LOOSE)
    match.play("E", "false_win")
    assert paid(match) == [-117, 39, 39, 39]
    with pytest.raises(IllegalAction):
        match.play("E", "win")


def test_a_wait_for_a_tile_one_has_konged_is_one() -> None:
    """Only four in the hand rule a wait out: South has all 8p in a kong and waits for another."""
    match = guizhou("1s147m29p369s", "8888p79p234m567m5s", draws="5s", replacements="1p", fill=4)
    discard(match, "E 1s")
    go(match, "S kong concealed 8p", "S discard 1p")
    drift(match)
    assert memory(match, "unready") == [1, 0, 1, 1]
    assert paid(match) == [-3, 9, -3, -3]
