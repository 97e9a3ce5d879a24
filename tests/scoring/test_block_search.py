"""The nearest sets and pairs by the compiled engine: as the kernel says as plain Python; waits are told alike."""

import json
import random

import pytest

import quepu
from quepu.book import build
from quepu.errors import QuepuError
from quepu.hand import Hand
from quepu.rulebook.file.load import known_ids, split_reference
from quepu.scoring.block_search import PLAIN
from quepu.scoring.compiled_blocks import CompiledBlockSearch
from quepu.scoring.plain_values import whole_waits
from quepu.scoring.reach import Held, placed, reaches
from quepu.testing import random_win
from tests.scoring.test_nearness import CROSSING, FIVE_SETS, deals, made
from tests.share import SEED, share

HANDS = share(400, len(known_ids()), 10)
ASKED = share(120, len(known_ids()), 4)


def compare(book, count):
    compiled = CompiledBlockSearch()
    for counts, melds, wild in deals(book, random.Random(f"{SEED}:blocks:{book.id}"), count):
        left = tuple((4 if kind < 34 else 1) - copies for kind, copies in enumerate(counts))
        natural = tuple(0 if kind in wild else copies for kind, copies in enumerate(counts))
        for held in placed(book.model, Held(natural, left, sum(counts[kind] for kind in wild), melds, 0), wild):
            assert reaches(book.model, held, compiled) == reaches(book.model, held, PLAIN), (counts, melds, wild)


@pytest.mark.parametrize("name", known_ids())
def test_the_compiled_search_finds_what_the_plain_one_finds(name):
    compare(quepu.rulebook(name), HANDS)


@pytest.mark.parametrize("text", [CROSSING, FIVE_SETS], ids=["crossing", "five_sets"])
def test_it_does_so_for_sets_across_suits_and_for_five(text, tmp_path):
    compare(made(tmp_path, text), 20)


def asked(book, rng):
    """A hand as somebody asks for its waits: of a win one tile short, a few tiles exchanged, or any tiles."""
    kinds = [kind for kind in range(34) if book.model.kinds >> kind & 1]
    if rng.random() < 0.3:
        return Hand(rng.sample([kind for kind in kinds for _copy in range(4)], book.model.hand_size)), ()
    win = book.with_wild(random_win(book, rng))
    tiles = list(win.hand.concealed)
    for _tile in range(rng.choice((0, 1, 2))):
        tiles[rng.randrange(len(tiles))] = rng.choice(kinds)
    return Hand(tiles, win.hand.melds), win.wild


@pytest.mark.parametrize("name", known_ids())
def test_waits_are_told_alike(name):
    plain, compiled = (build(*split_reference(name)) for _book in range(2))
    compiled.search_compiled()
    rng = random.Random(f"{SEED}:waits:{name}")
    done = 0
    while done < ASKED:
        try:
            hand, wild = asked(plain, rng)
            if sum(kind in wild for kind in hand.concealed) > 3:
                continue                # the reference would take long
            told = plain.waits(hand, wild=wild)
        except QuepuError:
            continue                    # five of a kind, or a set that cannot be laid
        done += 1
        other = compiled.waits(hand, wild=wild)
        assert json.dumps(whole_waits(told)) == json.dumps(whole_waits(other)), (hand, wild)
