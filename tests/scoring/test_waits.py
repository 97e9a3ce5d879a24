"""Waits and distance: values, dead tiles, every shape; equal to an independent calculator."""

import random

import pytest
from mahjong.shanten import Shanten

import quepu
from quepu.columns import width
from quepu.engine.distance.exact import FAR, kinds_missing
from quepu.errors import QuepuError
from quepu.hand import Hand
from quepu.rulebook.file.load import known_ids
from quepu.scoring.reach import held, reaches
from quepu.testing import random_win
from quepu.tiles import code

THREE_SHAPES = """
[rulebook]
extends = "base/thirteen"
[shape.seven_pairs]
pairs = 7
melds = 0
when = "kind_count == 7"
[shape.thirteen_orphans]
tiles = 14
melds = 0
when = "kind_count == 13 and all(t.is_terminal or t.is_honor for t in tiles)"
[fan.any]
value = 1
when = "set_count >= 0"
"""


@pytest.fixture(scope="module")
def guobiao():
    return quepu.rulebook("guobiao")


@pytest.fixture(scope="module")
def three_shapes(tmp_path_factory):
    path = tmp_path_factory.mktemp("rules") / "three.toml"
    path.write_text(THREE_SHAPES, encoding="utf-8")
    return quepu.rulebook(path)


def deal(rng, kinds, count):
    wall = [kind for kind in kinds for _copy in range(4)]
    return rng.sample(wall, count)


def test_distance_equals_an_independent_calculator(three_shapes):
    rng = random.Random(20)
    calculator = Shanten()
    for number in range(300):
        kinds = range(34) if number % 3 else [*range(9), 27, 28]
        tiles = deal(rng, kinds, rng.choice((13, 14)))
        counts = [tiles.count(kind) for kind in range(34)]
        expected = {
            "standard": calculator.calculate_shanten_for_regular_hand(counts),
            "seven_pairs": calculator.calculate_shanten_for_chiitoitsu_hand(counts),
            "thirteen_orphans": calculator.calculate_shanten_for_kokushi_hand(counts),
        }
        hand = Hand(tiles)
        found = {reach.shape: reach.distance for reach in reaches(three_shapes.model, held(hand))}
        assert found == expected, hand


@pytest.mark.parametrize("rule", known_ids())
def test_useful_tiles_are_those_that_bring_it_nearer(rule):
    book = quepu.rulebook(rule)
    kinds = [kind for kind in range(34) if book.model.kinds >> kind & 1]
    rng = random.Random(rule)
    for number in range(6):
        size = book.model.hand_size - 3 * (number % 2)
        hand = Hand(deal(rng, kinds, size))
        wild = (rng.choice(kinds),) if number % 3 == 2 else ()
        before = {reach.shape: reach for reach in reaches(book.model, held(hand, wild))}
        for kind in kinds:
            if hand.tiles.count(kind) == 4 or kind in wild:
                continue
            for after in reaches(book.model, held(Hand((*hand.concealed, kind)), wild)):
                reach = before[after.shape]
                if reach.exact and reach.distance is not None:
                    helps = reach.useful >> kind & 1
                    assert after.distance == reach.distance - helps, (hand, wild, reach.shape, code(kind))


@pytest.mark.parametrize("rule", known_ids())
def test_ready_is_what_scoring_calls_complete(rule):
    """Take a tile from a complete hand: the rest is ready and waits for it."""
    book = quepu.rulebook(rule)
    rng = random.Random(3)
    for win in (random_win(book, rng) for _ in range(15)):
        if win.tile is None or win.hand.tiles.count(win.tile) == 4:
            continue
        found = book.waits(win.hand, wild=win.wild)
        assert found.distance == 0, win
        assert win.tile in [wait.kind for wait in found.waits], win


