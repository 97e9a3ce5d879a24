"""What a seat waits for: the kernels answer as the reference does, and only what the seat may see is counted."""

import pytest

from quepu.bots.hints import after_action
from quepu.bots.seat import CoreBot
from quepu.game import ready
from quepu.game.actions import Discard
from quepu.game.match import Match
from quepu.game.ready import Awaited, Readiness, readiness
from quepu.tiles import code
from tests.laid import begun, discard

BOOKS = ["guobiao", "sichuan", "tianjin", "taiwan", "hongkong", "wuhan", "luoshu"]


def _texts(waits: tuple[Awaited, ...]) -> list[tuple[str, int | None, int | None]]:
    """Each wait with its worth as a discard and self-drawn, None where it is no win."""
    return [(code(wait.kind), *(None if worth is None or worth.reasons else worth.total
                                for worth in (wait.discard, wait.self_draw))) for wait in waits]


@pytest.mark.parametrize("book", BOOKS)
def test_the_reference_says_the_same(book: str) -> None:
    """Kinds and values of the first discards that leave a bot ready, in rulebooks with and without wild tiles."""
    match, bot, compared = Match(book, 5), CoreBot("greedy"), 0
    while compared < 4 and not match.over:
        match.begin()
        while not match.hand_over and compared < 4:
            seat = match.asked[0]
            # the reference is not told of a declaration
            after = {} if match.view(seat).own.declared else readiness(match, seat).after
            for action in match.legal(seat):
                if isinstance(action, Discard) and action.text in after:
                    expected = [(wait.tile, *(score.total if score.legal else None
                                              for score in (wait.discard, wait.self_draw)))
                                for wait in after_action(match, seat, action).waits]
                    assert _texts(after[action.text]) == expected, (action.text, match.view(seat).lines("en"))
                    compared += 1
            match.play(seat, bot.decide(match, seat))
    assert compared >= 4


def test_waits_now_and_after_each_discard_that_leaves_them() -> None:
    match = begun("guobiao", "123m23455p345s77z9s", draws="9m")
    look = readiness(match, 0)
    assert look.now == ()
    assert [code(wait.kind) for wait in look.after["discard 9s"]] == ["5p", "7z"]
    assert readiness(match, 1).after == {}
    discard(match, "E 9s")
    assert [code(wait.kind) for wait in readiness(match, 0).now] == ["5p", "7z"]


def test_what_is_missing_to_the_minimum_is_told_in_the_readers_language() -> None:
    """By 5s all simples, pinghu, concealed, six in a row and two alike: eight; by 8s one less."""
    match = begun("guobiao", "234567m345p22s67s1z", draws="9m")
    five, eight = readiness(match, 0).as_json("en")["after"]["discard 1z"]
    assert (five["tile"], five["discard"]) == ("5s", {"total": 8, "legal": True, "why": ""})
    assert (eight["tile"], eight["discard"]) == ("8s", {"total": 7, "legal": False, "why": "7 fan, 8 needed"})
    assert eight["self_draw"]["legal"]
    assert readiness(match, 0).as_json("zh")["after"]["discard 1z"][1]["discard"]["why"] == "7 番，起和要 8 番"


def test_only_what_the_seat_sees_is_taken_from_the_copies_left() -> None:
    """Two 5p of its own and one in a river are seen; one that another holds is not."""
    match = begun("guobiao", "123m23455p345s77z9s", "5p19m19s1234567z1p", draws="9m")
    discard(match, "E 9s")
    left = {code(wait.kind): wait.left for wait in readiness(match, 0).now}
    assert left == {"5p": 2, "7z": 2}
    discard(match, "S 5p")
    assert {code(wait.kind): wait.left for wait in readiness(match, 0).now} == {"5p": 1, "7z": 2}


@pytest.mark.parametrize("book", BOOKS)
def test_a_hand_that_is_called_far_is_never_ready(book: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The short way by the distance leaves nothing out: asked of every discard, the kernels say the same."""
    match, bot, near = Match(book, 11), CoreBot("greedy"), 0
    match.begin()
    while not match.hand_over:
        for seat in range(match.seats):
            short = readiness(match, seat)
            with monkeypatch.context() as patched:
                patched.setattr(ready, "_is_far", lambda _match, _seat: False)
                assert readiness(match, seat) == short
            near += short != Readiness()
        match.play(match.asked[0], bot.decide(match, match.asked[0]))
    assert near


def test_most_tables_are_told_without_trying_a_discard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every view asks; a hand that is far is neither copied nor are its discards tried."""
    monkeypatch.setattr(ready, "_Look", lambda *_given: pytest.fail("a far hand was looked at"))
    assert readiness(begun("guobiao", "114m446p779s1122z9p", draws="9m"), 0) == Readiness()
