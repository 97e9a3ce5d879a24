"""The generated functions of play on every shipped rulebook."""

from random import Random

import pytest

import quepu
from quepu.engine.layout.frame import FAN_ROOM, WORD_BITS, Frame
from quepu.rulebook.file.load import known_ids
from quepu.rulebook.file.schema import OCCASIONS
from quepu.rulebook.language.events import EVENTS
from quepu.rulecode.play_functions import play_trees
from quepu.rulecode.play_loader import load_play, plain_play
from quepu.testing import random_win
from tests.laid.frames import agree_on_payment, by_reference, deal_table, put, random_frames
from tests.share import FULL, share

#: random wins of each rulebook whose payments are compared; the reference takes its time for each
HANDS = 200 if FULL else share(800, len(known_ids()), 30)


@pytest.mark.parametrize("name", known_ids())
def test_generated_payments_are_those_of_the_ledger(name: str) -> None:
    book, rng = quepu.rulebook(name), Random(f"pay {name}")
    play = play_trees(book.model)
    paid = 0
    for number in range(20 * HANDS):
        if number >= HANDS and paid > HANDS // 20:
            break                       # of some rulebooks few random hands may win
        outcome = max(book.reference.outcomes(random_win(book, rng)), key=lambda one: one.order, default=None)
        if outcome is None or not outcome.legal:
            continue
        f = outcome.frame
        deal_table(book.model, f, rng)
        for index in range(FAN_ROOM):                   # the compiled form keeps fans as bits, and which come often
            for bits in (f.present, f.many):
                bits[index // WORD_BITS] |= (f.fan_times[index] > 0) << index % WORD_BITS
        paid += agree_on_payment(book.model, play, f, rng.choice((("win", "end"), ("kong", "win"), ("win",))))
    assert paid > HANDS // 20


@pytest.mark.parametrize("name", known_ids())
def test_what_every_rulebook_asks_at_the_table_is_what_the_reference_says(name: str) -> None:
    rng, model = Random(name), quepu.rulebook(name).model
    play = play_trees(model)
    functions = plain_play(play)
    empty = put(Frame.zeros(), {"seat_count": 4})
    for f in (empty, *random_frames(model, rng, 6)):
        for path, number in play.numbers.items():
            assert functions.ask(f, number) == by_reference(model, path, f), path
        wanted = sum(by_reference(model, ("flag", flag.id, "given"), f) << flag.bit
                     for flag in model.flags if flag.given is not None)
        assert functions.given(f) == wanted
        for number in range(len(EVENTS)):
            assert functions.remember(f, number) == 0
        agree_on_payment(model, play, f, OCCASIONS)


@pytest.mark.parametrize("name", ["sichuan", "guizhou", "changchun"])
def test_compiled_functions_do_what_they_do_uncompiled(name: str) -> None:
    model = quepu.rulebook(name).model
    play = play_trees(model)
    compiled, functions = load_play(play), plain_play(play)
    for f in random_frames(model, Random(name), 20):
        other = f.copy()
        here = other.address
        assert [compiled.call("ask", here, n) for n in play.numbers.values()] == \
            [functions.ask(f, n) for n in play.numbers.values()]
        assert compiled.call("given", here) == functions.given(f)
        for number in range(len(EVENTS)):
            compiled.call("remember", here, number)
            functions.remember(f, number)
        for number in range(len(OCCASIONS)):
            compiled.call("pay", here, number)
            functions.pay(f, number)
        assert other.tobytes() == f.tobytes()
