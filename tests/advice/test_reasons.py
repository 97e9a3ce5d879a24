"""Reasons: every claim of a sentence is counted out again from the deals and from what the seat sees."""

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from statistics import NormalDist, stdev
from typing import Any

import numpy as np
import pytest

from quepu import IllegalAction
from quepu.advice.blinding import blinded
from quepu.advice.leavings import Left
from quepu.advice.outlooks import Advice
from quepu.advice.reasons import Claim, Reason
from quepu.bots.seat import CoreBot
from quepu.engine.layout.codes import Stage
from quepu.engine.layout.hidden import Tried
from quepu.game.actions import Declare, Discard, Win
from quepu.game.goals import give_aims
from quepu.game.match import Match
from quepu.game.minds import give_minds
from quepu.hand import Hand
from quepu.locale import LANGUAGES
from quepu.scoring.distances import near
from quepu.tiles import code, kind_of
from tests.share import FULL, sampled, share

BOOKS = sorted(path.stem for path in (Path(__file__).parents[1] / "books").glob("*.jsonl"))
PIECES = share(5_000 if FULL else 9, len(BOOKS) if FULL else 3, 3)
SAMPLES = 24
HAN = re.compile("[\u4e00-\u9fff]")


def positions(rule: str, seed: int, chance: random.Random, rare: float = 0.15) -> Any:
    """Matches at which a seat has to choose, as bots come to them."""
    bot = CoreBot("normal")
    while True:
        match = Match(rule, seed)
        seed += 1
        while not match.over and len(match.settlements) < 3:
            if match.hand_over:
                match.begin()
                continue
            seat = match.asked[0]
            if len(match.legal(seat)) > 1 and chance.random() < rare:
                yield match, seat
            match.play(seat, bot.decide(match, seat))


def played_again(match: Match, seat: int, texts: set[str], samples: int) -> dict[str, Any]:
    """What comes of some of a seat's answers, played in a run of their own."""
    codes = {action.text: number for action, number in match._choices(seat).items() if action.text in texts}
    blind = blinded(match, seat, list(codes.values()), samples, 1)
    engine, session = match.engine, match.engine.new_session()
    give_aims(engine, session)
    give_minds(engine, session)
    world, branch = engine.new_table(), engine.new_table()
    with engine.lent(session):
        engine.kernels.try_answers(blind.table, world, branch, session, np.full(4, 3, dtype=np.int64), seat,
                                   blind.hidden, 0, samples)
    rows = np.frombuffer(blind.hidden.raw[-len(codes) * samples * Tried.SIZE:], Tried.dtype())
    return {text: [dict(zip(row.dtype.names, row.tolist(), strict=True)) for row in rows[place::len(codes)]]
            for place, text in enumerate(codes)}


def live_tiles(match: Match, seat: int) -> Counter[str]:
    """Copies of each tile that the seat has not seen, counted from its view."""
    view = match.view(seat)
    gone: Counter[str] = Counter()
    for other in view.seats:
        for text in (*other.melds, other.tiles or "", other.flowers):
            if HAN.search(text) or "?" in text:
                continue
            if text:
                gone.update(code(kind) for kind in Hand.read(text, match.book.bonus).tiles)
        gone.update(one.tile.replace("0", "5") for one in other.river if not one.claimed)
    gone.update(text.rsplit(" ", 1)[-1].replace("0", "5") for text in view.turned)
    return gone


def check(match: Match, seat: int, advice: Advice, reason: Reason, rows: dict[str, Any]) -> None:
    for claim in reason.claims:
        assert claim.figure == pytest.approx(figure_of(match, seat, claim, reason, rows)), (claim, reason)
        if claim.of is not None:
            assert claim.of == (sum(row["won"] > 0 for row in rows[claim.answer])
                                if claim.what in ("fan", "mean_win") else advice.samples)


