"""Circumstances that a hand rules out."""

import pytest

from quepu.book import rulebook
from quepu.notation import read_hand
from quepu.rulebook.file.load import known_ids
from quepu.scoring.possible import possible_flags

PLAIN = "123m23455p345s77z 5p"


def found(text: str, self_draw: bool, seat: int, rule: str = "guobiao") -> set[str]:
    model = rulebook(rule).model
    return set(possible_flags(model, read_hand(text), self_draw, seat))


def test_a_self_draw_robs_no_kong_and_a_discard_replaces_none() -> None:
    drawn, fed = found("(1111m)23455p345s77z 5p", True, 1), found("(1111m)23455p345s77z 5p", False, 1)
    assert "kong_draw" in drawn
    assert "robbing" not in drawn
    assert "kong_draw" not in fed
    assert {"robbing", "kong_discard", "last_tile"} <= fed


def test_without_kong_or_flower_nothing_is_replaced() -> None:
    assert not {"kong_draw", "flower_draw"} & found(PLAIN, True, 0)
    assert "flower_draw" in found(f"{PLAIN} 1f", True, 0)


def test_the_start_of_a_hand_belongs_to_seats_without_melds() -> None:
    assert "heaven" in found(PLAIN, True, 0)
    assert "heaven" not in found(PLAIN, True, 1)                # somebody has discarded before
    assert "earth" in found(PLAIN, False, 1)
    assert "earth" not in found(PLAIN, False, 0)                # the dealer has discarded himself
    assert not {"heaven", "earth", "human"} & found("[123m]23455p345s77z 5p", True, 0)


@pytest.mark.parametrize("rule", known_ids())
def test_no_example_of_a_fan_has_an_impossible_flag(rule: str) -> None:
    """What a rulebook shows as an example can happen."""
    book = rulebook(rule)
    seen = 0
    for fan in book.model.fans:
        example = fan.example
        if not isinstance(example, dict) or not example.get("flags") or "hand" not in example:
            continue
        hand = read_hand(f"{example['hand']} {example.get('flowers', '')}", bonus=book.bonus)
        seat = "ESWN".index(example.get("seat", "E"))
        possible = possible_flags(book.model, hand, bool(example.get("self_draw")), seat)
        assert set(example["flags"]) & {flag.id for flag in book.model.flags} <= set(possible), fan.id
        seen += 1
    assert seen or not any(isinstance(fan.example, dict) and fan.example.get("flags") for fan in book.model.fans)
