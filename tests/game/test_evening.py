"""A scorekeeper's evening: entries mended, put off, kept as settled; a fifth player; money."""

import itertools
from random import Random

import pytest

from quepu.errors import QuepuError
from quepu.game.pad.mending import mended
from quepu.game.pad.money import money_text, stake_of, transfers
from quepu.game.pad.score_pad import Pad

NAMES = ("Ann", "Bo", "Cy", "Di")
FIVE = (*NAMES, "Eve")
HAND = "123m23455p345s77z 5p"


def by_total(who: str, feeder: str, total: int = 8) -> dict:
    return {"wins": [{"seat": who, "from": feeder, "total": total}]}


def evening(rule: str = "riichi") -> Pad:
    """Four hands in which the deal stays or goes by who has won."""
    tallies = {"han": 3, "fu": 40}
    return Pad(rule, NAMES, [{"wins": [{"seat": who, "from": feeder, "tallies": tallies}]}
                             for who, feeder in (("Ann", "Bo"), ("Bo", "Cy"), ("Bo", "Di"), ("Cy", "Ann"))])


# -- mending --

def test_a_changed_entry_names_the_later_results_that_change():
    pad = evening()
    found = mended(pad, "change", 1, {"wins": [{"seat": "Di", "from": "Bo", "tallies": {"han": 3, "fu": 40}}]})
    assert [one.was.hand.number for one in found.changes] == [2, 3, 4]      # the deal went on: no stick for the streak
    assert found.pad.entries[1:] == pad.entries[1:]
    assert pad.entered[0].net != found.pad.entered[0].net
    assert (pad.entered[1].net[1], found.pad.entered[1].net[1]) == (5200 + 300, 7700)   # 本場 1; now he deals
    assert all(not one.faults for one in found.changes)
    same = mended(pad, "change", 1, pad.entries[0])
    assert same.changes == ()
    assert same.pad.scores == pad.scores


def test_what_is_removed_or_inserted_is_as_if_it_had_always_been_so():
    pad = evening()
    for kind, number, entry in (("remove", 2, None), ("insert", 3, {"draw": True}), ("insert", 1, {"draw": True})):
        found = mended(pad, kind, number, entry)
        entries = list(pad.entries)
        entries[number - 1:number - (kind == "insert")] = [entry] if entry else []
        assert found.pad.as_json() == Pad("riichi", NAMES, entries).as_json()
        assert {one.was.entry for one in found.changes} <= set(pad.entries)


def test_a_later_entry_that_cannot_be_any_more_stays_unsettled_and_says_why():
    pad = Pad("guobiao", FIVE, [by_total("Ann", "Cy"), by_total("Bo", "Cy"), by_total("Ann", "Cy")], rests="dealer")
    assert pad.hand.players == (3, 0, 1, 4) or pad.out >= 0
    found = mended(pad, "insert", 1, {"rests": "Cy"})
    faulty = [one for one in found.changes if one.faults]
    assert faulty
    assert all(one.now.ended == "later" and one.now.net == (0,) * 5 for one in faulty)
    assert faulty[0].now.entry["wins"] == faulty[0].was.entry["wins"]
    back = mended(found.pad, "remove", 1)
    assert [one.ended for one in back.pad.entered][:1] == ["later"]


@pytest.mark.parametrize(("mend", "why"), [
    (("alter", 1, {"draw": True}), "alter"), (("change", 9, {"draw": True}), "no entry 9"),
    (("change", 1, None), "need the entry"), (("remove", 1, {"draw": True}), "need the entry"),
    (("change", 1, {"wins": [{"seat": "Eve", "total": 8}]}), "entry 1: .*not a player"),
])
def test_a_mend_that_cannot_be_is_told(mend, why):
    pad = evening()
    before = pad.as_json()
    with pytest.raises(QuepuError, match=why):
        mended(pad, *mend)
    assert pad.as_json() == before


@pytest.mark.parametrize("seed", range(6))
def test_mended_at_random_is_the_pad_told_so_from_the_beginning(seed):
    rng = Random(f"evening {seed}")
    entries = [rng.choice([{"draw": True}, by_total(*rng.sample(NAMES, 2), rng.randrange(8, 40))]) for _ in range(8)]
    pad = Pad("guobiao", NAMES, entries)
    kind, number = rng.choice(["change", "insert", "remove"]), rng.randrange(1, 9)
    entry = None if kind == "remove" else by_total(*rng.sample(NAMES, 2), rng.randrange(8, 40))
    found = mended(pad, kind, number, entry)
    entries[number - 1:number - (kind == "insert")] = [entry] if entry else []
    fresh = Pad("guobiao", NAMES, entries)
    assert found.pad.entered == fresh.entered
    now = {id(one.now) for one in found.changes}
    shift = {"insert": 1, "remove": -1}.get(kind, 0)
    for index in range(number - (kind == "insert"), len(pad.entered)):
        was, is_ = pad.entered[index], found.pad.entered[index + shift]
        assert (was.net, was.hand.players) == (is_.net, is_.hand.players) or id(is_) in now


# -- put off --

def test_an_entry_stays_unsettled_and_is_completed_later():
    pad = Pad("shanghai", NAMES)
    put_off = pad.enter({"later": {"deals": "Bo", "text": "who fed it?"}, "wins": [{"seat": "Cy"}]})
    assert put_off.ended == "later"
    assert put_off.net == (0,) * 4
    assert put_off.notes
    assert pad.hand.dealer == 1
    assert pad.hand.number == 2
    assert "who fed it?" in pad.as_csv()
    pad.enter({"draw": True})
    found = mended(pad, "change", 1, by_total("Cy", "Ann"))
    assert found.pad.entered[0].net[2] > 0
    assert Pad("shanghai", NAMES, [{"later": True}]).hand.dealer == 0
    round_on = Pad("guobiao", NAMES, [{"later": {"deals": name}} for name in ("Bo", "Cy", "Di", "Ann")])
    assert round_on.hand.wind == "S"


