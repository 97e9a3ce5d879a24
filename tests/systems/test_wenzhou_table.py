"""温州麻将 at the table: wild tiles and white dragons, the reserve, passing, money at once, and who deals."""

from quepu.game.match import Match
from tests.laid import begun, discard, drift, memory, paid, plain_engine, remember, run, texts

# S waits for 6p with 1 to 6m, 789s, 33s, 222z; no wild tile
SOUTH = "123456m45p33789s222z"
DRAWN = 136 - 65 - 1            # tiles behind the deal and the turned one


def laid(*hands: str, draws: str = "", tail: str = "9p", **more: object) -> Match:
    """A hand in which the last tile of the wall is turned up: 9p, unless a tail says otherwise."""
    return begun("wenzhou", *hands, draws=draws, tail=tail, **more)         # type: ignore[arg-type]


def test_wz14_every_wild_tile_brings_one_from_each_when_somebody_wins() -> None:
    match = laid("6p", SOUTH, "9p", "99p")
    assert match.view("E").wild == "9p"
    run(match, "E 6p", "S win")
    # before the own first discard: 4 x 2 from the dealer, 4 from the others; wild tiles bring E -3, S -3, W +1, N +5
    assert paid(match) == [-8 - 3, 16 - 3, -4 + 1, -4 + 5]


def test_wz15_a_concealed_kong_is_paid_at_once_with_the_dealers_factor() -> None:
    match = laid("1p", "1111z", draws="5p")
    discard(match, "E 1p")
    match.play("S", "kong concealed 1z")
    assert paid(match) == [-4, 8, -2, -2]


def test_an_added_kong_brings_nothing() -> None:
    match = run(laid("1z", "11z9m", draws="5p5p5p1z"), "E 1z", "S pung", "S 9m")
    discard(match, "W", "N", "E")
    match.play("S", "kong added 1z")
    assert paid(match) == [0, 0, 0, 0]


def test_kong_money_stays_paid_when_nobody_wins() -> None:
    match = drift(run(laid("1z", "111z"), "E 1z", "S kong melded 1z"))
    assert match.settlements[0].ended == "draw"
    assert paid(match) == [-2, 4, -1, -1]


def test_a_discarded_wild_tile_can_only_be_won_on() -> None:
    match = laid("9p", "123456m4p33789s222z6p", "78p", "99p")
    match.play("E", "discard 9p")
    assert texts(match, "S") == ["win", "pass"]         # 4p and 6p with the wild tile
    assert texts(match, "W") == []


def test_wild_tiles_stay_in_the_hand_where_they_may_not_be_discarded() -> None:
    match = laid("9p", options={"caishen_discard": False})
    assert "discard 9p" not in texts(match, "E")
    assert "discard 9p" in texts(laid("9p"), "E")


def test_three_wild_tiles_win_in_the_own_turn_without_a_shape() -> None:
    match = laid("1p", "99p9m", draws="8p8p8p8p9p")
    discard(match, "E 1p", "S 9m", "W", "N", "E")
    match.play("S", "win")
    win = match.settlements[0].wins[0]
    assert win.agrees
    assert [fan.id for fan in win.score.fans] == ["three_wild"]
    assert paid(match) == [-4 - 3, 8 + 9, -2 - 3, -2 - 3]


def test_after_a_pass_the_same_grade_is_refused_until_the_own_draw() -> None:
    match = laid("6p", "", SOUTH, draws="6p1s6p")
    match.play("E", "discard 6p")
    assert "win" in texts(match, "W")
    run(match, "W pass", "S 6p")
    assert "win" not in texts(match, "W")
    run(match, "W 1s")
    match.play("N", "discard 6p")
    assert "win" in texts(match, "W")


def test_a_robbed_kong_is_double_where_agreed() -> None:
    match = laid("6p", "66p9m", SOUTH, draws="1s1s1s6p", options={"extra_double": True, "caishen_money": False})
    run(match, "E 6p", "W pass", "S pung", "S 9m", "W 1s", "N 1s", "E 1s", "S kong added 6p", "W win")
    assert [fan.id for fan in match.settlements[0].wins[0].score.fans] == ["robbed_kong"]
    assert paid(match) == [-8, -4, 16, -4]


