"""The coach book: whole, in three languages, true to what a seat sees, and quoted only where it was measured true."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from quepu import RulebookError
from quepu.advice.blinding import blinded
from quepu.advice.coach import quoting
from quepu.advice.coach.position import Position
from quepu.advice.coach.quoting import Spoken, quotable, spoken_at
from quepu.advice.coach.sayings import Move, Read, coach_book, read_book
from quepu.advice.coach.words import WORDS
from quepu.advice.leavings import leavings
from quepu.advice.reasons import Claim, Reason
from quepu.book import rulebook
from quepu.game.actions import Discard
from quepu.game.match import Match
from quepu.locale import LANGUAGES, formed
from quepu.notation import read_kinds
from quepu.tiles import code
from tests.advice.test_reasons import BOOKS, positions
from tests.engine.test_hidden_tiles import stirred
from tests.share import sampled

SEEN = 8                    # positions that are looked at


def position_of(match: Match, seat: int) -> Position:
    legal = match.legal(seat)
    left = leavings(match, blinded(match, seat, [0], 1, 1), seat, legal)
    return Position(match, seat, dict(zip((one.text for one in legal), left, strict=True)))


def said_of(match: Match, seat: int) -> dict[str, Any]:
    """All that the sayings find at a position, but for their claims."""
    position, found = position_of(match, seat), {}
    for saying in coach_book().sayings:
        if isinstance(saying.says, Move):
            found[saying.id] = [one.text for one in saying.says.followers(position)]
        elif isinstance(saying.says, Read):
            found[saying.id] = [(values, saying.says.sign.of(position, **values))
                                for values in saying.says.bindings(position)]
    return found


def test_all_98_sayings_are_there_in_every_language() -> None:
    book = coach_book()
    assert [one.id for one in book.sayings] == [f"H{number:02}" for number in range(1, 99)]
    for saying in book.sayings:
        for texts in (saying.names, saying.texts):
            assert set(texts) == {"zh", "zh-Hant", "en"}
            assert texts["zh-Hant"] == formed(texts["zh"], "zh-Hant")
            assert texts["zh"] == formed(texts["zh"], "zh-Hans")
        assert saying.source == f"003 {saying.id}"
        assert (saying.says is None) == bool(saying.unmeasured)
    assert len({saying.texts["en"] for saying in book.sayings}) == 98
    for reason in book.reasons.values():
        assert all(reason[lang] for lang in ("zh", "zh-Hant", "en"))


def test_every_word_is_used_and_every_family_is_of_rulebooks_that_ship() -> None:
    used: set[str] = set()
    for saying in coach_book().sayings:
        if isinstance(saying.says, Move):
            used |= saying.says.when.words | saying.says.follow.words
        elif isinstance(saying.says, Read):
            used |= saying.says.among.words | saying.says.sign.words | saying.says.claim.words
    assert used == set(WORDS)
    for family in coach_book().families:
        assert all(rulebook(rule).id == rule for rule in family.rules)


@pytest.mark.parametrize("rule", sampled(BOOKS, 2, "sayings without a leak"))
def test_nothing_hangs_on_hidden_tiles(rule: str) -> None:
    chance, looked = random.Random(rule), 0
    for match, seat in positions(rule, 60, chance, 0.2):
        if match.shown:
            continue
        twin = stirred(match, seat, -1, [], chance)
        if twin.legal(seat) == match.legal(seat):
            assert said_of(twin, seat) == said_of(match, seat)
            looked += 1
        if looked == SEEN:
            return


@cache
def seen_positions() -> list[tuple[Match, int]]:
    found = positions("guobiao", 3, random.Random(2), 0.2)
    return [(match.copy(), seat) for (match, seat), _number in zip(found, range(2 * SEEN), strict=False)]


def test_words_say_what_the_view_shows() -> None:
    for match, seat in seen_positions():
        view, position = match.view(seat), position_of(match, seat)
        held = [kind for kind in range(42) for _copy in range(position.held[kind])]
        assert sorted(held) == sorted(read_kinds(view.own.tiles or ""))
        assert WORDS["wall_left"].find(position) == view.wall_left
        for other in view.seats:
            river = [kind for one in other.river for kind in read_kinds(one.tile)]
            assert [kind for kind, _bits in position.discards(other.seat)] == river
            assert WORDS["melds_of"].find(position, other.seat) == len(other.melds)
        lone = {kind for kind in set(held) if held.count(kind) == 1 and not any(
            other != kind and kind < 27 and other // 9 == kind // 9 and abs(other - kind) <= 2 for other in held)}
        assert {kind for kind in set(held) if WORDS["is_lone"].find(position, kind)} == lone


def test_followers_are_legal_and_leave_a_choice() -> None:
    spoke = 0
    for match, seat in seen_positions():
        legal = {one.text for one in match.legal(seat)}
        for found in said_of(match, seat).values():
            if found and isinstance(found[0], str):
                assert set(found) < legal
                spoke += 1
    assert spoke > SEEN


def test_a_loose_wind_of_others_is_what_the_saying_of_winds_throws() -> None:
    saying = next(one for one in coach_book().sayings if one.id == "H11")
    assert isinstance(saying.says, Move)
    for match, seat in seen_positions():
        position = position_of(match, seat)
        for one in saying.says.followers(position):
            assert isinstance(one, Discard)
            assert code(one.tile.kind) in ("1z", "2z", "3z", "4z")
            assert one.tile.kind - 27 not in (seat, int(match.table.rounds) % 4)


def test_only_what_was_measured_true_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = {"figure": 1.5, "half": 0.5, "count": 100, "share": 0.5, "kind": "move"}
    verdicts = {"H11": "true", "H12": "false", "H13": "undecided", "H15": "true"}
    told = {"minimum": {name: {**figures, "verdict": verdict} for name, verdict in verdicts.items()}}
    monkeypatch.setattr(quoting, "measured", lambda: told)
    assert [saying.id for saying, _figures in quotable(rulebook("guobiao"))] == ["H11", "H15"]
    assert not quotable(rulebook("riichi"))
    for match, seat in seen_positions():
        speaks = {name for name in ("H11", "H15") if said_of(match, seat)[name]}
        spoken = spoken_at(match, seat, position_of(match, seat).lefts)
        assert {one.id for one in spoken} == speaks
        assert all(one.figure == 1.5 for one in spoken)


def test_a_saying_is_quoted_where_the_better_answer_follows_it_and_the_other_does_not() -> None:
    advices = (match.advise(seat, samples=24) for match, seat in seen_positions())
    advice = next(one for one in advices if one.next is not None and not one.next.is_level)
    assert advice.next is not None
    best, other = advice.best.action.text, advice.next.action.text

    def quotes(*followers: str) -> list[Reason]:
        spoken = (Spoken("H11", frozenset(followers), 1.5, 0.5),)
        return [one for one in replace(advice, spoken=spoken).reasons(other) if one.kind == "saying"]
    quote, = quotes(best)
    assert quote.claims == (Claim("saying", best, 1.5, saying="H11", half=0.5),)
    assert quote.text["en"] == "Players say: Of loose tiles the winds that are not yours go first."
    assert all(quote.text[lang] for lang in LANGUAGES)
    assert not quotes(best, other)
    assert not quotes(other)


@pytest.mark.parametrize("entry", [
    {"name": {}, "text": {}, "source": ""}, {"name": {}, "text": {}, "source": "", "when": "early"},
    {"name": {}, "text": {}, "source": "", "unmeasured": "because"},
    {"name": {}, "text": {}, "source": "", "when": "early", "follow": "is_pass", "colour": "red"},
    {"name": {}, "text": {}, "source": "", "when": "is_ready(next)", "follow": "is_pass"}])
def test_a_saying_that_is_not_whole_is_refused(entry: dict[str, Any]) -> None:
    with pytest.raises(RulebookError):
        read_book([{"saying": {"H00": entry}}])
    with pytest.raises(RulebookError):
        read_book([{"proverb": {}}])
