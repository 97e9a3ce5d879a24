"""What is told about a hand: the facts that follow from its melds, the same for a score and on the pad."""

import pytest

import quepu
from quepu.game.pad.score_pad import Pad

NAMES = ("Ann", "Bo", "Cy", "Di")
KONG = "(1111p)333p555s666s1z 1z"


def net_of(rule: str, hand: str, **situation: object) -> tuple[int, ...]:
    """What each seat gains by a win of S."""
    return tuple(quepu.rulebook(rule).score(hand, seat="S", **situation).payments.values())


def net_on_pad(rule: str, hand: str, **entry: object) -> tuple[int, ...]:
    """The same, entered as the first hand of a match."""
    kongs = entry.pop("kongs", [])
    return Pad(rule, NAMES).enter({"kongs": kongs, "wins": [{"seat": "S", "hand": hand, **entry}]}).net


@pytest.mark.parametrize(("rule", "hand", "won"), [
    ("qingyuan", KONG, 24), ("guangdong_folk", KONG, 33), ("shenzhen", KONG, 24), ("guangzhou", KONG, 30),
    ("hainan", KONG, 24), ("guangdong_tuidaohu", "(1111p)333p555s666s8s 8s", 18),
    ("hebei", "(1111p)[123s]456s6678m 6m", 14), ("neimeng", "(1111p)[123s]456s6678m 6m", 10),
])
def test_a_kong_among_the_melds_is_paid(rule, hand, won):
    paid = net_of(rule, hand, self_draw=True)
    assert paid[1] == won
    assert net_on_pad(rule, hand) == paid
    assert net_on_pad(rule, hand, kongs=[{"seat": "S", "kong": "concealed", "tile": "1p"}]) == paid


def test_kongs_that_are_told_are_the_whole_list():
    told = {"concealed_kongs": {"S": 0}}
    assert net_of("qingyuan", KONG, self_draw=True, state=told)[1] == 18


def test_who_fed_the_melds_is_liable():
    hand = "[123s,1][456s,1][789s,1]45m99p 3m"
    assert net_of("hainan", hand, from_="E") == (-5, 5, 0, 0)
    assert net_on_pad("hainan", hand, **{"from": "E"}) == (-5, 5, 0, 0)


@pytest.mark.parametrize(("rule", "hand", "paid"), [
    ("hongkong", "[111z,1][222z,1][333m,1][444m,1]5s 5s", (-72, 72, 0, 0)),
    ("guangdong_jipinghu", "[111p,1][222p,1][333p,1][444s,1]5s 5s", (-24, 24, 0, 0)),
    ("riichi", "[555z,1][666z,1][777z,2]22m45s 3s", (0, 32000, 0, -32000)),
])
def test_who_fed_the_last_set_pays_for_a_self_draw(rule, hand, paid):
    assert net_of(rule, hand, self_draw=True) == paid


def test_the_tile_after_a_direct_kong_does_not_win_where_the_rulebook_says_so():
    book, hand = quepu.rulebook("taiwan"), "[1111p,1]234s456m77s23478s 6s"
    assert book.score(hand, seat="S", self_draw=True).legal
    assert not book.score(hand, seat="S", self_draw=True, flags=["kong_draw"]).legal


def test_what_is_paid_at_once_is_told_beside_what_the_win_moves():
    score = quepu.rulebook("sichuan").score("(1111p)234s456p5677s 7s", seat="S", self_draw=True)
    paid = {row.payer: row.amount for row in score.at_once}
    assert paid == {0: 2, 2: 2, 3: 2}
    assert score.hand_payments["S"] == score.payments["S"] + 6
    assert "The whole hand" in score.explain("en")
