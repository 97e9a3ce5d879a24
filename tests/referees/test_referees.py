"""Two readings of one text: our rulebooks as played, and the referees of this folder.

300 hands a rulebook; with QUEPU_FULL=1 (`make test-full`) 20,000.  QUEPU_SEED picks others.
"""

import os
from dataclasses import replace
from itertools import count

import pytest

from quepu.rulebook.file.load import known_ids
from tests.forget import forget_much
from tests.referees.panel import REFEREES, hands_for, told
from tests.referees.played import hands_of

HANDS = 20_000 if os.environ.get("QUEPU_FULL") == "1" else 300
#: referees whose rulebook ships, or is named by the environment
PLAYED = sorted(rule for rule in REFEREES
                if rule in known_ids() or f"QUEPU_REFEREE_BOOK_{rule.upper()}" in os.environ)


@pytest.fixture(autouse=True)
def little_memory():
    """Each rulebook is played with many options, and each of them has an engine."""
    yield
    forget_much()


@pytest.mark.parametrize("rule", PLAYED)
def test_the_referee_and_the_rulebook_agree(rule):
    for hand in hands_for(rule, HANDS):
        faults = REFEREES[rule](hand).judge()
        assert not faults, told(hand, faults)


#: hands that differed once: rulebook, options, seed, how many hands of the match, players
DIFFERED = (
    # the last tile drawn was of the kind drawn the turn before: the settlement showed another hand
    ("sichuan", {}, 1_000_189, 8, ("random", "greedy", "aware", "restless")),
    # a self-draw let go, and the tile again from another; a false win by somebody who could win later
    ("guizhou", {}, 1_000_031, 4, ()),
    ("guizhou", {}, 1_000_005, 5, ()),
    # 8p is a chicken only as the tile after a flipped one; which tile of a stack is flipped
    ("guizhou", {"value_set": "guiyang", "wu_gu_ji": False, "fan_ji": "none", "ming_ji": True}, 1_000_082, 6, ()),
    ("guizhou", {"ming_ji": True}, 3_000, 1, ()),
    # four of the deal laid down after a pung and a draw; a kong to rob for a declared player who let a win go
    ("guizhou", {}, 1_001_025, 2, ()),
    ("guizhou", {}, 1_000_927, 7, ()),
    # a false win on a discard, then a true one
    ("guangdong_tuidaohu", {}, 7_000_065, 8, ()),
    # a self-draw let go, then a discard; a kong of the wild tile; the last drawable tile beside a flipped one
    ("hebei", {"hun": True, "winds": False}, 505, 5, ("restless",) * 4),
    ("hebei", {"hun": True, "winds": False, "discard_win": False}, 9_021, 1, ("restless",) * 4),
    ("hebei", {"hun": True, "discard_win": False}, 9_024, 1, ("restless",) * 4),
    # a self-draw let go, then the same tile from another
    ("luoshu", {}, 1_000_013, 8, ()),
)


@pytest.mark.parametrize(("rule", "options", "seed", "hands", "table"), DIFFERED)
def test_what_differed_once_agrees(rule, options, seed, hands, table):
    for hand in hands_of(rule, seed, options, hands, table):
        faults = REFEREES[rule](hand).judge()
        assert not faults, told(hand, faults)


@pytest.mark.parametrize("rule", PLAYED)
def test_a_spoiled_payment_is_found(rule):
    hand = next(hand for hand in hands_for(rule, 100) if any(line["type"] == "paid" for line in hand.lines))
    assert_each_payment_counts(hand)


#: payments that few hands have: rulebook, options, players, what each of them is called
RARE = (
    ("guizhou", {}, ("restless",) * 4, {"win", "kong", "chicken", "chicken_unready", "charge", "charge_unready",
                                        "duty", "kong_unready", "best_wait"}),
    ("guangdong_tuidaohu", {"outside": "4", "horses_table": "2"}, ("restless",) * 4,
     {"horses", "outside_1", "outside_4"}),
    ("qingyuan", {"robbing": True, "horses": "2"}, ("restless",) * 4,
     {"win", "fed_kong", "added_kong", "concealed_kong", "false_win"}),
)


@pytest.mark.parametrize(("rule", "options", "table", "payments"), RARE)
def test_a_spoiled_payment_of_each_sort_is_found(rule, options, table, payments):
    missing = set(payments)
    for seed in count(1):
        for hand in hands_of(rule, seed, options, 8, table):
            sorts = {line["rule"] for line in hand.lines if line["type"] == "paid"}
            if sorts & missing:
                missing -= sorts
                assert_each_payment_counts(hand)
            if not missing:
                return
        assert seed < 40, f"nobody paid {missing}"


def assert_each_payment_counts(hand):
    """One point more in any payment is found."""
    referee = REFEREES[hand.rule]
    assert not referee(hand).judge()
    for place, line in enumerate(hand.lines):
        if line["type"] == "paid":
            spoiled = (*hand.lines[:place], line | {"amount": line["amount"] + 1}, *hand.lines[place + 1:])
            faults = referee(replace(hand, lines=spoiled)).judge()
            assert any("the referee says" in fault for fault in faults), faults


@pytest.mark.parametrize("rule", PLAYED)
def test_a_spoiled_total_fan_or_dealer_is_found(rule):
    hand = next(hand for hand in hands_for(rule, 100)
                if any(win["fans"] for win in hand.settlement["wins"][:1]) and hand.following is not None)
    lines = list(hand.lines)
    place = next(place for place, line in enumerate(lines) if line["type"] == "won")
    total = (*lines[:place], lines[place] | {"total": lines[place]["total"] + 1}, *lines[place + 1:])
    win, *others = hand.settlement["wins"]
    fans = [fan | {"points": fan["points"] + 1} for fan in win["fans"]]
    settlement = hand.settlement | {"wins": [win | {"fans": fans}, *others]}
    first, *rest = hand.following
    for spoiled in (replace(hand, lines=total), replace(hand, lines=(*lines[:-1], settlement)),
                    replace(hand, following=(*rest, first))):
        assert REFEREES[rule](spoiled).judge()
