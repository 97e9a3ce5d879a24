"""Whatever a player is asked has a name in his language: nobody is shown a bare number or a program's text."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from quepu.book import Rulebook, rulebook
from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.game import events as ev
from quepu.game.actions import Abort, Action, Choose, Declare, Discard, Kong, Pass
from quepu.game.match import Match
from quepu.game.naming import Naming, Question, phase_name
from quepu.locale import LANGUAGES
from quepu.notation import Tile
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.file.options import with_needed
from quepu.rulebook.model.answer_names import questions, unnamed_answers
from tests.laid import plain_engine
from tests.share import sampled, share

#: tables at which every kind of question is asked
ASKED = ["tianjin", "sichuan", "changsha?piao=true", "taiwan?chahua=true&yanpai=true", "luoshu", "riichi", "wuhan",
         "hongkong", "guobiao", "binshi"]
ACT = codes.Act


def option_values(name: str) -> Iterator[Rulebook]:
    """A rulebook with every value of every option, or with a share of them."""
    book = rulebook(name)
    yield book
    values = [(option.id, value) for option in book.model.options for value in {
        "bool": ("true", "false"), "choice": option.choices, "fans": option.choices[:1]}.get(
            option.type, tuple(map(str, sorted({option.low, option.high}))))]
    for option, value in sampled(values, share(250, len(known_ids()), 8), name):
        yield rulebook(name, **with_needed(book.model.as_written(), {option: value}))


def asked_of(book: Rulebook) -> Iterator[Action]:
    """Every answer the rulebook can ask for, as the table names it."""
    model, naming = book.model, Naming(book.model)

    def named(kind: int, low: int = 0, question: Question = ("", 0)) -> Action:
        return naming.action(kind << 16 | low, question)

    for place, phase in enumerate(naming.model.phases.on):
        question = ("phase", place)
        if phase.kind in ("bet", "void_suit"):
            count = 3 if phase.kind == "void_suit" else 10
            yield from (named(ACT.CHOOSE, value, question) for value in range(count))
        elif phase.kind == "exchange":
            yield named(ACT.GIVE, 4, question)
        elif phase.kind == "opening":
            yield from (named(kind, 0, question) for kind in (ACT.SHOW, ACT.PASS))
    for place, ready in enumerate(naming.model.readies.on):
        yield from (named(ACT.DECLARE, place << 8 | tile) for tile in (4, tb.NO_TILE))
        if ready.choices:
            yield from (named(ACT.CHOOSE, value, ("ready", place)) for value in range(1, 10))
    yield from (named(ACT.KONG, place << 8 | 4) for place in range(len(model.entries("kong"))))
    yield from (named(ACT.CALL_ABORT, place) for place in range(len(model.entries("abort"))))
    yield from (named(ACT.WIN, 0, (where, 0)) for where in ("", "drawn", "own"))
    yield from (named(kind, 0, ("last", 0)) for kind in (ACT.TAKE, ACT.PASS))
    yield from (named(kind) for kind in (ACT.PASS, ACT.FALSE_WIN))
    yield from (named(kind, 4) for kind in (ACT.DISCARD, ACT.FLOWER))
    for place, tiles in enumerate(model.catalogue.sets):
        if place < 256:
            yield named(ACT.CLAIM_PUNG if len(set(tiles)) == 1 else ACT.CLAIM_SET, place << 8 | tiles[0])


def check_label(action: Action) -> None:
    """A label says what is meant, in none of the languages by what programs read."""
    for lang in LANGUAGES:
        label = action.label(lang)
        assert label.strip() == label != "", action
        assert action.text not in label, (action, label)
        assert not re.search(r"[_{}]|\bchoose\b|选|選", label), (action, label)
        if lang != "en":
            assert not re.search(r"[A-Za-z]{2,}", label), (action, label)
        if isinstance(action, Choose):
            assert re.search(r"[^\W\d_]", label), (action, label)
            assert action.value or "0" not in label, (action, label)


def check_line(event: ev.Event, model: object) -> None:
    """A sentence of the log holds no number that stands for a choice, no id and no program's text."""
    for lang in LANGUAGES:
        line = event.line(lang, model)  # type: ignore[arg-type]
        assert line, event
        assert not re.search(r"[_{}]|\bchoose\b|选|選", line), (event, line)
        if isinstance(event, ev.Chosen):
            assert event.value or "0" not in line, line
        if lang != "en":
            assert not re.search(r"[A-Za-z]{2,}", line), (event, line)


