"""A flag that is asked only once a win is declared may look at every hand; no condition of winning may ask for it."""

import pytest

from quepu.book import rulebook_of_text
from quepu.errors import RulebookError

FLAG = """
extends = "base/thirteen"
[flag.alone]
given = "not any(any(t.is_honor for t in hand_of(x)) for x in seats if x != winner)"
"""
FAN = """
[fan.x]
value = 1
when = "alone"
"""


def test_it_may_look_at_every_hand() -> None:
    assert [flag.id for flag in rulebook_of_text(FLAG + "declared = true" + FAN).model.flags][-1] == "alone"


@pytest.mark.parametrize(("more", "said"), [
    (FAN, "hidden tiles"),
    ("declared = true\n[win.x]\nwhen = 'alone'\ntext = 'no'", "'alone' holds only once the win is declared"),
    ("declared = true\n[shape.standard]\nwhen = 'alone'", "'alone' holds only once the win is declared"),
    ("declared = true\n[score]\nminimum = '1 if alone else 0'", "'alone' holds only once the win is declared"),
    ("declared = true\n[[phase]]\nid = 'after'\nkind = 'after_win'\nwinner = 'leaves'" + FAN, "hidden tiles"),
])
def test_what_would_show_hidden_tiles_is_refused(more: str, said: str) -> None:
    with pytest.raises(RulebookError, match=said):
        rulebook_of_text(FLAG + more)
