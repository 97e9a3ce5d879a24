"""Readings that are left out would have changed nothing: pruned = unpruned, in both runners.

A share; `python -m tools.unpruned --rule all --mutants 150` compares 2,000 hands of each rulebook.
"""

from random import Random

import pytest
from tools.unpruned import hands, is_pruned, judge

from quepu.book import Rulebook, rulebook, rulebook_of_text
from quepu.engine.layout.frame import Place
from quepu.packing.interchange import Keeper
from quepu.packing.reading_marks import Marks
from quepu.packing.score_row import has_wild_tiles
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.language.node import Call, Slot
from quepu.scoring.wild_kinds import has_wild_kinds
from tests.share import SEED

BOOK = """
extends = "base/thirteen"
id = "x"
name = "x"
[tiles]
bonus = ""
numbers = { "1z" = 1, "2z" = 2 }
[wild]
chosen = "fixed"
kinds = ['"7z"']
[fan.x]
name = "x"
value = 1
"""
#: conditions that the analysis once took for harmless
LOOKS = {
    "numbers of tiles": 'count = "sum(t.number for t in tiles)"',
    "kinds, each once": 'count = "count(t for t in kinds if t.is_honor)"',
    "a wind that is told": 'count = "count(t for t in tiles if t == seat_wind)"',
    "what is held": 'count = "count(t for t in tiles if held(t) == 1)"',
    "chows of a suit": """count = 'count(s for s in chows if s.suit == "p")'""",
    "a pick of a pair": 'pick = "p in pairs"\nwhen = "p.tile.is_dragon"',
    "a pick of the seat's wind": 'pick = "a in pungs"\nwhen = "a.tile == seat_wind"',
    "the set won with, without wild tiles": 'when = "wild_count == 0 and any(s.wins and s.low == 3 for s in chows)"',
    "standing for another": 'count = "substitute_count"',
    "the tile after it": 'count = "count(t for t in tiles if t.next.is_wild)"',
}


def test_the_reading_with_the_highest_numbers_counts():
    book = rulebook_of_text(BOOK + LOOKS["numbers of tiles"])
    win = book.win("123m456p7s111z22z7z 7z")
    assert book.score(win).total == book.compiled().score(win).total == 52


@pytest.mark.parametrize("name", LOOKS)
def test_conditions_that_were_overlooked(name):
    assert_same(rulebook_of_text(BOOK + LOOKS[name]), name, 40)


@pytest.mark.parametrize("name", [name for name in known_ids() if has_wild_tiles(rulebook(name).model)])
def test_every_rulebook_with_wild_tiles(name):
    book = rulebook(name)
    if is_pruned(book):
        assert_same(book, name, 40)


def assert_same(book: Rulebook, name: str, count: int) -> None:
    found, told = judge(book, hands(book, Random(f"{SEED}:{name}"), count, 0))
    assert found.hands == count
    assert found.none < (count / 2 if has_wild_kinds(book.model) else count)        # else only a drawn tile is wild
    assert not told, "\n".join(told[:3])


def test_what_is_not_known_makes_it_unsure():
    marks = Marks(rulebook_of_text(BOOK + LOOKS["what is held"]).model)
    marks.look(Slot(Place("quite_new")))
    marks.look(Call("quite_newer", ()))
    assert marks.unsure == ["quite_new", "quite_newer"]


def test_where_it_is_unsure_all_is_kept():
    keeper = Keeper(rulebook_of_text(BOOK + 'when = "chow_count == 4"').model, prunes=False)
    assert len(set(keeper.block_classes())) == len(keeper.block_classes())
    assert len(set(keeper.tile_classes())) == 42
