"""Scoring beside PyMahjongGB, `mahjong` and riichienv on the same hands, and hands with wild tiles."""

from collections.abc import Iterator
from importlib import import_module
from random import Random

from mahjong.hand_calculating.hand import HandCalculator
from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found]
from tests.oracle import riichienv_hands
from tests.oracle.hands import random_wins

import quepu
from bench.row import MEASURED, Row, least_cpu, progress
from quepu.book import Rulebook
from quepu.hand import Hand, Win
from quepu.notation import read_kinds
from quepu.testing import random_win

HANDS = 10_000
SLOW_HANDS = 2_000                      # of `mahjong`, which is plain Python
WILD_HANDS = 200
WILD_KINDS = "34m"                      # three copies of the turned kind and four of the next are in play


def beside_pymahjonggb() -> Iterator[Row]:
    """One call each of PyMahjongGB, our batch, our single call; all give total and list of fans."""
    book = quepu.rulebook(MEASURED["fans"])
    call = import_module(f"tests.oracle.{book.id}").call
    progress(f"{HANDS} random hands of {book.id}")
    wins = list(random_wins("bench", HANDS))
    fast = book.compiled()
    batch = fast.batch(wins)
    calls = [call(win) for win in wins]

    def theirs() -> None:
        for arguments in calls:
            sum(points for points, _name in MahjongFanCalculator(*arguments))

    def single() -> None:
        for win in wins:
            score = fast.score(win)
            _ = score.total, score.fan_ids

    fast.score_batch(batch)             # compiled on the first use
    fast.score(wins[0])
    progress("PyMahjongGB, one call each")
    peer = HANDS / least_cpu(theirs)
    yield Row(f"{book.id}: PyMahjongGB, one call each", f"{peer:,.0f} hands/s")
    progress("our batch, and one call each")
    rate = HANDS / least_cpu(lambda: fast.score_batch(batch))
    yield Row(f"{book.id}: score_batch", f"{rate:,.0f} hands/s = {rate / peer:.1f}x", ">= 10x", rate >= 10 * peer)
    rate = HANDS / least_cpu(single)
    ratio = f"{rate:,.0f} hands/s = {rate / peer:.2f}x"
    yield Row(f"{book.id}: fast.score(win), total and fan ids", ratio, ">= 1x", rate >= peer)
    rate = HANDS / least_cpu(lambda: fast.batch(wins))
    yield Row(f"{book.id}: packing Win values into a batch", f"{rate:,.0f} hands/s")
    room = batch.bytes_per_hand
    yield Row(f"{book.id}: memory of a batch", f"{room:.0f} bytes a hand", "<= 200", room <= 200)


def beside_mahjong() -> Iterator[Row]:
    """One call each of `mahjong` and of riichienv, and our batch, with dora, red fives and honba."""
    book = quepu.rulebook(MEASURED["han"])
    judge = import_module(f"tests.oracle.{book.id}")
    progress(f"{HANDS} random hands of {book.id}")
    wins = list(judge.random_wins("bench", HANDS))
    fast = book.compiled()
    batch = fast.batch(wins)
    fast.score_batch(batch)
    calls = [judge.call(win, {}) for win in wins[:SLOW_HANDS]]
    others = [riichienv_hands.call(win) for win in wins]

    def theirs() -> None:
        for arguments in calls:
            HandCalculator.estimate_hand_value(**arguments)

    progress("mahjong and riichienv, one call each")
    slow = SLOW_HANDS / least_cpu(theirs)
    quick = HANDS / least_cpu(lambda: [riichienv_hands.judged(arguments) for arguments in others])
    yield Row(f"{book.id}: mahjong, one call each", f"{slow:,.0f} hands/s")
    yield Row(f"{book.id}: riichienv, one call each", f"{quick:,.0f} hands/s")
    rate = HANDS / least_cpu(lambda: fast.score_batch(batch))
    yield Row(f"{book.id}: score_batch beside mahjong", f"{rate:,.0f} hands/s = {rate / slow:.0f}x", ">= 60x",
              rate >= 60 * slow)
    yield Row(f"{book.id}: score_batch beside riichienv", f"{rate / quick:.1f}x", ">= 3x", rate >= 3 * quick)


def wild_hands() -> Iterator[Row]:
    """Hands with three and with seven wild tiles."""
    book = quepu.rulebook(MEASURED["wild"])
    fast = book.compiled()
    for count, most in ((3, 0.3), (7, 3.0)):
        progress(f"{book.id}, {count} wild tiles")
        batch = fast.batch(list(with_wilds(book, count, WILD_HANDS)))
        fast.score_batch(batch)
        each = 1000 * least_cpu(lambda batch=batch: fast.score_batch(batch)) / len(batch)  # type: ignore[misc]
        yield Row(f"{book.id}: a hand with {count} wild tiles", f"{each:.3f} ms", f"<= {most} ms", each <= most)


def with_wilds(book: Rulebook, count: int, hands: int) -> Iterator[Win]:
    """Complete wins, `count` of whose concealed tiles were exchanged for wild ones."""
    rng = Random(f"wild {count}")
    kinds = tuple(read_kinds(WILD_KINDS))
    supply = [kinds[0]] * 3 + [kinds[1]] * 4
    while hands:
        win = random_win(book, rng, wild=False)
        tiles = list(win.hand.concealed)
        held = {*win.hand.tiles, win.tile}
        if len(tiles) < max(count, 10) or win.tile is None or not held.isdisjoint(kinds):
            continue
        rng.shuffle(tiles)
        tiles[:count] = rng.sample(supply, count)
        hands -= 1
        yield Win(Hand(tiles, win.hand.melds), win.tile, True, win.seat, wild=kinds)
