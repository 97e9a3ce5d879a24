"""Random expressions give the same by the reference, as plain Python and compiled, whatever the frame holds."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quepu.book import rulebook_of_text
from quepu.engine.layout.frame import WORD_BITS, Frame, Place
from quepu.engine.layout.record import fill
from quepu.rulebook.language.evaluate import Env, function
from quepu.rulebook.language.node import Expr
from quepu.rulebook.language.parse import Define, ExpressionError, parse
from quepu.rulebook.language.vocabulary import READING, TABLE
from quepu.rulebook.model.model import Model
from quepu.rulecode.play_functions import PlayTrees, play_trees
from quepu.rulecode.play_loader import PLAY_ENTRIES, load_play, plain_play
from quepu.testing import random_win
from tests.expressions import HEAD, Writer, some_defines
from tests.laid.frames import asking, blank, deal_table, model_of, random_frames

STRANGE = (-10**9, -100_001, -43, -5, -1, 0, 1, 3, 4, 5, 41, 42, 43, 1000, 100_001, 10**9, 2**31)
FENCE = 500                 # words on either side of a compiled frame that nobody may read
STRANGER = 777_777_777


@cache
def small() -> Model:
    return model_of(HEAD)


def expressions(seed: int, count: int, reading: bool = False) -> list[tuple[str, Expr]]:
    """Random expressions that the checker lets through, numbers and conditions."""
    rng, made = Random(seed), []
    defines = some_defines(rng, reading)
    names = replace(small().words, defines={name: Define(tuple(args.items()), text)
                                            for name, (args, _kind, text) in defines.items()})
    writer = Writer(rng, defines, reading)
    for _ in range(20 * count):
        if len(made) == count:
            break
        text = writer.write(rng.choice(("int", "bool")), {}, 4)
        try:
            made.append((f"{text}    with {defines}", parse(text, names, READING if reading else TABLE)))
        except ExpressionError:
            continue                    # a text alone, too many loops: refused is as good as right
    return made


def asked(nodes: list[tuple[str, Expr]]) -> PlayTrees:
    model = asking(small(), {("kong", f"k{number}", "when"): node for number, (_text, node) in enumerate(nodes)})
    return play_trees(model)


def strange_frames(seed: int, count: int) -> list[Frame]:
    """Random tables whose memory, purses and totals hold what they never should."""
    rng, found = Random(seed), []
    for f in random_frames(small(), rng, count):
        for field, count in (("memory", 40), ("total", 1), ("purse", 4), ("wait_values", 168)):
            for number in range(count):
                if rng.random() < 0.5:
                    f.numbers[Place(field, number).word] = rng.choice(STRANGE)
        f.seat_count = rng.choice((2, 3, 4, 4))
        f.wild_mask, f.flower_mask = rng.getrandbits(42), rng.getrandbits(8) << 34
        found.append(f)
    return found


def by_reference(node: Expr, f: Frame) -> int:
    return int(function(node)(Env(f, small().catalogue, small().flower_owner)))


def differences(nodes: list[tuple[str, Expr]], play: PlayTrees, frames: list[Frame], ask: Any) -> list[str]:
    found = []
    for number, (text, node) in enumerate(nodes):
        path = ("kong", f"k{number}", "when")
        for f in frames:
            if path in play.numbers:
                right, got = by_reference(node, f), ask(f, play.numbers[path])
                if right != got:
                    found.append(f"{text}: reference {right}, generated {got}")
    return found


@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_plain_functions_say_what_the_reference_says(seed: int) -> None:
    nodes = expressions(seed, 12)
    play = asked(nodes)
    plain = plain_play(play)
    assert differences(nodes, play, strange_frames(seed, 3), plain.ask) == []


@pytest.mark.parametrize("seed", range(4))
def test_compiled_functions_say_what_the_reference_says(seed: int) -> None:
    nodes = expressions(1000 + seed, 60)
    play = asked(nodes)
    compiled = load_play(play)

    def ask(f: Frame, number: int) -> int:
        fenced = np.full(len(f.numbers) + 2 * FENCE, STRANGER, dtype=np.int64)
        fenced[FENCE:-FENCE] = f.numbers
        return compiled.call("ask", fenced.ctypes.data + 8 * FENCE, number)
    assert differences(nodes, play, strange_frames(seed, 6), ask) == []


@given(st.integers(0, 2**32))
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_fans_are_earned_alike(seed: int) -> None:
    """Conditions of readings as fans of a book: the reference and the generated scoring functions."""
    from quepu.rulecode.machine_store import plain_machine
    from quepu.rulecode.score_functions import ENTRIES, scoring_trees
    rng = Random(seed)
    book = reading_book()
    nodes = [node for _text, node in expressions(seed, 10, reading=True)]
    fans = [replace(fan, when=node) for fan, node in zip(book.model.fans, nodes, strict=False)]
    model = replace(book.model, fans=(*fans, *book.model.fans[len(fans):]))
    functions = plain_machine(scoring_trees(model), ENTRIES)
    for _ in range(4):
        outcome = next(book.reference.outcomes(random_win(book, rng)), None)
        if outcome is None:
            continue
        f = outcome.frame
        deal_table(small(), f, rng)
        for place in range(40):
            f.memory[place] = rng.choice(STRANGE)
        for numbers in (f.present, f.many):
            fill(numbers, [0, 0, 0])
        env = Env(f, model.catalogue, model.flower_owner)
        right = {fan.id for fan in fans if fan.when is not None and function(fan.when)(env)}
        functions["earn"](f, [0] * 2000)
        got = {fan.id for fan in fans if f.present[fan.index // WORD_BITS] >> fan.index % WORD_BITS & 1}
        assert got == right


@cache
def reading_book() -> Any:
    fans = "".join(f'[fan.z{number}]\nvalue = 1\nwhen = "self_draw"\n' for number in range(10))
    return rulebook_of_text(f'extends = "base/thirteen"\n{HEAD}{fans}')


def test_the_entries_of_play_are_all_there() -> None:
    play = plain_play(asked(expressions(1, 3)))
    assert all(hasattr(play, entry) for entry in PLAY_ENTRIES)
    f = blank(small())
    assert play.given(f) == sum(1 << flag.bit for flag in small().flags
                                if flag.given is not None and by_reference(flag.given, f))
