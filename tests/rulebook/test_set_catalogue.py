"""Which groups of kinds are sets and pairs: the search by letters finds what trying every group finds."""

from itertools import combinations_with_replacement

import pytest

from quepu.book import rulebook_of_text
from quepu.engine.layout.frame import Frame
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.parse import parse
from quepu.rulebook.model.catalogue import Catalogue

CONDITIONS = [
    "a.is_suited and a.suit == b.suit == c.suit and a.rank + b.rank + c.rank == 15",
    "c.is_honor and a == b and b == c",
    "a == b == c or a.rank == 1 and c.rank == 9 and a == b and a.suit == c.suit",
    "a.is_flower and b.is_flower and c.is_flower",
    "distinct(a.suit, b.suit, c.suit) and a.rank == b.rank == c.rank and c.is_suited",
    "near(b) and a == b and not c.is_honor and c.rank == a.rank",
    "all(a.rank > 7 for a in \"89m\") and c.rank == 9 and a == b and a.rank == 1",
    "options.odd and a == b == c",
    "b == a and (c == b if a.is_honor else c.rank == 9 and a.rank == 8)",
]
RULES = """
extends = "base/thirteen"
id = "groups"
tiles.kinds = "123456789m123456789s1234567z1234f"
tiles.bonus = ""
option.odd = {{ type = "bool", default = true }}
define.near = {{ args = {{ x = "tile" }}, is = "x.rank > 3 and x.rank < 7" }}
score.total = "points"
sets.own = {{ when = '{when}', like = "other" }}
"""


@pytest.mark.parametrize("when", CONDITIONS)
def test_groups_are_those_of_a_search_through_all(when):
    model = rulebook_of_text(RULES.format(when=when)).model
    kinds = [kind for kind in range(42) if model.kinds >> kind & 1]
    fits = function(parse(when, model.words, v.HAND, dict.fromkeys("abc", v.TILE), v.BOOL))
    frame = Frame.zeros()
    frame.options[model.options[0].slot] = 1
    env = Env(frame, Catalogue((), (), (), ()))
    expected = []
    for group in combinations_with_replacement(kinds, 3):
        env.variables.update(zip("abc", group, strict=True))
        if not any(kind >= 34 and group.count(kind) > 1 for kind in group) and fits(env):
            expected.append(group)
    found = [triple for triple, family in zip(model.catalogue.sets, model.catalogue.families, strict=True)
             if family == "own" or triple in expected]
    assert sorted(found) == expected
