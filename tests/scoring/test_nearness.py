"""Distances by look-up: equal to the search, compiled or not; useful tiles equal to looking at each hand anew."""

import random

import numpy as np
import pytest

import quepu
from quepu import HandError
from quepu.compiler.kernels import load_kernels
from quepu.engine.distance import useful
from quepu.engine.layout.distance_rules import PlanSort
from quepu.engine.layout.record import fill, line
from quepu.engine.layout.table import MELD_ROOM, Table
from quepu.hand import Hand
from quepu.rulebook.file.load import known_ids
from quepu.scoring.distances import UNTOLD, near
from quepu.scoring.reach import Held, placed, reaches
from tests.share import FULL, share

CROSSING = """
[rulebook]
extends = "base/thirteen"
[sets.three_suits]
when = "1 <= a.rank <= 2 and a.rank == b.rank == c.rank and distinct(a.suit, b.suit, c.suit)"
[fan.any]
value = 1
when = "set_count >= 0"
"""
FIVE_SETS = """
[rulebook]
extends = "base/thirteen"
[deal]
hand = 16
[shape.standard]
sets = 5
[shape.pairs]
pairs = 8
melds = 0
[shape.no_honors]
sets = 5
pairs = 1
when = "honor_count == 0"
[shape.untold]
tiles = 17
melds = 0
when = "win_as.rank + kind_count > 0"
[fan.any]
value = 1
when = "set_count >= 0"
"""


def made(folder, text):
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return quepu.rulebook(path)


def deals(book, rng, count):
    """(counts, melds, wild kinds): near and far hands, some with wild tiles, melds not among the counts."""
    kinds = [kind for kind in range(42) if book.model.kinds >> kind & 1]
    most = max(shape.sets for shape in book.model.shapes)
    for number in range(count):
        few = rng.sample(kinds, 12) if number % 3 else kinds       # few kinds are nearer to sets and pairs
        wall = [kind for kind in few for _copy in range(4 if kind < 34 else 1)]
        melds = rng.choice((0, 0, *range(most + 1)))
        size = min(len(wall), book.model.hand_size - 3 * melds + rng.choice((0, 1)))
        tiles = rng.sample(wall, size)
        wild = tuple(rng.sample(few, rng.choice((1, 2)))) if "wild" in book.model.as_written() and number % 2 else ()
        yield [tiles.count(kind) for kind in range(42)], melds, wild


def searched(book, counts, melds, wild):
    """The distance from each shape, by search; only the tiles in the hand itself are taken from what can come."""
    left = tuple((4 if kind < 34 else 1) - copies for kind, copies in enumerate(counts))
    natural = tuple(0 if kind in wild else copies for kind, copies in enumerate(counts))
    told: dict[str, int] = {}
    for held in placed(book.model, Held(natural, left, sum(counts[kind] for kind in wild), melds, 0), wild):
        for reach in reaches(book.model, held):
            if reach.distance is not None:
                told[reach.shape] = min(reach.distance, told.get(reach.shape, reach.distance))
    return [told.get(shape.id, UNTOLD) for shape in book.model.shapes]


def compare(book, count, seed, compiled=True):
    near_book = near(book)
    for counts, melds, wild in deals(book, random.Random(seed), count):
        hands = np.array([counts], dtype=np.uint8)
        expected = searched(book, counts, melds, wild)
        found = near_book.distances(hands, [melds], wild, shapes=True, compiled=compiled)
        assert found[0].tolist() == expected, (counts, melds, wild)
        assert near_book.distances(hands, [melds], wild, compiled=compiled).tolist() == [min(expected)]


@pytest.mark.parametrize("name", known_ids())
def test_look_ups_equal_the_search(name):
    compare(quepu.rulebook(name), 400 if FULL else share(8_000, len(known_ids()), 100), 1)


@pytest.mark.parametrize("name", known_ids())
def test_look_ups_equal_the_search_with_the_compiler_off(name):
    compare(quepu.rulebook(name), 40, 2, compiled=False)


def test_sets_that_cross_suits_are_searched(tmp_path):
    book = made(tmp_path, CROSSING)
    assert any(plan.sort == PlanSort.SEARCH for plan in near(book).hand.rules.plans)
    compare(book, 12, 3)
    compare(book, 3, 4, compiled=False)


def test_five_sets_eight_pairs_and_a_condition(tmp_path):
    book = made(tmp_path, FIVE_SETS)
    compare(book, 60, 5)
    compare(book, 10, 6, compiled=False)


def test_a_condition_that_cannot_be_told_is_never_too_far(tmp_path):
    book = made(tmp_path, FIVE_SETS)
    hand = near(book).hand
    table = Table.zeros()
    seat_into(table, [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 28, 29, 30, 31, 32, 33], 0)
    assert load_kernels().missing_of(table, hand, 0, 5) == 0
    assert load_kernels().missing_of(table, hand, 0, -1) == 1
    assert load_kernels().told_missing_of(table, hand, 0, 5) > 4


# -- the table --
def seat_into(table, tiles, melds):
    """Put tiles into a seat of a table record as the engine does."""
    for kind in tiles:
        table.held[0, kind] += 1
        table.held_mask[0] |= 1 << kind
        if kind < 34:
            group = kind // 9
            table.sizes[0, group] += 1
            table.keys[0, group] += 5 ** (kind - 9 * group)
    table.meld_count[0] = melds