def test_the_last_sixteen_tiles_are_kept_for_kongs() -> None:
    assert laid().view("E").wall_left == DRAWN - 16
    assert laid(options={"reserve": 4}).view("E").wall_left == DRAWN - 4
    match = laid("1111z", draws="")
    match.play("E", "kong concealed 1z")
    assert match.view("E").wall_left == DRAWN - 16      # the replacement came out of the sixteen


def test_a_kong_is_replaced_even_after_the_last_ordinary_draw() -> None:
    match = laid("1111z", fill=14 + 1)
    assert match.view("E").wall_left == 0
    match.play("E", "kong concealed 1z")
    assert match.view("E").drawn is not None


def test_single_honours_go_first_and_those_seen_before_all() -> None:
    match = laid("12z77z1p", "2z3z1p", options={"honors_first": True})
    assert texts(match, "E")[:2] == ["discard 1z", "discard 2z"]
    assert all("z" in text for text in texts(match, "E") if text.startswith("discard"))
    discard(match, "E 2z")
    assert match.view("E").seats[1].river[0].tile == "2z"           # there is nothing else to do


def test_a_white_dragon_in_a_suited_place_is_no_honour() -> None:
    match = laid("5z1z", options={"honors_first": True})
    assert "discard 5z" not in texts(match, "E")


def test_the_dealer_stays_after_a_win_and_a_drawn_hand_and_the_factor_grows() -> None:
    match = laid("123456m456p33789s222z")
    match.play("E", "win")
    assert memory(match, "streak") == [1]
    match.begin()
    assert match.hand is not None
    assert match.hand.players[0] == 0
    drift(match)
    assert memory(match, "streak") == [1]
    match.begin()
    assert match.hand.players[0] == 0


def test_another_winner_passes_the_deal_on_and_the_factor_starts_anew() -> None:
    match = laid("6p", SOUTH)
    run(match, "E 6p", "S win")
    match.begin()
    assert match.hand is not None
    assert match.hand.players[0] == 1
    assert memory(match, "streak") == [0]


def test_after_four_wins_in_a_row_all_seats_are_drawn_anew() -> None:
    wall = str(laid("123456m456p33789s222z").walls[0])
    match = begun("wenzhou", "123456m456p33789s222z", tail="9p", walls=[wall] * 3, options={"caishen_money": False})
    before = 0
    for hand in range(4):
        match.play("E", "win")
        share = 4 * 2 * (hand + 1)                      # dealt complete: 4 times the dealer's factor 2, 4, 6, 8
        assert int(match.table.deal_number) == hand // 3
        before -= share
        match.begin()
    assert int(match.table.score[1]) == before == -80
    assert memory(match, "streak") == [0]
    assert match.hand.players not in [(0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)]
    assert sorted(match.hand.players) == [0, 1, 2, 3]


def test_the_seats_drawn_follow_from_the_matchs_seed() -> None:
    """Nothing that the fourth hand was played with decides them."""
    def drawn(seed: int) -> tuple[int, ...]:
        match = Match(plain_engine("wenzhou").book, seed, engine=plain_engine("wenzhou"))
        match.begin()
        match.table.winners = 1
        remember(match, "streak", 4)
        match.engine.kernels.finish_hand(match.table, match.engine.session)
        assert (int(match.table.deal_number), int(match.table.rounds), int(match.table.dealer)) == (1, 0, 0)
        return tuple(int(player) for player in match.table.order)
    orders = [drawn(seed) for seed in range(40)]
    assert orders == [drawn(seed) for seed in range(40)]
    assert len(set(orders)) > 12            # of 24, less the four of the circle before


def test_three_wild_tiles_win_on_a_discard_by_the_competition_rules_only() -> None:
    hands = ("1p", "99p147m")
    for rules, answers in (("local", []), ("mil", ["win", "pass"])):
        match = laid(*hands, draws="9p", options={"double_set": rules})
        discard(match, "E 1p", "S 1m")
        match.play("W", f"discard {match.view('W').drawn}")
        assert [text for text in texts(match, "S") if text in ("win", "pass")] == answers
    match.play("S", "win")
    assert [fan.id for fan in match.settlements[0].wins[0].score.fans] == ["three_wild"]
    assert paid(match, "win") == [-4, 8, -2, -2]


def test_two_wild_tiles_and_a_discarded_third_win_by_the_competition_rules() -> None:
    match = laid("9p", "99p147m", options={"double_set": "mil"})
    match.play("E", "discard 9p")
    assert texts(match, "S") == ["win", "pass"]
