"""Wild tiles in shapes of any tiles, and among the kinds a hand waits for: the same by reference and compiled form."""

from functools import cache

import pytest

import quepu
from quepu.book import Rulebook
from quepu.errors import RulebookError

WILD = '[wild]\nchosen = "told"\n'
EDGE, CLOSED, SINGLE = "edge_wait", "closed_wait", "single_wait"
ORPHANS, KNITTED = "thirteen_orphans", "lesser_honors_and_knitted"


@cache
def book(more: str = "", base: str = "guobiao", wild: str = WILD) -> Rulebook:
    return quepu.rulebook_of_text(f'extends = "{base}"\nid = "own"\nversion = 1\n{more}{wild}')


def fans(house: Rulebook, hand: str, wild: str) -> set[str]:
    """The fans of a win of both runners; empty if it is none."""
    win = house.win(hand, wild=wild)
    score = house.score(win)
    fast = house.compiled()
    result = fast.score_batch(fast.batch([win]))
    counted = {result.fan_ids[index] for index in result.fan_counts[0].nonzero()[0]}
    earned = {fan.id for fan in score.earned}
    assert counted == earned
    assert (result.legality[0] >= 0) == score.complete
    return earned


@pytest.mark.parametrize(("hand", "wild", "fan"), [
    ("12m456p789s222z99s 3m", "5z", EDGE), ("89m456p789s222z99s 7m", "5z", EDGE),
    ("13m456p789s222z99s 2m", "5z", CLOSED), ("13m456p789s222z99s 2m", "5z6z", CLOSED),
    ("123m456p789s222z9m 9m", "5z", SINGLE),
    ("89m456p789s222z99s 7m", "7m", EDGE),                      # nothing else would do: the wild kind as itself
])
def test_a_wild_kind_is_no_wait_of_its_own(hand: str, wild: str, fan: str) -> None:
    assert fan in fans(book(), hand, wild)


def test_a_wild_tile_in_the_hand_makes_more_waits() -> None:
    assert not fans(book(), "1m5z456p789s222z99s 3m", "5z") & {EDGE, CLOSED, SINGLE}


@pytest.mark.parametrize(("hand", "wild"), [
    ("19m19p19s1234567z 1m", ""), ("19m19p19s1234567z 1m", "7z"),    # as itself
    ("19m19p19s123456z5m 1m", "5m"), ("19m19p19s12345z55m 1m", "5m"), ("19m19p19s1234567z 5m", "5m"),
])
def test_wild_tiles_are_the_kinds_that_are_missing(hand: str, wild: str) -> None:
    assert ORPHANS in fans(book(), hand, wild)


@pytest.mark.parametrize(("hand", "wild"), [
    ("119m19p19s12345z5m 1m", "5m"), ("19m19p19s123456z5p 5m", "5m"),   # one kind too few; one that is none of them
])
def test_no_more_kinds_than_there_are_wild_tiles(hand: str, wild: str) -> None:
    assert ORPHANS not in fans(book(), hand, wild)


def test_wild_tiles_are_in_one_of_several_lists() -> None:
    assert KNITTED in fans(book(), "147m258p36s12345z 9m", "9m")
    assert KNITTED not in fans(book(), "147m258p36s12344z 9m", "9m")


def test_what_looks_at_several_tiles_says_what_wild_ones_are() -> None:
    shape = '[shape.x]\nname = "x"\ntiles = 14\nwhen = "{}"\n'
    pairs = "count(k for k in kinds if copies(k) % 2 == 1){} == 0"
    with pytest.raises(RulebookError, match="does not say what wild tiles are"):
        book(shape.format(pairs.format("")))
    assert book(shape.format(pairs.format(" - wild_count")))
    assert book(shape.format(pairs.format("")), wild="")


@pytest.mark.parametrize("when", [
    "any(t.is_honor for t in tiles)", "not all(t.is_honor for t in tiles)", "kind_count != 13", "honor_count >= 3",
    "suit_count == 1", "win_tile == '1m'", "all(copies(t) == 1 for t in tiles)", "kind_count % 2 == 0",
    "any(t.rank == 1 for t in kinds) or kind_count == 14", "all(kind_count > t.rank for t in tiles)",
])
def test_other_conditions_have_to_say_it(when: str) -> None:
    with pytest.raises(RulebookError, match="does not say what wild tiles are"):
        book(f'[shape.x]\nname = "x"\ntiles = 14\nwhen = "{when}"\n')


@pytest.mark.parametrize("when", [
    "all(t.is_honor for t in tiles)", "honor_count == 0 and suit_count <= 1", "13 <= kind_count or terminal_count < 1",
    "any(all(t in p for t in kinds) for p in permuted('147m258p369s'))", "flower_count > 6 and self_draw",
    "all(t.is_honor for t in tiles if t.rank > 1)", "kind_count == 12 and wild_count < 2",
])
def test_what_is_said_of_each_tile_holds_with_wild_ones(when: str) -> None:
    assert book(f'[shape.x]\nname = "x"\ntiles = 14\nwhen = "{when}"\n')


def test_wild_tiles_that_are_not_any_tile_are_no_missing_kinds() -> None:
    with pytest.raises(RulebookError, match="does not say what wild tiles are"):
        book(wild=f'{WILD}stands_for = "1234z"\n')


def test_waits_find_what_wild_tiles_complete() -> None:
    house = book()
    assert house.waits("19m19p19s123456z5m", wild="5m").distance == 0
    assert {wait.tile for wait in house.waits("19m19p19s123456z5m", wild="5m").waits} >= {"7z", "1m"}
