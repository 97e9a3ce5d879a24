"""Wins by flowers alone and flowers of the deal, on a house rulebook (tests/house/flowers.toml) and laid walls."""

from functools import partial
from random import Random

import numpy as np
import pytest

import quepu
from quepu import hand as values
from quepu.engine.course import audit
from quepu.engine.layout import codes
from quepu.engine.layout.record import line
from quepu.game import events as ev
from quepu.game.actions import Discard, Flower, Pass, Win
from quepu.game.match import Match
from quepu.notation import write_tiles
from quepu.records import lines
from tests import laid
from tests.laid import memory, texts

BOOK = laid.house("flowers")
DULL = ("2468m2468p2468s1z", "2468m2468p2468s2z", "3579m3579p3579s3z")


begun = partial(laid.begun, BOOK)


def flowers_of(match, seat):
    return [event.tile for event in match.events if isinstance(event, ev.FlowerLaid) and event.seat == seat]


# -- the flowers of the deal --
def test_flowers_of_the_deal_are_replaced_in_rounds():
    match = begun("12f357m1357p19s11z9s", "3f68m2468p2468s12z", "2468m2468p2468s2z", "4f579m3579p3579s3z",
                  replacements="5f1m2m6f3m7f4m")
    told = [event for event in match.events if isinstance(event, ev.FlowerLaid | ev.Drawn)]
    laid = [(event.seat, event.tile) for event in told]
    # East lays two and draws 5f and 1m; 5f waits until South and North have had their turn
    assert laid == [(0, "1f"), (0, "2f"), (0, "5f"), (0, "1m"), (1, "3f"), (1, "2m"), (3, "4f"), (3, "6f"),
                    (0, "5f"), (0, "3m"), (3, "6f"), (3, "7f"), (3, "7f"), (3, "4m")]
    assert [sum(held) for held in match.table.held.tolist()] == [14, 13, 13, 13]


def test_at_once_a_seat_replaces_until_it_has_none():
    match = begun("12f357m1357p19s11z9s", "3f68m2468p2468s12z", "2468m2468p2468s2z", "4f579m3579p3579s3z",
                  replacements="5f1m2m6f3m7f4m", options={"at_once": True})
    assert [event.tile for event in match.events if isinstance(event, ev.FlowerLaid)] == [
        "1f", "2f", "5f", "3f", "6f", "4f", "7f"]


def test_the_last_tile_of_the_wall_is_laid_aside_and_the_hand_ends():
    match = begun("1357m1357p13579s9s", *DULL, draws="1f", fill=0)
    match.play("E", "discard 9s")
    assert match.hand_over
    assert match.settlements[0].ended == "draw"
    assert flowers_of(match, 1) == ["1f"]


# -- a win by the own flowers --
SEVEN = {"draws": "7f", "replacements": "1z2z3z4z1z2z5z6z7z"}


def with_seven(**more):
    """South has six flowers after the deal and draws the seventh."""
    match = begun("1357m1357p13579s9s", "123456f2468m246p", *DULL[1:], **{**SEVEN, **more})
    match.play("E", "discard 9s")
    return match


@pytest.mark.parametrize("kind", laid.KINDS)
def test_the_seventh_flower_may_be_declared_before_its_replacement_is_drawn(kind):
    match = with_seven(kind=kind)
    assert match.asked == (1,)
    assert texts(match, 1) == ["win", "pass"]
    assert sum(line(match.table.held, 1)) == 13
    assert match.view(1).drawn == "7f"
    assert match.view(0).drawn is None
    match.play("S", "win")
    (won,) = match.settlements[0].wins
    assert won.agrees
    assert won.total == 3
    assert [fan.id for fan in won.score.fans] == ["seven"]
    assert match.scores == (-3, 9, -3, -3)
    event = next(event for event in match.events if isinstance(event, ev.Won))
    assert event == ev.Won(1, 3, "7f", None, True)
    assert ev.event_of(event.as_json()) == event
    assert [event.line(lang) for lang in ("zh", "en", "zh-Hant")] == [
        "南花和（最后一朵 7f）：3", "South wins by its flowers, 7f the last: 3", "南花和（最後一朵 7f）：3"]


def test_a_declined_win_by_flowers_is_gone_with_the_replacement():
    match = with_seven()
    match.play("S", "pass")
    assert memory(match, "declined") == [0, 1, 0, 0]
    assert match.asked == (1,)
    assert Win() not in match.legal(1)
    assert sum(line(match.table.held, 1)) == 14
    assert any(isinstance(action, Discard) for action in match.legal(1))


