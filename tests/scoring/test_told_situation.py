"""What is told about a win: the same for a text and for a Hand, and never dropped without a word."""

import multiprocessing

import pytest

import quepu
from quepu.cli.main import main
from quepu.errors import HandError
from quepu.lab.simulate import simulate


@pytest.mark.parametrize(("rule", "hand", "situation"), [
    ("sichuan", "[444m]567m234s67s88s 8s", {}), ("changsha", "[111m]456p789s88p34s 5s", {}),
    ("tianjin", "[111z]123p456p99s78s 6s", {"wild": "34m"}), ("wuhan", "[345m]678s456p22p78m 9m", {"wild": "1z"}),
])
def test_no_replacement_tile_without_a_kong(rule: str, hand: str, situation: dict[str, str]) -> None:
    book = quepu.rulebook(rule)
    told = book.score(hand, self_draw=True, flags=["kong_draw"], **situation)
    plain = book.score(hand, self_draw=True, **situation)
    assert (told.total, told.fans) == (plain.total, plain.fans)
    assert told.ruled_out == ("kong_draw",)
    for lang, why in (("en", "rules it out"), ("zh", "场况不符"), ("zh-Hant", "場況不符")):
        assert why in told.explain(lang)
        assert why not in plain.explain(lang)
    assert "rules it out" in quepu.scoring.explain.explain_html(told, "en")


def test_a_kong_laid_aside_brings_a_replacement_tile_too() -> None:
    book = quepu.rulebook("wuhan")
    told = book.score("[345m]678s456p22p78m 9m", self_draw=True, flags=["kong_draw"], wild="1z",
                      state={"single_kongs": {"0": 1}})
    assert not told.ruled_out
    assert told.total == 10


def test_a_comparison_names_the_flags_that_do_not_hold() -> None:
    rows = quepu.compare("123m23455p345s77z 5p", ["guobiao", "riichi"], flags=["robbing"], self_draw=True)
    assert all("robbing" in one.ignored for one in rows)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_those_who_do_not_sit_there_pay_nothing(seats: int) -> None:
    book = quepu.rulebook_of_text('extends = "base/thirteen"\nname = "x"\n'
                                  '[fan.all]\nvalue = "count(s for s in seats)"\nwhen = "True"\n'
                                  f'[[pay]]\nid = "win"\non = "win"\namount = "total"\n[deal]\nseats = {seats}')
    score = book.score("123m23455p345s77z 5p", self_draw=True)
    paid = [-seats if seat < seats else 0 for seat in range(1, 4)]
    assert list(score.payments.values()) == [-sum(paid), *paid]
    assert book.score_batch(book.batch([score.win])).total[0] == seats


def test_a_hand_takes_what_its_text_takes() -> None:
    book = quepu.rulebook("guobiao")
    text = book.score("123m23455p345s77z 5p", seat="S", round="W", from_="N", wild="")
    value = book.score(quepu.Hand("123m23455p345s77z"), tile="5p", seat="S", round="W", from_="N", wild="")
    assert value == text
    with pytest.raises(HandError, match="seat"):
        book.score(quepu.Hand("123m23455p345s77z"), tile="5p", seat="Q")
    with pytest.raises(HandError, match=r"no argument 'discard'"):
        book.score(quepu.Hand("123m23455p345s77z"), tile="5p", discard="N")


def test_a_win_by_flowers_is_scored_from_text_and_shell(capsys: pytest.CaptureFixture[str]) -> None:
    book = quepu.rulebook("hongkong")
    score = book.score("123m23455p345s77z 12345678f", tile=None, self_draw=True)
    assert score.legal
    assert [fan.id for fan in score.fans] == ["eight_flowers"]
    command = ["score", "123m23455p345s77z", "--flowers", "12345678f", "--self-draw", "--by-flowers"]
    assert main([*command, "--rule", "hongkong", "--lang", "en"]) == 0
    assert "by its flowers" in capsys.readouterr().out
    assert main([*command, "--rule", "sichuan"]) == 2       # it has no flowers
    assert main([*command, "--rule", "all"]) == 0


def test_spawned_workers_know_the_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where processes cannot be forked each worker makes the rulebook anew."""
    book = quepu.rulebook("guobiao", min_fan=20)
    alone = simulate(book, 60, "greedy", seed=3)
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    spawned = simulate(book, 60, "greedy", seed=3, workers=2)
    assert (alone.piece.numbers == spawned.piece.numbers).all()
    plain = simulate("guobiao", 60, "greedy", seed=3)
    assert (alone.piece.numbers != plain.piece.numbers).any()
    chosen = simulate(quepu.rulebook("guobiao"), 60, "greedy", seed=3, options={"min_fan": 20})
    assert (alone.piece.numbers == chosen.piece.numbers).all()


def test_what_lies_in_a_river_is_told_with_the_discards() -> None:
    """In either order; a tile that was never discarded cannot lie there."""
    book, frames = quepu.rulebook("riichi"), []
    for told in ({"discards": {"S": "1m1z1m"}, "river": {"S": "1z1m"}}, {"river": {"S": "1z1m"}}):
        frames.append(book.reference.frames.base(book.win("123m456p789s11z23s 4s", state=told)))
    assert [(f.river_count[1], f.taken[1]) for f in frames] == [(3, 0b100), (2, 0)]
    with pytest.raises(HandError, match="9s lies in the river of S, but is not among its discards"):
        book.score("123m456p789s11z23s 4s", state={"river": {"S": "9s"}, "discards": {"S": "1m"}})