def figure_of(match: Match, seat: int, claim: Claim, reason: Reason, rows: dict[str, Any]) -> float:
    mine = rows[claim.answer]
    names = {"wins": "won", "deal_ins": "fed", "unready": "unready"}
    won = [row for row in mine if row["won"]]
    if claim.what in names:
        return sum(row[names[claim.what]] > 0 for row in mine)
    if claim.what == "points":
        return sum(row["points"] for row in mine) / len(mine)
    if claim.what == "mean_win":
        return sum(row["points"] for row in won) / len(won)
    if claim.what == "fan":
        place = next(number for number, fan in enumerate(match.book.model.fans) if fan.id == claim.fan)
        return sum(row["fans"][place // 62] >> place % 62 & 1 for row in won)
    if claim.what == "hits":
        return sum(row["hits"] >> "ESWN".index(claim.seat) & 1 for row in mine)
    if claim.what == "behind":
        gaps = [a["points"] - b["points"] for a, b in zip(rows[reason.better], rows[reason.made], strict=True)]
        assert claim.half == pytest.approx(NormalDist().inv_cdf(0.975) * stdev(gaps) / len(gaps) ** 0.5, abs=1e-4)
        return sum(gaps) / len(gaps)
    return of_hand(match, seat, claim)


def of_hand(match: Match, seat: int, claim: Claim) -> float:
    """What is claimed of the hand that an answer leaves, by the reference's distances."""
    action = next(one for one in match.legal(seat) if one.text == claim.answer)
    view = match.view(seat).seats[seat]
    tiles = list(Hand.read(view.tiles or "", match.book.bonus).concealed)
    if isinstance(action, Discard | Declare) and action.tile is not None:
        tiles.remove(action.tile.kind)
    if claim.what == "void":
        return sum("mps"[kind // 9] == claim.suit for kind in tiles if kind < 27)
    melds = len(view.melds)
    wild = tuple(kind for kind in range(42) if int(match.table.wild) >> kind & 1)

    def away(some: list[int]) -> int:
        counts = np.array([[some.count(kind) for kind in range(42)]], dtype=np.uint8)
        return int(near(match.book).distances(counts, np.array([melds], dtype=np.uint8), wild, compiled=False)[0])
    if claim.what == "away":
        if claim.answer.split()[0] in ("chow", "pung"):
            return claim.figure             # the tiles that are laid down are not told in the view
        return away(tiles)
    assert claim.what in ("useful", "waits")
    there, seen = away(tiles), live_tiles(match, seat)
    helping = [kind for kind in range(34) if match.book.model.kinds >> kind & 1 and away([*tiles, kind]) < there]
    told = [kind_of(text) for text in claim.tile.split()]
    assert set(told) <= set(helping)
    if claim.what == "useful":
        assert set(told) == {kind for kind in helping if seen[code(kind)] < match.engine.rules.copies[kind]}
    return sum(match.engine.rules.copies[kind] - seen[code(kind)] for kind in told)


@pytest.mark.parametrize("rule", sampled(BOOKS, 3, "claims of reasons"))
def test_every_claim_is_counted_out_again(rule: str) -> None:
    chance = random.Random(rule)
    kinds: Counter[str] = Counter()
    for number, (match, seat) in enumerate(positions(rule, 40, chance)):
        if number == PIECES:
            break
        advice = match.advise(seat, samples=SAMPLES)
        last = advice.outlooks[-1].action
        reasons = [*advice.why, *advice.reasons(last), *advice.reasons(advice.best.action, last)]
        rows = played_again(match, seat, {text for one in reasons for text in (one.better, one.made)}, SAMPLES)
        for reason in reasons:
            check(match, seat, advice, reason, rows)
            kinds[reason.kind] += 1
            assert all("{" not in reason.text[lang] and reason.text[lang] for lang in LANGUAGES)
            assert not re.search("[万饼条东后还张离听门这没]", reason.text["zh-Hant"])
        assert {one.kind for one in advice.reasons(advice.best.action, last)} <= {"level"}
    assert kinds


def test_who_may_win_on_a_tile_is_asked_for_it_in_that_deal() -> None:
    chance, found = random.Random(3), 0
    for match, seat in positions("hongkong", 7, chance, 0.4):
        answers = [one for one in match.legal(seat) if isinstance(one, Discard)][:4]
        if not answers or match.table.river_count < 30:
            continue
        rows = played_again(match, seat, {one.text for one in answers}, 3)
        codes = [match._choices(seat)[one] for one in answers]
        blind = blinded(match, seat, codes, 3, 1)
        session = match.engine.new_session()
        give_aims(match.engine, session)
        for number in range(3):
            twin = match.copy()
            with match.engine.lent(session):
                match.engine.kernels.make_world(twin.table, blind.table, session, blind.hidden, number)
            for one in answers:
                there = twin.copy()
                there._answers = {}
                there.play(seat, one)
                wins = sum(1 << other for other in there.asked if other != seat
                           and any(isinstance(answer, Win) for answer in there.legal(other))
                           and there.table.stage == Stage.CLAIMS)
                assert rows[one.text][number]["hits"] == wins, (one, number, wins)
                found += bool(wins)
        if found >= 3:
            return


def test_level_answers_have_that_reason_alone_and_unknown_ones_none() -> None:
    match, seat = next(positions("riichi", 5, random.Random(1)))
    advice = match.advise(seat, samples=6)
    level = next(one for one in advice.outlooks[1:] if one.is_level)
    assert [one.kind for one in advice.reasons(level.action)] == ["level"]
    assert advice.reasons(advice.best.action) == ()
    told = advice.as_json()["reasons"]
    assert [one["text"]["en"] for one in told] == [one.text["en"] for one in advice.why]
    with pytest.raises(IllegalAction, match="none of the answers"):
        advice.reasons("dance")


def test_a_duty_stands_first_and_nothing_speaks_for_what_is_surely_worse() -> None:
    advices = (match.advise(seat, samples=24) for match, seat in sampled_positions("sichuan", 12))
    advice = next(one for one in advices if one.next is not None and not one.next.is_level)
    best, other = advice.best, advice.next
    assert other is not None
    assert advice.reasons(best.action, other.action) == ()
    lefts = {best.action: Left(1, None, 0, 2), other.action: Left(1, None, 0, 3)}
    held = replace(advice, outlooks=tuple(replace(one, left=lefts.get(one.action, one.left))
                                          for one in advice.outlooks))
    duty = held.reasons(other.action)[0]
    assert duty.kind == "duty"
    assert duty.claims == (Claim("void", other.action.text, 3, suit="m"),)
    assert duty.text["en"].endswith("still holds 3 tiles of its void suit, characters.")
    assert "useful" not in {claim.what for one in held.reasons(other.action) for claim in one.claims}


def test_the_sum_of_reasons_is_short_and_about_the_difference() -> None:
    for match, seat in sampled_positions("guobiao", 6):
        advice = match.advise(seat, samples=60)
        for outlook in advice.outlooks[1:]:
            reasons = advice.reasons(outlook.action)
            assert 1 <= len(reasons) <= 3
            assert outlook.is_level == (reasons[0].kind == "level")
            assert all(one.better == advice.best.action.text and one.made == outlook.action.text for one in reasons)


def sampled_positions(rule: str, count: int) -> list[Any]:
    found = positions(rule, 11, random.Random(rule), 0.1)
    return [(match.copy(), seat) for (match, seat), _number in zip(found, range(count), strict=False)]
