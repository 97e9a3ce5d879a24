"""A rule that is flipped does not pass unseen: an example, an oracle or a golden hand catches every mutant.

A few mutants of some rulebooks, each of another kind of rule; with QUEPU_FULL=1 every mutant there is (`python -m
tools.mutate` prints the same with its score).  QUEPU_SEED picks others.
"""

from random import Random

import pytest
from tools.known_mutants import LISTS, known
from tools.played import EAGER, fingerprint
from tools.write_walks import COUNTS

from tests.share import FULL, SEED, sampled
from tools import mutate

SCORED, PLAYED = 5, 3       # mutants of scoring and of play of a rulebook, unless all are
#: the rulebooks whose mutants are judged, of scoring and of play: one that is no different takes half a minute
BOOKS, PLAYED_BOOKS = sampled(mutate.BOOKS, 6, "mutants of scoring"), sampled(mutate.PLAYED, 3, "mutants of play")


@pytest.mark.parametrize("name", sorted(path.stem for path in LISTS.glob("*.toml")))
def test_what_is_listed_are_mutants_of_the_rulebook_and_each_has_a_reason(name: str) -> None:
    mutants, rows = mutate.pick(name), known(name)
    assert [row for row in rows if not any(row.is_of(mutant) for mutant in mutants) or len(row.why) < 10] == []
    assert len(set(rows)) == len(rows)


def test_what_is_listed_is_not_counted_and_tells_its_reason() -> None:
    row = known("qingyuan")[0]
    mutant = next(mutant for mutant in mutate.court("qingyuan").mutants() if row.is_of(mutant))
    assert mutate.verdict(mutant, 0) == mutate.Verdict(mutant, "same", row.why)


def test_judging_ends_when_enough_are_counted() -> None:
    mutants = mutate.pick("qingyuan", 1, SEED, "scoring")
    verdicts = list(mutate.counted(mutants, 3, 0))
    assert [one.mutant for one in verdicts] == mutants[:len(verdicts)]
    assert [one.fate for one in verdicts].count("caught") == 3
    assert verdicts[-1].fate == "caught"


def test_hands_under_options_that_a_mutant_does_not_touch_are_left_out() -> None:
    court = mutate.court("qingyuan").play
    mutant = next(mutant for mutant in mutate.pick("qingyuan", 0, SEED, "play")
                  if mutant.path[:4] == ("option", "robbing", "choice", "true"))
    book = court.make(mutant.applied(court.book.tables))
    assert court.differs(book, {"robbing": True})
    assert not court.differs(book, {"horses": 2})
    assert not court.differs(book, {})
    assert list(court.differences(book, {}, EAGER, "qingyuan")) == []


@pytest.mark.parametrize("name", BOOKS)
def test_every_mutant_is_caught(name: str) -> None:
    mutants = mutate.pick(name, 0 if FULL else 1, SEED, "scoring")
    if not FULL:
        mutants = Random(f"{SEED} {name}").sample(mutants, min(SCORED, len(mutants)))
    verdicts = [mutate.verdict(mutant, mutate.WITNESSES if FULL else 20) for mutant in mutants]
    survivors = [f"{one.mutant}\n    shown by {one.why}" for one in verdicts if one.fate == "survived"]
    caught = sum(one.fate == "caught" for one in verdicts)
    assert not survivors, f"seed {SEED}, score: {caught} of {caught + len(survivors)}\n" + "\n".join(survivors)
    assert caught >= SCORED // 2


def test_the_rulebook_itself_is_not_caught() -> None:
    court = mutate.court("wuhan")
    assert list(court.faults(court.book, "")) == []


@pytest.mark.parametrize("name", mutate.BOOKS)
def test_nor_does_a_fans_own_example_catch_it(name: str) -> None:
    court = mutate.court(name)
    assert list(court.own_examples(court.book, "")) == []


@pytest.mark.parametrize("name", PLAYED_BOOKS)
def test_every_mutant_of_play_is_caught(name: str) -> None:
    mutants = mutate.pick(name, 0 if FULL else 1, SEED, "play")
    if not FULL:
        mutants = Random(f"{SEED} {name}").sample(mutants, len(mutants))
    judged: list[mutate.Verdict] = []       # some are the same, or refused by the checker: then others come
    for mutant in mutants:
        one = mutate.verdict(mutant, 0)
        judged += [one] if one.fate in ("caught", "survived") else []
        if not FULL and len(judged) == PLAYED:
            break
    survivors = [str(one.mutant) for one in judged if one.fate == "survived"]
    assert not survivors, f"seed {SEED}: of {len(judged)} these were not caught\n" + "\n".join(survivors)
    assert judged


@pytest.mark.parametrize("name", mutate.PLAYED)
def test_the_court_plays_what_the_golden_files_hold(name: str) -> None:
    court = mutate.court(name).play
    golden = (COUNTS / f"{name}.txt").read_text(encoding="utf-8")
    assert fingerprint(court.engine(court.book), EAGER, name) in golden
