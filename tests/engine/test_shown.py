"""What the table shows beside tiles: phases, suits chosen, and what a rulebook has shown of its memories, by name."""

import pytest

import quepu
from quepu.game import events as ev
from quepu.game.actions import Choose
from quepu.game.match import Match
from quepu.game.plain_engine import PlainEngine
from quepu.game.view import mark_text, turned_text
from quepu.server.tables.telling import view_json
from tests.laid import plain_engine


def begun(rule: str, seed: int = 1) -> Match:
    """A match whose first hand has begun."""
    engine = plain_engine(rule)
    match = Match(engine.book, seed, engine=engine)
    match.begin()
    return match


@pytest.fixture(scope="module")
def voided() -> Match:
    """A table at which everybody has named a suit: bamboos, characters, dots, bamboos."""
    match = begun("sichuan?huan_san_zhang=false")
    for seat, letter in zip("ESWN", "smps", strict=True):
        match.play(seat, f"choose {letter}")
    return match


def test_a_suit_is_chosen_by_its_letter_or_number() -> None:
    match = begun("sichuan?huan_san_zhang=false")
    assert [(action, action.suit) for action in match.legal("E")] == [
        (Choose(0), "m"), (Choose(1), "p"), (Choose(2), "s")]
    match.play("E", "choose p")
    assert match.steps[-1].action == Choose(1)


def test_a_suit_chosen_is_told_by_its_name(voided: Match) -> None:
    chosen = [event for step in voided.steps for event in step.events if isinstance(event, ev.Chosen)]
    assert [event.line("en") for event in chosen[:2]] == [
        "East's void suit: bamboos", "South's void suit: characters"]
    assert chosen[0].line("zh-Hant") == "東缺條"
    assert ev.event_of(chosen[0].as_json()) == chosen[0]


def test_everybody_sees_the_suits_named(voided: Match) -> None:
    model = voided.book.model
    for seat in (0, 3, None):
        view = voided.view(seat)
        assert [mark_text(model, mark, "zh") for one in view.seats for mark in one.marks] == [
            "定缺 条", "定缺 万", "定缺 饼", "定缺 条"]


def test_nobody_sees_a_choice_before_all_have_chosen() -> None:
    match = begun("sichuan?huan_san_zhang=false")
    match.play("E", "choose s")
    assert match.view(1).seats[0].marks == () == match.view(None).seats[0].marks


def test_the_phase_at_hand_is_told_in_words() -> None:
    match = begun("sichuan")
    view = match.view(0)
    assert view.phase == "exchange"
    assert view_json(view, match.book.model, "en")["asks"] == "pass on three tiles of one suit"


def test_what_holds_for_the_whole_table_is_shown_once() -> None:
    match = begun("tianjin")
    match.play("E", "choose 1")
    for seat, pulls in zip("SWN", (2, 0, 1), strict=True):
        match.play(seat, f"choose {pulls}")
    view, model = match.view(0), match.book.model
    assert [mark_text(model, mark, "en") for mark in view.marks] == ["the dealer sits"]
    assert [[mark_text(model, mark, "zh") for mark in one.marks] for one in view.seats] == [
        [], ["拉庄 2"], [], ["拉庄 1"]]
    assert turned_text(model, view.turned[0], "zh").startswith("翻混 ")


_KEEPS = """
extends = "base/thirteen"
id = "keeps"
name = "keeps"
[tally.points]
[score]
total = "points"
[fan.plain]
value = 1
when = "True"
[memory.thinks]
name = { zh = "想的牌", en = "thinks of" }
scope = "seat"
type = "tile"
start = -1
shown = true
[memory.threw]
name = { zh = "先打", en = "threw first" }
scope = "hand"
type = "seat"
start = -1
shown = true
update = [{ on = ["discard"], when = "threw == nobody", set = "actor" }]
[[phase]]
id = "think"
kind = "bet"
choices = [0, 33]
names."*" = { zh = "想{n}", en = "Think of {n}" }
told."*" = { zh = "{seat}想{n}", en = "{seat} thinks of {n}" }
sets = "thinks"
dealt = true
[[phase]]
id = "turns"
kind = "turns"
"""


def test_a_memory_of_tiles_or_of_a_seat_is_shown_as_such() -> None:
    engine = PlainEngine(quepu.rulebook_of_text(_KEEPS))
    match = Match(engine.book, 1, engine=engine)
    match.begin()
    model = match.book.model
    assert [match.legal("E")[at].label("zh") for at in (4, 33)] == ["想五万", "想中"]
    for seat, value in zip("ESWN", (4, 27, 33, 0), strict=True):
        match.play(seat, f"choose {value}")
    told = [event.line("en") for step in match.steps for event in step.events if isinstance(event, ev.Chosen)]
    assert told[:2] == ["East thinks of 5 of characters", "South thinks of East"]
    view = match.view(0)
    assert [[mark_text(model, mark, "zh") for mark in one.marks] for one in view.seats] == [
        ["想的牌 五万"], ["想的牌 东"], ["想的牌 中"], ["想的牌 一万"]]
    assert [one.marks for one in view.seats][:2] == [(("thinks", "5m"),), (("thinks", "1z"),)]
    match.play("E", next(action for action in match.legal("E") if action.word == "discard"))
    view = match.view(1)
    assert view.marks == (("threw", "E"),)
    assert mark_text(model, view.marks[0], "en") == "threw first East"


def test_entries_of_the_rulebook_are_called_by_their_names() -> None:
    model = quepu.rulebook("changsha").model
    assert ev.OpeningShown(0, "four_alike", 2).line("zh", model) == "东亮四喜：2次"
    assert ev.Paid(1, 0, 3, "opening").line("en", model) == "South pays East 3 (win at the deal)"
    assert ev.Paid(1, 0, 3, "stake").line("en", model) == "South pays East 3 (stake)"
    assert ev.Paid(1, 0, 3, "stake").line("zh", model) == "南付东 3（押注）"      # the table's own, in no rulebook


def test_what_two_seats_share_cannot_be_shown() -> None:
    text = ('[rulebook]\nid = "house"\nname = "house"\nversion = 1\nextends = "guobiao"\n'
            '[memory.owed]\nscope = "pair"\nshown = true\n')
    with pytest.raises(quepu.QuepuError, match="what two seats share cannot be shown"):
        quepu.rulebook_of_text(text)