def test_what_is_put_off_is_not_remembered():
    pad = Pad("shanghai", NAMES)
    memory = pad.hand.memory
    pad.enter({"later": True, "draw": True})
    assert pad.hand.memory == memory
    with pytest.raises(QuepuError, match="alone"):
        pad.enter({"steps": [{"later": True}, {"draw": True}]})


# -- five --

def test_the_fifth_takes_the_seat_of_who_gives_up_the_deal():
    pad = Pad("guobiao", FIVE)
    assert pad.out == 4
    dealers, out = [], []
    for _ in range(10):
        dealers.append(pad.hand.dealer)
        pad.enter({"draw": True})
        out.append(pad.out)
    assert dealers[:8] == [0, 1, 2, 3, 4, 0, 1, 2]     # then the seats of the rulebook's own rounds change
    assert out == dealers                       # each rests after his deal
    assert sum(pad.scores) == 0


def test_points_and_what_is_remembered_stay_with_the_person():
    pad = Pad("nanjing", FIVE, rests="told")
    start = pad.scores[4]
    assert pad.enter({"rests": "Bo"}).net == (0,) * 5
    assert pad.out == 1
    pad.enter({"manual": [{"payments": {"Eve": 7, "Ann": -7}}]})
    assert pad.scores[4] == start + 7
    assert pad.scores[1] == start
    pad.enter({"rests": "Eve"})
    assert [pad.scores[4], pad.scores[1], pad.out] == [start + 7, start, 4]
    with pytest.raises(QuepuError, match="not a player"):
        pad.enter({"rests": "Eve"})
    while pad.entered:
        pad.undo()
    assert (pad.scores, pad.out) == ((start,) * 5, 4)
    with pytest.raises(QuepuError, match="take the seat"):
        Pad("guobiao", NAMES).enter({"rests": "Ann"})


def test_memory_of_players_waits_for_who_sits_out():
    pad = Pad("taiwan?chahua=true", FIVE, rests="told")
    pad.enter({"memory": {"raised": {"Ann": 2}, "accepts": {"Cy": ["Ann"]}}})
    before = pad.hand.memory
    pad.enter({"rests": "Ann"})
    assert set(pad.hand.memory["raised"].values()) == {0}
    pad.enter({"rests": "Eve"})
    assert pad.hand.memory == before


@pytest.mark.parametrize("rests", ["dealer", "hand", "told"])
def test_an_evening_of_five_reads_back(rests):
    rng = Random(rests)
    pad = Pad("hongkong", FIVE, rests=rests)
    for _ in range(12):
        players = [pad.names[player] for player in pad.hand.players]
        pad.enter(rng.choice([{"draw": True}, by_total(*rng.sample(players, 2), 3)]))
        assert sum(pad.scores) == sum(Pad("hongkong", FIVE).scores)
    again = Pad.from_json(pad.as_json())
    assert (again.scores, again.out, again.hand) == (pad.scores, pad.out, pad.hand)
    with pytest.raises(QuepuError, match="one of"):
        Pad("hongkong", FIVE, rests="never")


# -- as it was settled --

def test_a_result_that_would_now_be_another_is_told_and_not_changed():
    kept = Pad("guobiao", NAMES, [by_total("Ann", "Cy"), {"draw": True}]).as_json()
    old = {**kept, "settled": [[40, -10, -20, -10], [0, 0, 0, 0]]}
    pad = Pad.from_json(old)
    assert pad.entered[0].net == (40, -10, -20, -10)
    assert "+32" in pad.entered[0].notes[-1]["en"]
    assert pad.scores == (40, -10, -20, -10)
    assert pad.as_json()["settled"][0] == [40, -10, -20, -10]
    assert not pad.entered[1].notes
    older = {name: value for name, value in kept.items() if name not in ("settled", "rests")}
    assert Pad.from_json(older).scores == (32, -8, -16, -8)       # as earlier versions kept it
    for wrong in ([1, 2], [1, 0, 0, 0], ["x", 0, 0, 0], [True, -1, 0, 0]):
        with pytest.raises(QuepuError):
            Pad.from_json({**kept, "settled": [wrong]})


# -- money --

def test_money_follows_from_points_and_is_handed_over():
    stake = stake_of("0.5", 1)
    assert stake.of((32, -8, -16, -8)) == (1600, -400, -800, -400)
    assert transfers((1600, -400, -800, -400)) == ((2, 0, 800), (1, 0, 400), (3, 0, 400))
    assert [money_text(one) for one in (1600, -1250, 5, 0)] == ["16", "-12.50", "0.05", "0"]
    uneven = stake_of("1", 3).of((1, 1, -2))
    assert sum(uneven) == 0
    for amount, points in (("0", 1), ("x", 1), ("1.005", 1), ("-1", 1), ("nan", 1), ("1", 0), ("9" * 19, 1)):
        with pytest.raises(QuepuError):
            stake_of(amount, points)


def test_transfers_bring_everybody_what_he_won():
    for won in itertools.product((-300, -100, 0, 200), repeat=3):
        money = (*won, -sum(won))
        paid = [0] * 4
        for one in transfers(money):
            paid[one.giver] -= one.amount
            paid[one.taker] += one.amount
        assert paid == list(money)