def test_a_ready_hand_has_values(guobiao):
    found = guobiao.waits("123m23455p345s77z", seat="E", round="S")
    assert found.distance == 0
    assert [(wait.tile, wait.left, wait.discard.total, wait.self_draw.total) for wait in found.waits] == \
        [("5p", 2, 8, 10), ("7z", 2, 10, 12)]
    assert all(wait.discard.legal for wait in found.waits)
    refused = guobiao.waits("[345m][222p]45678m88s").waits[-1]
    assert (refused.tile, refused.discard.legal) == ("9m", False)
    assert refused.discard.reasons[0]["en"] == "2 fan, 8 needed"


def test_a_kind_of_which_all_are_held_is_dead(guobiao):
    found = guobiao.waits("1111222333m444p")
    assert [code(kind) for kind in found.dead] == ["1m"]
    assert [wait.tile for wait in found.waits] == ["2m", "3m", "4m"]
    # waiting only for the fifth of a kind is not ready
    alone = guobiao.waits("(2222p)(3333p)(4444p)1111m")
    assert alone.distance == 1
    assert alone.waits == ()


def test_shapes_without_sets(guobiao):
    assert [wait.tile for wait in guobiao.waits("147m258p369s1357z").waits] == ["2z", "4z", "6z"]
    assert len(guobiao.waits("19m19p19s1234567z").waits) == 13
    by_shape = {reach.shape: reach.distance for reach in guobiao.waits("1358m2479p36s127z").shapes}
    assert by_shape == {"standard": 5, "knitted_straight": 4, "seven_pairs": 6, "thirteen_orphans": 8,
                        "knitted": 4}


def test_half_a_hand(guobiao):
    found = guobiao.waits("123m")
    assert (found.missing, found.distance) == (10, 10)
    assert guobiao.waits("").distance == 13
    assert guobiao.waits("1123m23455p345s77z").distance == 0
    assert guobiao.waits("123m234555p345s77z").distance == -1
    assert "成牌" in guobiao.waits("123m234555p345s77z").explain("zh")


def test_a_condition_about_more_than_tiles_is_left_out(tmp_path):
    path = tmp_path / "odd.toml"
    path.write_text('extends = "base/thirteen"\n[shape.odd]\ntiles = 14\nmelds = 0\n'
                    'name = { zh = "怪", en = "Odd" }\n'
                    'when = "count(t for t in tiles if t.rank == 5) == 3"\n'
                    '[fan.x]\nvalue = 1\nwhen = "set_count >= 0"\n', encoding="utf-8")
    book = quepu.rulebook(path)
    found = book.waits("1358m2479p36s127z")
    assert found.left_out == ("odd",)
    assert "Odd" in found.explain("en")
    # where the hand itself can be asked, it is: the third five completes it
    assert "5m" in [wait.tile for wait in book.waits("1m4m7m5p5p2p8p3s6s9s1z3z6z").waits]


def test_kinds_missing():
    counts, left = [0] * 42, [4] * 42
    assert kinds_missing(counts, left, 0b1111, 6, 4) == 6
    counts[0], left[0] = 3, 1
    assert kinds_missing(counts, left, 0b1111, 6, 4) == 3
    assert kinds_missing(counts, left, 0b1111, 6, 5) == FAR
    assert kinds_missing(counts, left, 0b1, 6, 0) == 3


@pytest.mark.parametrize("hand", ["123m23455p345s77z", "[345m][222p]45678m88s", "123m", "1358m2479p36s127z"])
def test_explanation_fits(guobiao, hand):
    for lang in ("zh", "zh-Hant", "en"):
        assert all(width(line) <= 80 for line in guobiao.waits(hand).explain(lang).split("\n"))


@pytest.mark.parametrize(("hand", "situation", "text"), [
    ("123456789m123456p", {}, "15 tiles"),
    ("[124m]23455p345s77z", {}, "not a set"),
    ("123m", {"flags": {"nope"}}, "no flag 'nope'"),
    ("123m", {"seat": "Q"}, "'Q' is not a seat"),
    ("123m", {"colour": 1}, "knows nothing of 'colour'"),
    ("123x", {}, "123"),
])
def test_bad_input(guobiao, hand, situation, text):
    with pytest.raises(QuepuError, match=text):
        guobiao.waits(hand, **situation)
