"""Expressions with the options as they are set, as readers are told them."""

import pytest

from quepu.book import rulebook
from quepu.rulebook.prose.conditions import condition_text
from quepu.rulebook.prose.procedure_text import procedure_text
from quepu.rulebook.prose.settled import decided, settled

#: with the options of hebei as they are: base 1-2-3, chow on, several winners off
SETTLED = [
    ("1 if not self_draw or options.base == '1-1-1' else 3 if kong_draw and options.base == '1-2-3' else 2",
     "1 if not self_draw else 3 if kong_draw else 2"),
    ("options.dealer and self_draw", "self_draw"),
    ("not options.dealer or self_draw", "self_draw"),
    ("self_draw and kong_draw and options.dealer", "self_draw and kong_draw"),
    ("self_draw", "self_draw"),
    ("options.dealer", "options.dealer"),           # nothing but an option: to be told by its name
    ("options.dealer and", "options.dealer and"),   # no expression at all
]


@pytest.mark.parametrize(("text", "wanted"), SETTLED)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_what_options_decide_is_left_out(text: str, wanted: str, lang: str) -> None:
    model = rulebook("hebei").model
    assert condition_text(model, settled(model, text), lang) == condition_text(model, wanted, lang)


def test_a_condition_may_be_decided_by_options() -> None:
    model = rulebook("hebei").model
    assert decided(model, "options.dealer or self_draw") is True
    assert decided(model, "not options.dealer and self_draw") is False
    assert decided(model, "options.dealer and self_draw") is None
    assert decided(model, "self_draw") is None
    assert decided(model, 3) is None


def test_what_is_compared_with_a_list_or_in_a_chain_is_decided_too() -> None:
    model = rulebook("hebei").model
    assert decided(model, "options.base in ('1-1-1', '1-2-3')") is True
    assert decided(model, "options.base not in ('1-1-1', '1-2-3')") is False
    assert condition_text(model, settled(model, "1 < 2 < 3 and options.dealer and self_draw"), "en") == "self-drawn"


def told(rule: str, part: str, **options: object) -> str:
    parts = {one.id: one for one in procedure_text(rulebook(rule, **options).model, "zh")}
    return " ".join(" ".join((entry.name, entry.text, *entry.lines)) for entry in parts[part].entries) \
        if part in parts else ""


def test_the_procedure_tells_what_is_played() -> None:
    assert "留 16 张" in told("wenzhou", "wall")
    assert "挂铺" not in told("neimeng", "phase")
    assert told("hebei", "wild") == ""
    assert "心里想的" not in told("jiangnan", "wild")
    assert "花牌" not in told("changchun", "deal")
    assert "花牌" in told("jinan", "deal")