def seats(book, rng, count):
    """(table record, left, tiles, melds, wild): hands from which a tile must be discarded."""
    for counts, melds, wild in deals(book, rng, count):
        tiles = [kind for kind, copies in enumerate(counts) for _copy in range(copies)]
        if len(tiles) % 3 != 2:
            continue
        table = Table.zeros()
        seat_into(table, tiles, melds)
        # melds of which nothing is known
        fill(line(table.meld_set, 0), [len(book.model.catalogue.sets)] * MELD_ROOM)
        table.wild = sum(1 << kind for kind in wild)
        left = np.array([max(0, (4 if kind < 34 else 1) - counts[kind] - rng.choice((0, 0, 1, 2)))
                         for kind in range(42)], dtype=np.int64)
        yield table, left, counts, melds, wild


def missing(book, hands, melds, wild):
    return near(book).distances(np.array(hands, dtype=np.uint8), [melds] * len(hands), wild).astype(int) + 1


@pytest.mark.parametrize("name", known_ids())
def test_useful_tiles_equal_looking_anew(name):
    book = quepu.rulebook(name)
    hand, kernels = near(book).hand, load_kernels()
    for table, left, counts, melds, wild in seats(book, random.Random(7), 200):
        choices = [kind for kind in range(42) if counts[kind] and kind not in wild]
        found = kernels.useful_after_discards(table, hand, 0, left, useful.EVERY_KIND)
        if not choices:
            assert found == -1
            continue
        after = {kind: [copies - (other == kind) for other, copies in enumerate(counts)] for kind in choices}
        expected = dict(zip(choices, missing(book, list(after.values()), melds, wild), strict=True))
        assert found == min(expected.values())
        for kind in choices:
            if expected[kind] > found:
                assert hand.after[kind] > found
                continue
            assert hand.after[kind] == found
            draws = [draw for draw in range(42) if left[draw] and book.model.kinds >> draw & 1]
            grown = [[copies + (other == draw) for other, copies in enumerate(after[kind])] for draw in draws]
            nearer = missing(book, grown, melds, wild) < found if draws else []
            helping = [draw for draw, good in zip(draws, nearer, strict=True) if good]
            assert hand.useful[kind] == sum(1 << draw for draw in helping), (counts, melds, wild, kind)
            assert hand.live[kind] == sum(left[draw] for draw in helping)


@pytest.mark.parametrize("name", known_ids())
def test_the_greedy_discard_with_the_compiler_off(name):
    book = quepu.rulebook(name)
    for table, left, counts, _melds, wild in seats(book, random.Random(8), 12):
        kind = load_kernels().best_discard(table, near(book).hand, 0, left)
        assert kind == useful.best_discard(table, near(book).hand, 0, left)
        assert counts[kind]
        assert kind not in wild or all(other in wild for other in range(42) if counts[other])


def test_a_lone_honour_goes_before_an_end_and_a_pair_stays():
    book = quepu.rulebook("guobiao")
    left = np.full(42, 3, dtype=np.int64)
    table = Table.zeros()
    seat_into(table, Hand("123456m234p55s1z9s6m").tiles, 0)
    assert load_kernels().best_discard(table, near(book).hand, 0, left) == 27
    only = 1 << 26 | 1 << 22
    assert load_kernels().best_discard_of(table, near(book).hand, 0, left, only) == 26


def test_what_lies_in_melds_rules_a_shape_out():
    book = quepu.rulebook("wuhan")
    eyes = [shape.id for shape in book.model.shapes].index("all_eyes")
    found = book.distances(["[222m]2558m2258p25s", "[123m]2558m2258p25s"], shapes=True)
    assert found[:, eyes].tolist() == [0, UNTOLD]
    sets = book.model.catalogue.sets
    table = Table.zeros()
    seat_into(table, Hand("2558m2258p25s").tiles, 1)
    answers = []
    for kinds in ((1, 1, 1), (0, 1, 2)):
        fill(line(table.meld_set, 0), [sets.index(kinds)] * MELD_ROOM)
        answers.append(load_kernels().missing_of(table, near(book).hand, 0, -1))
    assert answers == [1, 1 + book.distances(["[123m]2558m2258p25s"])[0]]
    assert answers[1] > 1


# -- many hands --
def test_hands_may_be_values_texts_or_counts():
    book = quepu.rulebook("guobiao")
    texts = ["123m23455p345s77z", "19m19p19s1234567z", "[123m][222p]", "123456789m12355p"]
    assert book.distances(texts).tolist() == [0, 0, 7, -1]
    counts = np.array([Hand(text).counts() for text in texts])
    assert book.distances(counts, melds=[0, 0, 2, 0]).tolist() == [0, 0, 7, -1]
    assert book.distances(counts, [0, 0, 2, 0], shapes=True).shape == (4, len(book.model.shapes))
    assert book.distances([]).tolist() == []


@pytest.mark.parametrize(("hands", "melds", "told"), [
    (np.zeros((2, 34)), None, "42 counts"),
    (np.zeros((2, 42)), [1], "one number a hand"),
    (np.full((1, 42), 5), None, "hand 0"),
    (np.full((1, 42), 1), None, "hand 0 has more than 14 tiles"),
])
def test_what_is_no_hand_is_told(hands, melds, told):
    with pytest.raises(HandError, match=told):
        quepu.rulebook("guobiao").distances(hands, melds)
