"""The contract every rulebook's table keeps: tiles conserved, points summing up, legal exactly what is accepted.

QUEPU_FULL=1 (`make test-full`) plays ten to twenty times as many hands.
"""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import quepu
from quepu.engine.course import audit
from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.engine.layout.bot_room import Policy
from quepu.game.engine import Engine
from quepu.rulebook.file.load import known_ids
from tests.laid import plain_engine

HOUSE_BOOKS = ("phases", "openings", "turning", "last_tile", "flowers", "face_up", "eggs")
HOUSE = [str(Path(__file__).parents[1] / "house" / f"{name}.toml") for name in HOUSE_BOOKS]
VARIANTS = ["guobiao?flowers=auto", "guobiao?multi_win=all", "changsha?piao=true&opening_extra=true&birds=6",
            "riichi?sanma=true", "riichi?platform=m_league", "riichi?multi_ron=double&red_fives=1-2-1&kuikae=allowed",
            "guizhou?ming_ji=true&ben_ji=true", *HOUSE]
PLAYED = [*known_ids(), *VARIANTS]
FULL = 10 if os.environ.get("QUEPU_FULL") == "1" else 1
PARTS, HANDS, TRIES = 2 if FULL == 1 else 4, 1_250 * FULL, 2        # 2,500 hands of each rulebook and bot, or 50,000
BOTS = {"random": Policy.RANDOM, "greedy": Policy.GREEDY}


def label(name: str) -> str:
    return Path(name).stem


@cache
def engine(name: str) -> Engine:
    return Engine(quepu.rulebook(name))


def numbers(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int64)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", PLAYED, ids=label)
def test_every_step_is_sound(name: str, bot: str, part: int) -> None:
    e = engine(name)
    t, log = e.new_table(), np.zeros(2 * audit.MOST_STEPS + 2, dtype=np.int64)
    hands = HANDS // 4 if name in VARIANTS else HANDS
    wrong = e.kernels.play_audited(t, e.session, numbers([BOTS[bot]] * 4), 100 + part, hands, TRIES, log)
    assert wrong == 0, f"hand {wrong // 1000} of seed {100 + part}: faults {wrong % 1000:b} (bits of course.audit)"


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", PLAYED, ids=label)
def test_answers_alone_give_the_hand_again(name: str, bot: str) -> None:
    e = engine(name)
    played, again = e.new_table(), e.new_table()
    log = np.zeros(2 * audit.MOST_STEPS + 2, dtype=np.int64)
    for seed in range(20 * FULL):
        assert e.kernels.play_audited(played, e.session, numbers([BOTS[bot]] * 4), seed, 1, 0, log) == 0
        e.kernels.start_match(again, e.session, seed)
        e.kernels.begin_hand(again, e.session, 1)
        for step in range(log[0]):
            assert e.kernels.play(again, e.session, log[1 + 2 * step], log[2 + 2 * step])
        assert again.tobytes() == played.tobytes()


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", ["guobiao", "binshi", "changsha"])
def test_compiled_bots_play_as_interpreted_ones(name: str, bot: str) -> None:
    fast, slow = engine(name), plain_engine(name)
    for seed in range(FULL):
        a, b = fast.new_table(), slow.new_table()
        log, slow_log = np.zeros(2 * audit.MOST_STEPS + 2, dtype=np.int64), [0] * (2 * audit.MOST_STEPS + 2)
        with np.errstate(all="raise"):
            assert slow.kernels.play_audited(b, slow.session, [BOTS[bot]] * 4, seed, 1, 0, slow_log) == 0
        fast.kernels.play_audited(a, fast.session, numbers([BOTS[bot]] * 4), seed, 1, 0, log)
        assert log[:1 + 2 * int(log[0])].tolist() == slow_log[:1 + 2 * slow_log[0]]
        assert a.tobytes() == b.tobytes()


def test_what_is_refused_changes_nothing() -> None:
    e = engine("guobiao")
    t = e.new_table()
    e.kernels.start_match(t, e.session, 3)
    e.kernels.begin_hand(t, e.session, 1)
    before = t.tobytes()
    for seat in range(4):
        legal = set(e.desk.legal[:e.kernels.legal_into(t, e.session, seat, e.desk.legal)].tolist())
        for action in range(0, codes.Act.FALSE_WIN + 1 << 16, 37):
            if action not in legal:
                assert not e.kernels.play(t, e.session, seat, action)
    assert not e.kernels.play(t, e.session, -1, 0)
    assert not e.kernels.play(t, e.session, 4, 0)
    assert t.tobytes() == before


def test_the_record_is_small() -> None:
    assert tb.Table.SIZE <= 3328          # 3 1/4 KB: with standing, burnt and mixed tiles


