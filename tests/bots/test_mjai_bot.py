"""A process that speaks mjai in a seat."""

import sys
from pathlib import Path

import pytest

from quepu import rulebook
from quepu.bots.mjai import MjaiBot
from quepu.bots.seat import CoreBot, Seating, kind_of, read_bots
from quepu.errors import QuepuError
from quepu.game.match import Match
from quepu.records.mjai_format import mjai_format
from tests.laid import laid_wall
from tests.waiting import LONGEST

PROGRAM = Path(__file__).parents[1] / "mjai_bot.py"


def command(*words):
    return " ".join((sys.executable, str(PROGRAM), *words))


def played(hands, *words, seats=(1,), seed=5, timeout=LONGEST):
    match = Match(mjai_format().rulebook, seed)
    bots = {player: MjaiBot(command(*words), timeout) if player in seats else CoreBot("greedy") for player in range(4)}
    seating = Seating(match, bots)
    try:
        for _hand in range(hands):
            if match.over:
                break
            match.begin()
            while not match.hand_over:
                match.play(match.asked[0], seating.decide(match.asked[0]))
            seating.tell()
    finally:
        seating.close()
    return match, seating


@pytest.mark.parametrize("mode", ["every", "quiet"])
def test_it_plays(mode):
    match, seating = played(6, mode, seats=(1, 3))
    assert not seating.lost
    assert len(match.settlements) == 6


@pytest.mark.parametrize("mode", ["every", "quiet"])
def test_it_declares_and_is_not_asked_after(mode):
    """It answers twice: that it declares, and what it discards; then the drawn tiles go by themselves."""
    match = Match(mjai_format().rulebook, 5, walls=[laid_wall(["123456m789p11s23s7z"])])
    bots = {player: MjaiBot(command(mode), LONGEST) if player == 0 else CoreBot("greedy") for player in range(4)}
    seating = Seating(match, bots)
    try:
        match.begin()
        first = seating.decide(0)
        assert first.text.startswith("declare double_")
        match.play(0, first)
        for _hand in range(2):
            while not match.hand_over:
                match.play(match.asked[0], seating.decide(match.asked[0]))
            match.begin()
        assert not seating.lost
    finally:
        seating.close()


def test_both_ways_of_answering_play_the_same():
    assert played(3, "every")[0].events == played(3, "quiet")[0].events


@pytest.mark.parametrize(("fault", "why"), [
    ("end", "has ended (exit code 3)"), ("nonsense", "cannot be read ([)"), ("untyped", "cannot be read"),
    ("illegal", "not possible"), ("no_tile", "cannot be read"), ("sleep", "no answer within")])
def test_one_that_fails_loses_its_seat(fault, why):
    match, seating = played(1, "quiet", fault, timeout=3.0 if fault == "sleep" else LONGEST)
    assert why in seating.lost[1].text
    assert match.hand_over
    assert seating.bots[1].name == "random"


def test_an_answer_taken_back_starts_it_anew():
    match = Match(mjai_format().rulebook, 5)
    bot = MjaiBot(command("quiet"), LONGEST)
    try:
        match.begin()
        first = bot.decide(match, 0)
        match.play(0, first)
        while match.asked[0] != 0 and not match.hand_over:
            match.play(match.asked[0], CoreBot("greedy").decide(match, match.asked[0]))
        bot.decide(match, 0)
        while match.undo(0):
            pass
        assert bot.decide(match, 0) == first
    finally:
        bot.close()


def test_it_is_for_one_game_only():
    bot = MjaiBot(command("quiet"))
    try:
        bot.check(Match(mjai_format().rulebook, 1))
        with pytest.raises(QuepuError, match="the mjai format is for"):
            bot.check(Match(rulebook("guobiao"), 1))
    finally:
        bot.close()


def test_bots_by_name():
    assert read_bots("mjai:sh -c 'a, b',greedy,remote:x", 3) == ["mjai:sh -c 'a, b'", "greedy", "remote:x"]
    assert kind_of("mjai 2") == "mjai"
    with pytest.raises(QuepuError, match="remote:COMMAND or mjai:COMMAND"):
        read_bots("mjai:", 1)
