"""No more kinds are wild than a rulebook makes wild at once: what is told beyond that is refused, not scored."""

import pytest

import quepu
from quepu.errors import HandError
from quepu.rulebook.file.load import known_ids
from quepu.scoring.compare import compare
from quepu.scoring.wild_kinds import has_wild_kinds, most_wild_kinds
from quepu.tiles import code, kinds_in

KINDS = {"anqing": 1, "guobiao": 0, "harbin": 0, "nanchang": 2, "tianjin": 2, "tianjin?hun_kinds=1": 1, "wenzhou": 1,
         "yingkou": 1, "yingkou?hui=eight": 2, "jiangnan?mode=xinhuang": 0, "hangzhou": 1}


@pytest.mark.parametrize(("name", "most"), KINDS.items())
def test_so_many_kinds_are_wild_at_once(name: str, most: int) -> None:
    assert most_wild_kinds(quepu.rulebook(name).model) == most


@pytest.mark.parametrize("name", known_ids())
def test_more_are_refused_by_every_question(name: str) -> None:
    book = quepu.rulebook(name)
    most = most_wild_kinds(book.model)
    kinds = [code(kind) for kind in kinds_in(book.model.kinds & (1 << 34) - 1)]
    sample = book.model.sample
    refused = "win.wild_kinds" if has_wild_kinds(book.model) else "win.no_wild"
    for ask in (lambda wild: book.score(sample, wild=wild), lambda wild: book.waits("".join(kinds[:4]), wild=wild)):
        with pytest.raises(HandError) as error:
            ask("".join(kinds[:most + 1]))
        assert refused in [fault.code for fault in error.value.faults]
    if most:
        book.waits("".join(kinds[:4]), wild="".join(kinds[:most]))


def test_compared_rulebooks_without_wild_kinds_leave_them_out() -> None:
    found = {one.book.id: one for one in compare("123m456p789s11p23s 1s", wild=(0,), rules=("harbin", "tianjin"))}
    assert "wild" in found["harbin"].ignored
    assert "wild" not in found["tianjin"].ignored
