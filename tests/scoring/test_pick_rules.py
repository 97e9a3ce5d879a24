"""Picks whose order does not matter are tried once; what is not certain to be so is tried in every order."""

from pathlib import Path
from random import Random

import pytest

import quepu
from quepu.book import Rulebook
from quepu.packing.pick_rules import any_order, pick_rule
from quepu.rulebook.model.model import Fan
from quepu.testing import random_win

HEAD = 'extends = "guobiao"\n'
CASES = {
    ("a, b in chows", "a.tile == b.tile"): True,
    ("a, b, c in chows", "a.low == b.low == c.low and distinct(a.suit, b.suit, c.suit)"): True,
    ("a, b, c in pungs", "a.rank > 0 and a.rank == b.rank and c.rank == b.rank"): True,
    ("a, b in chows", "self_draw and a.tile == b.tile"): True,
    ("a, b in pungs; p in pairs", "a.suit == b.suit and p.suit == a.suit"): True,
    ("a, b, c in chows", "a.tile == b.tile and c.suit == b.suit"): False,
    ("a, b in chows", "a.low < b.low"): False,
    ("a, b in pungs", "a.suit == b.suit and a.rank > 3"): False,
    ("a, b, c in chows", "distinct(a.suit, b.suit) and a.low == b.low == c.low"): False,
    ("a, b in chows", "distinct(a.low, b.low + 1) and a.suit == b.suit"): False,
    ("a, b in pungs", "a.rank == b.rank and a.is_concealed"): False,
    ("a in chows; b in pungs", "a.suit == b.suit"): False,
    ("a, b, c, d in chows", "a.tile == b.tile and c.tile == d.tile"): False,
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    """A rulebook with a fan for each of the cases."""
    path: Path = tmp_path_factory.mktemp("picks") / "picks.toml"
    path.write_text(HEAD + "".join(
        f'[fan.zz{number}]\nname = {{ zh = "试{number}", en = "trial {number}" }}\nvalue = 1\npick = "{pick}"\n'
        f'when = "{when}"\n' for number, (pick, when) in enumerate(CASES)), encoding="utf-8")
    return quepu.rulebook(path)


def fans(book: Rulebook) -> dict[str, Fan]:
    return {fan.id: fan for fan in book.model.fans}


@pytest.mark.parametrize(("number", "case"), list(enumerate(CASES)), ids=[" : ".join(case) for case in CASES])
def test_only_what_is_the_same_in_every_order_is_tried_once(book: Rulebook, number: int, case: tuple[str, str]) -> None:
    assert any_order(fans(book)[f"zz{number}"]) is CASES[case]


def test_each_set_of_a_pick_knows_the_kinds_it_may_be(book: Rulebook) -> None:
    rule = pick_rule(book.model, fans(book)["pure_straight"], by_kind=True)
    each = [int(rule.part_kinds[part]) for part in range(4)]
    assert [kinds.bit_count() for kinds in each] == [3, 3, 3, 0]        # 123, 456, 789 of three suits
    assert each[0] | each[1] | each[2] == int(rule.set_kinds)


def test_both_runners_choose_the_same_sets(book: Rulebook) -> None:
    rng, fast = Random("picks"), book.compiled()
    wins = [random_win(book, rng) for _ in range(400)]
    earned: set[str] = set()
    for win in wins:
        told = {fan.id: fan.count for fan in book.score(win).earned}
        assert {fan.id: fan.count for fan in fast.score(win).earned} == told, win
        earned |= told.keys()
    assert {f"zz{number}" for number in range(len(CASES))} - earned <= {"zz9", "zz12"}      # too rare in 400 hands
