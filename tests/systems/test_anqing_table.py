"""安庆麻将 at the table: the flipped tile, the end of the wall, dragons laid out, red as the wild kind, stakes."""

import pytest

import quepu
from quepu.game.match import Match
from quepu.notation import read_tiles, write_tiles
from tests.laid import begun, discard, memory, paid, run, texts
from tests.laid.matches import engine_of

READY = "123m456p789s99p34s"            # waits for 2s and 5s


def laid(*hands: str, draws: str = "", tail: str = "6m", **options: object) -> Match:
    """A hand laid by hand: no dice are thrown, so its last tile is flipped; 7m is wild unless a tail says otherwise."""
    return begun("anqing", *hands, draws=draws, tail=tail, options=options, aside="56z")


def shuffled(seed: int, **options: object) -> tuple[Match, list[str], int]:
    """A hand dealt by chance, its wall, and the throw for the flipped tile."""
    match = Match(engine_of("anqing", **options).book, seed=seed, engine=engine_of("anqing", **options))
    match.begin()
    wall = [write_tiles([tile]) for tile in read_tiles(match.steps[0].wall or "")]
    return match, wall, int(match.table.dice[0]) + int(match.table.dice[1])


@pytest.mark.parametrize(("flip", "wild"), [("6m", "7m"), ("9s", "1s"), ("4z", "1z"), ("7z", "6z"), ("6z", "5z"),
                                            ("5z", "7z")])
def test_the_tile_after_the_flipped_one_is_wild(flip: str, wild: str) -> None:
    assert laid(tail=flip).view("E").wild == wild


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_upper_tile_of_the_stack_the_dice_count_is_flipped_and_the_wall_ends_there(seed: int) -> None:
    match, _wall, throw = shuffled(seed)
    assert 2 <= throw <= 12
    assert match.view("E").wall_left == 136 - 53 - 2 * throw
    assert len(match.view("E").turned) == 1


def test_the_flipped_tile_lies_so_many_stacks_from_the_tail() -> None:
    match, _wall, throw = shuffled(5)
    plain = Match(quepu.rulebook("anqing", draw_at="empty"), seed=5)
    plain.begin()
    table, first = match.table, plain.table
    lies = [int(tile) for tile in table.wall[table.wall_front:table.wall_back]]
    place = len(lies) - (2 * throw - 1)                  # behind it lie the lower tile of its stack and all after it
    assert [int(tile) for tile in first.wall[first.wall_front:first.wall_back - 1]] == lies
    assert 0 < place < len(lies)


def test_replacements_come_from_behind_the_flipped_tile_and_lessen_no_draws() -> None:
    for seed in range(1, 60):
        match, _wall, throw = shuffled(seed)
        kongs = [text for text in texts(match, "E") if text.startswith("kong")]
        if kongs:
            match.play("E", kongs[0])
            assert match.view("E").wall_left == 136 - 53 - 2 * throw
            return
    raise AssertionError("no dealer could lay anything out")


def test_all_tiles_may_be_drawn_the_flipped_one_last() -> None:
    match, _wall, _throw = shuffled(4, draw_at="empty")
    assert match.view("E").wall_left == 136 - 53
    flipped = match.view("E").turned[0].split()[1]
    table = match.table
    assert write_tiles([int(table.wall[table.wall_back - 1])]) == flipped


def test_green_and_white_are_laid_out_and_never_discarded() -> None:
    match = laid("6z5z147m258p369s", tail="5s6m")
    assert not {"discard 6z", "discard 5z"} & set(texts(match, "E"))
    match.play("E", "kong laid 6z")
    assert match.view("S").seats[0].flowers == "6z"
    assert match.view("E").drawn == "5s"
    assert memory(match, "laid_out") == [1, 0, 0, 0]
    match.play("E", "kong laid 5z")
    assert memory(match, "laid_out") == [2, 0, 0, 0]


def test_red_is_laid_out_where_a_dragon_is_wild_and_else_is_an_ordinary_tile() -> None:
    assert "kong laid 7z" in texts(laid("7z147m258p369s", tail="6z"), "E")
    match = laid("7z147m258p369s")
    assert "kong laid 7z" not in texts(match, "E")
    assert "discard 7z" in texts(match, "E")


def test_a_hand_that_lacks_a_suit_may_keep_and_discard_green() -> None:
    match = laid("66z147m258p1234z99p", "66z147m258p1234z9p")
    assert {"discard 6z", "kong laid 6z"} <= set(texts(match, "E"))
    assert "discard 5z" not in texts(laid("5z147m258p1234z99p9p"), "E")
    match.play("E", "discard 6z")
    assert "pung" in texts(match, "S")


def test_a_green_dragon_makes_an_open_kong_only_in_a_hand_that_lacks_a_suit() -> None:
    match = laid("6z147m258p1234z99p9p", "666z147m258p1234z")
    match.play("E", "discard 6z")
    assert "kong melded 6z" in texts(match, "S")
    match = laid("6z147m258p1234z99p9p", "666z147m258p369s")
    match.play("E", "discard 6z")
    assert not {"kong melded 6z", "pung"} & set(texts(match, "S"))


def test_a_concealed_kong_is_seen_by_all() -> None:
    match = laid("1111p", tail="5s6m")
    match.play("E", "kong concealed 1p")
    assert "1111p" in str(match.view("S").seats[0].melds)


def test_a_red_dragon_of_the_wild_suit_makes_the_suit_complete() -> None:
    assert "discard 6z" not in texts(laid("6z7z258p369s1234z"), "E")     # 7m is wild, so red is a 7m
    assert "discard 6z" in texts(laid("6z258p369s1234z123z"), "E")


