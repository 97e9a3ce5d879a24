"""Every part of the language is named in each analysis: a new one makes these tests fail until it is."""

from typing import get_args

import pytest

from quepu.book import rulebook_of_text
from quepu.engine.layout.frame import Place as FramePlace
from quepu.packing import reading_marks as marks
from quepu.rulebook.language import node as n
from quepu.rulebook.language import vocabulary as v
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.parse import parse
from quepu.rulebook.language.sight import ANYONE, Book, Place, Sight
from quepu.rulebook.language.walk import parts_of
from tests.expressions import HEAD

MODEL = rulebook_of_text('extends = "base/thirteen"\nid = "x"\nname = "x"\n' + HEAD + """
[tally.points]
[score]
total = "points"
[define.twice]
args = { n = "int" }
is = "n + n"
[fan.one]
value = 1
tally = "points"
tags = ["tagged"]
when = "self_draw"
""").model
#: an argument of each type
ARGUMENTS = {v.SEAT: "winner", v.TILE: "win_tile", v.INT: "1", v.TEXT: "'lot'"}
#: functions whose arguments the checker knows
CALLS = {
    "all": "all(t.is_honor for t in tiles)", "any": "any(t.is_honor for t in tiles)",
    "count": "count(t for t in tiles)", "sum": "sum(t.rank for t in tiles)", "max": "max(1, chow_count)",
    "min": "min(1, chow_count)", "abs": "abs(chow_count)", "distinct": "distinct(win_tile, win_as)",
    "copies": "copies('5m')", "held": "held('5m')", "shown": "shown('5m')",
    "permuted": "any(all(t in p for t in tiles) for p in permuted('147m258p369s'))", "has": "has(one)",
    "times": "times(one)", "any_fan": "any_fan('tagged')", "doubled": "doubled(1, 2)", "ceil_to": "ceil_to(7, 5)",
    "half_up": "half_up(7)", "seat_wind": "win_tile == seat_wind", "round_wind": "win_tile == round_wind",
    "paid": "paid('tag', winner, discarder)", "next_seat": "next_seat(winner, 1) == winner",
    "turns_to": "turns_to(winner, discarder)", "has_won": "has_won(winner)", "is_winning": "is_winning(winner)",
    "drawn_this_turn": "drawn_this_turn('5m')"}
OF_TYPE = {v.TILE: "any(x.{0} == x.{0} for x in tiles)", v.SET: "any(x.{0} == x.{0} for x in sets)",
           v.PAIR: "any(x.{0} == x.{0} for x in pairs)", v.MELD: "any(x.{0} == x.{0} for x in melds_of(winner))",
           v.SEAT: "winner.{0} == winner.{0}", v.ROW: "any(x.{0} == x.{0} for x in rows)"}
SIGNS = ("1 + 2 - 3 * 4 // 5 % 6", "-chow_count", "1 if self_draw else 2", "not self_draw or self_draw and self_draw",
         "1 < 2 <= 3", "3 > 2 >= 1", "1 == 1 and 1 != 2", "win_tile in '5m'", "first", "points", "level",
         "gains[winner]", "fed[winner, discarder]", "options.limit", "twice(2)", "any(x == 1 for x in (1, 2))",
         "any(x.is_honor for x in '5m')")


def _called(word: v.Word) -> str:
    return f"{word.name}({', '.join(ARGUMENTS[kind] for kind in word.args)})" if word.args else word.name


def expressions() -> list[str]:
    """Every word of the language and every sign, each in an expression."""
    functions = [_called(word) if word.args else CALLS[name] for name, word in v.FUNCTIONS.items()]
    loops = [f"count(x for x in {_called(word)})" for word in v.ITERABLES.values()]
    properties = [text.format(name) for kind, text in OF_TYPE.items() for name in v.PROPERTIES[kind]]
    return [*v.FACTS, *map(_called, v.DERIVED.values()), *functions, *loops, *properties, *SIGNS]


def tree(text: str) -> Expr:
    return parse(text, MODEL.words, v.PAY)


#: words that read the frame themselves or are run over: what is asked of them cannot follow from anything else
DECLARED = [word for word in (*v.FACTS.values(), *v.FUNCTIONS.values(), *v.ITERABLES.values())
            if word.field or word.name in v.ITERABLES]


@pytest.mark.parametrize("word", DECLARED, ids=lambda word: word.name)
def test_a_word_says_itself_what_is_asked_of_it(word):
    """Who may know it, whether readings differ in it; of what is run over also how many there are."""
    assert word.known is not None
    assert word.seen is not None
    assert (word.most > 0) == (word.name in v.ITERABLES)
    if word.known in (v.Known.ASKED, v.Known.LAID_BY):
        assert word.args[0] == v.SEAT
    if word.args and word.type != v.SEAT and word.known is not v.Known.ALL:
        assert word.loads, "what is hidden in lists of the table is filled in only where it is asked for"


def test_words_of_one_field_say_the_same_of_it():
    for word in (*v.FACTS.values(), *v.FUNCTIONS.values()):
        if word.field:
            one = v.FIELDS[word.field]
            assert (word.known, word.seen, word.loads, word.aside) == (one.known, one.seen, one.loads, one.aside), word


def test_a_word_with_arguments_shows_how_it_is_written():
    for word in (*v.FUNCTIONS.values(), *v.ITERABLES.values(), *v.DERIVED.values()):
        assert not word.args or f"`{word.name}(" in word.text, word.name


@pytest.mark.parametrize("text", expressions())
def test_who_may_know_it_is_said_of_every_word(text):
    label = Sight(Book(), Place(score=None)).of(tree(text))
    assert all(reason.word.code != "sight.unknown" for reason in label.values()), text


@pytest.mark.parametrize("text", expressions())
def test_what_it_sees_of_a_reading_is_said_of_every_word(text):
    seen = marks.Marks(MODEL)
    seen.look(tree(text))
    assert set(seen.unsure) <= {"paid", "rows"}, text


def test_every_kind_of_node_stands_in_some_expression():
    """`told` stands for the word of that name, which only conditions of flags know; a text means what is asked for."""
    used = {type(part) for text in expressions() for part in parts_of(tree(text))}
    assert set(get_args(n.Expr)) - used == {n.Told, n.Text}


def test_what_is_not_known_is_refused():
    sight = Sight(Book(), Place())
    for node in (n.Call("quite_new", ()), n.Variable("quite_new"), n.Property("quite_new", n.Number(type=v.TILE)),
                 n.Slot(FramePlace("quite_new")), n.At(FramePlace("quite_new"), (n.Number(),)),
                 n.Loop("sum", "x.1", "quite_new", n.Number(), n.Number())):
        assert ANYONE in sight.of(node), node
