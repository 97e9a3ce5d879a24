"""Every ready-made piece is without fault under each rulebook it is offered for, and is obeyed."""

from typing import Any

import pytest

from quepu.book import build, rulebook_of_text
from quepu.examples.worked import own_examples, score_own_example
from quepu.game import events as ev
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.file.problem import Problem
from quepu.rulecheck.check import check_file
from quepu.scoring.plain_values import whole
from quepu.server.answers.asked_book import Books, Rule
from quepu.server.answers.house import changed, house
from quepu.server.answers.house_pieces import all_pieces
from tests.players import played
from tests.share import sampled, share

BOOKS = Books()


def with_changes(base: str, *changes: tuple[str, Any]) -> str:
    """The text of a house rule by hand."""
    text = f'extends = "{base}"\n'
    for key, value in changes:
        text = changed(BOOKS, text, key, value)
    return text


def offered(base: str) -> tuple[list[tuple[str, str]], list[tuple[str, None]]]:
    """The pieces and the new fans that are offered."""
    answer = house(BOOKS, Rule(text=f'extends = "{base}"\n'), {})
    pieces = [(row["key"], choice["value"]) for row in answer["rows"] if row["key"].startswith("piece.")
              for choice in row["choices"] if choice["value"]]
    return pieces, [(f"new.{fan['id']}", None) for fan in answer["fans"]]


@pytest.mark.parametrize("base", sampled(known_ids(), share(12, 1, 12), "house pieces"))
def test_every_piece_can_be_read_and_every_new_fan_is_earned(base: str) -> None:
    pieces, fans = offered(base)
    wanted = sampled(pieces, 2, base)
    faults: list[Problem] = []
    for piece in wanted:
        build("rules.toml", {}, faults, with_changes(base, piece))
    text = with_changes(base, *fans)
    book = build("rules.toml", {}, faults, text)
    assert faults == []
    made = {f"house_{key.removeprefix('new.')}" for key, _none in fans}
    earned = {fan.id for chosen, fan in own_examples(book) if fan.id in made
              if any(one.id == fan.id for one in score_own_example(chosen, fan).earned)}
    assert earned == made


EVERY = [(base, piece) for base in sampled(known_ids(), 4, "checked pieces") for piece in sampled(
    [key for part in offered(base) for key in part], 1, base)]


@pytest.mark.parametrize(("base", "piece"), EVERY)
def test_a_piece_is_checked_without_fault(base: str, piece: tuple[str, Any]) -> None:
    assert check_file("rules.toml", 0.0, text=with_changes(base, piece)).errors == []


def test_each_piece_is_offered_somewhere() -> None:
    wanted = {f"piece.{piece.id}" for piece in all_pieces().pieces} | {f"new.{fan.id}" for fan in all_pieces().fans}
    for base in known_ids():
        wanted -= {key for part in offered(base) for key, _value in part}
    assert wanted == set()


def test_a_wild_tile_is_wild() -> None:
    for name, tile in (("white", "5z"), ("red", "7z")):
        book = rulebook_of_text(with_changes("guobiao", ("piece.wild", name)))
        assert book.score(f"123m456m789p12s88s {tile}", self_draw=True).complete
    turned = rulebook_of_text(with_changes("guobiao", ("piece.wild", "next")))
    assert turned.score("123m456m789p12s88s 5z", self_draw=True, wild="5z").complete


def test_the_winner_takes_what_drawn_hands_left() -> None:
    text = with_changes("hongkong", ("piece.pot", "each"), ("option.house_pot.default", 5))
    hand = "123m456m789p12s88s 3s"
    plain, pot = (whole(rulebook_of_text(text).score(hand, self_draw=True, state={"house_pot": drawn}))["payments"]
                  for drawn in (0, 2))
    assert sum(pot.values()) - sum(plain.values()) in (0, 40)
    assert pot["E"] - plain["E"] == 40


def test_the_last_tiles_are_only_drawn() -> None:
    book = rulebook_of_text(with_changes("neimeng", ("piece.last", "draw_only"), ("option.house_last.default", 6)))
    match = played(book, 1, 1)
    events = [type(event) for event in match.events if isinstance(event, ev.Drawn | ev.Discarded | ev.NoWinner)]
    assert events[-8:] == [ev.Discarded, *[ev.Drawn] * 6, ev.NoWinner]