def test_the_eighth_flower_wins_more_and_after_a_declined_seventh_if_the_rulebook_lets_it():
    for once in (False, True):
        match = with_seven(replacements="1z2z3z4z1z2z8f6z7z", options={"once": once})
        match.play("S", "pass")
        if once:
            assert Win() not in match.legal(1)
            assert flowers_of(match, 1)[-1] == "8f"
            continue
        assert texts(match, 1) == ["win", "pass"]
        match.play("S", "win")
        assert match.settlements[0].wins[0].total == 8


def test_flowers_alone_are_no_win_on_a_draw_or_discard():
    match = with_seven()
    match.play("S", "pass")
    match.play("S", match.legal(1)[0])
    for _step in range(12):
        for seat in match.asked:
            assert Win() not in match.legal(seat)
            match.play(seat, Pass() if Pass() in match.legal(seat) else match.legal(seat)[-1])
            break


def test_flowers_of_the_deal_win_at_once():
    match = begun("12345f1357m13579p", *DULL, replacements="6f7f1z2z3z4z5z")
    assert texts(match, 0) == ["win", "pass"]
    assert sum(line(match.table.held, 0)) == 12        # the replacements of this round are not drawn yet
    match.play("E", "win")
    assert match.settlements[0].wins[0].total == 13
    assert match.settlements[0].wins[0].agrees
    other = begun("1357m1357p13579s9s", "1234567f246m246p", *DULL[1:], replacements="1z2z3z4z1z2z5z")
    assert other.asked == (1,)
    other.play("S", "pass")
    assert other.asked == (0,)
    assert memory(other, "declined") == [0, 1, 0, 0]
    assert [sum(held) for held in other.table.held.tolist()] == [14, 13, 13, 13]


def test_all_eight_flowers_of_one_deal_are_asked_about_once():
    match = begun("12345678f135m135p", *DULL, replacements="1z2z3z4z1z2z5z6z")
    assert texts(match, 0) == ["win", "pass"]
    match.play("E", "win")
    assert [fan.id for fan in match.settlements[0].wins[0].score.fans] == ["eight", "dealt"]


# -- a win on another's flower --
@pytest.mark.parametrize("kind", laid.KINDS)
def test_seven_flowers_rob_the_eighth_of_another(kind):
    match = begun("1357m1357p13579s9s", "1234567f246m246p", *DULL[1:], draws="9s8f",
                  replacements="1z2z3z4z1z2z5z6z", kind=kind)
    match.play("S", "pass")
    match.play("E", "discard 9s")
    match.play("S", "discard 9s")
    assert match.asked == (1,)
    assert texts(match, 1) == ["win", "pass"]
    assert match.view(1).offered == "8f"
    before = np.asarray(match.table.aside, dtype=int).sum(axis=0)
    match.play("S", "win")
    (won,) = match.settlements[0].wins
    assert won.agrees
    assert won.win.discarder == 2
    assert match.scores == (0, 8, -8, 0)
    assert (np.asarray(match.table.aside, dtype=int).sum(axis=0) == before).all()
    event = next(event for event in match.events if isinstance(event, ev.Won))
    assert event.line("en") == "South wins on the flower 8f of West: 8"


def test_a_flower_nobody_robs_is_replaced():
    match = begun("1357m1357p13579s9s", "1234567f246m246p", *DULL[1:], draws="9s8f",
                  replacements="1z2z3z4z1z2z5z6z")
    match.play("S", "pass")
    match.play("E", "discard 9s")
    match.play("S", "discard 9s")
    match.play("S", "pass")
    assert match.asked == (2,)
    assert sum(line(match.table.held, 2)) == 14
    assert int(match.table.draw_kind) == codes.Drew.FLOWER


# -- an own win that is let go --
def test_an_own_win_that_is_let_go_is_told_to_memories():
    match = begun("123456789m1123s1z", *DULL, draws="")
    assert "win" not in texts(match, 0)
    match = begun("123456789m11123s", *DULL)
    assert texts(match, 0)[0] == "win"
    match.play("E", "discard 1s")
    assert memory(match, "passed_draws") == [1, 0, 0, 0]
    assert memory(match, "declined") == [0, 0, 0, 0]


# -- scoring, waits, distances --
def test_flowers_alone_are_scored_with_any_tiles_or_none():
    book = quepu.rulebook(BOOK)
    two = (values.Meld((27, 27, 27)), values.Meld((0, 1, 2)))
    for concealed, melds in (((), ()), (range(13), ()), (range(4), two)):
        for count, discarder, fan, total in ((7, None, "seven", 3), (8, None, "eight", 8),
                                             (7, 2, "eighth_of_another", 8)):
            win = values.Win(values.Hand(concealed, melds, range(34, 34 + count)), None, discarder is None, 1, 0,
                             discarder)
            for score in (book.score(win), book.compiled().score(win)):
                assert score.legal
                assert score.total == total
                assert [one.id for one in score.fans] == [fan]
    six = values.Win(values.Hand((), (), range(34, 40)), None, True)
    assert not book.score(six).complete
    assert not book.compiled().score(six).legal


