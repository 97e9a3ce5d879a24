"""The example of how a hand goes: the waits its sentence names are all its waits."""

import re

import pytest

from quepu.book import rulebook
from quepu.examples.how import how_it_goes
from quepu.rulebook.file.load import known_ids
from quepu.tiles import kind_of

RANKS = "一二三四五六七八九"
SUITS = {"万": "m", "萬": "m", "饼": "p", "餅": "p", "筒": "p", "条": "s", "條": "s", "索": "s"}
HONOURS = {"东风": "1z", "东": "1z", "東": "1z", "南": "2z", "西": "3z", "北": "4z", "白板": "5z", "白": "5z",
           "发财": "6z", "發財": "6z", "发": "6z", "發": "6z", "红中": "7z", "紅中": "7z", "中": "7z"}
_HONOUR = "|".join(sorted(HONOURS, key=len, reverse=True))
TILE = re.compile(rf"([{RANKS}、]+)([{''.join(SUITS)}])|({_HONOUR})(?!家|门|門|圈)")
WAITS = re.compile(r"(?<![报報宣])(?:听|聽|叫|等)(?![听聽牌])([^，。；：]*)")


def named(text: str) -> set[int]:
    """The tiles that are said to be waited for."""
    found = set()
    for part in WAITS.findall(text):
        for ranks, suit, honour in TILE.findall(part):
            found |= {kind_of(f"{RANKS.index(rank) + 1}{SUITS[suit]}") for rank in ranks if rank != "、"} if suit else \
                {kind_of(HONOURS[honour])}
    return found


@pytest.mark.parametrize("rule", known_ids())
def test_the_waits_that_an_example_names_are_all_its_waits(rule: str) -> None:
    book = rulebook(rule)
    for part in how_it_goes(book):
        if part.score is None:
            continue
        told = {"hand": part.example} if isinstance(part.example, str) else part.example
        waits = book.waits(told["hand"].rpartition(" ")[0], **{key: told[key] for key in ("wild",) if key in told})
        found = named(part.text["zh"])
        if found:
            wild = {kind_of(told["wild"])} if "wild" in told else set()     # it need not be said
            assert found | wild == {wait.kind for wait in waits.waits} | wild, (part.id, part.text["zh"])


def test_examples_name_their_waits() -> None:
    """So that the property above speaks of something."""
    told = [rule for rule in known_ids() for part in how_it_goes(rulebook(rule))
            if part.score is not None and named(part.text["zh"])]
    assert len(told) >= 20
