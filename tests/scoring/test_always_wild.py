"""Kinds that are wild in every hand are wild without being told."""

import quepu
from quepu.book import Rulebook
from quepu.notation import read_kinds

HEAD = 'extends = "base/thirteen"\nid = "own"\nname = "x"\n' \
       '[fan.plain]\nname = "plain"\nvalue = 1\nwhen = "True"\nexample = "123m456p789s1155z 5z"\n'
READY = "67m12399p33356s7z"


def book(kinds: str) -> Rulebook:
    return quepu.rulebook_of_text(f'{HEAD}[wild]\nchosen = "fixed"\nkinds = [{kinds}]\n')


def test_a_hand_is_scored_with_them() -> None:
    assert book("'\"7z\"'").score(f"{READY} 8m").legal
    assert book("'\"7z\"'").win(f"{READY} 8m").wild == read_kinds("7z")


def test_who_tells_other_kinds_is_believed() -> None:
    assert book("'\"7z\"'").win(f"{READY} 8m", wild="9p").wild == read_kinds("9p")


def test_a_hand_waits_with_them() -> None:
    assert book("'\"7z\"'").waits(READY).distance == 0
    assert book("'\"7z\"'").distances([READY]).tolist() == [0]
    assert book("'\"6z\"'").waits(READY).distance == 1


def test_wild_tiles_that_are_turned_up_must_be_told() -> None:
    turned = quepu.rulebook_of_text(f'{HEAD}[turned.x]\non = "hand_start"\n[wild]\nchosen = "indicator"\nfrom = "x"\n'
                                    'kinds = ["tile.next"]\n')
    assert turned.win(f"{READY} 8m").wild == ()
