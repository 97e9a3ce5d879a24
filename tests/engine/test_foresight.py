"""What would come of a discard, a win or a kong, told without anything being done; and that asking changes nothing."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quepu.book import rulebook
from quepu.engine.course.settle import win
from quepu.engine.layout.codes import Act, Moment, Occasion, Offer, Stage
from quepu.engine.layout.table import KIND, Table
from quepu.engine.play import foresight
from quepu.game.goals import give_aims
from quepu.game.match import engine_of
from quepu.game.plain_engine import PlainEngine
from tests.share import FULL, sampled

BOOKS = sorted(path.stem for path in (Path(__file__).parents[1] / "books").glob("*.jsonl"))
HANDS = 60 if FULL else 6
GREEDY, AWARE = 1, 2


class Seen:
    """A table of bots, stopped before each of their answers."""

    def __init__(self, rule: str, seed: int, bot: int = GREEDY) -> None:
        self.engine = engine_of(rulebook(rule))
        self.kernels, self.session, self.bot = self.engine.kernels, self.engine.new_session(), bot
        if bot == AWARE:
            give_aims(self.engine, self.session)
        self.table = self.engine.new_table()
        self.out = np.zeros(4096, dtype=np.int64)
        with self.engine.lent(self.session):
            self.kernels.start_match(self.table, self.session, seed)
            self.kernels.seed_bots(self.session, seed)

    def questions(self, hands: int) -> Iterator[tuple[int, int]]:
        """The seat that is asked and what it answers, until so many hands are over."""
        t, k = self.table, self.kernels
        with self.engine.lent(self.session):
            for _hand in range(hands):
                k.begin_hand(t, self.session, 1)
                while t.stage != Stage.OVER:
                    seat = (t.asked & -t.asked).bit_length() - 1
                    action = int(k.choose(t, self.session, seat, self.bot))
                    yield seat, action
                    k.play(t, self.session, seat, action)
                k.finish_hand(t, self.session)
                if t.match_over:
                    return


@cache
def plain(rule: str) -> Any:
    engine = PlainEngine(rulebook(rule))
    return engine, engine.session


@pytest.mark.parametrize("rule", sampled(BOOKS, 12, "asking changes nothing"))
def test_who_only_asks_leaves_the_table_as_it_was(rule: str) -> None:
    seen = Seen(rule, 1_000_078, AWARE)
    t, k, session = seen.table, seen.kernels, seen.session
    for seat, _action in seen.questions(HANDS):
        before = t.tobytes()
        for one in range(seen.engine.rules.seat_count):
            k.legal_into(t, session, one, seen.out)
        k.choose(t, session, seat, GREEDY)
        k.choose(t, session, seat, AWARE)
        for kind in range(34):
            for other in range(seen.engine.rules.seat_count):
                k.may_win_on(t, session, other, kind, seat)
        for place in range(k.legal_into(t, session, seat, seen.out)):
            k.kong_points(t, session, seat, int(seen.out[place]))
        if t.drawn >= 0 and t.stage == Stage.OWN:
            k.win_points(t, session, seat, int(t.drawn), 1, -1)
        assert t.tobytes() == before


@pytest.mark.parametrize(("bot", "seed"), [(GREEDY, 5), (AWARE, 10)])
def test_a_kong_that_must_keep_the_waits_leaves_no_trace_when_it_is_asked_about(bot: int, seed: int) -> None:
    """A declared hand that has drawn the fourth of a pung: two bytes of a meld that is not there changed."""
    seen, asked = Seen("riichi", seed, bot), 0
    t = seen.table
    for seat, _action in seen.questions(12):
        before = t.tobytes()
        seen.kernels.legal_into(t, seen.session, seat, seen.out)
        assert t.tobytes() == before
        asked += bool(t.declared[seat] and t.drawn >= 0 and t.held[seat, t.drawn & KIND] == 4)
    assert asked > 0


@pytest.mark.parametrize("rule", sampled(BOOKS, 12, "who may win on a discard"))
def test_who_may_win_on_a_discard_is_who_is_then_asked(rule: str) -> None:
    seen = Seen(rule, 7, AWARE)
    t, k, session = seen.table, seen.kernels, seen.session
    before: tuple[int, int, dict[int, bool]] | None = None
    for seat, action in seen.questions(5 * HANDS):
        if before is not None and t.river_count == before[0] and t.stage == Stage.CLAIMS \
                and t.offered_kind == Offer.DISCARD:
            for other, may in before[2].items():
                if t.asked >> other & 1 and other != before[1]:
                    assert may == bool(t.may[other] & 1), (rule, other)
        before = None
        if action >> 16 == Act.DISCARD:
            kind = action & KIND
            before = int(t.river_count) + 1, seat, {
                other: bool(k.may_win_on(t, session, other, kind, seat))
                for other in range(seen.engine.rules.seat_count) if other != seat}


@pytest.mark.parametrize("rule", ["hangzhou", "tianjin"])
def test_where_nobody_wins_on_discards_nobody_may(rule: str) -> None:
    seen = Seen(rule, 3)
    for seat, _action in seen.questions(2):
        for other in range(4):
            for kind in range(34):
                assert not seen.kernels.may_win_on(seen.table, seen.session, other, kind, seat)


@pytest.mark.parametrize("rule", sampled(BOOKS, 8, "what a win brings"))
def test_what_a_win_brings_is_what_is_then_paid(rule: str) -> None:
    seen = Seen(rule, 11)
    engine, session = plain(rule)
    rules = engine.rules
    turns = rules.turning_moments >> Moment.WIN & 1 or rules.counts_turned
    compared = 0
    for seat, action in seen.questions(3 * HANDS):
        t = seen.table
        if action >> 16 != Act.WIN or t.stage not in (Stage.OWN, Stage.CLAIMS) or compared >= HANDS:
            continue
        own = t.stage == Stage.OWN
        tile, feeder = (int(t.drawn), -1) if own else (int(t.offered[0]), int(t.offered_from))
        if tile < 0 or (not own and t.offered_kind != Offer.DISCARD):
            continue
        told = seen.kernels.win_points(t, seen.session, seat, tile, int(own), feeder)
        spare = Table.over(bytearray(t.tobytes()))
        assert foresight.win_points(spare, session, seat, tile, int(own), feeder) == told
        if not turns and rules.pay_occasions >> Occasion.WIN & 1:
            before = int(spare.score[spare.player[seat]])
            win(spare, session, seat, tile, feeder, 1 << seat, 1)
            assert int(spare.score[spare.player[seat]]) - before == told, rule
        compared += 1
    assert compared
