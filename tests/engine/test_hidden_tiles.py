"""Two games that differ only in tiles a seat cannot see ask it for the same answers."""

import random
from pathlib import Path

import pytest

from quepu import RulebookError, rulebook
from quepu.engine.layout import codes
from quepu.engine.layout import table as tb
from quepu.game.actions import Action
from quepu.game.match import Match
from quepu.rulebook.model import build
from tests.laid import texts

BOOKS = sorted(path.stem for path in (Path(__file__).parents[1] / "books").glob("*.jsonl"))
HOUSE = sorted(str(path) for path in (Path(__file__).parents[1] / "house").glob("*.toml"))
KEPT = 12                               # tiles at either end of the wall that stay: they may be drawn or turned next
ANSWERS = 300                           # of each rulebook


def held(match: Match, seat: int) -> list[int]:
    """The concealed tiles of a seat, with their marks."""
    t = match.table
    found = []
    for kind in range(42):
        marked = int(t.marked[seat, kind])
        found += [kind | tb.MARK] * marked + [kind] * (int(t.held[seat, kind]) - marked)
    return found


def change(match: Match, seat: int, tile: int, by: int) -> None:
    """Give a seat a tile, or take one from it."""
    t, kind = match.table, tile & tb.KIND
    t.held[seat, kind] = int(t.held[seat, kind]) + by
    t.marked[seat, kind] = int(t.marked[seat, kind]) + (by if tile & tb.MARK else 0)
    mask = int(t.held_mask[seat])
    t.held_mask[seat] = mask | 1 << kind if int(t.held[seat, kind]) else mask & ~(1 << kind)
    if kind < 34:
        group = kind // 9
        t.keys[seat, group] = int(t.keys[seat, group]) + by * match.engine.rules.powers[kind]
        t.sizes[seat, group] = int(t.sizes[seat, group]) + by


def stirred(match: Match, seat: int, actor: int, needed: list[int], chance: random.Random) -> Match:
    """The match with what the seat cannot see mixed up; the actor keeps the tiles that its answer needs."""
    other = match.copy()
    t = other.table
    first, last = int(t.wall_front) + KEPT, int(t.wall_back) - KEPT - 14
    places = [place for place in range(first, last) if int(t.wall[place]) & tb.KIND < 34]
    hands: dict[int, list[int]] = {}
    for one in range(other.seats):
        if one != seat:
            keep = list(needed) if one == actor else []
            hands[one] = []
            for tile in held(other, one):
                if tile in keep:
                    keep.remove(tile)
                elif tile & tb.KIND < 34:               # a flower in the hand is laid aside when its turn comes
                    hands[one].append(tile)
    pool = [tile for tiles in hands.values() for tile in tiles] + [int(t.wall[place]) for place in places]
    chance.shuffle(pool)
    for one, tiles in hands.items():
        for tile in tiles:
            change(other, one, tile, -1)
        for _tile in tiles:
            change(other, one, pool.pop(), +1)
    for place in places:
        t.wall[place] = pool.pop()
    return other


def claims(match: Match, seat: int, made: int) -> tuple[Action, ...]:
    """What a seat may do with the discard of that number; nothing if play has gone on: nobody was asked."""
    t = match.table
    return match.legal(seat) if t.stage == codes.Stage.CLAIMS and int(t.river_count) == made else ()


def differences(book: str, seed: int) -> list[str]:
    """Play hands at random; the answers of each seat wherever hidden tiles make a difference to them."""
    chance = random.Random(seed)
    match = Match(rulebook(book), seed=seed)
    found: list[str] = []
    compared = 0
    while compared < ANSWERS and not match.over:
        if match.hand_over:
            match.begin()
            continue
        actor = chance.choice(match.asked)
        seat = chance.choice([one for one in range(match.seats) if one != actor])
        legal = match.legal(actor)
        plain = [action for action in legal if action.word not in ("win", "abort")] or legal
        action = chance.choice(plain)
        if action.word == "discard" and match.table.stage == codes.Stage.OWN:
            tile = match._choices(actor)[action] & 255
            needed = [tile, *(kind for kind in [int(match.table.drawn)] if kind not in (-1, tile))]
            twin = stirred(match, actor, actor, needed, chance)
            compared += 1
            if twin.legal(actor) != legal:
                found.append(f"step {len(match.steps)}, {actor}: {texts(match, actor)} and {texts(twin, actor)}")
            twin = stirred(match, seat, actor, needed, chance)
            made = int(match.table.river_count) + 1
            match.play(actor, action)
            if action in twin.legal(actor):
                twin.play(actor, action)
                first, second = (claims(one, seat, made) for one in (match, twin))
                compared += bool(first)
                if first != second:             # whether it is asked at all is an answer too
                    found.append(f"step {len(match.steps)}, {seat}: {texts(match, seat)} and {texts(twin, seat)}")
        else:
            match.play(actor, action)
    assert compared >= ANSWERS // 4
    return found


@pytest.mark.parametrize("book", [*BOOKS, *HOUSE], ids=lambda book: Path(book).stem)
def test_answers_do_not_hang_on_what_a_seat_cannot_see(book):
    assert differences(book, 20) == []


LEAK = """
extends = "guobiao"
[discard.spying]
when = 'tile.is_suited or any(t == "5m" for t in hand_of(next_seat(actor, 1)))'
text = "no"
[claim.chow]
when = 'any(t == "5m" for t in hand_of(feeder))'
"""


def test_a_rulebook_that_shows_tiles_would_be_noticed(tmp_path, monkeypatch):
    """It is refused when it is read; with that switched off, two games do differ."""
    path = tmp_path / "leak.toml"
    path.write_text(LEAK, encoding="utf-8")
    with pytest.raises(RulebookError, match="hidden tiles"):
        rulebook(path)
    monkeypatch.setattr(build, "check_secrecy", lambda _reader: {})
    found = differences(str(path), 20)
    assert any("discard" in one for one in found)
    assert any("chow" in one for one in found)