def test_red_dragons_are_punged_as_the_wild_kind_and_the_wild_kind_is_not() -> None:
    match = laid("7z7m", "77z77m")
    match.play("E", "discard 7z")
    assert "pung" in texts(match, "S")
    match = laid("7z7m", "77z77m")
    match.play("E", "discard 7m")
    assert texts(match, "S") == [] or "pung" not in texts(match, "S")


def test_nobody_chows() -> None:
    match = laid("5p", "46p147m369s1234z")
    match.play("E", "discard 5p")
    assert not [text for text in texts(match, "S") if text.startswith("chow")]


def test_the_replacement_of_a_laid_out_dragon_wins_as_a_kong_bloom() -> None:
    match = laid("1p", READY, draws="6z", tail="5s6m")
    discard(match, "E 1p")
    assert match.view("S").seats[1].flowers == "6z"      # there was nothing else to do
    run(match, "S win")
    win = match.settlements[0].wins[0]
    assert win.agrees
    assert {fan.id: fan.points for fan in win.score.fans} == {"laid_out": 1, "self_draw": 1, "kong_bloom": 1}
    assert paid(match) == [-16, 48, -16, -16]


def test_the_first_draw_is_an_earthly_win_and_a_replacement_is_not() -> None:
    match = laid("1p", READY, draws="5s")
    discard(match, "E 1p")
    match.play("S", "win")
    assert "earth" in {fan.id for fan in match.settlements[0].wins[0].score.fans}


def test_with_a_dragon_to_lay_out_in_hand_nobody_wins() -> None:
    match = laid("5s", "123m456p789s66z34s")
    match.play("E", "discard 5s")
    assert "win" not in texts(match, "S")


def test_after_a_pass_no_discard_wins_until_the_own_draw() -> None:
    match = laid("5s", "", READY, draws="5s1p5s")
    match.play("E", "discard 5s")
    run(match, "W pass", "S 5s")
    assert "win" not in texts(match, "W")
    run(match, "W 1p")
    match.play("N", "discard 5s")
    assert "win" in texts(match, "W")


def test_a_drawn_hand_raises_the_dealers_stake_and_a_win_passes_the_deal() -> None:
    match = laid()
    while not match.hand_over:                           # everybody lays out what must be, and discards what was drawn
        seat, drawn = match.asked[0], match.view(match.asked[0]).drawn
        wanted = ("pass", "kong laid 5z", "kong laid 6z", f"discard {drawn}")
        match.play(seat, next(text for text in (*wanted, *texts(match, seat)) if text in texts(match, seat)))
    assert paid(match) == [0, 0, 0, 0]
    assert memory(match, "huang") == [1]
    match.begin()
    assert match.hand is not None
    assert match.hand.players[0] == 0
    match = laid(READY + "5s")
    match.play("E", "win")
    match.begin()
    assert match.hand is not None
    assert match.hand.players[0] == 1
    assert memory(match, "huang") == [0]


def test_a_false_win_costs_sixteen_to_each() -> None:
    match = laid()
    match.play("E", "false_win")
    assert paid(match) == [-48, 16, 16, 16]


def test_in_the_discard_game_east_and_dragons_are_flowers_and_chows_are_made() -> None:
    match = laid("5p147m258s234z", "46p147m369s234z", draws="6z", tail="9p1m", edition="dianpao")
    match.play("E", "discard 5p")
    assert "chow 456p" in texts(match, "S")
    match.play("S", "pass")
    assert match.view("S").seats[1].flowers[-2:] == "6z"


def test_in_the_discard_game_a_robbed_kong_brings_three() -> None:
    match = laid("5s", "55s9m", "", "123m456p789s99p3s6z", draws="1p1p1p5s", tail="4s", edition="dianpao")
    assert match.view("N").seats[3].flowers == "6z"
    run(match, "E 5s", "N pass", "S pung", "S 9m", "W 1p", "N 1p", "E 1p", "S kong added 5s", "N win")
    assert {fan.id for fan in match.settlements[0].wins[0].score.fans} == {"dp_plain", "dp_flowers", "dp_hidden",
                                                                           "dp_robbed"}
    assert paid(match) == [0, -7, 0, 7]                 # 1 + 1 + 2 + 3


def test_in_the_discard_game_a_flower_that_replaces_a_kong_of_the_first_turn_blooms() -> None:
    match = laid("2222m456p789s99p34s", tail="6z5s", edition="dianpao")
    run(match, "E kong concealed 2m", "E win")
    assert "dp_bloom" in {fan.id for fan in match.settlements[0].wins[0].score.fans}


def test_a_green_dragon_is_laid_out_before_anything_is_discarded() -> None:
    match = laid("6z5z147m258p369s", tail="5s6m")
    assert not [text for text in texts(match, "E") if text.startswith("discard")]
    match.play("E", "kong laid 6z")
    assert "discard 1m" in texts(match, "E")             # white may wait
    assert "discard 5z" not in texts(match, "E")


def test_a_green_dragon_is_kept_by_a_discard_that_leaves_a_suit_out() -> None:
    match = laid("6z147m225p1234z99p5s")
    assert [text for text in texts(match, "E") if text.startswith("discard")] == ["discard 5s"]


def test_red_in_the_part_of_green_is_laid_out_first_too() -> None:
    match = laid("7z147m258p369s", tail="5s7z")          # the flipped red makes green wild
    assert match.view("E").seats[0].flowers == "7z"      # there was nothing else to do
