"""Guests who bet without sitting at the table: they are paid and pay, and what they have is nobody's pot."""

from pathlib import Path
from random import Random

import pytest

import quepu
from quepu.errors import QuepuError
from quepu.examples.worked import check_example
from quepu.game import events as ev
from quepu.game.match import Match
from quepu.scoring.accounts import account_code, account_name, account_of, net
from tests.players import play_match

HOUSE = '''extends = "base/thirteen"
name = { zh = "外围", en = "Guests" }
[tiles]
bonus = ""
[[phase]]
id = "turns"
kind = "turns"
[fan.plain]
name = "plain"
value = 1
when = "True"
example = "123m456p789s1155z 5z"
[[pay]]
id = "win"
on = "win"
when = "self_draw or payer == discarder"
amount = 2
[[pay]]
id = "second"
on = "end"
for = "guest_2"
from = "dealer"
amount = -3
[[pay]]
id = "fourth"
on = "win"
for = "guest_4"
when = "payer == winner"
amount = 1
[match]
hands = { hands = 4 }
'''
HAND = {"concealed": "123m456p789s1155z", "win_tile": "5z", "seat": "S", "from": "W"}


@pytest.fixture
def house(tmp_path: Path) -> str:
    file = tmp_path / "house.toml"
    file.write_text(HOUSE, encoding="utf-8")
    return str(file)


def test_a_score_tells_what_guests_win_and_lose(house: str) -> None:
    score = quepu.rulebook(house).score("123m456p789s1155z 5z", seat="S", from_="W")
    assert net(score.ledger) == {"E": 3, "S": 1, "W": -2, "N": 0, "O2": -3, "O4": 1}
    assert "Guest 2 -3" in score.explain("en")
    assert "外围4 +1" in score.explain("zh")


@pytest.mark.parametrize(("payments", "agree"), [
    ({"E": 3, "S": 1, "W": -2, "O2": -3, "O4": 1}, True), ({"E": 3, "S": 1, "W": -2, "O2": -3}, False),
    ({"E": 3, "S": 1, "W": -2, "O1": 5, "O2": -3, "O4": 1}, False)])
def test_worked_examples_compare_them(house: str, payments: dict[str, int], agree: bool) -> None:
    check = check_example(quepu.rulebook(house), {"id": "x", **HAND, "payments": payments})
    assert (check.differences == ()) is agree


def test_at_the_table_points_are_kept_and_no_player_gets_theirs(house: str) -> None:
    match = Match(house, seed=5)
    play_match(match, Random(5))
    moved = [event for event in match.events if isinstance(event, ev.Paid)]
    guests = sum(event.amount * ((event.receiver > 4) - (event.payer > 4)) for event in moved)
    assert guests != 0
    assert sum(match.scores) == -guests
    assert all(event.rule != "pot" for event in moved)
    assert match.view("E").pot == 0


def test_an_account_has_a_code_that_reads_back() -> None:
    assert [account_of(account_code(account)) for account in range(9)] == list(range(9))
    assert account_of("O5") == account_of("") == account_of(3) == -1
    assert account_name(8, "zh-Hant") == "外圍4"


def test_only_payments_speak_of_guests() -> None:
    paid = ev.Paid(payer=0, receiver=7, amount=2, rule="win")
    assert ev.event_of(paid.as_json()) == paid
    with pytest.raises(QuepuError, match="is not a seat"):
        ev.event_of({"type": "discarded", "seat": "O1", "tile": "1m"})