def play_match(name: str, seed: int, bot: int) -> list[dict[str, object]]:
    """What each hand of a match ended with."""
    e = engine(name)
    t, found = e.new_table(), []
    bots = numbers([bot] * 4)
    e.kernels.start_match(t, e.session, seed)
    e.kernels.seed_bots(e.session, seed)
    while not t.match_over:
        e.kernels.begin_hand(t, e.session, 1)
        e.kernels.play_hand(t, e.session, bots)
        found.append({"round": int(t.rounds), "dealer": int(t.dealer), "players": t.player.tolist(),
                      "winners": int(t.winners), "totals": t.win_total.tolist()})
        e.kernels.finish_hand(t, e.session)
    return found


def test_a_match_has_sixteen_hands_and_seats_change_before_the_third_round() -> None:
    hands = play_match("guobiao", 8, Policy.RANDOM)
    assert [hand["round"] for hand in hands] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    assert [hand["players"][0] for hand in hands] == [0, 1, 2, 3] * 2 + [1, 0, 3, 2] * 2      # type: ignore[index]
    assert hands[8]["players"] == [1, 0, 3, 2]


def test_seats_change_every_round_if_the_players_want() -> None:
    hands = play_match("guobiao?seat_change=every_round", 8, Policy.RANDOM)
    assert [hand["players"] for hand in hands[::4]] == [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 1, 0], [3, 2, 0, 1]]


def test_nobody_wins_below_the_minimum() -> None:
    totals = [total for seed in range(30) for hand in play_match("guobiao", seed, Policy.GREEDY)
              for total in hand["totals"] if total]                                           # type: ignore[attr-defined]
    assert totals
    assert min(totals) >= 8


def test_events_are_told_only_where_somebody_listens() -> None:
    e = engine("guobiao")
    t = e.new_table()
    e.session.event_count = e.session.event_room = 0
    e.kernels.start_match(t, e.session, 3)
    e.kernels.begin_hand(t, e.session, 1)
    assert e.session.event_count == 0
    e.session.event_room = 400
    e.kernels.begin_hand(t, e.session, 1)
    assert e.session.event_count >= 53
    e.session.event_count = e.session.event_room = 0


def steps(name: str, seed: int, hands: int) -> Iterator[tuple[object, int, list[int], int]]:
    """(table, seat, legal answers, answer) of every decision, the table as it is before the answer."""
    e = engine(name)
    t = e.new_table()
    e.kernels.start_match(t, e.session, seed)
    e.kernels.seed_bots(e.session, seed)
    for hand in range(hands):
        e.kernels.begin_hand(t, e.session, 1)
        while t.stage != codes.Stage.OVER:
            seat = (int(t.asked) & -int(t.asked)).bit_length() - 1
            legal = e.desk.legal[:e.kernels.legal_into(t, e.session, seat, e.desk.legal)].tolist()
            answer = int(e.kernels.choose(t, e.session, seat, Policy.GREEDY))
            yield t, seat, legal, answer
            assert e.kernels.play(t, e.session, seat, answer)
        e.kernels.finish_hand(t, e.session)
        if t.match_over:
            e.kernels.start_match(t, e.session, seed + hand)


def test_the_last_discard_can_only_be_won() -> None:
    seen = 0
    for t, _seat, legal, _answer in steps("guobiao", 11, 300):
        if t.stage == codes.Stage.CLAIMS and t.wall_front == t.wall_back:                # type: ignore[attr-defined]
            seen += 1
            assert {action >> 16 for action in legal} == {codes.Act.WIN, codes.Act.PASS}
    assert seen


def test_nobody_kongs_or_lays_flowers_with_the_last_tile() -> None:
    seen = 0
    for t, _seat, legal, _answer in steps("guobiao", 12, 150):
        if t.stage == codes.Stage.OWN and t.wall_front == t.wall_back:                   # type: ignore[attr-defined]
            seen += 1
            assert {action >> 16 for action in legal} <= {codes.Act.WIN, codes.Act.DISCARD}
    assert seen


@pytest.mark.parametrize("sort", [codes.Act.FLOWER, codes.Act.KONG])
def test_replacements_come_from_the_tail(sort: int) -> None:
    seen = 0
    ends: tuple[int, int, int] | None = None
    for t, seat, _legal, answer in steps("guobiao?flowers=keep", 13, 60):
        if ends is not None and ends[0] == seat and t.stage == codes.Stage.OWN:          # type: ignore[attr-defined]
            assert (int(t.wall_front), int(t.wall_back)) == (ends[1], ends[2] - 1)  # type: ignore[attr-defined]
            seen += 1
        own = t.stage == codes.Stage.OWN and answer >> 16 == sort                        # type: ignore[attr-defined]
        ends = (seat, int(t.wall_front), int(t.wall_back)) if own else None        # type: ignore[attr-defined]
    assert seen
