"""What a seat knows: nothing hangs on hidden tiles, no tile is lost, worlds are tables that it cannot tell apart."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from quepu.advice.blinding import Blind, blinded
from quepu.bots.seat import CoreBot
from quepu.engine.layout.codes import Offer, Stage
from quepu.engine.layout.record import line
from quepu.engine.layout.table import KIND
from quepu.game.goals import give_aims
from quepu.game.match import Match
from tests.engine.test_hidden_tiles import stirred
from tests.server.paired import Played, found_pairs, played
from tests.share import FULL, sampled

BOOKS = sorted(path.stem for path in (Path(__file__).parents[1] / "books").glob("*.jsonl"))
HANDS = 20 if FULL else 2
EVERY = 3
PAIRED = ["guobiao", "riichi", "sichuan", "hongkong", "taiwan", "chengdu", "changsha", "qingyuan"]


def questions(rule: str, seed: int) -> Any:
    """A match of bots, stopped at some of its questions with the seat that is asked."""
    chance, bots = random.Random(f"{rule} {seed}"), [CoreBot("easy"), CoreBot("random")]
    match = Match(rule, seed)
    while not match.over and len(match.settlements) < HANDS:
        if match.hand_over:
            match.begin()
            continue
        seat = chance.choice(match.asked)
        if chance.randrange(EVERY) == 0 or match.table.stage != Stage.OWN:
            yield match, seat
        match.play(seat, chance.choices(bots, (9, 1))[0].decide(match, seat))


def known(match: Match, seat: int) -> Blind:
    return blinded(match, seat, list(match._choices(seat).values()), 1, 1)


def places(blind: Blind) -> int:
    hidden = blind.hidden
    out = sum(1 for at in hidden.turned_at[:hidden.turned_count] if at < 0)
    return int(sum(hidden.wanted) + 4 * hidden.kong_count + out + hidden.burnt + hidden.place_count)


def tiles_of(t: Any, seats: int, hidden: Any) -> Counter[int]:
    """Kinds at a table: hands, the wall, what is turned and what is burnt; melds that lie open are the same."""
    found = Counter[int]()
    for seat in range(seats):
        found.update({kind: count for kind, count in enumerate(line(t.held, seat).tolist()) if count})
        found.update(kind for place in range(t.gift_count[seat]) for kind in [int(t.gifts[seat, place]) & KIND])
    found.update(int(t.wall[place]) & KIND for place in range(t.wall_front, t.wall_back))
    found.update({kind: count for kind, count in enumerate(t.burnt.tolist()) if count})
    found.update(int(t.turned[hidden.turned[index]]) & KIND for index in range(hidden.turned_count)
                 if hidden.turned_at[index] < 0)
    for where in hidden.kongs[:hidden.kong_count]:
        found[int(t.meld_tile[where // 6, where % 6]) & KIND] += 4
    return found


@pytest.mark.parametrize("rule", sampled(BOOKS, 6, "what a seat knows"))
def test_what_a_seat_knows_does_not_hang_on_what_it_cannot_see(rule: str) -> None:
    chance, compared = random.Random(rule), 0
    for match, seat in questions(rule, 3):
        if match.shown:                 # whose hands lie open: `stirred` takes them for hidden
            continue
        blind = known(match, seat)
        assert places(blind) == blind.hidden.pool_count, (rule, len(match.steps))
        t = match.table
        robbed = t.stage == Stage.CLAIMS and t.offered_kind == Offer.CONCEALED_KONG     # its tiles are known to all
        twin = stirred(match, seat, int(t.offered_from) if robbed else -1, [int(t.offered[0])] * 4, chance)
        if list(twin._choices(seat).values()) == list(match._choices(seat).values()):
            other = known(twin, seat)
            assert other.table.tobytes() == blind.table.tobytes(), (rule, len(match.steps))
            assert other.hidden.tobytes() == blind.hidden.tobytes(), (rule, len(match.steps))
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("rule", sampled(BOOKS, 6, "worlds"))
def test_a_world_has_the_same_tiles_and_asks_the_same_of_the_seat(rule: str) -> None:
    looked = 0
    for match, seat in questions(rule, 4):
        legal = match.legal(seat)
        blind = known(match, seat)
        session = match.engine.new_session()
        give_aims(match.engine, session)
        twin = match.copy()
        with match.engine.lent(session):
            match.engine.kernels.make_world(twin.table, blind.table, session, blind.hidden, 0)
        assert tiles_of(twin.table, match.seats, blind.hidden) == tiles_of(match.table, match.seats, blind.hidden)
        twin._answers = {}
        assert twin.legal(seat) == legal, (rule, len(match.steps))
        looked += 1
    assert looked > 10


def seen_tables(book: str, before: Played, again: Played) -> dict[tuple[str, int, int], bytes]:
    """What each seat that was asked knew, by where in the public play; over the wall of `again`."""
    found: dict[tuple[str, int, int], bytes] = {}

    def look(match: Match, what: str, number: int, seat: int) -> None:
        blind = known(match, seat)
        legal = " ".join(action.text for action in match.legal(seat))
        found[what, number, seat] = blind.table.tobytes() + blind.hidden.tobytes() + legal.encode()

    def public(match: Match, number: int) -> str:
        look(match, "turn", number, before.public[number][0])
        return before.public[number][1]

    def claim(match: Match, window: int, seat: int) -> str:
        look(match, "claim", window, seat)
        action = before.claims.get(window, {}).get(seat, "pass")
        return action if action in [one.text for one in match.legal(seat)] else "pass"

    played(book, again.wall, len(before.public), public, claim)
    return found


@pytest.mark.parametrize("rule", sampled(PAIRED, 2, "paired games, advised"))
def test_whoever_else_is_asked_is_not_known(rule: str) -> None:
    """The same public play over two walls that differ in hidden tiles: others were asked, or other things of them."""
    compared = 0
    for seed in range(1, 4):
        for first, second, alike in found_pairs(rule, seed, 30, 2, 60):
            one, other = seen_tables(rule, first, first), seen_tables(rule, first, second)
            for key in one.keys() & other.keys():
                if key[2] in alike:
                    assert one[key] == other[key], (rule, seed, key)
                    compared += 1
    assert compared > 10
