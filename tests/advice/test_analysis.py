"""The analysis of hands: equal to an enumeration of every draw, to simulated draws, and to the reference."""

import json
from functools import lru_cache
from random import Random

import numpy as np
import pytest

import quepu
from quepu.advice.analysis import analyse
from quepu.advice.chances import Course
from quepu.advice.duties import Duties
from quepu.advice.judging import Judge
from quepu.advice.ways import Effort, Ways
from quepu.columns import width
from quepu.hand import Hand, Win
from quepu.locale import LANGUAGES
from quepu.rulebook.file.load import known_ids
from quepu.tiles import kind_of, kinds_in
from tests.share import sampled

FACTS = {"seat": 0, "round": 0, "flags": frozenset(), "wild": (), "state": {}}
#: rulebook, thirteen tiles, the copies that may come, draws
SMALL = [("guobiao", "123m23456p34s77z2p", "4p7p2s5s7z9m9m1z", 3), ("riichi", "123m2356p345s77z2m", "1m4p7p7z9m1z", 4),
         ("riichi", "123m456p789s1122z", "1z2z9m9m", 3), ("sichuan", "12m223567m3488s8s", "3m2s5s8s9p9p", 4),
         ("guobiao", "147m258p36s12345z", "9s6z7z1m9m2s", 4)]


def _left(text: str) -> np.ndarray:
    left = np.zeros(42, dtype=np.int64)
    for place in range(0, len(text), 2):
        left[kind_of(text[place:place + 2])] += 1
    return left


def _course(rule: str, hand: str, left: np.ndarray, draws: int):
    """The layers of a hand and the best course through them."""
    book = quepu.rulebook(rule)
    judge = Judge(book, Hand.read(hand, book.bonus), FACTS)
    held = np.array(judge.hand.counts(), dtype=np.uint8)
    ways = Ways(judge, Duties(judge), held.astype(np.int64), left, Effort(10**7))
    layers = next(found for away in range(1, 6) if (found := ways.layers(held[None, :], away)))
    return layers, Course(layers, int(left.sum()), draws)


class _Enumeration:
    """The same player by counting out every order of draws, the tiles that are gone remembered one by one."""

    def __init__(self, rule: str, left: np.ndarray) -> None:
        self.book, self.left = quepu.rulebook(rule), left
        self.worth, self.away = lru_cache(None)(self._worth), lru_cache(None)(self._away)
        self.value = lru_cache(None)(self._value)

    def _worth(self, held: tuple[int, ...], kind: int) -> int | None:
        tiles = [tile for tile, copies in enumerate(held) for _copy in range(copies)]
        score = self.book.compiled().score(Win(Hand(tiles), kind, True))
        return score.total if score.legal else None

    def _branches(self, held: tuple[int, ...], kind: int):
        more = list(held)
        more[kind] += 1
        for thrown in range(42):
            if held[thrown] and thrown != kind:
                yield tuple(copies - (tile == thrown) for tile, copies in enumerate(more))

    def _away(self, held: tuple[int, ...], pool: tuple[int, ...], most: int) -> bool:
        """Whether so many draws out of the pool may bring a legal win."""
        for kind in range(42):
            if pool[kind]:
                if self.worth(held, kind) is not None:
                    return True
                rest = tuple(copies - (tile == kind) for tile, copies in enumerate(pool))
                if most > 1 and any(self.away(hand, rest, most - 1) for hand in self._branches(held, kind)):
                    return True
        return False

    def _value(self, held: tuple[int, ...], hoped: tuple[int, ...], pool: tuple[int, ...], away: int,
               draws: int) -> float:
        """The expected value; `hoped` are the tiles not drawn into the hand, `pool` those that are really left."""
        if draws == 0:
            return 0.0
        value = 0.0
        for kind in range(42):
            if not pool[kind]:
                continue
            rest, hopes = (tuple(copies - (tile == kind) for tile, copies in enumerate(one)) for one in (pool, hoped))
            worth = self.worth(held, kind) if away == 1 else None
            nearer = [hand for hand in self._branches(held, kind) if self.away(hand, hopes, away - 1)] if away > 1 \
                else []
            best = float(worth) if worth is not None else \
                max((self.value(hand, hopes, rest, away - 1, draws - 1) for hand in nearer), default=None)
            value += pool[kind] * (best if best is not None else self.value(held, hoped, rest, away, draws - 1))
        return value / sum(pool)


@pytest.mark.parametrize(("rule", "hand", "pool", "draws"), SMALL)
def test_the_value_is_that_of_every_order_of_draws_counted_out(rule, hand, pool, draws):
    left = _left(pool)
    layers, course = _course(rule, hand, left, draws)
    count = _Enumeration(rule, left)
    held, tiles = tuple(int(copies) for copies in layers[0].hands[0]), tuple(int(copies) for copies in left)
    away = next(away for away in range(1, 6) if count.away(held, tiles, away))
    assert away == len(layers)
    assert course.chances(1).value[0, -1] == pytest.approx(count.value(held, tiles, tiles, away, draws), rel=1e-9)