@pytest.mark.parametrize("name", known_ids())
def test_every_answer_of_every_rulebook_and_option_has_a_label(name: str) -> None:
    for book in option_values(name):
        for action in asked_of(book):
            check_label(action)
        naming = Naming(book.model)
        for place, phase in enumerate(book.model.phases.on):
            assert phase_name(book.model, phase.id, "en"), phase
            if phase.kind in ("bet", "void_suit"):
                for value in range(3 if phase.kind == "void_suit" else 10):
                    check_line(naming.chosen(1, value, place), book.model)


@pytest.mark.parametrize("name", known_ids())
def test_shipped_rulebooks_name_their_choices_themselves(name: str) -> None:
    for book in option_values(name):
        for asks, answers in questions(book.model):
            missing = unnamed_answers(asks, answers)
            assert [one for one in missing if one not in ("show", "give")] == [], asks.path


@pytest.mark.parametrize("rule", ASKED)
def test_no_label_and_no_line_of_a_hand_shows_what_programs_read(rule: str) -> None:
    match, rng = Match(rule, 11), Random(f"{rule} labels")
    for _hand in range(4):
        if match.over:
            break
        check_events(match, match.begin())
        while not match.hand_over:
            seat = match.asked[0]
            legal = match.legal(seat)
            for action in legal:
                check_label(action)
            rare = [action for action in legal if not isinstance(action, Discard | Pass | Abort)]
            check_events(match, match.play(seat, rng.choice(rare or legal)))
            action = match.steps[-1].action
            assert action is not None
            check_label(action)


def check_events(match: Match, events: tuple[ev.Event, ...]) -> None:
    for event in events:
        check_line(event, match.book.model)


def test_what_is_played_keeps_its_name_whoever_says_it() -> None:
    engine = plain_engine("tianjin")
    match = Match(engine.book, 1, engine=engine)
    match.begin()
    assert [(action.text, action.label("en"), action.label("zh")) for action in match.legal("E")] == [
        ("choose 0", "Don't sit", "不坐"), ("choose 1", "Sit", "坐")]
    events = match.play("E", Choose(1))                 # as a program makes it, without a name
    assert match.steps[-1].action.label("zh-Hant") == "坐"
    assert [event.line(lang) for event in events for lang in LANGUAGES] == ["东坐", "東坐", "East sits"]
    assert events[0].as_json() == {"type": "chosen", "seat": "E", "value": 1}
    assert ev.event_of(events[0].as_json()) == events[0]


def test_an_action_without_names_has_words_of_ours() -> None:
    assert Choose(2).label("en") == "Bet 2"
    assert Choose(1, "p").label("zh") == "押 饼"
    assert Kong("added", Tile(4)).label("zh-Hant") == "槓 5m"
    assert Declare("riichi", Tile(4)).label("en") == "Declare ready 5m"
    assert Abort("four_winds").label("en") == "Call the hand off"


def test_names_are_those_of_the_place_where_it_is_asked() -> None:
    naming = Naming(rulebook("changsha").model)
    opening = next(place for place, phase in enumerate(naming.model.phases.on) if phase.kind == "opening")
    asked = {question: naming.action(ACT.PASS << 16, question).label("en")
             for question in (("phase", opening), ("last", 0), ("", 0))}
    assert list(asked.values()) == ["Don't show", "Leave it", "Pass"]
    riichi = Naming(rulebook("riichi").model)
    assert [riichi.action(ACT.WIN << 16, (where, 0)).label("en") for where in ("", "drawn")] == ["Ron", "Tsumo"]
    assert riichi.action(ACT.DECLARE << 16 | 1 << 8 | 4).label("zh") == "立直，打 5m"
    assert riichi.action(ACT.CALL_ABORT << 16).label("zh") == "流局：九种九牌"


def test_a_choice_about_another_seat_tells_of_it() -> None:
    naming = Naming(rulebook("taiwan?chahua=true").model)
    places = [place for place, phase in enumerate(naming.model.phases.on) if phase.about]
    told = [naming.chosen(0, value, place).line("en") for value, place in zip((1, 1, 0), places, strict=True)]
    assert told == ["East accepts South's raise", "East accepts West's raise", "no raise between East and North"]