def test_a_complete_hand_is_not_scored_by_its_flowers():
    book = quepu.rulebook(BOOK)
    for hand in ("123m23455p345s88s 5p 1234567f", "123m23455p345s88s 5p 12345678f"):
        assert [fan.id for fan in book.score(hand).fans] == ["win"]
        assert book.compiled().score(book.win(hand)).total == 1


def test_nothing_waits_for_flowers_alone():
    book = quepu.rulebook(BOOK)
    found = book.waits("1357m1357p13579s 1234567f")
    assert found.distance is not None
    assert found.distance > 0
    assert {reach.shape for reach in found.shapes} == {"standard", "orphans"}
    assert book.distances(["1357m1357p13579s"]).tolist() == [found.distance]


def test_without_tiles_a_win_needs_flowers():
    book = quepu.rulebook(BOOK)
    with pytest.raises(quepu.errors.HandError, match="missing"):
        book.score(values.Win(values.Hand(()), None, True))
    with pytest.raises(quepu.errors.HandError, match="missing"):
        quepu.rulebook("guobiao").score(values.Win(values.Hand((), (), range(34, 41)), None, True))


def test_sets_and_pairs_cannot_be_declared_on_a_flower(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text('extends = "base/thirteen"\n[shape.standard]\non = ["flower"]\n', encoding="utf-8")
    with pytest.raises(quepu.errors.RulebookError, match="only a shape of any tiles"):
        quepu.rulebook(str(file))


def test_a_shape_may_be_declared_on_a_draw_alone():
    book = quepu.rulebook(BOOK).with_options(drawn_orphans=True)
    hand = "19m19p19s1234567z 7z"
    for score in (book.score(hand, self_draw=True), book.compiled().score(book.win(hand, self_draw=True))):
        assert score.legal
    assert not book.score(hand, from_="S").complete
    assert not book.compiled().score(book.win(hand, from_="S")).legal
    assert len(book.waits("19m19p19s1234567z").waits) == 13


# -- the whole --
@pytest.mark.parametrize("bots", [(0, 0, 0, 0), (0, 1, 2, 1)])
def test_hands_are_played_without_a_fault(bots):
    own = laid.engine_of(BOOK, "compiled")
    t = own.new_table()
    log = np.zeros(2 * audit.MOST_STEPS + 4, dtype=np.int64)
    assert own.kernels.play_audited(t, own.session, np.array(bots), 11, 60, 2, log) == 0


def test_bots_take_a_win_by_flowers():
    own = laid.engine_of(BOOK, "compiled")
    for bot in (1, 2):
        match = with_seven(kind="compiled")
        t = match.copy().table
        choose = own.kernels.choose_greedy if bot == 1 else own.kernels.choose_aware
        assert choose(t, own.session, 1) >> 16 == codes.Act.WIN


def test_the_engine_plays_the_same_with_the_compiler_off():
    wall = laid.laid_wall(("1f357m1357p13579s9s", "2345f2468m246p2z", *DULL[1:]), "6f", replacements="7f8f1z2z3z4z1z",
                     kinds=laid.WITH_FLOWERS)
    engines = [laid.engine_of(BOOK, kind) for kind in laid.KINDS]
    matches = [Match(engine.book, seed=3, walls=[wall], engine=engine) for engine in engines]
    rng = Random(5)
    for match in matches:
        match.begin()
    while not matches[0].hand_over:
        seat = rng.choice(matches[0].asked)
        legal = [match.legal(seat) for match in matches]
        assert legal[0] == legal[1]
        answer = Pass() if Pass() in legal[0] else rng.choice(legal[0])
        for match in matches:
            match.play(seat, answer)
    assert matches[0].events == matches[1].events


def test_a_record_of_a_win_by_flowers_reads_back():
    match = with_seven()
    match.play("S", "win")
    again = lines.replay(lines.parse_record(lines.write_record(match)), match.book)
    assert again.events == match.events
    assert again.scores == (-3, 9, -3, -3)


def test_a_flower_in_the_hand_keeps_from_winning() -> None:
    match = Match("guobiao", seed=0, engine=laid.plain_engine("guobiao"))      # flowers may be kept here
    match.begin()
    while True:
        seat = match.asked[0]
        discards = [action for action in match.legal(seat) if isinstance(action, Discard)]
        flowers = [action.tile for action in match.legal(seat) if isinstance(action, Flower)]
        if discards and flowers:
            break
        match.play(seat, discards[-1] if discards else Pass())
    assert match.why_not(seat, "win", "en") == \
        f"{write_tiles(flowers)} is a flower still in the hand: lay it aside before you win"