@pytest.mark.parametrize(("rule", "hand"), [("guobiao", "123m2345p34s77z26p"), ("riichi", "1224m2358p345s78s"),
                                            ("sichuan", "122345m34588s99s")])
def test_draws_that_follow_its_choices_agree_with_the_chances(rule, hand):
    left = np.array([4 if quepu.rulebook(rule).model.kinds >> kind & 1 and kind < 34 else 0 for kind in range(42)])
    left -= np.array(Hand(hand).counts())
    draws, trials = 14, 4000
    layers, course = _course(rule, hand, left, draws)
    expected = course.chances(1)
    steps = [{(int(row), int(kind)): place for place, (row, kind) in enumerate(zip(layer.step_hand, layer.step_kind,
                                                                                strict=True))} for layer in layers]
    wall, rng, won = np.repeat(np.arange(42), left).tolist(), Random(f"{rule} {hand}"), []
    for _trial in range(trials):
        level = at = 0
        gain = None
        for draw, kind in enumerate(rng.sample(wall, draws), 1):
            step = steps[level].get((at, kind))
            if step is None:
                continue
            if level == len(layers) - 1:
                gain = float(layers[-1].drawn.total[step])
                break
            at = int(layers[level].branch_to[course.choices[level][step, draws - draw]])
            level += 1
        won.append(gain)
    share, chance = sum(gain is not None for gain in won) / trials, float(expected.won[0, -1])
    assert abs(share - chance) < 4 * (chance * (1 - chance) / trials) ** 0.5
    gains = np.array([gain or 0.0 for gain in won])
    assert abs(gains.mean() - expected.value[0, -1]) < 4 * gains.std() / trials ** 0.5 + 1e-9


@pytest.mark.parametrize(("rule", "hand", "told"), [
    ("guobiao", "123m23455p345s77z", {}), ("riichi", "123m456p0789s112z", {"seat": "S"}),
    ("taiwan", "111222333m456p6677s", {}), ("tianjin", "12m2356p345s177z6p", {"wild": "12m"}),
    ("sichuan", "22345m34588s999s", {"state": {"void": {"E": "p"}}})])
def test_the_reference_gives_the_same_figures(rule, hand, told):
    book = quepu.rulebook(rule)
    fast, plain = (analyse(book, hand, wall=40, compiled=compiled, more_effort=0, **told) for compiled in (True, False))
    assert fast.choices == plain.choices
    assert fast.best.exact


@pytest.mark.parametrize("rule", sampled(sorted(known_ids()), 12, "analysis"))
def test_every_rulebook_answers_for_random_hands(rule):
    book, rng = quepu.rulebook(rule), Random(f"analysis {rule}")
    kinds = [kind for kind in kinds_in(book.model.kinds & ~book.model.bonus) for _copy in range(4 if kind < 34 else 1)]
    for more in (0, 1):
        for _hand in range(2):
            start = rng.randrange(len(kinds) // 2)
            near = kinds[start:start + len(kinds) // 2]       # of fewer kinds, so that some come near
            tiles = rng.sample(near, book.model.hand_size + more)
            found = analyse(book, Hand(tiles), wall=40, effort=60_000, more_effort=10_000)
            assert len(found.choices) <= len(set(tiles))
            assert found.away >= 1
            for one in found.choices:
                assert (one.discard is None) == (more == 0)
                assert all(0 <= a <= b + 1e-12 <= 1 + 1e-9 for a, b in zip(one.won, one.won[1:], strict=False))
                assert all(won <= ready + 1e-12 for won, ready in zip(one.won, one.ready, strict=True))
                assert sum(left for _kind, left in one.useful) <= found.unseen
            json.dumps(found.as_json())
            for lang in LANGUAGES:
                assert max(map(width, found.explain(lang).splitlines())) <= 80


def test_away_counts_draws_to_a_legal_win_not_to_a_shape():
    ready_by_form = "[234m]567p123s78s99s"         # nothing of eight fan comes on one draw
    book = quepu.rulebook("guobiao")
    assert book.waits(ready_by_form).distance == 0
    assert book.analyse(ready_by_form, wall=40).away > 1


def test_a_duty_is_obeyed():
    found = quepu.rulebook("sichuan").analyse("22345m34588s999s1p", wall=40, state={"void": {"E": "p"}})
    assert [one.tile for one in found.choices] == ["1p"]


def test_tiles_seen_are_not_drawn():
    book = quepu.rulebook("guobiao")
    assert dict(book.analyse("123m23455p345s77z", seen="5p77z").best.useful) == {kind_of("5p"): 1}


def test_a_hand_that_wins_says_so():
    assert quepu.rulebook("guobiao").analyse("123m23455p345s77z5p").total == 10


def test_what_a_hand_shows_by_itself_is_looked_at_hand_by_hand_where_tiles_decide_it() -> None:
    text = 'extends = "base/thirteen"\nid = "own"\nname = "own"\n[memory.ones]\nscope = "seat"\nhand = "held(\'1m\')"\n'
    books = [quepu.rulebook_of_text(text), *map(quepu.rulebook, known_ids())]
    assert [book.id for book in books if not Judge(book, Hand("123m"), FACTS).compiled] == ["own"]
